//! The session as a state machine: whatever comes in, in whatever order, the game that
//! comes out can have happened, and equal inputs have equal outputs.

use std::sync::Arc;
use std::time::Duration;

use fruitrage_engine::{Engine, Level, Limits, Root, Table};
use fruitrage_game::{Answer, BoardClass, Ending, Event, GameRecord, Kill, Turn, read_games, write_event};
use fruitrage_play::players::BuiltinPlayer;
use fruitrage_play::session::{
    Hint, Refusal, Seat, SessionEvent, SessionOutput, SessionRequest, SessionState, Setup, SlicedThinking, Task, Told,
};
use fruitrage_play::{MoveThought, Thought};
use fruitrage_rules::{Board, Cell, Player};
use proptest::prelude::*;

/// Something that happens to a session. Cells and tasks are chosen when it is known what
/// there is.
#[derive(Clone, Copy, Debug)]
enum Input {
    Play(usize),
    PlayAnywhere(usize, usize),
    TakeBack,
    Hint,
    Resign(bool),
    Pause,
    GoOn,
    Step,
    SetPace(u64),
    Rename(bool),
    Tick,
    Thought { late: bool },
    Answer { late: bool, kind: usize },
    HintFound { late: bool },
    RecordFailed,
}

fn inputs() -> impl Strategy<Value = Vec<(u64, Input)>> {
    let input = prop_oneof![
        8 => (0_usize..100).prop_map(Input::Play),
        1 => (0_usize..26, 0_usize..26).prop_map(|(column, row)| Input::PlayAnywhere(column, row)),
        2 => Just(Input::TakeBack),
        2 => Just(Input::Hint),
        1 => any::<bool>().prop_map(Input::Resign),
        1 => Just(Input::Pause),
        2 => Just(Input::GoOn),
        2 => Just(Input::Step),
        1 => (0_u64..500).prop_map(Input::SetPace),
        1 => any::<bool>().prop_map(Input::Rename),
        2 => Just(Input::Tick),
        2 => any::<bool>().prop_map(|late| Input::Thought { late }),
        8 => (any::<bool>(), 0_usize..60).prop_map(|(late, kind)| Input::Answer { late, kind }),
        2 => any::<bool>().prop_map(|late| Input::HintFound { late }),
        1 => Just(Input::RecordFailed),
    ];
    // Milliseconds pass between two inputs; sometimes the time seems to go back.
    proptest::collection::vec((0_u64..400, input), 0..60)
}

fn seats(kind: usize) -> [Seat; 2] {
    let (ada, ben, engine) = (Seat::human("Ada"), Seat::human("Ben"), Seat::engine(Level::LOWEST));
    let greedy = "greedy".parse::<BuiltinPlayer>().unwrap().entrant("greedy").unwrap();
    match kind {
        0 => [ada, ben],
        1 => [ada, engine],
        2 => [engine, ben],
        _ => [engine, Seat::Entrant(Arc::new(greedy))],
    }
}

fn thought(board: &Board) -> Option<Thought> {
    let root = Root::of_board(board).ok()?;
    let limits = Limits { nodes: Some(10), ..Limits::default() };
    let report = Engine::default().search(&root, &limits, &Table::for_nodes(10), &mut ());
    let moves: Vec<MoveThought> = report.moves().map(MoveThought::from).collect();
    Some(Thought { moves, exact: false, depth: 1, nodes: 10, elapsed: Duration::from_millis(1) })
}

/// What a computer may answer.
fn answer(board: &Board, kind: usize) -> Answer {
    let groups = board.groups();
    match kind {
        0 => Answer::Cell(Cell::new(25, 25)),
        1 => Answer::Output { text: b"hello".to_vec(), exit: None },
        2 => Answer::Void("no more processes".to_owned()),
        3 => Answer::Stopped,
        4 => Answer::Fault(Ending::Killed { kill: Kill::Time, after: Duration::from_secs(1) }),
        _ => groups.get(kind % groups.len().max(1)).map_or(Answer::Stopped, |group| Answer::Cell(group.cell())),
    }
}

/// A session with somebody who does what it wants: keeps the record, and remembers tasks.
struct Host {
    state: SessionState,
    lines: Vec<Event>,
    told: Vec<Told>,
    task: Option<Task>,
    hint: Option<Task>,
    requests: Vec<(Duration, SessionRequest)>,
}

