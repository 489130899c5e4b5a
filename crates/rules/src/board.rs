//! A settled board in the form that search needs: it knows its groups and its hash
//! at all times, and a move updates both.
//!
//! ```text
//!  Board   columns   the fruit, four bit planes a column     (column.rs)
//!          links     which neighbours are equal              (links.rs)
//!          groups    what can be taken                       (groups.rs)
//!          hash      XOR of the columns' hashes
//!
//!  play    the group's cells      <- links                   (shape.rs)
//!          columns, hash          <- the group's columns only
//!          links                  <- those columns and their neighbours
//!          groups                 <- where links have changed
//! ```

use std::fmt;

use crate::column::Column;
use crate::groups::Groups;
use crate::lanes::{BLOCK, LANES, blocks, board_lanes};
use crate::links::Links;
use crate::random::Random;
use crate::shape::Shape;
use crate::{Cell, Fruit, Grid, Group, IllegalMove, Judge, MAX_SIZE, fast};

/// A board in which no fruit floats, with its groups and its hash.
#[derive(Clone)]
pub struct Board {
    size: usize,
    hash: u64,
    /// Column c at index c + 1, as in [`crate::lanes::Lanes`].
    columns: [Column; LANES],
    links: Links,
    groups: Groups,
}

/// Random keys for the hash, two for each lane.
const KEYS: [[u64; 2]; LANES] = {
    let mut random = Random::new(0x0046_7275_6974_5261);
    let mut keys = [[0; 2]; LANES];
    let mut lane = 0;
    while lane < LANES {
        keys[lane] = [random.next(), random.next()];
        lane += 1;
    }
    keys
};

/// The drawing has a fruit with nothing below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the fruit in {0} floats: the cell below it is empty")]
pub struct FloatingFruit(pub Cell);

impl Board {
    /// A board with nothing in it.
    ///
    /// # Panics
    /// If the size is not from 1 to 26. [`Grid::try_empty`] is the door for numbers from
    /// outside.
    pub fn empty(size: usize) -> Self {
        assert!((1..=MAX_SIZE).contains(&size), "a board is 1 to 26 a side");
        let columns = [Column::default(); LANES];
        let mut board = Self { size, hash: 0, columns, links: Links::NONE, groups: Groups::NONE };
        board.hash = board.recomputed_hash();
        board
    }

    /// The drawn board with all floating fruit fallen down.
    pub fn settled(grid: &Grid) -> Self {
        if let Ok(board) = Self::try_from(grid) {
            return board;
        }
        let mut judge = Judge::new(grid);
        judge.settle();
        Self::fill(&judge.to_grid())
    }

    fn fill(grid: &Grid) -> Self {
        let mut board = Self::empty(grid.size());
        for (row, contents) in grid.rows().enumerate() {
            for (column, content) in board.columns[1..].iter_mut().zip(contents) {
                if let Some(fruit) = *content {
                    column.put(row, fruit);
                }
            }
        }
        board.hash = board.recomputed_hash();
        board.links.update(&board.columns, board_lanes(board.size));
        board.groups.find(&board.links, board.size);
        board
    }

