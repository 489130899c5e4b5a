//! The watch over a program from its start to the death of its last process.

mod rest;

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::fcntl::OFlag;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll, ppoll};
use nix::sys::signal::{SigSet, SigmaskHow, Signal, killpg, sigprocmask};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::time::TimeSpec;
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid, waitpid};
use nix::time::ClockId;
use nix::unistd::{Pid, pipe2, setpgid};

use super::confine::{self, Ready, Word, time_of};
use super::disk::Folder;
use super::estimate;
use super::fork;
use super::group::Group;
use super::holdings::{Holdings, devices};
use super::message::{Answer, Instructions};
use super::tree::{self, Look, Tree};
use super::waits::Waits;
use crate::isolation::Tier;
use crate::process::RunEnd;
use fruitrage_game::{Exit, FolderLimit};
pub(crate) use rest::{SoFar, Wish};

/// How the time from one look at a program to the next is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Looks {
    /// Short for a young one, which can still grow by much, and for one with several processes,
    /// which can grow by more.
    ByAge,
    /// At times that the program cannot foresee, if looks are what its CPU time is known by.
    AtRandom,
}

impl Looks {
    /// The mean time to the next look, if the last one took so long and showed so many
    /// processes, newcomers among them or not.
    fn mean(self, age: Duration, processes: usize, newcomers: bool, taken: Duration) -> Duration {
        let (least, share) = match (self, age.as_millis()) {
            (Self::AtRandom, _) if newcomers => (2, SHARE_OF_ESTIMATE),
            (Self::AtRandom, _) => (5, SHARE_OF_ESTIMATE),
            (_, 0..50) => (5, SHARE),
            _ if processes > 1 => (5, SHARE),
            (_, 50..1000) => (10, SHARE),
            _ => (20, SHARE),
        };
        (taken * share).clamp(Duration::from_millis(least), LONG_PAUSE)
    }
}

/// How often at most memory and processes are counted, however often they are listed.
const COUNT_PAUSE: Duration = Duration::from_millis(5);

/// What takes longer to look at is looked at less often: the folder, and what processes hold.
const LONG_PAUSE: Duration = Duration::from_millis(100);

/// However long it takes, it is looked at after this.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// How often the caller is told that the warden is alive.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// All looking takes at most this part of the time, so as not to slow down what
/// it looks at.
const SHARE: u32 = 25;
/// The same where CPU time is estimated by looks, which must not get rare.
const SHARE_OF_ESTIMATE: u32 = 8;

/// A look that is later than so many pauses is late because the machine is busy.
const LATE: u32 = 5;

/// How long to kill before giving up. A process that is not dead by then hangs in
/// the kernel.
const PATIENCE: Duration = Duration::from_secs(10);

/// A program that fell by itself counts as one that wanted too much memory from
/// this part of the limit on, in percent.
const NEARLY_ALL: u64 = 90;

/// Runs a program to its end. `caller` is only looked at for being closed, and told now and
/// then that the warden is alive.
pub(super) fn run(instructions: &Instructions, group: Option<&Group>, caller: &UnixStream) -> Answer {
    let folder = match Folder::open(&instructions.folder) {
        Ok(folder) => folder,
        Err(error) => return Answer::Fault(format!("the agent's folder: {error}")),
    };
    let started = match start(instructions, group) {
        Ok(started) => started,
        Err(answer) => return answer,
    };
    let mut watch = Watch {
        instructions,
        caller,
        folder,
        tree: Tree::new(group, started.program, started.before),
        looks: if group.is_some() { Looks::ByAge } else { Looks::AtRandom },
        started,
        waits: Waits::default(),
        held: Holdings::default(),
        limited: devices(if instructions.tier == Tier::Bubblewrap { &["/dev/shm", "/tmp"] } else { &["/dev/shm"] }),
        disk_due: instructions.disk_due,
        disk_pause: instructions.disk_due,
        has_looked_at_disk: false,
    };
    let watched = watch.until_the_end();
    let wall = watch.started.age();
    if let Err(fault) = kill_all(watch.started.program, &watch.started.deaths, group) {
        return Answer::Fault(fault);
    }
    let end = match watched {
        None => return Answer::Stopped,
        Some(end) => watch.judge(end, group, wall),
    };
    let disk_due = watch.disk_due.saturating_sub(wall);
    match watch.tree.cpu_in_the_end() {
        Ok(cpu) => Answer::Done { end, cpu, wall, disk_due, tidy: group.is_none_or(Group::is_reusable) },
        Err(error) => Answer::Fault(format!("the account of CPU time: {error}")),
    }
}

