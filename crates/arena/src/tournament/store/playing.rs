//! Answers for a pair that is being played: who has it, what has happened so far,
//! and how a finished game comes to count once.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::entering::put_back;
use super::reading::read_pair;
use super::{Store, count, random_number};
use crate::game::{EndLine, Event, GameLine};
use crate::storage::{Lease, StorageError, Transaction, Worker};
use crate::tournament::results::{PairState, ScheduledPair, record_line};

/// How often somebody else is asked to play a pair that one could not.
const TRIES: i64 = 3;

/// A pair that somebody has taken to play it.
#[derive(Clone, Debug)]
pub(in crate::tournament) struct TakenPair {
    pub(in crate::tournament) lease: Lease,
    pub(in crate::tournament) pair: ScheduledPair,
    /// Which of its games are finished already.
    pub(in crate::tournament) is_finished: [bool; 2],
}

/// A game under way, by a random number: if it is begun again, elsewhere or here,
/// that is another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(in crate::tournament) struct Play(i64);

/// A finished game with everything that is to be stored of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::tournament) struct FinishedPlay {
    pub(in crate::tournament) pair: i64,
    pub(in crate::tournament) game: usize,
    pub(in crate::tournament) play: Play,
    /// The tournament that it belongs to.
    pub(in crate::tournament) tournament: String,
    /// The name of who has played it.
    pub(in crate::tournament) worker: String,
    /// The agents that moved first and second.
    pub(in crate::tournament) agents: [usize; 2],
    /// The record's line that announces it.
    pub(in crate::tournament) line: String,
    /// The record's lines of its moves.
    pub(in crate::tournament) moves: Vec<String>,
    pub(in crate::tournament) end: EndLine,
    pub(in crate::tournament) used: [Duration; 2],
    pub(in crate::tournament) longest: [Duration; 2],
    /// The last of what somebody has printed who lost by a fault.
    pub(in crate::tournament) log: Option<String>,
}

/// What became of something that was to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tournament) enum Stored {
    /// It is stored.
    Yes,
    /// The pair has been given to somebody else meanwhile, or is not to be played
    /// any more; this play of it counts no more.
    Lost,
}

impl Store {
    /// Takes the next pair of a tournament to be played.
    pub(in crate::tournament) fn take(
        &self,
        tournament: &str,
        worker: &Worker,
    ) -> Result<Option<TakenPair>, StorageError> {
        let mut transaction = self.storage.begin_lightly()?;
        let state = transaction.query_one("SELECT identity, paused FROM tournament", vec![])?;
        let state = state.ok_or(StorageError::Replaced)?;
        if state.maybe_text(0)?.as_deref() != Some(tournament) {
            return Err(StorageError::Replaced);
        }
        if state.int(1)? == 1 {
            return Ok(None);
        }
        while let Some(lease) = transaction.lease(worker)? {
            if let Some(taken) = taken(&mut transaction, &lease)? {
                transaction.commit()?;
                return Ok(Some(taken));
            }
            // The pair is done, or has another job by now.
            transaction.acknowledge(&lease, worker)?;
        }
        transaction.commit()?;
        Ok(None)
    }

    /// Begins a game of a tournament. What is left of an earlier play of it is dropped.
    pub(in crate::tournament) fn begin_game(
        &self,
        tournament: &str,
        taken: &TakenPair,
        game: usize,
        play: Play,
        worker: &str,
        line: &GameLine,
    ) -> Result<Stored, StorageError> {
        let mut transaction = self.storage.begin_lightly()?;
        let pair = taken.pair.number;
        if !lock_pair(&mut transaction, tournament, pair)? || finished_play(&mut transaction, pair, game)?.is_some() {
            return Ok(Stored::Lost);
        }
        transaction.execute(
            "DELETE FROM plays WHERE pair = $1 AND game = $2 AND id <> $3",
            vec![pair.into(), game.into(), play.0.into()],
        )?;
        let line = record_line(&Event::Game(line.clone()));
        add_play(&mut transaction, play, pair, game, worker, &line)?;
        transaction.commit()?;
        Ok(Stored::Yes)
    }

    /// Stores a move for those who watch.
    pub(in crate::tournament) fn add_move(
        &self,
        play: Play,
        number: usize,
        line: &str,
    ) -> Result<Stored, StorageError> {
        let added = self.storage.execute(
            "INSERT INTO moves (play, ply, line) SELECT id, $2, $3 FROM plays WHERE id = $1
             ON CONFLICT (play, ply) DO NOTHING",
            vec![play.0.into(), number.into(), line.into()],
        );
        match added {
            Ok(0) => {
                let mut transaction = self.storage.begin_reading()?;
                let is_there = transaction.query_one("SELECT 1 FROM plays WHERE id = $1", vec![play.0.into()])?;
                Ok(if is_there.is_some() { Stored::Yes } else { Stored::Lost })
            }
            Ok(_) => Ok(Stored::Yes),
            // Somebody has begun the game anew at this very moment.
            Err(StorageError::Gone(_)) => Ok(Stored::Lost),
            Err(error) => Err(error),
        }
    }