impl Host {
    fn new(setup: Setup) -> Self {
        let state = SessionState::start(setup).expect("a board with fruit");
        let lines = state.record().events().collect();
        let mut host = Self { state, lines, told: Vec::new(), task: None, hint: None, requests: Vec::new() };
        host.serve();
        host
    }

    fn serve(&mut self) {
        for output in self.state.take_outputs() {
            match output {
                SessionOutput::Tell(told) => self.told.push(told),
                SessionOutput::Append(event) => self.lines.push(event),
                SessionOutput::Retitle(event) => self.lines[0] = event,
                SessionOutput::KeepLines(lines) => self.lines.truncate(lines),
                SessionOutput::Think(task) => self.task = Some(task),
                SessionOutput::FindHint(task) => self.hint = Some(task),
                SessionOutput::StopThinking => {}
            }
        }
    }

    fn request(&self, input: Input) -> Option<SessionRequest> {
        let board = self.state.record().last_position().board();
        let number = |task: &Task, late: bool| task.number.saturating_sub(u64::from(late));
        Some(match input {
            Input::Play(choice) => {
                let groups = board.groups();
                SessionRequest::Play(
                    groups.get(choice % groups.len().max(1)).map_or(Cell::new(0, 0), |group| group.cell()),
                )
            }
            Input::PlayAnywhere(column, row) => SessionRequest::Play(Cell::new(column, row)),
            Input::TakeBack => SessionRequest::TakeBack,
            Input::Hint => SessionRequest::Hint,
            Input::Resign(first) => SessionRequest::Resign(if first { Player::First } else { Player::Second }),
            Input::Pause => SessionRequest::Pause,
            Input::GoOn => SessionRequest::GoOn,
            Input::Step => SessionRequest::Step,
            Input::SetPace(pace) => SessionRequest::SetPace(Duration::from_millis(pace)),
            Input::Rename(first) => {
                SessionRequest::Rename(if first { Player::First } else { Player::Second }, "Cleo".to_owned())
            }
            Input::Tick => SessionRequest::Tick,
            Input::Thought { late } => {
                let task = self.task.as_ref()?;
                SessionRequest::Thought { task: number(task, late), thought: thought(&task.board)? }
            }
            Input::Answer { late, kind } => {
                let task = self.task.as_ref()?;
                let wall = Duration::from_micros(kind as u64 * 1000 + 7);
                let turn = Turn::new(wall / 2, wall, answer(&task.board, kind));
                SessionRequest::Answer { task: number(task, late), turn }
            }
            Input::HintFound { late } => {
                let task = self.hint.as_ref()?;
                SessionRequest::HintFound { task: number(task, late), thought: thought(&task.board)? }
            }
            Input::RecordFailed => SessionRequest::RecordFailed("the disk is full".to_owned()),
        })
    }

    /// What is on disk, read back.
    fn read_back(&self) -> GameRecord {
        let mut text = Vec::new();
        self.lines.iter().for_each(|line| write_event(&mut text, line).unwrap());
        let mut games = read_games(&text[..]).expect("a record that can have happened");
        assert_eq!(games.len(), 1);
        games.pop().unwrap()
    }
}

