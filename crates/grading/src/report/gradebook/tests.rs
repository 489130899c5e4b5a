//! Gradebooks as Canvas and Moodle write them.

use super::*;
use crate::{ItemGrade, Outcome, Points};

fn sheet(submission: &str, outcomes: &[(&str, Outcome)]) -> GradeSheet {
    let item = |(number, (points, outcome)): (usize, &(&str, Outcome))| ItemGrade {
        id: format!("case-{number:02}"),
        name: format!("case {number}"),
        most: points.parse().unwrap(),
        outcome: *outcome,
        reason: String::new(),
        notes: vec![],
        evidence: crate::Evidence::None,
    };
    GradeSheet { submission: submission.to_owned(), items: outcomes.iter().enumerate().map(item).collect() }
}

fn earned(submission: &str, points: &str) -> GradeSheet {
    sheet(submission, &[(points, Outcome::Earned)])
}

const CANVAS: &str = "\u{feff}Student,ID,SIS User ID,SIS Login ID,Section,Warm up (7),\"Fruit Rage, part 1 (12345)\",Final Score\r\n\
    \x20   Points Possible,,,,,10.0,100.0,(read only)\r\n\
    \"Lovelace, Ada\",501,00017,ada,CS561,9.5,,80\r\n\
    \"Hopper, Grace\",502,00018,grace,CS561,,EX,\r\n\
    \"Turing, Alan\",503,00019,alan,CS561,,50,\r\n\
    \"Noether, Emmy\",504,00020,emmy,CS561,,,\r\n\
    \"Student, Test\",599,,,CS561,,,\r\n";

#[test]
fn a_canvas_export_is_filled_in_the_column_that_is_named_and_nowhere_else() {
    let emmy = sheet("emmy", &[("25", Outcome::Earned), ("50", Outcome::NotGraded)]);
    let sheets = [
        earned("lovelaceada_LATE_501_9001_homework", "75.5"),
        earned("grace", "100"),
        earned("Alan Turing", "26"),
        emmy,
        earned("mallory", "100"),
    ];
    let filled = fill_gradebook(CANVAS.as_bytes(), Some("Fruit Rage, part 1"), &sheets).unwrap();
    let expected = CANVAS.replace("CS561,9.5,,80", "CS561,9.5,75.5,80").replace("CS561,,50,", "CS561,,26,");
    assert_eq!(filled.text, expected);
    assert_eq!((filled.kind, filled.filled), (Kind::Canvas, 2));
    assert_eq!(
        filled.remarks,
        [
            "1 not graded yet, so their cells stay as they were (this is no zero): Noether, Emmy",
            "1 in the gradebook without a submission; their cells stay as they were: Student, Test",
            "1 submissions of nobody in the gradebook; rename them to an id, a login or a name that is in it: mallory",
            "1 excused (EX), and stay so: Hopper, Grace",
            "1 had another grade before, which is replaced: Turing, Alan (50)",
            "'Fruit Rage, part 1 (12345)' is worth 100.0 points there, and the rubric 75.5: points are filled in as they are",
        ]
    );
}

#[test]
fn an_unknown_title_is_refused_because_canvas_would_make_an_assignment_of_it() {
    let error = |column: Option<&str>| fill_gradebook(CANVAS.as_bytes(), column, &[]).unwrap_err().to_string();
    assert_eq!(
        error(Some("Fruit Rage part 1")),
        "there is no column 'Fruit Rage part 1'; 'Fruit Rage, part 1' may be meant; Canvas would make a new assignment of \
         an unknown title. The columns for grades: 'Warm up (7)', 'Fruit Rage, part 1 (12345)'"
    );
    assert_eq!(
        error(None),
        "say which column to fill in with --column; there are 'Warm up (7)', 'Fruit Rage, part 1 (12345)'"
    );
    assert!(error(Some("Final Score")).contains("worked out by Canvas"));
    let twice = CANVAS.replace("Warm up (7)", "\"Fruit Rage, part 1 (7)\"");
    let error = fill_gradebook(twice.as_bytes(), Some("Fruit Rage, part 1"), &[]).unwrap_err().to_string();
    assert!(error.starts_with("'Fruit Rage, part 1' could be any of"), "{error}");
    assert!(fill_gradebook(twice.as_bytes(), Some("Fruit Rage, part 1 (7)"), &[]).is_ok());
}

#[test]
fn a_canvas_export_with_semicolons_keeps_its_decimal_comma() {
    let text = "Student;ID;SIS Login ID;Section;Fruit (1)\n    Points Possible;;;;100,0\nLovelace, Ada;5;ada;A;\"\"\n";
    let filled = fill_gradebook(text.as_bytes(), None, &[earned("ada", "75.5")]).unwrap();
    assert_eq!(filled.text, text.replace(";\"\"\n", ";\"75,5\"\n"));
}

