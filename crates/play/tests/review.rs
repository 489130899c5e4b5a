//! Reviews: what is said about a move is true by the slow judge, losses are what the
//! solver finds, and a review is the same every time.

use fruitrage_engine::{Root, Value, solve};
use fruitrage_game::BoardClass;
use fruitrage_game::{GameRecord, Stop};
use fruitrage_play::review::{Class, Fact, Review, ReviewCourse, ReviewOptions, ReviewedMove, review};
use fruitrage_play::session::{Seat, Session, Setup};
use fruitrage_rules::{Board, Cell, Grid, Judge, Player, Random};
use proptest::prelude::*;

/// A game of people who choose by lot, now and then the largest group.
fn random_game(size: usize, kinds: u8, seed: u64, moves: usize) -> GameRecord {
    let class = BoardClass::new(size, kinds).unwrap();
    let session = Session::start(Setup::random(class, seed, [Seat::human("Ada"), Seat::human("Ben")])).unwrap();
    let mut dice = Random::new(seed);
    for _ in 0..moves {
        let groups = session.record().last_position().board().groups();
        if groups.is_empty() {
            break;
        }
        let largest = dice.below(2) == 0;
        let chosen = if largest { groups[0] } else { groups[dice.below(groups.len() as u64) as usize] };
        session.play(chosen.cell()).unwrap();
    }
    session.record()
}

fn reviewed(record: &GameRecord, nodes: u64, threads: usize) -> Review {
    let options = ReviewOptions { nodes: Some(nodes), time: None, threads };
    review(record, &options, &Stop::default(), &mut |_, _| {}).unwrap()
}

fn after(grid: &Grid, cell: Cell) -> Judge {
    let mut judge = Judge::new(grid);
    judge.try_take(cell).unwrap();
    judge
}

fn largest(judge: &Judge) -> u32 {
    judge.groups().iter().map(|group| group.size() as u32).max().unwrap_or(0)
}

/// How many of some cells' fruits lay together before a move, by marking them one
/// group after the other and letting them fall.
fn together(grid: &Grid, played: Cell, cells: &[Cell]) -> u32 {
    let judge = Judge::new(grid);
    let taken = judge.cells_of_group_at(played);
    let fallen = |from: Cell| {
        let below = taken.iter().filter(|cell| cell.column() == from.column() && cell.row() > from.row()).count();
        Cell::new(from.column(), from.row() + below)
    };
    let overlap = |group: Vec<Cell>| group.into_iter().filter(|&from| cells.contains(&fallen(from))).count() as u32;
    let groups = judge.groups().into_iter().map(|group| judge.cells_of_group_at(group.cell()));
    groups.filter(|group| !group.contains(&played)).map(overlap).max().unwrap_or(0)
}

fn check_fact(fact: &Fact, found: &ReviewedMove, record: &GameRecord) {
    let ply = found.ply as usize - 1;
    let grid = record.positions[ply].board().to_grid();
    let judge = Judge::new(&grid);
    let made = after(&grid, found.cell);
    let best = after(&grid, found.best);
    let next: Option<Cell> = record.moves.get(ply + 1).map(|line| line.cell);
    let check_gift = |cell: Cell, size: u32, otherwise: u32, taken: bool| {
        let cells = made.cells_of_group_at(cell);
        assert_eq!((cells.len() as u32, largest(&made), largest(&best)), (size, size, otherwise));
        assert!(size > otherwise);
        assert_eq!(next.is_some_and(|next| cells.contains(&next)), taken);
        together(&grid, found.cell, &cells)
    };
    match fact {
        Fact::Only => assert_eq!(judge.groups().len(), 1),
        Fact::TookLargest { took } => assert_eq!((*took, found.size), (largest(&judge), largest(&judge))),
        Fact::TookLess { took, best: cell, size, leaves } => {
            assert_eq!(
                (*took as usize, *size as usize),
                (judge.cells_of_group_at(found.cell).len(), judge.cells_of_group_at(*cell).len())
            );
            assert!(took < size);
            assert_eq!(*leaves, largest(&best));
        }
        Fact::TookTooMuch { took, best: cell, size } => {
            assert_eq!(
                (*took as usize, *size as usize),
                (judge.cells_of_group_at(found.cell).len(), judge.cells_of_group_at(*cell).len())
            );
            assert!(took > size && largest(&made) > largest(&best));
        }
        Fact::Opened { cell, size, together, otherwise, taken } => {
            assert_eq!(check_gift(*cell, *size, *otherwise, *taken), *together);
            assert!(together < size);
        }
        Fact::Left { cell, size, otherwise, taken } => assert_eq!(check_gift(*cell, *size, *otherwise, *taken), *size),
        Fact::FurtherOn { line } => {
            let mut judge = judge;
            for &cell in line {
                judge.try_take(cell).unwrap();
            }
        }
    }
}

