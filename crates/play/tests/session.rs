//! Games under way: whatever people do, the record can have happened, and taking
//! back restores exactly what was.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fruitrage_engine::Level;
use fruitrage_game::BoardClass;
use fruitrage_game::{
    AgentLine, Answer, Contestant, DecidedBy, Ending, Entrant, Entry, GameRecord, Request, Turn, read_games,
};
use fruitrage_play::session::{Hint, Refusal, Seat, Session, SessionEvent, Setup, Snapshot, Told};
use fruitrage_play::{effect, group};
use fruitrage_rules::{Board, Cell, Judge, Player, generate};
use proptest::prelude::*;

fn ada_and_ben() -> [Seat; 2] {
    [Seat::human("Ada"), Seat::human("Ben")]
}

fn greedy() -> Seat {
    Seat::of_line(&AgentLine::of_builtin("greedy", "greedy", Duration::ZERO)).unwrap()
}

fn setup(size: usize, kinds: u8, seed: u64, seats: [Seat; 2]) -> Setup {
    Setup::random(BoardClass::new(size, kinds).unwrap(), seed, seats)
}

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

/// Waits for an event that is wanted.
fn wait_for<T>(events: &std::sync::mpsc::Receiver<Told>, wanted: impl Fn(&SessionEvent) -> Option<T>) -> T {
    events.iter().find_map(|told| wanted(&told.event)).expect("the session goes on")
}

fn persons_turn(event: &SessionEvent) -> Option<()> {
    matches!(event, SessionEvent::Turn { human: true, .. } | SessionEvent::Ended(_)).then_some(())
}

/// A snapshot without what depends on the moment.
fn timeless(snapshot: Snapshot) -> Snapshot {
    let mut snapshot = Snapshot { sequence: 0, ..snapshot };
    snapshot.clocks.left = None;
    snapshot
}

fn read(path: &std::path::Path) -> GameRecord {
    let mut games = read_games(&std::fs::read(path).unwrap()[..]).unwrap();
    assert_eq!(games.len(), 1);
    games.pop().unwrap()
}

#[derive(Clone, Debug)]
enum Deed {
    Play(usize),
    TakeBack,
    Resign(bool),
    Pause,
    GoOn,
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let deed = prop_oneof![
        8 => (0_usize..100).prop_map(Deed::Play),
        3 => Just(Deed::TakeBack),
        1 => any::<bool>().prop_map(Deed::Resign),
        1 => Just(Deed::Pause),
        2 => Just(Deed::GoOn),
    ];
    proptest::collection::vec(deed, 0..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn whatever_people_do_the_record_on_disk_is_the_game(
        size in 2_usize..=5, kinds in 1_u8..=4, seed in any::<u64>(), timed in any::<bool>(), deeds in deeds(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let budget = timed.then_some(Duration::from_hours(1));
        let setup = Setup { budget, ..setup(size, kinds, seed, ada_and_ben()) };
        let session = Session::start_recorded(setup, &path).unwrap();
        for deed in deeds {
            let before = session.snapshot();
            let groups = before.position.board().groups();
            let done = match deed {
                Deed::Play(_) if groups.is_empty() => session.play(cell("A1")),
                Deed::Play(number) => session.play(groups[number % groups.len()].cell()),
                Deed::TakeBack => session.take_back().map(|_| ()),
                Deed::Resign(first) => session.resign(if first { Player::First } else { Player::Second }),
                Deed::Pause => session.pause(),
                Deed::GoOn => session.go_on(),
            };
            if done.is_err() {
                prop_assert_eq!(timeless(session.snapshot()), timeless(before), "a refusal changes nothing");
            }
            let record = session.record();
            let is_blank = record.moves.is_empty() && record.end.is_none();
            let expected = (!is_blank).then_some(record);
            prop_assert_eq!(path.exists().then(|| read(&path)), expected, "a file from the first move on");
            prop_assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), usize::from(!is_blank));
        }
        let last = session.snapshot();
        drop(session);
        if !path.exists() {
            return Ok(());
        }
        let resumed = Session::resume(&path, |line| Ok(Seat::of_line(line).unwrap())).unwrap();
        let mut now = timeless(resumed.snapshot());
        // A pause is not a part of the game.
        (now.paused, now.clocks.running) = (last.paused, last.clocks.running);
        prop_assert_eq!(now, timeless(last));
    }

