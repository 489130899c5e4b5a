//! Answers for the queue of jobs: what a job is, and what somebody holds who
//! has taken one.
//!
//! The queue is that of the library apalis: its tables, leases and heartbeats.
//! Of the library's worker we make no use. It would acknowledge a job some time
//! after it was done, in a transaction of its own; here a job ends in the very
//! transaction that stores its result, and begins in the one that schedules it, so
//! that there is never a job without a pair nor a pair without a job.

use apalis_core::backend::TaskResult;
use apalis_core::task::Task;
use apalis_core::task::status::Status;
use apalis_core::task::task_id::TaskId;

use super::StorageError;

/// The name of the queue.
pub(super) const QUEUE: &str = "pairs";

/// The first digits of a job's name are the pair's number.
const PAIR_DIGITS: usize = 20;

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
        format!("{:0PAIR_DIGITS$}{:06}", self.pair, self.tries)
    }
}

/// A job that somebody has taken.
#[derive(Clone, Debug)]
pub struct Lease {
    /// The number of the pair.
    pub pair: i64,
    /// How often the pair had been put into the queue when this job was.
    pub tries: i64,
    pub(super) task_id: TaskId,
    pub(super) attempt: usize,
}

impl Lease {
    /// The job.
    pub fn job(&self) -> Job {
        Job { pair: self.pair, tries: self.tries }
    }

    /// What the library is told when the job is done.
    pub(super) fn done(&self) -> TaskResult<serde_json::Value> {
        TaskResult {
            task_id: self.task_id.clone(),
            attempt: self.attempt + 1,
            status: Status::Done,
            result: Ok(serde_json::Value::Null),
        }
    }

    /// What somebody holds who has taken a task of the library's.
    pub(super) fn of_task(task: &Task<Vec<u8>>) -> Result<Self, StorageError> {
        let name = task.task_id().map(ToString::to_string).unwrap_or_default();
        let numbers = name
            .split_at_checked(PAIR_DIGITS)
            .and_then(|(pair, tries)| Some((pair.parse().ok()?, tries.parse().ok()?)));
        let (Some((pair, tries)), Some(task_id)) = (numbers, task.task_id()) else {
            return Err(StorageError::Damaged(format!("the job '{name}' in the queue names no pair")));
        };
        Ok(Self { pair, tries, task_id: task_id.clone(), attempt: task.ctx().attempt() })
    }
}
