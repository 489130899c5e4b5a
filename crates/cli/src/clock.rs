//! Answers for the time that this process has used, as strictly as anyone may
//! count it.
//!
//! A referee may hold CPU time or wall time against an agent, from the moment
//! the process was started. So the clock is the larger of the two, and it runs
//! since before `main`.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

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
}

impl ProcessClock {
    /// A clock for this process, which has been in `main` since then.
    ///
    /// To ask the system how old the process is takes its time as well, so one
    /// that has none does without a clock.
    pub(crate) fn new(in_main: Instant) -> Self {
        let since = in_main.elapsed();
        let cpu = cpu_time().saturating_sub(since);
        let age = age_of_process().unwrap_or_default().saturating_sub(since);
        if age > LONGEST_START {
            return Self { in_main, before_main: Duration::ZERO, cpu_of_another: cpu };
        }
        Self { in_main, before_main: cpu.max(age), cpu_of_another: Duration::ZERO }
    }

    /// The time used so far: wall time or CPU time of all threads, whichever is
    /// more.
    pub(crate) fn elapsed(&self) -> Duration {
        (self.before_main + self.in_main.elapsed()).max(cpu_time().saturating_sub(self.cpu_of_another))
    }
}

fn cpu_time() -> Duration {
    ProcessTime::try_now().map(|time| time.as_duration()).unwrap_or_default()
}

/// How long ago this process was started, at the least: the system tells it in
/// ticks of a hundredth of a second, and the tick under way may have only just
/// begun. So a quick start counts as none, and a slow one, on a machine under
/// load or from a cold disk, is seen.
#[cfg(target_os = "linux")]
fn age_of_process() -> Option<Duration> {
    use std::fs::File;
    use std::io::Read as _;

    use rustix::time::{ClockId, clock_gettime};

    /// What the system counts in whatever it tells programs, on any hardware.
    const TICK: Duration = Duration::from_millis(10);

    // All of it with one call; it has some three hundred bytes.
    let mut stat = [0; 2048];
    let length = File::open("/proc/self/stat").and_then(|mut file| file.read(&mut stat)).ok()?;
    // The second field is the program's name in parentheses and may hold
    // anything; the start time is the twentieth field after it.
    let name_end = stat[..length].iter().rposition(|&byte| byte == b')')?;
    let ticks = stat[name_end + 1..length].split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).nth(19)?;
    let ticks: u64 = str::from_utf8(ticks).ok()?.parse().ok()?;
    let started = TICK.checked_mul(u32::try_from(ticks + 1).ok()?)?;
    let now = clock_gettime(ClockId::Boottime);
    let now = Duration::new(u64::try_from(now.tv_sec).ok()?, u32::try_from(now.tv_nsec).ok()?);
    Some(now.saturating_sub(started))
}

/// Elsewhere the start is not known as cheaply; the CPU time covers most of it.
#[cfg(not(target_os = "linux"))]
fn age_of_process() -> Option<Duration> {
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
