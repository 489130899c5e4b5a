//! Limits of a search by count. Time is limited by the observer.

/// Limits that make a search with one thread give the same report every time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest depth, in plies.
    pub depth: Option<u32>,
    /// The number of nodes after which to stop, roughly. The first iteration is
    /// always finished.
    pub nodes: Option<u64>,
    /// How many of the best moves to report. Each one more than the first makes the
    /// search slower, as its value is not needed to find the best one.
    pub best_moves: usize,
    /// Whether other searches work on the same table at the same time.
    pub role: Role,
}

/// What a search is to others that share its table at the same time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// There are no others.
    #[default]
    Alone,
    /// The one whose report counts. It puts off what others are at.
    Leader,
    /// One that searches along to fill the table, and puts off what others are
    /// at as well.
    Helper,
}

impl Default for Limits {
    /// Returns no limits, for the one best move.
    fn default() -> Self {
        Self { depth: None, nodes: None, best_moves: 1, role: Role::Alone }
    }
}

impl Limits {
    /// Returns the limits that are left after so many nodes.
    pub(crate) fn without(&self, nodes: u64) -> Self {
        Self { nodes: self.nodes.map(|limit| limit.saturating_sub(nodes)), ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spent_is_not_there_any_more() {
        let limits = Limits { nodes: Some(10), depth: Some(3), ..Limits::default() };
        assert_eq!(limits.without(4), Limits { nodes: Some(6), ..limits.clone() });
        assert_eq!(limits.without(11).nodes, Some(0));
        assert_eq!(Limits::default().without(11), Limits::default());
    }
}
