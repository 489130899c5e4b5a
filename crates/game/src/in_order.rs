//! Numbered jobs done by several threads, with their results in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

/// Does numbered jobs with some threads and hands over their results in the
/// order of their numbers, until there are no more or `take` has had enough.
///
/// In order, so that what an early end leaves does not depend on which thread
/// was quicker.
pub fn run_in_order<T: Send>(
    threads: usize,
    jobs: u64,
    job: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(u64, T) -> ControlFlow<()>,
) {
    if threads <= 1 {
        // Also where there are no threads, as in a page.
        let _ = (0..jobs).try_for_each(|number| take(number, job(number)));
        return;
    }
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
    fn one_thread_is_the_callers_own_and_several_are_not() {
        let here = std::thread::current().id();
        for (threads, is_here) in [(0, true), (1, true), (2, false)] {
            run_in_order(
                threads,
                5,
                |_| std::thread::current().id() == here,
                |number, was_here| {
                    assert_eq!(was_here, is_here, "job {number} with {threads} threads");
                    ControlFlow::Continue(())
                },
            );
        }
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
