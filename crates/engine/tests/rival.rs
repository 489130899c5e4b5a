//! Opponents whose moves can be foreseen.

use fruitrage_engine::{Engine, Limits, Memory, Report, Rival, Root, Table, solve};
use fruitrage_rules::{Board, Group, generate};

const NODES: u64 = 10_000;

fn report_against(rival: &Rival, board: &Board, nodes: u64) -> Report {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let root = Root::of_board(board).unwrap();
    Engine::default().search_against((rival, &[]), &root, &limits, &Table::for_nodes(nodes), &mut ())
}

fn largest(board: &Board) -> Option<Group> {
    board.groups().first().copied()
}

/// Opponents who are each known to be one kind of player; the first one is greedy.
fn known() -> Vec<Rival> {
    let kinds = Rival::default().to_numbers().count();
    let is = |kind: usize| (0..kinds).map(|other| if other == kind { 0.98 } else { 0.0 }).collect::<Vec<_>>();
    (0..kinds).map(|kind| Rival::from_numbers(&is(kind)).unwrap()).collect()
}

/// An opponent that has taken the largest group every time.
fn greedy() -> Rival {
    known().swap_remove(0)
}

/// What the points from here on will differ by, in favour of the player to move.
fn exact(board: &Board) -> i32 {
    let solved = |root: Root| solve(&root, u64::MAX, &mut ()).unwrap().best.value.points() as i32;
    Root::of_board(board).map_or(0, solved)
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
                    Engine::default().watch(&mut rival, &board, group, None, NODES);
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
    assert!(plain > 0 && learned > plain + plain / 8, "{plain} {learned}");
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
        let report =
            Engine::default().search_against((&greedy(), &[]), &root, &limits, &Table::for_nodes(NODES), &mut ());
        assert_eq!(report, Engine::default().search(&root, &limits, &Table::for_nodes(NODES), &mut ()));
    }
}

/// Plays to the end against greedy with a lead, and returns the lead then.
fn played_out(board: &Board, lead: i32, rival: &Rival) -> i32 {
    let (engine, limits) = (Engine::default(), Limits { nodes: Some(6 * NODES), ..Limits::default() });
    let mut memory = Memory { rival: rival.clone(), lead: Some(lead), ..Memory::default() };
    let (mut board, mut lead) = (board.clone(), lead);
    while let Ok(root) = Root::of_board(&board) {
        let root = root.with_lead(Some(lead));
        let against = (&memory.rival, &memory.plan[..]);
        let report = engine.search_against(against, &root, &limits, &Table::for_nodes(6 * NODES), &mut ());
        memory.moved(&board, &report);
        lead += board.try_play(report.best.cell).unwrap().points() as i32;
        if let Some(group) = largest(&board) {
            lead -= group.points() as i32;
            board.try_play(group.cell()).unwrap();
            memory.catch_up(&engine, &board, 0);
            assert_eq!(memory.lead, Some(lead), "points are counted");
        }
    }
    lead
}

#[test]
fn a_game_that_is_won_is_never_risked_for_points() {
    let limits = Limits { nodes: Some(100 * NODES), ..Limits::default() };
    for seed in 1..=12 {
        let board = Board::settled(&generate(5, 3, seed));
        let value = exact(&board);
        for (rival, lead) in known().iter().zip([1, 2, 5].into_iter().cycle()).map(|(rival, by)| (rival, by - value)) {
            let root = Root::of_board(&board).unwrap().with_lead(Some(lead));
            let report =
                Engine::default().search_against((rival, &[]), &root, &limits, &Table::for_nodes(100 * NODES), &mut ());
            let mut after = board.clone();
            let gain = after.try_play(report.best.cell).unwrap().points() as i32;
            assert!(lead + gain > exact(&after), "{} gives away {lead} on\n{board}", report.best.cell);
        }
    }
}

#[test]
fn a_game_that_is_lost_against_the_best_replies_can_be_won_against_those_foreseen() {
    let games: Vec<(Board, i32)> = (1..=16)
        .map(|seed| Board::settled(&generate(5, 3, seed)))
        .map(|board| {
            let value = exact(&board);
            (board, -value - 1)
        })
        .collect();
    let won = |rival: &Rival| games.iter().filter(|(board, lead)| played_out(board, *lead, rival) > 0).count();
    let (unknown, foreseen) = (won(&Rival::default()), won(&greedy()));
    assert!(foreseen > unknown, "{foreseen} {unknown}");
}
