//! The report on a match in the laboratory, as text and as JSON.

use std::fmt;

use fruitrage_game::BoardClass;
use fruitrage_play::players::BuiltinPlayer;
use fruitrage_results::report::{UNKNOWN, proportion, signed};
use fruitrage_results::{Decision, Hypotheses, PairTally, Pentanomial, Proportion, Sample, SequentialTest};
use serde_json::json;

use super::{Allowance, Pair, Usage};

/// What a test compares the players by.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Objective {
    /// Own points by all points, over pairs
    #[default]
    Share,
    /// Pairs of which A wins both games, less those of which B does
    Sweeps,
}

/// A test of whether A gains so much, or nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GainTest {
    objective: Objective,
    test: SequentialTest,
}

impl GainTest {
    /// A test that errs in 5 % of all cases either way.
    pub(crate) fn new(objective: Objective, percent: f64) -> Self {
        let h0 = match objective {
            Objective::Share => 0.5,
            Objective::Sweeps => 0.0,
        };
        let hypotheses = Hypotheses { h0, h1: h0 + percent / 100.0 };
        Self { objective, test: SequentialTest { hypotheses, alpha: 0.05, beta: 0.05 } }
    }

    fn sample(self, tallies: &Tallies) -> Sample {
        match self.objective {
            Objective::Share => tallies.all.pairs.share,
            Objective::Sweeps => {
                // One more pair of each kind: there may be no other than sweeps, and
                // without any spread nothing would ever be decided.
                let mut sample = tallies.all.pairs.sweep_lead;
                for lead in [-1.0, 0.0, 1.0] {
                    sample.add(lead);
                }
                sample
            }
        }
    }

    fn llr(self, tallies: &Tallies) -> Option<f64> {
        self.test.llr(&self.sample(tallies))
    }

    /// How it stands.
    pub(crate) fn decide(self, tallies: &Tallies) -> Decision {
        self.test.decide(&self.sample(tallies))
    }
}

/// The tallies of each class of boards, and of all together.
pub(crate) struct Tallies {
    each: Vec<(BoardClass, Tally)>,
    pub(crate) all: Tally,
}

/// What was counted on some boards.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) pairs: PairTally,
    /// What both players used.
    used: [Usage; 2],
}

impl Tally {
    fn add(&mut self, pair: &Pair) {
        self.pairs.add(&pair.result);
        self.used = [self.used[0] + pair.used[0], self.used[1] + pair.used[1]];
    }
}

impl Tallies {
    pub(crate) fn new(boards: &[BoardClass]) -> Self {
        let each = boards.iter().map(|&boards| (boards, Tally::default()));
        Self { each: each.collect(), all: Tally::default() }
    }

    /// Counts a pair that was played on the class of boards with this index.
    pub(crate) fn add(&mut self, boards: usize, pair: &Pair) {
        self.each[boards].1.add(pair);
        self.all.add(pair);
    }

    /// The mean CPU time of both players for a game, in seconds.
    fn seconds_a_game(&self) -> [f64; 2] {
        let games = 2 * self.all.pairs.share.count().max(1);
        self.all.used.map(|used| used.time.as_secs_f64() / games as f64)
    }
}

/// A match with its players, rules and results.
pub(crate) struct MatchReport<'a> {
    pub(crate) players: [&'a BuiltinPlayer; 2],
    pub(crate) allowance: &'a Allowance,
    pub(crate) seed: u64,
    pub(crate) tallies: &'a Tallies,
    pub(crate) test: Option<GainTest>,
}

/// Mean and error bar of a share, or that it is unknown.
pub(crate) fn in_percent(sample: &Sample) -> String {
    match (sample.mean(), sample.error_bar()) {
        (Some(mean), Some(error)) => format!("{:.2} +- {:.2} %", 100.0 * mean, 100.0 * error),
        (Some(mean), None) => format!("{:.2} %", 100.0 * mean),
        _ => UNKNOWN.to_owned(),
    }
}

fn in_points(sample: &Sample) -> String {
    match (sample.mean(), sample.error_bar()) {
        (Some(mean), Some(error)) => format!("{} +- {error:.1}", signed(mean, 1)),
        (Some(mean), None) => signed(mean, 1),
        _ => UNKNOWN.to_owned(),
    }
}

fn sweeps(tally: &PairTally) -> Proportion {
    Pentanomial::from(tally).sweeps()
}

fn joined(counts: &[u64]) -> String {
    counts.iter().map(u64::to_string).collect::<Vec<_>>().join("-")
}

