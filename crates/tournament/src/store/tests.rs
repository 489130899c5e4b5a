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

/// Two students with two items each.
fn grading() -> Scratch {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&Location::File(folder.path().join("test.db")), Access::Write).unwrap();
    let scratch = Scratch { _folder: folder, store, identity: String::new() };
    scratch.enter_items("a", "task", &ItemState::Open);
    Scratch { identity: scratch.store.identity().unwrap().unwrap(), ..scratch }
}

impl Scratch {
    /// Enters everybody; the first one with these files, this task and this state.
    fn enter_items(&self, hash: &str, task: &str, state: &ItemState) -> Vec<(usize, String, ItemChange)> {
        let agents = [agent(0, "ada"), agent(1, "ben")];
        let item = |agent: usize, name: &str| WantedItem {
            agent,
            name: name.to_owned(),
            task: if agent == 0 { task } else { "task" }.to_owned(),
            hash: if agent == 0 { hash } else { "b" }.to_owned(),
            state: if agent == 0 { state.clone() } else { ItemState::Open },
        };
        let items = [item(0, "one"), item(0, "two"), item(1, "one"), item(1, "two")];
        let keeps = |before: &str, now: &str| now == format!("{before}, longer");
        self.store.enter_items(&"settings", &Details::default(), &agents, &items, &keeps).unwrap()
    }

    fn take_item(&self) -> Option<TakenItem> {
        self.store.take_item(&self.identity, "worker", LONG).unwrap()
    }

    fn finished(&self, taken: &TakenItem, part: Option<&str>, content: &str) -> FinishedItem {
        FinishedItem {
            item: taken.lease.number,
            task: taken.task.clone(),
            hash: taken.hash.clone(),
            tournament: self.identity.clone(),
            worker: "worker".to_owned(),
            part: part.map(str::to_owned),
            content: content.to_owned(),
        }
    }

    fn finish_item(&self, taken: &TakenItem, part: Option<&str>, content: &str) -> Stored {
        self.store.finish_item(&self.finished(taken, part, content)).unwrap()
    }
}

#[test]
fn an_item_is_done_once_whoever_delivers_it() {
    let scratch = grading();
    let slow = scratch.take_item().unwrap();
    scratch.store.release(slow.lease).unwrap();
    let quick = scratch.take_item().unwrap();
    assert_eq!(quick.lease.number, slow.lease.number);
    assert_eq!(scratch.finish_item(&quick, None, "quick"), Stored::Yes);
    assert_eq!(scratch.finish_item(&quick, None, "quick"), Stored::Yes, "the answer may have been lost");
    assert_eq!(scratch.finish_item(&slow, None, "slow"), Stored::Lost);
    let items = scratch.store.items().unwrap();
    assert_eq!(items[0].state, ItemState::Done("quick".to_owned()));
    assert_eq!(std::iter::from_fn(|| scratch.take_item()).count(), 3);
    assert!(scratch.store.has_open_items().unwrap());
}

#[test]
fn parts_of_an_item_are_kept_for_who_does_it_next() {
    let scratch = grading();
    let first = scratch.take_item().unwrap();
    assert_eq!(scratch.finish_item(&first, Some("1"), "game 1"), Stored::Yes);
    assert_eq!(scratch.finish_item(&first, Some("1"), "another game 1"), Stored::Yes);
    assert_eq!(scratch.finish_item(&first, Some("2"), "game 2"), Stored::Yes);
    scratch.store.release(first.lease).unwrap();
    assert_eq!(scratch.take_item().unwrap().parts, ["game 1", "game 2"]);
}

#[test]
fn other_files_and_other_tasks_are_done_anew_and_nothing_else() {
    let scratch = grading();
    for _ in 0..4 {
        let taken = scratch.take_item().unwrap();
        scratch.finish_item(&taken, Some("1"), "game");
        scratch.finish_item(&taken, None, "done");
    }
    assert_eq!(scratch.enter_items("a", "task", &ItemState::Open), []);
    assert!(!scratch.store.has_open_items().unwrap());
    // Parts stand where they are good for the new task, and never for other files.
    for (hash, task, change, parts) in [
        ("a", "task, longer", ItemChange::Task, 1),
        ("a", "another task", ItemChange::Task, 0),
        ("mended", "another task", ItemChange::Files, 0),
    ] {
        let again = scratch.enter_items(hash, task, &ItemState::Open);
        assert_eq!(again, [(0, "one".to_owned(), change), (0, "two".to_owned(), change)]);
        for _ in 0..2 {
            let taken = scratch.take_item().unwrap();
            assert_eq!((taken.agent, taken.hash.as_str(), taken.parts.len()), (0, hash, parts));
            assert_eq!(scratch.finish_item(&taken, None, "done anew"), Stored::Yes);
        }
        assert!(scratch.take_item().is_none(), "the other student's stand");
    }
}

#[test]
fn what_was_done_for_other_files_comes_too_late() {
    let scratch = grading();
    let taken = scratch.take_item().unwrap();
    scratch.enter_items("mended", "task", &ItemState::Open);
    assert_eq!(scratch.finish_item(&taken, Some("1"), "game"), Stored::Lost);
    assert_eq!(scratch.finish_item(&taken, None, "done"), Stored::Lost);
    assert!(!scratch.store.give_up(taken.lease, "no disk").unwrap());
    let again = scratch.take_item().unwrap();
    assert_eq!((again.lease.number, again.hash.as_str()), (taken.lease.number, "mended"));
    assert!(again.lease.attempt > taken.lease.attempt + 1, "who had it holds nothing any more");
}

#[test]
fn what_the_arena_could_not_do_is_tried_again_and_what_cannot_be_built_is_settled() {
    let scratch = grading();
    let taken = scratch.take_item().unwrap();
    assert!(scratch.store.give_up(taken.lease, "no disk").unwrap());
    assert_eq!(scratch.store.items().unwrap()[0].state, ItemState::Void("no disk".to_owned()));
    scratch.enter_items("a", "task", &ItemState::Open);
    assert_eq!(scratch.take_item().unwrap().lease.number, taken.lease.number);
    // A compiler that is there at last.
    let unbuilt = ItemState::Done("unbuilt".to_owned());
    assert_eq!(scratch.enter_items("c", "task", &unbuilt), []);
    assert_eq!(scratch.take_item().unwrap().agent, 1);
    assert_eq!(scratch.enter_items("c", "task", &unbuilt), []);
    assert_eq!(scratch.enter_items("c", "task", &ItemState::Open), [], "the same files, and nobody had tried them");
    assert_eq!(scratch.take_item().unwrap().agent, 0);
}

#[test]
fn a_database_holds_a_tournament_or_a_grading() {
    let told = |result: Result<(), StorageError>| result.unwrap_err().to_string();
    let (graded, played) = (grading(), begun());
    let (graded, played) = (&graded.store, &played.store);
    assert!(told(graded.conditions().map(drop)).contains("there is a grading in this database"));
    assert!(told(played.grading::<String>().map(drop)).contains("there is a tournament in this database"));
    assert!(played.enter_items(&0, &Details::default(), &[], &[], &|_, _| false).is_err());
}
