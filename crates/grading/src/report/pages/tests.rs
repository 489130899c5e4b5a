//! What the pages say, and what they must not do.

use super::*;
use crate::Mode;
use crate::report::example::class;
use crate::report::{ClassReport, HostShare};

fn pages() -> (String, Vec<String>) {
    let sheets = class();
    let hosts = [HostShare { name: "lab1</td>".to_owned(), submissions: 9, lost_on_time: 0, speed: Some(2_500_000) }];
    let report = ClassReport { title: "CS 561 <autumn>", mode: Mode::Official, sheets: &sheets, hosts: &hosts };
    let students = sheets.iter().map(|sheet| student_page(&report, sheet, &Replays::default())).collect();
    let names = ["students/ada.html", "students/ben.html", "students/cyd.html"].map(str::to_owned);
    (class_page(&report, &names), students)
}

#[test]
fn a_student_reads_why_every_point_is_lost() {
    let (_, students) = pages();
    assert!(students[0].contains("52 of 52 points</h1>"));
    let ben = &students[1];
    for part in [
        "1 of 52 points</h1>",
        "Single boards: 1 of 2 right",
        "It wrote a wrong board: ",
        "0 of 50",
        "Won 0 of 6 games",
    ] {
        assert!(ben.contains(part), "{part}\n{ben}");
    }
    assert!(ben.contains("A1\n*&lt;b&gt;"), "what it wrote is shown");
}

#[test]
fn what_is_not_graded_says_that_it_is_no_zero() {
    let (class, students) = pages();
    let cyd = &students[2];
    for part in ["2 of 52 points so far</h1>", "This is not a grade yet.", "not graded (50)", "The disk is full."] {
        assert!(cyd.contains(part), "{part}\n{cyd}");
    }
    assert!(!cyd.contains("0 of 50"), "{cyd}");
    assert!(class.contains("1 submission is not graded yet."), "{class}");
    assert!(class.contains("mean 26.5, median 26.5 of 52 points"), "whoever is not graded is in no mean");
}

#[test]
fn text_of_strangers_is_text_on_every_page() {
    let (class, students) = pages();
    for page in students.iter().chain([&class]) {
        assert!(!page.contains("<script>alert") && !page.contains("<autumn>") && !page.contains("lab1</td>"), "{page}");
        assert!(!page.contains(['\u{1b}', '\u{202e}']), "{page}");
        assert!(!page.contains("://"), "a page asks the network for nothing\n{page}");
    }
}

#[test]
fn the_class_has_its_distribution_faults_and_machines() {
    let (class, _) = pages();
    for part in [
        "aria-label=\"Students by percent of the points. 0–9 %: 1, 90–100 %: 1\"",
        "href=\"./students/ben.html\"",
        "wrong board",
        "2.50 M/s",
    ] {
        assert!(class.contains(part), "{part}\n{class}");
    }
}
