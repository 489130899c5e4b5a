//! The messages between the caller and the warden, and their encoding.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::isolation::Tier;
use crate::process::{Limits, RunEnd};

/// What the warden is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Instructions {
    pub(crate) tier: Tier,
    /// Absolute or relative to the folder; never looked up.
    pub(crate) command: Vec<OsString>,
    /// As the warden sees it.
    pub(crate) folder: PathBuf,
    /// What can be read besides it.
    pub(crate) readable: Vec<PathBuf>,
    /// Variables of the environment, besides those that every program finds.
    pub(crate) environment: Vec<(OsString, OsString)>,
    /// The user to become.
    pub(crate) user: Option<u32>,
    /// The calling process.
    pub(crate) caller: i32,
    /// The limit of processes as the kernel is to be told: other processes of the
    /// same user count too.
    pub(crate) processes: u64,
    /// How long the program may run before its folder is to be looked at again.
    pub(crate) disk_due: Duration,
    /// Whether the program is for many turns: the last file that comes with this is its
    /// standard input, and the caller has wishes meanwhile.
    pub(crate) session: bool,
    pub(crate) limits: Limits,
}

/// What the warden says in the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Answer {
    /// The program was run.
    Done {
        end: RunEnd,
        cpu: Duration,
        wall: Duration,
        /// As in the next instructions.
        disk_due: Duration,
        /// Whether others can be started in its group.
        tidy: bool,
    },
    /// The program could not be started: what the system says.
    NotStarted(i32),
    /// The caller wanted it to stop.
    Stopped,
    /// The warden could not do its work.
    Fault(String),
}

/// Fields one after the other, each ended by a zero, which neither a path nor an
/// argument can hold.
#[derive(Default)]
struct Fields(Vec<u8>);

impl Fields {
    fn add(&mut self, field: impl AsRef<OsStr>) {
        self.0.extend_from_slice(field.as_ref().as_bytes());
        self.0.push(0);
    }

    fn number(&mut self, number: u64) {
        self.add(number.to_string());
    }

    fn list<T: AsRef<OsStr>>(&mut self, list: &[T]) {
        self.number(list.len() as u64);
        for field in list {
            self.add(field);
        }
    }
}

struct Reader<'a>(std::slice::Split<'a, u8, fn(&u8) -> bool>);

impl<'a> Reader<'a> {
    fn new(text: &'a [u8]) -> Self {
        let is_end: fn(&u8) -> bool = |byte| *byte == 0;
        Self(text.split(is_end))
    }

    fn next(&mut self) -> Option<OsString> {
        self.0.next().map(|field| OsString::from_vec(field.to_vec()))
    }

    fn number(&mut self) -> Option<u64> {
        self.next()?.to_str()?.parse().ok()
    }

    fn list<T: From<OsString>>(&mut self) -> Option<Vec<T>> {
        let count = self.number()?;
        (0..count).map(|_| self.next().map(T::from)).collect()
    }

    fn pairs(&mut self) -> Option<Vec<(OsString, OsString)>> {
        let count = self.number()?;
        (0..count).map(|_| Some((self.next()?, self.next()?))).collect()
    }
}

