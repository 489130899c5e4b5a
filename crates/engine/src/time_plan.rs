//! The time plan: how long to think about a move.

use std::time::Duration;

use crate::{NODES_BETWEEN_QUESTIONS, Report, Table, Tunables};

/// What a move may cost that its process cannot see of itself, as whoever holds the
/// clock counts it: the process is made, and it ends. On a quiet machine that is
/// about half a millisecond; under a wall clock on a busy machine it is more, as a
/// process waits for its turn again and again.
const UNSEEN_COST: Duration = Duration::from_millis(4);

/// How many moves more than expected are set aside.
const SPARE_MOVES: f64 = 4.0;

/// How many moves may all cost [`UNSEEN_COST`].
const UNLUCKY_MOVES: f64 = 30.0;

/// The mean unseen cost of any further moves.
const MEAN_UNSEEN_COST: Duration = Duration::from_millis(2);

/// The largest cost of a start that is taken as typical of the starts to come.
const LARGEST_SEEN_COST: Duration = Duration::from_millis(20);

/// How much more than this process the next ones may need to start: a start takes
/// one to two milliseconds, and more whenever the machine is busy.
const SEEN_COST_FACTOR: f64 = 2.0;

/// A clock with more than this is taken for this: a file may claim any number.
const LONGEST_GAME: Duration = Duration::from_hours(24);

/// Reading the clock takes about as long as two or three nodes.
const FEWEST_NODES_BETWEEN_QUESTIONS: u64 = 24;

/// How long to think about one move, counted from the start of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimePlan {
    /// After this, no new iteration is started.
    pub deepen_until: Duration,
    /// The same if the best move is settled.
    pub deepen_settled_until: Duration,
    /// At this, the search is stopped.
    pub stop_at: Duration,
}

impl TimePlan {
    /// Returns the plan for a move if `remaining` is left for the rest of the game,
    /// each move is a process of its own, and this one has `used` some of the time
    /// already. `groups` is the number of groups on the board.
    pub(crate) fn new(tunables: &Tunables, remaining: Duration, used: Duration, groups: u32) -> Self {
        // What the moves themselves will cost is set aside first. If nothing is
        // left, there is no thinking. There may be more of them than expected,
        // but hardly more than every other group.
        let all_moves = own_moves(tunables, f64::from(groups));
        let moves = (all_moves + SPARE_MOVES).min(f64::from(groups) / 2.0 + 1.0);
        let seen = times(used.min(LARGEST_SEEN_COST), SEEN_COST_FACTOR * moves);
        let unseen = times(UNSEEN_COST, moves.min(UNLUCKY_MOVES)) + times(MEAN_UNSEEN_COST, moves - UNLUCKY_MOVES);
        Self::of_thinking(tunables, remaining.saturating_sub(seen + unseen), groups)
    }

    /// Returns the plan for a move if all of `usable` can be used for thinking, as
    /// where one process makes all moves.
    pub(crate) fn of_thinking(tunables: &Tunables, usable: Duration, groups: u32) -> Self {
        let usable = usable.min(LONGEST_GAME);
        let longest = times(Duration::from_secs(1), tunables.longest_move);
        let hard_moves = own_moves(tunables, f64::from(groups) - tunables.solved_groups);
        let share = times(usable, (tunables.early_bonus / hard_moves).min(tunables.largest_part)).min(longest);
        let with_overtime = times(share, tunables.overtime).min(times(usable, tunables.largest_part)).min(longest);
        Self {
            deepen_until: times(share, tunables.deepening_part),
            deepen_settled_until: times(share, tunables.settled_part),
            stop_at: with_overtime.max(share),
        }
    }

    /// Returns the plan for a move that has a time of its own. What it does not use
    /// is of no use later, so a settled move is searched for as long as another.
    pub const fn of_move(deepen_until: Duration, stop_at: Duration) -> Self {
        Self { deepen_until, deepen_settled_until: deepen_until, stop_at }
    }

    /// Returns how many nodes may be searched before the clock is read again, with
    /// `used` of the time used: none if it is over, and few if it nearly is.
    pub fn nodes_allowed(&self, used: Duration) -> u64 {
        let left = self.stop_at.saturating_sub(used);
        if left.is_zero() {
            return 0;
        }
        // What is left of the time is halved with every question.
        (Table::nodes_in(left) / 2).clamp(FEWEST_NODES_BETWEEN_QUESTIONS, NODES_BETWEEN_QUESTIONS)
    }

    /// Returns whether another iteration is worth its time after this report, with
    /// `used` of the time used.
    pub fn wants_more_than(&self, report: &Report, used: Duration) -> bool {
        used < if report.settled { self.deepen_settled_until } else { self.deepen_until }
    }
}

/// Returns a multiple of a time: none of it if the factor is negative or no number, and the
/// longest game if there is no such time. Tunables may be any numbers.
fn times(time: Duration, factor: f64) -> Duration {
    let seconds = (time.as_secs_f64() * factor).max(0.0);
    Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST_GAME)
}

