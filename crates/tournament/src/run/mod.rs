//! Playing a tournament: threads that lease pairs and play them, as many as there are, on
//! as many machines as there are.

mod contact;

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::keeper::{Keeper, LostPair};
use super::lineup::Lineup;
use super::preparation::Tournament;
use super::spool::Spool;
use super::store::{Advance, Lease, TakenPair, WorkerInfo, random_number};
use super::{Folder, TournamentError};
use crate::agents::GameFiles;
use fruitrage_game::{EndLine, Ending, Failure, Pair, Side, StartingBoard, Stop};

/// How long a thread without work waits until it asks again. Whatever happens in
/// this process wakes it at once; this is for what others do.
const PATIENCE: Duration = Duration::from_millis(250);
/// Whoever could not play so many pairs in a row leaves the rest to others.
const MOST_GIVEN_UP: usize = 5;

/// Something that a person who watches wants to know.
#[derive(Clone, Debug)]
pub enum Notice<'a> {
    /// A game is finished and stored.
    Game {
        /// Its name.
        id: &'a str,
        /// The names of who moved first and second.
        names: [&'a str; 2],
        /// How it ended.
        end: &'a EndLine,
        /// The folder with the files of the move that lost it by a fault, if it is kept.
        lost_move: Option<&'a Path>,
    },
    /// The arena could not play a pair.
    Void {
        /// Its name.
        id: &'a str,
        /// Why.
        problem: &'a str,
        /// Whether it is given up, or others are asked.
        is_final: bool,
    },
    /// The database does not answer, and is waited for.
    Away {
        /// What is known about it.
        reason: &'a str,
    },
    /// The database answers again.
    Back,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing is left to be played.
    Finished,
    /// It was asked to stop.
    Stopped,
    /// Everything was played but these pairs, by the arena's own fault, each with
    /// why.
    Void(Vec<(String, String)>),
}

/// Hears of what happens, from several threads.
pub type Watcher<'a> = dyn Fn(&Notice<'_>) + Sync + 'a;

impl Tournament {
    /// Plays what is left to be played, with so many pairs at a time.
    pub fn run(
        &self,
        lineup: &Lineup<'_>,
        info: &WorkerInfo,
        jobs: NonZeroUsize,
        stop: &Stop,
        watcher: &Watcher<'_>,
    ) -> Result<Outcome, TournamentError> {
        let name = format!("{}-{}-{:08x}", info.host, std::process::id(), random_number() as u32);
        let work = self.folder.make_work()?;
        let run = Run {
            tournament: self,
            work: work.path(),
            lineup,
            name: &name,
            spool: Spool::new(&self.folder)?,
            // An error stops this run, and not whatever else the caller does.
            stop: stop.part(),
            watcher,
            is_away: AtomicBool::new(false),
            state: Mutex::new(State {
                at_work: jobs.get(),
                given_up: 0,
                resting_until: Instant::now(),
                lease: lineup.details.lease(),
                leases: vec![None; jobs.get()],
                error: None,
            }),
            news: Condvar::new(),
        };
        match run.start(info) {
            Ok(()) => {}
            Err(Broken::Error(error)) => return Err(error),
            Err(Broken::Stopped | Broken::Lost) => return Ok(Outcome::Stopped),
        }
        std::thread::scope(|scope| {
            for thread in 0..jobs.get() {
                let run = &run;
                scope.spawn(move || run.work(thread));
            }
            scope.spawn(|| run.stay_alive());
        });
        if let Some(error) = run.state().error.take() {
            return Err(error);
        }
        if stop.is_raised() {
            return Ok(Outcome::Stopped);
        }
        match run.patiently(|| Ok(self.store.void_pairs()?)) {
            Ok(void) if void.is_empty() => Ok(Outcome::Finished),
            Ok(void) => Ok(Outcome::Void(void)),
            Err(Broken::Error(error)) => Err(error),
            Err(Broken::Stopped | Broken::Lost) => Ok(Outcome::Stopped),
        }
    }

    /// Writes the records of finished games that are not there: they were played
    /// elsewhere, the process was killed before it came to that, or somebody has
    /// removed them. Also the logs of those that were lost by a fault elsewhere.
    pub fn write_missing_records(&self) -> Result<usize, TournamentError> {
        super::status::write_missing_records(&self.folder, &self.store)
    }
}