impl fmt::Display for MatchReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two] = self.players;
        writeln!(f, "A {one}\nB {two}\n{}, seeds from {}\n", self.allowance, self.seed)?;
        writeln!(
            f,
            "boards  pairs        A's share            margin     W-D-L of games  pairs 0-\u{bd}-1-1\u{bd}-2  not lost   beaten               both won"
        )?;
        let each = self.tallies.each.iter().map(|(boards, tally)| (boards.to_string(), tally));
        for (name, Tally { pairs: tally, .. }) in each.clone().chain([("all".to_owned(), &self.tallies.all)]) {
            writeln!(
                f,
                "{name:<6} {:>6}  {:>15}  {:>16}  {:>17}  {:>16}  {:>7.1}%  {:>6.1}%  {:>21}",
                tally.share.count(),
                in_percent(&tally.share),
                in_points(&tally.margin),
                joined(&tally.games),
                joined(&tally.by_half_points),
                100.0 * tally.not_lost().unwrap_or(0.0),
                100.0 * tally.beaten().unwrap_or(0.0),
                proportion(sweeps(tally)),
            )?;
        }
        if let Some([one, two]) = self.seconds_a_game() {
            writeln!(f, "\ntime used: A {one:.6} s a game, B {two:.6} s")?;
        }
        if self.is_timed() {
            writeln!(f, "\nCPU time a move, ms: {:>10} {:>11}", "A", "B")?;
            for (name, tally) in each {
                let [one, two] = tally.used.map(|used| used.milliseconds_a_move());
                writeln!(f, "{name:<20} {one:>10.4} {two:>11.4}")?;
            }
        }
        self.test.map_or(Ok(()), |test| self.write_decision(f, test))
    }
}

impl MatchReport<'_> {
    /// How much of a clock for the whole game the players used, if there was one.
    fn seconds_a_game(&self) -> Option<[f64; 2]> {
        matches!(self.allowance, Allowance::GameTime(_)).then(|| self.tallies.seconds_a_game())
    }

    /// Whether players are held to the time, so that no two runs are alike.
    const fn is_timed(&self) -> bool {
        matches!(self.allowance, Allowance::MoveTime(_) | Allowance::GameTime(_))
    }

    fn write_decision(&self, f: &mut fmt::Formatter<'_>, gain: GainTest) -> fmt::Result {
        let (lower, upper) = gain.test.bounds();
        let llr = gain.llr(self.tallies).map_or_else(|| UNKNOWN.to_owned(), |llr| format!("{llr:.2}"));
        let decision = match gain.decide(self.tallies) {
            Decision::Accept => "A gains that much",
            Decision::Reject => "A does not gain that much",
            Decision::Undecided => "undecided",
        };
        let of = match gain.objective {
            Objective::Share => "of the points",
            Objective::Sweeps => "of the pairs with both games won",
        };
        let percent = 100.0 * (gain.test.hypotheses.h1 - gain.test.hypotheses.h0);
        writeln!(f, "\ngain of {percent:.2} % {of}: {decision} (LLR {llr}, bounds {lower:.2} and {upper:.2})")
    }

    pub(crate) fn in_json(&self) -> serde_json::Value {
        let each = self.tallies.each.iter().map(|(boards, tally)| (boards.to_string(), self.tally_in_json(tally)));
        json!({
            "a": self.players[0].to_string(),
            "b": self.players[1].to_string(),
            "allowance": self.allowance.to_string(),
            "seed": self.seed,
            "boards": each.collect::<serde_json::Map<_, _>>(),
            "all": self.tally_in_json(&self.tallies.all),
            "seconds_a_game": self.seconds_a_game(),
            "decision": self.test.map(|test| test.decide(self.tallies).name()),
            "llr": self.test.and_then(|test| test.llr(self.tallies)),
        })
    }

    fn tally_in_json(&self, Tally { pairs: tally, used }: &Tally) -> serde_json::Value {
        json!({
            "pairs": tally.share.count(),
            "share": tally.share.mean(),
            "share_error": tally.share.error_bar(),
            "sweeps": sweeps(tally).part(),
            "sweeps_interval": sweeps(tally).interval(),
            "margin": tally.margin.mean(),
            "margin_error": tally.margin.error_bar(),
            "wins": tally.games[0],
            "draws": tally.games[1],
            "losses": tally.games[2],
            "pairs_by_half_points": tally.by_half_points,
            "pairs_by_points": tally.by_points,
            "won_by_beginner": tally.won_by_beginner,
            "milliseconds_a_move": self.is_timed().then(|| used.map(|used| used.milliseconds_a_move())),
        })
    }
}
