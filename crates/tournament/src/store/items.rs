//! The items of a grading: what each agent is to do, what is done of it, and how it comes to
//! count once.

use std::collections::HashMap;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::entering::enter_agent;
use super::{Kind, Lease, LeaseOf, Store, Stored, identity, json, keep_others_waiting, kind, new_identity};
use crate::conditions::Details;
use crate::results::EnteredAgent;
use crate::storage::{Row, StorageError, Transaction};

/// How far an item is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemState {
    /// It is to be done or being done.
    Open,
    /// It is done; this came of it, as JSON.
    Done(String),
    /// The arena could not do it, for this reason.
    Void(String),
}

/// An item as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnteredItem {
    /// Whose it is, by number.
    pub agent: usize,
    /// Its name.
    pub name: String,
    /// What is to be done, as JSON.
    pub task: String,
    /// The SHA-256 of what was submitted.
    pub hash: String,
    /// How far it is.
    pub state: ItemState,
    /// Who has done it, if it was not clear from the beginning.
    pub worker: Option<String>,
}

/// An item that is to be in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedItem {
    /// Whose it is, by number.
    pub agent: usize,
    /// Its name.
    pub name: String,
    /// What is to be done, as JSON.
    pub task: String,
    /// The SHA-256 of what was submitted.
    pub hash: String,
    /// How far it is from the beginning: what cannot be built need not be tried.
    pub state: ItemState,
}

/// Why an item is done again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemChange {
    /// Other files were handed in.
    Files,
    /// Something else is asked.
    Task,
}

/// An item that somebody has taken to do it.
#[derive(Clone, Debug)]
pub(crate) struct TakenItem {
    pub(crate) lease: Lease,
    pub(crate) agent: usize,
    pub(crate) name: String,
    pub(crate) task: String,
    pub(crate) hash: String,
    /// What was done of it before.
    pub(crate) parts: Vec<String>,
}

/// An item, or a part of it, with everything that is to be stored of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FinishedItem {
    pub(crate) item: i64,
    pub(crate) task: String,
    pub(crate) hash: String,
    /// The grading that it belongs to.
    pub(crate) tournament: String,
    /// The name of who has done it.
    pub(crate) worker: String,
    /// Which part it is; none if it is the result.
    pub(crate) part: Option<String>,
    pub(crate) content: String,
}

/// Whether parts that are done for one task are good for another one.
pub(crate) type KeepsParts<'a> = dyn Fn(&str, &str) -> bool + 'a;

impl Store {
    /// What is written down of a grading, if there is one.
    pub(crate) fn grading<T: DeserializeOwned>(&self) -> Result<Option<T>, StorageError> {
        let mut transaction = self.storage.begin_reading()?;
        must_not_be_tournament(&mut transaction)?;
        transaction.query_one("SELECT settings FROM tournament", vec![])?.map(|row| row.json(0)).transpose()
    }

    /// Writes down how is graded, who, and what each is to do. What was done for the same task
    /// and the same files stands; what the arena could not do is tried again. Returns what was
    /// done and is to be done again.
    pub(crate) fn enter_items(
        &self,
        settings: &impl Serialize,
        details: &Details,
        agents: &[EnteredAgent],
        wanted: &[WantedItem],
        keeps_parts: &KeepsParts<'_>,
    ) -> Result<Vec<(usize, String, ItemChange)>, StorageError> {
        let mut transaction = self.storage.begin()?;
        must_not_be_tournament(&mut transaction)?;
        transaction.execute(
            "INSERT INTO tournament (id, kind, settings, details, identity, revision, paused, finished)
             VALUES (1, 'grading', $1, $2, $3, 0, 0, 0)
             ON CONFLICT (id) DO UPDATE SET settings = excluded.settings, details = excluded.details",
            vec![json(settings).into(), json(details).into(), new_identity().into()],
        )?;
        keep_others_waiting(&mut transaction)?;
        for agent in agents {
            enter_agent(&mut transaction, agent)?;
            transaction.execute(
                "UPDATE agents SET leaves = $2 WHERE number = $1",
                vec![agent.number.into(), agent.leaves.map(i64::from).into()],
            )?;
        }
        let mut changes = Vec::new();
        let before = numbered_items(&mut transaction)?;
        let mut left: HashMap<(usize, &str), (i64, &EnteredItem)> =
            before.iter().map(|(number, old)| ((old.agent, old.name.as_str()), (*number, old))).collect();
        let mut last = before.iter().map(|(number, _)| *number).max().unwrap_or(0);
        for item in wanted {
            let Some((number, old)) = left.remove(&(item.agent, item.name.as_str())) else {
                last += 1;
                add_item(&mut transaction, last, item)?;
                continue;
            };
            let change = change(old, item);
            // What cannot be built, before and now, is not graded anew.
            let was_done = matches!(old.state, ItemState::Done(_));
            if was_done && (old.worker.is_some() || item.state == ItemState::Open) {
                changes.extend(change.map(|change| (item.agent, item.name.clone(), change)));
            }
            let is_settled_anew = old.worker.is_none() && old.state != item.state;
            let is_tried_again = matches!(old.state, ItemState::Void(_));
            if change.is_some() || is_settled_anew || is_tried_again {
                let is_good = || change.is_none() || keeps_parts(&old.task, &item.task);
                let keeps = change != Some(ItemChange::Files) && is_good();
                reset_item(&mut transaction, number, item, keeps)?;
            }
        }
        for (number, _) in left.into_values() {
            transaction.execute("DELETE FROM parts WHERE item = $1", vec![number.into()])?;
            transaction.execute("DELETE FROM items WHERE number = $1", vec![number.into()])?;
        }
        transaction.commit()?;
        Ok(changes)
    }

