//! What holds for the database of a tournament when several are at work on it.

use super::*;
use crate::storage::{Job, Worker};
use crate::tournament::example;

struct Scratch {
    _folder: tempfile::TempDir,
    store: Store,
    identity: String,
}

fn agent(number: usize, command: &str) -> EnteredAgent {
    EnteredAgent::new(number, AgentSpec::of_command(command))
}

/// Three agents who all meet once.
fn begun() -> Scratch {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&Location::File(folder.path().join("test.db")), Access::Write).unwrap();
    let conditions = Conditions { pairs: 1, ..example::conditions() };
    store.begin(&conditions, &Details::default()).unwrap();
    store.enter(&[agent(0, "random"), agent(1, "greedy"), agent(2, "minimax:depth=1")], 0).unwrap();
    store.schedule().unwrap();
    let identity = store.identity().unwrap().unwrap();
    Scratch { _folder: folder, store, identity }
}

impl Scratch {
    fn joined(&self, name: &str) -> Worker {
        let worker = Worker::new(name);
        let info = WorkerInfo { host: "here".to_owned(), speed: 0, version: "0".to_owned() };
        self.store.join(name, &info, std::slice::from_ref(&worker)).unwrap();
        worker
    }

    fn take(&self, worker: &Worker) -> Option<TakenPair> {
        self.store.take(&self.identity, worker).unwrap()
    }

    fn jobs_waiting(&self) -> usize {
        let worker = self.joined("who looks what is there");
        let jobs = std::iter::from_fn(|| self.take(&worker)).count();
        self.store
            .join("and puts it back", &WorkerInfo { host: String::new(), speed: 0, version: String::new() }, &[])
            .unwrap();
        jobs
    }
}

#[test]
fn a_job_of_the_past_is_put_aside() {
    let scratch = begun();
    let mut transaction = scratch.store.storage.begin().unwrap();
    transaction.push(&[Job { pair: 1, tries: 0 }]).unwrap();
    transaction.commit().unwrap();
    let worker = scratch.joined("worker");
    let taken = scratch.take(&worker).unwrap();
    assert_eq!((taken.pair.number, taken.lease.tries), (1, 1));
    assert_eq!(scratch.take(&worker).unwrap().pair.number, 2);
}

#[test]
fn who_has_lost_a_pair_says_nothing_about_it() {
    let scratch = begun();
    let slow = scratch.joined("slow");
    let lost = scratch.take(&slow).unwrap();
    let quick = scratch.joined("quick");
    let taken = scratch.take(&quick).unwrap();
    assert_eq!(lost.pair, taken.pair);
    assert!(!scratch.store.give_up(&lost, &slow, "its disk is full").unwrap());
    scratch.store.release(&lost, &slow).unwrap();
    assert!(scratch.store.void_pairs().unwrap().is_empty());
    scratch.store.release(&taken, &quick).unwrap();
    assert_eq!(scratch.jobs_waiting(), 3, "each pair has one job");
}

#[test]
fn who_lets_go_of_a_pair_twice_takes_it_from_nobody() {
    let scratch = begun();
    let first = scratch.joined("first");
    let taken = scratch.take(&first).unwrap();
    let second = Worker::new("second");
    scratch.store.register(&second).unwrap();
    scratch.store.release(&taken, &first).unwrap();
    let again = scratch.take(&second).unwrap();
    assert_eq!((again.pair.number, again.lease.tries), (taken.pair.number, 2));
    // The answer was lost, and it asks once more. If that put the pair back again, the two
    // who have it would take it from each other without end.
    scratch.store.release(&taken, &first).unwrap();
    scratch.store.give_up(&taken, &first, "no disk").unwrap();
    assert!(scratch.store.void_pairs().unwrap().is_empty());
    let others: Vec<i64> = std::iter::from_fn(|| scratch.take(&first)).map(|taken| taken.pair.number).collect();
    assert_eq!(others, [2, 3], "pair 1 is still the second's");
}

#[test]
fn a_pair_that_was_awarded_meanwhile_does_not_come_back() {
    let scratch = begun();
    let worker = scratch.joined("worker");
    let taken = scratch.take(&worker).unwrap();
    let name = scratch.store.agents().unwrap()[taken.pair.agents[0]].name.clone();
    assert_eq!(scratch.store.withdraw(&name).unwrap(), 2);
    scratch.store.release(&taken, &worker).unwrap();
    let progress = scratch.store.progress().unwrap();
    assert_eq!((progress.open, progress.done, progress.void), (1, 2, 0));
    assert_eq!(scratch.jobs_waiting(), 1);
    // Nor does it if the others leave as well.
    for agent in scratch.store.agents().unwrap() {
        scratch.store.withdraw(&agent.name).unwrap();
    }
    assert!(scratch.take(&worker).is_none());
    assert_eq!(scratch.store.advance().unwrap(), Advance::Over);
    assert!(scratch.store.progress().unwrap().is_finished);
}

#[test]
fn nobody_plays_on_in_a_tournament_that_was_replaced() {
    let scratch = begun();
    let worker = scratch.joined("worker");
    assert!(scratch.take(&worker).is_some());
    assert!(scratch.store.clear().unwrap());
    let conditions = Conditions { pairs: 1, ..example::conditions() };
    scratch.store.begin(&conditions, &Details::default()).unwrap();
    scratch.store.enter(&[agent(0, "greedy"), agent(1, "random")], 0).unwrap();
    scratch.store.schedule().unwrap();
    let error = scratch.store.take(&scratch.identity, &worker).unwrap_err();
    assert!(matches!(error, StorageError::Replaced), "{error}");
}

#[test]
fn two_who_enter_agents_at_once_do_not_mix_them_up() {
    let scratch = begun();
    let three = scratch.store.agents().unwrap();
    let mut with_carl = three.clone();
    with_carl.push(agent(3, "carl"));
    let mut with_dora = three;
    with_dora.push(agent(3, "dora"));
    scratch.store.enter(&with_carl, 3).unwrap();
    assert!(matches!(scratch.store.enter(&with_dora, 3).unwrap_err(), StorageError::Raced));
    assert_eq!(scratch.store.agents().unwrap()[3].name, "carl");
    let other = Conditions { pairs: 2, ..example::conditions() };
    assert!(matches!(scratch.store.begin(&other, &Details::default()).unwrap_err(), StorageError::Raced));
}