/// A program that runs.
struct Started {
    program: Pid,
    deaths: SignalFd,
    /// CPU time that its process had used before it was the program.
    before: Duration,
    /// When it became the program, on the system's steady clock.
    since: Duration,
}

impl Started {
    fn age(&self) -> Duration {
        time_of(ClockId::CLOCK_MONOTONIC).saturating_sub(self.since)
    }
}

fn start(instructions: &Instructions, group: Option<&Group>) -> Result<Started, Answer> {
    let fault = |what: &str| {
        let what = what.to_owned();
        move |error: Errno| Answer::Fault(format!("{what}: {error}"))
    };
    fork::expect_deaths();
    let mut mask = SigSet::empty();
    mask.add(Signal::SIGCHLD);
    sigprocmask(SigmaskHow::SIG_BLOCK, Some(&mask), None).map_err(fault("signals"))?;
    let flags = SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK;
    let deaths = SignalFd::with_flags(&mask, flags).map_err(fault("signals"))?;
    let (words, tell) = pipe2(OFlag::O_CLOEXEC).map_err(fault("a pipe"))?;
    let warden = Pid::this();
    let words_of_child = File::from(tell);
    let inside = || confine::become_program(instructions, warden, &words_of_child);
    let program = fork::fork(group.and_then(Group::folder), inside).map_err(fault("a process"))?;
    drop(words_of_child);
    // It does the same; whoever is first.
    let _ = setpgid(program, program);
    let mut text = String::new();
    // Ends when the process has become the program, or has ended.
    let read = File::from(words).read_to_string(&mut text);
    let started = match text.lines().rev().find_map(|line| serde_json::from_str::<Word>(line).ok()) {
        Some(Ok(Ready { cpu, clock })) => return Ok(Started { program, deaths, before: cpu, since: clock }),
        Some(Err(answer)) => answer,
        None => {
            let why = read.err().map_or_else(|| "it said nothing".to_owned(), |error| error.to_string());
            Answer::Fault(format!("the process ended before it was the program: {why}"))
        }
    };
    kill_all(program, &deaths, group).map_err(Answer::Fault)?;
    Err(started)
}

/// The watch over one program.
struct Watch<'a> {
    instructions: &'a Instructions,
    caller: &'a UnixStream,
    started: Started,
    folder: Folder,
    tree: Tree<'a>,
    looks: Looks,
    waits: Waits,
    held: Holdings,
    /// The devices whose size is limited.
    limited: Vec<u64>,
    /// The age of the program before which the folder is not looked at, since that would
    /// take too much of its time.
    disk_due: Duration,
    /// How long a look at the folder was found to be worth.
    disk_pause: Duration,
    /// Whether the folder was looked at in this run.
    has_looked_at_disk: bool,
}

/// How a wait ended.
enum Waited {
    /// It was as long as it was to be.
    Long,
    /// The program has ended.
    Ended(RunEnd),
    /// The caller has gone, or has a wish.
    Called,
    /// The caller has gone.
    InVain,
}

