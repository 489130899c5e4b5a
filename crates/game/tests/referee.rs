//! Games as the referee sees them: what is accepted, what loses, and what is
//! written down about it.

use std::time::Duration;

use fruitrage_game::{
    Answer, Builtin, ClockKind, ClockLine, Contestant, DecidedBy, EndLine, Ending, Event, Exit, Failure, GameLine,
    GameRecord, JudgedMove, Referee, Request, Step, Stop, TieRule, Turn, TurnTime, Turns, read_games, write_event,
};
use fruitrage_rules::text::{Output, PositionLine};
use fruitrage_rules::{Board, Cell, Player, generate};

/// A player that answers whatever a function says.
struct Scripted<F>(F);

impl<F: FnMut(&Request<'_>) -> Turn + Send> Contestant for Scripted<F> {
    fn take_turn(&mut self, request: &Request<'_>) -> Turn {
        (self.0)(request)
    }
}

fn turn(milliseconds: u64, answer: Answer) -> Turn {
    Turn::new(Duration::from_millis(milliseconds), Duration::from_millis(2 * milliseconds), answer)
}

/// What a program that takes the first fruit it finds would write.
fn good_output(request: &Request<'_>) -> Vec<u8> {
    let grid = request.board.to_grid();
    let cell = Cell::all(grid.size()).find(|&cell| grid.get(cell).is_some()).expect("a board with fruit");
    Output::of(&grid, cell).expect("a legal move").to_string().into_bytes()
}

fn good(request: &Request<'_>) -> Turn {
    turn(10, Answer::Output { text: good_output(request), exit: None })
}

fn game_line(board: &Board) -> GameLine {
    let agent = |name: &str| fruitrage_game::AgentLine::of_builtin(name, name, Duration::from_secs(1));
    GameLine {
        version: 1,
        id: "g".to_owned(),
        pair: "p".to_owned(),
        board: board.to_line(),
        kinds: 4,
        seed: Some(7),
        agents: [agent("Ada"), agent("Ben")],
        clock: ClockLine { kind: ClockKind::Cpu, grace: Duration::from_secs(1), increment: Duration::ZERO },
        ties: TieRule::Draw,
        strict_board: true,
        strict_format: true,
    }
}

fn board_of(rows: &str) -> Board {
    let line: PositionLine = format!("{rows} 1 0:0 -").parse().expect("a board");
    line.position.board().clone()
}

fn small_board() -> Board {
    Board::settled(&generate(4, 3, 5))
}

/// Plays a game of a line and returns how it ended and its record.
fn play_line(
    line: GameLine,
    first: &mut dyn Contestant,
    second: &mut dyn Contestant,
) -> Result<(EndLine, Vec<u8>), Failure> {
    let board = board_of(&line.board);
    let mut record = Vec::new();
    let stop = Stop::default();
    let mut listener = |step: &Step| Ok(write_event(&mut record, &step.event)?);
    let end = Referee::new(board, line, &stop, &mut listener)?.play([first, second])?;
    Ok((end, record))
}

/// The end of a game in which the second player answers like this.
fn end_against(answer: impl FnMut(&Request<'_>) -> Turn + Send) -> (EndLine, Vec<u8>) {
    play_line(game_line(&small_board()), &mut Scripted(good), &mut Scripted(answer)).expect("a game")
}

#[test]
fn a_game_is_played_to_the_empty_board_and_its_record_reads_back() {
    for seed in 0..20 {
        let board = Board::settled(&generate(6, 3, seed));
        let (end, record) = play_line(
            game_line(&board),
            &mut *Builtin::Random.contestant(seed),
            &mut *Builtin::minimax(2).contestant(seed),
        )
        .expect("a game");
        assert_eq!(end.ending, Ending::Cleared);
        let games = read_games(&record[..]).expect("a good record");
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].end.as_ref(), Some(&end));
        assert!(games[0].last_position().is_over());
        assert_eq!(games[0].last_position().points(), end.points);
    }
}

