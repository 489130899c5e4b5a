//! The rehearsal: every submission is built, started and asked for one move, before anything
//! counts.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use fruitrage_game::{Failure, Stop, run_in_order};
use fruitrage_rules::text::Input;
use fruitrage_tournament::agents::GameFiles;
use fruitrage_tournament::{EnteredAgent, ReadyAgents, Submitted, TournamentError, Unready};

use crate::{Case, Grader, Item, ItemGrade, Outcome, Points, Rubric, Task};

/// What a rehearsal is called among the items of a submission.
pub(crate) const NAME: &str = "rehearsal";

/// How the rehearsal of a submission went.
#[derive(Clone, Debug)]
pub struct Rehearsal {
    /// Whose it was.
    pub agent: EnteredAgent,
    /// What came of it.
    pub verdict: Verdict,
    /// Whether it was rehearsed at an earlier run with the same files, and not again.
    pub is_known: bool,
}

/// What came of a rehearsal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was built, started and asked for a move: whether that was right, and why not.
    Played(Box<ItemGrade>),
    /// It cannot be built, by its own fault.
    Unbuilt(String),
    /// The arena could not find out, and tries again next time.
    Trouble(String),
}

impl Verdict {
    /// Whether all is well.
    pub fn is_ready(&self) -> bool {
        matches!(self, Self::Played(grade) if grade.outcome == Outcome::Earned)
    }

    /// In a sentence, maybe followed by what a compiler has to say.
    pub fn sentence(&self) -> String {
        match self {
            Self::Played(grade) if grade.outcome == Outcome::Earned => format!("ready: {}", grade.reason),
            Self::Played(grade) => format!("its first move is wrong: {}", grade.reason),
            Self::Unbuilt(problem) => format!("cannot be built: {problem}"),
            Self::Trouble(problem) => format!("not rehearsed, by the arena's own fault: {problem}"),
        }
    }

    /// How long its move took, if it made one.
    pub fn time(&self) -> Option<Duration> {
        match self {
            Self::Played(grade) => Some(grade.evidence.of_case()?.wall),
            _ => None,
        }
    }
}

/// The item that is asked at the rehearsal: a board such as games begin with.
pub(crate) fn item(rubric: &Rubric) -> Item {
    let class = rubric.boards[0];
    let grid = class.board(rubric.seed).to_grid();
    let case = Case { name: "rehearsal".to_owned(), input: Input { kinds: class.kinds(), time: rubric.time, grid } };
    Item {
        id: NAME.to_owned(),
        name: "rehearsal".to_owned(),
        points: Points::ZERO,
        task: Task::Case { case: Box::new(case), clock: rubric.clock },
    }
}

/// Rehearses submissions, some at a time, and hands over what came of each in order. What is
/// `known` from an earlier run is not played again. Returns whether all were rehearsed: not if
/// everything is to stop.
pub(crate) fn rehearse(
    submitted: &[Submitted],
    known: &dyn Fn(&EnteredAgent) -> Option<ItemGrade>,
    ready: &ReadyAgents<'_>,
    rubric: &Rubric,
    jobs: usize,
    stop: &Stop,
    take: &mut dyn FnMut(Rehearsal),
) -> Result<bool, TournamentError> {
    let item = item(rubric);
    let folder = tempfile::tempdir();
    let work = match &folder {
        Ok(folder) => Ok(folder.path()),
        Err(error) => Err(format!("there is no folder for programs: {error}")),
    };
    let known: Vec<Option<ItemGrade>> = submitted.iter().map(|submitted| known(&submitted.agent)).collect();
    let rehearsed = |number: u64| -> Result<Option<Rehearsal>, TournamentError> {
        let number = number as usize;
        let Submitted { agent, problem } = &submitted[number];
        let (verdict, is_known) = match (&known[number], problem) {
            (_, Some(problem)) => (of_unready(problem), false),
            (Some(grade), None) => (Verdict::Played(Box::new(grade.clone())), true),
            (None, None) => match play(agent, ready, &item, work.as_ref().copied(), stop)? {
                Some(verdict) => (verdict, false),
                None => return Ok(None),
            },
        };
        Ok(Some(Rehearsal { agent: agent.clone(), verdict, is_known }))
    };
    let mut ended = Ok(true);
    run_in_order(jobs, submitted.len() as u64, rehearsed, |_, rehearsed| {
        match rehearsed {
            Ok(Some(rehearsal)) => {
                take(rehearsal);
                return ControlFlow::Continue(());
            }
            Ok(None) => ended = Ok(false),
            Err(error) => ended = Err(error),
        }
        ControlFlow::Break(())
    });
    ended
}

/// Builds a submission and asks it for a move; nothing if everything is to stop.
fn play(
    agent: &EnteredAgent,
    ready: &ReadyAgents<'_>,
    item: &Item,
    work: Result<&Path, &String>,
    stop: &Stop,
) -> Result<Option<Verdict>, TournamentError> {
    let work = match work {
        Ok(work) => work,
        Err(problem) => return Ok(Some(Verdict::Trouble(problem.clone()))),
    };
    if stop.is_raised() {
        return Ok(None);
    }
    let made = ready.make_ready(agent)?;
    if stop.is_raised() {
        // It may not be ready for no other reason.
        return Ok(None);
    }
    let entrant = match made.entrant(GameFiles { work: work.to_owned(), logs: None }) {
        Ok(entrant) => entrant,
        Err(problem) => return Ok(Some(of_unready(problem))),
    };
    let nobody = |name: &str| -> anyhow::Result<Arc<_>> { anyhow::bail!("{name} does not rehearse") };
    let grader = Grader { name: &agent.name, submission: entrant, opponent: &nobody, stop };
    Ok(match grader.grade(item, Vec::new(), &mut |_| Ok(())) {
        Ok(grade) if grade.outcome == Outcome::NotGraded => Some(Verdict::Trouble(grade.reason)),
        Ok(grade) => Some(Verdict::Played(Box::new(grade))),
        Err(Failure::Stopped) => None,
        Err(Failure::Listener(error)) => Some(Verdict::Trouble(format!("{error:#}"))),
    })
}

fn of_unready(problem: &Unready) -> Verdict {
    let words = problem.problem.clone();
    if problem.is_of_machine { Verdict::Trouble(words) } else { Verdict::Unbuilt(words) }
}