fn setup(kind: usize, size: usize, kinds: u8, seed: u64, budget: Option<u64>) -> Setup {
    let budget = budget.map(Duration::from_millis);
    Setup { budget, ..Setup::random(BoardClass::new(size, kinds).unwrap(), seed, seats(kind)) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn whatever_comes_in_the_game_that_comes_out_can_have_happened(
        kind in 0_usize..4, size in 1_usize..=5, kinds in 1_u8..=4, seed in any::<u64>(),
        budget in proptest::option::of(1_u64..8000), paused in any::<bool>(), inputs in inputs(),
    ) {
        let setup = Setup { paused, ..setup(kind, size, kinds, seed, budget) };
        let mut host = Host::new(setup.clone());
        let mut now = Duration::ZERO;
        for (passed, input) in inputs {
            now = (now + Duration::from_millis(passed)).saturating_sub(Duration::from_millis(20));
            let Some(request) = host.request(input) else { continue };
            let clocks = host.state.clocks(now);
            // What is due by itself happens whatever is asked for.
            let mut due = host.state.clone();
            due.handle(now, SessionRequest::Tick).unwrap();
            let turns_back = request == SessionRequest::TakeBack;
            host.requests.push((now, request.clone()));
            let done = host.state.handle(now, request);
            host.serve();

            let record = host.state.record();
            prop_assert_eq!(&host.read_back(), record, "what is written is the game");
            if done.is_err() {
                prop_assert_eq!(record, due.record(), "a refusal changes nothing");
            }
            if let (Some(old), Some(new), false) = (clocks.left, host.state.clocks(now).left, turns_back && done.is_ok()) {
                prop_assert!(new[0] <= old[0] || !seats(kind)[0].is_human(), "{old:?} {new:?}");
                prop_assert!(new[1] <= old[1] || !seats(kind)[1].is_human(), "{old:?} {new:?}");
            }
            let snapshot = host.state.snapshot(now);
            prop_assert_eq!(&snapshot.position, record.last_position());
            prop_assert_eq!(snapshot.moves.len(), record.moves.len());
            prop_assert!(snapshot.moves.iter().zip(&record.positions[1..]).all(|(played, after)| played.position == *after));
            prop_assert!(!(snapshot.paused && snapshot.end.is_some()));
        }
        prop_assert!(host.told.iter().map(|told| told.sequence).eq(1..=host.told.len() as u64));

        // The same again.
        let mut again = Host::new(setup);
        for (now, request) in host.requests {
            let _ = again.state.handle(now, request);
            again.serve();
        }
        prop_assert_eq!(again.told, host.told);
        prop_assert_eq!(again.lines, host.lines);
    }

    #[test]
    fn recorded_clocks_never_rise(
        kind in 0_usize..3, seed in any::<u64>(), budget in 1_u64..8000, inputs in inputs(),
    ) {
        let mut host = Host::new(setup(kind, 5, 4, seed, Some(budget)));
        let mut now = Duration::ZERO;
        for (passed, input) in inputs {
            now += Duration::from_millis(passed);
            let Some(request) = host.request(input) else { continue };
            let _ = host.state.handle(now, request);
            host.serve();
            let record = host.state.record();
            let mut left = [Duration::from_millis(budget); 2];
            for line in &record.moves {
                let own = &mut left[usize::from(line.player) - 1];
                prop_assert!(line.left <= *own && !line.left.is_zero());
                *own = line.left;
            }
            if let Some(end) = &record.end {
                prop_assert!(end.left[0] <= left[0] && end.left[1] <= left[1]);
            }
        }
    }
}

fn ended(host: &Host) -> Option<&str> {
    host.state.record().end.as_ref().map(|end| end.message.as_str())
}

#[test]
fn the_flag_falls_at_the_very_microsecond_that_was_told() {
    let mut host = Host::new(setup(0, 4, 3, 1, Some(2000)));
    assert_eq!(host.state.wake_at(), Some(Duration::from_secs(2)));
    host.state.handle(Duration::from_millis(500), SessionRequest::Pause).unwrap();
    assert_eq!(host.state.wake_at(), None, "no clock runs in a pause");
    host.state.handle(Duration::from_secs(100), SessionRequest::GoOn).unwrap();
    let flag = Duration::from_millis(101_500);
    assert_eq!(host.state.wake_at(), Some(flag));
    host.state.handle(flag.saturating_sub(Duration::from_micros(1)), SessionRequest::Tick).unwrap();
    assert_eq!(ended(&host), None);
    let refusal = host.state.handle(flag, SessionRequest::Play(Cell::new(0, 3))).unwrap_err();
    assert!(matches!(refusal, Refusal::Over(_)), "{refusal}");
    assert!(ended(&host).unwrap().starts_with("Ada ran out of time"));
}

#[test]
fn an_answer_that_is_early_waits_for_the_pace() {
    let mut host = Host::new(Setup { pace: Duration::from_secs(3), ..setup(2, 4, 3, 1, None) });
    let task = host.task.clone().expect("the engine begins");
    let cell = task.board.groups()[0].cell();
    let turn = Turn::new(Duration::ZERO, Duration::from_secs(1), Answer::Cell(cell));
    host.state.handle(Duration::from_secs(1), SessionRequest::Answer { task: task.number, turn }).unwrap();
    assert_eq!((host.state.record().moves.len(), host.state.wake_at()), (0, Some(Duration::from_secs(3))));
    host.state.handle(Duration::from_secs(3), SessionRequest::Tick).unwrap();
    let moves = &host.state.record().moves;
    assert_eq!((moves.len(), moves[0].cell, moves[0].wall), (1, cell, Duration::from_secs(1)));
}

#[test]
fn an_answer_to_a_task_that_was_cancelled_is_not_played() {
    let mut host = Host::new(setup(2, 4, 3, 1, None));
    let task = host.task.clone().expect("the engine begins");
    host.state.handle(Duration::ZERO, SessionRequest::Pause).unwrap();
    let stops = |outputs: &[SessionOutput]| outputs.contains(&SessionOutput::StopThinking);
    assert!(stops(&host.state.take_outputs()));
    let turn = Turn::new(Duration::ZERO, Duration::ZERO, Answer::Cell(task.board.groups()[0].cell()));
    host.state.handle(Duration::ZERO, SessionRequest::Answer { task: task.number, turn: turn.clone() }).unwrap();
    assert_eq!(host.state.record().moves.len(), 0);
    host.state.handle(Duration::ZERO, SessionRequest::GoOn).unwrap();
    host.serve();
    let again = host.task.clone().unwrap();
    assert!(again.number > task.number && again.board == task.board);
    host.state.handle(Duration::ZERO, SessionRequest::Answer { task: again.number, turn }).unwrap();
    assert_eq!(host.state.record().moves.len(), 1);
}

#[test]
fn trouble_with_the_record_is_told() {
    let mut host = Host::new(setup(0, 4, 3, 1, None));
    host.state.handle(Duration::ZERO, SessionRequest::RecordFailed("the disk is full".to_owned())).unwrap();
    host.serve();
    let last = &host.told.last().unwrap().event;
    assert_eq!(last, &SessionEvent::Trouble { message: "the game cannot be recorded: the disk is full".to_owned() });
}

/// Plays with computers as a page does: no threads, thinking in slices, time as it is told.
#[test]
fn computers_that_think_in_slices_play_a_game_to_its_end() {
    let levels = [Level::LOWEST, Level::HIGHEST];
    for budget in [None, Some(Duration::from_secs(20))] {
        let class = BoardClass::new(6, 3).unwrap();
        let setup = Setup { budget, ..Setup::random(class, 4, levels.map(Seat::engine)) };
        let mut state = SessionState::start(setup).unwrap();
        let mut now = Duration::ZERO;
        while let Some(task) = state.take_outputs().into_iter().find_map(|output| match output {
            SessionOutput::Think(task) => Some(task),
            _ => None,
        }) {
            let level = levels[task.player.index()];
            let mut thinking = SlicedThinking::turn(&task, level);
            let began = now;
            loop {
                let (request, is_last) = thinking.step(now.saturating_sub(began));
                now += Duration::from_millis(5);
                state.handle(now, request).unwrap();
                if is_last {
                    break;
                }
            }
        }
        let record = state.record();
        assert!(record.last_position().board().is_empty() && record.end.is_some(), "{budget:?}");
        assert!(record.moves.iter().all(|line| line.left > Duration::ZERO), "{budget:?}");
    }
}

#[test]
fn a_hint_in_slices_is_the_best_move() {
    let seats = [Seat::human("Ada"), Seat::human("Ben")];
    let mut state = SessionState::start(Setup::random(BoardClass::new(5, 3).unwrap(), 4, seats)).unwrap();
    let mut ask = |request| {
        state.handle(Duration::ZERO, request).unwrap();
        state.take_outputs()
    };
    let task = ask(SessionRequest::Hint).into_iter().find_map(|output| match output {
        SessionOutput::FindHint(task) => Some(task),
        _ => None,
    });
    let task = task.unwrap();
    let mut thinking = SlicedThinking::hint(&task).unwrap();
    let found = loop {
        let (request, is_last) = thinking.step(Duration::from_millis(1));
        if is_last {
            break request;
        }
        assert_eq!(request, SessionRequest::Tick);
    };
    let hints = |outputs: Vec<SessionOutput>| {
        let hint = |output| match output {
            SessionOutput::Tell(Told { event: SessionEvent::Hint(hint), .. }) => Some(hint),
            _ => None,
        };
        outputs.into_iter().filter_map(hint).collect::<Vec<_>>()
    };
    assert!(matches!(hints(ask(found))[..], [Hint::Clue { .. }]));
    let root = fruitrage_engine::Root::of_board(&task.board).unwrap();
    let best = fruitrage_engine::solve(&root, 1 << 24, &mut ()).unwrap();
    let [Hint::Move { thought, .. }] = &hints(ask(SessionRequest::Hint))[..] else { panic!("the move itself") };
    assert_eq!(thought.margin, best.best.value);
}
