//! A class as it stands: a grade sheet for each student, read from the grading's database.

use std::collections::BTreeMap;

use fruitrage_tournament::storage::StorageError;
use fruitrage_tournament::{Desk, EnteredItem, ItemState, Site, TournamentError, WorkerEntry};

use crate::{Conditions, GradeSheet, ItemGrade, Outcome, Points, Rubric, rehearsal};

/// Everybody who is graded.
#[derive(Clone, Debug)]
pub struct Class {
    /// What the grading is called.
    pub name: String,
    /// What is asked.
    pub rubric: Rubric,
    /// Everybody, by name.
    pub students: Vec<Student>,
    /// Every process that grades or has graded.
    pub workers: Vec<WorkerEntry>,
}

/// A student, as it stands.
#[derive(Clone, Debug)]
pub struct Student {
    /// What came of each item. What is not graded yet is not graded.
    pub sheet: GradeSheet,
    /// How many items are still to be graded; without those that the arena failed at.
    pub open: usize,
    /// What came of its first move, before anything counted.
    pub rehearsal: Option<ItemGrade>,
    /// Why it cannot be built.
    pub problem: Option<String>,
    /// The workers that graded it, by name.
    pub workers: Vec<String>,
}

impl Class {
    /// The class of a grading. An error says if there is none.
    pub fn at(site: &Site) -> Result<Self, TournamentError> {
        let desk = Desk::look(site).map_err(|error| match error {
            TournamentError::Storage(StorageError::Missing) => TournamentError::NoGrading,
            error => error,
        })?;
        Self::load(&desk)
    }

    /// The class of a grading that is open.
    pub fn load(desk: &Desk) -> Result<Self, TournamentError> {
        let conditions: Conditions = desk.settings()?.ok_or(TournamentError::NoGrading)?;
        let rubric = conditions.rubric;
        let mut items: BTreeMap<usize, BTreeMap<String, EnteredItem>> = BTreeMap::new();
        for item in desk.items()? {
            items.entry(item.agent).or_default().insert(item.name.clone(), item);
        }
        let asked = rubric.items();
        let mut students = Vec::new();
        for agent in desk.agents()?.into_iter().filter(|agent| agent.leaves.is_none()) {
            let mut found = items.remove(&agent.number).unwrap_or_default();
            let rehearsal = found.remove(rehearsal::NAME).and_then(|item| done(&item));
            let mut workers: Vec<String> = found.values().filter_map(|item| item.worker.clone()).collect();
            workers.sort();
            workers.dedup();
            let open = found.values().filter(|item| item.state == ItemState::Open).count();
            let grades = asked.iter().map(|item| {
                let grade = match found.get(&item.id) {
                    None => ItemGrade::new(item, Outcome::NotGraded, NOT_YET),
                    Some(EnteredItem { state: ItemState::Open, .. }) => {
                        ItemGrade::new(item, Outcome::NotGraded, NOT_YET)
                    }
                    Some(EnteredItem { state: ItemState::Void(problem), .. }) => ItemGrade::new(
                        item,
                        Outcome::NotGraded,
                        format!("not graded, by the arena's own fault: {problem}"),
                    ),
                    Some(entered) => done(entered).unwrap_or_else(|| {
                        ItemGrade::new(item, Outcome::NotGraded, "what is stored of it makes no sense")
                    }),
                };
                // What it is called and what it is worth may have changed since.
                ItemGrade { id: item.id.clone(), name: item.name.clone(), most: item.points, ..grade }
            });
            let sheet = GradeSheet { submission: agent.name.clone(), items: grades.collect() };
            students.push(Student { sheet, open, rehearsal, problem: agent.problem, workers });
        }
        students.sort_by(|a, b| a.sheet.submission.cmp(&b.sheet.submission));
        Ok(Self { name: desk.details()?.name, rubric, students, workers: desk.workers()? })
    }

    /// How many items are still to be graded.
    pub fn open(&self) -> usize {
        self.students.iter().map(|student| student.open).sum()
    }

    /// How many items there are in all.
    pub fn items(&self) -> usize {
        self.students.iter().map(|student| student.sheet.items.len()).sum()
    }

    /// Everything that the arena failed at: whose, which, and why.
    pub fn trouble(&self) -> impl Iterator<Item = (&str, &ItemGrade)> {
        self.students.iter().flat_map(|student| {
            let failed = student.sheet.not_graded().filter(|grade| grade.reason != NOT_YET);
            failed.map(|grade| (student.sheet.submission.as_str(), grade))
        })
    }

    /// What can be earned.
    pub fn most(&self) -> Points {
        self.rubric.points()
    }
}

/// Why something is not graded that nobody has tried.
const NOT_YET: &str = "not graded yet";

fn done(item: &EnteredItem) -> Option<ItemGrade> {
    match &item.state {
        ItemState::Done(result) => serde_json::from_str(result).ok(),
        _ => None,
    }
}
