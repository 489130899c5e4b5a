//! What holds for a database, whatever is kept in it.

use super::*;

struct Scratch {
    folder: tempfile::TempDir,
}

impl Scratch {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn file(&self) -> std::path::PathBuf {
        self.folder.path().join("test.db")
    }

    fn open(&self) -> Storage {
        Storage::open(&Location::File(self.file()), Access::Write).unwrap()
    }
}

fn push(storage: &Storage, pairs: &[i64]) {
    let jobs: Vec<Job> = pairs.iter().map(|&pair| Job { pair, tries: 1 }).collect();
    let mut transaction = storage.begin().unwrap();
    transaction.push(&jobs).unwrap();
    transaction.commit().unwrap();
}

fn register(storage: &Storage, name: &str) -> Worker {
    let worker = Worker::new(name);
    let mut transaction = storage.begin().unwrap();
    transaction.register(&worker).unwrap();
    transaction.commit().unwrap();
    worker
}

fn lease(storage: &Storage, worker: &Worker) -> Option<Lease> {
    let mut transaction = storage.begin().unwrap();
    let lease = transaction.lease(worker).unwrap();
    transaction.commit().unwrap();
    lease
}

#[test]
fn what_is_not_committed_has_not_happened() {
    let scratch = Scratch::new();
    let storage = scratch.open();
    let count = |storage: &Storage| {
        let mut transaction = storage.begin_reading().unwrap();
        transaction.query_one("SELECT COUNT(*) FROM rounds", vec![]).unwrap().unwrap().int(0).unwrap()
    };
    let mut transaction = storage.begin().unwrap();
    transaction.execute("INSERT INTO rounds (number) VALUES ($1)", vec![1_i64.into()]).unwrap();
    drop(transaction);
    assert_eq!(count(&storage), 0);
    let mut transaction = storage.begin().unwrap();
    transaction.execute("INSERT INTO rounds (number) VALUES ($1)", vec![1_i64.into()]).unwrap();
    transaction.commit().unwrap();
    drop(storage);
    assert_eq!(count(&scratch.open()), 1);
}

#[test]
fn every_commit_waits_for_the_disk() {
    let scratch = Scratch::new();
    let storage = scratch.open();
    let mut transaction = storage.begin_reading().unwrap();
    let setting = |transaction: &mut Transaction<'_>, pragma| transaction.query_one(pragma, vec![]).unwrap().unwrap();
    assert_eq!(setting(&mut transaction, "PRAGMA synchronous").int(0).unwrap(), 2, "FULL");
    assert_eq!(setting(&mut transaction, "PRAGMA journal_mode").text(0).unwrap(), "wal");
    assert_eq!(setting(&mut transaction, "PRAGMA foreign_keys").int(0).unwrap(), 1);
}

#[test]
fn jobs_are_taken_once_and_in_order() {
    let scratch = Scratch::new();
    let storage = scratch.open();
    push(&storage, &[2, 1, 10]);
    let worker = register(&storage, "worker");
    let taken: Vec<i64> = std::iter::from_fn(|| lease(&storage, &worker)).map(|lease| lease.pair).collect();
    assert_eq!(taken, [1, 2, 10]);
}

#[test]
fn jobs_of_the_dead_come_back_at_once_but_not_those_that_are_done() {
    let scratch = Scratch::new();
    let storage = scratch.open();
    push(&storage, &[1, 2, 3]);
    let killed = register(&storage, "killed");
    let done = lease(&storage, &killed).unwrap();
    lease(&storage, &killed).unwrap();
    let mut transaction = storage.begin().unwrap();
    transaction.acknowledge(&done, &killed).unwrap();
    transaction.commit().unwrap();

    let mut transaction = storage.begin().unwrap();
    assert_eq!(transaction.take_back_all().unwrap(), 1);
    transaction.commit().unwrap();
    let next = register(&storage, "next");
    let taken: Vec<i64> = std::iter::from_fn(|| lease(&storage, &next)).map(|lease| lease.pair).collect();
    assert_eq!(taken, [2, 3]);
}

#[test]
fn a_job_may_be_taken_back_any_number_of_times() {
    let scratch = Scratch::new();
    let storage = scratch.open();
    push(&storage, &[7]);
    for life in 0..60 {
        let worker = register(&storage, &format!("life {life}"));
        assert_eq!(lease(&storage, &worker).unwrap().pair, 7, "life {life}");
        let mut transaction = storage.begin().unwrap();
        transaction.take_back_all().unwrap();
        transaction.commit().unwrap();
    }
}

#[test]
fn tables_of_a_newer_program_are_refused() {
    let scratch = Scratch::new();
    let storage = scratch.open();
    let mut transaction = storage.begin().unwrap();
    transaction
        .execute(
            "INSERT INTO fruitrage_migrations (version, description, success, checksum, execution_time)
             SELECT 9999, 'from the future', TRUE, checksum, 0 FROM fruitrage_migrations WHERE version = 1",
            vec![],
        )
        .unwrap();
    transaction.commit().unwrap();
    drop(storage);
    for access in [Access::Read, Access::Write] {
        let error = Storage::open(&Location::File(scratch.file()), access).unwrap_err();
        assert!(matches!(error, StorageError::Newer { found: 9999, .. }), "{error}");
    }
}

#[test]
fn only_who_begins_something_makes_a_database() {
    let scratch = Scratch::new();
    for access in [Access::Read, Access::Join] {
        assert!(matches!(Storage::open(&Location::File(scratch.file()), access), Err(StorageError::Missing)));
        assert!(!scratch.file().exists());
    }
    let nowhere = scratch.folder.path().join("no folder").join("test.db");
    let error = Storage::open(&Location::File(nowhere), Access::Write).unwrap_err().to_string();
    assert!(error.contains("no folder"), "it says which file: {error}");
}

#[test]
fn a_full_disk_is_called_so_and_what_was_stored_stays() {
    let scratch = Scratch::new();
    let storage = scratch.open();
    let fill = |storage: &Storage, number: i64| {
        let mut transaction = storage.begin()?;
        let values = vec![number.into(), format!("{number}{}", "x".repeat(4000)).into(), "{}".into()];
        transaction.execute("INSERT INTO agents (number, name, spec) VALUES ($1, $2, $3)", values)?;
        transaction.commit()
    };
    let limit = |storage: &Storage, pages: &'static str| {
        let mut transaction = storage.begin_reading().unwrap();
        transaction.query(pages, vec![]).unwrap();
    };
    fill(&storage, 0).unwrap();
    limit(&storage, "PRAGMA max_page_count = 60");
    let error = (1..100).find_map(|number| fill(&storage, number).err()).expect("sixty pages are not enough");
    assert!(matches!(error, StorageError::Full), "{error}");
    limit(&storage, "PRAGMA max_page_count = 100000");
    fill(&storage, 1000).unwrap();
}
