//! Answers for how far a search may go by count. Time is the observer's affair.

/// Limits that make a search with one thread give the same report every time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most moves to look ahead.
    pub depth: Option<u32>,
    /// About the most boards to look at; the first iteration is always finished.
    pub nodes: Option<u64>,
    /// How many of the best moves to tell the value of, if there are as many.
    /// Each one more than the first makes the search slower, for its value is
    /// not needed to know which move is best.
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
    /// The one whose report counts. What others are at, it puts off.
    Leader,
    /// One that searches along to fill the table, and puts off what others are
    /// at as well.
    Helper,
}

impl Default for Limits {
    /// Without limits, for the one best move.
    fn default() -> Self {
        Self { depth: None, nodes: None, best_moves: 1, role: Role::Alone }
    }
}

impl Limits {
    /// The same after so many boards.
    pub(crate) fn without(&self, nodes: u64) -> Self {
        Self { nodes: self.nodes.map(|limit| limit.saturating_sub(nodes)), ..self.clone() }
    }
}
