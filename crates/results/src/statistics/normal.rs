//! The normal distribution.

/// The two-sided 95 % point: so many standard deviations to each side hold 95 %.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// The probability of a value below `x` standard deviations.
///
/// The series x + x^3/3 + x^5/(3*5) + ... times the density (Marsaglia,
/// 'Evaluating the Normal Distribution', 2004): exact to the last few digits of
/// a double where it is not 0 or 1 anyway.
pub(crate) fn probability_below(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    // The terms shrink as soon as the odd number is above x^2 <= 64.
    while term.abs() > 1e-17 * sum.abs() {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + sum * density).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_are_those_of_the_tables() {
        let table =
            [(0.0, 0.5), (1.0, 0.841_344_746_068), (-2.0, 0.022_750_131_948), (Z95, 0.975), (5.0, 0.999_999_713_348)];
        for (x, expected) in table {
            assert!((probability_below(x) - expected).abs() < 1e-11, "{x}: {}", probability_below(x));
        }
        for x in [8.5, 40.0, f64::INFINITY] {
            assert!(probability_below(-x) <= 0.0 && probability_below(x) >= 1.0, "{x}");
        }
    }
}
