//! The record of a game: one event a line, as JSON. It is read back only if all of it
//! can have happened.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use fruitrage_rules::text::Input;
use fruitrage_rules::{Cell, IllegalMove, Player, Position};
use serde::Deserialize;

use super::{EndLine, Ending, Event, GameCore, GameLine, JudgedMove, MoveLine, Refused, Step, TurnTime};

impl Event {
    /// Returns the line of a record for it, without its end.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|error| unreachable!("an event is always JSON: {error}"))
    }

    /// Reads a line of a record: first what it is, then that. So no part of it is kept in
    /// between, and a page needs less of what could do that.
    fn of_line(line: &[u8]) -> serde_json::Result<Self> {
        #[derive(Deserialize)]
        #[serde(rename_all = "kebab-case")]
        enum Kind {
            Game,
            Move,
            End,
        }
        #[derive(Deserialize)]
        #[serde(expecting = "an event, such as {\"type\":\"game\"}")]
        struct Typed {
            r#type: Kind,
        }
        Ok(match serde_json::from_slice::<Typed>(line)?.r#type {
            Kind::Game => Self::Game(serde_json::from_slice(line)?),
            Kind::Move => Self::Move(serde_json::from_slice(line)?),
            Kind::End => Self::End(serde_json::from_slice(line)?),
        })
    }
}

/// Writes an event as a line and hands it to the system at once.
pub fn write_event(mut out: impl Write, event: &Event) -> io::Result<()> {
    out.write_all((event.to_line() + "\n").as_bytes())?;
    out.flush()
}

/// A game so far: all its events, with the position after each. It grows through the
/// core of the game, so all of it can have happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// What was known before the first move.
    pub game: GameLine,
    /// The moves.
    pub moves: Vec<MoveLine>,
    /// The end; none if the game was broken off.
    pub end: Option<EndLine>,
    /// The positions before each move, and after the last one.
    pub positions: Vec<Position>,
    core: GameCore,
}

/// A record that is damaged or forged.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

/// Longer than any line that the arena writes.
const LONGEST_LINE: u64 = 1 << 20;

/// Reads all games of a text, one after the other. A last line that was not
/// written to its end, as when the machine lost its power, is left out.
pub fn read_games(mut text: impl BufRead) -> Result<Vec<GameRecord>, RecordError> {
    let mut games: Vec<GameRecord> = Vec::new();
    let mut buffer = Vec::new();
    for line in 1.. {
        let wrong = |message: String| RecordError { line, message };
        buffer.clear();
        let read = io::Read::take(&mut text, LONGEST_LINE).read_until(b'\n', &mut buffer);
        read.map_err(|error| wrong(format!("it cannot be read: {error}")))?;
        if buffer.last() != Some(&b'\n') {
            if buffer.len() as u64 == LONGEST_LINE {
                return Err(wrong(format!("longer than {LONGEST_LINE} bytes")));
            }
            break;
        }
        if buffer.trim_ascii().is_empty() {
            continue;
        }
        let event = Event::of_line(&buffer).map_err(|error| wrong(no_event(&error)))?;
        match (event, games.last_mut()) {
            (Event::Game(game), _) => games.push(GameRecord::begin(game).map_err(wrong)?),
            (Event::Move(_) | Event::End(_), None) => {
                return Err(wrong("a game must begin with a 'game' line".to_owned()));
            }
            (event, Some(record)) => record.add(event).map(drop).map_err(wrong)?,
        }
    }
    Ok(games)
}

/// Why a line is not an event, in words for who may have taken another file for a record.
fn no_event(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
    format!("not an event: column {}: {reason}; a record of games has one event a line, in JSON", error.column())
}

impl GameRecord {
    /// A game of which no move is made yet, or why there can be none such.
    pub fn begin(game: GameLine) -> Result<Self, String> {
        let core = GameCore::read(&game)?;
        Ok(Self { game, moves: Vec::new(), end: None, positions: vec![core.position().clone()], core })
    }

    /// The last game of a list of events: those before it were void and played again.
    /// None if there is no game; an error says why it cannot have happened.
    pub fn of_events(events: impl IntoIterator<Item = Event>) -> Result<Option<Self>, String> {
        let mut record: Option<Self> = None;
        for event in events {
            match (event, &mut record) {
                (Event::Game(game), record) => *record = Some(Self::begin(game)?),
                (event, Some(record)) => drop(record.add(event)?),
                (_, None) => return Err("a game must begin with a 'game' line".to_owned()),
            }
        }
        Ok(record)
    }

    /// The core of the game: how it stands.
    pub const fn core(&self) -> &GameCore {
        &self.core
    }

    /// The position as it stands after all moves.
    pub const fn last_position(&self) -> &Position {
        self.core.position()
    }

    /// Calls a player by another name from now on.
    pub fn rename(&mut self, player: Player, name: &str) {
        name.clone_into(&mut self.game.agents[player.index()].name);
        self.core.rename(player, name);
    }

    /// What a player has left after all moves.
    pub const fn left(&self, player: Player) -> Duration {
        self.core.left()[player.index()]
    }

    /// What a player was told before a move, counted from 1: the `input.txt` of that
    /// turn. The move after the last one is the one that ended the game, or would come
    /// next; there is none on an empty board.
    pub fn input(&self, ply: usize) -> Option<Input> {
        let position = self.positions.get(ply.checked_sub(1)?).filter(|position| !position.is_over())?;
        let time = self.clocks(ply - 1)[position.turn().index()];
        Some(Input { kinds: self.game.kinds, time, grid: position.board().to_grid() })
    }

