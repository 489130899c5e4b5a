//! The core of a game: the position and the clocks, and the only code that changes
//! them.
//!
//! Whoever runs a game (the referee, a session with people) and whoever reads one
//! (records, replays) does it through [`GameCore`], so a move costs and leads to the
//! same everywhere.

use std::time::Duration;

use fruitrage_rules::text::PositionLine;
use fruitrage_rules::{Board, Cell, IllegalMove, Player, Position};

use super::{
    ClockKind, Course, EndLine, Ending, Event, GameLine, LastReply, MoveLine, RECORD_VERSION, Refused, Rules, conclude,
};

/// Something that happened in a game, and the position that it led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What happened, as it is recorded.
    pub event: Event,
    /// The position after it.
    pub position: Position,
}

/// The time that a turn took, in whole microseconds, as records have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnTime {
    cpu: Duration,
    wall: Duration,
}

impl TurnTime {
    /// No time at all.
    pub const ZERO: Self = Self { cpu: Duration::ZERO, wall: Duration::ZERO };

    /// A turn of so much CPU time and time on the wall. Parts of a microsecond are
    /// dropped, so that whoever reads a record comes to the same clocks.
    pub const fn new(cpu: Duration, wall: Duration) -> Self {
        const fn whole(time: Duration) -> Duration {
            Duration::from_micros(time.as_micros() as u64)
        }
        Self { cpu: whole(cpu), wall: whole(wall) }
    }

    /// The CPU time.
    pub const fn cpu(self) -> Duration {
        self.cpu
    }

    /// The time on the wall.
    pub const fn wall(self) -> Duration {
        self.wall
    }

    /// A turn of a person, whose CPU time nobody knows.
    pub const fn of_person(wall: Duration) -> Self {
        Self::new(Duration::ZERO, wall)
    }
}

/// A move that was judged to be legal, with what was odd about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedMove {
    /// A cell of the group to take.
    pub cell: Cell,
    /// What was odd but is not punished.
    pub warnings: Vec<String>,
}

/// A game under way: the position, both clocks, and whether it is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameCore {
    rules: Rules,
    names: [String; 2],
    start: Position,
    moves: Vec<Cell>,
    position: Position,
    left: [Duration; 2],
    /// What a player is given for each move.
    increment: Duration,
    is_over: bool,
}

impl GameCore {
    /// The game that a line announces, on this board.
    pub fn new(line: &GameLine, board: Board) -> Self {
        let position = Position::start(board);
        Self {
            rules: line.rules(),
            names: line.agents.each_ref().map(|agent| agent.name.clone()),
            start: position.clone(),
            moves: Vec::new(),
            position,
            left: line.agents.each_ref().map(|agent| agent.time),
            increment: line.clock.increment,
            is_over: false,
        }
    }

    /// Calls a player by another name from now on.
    pub(crate) fn rename(&mut self, player: Player, name: &str) {
        name.clone_into(&mut self.names[player.index()]);
    }

    /// The game that a line announces, or why there can be none such.
    pub fn read(line: &GameLine) -> Result<Self, String> {
        if line.version > RECORD_VERSION {
            return Err(format!("version {} of the record is newer than this program knows", line.version));
        }
        let start = format!("{} 1 0:0 -", line.board).parse::<PositionLine>();
        let position = start.map_err(|error| format!("the board: {error}"))?.position;
        if position.is_over() {
            return Err("the board is empty before the first move".to_owned());
        }
        Ok(Self::new(line, position.board().clone()))
    }

    /// What the game is played by, beside the rules of the game.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The time that the first and the second player have left.
    pub const fn left(&self) -> [Duration; 2] {
        self.left
    }

    /// The number of the next move, from 1.
    pub const fn next_ply(&self) -> u32 {
        self.moves.len() as u32 + 1
    }

    /// What led to the position.
    pub fn course(&self) -> Course {
        Course { start: self.start.clone(), moves: self.moves.clone(), left: self.left }
    }

