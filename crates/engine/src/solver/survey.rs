//! Answers for the clusters of a field: all fruits of a kind in neighbouring
//! columns, which is what could at best become one group.

use super::field::{Field, LANES};
use super::stack::Stack;

/// The most clusters: ten kinds in every lane, none of them beside.
const MAX_CLUSTERS: usize = 10 * LANES;

/// All fruits that could at best become one group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cluster {
    /// How many they are.
    pub(super) fruits: u16,
    /// The longest upright run among them; it will not break.
    pub(super) run: u16,
}

/// What there is in a field.
#[derive(Clone, Debug)]
pub(super) struct Survey {
    count: usize,
    clusters: [Cluster; MAX_CLUSTERS],
    /// The cluster of each code in each lane.
    cluster_of: [[u16; 16]; LANES],
}

impl Survey {
    pub(super) const fn new() -> Self {
        let none = Cluster { fruits: 0, run: 0 };
        Self { count: 0, clusters: [none; MAX_CLUSTERS], cluster_of: [[0; 16]; LANES] }
    }

    pub(super) fn clusters(&self) -> &[Cluster] {
        &self.clusters[..self.count]
    }

    /// The cluster of the fruits with some code in a lane.
    pub(super) fn cluster(&self, lane: usize, code: usize) -> Cluster {
        self.clusters[usize::from(self.cluster_of[lane][code])]
    }

    /// Surveys a field, and takes out parts that are coins.
    pub(super) fn of<S: Stack>(&mut self, field: &mut Field<S>) {
        self.count = 0;
        let mut lane = 1;
        while lane <= field.width() {
            let first = lane;
            while field.kinds(lane) & field.kinds(lane + 1) != 0 {
                lane += 1;
            }
            if first == lane {
                field.take_coins_from_below(lane);
            }
            if field.kinds(first) != 0 && !field.make_coin(first, lane) {
                (first..=lane).for_each(|lane| self.count(field, lane));
            }
            lane += 1;
        }
    }

    /// Counts the fruits of a lane.
    #[inline(always)]
    fn count<S: Stack>(&mut self, field: &Field<S>, lane: usize) {
        let (mut kinds, before) = (field.kinds(lane), field.kinds(lane - 1));
        let (fruits, runs) = (field.fruits(lane), field.longest_runs(lane));
        while kinds != 0 {
            let code = kinds.trailing_zeros() as usize;
            kinds &= kinds - 1;
            let (fruits, run) = (fruits.get(code), runs.get(code));
            if before >> code & 1 == 1 {
                // Goes on from the lane before.
                let number = self.cluster_of[lane - 1][code];
                self.cluster_of[lane][code] = number;
                let cluster = &mut self.clusters[usize::from(number)];
                *cluster = Cluster { fruits: cluster.fruits + fruits, run: cluster.run.max(run) };
            } else {
                self.cluster_of[lane][code] = self.count as u16;
                self.clusters[self.count] = Cluster { fruits, run };
                self.count += 1;
            }
        }
    }
}