    /// Cells a side.
    #[inline]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// A 64-bit hash of the contents. It depends on nothing else: not on the
    /// moves that led here, the machine or the run.
    #[inline]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.group_count() == 0
    }

    /// What lies in a cell; nothing if it is empty or outside the board.
    pub fn get(&self, cell: Cell) -> Option<Fruit> {
        self.columns[cell.column() + 1].get(cell.row())
    }

    /// The number of fruits in the board.
    pub fn fruits(&self) -> usize {
        board_lanes(self.size).map(|lane| self.links.occupied.count(lane)).sum()
    }

    /// How many kinds of fruit are left.
    pub fn kinds(&self) -> usize {
        board_lanes(self.size).fold(0, |kinds, lane| kinds | self.columns[lane].kinds()).count_ones() as usize
    }

    /// How many groups, which is how many moves, there are.
    #[inline]
    pub fn group_count(&self) -> usize {
        self.large_groups().len() + self.pair_count() + self.single_count()
    }

    /// The groups of three and more, in no particular order.
    #[inline]
    pub fn large_groups(&self) -> &[Group] {
        self.groups.list()
    }

    /// How many groups of two there are.
    #[inline]
    pub const fn pair_count(&self) -> usize {
        self.groups.pairs()
    }

    /// How many groups of one there are.
    #[inline]
    pub const fn single_count(&self) -> usize {
        self.groups.singles()
    }

    /// The groups of two and one: first the pairs, then the single fruits, each
    /// in no particular order.
    #[inline]
    pub fn small_groups(&self) -> impl Iterator<Item = Group> {
        self.groups.small(self.size)
    }

    /// Calls `visit` with every group: those of three and more first, then the
    /// pairs, then the single fruits.
    #[inline]
    pub fn for_each_group(&self, mut visit: impl FnMut(Group)) {
        self.large_groups().iter().copied().for_each(&mut visit);
        self.small_groups().for_each(visit);
    }

    /// All groups, the largest first.
    pub fn groups(&self) -> Vec<Group> {
        let mut groups = Vec::with_capacity(self.group_count());
        self.for_each_group(|group| groups.push(group));
        groups.sort_unstable_by(|a, b| b.cmp(a));
        groups
    }

    /// The group that a cell belongs to.
    pub fn group_at(&self, cell: Cell) -> Result<Group, IllegalMove> {
        // Most cells that are asked for are canonical: those of moves.
        if cell.is_inside(self.size)
            && let Some(group) = self.groups.named(cell.column() + 1, cell.row() as u32)
        {
            return Ok(group);
        }
        let shape = self.shape_at(cell)?;
        let first = shape.lanes().start;
        let size = shape.lanes().map(|lane| shape.rows(lane).count_ones() as usize).sum();
        Ok(Group::at(first, shape.rows(first).trailing_zeros(), size))
    }

    /// The cells of the group that a cell belongs to, column by column from the
    /// left, each from the top.
    pub fn cells_of_group_at(&self, cell: Cell) -> Result<Vec<Cell>, IllegalMove> {
        let shape = self.shape_at(cell)?;
        let rows = 0..self.size;
        let cells = shape.lanes().flat_map(|lane| {
            let taken = shape.rows(lane);
            rows.clone().filter(move |row| taken >> row & 1 == 1).map(move |row| Cell::new(lane - 1, row))
        });
        Ok(cells.collect())
    }

    pub(crate) const fn links(&self) -> &Links {
        &self.links
    }

    /// The columns from the left.
    #[inline]
    pub(crate) fn columns(&self) -> &[Column] {
        &self.columns[board_lanes(self.size)]
    }

    /// The rows of a lane in which a group of one or two has its canonical cell.
    #[inline]
    pub(crate) const fn small_rows(&self, lane: usize) -> u32 {
        self.groups.small_rows(lane)
    }

    fn shape_at(&self, cell: Cell) -> Result<Shape, IllegalMove> {
        if !cell.is_inside(self.size) {
            return Err(IllegalMove::Outside { cell, size: self.size });
        }
        if self.get(cell).is_none() {
            return Err(IllegalMove::Empty(cell));
        }
        Ok(Shape::around(&self.links, cell.column() + 1, 1 << cell.row()))
    }

    /// Takes the group that a cell belongs to, lets the fruit above fall, and
    /// returns the group. On an error nothing has changed.
    pub fn try_play(&mut self, cell: Cell) -> Result<Group, IllegalMove> {
        let group = self.group_at(cell)?;
        let before = self.clone();
        before.play_into(group, self);
        Ok(group)
    }

    /// Makes `child` the board after a move, whatever it was before: the fast
    /// door, for search.
    ///
    /// The group must be one of this board's. That is checked in debug builds only: they
    /// panic at another group. Release builds make a board of it that means nothing.
    /// [`Board::try_play`] is the checked door.
    #[inline]
    pub fn play_into(&self, group: Group, child: &mut Self) {
        debug_assert_eq!(self.group_at(group.cell()), Ok(group), "not a group of\n{self}");
        fast::play_into(self, group, child);
        debug_assert_eq!(child.hash, child.recomputed_hash(), "after {group:?} on\n{self}");
    }

    /// [`Board::play_into`] without special instructions: what runs where the
    /// processor has none, and what the others are measured against. Not for others to
    /// build on.
    #[doc(hidden)]
    pub fn play_into_portably(&self, group: Group, child: &mut Self) {
        self.make_child(group, child);
    }

    /// The body of both, to be compiled for each kind of processor in
    /// [`crate::fast`].
    #[inline(always)]
    pub(crate) fn make_child(&self, group: Group, child: &mut Self) {
        if child.size != self.size {
            // Lanes that this board does not use must be empty.
            *child = Self::empty(self.size);
        }
        let mut taken = Shape::new();
        taken.fill(&self.links, group.lane(), 1 << group.row());
        for lane in blocks(0..self.size + 2) {
            let from: &[Column; BLOCK] = self.columns[lane..].first_chunk().expect("whole blocks");
            *child.columns[lane..].first_chunk_mut().expect("whole blocks") = *from;
        }
        child.hash = self.hash;
        for lane in taken.lanes() {
            let (column, keys) = (&mut child.columns[lane % LANES], KEYS[lane % LANES]);
            child.hash ^= column.hash(keys);
            column.remove(taken.rows(lane));
            child.hash ^= column.hash(keys);
        }
        child.links.copy_used(&self.links, self.size);
        child.links.update(&child.columns, taken.lanes());
        child.groups.find_after(&self.groups, &self.links, &child.links, self.size, taken.lanes());
    }

    /// The hash, computed from the contents alone: what [`Board::hash`] must be. For tests.
    #[doc(hidden)]
    pub fn recomputed_hash(&self) -> u64 {
        board_lanes(self.size).fold(0, |hash, lane| hash ^ self.columns[lane].hash(KEYS[lane]))
    }

    /// The board as a drawing.
    pub fn to_grid(&self) -> Grid {
        let mut grid = Grid::empty(self.size);
        for cell in Cell::all(self.size) {
            grid.set(cell, self.get(cell));
        }
        grid
    }
}

impl TryFrom<&Grid> for Board {
    type Error = FloatingFruit;

    /// The drawn board, which must be settled.
    fn try_from(grid: &Grid) -> Result<Self, FloatingFruit> {
        match grid.floating().next() {
            Some(cell) => Err(FloatingFruit(cell)),
            None => Ok(Self::fill(grid)),
        }
    }
}

impl PartialEq for Board {
    /// Whether the contents are equal; everything else follows from them.
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.columns[..self.size + 2] == other.columns[..self.size + 2]
    }
}

impl Eq for Board {}

impl fmt::Display for Board {
    /// The rows as the files write them, each ended by a line feed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_grid(), f)
    }
}

impl fmt::Debug for Board {
    /// The picture itself, so that a failed assertion shows the board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_grid(), f)
    }
}
