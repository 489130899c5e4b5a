//! Answers for the queue of jobs: what a job is, and what somebody holds who
//! has taken one.
//!
//! The queue is that of the library apalis: its tables, leases and heartbeats.
//! Of the library's worker we make no use. It would acknowledge a job some time
//! after it was done, in a transaction of its own; here a job ends in the very
//! transaction that stores its result and schedules what follows, and begins in
//! the one that schedules it, so that there is never a job without a pair nor a
//! pair without a job.

use apalis_core::task::Task;
use apalis_core::task::task_id::TaskId;

use super::StorageError;

/// The name of the queue.
pub(super) const QUEUE: &str = "pairs";

/// A pair to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The number of the pair.
    pub pair: i64,
    /// How often it was put into the queue, from 1.
    pub tries: i64,
}

impl Job {
    /// The name of the job: jobs are taken in the order of these. The library
    /// wants 26 digits in base 32; decimal ones are among them.
    pub(super) fn task_id(self) -> String {
        format!("{:020}{:06}", self.pair, self.tries)
    }
}

/// A job that somebody has taken.
#[derive(Clone, Debug)]
pub struct Lease {
    /// The number of the pair.
    pub pair: i64,
    pub(super) task_id: TaskId,
    pub(super) attempt: usize,
}

impl Lease {
    /// What somebody holds who has taken a task of the library's.
    pub(super) fn of_task(task: &Task<Vec<u8>>) -> Result<Self, StorageError> {
        let pair = str::from_utf8(&task.args).ok().and_then(|text| text.parse().ok());
        let (Some(pair), Some(task_id)) = (pair, task.task_id()) else {
            return Err(StorageError::Damaged("a job in the queue names no pair".to_owned()));
        };
        Ok(Self { pair, task_id: task_id.clone(), attempt: task.ctx().attempt() })
    }
}
