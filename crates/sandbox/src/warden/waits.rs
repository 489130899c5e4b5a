//! The time in which a program could not run because others did: it had something to do, and
//! no processor was free. It counts for nobody, so that a busy machine judges as a quiet one.
//!
//! The kernel tells how long each thread was ready and did not run. From look to look, the
//! thread that waited longest is taken: the others may have waited for it.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

use nix::unistd::Pid;

/// What a program has waited for processors.
#[derive(Debug, Default)]
pub(crate) struct Waits {
    threads: HashMap<i32, Duration>,
    total: Duration,
}

impl Waits {
    /// Looks at all threads, `age` after the start of the program.
    pub(crate) fn look(&mut self, processes: &[Pid], age: Duration) {
        let mut seen = HashMap::with_capacity(self.threads.len());
        let mut longest = Duration::ZERO;
        for (thread, waited) in processes.iter().flat_map(|&process| threads(process)) {
            let before = self.threads.get(&thread).copied().unwrap_or_default();
            // A number that has gone to another thread begins again.
            longest = longest.max(waited.checked_sub(before).unwrap_or(waited));
            seen.insert(thread, waited);
        }
        // The kernel tells of a wait when it is over: it may have begun before the last look.
        self.total = (self.total + longest).min(age);
        self.threads = seen;
    }

    /// All of it up to the last look.
    pub(crate) fn total(&self) -> Duration {
        self.total
    }
}

/// The threads of a process and how long each has waited.
fn threads(process: Pid) -> Vec<(i32, Duration)> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let waited = threads.filter_map(|thread| {
        let number = thread.file_name().to_str()?.parse().ok()?;
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        Some((number, Duration::from_nanos(text.split_whitespace().nth(1)?.parse().ok()?)))
    });
    waited.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_excused_than_has_passed() {
        let mut waits = Waits::default();
        // This process has waited for longer than a nanosecond by now, or not at all.
        waits.look(&[Pid::this()], Duration::from_nanos(1));
        assert!(waits.total() <= Duration::from_nanos(1));
        waits.look(&[], Duration::from_secs(1));
        assert!(waits.total() <= Duration::from_nanos(1));
    }
}
