//! Answers for a field with its clusters and its name in the table.

use fruitrage_rules::Board;

use super::field::Field;
use super::frame::Frame;
use super::hash::hash;
use super::moves::{Move, cells_of};
use super::survey::Survey;

/// A field and what there is to know about it before the table is asked.
pub(super) struct Scene<const N: usize> {
    pub(super) field: Field<N>,
    pub(super) survey: Survey<N>,
    pub(super) hash: u64,
}

impl<const N: usize> Scene<N> {
    pub(super) fn empty() -> Self {
        Self { field: Field::empty(), survey: Survey::new(), hash: 0 }
    }

    /// Becomes that of a board.
    pub(super) fn become_board(&mut self, board: &Board, frame: &Frame<N>) {
        self.field = Field::of(board, frame);
        self.look(frame);
    }

    /// Becomes what is left after a move.
    pub(super) fn become_after(&mut self, before: &Self, group: Move, frame: &Frame<N>) {
        if group.place().is_coin() {
            self.field.become_without_coin(&before.field, group.size());
        } else {
            let cluster = &before.survey.clusters()[group.cluster()];
            let cells = cells_of(group, cluster, frame);
            self.field.become_without(&before.field, cells, cluster.kind, frame);
        }
        self.look(frame);
    }

    #[inline(always)]
    fn look(&mut self, frame: &Frame<N>) {
        self.survey.list(&mut self.field, frame);
        self.hash = hash(self.field.coins(), self.survey.clusters(), u64::from(frame.stride()));
    }
}
