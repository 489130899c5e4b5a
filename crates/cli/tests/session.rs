//! Games of people against real programs, as the views play them: the agent itself in
//! a seat, and one that never answers.
#![cfg(unix)]

mod common;

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use common::Folder;
use fruitrage_game::BoardClass;
use fruitrage_game::{Ending, Stop, read_games};
use fruitrage_play::session::{Seat, Session, SessionEvent, Setup, Told};
use fruitrage_sandbox::{Sandbox, SandboxChoice};
use fruitrage_tournament::agents::{Agent, AgentSpec, GameFiles, Preparation, ProgramAgent};

const PROGRAM: &str = env!("CARGO_BIN_EXE_fruitrage");

fn program(command: &str, folder: &Folder) -> Seat {
    let sandbox = Sandbox::choose(SandboxChoice::Off, false, Path::new(PROGRAM)).unwrap();
    let spec = AgentSpec { name: Some("program".to_owned()), ..AgentSpec::of_command(command) };
    let (work, stop) = (folder.path(), &Stop::default());
    let preparation = Preparation { sandbox, work, kept: work, stop, tell: &|_| {} };
    let program = ProgramAgent::prepare(&spec, folder.path(), &preparation).unwrap();
    let files = GameFiles { work: folder.path().to_owned(), logs: None };
    Seat::Entrant(Agent::Program(Arc::new(program)).entrant(files))
}

fn next(events: &Receiver<Told>) -> SessionEvent {
    events.recv().expect("the session goes on").event
}

#[test]
fn a_person_plays_a_whole_game_against_a_program() {
    let folder = Folder::new();
    let path = folder.path().join("game.jsonl");
    let seats = [Seat::human("Ada"), program(PROGRAM, &folder)];
    let setup = Setup::random(BoardClass::new(5, 3).unwrap(), 8, seats);
    let session = Session::start_recorded(setup, &path).unwrap();
    let (_, events) = session.events();
    let take_largest = || session.play(session.snapshot().position.board().groups()[0].cell()).unwrap();
    take_largest();
    let end = loop {
        match next(&events) {
            SessionEvent::Turn { human: true, .. } => take_largest(),
            SessionEvent::Ended(end) => break end,
            _ => {}
        }
    };
    assert_eq!(end.ending, Ending::Cleared, "{}", end.message);
    assert_eq!(read_games(&folder.read("game.jsonl")[..]).unwrap(), [session.record()]);
    // The command is a program's, so the record alone does not bring it back.
    assert!(Session::resume(&path, |line| Seat::of_line(line).ok_or(anyhow::anyhow!("a program"))).is_err());
}

#[test]
fn a_program_that_never_answers_is_broken_off() {
    let folder = Folder::new();
    let seats = [Seat::human("Ada"), program("sleep 100000", &folder)];
    let setup = Setup::random(BoardClass::new(5, 3).unwrap(), 8, seats);
    let session = Session::start(Setup { move_time: std::time::Duration::from_hours(10), ..setup }).unwrap();
    let (_, events) = session.events();
    for _ in 0..2 {
        session.play("A1".parse().unwrap()).unwrap();
        while !matches!(next(&events), SessionEvent::Turn { human: false, .. }) {}
        assert_eq!(session.take_back(), Ok(1));
        while !matches!(next(&events), SessionEvent::TookBack { .. }) {}
    }
    session.play("A1".parse().unwrap()).unwrap();
    // Ends the program and joins its thread.
    drop(session);
}