pub(super) struct Run<'a> {
    tournament: &'a Tournament,
    /// For the private folders of programs.
    work: &'a Path,
    pub(super) lineup: &'a Lineup<'a>,
    /// Of this process.
    pub(super) name: &'a str,
    pub(super) spool: Spool,
    stop: Stop,
    pub(super) watcher: &'a Watcher<'a>,
    /// Whether the database did not answer the last time.
    is_away: AtomicBool,
    state: Mutex<State>,
    /// Something was finished.
    news: Condvar,
}

struct State {
    /// Threads that are not done.
    at_work: usize,
    /// Pairs in a row that could not be played.
    given_up: usize,
    /// Until then no pair is taken.
    resting_until: Instant,
    /// How long a lease lasts.
    lease: Duration,
    /// What each thread has leased.
    leases: Vec<Option<Lease>>,
    /// Why everything was stopped.
    error: Option<TournamentError>,
}

/// A thread at work. However it ends, the others hear of it.
struct Leaving<'a>(&'a Run<'a>);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.fail(TournamentError::Nonsense("a thread of the arena has failed".to_owned()));
        }
        self.0.state().at_work -= 1;
        self.0.news.notify_all();
    }
}

/// How the playing of a pair was broken off.
pub(super) enum Broken {
    /// Everything is to stop.
    Stopped,
    /// Somebody else has the pair, or it is not to be played any more.
    Lost,
    /// It cannot go on.
    Error(TournamentError),
}

