//! How a program chooses: rules of thumb, right and wrong ones, that explain all its choices
//! on many boards exactly.

use fruitrage_rules::{Board, Cell, Group};

/// A board, and the cell that a program chose on it.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The board.
    pub(super) board: Board,
    /// The cell.
    pub(super) cell: Cell,
}

/// The deepest search that is tried as an explanation.
const DEEPEST: u32 = 4;
/// How unlikely it must be that blind choices fit as well.
const SURE: f64 = 1e-5;

/// A way to choose that explains choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Habit {
    /// The largest group.
    Largest,
    /// So many moves ahead, by the difference of points.
    Ahead(u32),
    /// The smallest group.
    Smallest,
    /// The first group that is found, from this corner and in this order.
    First(Order),
    /// So many moves ahead, but by the number of fruits instead of its square.
    WithoutSquares(u32),
    /// So many moves ahead, but the opponent's points are added, though it chooses for the
    /// least.
    OpponentAdded(u32),
    /// So many moves ahead, but the opponent's are taken for one's own.
    OpponentForgotten(u32),
    /// So many moves ahead, but without what the first move takes.
    OwnMoveForgotten(u32),
    /// So many moves ahead, for the worst.
    Worst(u32),
}

/// An order of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Row by row from the top.
    TopRows,
    /// Row by row from the bottom.
    BottomRows,
    /// Column by column from the left.
    LeftColumns,
    /// Column by column from the right.
    RightColumns,
}

/// What a search looks at.
#[derive(Clone, Copy)]
struct Search {
    squares: bool,
    reply: Reply,
}

/// What a reply of the other side is to a search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reply {
    /// Its best one costs.
    Subtracted,
    /// Its points are added, but it chooses for the least.
    Added,
    /// It is taken for a move of one's own.
    Own,
}

impl Habit {
    /// All ways that are tried, right ones first: who is right is not accused.
    fn all() -> Vec<Self> {
        let mut all = vec![Self::Largest];
        all.extend((2..=DEEPEST).map(Self::Ahead));
        all.push(Self::Smallest);
        all.extend([Order::TopRows, Order::BottomRows, Order::LeftColumns, Order::RightColumns].map(Self::First));
        for depth in 2..=DEEPEST {
            all.extend([
                Self::WithoutSquares(depth),
                Self::OpponentForgotten(depth),
                Self::OwnMoveForgotten(depth),
                Self::Worst(depth),
            ]);
            // Two moves ahead it comes to the largest group.
            all.extend((depth > 2).then_some(Self::OpponentAdded(depth)));
        }
        all
    }

    /// Whether a program may choose so without a mistake: who takes the first group may not
    /// have begun to choose.
    pub(super) const fn is_right(self) -> bool {
        matches!(self, Self::Largest | Self::Ahead(_) | Self::First(_))
    }

    /// The groups of a board that it may choose.
    fn chosen(self, board: &Board) -> Vec<Group> {
        let groups = board.groups();
        let search = |depth: u32, squares: bool, reply: Reply| {
            let search = Search { squares, reply };
            best(&groups, |group| search.value(board, group, depth, true))
        };
        match self {
            Self::Largest => best(&groups, |group| group.size() as i64),
            Self::Smallest => best(&groups, |group| -(group.size() as i64)),
            Self::First(order) => order.first(board).into_iter().collect(),
            Self::Ahead(depth) => search(depth, true, Reply::Subtracted),
            Self::WithoutSquares(depth) => search(depth, false, Reply::Subtracted),
            Self::OpponentAdded(depth) => search(depth, true, Reply::Added),
            Self::OpponentForgotten(depth) => search(depth, true, Reply::Own),
            Self::OwnMoveForgotten(depth) => {
                let search = Search { squares: true, reply: Reply::Subtracted };
                best(&groups, |group| search.value(board, group, depth, false))
            }
            Self::Worst(depth) => {
                let search = Search { squares: true, reply: Reply::Subtracted };
                best(&groups, |group| -search.value(board, group, depth, true))
            }
        }
    }

    /// What it does, as what stands behind 'it plays as if it '.
    pub(super) fn words(self) -> String {
        match self {
            Self::Largest => "took the largest group".to_owned(),
            Self::Ahead(depth) => format!("looked {depth} moves ahead"),
            Self::Smallest => "took the smallest group: is a comparison turned round?".to_owned(),
            Self::First(_) => "took the first group that it finds, whatever that is worth".to_owned(),
            Self::WithoutSquares(depth) => {
                format!("looked {depth} moves ahead but counted fruits: k fruits are worth k x k points, not k")
            }
            Self::OpponentAdded(depth) => {
                format!(
                    "looked {depth} moves ahead but added the opponent's points to its own instead of subtracting them"
                )
            }
            Self::OpponentForgotten(depth) => {
                format!("looked {depth} moves ahead but took the opponent's moves for its own: a minus is missing")
            }
            Self::OwnMoveForgotten(depth) => {
                format!("looked {depth} moves ahead but left out the points of the first move itself")
            }
            Self::Worst(depth) => {
                format!("looked {depth} moves ahead but for the worst move: a sign or a comparison is turned round")
            }
        }
    }
}

impl Order {
    fn first(self, board: &Board) -> Option<Group> {
        let last = board.size() - 1;
        let place = |cell: Cell| match self {
            Self::TopRows => (cell.row(), cell.column()),
            Self::BottomRows => (last - cell.row(), cell.column()),
            Self::LeftColumns => (cell.column(), cell.row()),
            Self::RightColumns => (last - cell.column(), cell.row()),
        };
        let cells = Cell::all(board.size()).filter(|&cell| board.get(cell).is_some());
        board.group_at(cells.min_by_key(|&cell| place(cell))?).ok()
    }
}

