//! The clock of a turn that is taken in this process.

use std::time::Duration;

use crate::{Answer, ClockKind, Request, Turn};

/// The clocks of the system.
#[cfg(not(target_family = "wasm"))]
mod system {
    use std::time::{Duration, Instant};

    use cpu_time::ThreadTime;

    #[derive(Clone, Copy, Debug)]
    pub(super) struct Started(ThreadTime, Instant);

    impl Started {
        pub(super) fn now() -> Self {
            Self(ThreadTime::now(), Instant::now())
        }

        pub(super) fn cpu(self) -> Duration {
            self.0.elapsed()
        }

        pub(super) fn wall(self) -> Duration {
            self.1.elapsed()
        }
    }
}

/// A page has no clock that this crate could read: its turns take no time, and whoever
/// runs them there measures them.
#[cfg(target_family = "wasm")]
mod system {
    use std::time::Duration;

    #[derive(Clone, Copy, Debug)]
    pub(super) struct Started;

    impl Started {
        pub(super) const fn now() -> Self {
            Self
        }

        pub(super) const fn cpu(self) -> Duration {
            Duration::ZERO
        }

        pub(super) const fn wall(self) -> Duration {
            Duration::ZERO
        }
    }
}

/// The time since a turn in this process began.
#[derive(Clone, Copy, Debug)]
pub struct TurnClock(system::Started);

impl TurnClock {
    /// The CPU time of this thread.
    pub fn cpu(&self) -> Duration {
        self.0.cpu()
    }

    /// The time on the wall.
    pub fn wall(&self) -> Duration {
        self.0.wall()
    }

    /// What the referee will charge; where nothing is charged, the time on the wall.
    pub fn used(&self, request: &Request<'_>) -> Duration {
        match request.clock.kind {
            ClockKind::Cpu => self.cpu(),
            ClockKind::Wall | ClockKind::None => self.wall(),
        }
    }
}

/// Takes a turn in this thread and measures it.
pub fn measured(choose: impl FnOnce(&TurnClock) -> Answer) -> Turn {
    let clock = TurnClock(system::Started::now());
    let answer = choose(&clock);
    Turn::new(clock.cpu(), clock.wall(), answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClockRules, Stop};
    use fruitrage_rules::{Board, generate};

    #[test]
    fn a_turn_that_waits_costs_time_on_the_wall_and_one_that_works_costs_both() {
        let pause = Duration::from_millis(30);
        let work = Duration::from_millis(5);
        let board = Board::settled(&generate(2, 2, 1));
        let stop = Stop::default();
        let request = |kind| Request {
            board: &board,
            kinds: 2,
            remaining: pause,
            clock: ClockRules { kind, grace: pause },
            ply: 1,
            course: None,
            stop: &stop,
        };
        let turn = measured(|clock| {
            std::thread::sleep(pause);
            let (cpu, wall) = (clock.cpu(), clock.wall());
            assert!(wall >= pause && cpu < wall, "{cpu:?} of {wall:?}");
            for kind in [ClockKind::Wall, ClockKind::None] {
                assert!(clock.used(&request(kind)) >= pause, "{kind}");
            }
            assert!(clock.used(&request(ClockKind::Cpu)) < clock.wall());
            while clock.cpu() < work {}
            assert!(clock.used(&request(ClockKind::Cpu)) >= work);
            Answer::Stopped
        });
        assert_eq!(turn.answer, Answer::Stopped);
        assert!(turn.cpu >= work && turn.wall >= pause + work, "{turn:?}");
    }
}