#[test]
fn each_fault_loses_with_its_own_ending() {
    let changed = |request: &Request<'_>, from: &str, to: &str| {
        String::from_utf8(good_output(request)).unwrap().replacen(from, to, 1).into_bytes()
    };
    loses("illegal-move", |_| b"Z26\n****\n****\n****\n****\n".to_vec(), "Z26 is outside");
    loses("wrong-board", |request| changed(request, "\n*", "\n0"), "row 1, character 1");
    loses("malformed-output", |_| b"hello\n".to_vec(), "line 1, column 1");
    loses("malformed-output", |_| Vec::new(), "line 1, column 1");
    loses("malformed-output", |request| changed(request, "\n", "\r\n"), "line 1, column 3");
}

fn loses(name: &str, output: impl Fn(&Request<'_>) -> Vec<u8> + Sync, sentence: &str) {
    let (end, record) = end_against(|request| turn(1, Answer::Output { text: output(request), exit: None }));
    assert_eq!(end.ending.name(), name, "{}", end.message);
    assert_eq!((end.winner, end.decided_by), (Some(1), DecidedBy::Fault));
    assert!(end.message.starts_with("Ben ") && end.message.contains(sentence), "{}", end.message);
    assert_eq!(read_games(&record[..]).expect("a good record")[0].moves.len(), 1);
}

#[test]
fn time_is_summed_over_the_game_and_the_last_microsecond_is_too_late() {
    let mut moves = 0;
    let (end, _) = end_against(|request| {
        moves += 1;
        let cpu = if moves == 1 { Duration::from_millis(999) } else { Duration::from_millis(1) };
        Turn { cpu, ..good(request) }
    });
    let Ending::OutOfTime { used, left } = end.ending else { panic!("{}", end.message) };
    assert_eq!((used, left), (Duration::from_millis(1), Duration::from_millis(1)));
    assert_eq!((moves, end.winner, end.left[1]), (2, Some(1), Duration::ZERO));
}

#[test]
fn on_the_wall_clock_cpu_time_does_not_count() {
    let slow = |request: &Request<'_>| Turn { cpu: Duration::from_secs(9), wall: Duration::ZERO, ..good(request) };
    let mut line = game_line(&small_board());
    line.clock.kind = ClockKind::Wall;
    let (end, _) = play_line(line, &mut Scripted(slow), &mut Scripted(slow)).expect("a game");
    assert_eq!(end.ending, Ending::Cleared);
}

#[test]
fn a_good_reply_counts_even_if_the_program_then_failed() {
    let exit = Some((Exit::Code(1), "oops".to_owned()));
    let (end, record) =
        end_against(|request| turn(1, Answer::Output { text: good_output(request), exit: exit.clone() }));
    assert_eq!(end.ending, Ending::Cleared);
    let warnings = &read_games(&record[..]).unwrap()[0].moves[1].warnings;
    assert!(warnings[0].contains("exit code 1"), "{warnings:?}");
    let (end, _) = end_against(|_| turn(1, Answer::Output { text: b"x".to_vec(), exit: exit.clone() }));
    assert_eq!(end.ending, Ending::Crashed { exit: Exit::Code(1), stderr: "oops".to_owned() });
}

#[test]
fn a_wrong_board_is_a_warning_if_the_rules_say_so() {
    let mut line = game_line(&small_board());
    line.strict_board = false;
    let wrong = |request: &Request<'_>| {
        let text = good_output(request).iter().map(|&byte| if byte == b'1' { b'2' } else { byte }).collect::<Vec<_>>();
        let mut text = String::from_utf8(text).unwrap();
        // The first line is the move.
        let good = String::from_utf8(good_output(request)).unwrap();
        text.replace_range(..3, &good[..3]);
        turn(1, Answer::Output { text: text.into_bytes(), exit: None })
    };
    let (end, record) = play_line(line, &mut Scripted(good), &mut Scripted(wrong)).expect("a game");
    assert_eq!(end.ending, Ending::Cleared, "{}", end.message);
    assert!(String::from_utf8(record).unwrap().contains("wrong board after"));
}

#[test]
fn equal_points_are_a_draw_or_decided_by_time() {
    // Two cells of two kinds: one point each.
    let board = board_of("01/01");
    let quick = |request: &Request<'_>| Turn { cpu: Duration::from_micros(1), ..good(request) };
    for (ties, expected) in [(TieRule::Draw, (None, DecidedBy::None)), (TieRule::Time, (Some(2), DecidedBy::Time))] {
        let line = GameLine { ties, ..game_line(&board) };
        let (end, record) = play_line(line, &mut Scripted(good), &mut Scripted(quick)).expect("a game");
        assert_eq!((end.winner, end.decided_by), expected);
        assert_eq!(read_games(&record[..]).unwrap()[0].end, Some(end));
    }
}

