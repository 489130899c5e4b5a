//! The flag that stops work under way, from another thread or a signal.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long it may take until who waits notices.
const STEP: Duration = Duration::from_millis(20);

/// A flag that all parts of a run share: once raised, games are broken off and
/// their agents killed.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    raised: Arc<AtomicBool>,
    /// The flag of the larger whole that this is a part of.
    whole: Option<Box<Self>>,
}

impl Stop {
    /// A flag for a part of the work: raising it stops that part only, but what
    /// stops the whole stops the part.
    #[must_use]
    pub fn part(&self) -> Self {
        Self { raised: Arc::default(), whole: Some(Box::new(self.clone())) }
    }

    /// Asks everybody to stop.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has.
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed) || self.whole.as_deref().is_some_and(Self::is_raised)
    }

    /// Waits for so long, or until somebody asks to stop.
    pub fn wait(&self, time: Duration) {
        let end = Instant::now() + time;
        while !self.is_raised() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            std::thread::sleep(left.min(STEP));
        }
    }

    /// The flag itself, for a signal handler to raise.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.raised)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stops_the_whole_stops_its_parts_and_not_the_other_way_round() {
        let whole = Stop::default();
        let [one, two] = [whole.part(), whole.part()];
        let inner = one.part();
        one.raise();
        assert_eq!([&whole, &one, &two, &inner].map(Stop::is_raised), [false, true, false, true]);
        whole.flag().store(true, Ordering::Relaxed);
        assert!(whole.is_raised() && two.is_raised() && whole.part().is_raised());
    }

    #[test]
    fn a_copy_is_the_same_flag() {
        let stop = Stop::default();
        let copy = stop.clone();
        copy.raise();
        assert!(stop.is_raised());
    }

    #[test]
    fn waiting_lasts_as_long_as_it_says_unless_somebody_asks_to_stop() {
        let stop = Stop::default();
        let (start, time) = (Instant::now(), 2 * STEP);
        stop.wait(time);
        assert!(start.elapsed() >= time);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| stop.part().wait(Duration::from_hours(1)));
            stop.raise();
            waiting.join().unwrap();
        });
    }
}
