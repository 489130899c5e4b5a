//! Answers for playing a tournament: threads that take pairs from the queue, play
//! them, and store every move before the next one.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::preparation::{Lineup, Tournament};
use super::results::record_line;
use super::store::{GameEnd, Play, Stored, TakenPair, random_number};
use super::{Folder, TournamentError};
use crate::StartingBox;
use crate::game::{ClockRules, EndLine, Ending, Event, Failure, Pair, Places, Side, Stop};
use crate::storage::{HEARTBEAT, Worker};

/// How long a thread without work waits until it asks again. Whatever happens in
/// this process wakes it at once; this is for what others do.
const PATIENCE: Duration = Duration::from_millis(250);

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
    },
    /// The arena could not play a pair.
    Void {
        /// Its name.
        id: &'a str,
        /// Why.
        problem: &'a str,
    },
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
        lineup: &Lineup,
        jobs: NonZeroUsize,
        stop: &Stop,
        watcher: &Watcher<'_>,
    ) -> Result<Outcome, TournamentError> {
        let worker = Worker::new(&format!("run-{}-{:016x}", std::process::id(), random_number()));
        self.store.start_alone(&worker)?;
        self.store.schedule()?;
        self.write_missing_records()?;
        let work = self.folder.make_work()?;
        let run = Run {
            tournament: self,
            work: work.path(),
            lineup,
            worker,
            stop,
            watcher,
            state: Mutex::new(State { at_work: jobs.get(), error: None }),
            news: Condvar::new(),
        };
        std::thread::scope(|scope| {
            for _ in 0..jobs.get() {
                scope.spawn(|| run.work());
            }
            scope.spawn(|| run.stay_alive());
        });
        if let Some(error) = run.state.into_inner().unwrap_or_else(PoisonError::into_inner).error {
            return Err(error);
        }
        if stop.is_raised() {
            return Ok(Outcome::Stopped);
        }
        let void = self.store.void_pairs()?;
        Ok(if void.is_empty() { Outcome::Finished } else { Outcome::Void(void) })
    }

    /// Writes the records of finished games that are not there: the process was
    /// killed before it came to that, or somebody has removed them.
    pub fn write_missing_records(&self) -> Result<usize, TournamentError> {
        let mut recorded = Vec::new();
        let mut missing = 0;
        for (id, round) in self.store.finished_games()? {
            while recorded.len() <= round as usize {
                recorded.push(self.folder.recorded(recorded.len() as u32));
            }
            if recorded[round as usize].contains(&id) {
                continue;
            }
            if let Some(lines) = self.store.record(&id)? {
                self.folder.write_record(round, &id, &lines)?;
                missing += 1;
            }
        }
        Ok(missing)
    }
}

struct Run<'a> {
    tournament: &'a Tournament,
    /// For the private folders of programs.
    work: &'a Path,
    lineup: &'a Lineup,
    worker: Worker,
    stop: &'a Stop,
    watcher: &'a Watcher<'a>,
    state: Mutex<State>,
    /// Something was finished.
    news: Condvar,
}

struct State {
    /// Threads that are not done.
    at_work: usize,
    /// Why everything was stopped.
    error: Option<TournamentError>,
}

/// How the playing of a pair was broken off.
enum Broken {
    /// Everything is to stop.
    Stopped,
    /// Somebody else has the pair.
    Lost,
    /// It cannot go on.
    Error(TournamentError),
}

impl<E: Into<TournamentError>> From<E> for Broken {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

/// Somebody else has the pair.
#[derive(Debug, thiserror::Error)]
#[error("the pair was given to somebody else")]
struct LostPair;

impl Run<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays pairs until there are no more.
    fn work(&self) {
        while !self.stop.is_raised() {
            match self.work_once() {
                Ok(true) | Err(Broken::Lost) => {}
                Ok(false) | Err(Broken::Stopped) => break,
                Err(Broken::Error(error)) => self.fail(error),
            }
        }
        self.state().at_work -= 1;
        self.news.notify_all();
    }

    /// Plays a pair, or waits for one. Returns whether there may be more.
    fn work_once(&self) -> Result<bool, Broken> {
        let store = &self.tournament.store;
        if let Some(taken) = store.take(&self.worker)? {
            self.play(&taken)?;
            self.news.notify_all();
            return Ok(true);
        }
        if !store.has_open_pairs()? {
            return Ok(false);
        }
        drop(self.news.wait_timeout(self.state(), PATIENCE));
        Ok(true)
    }

    /// Says that this worker lives until all threads are done.
    fn stay_alive(&self) {
        loop {
            let busy = |state: &mut State| state.at_work > 0;
            let waited = self.news.wait_timeout_while(self.state(), HEARTBEAT, busy);
            let is_over = waited.unwrap_or_else(PoisonError::into_inner).0.at_work == 0;
            if is_over {
                return;
            }
            if let Err(error) = self.tournament.store.heartbeat(&self.worker) {
                self.fail(error.into());
            }
        }
    }

    /// Stops everything for an error. The first one is told.
    fn fail(&self, error: TournamentError) {
        self.state().error.get_or_insert(error);
        self.stop.raise();
    }

