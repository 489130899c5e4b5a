//! Grading by the real program: a class of forty through kills, two workers on a real
//! PostgreSQL, mended submissions, and what is no student's fault. Unix only: submissions are
//! shell scripts, and processes are killed.

#![cfg(unix)]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use common::Run;
use fruitrage_game::Event;
use fruitrage_grading::{Class, Evidence, Outcome};
use fruitrage_testing::Postgres;
use fruitrage_tournament::storage::Location;
use fruitrage_tournament::{Folder, Site};
use serde_json::Value;
use tempfile::TempDir;

/// A rubric that takes a moment: two cases, and a match of three tiny games.
const RUBRIC: &str = r#"
name = "Tiny"
submissions = "submissions"
boards = ["2p2"]
time = 20
lease = 2
jobs = 2

[cases]
points = 1
count = 2

[[match]]
opponent = "random"
games = 3
points = 8
fairness-pairs = 1
"#;

/// The kit in C, built once; submissions are scripts around it.
static AGENT: LazyLock<(TempDir, PathBuf)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("agent");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/kits/c/homework.c");
    let built = Command::new("gcc").args(["-O1", "-o"]).arg(&program).arg(source).status().unwrap();
    assert!(built.success(), "the kit in C can be built");
    (folder, program)
});

/// What the students do, in turn: a script around the right agent.
const HABITS: [&str; 8] = [
    "exec ./agent",
    "./agent && { head -n 1 output.txt; tail -n +4 input.txt; } > o && mv o output.txt",
    "exec ./agent",
    "exit 3",
    "./agent && mv output.txt OuTpUt.TxT",
    "exec ./agent",
    "[ $(head -n 1 input.txt) = 10 ] && exec ./agent",
    "./agent && printf 'Z26\n' > o && tail -n +2 output.txt >> o && mv o output.txt",
];

fn script(folder: &Path, habit: &str) {
    fs::create_dir_all(folder).unwrap();
    // So that no two students have the same content.
    let name = folder.file_name().unwrap().to_string_lossy();
    let homework = folder.join("homework");
    fs::write(&homework, format!("#!/bin/sh\n# by {name}\n{habit}\n")).unwrap();
    fs::set_permissions(homework, fs::Permissions::from_mode(0o755)).unwrap();
    fs::copy(&AGENT.1, folder.join("agent")).unwrap();
}

/// A grading in a folder that is not waited for: what is killed here are processes, not
/// machines.
struct Grading {
    folder: TempDir,
    database: Option<String>,
}

impl Grading {
    fn new() -> Self {
        let memory = Path::new("/dev/shm");
        let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
        let grading = Self { folder: folder.unwrap(), database: None };
        grading.write(RUBRIC);
        fs::create_dir(grading.path().join("submissions")).unwrap();
        grading
    }

    fn of_forty() -> Self {
        let grading = Self::new();
        for number in 1..=39 {
            script(&grading.student(&format!("student {number:02}")), HABITS[number % HABITS.len()]);
        }
        let last = grading.student("student 40");
        fs::create_dir(&last).unwrap();
        fs::write(last.join("homework.c"), "int main( {\n").unwrap();
        grading
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, settings: &str) {
        fs::write(self.path().join("grade.toml"), settings).unwrap();
    }

    fn student(&self, name: &str) -> PathBuf {
        self.path().join("submissions").join(name)
    }