    /// All items, in the order in which they are done.
    pub(crate) fn items(&self) -> Result<Vec<EnteredItem>, StorageError> {
        let items = numbered_items(&mut self.storage.begin_reading()?)?;
        Ok(items.into_iter().map(|(_, item)| item).collect())
    }

    /// Whether there are items to be done or being done.
    pub(crate) fn has_open_items(&self) -> Result<bool, StorageError> {
        let mut transaction = self.storage.begin_reading()?;
        Ok(transaction.query_one("SELECT 1 FROM items WHERE state = 'open' LIMIT 1", vec![])?.is_some())
    }

    /// Leases the next item to a worker, for so long; see [`Store::take`].
    pub(crate) fn take_item(
        &self,
        tournament: &str,
        worker: &str,
        lease: Duration,
    ) -> Result<Option<TakenItem>, StorageError> {
        let leased = self.storage.query_one(
            "UPDATE items SET holder = $2, expires = unixepoch() + $3, attempts = attempts + 1
             WHERE number = (SELECT number FROM items WHERE state = 'open' AND holder IS NULL
                             AND EXISTS (SELECT 1 FROM tournament WHERE identity = $1 AND paused = 0)
                             ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED)
             RETURNING number, agent, name, task, hash, attempts",
            vec![tournament.into(), worker.into(), (lease.as_secs() as i64).into()],
        )?;
        let mut transaction = self.storage.begin_reading()?;
        let Some(row) = leased else {
            // Nothing is free, nobody is to begin with another item, or it is gone.
            let is_there = identity(&mut transaction)?.as_deref() == Some(tournament);
            return if is_there { Ok(None) } else { Err(StorageError::Replaced) };
        };
        let number = row.int(0)?;
        let parts =
            transaction.query("SELECT content FROM parts WHERE item = $1 ORDER BY part", vec![number.into()])?;
        Ok(Some(TakenItem {
            lease: Lease { of: LeaseOf::Item, number, attempt: row.int(5)? },
            agent: row.count(1)?,
            name: row.text(2)?,
            task: row.text(3)?,
            hash: row.text(4)?,
            parts: parts.iter().map(|row| row.text(0)).collect::<Result<_, _>>()?,
        }))
    }

