//! A grading, from what was handed in to what is left to be done.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::time::Duration;

use fruitrage_game::{Entry, Request, Stop};
use fruitrage_rules::Player;
use fruitrage_tournament::agents::Roster;
use fruitrage_tournament::{
    Desk, DeskOutcome, EnteredAgent, ItemChange, ItemNotice, ItemState, LimitSettings, ReadyAgents, Site, Submitted,
    TournamentError, WantedItem, WorkerInfo,
};
use serde::{Deserialize, Serialize};

use crate::forecast::Forecaster;
use crate::{
    Class, Forecast, GradeSettings, GradingWorker, Item, ItemGrade, Outcome, Rehearsal, Rubric, Task, Verdict,
    rehearsal,
};

/// What all machines that grade go by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    /// What is asked.
    pub rubric: Rubric,
    /// What programs may use.
    pub limits: LimitSettings,
}

/// A grading that is written down on this machine.
#[derive(Debug)]
pub struct Grading {
    desk: Desk,
    settings: GradeSettings,
    handed: Handed,
}

/// What was handed in.
#[derive(Debug)]
pub struct Handed {
    /// Those who are to be graded.
    pub submitted: Vec<Submitted>,
    /// Those who were entered before and are not among the submissions any more.
    pub gone: Vec<EnteredAgent>,
}

/// What is graded anew, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Whose.
    pub student: String,
    /// How many items.
    pub items: usize,
    /// Why.
    pub why: ItemChange,
}

/// What was entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entered {
    /// What was graded and is graded anew.
    pub changes: Vec<Change>,
    /// The names of those who are not among the submissions any more.
    pub gone: Vec<String>,
}

impl Grading {
    /// Takes a grading up, or begins it, and packs what was handed in. Nobody else can grade in
    /// this folder as long as this is around.
    pub fn open(site: &Site, settings: GradeSettings) -> Result<Self, TournamentError> {
        let desk = Desk::open(site)?;
        // What is there must be a grading.
        desk.settings::<serde_json::Value>()?;
        let (submitted, gone) = desk.pack(&settings.submissions)?;
        Ok(Self { desk, settings, handed: Handed { submitted, gone } })
    }

    /// How it is written down.
    pub const fn settings(&self) -> &GradeSettings {
        &self.settings
    }

    /// What was handed in.
    pub const fn handed(&self) -> &Handed {
        &self.handed
    }

    /// Submissions that are made ready when they are needed.
    pub fn ready_agents<'a>(&'a self, roster: &'a dyn Roster) -> ReadyAgents<'a> {
        self.desk.ready_agents(roster, self.settings.limits)
    }

    /// Builds, starts and asks every submission for one move, some at a time, and tells what
    /// came of each in order. Nothing if everything is to stop. Who was rehearsed with the same
    /// files at an earlier run is not asked again.
    pub fn rehearse(
        &self,
        ready: &ReadyAgents<'_>,
        jobs: NonZeroUsize,
        stop: &Stop,
        tell: &mut dyn FnMut(&Rehearsal),
    ) -> Result<Option<Vec<Rehearsal>>, TournamentError> {
        let rubric = &self.settings.rubric;
        let task = json(&rehearsal::item(rubric).task);
        let before: BTreeMap<usize, (String, ItemGrade)> = self
            .desk
            .items()?
            .into_iter()
            .filter(|item| item.name == rehearsal::NAME && item.task == task)
            .filter_map(|item| match item.state {
                ItemState::Done(result) => Some((item.agent, (item.hash, serde_json::from_str(&result).ok()?))),
                _ => None,
            })
            .collect();
        let known = |agent: &EnteredAgent| {
            let (hash, grade) = before.get(&agent.number)?;
            (agent.hash.as_ref() == Some(hash)).then(|| grade.clone())
        };
        let mut rehearsals = Vec::with_capacity(self.handed.submitted.len());
        let is_whole =
            rehearsal::rehearse(&self.handed.submitted, &known, ready, rubric, jobs.get(), stop, &mut |rehearsal| {
                tell(&rehearsal);
                rehearsals.push(rehearsal);
            })?;
        Ok(is_whole.then_some(rehearsals))
    }

