//! The reports of a graded class, through the real program and in a real browser.

#![cfg(unix)]

mod common;

use std::fs;

use common::browser::Browser;
use common::{FIRST_FRUIT, Folder, Run, RunProgram as _};

const RUBRIC: &str = "name = \"CS 561\"\nsubmissions = \"submissions\"\nboards = [\"4p3\"]\ntime = 60\n\
                      [cases]\npoints = 1\ncount = 4\n\
                      [[match]]\nopponent = \"minimax:depth=3\"\ngames = 3\npoints = 50\n";

const CANVAS: &str = "Student,ID,SIS Login ID,Section,Warm up (7),Fruit Rage (12345)\r\n\
                      \x20   Points Possible,,,,10.0,54.0\r\n\
                      \"Lovelace, Ada\",501,ada,CS561,9.5,\r\n\
                      \"Hopper, Grace\",502,grace,CS561,,EX\r\n\
                      \"Turing, Alan\",503,alan,CS561,,\r\n";

/// A class of three: one that plays, one whose program is no Python, and one who is excused.
fn class() -> Folder {
    let folder = Folder::new();
    for (name, text) in [("ada", FIRST_FRUIT), ("grace", FIRST_FRUIT), ("mallory", "def </script>\n")] {
        let path = folder.path().join("class/submissions").join(name);
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("homework.py"), text).unwrap();
    }
    folder.write("class/grade.toml", RUBRIC);
    folder.write("export.csv", CANVAS);
    folder
}

fn assert_done(run: &Run) {
    assert_eq!(run.code, Some(0), "{}\n{}", run.stdout, run.stderr);
}

fn read(folder: &Folder, name: &str) -> String {
    String::from_utf8(folder.read(name)).unwrap()
}

#[test]
fn a_class_is_graded_and_everybody_reads_why() {
    let folder = class();
    assert_done(&folder.run(&["grade", "run", "class"]));

    // A wrong title is refused before anything is written.
    let run = folder.run(&["grade", "report", "class", "--fill", "export.csv", "--column", "Fruit rage"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("Canvas would make a new assignment"), "{}", run.stderr);
    assert!(!folder.path().join("class/report").exists());

    let run = folder.run(&["grade", "report", "class", "--fill", "export.csv", "--column", "Fruit Rage"]);
    assert_done(&run);
    for said in
        ["a Canvas gradebook: 1 grade filled in", "submissions of nobody in the gradebook", "mallory", "excused"]
    {
        assert!(run.stdout.contains(said), "{said}\n{}", run.stdout);
    }
    let grades = read(&folder, "class/report/grades.csv");
    let ada: Vec<&str> = grades.lines().find(|line| line.starts_with("ada,")).unwrap().split(',').collect();
    assert_eq!((ada[2], ada[3]), ("54", "yes"), "{grades}");
    assert!(grades.contains("\nmallory,0,54,yes,"), "what does not build is a zero\n{grades}");
    let filled = read(&folder, "class/report/export-filled.csv");
    assert_eq!(filled, CANVAS.replace("CS561,9.5,\r\n", &format!("CS561,9.5,{}\r\n", ada[1])));
    assert_eq!(read(&folder, "export.csv"), CANVAS, "the teacher's own file stays as it was");

    let mallory = read(&folder, "class/report/students/mallory.html");
    assert!(mallory.contains("Your program could not be started") && mallory.contains("SyntaxError"), "{mallory}");
    assert!(!mallory.contains("def </script>"));
    step_through_a_lost_game(&folder);
}

/// Opens a student's page from the disk, and looks for the lost game with its review.
fn step_through_a_lost_game(folder: &Folder) {
    let page = folder.path().join("class/report/students/ada.html");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let Some(browser) = Browser::open(1000, 900).await else { return };
        browser.goto(&format!("file://{}", page.display())).await;
        browser.wait("document.querySelector('h1').textContent.includes('ada')").await;
        browser.click("button[data-replay]").await;
        browser.client.clone().enter_frame(0).await.unwrap();
        browser.wait("document.querySelectorAll('#board [data-cell]').length === 16").await;
        browser.wait("!document.querySelector('#summary').hidden").await;
        browser.wait("document.querySelector('#caption').textContent.startsWith('Move ')").await;
        browser.click("#last").await;
        browser.wait("document.querySelector('#caption').textContent === 'The end.'").await;
        browser.client.clone().enter_parent_frame().await.unwrap();
        browser.client.set_window_size(390, 800).await.unwrap();
        browser.wait("document.documentElement.scrollWidth <= window.innerWidth").await;
        browser.goto(&format!("file://{}", folder.path().join("class/report/class.html").display())).await;
        browser.wait("document.querySelector('svg.histogram') !== null").await;
        browser.wait("document.documentElement.scrollWidth <= window.innerWidth").await;
    });
}

#[test]
fn moodle_gets_a_worksheet_and_feedback_files() {
    let folder = class();
    folder.write("class/grade.toml", RUBRIC.split("[[match]]").next().unwrap());
    assert_done(&folder.run(&["grade", "run", "class"]));
    folder.write("sheet.csv", "Identifier,Full name,Grade\nParticipant 7,Ada,\nParticipant 8,Bob,\n");
    assert_done(&folder.run(&["grade", "report", "class", "--fill", "sheet.csv", "--output", "out"]));
    assert_eq!(
        read(&folder, "out/sheet-filled.csv"),
        "Identifier,Full name,Grade\nParticipant 7,Ada,4\nParticipant 8,Bob,\n"
    );
    let mut zip = zip::ZipArchive::new(fs::File::open(folder.path().join("out/feedback.zip")).unwrap()).unwrap();
    assert_eq!(zip.by_index(0).unwrap().name().unwrap(), "Ada_7_assignsubmission_file_/grade.html");
    assert_eq!(zip.len(), 1);
}
