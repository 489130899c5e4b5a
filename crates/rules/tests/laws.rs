//! The laws of the game, each held over many random boards and whole random
//! games, and the fast board held to the slow judge throughout.

use fruitrage_rules::{Board, Cell, Fruit, Grid, Group, Judge, Player, Position, Random, Support, generate};
use fruitrage_testing::cases;
use proptest::prelude::*;

/// A board of any size with any number of kinds: full, with fruit in clumps so
/// that there are large groups, or with a part of each column empty.
fn any_board() -> impl Strategy<Value = Grid> {
    let style = prop_oneof![Just(Style::Even), Just(Style::Clumps), Just(Style::HalfEmpty)];
    (1_usize..=26, 1_u8..=10, any::<u64>(), style).prop_map(|(size, kinds, seed, style)| draw(size, kinds, seed, style))
}

#[derive(Clone, Copy, Debug)]
enum Style {
    Even,
    Clumps,
    HalfEmpty,
}

fn draw(size: usize, kinds: u8, seed: u64, style: Style) -> Grid {
    let mut grid = generate(size, kinds, seed);
    let mut random = Random::new(!seed);
    match style {
        Style::Even => {}
        Style::Clumps => {
            for cell in Cell::all(size).filter(|cell| cell.column() > 0) {
                if random.below(3) > 0 {
                    let left = grid.get(Cell::new(cell.column() - 1, cell.row()));
                    grid.set(cell, left);
                }
            }
        }
        Style::HalfEmpty => {
            for column in 0..size {
                let height = random.below(size as u64 + 1) as usize;
                for row in 0..size - height {
                    grid.set(Cell::new(column, row), None);
                }
            }
        }
    }
    grid
}

/// A board with fruit anywhere, floating too.
fn any_drawing() -> impl Strategy<Value = Grid> {
    (1_usize..=26, 1_u8..=10, any::<u64>()).prop_map(|(size, kinds, seed)| {
        let mut grid = generate(size, kinds, seed);
        let mut random = Random::new(!seed);
        for cell in Cell::all(size) {
            if random.below(3) == 0 {
                grid.set(cell, None);
            }
        }
        grid
    })
}

fn sorted(mut groups: Vec<Group>) -> Vec<Group> {
    groups.sort_unstable_by(|a, b| b.cmp(a));
    groups
}

fn column(grid: &Grid, column: usize) -> Vec<Fruit> {
    (0..grid.size()).filter_map(|row| grid.get(Cell::new(column, row))).collect()
}