    fn site(&self) -> Site {
        let location = match &self.database {
            Some(url) => Location::Server(url.parse().unwrap()),
            None => Location::File(self.path().join("grading.db")),
        };
        Site { folder: Folder::new(self.path()), location }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fruitrage"));
        command.args(["grade", arguments[0]]).arg(self.path()).args(&arguments[1..]).env_remove("FRUITRAGE_DB");
        if let Some(url) = &self.database {
            command.args(["--db", url]);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, arguments: &[&str]) -> Run {
        self.command(arguments).output().unwrap().into()
    }

    fn finish(&self) -> Run {
        let run = self.run(&["run"]);
        assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
        run
    }

    fn status(&self) -> Value {
        serde_json::from_str(&self.run(&["status", "--format", "json"]).stdout).unwrap()
    }

    /// How many items are graded; none if nothing is there yet.
    fn graded(&self) -> usize {
        Class::at(&self.site()).map_or(0, |class| class.items() - class.open())
    }

    fn grades(&self) -> Grades {
        let class = Class::at(&self.site()).unwrap();
        assert_eq!((class.open(), class.trouble().count()), (0, 0));
        let mut grades = Grades::new();
        for student in class.students {
            for item in student.sheet.items {
                let games = match &item.evidence {
                    Evidence::Match(evidence) => evidence.played.iter().map(moves_of).collect(),
                    _ => Vec::new(),
                };
                let key = (student.sheet.submission.clone(), item.id.clone());
                grades.insert(key, (item.outcome, item.earned().to_string(), games));
            }
        }
        grades
    }
}

/// By student and item: what came of it, the points, and each game by its moves: everything but
/// times.
type Grades = BTreeMap<(String, String), (Outcome, String, Vec<String>)>;

fn moves_of(game: &fruitrage_grading::MatchGame) -> String {
    let moves = game.events.iter().filter_map(|event| match event {
        Event::Move(line) => Some(line.cell.to_string()),
        _ => None,
    });
    let moves: Vec<String> = moves.collect();
    format!("{} {} {:?} {}", game.number, game.began, game.outcome(), moves.join(" "))
}

/// What the class gets if nothing happens to the machine.
static UNDISTURBED: LazyLock<Grades> = LazyLock::new(|| {
    let grading = Grading::of_forty();
    grading.finish();
    let grades = grading.grades();
    let count = |outcome| grades.values().filter(|(found, ..)| *found == outcome).count();
    assert_eq!(grades.len(), 120);
    assert!(count(Outcome::Earned) > 30 && count(Outcome::Missed) > 30, "a class with everything in it");
    grades
});

/// Kills a process. Returns whether it had not ended before.
fn kill(mut child: Child) -> bool {
    let was_alive = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    was_alive
}

#[test]
fn killed_at_ten_moments_a_class_of_forty_gets_the_same_grades() {
    let mut kills = 0;
    // If it is finished before it was killed often enough, there is another class.
    while kills < 10 {
        let grading = Grading::of_forty();
        // Twice in the rehearsal: after so many lines.
        for lines in [3, 25] {
            let mut child = grading.command(&["run"]).spawn().unwrap();
            let stderr = BufReader::new(child.stderr.take().unwrap());
            assert_eq!(stderr.lines().take(lines).map_while(Result::ok).count(), lines);
            kills += usize::from(kill(child));
        }
        // And while it is graded, each time a little later.
        for _ in 0..8 {
            let before = grading.graded();
            let mut child = grading.command(&["run"]).stderr(Stdio::null()).spawn().unwrap();
            // Those of whom nothing can be built are graded at once.
            while grading.graded() < before + 8 && child.try_wait().unwrap().is_none() {
                thread::sleep(Duration::from_millis(10));
            }
            kills += usize::from(kill(child));
        }
        let left = 120 - grading.graded();
        let run = grading.finish();
        assert!(run.stderr.contains(&format!("{left} of 120 items to be graded")), "{left}: {}", run.stderr);
        assert_eq!(grading.grades(), *UNDISTURBED);
    }
}

#[test]
fn two_workers_on_a_real_postgresql_give_the_same_grades_though_one_is_killed() {
    let postgres = Postgres::start();
    let mut grading = Grading::of_forty();
    grading.database = Some(postgres.create_database("class"));
    let worker = |folder: &TempDir| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fruitrage"));
        command.args(["worker", "-j", "1", "--dir"]).arg(folder.path().join("worker"));
        command.env("FRUITRAGE_DB", grading.database.as_ref().unwrap());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    // A worker may come before there is anything to do.
    let early = worker(&folders[0]);
    let entered = grading.run(&["run", "--enter-only"]);
    assert_eq!(entered.code, Some(0), "{}", entered.stderr);
    assert!(entered.stdout.contains("fruitrage worker --db postgres://"), "{}", entered.stdout);
    let late = worker(&folders[1]);
    while grading.graded() < 40 {
        thread::sleep(Duration::from_millis(20));
    }
    kill(late);
    let again = worker(&folders[1]);
    for mut child in [early, again] {
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{stderr}");
    }
    assert_eq!(grading.grades(), *UNDISTURBED);
    let status = grading.status();
    assert_eq!((&status["to-be-graded"], &status["items"]), (&0.into(), &120.into()));
    // No tournament can take its place, and none is found there.
    let run: Run = Command::new(env!("CARGO_BIN_EXE_fruitrage"))
        .args(["tournament", "status", "--db", grading.database.as_ref().unwrap()])
        .output()
        .unwrap()
        .into();
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("there is a grading in this database"), "{}", run.stderr);
}