impl Instructions {
    /// With the length in front.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut fields = Fields::default();
        fields.number(self.tier as u64);
        fields.list(&self.command);
        fields.add(&self.folder);
        fields.list(&self.readable);
        fields.number(self.environment.len() as u64);
        for (name, value) in &self.environment {
            fields.add(name);
            fields.add(value);
        }
        fields.number(u64::from(self.user.unwrap_or(0)));
        fields.number(self.caller as u64);
        fields.number(self.processes);
        fields.number(nanoseconds(self.disk_due));
        fields.number(u64::from(self.session));
        let Limits { cpu, wall, wall_includes_waiting, memory, processes, file_size, disk, log: _ } = &self.limits;
        fields.number(cpu.map_or(u64::MAX, nanoseconds));
        fields.number(nanoseconds(*wall));
        fields.number(u64::from(*wall_includes_waiting));
        for number in [*memory, u64::from(*processes), *file_size, *disk] {
            fields.number(number);
        }
        let text = fields.0;
        [&(text.len() as u32).to_le_bytes()[..], &text].concat()
    }

    /// Without the length.
    pub(super) fn decode(text: &[u8]) -> Option<Self> {
        let mut fields = Reader::new(text);
        let tier = fields.number()?;
        Some(Self {
            tier: Tier::ALL.into_iter().find(|known| *known as u64 == tier)?,
            command: fields.list()?,
            folder: fields.next()?.into(),
            readable: fields.list()?,
            environment: fields.pairs()?,
            user: Some(fields.number()? as u32).filter(|user| *user != 0),
            caller: fields.number()? as i32,
            processes: fields.number()?,
            disk_due: Duration::from_nanos(fields.number()?),
            session: fields.number()? != 0,
            limits: Limits {
                cpu: Some(fields.number()?).filter(|time| *time != u64::MAX).map(Duration::from_nanos),
                wall: Duration::from_nanos(fields.number()?),
                wall_includes_waiting: fields.number()? != 0,
                memory: fields.number()?,
                processes: fields.number()? as u32,
                file_size: fields.number()?,
                disk: fields.number()?,
                log: 0,
            },
        })
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX - 1)
}

/// Returns a value as a line of JSON.
pub(super) fn line(value: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).unwrap_or_default();
    line.push(b'\n');
    line
}

impl Answer {
    pub(super) fn encode(&self) -> Vec<u8> {
        line(self)
    }

    /// Returns nothing if the answer is not complete.
    pub(crate) fn decode(text: &[u8]) -> Option<Self> {
        serde_json::from_slice(text.strip_suffix(b"\n")?).ok()
    }
}

#[cfg(test)]
mod tests {
    use fruitrage_game::Exit;

    use super::*;

    #[test]
    fn instructions_arrive_as_they_were_sent() {
        let instructions = Instructions {
            tier: Tier::Landlock,
            command: vec!["python3".into(), OsString::from_vec(vec![0xff, b' ', b'\n']), "".into()],
            folder: "/agent".into(),
            readable: vec![],
            environment: vec![("JAVA_TOOL_OPTIONS".into(), "-Xmx1m -ea".into()), ("EMPTY".into(), "".into())],
            user: Some(7),
            caller: 42,
            processes: 300,
            disk_due: Duration::from_millis(7),
            session: true,
            limits: Limits { cpu: Some(Duration::from_millis(1500)), log: 0, ..Limits::default() },
        };
        let sent = instructions.encode();
        assert_eq!(u32::from_le_bytes(sent[..4].try_into().unwrap()) as usize, sent.len() - 4);
        assert_eq!(Instructions::decode(&sent[4..]), Some(instructions));
        assert_eq!(Instructions::decode(&sent[4..20]), None);
    }

    #[test]
    fn answers_arrive_as_they_were_given() {
        let (cpu, wall) = (Duration::from_nanos(1), Duration::from_secs(100));
        let exits = [Exit::Code(3), Exit::Signal(9)].map(RunEnd::Exited);
        let ends = exits.into_iter().chain([RunEnd::OverCpu, RunEnd::OverProcesses]);
        let done = ends.map(|end| Answer::Done { end, cpu, wall, disk_due: cpu, tidy: true });
        let others = [Answer::NotStarted(2), Answer::Stopped, Answer::Fault("no  luck".to_owned())];
        for answer in done.chain(others) {
            let text = answer.encode();
            let after_signs_of_life = [b"\n\n", &text[..]].concat();
            assert_eq!(Answer::decode(&after_signs_of_life), Some(answer.clone()));
            assert_eq!(Answer::decode(&text), Some(answer));
            assert_eq!(Answer::decode(&text[..text.len() - 1]), None);
        }
    }
}