fn exact(board: &Board) -> Value {
    Root::of_board(board).map_or(Value::EVEN, |root| solve(&root, u64::MAX, &mut ()).unwrap().best.value)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(25))]

    #[test]
    fn everything_that_is_said_about_a_move_is_true_by_the_judge(
        size in 2_usize..=9, kinds in 2_u8..=5, seed in any::<u64>(), moves in 1_usize..100,
    ) {
        let record = random_game(size, kinds, seed, moves);
        let found = reviewed(&record, 2_000, 2);
        prop_assert_eq!(found.moves.len(), record.moves.len());
        prop_assert_eq!(found.curve.len(), record.positions.len());
        for one in &found.moves {
            one.facts.iter().for_each(|fact| check_fact(fact, one, &record));
            prop_assert!(one.lost >= Value::EVEN);
            prop_assert_eq!(one.best_margin - one.margin, one.lost);
            prop_assert_eq!(one.class.is_fault(), one.facts.iter().any(|fact| !matches!(fact, Fact::Only | Fact::TookLargest { .. })));
            prop_assert_eq!(one.words.is_empty(), one.facts.is_empty());
        }
    }

    #[test]
    fn on_small_boxes_losses_and_the_curve_are_exact(size in 1_usize..=4, kinds in 1_u8..=4, seed in any::<u64>()) {
        let record = random_game(size, kinds, seed, 100);
        let found = reviewed(&record, 1_000_000, 1);
        for (one, pair) in found.moves.iter().zip(record.positions.windows(2)) {
            let margin = Value::from_points(one.points) - exact(pair[1].board());
            prop_assert!(one.exact);
            prop_assert_eq!(one.margin, margin);
            prop_assert_eq!(one.lost, exact(pair[0].board()) - margin);
        }
        let [first, second] = record.last_position().points();
        let last = found.curve.last().unwrap();
        prop_assert_eq!((last.margin, last.exact), (Value::from_points(first) - Value::from_points(second), true));
        // The curve goes down by what the first player loses, and up by what the
        // second does.
        for (one, pair) in found.moves.iter().zip(found.curve.windows(2)) {
            let change = pair[1].margin - pair[0].margin;
            prop_assert_eq!(change, if one.player == Player::First { -one.lost } else { one.lost });
        }
        if let Some(turn) = &found.turning_point {
            let ahead = |margin: Value| if turn.ahead == Player::First { margin > Value::EVEN } else { margin < Value::EVEN };
            prop_assert!(!ahead(turn.before) && ahead(turn.after));
            prop_assert!(found.curve[turn.ply as usize..].iter().all(|evaluation| ahead(evaluation.margin)));
        }
        for (player, summary) in [Player::First, Player::Second].into_iter().zip(&found.players) {
            let own = found.moves.iter().filter(|one| one.player == player);
            prop_assert_eq!(own.fold(Value::EVEN, |sum, one| sum + one.lost), summary.lost);
            prop_assert!(summary.accuracy.is_none_or(|accuracy| (0.0..=100.0).contains(&accuracy)));
        }
    }
}

#[test]
fn a_review_in_steps_is_the_same_and_tells_how_far_it_is() {
    for (size, kinds, moves) in [(6, 3, 100), (8, 4, 5), (4, 2, 0)] {
        let record = random_game(size, kinds, 3, moves);
        let options = ReviewOptions { nodes: Some(2_000), time: None, threads: 1 };
        let mut course = ReviewCourse::new(record.clone(), options);
        let mut done_before = 0;
        let found = loop {
            let found = course.step();
            let (done, total) = course.progress();
            assert!(done_before < done && done <= total, "{done} of {total}");
            done_before = done;
            if let Some(found) = found {
                break found;
            }
        };
        assert_eq!(found, reviewed(&record, 2_000, 1));
    }
}

#[test]
fn threads_do_not_change_a_review() {
    let record = random_game(9, 4, 5, 30);
    assert_eq!(reviewed(&record, 5_000, 1), reviewed(&record, 5_000, 3));
}

#[test]
fn a_review_tells_how_far_it_is_and_stops_when_asked() {
    let record = random_game(8, 4, 5, 20);
    let stop = Stop::default();
    let mut last = 0;
    let options = ReviewOptions { nodes: Some(1_000), ..ReviewOptions::default() };
    let found = review(&record, &options, &stop, &mut |done, all| {
        assert!(last <= done && done <= all);
        last = done;
    });
    assert!(found.is_some() && last > 20);
    let stopped = review(&record, &options, &stop, &mut |_, _| stop.raise());
    assert_eq!(stopped, None);
}

#[test]
fn a_game_without_moves_has_a_review() {
    let found = reviewed(&random_game(5, 3, 1, 0), 1_000, 1);
    assert_eq!((found.moves.len(), found.curve.len(), found.players[0].accuracy), (0, 1, None));
}

#[test]
fn a_loss_is_judged_by_what_is_at_stake() {
    let points = Value::from_points;
    for (lost, stake, class) in [
        (0, 100, Class::Best),
        (10, 100, Class::Good),
        (11, 100, Class::Inaccuracy),
        (25, 100, Class::Inaccuracy),
        (26, 100, Class::Mistake),
        (60, 100, Class::Mistake),
        (61, 100, Class::Blunder),
        (11, 1000, Class::Good),
        (1, 0, Class::Blunder),
    ] {
        assert_eq!(Class::of(points(lost), stake), class, "{lost} of {stake}");
    }
}
