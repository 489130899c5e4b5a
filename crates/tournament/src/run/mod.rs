//! Playing a tournament: threads that lease pairs and play them, as many as there are, on
//! as many machines as there are.

mod contact;
pub(super) mod crew;

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use super::keeper::{Keeper, LostPair};
use super::lineup::Lineup;
use super::preparation::Tournament;
use super::spool::Spool;
use super::store::{Advance, Lease, Store, TakenPair, WorkerInfo, worker_name};
use super::{Folder, TournamentError};
use crate::agents::GameFiles;
use crew::{Broken, Contact, Crew, Ended, Work};
use fruitrage_game::{EndLine, Ending, Failure, Pair, Side, StartingBoard, Stop};

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
        let name = worker_name(info);
        let work = self.folder.make_work()?;
        let run = Run { tournament: self, work: work.path(), lineup, spool: Spool::new(&self.folder)?, watcher };
        let contact = |contact: Contact<'_>| match contact {
            Contact::Away { reason } => watcher(&Notice::Away { reason }),
            Contact::Back => watcher(&Notice::Back),
        };
        let crew = Crew::new(&self.store, &name, jobs, lineup.details.lease(), stop, &contact);
        let played = || -> Result<Outcome, Broken> {
            run.start(&crew, info)?;
            if let Ended::Stopped = crew.run(&run)? {
                return Err(Broken::Stopped);
            }
            let void = crew.patiently(|| Ok(self.store.void_pairs()?))?;
            Ok(if void.is_empty() { Outcome::Finished } else { Outcome::Void(void) })
        };
        match played() {
            Ok(outcome) => Ok(outcome),
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

/// The pairs of a tournament as this process plays them.
pub(super) struct Run<'a> {
    tournament: &'a Tournament,
    /// For the private folders of programs.
    work: &'a Path,
    pub(super) lineup: &'a Lineup<'a>,
    pub(super) spool: Spool,
    pub(super) watcher: &'a Watcher<'a>,
}

impl Work for Run<'_> {
    type Taken = TakenPair;

    fn take(&self, worker: &str, lease: Duration) -> Result<Option<(Lease, TakenPair)>, TournamentError> {
        let taken = self.store().take(&self.lineup.identity, worker, lease)?;
        Ok(taken.map(|taken| (taken.lease, taken)))
    }

    fn perform(&self, crew: &Crew<'_>, _lease: Lease, taken: &TakenPair) -> Result<(), Broken> {
        let pair = match self.pair(crew, taken)? {
            Ok(pair) => pair,
            Err(problem) => return self.give_up(crew, taken, &problem),
        };
        for game in (0..2).filter(|&game| !taken.is_finished[game]) {
            let mut keeper = Keeper::new(self, crew, taken, game);
            let end = pair.play(game, &crew.stop, &mut |step| keeper.keep(&step.event));
            match end {
                Ok(EndLine { ending: Ending::Void { message }, .. }) => return self.give_up(crew, taken, &message),
                Ok(_) => {}
                Err(Failure::Stopped) => return Err(Broken::Stopped),
                Err(Failure::Listener(error)) => return Err(broken(error)),
            }
        }
        crew.note_done();
        Ok(())
    }

    fn is_over(&self) -> Result<bool, TournamentError> {
        Ok(self.store().advance()? == Advance::Over)
    }
}

impl Run<'_> {
    pub(super) const fn store(&self) -> &Store {
        &self.tournament.store
    }

    pub(super) const fn folder(&self) -> &Folder {
        &self.tournament.folder
    }

    /// Makes this process known, and stores what an earlier one could not.
    fn start(&self, crew: &Crew<'_>, info: &WorkerInfo) -> Result<(), Broken> {
        crew.patiently(|| Ok(self.store().join(crew.name, info, crew.jobs())?))?;
        for (played, spooled) in self.spool.left(&self.lineup.identity) {
            crew.patiently(|| Ok(self.store().finish_game(&played)?))?;
            spooled.remove();
        }
        // What is played on this machine alone is recorded here; of what several
        // play, whoever wants a report gets the records.
        if !self.store().is_shared() {
            self.tournament.write_missing_records()?;
        }
        Ok(())
    }

    /// The pair as the referee wants it, or why it cannot be played.
    fn pair(&self, crew: &Crew<'_>, taken: &TakenPair) -> Result<Result<Pair, String>, Broken> {
        let conditions = &self.lineup.conditions;
        let files = self.game_files(taken)?;
        let mut sides = Vec::with_capacity(2);
        for agent in taken.pair.agents {
            let ready = crew.patiently(|| self.lineup.agents.get(agent))?;
            if crew.stop.is_raised() {
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

    fn give_up(&self, crew: &Crew<'_>, taken: &TakenPair, problem: &str) -> Result<(), Broken> {
        let given_up = crew.give_up(taken.lease, problem)?;
        (self.watcher)(&Notice::Void { id: &taken.pair.id, problem, is_final: given_up.is_final });
        given_up.check("pairs", problem)
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
