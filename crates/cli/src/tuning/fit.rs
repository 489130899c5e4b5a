//! Answers for a linear fit: least squares with a pull towards what is believed
//! before anything was seen.

/// One thing to be explained: by these numbers, this value, with this weight.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) features: Vec<f64>,
    pub(crate) value: f64,
    pub(crate) weight: f64,
}

/// The factors found, and how well they explain.
#[derive(Clone, Debug)]
pub(crate) struct Fit {
    pub(crate) factors: Vec<f64>,
}

impl Fit {
    /// What the factors make of some features.
    pub(crate) fn value(&self, features: &[f64]) -> f64 {
        features.iter().zip(&self.factors).map(|(feature, factor)| feature * factor).sum()
    }

    /// The root of the mean square of the weighted errors on some rows.
    pub(crate) fn error(&self, rows: &[Row]) -> f64 {
        let square = |row: &Row| ((row.value - self.value(&row.features)) * row.weight).powi(2);
        (rows.iter().map(square).sum::<f64>() / rows.len() as f64).sqrt()
    }
}

/// The factors that explain the rows best. `prior` is what they are pulled to,
/// as strongly as `rows_of_prior` rows of average size would pull.
pub(crate) fn fit(rows: &[Row], prior: &[f64], rows_of_prior: f64) -> Fit {
    let n = prior.len();
    let mut squares = vec![vec![0.0; n]; n];
    let mut products = vec![0.0; n];
    for row in rows {
        let weight = row.weight * row.weight;
        for (i, feature) in row.features.iter().enumerate() {
            products[i] += weight * feature * row.value;
            for (sum, other) in squares[i].iter_mut().zip(&row.features) {
                *sum += weight * feature * other;
            }
        }
    }
    for i in 0..n {
        // At least a little, for a feature that never occurs.
        let pull = rows_of_prior * squares[i][i] / rows.len().max(1) as f64 + 1e-9;
        squares[i][i] += pull;
        products[i] += pull * prior[i];
    }
    Fit { factors: solve(squares, products) }
}

/// Solves a positive definite system of linear equations by Cholesky's method.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for i in 0..n {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| a[i][k] * a[j][k]).sum();
            let rest = a[i][j] - known;
            a[i][j] = if i == j { rest.sqrt() } else { rest / a[j][j] };
        }
    }
    for i in 0..n {
        let known: f64 = (0..i).map(|k| a[i][k] * b[k]).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| a[k][i] * b[k]).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::Random;

    fn random_rows(factors: &[f64], rows: usize) -> Vec<Row> {
        let mut random = Random::new(1);
        let mut number = || random.below(1_000) as f64 / 500.0 - 1.0;
        let row = |_| {
            let features: Vec<f64> = factors.iter().map(|_| number()).collect();
            let value = features.iter().zip(factors).map(|(feature, factor)| feature * factor).sum();
            Row { features, value, weight: 0.5 + number().abs() }
        };
        (0..rows).map(row).collect()
    }

    #[test]
    fn what_is_linear_is_found() {
        let factors = [0.5, -2.0, 3.25, 0.0];
        let rows = random_rows(&factors, 50);
        let fit = fit(&rows, &[0.0; 4], 0.0);
        for (found, factor) in fit.factors.iter().zip(factors) {
            assert!((found - factor).abs() < 1e-6, "{fit:?}");
        }
        assert!(fit.error(&rows) < 1e-6);
    }

    #[test]
    fn without_evidence_the_prior_stands() {
        let rows = [Row { features: vec![1.0, 0.0], value: 4.0, weight: 1.0 }];
        let fit = fit(&rows, &[0.0, 7.0], 0.0);
        assert!((fit.factors[0] - 4.0).abs() < 1e-6 && (fit.factors[1] - 7.0).abs() < 1e-6, "{fit:?}");
    }

    #[test]
    fn a_strong_prior_pulls() {
        let rows = random_rows(&[1.0], 10);
        assert!((fit(&rows, &[0.0], 10.0).factors[0] - 0.5).abs() < 1e-6);
        assert!(fit(&rows, &[0.0], 1e9).factors[0] < 1e-6);
    }
}
