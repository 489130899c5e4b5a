//! Answers for how long to think about a move.

use std::time::Duration;

use crate::Tunables;

/// What each move costs besides thinking, as the one who holds the clock counts
/// it: a process is started, files are read and written, the process ends.
const COST_OF_A_MOVE: Duration = Duration::from_millis(4);

/// How long to think about one move, counted from the start of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimePlan {
    /// After this, no new iteration is started.
    pub deepen_until: Duration,
    /// At this, the search is stopped.
    pub stop_at: Duration,
}

impl TimePlan {
    /// The plan for a move with this much time left for the rest of the game,
    /// in a box with so many groups.
    pub fn new(tunables: &Tunables, remaining: Duration, groups: u32) -> Self {
        let own_moves = (f64::from(groups) * tunables.own_moves_per_group).max(1.0);
        // What the moves themselves cost is set aside, this one's twice. If that
        // is more than half of what is left, the thinking gets the other half,
        // but for the cost of this move.
        let set_aside = COST_OF_A_MOVE.mul_f64(own_moves + 1.0).min(remaining / 2).max(COST_OF_A_MOVE);
        let usable = remaining.saturating_sub(set_aside);
        let share = usable.mul_f64((tunables.early_bonus / own_moves).min(tunables.largest_part));
        Self {
            deepen_until: share.mul_f64(tunables.part_left_to_deepen),
            stop_at: share.mul_f64(tunables.overtime).min(usable.mul_f64(tunables.largest_part)).max(share),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(remaining: Duration, groups: u32) -> TimePlan {
        TimePlan::new(&Tunables::default(), remaining, groups)
    }

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
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
        let plan = planned(ms(50), 540);
        assert!(plan.stop_at < ms(5), "{plan:?}");
        assert!(planned(Duration::ZERO, 1).stop_at.is_zero());
    }

    #[test]
    fn plenty_of_time_is_used() {
        let plan = planned(Duration::from_mins(5), 540);
        assert!(plan.stop_at > ms(2_500), "{plan:?}");
        let plan = planned(Duration::from_mins(5), 5);
        assert!(plan.stop_at > Duration::from_mins(1), "{plan:?}");
    }
}
