//! What programs and spreadsheets read of a small tournament, to the last character, and
//! what a match comes to, number by number. The files were checked by hand.

use std::time::Duration;

use fruitrage_game::{
    AgentLine, ClockKind, ClockLine, DecidedBy, Ending, Event, GameCore, GameLine, JudgedMove, PlayedGame,
    RECORD_VERSION, Refused, StartingBoard, TieRule, TurnTime,
};
use fruitrage_results::report::{
    AgentInfo, Findings, GameSide, GameSummary, GameWarning, HostInfo, LeftOut, Longest, TournamentData,
    crosstable_csv, games_pgn, report_html, standings_csv,
};
use fruitrage_results::{Anchor, Field, Format, MatchSummary, Schedule, Seeding};

const fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

/// One side of a game: who, its points, moves, time used, and its slowest turn.
const fn side(agent: usize, points: u32, moves: u32, used: u64, slowest: u64) -> (usize, u32, u32, u64, u64) {
    (agent, points, moves, used, slowest)
}

fn game(id: usize, ending: &str, sides: [(usize, u32, u32, u64, u64); 2], host: &str) -> GameSummary {
    let [first, second] = sides;
    let (winner, decided_by) = match ending {
        "cleared" if first.1 == second.1 => (None, DecidedBy::None),
        "cleared" => (Some(usize::from(second.1 > first.1)), DecidedBy::Points),
        // Who is to move loses.
        _ => (Some(usize::from((first.2 + second.2).is_multiple_of(2))), DecidedBy::Fault),
    };
    let side = |(agent, points, moves, used, slowest)| GameSide {
        agent,
        points,
        moves,
        allowed: ms(10_000),
        used: ms(used),
        slowest: ms(slowest),
        ..GameSide::default()
    };
    GameSummary {
        id: format!("r01-p{:02}-{}", id / 2 + 1, id % 2 + 1),
        pair: format!("r01-p{:02}", id / 2 + 1),
        round: 1,
        board: "4p3".to_owned(),
        seed: Some(id as u64 / 2),
        sides: sides.map(side),
        winner,
        decided_by,
        ending: ending.to_owned(),
        message: "a sentence".to_owned(),
        host: Some(host.to_owned()),
        speed: None,
        record: None,
    }
}