impl<E: Into<TournamentError>> From<E> for Broken {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

impl Run<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) const fn store(&self) -> &super::store::Store {
        &self.tournament.store
    }

    pub(super) const fn folder(&self) -> &Folder {
        &self.tournament.folder
    }

    /// Makes this process known, and stores what an earlier one could not.
    fn start(&self, info: &WorkerInfo) -> Result<(), Broken> {
        let jobs = self.state().leases.len();
        self.patiently(|| Ok(self.store().join(self.name, info, jobs)?))?;
        for (played, spooled) in self.spool.left(&self.lineup.identity) {
            self.patiently(|| Ok(self.store().finish_game(&played)?))?;
            spooled.remove();
        }
        // What is played on this machine alone is recorded here; of what several
        // play, whoever wants a report gets the records.
        if !self.store().is_shared() {
            self.tournament.write_missing_records()?;
        }
        Ok(())
    }

    /// Plays pairs until there are no more.
    fn work(&self, thread: usize) {
        let _leaving = Leaving(self);
        while !self.stop.is_raised() {
            match self.work_once(thread) {
                Ok(true) | Err(Broken::Lost) => {}
                Ok(false) | Err(Broken::Stopped) => break,
                Err(Broken::Error(error)) => self.fail(error),
            }
        }
    }

    /// Plays a pair, or waits for one. Returns whether there may be more.
    fn work_once(&self, thread: usize) -> Result<bool, Broken> {
        let resting = self.state().resting_until.saturating_duration_since(Instant::now());
        self.stop.wait(resting);
        if let Some(taken) = self.take()? {
            self.state().leases[thread] = Some(taken.lease);
            let played = self.play(&taken);
            match played {
                Err(Broken::Lost) => self.patiently(|| Ok(self.store().release(taken.lease)?))?,
                // So that others need not wait for it. If nobody hears, they do.
                Err(Broken::Stopped) if self.store().is_shared() => {
                    let _ = self.store().release(taken.lease);
                }
                _ => {}
            }
            self.state().leases[thread] = None;
            played?;
            self.news.notify_all();
            return Ok(true);
        }
        if self.patiently(|| self.store().advance())? == Advance::Over {
            return Ok(false);
        }
        drop(self.news.wait_timeout(self.state(), PATIENCE));
        Ok(true)
    }

    /// Leases a pair. If the database was away, nobody knows whether one was leased before
    /// the answer was lost; nobody renews that lease, so that it expires.
    fn take(&self) -> Result<Option<TakenPair>, Broken> {
        let lease = self.state().lease;
        self.patiently(|| Ok(self.store().take(&self.lineup.identity, self.name, lease)?))
    }

    /// Stops everything for an error. The first one is told.
    fn fail(&self, error: TournamentError) {
        self.state().error.get_or_insert(error);
        self.stop.raise();
    }

    fn play(&self, taken: &TakenPair) -> Result<(), Broken> {
        let pair = match self.pair(taken)? {
            Ok(pair) => pair,
            Err(problem) => return self.give_up(taken, &problem),
        };
        for game in (0..2).filter(|&game| !taken.is_finished[game]) {
            let mut keeper = Keeper::new(self, taken, game);
            let end = pair.play(game, &self.stop, &mut |step| keeper.keep(&step.event));
            match end {
                Ok(EndLine { ending: Ending::Void { message }, .. }) => return self.give_up(taken, &message),
                Ok(_) => {}
                Err(Failure::Stopped) => return Err(Broken::Stopped),
                Err(Failure::Listener(error)) => return Err(broken(error)),
            }
        }
        self.state().given_up = 0;
        Ok(())
    }

    /// The pair as the referee wants it, or why it cannot be played.
    fn pair(&self, taken: &TakenPair) -> Result<Result<Pair, String>, Broken> {
        let conditions = &self.lineup.conditions;
        let files = self.game_files(taken)?;
        let mut sides = Vec::with_capacity(2);
        for agent in taken.pair.agents {
            let ready = self.patiently(|| self.lineup.get(agent))?;
            if self.stop.is_raised() {
                // It may not be ready for no other reason.
                return Err(Broken::Stopped);
            }
            match ready.entrant(files.clone()) {
                Ok(entrant) => sides.push(Side { entrant, time: ready.agent.spec.time(conditions.time()) }),
                Err(problem) if self.store().is_shared() && problem.is_of_machine => {
                    let problem = format!("\n  {}: {problem}", ready.agent.name);
                    return Err(Broken::Error(TournamentError::Unfit(problem)));
                }
                Err(problem) => return Ok(Err(format!("{} cannot play: {problem}", ready.agent.name))),
            }
        }
        let (board, Ok(sides)) = (StartingBoard::of_line(&taken.pair.board), <[Side; 2]>::try_from(sides)) else {
            unreachable!("a pair has two agents");
        };
        let board = match board {
            Ok(start) => start.board,
            Err(problem) => return Ok(Err(problem)),
        };
        let (id, kinds, seed) = (taken.pair.id.clone(), taken.pair.kinds, taken.pair.seed);
        Ok(Ok(Pair { id, board, kinds, seed, sides, rules: conditions.rules() }))
    }

    /// Where the files of a pair's games go.
    fn game_files(&self, taken: &TakenPair) -> Result<GameFiles, TournamentError> {
        let logs = self.folder().logs(taken.pair.round);
        fs::create_dir_all(&logs).map_err(|error| TournamentError::file(&logs, error))?;
        Ok(GameFiles { work: self.work.to_owned(), logs: Some(logs) })
    }

    fn give_up(&self, taken: &TakenPair, problem: &str) -> Result<(), Broken> {
        let is_final = self.patiently(|| Ok(self.store().give_up(taken.lease, problem)?))?;
        (self.watcher)(&Notice::Void { id: &taken.pair.id, problem, is_final });
        let given_up = {
            let mut state = self.state();
            state.given_up += 1;
            // Others are to have a go at it before it comes back here.
            if !is_final {
                state.resting_until = Instant::now() + state.lease;
            }
            state.given_up
        };
        if self.store().is_shared() && given_up >= MOST_GIVEN_UP {
            let problem = format!("\n  {given_up} pairs in a row could not be played, the last one because: {problem}");
            return Err(Broken::Error(TournamentError::Unfit(problem)));
        }
        Ok(())
    }
}

fn broken(error: anyhow::Error) -> Broken {
    if error.is::<LostPair>() {
        return Broken::Lost;
    }
    match error.downcast::<TournamentError>() {
        Ok(error) => Broken::Error(error),
        Err(error) => Broken::Error(TournamentError::Nonsense(format!("{error:#}"))),
    }
}
