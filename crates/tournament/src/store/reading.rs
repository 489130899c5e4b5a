//! What whoever looks wants to know: results, records, and the games under way.

use std::time::Duration;

use super::workers::workers;
use super::{Store, agents, conditions, details, progress, read_state};
use crate::Folder;
use crate::results::{FinishedGame, Results, ScheduledPair, movers};
use crate::storage::{Row, StorageError, Transaction};
use fruitrage_game::{Event, game_id};

impl Store {
    /// The pairs that could not be played, with why.
    pub(crate) fn void_pairs(&self) -> Result<Vec<(String, String)>, StorageError> {
        let mut transaction = self.storage.begin_reading()?;
        let rows = transaction.query("SELECT id, problem FROM pairs WHERE state = 'void' ORDER BY number", vec![])?;
        rows.iter().map(|row| Ok((row.text(0)?, row.maybe_text(1)?.unwrap_or_default()))).collect()
    }

    /// Everything but the moves.
    pub(crate) fn results(&self, folder: &Folder) -> Result<Results, StorageError> {
        let mut transaction = self.storage.begin_reading()?;
        let conditions = conditions(&mut transaction)?.ok_or(StorageError::Missing)?;
        let details = details(&mut transaction)?.unwrap_or_default();
        let agents = agents(&mut transaction)?;
        let rows = transaction.query(
            "SELECT number, id, round, first_agent, second_agent, board, kinds, seed, state, problem, awarded
             FROM pairs ORDER BY number",
            vec![],
        )?;
        let pairs = rows.iter().map(read_pair).collect::<Result<Vec<_>, _>>()?;
        let rows = transaction.query(
            "SELECT games.pair, games.game, plays.line, games.line, games.moves, used_first, used_second,
                    plays.worker
             FROM games JOIN plays ON plays.id = games.play ORDER BY games.pair, games.game",
            vec![],
        )?;
        let games = rows.iter().map(|row| read_game(row, &pairs, folder)).collect::<Result<Vec<_>, _>>()?;
        let byes = transaction.query("SELECT round, agent FROM byes ORDER BY round, agent", vec![])?;
        let byes = byes.iter().map(|row| Ok((row.count(0)? as u32, row.count(1)?)));
        Ok(Results {
            conditions,
            details,
            is_finished: progress(&mut transaction)?.is_finished,
            agents,
            byes: byes.collect::<Result<_, StorageError>>()?,
            pairs,
            games,
            workers: workers(&mut transaction)?,
        })
    }

    /// The names and rounds of all finished games.
    pub(crate) fn finished_games(&self) -> Result<Vec<(String, u32)>, StorageError> {
        let mut transaction = self.storage.begin_reading()?;
        let rows = transaction.query(
            "SELECT pairs.id, games.game, pairs.round FROM games JOIN pairs ON pairs.number = games.pair
             ORDER BY games.pair, games.game",
            vec![],
        )?;
        rows.iter().map(|row| Ok((game_id(&row.text(0)?, row.count(1)?), row.count(2)? as u32))).collect()
    }

    /// The lines of a finished game's record.
    pub(crate) fn record(&self, game_id: &str) -> Result<Option<Vec<String>>, StorageError> {
        let Some((pair, game)) = game_id.rsplit_once('-') else { return Ok(None) };
        let game = i64::from(game != "1");
        let mut transaction = self.storage.begin_reading()?;
        let found = transaction.query_one(
            "SELECT games.play, plays.line, games.line FROM games JOIN plays ON plays.id = games.play
             JOIN pairs ON pairs.number = games.pair WHERE pairs.id = $1 AND games.game = $2",
            vec![pair.into(), game.into()],
        )?;
        let Some(found) = found else { return Ok(None) };
        let mut lines = vec![found.text(1)?];
        lines.extend(moves(&mut transaction, found.int(0)?)?);
        lines.push(found.text(2)?);
        Ok(Some(lines))
    }

    /// Of which games that were lost by a fault there is something that was printed:
    /// name and round of the game, who has printed it (1 moved first), and by what it is
    /// found.
    pub(crate) fn logs(&self) -> Result<Vec<(String, u32, u8, i64)>, StorageError> {
        let mut transaction = self.storage.begin_reading()?;
        let rows = transaction.query(
            "SELECT pairs.id, games.game, pairs.round, logs.player, logs.play FROM logs
             JOIN games ON games.play = logs.play JOIN pairs ON pairs.number = games.pair
             ORDER BY games.pair, games.game, logs.player",
            vec![],
        )?;
        let read = |row: &Row| {
            let id = game_id(&row.text(0)?, row.count(1)?);
            Ok((id, row.count(2)? as u32, row.count(3)? as u8, row.int(4)?))
        };
        rows.iter().map(read).collect()
    }

