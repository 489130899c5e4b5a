//! Wrong models of the game: what a program replies that gets one thing wrong, or two.
//!
//! A reply comes about in four steps, and each can go wrong in its own ways: the group is
//! taken, the rest falls, the board is written, and the cell is named.

use fruitrage_rules::text::Output;
use fruitrage_rules::{Cell, Fruit, Grid, Judge};

/// Which fruit is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// The group, as the rules say.
    Group,
    /// Nothing.
    Nothing,
    /// The fruit that was picked, and not the rest of its group.
    Picked,
    /// The fruit that was picked and its neighbours, but not their neighbours.
    Neighbours,
    /// The group, with diagonal neighbours as well.
    Diagonal,
    /// All fruit of the kind.
    Kind,
    /// The group, but without what only the last row and the last column connect.
    NotLast,
    /// The group, but without what only the first row and the first column connect.
    NotFirst,
    /// The group, with what is connected around the upper and the left edge: in Python index
    /// -1 is the last one.
    AroundEdge,
}

/// How the rest moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fall {
    /// Down, as the rules say.
    Down,
    /// Not at all.
    Stays,
    /// To the top.
    Up,
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Down, but only by one cell.
    OneCell,
    /// Down, and then columns close up to the left.
    ClosedUp,
}

/// How the board is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// The top row first, each from the left, as the rules say.
    Plainly,
    /// The bottom row first.
    UpsideDown,
    /// Each row from the right.
    Mirrored,
    /// Columns as rows.
    Transposed,
    /// With 0 for an empty cell.
    WithZeros,
}

/// How the cell is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A1 is the top left cell, as the rules say.
    Plainly,
    /// Row 1 is the bottom row.
    FromBottom,
    /// The letter is the row and the number is the column.
    Swapped,
    /// The top row is row 0.
    FromZero,
    /// Column A is the rightmost column.
    FromRight,
}

/// A way to reply. The default is the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Model {
    /// Which fruit is taken.
    pub taken: Taken,
    /// How the rest moves.
    pub fall: Fall,
    /// How the board is written.
    pub written: Written,
    /// How the cell is named.
    pub named: Named,
}

impl Model {
    /// The rules of the game.
    pub const RIGHT: Self =
        Self { taken: Taken::Group, fall: Fall::Down, written: Written::Plainly, named: Named::Plainly };

    const TAKEN: [Taken; 9] = [
        Taken::Group,
        Taken::Nothing,
        Taken::Picked,
        Taken::Neighbours,
        Taken::Diagonal,
        Taken::Kind,
        Taken::NotLast,
        Taken::NotFirst,
        Taken::AroundEdge,
    ];
    const FALL: [Fall; 7] = [Fall::Down, Fall::Stays, Fall::Up, Fall::ClosedUp, Fall::OneCell, Fall::Left, Fall::Right];
    const WRITTEN: [Written; 5] =
        [Written::Plainly, Written::WithZeros, Written::UpsideDown, Written::Transposed, Written::Mirrored];
    const NAMED: [Named; 5] = [Named::Plainly, Named::FromBottom, Named::Swapped, Named::FromZero, Named::FromRight];

    /// All models that get so many things wrong, the more usual ones first.
    pub fn all_wrong_in(things: usize) -> impl Iterator<Item = Self> {
        let models = Self::NAMED.into_iter().flat_map(|named| {
            Self::WRITTEN.into_iter().flat_map(move |written| {
                Self::TAKEN
                    .into_iter()
                    .flat_map(move |taken| Self::FALL.into_iter().map(move |fall| Self { taken, fall, written, named }))
            })
        });
        models.filter(move |model| model.wrong_things() == things && model.is_telling())
    }

    /// Whether a reply can tell all that it gets wrong: of a board on which nothing was
    /// taken nobody knows which cell was meant, nor how the rest would have fallen.
    fn is_telling(self) -> bool {
        self.taken != Taken::Nothing || (self.fall == Fall::Down && self.named == Named::Plainly)
    }

    /// How many things it gets wrong.
    pub fn wrong_things(&self) -> usize {
        usize::from(self.taken != Self::RIGHT.taken)
            + usize::from(self.fall != Self::RIGHT.fall)
            + usize::from(self.written != Self::RIGHT.written)
            + usize::from(self.named != Self::RIGHT.named)
    }

    /// Returns what a program with this model replies if it means to take the fruit in a
    /// cell; nothing if there is none, or if no name comes of it.
    pub fn reply(&self, before: &Grid, meant: Cell) -> Option<Output> {
        let cell = self.named.name(meant, before.size())?;
        Some(Output { cell, grid: self.board(before, meant)? })
    }

    /// Whether it explains a reply to the last character.
    pub fn explains(&self, before: &Grid, reply: &Output) -> bool {
        let meant = self.named.meant(reply.cell, before.size());
        meant.is_some_and(|meant| self.board(before, meant).as_ref() == Some(&reply.grid))
    }

    /// The board that is written if the fruit in a cell is meant.
    fn board(self, before: &Grid, meant: Cell) -> Option<Grid> {
        before.get(meant)?;
        let mut board = *before;
        for cell in self.taken.cells(before, meant) {
            board.set(cell, None);
        }
        Some(self.written.write(&self.fall.settle(&board)))
    }
}

