//! A logarithm that is the same on every machine. The standard library's may differ
//! in the last digit, and with it a search.

/// Returns the natural logarithm of a number; for zero, that of one.
pub(crate) fn logarithm(number: usize) -> f64 {
    let doublings = number.max(1).ilog2();
    let rest = number.max(1) as f64 / f64::from(1_u32 << doublings);
    // ln x = 2 artanh((x - 1) / (x + 1)), with x from 1 to 2.
    let y = (rest - 1.0) / (rest + 1.0);
    let series = (0..16).rev().fold(0.0, |sum, k| sum * y * y + 1.0 / f64::from(2 * k + 1));
    f64::from(doublings) * std::f64::consts::LN_2 + 2.0 * y * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for number in 1..1_000 {
            assert!((logarithm(number) - (number as f64).ln()).abs() < 1e-12, "{number}");
        }
    }
}
