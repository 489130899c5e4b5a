//! Confinement: a process binds itself to limits and rules, then becomes the program.

use std::fmt::Display;
use std::io::{self, Write};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use nix::sys::prctl;
use nix::sys::resource::{Resource, rlim_t, setrlimit};
use nix::sys::signal::SigSet;
use nix::time::{ClockId, clock_gettime};
use nix::unistd::{Gid, Pid, Uid, chdir, getresuid, setgroups, setpgid, setresgid, setresuid};
use serde::{Deserialize, Serialize};

use super::fork;
use super::holdings::largest_area;
use super::message::{Answer, Instructions, line};
use crate::isolation::Tier;
use crate::isolation::filter::{self, Situation};
use crate::isolation::rules::{self, Held};
use crate::process::users;

/// What programs find in their environment, besides where their folder is.
const ENVIRONMENT: [(&str, &str); 2] = [("PATH", "/usr/bin:/bin"), ("LANG", "C.UTF-8")];

/// How long to wait for a program that was just written: a new process of the
/// caller may hold it open until it has become the warden of another.
const WHILE_BUSY: Duration = Duration::from_secs(2);

/// How many files can be open: enough for any runtime.
const OPEN_FILES: rlim_t = 1024;

/// What is the program's own if it has a system of its own: free, and to be read.
/// Not where the warden is, which is also a strong player.
const OWN_SYSTEM: (&[&str], &[&str]) = (&["/dev/shm", "/tmp"], &["/proc"]);

/// What the kernel allows in private memory: far more than the watch does, since
/// runtimes reserve what they never use. It holds what grows too fast to be
/// watched.
fn private_memory(resident: u64) -> rlim_t {
    resident.saturating_mul(2).saturating_add(512 << 20)
}

/// What the new process tells the warden when the program starts, or why it does not.
/// A line of JSON each: the last one counts.
pub(super) type Word = Result<Ready, Answer>;

/// The program starts now.
#[derive(Serialize, Deserialize)]
pub(super) struct Ready {
    /// CPU time that the process has used so far.
    pub(super) cpu: Duration,
    /// The time on the system's steady clock.
    pub(super) clock: Duration,
}

/// Turns this process into the program. Returns only if that fails, and has said
/// why by then.
pub(super) fn become_program(instructions: &Instructions, warden: Pid, mut words: impl Write) -> i32 {
    let failure = if let Err(fault) = confine(instructions, warden) {
        Answer::Fault(fault)
    } else {
        let cpu = time_of(ClockId::CLOCK_PROCESS_CPUTIME_ID);
        let ready: Word = Ok(Ready { cpu, clock: time_of(ClockId::CLOCK_MONOTONIC) });
        // If the warden does not listen, it is dead, and so is this process soon.
        let _ = words.write_all(&line(&ready));
        Answer::NotStarted(execute(instructions).raw_os_error().unwrap_or(libc::EINVAL))
    };
    let _ = words.write_all(&line(&Word::Err(failure)));
    1
}

pub(super) fn time_of(clock: ClockId) -> Duration {
    clock_gettime(clock).map(Duration::from).unwrap_or_default()
}

