//! `fruitrage replay`: what happened in recorded games, and can it have happened?

use std::fmt::Write as _;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use fruitrage_game::harmless;
use fruitrage_game::{ClockKind, GameRecord, MoveLine, read_games};
use fruitrage_rules::text::PositionLine;
use serde_json::{Value, json};

use super::Verdict;
use crate::arguments::Format;
use crate::drawing::Drawing;
use crate::printing::{harmless_lines, plural, print, print_json, print_styled};

#[derive(Args, Debug)]
#[command(after_help = "\
Every line of the record is held to the rules. One that cannot have happened is named,
and the exit code is 1.

Examples:
  fruitrage replay games.jsonl                  all games, a line each
  fruitrage replay games.jsonl --game 0001-2    one game, move by move
  fruitrage replay game.jsonl --ply 17          the board after 17 moves
  fruitrage replay games.jsonl --pgn > games.pgn    for Ordo and BayesElo")]
pub(crate) struct Options {
    /// The record, as JSON Lines
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The game to show, if there are several
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// Draw the board after so many moves; 0 is the start
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Print who played whom and who won, as PGN without moves
    #[arg(long, conflicts_with_all = ["game", "ply"])]
    pgn: bool,
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
    if options.pgn {
        print(games.iter().map(pgn).collect::<String>())?;
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
            _ if self.ply.is_some() => anyhow::bail!("there are {} games; say which with --game ID", games.len()),
            _ => Ok(None),
        }
    }

    fn show(&self, game: &GameRecord) -> anyhow::Result<()> {
        let Some(ply) = self.ply else {
            match self.format {
                Format::Text => print(moves(game))?,
                Format::Json => print_json(&in_json(game))?,
            }
            return Ok(());
        };
        let position =
            game.positions.get(ply).with_context(|| format!("--ply {ply}: the game has {} moves", game.moves.len()))?;
        let line = PositionLine { position: position.clone(), clocks: None };
        if self.format == Format::Json {
            print_json(&json!({"game": game.game.id, "ply": ply, "position": line.to_string()}))?;
            return Ok(());
        }
        let mut text = heading(game);
        if let Some(last) = ply.checked_sub(1) {
            let _ = writeln!(text, "{}\n", move_in_words(game, &game.moves[last]));
        }
        let _ = write!(text, "{}", Drawing::new(&position.board().to_grid()));
        let _ = writeln!(text, "\nposition: {line}");
        match game.moves.get(ply) {
            Some(next) => {
                let _ = writeln!(text, "next: {}", move_in_words(game, next));
            }
            None => {
                let _ = writeln!(text, "{}", ending(game));
            }
        }
        Ok(print_styled(text)?)
    }
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

/// The headers of a game for programs that rate chess players, which need no
/// moves. Void and unfinished games are left out.
fn pgn(game: &GameRecord) -> String {
    use fruitrage_game::Ending;
    let Some(end) = game.end.as_ref().filter(|end| !matches!(end.ending, Ending::Void { .. })) else {
        return String::new();
    };
    let result = match end.winner {
        Some(1) => "1-0",
        Some(_) => "0-1",
        None => "1/2-1/2",
    };
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let [white, black] = &game.game.agents;
    format!(
        "[Event \"The Fruit Rage\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"{}\"]\n[White \"{}\"]\n\
         [Black \"{}\"]\n[Result \"{result}\"]\n[Termination \"{}\"]\n\n{result}\n\n",
        quoted(&game.game.id),
        quoted(&white.name),
        quoted(&black.name),
        end.ending.name(),
    )
}
