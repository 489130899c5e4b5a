//! The engine: made once, asked for many moves.

use fruitrage_rules::{Board, Group};

use crate::evaluation::Evaluation;
use crate::person::Person;
use crate::rival::Scheme;
use crate::selection::Selection;
use crate::takeover::take_over;
use crate::{Level, Limits, Observer, Report, Rival, Role, Root, Table, Traits, Tunables, Value, search};

/// The part of the nodes, one in so many, that may be spent on learning from a move
/// of the opponent.
const WATCHING_PART: u64 = 10;

/// Finds moves.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(crate) tunables: Tunables,
    pub(crate) evaluation: Evaluation,
    pub(crate) selection: Selection,
    /// The person that it plays like; none at full strength.
    pub(crate) person: Option<Person>,
}

impl Engine {
    /// Creates an engine of full strength.
    pub fn new(tunables: Tunables) -> Self {
        Self { evaluation: Evaluation::new(&tunables), selection: Selection::new(&tunables), person: None, tunables }
    }

    /// Sets the level.
    #[must_use]
    pub fn at_level(self, level: Level) -> Self {
        Self { person: level.traits().as_ref().map(Person::with), ..self }
    }

    /// Sets how it thinks and sees, as a player below full strength.
    #[must_use]
    pub fn with_traits(self, traits: &Traits) -> Self {
        Self { person: Some(Person::with(traits)), ..self }
    }

    /// Returns what a board is worth to the player to move, without looking ahead.
    pub fn evaluate(&self, board: &Board) -> Value {
        self.evaluation.of(board)
    }

    /// Finds the best move within the limits.
    ///
    /// With one search at a time on a fresh table, equal limits give equal
    /// reports unless the observer stops the search. The first iteration is always
    /// finished, so that there is always a move. Without a limit of depth, a board
    /// that can be solved with a part of the nodes at hand is solved instead.
    ///
    /// At a lower level it is the best move that such a player sees. Limits and
    /// observer then count only as far as the player searches at all.
    pub fn search(&self, root: &Root, limits: &Limits, table: &Table, observer: &mut dyn Observer) -> Report {
        self.search_against(&Rival::default(), root, limits, table, observer)
    }

    /// Takes in a move that an opponent made on a board, if a small part of `nodes` is
    /// enough for that.
    pub fn watch(&self, rival: &mut Rival, board: &Board, group: Group, nodes: u64) {
        rival.watch(&self.tunables, board, group, nodes / WATCHING_PART);
    }

    /// Finds the best move against an opponent that is known by its moves.
    ///
    /// This differs from [`Engine::search`] only if the opponent can be foreseen, and
    /// not at a lower level, to a depth, for more than one move or with other
    /// searches on the table.
    pub fn search_against(
        &self,
        rival: &Rival,
        root: &Root,
        limits: &Limits,
        table: &Table,
        observer: &mut dyn Observer,
    ) -> Report {
        if let Some(person) = &self.person {
            return person.choose(self, root, limits, table, observer);
        }
        let spent = match take_over(&self.tunables, root, limits, table, observer) {
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

    /// Returns a plan against what the opponent will do, if that can be foreseen; if
    /// not, the nodes that were spent.
    fn plan_against(
        &self,
        rival: &Rival,
        root: &Root,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report, u64> {
        let may_plan = limits.depth.is_none() && limits.best_moves <= 1 && limits.role == Role::Alone;
        let habit = rival.habit(&self.tunables).filter(|_| may_plan).ok_or(0_u64)?;
        let board = root.board().ok_or(0_u64)?;
        Scheme::new(self, habit, limits.nodes.unwrap_or(u64::MAX), observer).find(board)
    }
}

impl Default for Engine {
    /// Creates the engine at its best.
    fn default() -> Self {
        Self::new(Tunables::default())
    }
}