    /// Whether nothing more can happen.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Plays a move of the player whose turn it is, charges its time, and gives the
    /// increment for it if there is one. A move that comes too late is not played: it ends
    /// the game. An illegal move changes nothing.
    ///
    /// The move that empties the board is followed by [`Self::end_if_cleared`].
    pub fn play(&mut self, cell: Cell, time: TurnTime, warnings: Vec<String>) -> Result<Step, IllegalMove> {
        let player = self.position.turn();
        self.position.board().group_at(cell)?;
        let used = self.rules.clock.cost(time.cpu, time.wall);
        let left = self.left[player.index()];
        // A budget that is used up to the last microsecond is used up.
        let Some(left) = left.checked_sub(used).filter(|left| !left.is_zero()) else {
            return Ok(self.end(Ending::OutOfTime { used, left }, time));
        };
        let left = left.saturating_add(self.increment);
        let group = self.position.try_play(cell)?;
        self.left[player.index()] = left;
        self.moves.push(cell);
        let line = MoveLine {
            ply: self.moves.len() as u32,
            player: player.index() as u8 + 1,
            cell,
            size: group.size() as u32,
            points: self.position.points(),
            cpu: time.cpu,
            wall: time.wall,
            left,
            warnings,
        };
        Ok(self.step(Event::Move(line)))
    }

    /// Plays a judged move or ends the game with the fault that it was judged to be.
    /// Returns what happened: one step, or two if the move emptied the board.
    pub fn accept(&mut self, judged: Result<JudgedMove, Refused>, time: TurnTime) -> Vec<Step> {
        let played = judged.map(|judged| self.play(judged.cell, time, judged.warnings));
        let step = match played {
            Ok(Ok(step)) => step,
            // The slow judge has accepted it, so it is not the player who is wrong.
            Ok(Err(illegal)) => {
                self.end(Ending::Void { message: format!("the arena contradicts itself: {illegal}") }, time)
            }
            Err(Refused { ending, reply }) => {
                let used = self.rules.clock.cost(time.cpu, time.wall);
                let left = self.left[self.position.turn().index()];
                // Who has used up its time is out of time, whatever ended it.
                let is_out = ending.is_fault() && used >= left && self.rules.clock.kind != ClockKind::None;
                self.end_with(
                    if is_out { Ending::OutOfTime { used, left } } else { ending },
                    time,
                    reply.map(|reply| *reply),
                )
            }
        };
        std::iter::once(step).chain(self.end_if_cleared()).collect()
    }

    /// Ends the game if the last move emptied the board.
    pub fn end_if_cleared(&mut self) -> Option<Step> {
        (!self.is_over && self.position.is_over()).then(|| self.end(Ending::Cleared, TurnTime::ZERO))
    }

    /// Ends the game, and charges the player whose turn it is for a last turn without a
    /// move. With a fault, this player loses.
    pub fn end(&mut self, ending: Ending, time: TurnTime) -> Step {
        self.end_with(ending, time, None)
    }

    fn end_with(&mut self, ending: Ending, time: TurnTime, reply: Option<LastReply>) -> Step {
        if ending.is_fault() || matches!(ending, Ending::Resigned { .. }) {
            let used = self.rules.clock.cost(time.cpu, time.wall);
            let left = &mut self.left[self.position.turn().index()];
            *left = left.saturating_sub(used);
        }
        self.is_over = true;
        let names = self.names.each_ref().map(String::as_str);
        let end = conclude(ending, &self.position, self.left, self.rules.ties, names);
        self.step(Event::End(EndLine { cpu: time.cpu, wall: time.wall, reply, ..end }))
    }

    /// A player gives up, whosever turn it is, after a last turn of so much time.
    pub fn resign(&mut self, player: Player, time: TurnTime) -> Step {
        self.end(Ending::Resigned { player: player.index() as u8 + 1 }, time)
    }

    /// Goes back to an earlier position of the same game, after so many moves and with
    /// so much time left.
    pub(crate) fn return_to(&mut self, moves: usize, position: Position, left: [Duration; 2]) {
        self.moves.truncate(moves);
        (self.position, self.left, self.is_over) = (position, left, false);
    }

    fn step(&self, event: Event) -> Step {
        Step { event, position: self.position.clone() }
    }
}
