//! Answers for what is scheduled when: once, whoever comes first.

use std::time::Duration;

use super::{Store, agents, conditions, count, keep_others_waiting};
use crate::Encounter;
use crate::game::Event;
use crate::storage::{Job, StorageError, Transaction};
use crate::tournament::TournamentError;
use crate::tournament::results::{PlayedGame, encounters};
use crate::tournament::scheduling::{Scheduler, Wanted};

/// What somebody finds who has nothing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tournament) enum Advance {
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
    pub(in crate::tournament) fn schedule(&self) -> Result<(), TournamentError> {
        let mut transaction = self.storage.begin()?;
        schedule_next(&mut transaction, Since::Start)?;
        Ok(transaction.commit()?)
    }

    /// Schedules the next round, if this one is over. Whoever has found nothing to
    /// do calls this: who finished the last pair of a round comes here next, and if
    /// it has died in between, somebody else does.
    pub(in crate::tournament) fn advance(&self) -> Result<Advance, TournamentError> {
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
    let mut ends = Vec::with_capacity(rows.len());
    for row in &rows {
        let Event::End(end) = row.json(5)? else {
            return Err(StorageError::Damaged("a game that does not end".to_owned()));
        };
        ends.push(end);
    }
    let mut games = Vec::with_capacity(rows.len());
    for (row, end) in rows.iter().zip(&ends) {
        games.push(PlayedGame {
            round: row.count(0)? as u32,
            pair: row.int(1)?,
            players: [row.count(2)?, row.count(3)?],
            game: row.count(4)?,
            end,
            used: [row.count(6)?, row.count(7)?].map(|micros| Duration::from_micros(micros as u64)),
        });
    }
    let rows = transaction.query(
        "SELECT round, first_agent, second_agent, awarded FROM pairs WHERE awarded IS NOT NULL ORDER BY number",
        vec![],
    )?;
    let mut awarded = Vec::with_capacity(rows.len());
    for row in &rows {
        awarded.push((row.count(0)? as u32, [row.count(1)?, row.count(2)?], row.count(3)?));
    }
    Ok(encounters(games.into_iter(), awarded))
}

/// Who has been scheduled to meet.
fn scheduled(transaction: &mut Transaction<'_>) -> Result<Vec<[usize; 2]>, StorageError> {
    let rows = transaction.query("SELECT DISTINCT first_agent, second_agent FROM pairs", vec![])?;
    rows.iter().map(|row| Ok([row.count(0)?, row.count(1)?])).collect()
}

/// Adds pairs, and a job for each.
fn add(transaction: &mut Transaction<'_>, wanted: &Wanted) -> Result<(), StorageError> {
    for round in &wanted.rounds {
        let number = vec![(*round).into()];
        transaction.execute("INSERT INTO rounds (number) VALUES ($1) ON CONFLICT (number) DO NOTHING", number)?;
    }
    for &(round, agent) in &wanted.byes {
        transaction.execute("INSERT INTO byes (round, agent) VALUES ($1, $2)", vec![round.into(), agent.into()])?;
    }
    let last = count(transaction, "SELECT COALESCE(MAX(number), 0) FROM pairs", vec![])? as i64;
    let mut jobs = Vec::with_capacity(wanted.pairs.len());
    for (number, pair) in (last + 1..).zip(&wanted.pairs) {
        transaction.execute(
            "INSERT INTO pairs (number, id, round, first_agent, second_agent, board, kinds, seed, state, tries)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'open', 1)",
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
        jobs.push(Job { pair: number, tries: 1 });
    }
    if jobs.is_empty() {
        return Ok(());
    }
    transaction.push(&jobs)?;
    transaction.survey_queue()
}
