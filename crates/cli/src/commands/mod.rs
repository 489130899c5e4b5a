//! The commands, one file each.

pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod bridge;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod doctor;
pub(crate) mod engine;
pub(crate) mod grade;
pub(crate) mod help;
pub(crate) mod lab;
pub(crate) mod learn;
pub(crate) mod man;
pub(crate) mod matches;
pub(crate) mod new_agent;
pub(crate) mod play;
pub(crate) mod puzzle;
pub(crate) mod puzzles;
pub(crate) mod regret;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod serve;
pub(crate) mod site;
pub(crate) mod tournament;
pub(crate) mod warden;
pub(crate) mod worker;

/// How a command that worked ended; the number is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// All is well.
    Yes = 0,
    /// The question was answered with no.
    No = 1,
    /// An agent is at fault, where that is the question: it cannot be built, or has
    /// lost every game by its own fault.
    AgentFault = 3,
    /// The arena itself has failed.
    ArenaFault = 4,
    /// A test has not decided between its hypotheses.
    Undecided = 5,
    /// It was stopped, and its state is saved.
    Interrupted = 130,
}
