//! Answers for which boxes are played, by how many threads, in which order.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use fruitrage_rules::{Board, MAX_KINDS, MAX_SIZE, generate};

/// Boxes of one size and one number of kinds: `10p6` is 10 x 10 with 6 kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Boards {
    size: usize,
    kinds: u8,
}

impl Boards {
    /// The box that a seed names.
    pub(crate) fn board(self, seed: u64) -> Board {
        Board::settled(&generate(self.size, self.kinds, seed))
    }
}

impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}p{}", self.size, self.kinds))
    }
}

impl FromStr for Boards {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text.split_once('p').and_then(|(size, kinds)| Some((size.parse().ok()?, kinds.parse().ok()?)));
        match numbers {
            Some((size @ 1..=MAX_SIZE, kinds @ 1..=MAX_KINDS)) => Ok(Self { size, kinds }),
            _ => Err("expected size and kinds such as 10p6, up to 26p10"),
        }
    }
}

/// As many threads as can run at a time.
pub(crate) fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Does numbered jobs with some threads and hands over their results in the
/// order of their numbers, until there are no more or `take` has had enough.
///
/// In order, so that what an early end leaves does not depend on which thread
/// was quicker.
pub(crate) fn run_in_order<T: Send>(
    threads: usize,
    jobs: u64,
    job: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(u64, T) -> ControlFlow<()>,
) {
    let (next, enough) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, enough, job) = (sender.clone(), &next, &enough, &job);
            scope.spawn(move || {
                while !enough.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= jobs || sender.send((number, job(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut expected = 0;
        for (number, result) in receiver {
            early.insert(number, result);
            while let Some(result) = early.remove(&expected) {
                if take(expected, result).is_break() {
                    enough.store(true, Ordering::Relaxed);
                    return;
                }
                expected += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_threads_do() {
        let mut seen = Vec::new();
        let slow_if_even = |number: u64| {
            std::thread::sleep(std::time::Duration::from_millis(if number.is_multiple_of(2) { 3 } else { 0 }));
            number * 10
        };
        run_in_order(4, 20, slow_if_even, |number, result| {
            assert_eq!(result, number * 10);
            seen.push(number);
            ControlFlow::Continue(())
        });
        assert_eq!(seen, (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn enough_is_enough() {
        let mut taken = 0;
        run_in_order(
            2,
            u64::MAX,
            |number| number,
            |number, _| {
                taken += 1;
                if number == 6 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(taken, 7);
    }
}
