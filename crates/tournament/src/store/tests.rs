//! What holds for the database of a tournament when several are at work on it.

use std::time::Duration;

use super::*;
use crate::example;

/// Longer than any test.
const LONG: Duration = Duration::from_hours(1);
/// Expired at once.
const NONE: Duration = Duration::ZERO;

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
    fn join(&self, name: &str) {
        let info = WorkerInfo { host: "here".to_owned(), speed: 0, version: "0".to_owned() };
        self.store.join(name, &info, 1).unwrap();
    }

    fn take(&self, worker: &str) -> Option<TakenPair> {
        self.store.take(&self.identity, worker, LONG).unwrap()
    }

    fn take_all(&self, worker: &str) -> Vec<i64> {
        std::iter::from_fn(|| self.take(worker)).map(|taken| taken.pair.number).collect()
    }

    /// Waits until a second has passed by the clock of the database.
    fn wait_for_the_clock(&self) {
        let now = || {
            let mut transaction = self.store.storage.begin_reading().unwrap();
            transaction.query_one("SELECT unixepoch()", vec![]).unwrap().unwrap().int(0).unwrap()
        };
        let before = now();
        while now() == before {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn pairs_are_leased_once_and_in_order() {
    let scratch = begun();
    assert_eq!(scratch.take_all("one"), [1, 2, 3]);
    assert_eq!(scratch.take_all("two"), [0; 0]);
}

#[test]
fn pairs_of_the_dead_come_back_at_once_to_who_is_alone() {
    let scratch = begun();
    for life in 1..=60 {
        let name = format!("life {life}");
        scratch.join(&name);
        let taken = scratch.take(&name).unwrap();
        assert_eq!((taken.pair.number, taken.lease.attempt), (1, life));
    }
}

#[test]
fn who_is_silent_loses_its_lease_and_who_is_not_keeps_it() {
    let scratch = begun();
    let take = |worker| scratch.store.take(&scratch.identity, worker, NONE).unwrap().unwrap();
    let (silent, heard) = (take("silent"), take("heard"));
    assert_eq!((silent.pair.number, heard.pair.number), (1, 2));
    scratch.wait_for_the_clock();
    // Who was away itself knows nothing about others.
    scratch.store.heartbeat("heard", &[heard.lease], false).unwrap();
    assert_eq!(scratch.take_all("early"), [3]);
    scratch.store.heartbeat("heard", &[heard.lease], true).unwrap();
    assert_eq!(scratch.take_all("late"), [1]);
    // It is too late to say anything now.
    scratch.store.heartbeat("silent", &[silent.lease], true).unwrap();
    scratch.store.release(silent.lease).unwrap();
    assert_eq!(scratch.take_all("later"), [0; 0]);
}

#[test]
fn nobody_leases_anything_during_a_pause() {
    let scratch = begun();
    scratch.store.set_paused(true).unwrap();
    assert_eq!(scratch.take_all("worker"), [0; 0]);
    scratch.store.set_paused(false).unwrap();
    assert_eq!(scratch.take_all("worker"), [1, 2, 3]);
}

#[test]
fn who_has_lost_a_pair_says_nothing_about_it() {
    let scratch = begun();
    let lost = scratch.take("slow").unwrap();
    scratch.join("quick");
    let taken = scratch.take("quick").unwrap();
    assert_eq!(lost.pair, taken.pair);
    assert!(!scratch.store.give_up(lost.lease, "its disk is full").unwrap());
    scratch.store.release(lost.lease).unwrap();
    assert!(scratch.store.void_pairs().unwrap().is_empty());
    assert_eq!(scratch.take_all("third"), [2, 3]);
    scratch.store.release(taken.lease).unwrap();
    assert_eq!(scratch.take_all("third"), [1]);
}

#[test]
fn who_lets_go_of_a_pair_twice_takes_it_from_nobody() {
    let scratch = begun();
    let taken = scratch.take("first").unwrap();
    scratch.store.release(taken.lease).unwrap();
    let again = scratch.take("second").unwrap();
    assert_eq!((again.pair.number, again.lease.attempt), (taken.pair.number, 2));
    // The answer was lost, and it asks once more. If that let go of the pair again, the
    // two who have it would take it from each other without end.
    scratch.store.release(taken.lease).unwrap();
    scratch.store.give_up(taken.lease, "no disk").unwrap();
    assert!(scratch.store.void_pairs().unwrap().is_empty());
    assert_eq!(scratch.take_all("first"), [2, 3], "pair 1 is still the second's");
}

#[test]
fn a_pair_that_one_machine_cannot_play_is_left_to_others_before_it_is_void() {
    let mut scratch = begun();
    scratch.store.is_shared = true;
    let mut id = String::new();
    for failures in 1..=3 {
        let taken = scratch.take("one").unwrap();
        assert_eq!((taken.pair.number, taken.lease.attempt), (1, failures));
        assert_eq!(scratch.store.give_up(taken.lease, "no compiler").unwrap(), failures == 3);
        assert!(!scratch.store.give_up(taken.lease, "no compiler").unwrap(), "it has said so before");
        id = taken.pair.id;
    }
    assert_eq!(scratch.store.void_pairs().unwrap(), [(id, "no compiler".to_owned())]);
    assert_eq!(scratch.store.try_void_again().unwrap(), 1);
    assert_eq!(scratch.take_all("two"), [1, 2, 3]);
}

#[test]
fn a_pair_that_was_awarded_meanwhile_does_not_come_back() {
    let scratch = begun();
    let taken = scratch.take("worker").unwrap();
    let name = scratch.store.agents().unwrap()[taken.pair.agents[0]].name.clone();
    assert_eq!(scratch.store.withdraw(&name).unwrap(), 2);
    scratch.store.release(taken.lease).unwrap();
    let progress = scratch.store.progress().unwrap();
    assert_eq!((progress.open, progress.done, progress.void), (1, 2, 0));
    let left = scratch.take("worker").unwrap();
    assert!(scratch.take("worker").is_none());
    scratch.store.release(left.lease).unwrap();
    // Nor does it if the others leave as well.
    for agent in scratch.store.agents().unwrap() {
        scratch.store.withdraw(&agent.name).unwrap();
    }
    assert!(scratch.take("worker").is_none());
    assert_eq!(scratch.store.advance().unwrap(), Advance::Over);
    assert!(scratch.store.progress().unwrap().is_finished);
}

#[test]
fn nobody_plays_on_in_a_tournament_that_was_replaced() {
    let scratch = begun();
    assert!(scratch.take("worker").is_some());
    assert!(scratch.store.clear().unwrap());
    let conditions = Conditions { pairs: 1, ..example::conditions() };
    scratch.store.begin(&conditions, &Details::default()).unwrap();
    scratch.store.enter(&[agent(0, "greedy"), agent(1, "random")], 0).unwrap();
    scratch.store.schedule().unwrap();
    let error = scratch.store.take(&scratch.identity, "worker", LONG).unwrap_err();
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
