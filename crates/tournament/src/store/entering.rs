//! How a tournament is begun and who is in it: agents and what they consist of, and what
//! a person may change while it runs.

use super::{Store, agents, count, json, keep_others_waiting, new_identity};
use crate::TournamentError;
use crate::agents::Archive;
use crate::conditions::{Conditions, Details};
use crate::results::EnteredAgent;
use crate::storage::{StorageError, Transaction};

/// All tables with something of a tournament, those first that others point to last.
const CLEARING: [&str; 12] = [
    "DELETE FROM parts",
    "DELETE FROM items",
    "DELETE FROM logs",
    "DELETE FROM games",
    "DELETE FROM moves",
    "DELETE FROM plays",
    "DELETE FROM pairs",
    "DELETE FROM byes",
    "DELETE FROM rounds",
    "DELETE FROM agents",
    "DELETE FROM archives",
    "DELETE FROM tournament",
];

impl Store {
    /// Begins the tournament, if it is not begun yet, and writes down anew what may
    /// change.
    pub(crate) fn begin(&self, conditions: &Conditions, details: &Details) -> Result<(), StorageError> {
        let mut transaction = self.storage.begin()?;
        let identity = new_identity();
        let begun = transaction.execute(
            "INSERT INTO tournament (id, kind, settings, details, identity, revision, paused, finished)
             VALUES (1, 'tournament', $1, $2, $3, 0, 0, 0)
             ON CONFLICT (id) DO UPDATE SET details = excluded.details
             WHERE tournament.settings = excluded.settings",
            vec![json(conditions).into(), json(details).into(), identity.into()],
        )?;
        if begun == 0 {
            return Err(StorageError::Raced);
        }
        transaction.commit()
    }

    /// Forgets a tournament of which nothing was played. Returns whether it could:
    /// not if a game has been finished meanwhile.
    pub(crate) fn clear(&self) -> Result<bool, StorageError> {
        let mut transaction = self.storage.begin()?;
        keep_others_waiting(&mut transaction)?;
        // Nobody finishes a game from here on.
        transaction.query("SELECT number FROM pairs FOR UPDATE", vec![])?;
        if count(&mut transaction, "SELECT COUNT(*) FROM games", vec![])? > 0 {
            return Ok(false);
        }
        for statement in CLEARING {
            transaction.execute(statement, vec![])?;
        }
        transaction.commit()?;
        Ok(true)
    }

    /// Enters agents, or writes down anew what is known of them: so many were there
    /// before.
    pub(crate) fn enter(&self, entered: &[EnteredAgent], known: usize) -> Result<(), StorageError> {
        let mut transaction = self.storage.begin()?;
        keep_others_waiting(&mut transaction)?;
        // It takes a while to build agents, and others may have entered some meanwhile.
        if !agents(&mut transaction)?
            .iter()
            .map(|agent| &agent.name)
            .eq(entered[..known].iter().map(|agent| &agent.name))
        {
            return Err(StorageError::Raced);
        }
        for agent in entered {
            enter_agent(&mut transaction, agent)?;
        }
        transaction.commit()
    }

    /// Keeps what an agent consists of, once.
    pub(crate) fn keep_archive(&self, archive: &Archive) -> Result<(), StorageError> {
        let mut transaction = self.storage.begin_reading()?;
        let known = transaction.query_one("SELECT hash FROM archives WHERE hash = $1", vec![archive.hash().into()])?;
        drop(transaction);
        if known.is_none() {
            // Not in a transaction, which must not stand still while 256 MiB are on their
            // way. It is on the server's disk as soon as the agents are, which are entered
            // later and waited for.
            self.storage.send(
                "INSERT INTO archives (hash, content) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING",
                vec![archive.hash().into(), archive.bytes().into()],
            )?;
        }
        Ok(())
    }