    #[test]
    fn taking_back_restores_exactly_what_was(
        size in 2_usize..=6, kinds in 2_u8..=4, seed in any::<u64>(), choices in proptest::collection::vec(0_usize..100, 1..30),
    ) {
        let session = Session::start(setup(size, kinds, seed, ada_and_ben())).unwrap();
        let mut stages = Vec::new();
        for choice in choices {
            let snapshot = session.snapshot();
            let groups = snapshot.position.board().groups();
            if groups.is_empty() {
                break;
            }
            stages.push((session.record(), timeless(snapshot)));
            session.play(groups[choice % groups.len()].cell()).unwrap();
        }
        for (record, snapshot) in stages.into_iter().rev() {
            prop_assert_eq!(session.take_back(), Ok(1));
            prop_assert_eq!(session.record(), record);
            prop_assert_eq!(timeless(session.snapshot()), snapshot);
        }
        prop_assert_eq!(session.take_back(), Err(Refusal::NothingToTakeBack));
    }

    #[test]
    fn what_falls_falls_as_the_judge_lets_it(
        size in 1_usize..=12, kinds in 1_u8..=5, seed in any::<u64>(), choices in proptest::collection::vec(0_usize..1000, 1..40),
    ) {
        let mut board = Board::settled(&generate(size, kinds, seed));
        for choice in choices {
            let groups = board.groups();
            if groups.is_empty() {
                break;
            }
            let chosen = groups[choice % groups.len()];
            let mut judge = Judge::new(&board.to_grid());
            let view = group(&board, chosen.cell()).unwrap();
            let mut cells = judge.cells_of_group_at(chosen.cell());
            cells.sort();
            prop_assert_eq!(&view.cells, &cells);
            prop_assert_eq!((view.size as usize, view.points), (chosen.size(), chosen.points()));
            // Taken out and dropped fruit by fruit, in the order told, every fruit
            // falls into an empty cell, and the board is the judge's.
            let effect = effect(&board, chosen.cell()).unwrap();
            let mut grid = board.to_grid();
            effect.taken.cells.iter().for_each(|&cell| grid.set(cell, None));
            for fall in &effect.falls {
                prop_assert_eq!(grid.get(fall.from), Some(fall.fruit));
                prop_assert_eq!(grid.get(fall.to), None);
                prop_assert_eq!(fall.from.column(), fall.to.column());
                prop_assert!(fall.from.row() < fall.to.row());
                grid.set(fall.from, None);
                grid.set(fall.to, Some(fall.fruit));
            }
            judge.try_take(chosen.cell()).unwrap();
            prop_assert_eq!(grid, judge.to_grid());
            board.try_play(chosen.cell()).unwrap();
        }
    }

    #[test]
    fn a_clue_is_true_of_the_best_move_and_gives_it_away_only_if_it_must(
        size in 2_usize..=6, kinds in 1_u8..=4, seed in any::<u64>(),
    ) {
        let session = Session::start(setup(size, kinds, seed, ada_and_ben())).unwrap();
        let (snapshot, events) = session.events();
        let board = snapshot.position.board();
        let hint = |event: &SessionEvent| if let SessionEvent::Hint(hint) = event { Some(hint.clone()) } else { None };
        session.hint().unwrap();
        let Hint::Clue { clue, fits, words } = wait_for(&events, hint) else { panic!("the first hint is a clue") };
        session.hint().unwrap();
        let Hint::Move { group, thought, .. } = wait_for(&events, hint) else { panic!("the second is the move") };
        prop_assert!(clue.fits(board, board.group_at(thought.cell).unwrap()), "{}", words);
        prop_assert_eq!(board.groups().iter().filter(|&&other| clue.fits(board, other)).count(), fits);
        prop_assert!(group.cells.contains(&thought.cell));
        prop_assert!(!words.contains(&thought.cell.to_string()));
        prop_assert_eq!(timeless(session.snapshot()).position, snapshot.position);
    }
}

