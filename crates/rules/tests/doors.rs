//! Every public door of the crate with nonsense: no panic but those that are documented,
//! and what comes back is an error, nothing, or something that holds together.

use std::time::Duration;

use fruitrage_rules::text::{Fault, Input, Output, PositionLine, format_seconds, parse_seconds};
use fruitrage_rules::{
    Board, Cell, Fruit, Grid, Group, IllegalMove, Judge, MAX_KINDS, MAX_SIZE, NoSuchBoard, Outcome, Player, Position,
    Random, Support, Verdict, generate, try_generate,
};
use fruitrage_testing::cases;
use proptest::prelude::*;

/// Any number, most often one near the borders of what a board has.
fn any_number() -> impl Strategy<Value = usize> {
    prop_oneof![0..40_usize, any::<usize>(), Just(usize::MAX), Just(0)]
}

fn any_cell() -> impl Strategy<Value = Cell> {
    (0..MAX_SIZE, 0..MAX_SIZE).prop_map(|(column, row)| Cell::new(column, row))
}

fn any_drawing() -> impl Strategy<Value = Grid> {
    (1..=MAX_SIZE, 1..=MAX_KINDS, any::<u64>(), 1..5_u64).prop_map(|(size, kinds, seed, holes)| {
        let mut grid = generate(size, kinds, seed);
        let mut random = Random::new(seed);
        Cell::all(size).filter(|_| random.below(holes) > 0).for_each(|cell| grid.set(cell, None));
        grid
    })
}

