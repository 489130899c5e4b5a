//! How many random cases a test tries: few in the quick tier, all in `./check`.

/// Set by `./check`: tests try all their random cases.
const THOROUGH: &str = "FRUITRAGE_THOROUGH";

/// The part of the random cases that the quick tier tries.
const QUICK_PART: u32 = 10;

/// Returns how many random cases to try: `all` if `FRUITRAGE_THOROUGH` is set, as it
/// is in `./check`, and a tenth of them otherwise.
pub fn cases(all: u32) -> u32 {
    if std::env::var_os(THOROUGH).is_some() { all } else { all.div_ceil(QUICK_PART) }
}
