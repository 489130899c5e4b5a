//! The items of a grading as this process does them: leased, done, stored once.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::Desk;
use crate::TournamentError;
use crate::agents::GameFiles;
use crate::lost_move::plain;
use crate::ready_agents::{Ready, ReadyAgents};
use crate::run::crew::{self, Broken, Contact, Crew};
use crate::spool::Spool;
use crate::store::{FinishedItem, Lease, Store, Stored, TakenItem};
use fruitrage_game::{Entrant, Failure, Stop};

/// Something that happens while items are done.
#[derive(Clone, Debug)]
pub enum ItemNotice<'a> {
    /// A part of an item is done and stored.
    Part {
        /// Whose it is.
        agent: &'a str,
        /// Its name.
        item: &'a str,
    },
    /// An item is done and stored.
    Done {
        /// Whose it is.
        agent: &'a str,
        /// Its name.
        item: &'a str,
        /// What came of it, as JSON.
        result: &'a str,
    },
    /// The arena could not do an item.
    Void {
        /// Whose it is.
        agent: &'a str,
        /// Its name.
        item: &'a str,
        /// Why.
        problem: &'a str,
        /// Whether it is given up, or others are asked.
        is_final: bool,
    },
    /// The database goes away or comes back.
    Contact(Contact<'a>),
}

/// An item that is to be done.
#[derive(Clone, Debug)]
pub struct ItemWork<'a> {
    /// The name of whose it is.
    pub agent: &'a str,
    /// Its name.
    pub name: &'a str,
    /// What is to be done, as JSON.
    pub task: &'a str,
    /// Who is to do it, ready to play.
    pub entrant: Arc<dyn Entrant>,
    /// What was done of it before.
    pub parts: &'a [String],
    /// Breaks it off.
    pub stop: &'a Stop,
}

/// What came of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemResult {
    /// It is done; this came of it, as JSON.
    Done(String),
    /// The arena could not do it.
    Void(String),
}

/// Knows what items mean.
pub trait ItemWorker: Sync {
    /// Does an item. Parts of it that are done are to be kept, under their names.
    fn perform(
        &self,
        work: &ItemWork<'_>,
        keep: &mut dyn FnMut(&str, String) -> anyhow::Result<()>,
    ) -> Result<ItemResult, Failure>;
}

/// Somebody else has the item, or it is not to be done any more.
#[derive(Debug, thiserror::Error)]
#[error("the item was given to somebody else")]
struct LostItem;

/// What the threads of this process do.
pub(super) struct Work<'a> {
    pub(super) desk: &'a Desk,
    pub(super) agents: &'a ReadyAgents<'a>,
    pub(super) worker: &'a dyn ItemWorker,
    pub(super) identity: String,
    pub(super) spool: Spool,
    /// For the private folders of programs.
    pub(super) folder: &'a Path,
    pub(super) watcher: &'a (dyn Fn(&ItemNotice<'_>) + Sync),
}

impl crew::Work for Work<'_> {
    type Taken = TakenItem;

    fn take(&self, worker: &str, lease: Duration) -> Result<Option<(Lease, TakenItem)>, TournamentError> {
        let taken = self.store().take_item(&self.identity, worker, lease)?;
        Ok(taken.map(|taken| (taken.lease, taken)))
    }

    fn perform(&self, crew: &Crew<'_>, lease: Lease, taken: &TakenItem) -> Result<(), Broken> {
        let ready = crew.patiently(|| self.agents.get_with(taken.agent, &taken.hash))?;
        if crew.stop.is_raised() {
            // It may not be ready for no other reason.
            return Err(Broken::Stopped);
        }
        if ready.agent.hash.as_deref() != Some(&taken.hash) {
            // Other files were entered at this very moment.
            return Err(Broken::Lost);
        }
        let entrant = match ready.entrant(self.files(&ready)?) {
            Ok(entrant) => entrant,
            Err(problem) if self.store().is_shared() && problem.is_of_machine => {
                let problem = format!("\n  {}: {problem}", ready.agent.name);
                return Err(Broken::Error(TournamentError::Unfit(problem)));
            }
            Err(problem) => {
                let problem = format!("{} cannot play: {problem}", ready.agent.name);
                return self.give_up(crew, &ready, lease, taken, &problem);
            }
        };
        let (agent, name) = (&ready.agent.name, &taken.name);
        let work = ItemWork { agent, name, task: &taken.task, entrant, parts: &taken.parts, stop: &crew.stop };
        let done = self.worker.perform(&work, &mut |part, content| {
            self.finish(crew, taken, Some(part), content).map_err(|broken| match broken {
                Broken::Error(error) => anyhow::Error::from(error),
                Broken::Lost | Broken::Stopped => LostItem.into(),
            })?;
            (self.watcher)(&ItemNotice::Part { agent, item: name });
            Ok(())
        });
        match done {
            Ok(ItemResult::Done(result)) => {
                self.finish(crew, taken, None, result.clone())?;
                crew.note_done();
                (self.watcher)(&ItemNotice::Done { agent, item: name, result: &result });
                Ok(())
            }
            Ok(ItemResult::Void(problem)) => self.give_up(crew, &ready, lease, taken, &problem),
            Err(Failure::Stopped) => Err(Broken::Stopped),
            Err(Failure::Listener(error)) if error.is::<LostItem>() => Err(Broken::Lost),
            Err(Failure::Listener(error)) => Err(Broken::Error(match error.downcast::<TournamentError>() {
                Ok(error) => error,
                Err(error) => TournamentError::Nonsense(format!("{error:#}")),
            })),
        }
    }

    fn is_over(&self) -> Result<bool, TournamentError> {
        Ok(!self.store().has_open_items()?)
    }
}

impl Work<'_> {
    const fn store(&self) -> &Store {
        &self.desk.store
    }

    /// Where the files of an agent's games go.
    fn files(&self, ready: &Ready) -> Result<GameFiles, TournamentError> {
        let logs = self.desk.folder.path().join("logs").join(format!(
            "{}-{}",
            plain(&ready.agent.name),
            ready.agent.number + 1
        ));
        std::fs::create_dir_all(&logs).map_err(|error| TournamentError::file(&logs, error))?;
        Ok(GameFiles { work: self.folder.to_owned(), logs: Some(logs) })
    }

    /// Stores what came of an item or of a part of it, whatever happens to this process.
    fn finish(&self, crew: &Crew<'_>, taken: &TakenItem, part: Option<&str>, content: String) -> Result<(), Broken> {
        let finished = FinishedItem {
            item: taken.lease.number,
            task: taken.task.clone(),
            hash: taken.hash.clone(),
            tournament: self.identity.clone(),
            worker: crew.name.to_owned(),
            part: part.map(str::to_owned),
            content,
        };
        // A database in a file is on the same disk anyway. If there is no room on this
        // one, the server may still take it.
        let spooled = if self.store().is_shared() { self.spool.keep(&finished).ok() } else { None };
        let stored = crew.patiently(|| Ok(self.store().finish_item(&finished)?))?;
        if let Some(spooled) = spooled {
            spooled.remove();
        }
        if stored == Stored::Lost { Err(Broken::Lost) } else { Ok(()) }
    }

    fn give_up(
        &self,
        crew: &Crew<'_>,
        ready: &Ready,
        lease: Lease,
        taken: &TakenItem,
        problem: &str,
    ) -> Result<(), Broken> {
        let given_up = crew.give_up(lease, problem)?;
        let (agent, item) = (&ready.agent.name, &taken.name);
        (self.watcher)(&ItemNotice::Void { agent, item, problem, is_final: given_up.is_final });
        given_up.check("items", problem)
    }
}
