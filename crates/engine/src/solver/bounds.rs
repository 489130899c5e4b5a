//! Answers for how much and how little a field can be worth, at a glance.
//!
//! A cluster of c fruits gives at most c^2 points, to whoever. So no player gets
//! more than the sum of these ahead. But the other player may do harm: taking s
//! fruits of a cluster turns c^2 that could have been against them into s^2 for
//! them and at most (c - s)^2 against: a swing of 2 c s. An upright run never
//! breaks, so as long as nobody has touched a cluster, a swing of twice its
//! fruits times its longest run can be had. Before a player's i-th answer, 2 i - 1
//! clusters have been touched at most. Swings in falling order:
//!
//! ```text
//!  value <=   sum of c^2 - swing_2 - swing_4 - ...
//!  value >= - sum of c^2 + swing_1 + swing_3 + ...
//! ```
//!
//! Coins are clusters that are one run. If there is nothing but coins, the two
//! bounds meet.

use super::survey::Survey;

/// What a field is worth to the player to move, at least and at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

/// Room for the swings of a field.
pub(super) type Swings = Vec<i32>;

impl Bounds {
    /// The bounds of a field, given what there is in it and its coins.
    pub(super) fn of(survey: &Survey, coins: u64, swings: &mut Swings) -> Self {
        swings.clear();
        let mut sum = 0;
        let mut left = coins;
        while left != 0 {
            let size = left.ilog2() as i32;
            left ^= 1 << size;
            sum += size * size;
            swings.push(2 * size * size);
        }
        for cluster in survey.clusters() {
            let fruits = i32::from(cluster.fruits);
            sum += fruits * fruits;
            swings.push(2 * fruits * i32::from(cluster.run));
        }
        swings.sort_unstable_by(|a, b| b.cmp(a));
        let (own, others) = by_turns(swings);
        Self { lower: own - sum, upper: sum - others }
    }
}

/// The sums of every other swing, with the first one and without.
fn by_turns(swings: &[i32]) -> (i32, i32) {
    swings.chunks(2).fold((0, 0), |(own, others), pair| (own + pair[0], others + pair.get(1).unwrap_or(&0)))
}
