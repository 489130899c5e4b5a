//! How many of the statements held.

use fruitrage_results::EstimatedChance;

/// How many statements held.
#[derive(Default)]
pub(crate) struct Summary {
    held: u32,
    stated: u32,
    /// By fifths of the stated chance: how many, the sum of them, and of what was really won.
    fifths: [(u64, f64, f64); 5],
    /// Sums of the squared errors and of the logarithmic losses over all real gradings.
    squares: f64,
    logarithms: f64,
}

impl Summary {
    /// A chance that was stated, and the share of so many gradings that was really won.
    pub(crate) fn add(&mut self, chance: &EstimatedChance, really: f64, gradings: f64) {
        // What was really won has an error of its own.
        let error = 1.96 * (really * (1.0 - really) / gradings).sqrt() + 0.005;
        self.held += u32::from(chance.low - error <= really && really <= chance.high + error);
        self.stated += 1;
        let fifth = &mut self.fifths[((chance.value * 5.0) as usize).min(4)];
        *fifth = (fifth.0 + 1, fifth.1 + chance.value, fifth.2 + really);
        let value = chance.value.clamp(0.001, 0.999);
        self.squares += really * (1.0 - value).powi(2) + (1.0 - really) * value.powi(2);
        self.logarithms -= really * value.ln() + (1.0 - really) * (1.0 - value).ln();
    }

    pub(crate) fn print(&self, trials: u64) {
        let (held, stated) = (self.held, self.stated);
        println!(
            "\n{trials} trial games: the error held the truth in {held} of {stated} statements; 95 % are meant to."
        );
        let [squares, logarithms] = [self.squares, self.logarithms].map(|sum| sum / f64::from(stated));
        println!("squared error (Brier) {squares:.4}, logarithmic loss {logarithms:.4}");
        for (part, (count, stated, really)) in self.fifths.into_iter().enumerate().filter(|(_, fifth)| fifth.0 > 0) {
            let [stated, really] = [stated, really].map(|sum| sum / count as f64 * 100.0);
            let (from, to) = (part * 20, part * 20 + 20);
            println!("stated {from} to {to} %: {count} times, {stated:.0} % on average; really {really:.0} %");
        }
    }
}
