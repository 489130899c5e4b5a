//! Programs of many turns in each tier that works here, and how they misbehave. Real processes.

#![cfg(target_os = "linux")]

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use fruitrage_game::Exit;
use fruitrage_sandbox::process::{
    AgentFolder, Exchange, ExchangeEnd, Launch, LaunchError, Limits, RunEnd, Session, TurnLimits,
};
use fruitrage_sandbox::{Sandbox, SandboxChoice, Tier};
use nix::time::{clock_getcpuclockid, clock_gettime};
use nix::unistd::Pid;
use tempfile::TempDir;

const WARDEN: &str = env!("CARGO_BIN_EXE_warden-for-tests");
const ZOO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/zoo");
const TIERS: [SandboxChoice; 3] = [SandboxChoice::Bubblewrap, SandboxChoice::Landlock, SandboxChoice::Off];
/// Longer than any busy machine takes.
const AMPLE: Duration = Duration::from_mins(5);

/// A place for programs in one tier.
struct Pen {
    sandbox: Sandbox,
    parent: TempDir,
}

impl Pen {
    /// All tiers that work here. At least limits must.
    fn all() -> Vec<Self> {
        let pens = TIERS.into_iter().filter_map(|choice| match Sandbox::choose(choice, false, Path::new(WARDEN)) {
            Ok(sandbox) => Some(Self { sandbox, parent: tempfile::tempdir().unwrap() }),
            Err(error) => {
                assert_ne!(choice, SandboxChoice::Off, "{error}");
                eprintln!("NOTICE: the tier {choice} is not tested: {error}");
                None
            }
        });
        pens.collect()
    }

    fn tier(&self) -> Tier {
        self.sandbox.tier()
    }

    fn start(&self, behaviour: &str) -> Player {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let mark = format!("spoken-{}-{}-", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        self.start_marked(behaviour, mark)
    }

    fn start_marked(&self, behaviour: &str, mark: String) -> Player {
        let folder = AgentFolder::create(self.parent.path(), Some(Path::new(ZOO))).unwrap();
        let command = ["python3", "spoken.py", behaviour, &mark].map(OsString::from);
        let limits = Limits { memory: 200 << 20, processes: 32, disk: 50 << 20, log: 10_000, ..Limits::default() };
        let launch = Launch { command: &command, folder: &folder, visible: &[], limits };
        let session = Session::start(&self.sandbox, &launch).unwrap();
        Player { session: Some(session), mark, _folder: folder }
    }
}

/// A program at work.
struct Player {
    session: Option<Session>,
    mark: String,
    _folder: AgentFolder,
}

/// Limits that only who means to reaches.
const FREE: TurnLimits = TurnLimits { cpu: None, wall: AMPLE, wall_includes_waiting: true };

impl Player {
    fn ask_within(&mut self, number: u32, limits: TurnLimits) -> Exchange {
        let session = self.session.as_mut().expect("it is at work");
        let (sync, mut is_synced) = (format!("sync {number}"), false);
        let mut is_answer = |line: &[u8]| {
            is_synced |= line == sync.as_bytes();
            is_synced && line.starts_with(b"answer")
        };
        session.ask(&format!("{sync}\nask {number}\n"), &limits, &mut is_answer, &|| false).unwrap()
    }

    fn ask(&mut self, number: u32) -> Exchange {
        self.ask_within(number, FREE)
    }

    /// Asks, and expects the right answer.
    fn ask_well(&mut self, number: u32) -> Exchange {
        let exchange = self.ask(number);
        assert_eq!(exchange.end, ExchangeEnd::Answered(format!("answer {number}").into_bytes()), "{exchange:?}");
        exchange
    }

    /// The processes of the program.
    fn living(&self) -> Vec<Pid> {
        living(&self.mark)
    }

