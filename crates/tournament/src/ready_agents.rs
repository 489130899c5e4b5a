//! Agents that are ready to play: what they consist of is brought here, built and kept,
//! when it is needed first.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::TournamentError;
use super::conditions::LimitSettings;
use super::results::EnteredAgent;
use super::store::Store;
use crate::agents::{Agent, AgentSpec, Archive, BuildError, GameFiles, Roster, is_portable};
use fruitrage_game::StartingBoard;
use fruitrage_game::{AgentLine, Answer, ClockKind, ClockRules, Contestant, Ending, Entrant, Entry, Request, Stop};
use fruitrage_rules::Player;
use fruitrage_sandbox::process::LaunchError;

/// An agent: ready to play, or why it is not.
#[derive(Clone, Debug)]
pub struct Ready {
    /// Who.
    pub agent: EnteredAgent,
    pub(super) player: Result<Agent, Unready>,
}

impl Ready {
    /// The agent as it is entered for games whose files go there, or why it cannot be.
    pub fn entrant(&self, files: GameFiles) -> Result<Arc<dyn Entrant>, &Unready> {
        let player = self.player.as_ref()?;
        Ok(Arc::new(Submitted { entrant: player.entrant(files), hash: self.agent.hash.clone() }))
    }
}

/// Why an agent is not ready to play.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{problem}")]
pub struct Unready {
    /// Why.
    pub problem: String,
    /// Whether it is this machine that lacks something, so that it had better not play.
    pub is_of_machine: bool,
}

impl Unready {
    fn of_agent(problem: String) -> Self {
        Self { problem, is_of_machine: false }
    }

    fn of_machine(problem: String) -> Self {
        Self { problem, is_of_machine: true }
    }

    /// Why, and whose fault it is, by what making it ready failed at.
    pub fn new(error: &anyhow::Error) -> Self {
        let of_launch = error.downcast_ref::<LaunchError>().is_some();
        let of_build =
            matches!(error.downcast_ref::<BuildError>(), Some(BuildError::Arena { .. } | BuildError::Files { .. }));
        let of_files = error.chain().any(|cause| cause.downcast_ref().is_some_and(is_of_machine));
        Self { problem: format!("{error:#}"), is_of_machine: of_launch || of_build || of_files }
    }
}

/// Whether it is this machine that failed at a file, and not the file that is wrong: an archive
/// that breaks off is its student's.
fn is_of_machine(error: &io::Error) -> bool {
    use io::ErrorKind::{
        AlreadyExists, InvalidData, InvalidFilename, InvalidInput, IsADirectory, NotADirectory, NotFound, UnexpectedEof,
    };
    !matches!(
        error.kind(),
        AlreadyExists
            | InvalidData
            | InvalidFilename
            | InvalidInput
            | IsADirectory
            | NotADirectory
            | NotFound
            | UnexpectedEof
    )
}

/// Somebody who is being made ready, or is.
type Slot = Arc<Mutex<Option<Arc<Ready>>>>;

/// Agents that are ready to play, by number.
pub struct ReadyAgents<'a> {
    store: &'a Store,
    roster: &'a dyn Roster,
    /// Where archives are unpacked.
    cache: PathBuf,
    /// What programs may use that do not say so themselves.
    limits: LimitSettings,
    slots: Mutex<BTreeMap<usize, Slot>>,
}

impl std::fmt::Debug for ReadyAgents<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReadyAgents").field("cache", &self.cache).finish_non_exhaustive()
    }
}

impl<'a> ReadyAgents<'a> {
    pub(super) fn new(store: &'a Store, roster: &'a dyn Roster, cache: PathBuf, limits: LimitSettings) -> Self {
        Self { store, roster, cache, limits, slots: Mutex::default() }
    }

    /// Where archives are unpacked.
    pub(super) fn cache(&self) -> &Path {
        &self.cache
    }

    /// Makes agents ready, some at a time. Returns whether all were: not if everything
    /// is to stop.
    pub(super) fn make_all_ready(
        &self,
        agents: &[EnteredAgent],
        jobs: NonZeroUsize,
        stop: &Stop,
    ) -> Result<bool, TournamentError> {
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        std::thread::scope(|scope| {
            for _ in 0..jobs.get().min(agents.len()) {
                scope.spawn(|| {
                    while let Some(agent) = agents.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if stop.is_raised() {
                            break;
                        }
                        if let Err(error) = self.make_ready(agent) {
                            failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                        }
                    }
                });
            }
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(!stop.is_raised()),
        }
    }

    /// The agent of a number, made ready now if it is not yet: it may have been
    /// entered while the tournament runs.
    pub(super) fn get(&self, number: usize) -> Result<Arc<Ready>, TournamentError> {
        let slot = self.slot(number);
        if let Some(ready) = &*slot.lock().unwrap_or_else(PoisonError::into_inner) {
            return Ok(ready.clone());
        }
        let agents = self.store.agents()?;
        let agent = agents.get(number);
        self.make_ready(agent.ok_or_else(|| TournamentError::Nonsense(format!("there is no agent {number}")))?)
    }

    /// The agent of a number with these files. If others were entered since, it is made ready
    /// anew.
    pub(super) fn get_with(&self, number: usize, hash: &str) -> Result<Arc<Ready>, TournamentError> {
        let ready = self.get(number)?;
        if ready.agent.hash.as_deref() == Some(hash) {
            return Ok(ready);
        }
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
        self.get(number)
    }

