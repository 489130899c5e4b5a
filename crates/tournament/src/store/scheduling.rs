//! What is scheduled when: once, whoever comes first.

use std::time::Duration;

use super::{Store, agents, conditions, count, keep_others_waiting};
use crate::TournamentError;
use crate::results::{movers, scored};
use crate::scheduling::{Scheduler, Wanted};
use crate::storage::{StorageError, Transaction};
use fruitrage_game::Event;
use fruitrage_results::{Encounter, encounters};

/// What somebody finds who has nothing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Advance {
    /// Others are still playing, or there are new pairs.
    GoOn,
    /// There is no tournament yet.
    NotBegun,
    /// Nothing is left to be played, or only what the arena cannot play.
    Over,
}

/// Since when there may be something new to be scheduled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Since {
    /// Since the tournament was begun or taken up again, maybe with more agents.
    Start,
    /// Since a pair was finished.
    Pair,
}

impl Store {
    /// Schedules what can be scheduled.
    pub(crate) fn schedule(&self) -> Result<(), TournamentError> {
        let mut transaction = self.storage.begin()?;
        schedule_next(&mut transaction, Since::Start)?;
        Ok(transaction.commit()?)
    }

    /// Schedules the next round, if this one is over. Whoever has found nothing to
    /// do calls this: who finished the last pair of a round comes here next, and if
    /// it has died in between, somebody else does.
    pub(crate) fn advance(&self) -> Result<Advance, TournamentError> {
        if self.has_open_pairs()? {
            return Ok(Advance::GoOn);
        }
        let mut transaction = self.storage.begin()?;
        let is_begun = schedule_next(&mut transaction, Since::Pair)?;
        transaction.commit()?;
        match is_begun {
            false => Ok(Advance::NotBegun),
            true if self.has_open_pairs()? => Ok(Advance::GoOn),
            true => Ok(Advance::Over),
        }
    }

    /// Whether there are pairs to be played or being played. It is asked twice in
    /// different words, because there is an index of those that are not done.
    fn has_open_pairs(&self) -> Result<bool, StorageError> {
        let mut transaction = self.storage.begin_reading()?;
        Ok(transaction
            .query_one("SELECT 1 FROM pairs WHERE state <> 'done' AND state = 'open' LIMIT 1", vec![])?
            .is_some())
    }
}

/// Schedules what can be scheduled by now, in the caller's transaction, so that
/// it happens once, whoever gets here first. Returns whether there is a tournament.
fn schedule_next(transaction: &mut Transaction<'_>, since: Since) -> Result<bool, TournamentError> {
    keep_others_waiting(transaction)?;
    let Some(conditions) = conditions(transaction)? else { return Ok(false) };
    let is_over = transaction.query_one("SELECT 1 FROM pairs WHERE state <> 'done' LIMIT 1", vec![])?.is_none();
    if since == Since::Pair && !is_over {
        return Ok(true);
    }
    let agents = agents(transaction)?;
    let scheduler = Scheduler { conditions: &conditions, agents: &agents };
    let wanted = match (conditions.format.has_rounds(), since) {
        (true, _) if !is_over => return Ok(true),
        (true, _) => {
            let last = count(transaction, "SELECT COALESCE(MAX(number), 0) FROM rounds", vec![])? as u32;
            scheduler.rounds_after(last, &played(transaction)?)?
        }
        (false, Since::Start) => scheduler.missing(&scheduled(transaction)?)?,
        (false, Since::Pair) => Wanted::default(),
    };
    add(transaction, &wanted)?;
    // Before anybody has been entered nothing is finished either.
    let is_finished = is_over && wanted.pairs.is_empty() && !agents.is_empty();
    transaction.execute("UPDATE tournament SET finished = $1 WHERE id = 1", vec![i64::from(is_finished).into()])?;
    Ok(!agents.is_empty())
}

/// The encounters that were played, or awarded.
fn played(transaction: &mut Transaction<'_>) -> Result<Vec<Encounter>, StorageError> {
    let rows = transaction.query(
        "SELECT pairs.round, games.pair, first_agent, second_agent, games.game, games.line, used_first, used_second
         FROM games JOIN pairs ON pairs.number = games.pair ORDER BY games.pair, games.game",
        vec![],
    )?;
    let mut games = Vec::with_capacity(rows.len());
    for row in &rows {
        let Event::End(end) = row.json(5)? else {
            return Err(StorageError::Damaged("a game that does not end".to_owned()));
        };
        let players = movers([row.count(2)?, row.count(3)?], row.count(4)?);
        let used = [row.count(6)?, row.count(7)?].map(|micros| Duration::from_micros(micros as u64));
        games.push(scored(row.count(0)? as u32, row.int(1)?, players, &end, used));
    }
    let rows = transaction.query(
        "SELECT round, first_agent, second_agent, awarded FROM pairs WHERE awarded IS NOT NULL ORDER BY number",
        vec![],
    )?;
    let mut awarded = Vec::with_capacity(rows.len());
    for row in &rows {
        awarded.push((row.count(0)? as u32, [row.count(1)?, row.count(2)?], row.count(3)?));
    }
    Ok(encounters(games, awarded))
}

/// Who has been scheduled to meet.
fn scheduled(transaction: &mut Transaction<'_>) -> Result<Vec<[usize; 2]>, StorageError> {
    let rows = transaction.query("SELECT DISTINCT first_agent, second_agent FROM pairs", vec![])?;
    rows.iter().map(|row| Ok([row.count(0)?, row.count(1)?])).collect()
}

/// Adds pairs.
fn add(transaction: &mut Transaction<'_>, wanted: &Wanted) -> Result<(), StorageError> {
    for round in &wanted.rounds {
        let number = vec![(*round).into()];
        transaction.execute("INSERT INTO rounds (number) VALUES ($1) ON CONFLICT (number) DO NOTHING", number)?;
    }
    for &(round, agent) in &wanted.byes {
        transaction.execute("INSERT INTO byes (round, agent) VALUES ($1, $2)", vec![round.into(), agent.into()])?;
    }
    let last = count(transaction, "SELECT COALESCE(MAX(number), 0) FROM pairs", vec![])? as i64;
    for (number, pair) in (last + 1..).zip(&wanted.pairs) {
        transaction.execute(
            "INSERT INTO pairs (number, id, round, first_agent, second_agent, board, kinds, seed, state)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'open')",
            vec![
                number.into(),
                pair.id.as_str().into(),
                pair.round.into(),
                pair.agents[0].into(),
                pair.agents[1].into(),
                pair.chosen.board.as_str().into(),
                pair.chosen.kinds.into(),
                pair.chosen.seed.map(|seed| seed as i64).into(),
            ],
        )?;
    }
    if !wanted.pairs.is_empty() {
        // Without knowing what is in the table, a database may read all of it to find the
        // first pair that is free.
        transaction.execute("ANALYZE pairs", vec![])?;
    }
    Ok(())
}
