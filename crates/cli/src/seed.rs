//! Seeds for those who name none.

/// Returns a new seed, small enough to be read out to somebody.
pub(crate) fn new_seed() -> u64 {
    getrandom::u64().unwrap_or_else(|error| panic!("the system has no random numbers: {error}")) % 1_000_000
}