impl Watch<'_> {
    /// Waits for the end of the program or of its limits; nothing if the caller has
    /// gone before.
    fn until_the_end(&mut self) -> Option<RunEnd> {
        let limits = &self.instructions.limits;
        let mut mean = self.looks.mean(Duration::ZERO, 1, false, Duration::ZERO);
        let mut last = self.started.age();
        let (mut next_long_look, mut next_look_at_disk, mut next_heartbeat) = (LONG_PAUSE, LONG_PAUSE, HEARTBEAT);
        let mut next_count = Duration::ZERO;
        loop {
            let pause = if self.looks == Looks::AtRandom { estimate::pause(mean) } else { mean };
            match self.wait_for(pause) {
                Waited::Long => {}
                Waited::Ended(end) => return Some(end),
                Waited::InVain => return None,
                Waited::Called => match self.grant() {
                    Waited::Ended(end) => return Some(end),
                    Waited::InVain => return None,
                    // However long that took, nothing has run unseen.
                    Waited::Long | Waited::Called => last = self.started.age(),
                },
            }
            let begun = self.started.age();
            // On a busy machine it may have been longer.
            let since = begun.saturating_sub(last);
            let between = if since > mean * LATE { since } else { mean };
            last = begun;
            let newcomers = self.tree.list(between);
            let processes = self.tree.processes().len();
            mean = self.looks.mean(begun, processes, newcomers, self.started.age().saturating_sub(begun));
            if self.looks == Looks::ByAge || begun >= next_count {
                let look = self.tree.look(limits.memory, &self.held);
                if let Some(end) = self.over_limits(look, self.started.age()) {
                    return Some(end);
                }
                let taken = self.started.age().saturating_sub(begun);
                next_count = begun + (taken * SHARE).clamp(COUNT_PAUSE, LONG_PAUSE);
                if self.looks == Looks::ByAge {
                    mean = self.looks.mean(begun, processes, newcomers, taken);
                }
            }
            let age = self.started.age();
            if age >= next_long_look {
                let begun = time_of(ClockId::CLOCK_PROCESS_CPUTIME_ID);
                self.waits.look(self.tree.processes(), age);
                self.held = Holdings::look(self.tree.processes(), limits.memory, limits.file_size, &self.limited);
                let taken = time_of(ClockId::CLOCK_PROCESS_CPUTIME_ID).saturating_sub(begun);
                next_long_look = age + LONG_PAUSE.max(taken * SHARE).min(LONGEST_PAUSE);
                if self.held.hidden {
                    return Some(RunEnd::OverDisk(FolderLimit::Unreadable));
                }
            }
            if age >= next_look_at_disk.max(self.disk_due) {
                next_look_at_disk = age + LONG_PAUSE;
                if let Some(limit) = self.look_at_disk(age) {
                    return Some(RunEnd::OverDisk(limit));
                }
            }
            if age >= next_heartbeat {
                next_heartbeat = age + HEARTBEAT;
                self.show_life();
            }
        }
    }

    fn show_life(&self) {
        // If the caller has gone it is seen elsewhere.
        let _ = (&*self.caller).write_all(b"\n");
    }

    /// Waits for so long, or as long as the program may still run, whoever of its processes
    /// dies in the meantime.
    fn wait_for(&self, pause: Duration) -> Waited {
        let age = self.started.age();
        let rest = self.instructions.limits.wall.saturating_sub(self.counted(age)).max(Duration::from_millis(1));
        let until = age + pause.min(rest);
        loop {
            let rest = until.saturating_sub(self.started.age());
            if wait(self.caller, &self.started.deaths, rest) {
                return Waited::Called;
            } else if let Some(end) = reap_others(self.started.program) {
                return Waited::Ended(end);
            } else if rest.is_zero() {
                return Waited::Long;
            }
        }
    }

    /// What of its age counts against the program.
    fn counted(&self, age: Duration) -> Duration {
        if self.instructions.limits.wall_includes_waiting { age } else { age.saturating_sub(self.waits.total()) }
    }

    fn over_limits(&mut self, look: Look, age: Duration) -> Option<RunEnd> {
        let limits = &self.instructions.limits;
        if limits.cpu.is_some_and(|cpu| look.cpu > cpu) {
            return Some(RunEnd::OverCpu);
        } else if self.counted(age) >= limits.wall {
            // What it has waited since it was last asked counts for it too.
            self.waits.look(self.tree.processes(), age);
            if self.counted(age) >= limits.wall {
                return Some(RunEnd::OverWall);
            }
        }
        if look.memory > limits.memory {
            Some(RunEnd::OverMemory)
        } else if look.tasks > u64::from(limits.processes) {
            Some(RunEnd::OverProcesses)
        } else {
            None
        }
    }

    /// Looks at the folder. A large one is looked at less often, also from move to move.
    fn look_at_disk(&mut self, age: Duration) -> Option<FolderLimit> {
        let begun = time_of(ClockId::CLOCK_PROCESS_CPUTIME_ID);
        let most = self.instructions.limits.disk.saturating_sub(self.held.files);
        let limit = self.folder.over(most);
        self.has_looked_at_disk = true;
        // The warden's own time: on a busy machine it would take longer and look less often.
        let taken = time_of(ClockId::CLOCK_PROCESS_CPUTIME_ID).saturating_sub(begun);
        self.disk_pause = (taken * SHARE).min(LONGEST_PAUSE);
        self.disk_due = age + self.disk_pause;
        limit
    }

    /// What the end is called, with what is only known when all is over.
    fn judge(&mut self, end: RunEnd, group: Option<&Group>, age: Duration) -> RunEnd {
        let memory = self.instructions.limits.memory;
        let RunEnd::Exited(exit) = end else { return end };
        self.held = Holdings::default();
        // What has grown since the last look is seen at the end, however soon that is.
        if (self.has_looked_at_disk || age >= self.disk_due.min(self.disk_pause))
            && let Some(limit) = self.look_at_disk(age)
        {
            return RunEnd::OverDisk(limit);
        }
        // Refused more memory, most programs end in their own way.
        let fell = || fell_for_memory(memory) || group.is_some_and(Group::ran_out_of_memory);
        if !exit.is_success() && fell() { RunEnd::OverMemory } else { end }
    }
}

