//! Answers for every number in the engine that was chosen by measurement.
//! Sources: shared prototypes for now; EXPERIMENTS will replace them one by one.

/// The share of the largest group's points that the player to move will keep,
/// all replies considered.
pub(crate) const FIRST_GROUP_SHARE: f64 = 0.6;

/// How much less each next group in order of size counts; its sign alternates,
/// as the players do. The square root of 0.3.
pub(crate) const NEXT_GROUP_SHARE: f64 = 0.547_722_557_505_166;

/// How many of the groups in order of size the evaluation looks at; those after
/// would count less than a thousandth of their points.
pub(crate) const RANKED_GROUPS: usize = 12;

/// Own moves to come for each group in the box.
pub(crate) const OWN_MOVES_PER_GROUP: f64 = 0.37;

/// How much more than an even share of the clock a move gets: early moves
/// decide more than late ones.
pub(crate) const EARLY_BONUS: f64 = 2.0;

/// How far a move may go over its share to finish an iteration.
pub(crate) const OVERTIME: f64 = 3.0;

/// The largest part of the usable time for one move.
pub(crate) const LARGEST_PART: f64 = 0.4;

/// An iteration takes longer than the one before; it is only started if this
/// part of the time for the move is still left.
pub(crate) const PART_LEFT_TO_DEEPEN: f64 = 0.5;