    /// What an agent consists of.
    pub(crate) fn archive(&self, hash: &str) -> Result<Archive, StorageError> {
        let mut transaction = self.storage.begin_reading()?;
        let found = transaction.query_one("SELECT content FROM archives WHERE hash = $1", vec![hash.into()])?;
        let found = found.ok_or_else(|| StorageError::Damaged(format!("there is no archive {hash}")))?;
        Archive::from_bytes(hash, found.bytes(0)?).map_err(|error| StorageError::Damaged(format!("{error:#}")))
    }

    /// Has nobody begin with another pair, or go on with that.
    pub(crate) fn set_paused(&self, paused: bool) -> Result<(), StorageError> {
        let mut transaction = self.storage.begin()?;
        let changed =
            transaction.execute("UPDATE tournament SET paused = $1 WHERE id = 1", vec![i64::from(paused).into()])?;
        if changed == 0 {
            return Err(StorageError::Missing);
        }
        transaction.commit()
    }

    /// Has pairs tried again that could not be played. Returns how many.
    pub(crate) fn try_void_again(&self) -> Result<usize, StorageError> {
        let mut transaction = self.storage.begin()?;
        keep_others_waiting(&mut transaction)?;
        let tried = try_void_again(&mut transaction)?;
        transaction.commit()?;
        Ok(tried)
    }

    /// Takes an agent out from the next round on. What it has played stands; pairs
    /// that it has not, go to its opponents. Returns how many.
    pub(crate) fn withdraw(&self, name: &str) -> Result<usize, TournamentError> {
        let mut transaction = self.storage.begin()?;
        keep_others_waiting(&mut transaction)?;
        let agents = agents(&mut transaction)?;
        let Some(agent) = agents.iter().find(|agent| agent.name == name) else {
            let names: Vec<&str> = agents.iter().take(10).map(|agent| agent.name.as_str()).collect();
            return Err(TournamentError::NoSuchAgent(name.to_owned(), names.join(", ")));
        };
        if agent.leaves.is_some() {
            return Ok(0);
        }
        let last = count(&mut transaction, "SELECT COALESCE(MAX(number), 0) FROM rounds", vec![])?;
        let number = agent.number;
        transaction
            .execute("UPDATE agents SET leaves = $2 WHERE number = $1", vec![number.into(), (last + 1).into()])?;
        let awarded = transaction.execute(
            "UPDATE pairs SET state = 'done', holder = NULL, expires = NULL, problem = NULL,
                    awarded = CASE WHEN first_agent = $1 THEN second_agent ELSE first_agent END
             WHERE state <> 'done' AND (first_agent = $1 OR second_agent = $1)",
            vec![number.into()],
        )?;
        // So that who plays such a pair at the moment is told with the next move.
        transaction.execute(
            "DELETE FROM plays WHERE NOT EXISTS (SELECT 1 FROM games WHERE games.play = plays.id)
             AND pair IN (SELECT number FROM pairs WHERE awarded IS NOT NULL)",
            vec![],
        )?;
        transaction.commit()?;
        Ok(awarded as usize)
    }
}

/// Enters an agent, or writes down anew what is known of it, but for whether it was withdrawn.
pub(super) fn enter_agent(transaction: &mut Transaction<'_>, agent: &EnteredAgent) -> Result<(), StorageError> {
    transaction.execute(
        "INSERT INTO agents (number, name, spec, hash, problem, portable) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (number) DO UPDATE
         SET spec = excluded.spec, hash = excluded.hash, problem = excluded.problem, portable = excluded.portable",
        vec![
            agent.number.into(),
            agent.name.as_str().into(),
            json(&agent.spec).into(),
            agent.hash.as_deref().into(),
            agent.problem.as_deref().into(),
            agent.portable.as_ref().map(json).into(),
        ],
    )?;
    Ok(())
}

pub(super) fn try_void_again(transaction: &mut Transaction<'_>) -> Result<usize, StorageError> {
    let tried = transaction
        .execute("UPDATE pairs SET state = 'open', failures = 0, problem = NULL WHERE state = 'void'", vec![])?;
    Ok(tried as usize)
}
