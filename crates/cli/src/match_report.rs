//! What a match has shown, in words, in JSON and as CSV.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use fruitrage_game::{MatchPlan, Series};
use fruitrage_game::{harmless, harmless_cell};
use fruitrage_results::report::{UNKNOWN, plain, proportion, signed};
use fruitrage_results::{Decision, EloLimit, Estimate, Pentanomial, Sample, Sprt};
use fruitrage_results::{MatchSummary, SideSummary};
use serde_json::{Value, json};

use crate::commands::Verdict;
use crate::lost_moves::{self, LostMoves};
use crate::printing::harmless_lines;

/// A match and what came of it.
pub(crate) struct MatchReport<'a> {
    pub(crate) plan: &'a MatchPlan,
    pub(crate) summary: &'a MatchSummary,
    pub(crate) seed: u64,
    pub(crate) sprt: Option<&'a Sprt>,
    pub(crate) logs: Option<&'a Path>,
    pub(crate) lost_moves: &'a LostMoves,
}

/// How it stands, in a few words.
pub(crate) fn running_score(summary: &MatchSummary) -> String {
    let [won, drawn, lost] = summary.games;
    format!("{won}-{drawn}-{lost}, Elo {}", elo_in_words(&Pentanomial::from(&summary.pairs)))
}

fn with_bar(estimate: Option<Estimate>) -> Option<String> {
    estimate.map(|Estimate { value, error_bar }| match error_bar {
        Some(bar) => format!("{} +- {bar:.1}", signed(value, 1)),
        None => signed(value, 1),
    })
}

fn elo_in_words(pairs: &Pentanomial) -> String {
    let limit = || match pairs.elo_limit()? {
        EloLimit::AtLeast(elo) if elo > 0.0 => Some(format!("above {elo:+.0}")),
        EloLimit::AtMost(elo) if elo < 0.0 => Some(format!("below {elo:+.0}")),
        _ => None,
    };
    with_bar(pairs.elo()).or_else(limit).unwrap_or_else(|| UNKNOWN.to_owned())
}

fn sample_in_words(sample: &Sample, factor: f64, decimals: usize, with_sign: bool, unit: &str) -> String {
    let number =
        |value: f64| if with_sign { signed(factor * value, decimals) } else { plain(factor * value, decimals) };
    match (sample.mean(), sample.error_bar()) {
        (Some(mean), Some(bar)) => format!("{} +- {:.decimals$}{unit}", number(mean), factor * bar),
        (Some(mean), None) => format!("{}{unit}", number(mean)),
        _ => UNKNOWN.to_owned(),
    }
}

fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { UNKNOWN.to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}

fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds >= 1.0 { format!("{seconds:.2} s") } else { format!("{:.1} ms", 1e3 * seconds) }
}

fn joined(counts: &[u64]) -> String {
    counts.iter().map(u64::to_string).collect::<Vec<_>>().join("-")
}