    /// Enters everybody who was rehearsed, and what each is to do. What was graded with the same
    /// files and the same task stands.
    pub fn enter(&self, rehearsals: &[Rehearsal]) -> Result<Entered, TournamentError> {
        let rubric = &self.settings.rubric;
        let items = rubric.items();
        let tasks: Vec<String> = items.iter().map(|item| json(&item.task)).collect();
        let rehearsal_task = json(&rehearsal::item(rubric).task);
        let mut agents = self.handed.gone.clone();
        let mut wanted = Vec::new();
        for Rehearsal { agent, verdict, .. } in rehearsals {
            let want = |name: &str, task: &String, state| WantedItem {
                agent: agent.number,
                name: name.to_owned(),
                task: task.clone(),
                hash: agent.hash.clone().unwrap_or_default(),
                state,
            };
            let mut agent = agent.clone();
            match verdict {
                Verdict::Played(grade) => {
                    wanted.push(want(rehearsal::NAME, &rehearsal_task, ItemState::Done(json(grade))));
                }
                Verdict::Unbuilt(problem) | Verdict::Trouble(problem) => agent.problem = Some(problem.clone()),
            }
            for (item, task) in items.iter().zip(&tasks) {
                wanted.push(want(&item.id, task, self.first_state(item, verdict)));
            }
            agents.push(agent);
        }
        let conditions = Conditions { rubric: rubric.clone(), limits: self.settings.limits };
        let again = self.desk.enter(&conditions, &self.settings.details, &agents, &wanted, &keeps_games)?;
        let name = |number: usize| agents.iter().find(|agent| agent.number == number).map(|agent| agent.name.clone());
        let mut changes: Vec<Change> = Vec::new();
        for (number, item, why) in again {
            let student = name(number).unwrap_or_default();
            match changes.iter_mut().find(|change| change.student == student && change.why == why) {
                _ if item == rehearsal::NAME => {}
                Some(change) => change.items += 1,
                None => changes.push(Change { student, items: 1, why }),
            }
        }
        let gone = self.handed.gone.iter().map(|agent| agent.name.clone()).collect();
        Ok(Entered { changes, gone })
    }

    /// How far an item is before anybody has tried it.
    fn first_state(&self, item: &Item, verdict: &Verdict) -> ItemState {
        match verdict {
            Verdict::Played(_) => ItemState::Open,
            Verdict::Unbuilt(problem) => {
                let mut lines = problem.lines();
                let reason = format!("it cannot be built: {}", lines.next().unwrap_or_default());
                let notes = lines.map(str::to_owned).collect();
                ItemState::Done(json(&ItemGrade { notes, ..ItemGrade::new(item, Outcome::Missed, reason) }))
            }
            // Others may have what this machine lacks.
            Verdict::Trouble(_) if self.desk.is_shared() => ItemState::Open,
            Verdict::Trouble(problem) => ItemState::Void(problem.clone()),
        }
    }

    /// How long what is left may take, with so many items at a time.
    pub fn forecast(
        &self,
        rehearsals: &[Rehearsal],
        worker: &GradingWorker<'_>,
        jobs: NonZeroUsize,
    ) -> Result<Forecast, TournamentError> {
        let rubric = &self.settings.rubric;
        let times: BTreeMap<usize, Duration> =
            rehearsals.iter().filter_map(|found| Some((found.agent.number, found.verdict.time()?))).collect();
        let mut opponents: BTreeMap<String, Duration> = BTreeMap::new();
        let mut forecaster = Forecaster::new(rubric);
        for item in self.desk.items()?.iter().filter(|item| item.name != rehearsal::NAME) {
            let Ok(task) = serde_json::from_str::<Task>(&item.task) else { continue };
            let time = times.get(&item.agent).copied().unwrap_or_default();
            forecaster.add(&task, item.state == ItemState::Open, time, |name| {
                *opponents.entry(name.to_owned()).or_insert_with(|| time_of_move(worker, name, rubric))
            });
        }
        Ok(forecaster.finish(jobs.get()))
    }

    /// Grades what is left, with so many items at a time.
    pub fn run(
        &self,
        ready: &ReadyAgents<'_>,
        worker: &GradingWorker<'_>,
        info: &WorkerInfo,
        jobs: NonZeroUsize,
        stop: &Stop,
        watcher: &(dyn Fn(&ItemNotice<'_>) + Sync),
    ) -> Result<DeskOutcome, TournamentError> {
        self.desk.run(ready, worker, info, jobs, stop, watcher)
    }

    /// How it stands.
    pub fn class(&self) -> Result<Class, TournamentError> {
        Class::load(&self.desk)
    }
}

/// Whether games of one match are games of another.
fn keeps_games(before: &str, now: &str) -> bool {
    match (serde_json::from_str(before), serde_json::from_str(now)) {
        (Ok(Task::Match(before)), Ok(Task::Match(now))) => now.has_games_of(&before),
        _ => false,
    }
}

/// How long an opponent takes for the first move of a game.
fn time_of_move(worker: &GradingWorker<'_>, name: &str, rubric: &Rubric) -> Duration {
    let Ok(opponent) = worker.opponent(name) else { return Duration::ZERO };
    let Ok(mut player) = opponent.enter(&Entry { seed: 0, game: "forecast", player: Player::First }) else {
        return Duration::ZERO;
    };
    let class = rubric.boards[0];
    let (board, stop) = (class.board(rubric.seed), Stop::default());
    let request = Request {
        board: &board,
        kinds: class.kinds(),
        remaining: rubric.time,
        clock: rubric.clock,
        ply: 1,
        course: None,
        stop: &stop,
    };
    player.take_turn(&request).wall
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("tasks and grades are always JSON: {error}"))
}
