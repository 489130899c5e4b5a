//! Answers for a tournament that somebody is about to run: what has changed since
//! the last time, who can play, and how long it may take.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::results::EnteredAgent;
use super::scheduling::Scheduler;
use super::settings::{Conditions, Settings};
use super::store::{Progress, Store};
use super::{Folder, RunLock, TournamentError};
use crate::agents::{AgentSpec, Roster};
use crate::game::{Entrant, Stop};
use crate::storage::Access;

/// A tournament that this process has to itself.
#[derive(Debug)]
pub struct Tournament {
    pub(super) folder: Folder,
    pub(super) settings: Settings,
    pub(super) store: Store,
    _lock: RunLock,
}

/// The agents of a tournament, by number: ready to play, or why they are not.
#[derive(Debug)]
pub struct Lineup {
    pub(super) agents: Vec<EnteredAgent>,
    pub(super) entrants: Vec<Result<Arc<dyn Entrant>, String>>,
}

/// How much there is to be played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// Games of the whole tournament, at most.
    pub games: usize,
    /// Games that are not finished yet, at most.
    pub games_left: usize,
    /// How long they take if all agents use all their time.
    pub longest: Duration,
}

impl Tournament {
    /// Takes a tournament up, or begins it. Nobody else can run it as long as
    /// this is around.
    pub fn open(folder: &Folder) -> Result<Self, TournamentError> {
        let settings = Settings::read(folder.path())?;
        let lock = folder.lock()?;
        let mut store = Store::open(folder, Access::Write)?;
        if let Some(change) = change(&store, &settings)? {
            if store.progress()?.games > 0 {
                return Err(TournamentError::Changed(change));
            }
            // Nothing was played: as if it had been written like this at once.
            drop(store);
            folder.remove_database()?;
            store = Store::open(folder, Access::Write)?;
        }
        Ok(Self { folder: folder.clone(), settings, store, _lock: lock })
    }

    /// How it was written down.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How far it is.
    pub fn progress(&self) -> Result<Progress, TournamentError> {
        Ok(self.store.progress()?)
    }

    /// How much there is to be played if all agents can, with so many pairs at a
    /// time.
    pub fn forecast(&self, jobs: NonZeroUsize) -> Result<Forecast, TournamentError> {
        let agents = self.settings.agents.iter().cloned().enumerate();
        let agents: Vec<EnteredAgent> = agents.map(|(number, spec)| EnteredAgent::new(number, spec)).collect();
        Ok(forecast(&self.settings.conditions, &agents, self.progress()?, jobs))
    }

    /// How much there is to be played by those who can.
    pub fn forecast_for(&self, lineup: &Lineup, jobs: NonZeroUsize) -> Result<Forecast, TournamentError> {
        Ok(forecast(&self.settings.conditions, &lineup.agents, self.progress()?, jobs))
    }

    /// Makes all agents ready, some at a time, and enters them. Who cannot be made
    /// ready does not take part, unless it already has: then its pairs wait until
    /// it can.
    pub fn prepare(
        &self,
        roster: &dyn Roster,
        jobs: NonZeroUsize,
        stop: &Stop,
    ) -> Result<Option<Lineup>, TournamentError> {
        let mut agents = self.store.agents()?;
        let has_begun = self.progress()?.round > 0;
        let known = agents.len();
        for spec in &self.settings.agents {
            match agents.iter_mut().find(|agent| agent.name == spec.name()) {
                Some(agent) => agent.spec = spec.clone(),
                None => agents.push(EnteredAgent::new(agents.len(), spec.clone())),
            }
        }
        let Some(mut entrants) = self.make_ready(&agents, roster, jobs, stop) else { return Ok(None) };
        let time = self.settings.conditions.time();
        for (agent, entrant) in agents.iter_mut().zip(&mut entrants) {
            let takes_part = agent.number < known && agent.problem.is_none() && has_begun;
            let is_late = agent.number < known && has_begun && self.settings.conditions.format.has_rounds();
            let hash = entrant.as_ref().ok().and_then(|entrant| entrant.line(agent.spec.time(time)).hash);
            match (takes_part, &entrant) {
                (true, Ok(_)) if agent.hash != hash => {
                    *entrant = Err("its files have changed since its first game; put the old ones back, or enter \
                                    the new ones under another name"
                        .to_owned());
                }
                (false, Ok(_)) if is_late => {}
                (false, Ok(_)) => (agent.hash, agent.problem) = (hash, None),
                (false, Err(problem)) => agent.problem = Some(problem.clone()),
                (true, _) => {}
            }
        }
        if agents.iter().filter(|agent| agent.problem.is_none()).count() < 2 {
            let problem = |agent: &EnteredAgent| Some(format!("\n  {}: {}", agent.name, agent.problem.as_ref()?));
            return Err(TournamentError::TooFew(agents.iter().filter_map(problem).collect()));
        }
        self.store.begin(&self.settings.conditions)?;
        self.store.enter(&agents)?;
        Ok(Some(Lineup { agents, entrants }))
    }

