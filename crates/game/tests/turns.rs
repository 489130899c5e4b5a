//! What the turns of a game come to, by its events and by its record.

use std::time::Duration;

use fruitrage_game::{
    AgentLine, ClockKind, ClockLine, Ending, Event, GameLine, GameRecord, JudgedMove, Kill, SideTurns, TieRule,
    TurnTime, Turns, Warned,
};

fn game_line(kind: ClockKind) -> GameLine {
    let agent = |name: &str| AgentLine::of_builtin(name, name, Duration::from_mins(1));
    GameLine {
        version: 1,
        id: "g".to_owned(),
        pair: "p".to_owned(),
        board: "0123/0123/0123/0123".to_owned(),
        kinds: 4,
        seed: None,
        agents: [agent("Ada"), agent("Ben")],
        clock: ClockLine { kind, grace: Duration::ZERO, increment: Duration::ZERO },
        ties: TieRule::Draw,
        strict_board: true,
        strict_format: false,
    }
}

/// Two seconds of CPU time are one on the wall.
fn time(seconds: u64) -> TurnTime {
    TurnTime::new(Duration::from_secs(2 * seconds), Duration::from_secs(seconds))
}

/// A game of three moves, the second and the third with warnings, that ends like this
/// after a turn of five seconds on the wall.
fn record(kind: ClockKind, ending: Ending) -> GameRecord {
    let mut record = GameRecord::begin(game_line(kind)).unwrap();
    for (cell, seconds, warnings) in [("A1", 3, vec![]), ("B1", 1, vec!["odd: a", "odd: b"]), ("C1", 2, vec!["late"])] {
        let warnings = warnings.into_iter().map(str::to_owned).collect();
        record.accept(Ok(JudgedMove { cell: cell.parse().unwrap(), warnings }), time(seconds));
    }
    record.end(ending, time(5));
    record
}

fn side(moves: u32, used: u64, slowest: u64, warnings: u32, first: (u32, &str)) -> SideTurns {
    // Warnings of a kind are counted, not listed.
    SideTurns {
        moves,
        used: Duration::from_secs(used),
        slowest: Duration::from_secs(slowest),
        warnings,
        warned: vec![Warned { ply: first.0, message: first.1.to_owned(), times: warnings }],
    }
}

#[test]
fn the_turns_of_a_record_are_those_of_its_events() {
    let fault = Ending::Killed { kill: Kill::Asleep, after: Duration::from_secs(5) };
    let record = record(ClockKind::Wall, fault);
    let events: Vec<Event> = record.events().collect();
    let turns = Turns::of_events(&events);
    assert_eq!(turns, Turns::of_record(&record));
    assert_eq!(turns.game, Some(&record.game));
    // The turn that gave no move counts as time, not as a move.
    assert_eq!(turns.sides, [side(2, 5, 3, 1, (3, "late")), side(1, 6, 5, 2, (2, "odd: a"))]);
    assert_eq!((turns.moves(), turns.at_fault), (3, Some(1)));
}

#[test]
fn time_is_what_the_clock_of_the_game_counts() {
    let fault = || Ending::NoOutput { message: String::new() };
    for (kind, used) in [(ClockKind::Cpu, [10, 12]), (ClockKind::Wall, [5, 6]), (ClockKind::None, [0, 0])] {
        let record = record(kind, fault());
        assert_eq!(Turns::of_record(&record).sides.map(|side| side.used.as_secs()), used, "{kind}");
    }
    // Events without the line of the game are a part of a record: CPU time is the rule.
    let record = record(ClockKind::Wall, fault());
    let events: Vec<Event> = record.events().skip(1).collect();
    assert_eq!(Turns::of_events(&events).sides.map(|side| side.used.as_secs()), [10, 12]);
}

#[test]
fn an_end_that_is_nobodys_fault_takes_no_time() {
    let record = record(ClockKind::Wall, Ending::Void { message: "no room".to_owned() });
    let turns = Turns::of_record(&record);
    assert_eq!(turns.at_fault, None);
    assert_eq!(turns.sides, [side(2, 5, 3, 1, (3, "late")), side(1, 1, 1, 2, (2, "odd: a"))]);
}

#[test]
fn tries_before_the_last_one_do_not_count() {
    let void = record(ClockKind::Wall, Ending::Void { message: "no room".to_owned() });
    let last = record(ClockKind::Wall, Ending::NoOutput { message: String::new() });
    let events: Vec<Event> = void.events().chain(last.events()).collect();
    assert_eq!(Turns::of_events(&events), Turns::of_record(&last));
    assert_eq!(Turns::of_events(&[]), Turns::default());
}

#[test]
fn who_is_at_fault_is_the_player_whose_turn_it_was() {
    let mut record = GameRecord::begin(game_line(ClockKind::Cpu)).unwrap();
    record.end(Ending::NoOutput { message: String::new() }, time(1));
    assert_eq!(Turns::of_record(&record).at_fault, Some(0));
    let end = record.end.unwrap();
    assert_eq!((end.winner, end.at_fault()), (Some(2), Some(0)));
    for (moves, at_fault) in [0, 1, 0, 1].into_iter().enumerate() {
        let mut record = GameRecord::begin(game_line(ClockKind::Cpu)).unwrap();
        for cell in ["A1", "B1", "C1"].iter().take(moves) {
            record.play(cell.parse().unwrap(), time(1)).unwrap();
        }
        record.end(Ending::NoOutput { message: String::new() }, time(1));
        assert_eq!(Turns::of_record(&record).at_fault, Some(at_fault), "after {moves} moves");
        assert_eq!(record.end.unwrap().at_fault(), Some(at_fault), "after {moves} moves");
    }
    let record = self::record(ClockKind::Cpu, Ending::Resigned { player: 1 });
    assert_eq!(record.end.unwrap().at_fault(), None, "who resigns plays by the rules");
}

#[test]
fn warnings_are_of_one_kind_if_they_begin_alike() {
    assert_eq!(Warned::kind("wrong board after B1: row 2"), "wrong board");
    assert_eq!(Warned::kind("odd white space in output.txt: a tab; and more"), Warned::WHITE_SPACE);
    assert_eq!(Warned::kind("late"), "late");
    let mut record = GameRecord::begin(game_line(ClockKind::Cpu)).unwrap();
    let warnings = ["odd: a", "late", "odd: b"].map(str::to_owned).to_vec();
    record.accept(Ok(JudgedMove { cell: "A1".parse().unwrap(), warnings }), time(1));
    let turns = Turns::of_record(&record);
    let warned = |message: &str, times| Warned { ply: 1, message: message.to_owned(), times };
    assert_eq!(turns.sides[0].warned, [warned("odd: a", 2), warned("late", 1)]);
}