/// Waits for a death, but not for long. Returns whether the caller has gone.
fn wait(caller: &UnixStream, deaths: &SignalFd, most: Duration) -> bool {
    let mut descriptors =
        [PollFd::new(caller.as_fd(), PollFlags::POLLIN), PollFd::new(deaths.as_fd(), PollFlags::POLLIN)];
    // An interruption is a wait that was shorter.
    let _ = ppoll(&mut descriptors, Some(TimeSpec::from_duration(most)), None);
    while let Ok(Some(_)) = deaths.read_signal() {}
    descriptors[0].any().unwrap_or(true)
}

/// Lets go of dead processes other than the program itself, whose number is kept
/// from going to another until its group is killed. Returns how the program has
/// ended, if it has.
fn reap_others(program: Pid) -> Option<RunEnd> {
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    loop {
        match waitid(Id::All, flags) {
            Ok(WaitStatus::Exited(process, code)) if process == program => {
                return Some(RunEnd::Exited(Exit::Code(code)));
            }
            Ok(WaitStatus::Signaled(process, signal, _)) if process == program => {
                return Some(RunEnd::Exited(Exit::Signal(signal as i32)));
            }
            Ok(WaitStatus::Exited(process, _) | WaitStatus::Signaled(process, ..)) => {
                let _ = waitpid(process, Some(WaitPidFlag::WNOHANG));
            }
            _ => return None,
        }
    }
}

/// Kills the program and all that it has started, and waits until none of it is
/// left.
fn kill_all(program: Pid, deaths: &SignalFd, group: Option<&Group>) -> Result<(), String> {
    // All at one stroke; the program itself, even if dead, is not waited for yet,
    // so its number and that of the group are still its own.
    let _ = killpg(program, Signal::SIGKILL);
    let begun = Instant::now();
    loop {
        // Orphans become children of the warden: when there are no children there
        // is nothing at all.
        loop {
            match waitpid(Pid::from_raw(-1), Some(WaitPidFlag::WNOHANG)) {
                Err(Errno::ECHILD) => return Ok(()),
                Ok(WaitStatus::StillAlive) | Err(_) => break,
                Ok(_) => {}
            }
        }
        if begun.elapsed() > PATIENCE {
            return Err("processes of the program cannot be killed".to_owned());
        }
        // Whatever is not dead at once, or has left the group of signals where that could not
        // be prevented.
        if let Some(group) = group {
            group.kill();
        }
        tree::kill_descendants();
        let mut descriptors = [PollFd::new(deaths.as_fd(), PollFlags::POLLIN)];
        let _ = poll(&mut descriptors, PollTimeout::from(1_u8));
        while let Ok(Some(_)) = deaths.read_signal() {}
    }
}

fn fell_for_memory(limit: u64) -> bool {
    tree::largest_of_dead() >= limit / 100 * NEARLY_ALL
}
