//! Answers for games written down: one event a line, as JSON. A record is read
//! back only if all of it can have happened.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use fruitrage_rules::text::PositionLine;
use fruitrage_rules::{Cell, Player, Position};

use super::{EndLine, Ending, Event, GameLine, MoveLine, RECORD_VERSION, winner};

/// Writes an event as a line and hands it to the system at once.
pub fn write_event(mut out: impl Write, event: &Event) -> io::Result<()> {
    let mut line = serde_json::to_vec(event)?;
    line.push(b'\n');
    out.write_all(&line)?;
    out.flush()
}

/// A game as it was recorded, and can have happened.
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
        let event = serde_json::from_slice(&buffer).map_err(|error| wrong(format!("not an event: {error}")))?;
        match (event, games.last_mut()) {
            (Event::Game(game), _) => games.push(GameRecord::begin(game).map_err(wrong)?),
            (Event::Move(_) | Event::End(_), None) => {
                return Err(wrong("a game must begin with a 'game' line".to_owned()));
            }
            (event, Some(record)) => record.add(event).map_err(wrong)?,
        }
    }
    Ok(games)
}

impl GameRecord {
    /// A game of which no move is made yet, or why there can be none such.
    pub fn begin(game: GameLine) -> Result<Self, String> {
        if game.version > RECORD_VERSION {
            return Err(format!("version {} of the record is newer than this program knows", game.version));
        }
        let line = format!("{} 1 0:0 -", game.board).parse::<PositionLine>();
        let position = line.map_err(|error| format!("the board: {error}"))?.position;
        if position.is_over() {
            return Err("the box is empty before the first move".to_owned());
        }
        Ok(Self { game, moves: Vec::new(), end: None, positions: vec![position] })
    }

    /// The position as it stands after all moves.
    ///
    /// # Panics
    /// Never: there is always the first one.
    pub fn last_position(&self) -> &Position {
        self.positions.last().expect("the first position")
    }

    /// Adds what happened next, or says why it cannot have happened.
    pub fn add(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::Game(_) => Err("the game has begun already".to_owned()),
            Event::Move(line) => self.add_move(line),
            Event::End(line) => self.add_end(line),
        }
    }

    /// Makes all moves after the first so many undone, and the end with them.
    pub fn take_back_to(&mut self, moves: usize) {
        self.moves.truncate(moves);
        self.positions.truncate(moves + 1);
        self.end = None;
    }

    /// All that happened, in order: what a record of it holds.
    pub fn events(&self) -> impl Iterator<Item = Event> {
        let moves = self.moves.iter().cloned().map(Event::Move);
        std::iter::once(Event::Game(self.game.clone())).chain(moves).chain(self.end.clone().map(Event::End))
    }

    /// What a player has left after all moves.
    pub fn left(&self, player: Player) -> Duration {
        let number = player.index() as u8 + 1;
        let last = self.moves.iter().rev().find(|line| line.player == number);
        last.map_or(self.game.agents[player.index()].time, |line| line.left)
    }

    fn add_move(&mut self, line: MoveLine) -> Result<(), String> {
        self.must_be_open()?;
        let expect = |what: &str, expected: String, found: String| {
            if expected == found { Ok(()) } else { Err(format!("{what} should be {expected}, but is {found}")) }
        };
        let mut position = self.last_position().clone();
        let player = position.turn();
        expect("the number of the move", (self.moves.len() + 1).to_string(), line.ply.to_string())?;
        expect("the player", (player.index() + 1).to_string(), line.player.to_string())?;
        let cell: Cell = line.cell.parse().map_err(|_| format!("'{}' is no move", line.cell))?;
        let group = position.try_play(cell).map_err(|illegal| format!("the move is illegal: {illegal}"))?;
        expect("the size of the group", group.size().to_string(), line.size.to_string())?;
        expect("the points", format!("{:?}", position.points()), format!("{:?}", line.points))?;
        let used = self.game.clock.rules().cost(line.cpu, line.wall);
        let left = self.left(player).checked_sub(used).filter(|left| !left.is_zero());
        expect("the time left", format!("{:?}", left.unwrap_or_default()), format!("{:?}", line.left))?;
        self.moves.push(line);
        self.positions.push(position);
        Ok(())
    }

    fn add_end(&mut self, line: EndLine) -> Result<(), String> {
        self.must_be_open()?;
        let position = self.last_position();
        let cleared = line.ending == Ending::Cleared;
        if cleared != position.is_over() {
            return Err(if cleared {
                "the game is said to be over, but there is fruit left".to_owned()
            } else {
                format!("the box is empty, so the game was cleared, not '{}'", line.ending.name())
            });
        }
        if line.points != position.points() {
            return Err(format!("the points should be {:?}, but are {:?}", position.points(), line.points));
        }
        if matches!(line.ending, Ending::Resigned { player } if !(1..=2).contains(&player)) {
            return Err("only player 1 or 2 can resign".to_owned());
        }
        let left = [Player::First, Player::Second].map(|player| self.left(player));
        let (winner, decided_by) = winner(&line.ending, position, left, self.game.ties);
        let winner = winner.map(|winner| winner.index() as u8 + 1);
        if (line.winner, line.decided_by) != (winner, decided_by) {
            return Err(format!(
                "the winner should be {winner:?} by {decided_by:?}, but is {:?} by {:?}",
                line.winner, line.decided_by
            ));
        }
        self.end = Some(line);
        Ok(())
    }

    fn must_be_open(&self) -> Result<(), String> {
        if self.end.is_some() { Err("the game was over before this line".to_owned()) } else { Ok(()) }
    }
}