    /// Ends it; then nothing of it is left.
    fn end(mut self) {
        self.session = None;
        assert_eq!(self.living(), []);
    }
}

/// All processes of a program, by the mark on their command lines.
fn living(mark: &str) -> Vec<Pid> {
    let numbers = fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| {
        let line = fs::read(entry.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        let number = entry.file_name().to_str()?.parse().ok()?;
        (line.contains(mark) && line.contains("spoken.py")).then(|| Pid::from_raw(number))
    });
    numbers.collect()
}

/// CPU time of processes, to the nanosecond.
fn used(processes: &[Pid]) -> Vec<Duration> {
    let clock = |process: &Pid| clock_getcpuclockid(*process).and_then(clock_gettime).unwrap().into();
    processes.iter().map(clock).collect()
}

/// The CPU times of processes that have come to rest: the kernel still books some microseconds for
/// stopping them. Those of processes that go on never rest.
fn at_rest(processes: &[Pid]) -> Vec<Duration> {
    let mut before = used(processes);
    for _ in 0..1000 {
        std::thread::sleep(Duration::from_millis(10));
        let now = used(processes);
        if now == before {
            return now;
        }
        before = now;
    }
    panic!("they never rest: {before:?}")
}

/// Runs an ignored test of this file in a process of its own, where there are groups of
/// processes if the system has them, and once more where there are none.
fn with_and_without_groups(test: &str) {
    for variable in ["TEST_WITH_GROUPS", "FRUITRAGE_NO_CGROUP"] {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let command = command.args(["--exact", test, "--ignored", "--nocapture"]).env("TEST_GROUPS", "1");
        let run = command.env(variable, "1").output().unwrap();
        let (said, errors) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        assert!(run.status.success(), "{variable}: {said}{errors}");
        assert!(said.contains("1 passed"), "{said}");
    }
}

#[test]
fn one_process_answers_all_questions_and_is_gone_with_the_session() {
    for pen in Pen::all() {
        let mut player = pen.start("leaves_children");
        let mut processes = Vec::new();
        for number in 1..=20 {
            let exchange = player.ask_well(number);
            let expected = format!("sync {number}\ninfo thinking about {number}\nanswer {number}\n");
            assert_eq!(exchange.stdout, expected.as_bytes());
            assert!(exchange.before.is_empty() && exchange.stderr.is_empty(), "{exchange:?}");
            if number > 1 {
                assert_eq!(player.living(), processes, "{}", pen.tier());
            }
            processes = player.living();
        }
        assert_eq!(processes.len(), 2, "{}", pen.tier());
        player.end();
    }
}

#[test]
fn nobody_thinks_in_the_time_of_others() {
    with_and_without_groups("caller_of_who_thinks_ahead");
}

/// Not a test: it is run by another one.
#[test]
#[ignore = "run by another test"]
fn caller_of_who_thinks_ahead() {
    if std::env::var_os("TEST_GROUPS").is_none() {
        return;
    }
    for pen in Pen::all() {
        let mut player = pen.start("thinks_ahead");
        let mut last = Vec::new();
        for number in 1..=3 {
            player.ask_well(number);
            let processes = player.living();
            assert_eq!(processes.len(), 3, "{}: {processes:?}", pen.tier());
            let before = at_rest(&processes);
            std::thread::sleep(Duration::from_millis(100));
            assert_eq!(used(&processes), before, "{}: it thinks while it is not its turn", pen.tier());
            assert_ne!(before, last, "it thinks while it is its turn");
            last = before;
        }
        player.end();
    }
}

#[test]
fn a_turn_is_charged_what_it_used_and_no_more() {
    with_and_without_groups("caller_of_who_works");
}

/// Not a test: it is run by another one.
#[test]
#[ignore = "run by another test"]
fn caller_of_who_works() {
    if std::env::var_os("TEST_GROUPS").is_none() {
        return;
    }
    for pen in Pen::all() {
        let mut player = pen.start("works");
        player.ask_well(0);
        let (long, short) = (player.ask_well(400).cpu, player.ask_well(0).cpu);
        assert!(long >= Duration::from_millis(440), "{}: {long:?}", pen.tier());
        // Only what is in a child of 50 ms, with what it takes to start that.
        assert!(short >= Duration::from_millis(40) && short < long, "{}: {short:?} of {long:?}", pen.tier());
        player.end();
    }
}

#[test]
fn what_is_said_after_an_answer_is_no_answer_to_the_next_question() {
    for pen in Pen::all() {
        let mut player = pen.start("late");
        // What was not said before it was frozen is said when it runs again.
        let said: Vec<u8> = (1..=5)
            .map(|number| player.ask_well(number))
            .fold(Vec::new(), |said, exchange| [said, exchange.before, exchange.stdout].concat());
        let said = String::from_utf8(said).unwrap();
        let expected = ["1", "2", "3", "4", "5"]
            .map(|n| ["sync N", "answer N", "info late", "answer again\n"].join("\n").replace('N', n));
        let expected = expected.concat();
        assert!(expected.starts_with(&said), "{}: {said}", pen.tier());
        assert!(said.contains("answer again\n"), "{}: {said}", pen.tier());
        player.end();
    }
}

#[test]
fn whoever_is_silent_is_ended_when_its_time_is_up() {
    for pen in Pen::all() {
        for behaviour in ["silent", "closes", "no_newline"] {
            let mut player = pen.start(behaviour);
            let limits = TurnLimits { wall: Duration::from_millis(600), wall_includes_waiting: false, ..FREE };
            let exchange = player.ask_within(1, limits);
            assert_eq!(exchange.end, ExchangeEnd::Over(RunEnd::OverWall), "{} {behaviour}", pen.tier());
            assert!(behaviour != "no_newline" || exchange.stdout == b"sync 1\nanswer 1", "{exchange:?}");
            assert_eq!(player.living(), [], "{} {behaviour}", pen.tier());
        }
    }
}

#[test]
fn whoever_computes_too_long_is_ended() {
    with_and_without_groups("caller_of_who_computes_too_long");
}

/// Not a test: it is run by another one.
#[test]
#[ignore = "run by another test"]
fn caller_of_who_computes_too_long() {
    if std::env::var_os("TEST_GROUPS").is_none() {
        return;
    }
    for pen in Pen::all() {
        let mut player = pen.start("busy");
        let most = Duration::from_millis(300);
        let exchange = player.ask_within(1, TurnLimits { cpu: Some(most), ..FREE });
        assert_eq!(exchange.end, ExchangeEnd::Over(RunEnd::OverCpu), "{}", pen.tier());
        assert!(exchange.cpu > most, "{exchange:?}");
        assert_eq!(player.living(), []);
    }
}

#[test]
fn endless_lines_and_floods_end_the_game_and_not_the_arena() {
    for pen in Pen::all() {
        let exchange = pen.start("endless_line").ask(1);
        assert_eq!(exchange.end, ExchangeEnd::EndlessLine(64 << 10), "{}", pen.tier());
        assert!(exchange.stdout.len() < 11_000);
        let exchange = pen.start("flood").ask(1);
        assert_eq!(exchange.end, ExchangeEnd::Flood(16 << 20), "{}", pen.tier());
        assert!(exchange.stdout.len() < 11_000);
    }
}

#[test]
fn death_is_told_with_what_was_written_last() {
    for pen in Pen::all() {
        let mut player = pen.start("dies");
        player.ask_well(1);
        let exchange = player.ask(2);
        assert_eq!(exchange.end, ExchangeEnd::Over(RunEnd::Exited(Exit::Code(1))), "{}: {exchange:?}", pen.tier());
        assert_eq!(exchange.stderr, b"oh no\n");
        // Its answer counts; that it is dead is seen when it is asked again.
        let mut player = pen.start("dies_between");
        player.ask_well(1);
        let mut stderr = player.ask_well(2).stderr;
        let exchange = player.ask(3);
        assert_eq!(exchange.end, ExchangeEnd::Over(RunEnd::Exited(Exit::Code(0))), "{}: {exchange:?}", pen.tier());
        stderr.extend(exchange.stderr);
        assert_eq!(stderr, b"enough\n");
        assert_eq!(player.living(), []);
    }
}

#[test]
fn the_limits_are_those_of_every_program() {
    for pen in Pen::all() {
        let mut player = pen.start("grows");
        player.ask_well(1);
        assert_eq!(player.ask(2).end, ExchangeEnd::Over(RunEnd::OverMemory), "{}", pen.tier());
        let mut player = pen.start("fills");
        player.ask_well(1);
        let end = player.ask(2).end;
        assert!(matches!(end, ExchangeEnd::Over(RunEnd::OverDisk(_))), "{}: {end:?}", pen.tier());
        assert_eq!(player.living(), []);
    }
}

#[test]
fn a_wish_to_stop_is_granted_at_once() {
    for pen in Pen::all() {
        let mut player = pen.start("deaf");
        let mut session = player.session.take().unwrap();
        let mut is_answer = |line: &[u8]| line.starts_with(b"answer");
        session.ask("", &FREE, &mut is_answer, &|| false).unwrap();
        let stopped = session.ask("ask 2\n", &FREE, &mut is_answer, &|| true);
        assert!(matches!(stopped, Err(LaunchError::Stopped)), "{stopped:?}");
        assert_eq!(player.living(), []);
        assert!(session.ask("ask 3\n", &FREE, &mut is_answer, &|| false).is_err());
    }
}

/// Not a test: the caller that another test kills.
#[test]
#[ignore = "run by another test"]
fn caller_to_be_killed() {
    let Ok(choice) = std::env::var("TEST_TIER") else { return };
    let sandbox = Sandbox::choose(choice.parse().unwrap(), false, Path::new(WARDEN)).unwrap();
    let pen = Pen { sandbox, parent: tempfile::tempdir().unwrap() };
    let mut player = pen.start_marked("thinks_ahead", std::env::var("TEST_MARK").unwrap());
    player.ask_well(1);
    fs::write(std::env::var("TEST_READY").unwrap(), "").unwrap();
    std::thread::sleep(AMPLE);
}

#[test]
fn if_the_caller_is_killed_nothing_stays_alive_frozen_or_not() {
    for pen in Pen::all() {
        for variable in ["TEST_WITH_GROUPS", "FRUITRAGE_NO_CGROUP"] {
            let choice = TIERS[pen.tier() as usize];
            let mark = format!("spoken-orphan-{}-{choice}-{variable}-", std::process::id());
            let ready = pen.parent.path().join(&mark);
            let mut caller = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "caller_to_be_killed", "--ignored", "--nocapture"])
                .env("TEST_TIER", choice.to_string())
                .env("TEST_MARK", &mark)
                .env("TEST_READY", &ready)
                .env(variable, "1")
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            wait_for("the program to rest", || ready.exists());
            assert_eq!(living(&mark).len(), 3);
            caller.kill().unwrap();
            caller.wait().unwrap();
            wait_for("all to be dead", || living(&mark).is_empty());
        }
    }
}

fn wait_for(what: &str, done: impl Fn() -> bool) {
    let deadline = Instant::now() + AMPLE;
    while !done() {
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
