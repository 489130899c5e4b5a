//! Records as files of unknown origin: what is read, what is refused, and with which
//! words; and the sentences at the end of games.

use std::fmt::Write as _;
use std::time::Duration;

use fruitrage_game::{
    AgentLine, ClockKind, ClockLine, Ending, Event, GameCore, GameLine, GameRecord, JudgedMove, Refused, TieRule,
    TurnTime, read_games,
};
use fruitrage_rules::{Cell, Player};

fn game_line(board: &str) -> GameLine {
    let agent = |name: &str| AgentLine::of_builtin(name, name, Duration::from_secs(10));
    GameLine {
        version: 1,
        id: "g".to_owned(),
        pair: "p".to_owned(),
        board: board.to_owned(),
        kinds: 4,
        seed: None,
        agents: [agent("Ada"), agent("Ben")],
        clock: ClockLine { kind: ClockKind::Cpu, grace: Duration::ZERO, increment: Duration::ZERO },
        ties: TieRule::Draw,
        strict_board: true,
        strict_format: false,
    }
}

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

fn seconds(cpu: u64) -> TurnTime {
    TurnTime::new(Duration::from_secs(cpu), Duration::ZERO)
}

/// A game of some moves, each of which takes a second.
fn played(line: GameLine, moves: &[&str]) -> GameRecord {
    let mut record = GameRecord::begin(line).unwrap();
    for name in moves {
        record.play(cell(name), seconds(1)).unwrap();
    }
    record
}

fn text_of(record: &GameRecord) -> String {
    record.events().fold(String::new(), |text, event| text + &event.to_line() + "\n")
}

/// What is said of a text in which one part is replaced by another.
fn said_of(record: &GameRecord, from: &str, to: &str) -> String {
    let text = text_of(record);
    assert_eq!(text.matches(from).count(), 1, "{from} in {text}");
    read_games(text.replace(from, to).as_bytes()).unwrap_err().to_string()
}

#[test]
fn several_games_and_blank_lines_are_read_one_after_the_other() {
    let [one, two] = [played(game_line("01/01"), &["A1", "B1"]), played(game_line("22/33"), &["A1"])];
    let text = format!("\n{}  \r\n\n{}", text_of(&one), text_of(&two));
    assert_eq!(read_games(text.as_bytes()).unwrap(), [one, two]);
    assert_eq!(read_games(&b""[..]).unwrap(), []);
}

#[test]
fn a_record_begins_with_its_game() {
    let record = played(game_line("01/01"), &["A1"]);
    let text: String = text_of(&record).lines().skip(1).fold("\n".to_owned(), |text, line| text + line + "\n");
    let error = read_games(text.as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "line 2: a game must begin with a 'game' line");
}

#[test]
fn no_line_is_longer_than_a_megabyte() {
    const LONGEST: usize = 1 << 20;
    let record = played(game_line("01/01"), &[]);
    let line = text_of(&record);
    let padded = |length: usize| " ".repeat(length - line.len()) + &line;
    assert_eq!(read_games(padded(LONGEST).as_bytes()).unwrap(), [record]);
    let error = read_games(padded(LONGEST + 1).as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), format!("line 1: longer than {LONGEST} bytes"));
}

