//! CPU time and memory of a program's whole process tree, from look to look.
//!
//! CPU time is the kernel's own account: that of the program's group if it has one, otherwise
//! that of all processes that are alive or were waited for, with an estimate for those that a
//! program disowns.

use std::fs;
use std::io;
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, kill};
use nix::sys::time::{TimeVal, TimeValLike as _};
use nix::unistd::{Pid, SysconfVar, sysconf};

use super::estimate::Estimate;
use super::group::Group;
use super::holdings::Holdings;

/// What a program is seen to use, from look to look.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    account: Account<'a>,
    /// What the warden's child had used before it became the program, as far as that is in
    /// the account.
    before: Duration,
    /// All processes at the last look.
    processes: Vec<Pid>,
    page: u64,
    ticks_per_second: u64,
}

/// Who accounts for CPU time.
#[derive(Debug)]
enum Account<'a> {
    Group(&'a Group),
    Processes(Estimate),
}

/// What a look at all processes showed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Look {
    /// CPU time so far.
    pub(super) cpu: Duration,
    /// Memory, in bytes.
    pub(super) memory: u64,
    /// How many processes there are, with all their threads.
    pub(super) tasks: u64,
}

/// What the system says of a process.
#[derive(Clone, Copy, Debug, Default)]
struct Status {
    /// CPU time of the children that it has waited for.
    waited_for: Duration,
    threads: u64,
}

/// The memory of a process, in bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    resident: u64,
    /// What the kernel needs to know where it is.
    tables: u64,
}

impl<'a> Tree<'a> {
    pub(super) fn new(group: Option<&'a Group>, program: Pid, before: Duration) -> Self {
        let system = |variable| sysconf(variable).ok().flatten().map(|value| value as u64);
        Self {
            account: group.map_or_else(|| Account::Processes(Estimate::new(program)), Account::Group),
            before,
            processes: Vec::new(),
            page: system(SysconfVar::PAGE_SIZE).unwrap_or(4096),
            ticks_per_second: system(SysconfVar::CLK_TCK).unwrap_or(100).max(1),
        }
    }

    /// Lists all processes; `between` is the mean time between two lists. Returns whether there
    /// were newcomers, if that matters.
    pub(super) fn list(&mut self, between: Duration) -> bool {
        match &mut self.account {
            Account::Group(_) => {
                self.processes = descendants_of(Pid::this(), |_| ());
                false
            }
            Account::Processes(estimate) => {
                // Each is looked at as soon as it is listed: in a moment it may be gone.
                let mut sightings = Vec::new();
                self.processes = descendants_of(Pid::this(), |process| sightings.push(estimate.sight(process)));
                estimate.look(&sightings, between)
            }
        }
    }

    /// Looks at all processes of the last list. Memory is measured exactly, which takes longer,
    /// if it may be more than `enough`.
    pub(super) fn look(&mut self, enough: u64, held: &Holdings) -> Look {
        let (mut waited_for, mut tasks, mut resident, mut tables) = (Duration::ZERO, 0, 0, 0);
        for &process in &self.processes {
            let status = self.status(process).unwrap_or_default();
            waited_for += status.waited_for;
            tasks += status.threads;
            let memory = self.memory(process, enough).unwrap_or_default();
            resident += memory.resident;
            tables += memory.tables;
        }
        let mut memory = resident + tables + held.buffers + held.shared;
        if memory > enough {
            let (anonymous, shared) = self.shared_out();
            memory = anonymous + shared.max(held.shared) + tables + held.buffers;
        }
        Look { cpu: self.cpu(waited_for), memory, tasks }
    }

    /// All processes at the last look.
    pub(super) fn processes(&self) -> &[Pid] {
        &self.processes
    }

    /// CPU time when all processes are dead and waited for.
    pub(super) fn cpu_in_the_end(&self) -> io::Result<Duration> {
        let counted = match &self.account {
            Account::Group(group) => group.used()?,
            Account::Processes(estimate) => estimate.judge_in_the_end(of_dead()),
        };
        Ok(counted.saturating_sub(self.before))
    }

