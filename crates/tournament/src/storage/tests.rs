//! What holds for a database, whatever is kept in it.

use sqlx::{ConnectOptions as _, Connection as _};

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

/// Tries every way to use a database; returns what each says is wrong.
#[cfg(unix)]
fn refusals(storage: &Storage) -> Vec<String> {
    let statement = "INSERT INTO rounds (number) VALUES (7)";
    let tried = [
        storage.begin().map(drop),
        storage.begin_lightly().map(drop),
        storage.begin_reading().map(drop),
        storage.execute(statement, vec![]).map(drop),
        storage.query_one(statement, vec![]).map(drop),
        storage.send(statement, vec![]).map(drop),
        storage.check_files(),
    ];
    tried.into_iter().map(|result| result.map_or_else(|error| error.to_string(), |()| "fine".to_owned())).collect()
}

#[test]
#[cfg(unix)]
fn a_file_that_is_deleted_moved_or_replaced_is_noticed_before_anything_else() {
    for ending in ["", "-wal"] {
        let scratch = Scratch::new();
        let mut file = scratch.file().into_os_string();
        file.push(ending);
        let moved = scratch.folder.path().join("elsewhere");
        let storage = scratch.open();
        assert_eq!(refusals(&storage)[..3], ["fine"; 3]);
        std::fs::rename(&file, &moved).unwrap();
        for told in refusals(&storage) {
            let expected = format!("{} was deleted or moved while it was in use", file.display());
            assert!(told.starts_with(&expected), "{told}");
        }
        std::fs::write(&file, "another").unwrap();
        for told in refusals(&storage) {
            let expected = format!("{} was replaced by another file while it was in use", file.display());
            assert!(told.starts_with(&expected), "{told}");
        }
        // What was only moved for a moment is there again.
        std::fs::rename(&moved, &file).unwrap();
        assert_eq!(refusals(&storage)[..3], ["fine"; 3]);
    }
}

#[test]
#[cfg(unix)]
fn a_commit_to_a_file_that_has_no_name_any_more_is_none() {
    let scratch = Scratch::new();
    let storage = scratch.open();
    let mut transaction = storage.begin().unwrap();
    transaction.execute("INSERT INTO rounds (number) VALUES ($1)", vec![1_i64.into()]).unwrap();
    std::fs::remove_file(scratch.file()).unwrap();
    assert!(matches!(transaction.commit(), Err(StorageError::Removed { .. })));
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
fn tables_of_another_version_are_refused_whatever_is_wanted() {
    let scratch = Scratch::new();
    drop(scratch.open());
    for version in [9999, 2] {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(scratch.file());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let mut connection = options.connect().await.unwrap();
            let statement = sqlx::query("UPDATE fruitrage_migrations SET version = $1").bind(version);
            statement.execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
        });
        for access in [Access::Read, Access::Join, Access::Write] {
            let error = Storage::open(&Location::File(scratch.file()), access).unwrap_err();
            match error {
                StorageError::Newer { found, .. } => assert_eq!((found, version), (9999, 9999)),
                StorageError::Older { found, .. } => assert_eq!((found, version), (2, 2)),
                error => panic!("{error}"),
            }
        }
    }
}

#[test]
fn the_clock_and_row_locks_are_understood() {
    let scratch = Scratch::new();
    let storage = scratch.open();
    let mut transaction = storage.begin().unwrap();
    transaction.execute("INSERT INTO rounds (number) VALUES (unixepoch())", vec![]).unwrap();
    for statement in [
        "SELECT unixepoch() - number FROM rounds FOR UPDATE",
        "SELECT unixepoch() - number FROM rounds FOR UPDATE SKIP LOCKED",
    ] {
        assert!(transaction.query_one(statement, vec![]).unwrap().unwrap().int(0).unwrap() >= 0);
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
