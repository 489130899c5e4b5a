//! Leases: the right to play a pair or to do an item, until others take it from a worker
//! that is silent.
//!
//! A lease is three columns of the row: the holder, when others may take the row if the
//! holder is silent, and the number of the lease. Whoever names another number than the
//! last one holds nothing any more. So a worker whose answer was lost, or that was
//! asleep, takes nothing from the next one.

use std::time::Duration;

use super::{Store, details};
use crate::storage::{StorageError, Transaction};

/// After how many failures a pair is void, if several machines play.
const MOST_FAILURES: i64 = 3;

/// What a lease is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeaseOf {
    Pair,
    Item,
}

/// The right to play a pair or to do an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lease {
    pub(crate) of: LeaseOf,
    /// The number of the pair or item.
    pub(crate) number: i64,
    /// How often it was leased up to this time.
    pub(crate) attempt: i64,
}

impl LeaseOf {
    const fn renewing(self) -> &'static str {
        match self {
            Self::Pair => {
                "UPDATE pairs SET expires = unixepoch() + $3
                 WHERE number = $1 AND attempts = $2 AND holder IS NOT NULL"
            }
            Self::Item => {
                "UPDATE items SET expires = unixepoch() + $3
                 WHERE number = $1 AND attempts = $2 AND holder IS NOT NULL"
            }
        }
    }

    const fn releasing(self) -> &'static str {
        match self {
            Self::Pair => {
                "UPDATE pairs SET holder = NULL, expires = NULL
                 WHERE number = $1 AND attempts = $2 AND holder IS NOT NULL"
            }
            Self::Item => {
                "UPDATE items SET holder = NULL, expires = NULL
                 WHERE number = $1 AND attempts = $2 AND holder IS NOT NULL"
            }
        }
    }

    const fn giving_up(self) -> &'static str {
        match self {
            Self::Pair => {
                "UPDATE pairs SET holder = NULL, expires = NULL, failures = failures + 1, problem = $3,
                        state = CASE WHEN failures + 1 < $4 THEN 'open' ELSE 'void' END
                 WHERE number = $1 AND attempts = $2 AND holder IS NOT NULL AND state = 'open' RETURNING state"
            }
            Self::Item => {
                "UPDATE items SET holder = NULL, expires = NULL, failures = failures + 1, problem = $3,
                        state = CASE WHEN failures + 1 < $4 THEN 'open' ELSE 'void' END
                 WHERE number = $1 AND attempts = $2 AND holder IS NOT NULL AND state = 'open' RETURNING state"
            }
        }
    }
}

/// Takes back what has expired. Whoever has such a row locked is storing a result, and lives.
const TAKING_BACK: [&str; 2] = [
    "UPDATE pairs SET holder = NULL, expires = NULL
     WHERE number IN (SELECT number FROM pairs WHERE holder IS NOT NULL AND expires < unixepoch()
                      FOR UPDATE SKIP LOCKED)",
    "UPDATE items SET holder = NULL, expires = NULL
     WHERE number IN (SELECT number FROM items WHERE holder IS NOT NULL AND expires < unixepoch()
                      FOR UPDATE SKIP LOCKED)",
];

/// Takes everything back, for who has the database to itself.
pub(super) fn free_all(transaction: &mut Transaction<'_>) -> Result<(), StorageError> {
    transaction.execute("UPDATE pairs SET holder = NULL, expires = NULL WHERE holder IS NOT NULL", vec![])?;
    transaction.execute("UPDATE items SET holder = NULL, expires = NULL WHERE holder IS NOT NULL", vec![])?;
    Ok(())
}

impl Store {
    /// Says that a process lives, and renews its leases. Whoever is sure of its own clock
    /// and connection also takes back what was leased by others and has expired. Returns how
    /// long a lease lasts: that may be changed at any time.
    pub(crate) fn heartbeat(&self, name: &str, leases: &[Lease], take_back: bool) -> Result<Duration, StorageError> {
        let mut transaction = self.storage.begin_reading()?;
        transaction.check_version()?;
        let lasting = details(&mut transaction)?.unwrap_or_default().lease();
        drop(transaction);
        // One by one: who holds one row and waits for another could be waited for itself.
        self.storage.execute("UPDATE workers SET last_seen = unixepoch() WHERE name = $1", vec![name.into()])?;
        for lease in leases {
            let seconds = lasting.as_secs() as i64;
            let values = vec![lease.number.into(), lease.attempt.into(), seconds.into()];
            self.storage.execute(lease.of.renewing(), values)?;
        }
        if take_back {
            for statement in TAKING_BACK {
                self.storage.execute(statement, vec![])?;
            }
        }
        Ok(lasting)
    }

    /// Lets go of a pair or an item, if it is still leased to who says so.
    pub(crate) fn release(&self, lease: Lease) -> Result<(), StorageError> {
        self.storage.execute(lease.of.releasing(), vec![lease.number.into(), lease.attempt.into()])?;
        Ok(())
    }

    /// Writes down that the arena cannot play a pair or do an item. If there may be others who
    /// can, they are asked first. Returns whether it was given up for good.
    pub(crate) fn give_up(&self, lease: Lease, problem: &str) -> Result<bool, StorageError> {
        let most = if self.is_shared { MOST_FAILURES } else { 1 };
        // If somebody else has it by now, that is not this one's to say.
        let values = vec![lease.number.into(), lease.attempt.into(), problem.into(), most.into()];
        let given_up = self.storage.query_one(lease.of.giving_up(), values)?;
        given_up.map_or(Ok(false), |row| Ok(row.text(0)? == "void"))
    }
}