#[test]
fn a_person_and_the_engine_play_to_the_end_and_every_event_is_numbered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let seats = [Seat::human("Ada"), Seat::engine(Level::LOWEST)];
    let session = Session::start_recorded(setup(5, 3, 3, seats), &path).unwrap();
    let (snapshot, events) = session.events();
    let mut board = snapshot.position.board().clone();
    let mut sequence = snapshot.sequence;
    let mut plies = 0;
    session.play(board.groups()[0].cell()).unwrap();
    for told in events {
        sequence += 1;
        assert_eq!(told.sequence, sequence);
        match told.event {
            SessionEvent::Moved(played) => {
                plies += 1;
                assert_eq!(played.ply, plies);
                board.try_play(played.cell).unwrap();
                assert_eq!(played.rows.concat(), board.to_string().replace('\n', ""));
            }
            SessionEvent::Turn { human: true, .. } => session.play(board.groups()[0].cell()).unwrap(),
            SessionEvent::Ended(end) => {
                assert_eq!(end.ending, Ending::Cleared);
                assert!(end.message.contains("wins by points") || end.message.contains("Drawn"), "{}", end.message);
                break;
            }
            SessionEvent::Turn { .. } | SessionEvent::Thinking { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(board.is_empty());
    assert_eq!(read(&path), session.record());
    assert!(matches!(session.play(cell("A1")), Err(Refusal::Over(_))));
}

#[test]
fn a_move_is_taken_back_with_the_reply_several_times_and_after_the_end() {
    let session = Session::start(setup(4, 3, 9, [greedy(), Seat::human("Ada")])).unwrap();
    let (snapshot, events) = session.events();
    if snapshot.moves.is_empty() {
        wait_for(&events, persons_turn);
    }
    let mut stages = Vec::new();
    while session.snapshot().end.is_none() {
        stages.push(session.record());
        session.play(session.snapshot().position.board().groups()[0].cell()).unwrap();
        wait_for(&events, persons_turn);
    }
    assert!(stages.len() > 2);
    for record in stages.into_iter().rev() {
        assert!(matches!(session.take_back(), Ok(1 | 2)));
        assert_eq!(session.record(), record);
    }
    assert_eq!(session.take_back(), Err(Refusal::NothingToTakeBack), "the machine's first move stays");
}

#[test]
fn what_is_not_allowed_is_refused_with_a_reason() {
    let session = Session::start(setup(3, 2, 1, ada_and_ben())).unwrap();
    let said = |refusal: Refusal| refusal.to_string();
    assert_eq!(said(session.play(cell("D1")).unwrap_err()), "D1 is outside the 3 x 3 board");
    session.play(cell("A1")).unwrap();
    let empty = Cell::all(3).find(|&cell| session.group(cell).is_err()).unwrap();
    assert_eq!(said(session.play(empty).unwrap_err()), format!("{empty} is empty"));
    session.pause().unwrap();
    assert_eq!(session.play(cell("A3")), Err(Refusal::Paused));
    assert_eq!(said(session.step().unwrap_err()), "Ben is a person and moves when it pleases");
    session.resign(Player::First).unwrap();
    assert_eq!(
        said(session.play(cell("A3")).unwrap_err()).split(", so").next(),
        Some("the game is over: Ada resigned")
    );
    let end = session.record().end.unwrap();
    assert_eq!((end.winner, end.decided_by), (Some(2), DecidedBy::Resignation));

    let session = Session::start(Setup { paused: true, ..setup(3, 2, 1, [greedy(), Seat::human("Ada")]) }).unwrap();
    assert_eq!(said(session.play(cell("A3")).unwrap_err()), "it is the turn of greedy");
    assert_eq!(said(session.hint().unwrap_err()), "it is the turn of greedy");
    assert_eq!(
        said(session.resign(Player::First).unwrap_err()),
        "greedy is no person and neither resigns nor takes another name"
    );
}

#[test]
fn agents_can_be_watched_step_by_step_and_then_let_go() {
    let seats = [greedy(), Seat::engine(Level::LOWEST)];
    let session = Session::start(Setup { paused: true, ..setup(5, 3, 4, seats) }).unwrap();
    let (_, events) = session.events();
    let moved = |event: &SessionEvent| if let SessionEvent::Moved(played) = event { Some(played.ply) } else { None };
    for ply in 1..=3 {
        session.step().unwrap();
        assert_eq!(wait_for(&events, moved), ply);
        assert!(session.snapshot().paused);
        assert_eq!(session.record().moves.len() as u32, ply);
    }
    session.go_on().unwrap();
    let ended = |event: &SessionEvent| matches!(event, SessionEvent::Ended(_)).then_some(());
    wait_for(&events, ended);
    assert!(session.record().last_position().is_over());
}

#[test]
fn a_thought_is_seen_and_broken_off_when_it_is_not_wanted() {
    // Full strength, and time that no test would wait for: only breaking off helps.
    let seats = [Seat::human("Ada"), Seat::engine(Level::HIGHEST)];
    let session = Session::start(Setup { move_time: Duration::from_hours(10), ..setup(20, 6, 1, seats) }).unwrap();
    let (_, events) = session.events();
    let before = session.record();
    let thought = |event: &SessionEvent| {
        if let SessionEvent::Thinking { thought, .. } = event { Some(thought.clone()) } else { None }
    };
    for _ in 0..2 {
        session.play(session.snapshot().position.board().groups()[0].cell()).unwrap();
        assert!(wait_for(&events, thought).depth >= 1);
        assert_eq!(session.take_back(), Ok(1));
        assert_eq!(session.record(), before);
    }
    session.play(session.snapshot().position.board().groups()[0].cell()).unwrap();
    wait_for(&events, thought);
    session.pause().unwrap();
    session.go_on().unwrap();
    wait_for(&events, thought);
    // Joins the thread that thinks.
    drop(session);
    // And the stream ends with the session.
    assert!(events.iter().all(|told| !matches!(told.event, SessionEvent::Ended(_))));
}

#[test]
fn a_person_whose_time_is_over_loses_without_a_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let budget = Some(Duration::from_millis(1));
    let session = Session::start_recorded(Setup { budget, ..setup(4, 2, 1, ada_and_ben()) }, &path).unwrap();
    let (snapshot, events) = session.events();
    let ended = |event: &SessionEvent| if let SessionEvent::Ended(end) = event { Some(end.clone()) } else { None };
    let end = snapshot.end.unwrap_or_else(|| wait_for(&events, ended));
    assert_eq!(end.winner, Some(2));
    assert!(end.message.starts_with("Ada ran out of time"), "{}", end.message);
    assert_eq!(read(&path), session.record());
}

#[test]
fn where_no_record_can_be_made_no_game_begins() {
    let folder = tempfile::tempdir().unwrap();
    let begin = |name: &str| {
        let begun = Session::start_recorded(setup(4, 2, 1, ada_and_ben()), &folder.path().join(name));
        format!("{:#}", begun.err().unwrap())
    };
    assert!(begin("nowhere/game.jsonl").starts_with("cannot record the game in"));
    std::fs::write(folder.path().join("there.jsonl"), "somebody else's").unwrap();
    assert!(begin("there.jsonl").starts_with("cannot record the game in"));
}

#[test]
fn a_file_that_somebody_has_put_there_before_the_first_move_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let session = Session::start_recorded(setup(4, 3, 2, ada_and_ben()), &path).unwrap();
    let (_, events) = session.events();
    std::fs::write(&path, "somebody else's").unwrap();
    session.play(cell("A1")).unwrap();
    let trouble = |event: &SessionEvent| {
        if let SessionEvent::Trouble { message } = event { Some(message.clone()) } else { None }
    };
    let told = wait_for(&events, trouble);
    assert!(told.contains("game.jsonl was made by somebody else meanwhile"), "{told}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "somebody else's");
    // The game goes on, and is recorded as soon as there is room for it.
    std::fs::remove_file(&path).unwrap();
    session.play(cell("B4")).unwrap();
    assert_eq!(read(&path), session.record());
}

#[test]
#[cfg(unix)]
fn a_record_can_be_read_by_whom_any_new_file_can_be_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let session = Session::start_recorded(setup(4, 3, 2, ada_and_ben()), &path).unwrap();
    session.play(cell("A1")).unwrap();
    let other = folder.path().join("other");
    std::fs::write(&other, "").unwrap();
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode();
    assert_eq!(mode(&path), mode(&other));
}

