//! Wishes of the caller while a program of many turns runs: that it rests while it is not its
//! turn, and what it has used so far. Where there is a group of processes that can be frozen,
//! the caller does that itself and has no wishes but to end.

use std::fs;
use std::io::{Read as _, Write as _};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};

use super::super::message::line;
use super::{HEARTBEAT, PATIENCE, Waited, Watch, reap_others, wait};

/// What the caller wants, as the byte that it sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Nothing of the program may run any more. It is told what was used when that is so.
    Rest = b'r' as isize,
    /// The program may run again.
    GoOn = b'g' as isize,
    /// What was used so far is to be told.
    Account = b'a' as isize,
}

impl Wish {
    fn of_byte(byte: u8) -> Option<Self> {
        [Self::Rest, Self::GoOn, Self::Account].into_iter().find(|wish| *wish as u8 == byte)
    }
}

/// What a program has used so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SoFar {
    pub(crate) cpu: Duration,
}

/// How long to wait for processes to stop before they are looked at again.
const MOMENT: Duration = Duration::from_micros(50);

impl Watch<'_> {
    /// Does what the caller wants.
    pub(super) fn grant(&mut self) -> Waited {
        match self.next_wish() {
            Some(Wish::Rest) if self.stop_all() => {
                self.tell_account();
                return self.rest();
            }
            // What does not stand still is ended.
            None | Some(Wish::Rest) => return Waited::InVain,
            Some(Wish::Account) => self.tell_account(),
            Some(Wish::GoOn) => self.go_on(),
        }
        Waited::Long
    }

    /// Waits until the program may run again.
    fn rest(&mut self) -> Waited {
        loop {
            if wait(self.caller, &self.started.deaths, HEARTBEAT) {
                match self.next_wish() {
                    Some(Wish::GoOn) => {
                        self.go_on();
                        return Waited::Long;
                    }
                    Some(Wish::Rest | Wish::Account) => self.tell_account(),
                    None => return Waited::InVain,
                }
            } else if let Some(end) = reap_others(self.started.program) {
                return Waited::Ended(end);
            }
            self.show_life();
        }
    }

    /// What the caller wants; nothing if it has gone, or if nobody should have wishes.
    fn next_wish(&self) -> Option<Wish> {
        let mut byte = [0];
        match (&*self.caller).read(&mut byte) {
            Ok(1) if self.instructions.session => Wish::of_byte(byte[0]),
            _ => None,
        }
    }

    fn tell_account(&mut self) {
        // By the last list of processes: another one, at a time that the program can foresee,
        // would spoil the estimate.
        let cpu = self.tree.look(self.instructions.limits.memory, &self.held).cpu;
        // If the caller has gone it is seen elsewhere.
        let _ = (&*self.caller).write_all(&line(&SoFar { cpu }));
    }

    /// Stops the program and all that it has started. Returns whether all of it stands still:
    /// each thread was seen to, twice, since between list and look one could start another.
    fn stop_all(&mut self) -> bool {
        let begun = Instant::now();
        let mut still = 0;
        while still < 2 {
            // All at one stroke; who has left the group of signals is stopped by name.
            let _ = killpg(self.started.program, Signal::SIGSTOP);
            self.tree.list(Duration::ZERO);
            let running: Vec<Pid> = self.tree.processes().iter().copied().filter(|process| runs(*process)).collect();
            for process in &running {
                let _ = kill(*process, Signal::SIGSTOP);
            }
            if running.is_empty() {
                still += 1;
            } else if begun.elapsed() > PATIENCE {
                return false;
            } else {
                still = 0;
                thread::sleep(MOMENT);
            }
        }
        true
    }

    fn go_on(&self) {
        for process in self.tree.processes() {
            // Whoever is dead by now stays so.
            let _ = kill(*process, Signal::SIGCONT);
        }
        let _ = killpg(self.started.program, Signal::SIGCONT);
    }
}

/// Whether any thread of a process is neither stopped nor dead.
fn runs(process: Pid) -> bool {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let states = threads.filter_map(|thread| {
        let text = fs::read_to_string(thread.path().join("stat")).ok()?;
        // The name before it, in brackets, can hold anything.
        text.rsplit_once(')')?.1.trim_start().chars().next()
    });
    states.into_iter().any(|state| !matches!(state, 'T' | 't' | 'Z' | 'X'))
}
