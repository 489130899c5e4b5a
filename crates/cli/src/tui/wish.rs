//! The game that is wanted, and how it is opened: who plays, on which
//! board, on which clock, and where it is recorded.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::time::Duration;

use anyhow::Context as _;
use clap::ValueEnum;
use fruitrage_engine::Level;
use fruitrage_game::AgentLine;
use fruitrage_game::{BoardClass, StartingBoard};
use fruitrage_play::session::{Seat, Session, Setup};
use fruitrage_rules::Random;
use fruitrage_sandbox::Tier;
use fruitrage_tournament::agents::AgentSpec;

use super::game::Game;
use super::message::Message;
use super::motion;
use crate::players::{HouseRoster, NO_SANDBOX};

/// Machines that play each other take so long for a move, so that one can follow.
pub(super) const WATCHING_PACE: Duration = Duration::from_secs(1);

/// How long a machine takes at least to answer a person, once that person's move was
/// seen: as long as a person who plays quickly.
const THINKING_PACE: Duration = Duration::from_millis(500);

/// Who is wanted in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// A person.
    Human(String),
    /// Somebody as for a match: a built-in player, a command or a submission.
    Agent(String),
}

/// Who makes the first move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Starts {
    /// The first player: you, if you play.
    #[default]
    #[value(alias = "first")]
    You,
    /// The second player.
    #[value(alias = "second")]
    Opponent,
    /// Drawn by lot, from the seed.
    Lot,
}

/// The board of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WishedBoard {
    pub(crate) size: usize,
    pub(crate) kinds: u8,
    pub(crate) seed: u64,
}

/// A game that is wanted.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    pub(crate) players: [Who; 2],
    pub(crate) starts: Starts,
    pub(crate) random: WishedBoard,
    /// A board of one's own instead of a random one.
    pub(crate) start: Option<StartingBoard>,
    /// The time that each has; none to play without clocks.
    pub(crate) budget: Option<Duration>,
    /// The time that each is given for every move, with clocks.
    pub(crate) increment: Duration,
    /// How long machines think about a move, without clocks.
    pub(crate) move_time: Duration,
    /// Whether it begins paused.
    pub(crate) paused: bool,
}

/// What all games of this program share.
pub(crate) struct House {
    pub(crate) roster: HouseRoster,
    /// The folder that games are recorded in; none to record nothing.
    pub(crate) games: Option<PathBuf>,
    /// Whether moves are seen.
    pub(crate) animation: bool,
}

impl Who {
    /// Who is meant by a text: `human`, `human:Ada`, or an agent.
    pub(crate) fn of_text(text: &str) -> Self {
        match text.split_once(':') {
            _ if text == "human" => Self::Human("Human".to_owned()),
            Some(("human", name)) if !name.trim().is_empty() => Self::Human(name.trim().to_owned()),
            _ => Self::Agent(text.to_owned()),
        }
    }

    /// The engine at a level.
    pub(crate) fn level(level: Level) -> Self {
        Self::Agent(format!("engine:level={level}"))
    }
}

impl WishedBoard {
    fn start(self) -> anyhow::Result<StartingBoard> {
        let class = BoardClass::new(self.size, self.kinds)?;
        Ok(StartingBoard { board: class.board(self.seed), kinds: self.kinds, seed: Some(self.seed) })
    }
}

impl Wish {
    /// The board.
    pub(super) fn start(&self) -> anyhow::Result<StartingBoard> {
        self.start.clone().map_or_else(|| self.random.start(), Ok)
    }

    /// The players in the order in which they move, under names that differ.
    fn in_order(&self) -> [Who; 2] {
        let swapped = match self.starts {
            Starts::You => false,
            Starts::Opponent => true,
            Starts::Lot => Random::new(self.random.seed).below(2) == 1,
        };
        let [one, two] = self.players.clone();
        let mut order = if swapped { [two, one] } else { [one, two] };
        if let [Who::Human(one), Who::Human(two)] = &mut order
            && one == two
        {
            one.push_str(" 1");
            two.push_str(" 2");
        }
        order
    }
}

impl House {
    /// Starts a game. If a program plays, that may take a while.
    pub(super) fn open(&self, wish: &Wish, number: u64, messages: &Sender<Message>) -> anyhow::Result<Box<Game>> {
        let order = wish.in_order();
        let [first, second] = &order;
        let seats = [self.seat(first)?, self.seat(second)?];
        let start = wish.start()?;
        let path = self.games.as_deref().map(|folder| free_path(folder, &start)).transpose()?;
        let watching = !seats.iter().any(Seat::is_human);
        let setup = Setup {
            id: path.as_deref().and_then(Path::file_stem).map_or("game".into(), |stem| stem.to_string_lossy().into()),
            budget: wish.budget,
            increment: wish.increment,
            move_time: wish.move_time,
            pace: self.pace(watching),
            paused: wish.paused,
            ..Setup::new(start, seats)
        };
        let session = match &path {
            Some(path) => Session::start_recorded(setup, path),
            None => Session::start(setup),
        };
        let mut game = Game::new(session?, path, number, messages);
        game.programs = order.iter().filter_map(Who::program).collect();
        game.pace = self.pace(watching);
        game.animation = self.animation;
        game.note = self.warning(&game.programs);
        Ok(Box::new(game))
    }

