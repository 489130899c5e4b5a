//! Answers for what is in a tournament's database: the only place that knows its
//! tables.

use std::time::Duration;

use super::results::{EnteredAgent, FaultEntry, FinishedGame, PairState, PlayedGame, Results, ScheduledPair};
use super::results::{encounters, record_line};
use super::scheduling::{Scheduler, Wanted};
use super::settings::{Conditions, Settings};
use super::{Folder, TournamentError};
use crate::Encounter;
use crate::agents::AgentSpec;
use crate::game::{EndLine, Event, GameLine, MoveLine};
use crate::storage::{Access, Job, Lease, Row, Storage, StorageError, Transaction, Worker};

/// A tournament's database.
#[derive(Debug)]
pub(super) struct Store {
    storage: Storage,
}

/// A pair that somebody has taken to play it.
#[derive(Clone, Debug)]
pub(super) struct TakenPair {
    pub(super) lease: Lease,
    pub(super) pair: ScheduledPair,
    /// Which of its games are finished already.
    pub(super) is_finished: [bool; 2],
}

/// A game under way, by a random number: if it is begun again, elsewhere or here,
/// that is another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Play(i64);

/// The end of a game, and what is to be counted of it.
#[derive(Clone, Debug)]
pub(super) struct GameEnd<'a> {
    pub(super) play: Play,
    pub(super) game: usize,
    pub(super) end: &'a EndLine,
    pub(super) moves: usize,
    pub(super) used: [Duration; 2],
    pub(super) longest: [Duration; 2],
}

/// What became of something that was to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// It is stored.
    Yes,
    /// The pair has been given to somebody else meanwhile; this play of it
    /// counts no more.
    Lost,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The last round that was scheduled.
    pub round: u32,
    /// Pairs to be played or being played.
    pub open: usize,
    /// Pairs that are finished.
    pub done: usize,
    /// Pairs that the arena could not play.
    pub void: usize,
    /// Finished games.
    pub games: usize,
    /// Games lost by a fault.
    pub faults: usize,
    /// Whether nothing is left to be played.
    pub is_finished: bool,
}

impl Store {
    pub(super) fn open(folder: &Folder, access: Access) -> Result<Self, StorageError> {
        Ok(Self { storage: Storage::open_file(&folder.database(), access)? })
    }

    /// What the games so far were played under, if there is a tournament.
    pub(super) fn conditions(&self) -> Result<Option<Conditions>, StorageError> {
        conditions(&mut self.storage.begin_reading()?)
    }

    pub(super) fn agents(&self) -> Result<Vec<EnteredAgent>, StorageError> {
        agents(&mut self.storage.begin_reading()?)
    }

    pub(super) fn progress(&self) -> Result<Progress, StorageError> {
        progress(&mut self.storage.begin_reading()?)
    }

    /// Begins the tournament, if it is not begun yet.
    pub(super) fn begin(&self, conditions: &Conditions) -> Result<(), StorageError> {
        let mut transaction = self.storage.begin()?;
        transaction.execute(
            "INSERT INTO tournament (id, settings, revision, finished) VALUES (1, $1, 0, 0) ON CONFLICT (id) DO NOTHING",
            vec![json(conditions).into()],
        )?;
        transaction.commit()
    }

    /// Enters an agent, or writes down anew what is known of one.
    pub(super) fn enter(&self, agents: &[EnteredAgent]) -> Result<(), StorageError> {
        let mut transaction = self.storage.begin()?;
        for agent in agents {
            transaction.execute(
                "INSERT INTO agents (number, name, spec, hash, problem) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (number) DO UPDATE
                 SET spec = excluded.spec, hash = excluded.hash, problem = excluded.problem",
                vec![
                    agent.number.into(),
                    agent.name.as_str().into(),
                    json(&agent.spec).into(),
                    agent.hash.as_deref().into(),
                    agent.problem.as_deref().into(),
                ],
            )?;
        }
        transaction.commit()
    }

    /// Makes a worker known. Whoever calls this has the tournament to himself:
    /// jobs that are still taken were taken by somebody who is dead. Pairs that
    /// could not be played are tried again.
    pub(super) fn start_alone(&self, worker: &Worker) -> Result<(), StorageError> {
        let mut transaction = self.storage.begin()?;
        transaction.take_back_all()?;
        transaction.register(worker)?;
        for row in transaction.query("SELECT number, tries FROM pairs WHERE state = 'void' ORDER BY number", vec![])? {
            let job = Job { pair: row.int(0)?, tries: row.int(1)? + 1 };
            transaction.execute(
                "UPDATE pairs SET state = 'open', tries = $2, problem = NULL WHERE number = $1",
                vec![job.pair.into(), job.tries.into()],
            )?;
            transaction.push(&[job])?;
        }
        transaction.commit()
    }

