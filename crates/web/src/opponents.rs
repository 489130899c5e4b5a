//! Players that the server enters for games in rooms: those that it was started with, and no
//! more games with them at a time than the machine can bear.

use std::sync::Arc;
use std::time::Duration;

use fruitrage_game::{AgentLine, Entrant};
use fruitrage_play::session::Seat;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::failure::Failure;

/// Games with them at a time. Each is at most one program, which stands still while it is not
/// its turn.
const MOST_GAMES: usize = 8;

/// A place for a game with one of them. It is free again when this goes.
pub(crate) type Place = OwnedSemaphorePermit;

/// The players that are offered.
#[derive(Debug)]
pub(crate) struct Opponents {
    entrants: Vec<(String, Arc<dyn Entrant>)>,
    places: Arc<Semaphore>,
}

impl Opponents {
    pub(crate) fn new(entrants: Vec<Arc<dyn Entrant>>) -> Self {
        let named = entrants.into_iter().map(|entrant| (line(&*entrant).name, entrant));
        Self { entrants: named.collect(), places: Arc::new(Semaphore::new(MOST_GAMES)) }
    }

    /// Returns their names, in the order in which they are offered.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.entrants.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Returns the seat of the one with a name.
    pub(crate) fn seat(&self, name: &str) -> Result<Seat, Failure> {
        let found = self.entrants.iter().find(|(its_name, _)| its_name == name);
        let (_, entrant) = found.ok_or_else(|| {
            let names = self.names().join(", ");
            let offered = if names.is_empty() { "none; start it with --opponent PLAYER" } else { &names };
            Failure::missing(format!("this server does not offer this opponent; it offers {offered}"))
        })?;
        Ok(Seat::Entrant(Arc::clone(entrant)))
    }

    /// Returns the seat of the one that a record tells of: the same name and the same command.
    pub(crate) fn of_line(&self, wanted: &AgentLine) -> Option<Seat> {
        let found = self.entrants.iter().find(|(_, entrant)| {
            let line = line(&**entrant);
            (&line.name, &line.command) == (&wanted.name, &wanted.command)
        });
        found.map(|(_, entrant)| Seat::Entrant(Arc::clone(entrant)))
    }

    /// Takes a place for a game, if one is free.
    pub(crate) fn take_place(&self) -> Option<Place> {
        Arc::clone(&self.places).try_acquire_owned().ok()
    }

    /// What is told to whoever comes when all places are taken.
    pub(crate) fn all_taken() -> Failure {
        Failure::busy(format!(
            "{MOST_GAMES} games against opponents of this server are being played, and it bears no more; try again \
             when one is over"
        ))
    }
}

fn line(entrant: &dyn Entrant) -> AgentLine {
    entrant.line(Duration::ZERO)
}