    /// Stores what came of an item or of a part of it, once, whoever has the item by now. It
    /// is lost if the item is done already, or if other files or another task took its place.
    pub(crate) fn finish_item(&self, done: &FinishedItem) -> Result<Stored, StorageError> {
        let mut transaction = self.storage.begin()?;
        let found = transaction.query_one(
            "SELECT state, result FROM items WHERE number = $1 AND task = $2 AND hash = $3
             AND EXISTS (SELECT 1 FROM tournament WHERE identity = $4) FOR UPDATE",
            vec![
                done.item.into(),
                done.task.as_str().into(),
                done.hash.as_str().into(),
                done.tournament.as_str().into(),
            ],
        )?;
        let Some(row) = found else { return Ok(Stored::Lost) };
        if row.text(0)? == "done" {
            // If it is this result, only the answer was lost the last time.
            let is_this = done.part.is_none() && row.maybe_text(1)?.as_deref() == Some(&done.content);
            return Ok(if is_this { Stored::Yes } else { Stored::Lost });
        }
        let item = || done.item.into();
        match &done.part {
            Some(part) => transaction.execute(
                "INSERT INTO parts (item, part, content) VALUES ($1, $2, $3) ON CONFLICT (item, part) DO NOTHING",
                vec![item(), part.as_str().into(), done.content.as_str().into()],
            )?,
            None => transaction.execute(
                "UPDATE items SET state = 'done', holder = NULL, expires = NULL, problem = NULL, result = $2,
                        worker = $3, finished = unixepoch() WHERE number = $1",
                vec![item(), done.content.as_str().into(), done.worker.as_str().into()],
            )?,
        };
        transaction.commit()?;
        Ok(Stored::Yes)
    }
}

fn must_not_be_tournament(transaction: &mut Transaction<'_>) -> Result<(), StorageError> {
    if kind(transaction)? == Some(Kind::Tournament) {
        return Err(StorageError::OtherKind(
            "there is a tournament in this database, and no grading; grade in another folder or database",
        ));
    }
    Ok(())
}

/// Why an item must be done again, if it must.
fn change(old: &EnteredItem, new: &WantedItem) -> Option<ItemChange> {
    if old.hash == new.hash { (old.task != new.task).then_some(ItemChange::Task) } else { Some(ItemChange::Files) }
}

/// State, problem and result of an item, as they are stored.
fn columns(state: &ItemState) -> [Option<&str>; 3] {
    match state {
        ItemState::Open => [Some("open"), None, None],
        ItemState::Done(result) => [Some("done"), None, Some(result)],
        ItemState::Void(problem) => [Some("void"), Some(problem), None],
    }
}

fn add_item(transaction: &mut Transaction<'_>, number: i64, item: &WantedItem) -> Result<(), StorageError> {
    let [state, problem, result] = columns(&item.state);
    transaction.execute(
        "INSERT INTO items (number, agent, name, task, hash, state, problem, result)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        vec![
            number.into(),
            item.agent.into(),
            item.name.as_str().into(),
            item.task.as_str().into(),
            item.hash.as_str().into(),
            state.into(),
            problem.into(),
            result.into(),
        ],
    )?;
    Ok(())
}

/// Has an item done anew. Whoever does it at the moment holds it no more.
fn reset_item(
    transaction: &mut Transaction<'_>,
    number: i64,
    item: &WantedItem,
    keeps_parts: bool,
) -> Result<(), StorageError> {
    let [state, problem, result] = columns(&item.state);
    transaction.execute(
        "UPDATE items SET task = $2, hash = $3, state = $4, problem = $5, result = $6, worker = NULL, finished = NULL,
                holder = NULL, expires = NULL, attempts = attempts + 1, failures = 0 WHERE number = $1",
        vec![
            number.into(),
            item.task.as_str().into(),
            item.hash.as_str().into(),
            state.into(),
            problem.into(),
            result.into(),
        ],
    )?;
    if !keeps_parts {
        transaction.execute("DELETE FROM parts WHERE item = $1", vec![number.into()])?;
    }
    Ok(())
}

fn numbered_items(transaction: &mut Transaction<'_>) -> Result<Vec<(i64, EnteredItem)>, StorageError> {
    let rows = transaction.query(
        "SELECT number, agent, name, task, hash, state, problem, result, worker FROM items ORDER BY number",
        vec![],
    )?;
    let read = |row: &Row| {
        let state = match row.text(5)?.as_str() {
            "open" => ItemState::Open,
            "done" => ItemState::Done(row.text(7)?),
            "void" => ItemState::Void(row.maybe_text(6)?.unwrap_or_default()),
            other => return Err(StorageError::Damaged(format!("an item that is '{other}'"))),
        };
        let item = EnteredItem {
            agent: row.count(1)?,
            name: row.text(2)?,
            task: row.text(3)?,
            hash: row.text(4)?,
            state,
            worker: row.maybe_text(8)?,
        };
        Ok((row.int(0)?, item))
    };
    rows.iter().map(read).collect()
}
