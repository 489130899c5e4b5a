//! Answers for a move at once, when there is no time to think or nothing to
//! think about.

use std::time::Duration;

use fruitrage_rules::Board;

use crate::{Engine, RatedMove, Report, Root, Value};

impl Engine {
    /// The move at once, if there is no choice, or no time to think even if
    /// nothing of what is left for the game had been used yet: for that not even
    /// a clock need be asked.
    pub fn at_once(&self, root: &Root, remaining: Duration) -> Option<Report> {
        let groups = root.moves().len() as u32;
        let no_time = self.plan(remaining, Duration::ZERO, groups).stop_at.is_zero();
        (groups == 1 || no_time).then(|| self.glance(root))
    }

    /// The move that looks best one move ahead: the one that a search to depth 1
    /// finds, but without putting the others in order.
    ///
    /// At a lower level it is what such a player would take.
    ///
    /// It comes before anything else that could be done with the time, so it is
    /// made for a process that has only just started: it looks at few boards,
    /// and does not ask which instructions the processor has. Asking takes
    /// longer than all of the looking where a machine is a virtual one.
    pub fn glance(&self, root: &Root) -> Report {
        if let Some(person) = &self.person {
            return person.glance(self, root);
        }
        let mut child = Board::empty(1);
        let mut best = (-Value::MAX, root.moves()[0]);
        let mut nodes = 0;
        let evaluation = self.evaluation(root.stage());
        for &group in root.moves() {
            let gain = Value::from_points(group.points());
            // At a glance no board is worth less than nothing to the player to
            // move, so a move is worth its points at most.
            if gain <= best.0 {
                continue;
            }
            root.play_into_portably(group, &mut child);
            nodes += 1;
            let value = gain - evaluation.of(&child);
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
