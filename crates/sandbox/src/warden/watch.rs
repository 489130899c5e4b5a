//! The watch over a program from its start to the death of its last process.

use std::fs::File;
use std::io::Read as _;
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::fcntl::OFlag;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{SigSet, SigmaskHow, Signal, killpg, sigprocmask};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid, waitpid};
use nix::time::ClockId;
use nix::unistd::{Pid, pipe2, setpgid};

use super::confine::{self, Ready, Word, time_of};
use super::message::{Answer, Instructions};
use super::tree::{self, Look, Tree};
use super::{disk, fork};
use crate::process::RunEnd;
use fruitrage_game::Exit;

/// The time from one look at a program to the next: short for a young one, which
/// can still grow by much, and for one with several processes, of which a
/// short-lived one might never be seen.
fn pause(age: Duration, processes: usize) -> Duration {
    match age.as_millis() {
        0..50 => Duration::from_millis(5),
        _ if processes > 1 => Duration::from_millis(5),
        50..1000 => Duration::from_millis(10),
        _ => Duration::from_millis(20),
    }
}

/// The folder is looked at less often than the processes.
const PAUSE_OF_DISK: Duration = Duration::from_millis(100);

/// All looking takes at most this part of the time, so as not to slow down what
/// it looks at.
const SHARE: u32 = 25;

/// How long to kill before giving up. A process that is not dead by then hangs in
/// the kernel.
const PATIENCE: Duration = Duration::from_secs(10);

/// A program that fell by itself counts as one that wanted too much memory from
/// this part of the limit on, in percent.
const NEARLY_ALL: u64 = 90;

/// Runs a program to its end. `caller` is only looked at for being closed.
pub(super) fn run(instructions: &Instructions, caller: &UnixStream) -> Answer {
    let started = match start(instructions) {
        Ok(started) => started,
        Err(answer) => return answer,
    };
    let mut tree = Tree::new(started.before);
    let watched = watch(instructions, caller, &started, &mut tree);
    let wall = started.age();
    let killed = kill_all(started.program, &started.deaths);
    if let Err(fault) = killed {
        return Answer::Fault(fault);
    }
    let end = match watched {
        None => return Answer::Stopped,
        Some(end) => judge(end, instructions),
    };
    Answer::Done { end, cpu: tree.cpu_in_the_end(), wall }
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

fn start(instructions: &Instructions) -> Result<Started, Answer> {
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
    let program = fork::fork(|| confine::become_program(instructions, warden, File::from(tell.try_clone().unwrap())))
        .map_err(fault("a process"))?;
    drop(tell);
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
    kill_all(program, &deaths).map_err(Answer::Fault)?;
    Err(started)
}

/// Waits for the end of the program or of its limits; nothing if the caller has
/// gone before.
fn watch(instructions: &Instructions, caller: &UnixStream, started: &Started, tree: &mut Tree) -> Option<RunEnd> {
    let limits = &instructions.limits;
    let mut processes = 1;
    let mut least_pause = Duration::ZERO;
    let mut next_look_at_disk = PAUSE_OF_DISK;
    loop {
        let age = started.age();
        let rest = limits.wall.saturating_sub(age).max(Duration::from_millis(1));
        if wait(caller, &started.deaths, pause(age, processes).max(least_pause).min(rest)) {
            return None;
        }
        if let Some(end) = reap_others(started.program) {
            return Some(end);
        }
        let begun = Instant::now();
        let look = tree.look(limits.memory);
        least_pause = begun.elapsed().min(PAUSE_OF_DISK / SHARE) * SHARE;
        let age = started.age();
        if let Some(end) = over_limits(instructions, look, age) {
            return Some(end);
        }
        processes = look.processes;
        if age >= next_look_at_disk {
            let begun = Instant::now();
            if disk::is_over(&instructions.folder, limits.disk) {
                return Some(RunEnd::OverDisk);
            }
            next_look_at_disk = age + PAUSE_OF_DISK.max(begun.elapsed() * SHARE);
        }
    }
}

fn over_limits(instructions: &Instructions, look: Look, age: Duration) -> Option<RunEnd> {
    let limits = &instructions.limits;
    if limits.cpu.is_some_and(|cpu| look.cpu > cpu) {
        Some(RunEnd::OverCpu)
    } else if age >= limits.wall {
        Some(RunEnd::OverWall)
    } else if look.memory > limits.memory {
        Some(RunEnd::OverMemory)
    } else if look.tasks > u64::from(limits.processes) {
        Some(RunEnd::OverProcesses)
    } else {
        None
    }
}

/// Waits for a death, but not for long. Returns whether the caller has gone.
fn wait(caller: &UnixStream, deaths: &SignalFd, most: Duration) -> bool {
    let mut descriptors =
        [PollFd::new(caller.as_fd(), PollFlags::POLLIN), PollFd::new(deaths.as_fd(), PollFlags::POLLIN)];
    let most = PollTimeout::try_from(most).unwrap_or(PollTimeout::ZERO);
    // An interruption is a wait that was shorter.
    let _ = poll(&mut descriptors, most);
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
fn kill_all(program: Pid, deaths: &SignalFd) -> Result<(), String> {
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
        // Whatever has left the group, where that could not be prevented.
        tree::kill_descendants();
        let mut descriptors = [PollFd::new(deaths.as_fd(), PollFlags::POLLIN)];
        let _ = poll(&mut descriptors, PollTimeout::from(1_u8));
        while let Ok(Some(_)) = deaths.read_signal() {}
    }
}

/// What the end is called, with what is only known when all is over.
fn judge(end: RunEnd, instructions: &Instructions) -> RunEnd {
    let limits = &instructions.limits;
    match end {
        RunEnd::Exited(_) if disk::is_over(&instructions.folder, limits.disk) => RunEnd::OverDisk,
        // Refused more memory, most programs end in their own way.
        RunEnd::Exited(exit) if !exit.is_success() && fell_for_memory(limits.memory) => RunEnd::OverMemory,
        end => end,
    }
}

fn fell_for_memory(limit: u64) -> bool {
    tree::largest_of_dead() >= limit / 100 * NEARLY_ALL
}