    pub(super) fn heartbeat(&self, worker: &Worker) -> Result<(), StorageError> {
        let mut transaction = self.storage.begin()?;
        transaction.heartbeat(worker)?;
        transaction.commit()
    }

    /// Schedules what can be scheduled.
    pub(super) fn schedule(&self) -> Result<(), TournamentError> {
        let mut transaction = self.storage.begin()?;
        schedule_next(&mut transaction, Since::Start)?;
        Ok(transaction.commit()?)
    }

    /// Whether there are pairs to be played or being played.
    pub(super) fn has_open_pairs(&self) -> Result<bool, StorageError> {
        let mut transaction = self.storage.begin_reading()?;
        Ok(transaction
            .query_one("SELECT 1 FROM pairs WHERE state <> 'done' AND state = 'open' LIMIT 1", vec![])?
            .is_some())
    }

    /// Takes the next pair to be played.
    pub(super) fn take(&self, worker: &Worker) -> Result<Option<TakenPair>, StorageError> {
        let mut transaction = self.storage.begin()?;
        let Some(lease) = transaction.lease(worker)? else { return Ok(None) };
        let pair = transaction.query_one(
            "SELECT number, id, round, first_agent, second_agent, board, kinds, seed, state, problem
             FROM pairs WHERE number = $1",
            vec![lease.pair.into()],
        )?;
        let pair = pair.ok_or_else(|| StorageError::Damaged(format!("there is a job for pair {}", lease.pair)))?;
        let pair = read_pair(&pair)?;
        let mut is_finished = [false; 2];
        for row in transaction.query("SELECT game FROM games WHERE pair = $1", vec![lease.pair.into()])? {
            is_finished[row.count(0)? & 1] = true;
        }
        transaction.commit()?;
        Ok(Some(TakenPair { lease, pair, is_finished }))
    }

    /// Begins a game. What is left of an earlier play of it is dropped.
    pub(super) fn begin_game(
        &self,
        taken: &TakenPair,
        game: usize,
        worker: &Worker,
        line: &GameLine,
    ) -> Result<Play, StorageError> {
        let play = Play((random_number() >> 1) as i64);
        let mut transaction = self.storage.begin()?;
        transaction.execute(
            "DELETE FROM plays WHERE pair = $1 AND game = $2
             AND NOT EXISTS (SELECT 1 FROM games WHERE games.play = plays.id)",
            vec![taken.pair.number.into(), game.into()],
        )?;
        transaction.execute(
            "INSERT INTO plays (id, pair, game, worker, line) VALUES ($1, $2, $3, $4, $5)",
            vec![
                play.0.into(),
                taken.pair.number.into(),
                game.into(),
                worker.name().into(),
                record_line(&Event::Game(line.clone())).into(),
            ],
        )?;
        transaction.commit()?;
        Ok(play)
    }

    pub(super) fn add_move(&self, play: Play, line: &MoveLine) -> Result<Stored, StorageError> {
        let mut transaction = self.storage.begin()?;
        if !is_there(&mut transaction, play)? {
            return Ok(Stored::Lost);
        }
        transaction.execute(
            "INSERT INTO moves (play, ply, line) VALUES ($1, $2, $3)",
            vec![play.0.into(), line.ply.into(), record_line(&Event::Move(line.clone())).into()],
        )?;
        transaction.commit()?;
        Ok(Stored::Yes)
    }

