//! Opponents whose moves can be foreseen.

use fruitrage_engine::{Engine, Limits, Report, Rival, Root, Table};
use fruitrage_rules::{Board, Group, generate};

const NODES: u64 = 10_000;

fn report_against(rival: &Rival, board: &Board, nodes: u64) -> Report {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let root = Root::of_board(board).unwrap();
    Engine::default().search_against(rival, &root, &limits, &Table::for_nodes(nodes), &mut ())
}

fn largest(board: &Board) -> Option<Group> {
    board.groups().first().copied()
}

/// An opponent that has taken the largest group every time.
fn greedy() -> Rival {
    Rival::from_numbers(&[6.0, 6.0, 3.0, 6.0, 3.0, 6.0]).unwrap()
}

/// How many points more than greedy the engine gets, both beginning once.
fn margin_over_greedy(board: &Board, learns: bool) -> i64 {
    let mut margin = 0;
    for begins in [true, false] {
        let (mut board, mut rival, mut own_turn) = (board.clone(), Rival::default(), begins);
        while let Some(group) = largest(&board) {
            if own_turn {
                let points = board.try_play(report_against(&rival, &board, NODES).best.cell).unwrap().points();
                margin += i64::from(points);
            } else {
                if learns {
                    Engine::default().watch(&mut rival, &board, group, NODES);
                }
                board.try_play(group.cell()).unwrap();
                margin -= i64::from(group.points());
            }
            own_turn = !own_turn;
        }
    }
    margin
}

#[test]
fn who_always_takes_the_largest_group_can_be_outwitted() {
    // By nodes, so that it is the same on every machine.
    let boards: Vec<Board> = (1..=8).map(|seed| Board::settled(&generate(12, 4, seed))).collect();
    let margins = |learns| boards.iter().map(|board| margin_over_greedy(board, learns)).sum::<i64>();
    let (plain, learned) = (margins(false), margins(true));
    assert!(plain > 0 && learned > plain + plain / 4, "{plain} {learned}");
}

#[test]
fn a_plan_is_a_line_of_legal_moves_and_foreseen_replies() {
    let nodes = 10 * NODES;
    for (size, kinds) in [(10, 3), (15, 4), (20, 9), (26, 9)] {
        for seed in 1..=3 {
            let mut board = Board::settled(&generate(size, kinds, seed));
            let report = report_against(&greedy(), &board, nodes);
            assert!(report.nodes <= nodes && !report.exact);
            assert_eq!(report, report_against(&greedy(), &board, nodes), "the same again");
            for (turn, &cell) in report.best.line.iter().enumerate() {
                if turn % 2 == 1 {
                    assert_eq!(board.group_at(cell).ok(), largest(&board));
                }
                board.try_play(cell).unwrap();
            }
            assert_eq!(report.best.line.len() as u32, report.depth);
        }
    }
}

#[test]
fn small_boxes_are_solved_whoever_the_opponent_is() {
    for seed in 1..=20 {
        let report = report_against(&greedy(), &Board::settled(&generate(4, 3, seed)), NODES);
        assert!(report.exact);
    }
}

#[test]
fn a_stranger_is_searched_against_as_ever() {
    for seed in 1..=10 {
        let board = Board::settled(&generate(10, 4, seed));
        let root = Root::of_board(&board).unwrap();
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let plain = Engine::default().search(&root, &limits, &Table::for_nodes(NODES), &mut ());
        assert_eq!(report_against(&Rival::default(), &board, NODES), plain);
        // And so is one that is known, if exactly so many moves are to be looked ahead.
        let limits = Limits { depth: Some(2), ..Limits::default() };
        let report = Engine::default().search_against(&greedy(), &root, &limits, &Table::for_nodes(NODES), &mut ());
        assert_eq!(report, Engine::default().search(&root, &limits, &Table::for_nodes(NODES), &mut ()));
    }
}