/// Plays a random game from a board to its end and calls `visit` before each move
/// with the board and the group that is taken next.
fn random_game(grid: &Grid, seed: u64, mut visit: impl FnMut(&Board, Group)) {
    let mut random = Random::new(seed);
    let mut board = Board::try_from(grid).unwrap();
    while !board.is_empty() {
        let groups = board.groups();
        let group = groups[random.below(groups.len() as u64) as usize];
        visit(&board, group);
        board.try_play(group.cell()).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(4_000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn board_and_judge_agree_on_every_group(grid in any_board()) {
        let (board, judge) = (Board::try_from(&grid).unwrap(), Judge::new(&grid));
        prop_assert_eq!(board.groups(), sorted(judge.groups()));
        prop_assert_eq!(board.to_grid(), grid);
        prop_assert_eq!((board.size(), judge.size()), (grid.size(), grid.size()));
        prop_assert_eq!(board.fruits(), grid.fruits());
        prop_assert_eq!(board.is_empty(), judge.is_empty());
        let by_size = |size| judge.groups().iter().filter(|group| group.size() == size).count();
        prop_assert_eq!(board.single_count(), by_size(1));
        prop_assert_eq!(board.pair_count(), by_size(2));
        prop_assert_eq!(board.group_count(), judge.groups().len());
    }

    #[test]
    fn board_and_judge_agree_on_every_move(grid in any_board()) {
        let board = Board::try_from(&grid).unwrap();
        let mut child = Board::empty(1);
        for group in board.groups() {
            let mut judge = Judge::new(&grid);
            prop_assert_eq!(judge.try_take(group.cell()), Ok(group.size()));
            board.play_into(group, &mut child);
            prop_assert_eq!(child.to_grid(), judge.to_grid());
            prop_assert_eq!(child.groups(), sorted(judge.groups()));
        }
    }

    #[test]
    fn the_groups_share_out_the_fruit(grid in any_drawing()) {
        let judge = Judge::new(&grid);
        let total: usize = judge.groups().iter().map(|group| group.size()).sum();
        prop_assert_eq!(total, grid.fruits());
    }

    #[test]
    fn a_drawing_settles_as_the_judge_says(grid in any_drawing()) {
        let board = Board::settled(&grid);
        let mut judge = Judge::new(&grid);
        judge.settle();
        prop_assert_eq!(board.to_grid(), judge.to_grid());
        prop_assert_eq!(board.to_grid().floating().next(), None);
        prop_assert_eq!(Board::try_from(&grid).is_ok(), board.to_grid() == grid);
    }

    #[test]
    fn gravity_never_moves_a_fruit_sideways_or_past_another(grid in any_drawing()) {
        let board = Board::settled(&grid);
        for c in 0..grid.size() {
            prop_assert_eq!(column(&board.to_grid(), c), column(&grid, c));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(600), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn board_and_judge_agree_through_whole_games(grid in any_board(), seed: u64) {
        let mut judge = Judge::new(&grid);
        random_game(&grid, seed, |board, group| {
            assert_eq!(board.to_grid(), judge.to_grid());
            assert_eq!(board.groups(), sorted(judge.groups()));
            assert_eq!(judge.try_take(group.cell()), Ok(group.size()));
        });
        prop_assert!(judge.is_empty());
    }

    #[test]
    fn the_hash_depends_on_the_contents_alone(grid in any_board(), seed: u64) {
        random_game(&grid, seed, |board, _| {
            let fresh = Board::try_from(&board.to_grid()).unwrap();
            assert_eq!(board.hash(), fresh.hash());
            assert_eq!(board.hash(), board.recomputed_hash());
        });
    }

    #[test]
    fn a_move_takes_its_fruits_and_no_others(grid in any_board(), seed: u64) {
        random_game(&grid, seed, |board, group| {
            let before = board.to_grid();
            let mut after = board.clone();
            let taken = board.cells_of_group_at(group.cell()).unwrap();
            after.try_play(group.cell()).unwrap();
            assert_eq!(taken.len(), group.size());
            assert_eq!(taken[0], group.cell(), "the canonical cell comes first");
            let mut rest = before;
            for &cell in &taken {
                rest.set(cell, None);
            }
            for c in 0..before.size() {
                assert_eq!(column(&after.to_grid(), c), column(&rest, c), "order in column {c}");
            }
        });
    }

    #[test]
    fn every_cell_of_a_group_names_the_same_move(grid in any_board()) {
        let (board, judge) = (Board::try_from(&grid).unwrap(), Judge::new(&grid));
        for group in board.groups() {
            let mut expected = board.clone();
            expected.try_play(group.cell()).unwrap();
            let cells = board.cells_of_group_at(group.cell()).unwrap();
            for &cell in &cells {
                let mut by_judge = judge.cells_of_group_at(cell);
                by_judge.sort_unstable();
                prop_assert_eq!(&by_judge, &cells);
                prop_assert_eq!(board.group_at(cell), Ok(group));
                let mut child = board.clone();
                prop_assert_eq!(child.try_play(cell), Ok(group));
                prop_assert_eq!(&child, &expected);
            }
        }
    }

    #[test]
    fn mirrored_boards_play_mirrored_games(grid in any_board(), seed: u64) {
        let mut mirror = Board::try_from(&grid.mirrored()).unwrap();
        random_game(&grid, seed, |board, group| {
            let sizes = |board: &Board| board.groups().iter().map(|group| group.size()).collect::<Vec<_>>();
            assert_eq!(sizes(board), sizes(&mirror));
            assert_eq!(board.to_grid().mirrored(), mirror.to_grid());
            let taken = mirror.try_play(group.cell().mirrored(grid.size())).unwrap();
            assert_eq!(taken.size(), group.size());
        });
        prop_assert!(mirror.is_empty());
    }

    #[test]
    fn points_are_squares_and_turns_alternate(grid in any_board(), seed: u64) {
        let mut position = Position::start(Board::try_from(&grid).unwrap());
        let mut points = [0, 0];
        let mut turn = Player::First;
        random_game(&grid, seed, |_, group| {
            assert_eq!((position.turn(), position.points()), (turn, points));
            assert!(!position.is_over());
            points[turn.index()] += (group.size() * group.size()) as u32;
            turn = turn.opponent();
            position.try_play(group.cell()).unwrap();
        });
        prop_assert!(position.is_over());
        prop_assert_eq!(position.points(), points);
    }

    #[test]
    fn kinds_are_counted_as_a_person_would(grid in any_board()) {
        let kinds: std::collections::BTreeSet<u8> =
            Cell::all(grid.size()).filter_map(|cell| grid.get(cell)).map(Fruit::kind).collect();
        prop_assert_eq!(Board::try_from(&grid).unwrap().kinds(), kinds.len());
    }

    #[test]
    fn what_does_not_carry_a_group_does_not_move_it(grid in any_board()) {
        let board = Board::try_from(&grid).unwrap();
        let mut child = board.clone();
        for &watched in board.large_groups().iter().take(5) {
            let mut support = Support::NONE;
            support.add(&board, watched);
            let cells = board.cells_of_group_at(watched.cell()).unwrap();
            // What carries a part of it lies below that in the same column, or beside that column.
            let lies_above = |low: Cell, columns: usize| {
                let mut above = cells.iter().filter(|cell| cell.row() < low.row());
                above.any(|cell| (low.column()..low.column() + columns).contains(&cell.column()))
            };
            for small in board.small_groups() {
                let carries = support.may_carry(small);
                prop_assert!(!carries || lies_above(small.cell(), small.size()), "{:?} carries nothing of {:?}", small, watched);
            }
            for other in board.groups().into_iter().filter(|&other| !support.may_carry(other)) {
                board.play_into(other, &mut child);
                for &cell in &cells {
                    prop_assert_eq!(child.get(cell), board.get(cell), "{:?} moves {:?} of\n{}", other, watched, board);
                }
            }
        }
    }

    #[test]
    fn an_illegal_move_changes_nothing(grid in any_board(), column in 0_usize..26, row in 0_usize..26) {
        let cell = Cell::new(column, row);
        let (mut board, mut judge) = (Board::try_from(&grid).unwrap(), Judge::new(&grid));
        let legal = cell.is_inside(grid.size()) && grid.get(cell).is_some();
        let (by_board, by_judge) = (board.try_play(cell), judge.try_take(cell));
        prop_assert_eq!(by_board.is_ok(), legal);
        prop_assert_eq!(by_board.map(Group::size), by_judge);
        if !legal {
            prop_assert_eq!(board.to_grid(), grid);
            prop_assert_eq!(judge.to_grid(), grid);
        }
    }
}

/// Different boards have different hashes: none of the boards met in some games
/// and beside them share one, out of several thousand for each game.
#[test]
fn hashes_do_not_collide_in_practice() {
    let mut seen = std::collections::HashMap::new();
    let mut child = Board::empty(1);
    let seeds = cases(60);
    for seed in 0..u64::from(seeds) {
        for (size, kinds) in [(2, 2), (5, 3), (8, 4), (12, 9)] {
            random_game(&generate(size, kinds, seed), seed, |board, _| {
                board.for_each_group(|group| {
                    board.play_into(group, &mut child);
                    let grid = seen.entry(child.hash()).or_insert_with(|| child.to_grid());
                    // An empty board hashes to the same value whatever its size.
                    assert!(child.is_empty() || *grid == child.to_grid(), "{grid:?}{child:?}");
                });
            });
        }
    }
    assert!(seen.len() > 3_000 * seeds as usize, "too few boards to prove anything: {}", seen.len());
}

/// Tables take some bits of the hash for a place, so each must tell as much as any other. On
/// small boards, where few columns make up for each other.
#[test]
fn each_bit_of_the_hash_is_set_on_about_half_of_all_boards() {
    const BOARDS: u64 = 8_000;
    let mut set = [0; 64];
    for seed in 0..BOARDS {
        let hash = Board::settled(&generate(2, 10, seed)).hash();
        (0..64).for_each(|bit| set[bit] += hash >> bit & 1);
    }
    assert!(set.iter().all(|count| (BOARDS * 46 / 100..BOARDS * 54 / 100).contains(count)), "{set:?}");
}

#[test]
fn boards_are_equal_if_and_only_if_their_fruit_is() {
    let boards: Vec<Board> = [(1, 1, 1), (1, 2, 5), (2, 2, 1), (3, 3, 1), (3, 3, 2), (26, 9, 1)]
        .into_iter()
        .map(|(size, kinds, seed)| Board::settled(&generate(size, kinds, seed)))
        .collect();
    for board in &boards {
        assert_eq!(board.size(), board.to_grid().size());
        assert_ne!(board, &Board::empty(board.size()));
        for other in &boards {
            assert_eq!(board == other, board.to_grid() == other.to_grid(), "{board}\n{other}");
        }
    }
    // Nothing but its size tells one empty board from another.
    assert_ne!(Board::empty(2), Board::empty(3));
    assert_eq!(Board::empty(2), Board::empty(2));
}