    fn play(&self, taken: &TakenPair) -> Result<(), Broken> {
        let store = &self.tournament.store;
        if taken.is_finished == [true; 2] {
            return Ok(store.put_aside(taken, &self.worker)?);
        }
        let pair = match self.pair(taken) {
            Ok(pair) => pair,
            Err(problem) => return self.give_up(taken, &problem),
        };
        let folder = &self.tournament.folder;
        let logs = folder.logs(taken.pair.round);
        fs::create_dir_all(&logs).map_err(|error| TournamentError::file(&logs, error))?;
        let places = Places { work: self.work, logs: Some(&logs) };
        for game in (0..2).filter(|&game| !taken.is_finished[game]) {
            let mut keeper = Keeper::new(self, taken, game);
            let end = pair.play(game, &places, self.stop, &mut |event| keeper.keep(event));
            match end {
                Ok(EndLine { ending: Ending::Void { message }, .. }) => return self.give_up(taken, &message),
                Ok(_) => {}
                Err(Failure::Stopped) => return Err(Broken::Stopped),
                Err(Failure::Listener(error)) => return Err(broken(error)),
            }
        }
        Ok(())
    }

    /// The pair as the referee wants it, or why it cannot be played.
    fn pair(&self, taken: &TakenPair) -> Result<Pair, String> {
        let conditions = &self.tournament.settings.conditions;
        let side = |agent: usize| {
            let entered = &self.lineup.agents[agent];
            match &self.lineup.entrants[agent] {
                Ok(entrant) => Ok(Side { entrant: entrant.clone(), time: entered.spec.time(conditions.time()) }),
                Err(problem) => Err(format!("{} cannot play: {problem}", entered.name)),
            }
        };
        let [one, two] = taken.pair.agents;
        Ok(Pair {
            id: taken.pair.id.clone(),
            board: StartingBox::of_line(&taken.pair.board)?.board,
            kinds: taken.pair.kinds,
            seed: taken.pair.seed,
            sides: [side(one)?, side(two)?],
            rules: conditions.rules(),
        })
    }

    fn give_up(&self, taken: &TakenPair, problem: &str) -> Result<(), Broken> {
        self.tournament.store.give_up(taken, &self.worker, problem)?;
        (self.watcher)(&Notice::Void { id: &taken.pair.id, problem });
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

/// Keeps a game: stores what happens before it goes on.
struct Keeper<'a> {
    run: &'a Run<'a>,
    taken: &'a TakenPair,
    game: usize,
    clock: ClockRules,
    play: Option<Play>,
    lines: Vec<String>,
    moves: usize,
    used: [Duration; 2],
    longest: [Duration; 2],
}

impl<'a> Keeper<'a> {
    fn new(run: &'a Run<'a>, taken: &'a TakenPair, game: usize) -> Self {
        Self {
            run,
            taken,
            game,
            clock: run.tournament.settings.conditions.rules().clock,
            play: None,
            lines: Vec::new(),
            moves: 0,
            used: [Duration::ZERO; 2],
            longest: [Duration::ZERO; 2],
        }
    }

    fn keep(&mut self, event: &Event) -> anyhow::Result<()> {
        let store = &self.run.tournament.store;
        match event {
            Event::Game(line) => {
                *self = Self::new(self.run, self.taken, self.game);
                let play = store.begin_game(self.taken, self.game, &self.run.worker, line);
                self.play = Some(play.map_err(TournamentError::from)?);
                self.lines.push(record_line(event));
            }
            Event::Move(line) => {
                self.moves += 1;
                self.count(usize::from(line.player) - 1, line.cpu, line.wall);
                self.lines.push(record_line(event));
                let stored = store.add_move(self.play(), line).map_err(TournamentError::from)?;
                if stored == Stored::Lost {
                    return Err(LostPair.into());
                }
            }
            // Not stored: the game is played again, or the pair given up.
            Event::End(EndLine { ending: Ending::Void { .. }, .. }) => {}
            Event::End(end) => self.finish(event, end)?,
        }
        Ok(())
    }

    fn play(&self) -> Play {
        self.play.unwrap_or_else(|| unreachable!("a game begins with its line"))
    }

    fn count(&mut self, player: usize, cpu: Duration, wall: Duration) {
        let cost = self.clock.cost(cpu, wall);
        self.used[player] += cost;
        self.longest[player] = self.longest[player].max(cost);
    }

    fn finish(&mut self, event: &Event, end: &EndLine) -> anyhow::Result<()> {
        if let (true, Some(winner)) = (end.ending.is_fault(), end.winner) {
            self.count(usize::from(winner == 1), end.cpu, end.wall);
        }
        self.lines.push(record_line(event));
        let tournament = self.run.tournament;
        let (moves, used, longest) = (self.moves, self.used, self.longest);
        let game = GameEnd { play: self.play(), game: self.game, end, moves, used, longest };
        if tournament.store.finish_game(self.taken, &self.run.worker, &game)? == Stored::Lost {
            return Err(LostPair.into());
        }
        let pair = &self.taken.pair;
        let id = super::store::game_id(&pair.id, self.game);
        let folder: &Folder = &tournament.folder;
        folder.write_record(pair.round, &id, &self.lines)?;
        let name = |agent: usize| self.run.lineup.agents[agent].name.as_str();
        let names = self.taken.movers(self.game).map(name);
        (self.run.watcher)(&Notice::Game { id: &id, names, end });
        Ok(())
    }
}