fn execute(instructions: &Instructions) -> io::Error {
    let Some((program, arguments)) = instructions.command.split_first() else {
        return io::Error::from_raw_os_error(libc::ENOENT);
    };
    let mut command = Command::new(program);
    command.args(arguments).env_clear().envs(ENVIRONMENT);
    command.env("HOME", &instructions.folder).env("TMPDIR", &instructions.folder);
    command.envs(instructions.environment.iter().map(|(name, value)| (name, value)));
    // The warden hears of deaths in another way than by a signal; a program that was deaf to
    // it would wait for its children for ever.
    if let Err(error) = SigSet::empty().thread_set_mask() {
        return error.into();
    }
    for _ in 0..WHILE_BUSY.as_millis() {
        let error = command.exec();
        if error.kind() != io::ErrorKind::ExecutableFileBusy {
            return error;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    io::Error::from_raw_os_error(libc::ETXTBSY)
}

fn confine(instructions: &Instructions, warden: Pid) -> Result<(), String> {
    // The group by which everything is killed.
    setpgid(Pid::from_raw(0), Pid::from_raw(0)).map_err(failed("a group of its own"))?;
    // If memory runs out, this is to go first. Not all may say so.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    // What the caller itself was given by whoever started it is not for agents.
    fork::keep_no_descriptors().map_err(failed("open files"))?;
    limit(instructions)?;
    let sandboxed = instructions.tier != Tier::Plain;
    let (free, readable) = if instructions.tier == Tier::Bubblewrap { OWN_SYSTEM } else { (&[][..], &[][..]) };
    let free = free.iter().map(Path::new).chain([&*instructions.folder]);
    let readable = readable.iter().map(Path::new).chain(instructions.readable.iter().map(PathBuf::as_path));
    let rules = if sandboxed { Some(rules::make(free, readable).map_err(failed("rules on files"))?) } else { None };
    if let Some(user) = instructions.user {
        become_user(user)?;
    }
    chdir(&instructions.folder).map_err(failed("the agent's folder"))?;
    prctl::set_no_new_privs().map_err(failed("no new privileges"))?;
    let held = match rules {
        Some(rules) => rules::enforce(rules).map_err(failed("rules on files"))?,
        None => Held::default(),
    };
    if instructions.tier == Tier::Landlock && !held.files {
        return Err("the kernel has no rules on files (landlock)".to_owned());
    }
    let situation = Situation {
        sandboxed,
        shares_user: instructions.tier == Tier::Landlock && instructions.user.is_none(),
        largest_area: largest_area(instructions.limits.memory),
        held,
        guarded: [warden.as_raw(), instructions.caller],
    };
    match filter::enforce(situation) {
        // Without any sandbox it is a protection more, if it can be had.
        Err(error) if sandboxed => Err(format!("the filter of system calls: {error}")),
        _ => Ok(()),
    }
}

fn limit(instructions: &Instructions) -> Result<(), String> {
    let limits = &instructions.limits;
    let all = [
        (Resource::RLIMIT_CORE, 0),
        (Resource::RLIMIT_FSIZE, limits.file_size),
        (Resource::RLIMIT_DATA, private_memory(limits.memory)),
        (Resource::RLIMIT_NOFILE, OPEN_FILES),
        (Resource::RLIMIT_NPROC, instructions.processes),
        (Resource::RLIMIT_MEMLOCK, 64 << 10),
        (Resource::RLIMIT_MSGQUEUE, 0),
        (Resource::RLIMIT_RTPRIO, 0),
    ];
    for (resource, most) in all {
        let hard = nix::sys::resource::getrlimit(resource).map_or(most, |(_, hard)| hard.min(most));
        setrlimit(resource, hard, hard).map_err(failed("limits"))?;
    }
    Ok(())
}

/// Becomes another user for good. It must be one of those for agents.
fn become_user(id: u32) -> Result<(), String> {
    if !users::is_ours(id) {
        return Err(format!("{id} is not a user for agents"));
    }
    let (user, group) = (Uid::from_raw(id), Gid::from_raw(id));
    setgroups(&[]).map_err(failed("groups"))?;
    setresgid(group, group, group).map_err(failed("another group"))?;
    setresuid(user, user, user).map_err(failed("another user"))?;
    let now = getresuid().map_err(failed("another user"))?;
    if [now.real, now.effective, now.saved] != [user; 3] || setresuid(Uid::from_raw(0), user, user).is_ok() {
        return Err("root could not be given up".to_owned());
    }
    Ok(())
}

fn failed<E: Display>(what: &'static str) -> impl FnOnce(E) -> String {
    move |error| format!("{what}: {error}")
}
