//! The clock of this process: the time it has used, counted as strictly as anyone may.
//!
//! A referee may hold CPU time or wall time against an agent, from the moment
//! the process was started. So the clock is the larger of the two, and it runs
//! since before `main`.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use fruitrage_engine::Clock;

/// A process that is older than this when it reaches `main` was something else
/// before: a shell or a build that took its time and then became this program,
/// as in `cargo run`. Nobody holds that against the agent.
const LONGEST_START: Duration = Duration::from_secs(1);

/// Counts the time used by this process.
#[derive(Debug)]
pub(crate) struct ProcessClock {
    in_main: Instant,
    /// What had been used up before `main`.
    before_main: Duration,
    /// CPU time that does not count.
    cpu_of_another: Duration,
    /// Threads whose CPU time counts as that of one.
    threads: u32,
}

impl ProcessClock {
    /// A clock for this process, which has been in `main` since then.
    ///
    /// To ask the system how old the process is takes its time as well, so one
    /// that has none does without a clock.
    pub(crate) fn new(in_main: Instant) -> Self {
        let since = in_main.elapsed();
        let cpu = cpu_time().saturating_sub(since);
        let waited = time_in_queue().unwrap_or_default();
        let age = age_of_process().unwrap_or_default().saturating_sub(since);
        if age > LONGEST_START {
            return Self { in_main, before_main: Duration::ZERO, cpu_of_another: cpu, threads: 1 };
        }
        Self { in_main, before_main: age.max(cpu + waited), cpu_of_another: Duration::ZERO, threads: 1 }
    }

    /// The same clock for someone who wants so many threads, and so has a clock
    /// on the wall held against them: where CPU time counts, more threads than
    /// one only lose.
    pub(crate) fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads as u32, ..self }
    }
}

impl Clock for ProcessClock {
    /// Wall time or CPU time, whichever is more.
    fn elapsed(&self) -> Duration {
        let cpu = cpu_time().saturating_sub(self.cpu_of_another) / self.threads;
        (self.before_main + self.in_main.elapsed()).max(cpu)
    }
}

fn cpu_time() -> Duration {
    ProcessTime::try_now().map(|time| time.as_duration()).unwrap_or_default()
}

/// How long this process has waited for its turn on a processor.
#[cfg(target_os = "linux")]
fn time_in_queue() -> Option<Duration> {
    let mut room = [0; 256];
    let nanoseconds = read_once("/proc/self/schedstat", &mut room)?.split_ascii_whitespace().nth(1)?;
    Some(Duration::from_nanos(nanoseconds.parse().ok()?))
}

/// How long ago this process was started, at the least: the system tells it in
/// ticks of a hundredth of a second, and the tick under way may have only just
/// begun. So a quick start counts as none, and a slow one, on a machine under
/// load or from a cold disk, is seen.
#[cfg(target_os = "linux")]
fn age_of_process() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};

    /// What the system counts in whatever it tells programs, on any hardware.
    const TICK_IN_MILLISECONDS: u64 = 10;

    // The second field is the program's name in parentheses and may hold
    // anything; the start time is the twentieth field after it.
    let mut room = [0; 2048];
    let stat = read_once("/proc/self/stat", &mut room)?.rsplit_once(')')?.1;
    let ticks: u64 = stat.split_ascii_whitespace().nth(19)?.parse().ok()?;
    let started = Duration::from_millis(ticks.checked_add(1)?.checked_mul(TICK_IN_MILLISECONDS)?);
    let now = clock_gettime(ClockId::Boottime);
    let now = Duration::new(u64::try_from(now.tv_sec).ok()?, u32::try_from(now.tv_nsec).ok()?);
    Some(now.saturating_sub(started))
}

/// The text of a small file that the system makes when it is read, all of it
/// with one call.
#[cfg(target_os = "linux")]
fn read_once<'a>(path: &str, room: &'a mut [u8]) -> Option<&'a str> {
    use std::io::Read as _;

    let length = std::fs::File::open(path).and_then(|mut file| file.read(room)).ok()?;
    str::from_utf8(&room[..length]).ok()
}

/// Elsewhere the start is not known as cheaply; the CPU time covers most of it.
#[cfg(not(target_os = "linux"))]
fn age_of_process() -> Option<Duration> {
    None
}

/// Elsewhere nobody tells.
#[cfg(not(target_os = "linux"))]
fn time_in_queue() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_never_runs_backwards_and_counts_work() {
        let clock = ProcessClock::new(Instant::now());
        let first = clock.elapsed();
        let mut x = 1_u64;
        while clock.elapsed() < first + Duration::from_millis(2) {
            x = std::hint::black_box(x.wrapping_mul(3));
        }
        assert!(clock.elapsed() > first);
    }
}
