//! CPU time and memory of a program's whole process tree, by samples and by the kernel's
//! accounts.
//!
//! The time of a process that its parent waits for is in the kernel's accounts and exact.
//! A parent that ignores the deaths of its children hides their time from the accounts. It
//! is then estimated from samples: of each interval between two samples, the share in which
//! a process was found running is charged.

use std::collections::HashMap;
use std::fs;
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, kill};
use nix::sys::time::{TimeVal, TimeValLike as _};
use nix::time::{clock_getcpuclockid, clock_gettime};
use nix::unistd::{Pid, SysconfVar, sysconf};

/// What a program is seen to use, from look to look.
#[derive(Debug)]
pub(super) struct Tree {
    /// The CPU time of each process when it was last seen alive.
    seen: HashMap<Pid, Duration>,
    /// The CPU time of processes whose number has since gone to another.
    gone: Duration,
    /// How long processes were seen to run from look to look: an estimate of what
    /// they used.
    estimate: Duration,
    last_look: Instant,
    /// What the warden's child had used before it became the program.
    before: Duration,
    page: u64,
    ticks_per_second: u64,
}

/// What a look at all processes showed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Look {
    /// CPU time so far.
    pub(super) cpu: Duration,
    /// Resident memory, in bytes.
    pub(super) memory: u64,
    /// How many processes there are.
    pub(super) processes: usize,
    /// How many there are with all their threads.
    pub(super) tasks: u64,
}

/// What the system says of a process.
#[derive(Clone, Copy, Debug, Default)]
struct Status {
    runs: bool,
    /// CPU time of the children that it has waited for.
    waited_for: Duration,
    threads: u64,
}

/// By how much more may be seen than is counted before processes must be hidden:
/// while a program runs, the system counts in hundredths of a second.
const DOUBT_IN_BETWEEN: Duration = Duration::from_millis(100);
const DOUBT_IN_THE_END: Duration = Duration::from_millis(10);

impl Tree {
    pub(super) fn new(before: Duration) -> Self {
        let system = |variable| sysconf(variable).ok().flatten().map(|value| value as u64);
        Self {
            seen: HashMap::new(),
            gone: Duration::ZERO,
            estimate: Duration::ZERO,
            last_look: Instant::now(),
            before,
            page: system(SysconfVar::PAGE_SIZE).unwrap_or(4096),
            ticks_per_second: system(SysconfVar::CLK_TCK).unwrap_or(100).max(1),
        }
    }

    /// Looks at all processes. Memory is measured exactly, which takes longer, if
    /// it may be more than `enough`.
    pub(super) fn look(&mut self, enough: u64) -> Look {
        let processes = descendants_of(Pid::this());
        let since_last_look = self.last_look.elapsed();
        self.last_look += since_last_look;
        let (mut waited_for, mut tasks, mut memory) = (Duration::ZERO, 0, 0);
        for &process in &processes {
            self.see(process);
            let status = self.status(process).unwrap_or_default();
            waited_for += status.waited_for;
            tasks += status.threads;
            memory += self.resident(process).unwrap_or(0);
            if status.runs {
                self.estimate += since_last_look.mul_f64(share_of_processor(process).unwrap_or(1.0));
            }
        }
        if memory > enough {
            let exact = |&process: &Pid| shared_out(process).or_else(|| self.resident(process)).unwrap_or(0);
            memory = processes.iter().map(exact).sum();
        }
        let alive: Duration = processes.iter().filter_map(|process| self.seen.get(process)).sum();
        let counted = (alive + waited_for + of_dead()).saturating_sub(self.before);
        Look { cpu: self.judge(counted, DOUBT_IN_BETWEEN), memory, processes: processes.len(), tasks }
    }

    /// CPU time when all processes are dead and waited for.
    pub(super) fn cpu_in_the_end(&self) -> Duration {
        self.judge(of_dead().saturating_sub(self.before), DOUBT_IN_THE_END)
    }

    /// What a program is charged with. A process whose parent ignores the deaths of
    /// its children is in nobody's account. If such processes were seen, then there
    /// were more of them between the looks, and the estimate is taken.
    fn judge(&self, counted: Duration, doubt: Duration) -> Duration {
        let seen = self.total_seen();
        if seen > counted + doubt { seen.max(self.estimate) } else { counted }
    }

    fn total_seen(&self) -> Duration {
        (self.seen.values().sum::<Duration>() + self.gone).saturating_sub(self.before)
    }

    fn see(&mut self, process: Pid) {
        let Ok(time) = clock_getcpuclockid(process).and_then(clock_gettime) else { return };
        let time = Duration::from(time);
        match self.seen.insert(process, time) {
            Some(before) if before > time => self.gone += before,
            _ => {}
        }
    }

    fn status(&self, process: Pid) -> Option<Status> {
        let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name before it, in brackets, can hold anything.
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |field: usize| fields.get(field)?.parse::<u64>().ok();
        let ticks = number(13)? + number(14)?;
        let threads = number(17)?;
        Some(Status {
            // What the other threads do is not told here.
            runs: fields[0] == "R" || threads > 1,
            waited_for: Duration::from_secs_f64(ticks as f64 / self.ticks_per_second as f64),
            threads,
        })
    }

    fn resident(&self, process: Pid) -> Option<u64> {
        let text = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
        text.split(' ').nth(1)?.parse::<u64>().ok().map(|pages| pages * self.page)
    }
}

/// How much of the time in which it could have run a process did run.
fn share_of_processor(process: Pid) -> Option<f64> {
    let text = fs::read_to_string(format!("/proc/{process}/schedstat")).ok()?;
    let mut times = text.split_whitespace().map_while(|time| time.parse::<f64>().ok());
    let (run, waited) = (times.next()?, times.next()?);
    (run > 0.0).then(|| run / (run + waited))
}

/// Resident memory that is not that of files, where what several processes share
/// is shared out among them.
fn shared_out(process: Pid) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
    let field = |name: &str| -> Option<u64> {
        let line = text.lines().find(|line| line.starts_with(name))?;
        Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? << 10)
    };
    Some(field("Pss_Anon:")? + field("Pss_Shmem:")?)
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

/// All processes below one.
pub(crate) fn descendants_of(process: Pid) -> Vec<Pid> {
    let mut found = Vec::new();
    let mut waiting = vec![process];
    while let Some(parent) = waiting.pop() {
        let children = children(parent);
        waiting.extend(&children);
        found.extend(children);
    }
    found
}

/// The children of all threads of a process.
fn children(parent: Pid) -> Vec<Pid> {
    let threads = fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|number| number.parse().ok()).collect::<Vec<_>>())
        .map(Pid::from_raw)
        .collect()
}

/// Kills all processes below this one that can be found.
pub(super) fn kill_descendants() {
    for process in descendants_of(Pid::this()) {
        // Whoever is gone by now needs no killing.
        let _ = kill(process, Signal::SIGKILL);
    }
}