impl Search {
    fn gain(self, group: Group) -> i64 {
        if self.squares { i64::from(group.points()) } else { group.size() as i64 }
    }

    /// The value of a move, looked at so many moves deep; with or without its own points.
    fn value(self, board: &Board, group: Group, depth: u32, own: bool) -> i64 {
        let gain = if own { self.gain(group) } else { 0 };
        let mut child = board.clone();
        board.play_into(group, &mut child);
        gain + self.rest(&child, depth - 1, false)
    }

    /// What follows is worth to who looks ahead, on a board where it is its turn or not.
    fn rest(self, board: &Board, depth: u32, is_own: bool) -> i64 {
        if depth == 0 || board.is_empty() {
            return 0;
        }
        let is_own = is_own || self.reply == Reply::Own;
        let counts = is_own || self.reply == Reply::Added;
        let mut child = board.clone();
        let values = board.groups().into_iter().map(|group| {
            board.play_into(group, &mut child);
            let gain = self.gain(group);
            let gain = if counts { gain } else { -gain };
            gain + self.rest(&child, depth - 1, !is_own || self.reply == Reply::Own)
        });
        if is_own { values.max() } else { values.min() }.unwrap_or(0)
    }
}

/// The groups of the highest value.
fn best(groups: &[Group], value: impl Fn(Group) -> i64) -> Vec<Group> {
    let values: Vec<i64> = groups.iter().map(|&group| value(group)).collect();
    let most = values.iter().max().copied();
    groups.iter().zip(values).filter(|&(_, value)| Some(value) == most).map(|(&group, _)| group).collect()
}

/// Boards for each two ways of choosing that are easily mistaken for each other, and how many
/// are tried to find them.
const BOARDS_FOR_A_PAIR: usize = 4;
const TRIED_FOR_A_PAIR: usize = 400;
/// These are easily mistaken for each other.
const ALIKE: [(Habit, Habit); 8] = [
    (Habit::Largest, Habit::WithoutSquares(2)),
    (Habit::Ahead(2), Habit::WithoutSquares(2)),
    (Habit::Largest, Habit::WithoutSquares(3)),
    (Habit::Ahead(3), Habit::WithoutSquares(3)),
    (Habit::Largest, Habit::Ahead(2)),
    (Habit::Ahead(2), Habit::Ahead(3)),
    (Habit::Smallest, Habit::First(Order::TopRows)),
    (Habit::Smallest, Habit::First(Order::BottomRows)),
];

/// Returns boards whose choices tell: on each, two ways of choosing have no group in common.
pub(super) fn telling_boards(seed: u64) -> Vec<Board> {
    let mut candidates = super::boards::for_choices(seed);
    let mut boards = Vec::new();
    for (one, two) in ALIKE {
        let tells = |board: &Board| {
            let one = one.chosen(board);
            two.chosen(board).iter().all(|group| !one.contains(group))
        };
        boards.extend(candidates.by_ref().take(TRIED_FOR_A_PAIR).filter(tells).take(BOARDS_FOR_A_PAIR));
    }
    boards
}

/// Returns the way of choosing that explains all choices, if there is one and blind choices
/// would hardly fit as well.
pub(super) fn explain(choices: &[Choice]) -> Option<Habit> {
    Habit::all().into_iter().find(|habit| fits(*habit, choices))
}

fn fits(habit: Habit, choices: &[Choice]) -> bool {
    let mut blind = 1.0;
    for choice in choices {
        let Ok(group) = choice.board.group_at(choice.cell) else { return false };
        let chosen = habit.chosen(&choice.board);
        if !chosen.contains(&group) {
            return false;
        }
        blind *= chosen.len() as f64 / choice.board.group_count() as f64;
    }
    blind < SURE
}

#[cfg(test)]
mod tests {
    use std::mem::discriminant;

    use super::*;

    /// What a program that chooses so is taken for.
    fn found(habit: Habit, boards: &[Board]) -> Option<Habit> {
        let choice = |board: &Board| Choice { board: board.clone(), cell: habit.chosen(board)[0].cell() };
        explain(&boards.iter().map(choice).collect::<Vec<_>>())
    }

    #[test]
    fn every_mistake_in_choosing_is_told_from_all_others() {
        for seed in [1, 7] {
            let boards = telling_boards(seed);
            assert!(boards.len() >= 24, "{}", boards.len());
            for habit in Habit::all() {
                let found = found(habit, &boards).unwrap_or_else(|| panic!("{habit:?} is not found"));
                // The mistake, if not the depth: a last reply that is added changes nothing.
                assert_eq!(discriminant(&found), discriminant(&habit), "{habit:?} is taken for {found:?}");
            }
        }
    }

    #[test]
    fn blind_choices_are_not_explained() {
        let mut dice = fruitrage_rules::Random::new(3);
        let boards = telling_boards(7);
        for _ in 0..20 {
            let choice = |board: Board| {
                let groups = board.groups();
                let cell = groups[dice.below(groups.len() as u64) as usize].cell();
                Choice { board, cell }
            };
            let choices: Vec<Choice> = boards.iter().cloned().map(choice).collect();
            assert_eq!(explain(&choices), None);
        }
    }
}
