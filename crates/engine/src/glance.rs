//! The move at a glance: one move ahead, for when there is no time to think or
//! nothing to think about.

use fruitrage_rules::Board;

use crate::{Engine, RatedMove, Report, Root, Value};

impl Engine {
    /// Returns the move that is best one move ahead, as a search to depth 1 does,
    /// but without ordering the others. At a lower level, it is what such a player
    /// would take.
    ///
    /// It is made for a process that has only just started: it makes few boards and
    /// does not ask which instructions the processor has, as that takes longer than
    /// the rest on a virtual machine.
    pub fn glance(&self, root: &Root) -> Report {
        if let Some(person) = &self.person {
            return person.glance(self, root);
        }
        let mut child = Board::empty(1);
        let mut best = (-Value::MAX, root.moves()[0]);
        let mut nodes = 0;
        for &group in root.moves() {
            let gain = Value::from_points(group.points());
            // No board is evaluated below zero, so a move is worth its points at
            // most.
            if gain <= best.0 {
                continue;
            }
            root.play_into_portably(group, &mut child);
            nodes += 1;
            let value = gain - self.evaluation.of(&child);
            if value > best.0 {
                best = (value, group);
            }
        }
        let (value, group) = best;
        // A single move takes everything.
        let exact = root.moves().len() == 1;
        Report::of(std::iter::once(RatedMove::alone(group, value, exact)), exact, 1, nodes)
    }
}