/// All errors of the crate are errors as everybody's are, with a sentence.
fn sentence(error: impl std::error::Error + Send + Sync + 'static) -> String {
    let text = error.to_string();
    assert!(!text.is_empty() && !text.contains('\n'), "{text:?}");
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(2_000)))]

    #[test]
    fn numbers_from_outside_make_a_board_or_an_error(
        (size, column) in (any_number(), any_number()), kinds in any::<u8>(), seed in any::<u64>(),
    ) {
        let is_cell = column < MAX_SIZE && size < MAX_SIZE;
        prop_assert_eq!(Cell::try_new(column, size).is_some(), is_cell);
        prop_assert_eq!(Fruit::try_new(kinds).is_some(), kinds < MAX_KINDS);
        prop_assert_eq!(Fruit::from_digit(kinds).is_some(), kinds.is_ascii_digit());
        let is_size = (1..=MAX_SIZE).contains(&size);
        prop_assert_eq!(Grid::try_empty(size).is_ok(), is_size);
        match try_generate(size, kinds, seed) {
            Ok(grid) => prop_assert_eq!((grid.size(), grid.fruits()), (size, size * size)),
            Err(error) => {
                let expected = if is_size { NoSuchBoard::Kinds(kinds) } else { NoSuchBoard::Size(size) };
                prop_assert_eq!(error, expected);
                sentence(error);
            }
        }
        prop_assert_eq!(Cell::all(size).count(), size.min(MAX_SIZE).pow(2));
        prop_assert!(Random::new(seed).below(size as u64) < (size as u64).max(1));
    }

    #[test]
    fn a_cell_from_outside_is_a_move_or_an_error(
        grid in any_drawing(), cell in any_cell(), size in any_number(), points in any::<[u32; 2]>(),
    ) {
        prop_assert!(!cell.mirrored(size).is_inside(size) || cell.mirrored(size).mirrored(size) == cell);
        let (board, judge) = (Board::settled(&grid), Judge::new(&grid));
        prop_assert!(cell.is_inside(grid.size()) || grid.get(cell).is_none() && board.get(cell).is_none());
        prop_assert_eq!(judge.cells_of_group_at(cell).is_empty(), grid.get(cell).is_none());
        let mut after = judge;
        let taken = after.try_take(cell);
        prop_assert!(taken.is_ok() || after == judge);
        prop_assert_eq!(taken.is_ok(), grid.get(cell).is_some());
        let cells = board.cells_of_group_at(cell).map(|cells| cells.len());
        prop_assert_eq!(cells, board.group_at(cell).map(Group::size));
        let mut position = Position::new(board.clone(), Player::Second, points);
        match position.try_play(cell) {
            Ok(group) => prop_assert_eq!(position.points(), [points[0], points[1].saturating_add(group.points())]),
            Err(error) => {
                let expected = if cell.is_inside(grid.size()) {
                    IllegalMove::Empty(cell)
                } else {
                    IllegalMove::Outside { cell, size: grid.size() }
                };
                prop_assert_eq!(error, expected);
                prop_assert_eq!(position, Position::new(board, Player::Second, points));
                sentence(error);
            }
        }
    }

    #[test]
    fn boards_of_different_sizes_can_be_compared(one in any_drawing(), other in any_drawing(), cell in any_cell()) {
        let boards = [&one, &other].map(Board::settled);
        prop_assert_eq!(boards[0] == boards[1], boards[0].to_grid() == boards[1].to_grid());
        if let Some(group) = boards[0].move_to(&boards[1]) {
            let mut after = boards[0].clone();
            after.try_play(group.cell()).unwrap();
            prop_assert_eq!(&after, &boards[1]);
        }
        let reply = Output { cell, grid: other };
        match reply.check(&one) {
            Ok(_) => prop_assert_eq!(Output::of(&one, cell), Ok(reply)),
            Err(Fault::WrongSize { expected, found, .. }) => prop_assert_eq!((expected, found), (one.size(), other.size())),
            Err(fault) => drop(sentence(fault)),
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<Vec<u8>>(), line in "[-0-9*/:. \\PC]{0,40}", size in any_number()) {
        for refused in [
            Input::read_strictly(&text).err(),
            Input::read_liberally(&text).err(),
            Output::read_strictly(&text, size).err(),
            Output::read_tolerantly(&text, size).err(),
            line.parse::<PositionLine>().err(),
            line.parse::<Board>().err(),
        ] {
            refused.map(sentence);
        }
        line.parse::<Cell>().err().map(sentence);
        if let Some(time) = parse_seconds(&line) {
            prop_assert_eq!(parse_seconds(&format_seconds(time)), Some(time));
        }
    }

    #[test]
    fn any_fields_can_be_written(
        grid in any_drawing(), kinds in any::<u8>(), points in any::<[u32; 2]>(), seconds in any::<[u64; 2]>(), rest in any::<u32>(),
    ) {
        let times = seconds.map(|seconds| Duration::new(seconds, rest % 1_000_000_000));
        let input = Input { kinds, time: times[0], grid }.to_string();
        prop_assert!(input.ends_with(&grid.to_string()));
        let position = Position::new(Board::settled(&grid), Player::First, points);
        let line = PositionLine { position, clocks: Some(times) }.to_string();
        prop_assert!(line.starts_with(&Board::settled(&grid).to_line()));
        prop_assert!(matches!(Outcome::of(points), Outcome::Draw) == (points[0] == points[1]));
        prop_assert!(Verdict::of(points, times).winner().is_some() == (points[0] != points[1] || times[0] != times[1]));
    }

    #[test]
    fn groups_of_a_board_support_what_they_may(grid in any_drawing()) {
        let board = Board::settled(&grid);
        let mut support = Support::NONE;
        board.for_each_group(|group| support.add(&board, group));
        board.for_each_group(|group| _ = support.may_carry(group));
    }
}

/// What panics by its documentation, so that nobody relies on less.
#[test]
fn what_is_documented_to_panic_does() {
    fn panics<T>(act: impl FnOnce() -> T + std::panic::UnwindSafe) -> bool {
        std::panic::catch_unwind(act).is_err()
    }
    assert!(panics(|| Cell::new(26, 0)));
    assert!(panics(|| Fruit::new(10)));
    assert!(panics(|| Grid::empty(0)));
    assert!(panics(|| Board::empty(27)));
    assert!(panics(|| generate(0, 1, 1)));
    assert!(panics(|| Grid::empty(1).set(Cell::new(1, 0), None)));
    assert!(panics(|| Group::new(Cell::new(0, 0), 677)));
}
