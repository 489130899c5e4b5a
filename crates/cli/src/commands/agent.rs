//! `fruitrage`: the agent. Reads the box, thinks, writes the reply.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use clap::Args;
use fruitrage_engine::{Engine, Level, Limits, RatedMove, Report, Rival, Role, Root, Table};
use fruitrage_rules::MAX_SIZE;
use fruitrage_rules::text::{Input, Output, parse_seconds};

use super::Verdict;
use crate::files;
use crate::notes::Notes;
use crate::printing::plural;
use crate::thinking::Thinking;

/// What the agent can be told by people; a referee tells it nothing.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// The file to read, or - for standard input
    #[arg(long, value_name = "FILE", default_value = "input.txt")]
    input: PathBuf,
    /// The file to write, or - for standard output
    #[arg(long, value_name = "FILE", default_value = "output.txt")]
    output: PathBuf,
    /// Play as if so many seconds were left for the game, whatever the file says
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Think with so many threads, no more than there are cores: for a clock on the
    /// wall only, for the CPU time of all of them is then counted as one's
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = thread_count)]
    threads: usize,
    /// Look at most so many moves ahead; without --time, forget the clock
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// Look at about so many boards at most; without --time, forget the clock
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Choose another one of equally good moves with another seed; at a lower
    /// level, overlook other ones
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How well to play, from 1, a beginner who overlooks much, to 5, full strength
    #[arg(long, value_name = "N", default_value_t)]
    level: Level,
    /// Find the best N moves, each with its value and line, for --verbose to tell;
    /// the best one is played all the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = move_count)]
    top: usize,
    /// Learn what the opponent does and make plans on it, with notes from move to move in
    /// fruitrage.notes beside the input file; where that file is, this needs no telling
    #[arg(long)]
    notes: bool,
    /// Tell on stderr how the thinking goes, depth by depth
    #[arg(long, short)]
    verbose: bool,
}

impl Default for Options {
    /// What the plain call without arguments does.
    fn default() -> Self {
        Self {
            input: "input.txt".into(),
            output: "output.txt".into(),
            time: None,
            threads: 1,
            depth: None,
            nodes: None,
            seed: None,
            level: Level::HIGHEST,
            top: 1,
            notes: false,
            verbose: false,
        }
    }
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    parse_seconds(text).ok_or("expected a decimal number such as 300 or 1.5")
}

/// More threads than this never help, and each needs memory of its own.
const MAX_THREADS: usize = 256;

/// No box has more moves.
const MAX_MOVES: usize = MAX_SIZE * MAX_SIZE;

fn thread_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=MAX_THREADS) => Ok(threads),
        _ => Err(format!("expected a number from 1 to {MAX_THREADS}")),
    }
}

fn move_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(moves @ 1..=MAX_MOVES) => Ok(moves),
        _ => Err(format!("expected a number from 1 to {MAX_MOVES}")),
    }
}

/// More moves than a player makes in a game, to find a small part of the time by.
const MOVES_A_GAME: u32 = 300;

/// Plays one move.
pub(crate) fn run(options: &Options, in_main: Instant) -> anyhow::Result<Verdict> {
    let input = files::read_input_liberally(&options.input).map_err(|error| with_advice(error, &options.input))?;
    let engine = Engine::default().at_level(options.level);
    let notes = Notes::beside(&options.input, options.notes).map(|notes| {
        let nodes = Table::nodes_in(options.time.unwrap_or(input.time) / MOVES_A_GAME);
        notes.catch_up(&engine, &input.grid, nodes)
    });
    let rival = notes.as_ref().map_or_else(Rival::default, |notes| notes.rival().clone());
    let report = options.choose(&engine, &rival, &input, in_main)?;
    let reply =
        Output::of(&input.grid, report.best.cell).context("the engine chose an illegal move; please report this")?;
    files::write_whole(&options.output, &reply.to_string())?;
    if let Some(notes) = notes {
        notes.write(&reply.grid);
    }
    if io::stderr().is_terminal() && options.output != Path::new("-") {
        tell(&report.best, &options.output);
    }
    Ok(Verdict::Yes)
}

impl Options {
    fn choose(&self, engine: &Engine, rival: &Rival, input: &Input, in_main: Instant) -> anyhow::Result<Report> {
        let mut root = Root::of_grid(&input.grid).map_err(|_| anyhow!("the box is empty: there is no move"))?;
        if let Some(seed) = self.seed {
            root.shuffle(seed);
        }
        let by_count = self.depth.is_some() || self.nodes.is_some();
        let thinking = Thinking {
            engine,
            rival,
            in_main,
            remaining: self.time.or((!by_count).then_some(input.time)),
            limits: Limits { depth: self.depth, nodes: self.nodes, best_moves: self.top, role: Role::Alone },
            threads: self.threads,
            verbose: self.verbose,
        };
        Ok(thinking.run(&root))
    }
}

fn with_advice(error: anyhow::Error, path: &Path) -> anyhow::Error {
    let missing = |io: &io::Error| io.kind() == io::ErrorKind::NotFound;
    if error.chain().any(|cause| cause.downcast_ref().is_some_and(missing)) {
        let advice = format!("make one with: fruitrage board new -n 10 -p 4 > {}", path.display());
        return anyhow!("{error:#}\n  {advice}");
    }
    error
}

/// One friendly line for a person who looks on.
fn tell(best: &RatedMove, output: &Path) {
    let fruits = best.points.isqrt();
    let _ = writeln!(
        io::stderr(),
        "Played {}: {fruits} fruit{} for {} point{}; the reply is in {}.",
        best.cell,
        plural(fruits as usize),
        best.points,
        plural(best.points as usize),
        output.display(),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Arguments;
    use clap::Parser as _;

    #[test]
    fn the_plain_call_is_what_no_arguments_mean() {
        assert_eq!(Arguments::parse_from(["fruitrage"]).agent, Options::default());
    }
}