    /// All agents by number, or nothing if everything is to stop.
    fn make_ready(
        &self,
        agents: &[EnteredAgent],
        roster: &dyn Roster,
        jobs: NonZeroUsize,
        stop: &Stop,
    ) -> Option<Vec<Result<Arc<dyn Entrant>, String>>> {
        let next = AtomicUsize::new(0);
        let ready = Mutex::new(HashMap::new());
        std::thread::scope(|scope| {
            for _ in 0..jobs.get().min(agents.len()) {
                scope.spawn(|| {
                    while let Some(agent) = agents.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if stop.is_raised() {
                            break;
                        }
                        let entrant = self.make_one_ready(agent, roster);
                        ready.lock().unwrap_or_else(PoisonError::into_inner).insert(agent.number, entrant);
                    }
                });
            }
        });
        let mut ready = ready.into_inner().unwrap_or_else(PoisonError::into_inner);
        if stop.is_raised() {
            return None;
        }
        agents.iter().map(|agent| ready.remove(&agent.number)).collect()
    }
}

impl Tournament {
    fn make_one_ready(&self, agent: &EnteredAgent, roster: &dyn Roster) -> Result<Arc<dyn Entrant>, String> {
        if !self.settings.agents.contains(&agent.spec) {
            return Err("it is not in tournament.toml any more".to_owned());
        }
        let limits = &self.settings.conditions.limits;
        let spec = AgentSpec {
            memory: agent.spec.memory.or(Some(limits.memory)),
            processes: agent.spec.processes.or(Some(limits.processes)),
            disk: agent.spec.disk.or(Some(limits.disk)),
            ..agent.spec.clone()
        };
        roster.entrant(&spec).map_err(|error| format!("{error:#}"))
    }
}

impl Lineup {
    /// Who does not take part, and why; and whose pairs have to wait.
    pub fn problems(&self) -> impl Iterator<Item = (&str, &str)> {
        self.agents.iter().zip(&self.entrants).filter_map(|(agent, entrant)| {
            let problem = agent.problem.as_deref().or(entrant.as_ref().err().map(String::as_str))?;
            Some((agent.name.as_str(), problem))
        })
    }
}

pub(super) fn forecast(
    conditions: &Conditions,
    agents: &[EnteredAgent],
    progress: Progress,
    jobs: NonZeroUsize,
) -> Forecast {
    let encounters = Scheduler { conditions, agents }.encounters();
    let games = encounters * conditions.pairs as usize * 2;
    let games_left = games.saturating_sub(progress.games);
    let times: f64 = agents.iter().map(|agent| agent.spec.time(conditions.time()).as_secs_f64()).sum();
    let of_game = 2.0 * times / agents.len().max(1) as f64 + conditions.grace;
    let seconds = games_left as f64 * of_game / jobs.get() as f64;
    Forecast { games, games_left, longest: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX) }
}

/// What has changed since the tournament was begun, if that makes a difference for
/// the games so far.
fn change(store: &Store, settings: &Settings) -> Result<Option<String>, TournamentError> {
    let Some(before) = store.conditions()? else { return Ok(None) };
    let changes = differences(&before, &settings.conditions);
    if !changes.is_empty() {
        return Ok(Some(format!("In tournament.toml {}", changes.join("; "))));
    }
    let agents = store.agents()?;
    for agent in agents.iter().filter(|agent| agent.problem.is_none()) {
        let name = &agent.name;
        match settings.agents.iter().find(|spec| spec.name() == *name) {
            None => return Ok(Some(format!("The agent '{name}' is not in tournament.toml any more"))),
            Some(spec) if *spec != agent.spec => {
                return Ok(Some(format!("The agent '{name}' is not what it was in tournament.toml")));
            }
            Some(_) => {}
        }
    }
    let has_begun = store.progress()?.round > 0;
    let is_new = |spec: &&AgentSpec| agents.iter().all(|agent| agent.name != spec.name());
    match settings.agents.iter().find(is_new) {
        Some(new) if has_begun && settings.conditions.format.has_rounds() => Ok(Some(format!(
            "The agent '{}' is new, and a tournament whose rounds depend on results has no place for it",
            new.name()
        ))),
        _ => Ok(None),
    }
}

/// The keys whose values differ, with both values.
fn differences(before: &Conditions, now: &Conditions) -> Vec<String> {
    let (Ok(before), Ok(now)) = (serde_json::to_value(before), serde_json::to_value(now)) else { return Vec::new() };
    let (Some(before), Some(now)) = (before.as_object(), now.as_object()) else { return Vec::new() };
    let changed = before.iter().filter(|(key, value)| now.get(*key) != Some(value));
    let short = |value: Option<&serde_json::Value>| {
        let text = value.map_or_else(|| "nothing".to_owned(), ToString::to_string);
        if text.chars().count() > 60 { text.chars().take(57).chain("...".chars()).collect() } else { text }
    };
    changed.map(|(key, value)| format!("'{key}' was {} and is {}", short(Some(value)), short(now.get(key)))).collect()
}