    /// Stores a finished game, once. If it was the last of its pair the job is
    /// done; if that was the last of its round the next one is scheduled: all
    /// this or nothing.
    pub(super) fn finish_game(
        &self,
        taken: &TakenPair,
        worker: &Worker,
        game: &GameEnd<'_>,
    ) -> Result<Stored, TournamentError> {
        let mut transaction = self.storage.begin()?;
        keep_others_waiting(&mut transaction)?;
        if !is_there(&mut transaction, game.play)? {
            return Ok(Stored::Lost);
        }
        let pair = taken.pair.number;
        let micros = |time: Duration| time.as_micros() as i64;
        let inserted = transaction.execute(
            "INSERT INTO games (pair, game, play, moves, used_first, used_second, longest_first, longest_second, line)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (pair, game) DO NOTHING",
            vec![
                pair.into(),
                game.game.into(),
                game.play.0.into(),
                game.moves.into(),
                micros(game.used[0]).into(),
                micros(game.used[1]).into(),
                micros(game.longest[0]).into(),
                micros(game.longest[1]).into(),
                record_line(&Event::End(game.end.clone())).into(),
            ],
        )?;
        if inserted == 0 {
            transaction.execute("DELETE FROM plays WHERE id = $1", vec![game.play.0.into()])?;
            transaction.commit()?;
            return Ok(Stored::Lost);
        }
        if let (true, Some(winner)) = (game.end.ending.is_fault(), game.end.winner) {
            let loser = usize::from(winner == 1);
            transaction.execute(
                "INSERT INTO faults (pair, game, agent, ending, message) VALUES ($1, $2, $3, $4, $5)",
                vec![
                    pair.into(),
                    game.game.into(),
                    taken.movers(game.game)[loser].into(),
                    game.end.ending.name().into(),
                    game.end.message.as_str().into(),
                ],
            )?;
        }
        let finished = count(&mut transaction, "SELECT COUNT(*) FROM games WHERE pair = $1", vec![pair.into()])?;
        if finished == 2 {
            transaction.execute("UPDATE pairs SET state = 'done' WHERE number = $1", vec![pair.into()])?;
            transaction.acknowledge(&taken.lease, worker)?;
            schedule_next(&mut transaction, Since::Pair)?;
        }
        transaction.commit()?;
        Ok(Stored::Yes)
    }

    /// Ends the job of a pair that is finished already.
    pub(super) fn put_aside(&self, taken: &TakenPair, worker: &Worker) -> Result<(), StorageError> {
        let mut transaction = self.storage.begin()?;
        transaction.acknowledge(&taken.lease, worker)?;
        transaction.commit()
    }

    /// Writes down that the arena cannot play a pair. It counts for nothing.
    pub(super) fn give_up(&self, taken: &TakenPair, worker: &Worker, problem: &str) -> Result<(), StorageError> {
        let mut transaction = self.storage.begin()?;
        transaction.execute(
            "UPDATE pairs SET state = 'void', problem = $2 WHERE number = $1 AND state = 'open'",
            vec![taken.pair.number.into(), problem.into()],
        )?;
        transaction.acknowledge(&taken.lease, worker)?;
        transaction.commit()
    }

    /// The pairs that could not be played, with why.
    pub(super) fn void_pairs(&self) -> Result<Vec<(String, String)>, StorageError> {
        let mut transaction = self.storage.begin_reading()?;
        let rows = transaction.query("SELECT id, problem FROM pairs WHERE state = 'void' ORDER BY number", vec![])?;
        rows.iter().map(|row| Ok((row.text(0)?, row.maybe_text(1)?.unwrap_or_default()))).collect()
    }

    /// Everything but the moves.
    pub(super) fn results(&self, folder: &Folder, settings: &Settings) -> Result<Results, StorageError> {
        let mut transaction = self.storage.begin_reading()?;
        let conditions = conditions(&mut transaction)?.ok_or(StorageError::Missing)?;
        let agents = agents(&mut transaction)?;
        let rows = transaction.query(
            "SELECT number, id, round, first_agent, second_agent, board, kinds, seed, state, problem
             FROM pairs ORDER BY number",
            vec![],
        )?;
        let pairs = rows.iter().map(read_pair).collect::<Result<Vec<_>, _>>()?;
        let rows = transaction.query(
            "SELECT games.pair, games.game, plays.line, games.line, games.moves, used_first, used_second,
                    longest_first, longest_second
             FROM games JOIN plays ON plays.id = games.play ORDER BY games.pair, games.game",
            vec![],
        )?;
        let games = rows.iter().map(|row| read_game(row, &pairs, folder)).collect::<Result<Vec<_>, _>>()?;
        let rows = transaction.query(
            "SELECT pairs.id, pairs.round, faults.game, faults.agent, faults.ending, faults.message, pairs.first_agent
             FROM faults JOIN pairs ON pairs.number = faults.pair ORDER BY faults.pair, faults.game",
            vec![],
        )?;
        let faults = rows.iter().map(|row| read_fault(row, folder)).collect::<Result<Vec<_>, _>>()?;
        let byes = transaction.query("SELECT round, agent FROM byes ORDER BY round, agent", vec![])?;
        let byes = byes.iter().map(|row| Ok((row.count(0)? as u32, row.count(1)?)));
        Ok(Results {
            name: settings.name.clone(),
            conditions,
            anchor: settings.anchor.clone(),
            is_finished: progress(&mut transaction)?.is_finished,
            agents,
            byes: byes.collect::<Result<_, StorageError>>()?,
            pairs,
            games,
            faults,
        })
    }

