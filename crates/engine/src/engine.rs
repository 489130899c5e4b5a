//! The engine: made once, asked for many moves.

use fruitrage_rules::{Board, Cell, Group};

use crate::evaluation::Evaluation;
use crate::person::Person;
use crate::rival::{Plan, Scheme};
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
        self.search_against((&Rival::default(), &[]), root, limits, table, observer)
    }

    /// Takes in a move that an opponent made on a board where another or the same one was
    /// expected, as far as a small part of `nodes` is enough for that.
    pub fn watch(&self, rival: &mut Rival, board: &Board, group: Group, expected: Option<Group>, nodes: u64) {
        rival.watch(&self.tunables, board, group, expected, nodes / WATCHING_PART);
    }

    /// Finds the best move against an opponent that is known by its moves, with what is
    /// left of a plan that was made before.
    ///
    /// This differs from [`Engine::search`] only if the opponent can be foreseen, and
    /// not at a lower level, to a depth, for more than one move or with other
    /// searches on the table. A game that is certainly won is not risked for points. In
    /// one that is lost against the best replies, a plan that wins against those foreseen
    /// is followed.
    pub fn search_against(
        &self,
        (rival, kept): (&Rival, &[Cell]),
        root: &Root,
        limits: &Limits,
        table: &Table,
        observer: &mut dyn Observer,
    ) -> Report {
        if let Some(person) = &self.person {
            return person.choose(self, root, limits, table, observer);
        }
        let may_plan = limits.depth.is_none() && limits.best_moves <= 1 && limits.role == Role::Alone;
        // A page knows nobody by their moves, and is to load quickly.
        let may_plan = may_plan && cfg!(not(target_arch = "wasm32"));
        let habit = rival.habit(&self.tunables).filter(|_| may_plan);
        let known = habit.zip(root.board());
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let spent = match take_over(&self.tunables, root, limits, table, observer) {
            Ok(report) => {
                let is_won = |lead| Value::from_points(1).steps() * lead + report.best.value.steps() > 0;
                if let Some((habit, board)) = known.filter(|_| root.lead().is_some_and(|lead| !is_won(lead))) {
                    let left = nodes.saturating_sub(report.nodes);
                    let plan = Scheme::new(self, habit, root.lead(), left, &mut *observer).find(board, kept, None);
                    if let Some(Plan { report, wins: true }) = plan {
                        return report;
                    }
                }
                observer.iteration(&report);
                return report;
            }
            Err(spent) => spent,
        };
        let Some((habit, board)) = known else {
            return search::search(self, root, &limits.without(spent), table, observer);
        };
        let at_hand = nodes.min(table.nodes()).saturating_sub(spent);
        let for_search = (at_hand as f64 * self.tunables.scheme_search) as u64;
        let searched =
            search::search(self, root, &Limits { nodes: Some(for_search), ..limits.clone() }, table, observer);
        let left = nodes.saturating_sub(spent + searched.nodes);
        let scheme = Scheme::new(self, habit, root.lead(), left, observer);
        let before = spent + searched.nodes;
        match scheme.find(board, kept, Some(searched.best.cell)) {
            // A plan is worth its risk only if it promises more than the best replies leave.
            Some(Plan { report, .. }) if report.best.value > searched.best.value => {
                Report { nodes: before + report.nodes, ..report }
            }
            _ => searched,
        }
    }
}

impl Default for Engine {
    /// Creates the engine at its best.
    fn default() -> Self {
        Self::new(Tunables::default())
    }
}