    /// Stores a finished game, once, whoever has the pair by now: what was played
    /// to the end by the rules is a result. If it was the last of its pair, that is
    /// done, and so is the job of who holds it: all this or nothing.
    pub(in crate::tournament) fn finish_game(
        &self,
        played: &FinishedPlay,
        holder: Option<(&Lease, &Worker)>,
    ) -> Result<Stored, StorageError> {
        let mut transaction = self.storage.begin()?;
        // What was kept on a disk may belong to a tournament of the past.
        if !lock_pair(&mut transaction, &played.tournament, played.pair)? {
            return Ok(Stored::Lost);
        }
        if let Some(before) = finished_play(&mut transaction, played.pair, played.game)? {
            // If it is this play, only the answer was lost the last time.
            let is_this = before == played.play;
            if !is_this {
                transaction.execute("DELETE FROM plays WHERE id = $1", vec![played.play.0.into()])?;
                transaction.commit()?;
            }
            return Ok(if is_this { Stored::Yes } else { Stored::Lost });
        }
        let line = &played.line;
        let is_new = add_play(&mut transaction, played.play, played.pair, played.game, &played.worker, line)?;
        add_missing_moves(&mut transaction, played, is_new)?;
        add_result(&mut transaction, played)?;
        let games = vec![played.pair.into()];
        if count(&mut transaction, "SELECT COUNT(*) FROM games WHERE pair = $1", games)? == 2 {
            let pair = vec![played.pair.into()];
            transaction.execute("UPDATE pairs SET state = 'done', problem = NULL WHERE number = $1", pair)?;
            if let Some((lease, worker)) = holder {
                transaction.acknowledge(lease, worker)?;
            }
        }
        transaction.commit()?;
        Ok(Stored::Yes)
    }

    /// Ends the job of a pair that is finished.
    pub(in crate::tournament) fn put_aside(&self, taken: &TakenPair, worker: &Worker) -> Result<(), StorageError> {
        let mut transaction = self.storage.begin()?;
        transaction.execute(
            "UPDATE pairs SET state = 'done', problem = NULL
             WHERE number = $1 AND (SELECT COUNT(*) FROM games WHERE games.pair = pairs.number) = 2",
            vec![taken.pair.number.into()],
        )?;
        transaction.acknowledge(&taken.lease, worker)?;
        transaction.commit()
    }

    /// Lets go of a pair whose game counts no more. If it is still this worker's and
    /// not done, it goes back into the queue.
    pub(in crate::tournament) fn release(&self, taken: &TakenPair, worker: &Worker) -> Result<(), StorageError> {
        let mut transaction = self.storage.begin()?;
        if transaction.acknowledge(&taken.lease, worker)? {
            put_back(&mut transaction, taken.lease.job(), "open")?;
        }
        transaction.commit()
    }

    /// Writes down that the arena cannot play a pair. If there may be others who
    /// can, they are asked first. Returns whether it was given up for good.
    pub(in crate::tournament) fn give_up(
        &self,
        taken: &TakenPair,
        worker: &Worker,
        problem: &str,
    ) -> Result<bool, StorageError> {
        let is_last = !self.is_shared || taken.lease.tries >= TRIES;
        let mut transaction = self.storage.begin()?;
        // If somebody else has it by now, that is not this one's to say.
        if !transaction.acknowledge(&taken.lease, worker)? {
            return Ok(false);
        }
        transaction.execute(
            "UPDATE pairs SET state = 'void', problem = $2 WHERE number = $1 AND state = 'open' AND tries = $3",
            vec![taken.pair.number.into(), problem.into(), taken.lease.tries.into()],
        )?;
        if !is_last {
            put_back(&mut transaction, taken.lease.job(), "void")?;
        }
        transaction.commit()?;
        Ok(is_last)
    }
}

impl Play {
    /// A game that nobody has begun before.
    pub(in crate::tournament) fn new() -> Self {
        Self((random_number() >> 1) as i64)
    }
}

impl TakenPair {
    /// The agents that move first and second in a game.
    pub(in crate::tournament) const fn movers(&self, game: usize) -> [usize; 2] {
        let [one, two] = self.pair.agents;
        if game == 0 { [one, two] } else { [two, one] }
    }
}