fn tournament() -> TournamentData {
    let agent = |name: &str| AgentInfo {
        name: name.to_owned(),
        command: format!("./{name}"),
        sandbox: "landlock".to_owned(),
        ..AgentInfo::default()
    };
    let mut games = vec![
        game(0, "cleared", [side(0, 30, 4, 900, 400), side(1, 20, 4, 80, 30)], "one"),
        game(1, "cleared", [side(1, 26, 3, 70, 31), side(0, 26, 3, 1100, 700)], "one"),
        game(2, "cleared", [side(0, 17, 5, 1000, 300), side(2, 40, 5, 9_500, 5_000)], "two"),
        game(3, "out-of-time", [side(2, 9, 2, 10_400, 8_000), side(0, 1, 2, 600, 350)], "two"),
        game(4, "cleared", [side(1, 25, 4, 90, 29), side(2, 11, 3, 3_000, 2_000)], "one"),
        game(5, "cleared", [side(2, 33, 6, 2_400, 900), side(1, 12, 5, 60, 25)], "two"),
    ];
    let warning = |ply, message: &str, times| GameWarning { ply, message: message.to_owned(), times };
    games[0].sides[1].warned = vec![warning(2, "odd white space in output.txt: no line end", 3)];
    games[0].sides[1].warnings = 3;
    games[4].sides[0].warned = vec![warning(1, "odd white space in output.txt: CR", 2), warning(3, "another thing", 1)];
    games[4].sides[0].warnings = 3;
    let host = |name: &str, speeds: &[u64]| HostInfo { name: name.to_owned(), speeds: speeds.to_vec() };
    TournamentData {
        name: "small".to_owned(),
        schedule: Schedule { format: Format::RoundRobin, field: Field::new(3), seeding: Seeding::AsListed },
        seed: 1,
        anchor: Anchor::Mean(0.0),
        conditions: Vec::new(),
        is_finished: true,
        agents: ["ada", "ben", "eve"].map(agent).to_vec(),
        games,
        hosts: vec![host("one", &[2_000_000, 2_000_000]), host("two", &[1_000_000, 1_200_000])],
        left_out: LeftOut::default(),
        replays: None,
        awarded: Vec::new(),
        byes: Vec::new(),
    }
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_files_of_a_small_tournament_are_these() {
    let data = tournament();
    let findings = Findings::new(&data);
    for (name, found, expected) in [
        ("standings.csv", written(|out| standings_csv(&findings, out)), include_str!("exact/standings.csv")),
        ("crosstable.csv", written(|out| crosstable_csv(&findings, out)), include_str!("exact/crosstable.csv")),
        ("games.pgn", written(|out| games_pgn(&findings, out)), include_str!("exact/games.pgn")),
    ] {
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn the_findings_about_an_agent_are_these() {
    let data = tournament();
    let findings = Findings::new(&data);
    let [ada, ben, eve] = [0, 1, 2].map(|agent| &findings.agents[agent]);
    // Ada: as the first player one win and one loss, as the second a draw and a win by a fault.
    assert_eq!(ada.by_side.map(|side| side.games), [[1, 0, 1], [1, 1, 0]]);
    assert_eq!(ada.by_side.map(|side| side.score()), [Some(0.5), Some(0.75)]);
    assert_eq!(ada.by_side.map(|side| side.margin()), [Some(-6.5), Some(-4.0)]);
    assert_eq!(ada.first_mover_edge(), Some(-0.25));
    assert_eq!((ada.time.games, ada.time.moves, ada.time.used), (4, 14, ms(3_600)));
    assert_eq!((ada.time.mean_move(), ada.time.mean_game()), (Some(ms(3_600).div_f64(14.0)), Some(ms(900))));
    assert_eq!(ada.time.slowest, Some(Longest { time: ms(700), game: 1 }));
    assert_eq!(ada.time.most, Some(Longest { time: ms(1_100), game: 1 }));
    assert_eq!(ada.time.median, Some(ms(1_000)));
    assert_eq!(ada.time.parts, [0, 2, 2, 0, 0, 0, 0, 0]);
    assert_eq!(eve.time.parts, [0, 0, 1, 1, 0, 0, 1, 1]);
    // Two kinds of warnings of Ben's, the first of them in two games.
    let warned: Vec<_> = ben.warned.iter().map(|warned| (warned.game, warned.ply, warned.times)).collect();
    assert_eq!(warned, [(0, 2, 5), (4, 3, 1)]);
    assert_eq!(fruitrage_results::report::SideRecord::default().score(), None);
    assert_eq!(fruitrage_results::report::SideRecord::default().margin(), None);
    assert_eq!(fruitrage_results::report::TimeUse::default().mean_move(), None);
    assert_eq!(fruitrage_results::report::TimeUse::default().mean_game(), None);
}

#[test]
fn machines_are_told_with_their_speeds() {
    let data = tournament();
    let page = report_html(&Findings::new(&data));
    for words in ["2.00 M/s", "2 workers", "2 workers, 1.00 to 1.20"] {
        assert!(page.contains(words), "{words}");
    }
}

/// A game that is played by the core: moves with milliseconds and warnings, then perhaps a
/// fault.
fn played(began: usize, board: &str, moves: &[(&str, u64, &[&str])], fault: Option<u64>) -> PlayedGame {
    let start = StartingBoard::of_line(board).unwrap();
    let agent = |name: &str| AgentLine::of_builtin(name, name, ms(10_000));
    let line = GameLine {
        version: RECORD_VERSION,
        id: format!("0001-{}", began + 1),
        pair: "0001".to_owned(),
        board: start.board.to_line(),
        kinds: start.kinds,
        seed: None,
        agents: ["first", "second"].map(agent),
        clock: ClockLine { kind: ClockKind::Cpu, grace: ms(0), increment: ms(0) },
        ties: TieRule::Draw,
        strict_board: true,
        strict_format: false,
    };
    let mut core = GameCore::new(&line, start.board);
    let mut events = vec![Event::Game(line)];
    for (cell, time, warnings) in moves {
        let warnings = warnings.iter().map(|&warning| warning.to_owned()).collect();
        let judged = JudgedMove { cell: cell.parse().unwrap(), warnings };
        events.extend(core.accept(Ok(judged), TurnTime::new(ms(*time), ms(*time))).into_iter().map(|step| step.event));
    }
    if let Some(time) = fault {
        let ending = Ending::IllegalMove { message: "A1 is empty".to_owned() };
        let refused = Refused { ending, reply: None };
        events.extend(core.accept(Err(refused), TurnTime::new(ms(time), ms(time))).into_iter().map(|step| step.event));
    }
    let Some(Event::End(end)) = events.last().cloned() else { panic!("the game has no end") };
    PlayedGame { began, events, end }
}

#[test]
fn a_match_comes_to_these_numbers() {
    // Side 0 begins and takes 2 + 1 of 4 fruits; then side 1 begins, and side 0 makes a fault.
    let space: &[&str] = &["odd white space in output.txt: no line end"];
    let first = played(0, "01/00", &[("A1", 300, &[]), ("B2", 50, space)], None);
    let second = played(
        1,
        "01/23",
        &[("A1", 40, space), ("B1", 200, &[]), ("A2", 70, &["odd white space in output.txt: CR"])],
        Some(500),
    );
    let mut summary = MatchSummary::default();
    summary.add(&vec![first, second]);
    assert_eq!(summary.games, [1, 0, 1]);
    assert_eq!(summary.won_by_beginner, 2);
    assert_eq!(summary.points, [9 + 1, 1 + 2]);
    assert_eq!(summary.pairs.not_lost(), Some(1.0));
    let [own, other] = &summary.sides;
    assert_eq!((own.moves, own.used, own.slowest, own.most_in_a_game), (2, ms(1_000), ms(500), ms(700)));
    assert_eq!((other.moves, other.used, other.slowest, other.most_in_a_game), (3, ms(160), ms(70), ms(110)));
    // Two moves and a turn without one; three moves.
    assert_eq!(own.mean_move(), Some(ms(1_000).div_f64(3.0)));
    assert_eq!(other.mean_move(), Some(ms(160).div_f64(3.0)));
    assert_eq!(MatchSummary::default().sides[0].mean_move(), None);
    assert_eq!(own.faults.iter().map(|(name, times)| (*name, *times)).collect::<Vec<_>>(), [("illegal-move", 1)]);
    assert_eq!((own.examples.len(), own.examples[0].ply, own.examples[0].game.as_str()), (1, 4, "0001-2"));
    assert!(other.faults.is_empty() && other.examples.is_empty());
    assert_eq!((own.warnings, other.warnings), (0, 3));
    let warned: Vec<_> = other.warned.iter().map(|(first, times)| (first.game.as_str(), first.ply, *times)).collect();
    assert_eq!(warned, [("0001-1", 2, 3)]);
}

#[test]
fn no_more_than_five_faults_are_told_in_full() {
    let mut summary = MatchSummary::default();
    for _ in 0..7 {
        summary.add(&vec![played(0, "01/23", &[], Some(10))]);
    }
    assert_eq!((summary.sides[0].examples.len(), summary.sides[0].faults["illegal-move"]), (5, 7));
}