#[test]
fn a_record_that_was_cut_off_is_gone_on_with_and_others_files_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let session = Session::start_recorded(setup(4, 3, 2, ada_and_ben()), &path).unwrap();
    session.play(cell("A1")).unwrap();
    session.play(cell("B4")).unwrap();
    assert!(Session::start_recorded(setup(4, 3, 2, ada_and_ben()), &path).is_err());
    drop(session);
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() - 5]).unwrap();
    let resumed = Session::resume(&path, |line| Ok(Seat::of_line(line).unwrap())).unwrap();
    assert_eq!(resumed.record().moves.len(), 1);
    resumed.play(cell("B4")).unwrap();
    assert_eq!(read(&path), resumed.record());
    std::fs::write(&path, format!("{text}{text}")).unwrap();
    let error = Session::resume(&path, |line| Ok(Seat::of_line(line).unwrap())).unwrap_err();
    assert!(error.to_string().contains("holds 2 games"), "{error}");
}

#[test]
fn only_people_engines_and_classic_opponents_are_known_by_their_line() {
    for seat in [Seat::human("Ada"), Seat::engine(Level::LOWEST), greedy()] {
        let line = seat.line(Duration::from_secs(1));
        assert_eq!(Seat::of_line(&line).unwrap().line(Duration::from_secs(1)), line);
    }
    let mut line = Seat::human("Ada").line(Duration::from_secs(1));
    line.command = "rm -rf .".to_owned();
    assert!(Seat::of_line(&line).is_none());
}

