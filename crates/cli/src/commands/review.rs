//! `fruitrage review`: where was a game won and lost, and why?

use std::fmt::Write as _;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use fruitrage_game::harmless;
use fruitrage_game::{GameRecord, Stop, read_games};
use fruitrage_play::puzzle::mistakes;
use fruitrage_play::review::{Class, Evaluation, Review, ReviewOptions, ReviewedMove, review};
use fruitrage_results::report::UNKNOWN;
use fruitrage_rules::Player;
use fruitrage_tournament::lost_move::lost_move;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use super::Verdict;
use super::replay::{ending, find, heading};
use crate::arguments::Format;
use crate::printing::{is_watched, print, print_json};
use crate::signals;
use fruitrage_agent::files;

/// The widest sparkline.
const SPARKS: usize = 72;

#[derive(Args, Debug)]
#[command(after_help = "\
A move is compared with the best one by looking at the boards after both alike. What it
loses is held against what is at stake, which is the points of the largest group before
or after it (at least those of the first board's largest, or of a group of half as many
fruits as the board is wide): up to 10 % is good, up to 25 % an inaccuracy, up to 60 % a
mistake, more a blunder. Accuracy is the part of what was at
stake that was kept: 100 % x (1 - losses / stakes) over all moves with a choice.

With --nodes, which is the default, a review is the same every time; with
--time-per-move it depends on the machine.

Examples:
  fruitrage review game.jsonl
  fruitrage review games.jsonl --game 0001-2 --html review.html --engine
  fruitrage review game.jsonl --nodes 2000000 --threads 2")]
pub(crate) struct Options {
    /// The record, as JSON Lines
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The game to review, if there are several
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// Write a page with the board to step through, all in one file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Put the engine into that page too, to try other moves (half a megabyte)
    #[arg(long, requires = "html")]
    engine: bool,
    /// Think so long about each position at most
    #[arg(long, value_name = "MILLISECONDS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    time_per_move: Option<u64>,
    /// Look at about so many boards for each position [default: 200000, if there is
    /// no --time-per-move]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Judge so many positions at a time [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let games = options.read()?;
    let game = options.chosen(&games)?;
    let stop = Stop::default();
    signals::raise_on_interrupt(&stop)?;
    let bar = options.progress_bar();
    let found = review(game, &options.limits(), &stop, &mut |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let Some(found) = found else { return Ok(Verdict::Interrupted) };
    if let Some(path) = &options.html {
        files::write_whole(path, &fruitrage_web::review_page(game, &found, options.engine))?;
    }
    match options.format {
        Format::Text => print(in_words(game, &found, &options.file.display().to_string()))?,
        Format::Json => {
            let result = json!({"game": game.game, "end": game.end, "review": found});
            print_json(&result)?;
        }
    }
    Ok(Verdict::Yes)
}

impl Options {
    fn read(&self) -> anyhow::Result<Vec<GameRecord>> {
        let name = self.file.display();
        let file = File::open(&self.file).with_context(|| format!("cannot open {name}"))?;
        read_games(BufReader::new(file)).with_context(|| name.to_string())
    }

    fn chosen<'a>(&self, games: &'a [GameRecord]) -> anyhow::Result<&'a GameRecord> {
        match (&self.game, games) {
            (_, []) => anyhow::bail!("{} holds no game", self.file.display()),
            (Some(id), games) => find(games, id),
            (None, [game]) => Ok(game),
            (None, games) => {
                let id = &games[0].game.id;
                anyhow::bail!("there are {} games; say which with --game ID, such as --game {id}", games.len())
            }
        }
    }

    fn limits(&self) -> ReviewOptions {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let default = ReviewOptions::default();
        ReviewOptions {
            nodes: self.nodes.or(default.nodes.filter(|_| self.time_per_move.is_none())),
            time: self.time_per_move.map(Duration::from_millis),
            threads: self.threads.map_or_else(cores, usize::from),
        }
    }

    fn progress_bar(&self) -> ProgressBar {
        if self.quiet || !is_watched() {
            return ProgressBar::hidden();
        }
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len} positions, {eta} left");
        ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr())
            .with_style(style.expect("a template that is right"))
    }
}

