//! What the turns of one game come to: moves, time and warnings of
//! either side.

use std::time::Duration;

use super::{EndLine, Event, GameLine, GameRecord, MoveLine};

/// What one side did in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideTurns {
    /// Its moves.
    pub moves: u32,
    /// The time of all its turns, as its clock counted, with a last one that gave
    /// no move.
    pub used: Duration,
    /// The longest of its turns.
    pub slowest: Duration,
    /// What was odd about its moves but not punished: how often.
    pub warnings: u32,
    /// These by kind, in the order in which they came.
    pub warned: Vec<Warned>,
}

/// Warnings of one kind, for people to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warned {
    /// The number of the first move with one.
    pub ply: u32,
    /// What that was.
    pub message: String,
    /// How often there was one of this kind.
    pub times: u32,
}

impl Warned {
    /// How a warning about odd white space begins.
    pub const WHITE_SPACE: &'static str = "odd white space in output.txt";

    /// Returns what warnings of a kind have in common: how they begin.
    pub fn kind(message: &str) -> &str {
        let end = [" after ", ": ", "; "].iter().filter_map(|end| message.find(end)).min();
        &message[..end.unwrap_or(message.len())]
    }
}

/// What both sides did in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns<'a> {
    /// The line that announced the game.
    pub game: Option<&'a GameLine>,
    /// Who moved first, and who second.
    pub sides: [SideTurns; 2],
    /// Who has lost by a fault, 0 or 1.
    pub at_fault: Option<usize>,
}

impl<'a> Turns<'a> {
    /// Those of a game by its events. Tries before the last one, which are void,
    /// do not count.
    pub fn of_events(events: &'a [Event]) -> Self {
        let start = events.iter().rposition(|event| matches!(event, Event::Game(_))).unwrap_or(0);
        let mut turns = Self::default();
        for event in &events[start..] {
            match event {
                Event::Game(line) => turns.game = Some(line),
                Event::Move(line) => turns.add_move(line),
                Event::End(line) => turns.add_end(line),
            }
        }
        turns
    }

    /// Those of a game by its record.
    pub fn of_record(record: &'a GameRecord) -> Self {
        let mut turns = Self { game: Some(&record.game), ..Self::default() };
        record.moves.iter().for_each(|line| turns.add_move(line));
        record.end.iter().for_each(|line| turns.add_end(line));
        turns
    }

    /// The moves of both.
    pub const fn moves(&self) -> u32 {
        self.sides[0].moves + self.sides[1].moves
    }

    fn add_move(&mut self, line: &MoveLine) {
        let time = self.cost(line.cpu, line.wall);
        let side = &mut self.sides[usize::from(line.player) - 1];
        side.take_time(time);
        side.moves += 1;
        side.warnings += line.warnings.len() as u32;
        for message in &line.warnings {
            let kind = Warned::kind(message);
            match side.warned.iter_mut().find(|warned| Warned::kind(&warned.message) == kind) {
                Some(warned) => warned.times += 1,
                None => side.warned.push(Warned { ply: line.ply, message: message.clone(), times: 1 }),
            }
        }
    }

    fn add_end(&mut self, line: &EndLine) {
        if line.ending.is_fault() {
            let number = self.moves() as usize % 2;
            let time = self.cost(line.cpu, line.wall);
            self.sides[number].take_time(time);
            self.at_fault = Some(number);
        }
    }

    fn cost(&self, cpu: Duration, wall: Duration) -> Duration {
        self.game.map_or(cpu, |line| line.clock.rules().cost(cpu, wall))
    }
}

impl SideTurns {
    fn take_time(&mut self, time: Duration) {
        self.used += time;
        self.slowest = self.slowest.max(time);
    }
}