#[test]
fn events_and_snapshots_are_json() {
    let session = Session::start(setup(3, 2, 1, ada_and_ben())).unwrap();
    let (_, events) = session.events();
    session.play(cell("A1")).unwrap();
    let moved = serde_json::to_value(events.recv().unwrap()).unwrap();
    assert_eq!((&moved["type"], &moved["move"], &moved["player"]), (&"moved".into(), &"A1".into(), &1.into()));
    assert!(moved["effect"]["taken"]["cells"].is_array() && moved["effect"]["falls"].is_array());
    let snapshot = serde_json::to_value(session.snapshot()).unwrap();
    assert_eq!(snapshot["rows"].as_array().unwrap().len(), 3);
    assert_eq!(snapshot["turn"], 2);
}

/// Somebody who cannot play: enters and then fails, or does not even enter.
#[derive(Debug)]
struct Failing {
    enters: bool,
}

impl Entrant for Failing {
    fn line(&self, time: Duration) -> AgentLine {
        AgentLine::of_builtin("failing", "failing", time)
    }

    fn enter<'a>(&'a self, _: &Entry<'_>) -> anyhow::Result<Box<dyn Contestant + 'a>> {
        anyhow::ensure!(self.enters, "there is no such player");
        Ok(Box::new(FailingPlayer))
    }
}

struct FailingPlayer;

impl Contestant for FailingPlayer {
    fn take_turn(&mut self, _: &Request<'_>) -> Turn {
        panic!("on purpose");
    }
}

#[test]
fn a_machine_that_fails_ends_the_game_and_it_is_nobodys_loss() {
    for (enters, reason) in [(true, "it failed"), (false, "there is no such player")] {
        let seats = [Seat::human("Ada"), Seat::Entrant(Arc::new(Failing { enters }))];
        let session = Session::start(setup(4, 3, 2, seats)).unwrap();
        let (_, events) = session.events();
        session.play(cell("A1")).unwrap();
        let end =
            wait_for(&events, |event| if let SessionEvent::Ended(end) = event { Some(end.clone()) } else { None });
        assert_eq!(end.message, format!("The game does not count: {reason}"));
        assert_eq!(end.winner, None);
    }
}

/// Takes the first group, and counts those who are there.
#[derive(Debug, Default)]
struct Counted(Arc<AtomicUsize>);

struct CountedPlayer<'a>(&'a AtomicUsize);

impl Entrant for Counted {
    fn line(&self, time: Duration) -> AgentLine {
        AgentLine::of_builtin("counted", "counted", time)
    }

    fn enter<'a>(&'a self, _: &Entry<'_>) -> anyhow::Result<Box<dyn Contestant + 'a>> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(Box::new(CountedPlayer(&self.0)))
    }
}

impl Contestant for CountedPlayer<'_> {
    fn take_turn(&mut self, request: &Request<'_>) -> Turn {
        Turn::new(Duration::ZERO, Duration::ZERO, Answer::Cell(request.board.groups()[0].cell()))
    }
}

impl Drop for CountedPlayer<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[test]
fn who_plays_for_a_machine_comes_with_its_turn_and_leaves_with_the_game() {
    let there = Arc::new(AtomicUsize::new(0));
    let becomes = |count: usize| {
        while there.load(Ordering::SeqCst) != count {
            std::thread::yield_now();
        }
    };
    let seats = [Seat::human("Ada"), Seat::Entrant(Arc::new(Counted(Arc::clone(&there))))];
    let session = Session::start(setup(4, 3, 2, seats)).unwrap();
    let (_, events) = session.events();
    assert_eq!(there.load(Ordering::SeqCst), 0, "it is not its turn yet");
    session.play(cell("A4")).unwrap();
    wait_for(&events, persons_turn);
    becomes(1);
    session.resign(Player::First).unwrap();
    becomes(0);
    // Taken back after the end, the game goes on, and somebody comes anew.
    session.take_back().unwrap();
    session.play(cell("A4")).unwrap();
    wait_for(&events, persons_turn);
    becomes(1);
    drop(session);
    assert_eq!(there.load(Ordering::SeqCst), 0);
}
