//! A pair that is being played: who has leased it, what has happened so far, and how a
//! finished game comes to count once.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::reading::read_pair;
use super::{Lease, LeaseOf, Store, count, random_number};
use crate::results::ScheduledPair;
use crate::storage::{StorageError, Transaction};
use fruitrage_game::{EndLine, Event, Turns};

/// A pair that somebody has taken to play it.
#[derive(Clone, Debug)]
pub(crate) struct TakenPair {
    pub(crate) lease: Lease,
    pub(crate) pair: ScheduledPair,
    /// Which of its games are finished already.
    pub(crate) is_finished: [bool; 2],
}

/// A game under way, by a random number: if it is begun again, elsewhere or here,
/// that is another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Play(i64);

/// A finished game with everything that is to be stored of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FinishedPlay {
    pub(crate) pair: i64,
    pub(crate) game: usize,
    pub(crate) play: Play,
    /// The tournament that it belongs to.
    pub(crate) tournament: String,
    /// The name of who has played it.
    pub(crate) worker: String,
    /// The agents that moved first and second.
    pub(crate) agents: [usize; 2],
    /// All that happened, from the line that announces it to its end.
    pub(crate) events: Vec<Event>,
    /// The last of what somebody has printed who lost by a fault.
    pub(crate) log: Option<String>,
}

/// What became of something that was to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    /// It is stored.
    Yes,
    /// The pair has been given to somebody else meanwhile, or is not to be played
    /// any more; this play of it counts no more.
    Lost,
}

impl Store {
    /// Leases the next pair of a tournament to a worker, for so long.
    ///
    /// It is one statement, so that nobody waits for anybody: who comes at the same time
    /// skips the pair and leases the next. If the answer is lost, nobody plays the pair
    /// until the lease has expired.
    pub(crate) fn take(
        &self,
        tournament: &str,
        worker: &str,
        lease: Duration,
    ) -> Result<Option<TakenPair>, StorageError> {
        let leased = self.storage.query_one(
            "UPDATE pairs SET holder = $2, expires = unixepoch() + $3, attempts = attempts + 1
             WHERE number = (SELECT number FROM pairs WHERE state = 'open' AND holder IS NULL
                             AND EXISTS (SELECT 1 FROM tournament WHERE identity = $1 AND paused = 0)
                             ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED)
             RETURNING number, id, round, first_agent, second_agent, board, kinds, seed, state, problem, awarded,
                       attempts, (SELECT COUNT(*) FROM games WHERE pair = number AND game = 0),
                       (SELECT COUNT(*) FROM games WHERE pair = number AND game = 1)",
            vec![tournament.into(), worker.into(), (lease.as_secs() as i64).into()],
        )?;
        if let Some(row) = leased {
            let pair = read_pair(&row)?;
            let lease = Lease { of: LeaseOf::Pair, number: pair.number, attempt: row.int(11)? };
            return Ok(Some(TakenPair { lease, pair, is_finished: [row.int(12)? > 0, row.int(13)? > 0] }));
        }
        // Nothing is free, nobody is to begin with another pair, or it is gone.
        if self.identity()?.as_deref() == Some(tournament) { Ok(None) } else { Err(StorageError::Replaced) }
    }

    /// Begins a game of a tournament, if the pair is still leased. What is left of an
    /// earlier play of it is dropped.
    pub(crate) fn begin_game(
        &self,
        tournament: &str,
        taken: &TakenPair,
        game: usize,
        play: Play,
        worker: &str,
        announced: &Event,
    ) -> Result<Stored, StorageError> {
        let mut transaction = self.storage.begin_lightly()?;
        let pair = taken.pair.number;
        let is_held = lock_pair(&mut transaction, tournament, pair)? == Some(taken.lease);
        if !is_held || finished_play(&mut transaction, pair, game)?.is_some() {
            return Ok(Stored::Lost);
        }
        drop_other_plays(&mut transaction, pair, game, play)?;
        add_play(&mut transaction, play, pair, game, worker, announced)?;
        transaction.commit()?;
        Ok(Stored::Yes)
    }

