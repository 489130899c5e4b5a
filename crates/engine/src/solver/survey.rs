//! Answers for the clusters of a field: all fruits of a kind in neighbouring
//! columns, which is what could at best become one group.

use super::field::{Field, LANES};
use super::lane::{KINDS, each};

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
#[derive(Clone)]
pub(super) struct Survey {
    count: usize,
    clusters: [Cluster; MAX_CLUSTERS],
    /// The cluster of each kind in each lane.
    cluster_of: [[u16; KINDS]; LANES],
}

impl Survey {
    pub(super) fn new() -> Self {
        Self { count: 0, clusters: [Cluster::default(); MAX_CLUSTERS], cluster_of: [[0; KINDS]; LANES] }
    }

    pub(super) fn clusters(&self) -> &[Cluster] {
        &self.clusters[..self.count]
    }

    /// The cluster of the fruits of some kind in a lane.
    #[inline(always)]
    pub(super) fn cluster(&self, lane: usize, kind: usize) -> Cluster {
        self.clusters[usize::from(self.cluster_of[lane][kind])]
    }

    /// Surveys a field.
    pub(super) fn of(&mut self, field: &Field) {
        self.count = 0;
        (1..=field.width()).for_each(|lane| self.count(field, lane));
    }

    /// Counts the fruits of a lane.
    #[inline(always)]
    fn count(&mut self, field: &Field, lane: usize) {
        let (before, here) = (field.kinds(lane - 1), field.lane(lane));
        for kind in each(here.kinds()) {
            let (fruits, run) = (here.count(kind), here.longest_run(kind));
            if before >> kind & 1 == 1 {
                // Goes on from the lane before.
                let number = self.cluster_of[lane - 1][kind];
                self.cluster_of[lane][kind] = number;
                let cluster = &mut self.clusters[usize::from(number)];
                *cluster = Cluster { fruits: cluster.fruits + fruits, run: cluster.run.max(run) };
            } else {
                self.cluster_of[lane][kind] = self.count as u16;
                self.clusters[self.count] = Cluster { fruits, run };
                self.count += 1;
            }
        }
    }
}