impl MatchReport<'_> {
    fn pairs(&self) -> Pentanomial {
        Pentanomial::from(&self.summary.pairs)
    }

    fn decision(&self) -> Option<Decision> {
        self.sprt.map(|sprt| sprt.decide(&self.pairs()))
    }

    /// The exit code: what the test says, if games say anything.
    pub(crate) fn verdict(&self) -> Verdict {
        match self.decision() {
            _ if self.forfeiter().is_some() => Verdict::AgentFault,
            None | Some(Decision::Accept) => Verdict::Yes,
            Some(Decision::Reject) => Verdict::No,
            Some(Decision::Undecided) => Verdict::Undecided,
        }
    }

    /// The side that has lost every game by its own fault, if one has.
    fn forfeiter(&self) -> Option<usize> {
        let forfeits = |side: &usize| self.summary.sides[*side].faults.values().sum::<u64>() == self.games();
        [0, 1].into_iter().find(forfeits).filter(|_| self.games() > 0)
    }

    fn names(&self) -> [String; 2] {
        self.lines().map(|line| harmless(&line.name))
    }

    fn lines(&self) -> [fruitrage_game::AgentLine; 2] {
        [0, 1].map(|side| self.plan.sides[side].entrant.line(self.plan.sides[side].time))
    }

    fn games(&self) -> u64 {
        self.summary.games.iter().sum()
    }

    /// Who has won, in a sentence.
    fn headline(&self) -> String {
        let [one, two] = self.names();
        let [won, drawn, lost] = self.summary.games;
        let games = self.games();
        let verb = match won.cmp(&lost) {
            std::cmp::Ordering::Greater => "beats",
            std::cmp::Ordering::Equal => "equals",
            std::cmp::Ordering::Less => "loses to",
        };
        format!("{one} {verb} {two}: {won} won, {drawn} drawn, {lost} lost of {games} games")
    }

    fn side_in_json(&self, side: usize) -> Value {
        let (line, summary) = (&self.lines()[side], &self.summary.sides[side]);
        let example = |example: &fruitrage_results::FaultExample| {
            json!({
                "game": example.game,
                "ply": example.ply,
                "message": example.message,
                "files": self.lost_moves.folder(&example.game),
            })
        };
        json!({
            "name": line.name,
            "command": line.command,
            "hash": line.hash,
            "sandbox": line.sandbox,
            "time": line.time.as_secs_f64(),
            "points": self.summary.points[side],
            "moves": summary.moves,
            "mean_move_seconds": summary.mean_move().map(|time| time.as_secs_f64()),
            "slowest_move_seconds": summary.slowest.as_secs_f64(),
            "most_seconds_in_a_game": summary.most_in_a_game.as_secs_f64(),
            "faults": summary.faults,
            "fault_examples": summary.examples.iter().map(example).collect::<Vec<_>>(),
            "warnings": summary.warnings,
            "warning_examples": summary.warned.iter().map(|(first, times)| {
                json!({"game": first.game, "ply": first.ply, "message": first.message, "times": times})
            }).collect::<Vec<_>>(),
        })
    }

    pub(crate) fn in_json(&self) -> Value {
        let pairs = self.pairs();
        let estimate =
            |estimate: Option<Estimate>| estimate.map(|e| json!({"value": e.value, "error_bar": e.error_bar}));
        let sample = |sample: &Sample| json!({"mean": sample.mean(), "error_bar": sample.error_bar()});
        json!({
            "agents": [self.side_in_json(0), self.side_in_json(1)],
            "seed": self.seed,
            "clock": self.plan.rules.clock.kind,
            "games": self.games(),
            "won": self.summary.games[0],
            "drawn": self.summary.games[1],
            "lost": self.summary.games[2],
            "pairs": pairs.0,
            "sweeps": { "part": pairs.sweeps().part(), "interval": pairs.sweeps().interval() },
            "share": sample(&self.summary.pairs.share),
            "margin": sample(&self.summary.pairs.margin),
            "elo": estimate(pairs.elo()),
            "normalized_elo": estimate(pairs.normalized_elo()),
            "likelihood_of_superiority": pairs.likelihood_of_superiority(),
            "won_by_beginner": self.summary.won_by_beginner,
            "forfeited_by": self.forfeiter().map(|side| self.lines()[side].name.clone()),
            "sprt": self.sprt.map(|sprt| json!({
                "llr": sprt.llr(&pairs),
                "bounds": [sprt.bounds().0, sprt.bounds().1],
                "elo0": sprt.elo0(),
                "elo1": sprt.elo1(),
                "model": sprt.model().name(),
                "decision": sprt.decide(&pairs).name(),
            })),
        })
    }

    /// One line for each agent, below a line of names.
    pub(crate) fn in_csv(&self) -> String {
        let mut out = csv::Writer::from_writer(Vec::new());
        let names = [
            "agent",
            "command",
            "won",
            "drawn",
            "lost",
            "points",
            "moves",
            "mean_move_seconds",
            "slowest_move_seconds",
            "faults",
            "warnings",
            "elo",
            "elo_error_bar",
        ];
        let elo = self.pairs().elo();
        let number = |value: Option<f64>| value.map(|value| (value + 0.0).to_string()).unwrap_or_default();
        let mut rows = vec![names.map(str::to_owned).to_vec()];
        for side in 0..2 {
            let (line, summary) = (&self.lines()[side], &self.summary.sides[side]);
            let [won, drawn, lost] = self.summary.games;
            let [won, lost] = if side == 0 { [won, lost] } else { [lost, won] };
            let sign = if side == 0 { 1.0 } else { -1.0 };
            rows.push(vec![
                harmless_cell(&line.name),
                harmless_cell(&line.command),
                won.to_string(),
                drawn.to_string(),
                lost.to_string(),
                self.summary.points[side].to_string(),
                summary.moves.to_string(),
                number(summary.mean_move().map(|time| time.as_secs_f64())),
                summary.slowest.as_secs_f64().to_string(),
                summary.faults.values().sum::<u64>().to_string(),
                summary.warnings.to_string(),
                number(elo.map(|elo| sign * elo.value)),
                number(elo.and_then(|elo| elo.error_bar)),
            ]);
        }
        for row in rows {
            out.write_record(&row).expect("memory takes everything");
        }
        String::from_utf8(out.into_inner().expect("memory takes everything")).expect("text")
    }

    fn fmt_pairs(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (pairs, tally) = (self.pairs(), &self.summary.pairs);
        if pairs.pairs() == 0 {
            return Ok(());
        }
        writeln!(f, "  pairs        {} (both lost, loss and draw, even, win and draw, both won)", joined(&pairs.0))?;
        writeln!(f, "  sweeps       both games won in {} of the pairs", proportion(pairs.sweeps()))?;
        writeln!(f, "  share        {} of all points", sample_in_words(&tally.share, 100.0, 2, false, " %"))?;
        writeln!(f, "  margin       {} points a game", sample_in_words(&tally.margin, 1.0, 1, true, ""))?;
        writeln!(f, "  Elo          {}", elo_in_words(&pairs))?;
        let superior = pairs.likelihood_of_superiority();
        let superior = superior.map_or_else(|| UNKNOWN.to_owned(), |part| format!("{:.1} %", 100.0 * part));
        writeln!(f, "  superiority  {superior} likely that it is the stronger one")
    }

    fn fmt_sprt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(sprt) = self.sprt else { return Ok(()) };
        let llr = sprt.llr(&self.pairs()).map_or_else(|| UNKNOWN.to_owned(), |llr| format!("{llr:.3}"));
        let (low, high) = sprt.bounds();
        let (elo0, elo1, model) = (sprt.elo0(), sprt.elo1(), sprt.model().name());
        let decision = match sprt.decide(&self.pairs()) {
            Decision::Accept => format!("it is stronger by {elo1} Elo"),
            Decision::Reject => format!("it is stronger by {elo0} Elo at most"),
            Decision::Undecided => "not decided; more pairs are needed".to_owned(),
        };
        writeln!(f, "  test         {decision} (LLR {llr} in {low:.2} to {high:.2}; {elo0} or {elo1} {model} Elo)")
    }

    fn fmt_side(&self, f: &mut fmt::Formatter<'_>, side: usize, width: usize) -> fmt::Result {
        let (line, summary) = (&self.lines()[side], &self.summary.sides[side]);
        let mean = summary.mean_move().map_or_else(|| UNKNOWN.to_owned(), seconds);
        writeln!(
            f,
            "{:width$}  {:>7}  {:>9}  {:>9}  {:>9}  {:>8}  {:>6}  {:>8}  {}",
            harmless(&line.name),
            summary.moves,
            mean,
            seconds(summary.slowest),
            seconds(summary.most_in_a_game),
            seconds(line.time),
            summary.faults.values().sum::<u64>(),
            summary.warnings,
            line.sandbox,
        )
    }

    fn fmt_faults(&self, f: &mut fmt::Formatter<'_>, name: &str, summary: &SideSummary) -> fmt::Result {
        if !summary.faults.is_empty() {
            let counts: Vec<_> = summary.faults.iter().map(|(fault, count)| format!("{fault} {count}")).collect();
            writeln!(f, "\n{name} lost by its own fault: {}", counts.join(", "))?;
            for example in &summary.examples {
                writeln!(f, "  game {}, move {}: {}", example.game, example.ply, harmless_lines(&example.message))?;
                if let Some(folder) = self.lost_moves.folder(&example.game) {
                    writeln!(f, "    {}", lost_moves::command(folder))?;
                }
            }
            if let Some(problem) = self.lost_moves.problem() {
                writeln!(f, "  {}", harmless(&problem))?;
            }
            writeln!(f, "  to try a move again, run your program in its folder, then the same command")?;
            match self.logs {
                Some(logs) => writeln!(f, "  what it printed is in {}", harmless(&logs.display().to_string()))?,
                None => writeln!(f, "  --logs FOLDER keeps what it prints")?,
            }
        }
        for (example, times) in &summary.warned {
            let times = if *times == 1 { "once".to_owned() } else { format!("{times} times") };
            writeln!(
                f,
                "\n{name} was warned {times}, first in game {}, move {}: {}",
                example.game,
                example.ply,
                harmless_lines(&example.message)
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for MatchReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.headline())?;
        if let Some(side) = self.forfeiter() {
            writeln!(
                f,
                "  caution      {} lost every game by its own fault: strength is not what decided",
                self.names()[side]
            )?;
        }
        self.fmt_pairs(f)?;
        if let Series::BestOf { games, .. } = self.plan.series {
            let [won, _, lost] = self.summary.games;
            let names = self.names();
            let winner = (won.max(lost) > games / 2).then(|| &names[usize::from(lost > won)]);
            match winner {
                Some(winner) => writeln!(f, "  series       {winner} has won the best of {games}")?,
                None => writeln!(f, "  series       not decided")?,
            }
            let [one, two] = self.summary.points;
            writeln!(f, "  points       {one}:{two}, {} of all", percent(one, one + two))?;
        }
        writeln!(f, "  first mover  won {} of all games", percent(self.summary.won_by_beginner, self.games()))?;
        self.fmt_sprt(f)?;
        writeln!(f, "  seed         {}", self.seed)?;
        let names = self.names();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(5);
        writeln!(
            f,
            "\n{:width$}  {:>7}  {:>9}  {:>9}  {:>9}  {:>8}  {:>6}  {:>8}  sandbox",
            "agent", "moves", "mean move", "slowest", "most/game", "allowed", "faults", "warnings"
        )?;
        for side in 0..2 {
            self.fmt_side(f, side, width)?;
        }
        for (name, summary) in names.iter().zip(&self.summary.sides) {
            self.fmt_faults(f, name, summary)?;
        }
        Ok(())
    }
}
