//! `fruitrage analyze`: which moves are best in a board, and what is each worth?

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use clap::Args;
use fruitrage_engine::{Root, Value};
use fruitrage_game::Stop;
use fruitrage_play::Thought;
use fruitrage_play::analysis::{AnalysisOptions, AnalysisUpdate, Finish, run as analyse};
use fruitrage_rules::text::PositionLine;
use fruitrage_rules::{Cell, Grid, Position};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use super::Verdict;
use crate::arguments::{Format, positive_seconds};
use crate::printing::{is_watched, plural, print, print_json};
use crate::signals;
use fruitrage_agent::files;

/// How long to think if nothing is said about it, in seconds.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// How many moves of a line are shown.
const LINE: usize = 8;

#[derive(Args, Debug)]
#[command(after_help = "\
The margin is how many points more the player to move will get than the opponent, from
here to the end, if both play their best. It is exact where that is said; else it is
what is expected so far. Ctrl-C stops and prints what was found.

Examples:
  fruitrage analyze input.txt
  fruitrage analyze input.txt --time 30 --threads 2 --top 3
  fruitrage analyze '310/012/302 2 9:4 -' --solve
  fruitrage board new -n 5 -p 3 --seed 1 | fruitrage analyze -")]
pub(crate) struct Options {
    /// An input.txt, - for standard input, or a position on one line: rows joined by
    /// slashes, with or without whose turn, points and clocks
    #[arg(value_name = "POSITION|FILE")]
    position: String,
    /// Think so many seconds at most [default: 5, if nothing else limits it]
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    time: Option<Duration>,
    /// Look at most so many moves ahead
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// Look at about so many boards at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Tell of so many of the best moves
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=676))]
    top: u16,
    /// Do not stop before all is certain, however long it takes (unless --time says
    /// how long)
    #[arg(long)]
    solve: bool,
    /// Share the work between so many threads, no more than there are cores
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

/// What is analysed.
struct Subject {
    grid: Grid,
    /// The game that it is a part of, if that is known.
    position: Option<Position>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let subject = Subject::read(&options.position)?;
    let root = Root::of_grid(&subject.grid).map_err(|_| anyhow!("the board is empty: there is no move"))?;
    let stop = Stop::default();
    signals::raise_on_interrupt(&stop)?;
    let progress = Progress::new(options.quiet);
    let found = analyse(&root, &options.limits(), &stop, &mut |update| progress.show(update));
    progress.bar.finish_and_clear();
    match options.format {
        Format::Text => print(subject.in_words(&found))?,
        Format::Json => print_json(&subject.in_json(&found))?,
    }
    Ok(if found.finish == Some(Finish::Stopped) { Verdict::Interrupted } else { Verdict::Yes })
}

impl Options {
    fn limits(&self) -> AnalysisOptions {
        let limited = self.depth.is_some() || self.nodes.is_some() || self.solve;
        AnalysisOptions {
            top: self.top.into(),
            time: self.time.or((!limited).then_some(DEFAULT_TIME)),
            depth: self.depth,
            nodes: self.nodes,
            threads: self.threads.into(),
            solve: self.solve,
        }
    }
}

impl Subject {
    /// Reads a position on one line or, if it is none, a file.
    fn read(text: &str) -> anyhow::Result<Self> {
        let whole = if text.contains(' ') { text.to_owned() } else { format!("{text} 1 0:0 -") };
        match whole.parse::<PositionLine>() {
            Ok(line) => {
                let grid = line.position.board().to_grid();
                Ok(Self { grid, position: text.contains(' ').then_some(line.position) })
            }
            Err(error) if text != "-" && !Path::new(text).exists() => {
                Err(error).with_context(|| format!("cannot read {text}: there is no such file; the position"))
            }
            Err(_) => Ok(Self { grid: files::read_input_liberally(Path::new(text))?.grid, position: None }),
        }
    }

    fn in_words(&self, found: &AnalysisUpdate) -> String {
        let size = self.grid.size();
        let fruits = self.grid.fruits();
        let mut text = format!("{size} x {size}, {fruits} fruit{}", plural(fruits));
        if let Some(position) = &self.position {
            let [first, second] = position.points();
            let _ = write!(text, ", player {} to move, {first}:{second}", position.turn().index() + 1);
        }
        let _ = writeln!(text, "\n\n{}", table(&found.thought));
        let _ = writeln!(text, "{}", conclusion(found));
        if let Some(position) = &self.position {
            let end = final_margin(position, found.thought.best().margin);
            let about = if found.thought.best().exact { "" } else { "about " };
            let _ = writeln!(text, "In the end player {} has {about}{end} points.", position.turn().index() + 1);
        }
        text
    }

    fn in_json(&self, found: &AnalysisUpdate) -> serde_json::Value {
        let rows: Vec<String> = self.grid.to_string().lines().map(str::to_owned).collect();
        let position = self.position.as_ref();
        json!({
            "rows": rows,
            "turn": position.map(|position| position.turn().index() + 1),
            "points": position.map(Position::points),
            "final_margin": position.map(|position| final_margin(position, found.thought.best().margin).points()),
            "analysis": found,
        })
    }
}

/// How many points more than the opponent the player to move will have in the end.
fn final_margin(position: &Position, margin: Value) -> Value {
    let points = position.points().map(Value::from_points);
    points[position.turn().index()] - points[position.turn().opponent().index()] + margin
}

fn table(thought: &Thought) -> String {
    let mut text = " move  fruits  points    margin         line\n".to_owned();
    for found in &thought.moves {
        let exact = if found.exact { "exact" } else { "" };
        let _ = writeln!(
            text,
            "{:>5} {:>7} {:>7} {:>9} {exact:<5}  {}",
            found.cell,
            found.size,
            found.points,
            found.margin.to_string(),
            line(&found.line),
        );
    }
    text
}

fn line(cells: &[Cell]) -> String {
    let mut moves: Vec<String> = cells.iter().take(LINE).map(ToString::to_string).collect();
    if cells.len() > LINE {
        moves.push("…".to_owned());
    }
    moves.join(" ")
}

fn conclusion(found: &AnalysisUpdate) -> String {
    let Thought { depth, nodes, elapsed, .. } = &found.thought;
    let effort = format!("{nodes} board{} in {:.2} s", plural(*nodes as usize), elapsed.as_secs_f64());
    match found.finish {
        Some(Finish::Exact) => format!("Exact: solved to the end of the game, {effort}."),
        Some(Finish::Stopped) => format!("Interrupted after looking {depth} moves ahead, {effort}."),
        _ => format!("Looked {depth} move{} ahead, {effort}; not exact.", plural(*depth as usize)),
    }
}

/// The table so far, rewritten on a terminal.
struct Progress {
    bar: ProgressBar,
}

impl Progress {
    fn new(quiet: bool) -> Self {
        if quiet || !is_watched() {
            return Self { bar: ProgressBar::hidden() };
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        bar.set_style(ProgressStyle::with_template("{elapsed} {msg}").expect("a template that is right"));
        bar.enable_steady_tick(Duration::from_millis(500));
        Self { bar }
    }

    fn show(&self, update: &AnalysisUpdate) {
        if !self.bar.is_hidden() {
            let Thought { depth, nodes, .. } = &update.thought;
            self.bar.set_message(format!("depth {depth}, {nodes} boards\n{}", table(&update.thought)));
        }
    }
}
