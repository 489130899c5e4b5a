//! How a move is seen: the group that is taken lights up and is gone,
//! then the fruit above it falls.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fruitrage_play::session::MovePlayed;
use fruitrage_play::{Fall, GroupView};
use fruitrage_rules::Board;

/// How long the group is seen before it goes.
const FLASH: Duration = Duration::from_millis(220);
/// How long the fruit falls.
const FALL: Duration = Duration::from_millis(240);
/// Between two pictures.
const FRAME: Duration = Duration::from_millis(33);

/// How long a move is seen.
pub(super) const WHOLE: Duration = Duration::from_millis(460);

/// A move that is being seen.
pub(super) struct Motion {
    before: Board,
    played: Arc<MovePlayed>,
    started: Option<Instant>,
}

/// One moment of it.
pub(super) enum Moment<'a> {
    /// The group lights up on the board as it was.
    Flash { before: &'a Board, taken: &'a GroupView },
    /// The fruit has fallen a part of its way, between 0 and 1.
    Falling { before: &'a Board, taken: &'a GroupView, falls: &'a [Fall], part: f64 },
}

/// The moves that are still to be seen, one after the other.
#[derive(Default)]
pub(super) struct Motions(VecDeque<Motion>);

impl Motions {
    pub(super) fn add(&mut self, before: Board, played: Arc<MovePlayed>) {
        // Who is so far behind wants to see where it stands, not how it came to that.
        if self.0.len() >= 2 {
            self.0.clear();
        }
        self.0.push_back(Motion { before, played, started: None });
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// What is to be seen now, and how soon there is something new; nothing if all
    /// has been seen.
    pub(super) fn at(&mut self, now: Instant) -> Option<(Moment<'_>, Duration)> {
        while self.0.front().is_some_and(|motion| motion.elapsed(now) >= motion.length()) {
            self.0.pop_front();
        }
        let motion = self.0.front_mut()?;
        let elapsed = now.duration_since(*motion.started.get_or_insert(now));
        Some((motion.moment(elapsed), FRAME))
    }
}

impl Motion {
    fn elapsed(&self, now: Instant) -> Duration {
        self.started.map_or(Duration::ZERO, |started| now.duration_since(started))
    }

    fn length(&self) -> Duration {
        if self.played.effect.falls.is_empty() { FLASH } else { WHOLE }
    }

    fn moment(&self, elapsed: Duration) -> Moment<'_> {
        let (before, effect) = (&self.before, &self.played.effect);
        match elapsed.checked_sub(FLASH) {
            None => Moment::Flash { before, taken: &effect.taken },
            Some(falling) => {
                let part = (falling.as_secs_f64() / FALL.as_secs_f64()).min(1.0);
                // Faster and faster, as things fall.
                Moment::Falling { before, taken: &effect.taken, falls: &effect.falls, part: part * part }
            }
        }
    }
}
