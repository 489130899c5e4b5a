//! The players inside the program: how they are written, and how they keep time.

use std::time::Duration;

use fruitrage_game::{
    Answer, Builtin, ClockKind, ClockRules, Ending, Kill, Parameters, PlayerError, Request, Stop, Style,
};
use fruitrage_rules::{Board, Random, generate};

#[test]
fn a_player_is_read_as_it_is_written() {
    let minimax = |depth, slow| Builtin::Minimax { depth, slow, style: Style::PLAIN };
    let styled = |style| Builtin::Minimax { depth: Some(4), slow: false, style };
    for (player, text) in [
        (Builtin::Random, "random"),
        (Builtin::Greedy, "greedy"),
        (Builtin::minimax(3), "minimax:depth=3"),
        (minimax(Some(100), true), "minimax:depth=100,slow=1"),
        (minimax(None, false), "minimax:deepen=1"),
        (minimax(None, true), "minimax:deepen=1,slow=1"),
        (
            styled(Style { counts_fruits: true, drops_singles: true, ..Style::PLAIN }),
            "minimax:depth=4,counts=fruits,singles=0",
        ),
        (
            styled(Style { adds_best: true, takes_last: true, beam: Some(4), ..Style::PLAIN }),
            "minimax:depth=4,leaf=best,ties=last,beam=4",
        ),
    ] {
        assert_eq!(player.to_string(), text);
        assert_eq!(text.parse(), Ok(player));
    }
    for text in [
        "minimax",
        "minimax:",
        "minimax:deepen=0",
        "minimax:singles=1,ties=first",
        "minimax:slow=0,depth=3",
        "minimax:,deepen=0,",
    ] {
        assert_eq!(text.parse(), Ok(Builtin::minimax(3)), "{text}: the courses' depth");
    }
}

#[test]
fn what_is_no_player_is_refused_with_what_would_be_one() {
    let range = "expected a number of moves from 1 to 100";
    let takes = "it takes depth, deepen, slow, leaf (points or best), counts (points or fruits), \
                 ties (first or last), beam and singles (1 or 0)";
    for (text, message) in [
        ("grady", "there is no player 'grady'; there are random, greedy, minimax and engine".to_owned()),
        ("", "there is no player ''; there are random, greedy, minimax and engine".to_owned()),
        ("minimax:3", "'3' in 'minimax:3' is not a name=value such as depth=3".to_owned()),
        ("minimax:deep=3", format!("'minimax' has no 'deep'; {takes}")),
        ("greedy:depth=3", "'greedy' has no 'depth'; it takes no settings".to_owned()),
        ("minimax:depth=0", format!("'depth=0' for 'minimax': {range}")),
        ("minimax:depth=101", format!("'depth=101' for 'minimax': {range}")),
        ("minimax:depth=three", format!("'depth=three' for 'minimax': {range}")),
        ("minimax:leaf=worst", "'leaf=worst' for 'minimax': expected points or best".to_owned()),
        ("minimax:beam=0", "'beam=0' for 'minimax': expected a number of groups from 1 to 676".to_owned()),
        ("minimax:slow=yes", "'slow=yes' for 'minimax': expected 0 or 1".to_owned()),
        ("minimax:depth=3,deepen=1", "'deepen=1' for 'minimax': expected either depth or deepen".to_owned()),
        ("minimax:depth=3,depth=4", format!("'minimax' has no 'depth'; {takes}")),
    ] {
        assert_eq!(text.parse::<Builtin>().unwrap_err().to_string(), message);
    }
}