    fn slot(&self, number: usize) -> Slot {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).entry(number).or_default().clone()
    }

    /// An agent, made ready now if it is not yet.
    pub fn make_ready(&self, agent: &EnteredAgent) -> Result<Arc<Ready>, TournamentError> {
        let slot = self.slot(agent.number);
        // Whoever needs the same agent waits here until it is built.
        let mut ready_slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = &*ready_slot {
            return Ok(ready.clone());
        }
        let player = self.player(agent)?;
        let ready = Arc::new(Ready { agent: agent.clone(), player });
        *ready_slot = Some(ready.clone());
        Ok(ready)
    }

    fn player(&self, agent: &EnteredAgent) -> Result<Result<Agent, Unready>, TournamentError> {
        let Some(portable) = &agent.portable else {
            let problem = agent.problem.clone().unwrap_or_else(|| "its files are not known".to_owned());
            return Ok(Err(Unready::of_agent(problem)));
        };
        // Whoever can write to the database could name any file of this machine.
        if !is_portable(portable) {
            return Ok(Err(Unready::of_agent("it is written down as if it were on this machine".to_owned())));
        }
        let limits = &self.limits;
        let spec = AgentSpec {
            name: Some(agent.name.clone()),
            memory: portable.memory.or(Some(limits.memory)),
            processes: portable.processes.or(Some(limits.processes)),
            disk: portable.disk.or(Some(limits.disk)),
            calibration: portable.calibration.or(Some(limits.calibration.into())),
            ..portable.clone()
        };
        let base = match &agent.hash {
            Some(hash) => match self.unpacked(hash)? {
                Ok(base) => base,
                Err(problem) => return Ok(Err(Unready::of_machine(problem))),
            },
            None => PathBuf::from("."),
        };
        let player = self.roster.agent(&spec, &base).map_err(|error| Unready::new(&error));
        Ok(player.and_then(|player| match agent.hash {
            Some(_) => trial(&player).map(|()| player).map_err(Unready::of_machine),
            None => Ok(player),
        }))
    }

    /// The folder with what an agent consists of; the problem is this machine's own.
    fn unpacked(&self, hash: &str) -> Result<Result<PathBuf, String>, TournamentError> {
        let folder = self.cache.join(hash);
        if folder.is_dir() {
            // What was written just before the power failed may not be whole.
            if Archive::of_folder(&folder).is_ok_and(|found| found.hash() == hash) {
                return Ok(Ok(folder));
            }
            if let Err(error) = fs::remove_dir_all(&folder) {
                return Ok(Err(format!("{} is damaged and cannot be removed: {error}", folder.display())));
            }
        }
        let archive = self.store.archive(hash)?;
        Ok(archive.unpack(&self.cache).map_err(|error| format!("{error:#}")))
    }

    /// Everybody who is ready or cannot be, by number.
    pub(super) fn ready(&self) -> Vec<Arc<Ready>> {
        let slots: Vec<Slot> = self.slots.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        slots.iter().filter_map(|slot| slot.lock().unwrap_or_else(PoisonError::into_inner).clone()).collect()
    }
}

/// Whether a program can be started on this machine at all. Where Python is missing,
/// it is not the agent that should lose.
fn trial(agent: &Agent) -> Result<(), String> {
    let clock = ClockRules { kind: ClockKind::Cpu, grace: Duration::from_millis(500) };
    let Ok(start) = StartingBoard::of_line("0") else { unreachable!("a board of one fruit") };
    let turn = || -> anyhow::Result<Answer> {
        let folder = tempfile::tempdir()?;
        let entrant = agent.entrant(GameFiles { work: folder.path().to_owned(), logs: None });
        let mut player = entrant.enter(&Entry { seed: 0, game: "trial", player: Player::First })?;
        let (board, remaining, stop) = (&start.board, Duration::from_millis(100), &Stop::default());
        Ok(player.take_turn(&Request { board, kinds: 1, remaining, clock, ply: 1, course: None, stop }).answer)
    };
    match turn() {
        // How it plays, if it does, is a matter of games.
        Ok(Answer::Fault(Ending::NotRun { message })) => Err(message),
        _ => Ok(()),
    }
}

/// An agent that is known by what was submitted, and not by what a machine has built
/// from it.
#[derive(Debug)]
struct Submitted {
    entrant: Arc<dyn Entrant>,
    hash: Option<String>,
}

impl Entrant for Submitted {
    fn line(&self, time: Duration) -> AgentLine {
        let line = self.entrant.line(time);
        AgentLine { hash: self.hash.clone().or(line.hash.clone()), ..line }
    }

    fn enter<'a>(&'a self, entry: &Entry<'_>) -> anyhow::Result<Box<dyn Contestant + 'a>> {
        self.entrant.enter(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_submission_makes_a_compiler_say_is_never_the_machines_fault() {
        let refused = BuildError::Compiler {
            command: "gcc homework.c".to_owned(),
            end: "exit code 1".to_owned(),
            output: "homework.c:1:2: error: #error No space left on device".to_owned(),
        };
        assert!(!Unready::new(&refused.into()).is_of_machine);
        let lacking = BuildError::Arena { command: "gcc".to_owned(), reason: "the disk is full".to_owned() };
        assert!(Unready::new(&lacking.into()).is_of_machine);
    }
}
