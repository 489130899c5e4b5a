//! A tournament that somebody is about to run: what has changed since the last time, who
//! can play, and how long it may take.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::time::Duration;

use super::conditions::{Conditions, Details};
use super::lineup::Lineup;
use super::results::EnteredAgent;
use super::scheduling::Scheduler;
use super::settings::Settings;
use super::site::Site;
use super::store::{Kind, Progress, Store};
use super::{Folder, RunLock, TournamentError};
use crate::agents::{AgentSpec, Roster, pack};
use crate::storage::{Access, StorageError};
use fruitrage_game::{Harmless, Stop};

/// How long somebody waits who has found no tournament, before looking again.
const PATIENCE: Duration = Duration::from_secs(1);

/// A tournament that this process takes part in.
#[derive(Debug)]
pub struct Tournament {
    pub(super) folder: Folder,
    pub(super) store: Store,
    /// How it is written down, if it is on this machine.
    settings: Option<Settings>,
    /// Whether nobody else can be playing it.
    is_alone: bool,
    /// What keeps others from playing in the same folder.
    pub(super) lock: Option<RunLock>,
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
    /// Takes a tournament up that is written down in a folder, or begins it. Nobody
    /// else can play in this folder as long as this is around.
    pub fn open(site: &Site) -> Result<Self, TournamentError> {
        let settings = Settings::read(site.folder.path())?;
        let lock = site.folder.lock()?;
        Self::written(site, settings, Some(lock), !site.location.is_shared())
    }

    /// The same for who does not play but has something to enter, while others play.
    /// If asked to, it takes the place of one of which nothing was played.
    pub fn edit(site: &Site, replace: bool) -> Result<Self, TournamentError> {
        Self::written(site, Settings::read(site.folder.path())?, None, replace)
    }

    fn written(site: &Site, settings: Settings, lock: Option<RunLock>, replace: bool) -> Result<Self, TournamentError> {
        let store = Store::open(&site.location, Access::Write)?;
        if let Some(change) = change(&store, &settings)? {
            if store.progress()?.games > 0 {
                return Err(TournamentError::Changed(change));
            }
            // Nothing was played: as if it had been written like this at once. What is
            // at a server may be somebody else's.
            if !replace {
                return Err(TournamentError::Taken(change));
            }
            // Nobody may be playing it, if that can be known.
            let _held = match (&lock, site.location.is_shared()) {
                (None, false) => Some(site.folder.lock()?),
                _ => None,
            };
            if !store.clear()? {
                return Err(TournamentError::Changed(change));
            }
        }
        let is_alone = !site.location.is_shared() && (lock.is_some() || !site.folder.is_running());
        Ok(Self { folder: site.folder.clone(), store, settings: Some(settings), is_alone, lock })
    }

    /// Takes part in a tournament that somebody else has written down.
    pub fn join(site: &Site) -> Result<Self, TournamentError> {
        let folder = site.folder.path();
        std::fs::create_dir_all(folder).map_err(|error| TournamentError::file(folder, error))?;
        let lock = site.folder.lock()?;
        let store = Store::open(&site.location, Access::Join)?;
        Ok(Self { folder: site.folder.clone(), store, settings: None, is_alone: false, lock: Some(lock) })
    }

    /// How it is written down, if it is on this machine.
    pub const fn settings(&self) -> Option<&Settings> {
        self.settings.as_ref()
    }

    /// How far it is.
    pub fn progress(&self) -> Result<Progress, TournamentError> {
        Ok(self.store.progress()?)
    }

    /// Whether what was joined is a grading.
    pub fn is_grading(&self) -> Result<bool, TournamentError> {
        Ok(self.store.kind()? == Some(Kind::Grading))
    }

    /// Waits until there is a tournament or a grading, and tells what it is; nothing if everything
    /// is to stop.
    pub fn await_beginning(&self, stop: &Stop) -> Result<Option<Details>, TournamentError> {
        while !stop.is_raised() {
            let has_begun = || Ok::<_, TournamentError>(self.store.progress()?.round > 0 || self.is_grading()?);
            if let (Some(details), true) = (self.store.details()?, has_begun()?) {
                return Ok(Some(details));
            }
            stop.wait(PATIENCE);
        }
        Ok(None)
    }

    /// How much there is to be played if all agents can, with so many pairs at a
    /// time.
    pub fn forecast(&self, jobs: NonZeroUsize) -> Result<Forecast, TournamentError> {
        let Some(settings) = &self.settings else {
            let conditions = self.store.conditions()?.ok_or(StorageError::Missing)?;
            return Ok(forecast(&conditions, &self.store.agents()?, self.progress()?, jobs, true));
        };
        let agents = settings.agents.iter().cloned().enumerate();
        let agents: Vec<EnteredAgent> = agents.map(|(number, spec)| EnteredAgent::new(number, spec)).collect();
        Ok(forecast(&settings.conditions, &agents, self.progress()?, jobs, false))
    }

