//! A game as it is played: what happens is stored for those who watch, and the whole of it
//! when it is over.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

use super::TournamentError;
use super::results::movers;
use super::run::crew::{Broken, Crew};
use super::run::{Notice, Run};
use super::store::{FinishedPlay, Play, Stored, TakenPair};
use fruitrage_game::{EndLine, Ending, Event, GameRecord, game_id};

/// How much of what an agent has printed is stored if it has lost by a fault.
const LOG_TAIL: u64 = 64 << 10;

/// Somebody else has the pair, or it is not to be played any more.
#[derive(Debug, thiserror::Error)]
#[error("the pair was given to somebody else")]
pub(super) struct LostPair;

/// Keeps a game.
pub(super) struct Keeper<'a> {
    run: &'a Run<'a>,
    crew: &'a Crew<'a>,
    taken: &'a TakenPair,
    game: usize,
    play: Play,
    /// What has happened so far.
    events: Vec<Event>,
    /// Events that the database has.
    sent: usize,
}

impl<'a> Keeper<'a> {
    pub(super) fn new(run: &'a Run<'a>, crew: &'a Crew<'a>, taken: &'a TakenPair, game: usize) -> Self {
        Self { run, crew, taken, game, play: Play::new(), events: Vec::new(), sent: 0 }
    }

    pub(super) fn keep(&mut self, event: &Event) -> anyhow::Result<()> {
        match event {
            Event::Game(_) => self.begin(event),
            Event::Move(_) => self.add(event),
            // Not stored: the game is played again, or the pair given up.
            Event::End(EndLine { ending: Ending::Void { .. }, .. }) => Ok(()),
            Event::End(end) => self.finish(event, end),
        }
    }

    fn begin(&mut self, event: &Event) -> anyhow::Result<()> {
        *self = Self { events: vec![event.clone()], sent: 1, ..Self::new(self.run, self.crew, self.taken, self.game) };
        let (run, crew, taken, game, play) = (self.run, self.crew, self.taken, self.game, self.play);
        let mut begun = Stored::Lost;
        waited(crew.patiently(|| {
            begun = run.store().begin_game(&run.lineup.identity, taken, game, play, crew.name, event)?;
            Ok(())
        }))?;
        if begun == Stored::Lost { Err(LostPair.into()) } else { Ok(()) }
    }

    /// Adds a move. If the database is away the game goes on, and it gets the moves
    /// later.
    fn add(&mut self, event: &Event) -> anyhow::Result<()> {
        self.events.push(event.clone());
        while self.sent < self.events.len() && !self.crew.is_away() {
            match self.run.store().add_move(self.play, self.sent, &self.events[self.sent]) {
                Ok(Stored::Yes) => self.sent += 1,
                Ok(Stored::Lost) => return Err(LostPair.into()),
                Err(error) => match TournamentError::from(error) {
                    error if self.crew.is_passing(&error) => self.crew.note_away(&error),
                    error => return Err(error.into()),
                },
            }
        }
        Ok(())
    }

    fn finish(&mut self, event: &Event, end: &EndLine) -> anyhow::Result<()> {
        let id = game_id(&self.taken.pair.id, self.game);
        let log = |side: usize| tail(&self.run.folder().log(self.taken.pair.round, &id, side as u8 + 1));
        self.events.push(event.clone());
        let played = FinishedPlay {
            pair: self.taken.pair.number,
            game: self.game,
            play: self.play,
            tournament: self.run.lineup.identity.clone(),
            worker: self.crew.name.to_owned(),
            agents: movers(self.taken.pair.agents, self.game),
            events: std::mem::take(&mut self.events),
            log: end.at_fault().and_then(log),
        };
        self.store(&played)?;
        let mut lost_move = None;
        if !self.run.store().is_shared() {
            if end.ending.is_fault() {
                let record = GameRecord::of_events(played.events.iter().cloned());
                lost_move = record.ok().flatten().and_then(|record| self.run.folder().keep_lost_move(&record));
            }
            let lines: Vec<String> = played.events.iter().map(Event::to_line).collect();
            self.run.folder().write_record(self.taken.pair.round, &id, &lines)?;
        }
        let agents = [self.run.lineup.agents.get(played.agents[0])?, self.run.lineup.agents.get(played.agents[1])?];
        let names = agents.each_ref().map(|ready| ready.agent.name.as_str());
        (self.run.watcher)(&Notice::Game { id: &id, names, end, lost_move: lost_move.as_deref() });
        Ok(())
    }

    fn store(&self, played: &FinishedPlay) -> anyhow::Result<()> {
        let (run, crew) = (self.run, self.crew);
        // A database in a file is on the same disk anyway. If there is no room on this
        // one, the server may still take it.
        let spooled = if run.store().is_shared() { run.spool.keep(played).ok() } else { None };
        let mut stored = Stored::Lost;
        waited(crew.patiently(|| {
            stored = run.store().finish_game(played)?;
            Ok(())
        }))?;
        if let Some(spooled) = spooled {
            spooled.remove();
        }
        if stored == Stored::Lost { Err(LostPair.into()) } else { Ok(()) }
    }
}

/// What broke something off, as whoever hears of a game's events tells it.
fn waited(result: Result<(), Broken>) -> anyhow::Result<()> {
    match result {
        Ok(()) => Ok(()),
        Err(Broken::Error(error)) => Err(error.into()),
        Err(Broken::Lost | Broken::Stopped) => Err(LostPair.into()),
    }
}

/// The last of a log, if there is one.
fn tail(path: &Path) -> Option<String> {
    let mut file = File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LOG_TAIL))).ok()?;
    let mut bytes = Vec::new();
    file.take(LOG_TAIL).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