fn in_words(game: &GameRecord, found: &Review, file: &str) -> String {
    let mut text = String::new();
    match lost_move(game) {
        Some((ply, _)) => {
            let _ = writeln!(text, "lost by a fault at move {ply}: {}", ending(game));
            let _ = writeln!(text, "  look at it again: fruitrage replay {file} --game {} --ply {ply}\n", game.game.id);
            let _ = writeln!(text, "{}how it was played before that:\n", heading(game));
        }
        None => {
            let _ = writeln!(text, "{}{}\n", heading(game), ending(game));
        }
    }
    text.push_str(&curve(game, &found.curve));
    let _ = writeln!(text, "{}\n", found.turning_point_in_words());
    text.push_str(&players(found));
    text.push_str(&faults(game, found));
    if !mistakes(game, found).is_empty() {
        let _ = writeln!(text, "\nlearn from them: fruitrage puzzle --from {file}");
    }
    // Names come from a file.
    text.split('\n').map(harmless).collect::<Vec<_>>().join("\n")
}

/// The curve as a line of blocks, with its highest and lowest value.
fn curve(game: &GameRecord, curve: &[Evaluation]) -> String {
    let margins: Vec<f64> = curve.iter().map(|evaluation| evaluation.margin.points()).collect();
    let (low, high) =
        margins.iter().fold((0.0_f64, 0.0_f64), |(low, high), &margin| (low.min(margin), high.max(margin)));
    let name = &game.game.agents[0].name;
    format!(
        "expected difference in the end, seen by {name}, from {:+} to {:+}:\n{}\n",
        low.round() as i64,
        high.round() as i64,
        sparkline(&margins, low, high)
    )
}

fn sparkline(values: &[f64], low: f64, high: f64) -> String {
    const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let width = values.len().min(SPARKS);
    let range = (high - low).max(1e-9);
    let spark = |place: usize| {
        let value = values[place * (values.len() - 1) / (width - 1).max(1)];
        BLOCKS[((value - low) / range * 7.0).round() as usize % BLOCKS.len()]
    };
    (0..width).map(spark).collect()
}

fn name(game: &GameRecord, player: Player) -> &str {
    &game.game.agents[player.index()].name
}

fn players(found: &Review) -> String {
    let width = found.players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0).max(6);
    let classes = Class::ALL.map(|class| format!(" {:>10}", class.to_string())).concat();
    let mut text = format!("{:<width$} accuracy{classes}   points lost      time  longest\n", "player");
    for player in &found.players {
        let accuracy = player.accuracy.map_or_else(|| UNKNOWN.to_owned(), |accuracy| format!("{accuracy:.1} %"));
        let counts = player.classes.map(|count| format!(" {count:>10}")).concat();
        let longest = player.longest.map_or_else(|| "-".to_owned(), |ply| format!("move {ply}"));
        let _ = writeln!(
            text,
            "{:<width$} {accuracy:>8}{counts} {:>13.1} {:>7.1} s  {longest}",
            player.name,
            player.lost.points(),
            player.wall.as_secs_f64(),
        );
    }
    text
}

fn faults(game: &GameRecord, found: &Review) -> String {
    let mut faults = found.moves.iter().filter(|found| found.class.is_fault()).peekable();
    if faults.peek().is_none() {
        return "\nNo mistakes were found.\n".to_owned();
    }
    faults.fold("\n".to_owned(), |text, found| text + &fault(game, found))
}

fn fault(game: &GameRecord, found: &ReviewedMove) -> String {
    let about = if found.exact { "" } else { "about " };
    let lost = found.lost.points();
    let lost = if found.exact { format!("{lost:.0}") } else { format!("{lost:.1}") };
    format!(
        "move {}, {}: {}{} {} - loses {about}{lost} point{}; {}.\n",
        found.ply,
        name(game, found.player),
        found.cell,
        found.class.mark(),
        found.class,
        if lost == "1" { "" } else { "s" },
        found.words,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sparkline_reaches_from_the_lowest_to_the_highest_and_numbers_are_plain() {
        assert_eq!(sparkline(&[-7.0, 0.0, 7.0], -7.0, 7.0), "▁▅█");
        assert_eq!(sparkline(&[0.0], 0.0, 0.0), "▁");
        assert_eq!(sparkline(&[5.0; 500], 0.0, 5.0).chars().count(), SPARKS);
    }
}
