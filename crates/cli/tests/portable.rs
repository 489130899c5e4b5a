//! Agents that were packed play from their archives as they play from where they
//! were written.
#![cfg(unix)]

mod common;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use common::{FIRST_FRUIT, Folder};
use fruitrage_game::BoardClass;
use fruitrage_game::{AgentLine, Ending, Entrant, GameRecord, Stop};
use fruitrage_play::session::{Seat, Session, SessionEvent, Setup};
use fruitrage_sandbox::{Sandbox, SandboxChoice};
use fruitrage_tournament::agents::{Agent, AgentSpec, GameFiles, Preparation, ProgramAgent, build, find_named, pack};

const PROGRAM: &str = env!("CARGO_BIN_EXE_fruitrage");

/// The agent, made ready as the program does it.
fn entrant(spec: &AgentSpec, base: &Path, work: &Path) -> Arc<dyn Entrant> {
    let sandbox = Sandbox::choose(SandboxChoice::Off, false, Path::new(PROGRAM)).unwrap();
    let stop = Stop::default();
    let preparation = Preparation { sandbox, work, kept: &work.join("built"), stop: &stop, tell: &|_| {} };
    let spec = match find_named(spec, base).unwrap() {
        None => spec.clone(),
        Some(submission) => {
            let built = build(&submission, &preparation).unwrap();
            AgentSpec { name: spec.name.clone().or(built.name.clone()), packed: spec.packed, ..built }
        }
    };
    let program = ProgramAgent::prepare(&spec, base, &preparation).unwrap();
    let files = GameFiles { work: work.to_owned(), logs: None };
    Agent::Program(Arc::new(program)).entrant(files)
}

fn game_of(entrant: Arc<dyn Entrant>) -> GameRecord {
    let greedy = AgentLine::of_builtin("greedy", "greedy", Duration::ZERO);
    let seats = [Seat::Entrant(entrant), Seat::of_line(&greedy).unwrap()];
    let session = Session::start(Setup::random(BoardClass::new(5, 3).unwrap(), 8, seats)).unwrap();
    let (_, events) = session.events();
    loop {
        if let SessionEvent::Ended(end) = events.recv().expect("the session goes on").event {
            assert_eq!(end.ending, Ending::Cleared, "{}", end.message);
            return session.record();
        }
    }
}

#[test]
fn a_packed_agent_plays_the_same_game() {
    let home = Folder::new();
    for folder in ["ada", "tools", "kit"] {
        std::fs::create_dir(home.path().join(folder)).unwrap();
    }
    // It plays only if it was calibrated, and has its library.
    let calibrated = format!("import os\nassert os.path.exists('done')\n{FIRST_FRUIT}");
    home.write("ada/homework.py", format!("import helper\n{calibrated}"));
    home.write("ada/helper.py", "");
    home.write("ada/calibrate.py", "open('done', 'w')\n");
    home.write("single.py", FIRST_FRUIT);
    home.write("tools/prepare.py", "open('done', 'w')\n");
    home.write("kit/agent.py", calibrated);
    let agents = [
        AgentSpec::of_command("ada"),
        AgentSpec::of_command("single.py"),
        AgentSpec::of_command("python3 single.py tools/prepare.py"),
        AgentSpec {
            dir: Some("kit".into()),
            calibrate: Some("python3 tools/prepare.py".to_owned()),
            ..AgentSpec::of_command("python3 agent.py")
        },
    ];
    for spec in agents {
        let elsewhere = Folder::new();
        let here = entrant(&spec, home.path(), elsewhere.path());
        let (portable, archive) = pack(&spec, home.path()).unwrap();
        let unpacked = archive.expect("a program has files").unpack(&elsewhere.path().join("cache")).unwrap();
        let there = entrant(&portable, &unpacked, elsewhere.path());
        let [one, two] = [&here, &there].map(|entrant| entrant.line(Duration::ZERO));
        assert_eq!((one.name, one.hash), (two.name, two.hash));
        assert_eq!(game_of(here).positions, game_of(there).positions, "{spec:?}");
    }
}
