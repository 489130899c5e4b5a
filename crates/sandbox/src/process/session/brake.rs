//! What keeps a program from running while it is not its turn, and tells what it has used.

use std::io::Write as _;
use std::time::{Duration, Instant};

use nix::time::{clock_getcpuclockid, clock_gettime};
use nix::unistd::Pid;

use super::super::LaunchError;
use super::super::linux::Started;
use crate::groups::{Freezer, Lease};
use crate::isolation::Tier;
use crate::warden::{Answer, SoFar, Wish, children};

/// How long the warden may take to stop all processes and to answer; the machine may be busy.
const PATIENCE: Duration = Duration::from_mins(1);

/// How a program is held.
#[derive(Debug)]
pub(super) enum Brake {
    /// The kernel freezes its group.
    Group {
        freezer: Freezer,
        /// Those in the group that are not the program's: `bwrap` and the warden.
        others: Vec<Pid>,
    },
    /// The warden stops each process.
    Warden,
}

impl Brake {
    /// The best that there is.
    pub(super) fn new(group: Option<&Lease>) -> Self {
        match group.map(Lease::freezer) {
            Some(Ok(freezer)) => Self::Group { freezer, others: Vec::new() },
            _ => Self::Warden,
        }
    }

    /// Looks who is in the group and is not the program's, when all of them are there.
    pub(super) fn tell_apart(&mut self, tier: Tier, started: &Started) {
        if let (Self::Group { others, .. }, Tier::Bubblewrap) = (self, tier) {
            let bubblewrap = started.child.number();
            *others = std::iter::once(bubblewrap).chain(children(bubblewrap)).collect();
        }
    }

    /// Lets nothing of the program run any more. Returns the CPU time that it has used so far.
    pub(super) fn rest(&self, started: &mut Started, group: Option<&Lease>) -> Result<Duration, LaunchError> {
        match self {
            Self::Group { freezer, .. } => {
                freezer.freeze().map_err(LaunchError::system("freezing the program"))?;
                Ok(self.of_group(group))
            }
            Self::Warden => ask(started, Wish::Rest),
        }
    }

    /// Lets it run again.
    pub(super) fn go_on(&self, started: &mut Started) -> Result<(), LaunchError> {
        match self {
            Self::Group { freezer, .. } => freezer.thaw().map_err(LaunchError::system("thawing the program")),
            Self::Warden => wish(started, Wish::GoOn),
        }
    }

    /// The CPU time that the program has used so far, while it runs.
    pub(super) fn used(&self, started: &mut Started, group: Option<&Lease>) -> Result<Duration, LaunchError> {
        match self {
            Self::Group { .. } => Ok(self.of_group(group)),
            Self::Warden => ask(started, Wish::Account),
        }
    }

    fn of_group(&self, group: Option<&Lease>) -> Duration {
        let Self::Group { others, .. } = self else { return Duration::ZERO };
        // Theirs first: what they use in between is counted against nobody.
        let others = others
            .iter()
            .filter_map(|process| clock_getcpuclockid(*process).and_then(clock_gettime).ok().map(Duration::from));
        let others: Duration = others.sum();
        group.map(Lease::used).unwrap_or_default().saturating_sub(others)
    }
}

fn wish(started: &Started, wish: Wish) -> Result<(), LaunchError> {
    match (&started.socket).write_all(&[wish as u8]) {
        // It is gone, and what it has said tells why.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(LaunchError::system("telling the warden what to do")(error))
        }
        _ => Ok(()),
    }
}

/// Asks the warden, and waits for what was used so far. If it has hung up instead, the program
/// is dead, which the next look at it shows.
fn ask(started: &mut Started, question: Wish) -> Result<Duration, LaunchError> {
    wish(started, question)?;
    let begun = Instant::now();
    loop {
        if let Some(cpu) = take_account(&mut started.answer) {
            return Ok(cpu);
        }
        let hung_up = started.wait()?;
        if hung_up || begun.elapsed() > PATIENCE {
            return match (take_account(&mut started.answer), Answer::decode(&started.answer)) {
                (Some(cpu), _) | (None, Some(Answer::Done { cpu, .. })) => Ok(cpu),
                _ if hung_up => Ok(Duration::ZERO),
                _ => Err(LaunchError::Sandbox("the warden does not answer".to_owned())),
            };
        }
    }
}

/// Takes the last account out of what the warden has said, with all that came before it.
fn take_account(said: &mut Vec<u8>) -> Option<Duration> {
    let (mut found, mut place, mut used) = (None, 0, 0);
    for line in said.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")) {
        place += line.len();
        if let Ok(SoFar { cpu }) = serde_json::from_slice(line) {
            (found, used) = (Some(cpu), place);
        }
    }
    said.drain(..used);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_taken_and_what_follows_it_stays() {
        let account = serde_json::to_string(&SoFar { cpu: Duration::from_millis(7) }).unwrap();
        let mut said = format!("\n\n{account}\n\n\"stopped\"\n").into_bytes();
        assert_eq!(take_account(&mut said), Some(Duration::from_millis(7)));
        assert_eq!(said, b"\n\"stopped\"\n");
        assert_eq!(take_account(&mut said), None);
        let mut half = account.into_bytes();
        assert_eq!(take_account(&mut half), None);
        half.push(b'\n');
        assert_eq!(take_account(&mut half), Some(Duration::from_millis(7)));
        assert!(half.is_empty());
    }
}