    /// How much there is to be played by those who can.
    pub fn forecast_for(&self, lineup: &Lineup<'_>, jobs: NonZeroUsize) -> Result<Forecast, TournamentError> {
        Ok(forecast(&lineup.conditions, &self.store.agents()?, self.progress()?, jobs, true))
    }

    /// Makes all agents ready, some at a time, and enters those that are written down
    /// here and can play. Who cannot be made ready does not take part, unless it
    /// already has: then its pairs wait until it can.
    pub fn prepare<'a>(
        &'a self,
        roster: &'a dyn Roster,
        jobs: NonZeroUsize,
        stop: &Stop,
    ) -> Result<Option<Lineup<'a>>, TournamentError> {
        match &self.settings {
            Some(settings) => self.enter(settings, roster, jobs, stop),
            None => self.make_ready(roster, jobs, stop),
        }
    }

    fn enter<'a>(
        &'a self,
        settings: &Settings,
        roster: &'a dyn Roster,
        jobs: NonZeroUsize,
        stop: &Stop,
    ) -> Result<Option<Lineup<'a>>, TournamentError> {
        let mut agents = self.store.agents()?;
        let mended = self.forget_unplayed(&agents)?;
        if !mended.is_empty() {
            agents.clear();
        }
        let has_begun = self.progress()?.round > 0;
        let known = agents.len();
        for spec in &settings.agents {
            match agents.iter_mut().find(|agent| agent.name == spec.name()) {
                Some(agent) => agent.spec = spec.clone(),
                None => agents.push(EnteredAgent::new(agents.len(), spec.clone())),
            }
        }
        let mut lineup = Lineup::new(
            &self.store,
            roster,
            self.folder.agents(),
            settings.conditions.clone(),
            settings.details.clone(),
        );
        for remark in settings.unused.iter().chain(&mended) {
            lineup.remark(remark.clone());
        }
        let takes_part = |agent: &EnteredAgent| agent.number < known && agent.problem.is_none() && has_begun;
        // A tournament whose rounds depend on results takes nobody in later.
        let is_late = |agent: &EnteredAgent| {
            agent.number < known && has_begun && settings.conditions.format.has_rounds() && !takes_part(agent)
        };
        let new = agents.iter().filter(|agent| !takes_part(agent));
        self.all_are_somebody(new, roster)?;
        for agent in &mut agents {
            let before = agent.hash.clone();
            self.bring(agent, takes_part(agent), &mut lineup)?;
            if is_late(agent) && agent.hash != before {
                lineup.remark(format!(
                    "{}: its files have changed, but the rounds have begun without it, and they take nobody in later",
                    agent.name
                ));
            }
        }
        let playing: Vec<EnteredAgent> = agents.iter().filter(|agent| agent.leaves.is_none()).cloned().collect();
        if !lineup.agents.make_all_ready(&playing, jobs, stop)? {
            return Ok(None);
        }
        for ready in lineup.agents.ready() {
            let agent = &mut agents[ready.agent.number];
            let problem = ready.player.as_ref().err().map(ToString::to_string);
            if !takes_part(agent) && !is_late(agent) {
                agent.problem.clone_from(&problem);
            }
            if let Some(problem) = agent.problem.clone().or(problem) {
                lineup.problems.push((agent.name.clone(), problem));
            }
        }
        if agents.iter().filter(|agent| agent.problem.is_none()).count() < 2 {
            let problem = |agent: &EnteredAgent| Some(format!("\n  {}: {}", agent.name, agent.problem.as_ref()?));
            return Err(TournamentError::TooFew(agents.iter().filter_map(problem).collect()));
        }
        self.store.begin(&settings.conditions, &settings.details)?;
        self.store.enter(&agents, known)?;
        self.store.schedule()?;
        lineup.identity = self.store.identity()?.unwrap_or_default();
        Ok(Some(lineup))
    }

    /// Makes sure that the commands of agents name somebody: a slip of the fingers is told
    /// before anybody has played.
    fn all_are_somebody<'a>(
        &self,
        agents: impl Iterator<Item = &'a EnteredAgent>,
        roster: &dyn Roster,
    ) -> Result<(), TournamentError> {
        let base = self.folder.path();
        let problem = |agent: &EnteredAgent| {
            let error = roster.must_be_somebody(&agent.spec, base).err()?;
            Some(format!("\n  agent '{}': {error:#}", Harmless(&agent.name)))
        };
        let problems: String = agents.filter_map(problem).collect();
        if problems.is_empty() { Ok(()) } else { Err(TournamentError::Nobody(problems)) }
    }

    /// Forgets a tournament of which nothing is played, if the files of its agents have
    /// changed since they were entered: so it begins with the new ones. Returns what a person
    /// should know of each.
    fn forget_unplayed(&self, agents: &[EnteredAgent]) -> Result<Vec<String>, TournamentError> {
        let progress = self.progress()?;
        let has_left = agents.iter().any(|agent| agent.leaves.is_some());
        if !self.is_alone || progress.round == 0 || progress.games > 0 || has_left {
            return Ok(Vec::new());
        }
        let is_mended = |agent: &&EnteredAgent| {
            let packed = pack(&agent.spec, self.folder.path()).ok().and_then(|(_, archive)| archive);
            packed.is_some_and(|archive| agent.hash.as_deref() != Some(archive.hash()))
        };
        let mended: Vec<String> = agents
            .iter()
            .filter(|agent| agent.is_playing())
            .filter(is_mended)
            .map(|agent| {
                let name = &agent.name;
                format!("{name}: its files have changed since it was entered; nothing was played, so the new ones play")
            })
            .collect();
        Ok(if !mended.is_empty() && self.store.clear()? { mended } else { Vec::new() })
    }

    /// Brings what an agent consists of to where all who play find it. Who has played
    /// stays what it was.
    fn bring(
        &self,
        agent: &mut EnteredAgent,
        takes_part: bool,
        lineup: &mut Lineup<'_>,
    ) -> Result<(), TournamentError> {
        let packed = pack(&agent.spec, self.folder.path());
        match (packed, takes_part && agent.portable.is_some()) {
            (Ok((_, archive)), true) => {
                let hash = archive.map(|archive| archive.hash().to_owned());
                if hash != agent.hash && hash.is_some() {
                    let way = if lineup.conditions.format.has_rounds() {
                        "the new ones can only play in another tournament"
                    } else {
                        "to let the new ones play, enter them under another name, and withdraw this one if it is to go"
                    };
                    lineup.remark(format!(
                        "{}: its files have changed since it was entered. The games that it has played stand, and it \
                         goes on with the files it was entered with; {way}",
                        agent.name
                    ));
                }
            }
            (Err(error), true) => lineup.remark(format!(
                "{}: its files cannot be used any more ({error:#}); it goes on with those it was entered with",
                agent.name
            )),
            // It has played, but its files were not kept, by an older program.
            (Err(_), false) if takes_part => {}
            (Ok((portable, archive)), false) => {
                agent.hash = None;
                if let Some(archive) = archive {
                    self.store.keep_archive(&archive)?;
                    agent.hash = Some(archive.hash().to_owned());
                    // What fails here fails again when it is made ready.
                    let _ = archive.unpack(lineup.agents.cache());
                }
                agent.portable = Some(portable);
            }
            (Err(error), false) => {
                (agent.portable, agent.hash, agent.problem) = (None, None, Some(format!("{error:#}")));
            }
        }
        Ok(())
    }

    /// Makes those ready that others have entered. A machine that lacks something for
    /// one of them does not play: it could only spoil pairs.
    fn make_ready<'a>(
        &'a self,
        roster: &'a dyn Roster,
        jobs: NonZeroUsize,
        stop: &Stop,
    ) -> Result<Option<Lineup<'a>>, TournamentError> {
        let conditions = self.store.conditions()?.ok_or(StorageError::Missing)?;
        let details = self.store.details()?.unwrap_or_default();
        let mut lineup = Lineup::new(&self.store, roster, self.folder.agents(), conditions, details);
        lineup.identity = self.store.identity()?.unwrap_or_default();
        let agents: Vec<EnteredAgent> = self.store.agents()?.into_iter().filter(EnteredAgent::is_playing).collect();
        if !lineup.agents.make_all_ready(&agents, jobs, stop)? {
            return Ok(None);
        }
        let mut lacking = String::new();
        for ready in lineup.agents.ready() {
            match &ready.player {
                Err(problem) if problem.is_of_machine => {
                    let _ = write!(lacking, "\n  {}: {problem}", ready.agent.name);
                }
                // Others may be able to build it.
                Err(problem) => lineup.problems.push((ready.agent.name.clone(), problem.to_string())),
                Ok(_) => {}
            }
        }
        if lacking.is_empty() { Ok(Some(lineup)) } else { Err(TournamentError::Unfit(lacking)) }
    }
}

pub(super) fn forecast(
    conditions: &Conditions,
    agents: &[EnteredAgent],
    progress: Progress,
    jobs: NonZeroUsize,
    is_scheduled: bool,
) -> Forecast {
    let encounters = Scheduler { conditions, agents }.encounters();
    let games = encounters * conditions.pairs as usize * 2;
    // Where everything is scheduled at once, or nothing is left, it is known: some may have
    // been withdrawn.
    let scheduled = (progress.open + progress.void) * 2 - progress.halves;
    let is_everything = !conditions.format.has_rounds() || progress.is_finished;
    let is_known = progress.round > 0 && is_everything && is_scheduled;
    let games_left = if is_known { scheduled } else { games.saturating_sub(progress.games) };
    let games = if is_known { progress.games + scheduled } else { games };
    // Who was not built does not play.
    let playing: Vec<&EnteredAgent> = agents.iter().filter(|agent| agent.problem.is_none()).collect();
    let times: f64 = playing.iter().map(|agent| agent.spec.time(conditions.time()).as_secs_f64()).sum();
    let of_game = 2.0 * times / playing.len().max(1) as f64 + conditions.grace;
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
    for agent in agents.iter().filter(|agent| agent.is_playing()) {
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
