//! Answers for how far a search may go by count. Time is the observer's affair.

/// Limits that make a search with one thread give the same report every time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The most moves to look ahead.
    pub depth: Option<u32>,
    /// About the most boards to look at; the first iteration is always finished.
    pub nodes: Option<u64>,
    /// How many iterations to skip, so that searches which share a table do not
    /// all do the same work at the same time.
    pub head_start: u32,
}