#[test]
fn who_hands_in_other_files_is_graded_anew_and_nobody_else() {
    let grading = Grading::new();
    for (name, habit) in [("ada", "exec ./agent"), ("ben", "exit 3"), ("cid", "exec ./agent")] {
        script(&grading.student(name), habit);
    }
    let rehearsal = grading.run(&["run", "--rehearse-only"]);
    assert_eq!(rehearsal.code, Some(1), "{}", rehearsal.stderr);
    assert!(rehearsal.stderr.contains("ok  ada  ready: a right move"), "{}", rehearsal.stderr);
    assert!(rehearsal.stderr.contains("--  ben  its first move is wrong: it crashed with exit code 3"));
    let note = fs::read_to_string(grading.path().join("notes/ben.txt")).unwrap();
    assert!(note.contains("crashed with exit code 3") && note.contains("Nothing is graded yet"), "{note}");
    assert_eq!(grading.graded(), 0);

    grading.finish();
    let before = grading.grades();
    script(&grading.student("ben"), "exec ./agent");
    fs::remove_dir_all(grading.student("cid")).unwrap();
    let run = grading.finish();
    assert!(run.stderr.contains("ben: other files were handed in; 3 items graded anew"), "{}", run.stderr);
    assert!(run.stderr.contains("cid: not among the submissions any more"), "{}", run.stderr);
    assert!(run.stderr.contains("3 of 6 items to be graded"), "{}", run.stderr);
    let after = grading.grades();
    let of = |grades: &Grades, name: &str| {
        grades.iter().filter(|((student, _), _)| student == name).map(|(_, grade)| grade.clone()).collect::<Vec<_>>()
    };
    assert_eq!(of(&before, "ada"), of(&after, "ada"));
    assert!(of(&before, "ben").iter().all(|grade| grade.0 == Outcome::Missed));
    assert!(of(&after, "ben").iter().any(|grade| grade.0 == Outcome::Earned));
    assert!(of(&after, "cid").is_empty());

    // Other points need no game; more games need only those.
    grading.write(&RUBRIC.replace("points = 8", "points = 80"));
    let run = grading.finish();
    assert!(run.stderr.contains("0 of 6 items to be graded"), "{}", run.stderr);
    assert_eq!(grading.status()["points"], 82);
    let run = grading.run(&["run", "--all-games"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("ada: grade.toml asks for something else; 1 item graded anew"), "{}", run.stderr);
    let class = Class::at(&grading.site()).unwrap();
    for student in &class.students {
        let evidence = student.sheet.items[2].evidence.of_match().unwrap();
        assert_eq!(evidence.counted().count(), 3);
        assert!(evidence.fairness().pairs.is_some_and(|pairs| pairs.boards == 1));
    }
}

#[test]
fn what_the_arena_lacks_is_not_graded_and_tried_again() {
    let grading = Grading::new();
    script(&grading.student("ada"), "exec ./agent");
    let student = grading.student("ben");
    fs::create_dir(&student).unwrap();
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/kits/c/homework.c"), student.join("homework.c")).unwrap();
    // A machine without a compiler.
    let tools = tempfile::tempdir().unwrap();
    let run: Run = grading.command(&["run"]).env("PATH", tools.path()).output().unwrap().into();
    assert_eq!(run.code, Some(4), "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("??  ben  not rehearsed, by the arena's own fault"), "{}", run.stderr);
    assert!(run.stdout.contains("3 items not graded, by the arena's own fault"), "{}", run.stdout);
    let note = fs::read_to_string(grading.path().join("notes/ben.txt")).unwrap();
    assert!(note.contains("not your fault"), "{note}");
    let status = grading.status();
    assert_eq!((&status["not-graded"], &status["students"][0]["to-be-graded"]), (&3.into(), &0.into()));
    assert_eq!(status["students"][1]["items"][0]["outcome"], "not-graded");
    let csv = grading.run(&["status", "--format", "csv"]).stdout;
    assert!(csv.starts_with("student,points,of,to be graded,not graded,cases,random\nada,"), "{csv}");
    assert!(csv.contains("\nben,0,10,0,3,0,0\n"), "{csv}");

    grading.finish();
    assert_eq!(grading.status()["not-graded"], 0);
    assert_eq!(grading.grades()[&("ben".to_owned(), "case-01".to_owned())].0, Outcome::Earned);
}

#[test]
fn a_grading_begins_with_the_rubric_of_the_course_and_says_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fruitrage"));
        command.arg("grade").args(arguments).current_dir(folder.path()).env_remove("FRUITRAGE_DB");
        command.stdin(Stdio::null()).output().unwrap().into()
    };
    assert_eq!(run(&["init", "class"]).code, Some(0));
    for (arguments, expected) in [
        (&["init", "class"][..], "class/grade.toml: there is a grading already"),
        (&["run", "class"], "class/grade.toml, line 8: the submissions: there is nothing to play in submissions"),
        (&["run", "nowhere"], "nowhere/grade.toml: there is none; `fruitrage grade init nowhere` makes an example"),
        (&["status"], "which grading? Name its FOLDER, or its database with --db"),
        (&["status", "class", "--format", "xml"], "invalid value 'xml'"),
        (&["run"], "which grading? Name its FOLDER, with grade.toml in it"),
    ] {
        let run = run(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(expected), "{arguments:?}: {}", run.stderr);
    }
    fs::write(folder.path().join("class/submissions/ada.py"), "").unwrap();
    let alone = run(&["run", "class", "--enter-only"]);
    assert_eq!(alone.code, Some(2), "{}", alone.stderr);
    assert!(alone.stderr.contains("need a database at a server: name it with --db"), "{}", alone.stderr);
    let file = folder.path().join("class/grade.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("minimax:depth=3\"", "minimax:depth=x\"")).unwrap();
    let wrong = run(&["run", "class"]);
    assert_eq!(wrong.code, Some(2), "{}", wrong.stderr);
    assert!(wrong.stderr.contains("in grade.toml, the opponent 'minimax:depth=x'"), "{}", wrong.stderr);
    let none = run(&["status", "class"]);
    assert_eq!(none.code, Some(2), "{}", none.stderr);
    assert!(none.stderr.contains("there is no grading here yet"), "{}", none.stderr);
}
