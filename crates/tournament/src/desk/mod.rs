//! A grading in its database: who is graded, what each is to do, who holds a lease on it, and
//! what came of it. What the items mean is the business of who grades.

mod work;

use std::num::NonZeroUsize;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::conditions::{Details, LimitSettings};
use super::ready_agents::{ReadyAgents, Unready};
use super::results::EnteredAgent;
use super::run::crew::{Broken, Contact, Crew, Ended};
use super::spool::Spool;
use super::store::{EnteredItem, FinishedItem, ItemChange, Store, WantedItem, WorkerEntry, WorkerInfo, worker_name};
use super::{Folder, RunLock, Site, Tournament, TournamentError};
use crate::agents::{AgentSpec, Roster, pack};
use crate::storage::Access;
use fruitrage_game::Stop;

use work::Work;

pub use work::{ItemNotice, ItemResult, ItemWork, ItemWorker};

/// A grading that this process takes part in, or looks at.
#[derive(Debug)]
pub struct Desk {
    folder: Folder,
    store: Store,
    /// What keeps others from grading in the same folder.
    _lock: Option<RunLock>,
}

/// Somebody who is to be graded: as it is entered, and why it cannot even be packed.
#[derive(Clone, Debug)]
pub struct Submitted {
    /// As it is entered.
    pub agent: EnteredAgent,
    /// Why it cannot be packed.
    pub problem: Option<Unready>,
}

/// How the work of this process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeskOutcome {
    /// Nothing is left to be done, or only what the arena cannot do.
    Over,
    /// It was asked to stop.
    Stopped,
}

/// The round from which on somebody is not graded who is not among the submissions any more.
const GONE: u32 = 1;

impl Desk {
    /// Takes a grading up, or begins it. Nobody else can grade in this folder as long as this
    /// is around.
    pub fn open(site: &Site) -> Result<Self, TournamentError> {
        let lock = site.folder.lock()?;
        let store = Store::open(&site.location, Access::Write)?;
        Ok(Self { folder: site.folder.clone(), store, _lock: Some(lock) })
    }

    /// Looks at a grading.
    pub fn look(site: &Site) -> Result<Self, TournamentError> {
        Ok(Self { folder: site.folder.clone(), store: Store::open(&site.location, Access::Read)?, _lock: None })
    }

    /// The grading that a worker has joined, if it is one.
    pub fn joined(tournament: Tournament) -> Self {
        let Tournament { folder, store, lock, .. } = tournament;
        Self { folder, store, _lock: lock }
    }

    /// What this machine keeps of it.
    pub const fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Whether other machines may be at work on it.
    pub const fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    /// What is written down of how is graded, if it has begun.
    pub fn settings<T: DeserializeOwned>(&self) -> Result<Option<T>, TournamentError> {
        Ok(self.store.grading()?)
    }

    /// Its name, and how programs are kept apart.
    pub fn details(&self) -> Result<Details, TournamentError> {
        Ok(self.store.details()?.unwrap_or_default())
    }

    /// Everybody who was ever entered, by number.
    pub fn agents(&self) -> Result<Vec<EnteredAgent>, TournamentError> {
        Ok(self.store.agents()?)
    }

    /// All items, in the order in which they are done.
    pub fn items(&self) -> Result<Vec<EnteredItem>, TournamentError> {
        Ok(self.store.items()?)
    }

    /// Every process that does or has done items.
    pub fn workers(&self) -> Result<Vec<WorkerEntry>, TournamentError> {
        Ok(self.store.workers()?)
    }

    /// Packs what was handed in, and keeps it where all who grade find it. Whoever was entered
    /// before keeps its number. Returns those who are to be graded, in the order of their specs,
    /// and those who were until now and are not any more.
    pub fn pack(&self, specs: &[AgentSpec]) -> Result<(Vec<Submitted>, Vec<EnteredAgent>), TournamentError> {
        let mut before = self.store.agents()?;
        let mut next = before.len();
        let mut submitted = Vec::with_capacity(specs.len());
        for spec in specs {
            let found = before.iter().position(|agent| agent.name == spec.name());
            let number = found.map_or(next, |place| before.swap_remove(place).number);
            next += usize::from(found.is_none());
            submitted.push(self.pack_one(EnteredAgent::new(number, spec.clone()))?);
        }
        before.retain(|agent| agent.leaves.is_none());
        for agent in &mut before {
            agent.leaves = Some(GONE);
        }
        Ok((submitted, before))
    }

    fn pack_one(&self, agent: EnteredAgent) -> Result<Submitted, TournamentError> {
        match pack(&agent.spec, self.folder.path()) {
            Ok((portable, archive)) => {
                if let Some(archive) = &archive {
                    self.store.keep_archive(archive)?;
                }
                let hash = archive.map(|archive| archive.hash().to_owned());
                Ok(Submitted { agent: EnteredAgent { hash, portable: Some(portable), ..agent }, problem: None })
            }
            Err(error) => {
                let problem = Unready::new(&error);
                let agent = EnteredAgent { problem: Some(problem.problem.clone()), ..agent };
                Ok(Submitted { agent, problem: Some(problem) })
            }
        }
    }

    /// Agents that are made ready when they are needed.
    pub fn ready_agents<'a>(&'a self, roster: &'a dyn Roster, limits: LimitSettings) -> ReadyAgents<'a> {
        ReadyAgents::new(&self.store, roster, self.folder.agents(), limits)
    }

    /// Writes down how is graded, who, and what each is to do. What was done for the same task
    /// and the same files stands; what the arena could not do is tried again. `keeps_parts` says
    /// whether what was done of one task is good for another. Returns what was done and is to
    /// be done again.
    pub fn enter(
        &self,
        settings: &impl Serialize,
        details: &Details,
        agents: &[EnteredAgent],
        items: &[WantedItem],
        keeps_parts: &dyn Fn(&str, &str) -> bool,
    ) -> Result<Vec<(usize, String, ItemChange)>, TournamentError> {
        Ok(self.store.enter_items(settings, details, agents, items, keeps_parts)?)
    }

    /// Does what is left to be done, with so many items at a time.
    pub fn run(
        &self,
        agents: &ReadyAgents<'_>,
        worker: &dyn ItemWorker,
        info: &WorkerInfo,
        jobs: NonZeroUsize,
        stop: &Stop,
        watcher: &(dyn Fn(&ItemNotice<'_>) + Sync),
    ) -> Result<DeskOutcome, TournamentError> {
        let name = worker_name(info);
        let folder = self.folder.make_work()?;
        let details = self.store.details()?.unwrap_or_default();
        let work = Work {
            desk: self,
            agents,
            worker,
            identity: self.store.identity()?.unwrap_or_default(),
            spool: Spool::new(&self.folder)?,
            folder: folder.path(),
            watcher,
        };
        let contact = |contact: Contact<'_>| watcher(&ItemNotice::Contact(contact));
        let crew = Crew::new(&self.store, &name, jobs, details.lease(), stop, &contact);
        let done = || -> Result<Ended, Broken> {
            crew.patiently(|| Ok(self.store.join(&name, info, jobs.get())?))?;
            for (finished, spooled) in work.spool.left::<FinishedItem>(&work.identity) {
                crew.patiently(|| Ok(self.store.finish_item(&finished)?))?;
                spooled.remove();
            }
            Ok(crew.run(&work)?)
        };
        match done() {
            Ok(Ended::Over) => Ok(DeskOutcome::Over),
            Ok(Ended::Stopped) | Err(Broken::Stopped | Broken::Lost) => Ok(DeskOutcome::Stopped),
            Err(Broken::Error(error)) => Err(error),
        }
    }
}
