//! The mean of some observations and how well it is known.

use super::normal::Z95;

/// Counts observations of a number, without keeping them (Welford, 1962).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    count: u64,
    mean: f64,
    /// The sum of squared distances from the mean.
    squares: f64,
}

impl Sample {
    /// Adds an observation.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// How many there were.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Their mean, if there were any.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// The variance of what they were drawn from, if there were two or more.
    pub fn variance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.squares / (self.count - 1) as f64)
    }

    /// Half the width of the 95 % interval for the mean.
    pub fn error_bar(&self) -> Option<f64> {
        self.variance().map(|variance| Z95 * (variance / self.count as f64).sqrt())
    }
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut sample = Self::default();
        values.into_iter().for_each(|value| sample.add(value));
        sample
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(values: &[f64]) -> Sample {
        values.iter().copied().collect()
    }

    fn assert_close(a: Option<f64>, b: f64) {
        assert!(a.is_some_and(|a| (a - b).abs() < 1e-9), "{a:?} is not {b}");
    }

    #[test]
    fn mean_and_variance_are_those_of_the_textbook() {
        let sample = sample(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_close(sample.mean(), 5.0);
        assert_close(sample.variance(), 32.0 / 7.0);
        assert_close(sample.error_bar(), Z95 * (32.0_f64 / 7.0 / 8.0).sqrt());
    }

    #[test]
    fn too_few_observations_have_no_mean_or_no_error() {
        assert_eq!((sample(&[]).mean(), sample(&[]).error_bar()), (None, None));
        assert_eq!((sample(&[3.0]).mean(), sample(&[3.0]).error_bar()), (Some(3.0), None));
    }
}