/// Returns the expected number of own moves on a board with so many groups, at
/// least one.
fn own_moves(tunables: &Tunables, groups: f64) -> f64 {
    (groups * tunables.own_moves_per_group).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RatedMove, Value};
    use fruitrage_rules::{Cell, Group};
    use proptest::prelude::*;

    fn planned(remaining: Duration, groups: u32) -> TimePlan {
        TimePlan::new(&Tunables::default(), remaining, ms(1), groups)
    }

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn the_clock_is_asked_the_more_often_the_less_is_left() {
        let plan = TimePlan::of_move(ms(1), ms(1));
        let allowed = |micros| plan.nodes_allowed(Duration::from_micros(micros));
        assert_eq!(allowed(0), NODES_BETWEEN_QUESTIONS);
        assert!((0..1_000).all(|micros| allowed(micros) >= allowed(micros + 1)));
        assert_eq!(allowed(999), FEWEST_NODES_BETWEEN_QUESTIONS);
        assert_eq!((allowed(1_000), allowed(5_000)), (0, 0));
    }

    #[test]
    fn a_game_of_many_moves_never_plans_more_than_is_left() {
        for budget in [1, 10, 50, 200, 1_000, 5_000, 60_000, 300_000] {
            for groups in [1, 2, 5, 50, 200, 540, 676] {
                let mut remaining = ms(budget);
                // Each own move takes away about 2.7 groups, the opponent's included.
                for left in (1..=groups).rev().step_by(3) {
                    let plan = planned(remaining, left);
                    assert!(plan.deepen_until <= plan.stop_at);
                    assert!(plan.stop_at <= remaining / 2, "{plan:?} of {remaining:?}, {left} groups");
                    remaining = remaining.saturating_sub(plan.stop_at.max(ms(1)));
                }
            }
        }
    }

    #[test]
    fn almost_no_time_means_no_thinking() {
        let plan = planned(ms(1), 540);
        assert!(plan.stop_at.is_zero(), "{plan:?}");
        assert!(planned(ms(50), 540).stop_at.is_zero());
        assert!(planned(Duration::ZERO, 1).stop_at.is_zero());
    }

    #[test]
    fn where_moves_cost_nothing_the_least_time_is_thought_away() {
        let plan = |remaining, groups| TimePlan::of_thinking(&Tunables::default(), remaining, groups);
        let little = Duration::from_micros(200);
        assert!(planned(little, 60).stop_at.is_zero());
        for groups in [1, 12, 60, 540] {
            let plan = plan(little, groups);
            assert!(!plan.deepen_until.is_zero() && plan.stop_at <= little / 2, "{plan:?}, {groups} groups");
        }
        assert!(plan(little, 60).stop_at < plan(little, 30).stop_at);
    }

    fn any_duration() -> impl Strategy<Value = Duration> {
        let whole = (any::<u64>(), 0..1_000_000_000_u32).prop_map(|(seconds, rest)| Duration::new(seconds, rest));
        prop_oneof![
            whole,
            any::<u64>().prop_map(Duration::from_nanos),
            (0..400_000_u64).prop_map(ms),
            Just(Duration::MAX),
            Just(Duration::ZERO),
        ]
    }

    proptest! {
        #[test]
        fn no_move_thinks_longer_than_half_a_minute_or_half_of_its_clock(
            remaining in any_duration(), used in any_duration(), groups in 1..=676_u32,
        ) {
            let tunables = Tunables::default();
            for plan in [
                TimePlan::new(&tunables, remaining, used, groups),
                TimePlan::of_thinking(&tunables, remaining, groups),
            ] {
                prop_assert!(plan.stop_at <= Duration::from_secs(30), "{plan:?}");
                prop_assert!(plan.stop_at <= remaining / 2, "{plan:?}");
                prop_assert!(plan.deepen_settled_until <= plan.deepen_until, "{plan:?}");
                prop_assert!(plan.deepen_until <= plan.stop_at, "{plan:?}");
            }
        }
    }

    #[test]
    fn the_longest_move_can_be_set() {
        let longest = |seconds| {
            let tunables = Tunables { longest_move: seconds, ..Tunables::default() };
            TimePlan::of_thinking(&tunables, Duration::MAX, 20).stop_at
        };
        assert_eq!([longest(30.0), longest(2.5)], [ms(30_000), ms(2_500)]);
    }

    #[test]
    fn a_slow_start_is_a_reason_to_hurry() {
        let slow = TimePlan::new(&Tunables::default(), ms(1_000), ms(10), 60);
        assert!(slow.stop_at < planned(ms(1_000), 60).stop_at);
        assert!(!planned(ms(1_000), 60).stop_at.is_zero());
    }

    #[test]
    fn plenty_of_time_is_used() {
        let plan = planned(Duration::from_mins(5), 540);
        assert!(plan.stop_at > ms(2_500), "{plan:?}");
        let plan = planned(Duration::from_mins(5), 5);
        assert_eq!(plan.stop_at, Duration::from_secs(30), "{plan:?}");
    }

    #[test]
    fn a_settled_move_is_thought_about_less_unless_its_time_is_its_own() {
        let found = RatedMove::alone(Group::new(Cell::new(0, 0), 1), Value::EVEN, false);
        let open = Report::of(std::iter::once(found), false, 8, 1);
        let settled = Report { settled: true, ..open.clone() };
        let plan = planned(ms(5_000), 60);
        for (used, more_if_open, more_if_settled) in
            [(Duration::ZERO, true, true), (plan.deepen_settled_until, true, false), (plan.deepen_until, false, false)]
        {
            assert_eq!(plan.wants_more_than(&open, used), more_if_open, "{plan:?}, {used:?}");
            assert_eq!(plan.wants_more_than(&settled, used), more_if_settled, "{plan:?}, {used:?}");
        }
        assert!(TimePlan::of_move(ms(7), ms(10)).wants_more_than(&settled, ms(6)));
    }

    #[test]
    fn what_many_moves_cost_is_set_aside_but_not_all_of_the_clock() {
        // Some two hundred moves to come: a second is enough to think a little
        // about each, a fifth of a second is not.
        assert!(planned(ms(200), 540).stop_at.is_zero());
        assert!(!planned(ms(1_000), 540).stop_at.is_zero());
        assert!(planned(ms(5_000), 540).stop_at > ms(20));
    }
}
