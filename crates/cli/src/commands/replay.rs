//! `fruitrage replay`: what happened in recorded games, and can it have happened?

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use fruitrage_game::harmless;
use fruitrage_game::{ClockKind, GameRecord, MoveLine, read_games};
use fruitrage_rules::text::PositionLine;
use fruitrage_tournament::lost_move::{lost_move, write_move};
use serde_json::{Value, json};

use super::Verdict;
use crate::arguments::Format;
use crate::drawing::Drawing;
use crate::exports;
use crate::lost_moves;
use crate::printing::{harmless_lines, plural, print, print_json, print_styled};

#[derive(Args, Debug)]
#[command(after_help = "\
Every line of the record is held to the rules. One that cannot have happened is named,
and the exit code is 1.

Examples:
  fruitrage replay games.jsonl                  all games, a line each
  fruitrage replay games.jsonl --game 0001-2    one game, move by move
  fruitrage replay game.jsonl --ply 17          move 17: the board before it, and the move
  fruitrage replay game.jsonl --files lost      input.txt, output.txt and stderr.txt of the move
                                                that lost the game, in a new folder
  fruitrage replay games.jsonl --pgn > games.pgn    for Ordo and BayesElo
  fruitrage replay games.jsonl --csv > moves.csv    for spreadsheets and data frames")]
pub(crate) struct Options {
    /// The record, as JSON Lines
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The game to show, if there are several
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// Show move N: the board before it with the clocks, the move, and what came of it
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Write the input.txt and output.txt of move N, or of the move that lost the game by
    /// a fault, into a new folder, with the time that was left
    #[arg(long, value_name = "FOLDER")]
    files: Option<PathBuf>,
    /// Print the games as PGN, with the moves and the day on which the record was written
    #[arg(long, conflicts_with_all = ["ply", "files", "csv"])]
    pgn: bool,
    /// Print the moves as CSV, one a row: who took what, points, times, the board before it
    #[arg(long, conflicts_with_all = ["ply", "files"])]
    csv: bool,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let name = options.file.display();
    let file = File::open(&options.file).with_context(|| format!("cannot open {name}"))?;
    let games = match read_games(BufReader::new(file)) {
        Ok(games) => games,
        Err(error) => {
            print(format_args!("wrong: {name}: {error}\n"))?;
            return Ok(Verdict::No);
        }
    };
    anyhow::ensure!(!games.is_empty(), "{name} holds no game");
    if options.pgn || options.csv {
        let chosen = match &options.game {
            Some(id) => std::slice::from_ref(find(&games, id)?),
            None => &games[..],
        };
        let written = options.file.metadata().and_then(|data| data.modified()).ok();
        let pgn = || chosen.iter().map(|game| exports::pgn(game, written)).collect();
        print(if options.csv { exports::moves_csv(chosen)? } else { pgn() })?;
        return Ok(Verdict::Yes);
    }
    match options.chosen(&games)? {
        None => match options.format {
            Format::Text => print(list(&games))?,
            Format::Json => print_json(&json!(games.iter().map(in_json).collect::<Vec<_>>()))?,
        },
        Some(game) => options.show(game)?,
    }
    Ok(Verdict::Yes)
}

impl Options {
    /// The game that is meant, if it is a single one.
    fn chosen<'a>(&self, games: &'a [GameRecord]) -> anyhow::Result<Option<&'a GameRecord>> {
        if let Some(id) = &self.game {
            return find(games, id).map(Some);
        }
        match games {
            [game] => Ok(Some(game)),
            _ if self.ply.is_some() || self.files.is_some() => {
                anyhow::bail!("there are {} games; say which with --game ID", games.len())
            }
            _ => Ok(None),
        }
    }

    fn show(&self, game: &GameRecord) -> anyhow::Result<()> {
        if let Some(folder) = &self.files {
            return self.write_files(game, folder);
        }
        let Some(ply) = self.ply else {
            match self.format {
                Format::Text => print(moves(game))?,
                Format::Json => print_json(&in_json(game))?,
            }
            return Ok(());
        };
        // What ended the game without a move is shown as the move that it should have been.
        let shown = game.moves.len() + usize::from(!game.last_position().is_over());
        anyhow::ensure!((1..=shown).contains(&ply), "--ply {ply}: the game has moves 1 to {shown}");
        let (before, played) = (position(game, ply - 1), game.moves.get(ply - 1));
        if self.format == Format::Json {
            let result = json!({
                "game": game.game.id,
                "ply": ply,
                "position": before.to_string(),
                "move": played,
                "after": played.map(|_| position(game, ply).to_string()),
                "end": game.end.as_ref().filter(|_| played.is_none()),
            });
            print_json(&result)?;
            return Ok(());
        }
        let mut text = heading(game);
        let _ = writeln!(text, "before move {ply}:\n");
        let _ = write!(text, "{}", Drawing::new(&before.position.board().to_grid()));
        let _ = writeln!(text, "\nposition: {before}");
        match played {
            Some(line) => {
                let _ = writeln!(text, "{}", move_in_words(game, line));
                let _ = writeln!(text, "after it: {}", position(game, ply));
                if game.moves.len() == ply && game.last_position().is_over() {
                    let _ = writeln!(text, "{}", ending(game));
                }
            }
            None => {
                let _ = writeln!(text, "move {ply}: {}", ending(game));
            }
        }
        Ok(print_styled(text)?)
    }

    fn write_files(&self, game: &GameRecord, folder: &Path) -> anyhow::Result<()> {
        let lost = || lost_move(game).map(|(ply, _)| ply);
        let ply = self
            .ply
            .or_else(lost)
            .context("--files: no move of this game lost it by a fault; say which with --ply N")?;
        write_move(folder, game, ply).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => anyhow::anyhow!(
                "--files {}: it is there already, and what is in it is kept: choose another name, or remove it",
                folder.display()
            ),
            _ => anyhow::Error::new(error).context(format!("--files {}", folder.display())),
        })?;
        Ok(print(format_args!("move {ply} is in {}\n  {}\n", folder.display(), lost_moves::command(folder)))?)
    }
}