    /// Goes on with a recorded game. Programs play on only if they are named again.
    pub(super) fn resume(
        &self,
        path: &Path,
        named: &[String],
        number: u64,
        messages: &Sender<Message>,
    ) -> anyhow::Result<Box<Game>> {
        let mut named = named.iter();
        let mut programs = Vec::new();
        let session = Session::resume(path, |line: &AgentLine| {
            if let Some(seat) = Seat::of_line(line) {
                return Ok(seat);
            }
            let command = named.next().with_context(|| {
                format!(
                    "{} was played by a program, '{}'. It runs again only if you say so: \
                     fruitrage play --resume {} {}",
                    line.name,
                    line.command,
                    quoted(&path.to_string_lossy()),
                    quoted(&line.command)
                )
            })?;
            programs.push(command.clone());
            self.seat(&Who::Agent(command.clone()))
        })?;
        anyhow::ensure!(named.next().is_none(), "the record names no program that another player could stand for");
        let mut game = Game::new(session, Some(path.to_owned()), number, messages);
        game.pace = self.pace(game.is_watched());
        game.session().set_pace(game.pace);
        game.animation = self.animation;
        game.note = self.warning(&programs);
        game.programs = programs;
        Ok(Box::new(game))
    }

    fn seat(&self, who: &Who) -> anyhow::Result<Seat> {
        match who {
            Who::Human(name) => Ok(Seat::human(name)),
            Who::Agent(command) => {
                let level = command.strip_prefix("engine:level=").and_then(|text| text.parse::<Level>().ok());
                let name = level.map_or_else(|| command.clone(), |level| level.name().to_owned());
                let line = AgentLine::of_builtin(&name, command, Duration::ZERO);
                if let Some(seat) = Seat::of_line(&line) {
                    return Ok(seat);
                }
                let spec = AgentSpec::of_command(command);
                let entrant = self.roster.entrant(&spec, None);
                Ok(Seat::Entrant(entrant.with_context(|| format!("player '{command}'"))?))
            }
        }
    }

    /// How fast machines may move at most.
    fn pace(&self, watching: bool) -> Duration {
        match (watching, self.animation) {
            (true, _) => WATCHING_PACE,
            // A person's own move is seen before the reply comes, and somebody seems to think
            // about it.
            (false, true) => motion::WHOLE + THINKING_PACE,
            (false, false) => Duration::ZERO,
        }
    }

    fn warning(&self, programs: &[String]) -> Option<String> {
        let plain = !programs.is_empty() && self.roster.sandbox().is_ok_and(|sandbox| sandbox.tier() == Tier::Plain);
        plain.then(|| NO_SANDBOX.to_owned())
    }
}

impl Who {
    /// The command, if it is a program.
    fn program(&self) -> Option<String> {
        match self {
            Self::Agent(command) if AgentSpec::of_command(command).builtin().is_none() => Some(command.clone()),
            Self::Agent(_) | Self::Human(_) => None,
        }
    }
}

/// A file that is not there yet, in a folder that is made if need be.
fn free_path(folder: &Path, start: &StartingBoard) -> anyhow::Result<PathBuf> {
    std::fs::create_dir_all(folder).with_context(|| {
        format!("cannot make the folder for games {} (--games names another, --no-record needs none)", folder.display())
    })?;
    let size = start.board.size();
    let kinds = start.kinds;
    let stem = match start.seed {
        Some(seed) => format!("{size}p{kinds}-seed{seed}"),
        None => format!("{size}p{kinds}-own"),
    };
    let names = std::iter::once(format!("{stem}.jsonl")).chain((2..).map(|number| format!("{stem}-{number}.jsonl")));
    let free = names.map(|name| folder.join(name)).find(|path| !path.exists());
    free.context("there is no free name for the record")
}

/// Where games are recorded if nobody says otherwise: where the system wants data of
/// programs, else in the current folder.
pub(crate) fn usual_folder() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else {
        let xdg = variable("XDG_DATA_HOME").filter(|path| path.is_absolute());
        xdg.or_else(|| variable("HOME").filter(|path| path.is_absolute()).map(|home| home.join(".local/share")))
    };
    data.map_or_else(|| PathBuf::from("fruitrage-games"), |data| data.join("fruitrage").join("games"))
}

/// A word as a shell takes it.
pub(super) fn quoted(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-=:+,".contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_known_by_their_text() {
        assert_eq!(Who::of_text("human"), Who::Human("Human".to_owned()));
        assert_eq!(Who::of_text("human: Ada "), Who::Human("Ada".to_owned()));
        assert_eq!(Who::of_text("human:"), Who::Agent("human:".to_owned()));
        assert_eq!(Who::of_text("./humane"), Who::Agent("./humane".to_owned()));
    }

    #[test]
    fn words_for_a_shell_are_quoted_where_they_must_be() {
        assert_eq!(quoted("games/10p4.jsonl"), "games/10p4.jsonl");
        assert_eq!(quoted("python3 it's.py"), r"'python3 it'\''s.py'");
    }

    #[test]
    fn a_record_never_takes_the_name_of_another() {
        let folder = tempfile::tempdir().unwrap();
        let start = WishedBoard { size: 3, kinds: 2, seed: 7 }.start().unwrap();
        for name in ["3p2-seed7.jsonl", "3p2-seed7-2.jsonl", "3p2-seed7-3.jsonl"] {
            let path = free_path(folder.path(), &start).unwrap();
            assert_eq!(path, folder.path().join(name));
            std::fs::write(path, "").unwrap();
        }
    }
}