#[test]
fn what_cannot_have_happened_is_refused_with_what_should_stand_there() {
    let record = played(game_line("012/012/012"), &["A1", "B1"]);
    let said = |from, to| said_of(&record, from, to);
    assert_eq!(said(r#""ply":2"#, r#""ply":3"#), "line 3: the number of the move should be 2, but is 3");
    assert_eq!(said(r#""player":2"#, r#""player":1"#), "line 3: the player should be 2, but is 1");
    assert_eq!(said(r#""points":[9,9]"#, r#""points":[9,8]"#), "line 3: the points should be 9:9, but is 9:8");
    assert_eq!(said(r#""move":"B1""#, r#""move":"A1""#), "line 3: the move is illegal: A1 is empty");
    let mut ended = record;
    ended.play(cell("C1"), seconds(1)).unwrap();
    let said = |from, to| said_of(&ended, from, to);
    assert_eq!(said(r#""winner":1"#, r#""winner":null"#), "line 5: the winner should be player 1, but is nobody");
    assert_eq!(
        said(r#""decided_by":"points""#, r#""decided_by":"fault""#),
        "line 5: what decided the game should be points, but is the other's fault"
    );
    assert_eq!(
        said(r#""left":[8.0,9.0]"#, r#""left":[8.0,9.5]"#),
        "line 5: the time left should be 8 s and 9 s, but is 8 s and 9.5 s"
    );
    assert_eq!(
        said(r#""kind":"cleared""#, r#""kind":"resigned","player":2"#),
        "line 5: the board is empty, so the game was cleared, not 'resigned'"
    );
}

#[test]
fn a_move_after_the_clock_has_run_out_cannot_have_been_made() {
    let record = played(game_line("012/012/012"), &["A1"]);
    let said = said_of(&record, r#""cpu":1.0"#, r#""cpu":10.0"#);
    assert_eq!(said, "line 2: the time left should be 0 s, but is 9 s");
}

#[test]
fn a_game_is_over_when_the_board_is_empty_and_not_before() {
    let mut record = played(game_line("012/012/012"), &["A1"]);
    record.end(Ending::Resigned { player: 1 }, TurnTime::ZERO);
    let ending = r#"{"kind":"resigned","player":1}"#;
    assert_eq!(
        said_of(&record, ending, r#"{"kind":"cleared"}"#),
        "line 3: the game is said to be over, but there is fruit left"
    );
    for player in [0, 3] {
        let forged = format!(r#"{{"kind":"resigned","player":{player}}}"#);
        assert_eq!(said_of(&record, ending, &forged), "line 3: only player 1 or 2 can resign");
    }
    let twice = text_of(&record) + &record.events().last().unwrap().to_line() + "\n";
    let error = read_games(twice.as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "line 4: the game was over before this line");
}

#[test]
fn a_board_on_which_nothing_can_be_played_begins_no_game() {
    for (board, message) in [("**/**", "the board is empty before the first move"), ("0/1", "the board: ")] {
        let error = GameCore::read(&game_line(board)).unwrap_err();
        assert!(error.starts_with(message), "{error}");
    }
    let newer = GameLine { version: 2, ..game_line("01/01") };
    assert_eq!(GameCore::read(&newer), Err("version 2 of the record is newer than this program knows".to_owned()));
    let older = GameLine { version: 0, ..game_line("01/01") };
    assert!(GameCore::read(&older).is_ok());
}

#[test]
fn the_core_counts_moves_and_charges_whoever_made_them() {
    let mut core = GameCore::read(&game_line("012/012/012")).unwrap();
    let mut shown = String::new();
    for (name, cpu) in [("A1", 1), ("B1", 2), ("C1", 3)] {
        let ply = core.next_ply();
        core.play(cell(name), seconds(cpu), Vec::new()).unwrap();
        let left = core.left().map(|left| left.as_secs());
        writeln!(shown, "{ply}: {:?} {left:?} {}", core.position().points(), core.is_over()).unwrap();
    }
    assert_eq!(shown, "1: [9, 0] [9, 10] false\n2: [9, 9] [9, 8] false\n3: [18, 9] [6, 8] false\n");
    assert!(core.end_if_cleared().is_some() && core.is_over());
    assert_eq!(core.end_if_cleared(), None, "a game ends once");
}

#[test]
fn a_last_turn_is_charged_for_a_fault_or_when_giving_up_and_for_nothing_else() {
    for (ending, left) in [
        (Ending::NoOutput { message: String::new() }, [9, 6]),
        (Ending::Resigned { player: 1 }, [9, 6]),
        (Ending::Void { message: String::new() }, [9, 10]),
    ] {
        let mut record = played(game_line("012/012/012"), &["A1"]);
        record.end(ending.clone(), seconds(4));
        let end = record.end.clone().unwrap();
        assert_eq!(end.left.map(|left| left.as_secs()), left, "{ending:?}");
        assert_eq!([Player::First, Player::Second].map(|player| record.left(player)), end.left);
        assert_eq!((end.cpu, end.wall), (Duration::from_secs(4), Duration::ZERO));
        assert!(record.core().is_over());
    }
}

#[test]
fn parts_of_a_microsecond_cost_nothing() {
    let time = TurnTime::new(Duration::from_nanos(1_999), Duration::from_nanos(2_999));
    assert_eq!((time.cpu(), time.wall()), (Duration::from_micros(1), Duration::from_micros(2)));
    assert_eq!(TurnTime::of_person(Duration::from_secs(3)), TurnTime::new(Duration::ZERO, Duration::from_secs(3)));
}

#[test]
fn a_move_that_only_the_slow_judge_finds_legal_is_nobodys_loss() {
    let mut core = GameCore::read(&game_line("012/012/012")).unwrap();
    let outside = JudgedMove { cell: cell("Z26"), warnings: Vec::new() };
    let steps = core.accept(Ok(outside), seconds(4));
    let [step] = &steps[..] else { panic!("{steps:?}") };
    let Event::End(end) = &step.event else { panic!("{step:?}") };
    assert!(
        end.message.starts_with("The game does not count: the arena contradicts itself: Z26 is outside"),
        "{end:?}"
    );
    assert_eq!((end.winner, end.left), (None, [Duration::from_secs(10); 2]));
}

#[test]
fn the_end_of_a_game_is_told_in_a_sentence() {
    let told = |board: &str, ties: TieRule, moves: &[(&str, u64)]| {
        let mut record = GameRecord::begin(GameLine { ties, ..game_line(board) }).unwrap();
        for (name, cpu) in moves {
            record.play(cell(name), seconds(*cpu)).unwrap();
        }
        record.end.unwrap().message
    };
    let draw = [("A1", 2), ("B1", 1)];
    assert_eq!(told("01/01", TieRule::Draw, &draw), "Drawn, 4:4");
    assert_eq!(told("01/01", TieRule::Time, &draw), "Ben wins by time left, 4:4");
    assert_eq!(told("01/01", TieRule::Time, &[("A1", 1), ("B1", 1)]), "Drawn, 4:4");
    assert_eq!(told("01/11", TieRule::Time, &[("A1", 1), ("B2", 2)]), "Ben wins by points, 1:9");
    assert_eq!(told("01/11", TieRule::Draw, &[("B2", 1), ("A2", 2)]), "Ada wins by points, 9:1");
    let ended = |ending| {
        let mut record = played(game_line("012/012/012"), &["A1"]);
        record.end(ending, TurnTime::ZERO);
        record.end.unwrap().message
    };
    assert_eq!(ended(Ending::Resigned { player: 1 }), "Ada resigned, so Ben wins; the points were 9:0");
    assert_eq!(ended(Ending::Resigned { player: 2 }), "Ben resigned, so Ada wins; the points were 9:0");
    assert_eq!(ended(Ending::NotRun { message: "why".to_owned() }), "Ben cannot be run: why");
    assert_eq!(ended(Ending::Void { message: "why".to_owned() }), "The game does not count: why");
}

#[test]
fn the_last_game_of_some_events_is_the_one_that_counts() {
    let [one, two] = [played(game_line("01/01"), &["A1"]), played(game_line("22/33"), &["A1"])];
    let events = || one.events().chain(two.events());
    assert_eq!(GameRecord::of_events(events()), Ok(Some(two.clone())));
    assert_eq!(GameRecord::of_events([]), Ok(None));
    let headless = GameRecord::of_events(events().skip(1));
    assert_eq!(headless, Err("a game must begin with a 'game' line".to_owned()));
}

#[test]
fn a_player_who_is_renamed_is_called_so_in_the_record_and_at_the_end() {
    let mut record = played(game_line("01/01"), &[]);
    record.rename(Player::Second, "Cleo");
    assert_eq!(record.game.agents.each_ref().map(|agent| agent.name.as_str()), ["Ada", "Cleo"]);
    record.end(Ending::Resigned { player: 1 }, seconds(1));
    assert_eq!(record.end.unwrap().message, "Ada resigned, so Cleo wins; the points were 0:0");
}

#[test]
fn who_has_used_up_its_time_is_out_of_time_whatever_else_it_did_wrong() {
    let ended = |kind, budget, used, ending: Ending| {
        let mut line = game_line("01/01");
        line.clock.kind = kind;
        line.agents[0].time = Duration::from_secs(budget);
        let mut record = GameRecord::begin(line).unwrap();
        record.accept(Err(Refused::from(ending)), seconds(used));
        record.end.unwrap().ending.name()
    };
    let silent = || Ending::NoOutput { message: String::new() };
    assert_eq!(ended(ClockKind::Cpu, 10, 9, silent()), "no-output");
    assert_eq!(ended(ClockKind::Cpu, 10, 10, silent()), "out-of-time");
    assert_eq!(ended(ClockKind::Cpu, 10, 11, silent()), "out-of-time");
    assert_eq!(ended(ClockKind::Cpu, 10, 11, Ending::Void { message: String::new() }), "void");
    assert_eq!(ended(ClockKind::None, 0, 11, silent()), "no-output", "without a clock nobody runs out of time");
}

#[test]
fn an_increment_is_given_for_every_move_and_records_without_one_read_as_before() {
    let mut line = game_line("012/012/012");
    line.clock.increment = Duration::from_secs(2);
    let record = played(line, &["A1", "B1"]);
    // Ten seconds; each move takes one and is given two.
    assert_eq!(record.clocks(2), [Duration::from_secs(11); 2]);
    assert_eq!(read_games(text_of(&record).as_bytes()).unwrap(), std::slice::from_ref(&record));
    let said = said_of(&record, r#","increment":2.0"#, "");
    assert_eq!(said, "line 2: the time left should be 9 s, but is 11 s");
    let plain = played(game_line("012/012/012"), &["A1"]);
    assert!(!text_of(&plain).contains("increment"));
    // Who has no time left is given none.
    let mut late = record;
    let steps = late.play(cell("C1"), seconds(11)).unwrap();
    assert!(matches!(&steps[0].event, fruitrage_game::Event::End(end) if end.winner == Some(2)), "{steps:?}");
}