/// The position after so many moves, with its clocks.
fn position(game: &GameRecord, moves: usize) -> PositionLine {
    let has_clocks = game.game.clock.kind != ClockKind::None;
    let clocks = has_clocks.then(|| game.clocks(moves));
    PositionLine { position: game.positions[moves].clone(), clocks }
}

/// The game of a name.
pub(super) fn find<'a>(games: &'a [GameRecord], id: &str) -> anyhow::Result<&'a GameRecord> {
    // A game that was void was played again under the same name.
    games.iter().rfind(|game| game.game.id == id).with_context(|| {
        let ids: Vec<&str> = games.iter().take(5).map(|game| game.game.id.as_str()).collect();
        format!("there is no game {id}; there are {}{}", ids.join(", "), if games.len() > 5 { ", …" } else { "" })
    })
}

pub(super) fn heading(game: &GameRecord) -> String {
    let [first, second] = &game.game.agents;
    let size = game.positions[0].board().size();
    let time = match game.game.clock.kind {
        ClockKind::None => "without clocks".to_owned(),
        kind => format!("{} s and {} s of {kind} time", first.time.as_secs_f64(), second.time.as_secs_f64()),
    };
    format!(
        "game {}: {} against {}, {size} x {size}, {} kind{}, {time}\n",
        game.game.id,
        harmless(&first.name),
        harmless(&second.name),
        game.game.kinds,
        plural(game.game.kinds.into()),
    )
}

pub(super) fn ending(game: &GameRecord) -> String {
    game.end.as_ref().map_or_else(|| "broken off".to_owned(), |end| harmless_lines(&end.message))
}

fn move_in_words(game: &GameRecord, line: &MoveLine) -> String {
    let name = harmless(&game.game.agents[usize::from(line.player) - 1].name);
    let (size, points) = (line.size as usize, line.size * line.size);
    format!("move {}, {name}: {} takes {size} fruit{} for {points}", line.ply, line.cell, plural(size))
}

/// One game, a line for each move.
fn moves(game: &GameRecord) -> String {
    let mut text = heading(game);
    let _ = writeln!(text, "\n  ply player  move fruits      points       CPU     wall      left");
    for line in &game.moves {
        let [first, second] = line.points;
        let _ = writeln!(
            text,
            "{:>5} {:>6} {:>5} {:>6} {:>11} {:>7.3} s {:>6.3} s {:>7.3} s{}",
            line.ply,
            line.player,
            line.cell,
            line.size,
            format!("{first}:{second}"),
            line.cpu.as_secs_f64(),
            line.wall.as_secs_f64(),
            line.left.as_secs_f64(),
            line.warnings.iter().fold(String::new(), |text, warning| format!("{text}  {}", harmless(warning))),
        );
    }
    let _ = writeln!(text, "\n{}", ending(game));
    text
}

/// All games, a line each.
fn list(games: &[GameRecord]) -> String {
    let mut text = String::new();
    for game in games {
        let [first, second] = &game.game.agents;
        let moves = game.moves.len();
        let _ = writeln!(
            text,
            "{}  {} - {}  {moves} move{}  {}",
            game.game.id,
            harmless(&first.name),
            harmless(&second.name),
            plural(moves),
            ending(game)
        );
    }
    let _ = writeln!(text, "\n{} game{}, all of which can have happened", games.len(), plural(games.len()));
    text
}

fn in_json(game: &GameRecord) -> Value {
    json!({"game": game.game, "moves": game.moves, "end": game.end})
}
