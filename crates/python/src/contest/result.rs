//! What a match has shown: the same statistics as on the command line.

use fruitrage_game::harmless;
use fruitrage_results::report::{plain, signed};
use fruitrage_results::{MatchSummary, Pentanomial, Sample};
use pyo3::prelude::*;

use crate::game::Game;

/// A measured value and its error bar: the true value lies within it in 95 of 100 cases.
///
/// >>> result = fruitrage.match("greedy", "random", pairs=4, size=5, kinds=3, seed=1)
/// >>> result.share.value > 0.5
/// True
#[pyclass(frozen, module = "fruitrage")]
#[derive(Clone, Copy)]
pub(crate) struct Estimate {
    /// The value.
    #[pyo3(get)]
    value: f64,
    /// The error bar; None if there is too little to tell.
    #[pyo3(get)]
    error_bar: Option<f64>,
}

impl Estimate {
    fn of_sample(sample: &Sample) -> Option<Self> {
        Some(Self { value: sample.mean()?, error_bar: sample.error_bar() })
    }
}

#[pymethods]
impl Estimate {
    const fn __float__(&self) -> f64 {
        self.value
    }

    fn __repr__(&self) -> String {
        match self.error_bar {
            Some(bar) => format!("<Estimate {:.4} +- {bar:.4}>", self.value),
            None => format!("<Estimate {:.4}>", self.value),
        }
    }
}

/// What a match has shown of the first player against the second.
///
/// >>> result = fruitrage.match("greedy", "random", pairs=10, size=6, kinds=3, seed=1)
/// >>> print(result)  # doctest: +ELLIPSIS
/// greedy beats random: ... won, ... drawn, ... lost of 20 games
///   share        ... +- ... % of all points
/// ...
#[pyclass(frozen, module = "fruitrage")]
pub(crate) struct MatchResult {
    names: [String; 2],
    seed: u64,
    summary: MatchSummary,
    pairs: Pentanomial,
    games: Vec<Py<Game>>,
}

impl MatchResult {
    pub(super) fn new(
        py: Python<'_>,
        names: [String; 2],
        seed: u64,
        summary: MatchSummary,
        games: Vec<Game>,
    ) -> PyResult<Self> {
        let pairs = Pentanomial::from(&summary.pairs);
        let games = games.into_iter().map(|game| Py::new(py, game)).collect::<PyResult<_>>()?;
        Ok(Self { names: names.map(|name| harmless(&name)), seed, summary, pairs, games })
    }
}

#[pymethods]
impl MatchResult {
    /// The names of both players.
    #[getter]
    fn names(&self) -> (&str, &str) {
        (&self.names[0], &self.names[1])
    }

    /// The seed of the first board: with it the match can be played again.
    #[getter]
    const fn seed(&self) -> u64 {
        self.seed
    }

    /// Games that the first player won.
    #[getter]
    const fn won(&self) -> u64 {
        self.summary.games[0]
    }

    /// Drawn games.
    #[getter]
    const fn drawn(&self) -> u64 {
        self.summary.games[1]
    }

    /// Games that the first player lost.
    #[getter]
    const fn lost(&self) -> u64 {
        self.summary.games[2]
    }

    /// Pairs by what the first player got from them: both lost, loss and draw, even, win and
    /// draw, both won.
    #[getter]
    const fn pairs(&self) -> [u64; 5] {
        self.pairs.0
    }

    /// The first player's part of all points, from 0 to 1, pair by pair.
    #[getter]
    fn share(&self) -> Option<Estimate> {
        Estimate::of_sample(&self.summary.pairs.share)
    }

    /// Points a game more than the opponent, pair by pair.
    #[getter]
    fn margin(&self) -> Option<Estimate> {
        Estimate::of_sample(&self.summary.pairs.margin)
    }

    /// The difference of strength in Elo; None if the first player won all or none.
    #[getter]
    fn elo(&self) -> Option<Estimate> {
        let estimate = self.pairs.elo()?;
        Some(Estimate { value: estimate.value, error_bar: estimate.error_bar })
    }

    /// How likely it is that the first player is the stronger one, from 0 to 1.
    #[getter]
    fn likelihood_of_superiority(&self) -> Option<f64> {
        self.pairs.likelihood_of_superiority()
    }

    /// Games won by whoever began them.
    #[getter]
    const fn won_by_beginner(&self) -> u64 {
        self.summary.won_by_beginner
    }

    /// How many games each player lost by a fault, such as running out of time.
    #[getter]
    fn faults(&self) -> (u64, u64) {
        let [one, two] = self.summary.sides.each_ref().map(|side| side.faults.values().sum());
        (one, two)
    }

    /// All games, in pairs: first the one that the first player began.
    #[getter]
    fn games(&self, py: Python<'_>) -> Vec<Py<Game>> {
        self.games.iter().map(|game| game.clone_ref(py)).collect()
    }

    fn __str__(&self) -> String {
        let ([one, two], [won, drawn, lost]) = (&self.names, self.summary.games);
        let verb = match won.cmp(&lost) {
            std::cmp::Ordering::Greater => "beats",
            std::cmp::Ordering::Equal => "equals",
            std::cmp::Ordering::Less => "loses to",
        };
        let games = won + drawn + lost;
        let bar = |bar: Option<f64>| bar.map_or_else(String::new, |bar| format!(" +- {bar:.2}"));
        let percent = |estimate: Estimate| {
            format!("{}{} %", plain(100.0 * estimate.value, 2), bar(estimate.error_bar.map(|bar| 100.0 * bar)))
        };
        let points = |estimate: Estimate| format!("{}{}", signed(estimate.value, 2), bar(estimate.error_bar));
        let unknown = || "n/a".to_owned();
        let likely = |part: f64| format!("{:.1} %", 100.0 * part);
        format!(
            "{one} {verb} {two}: {won} won, {drawn} drawn, {lost} lost of {games} games\n  \
             share        {} of all points\n  \
             margin       {} points a game\n  \
             Elo          {}\n  \
             superiority  {} likely that it is the stronger one\n  \
             seed         {}",
            self.share().map_or_else(unknown, percent),
            self.margin().map_or_else(unknown, points),
            self.elo().map_or_else(unknown, points),
            self.likelihood_of_superiority().map_or_else(unknown, likely),
            self.seed
        )
    }

    fn __repr__(&self) -> String {
        let ([one, two], [won, drawn, lost]) = (&self.names, self.summary.games);
        format!("<MatchResult {one} against {two}: {won} won, {drawn} drawn, {lost} lost>")
    }
}