    /// What was printed in a game.
    pub(crate) fn log(&self, play: i64, player: u8) -> Result<String, StorageError> {
        let mut transaction = self.storage.begin_reading()?;
        let key = vec![play.into(), player.into()];
        let found = transaction.query_one("SELECT content FROM logs WHERE play = $1 AND player = $2", key)?;
        found.map_or(Ok(String::new()), |row| row.text(0))
    }

    /// The lines of games that have begun and are not finished.
    pub(crate) fn live_records(&self, most: usize) -> Result<Vec<Vec<String>>, StorageError> {
        let mut transaction = self.storage.begin_reading()?;
        let plays = transaction.query(
            "SELECT id, line FROM plays WHERE NOT EXISTS (SELECT 1 FROM games WHERE games.play = plays.id)
             ORDER BY pair, game LIMIT $1",
            vec![most.into()],
        )?;
        let mut games = Vec::with_capacity(plays.len());
        for play in plays {
            let mut lines = vec![play.text(1)?];
            lines.extend(moves(&mut transaction, play.int(0)?)?);
            games.push(lines);
        }
        Ok(games)
    }

    /// A number that changes whenever something has happened that who watches sees.
    pub(crate) fn stamp(&self) -> Result<[i64; 4], StorageError> {
        let mut transaction = self.storage.begin_reading()?;
        let row = transaction.query_one(
            "SELECT (SELECT COALESCE(MAX(2 * revision + paused), 0) FROM tournament),
                    (SELECT COUNT(*) FROM games),
                    (SELECT COUNT(*) FROM plays),
                    (SELECT COUNT(*) FROM moves JOIN plays ON plays.id = moves.play
                     WHERE NOT EXISTS (SELECT 1 FROM games WHERE games.play = plays.id))",
            vec![],
        )?;
        let row = row.ok_or(StorageError::Missing)?;
        Ok([row.int(0)?, row.int(1)?, row.int(2)?, row.int(3)?])
    }
}

fn moves(transaction: &mut Transaction<'_>, play: i64) -> Result<Vec<String>, StorageError> {
    let rows = transaction.query("SELECT line FROM moves WHERE play = $1 ORDER BY ply", vec![play.into()])?;
    rows.iter().map(|row| row.text(0)).collect()
}

pub(super) fn read_pair(row: &Row) -> Result<ScheduledPair, StorageError> {
    Ok(ScheduledPair {
        number: row.int(0)?,
        id: row.text(1)?,
        round: row.count(2)? as u32,
        agents: [row.count(3)?, row.count(4)?],
        board: row.text(5)?,
        kinds: row.count(6)? as u8,
        seed: row.maybe_int(7)?.map(|seed| seed as u64),
        state: read_state(&row.text(8)?)?,
        problem: row.maybe_text(9)?,
        awarded: row.maybe_int(10)?.map(|agent| agent as usize),
    })
}

fn read_game(row: &Row, pairs: &[ScheduledPair], folder: &Folder) -> Result<FinishedGame, StorageError> {
    let (number, game) = (row.int(0)?, row.count(1)?);
    let damaged = |what: &str| StorageError::Damaged(format!("game {game} of pair {number} {what}"));
    let index = pairs.binary_search_by_key(&number, |pair| pair.number).map_err(|_| damaged("has no pair"))?;
    let pair = &pairs[index];
    let (Event::Game(line), Event::End(end)) = (row.json(2)?, row.json(3)?) else {
        return Err(damaged("has no beginning or no end"));
    };
    let id = game_id(&pair.id, game);
    let time = |column| Ok::<_, StorageError>(Duration::from_micros(row.count(column)? as u64));
    Ok(FinishedGame {
        pair: index,
        game,
        agents: movers(pair.agents, game),
        line,
        end,
        moves: row.count(4)?,
        used: [time(5)?, time(6)?],
        worker: row.text(7)?,
        record: folder.record(pair.round, &id),
        logs: [1, 2].map(|player| folder.log(pair.round, &id, player)),
    })
}
