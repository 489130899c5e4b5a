//! `fruitrage play`: a game in the terminal, for people and for those who watch.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use fruitrage_engine::Level;
use fruitrage_game::StartingBoard;
use fruitrage_game::Stop;
use fruitrage_rules::{Board, MAX_KINDS, MAX_SIZE};

use super::Verdict;
use crate::arguments::positive_seconds;
use crate::players::{HouseRoster, SandboxOptions, must_be_somebody};
use crate::printing::tell;
use crate::seed::new_seed;
use crate::tui::{
    self, Begin, House, Manners, Starts, Suggestion, Theme, Who, Wish, WishedBoard, is_plain_terminal, must_be_there,
    usual_folder,
};
use fruitrage_agent::files;
use fruitrage_tournament::agents::AgentSpec;

#[derive(Args, Debug)]
#[command(after_help = "\
Without a player, level, board or time it opens with a start screen that asks for them.

A player is
  a person              human, human:Ada
  a built-in player     engine:level=fig, engine, greedy, random, minimax:depth=3
  a program             ./mybot, 'python3 bot.py', homework.cpp, ugi:./mybot; as for fruitrage match

Keys: arrows move, Enter takes the group, u takes back, h gives a hint, a analyses, n is a
new game, q quits, ? tells the rest. The mouse does it too. With --vi-keys, h j k l move
and i gives the hint.

Every game is recorded as it goes, in $XDG_DATA_HOME/fruitrage/games or
~/.local/share/fruitrage/games (Windows: %LOCALAPPDATA%\\fruitrage\\games; if there is none
of these, ./fruitrage-games). NO_COLOR is honoured.

Examples:
  fruitrage play                               ask what to play
  fruitrage play --level quince                you against Quince, the sixth of nine levels
  fruitrage play human:Ada human:Ben -n 12     two people, one keyboard
  fruitrage play 'python3 bot.py' --time 60    you against a program, a minute each
  fruitrage play ./mybot engine:level=sage     watch two machines
  fruitrage play --resume game.jsonl           go on with a game

Exit codes: 0 left; 2 bad usage, or no terminal; 130 interrupted, and can go on.")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch on the command line")]
pub(crate) struct Options {
    /// One player: your opponent. Two: those who play, the first one begins
    #[arg(value_name = "PLAYER", num_args = 0..=2)]
    players: Vec<String>,
    /// Play the engine at this level, by name or number: 1 (cress) to 9 (sage)
    /// [default: what suits your own games]
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["players", "resume"])]
    level: Option<Level>,
    /// Who makes the first move; with two players, 'you' is the first of them
    #[arg(long, value_enum)]
    starts: Option<Starts>,
    /// Cells a side, 1 to 26 [default: 10]
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=MAX_SIZE as i64))]
    size: Option<u8>,
    /// Kinds of fruit, 1 to 10 [default: 4]
    #[arg(short = 'p', long, value_name = "P", value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_KINDS)))]
    fruits: Option<u8>,
    /// The seed of the board [default: a new one, shown with the game]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Play in the board of this file, written as input.txt is
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "fruits", "seed", "resume"])]
    board: Option<PathBuf>,
    /// The time that each player has for the whole game [default: no clocks]
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    time: Option<Duration>,
    /// The time that each player is given for every move, on top of --time
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds, requires = "time")]
    increment: Option<Duration>,
    /// How long machines think about a move without clocks
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds, default_value = "1")]
    move_time: Duration,
    /// Begin paused, to let machines move step by step
    #[arg(long)]
    paused: bool,
    /// Open with the start screen, whatever else is said
    #[arg(long, conflicts_with = "resume")]
    menu: bool,
    /// Go on with a recorded game; a program that plays in it must be named again
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "fruits", "seed", "time", "increment", "starts"])]
    resume: Option<PathBuf>,
    /// Record games in this folder
    #[arg(long, value_name = "FOLDER")]
    games: Option<PathBuf>,
    /// Record nothing
    #[arg(long, conflicts_with_all = ["games", "resume"])]
    no_record: bool,
    /// Show moves at once
    #[arg(long)]
    no_animation: bool,
    /// h, j, k and l move the cursor; i gives the hint
    #[arg(long)]
    vi_keys: bool,
    /// Only letters and digits, for terminals without symbols
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    sandbox: SandboxOptions,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    for who in &options.players {
        if let Who::Agent(command) = Who::of_text(who) {
            must_be_somebody(&AgentSpec::of_command(command), Path::new("."))?;
        }
    }
    must_be_there("play")?;
    let stop = Stop::default();
    let sandbox = options.sandbox;
    let games = options.games.clone().unwrap_or_else(usual_folder);
    let suggestion = Suggestion::of_games(&games);
    let house = House {
        roster: HouseRoster::new(move || sandbox.choose_quietly(), &stop)?,
        games: (!options.no_record).then_some(games),
        animation: !options.no_animation && !is_plain_terminal(),
    };
    let manners = Manners { theme: Theme::of_environment(options.ascii), vi: options.vi_keys };
    let wish = options.wish(suggestion.level)?;
    let left = tui::run(house, wish, suggestion, &options.begin(), manners, &stop)?;
    left.farewell.iter().for_each(tell);
    Ok(if left.interrupted { Verdict::Interrupted } else { Verdict::Yes })
}

impl Options {
    fn begin(&self) -> Begin {
        if let Some(path) = &self.resume {
            return Begin::Resume(path.clone(), self.players.clone());
        }
        let is_said = !self.players.is_empty()
            || self.level.is_some()
            || self.starts.is_some()
            || self.size.is_some()
            || self.fruits.is_some()
            || self.seed.is_some()
            || self.board.is_some()
            || self.time.is_some();
        if is_said && !self.menu { Begin::Play } else { Begin::Choose }
    }

    fn wish(&self, suggested: Level) -> anyhow::Result<Wish> {
        let you = || Who::of_text("human");
        let players = match self.players.as_slice() {
            _ if self.resume.is_some() => [you(), you()],
            [] => [you(), Who::level(self.level.unwrap_or(suggested))],
            [opponent] => [you(), Who::of_text(opponent)],
            [first, second, ..] => [Who::of_text(first), Who::of_text(second)],
        };
        Ok(Wish {
            players,
            starts: self.starts.unwrap_or_default(),
            random: WishedBoard {
                size: self.size.unwrap_or(10).into(),
                kinds: self.fruits.unwrap_or(4),
                seed: self.seed.unwrap_or_else(new_seed),
            },
            start: self.board.as_deref().map(read_board).transpose()?,
            budget: self.time,
            increment: self.increment.unwrap_or_default(),
            move_time: self.move_time,
            paused: self.paused,
        })
    }
}

fn read_board(path: &Path) -> anyhow::Result<StartingBoard> {
    let name = path.display();
    let input = files::read_input_liberally(path)?;
    let board = Board::try_from(&input.grid).with_context(|| name.to_string())?;
    anyhow::ensure!(!board.is_empty(), "{name}: the board is empty");
    Ok(StartingBoard { board, kinds: input.kinds, seed: None })
}