#[test]
fn the_arenas_own_fault_is_nobodys_loss() {
    let (end, record) = end_against(|_| turn(1, Answer::Void("no more processes".to_owned())));
    assert_eq!((end.winner, end.decided_by, end.ending.name()), (None, DecidedBy::None, "void"));
    assert!(read_games(&record[..]).is_ok());
}

#[test]
fn a_forged_record_is_refused_with_its_line() {
    let (_, record) = end_against(good);
    let text = String::from_utf8(record).unwrap();
    let mut forgeries = 0;
    for (from, to, expected) in [
        ("\"size\":1", "\"size\":2", "size of the group"),
        ("\"ply\":2", "\"ply\":3", "number of the move"),
        ("\"player\":2", "\"player\":1", "the player should be 2"),
        ("\"left\":0.99", "\"left\":1.0", "time left"),
        ("\"winner\":1", "\"winner\":2", "winner"),
        ("\"winner\":2", "\"winner\":1", "winner"),
        ("\"type\":\"end\"", "\"type\":\"and\"", "not an event"),
        ("\"version\":1", "\"version\":9", "newer"),
    ] {
        let forged = text.replacen(from, to, 1);
        if forged == text {
            continue;
        }
        forgeries += 1;
        let error = read_games(forged.as_bytes()).expect_err(expected);
        assert!(error.message.contains(expected), "{error}");
        let changed = text.lines().zip(forged.lines()).position(|(a, b)| a != b).expect("a changed line") + 1;
        assert_eq!(error.line, changed, "{error}");
    }
    assert!(forgeries >= 6, "only {forgeries} forgeries were tried");
}

#[test]
fn a_record_cut_short_is_an_unfinished_game_and_damage_is_an_error() {
    let (_, record) = end_against(good);
    for length in 0..record.len() {
        let games = read_games(&record[..length]).unwrap_or_else(|error| panic!("cut at {length}: {error}"));
        assert!(games.iter().all(|game| game.end.is_none()), "cut at {length}");
    }
    let mut damaged = record;
    let middle = damaged.len() / 2;
    damaged[middle] = 0xFF;
    assert!(read_games(&damaged[..]).is_err());
}

#[test]
fn a_raised_flag_breaks_the_game_off() {
    let stop = Stop::default();
    let mut listener = |_: &Step| Ok(());
    let board = small_board();
    let referee = Referee::new(board.clone(), game_line(&board), &stop, &mut listener).unwrap();
    let mut first = Scripted(|request: &Request<'_>| {
        request.stop.is_raised();
        stop.raise();
        good(request)
    });
    let result = referee.play([&mut first, &mut Scripted(good)]);
    assert!(matches!(result, Err(Failure::Stopped)));
}

#[test]
fn a_record_grows_only_by_what_can_happen_and_goes_back_as_it_came() {
    let board = small_board();
    let (mut events, mut positions) = (Vec::new(), Vec::new());
    let stop = Stop::default();
    let mut listener = |step: &Step| {
        events.push(step.event.clone());
        positions.push(step.position.clone());
        Ok(())
    };
    let referee = Referee::new(board.clone(), game_line(&board), &stop, &mut listener).unwrap();
    referee.play([&mut Scripted(good), &mut Scripted(good)]).unwrap();
    let mut record = GameRecord::begin(game_line(&board)).unwrap();
    let mut stages = vec![record.clone()];
    for event in &events[1..] {
        assert_eq!(&record.add(event.clone()).unwrap().event, event);
        stages.push(record.clone());
    }
    assert!(record.events().eq(events.iter().cloned()));
    // The last step is the end, which leads nowhere.
    assert_eq!(positions.pop().as_ref(), positions.last());
    assert_eq!(record.positions, positions, "the listener hears where each step leads");
    assert!(record.add(events[1].clone()).is_err(), "the game is over");
    assert!(record.add(events[0].clone()).is_err(), "a game begins once");
    for moves in (0..record.moves.len()).rev() {
        record.take_back_to(moves);
        assert_eq!(record, stages[moves]);
    }
}