    /// The names and rounds of all finished games.
    pub(super) fn finished_games(&self) -> Result<Vec<(String, u32)>, StorageError> {
        let mut transaction = self.storage.begin_reading()?;
        let rows = transaction.query(
            "SELECT pairs.id, games.game, pairs.round FROM games JOIN pairs ON pairs.number = games.pair
             ORDER BY games.pair, games.game",
            vec![],
        )?;
        rows.iter().map(|row| Ok((game_id(&row.text(0)?, row.count(1)?), row.count(2)? as u32))).collect()
    }

    /// The lines of a finished game's record.
    pub(super) fn record(&self, game_id: &str) -> Result<Option<Vec<String>>, StorageError> {
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
        let moves =
            transaction.query("SELECT line FROM moves WHERE play = $1 ORDER BY ply", vec![found.int(0)?.into()])?;
        for row in moves {
            lines.push(row.text(0)?);
        }
        lines.push(found.text(2)?);
        Ok(Some(lines))
    }

    /// The lines of games that have begun and are not finished.
    pub(super) fn live_records(&self, most: usize) -> Result<Vec<Vec<String>>, StorageError> {
        let mut transaction = self.storage.begin_reading()?;
        let plays = transaction.query(
            "SELECT id, line FROM plays WHERE NOT EXISTS (SELECT 1 FROM games WHERE games.play = plays.id)
             ORDER BY pair, game LIMIT $1",
            vec![most.into()],
        )?;
        let mut games = Vec::with_capacity(plays.len());
        for play in plays {
            let mut lines = vec![play.text(1)?];
            let moves =
                transaction.query("SELECT line FROM moves WHERE play = $1 ORDER BY ply", vec![play.int(0)?.into()])?;
            for row in moves {
                lines.push(row.text(0)?);
            }
            games.push(lines);
        }
        Ok(games)
    }
}

impl TakenPair {
    /// The agents that move first and second in a game.
    pub(super) const fn movers(&self, game: usize) -> [usize; 2] {
        let [one, two] = self.pair.agents;
        if game == 0 { [one, two] } else { [two, one] }
    }
}

/// The name of a game.
pub(super) fn game_id(pair: &str, game: usize) -> String {
    format!("{pair}-{}", game + 1)
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("settings are always JSON: {error}"))
}

/// A number that nobody has drawn before, with a probability of nearly one: the
/// standard library seeds its hash maps from the system's random numbers.
pub(super) fn random_number() -> u64 {
    use std::hash::{BuildHasher as _, RandomState};
    RandomState::new().hash_one(std::time::SystemTime::now())
}

fn count(
    transaction: &mut Transaction<'_>,
    statement: &'static str,
    values: Vec<crate::storage::Value>,
) -> Result<usize, StorageError> {
    transaction.query_one(statement, values)?.map_or(Ok(0), |row| row.count(0))
}

fn is_there(transaction: &mut Transaction<'_>, play: Play) -> Result<bool, StorageError> {
    Ok(transaction.query_one("SELECT 1 FROM plays WHERE id = $1", vec![play.0.into()])?.is_some())
}

/// From here to the end of the transaction nobody else finishes games or
/// schedules.
fn keep_others_waiting(transaction: &mut Transaction<'_>) -> Result<(), StorageError> {
    transaction.execute("UPDATE tournament SET revision = revision + 1 WHERE id = 1", vec![])?;
    Ok(())
}

fn conditions(transaction: &mut Transaction<'_>) -> Result<Option<Conditions>, StorageError> {
    transaction.query_one("SELECT settings FROM tournament", vec![])?.map(|row| row.json(0)).transpose()
}

fn agents(transaction: &mut Transaction<'_>) -> Result<Vec<EnteredAgent>, StorageError> {
    let rows = transaction.query("SELECT number, name, spec, hash, problem FROM agents ORDER BY number", vec![])?;
    let read = |row: &Row| {
        Ok(EnteredAgent {
            number: row.count(0)?,
            name: row.text(1)?,
            spec: row.json::<AgentSpec>(2)?,
            hash: row.maybe_text(3)?,
            problem: row.maybe_text(4)?,
        })
    };
    rows.iter().map(read).collect()
}

