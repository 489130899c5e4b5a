//! A program of many turns on Linux.

use std::fs::File;
use std::io::{self, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::unistd::pipe2;

use super::super::linux::{self, Launched, PIPE_IN_BUFFERS, Started};
use super::super::{Launch, LaunchError, Limits, RunEnd};
use super::brake::Brake;
use super::lines::{Excess, LONGEST_LINE, Lines, MOST_SAID};
use super::{Exchange, ExchangeEnd, TurnLimits};
use crate::groups::Lease;
use crate::isolation::{Sandbox, Tier};
use crate::warden::{Waits, descendants_of};

/// How often the limits are looked at.
const PAUSE: Duration = Duration::from_millis(20);
/// How often it is looked at how long the program had to wait for a processor.
const LONG_PAUSE: Duration = Duration::from_millis(100);
/// The warden's own limit of time: none, since each question has its own.
const ENDLESS: Duration = Duration::from_secs(u32::MAX as u64);

/// A program and its warden.
#[derive(Debug)]
pub(super) struct Running {
    /// What is left of it when it is dead. Before the group, so that it is gone when the group
    /// is removed.
    started: Option<Started>,
    group: Option<Lease>,
    program: PathBuf,
    begun: Instant,
    tier: Tier,
    brake: Brake,
    /// Whether it was told apart what is the program's.
    is_known: bool,
    input: File,
    /// What the program has not taken yet.
    untold: Vec<u8>,
    output: OwnedFd,
    lines: Lines,
    /// CPU time up to its last answer.
    used: Duration,
}

/// What a look at the program showed.
enum Seen {
    Nothing,
    Answer(Vec<u8>),
    Excess(Excess),
    /// The warden has hung up.
    Dead,
}

impl Running {
    pub(super) fn start(sandbox: &Sandbox, launch: &Launch<'_>) -> Result<Self, LaunchError> {
        let (theirs, ours) = pipe2(OFlag::O_CLOEXEC).map_err(|error| LaunchError::system("a pipe")(error.into()))?;
        // What it does not read must not hold up the referee.
        fcntl(&ours, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))
            .map_err(|error| LaunchError::system("a pipe")(error.into()))?;
        let limits = Limits { cpu: None, wall: ENDLESS, wall_includes_waiting: true, ..launch.limits.clone() };
        let lines = Lines::new(limits.log);
        let launch = Launch { limits, ..launch.clone() };
        let Launched { mut started, group, program } = linux::begin(sandbox, &launch, Some(theirs.as_fd()))?;
        let output = started.outputs[0].pipe.take();
        Ok(Self {
            brake: Brake::new(group.as_ref()),
            started: Some(started),
            group,
            program,
            begun: Instant::now(),
            tier: sandbox.tier(),
            is_known: false,
            input: File::from(ours),
            untold: Vec::new(),
            output: output.ok_or_else(|| LaunchError::Sandbox("the program has no output".to_owned()))?,
            lines,
            used: Duration::ZERO,
        })
    }

    pub(super) fn ask(
        &mut self,
        text: &str,
        limits: &TurnLimits,
        is_answer: &mut dyn FnMut(&[u8]) -> bool,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Exchange, LaunchError> {
        // Nobody waits for what it has said since its last answer.
        self.drain()?;
        let before = self.lines.begin();
        self.untold.extend_from_slice(text.as_bytes());
        let begun = Instant::now();
        // Told while it stands still: it all is there when it begins.
        self.tell()?;
        let started = self.started.as_mut().ok_or(LaunchError::Stopped)?;
        if self.is_known {
            self.brake.go_on(started)?;
        }
        let asked = self.until_answered(begun, limits, is_answer, is_stopped);
        let wall = begun.elapsed();
        match asked? {
            End::Answer(line) => {
                let cpu = self.rest()?;
                let (stdout, stderr) = (self.lines.take_lines(), self.take_stderr());
                Ok(Exchange { cpu, wall, end: ExchangeEnd::Answered(line), before, stdout, stderr })
            }
            End::Over(end) => {
                let cpu = self.used_now().saturating_sub(self.used);
                self.drain()?;
                let (stdout, stderr) = (self.lines.take(), self.take_stderr());
                self.end();
                Ok(Exchange { cpu, wall, end, before, stdout, stderr })
            }
            End::Dead => {
                let started = self.started.take().ok_or(LaunchError::Stopped)?;
                let finished = started.finish()?;
                let (group, program) = (self.group.take(), std::mem::take(&mut self.program));
                let run = linux::conclude(finished, group, program, self.begun, None, is_stopped)?;
                let (cpu, end) = (run.cpu.saturating_sub(self.used), ExchangeEnd::Over(run.end));
                Ok(Exchange { cpu, wall, end, before, stdout: self.lines.take(), stderr: run.stderr })
            }
        }
    }

    /// Lets the program run until it has answered, or must not go on.
    fn until_answered(
        &mut self,
        begun: Instant,
        limits: &TurnLimits,
        is_answer: &mut dyn FnMut(&[u8]) -> bool,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<End, LaunchError> {
        let (mut next_look, mut next_long_look) = (PAUSE, LONG_PAUSE);
        let mut waits = Waits::default();
        loop {
            match self.wait(is_answer)? {
                Seen::Nothing => {}
                Seen::Answer(line) => return Ok(End::Answer(line)),
                Seen::Excess(Excess::Line) => return Ok(End::Over(ExchangeEnd::EndlessLine(LONGEST_LINE))),
                Seen::Excess(Excess::Said) => return Ok(End::Over(ExchangeEnd::Flood(MOST_SAID))),
                Seen::Dead => return Ok(End::Dead),
            }
            let age = begun.elapsed();
            if age < next_look {
                continue;
            }
            next_look = age + PAUSE;
            if is_stopped() {
                self.end();
                return Err(LaunchError::Stopped);
            }
            if limits.cpu.is_some_and(|most| self.used_now().saturating_sub(self.used) > most) {
                return Ok(End::Over(ExchangeEnd::Over(RunEnd::OverCpu)));
            }
            if !limits.wall_includes_waiting && age >= next_long_look {
                next_long_look = age + LONG_PAUSE;
                waits.look(&self.processes(), age);
            }
            if age.saturating_sub(waits.total()) >= limits.wall {
                return Ok(End::Over(ExchangeEnd::Over(RunEnd::OverWall)));
            }
        }
    }

    /// Waits for something to read, but not for long, and reads it.
    fn wait(&mut self, is_answer: &mut dyn FnMut(&[u8]) -> bool) -> Result<Seen, LaunchError> {
        let started = self.started.as_mut().ok_or(LaunchError::Stopped)?;
        let (is_readable, is_called) = {
            let mut files = vec![
                PollFd::new(self.output.as_fd(), PollFlags::POLLIN),
                PollFd::new(started.socket.as_fd(), PollFlags::POLLIN),
            ];
            files.extend(started.outputs[1].pipe.as_ref().map(|pipe| PollFd::new(pipe.as_fd(), PollFlags::POLLIN)));
            if !self.untold.is_empty() {
                files.push(PollFd::new(self.input.as_fd(), PollFlags::POLLOUT));
            }
            match poll(&mut files, PollTimeout::try_from(PAUSE).unwrap_or(PollTimeout::ZERO)) {
                Ok(_) | Err(nix::Error::EINTR) => {}
                Err(error) => return Err(LaunchError::system("listening to the program")(error.into())),
            }
            let events = |file: &PollFd<'_>| file.revents().unwrap_or(PollFlags::empty());
            let is_readable = events(&files[0]).contains(PollFlags::POLLIN);
            if !is_readable && events(&files[0]).contains(PollFlags::POLLHUP) {
                // Nobody can write to it any more. It is dead, or will be when its time is up.
                std::thread::sleep(Duration::from_millis(1));
            }
            (is_readable, !events(&files[1]).is_empty())
        };
        started.outputs[1].read_some();
        let is_dead = is_called && started.hear()?;
        self.tell()?;
        if is_readable {
            self.read()?;
        }
        if is_dead {
            // What was said before the end counts.
            self.drain()?;
        }
        while let Some(line) = self.lines.next() {
            if is_answer(&line) {
                return Ok(Seen::Answer(line));
            }
        }
        Ok(if is_dead { Seen::Dead } else { self.lines.excess().map_or(Seen::Nothing, Seen::Excess) })
    }

    /// Reads all that was in the pipe, and no more of what is still being written.
    fn drain(&mut self) -> Result<(), LaunchError> {
        for _ in 0..PIPE_IN_BUFFERS {
            if !self.read()? {
                break;
            }
        }
        Ok(())
    }

    /// Reads what there is of the output, up to a bufferful. Returns whether there may be more.
    fn read(&mut self) -> Result<bool, LaunchError> {
        let mut buffer = [0; 16 << 10];
        match nix::unistd::read(&self.output, &mut buffer) {
            Ok(0) | Err(nix::Error::EAGAIN) => Ok(false),
            Ok(length) => {
                self.lines.push(&buffer[..length]);
                Ok(true)
            }
            Err(nix::Error::EINTR) => Ok(true),
            Err(error) => Err(LaunchError::system("listening to the program")(error.into())),
        }
    }

    /// Writes what the program has room for.
    fn tell(&mut self) -> Result<(), LaunchError> {
        while !self.untold.is_empty() {
            match self.input.write(&self.untold) {
                Ok(length) => drop(self.untold.drain(..length)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                // Nobody is there to read it, which is seen elsewhere.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.untold.clear(),
                Err(error) => return Err(LaunchError::system("speaking to the program")(error)),
            }
        }
        Ok(())
    }

    /// Lets nothing of it run. Returns what was used since the last time.
    fn rest(&mut self) -> Result<Duration, LaunchError> {
        let started = self.started.as_mut().ok_or(LaunchError::Stopped)?;
        let mut used = self.brake.rest(started, self.group.as_ref())?;
        if !self.is_known {
            self.is_known = true;
            self.brake.tell_apart(self.tier, started);
            used = self.used_now();
        }
        let turn = used.saturating_sub(self.used);
        self.used = used;
        Ok(turn)
    }

    fn used_now(&mut self) -> Duration {
        let Some(started) = &mut self.started else { return self.used };
        // If there is no telling, it is told in the end.
        self.brake.used(started, self.group.as_ref()).unwrap_or(self.used)
    }

    fn processes(&self) -> Vec<nix::unistd::Pid> {
        self.started.as_ref().map(|started| descendants_of(started.child.number(), |_| ())).unwrap_or_default()
    }

    fn take_stderr(&mut self) -> Vec<u8> {
        let Some(started) = &mut self.started else { return Vec::new() };
        started.outputs[1].drain();
        started.outputs[1].kept.take()
    }

    /// Ends the program to its last process, frozen or not. Without a group the warden sees to
    /// it, since nobody listens to it any more.
    fn end(&mut self) {
        if let Some(group) = &self.group {
            group.kill();
        }
        self.started = None;
        // Removed when the last one in it is dead.
        self.group = None;
    }
}

/// How the wait for an answer ended.
enum End {
    Answer(Vec<u8>),
    /// It must not go on.
    Over(ExchangeEnd),
    /// It has died, or the warden has ended it.
    Dead,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}