#[test]
fn a_decimal_comma_in_a_file_with_commas_is_quoted() {
    let text =
        "Student,ID,Section,Old (1),Fruit (2)\nPoints Possible,,,\"10,0\",\"100,0\"\n\"Lovelace, Ada\",5,A,\"9,5\",\n";
    let filled = fill_gradebook(text.as_bytes(), Some("Fruit"), &[earned("5", "75.5")]).unwrap();
    assert_eq!(filled.text, text.replace("\"9,5\",\n", "\"9,5\",\"75,5\"\n"));
}

const MOODLE: &str = "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\",\"Last modified (grade)\",\"Feedback comments\"\n\
    \"Participant 123\",\"Ada Lovelace\",Ada@x.edu,\"Submitted for grading\",,100.00,-,\n\
    \"Participant 124\",\"Grace Hopper\",grace@x.edu,\"No submission\",-,100.00,-,\"see me\"\n";

#[test]
fn a_moodle_worksheet_is_filled_in_by_participant_mail_or_name() {
    for name in ["Ada Lovelace_123_assignsubmission_file_", "Ada@x.edu", "Participant 123", "lovelace_ada"] {
        let filled = fill_gradebook(MOODLE.as_bytes(), None, &[earned(name, "75.5")]).unwrap();
        assert_eq!(filled.text, MOODLE.replace("grading\",,100", "grading\",75.5,100"), "{name}");
        assert_eq!(filled.feedback_folders, [(name.to_owned(), "Ada Lovelace_123_assignsubmission_file_".to_owned())]);
        assert_eq!(
            filled.remarks,
            ["1 in the gradebook without a submission; their cells stay as they were: Grace Hopper"]
        );
    }
}

#[test]
fn moodle_speaks_the_language_of_its_site() {
    let german = MOODLE
        .replace("Participant ", "Teilnehmer/in")
        .replace("Identifier", "ID")
        .replace("Grade,", "Bewertung,")
        .replace(",\"Maximum Bewertung", ",\"Maximum Grade");
    let filled = fill_gradebook(german.as_bytes(), None, &[earned("Grace Hopper", "8")]).unwrap();
    assert_eq!(filled.text, german.replace("submission\",-,100", "submission\",8,100"));
    let unknown = german.replace("Bewertung", "Einkunn");
    let error = fill_gradebook(unknown.as_bytes(), None, &[]).unwrap_err().to_string();
    assert!(error.starts_with("say which column to fill in with --column; there are 'Full name',"), "{error}");
    assert!(fill_gradebook(unknown.as_bytes(), Some("Einkunn"), &[]).is_ok());
    let error = fill_gradebook(unknown.as_bytes(), Some("Note"), &[]).unwrap_err().to_string();
    assert!(error.contains("Moodle takes no columns that it has not written itself"), "{error}");
}

#[test]
fn nothing_is_filled_in_for_whom_it_is_not_clear() {
    let same = MOODLE.replace("Grace Hopper", "Ada Lovelace");
    let filled = fill_gradebook(same.as_bytes(), None, &[earned("Ada Lovelace", "5")]).unwrap();
    assert_eq!(filled.text, same);
    assert!(filled.remarks.iter().any(|remark| remark.contains("fit several people")), "{:?}", filled.remarks);
    let both = [earned("Participant 123", "5"), earned("Ada@x.edu", "6")];
    let filled = fill_gradebook(MOODLE.as_bytes(), None, &both).unwrap();
    assert_eq!(filled.text, MOODLE);
    assert!(filled.remarks.iter().any(|remark| remark.contains("several submissions")), "{:?}", filled.remarks);
}

#[test]
fn what_is_no_gradebook_is_refused_with_what_was_expected() {
    let error = fill_gradebook(b"name,grade\nada,\n", None, &[]).unwrap_err().to_string();
    assert!(
        error.starts_with("this is no gradebook that I know: expected the export of a Canvas gradebook"),
        "{error}"
    );
    assert!(error.ends_with("found the columns 'name', 'grade'"), "{error}");
    let short = CANVAS.replace("CS561,9.5,,80", "CS561");
    let error = fill_gradebook(short.as_bytes(), Some("Fruit Rage, part 1"), &[]).unwrap_err().to_string();
    assert_eq!(error, "line 3: the row has 5 cells, and the column to be filled in is number 7");
}

#[test]
fn points_are_never_rounded() {
    let most: Points = "33.333".parse().unwrap();
    let filled = fill_gradebook(MOODLE.as_bytes(), None, &[earned("Ada@x.edu", "33.333")]).unwrap();
    assert!(filled.text.contains(&format!("grading\",{most},")));
}