fn progress(transaction: &mut Transaction<'_>) -> Result<Progress, StorageError> {
    let mut progress = Progress {
        round: count(transaction, "SELECT COALESCE(MAX(number), 0) FROM rounds", vec![])? as u32,
        games: count(transaction, "SELECT COUNT(*) FROM games", vec![])?,
        faults: count(transaction, "SELECT COUNT(*) FROM faults", vec![])?,
        is_finished: count(transaction, "SELECT finished FROM tournament", vec![])? == 1,
        ..Progress::default()
    };
    for row in transaction.query("SELECT state, COUNT(*) FROM pairs GROUP BY state", vec![])? {
        let pairs = row.count(1)?;
        match read_state(&row.text(0)?)? {
            PairState::Open => progress.open = pairs,
            PairState::Done => progress.done = pairs,
            PairState::Void => progress.void = pairs,
        }
    }
    Ok(progress)
}

fn read_state(state: &str) -> Result<PairState, StorageError> {
    match state {
        "open" => Ok(PairState::Open),
        "done" => Ok(PairState::Done),
        "void" => Ok(PairState::Void),
        _ => Err(StorageError::Damaged(format!("a pair that is '{state}'"))),
    }
}

fn read_pair(row: &Row) -> Result<ScheduledPair, StorageError> {
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
    let [one, two] = pair.agents;
    let time = |column| Ok::<_, StorageError>(Duration::from_micros(row.count(column)? as u64));
    Ok(FinishedGame {
        pair: index,
        game,
        agents: if game == 0 { [one, two] } else { [two, one] },
        line,
        end,
        moves: row.count(4)?,
        used: [time(5)?, time(6)?],
        longest: [time(7)?, time(8)?],
        record: folder.record(pair.round, &id),
        logs: [1, 2].map(|player| folder.log(pair.round, &id, player)),
    })
}

fn read_fault(row: &Row, folder: &Folder) -> Result<FaultEntry, StorageError> {
    let (round, game, agent) = (row.count(1)? as u32, row.count(2)?, row.count(3)?);
    let game_id = game_id(&row.text(0)?, game);
    let moved_first = (agent == row.count(6)?) == (game == 0);
    Ok(FaultEntry {
        agent,
        ending: row.text(4)?,
        message: row.text(5)?,
        log: folder.log(round, &game_id, if moved_first { 1 } else { 2 }),
        game_id,
    })
}

/// Since when there may be something new to be scheduled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Since {
    /// Since the tournament was begun or taken up again, maybe with more agents.
    Start,
    /// Since a pair was finished.
    Pair,
}

/// Schedules what can be scheduled by now, in the caller's transaction, so that
/// it happens once, whoever gets here first.
fn schedule_next(transaction: &mut Transaction<'_>, since: Since) -> Result<(), TournamentError> {
    keep_others_waiting(transaction)?;
    let is_over = transaction.query_one("SELECT 1 FROM pairs WHERE state <> 'done' LIMIT 1", vec![])?.is_none();
    if since == Since::Pair && !is_over {
        return Ok(());
    }
    let Some(conditions) = conditions(transaction)? else { return Ok(()) };
    let agents = agents(transaction)?;
    let scheduler = Scheduler { conditions: &conditions, agents: &agents };
    let wanted = match (conditions.format.has_rounds(), since) {
        (true, _) if !is_over => return Ok(()),
        (true, _) => {
            let last = count(transaction, "SELECT COALESCE(MAX(number), 0) FROM rounds", vec![])? as u32;
            scheduler.rounds_after(last, &played(transaction)?)?
        }
        (false, Since::Start) => scheduler.missing(&scheduled(transaction)?)?,
        (false, Since::Pair) => Wanted::default(),
    };
    add(transaction, &wanted)?;
    let is_finished = is_over && wanted.pairs.is_empty();
    transaction.execute("UPDATE tournament SET finished = $1 WHERE id = 1", vec![i64::from(is_finished).into()])?;
    Ok(())
}

/// The encounters that were played.
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
    Ok(encounters(games.into_iter()))
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
    if jobs.is_empty() { Ok(()) } else { transaction.push(&jobs) }
}