    /// What both players have left after so many moves.
    pub fn clocks(&self, moves: usize) -> [Duration; 2] {
        [0, 1].map(|player| {
            let mut played = self.moves[..moves.min(self.moves.len())].iter().rev();
            let last = played.find(|line| usize::from(line.player) == player + 1);
            last.map_or(self.game.agents[player].time, |line| line.left)
        })
    }

    /// Plays a judged move, or ends the game with a fault; see [`GameCore::accept`].
    pub fn accept(&mut self, judged: Result<JudgedMove, Refused>, time: TurnTime) -> Vec<Step> {
        let steps = self.core.accept(judged, time);
        for step in &steps {
            self.keep(step);
        }
        steps
    }

    /// Plays a move of a person; see [`GameCore::play`].
    pub fn play(&mut self, cell: Cell, time: TurnTime) -> Result<Vec<Step>, IllegalMove> {
        let mut steps = vec![self.core.play(cell, time, Vec::new())?];
        steps.extend(self.core.end_if_cleared());
        for step in &steps {
            self.keep(step);
        }
        Ok(steps)
    }

    /// Ends the game; see [`GameCore::end`].
    pub fn end(&mut self, ending: Ending, time: TurnTime) -> Step {
        let step = self.core.end(ending, time);
        self.keep(&step);
        step
    }

    /// Adds what happened next, or says why it cannot have happened. The core makes the
    /// same step, and what it comes to must be what the event says.
    pub fn add(&mut self, event: Event) -> Result<Step, String> {
        if self.end.is_some() {
            return Err("the game was over before this line".to_owned());
        }
        let mut core = self.core.clone();
        let position = match &event {
            Event::Game(_) => return Err("the game has begun already".to_owned()),
            Event::Move(line) => replay_move(&mut core, line)?,
            Event::End(line) => replay_end(&mut core, line)?,
        };
        // The event as it was written: its sentence may be that of an older version.
        let step = Step { event, position };
        self.core = core;
        self.keep(&step);
        Ok(step)
    }

    /// Makes all moves after the first so many undone, and the end with them.
    pub fn take_back_to(&mut self, moves: usize) {
        self.moves.truncate(moves);
        self.positions.truncate(self.moves.len() + 1);
        self.end = None;
        let left = self.clocks(moves);
        self.core.return_to(self.moves.len(), self.positions[self.moves.len()].clone(), left);
    }

    /// All that happened, in order: what a record of it holds.
    pub fn events(&self) -> impl Iterator<Item = Event> {
        let moves = self.moves.iter().cloned().map(Event::Move);
        std::iter::once(Event::Game(self.game.clone())).chain(moves).chain(self.end.clone().map(Event::End))
    }

    fn keep(&mut self, step: &Step) {
        match &step.event {
            Event::Game(_) => {}
            Event::Move(line) => {
                self.moves.push(line.clone());
                self.positions.push(step.position.clone());
            }
            Event::End(line) => self.end = Some(line.clone()),
        }
    }
}

/// Plays a recorded move. What it comes to must be what the line says.
fn replay_move(core: &mut GameCore, line: &MoveLine) -> Result<Position, String> {
    let time = TurnTime::new(line.cpu, line.wall);
    let step = core.play(line.cell, time, line.warnings.clone());
    let step = step.map_err(|illegal| format!("the move is illegal: {illegal}"))?;
    let Event::Move(expected) = step.event else {
        return Err(format!("the time left should be 0 s, but is {}", seconds(line.left)));
    };
    check("the number of the move", expected.ply, line.ply, |number| number.to_string())?;
    check("the player", expected.player, line.player, |number| number.to_string())?;
    check("the size of the group", expected.size, line.size, |number| number.to_string())?;
    check("the points", expected.points, line.points, points)?;
    check("the time left", expected.left, line.left, seconds)?;
    Ok(step.position)
}

/// Ends a recorded game. What it comes to must be what the line says, but for the
/// sentence, whose words may change from version to version.
fn replay_end(core: &mut GameCore, line: &EndLine) -> Result<Position, String> {
    let is_cleared = line.ending == Ending::Cleared;
    if is_cleared != core.position().is_over() {
        return Err(if is_cleared {
            "the game is said to be over, but there is fruit left".to_owned()
        } else {
            format!("the board is empty, so the game was cleared, not '{}'", line.ending.name())
        });
    }
    if matches!(line.ending, Ending::Resigned { player } if !(1..=2).contains(&player)) {
        return Err("only player 1 or 2 can resign".to_owned());
    }
    let step = core.end(line.ending.clone(), TurnTime::new(line.cpu, line.wall));
    let Event::End(expected) = step.event else { unreachable!("the core ends the game") };
    check("the points", expected.points, line.points, points)?;
    check("the winner", expected.winner, line.winner, winner)?;
    check("what decided the game", expected.decided_by, line.decided_by, |by| by.to_string())?;
    check("the time left", expected.left, line.left, both_seconds)?;
    Ok(step.position)
}

/// Makes sure that a recorded value is what the core says.
fn check<T: PartialEq + Copy>(what: &str, expected: T, found: T, show: impl Fn(T) -> String) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    Err(format!("{what} should be {}, but is {}", show(expected), show(found)))
}

fn points([first, second]: [u32; 2]) -> String {
    format!("{first}:{second}")
}

fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}

fn both_seconds([first, second]: [Duration; 2]) -> String {
    format!("{} and {}", seconds(first), seconds(second))
}

fn winner(winner: Option<u8>) -> String {
    winner.map_or("nobody".to_owned(), |player| format!("player {player}"))
}