impl Taken {
    fn cells(self, before: &Grid, picked: Cell) -> Vec<Cell> {
        let kind = before.get(picked);
        let is_like = |cell: &Cell| before.get(*cell) == kind;
        match self {
            Self::Nothing => Vec::new(),
            Self::Picked => vec![picked],
            Self::Group => Judge::new(before).cells_of_group_at(picked),
            Self::Kind => Cell::all(before.size()).filter(is_like).collect(),
            Self::Neighbours => {
                Cell::all(before.size()).filter(is_like).filter(|&cell| steps(cell, picked).0 <= 1).collect()
            }
            Self::NotLast => connected(before, picked, 0..before.size() as isize - 1),
            Self::NotFirst => connected(before, picked, 1..before.size() as isize),
            Self::AroundEdge => connected(before, picked, -(before.size() as isize)..before.size() as isize),
            Self::Diagonal => {
                let mut left: Vec<Cell> = Cell::all(before.size()).filter(is_like).collect();
                let mut found = vec![picked];
                let mut next = 0;
                while let Some(&at) = found.get(next) {
                    next += 1;
                    found.extend(left.extract_if(.., |cell| *cell != picked && steps(*cell, at).1 <= 1));
                }
                found
            }
        }
    }
}

/// The cells of its kind that are connected with a picked one by rows and columns of a range.
/// Those below zero are counted from the last one back, as Python does.
fn connected(before: &Grid, picked: Cell, range: std::ops::Range<isize>) -> Vec<Cell> {
    let cell = |column: isize, row: isize| {
        let inside = |place: isize| place.rem_euclid(before.size() as isize) as usize;
        Cell::new(inside(column), inside(row))
    };
    let mut found = vec![(picked.column() as isize, picked.row() as isize)];
    let mut next = 0;
    while let Some(&(column, row)) = found.get(next) {
        next += 1;
        for (column, row) in [(column, row - 1), (column, row + 1), (column - 1, row), (column + 1, row)] {
            let is_inside = range.contains(&column) && range.contains(&row);
            if is_inside && before.get(cell(column, row)) == before.get(picked) && !found.contains(&(column, row)) {
                found.push((column, row));
            }
        }
    }
    found.into_iter().map(|(column, row)| cell(column, row)).collect()
}

/// The steps from a cell to another, without and with diagonal ones.
fn steps(a: Cell, b: Cell) -> (usize, usize) {
    let (columns, rows) = (a.column().abs_diff(b.column()), a.row().abs_diff(b.row()));
    (columns + rows, columns.max(rows))
}

impl Fall {
    fn settle(self, board: &Grid) -> Grid {
        let down = |board: &Grid| {
            let mut judge = Judge::new(board);
            judge.settle();
            judge.to_grid()
        };
        match self {
            Self::Down => down(board),
            Self::Stays => *board,
            Self::Up => upside_down(&down(&upside_down(board))),
            Self::Right => transposed(&down(&transposed(board))),
            Self::Left => Self::Right.settle(&board.mirrored()).mirrored(),
            Self::OneCell => one_cell_down(board),
            Self::ClosedUp => closed_up(&down(board)),
        }
    }
}

/// The board after what floats has fallen by one cell: row by row from the bottom, each
/// fruit over an empty cell moves into it.
fn one_cell_down(board: &Grid) -> Grid {
    let mut fallen = *board;
    for row in (1..board.size()).rev() {
        for column in 0..board.size() {
            let (above, below) = (Cell::new(column, row - 1), Cell::new(column, row));
            if fallen.get(below).is_none() {
                fallen.set(below, fallen.get(above));
                fallen.set(above, None);
            }
        }
    }
    fallen
}

/// The board with its empty columns at the right.
fn closed_up(board: &Grid) -> Grid {
    let size = board.size();
    let is_filled = |column: &usize| (0..size).any(|row| board.get(Cell::new(*column, row)).is_some());
    let mut closed = Grid::empty(size);
    for (to, from) in (0..size).filter(is_filled).enumerate() {
        for row in 0..size {
            closed.set(Cell::new(to, row), board.get(Cell::new(from, row)));
        }
    }
    closed
}

impl Written {
    fn write(self, board: &Grid) -> Grid {
        match self {
            Self::Plainly => *board,
            Self::UpsideDown => upside_down(board),
            Self::Mirrored => board.mirrored(),
            Self::Transposed => transposed(board),
            Self::WithZeros => {
                let mut written = *board;
                for cell in Cell::all(board.size()) {
                    written.set(cell, board.get(cell).or_else(|| Fruit::from_digit(b'0')));
                }
                written
            }
        }
    }
}

fn rearranged(board: &Grid, from: impl Fn(Cell) -> Cell) -> Grid {
    let mut rearranged = Grid::empty(board.size());
    for cell in Cell::all(board.size()) {
        rearranged.set(cell, board.get(from(cell)));
    }
    rearranged
}

fn upside_down(board: &Grid) -> Grid {
    rearranged(board, |cell| Cell::new(cell.column(), board.size() - 1 - cell.row()))
}

fn transposed(board: &Grid) -> Grid {
    rearranged(board, |cell| Cell::new(cell.row(), cell.column()))
}

impl Named {
    /// The name that is written for a cell, if it can be written at all.
    fn name(self, cell: Cell, size: usize) -> Option<Cell> {
        let (column, row) = (cell.column(), cell.row());
        match self {
            Self::FromZero => Some(Cell::new(column, row.checked_sub(1)?)),
            // The others are their own inverses.
            _ => self.meant(cell, size),
        }
    }

    /// The cell of the board that is meant by a name.
    pub(super) fn meant(self, name: Cell, size: usize) -> Option<Cell> {
        let (column, row) = (name.column(), name.row());
        let (column, row) = match self {
            Self::Plainly => (column, row),
            Self::FromBottom => (column, size.checked_sub(1 + row)?),
            Self::FromRight => (size.checked_sub(1 + column)?, row),
            Self::Swapped => (row, column),
            Self::FromZero => (column, row + 1),
        };
        (column < size && row < size).then(|| Cell::new(column, row))
    }
}
