//! How the engine plays below full strength: like a person who overlooks some
//! moves and looks less far.

use std::cell::Cell as Counter;

use fruitrage_rules::{Board, Group, sort_short_by_key};

use crate::sight::{Sight, Thought};
use crate::{Engine, Limits, Observer, RatedMove, Report, Root, Table, Traits, Value, search};

/// A player below full strength.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Person {
    sight: Sight,
    mind: Mind,
}

/// How a person goes about it.
#[derive(Clone, Debug, PartialEq)]
enum Mind {
    /// Counts points some moves ahead, for a few of the largest groups.
    Counts { ahead: u32, candidates: usize },
    /// Searches as the engine does, to a small depth.
    Searches { ahead: u32 },
}

impl Person {
    /// Returns the person with these traits.
    pub(crate) fn with(traits: &Traits) -> Self {
        let ahead = (traits.ahead as u32).max(1);
        let mind = if traits.searches > 0.0 {
            Mind::Searches { ahead }
        } else {
            Mind::Counts { ahead, candidates: (traits.candidates as usize).max(1) }
        };
        Self { sight: Sight::of(traits), mind }
    }

    /// Returns the best move that this person sees.
    pub(crate) fn choose(
        &self,
        engine: &Engine,
        root: &Root,
        limits: &Limits,
        table: &Table,
        observer: &mut dyn Observer,
    ) -> Report {
        match self.mind {
            Mind::Counts { ahead, candidates } => {
                let report =
                    Counting { sight: &self.sight, root, chance: root.chance(), candidates, nodes: Counter::new(0) }
                        .report(ahead, limits.best_moves);
                observer.iteration(&report);
                report
            }
            Mind::Searches { ahead } => {
                let seen = self.seen(root);
                let depth = Some(limits.depth.map_or(ahead, |depth| depth.min(ahead)));
                let report = search::search(engine, &seen, &Limits { depth, ..limits.clone() }, table, observer);
                // What was not seen may be better.
                Report { exact: report.exact && seen.moves().len() == root.moves().len(), ..report }
            }
        }
    }

    /// Returns the best move that this person sees one move ahead.
    pub(crate) fn glance(&self, engine: &Engine, root: &Root) -> Report {
        let at_once = Limits { depth: Some(1), ..Limits::default() };
        self.choose(engine, root, &at_once, &Table::for_nodes(0), &mut ())
    }

    /// Returns the root with the moves that are noticed.
    fn seen(&self, root: &Root) -> Root {
        let (largest, chance) = (largest(root), root.chance());
        root.with_moves(|group| self.sight.notices(group, largest, None, chance))
    }
}

fn largest(root: &Root) -> Group {
    *root.moves().iter().max().expect("a root has a move")
}

/// A person counting points.
struct Counting<'a> {
    sight: &'a Sight,
    root: &'a Root,
    chance: u64,
    candidates: usize,
    nodes: Counter<u64>,
}

impl Counting<'_> {
    fn report(&self, ahead: u32, best_moves: usize) -> Report {
        let mut groups = self.root.moves().to_vec();
        // A stable sort: equal ones stay in the order of the root.
        sort_short_by_key(&mut groups, |group| std::cmp::Reverse(group.size()));
        let mut child = Board::empty(1);
        let mut rated: Vec<(Value, Group)> = Vec::new();
        for group in self.noticed(&groups, None, best_moves) {
            self.root.play_into(group, &mut child);
            let thought = self.root.board().map(|before| Thought { before, taken: group });
            rated.push((self.value(group, &child, thought, ahead), group));
        }
        if rated.is_empty() {
            // Nothing has caught the eye, but something must be taken.
            rated.push((Value::from_points(groups[0].points()), groups[0]));
        }
        sort_short_by_key(&mut rated, |&(value, _)| -value);
        let exact = groups.len() == 1;
        let moves =
            rated.into_iter().take(best_moves.max(1)).map(|(value, group)| RatedMove::alone(group, value, exact));
        Report::of(moves, exact, ahead, self.nodes.get())
    }

    /// Returns what a move that leads to `child` is worth to this person.
    fn value(&self, group: Group, child: &Board, thought: Option<Thought<'_>>, ahead: u32) -> Value {
        self.nodes.set(self.nodes.get() + 1);
        let gain = Value::from_points(group.points());
        if ahead == 1 { gain } else { gain - self.best_reply(child, thought, ahead - 1) }
    }

    /// Returns what the player to move will get more, as far as this person sees.
    fn best_reply(&self, board: &Board, thought: Option<Thought<'_>>, ahead: u32) -> Value {
        let replies = self.noticed(&board.groups(), thought, 1);
        let mut child = Board::empty(1);
        let value = |&group: &Group| {
            // The last move counts its points and nothing more.
            if ahead > 1 {
                board.play_into(group, &mut child);
            }
            self.value(group, &child, Some(Thought { before: board, taken: group }), ahead)
        };
        replies.iter().map(value).max().unwrap_or(Value::EVEN)
    }

    /// Returns the first groups that are noticed, of groups in order of size: as many
    /// as this person thinks about, or as are wanted.
    fn noticed(&self, groups: &[Group], thought: Option<Thought<'_>>, wanted: usize) -> Vec<Group> {
        let notices = |group: &&Group| self.sight.notices(**group, groups[0], thought, self.chance);
        groups.iter().filter(notices).take(self.candidates.max(wanted)).copied().collect()
    }
}
