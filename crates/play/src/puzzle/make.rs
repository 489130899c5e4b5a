//! Looking for puzzles: in random boards and in games of the levels. A number names a
//! board for ever, so that a deck can be made again.

use fruitrage_engine::{Engine, Level, Limits, Root, Table};
use fruitrage_rules::{Board, Cell, Fruit, Grid, Position, Random, generate};

use super::{Puzzle, difficulty, likeness};

/// Nodes to solve a board with after each of its moves.
const SOLVER_NODES: u64 = 200_000;

/// The groups of a puzzle.
const GROUPS: std::ops::RangeInclusive<usize> = 5..=16;

/// Puzzles with a largest group below this are all singles and pairs.
const SMALLEST_LARGEST: usize = 3;

/// Sizes and kinds of boards for games of the levels.
const BOARDS: [(usize, u8); 6] = [(6, 3), (7, 3), (8, 3), (8, 4), (10, 4), (10, 5)];

/// Nodes for a move of those games.
const GAME_NODES: u64 = 300;

/// A puzzle that was found, and what it must not share with another of its deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// See [`likeness`].
    pub likeness: String,
}

/// Returns the puzzle on the board that a seed and a number name, if it is one. A third of the
/// boards are random, a third come from games, and a third have a large group that can be
/// broken apart, which is what the easiest puzzles are about.
pub fn candidate(seed: u64, number: u64) -> Option<Candidate> {
    let mut random = Random::new(seed << 32 ^ number);
    let board = match number % 3 {
        0 => piled_up(&mut random),
        1 => played_down(&mut random),
        _ => layered(&mut random),
    };
    let board = cropped(&board);
    let groups = board.groups();
    if !GROUPS.contains(&groups.len()) || groups.first()?.size() < SMALLEST_LARGEST {
        return None;
    }
    let puzzle = Puzzle::on(&board, SOLVER_NODES)?;
    let puzzle = Puzzle { rating: difficulty::rating(&puzzle), ..puzzle };
    Some(Candidate { likeness: likeness(&puzzle.board), puzzle })
}

/// Fruits in piles; many are of the kind of a neighbour, so that there are groups.
fn piled_up(random: &mut Random) -> Board {
    let columns = 4 + random.below(4) as usize;
    let kinds = 3 + random.below(3);
    let fruits = columns * 2 + random.below(columns as u64 * 2 + 1) as usize;
    let highest = fruits.div_ceil(columns) + 2;
    let size = columns.max(highest);
    let mut grid = Grid::empty(size);
    let mut heights = vec![0; columns];
    for _ in 0..fruits.min(columns * highest) {
        let open: Vec<usize> = (0..columns).filter(|&column| heights[column] < highest).collect();
        let column = open[random.below(open.len() as u64) as usize];
        heights[column] += 1;
        let row = size - heights[column];
        let beside = [column.checked_sub(1), Some(column + 1)].into_iter().flatten().filter(|&at| at < columns);
        let near: Vec<Cell> =
            beside.map(|at| Cell::new(at, row)).chain((row + 1 < size).then(|| Cell::new(column, row + 1))).collect();
        let neighbour = near.get(random.below(near.len() as u64 + 2) as usize).and_then(|&cell| grid.get(cell));
        let fruit = neighbour.unwrap_or_else(|| Fruit::new(random.below(kinds) as u8));
        grid.set(Cell::new(column, row), Some(fruit));
    }
    Board::settled(&grid)
}

/// A large group that lies partly on a smaller one: who takes the lower one breaks the upper
/// one apart. Nothing else is of the upper one's kind.
fn layered(random: &mut Random) -> Board {
    let (upper, lower) = (0, 1);
    let columns = 4 + random.below(3) as usize;
    let kinds = 2 + random.below(3);
    let mut fruit = {
        let mut random = Random::new(random.next());
        move || lower + random.below(kinds) as u8
    };
    let [below, above] = [span(random, 2, columns - 1), span(random, 3, columns)];
    let [floor, thickness, depth] = [random.below(3), 1 + random.below(2), 1 + random.below(3)];
    let mut piles: Vec<Vec<u8>> = (0..columns)
        .map(|column| {
            let mut pile: Vec<u8> = (0..floor).map(|_| fruit()).collect();
            pile.extend((0..depth).map(|_| if below.contains(&column) { lower } else { fruit() }));
            pile.extend((0..thickness).filter(|_| above.contains(&column)).map(|_| upper));
            pile
        })
        .collect();
    for _ in 0..random.below(3) {
        piles[random.below(columns as u64) as usize].push(fruit());
    }
    let size = piles.iter().map(Vec::len).max().unwrap_or(1).max(columns);
    let mut grid = Grid::empty(size);
    for (column, pile) in piles.iter().enumerate() {
        for (up, &kind) in (1..).zip(pile) {
            grid.set(Cell::new(column, size - up), Some(Fruit::new(kind)));
        }
    }
    Board::settled(&grid)
}

/// At least so many of the columns, side by side.
fn span(random: &mut Random, least: usize, columns: usize) -> std::ops::Range<usize> {
    let width = least + random.below((columns - least + 1) as u64) as usize;
    let first = random.below((columns - width + 1) as u64) as usize;
    first..first + width
}

/// The late board of a game between two levels.
fn played_down(random: &mut Random) -> Board {
    let (size, kinds) = BOARDS[random.below(BOARDS.len() as u64) as usize];
    let engines = [0; 2].map(|_| {
        let level = Level::ALL[2 + random.below(Level::ALL.len() as u64 - 2) as usize];
        Engine::default().at_level(level)
    });
    let most = 8 + random.below((*GROUPS.end() - 7) as u64) as usize;
    let mut position = Position::start(Board::settled(&generate(size, kinds, random.next())));
    while position.board().group_count() > most {
        let Ok(mut root) = Root::of_board(position.board()) else { break };
        root.shuffle(random.next());
        let limits = Limits { nodes: Some(GAME_NODES), ..Limits::default() };
        let engine = &engines[position.turn().index()];
        let cell = engine.search(&root, &limits, &Table::for_nodes(GAME_NODES), &mut ()).best.cell;
        if position.try_play(cell).is_err() {
            break;
        }
    }
    position.board().clone()
}

/// The board without empty rows and columns at its edges, and with kinds in the order in
/// which they come.
fn cropped(board: &Board) -> Board {
    let filled: Vec<usize> =
        (0..board.size()).filter(|&column| board.get(Cell::new(column, board.size() - 1)).is_some()).collect();
    let (Some(&first), Some(&last)) = (filled.first(), filled.last()) else { return board.clone() };
    let height =
        Cell::all(board.size()).filter(|&cell| board.get(cell).is_some()).map(|cell| board.size() - cell.row());
    let size = (last - first + 1).max(height.max().unwrap_or(1));
    let mut grid = Grid::empty(size);
    let mut kinds: Vec<Fruit> = Vec::new();
    for column in first..=last {
        for up in 1..=size.min(board.size()) {
            let Some(fruit) = board.get(Cell::new(column, board.size() - up)) else { break };
            let kind = kinds.iter().position(|&known| known == fruit).unwrap_or_else(|| {
                kinds.push(fruit);
                kinds.len() - 1
            });
            grid.set(Cell::new(column - first, size - up), Some(Fruit::new(kind as u8)));
        }
    }
    Board::settled(&grid)
}