    /// Stores a move for those who watch.
    pub(crate) fn add_move(&self, play: Play, number: usize, made: &Event) -> Result<Stored, StorageError> {
        let added = self.storage.execute(
            "INSERT INTO moves (play, ply, line) SELECT id, $2, $3 FROM plays WHERE id = $1
             ON CONFLICT (play, ply) DO NOTHING",
            vec![play.0.into(), number.into(), made.to_line().into()],
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
    /// done, and its lease ends: all this or nothing.
    pub(crate) fn finish_game(&self, played: &FinishedPlay) -> Result<Stored, StorageError> {
        let mut transaction = self.storage.begin()?;
        // What was kept on a disk may belong to a tournament of the past.
        if lock_pair(&mut transaction, &played.tournament, played.pair)?.is_none() {
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
        let [announced, moves @ .., Event::End(end)] = &played.events[..] else {
            return Err(StorageError::Damaged(format!("game {} of pair {} has no end", played.game, played.pair)));
        };
        let is_new = add_play(&mut transaction, played.play, played.pair, played.game, &played.worker, announced)?;
        if is_new {
            // Somebody else has begun it anew, and finds out with the next move.
            drop_other_plays(&mut transaction, played.pair, played.game, played.play)?;
        }
        add_missing_moves(&mut transaction, played.play, moves, is_new)?;
        add_result(&mut transaction, played, moves.len(), end)?;
        transaction.execute(
            "UPDATE pairs SET state = 'done', holder = NULL, expires = NULL, problem = NULL
             WHERE number = $1 AND (SELECT COUNT(*) FROM games WHERE games.pair = pairs.number) = 2",
            vec![played.pair.into()],
        )?;
        transaction.commit()?;
        Ok(Stored::Yes)
    }
}

impl Play {
    /// A game that nobody has begun before.
    pub(crate) fn new() -> Self {
        Self((random_number() >> 1) as i64)
    }
}

/// Keeps others from beginning or finishing a game of a pair until the transaction ends.
/// Returns its last lease; nothing if it is not to be played at all, because it was awarded,
/// or another tournament has taken the place of its own. By one statement, so that this
/// cannot happen in between.
fn lock_pair(transaction: &mut Transaction<'_>, tournament: &str, pair: i64) -> Result<Option<Lease>, StorageError> {
    let found = transaction.query_one(
        "SELECT CASE WHEN holder IS NULL THEN 0 ELSE attempts END FROM pairs WHERE number = $1 AND awarded IS NULL
         AND EXISTS (SELECT 1 FROM tournament WHERE identity = $2) FOR UPDATE",
        vec![pair.into(), tournament.into()],
    )?;
    found.map(|row| Ok(Lease { of: LeaseOf::Pair, number: pair, attempt: row.int(0)? })).transpose()
}

/// The play by which a game is finished, if it is.
fn finished_play(transaction: &mut Transaction<'_>, pair: i64, game: usize) -> Result<Option<Play>, StorageError> {
    let key = vec![pair.into(), game.into()];
    let found = transaction.query_one("SELECT play FROM games WHERE pair = $1 AND game = $2", key)?;
    found.map(|row| row.int(0).map(Play)).transpose()
}

fn drop_other_plays(transaction: &mut Transaction<'_>, pair: i64, game: usize, play: Play) -> Result<(), StorageError> {
    transaction.execute(
        "DELETE FROM plays WHERE pair = $1 AND game = $2 AND id <> $3",
        vec![pair.into(), game.into(), play.0.into()],
    )?;
    Ok(())
}

/// Adds a game that has begun, unless it is there. Returns whether it was not.
fn add_play(
    transaction: &mut Transaction<'_>,
    play: Play,
    pair: i64,
    game: usize,
    worker: &str,
    announced: &Event,
) -> Result<bool, StorageError> {
    let added = transaction.execute(
        "INSERT INTO plays (id, pair, game, worker, line) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING",
        vec![play.0.into(), pair.into(), game.into(), worker.into(), announced.to_line().into()],
    )?;
    Ok(added > 0)
}

/// Adds those moves that did not arrive as they were made.
fn add_missing_moves(
    transaction: &mut Transaction<'_>,
    Play(play): Play,
    moves: &[Event],
    is_new: bool,
) -> Result<(), StorageError> {
    let stored =
        if is_new { 0 } else { count(transaction, "SELECT COUNT(*) FROM moves WHERE play = $1", vec![play.into()])? };
    if stored == moves.len() {
        return Ok(());
    }
    for (ply, made) in (1_usize..).zip(moves) {
        transaction.execute(
            "INSERT INTO moves (play, ply, line) VALUES ($1, $2, $3) ON CONFLICT (play, ply) DO NOTHING",
            vec![play.into(), ply.into(), made.to_line().into()],
        )?;
    }
    Ok(())
}

fn add_result(
    transaction: &mut Transaction<'_>,
    played: &FinishedPlay,
    moves: usize,
    end: &EndLine,
) -> Result<(), StorageError> {
    let micros = |time: Duration| time.as_micros() as i64;
    let [first, second] = Turns::of_events(&played.events).sides;
    let at_fault = end.at_fault();
    transaction.execute(
        "INSERT INTO games (pair, game, play, moves, used_first, used_second, line, at_fault, finished)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, unixepoch())",
        vec![
            played.pair.into(),
            played.game.into(),
            played.play.0.into(),
            moves.into(),
            micros(first.used).into(),
            micros(second.used).into(),
            Event::End(end.clone()).to_line().into(),
            at_fault.map(|side| played.agents[side] as i64).into(),
        ],
    )?;
    if let (Some(side), Some(log)) = (at_fault, &played.log) {
        transaction.execute(
            "INSERT INTO logs (play, player, content) VALUES ($1, $2, $3)",
            vec![played.play.0.into(), (side + 1).into(), log.as_str().into()],
        )?;
    }
    Ok(())
}