#[test]
fn a_setting_is_taken_once_and_by_its_name() {
    let mut parameters = Parameters::parse("engine:level=2,time=0.5,name=a=b").unwrap();
    assert_eq!(parameters.name(), "engine");
    assert_eq!(parameters.number("time", &(0.0..=1.0), "a part"), Ok(Some(0.5)));
    assert_eq!(parameters.number("time", &(0.0..=1.0), "a part"), Ok(None));
    assert_eq!((parameters.text("name"), parameters.text("nobody")), (Some("a=b"), None));
    assert!(matches!(parameters.finish("all"), Err(PlayerError::UnknownSetting { setting, .. }) if setting == "level"));
    assert_eq!(parameters.number("level", &(1.0..=2.0), "a level"), Ok(Some(2.0)), "both ends are within");
    assert_eq!(parameters.finish("all"), Ok(()));
}

fn request<'a>(board: &'a Board, remaining: Duration, grace: Duration, stop: &'a Stop) -> Request<'a> {
    Request {
        board,
        kinds: 4,
        remaining,
        clock: ClockRules { kind: ClockKind::Cpu, grace },
        ply: 1,
        course: None,
        stop,
    }
}

#[test]
fn minimax_that_deepens_plays_within_its_clock() {
    let (board, stop) = (Board::settled(&generate(12, 4, 1)), Stop::default());
    let budget = Duration::from_secs(1);
    for player in ["minimax:deepen=1", "minimax:deepen=1,slow=1"] {
        // No grace: it answers because it stops by itself, after a part of its time.
        let request = request(&board, budget, Duration::ZERO, &stop);
        let turn = player.parse::<Builtin>().unwrap().contestant(1).take_turn(&request);
        assert!(turn.cpu < budget, "{player} used {:?}", turn.cpu);
        let Answer::Cell(cell) = turn.answer else { panic!("{:?}", turn.answer) };
        assert!(board.group_at(cell).is_ok());
    }
}

#[test]
fn minimax_to_a_depth_that_it_cannot_reach_is_killed_for_its_time() {
    let (board, stop) = (Board::settled(&generate(12, 4, 1)), Stop::default());
    let moment = Duration::from_millis(1);
    let turn = Builtin::minimax(100).contestant(1).take_turn(&request(&board, moment, moment, &stop));
    assert!(turn.cpu >= 2 * moment, "its time and its grace");
    assert!(matches!(turn.answer, Answer::Fault(Ending::Killed { kill: Kill::Time, .. })), "{:?}", turn.answer);
}

#[test]
fn minimax_that_deepens_has_a_move_at_once_and_never_looks_beyond_its_limit() {
    let board = Board::settled(&generate(5, 3, 2));
    let minimax = |deepest: Option<u32>, questions: u32| {
        let mut left = questions;
        let mut time_is_up = || {
            left = left.saturating_sub(1);
            left == 0
        };
        let player = Builtin::Minimax { depth: None, slow: false, style: Style::PLAIN };
        player.choose(&board, &mut Random::new(1), deepest, &mut time_is_up).unwrap()
    };
    assert_eq!(minimax(None, 1), minimax(Some(1), u32::MAX), "one move ahead needs no time");
    for depth in 1..=4 {
        let fixed = Builtin::minimax(depth).choose(&board, &mut Random::new(1), None, &mut || false);
        assert_eq!(Some(minimax(Some(depth), u32::MAX)), fixed, "depth {depth}");
    }
}

#[test]
fn dice_are_a_matter_of_their_seed() {
    let (board, stop) = (Board::settled(&generate(12, 4, 1)), Stop::default());
    let request = request(&board, Duration::from_hours(1), Duration::ZERO, &stop);
    let answers = |seed| {
        let mut player = Builtin::Random.contestant(seed);
        (0..8).map(|_| player.take_turn(&request).answer).collect::<Vec<_>>()
    };
    assert_eq!(answers(1), answers(1));
    assert_ne!(answers(1), answers(2));
}

#[test]
fn a_program_is_asked_with_its_board_its_kinds_and_its_time() {
    let (board, stop) = (Board::settled(&generate(3, 2, 1)), Stop::default());
    let input = request(&board, Duration::from_millis(1_500), Duration::ZERO, &stop).input();
    assert_eq!((input.kinds, input.time, input.grid), (4, Duration::from_millis(1_500), board.to_grid()));
}