/// The pair that a job is for, unless it is done or has another job by now.
fn taken(transaction: &mut Transaction<'_>, lease: &Lease) -> Result<Option<TakenPair>, StorageError> {
    let pair = transaction.query_one(
        "SELECT number, id, round, first_agent, second_agent, board, kinds, seed, state, problem, awarded, tries
         FROM pairs WHERE number = $1",
        vec![lease.pair.into()],
    )?;
    let row = pair.ok_or_else(|| StorageError::Damaged(format!("there is a job for pair {}", lease.pair)))?;
    let (pair, tries) = (read_pair(&row)?, row.int(11)?);
    if pair.state != PairState::Open || tries != lease.tries {
        return Ok(None);
    }
    let mut is_finished = [false; 2];
    for row in transaction.query("SELECT game FROM games WHERE pair = $1", vec![lease.pair.into()])? {
        is_finished[row.count(0)? & 1] = true;
    }
    Ok(Some(TakenPair { lease: lease.clone(), pair, is_finished }))
}

/// Keeps others from beginning or finishing a game of a pair until the transaction ends.
/// Returns whether it is to be played at all: not if another tournament has taken the
/// place of its own. By one statement, so that this cannot happen in between.
fn lock_pair(transaction: &mut Transaction<'_>, tournament: &str, pair: i64) -> Result<bool, StorageError> {
    // Changes nothing: it is for the lock.
    let statement = "UPDATE pairs SET tries = tries WHERE number = $1 AND awarded IS NULL
         AND EXISTS (SELECT 1 FROM tournament WHERE identity = $2)";
    Ok(transaction.execute(statement, vec![pair.into(), tournament.into()])? > 0)
}

/// The play by which a game is finished, if it is.
fn finished_play(transaction: &mut Transaction<'_>, pair: i64, game: usize) -> Result<Option<Play>, StorageError> {
    let key = vec![pair.into(), game.into()];
    let found = transaction.query_one("SELECT play FROM games WHERE pair = $1 AND game = $2", key)?;
    found.map(|row| row.int(0).map(Play)).transpose()
}

/// Adds a game that has begun, unless it is there. Returns whether it was not.
fn add_play(
    transaction: &mut Transaction<'_>,
    play: Play,
    pair: i64,
    game: usize,
    worker: &str,
    line: &str,
) -> Result<bool, StorageError> {
    let added = transaction.execute(
        "INSERT INTO plays (id, pair, game, worker, line) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING",
        vec![play.0.into(), pair.into(), game.into(), worker.into(), line.into()],
    )?;
    Ok(added > 0)
}

/// Adds those moves that did not arrive as they were made.
fn add_missing_moves(
    transaction: &mut Transaction<'_>,
    played: &FinishedPlay,
    is_new: bool,
) -> Result<(), StorageError> {
    let play = played.play.0;
    let stored =
        if is_new { 0 } else { count(transaction, "SELECT COUNT(*) FROM moves WHERE play = $1", vec![play.into()])? };
    if stored == played.moves.len() {
        return Ok(());
    }
    for (ply, line) in (1_usize..).zip(&played.moves) {
        transaction.execute(
            "INSERT INTO moves (play, ply, line) VALUES ($1, $2, $3) ON CONFLICT (play, ply) DO NOTHING",
            vec![play.into(), ply.into(), line.as_str().into()],
        )?;
    }
    Ok(())
}

fn add_result(transaction: &mut Transaction<'_>, played: &FinishedPlay) -> Result<(), StorageError> {
    let micros = |time: Duration| time.as_micros() as i64;
    let now = transaction.now()?;
    transaction.execute(
        "INSERT INTO games (pair, game, play, moves, used_first, used_second, longest_first, longest_second, line,
                            finished)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        vec![
            played.pair.into(),
            played.game.into(),
            played.play.0.into(),
            played.moves.len().into(),
            micros(played.used[0]).into(),
            micros(played.used[1]).into(),
            micros(played.longest[0]).into(),
            micros(played.longest[1]).into(),
            record_line(&Event::End(played.end.clone())).into(),
            now.into(),
        ],
    )?;
    let (true, Some(winner)) = (played.end.ending.is_fault(), played.end.winner) else { return Ok(()) };
    let loser = usize::from(winner == 1);
    transaction.execute(
        "INSERT INTO faults (pair, game, agent, ending, message) VALUES ($1, $2, $3, $4, $5)",
        vec![
            played.pair.into(),
            played.game.into(),
            played.agents[loser].into(),
            played.end.ending.name().into(),
            played.end.message.as_str().into(),
        ],
    )?;
    if let Some(log) = &played.log {
        transaction.execute(
            "INSERT INTO logs (play, player, content) VALUES ($1, $2, $3)",
            vec![played.play.0.into(), (loser + 1).into(), log.as_str().into()],
        )?;
    }
    Ok(())
}