fn player_of(number: u8) -> Player {
    if number == 1 { Player::First } else { Player::Second }
}

#[test]
fn whoever_resigns_loses_whosever_turn_it_is() {
    let board = small_board();
    for (player, winner) in [(1, 2), (2, 1)] {
        let mut record = GameRecord::begin(game_line(&board)).unwrap();
        let Event::End(end) = record.core().clone().resign(player_of(player), TurnTime::ZERO).event else {
            panic!("an end")
        };
        assert_eq!((end.winner, end.decided_by), (Some(winner), DecidedBy::Resignation));
        assert!(end.message.starts_with(if player == 1 { "Ada resigned" } else { "Ben resigned" }), "{}", end.message);
        let forged = EndLine { winner: Some(player), ..end.clone() };
        assert!(record.clone().add(Event::End(forged)).is_err());
        record.add(Event::End(end)).unwrap();
        let mut text = Vec::new();
        record.events().for_each(|event| write_event(&mut text, &event).unwrap());
        assert_eq!(read_games(&text[..]).unwrap(), [record]);
    }
}

/// A game as version 1 of the record has it, byte for byte.
const RECORDED: &str = concat!(
    r#"{"type":"game","version":1,"id":"g","pair":"p","board":"011/012/332","kinds":4,"seed":7,"#,
    r#""agents":[{"name":"Ada","command":"Ada","time":1.0,"sandbox":"built-in"},"#,
    r#"{"name":"Ben","command":"python3 ben.py","hash":"00ff","time":2.5,"sandbox":"full"}],"#,
    r#""clock":{"kind":"cpu","grace":1.0},"ties":"draw","strict_board":true}"#,
    "\n",
    r#"{"type":"move","ply":1,"player":1,"move":"B2","size":3,"points":[9,0],"cpu":0.010001,"wall":0.02,"left":0.989999}"#,
    "\n",
    r#"{"type":"move","ply":2,"player":2,"move":"C3","size":2,"points":[9,4],"cpu":0.5,"wall":0.0,"left":2.0,"#,
    r#""warnings":["a good reply, but the program ended with exit code 1"]}"#,
    "\n",
    r#"{"type":"end","ending":{"kind":"out-of-time","used":0.989999,"left":0.989999},"winner":2,"decided_by":"fault","#,
    r#""points":[9,4],"left":[0.0,2.0],"cpu":0.989999,"wall":3.0,"#,
    r#""message":"Ada ran out of time: the move took 0.990 s, and 0.990 s were left"}"#,
    "\n",
);

#[test]
fn a_record_of_version_1_is_read_and_written_byte_for_byte() {
    let games = read_games(RECORDED.as_bytes()).expect("a good record");
    let mut written = Vec::new();
    games[0].events().for_each(|event| write_event(&mut written, &event).unwrap());
    assert_eq!(String::from_utf8(written).unwrap(), RECORDED);

    // The core comes to the same lines by itself.
    let mut played = GameRecord::begin(games[0].game.clone()).unwrap();
    let time = |cpu: u64, wall: u64| TurnTime::new(Duration::from_micros(cpu), Duration::from_micros(wall));
    played.play("B2".parse().unwrap(), time(10_001, 20_000)).unwrap();
    let warnings = games[0].moves[1].warnings.clone();
    played.accept(Ok(JudgedMove { cell: "C3".parse().unwrap(), warnings }), time(500_000, 0));
    played.play("A1".parse().unwrap(), time(989_999, 3_000_000)).unwrap();
    assert_eq!(played, games[0]);
}