    /// CPU time so far, if living processes have waited for dead ones with so much of it.
    fn cpu(&self, waited_for: Duration) -> Duration {
        let counted = match &self.account {
            // If there is no telling, it is told in the end.
            Account::Group(group) => group.used().unwrap_or_default(),
            Account::Processes(estimate) => estimate.judge(estimate.alive() + waited_for + of_dead()),
        };
        counted.saturating_sub(self.before)
    }

    fn status(&self, process: Pid) -> Option<Status> {
        let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name before it, in brackets, can hold anything.
        let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(13).map(|field| field.parse::<u64>().ok());
        let ticks = fields.next()?? + fields.next()??;
        Some(Status {
            waited_for: Duration::from_secs_f64(ticks as f64 / self.ticks_per_second as f64),
            threads: fields.nth(2)??,
        })
    }

    fn memory(&self, process: Pid, enough: u64) -> Option<Memory> {
        /// A page of a table stands for so many pages of memory.
        const ENTRIES: u64 = 512;
        let text = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
        let mut pages = text.split(' ').map_while(|pages| pages.parse::<u64>().ok());
        let (size, resident) = (pages.next()? * self.page, pages.next()? * self.page);
        // Only a large program can have large tables, and only of those it is worth asking.
        let tables = if size / ENTRIES > enough / 16 { of_tables(process).unwrap_or(0) } else { 0 };
        Some(Memory { resident, tables })
    }

    /// Resident memory that is not that of files, private and shared, where what several
    /// processes share is shared out among them.
    fn shared_out(&self) -> (u64, u64) {
        let parts = self.processes.iter().map(|&process| {
            let unknown = || (self.memory(process, u64::MAX).unwrap_or_default().resident, 0);
            shared_out(process).unwrap_or_else(unknown)
        });
        parts.fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1))
    }
}

/// A number of kibibytes in a file of `/proc`, as bytes.
fn field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? << 10)
}

fn of_tables(process: Pid) -> Option<u64> {
    field(&fs::read_to_string(format!("/proc/{process}/status")).ok()?, "VmPTE:")
}

fn shared_out(process: Pid) -> Option<(u64, u64)> {
    let text = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
    Some((field(&text, "Pss_Anon:")?, field(&text, "Pss_Shmem:")?))
}

/// The CPU time of all children that were waited for, theirs included.
pub(super) fn of_dead() -> Duration {
    let duration = |time: TimeVal| Duration::from_micros(time.num_microseconds() as u64);
    getrusage(UsageWho::RUSAGE_CHILDREN)
        .map(|usage| duration(usage.user_time()) + duration(usage.system_time()))
        .unwrap_or_default()
}

/// The largest resident memory of any one process that was waited for, in bytes.
pub(super) fn largest_of_dead() -> u64 {
    getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0, |usage| (usage.max_rss() as u64) << 10)
}

/// All processes below one. Each is told as soon as it is found.
pub(crate) fn descendants_of(process: Pid, mut found: impl FnMut(Pid)) -> Vec<Pid> {
    // In a system of its own: all others.
    if process == Pid::this() && process.as_raw() == 1 {
        let numbers = fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        return numbers.filter(|number| *number != 1).map(Pid::from_raw).inspect(|process| found(*process)).collect();
    }
    let mut all = vec![process];
    let mut next = 0;
    while let Some(&parent) = all.get(next) {
        next += 1;
        all.extend(children(parent).inspect(|process| found(*process)));
    }
    all.split_off(1)
}

/// The children of all threads of a process.
pub(crate) fn children(parent: Pid) -> impl Iterator<Item = Pid> {
    let threads = fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| {
        // The youngest first, who may be gone soon.
        let numbers = list.split_whitespace().rev().filter_map(|number| number.parse().ok());
        numbers.map(Pid::from_raw).collect::<Vec<_>>()
    })
}

/// Kills all processes below this one that can be found.
pub(super) fn kill_descendants() {
    for process in descendants_of(Pid::this(), |_| ()) {
        // Whoever is gone by now needs no killing.
        let _ = kill(process, Signal::SIGKILL);
    }
}
