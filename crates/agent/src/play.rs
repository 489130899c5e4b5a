//! One move: reads the board, thinks, writes the reply.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use fruitrage_engine::{Engine, Limits, Memory, RatedMove, Report, Role, Root, Table};
use fruitrage_rules::text::{Input, Output};

use crate::Options;
use crate::files;
use crate::notes::Notes;
use crate::thinking::Thinking;

/// More moves than a player makes in a game, to find a small part of the time by.
const MOVES_A_GAME: u32 = 300;

/// That part is no longer than this, however much time a file claims.
const LONGEST_PART: Duration = Duration::from_secs(1);

/// Plays the move that the options ask for, on the clock since `in_main`.
///
/// A person at a terminal is told what was played, and `next_step`: how to go on.
pub fn run(options: &Options, in_main: Instant, next_step: &str) -> anyhow::Result<()> {
    let input = files::read_input_liberally(&options.input).map_err(|error| with_advice(error, &options.input))?;
    let engine = Engine::default().at_level(options.level);
    let notes = Notes::beside(&options.input, options.notes).map(|notes| {
        let time = (options.time.unwrap_or(input.time) / MOVES_A_GAME).min(LONGEST_PART);
        notes.catch_up(&engine, &input.grid, Table::nodes_in(time))
    });
    let memory = notes.as_ref().map_or_else(Memory::default, |notes| notes.memory().clone());
    let report = options.choose(&engine, &memory, &input, in_main)?;
    let reply =
        Output::of(&input.grid, report.best.cell).context("the engine chose an illegal move; please report this")?;
    files::write_whole(&options.output, &reply.to_string())?;
    if let Some(notes) = notes {
        notes.write(&input.grid, &report);
    }
    if io::stderr().is_terminal() && options.output != Path::new("-") {
        tell(&report.best, &options.output, next_step);
    }
    Ok(())
}

impl Options {
    fn choose(&self, engine: &Engine, memory: &Memory, input: &Input, in_main: Instant) -> anyhow::Result<Report> {
        let mut root = Root::of_grid(&input.grid).map_err(|_| anyhow!("the board is empty: there is no move"))?;
        if let Some(seed) = self.seed {
            root.shuffle(seed);
        }
        let by_count = self.depth.is_some() || self.nodes.is_some();
        let thinking = Thinking {
            engine,
            memory,
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

/// Tells a person who looks on what was played, and how to go on.
fn tell(best: &RatedMove, output: &Path, next_step: &str) {
    let fruits = best.points.isqrt();
    let plural = |count: u32| if count == 1 { "" } else { "s" };
    let _ = writeln!(
        io::stderr(),
        "Played {}: {fruits} fruit{} for {} point{}; the reply is in {}.\n{next_step}",
        best.cell,
        plural(fruits),
        best.points,
        plural(best.points),
        output.display(),
    );
}