#[test]
fn an_end_that_leaves_other_clocks_is_refused() {
    let forged = RECORDED.replace(r#""left":[0.0,2.0]"#, r#""left":[0.0,2.5]"#);
    let error = read_games(forged.as_bytes()).expect_err("a forged clock");
    assert!(error.line == 4 && error.message.contains("time left"), "{error}");
}

#[test]
fn an_illegal_move_of_a_built_in_player_loses_and_changes_nothing() {
    let (end, record) = end_against(|_| turn(1, Answer::Cell(Cell::new(25, 25))));
    assert_eq!((end.ending.name(), end.winner), ("illegal-move", Some(1)), "{}", end.message);
    assert_eq!(read_games(&record[..]).unwrap()[0].moves.len(), 1);

    let mut core = GameRecord::begin(game_line(&small_board())).unwrap().core().clone();
    let before = core.clone();
    assert!(core.play(Cell::new(25, 25), TurnTime::ZERO, Vec::new()).is_err());
    assert_eq!(core, before);
}

#[test]
fn odd_white_space_gets_a_warning_unless_the_rules_are_strict_and_a_wrong_board_stays_wrong() {
    let crlf = |text: Vec<u8>| String::from_utf8(text).unwrap().replace('\n', "\r\n").into_bytes();
    let odd = |request: &Request<'_>| turn(1, Answer::Output { text: crlf(good_output(request)), exit: None });
    for strict_format in [true, false] {
        let line = GameLine { strict_format, ..game_line(&small_board()) };
        let (end, record) = play_line(line, &mut Scripted(good), &mut Scripted(odd)).expect("a game");
        let text = String::from_utf8(record.clone()).unwrap();
        let record = &read_games(&record[..]).unwrap()[0];
        assert_eq!(record.game.strict_format, strict_format, "the record tells the rule");
        assert_eq!(text.contains("\"strict_format\":false"), !strict_format);
        let turns = Turns::of_record(record);
        if strict_format {
            assert_eq!(end.ending.name(), "malformed-output", "{}", end.message);
            continue;
        }
        assert_eq!(end.ending, Ending::Cleared, "{}", end.message);
        let [ada, ben] = &turns.sides;
        assert_eq!((ada.warnings, ben.warnings), (0, ben.moves));
        let [warned] = &ben.warned[..] else { panic!("{:?}", ben.warned) };
        assert_eq!((warned.ply, warned.times), (2, ben.moves), "one warning, and how often");
        assert_eq!(
            warned.message,
            "odd white space in output.txt: lines that end in CRLF instead of LF; a strict grader may give zero for it"
        );
    }
    let wrong = |request: &Request<'_>| {
        let text = crlf(b"Z26\n****\n****\n****\n****\n".to_vec());
        let _ = request;
        turn(1, Answer::Output { text, exit: None })
    };
    let line = GameLine { strict_format: false, ..game_line(&small_board()) };
    let (end, _) = play_line(line, &mut Scripted(good), &mut Scripted(wrong)).expect("a game");
    assert_eq!(end.ending.name(), "illegal-move");
}

#[test]
fn the_reply_that_lost_is_in_the_record_byte_for_byte_with_what_was_asked() {
    for output in [&b"b1\n"[..], b"", b"\xff\xfeB\x001\x00", b"A1\r\n\x00\x07\"\\"] {
        let answer = Answer::Output { text: output.to_vec(), exit: None };
        let (end, record) = end_against(|_| Turn { stderr: "oh no".to_owned(), ..turn(250, answer.clone()) });
        let reply = end.reply.clone().expect("the reply");
        assert_eq!((reply.output.as_deref(), reply.stderr.as_str()), (Some(output), "oh no"));
        let record = &read_games(&record[..]).unwrap()[0];
        assert_eq!(record.end.as_ref(), Some(&end));
        // The lost move is move 2, and the clock is as it was before it.
        let input = record.input(2).expect("what was asked");
        assert_eq!((input.time, input.grid), (Duration::from_secs(1), record.positions[1].board().to_grid()));
        assert_eq!(record.input(1).expect("the first move").time, Duration::from_secs(1));
        assert_eq!((record.input(0), record.input(3)), (None, None));
    }
    let (end, _) = end_against(|_| turn(1, Answer::Fault(Ending::NotRun { message: "no".to_owned() })));
    assert_eq!(end.reply, None, "there is nothing to keep");
}

#[test]
fn the_clock_before_each_move_is_the_one_that_the_player_was_told() {
    let told = std::sync::Mutex::new(Vec::new());
    let mut both = [0, 1].map(|_| {
        Scripted(|request: &Request<'_>| {
            told.lock().unwrap().push(request.input());
            good(request)
        })
    });
    let [first, second] = &mut both;
    let (_, record) = play_line(game_line(&small_board()), first, second).expect("a game");
    let record = &read_games(&record[..]).unwrap()[0];
    let recorded: Vec<_> = (1..).map_while(|ply| record.input(ply)).collect();
    assert_eq!(recorded, *told.lock().unwrap());
}
