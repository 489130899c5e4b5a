//! The steps of a check: what each claims, what it depends on, and what came of it.

use std::fmt;

use serde::{Serialize, Serializer};

/// A step of a check, in the order in which they are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// It is found and built.
    Build,
    /// It starts, and ends by itself.
    Start,
    /// It writes `output.txt`.
    File,
    /// The file has the right form.
    Format,
    /// The move is legal and the board right.
    Board,
    /// The smallest boards.
    Small,
    /// The largest boards.
    Large,
    /// One kind, nine kinds, ten kinds.
    Kinds,
    /// Boards with many empty cells.
    Sparse,
    /// One group is left.
    LastMove,
    /// All ways to write the time.
    Clocks,
    /// Hardly any time is left.
    LittleTime,
    /// What a start costs.
    StartCost,
    /// Several threads, and their time.
    Threads,
    /// Memory.
    Memory,
    /// Files that it leaves.
    Files,
    /// What it prints.
    Prints,
    /// How it chooses.
    Choice,
    /// Cases like those of the course.
    Cases,
    /// Games against random.
    Random,
    /// Games against minimax.
    Minimax,
}

impl Step {
    /// All steps, in order.
    pub const ALL: [Self; 21] = [
        Self::Build,
        Self::Start,
        Self::File,
        Self::Format,
        Self::Board,
        Self::Small,
        Self::Large,
        Self::Kinds,
        Self::Sparse,
        Self::LastMove,
        Self::Clocks,
        Self::LittleTime,
        Self::StartCost,
        Self::Threads,
        Self::Memory,
        Self::Files,
        Self::Prints,
        Self::Choice,
        Self::Cases,
        Self::Random,
        Self::Minimax,
    ];

    /// Its name in files and for programs.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Build => "build",
            Self::Start => "start",
            Self::File => "file",
            Self::Format => "format",
            Self::Board => "board",
            Self::Small => "small-boards",
            Self::Large => "large-boards",
            Self::Kinds => "kinds",
            Self::Sparse => "sparse-boards",
            Self::LastMove => "last-move",
            Self::Clocks => "clocks",
            Self::LittleTime => "little-time",
            Self::StartCost => "start-cost",
            Self::Threads => "threads",
            Self::Memory => "memory",
            Self::Files => "files",
            Self::Prints => "prints",
            Self::Choice => "choice",
            Self::Cases => "cases",
            Self::Random => "games-random",
            Self::Minimax => "games-minimax",
        }
    }

    /// What is claimed, as a sentence about the program.
    pub const fn claim(self) -> &'static str {
        match self {
            Self::Build => "it is found and builds",
            Self::Start => "it starts, reads input.txt and ends",
            Self::File => "it writes output.txt, by exactly that name, where it runs",
            Self::Format => "output.txt has the right form, to the last byte",
            Self::Board => "the move is legal, and the board after it right",
            Self::Small => "the smallest boards: 1 x 1 and 2 x 2",
            Self::Large => "the largest boards: 26 x 26",
            Self::Kinds => "one kind, nine kinds and ten kinds of fruit",
            Self::Sparse => "boards with many empty cells",
            Self::LastMove => "the last move: one group is left",
            Self::Clocks => "the time, written as 5, 0.4 and 123.600",
            Self::LittleTime => "hardly any time: one second, and 0.05 s",
            Self::StartCost => "what a start costs, times the moves of a game",
            Self::Threads => "CPU time counts over all threads",
            Self::Memory => "it needs little memory",
            Self::Files => "it leaves no files behind",
            Self::Prints => "it does not flood what it prints to",
            Self::Choice => "it chooses by the points, which are squares",
            Self::Cases => "cases like the course's",
            Self::Random => "whole games against random, from both sides",
            Self::Minimax => "whole games against minimax of depth 3, from both sides",
        }
    }

    /// The steps that must not have failed for this one to mean anything.
    pub const fn depends_on(self) -> &'static [Self] {
        match self {
            Self::Build => &[],
            Self::Start => &[Self::Build],
            Self::File => &[Self::Start],
            Self::Format => &[Self::File],
            Self::Board => &[Self::Format],
            // In a game clocks have places and boards get sparse.
            Self::Random => &[Self::Board, Self::Sparse, Self::LastMove, Self::Clocks],
            Self::Minimax => &[Self::Board, Self::Sparse, Self::LastMove, Self::Clocks, Self::Random],
            _ => &[Self::Board],
        }
    }

    /// Whether every reply fails if this does, so that the grade is zero.
    pub const fn is_everything(self) -> bool {
        matches!(self, Self::Build | Self::Start | Self::File | Self::Format | Self::Board)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

/// What came of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The claim holds.
    Pass,
    /// It holds, but something should be looked at.
    Warning,
    /// It does not hold, and costs points.
    Fail,
    /// A step that it depends on failed, or it was left out.
    NotReached,
}

/// A place in a file, to be underlined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Evidence {
    /// The file's name.
    pub file: String,
    /// What is in it.
    pub text: String,
    /// Where the place is: its line and column, both from 1, in bytes.
    pub line: usize,
    /// Where it begins in the line.
    pub column: usize,
    /// How many bytes it has.
    pub length: usize,
    /// What is to be said about it.
    pub label: String,
}

/// The files of a move, to be kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveFiles {
    /// What the program was told.
    pub input: Vec<u8>,
    /// What it replied, if it did.
    pub output: Option<Vec<u8>>,
    /// What it printed to stderr.
    pub stderr: Vec<u8>,
    /// What it printed to stdout.
    pub stdout: Vec<u8>,
}

/// Something that was found in a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What happened, in one sentence.
    pub what: String,
    /// What was expected, if that is not plain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What was found instead: the program's own words, perhaps over several lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// The place to be underlined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// The likely cause: what explains all that was seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// A command that shows it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub again: Option<String>,
    /// The files of the move, to be kept.
    #[serde(skip)]
    pub files: Option<MoveFiles>,
}

impl Finding {
    /// A finding of which no more is known yet.
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), ..Self::default() }
    }

    /// With its likely cause.
    #[must_use]
    pub fn because(mut self, cause: impl Into<String>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// With what to do about it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// A step that was taken, or not reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepReport {
    /// Which.
    pub step: Step,
    /// What came of it.
    pub verdict: Verdict,
    /// What was seen, in a few words: '6 of 6 boards'.
    pub summary: String,
    /// What is to be said about it.
    pub findings: Vec<Finding>,
}

impl StepReport {
    /// A step whose claim holds.
    pub fn pass(step: Step, summary: impl Into<String>) -> Self {
        Self { step, verdict: Verdict::Pass, summary: summary.into(), findings: Vec::new() }
    }

    /// A step that has something to be looked at.
    pub fn warning(step: Step, summary: impl Into<String>, finding: Finding) -> Self {
        Self { step, verdict: Verdict::Warning, summary: summary.into(), findings: vec![finding] }
    }

    /// A step that failed.
    pub fn fail(step: Step, summary: impl Into<String>, finding: Finding) -> Self {
        Self { step, verdict: Verdict::Fail, summary: summary.into(), findings: vec![finding] }
    }

    /// A step that was not taken, because of another one or for another reason.
    pub fn not_reached(step: Step, why: impl Into<String>) -> Self {
        Self { step, verdict: Verdict::NotReached, summary: why.into(), findings: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_depends_on_earlier_ones_only() {
        for step in Step::ALL {
            assert!(step.depends_on().iter().all(|needed| *needed < step), "{step}");
        }
        assert!(Step::ALL.is_sorted());
    }
}
