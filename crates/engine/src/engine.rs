//! Answers for an engine as others use it: made once, asked many times.

use std::time::Duration;

use fruitrage_rules::{Board, Group};

use crate::evaluation::Evaluation;
use crate::person::Person;
use crate::rival::Scheme;
use crate::selection::Selection;
use crate::takeover::take_over;
use crate::{
    Level, Limits, Observer, Report, Rival, Role, Root, Stage, Table, TimePlan, Tunables, Value, Weights, search,
};

/// One in so many boards may be looked at to learn from a move of the opponent.
const WATCHING_PART: u64 = 10;

/// An engine with its numbers in place.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(crate) tunables: Tunables,
    weights: Weights,
    pub(crate) selection: Selection,
    /// Whom it plays like; none at full strength.
    pub(crate) person: Option<Person>,
}

impl Engine {
    /// An engine that plays by these numbers.
    pub fn new(tunables: Tunables) -> Self {
        Self { weights: Weights::LEARNED, selection: Selection::new(&tunables), person: None, tunables }
    }

    /// The same engine playing at a level.
    #[must_use]
    pub fn at_level(self, level: Level) -> Self {
        Self { person: Person::at(level), ..self }
    }

    /// What a board is worth at a glance to the player to move, in a search that
    /// began at some stage of the game.
    pub fn evaluate(&self, board: &Board, stage: Stage) -> Value {
        self.evaluation(stage).of(board)
    }

    /// How boards are judged at a stage of the game, for who judges many.
    pub fn evaluation(&self, stage: Stage) -> Evaluation {
        Evaluation::new(&self.tunables, &self.weights, stage)
    }

    /// How long to think about a move with this much time left for the rest of
    /// the game, of which some is used already, in a box with so many groups.
    pub fn plan(&self, remaining: Duration, used: Duration, groups: u32) -> TimePlan {
        TimePlan::new(&self.tunables, remaining, used, groups)
    }

    /// The same where moves cost nothing but the thinking, as in one process.
    pub fn plan_of_thinking(&self, remaining: Duration, groups: u32) -> TimePlan {
        TimePlan::of_thinking(&self.tunables, remaining, groups)
    }

    /// Solves the box exactly if [`Engine::search`] would do so at full strength
    /// within these limits; if not, how many nodes were spent on it in vain, at
    /// most.
    pub fn try_to_solve(
        &self,
        root: &Root,
        limits: &Limits,
        table: &Table,
        observer: &mut impl Observer,
    ) -> Result<Report, u64> {
        take_over(&self.tunables, root, limits, table, observer).map_err(|attempt| attempt.nodes)
    }

    /// Finds the best move within the limits.
    ///
    /// With one search at a time on a fresh table, equal limits give equal
    /// reports as long as the observer does not interfere. The first iteration
    /// is always finished, so that there is always a move. Without a limit of
    /// depth, a box that can be solved with a part of the nodes that the limits
    /// and the table are made for is solved instead.
    ///
    /// At a lower level it is the best that such a player sees; limits and
    /// observer then count only as far as the player searches at all.
    pub fn search(&self, root: &Root, limits: &Limits, table: &Table, observer: &mut impl Observer) -> Report {
        self.search_against(&Rival::default(), root, limits, table, observer)
    }

    /// Takes in a move that an opponent made on a board, if that can be done by
    /// looking at a small part of the boards that there is time for.
    pub fn watch(&self, rival: &mut Rival, board: &Board, group: Group, nodes: u64) {
        rival.watch(&self.tunables, board, group, nodes / WATCHING_PART);
    }

    /// [`Engine::search`] against an opponent that is known by its moves. It makes a
    /// difference only if they could be foreseen; and none at a lower level, to a
    /// depth, for more than one move or with other searches.
    pub fn search_against(
        &self,
        rival: &Rival,
        root: &Root,
        limits: &Limits,
        table: &Table,
        observer: &mut impl Observer,
    ) -> Report {
        if let Some(person) = &self.person {
            return person.choose(self, root, limits, table, observer);
        }
        let spent = match self.try_to_solve(root, limits, table, observer) {
            Ok(report) => {
                observer.iteration(&report);
                return report;
            }
            Err(spent) => spent,
        };
        let limits = limits.without(spent);
        match self.plan_against(rival, root, &limits, observer) {
            Ok(report) => report,
            Err(spent) => search::search(self, root, &limits.without(spent), table, observer),
        }
    }

    /// A plan on what the opponent will do, if that can be foreseen; if not, how many
    /// boards were looked at in vain.
    fn plan_against(
        &self,
        rival: &Rival,
        root: &Root,
        limits: &Limits,
        observer: &mut impl Observer,
    ) -> Result<Report, u64> {
        let may_plan = limits.depth.is_none() && limits.best_moves <= 1 && limits.role == Role::Alone;
        let habit = rival.habit(&self.tunables).filter(|_| may_plan).ok_or(0_u64)?;
        let board = root.board().ok_or(0_u64)?;
        Scheme::new(self, root, habit, limits.nodes.unwrap_or(u64::MAX), observer).find(board)
    }
}

impl Default for Engine {
    /// The engine at its best.
    fn default() -> Self {
        Self::new(Tunables::default())
    }
}
