//! How a grading stands: as a table, for spreadsheets, and for programs.

use std::fmt;

use fruitrage_game::{Harmless, harmless, harmless_cell};
use fruitrage_grading::{Class, ItemGrade, PartGrade, Student};
use fruitrage_results::report::aligned_table;
use serde_json::{Value, json};

use crate::printing::plural;

/// The points of everybody by part, and what is not graded.
pub(super) struct Table<'a>(pub(super) &'a Class);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let class = self.0;
        let mut rows = vec![heading(class)];
        rows.extend(class.students.iter().map(|student| row(class, student)));
        let last = rows[0].len() - 1;
        f.write_str(&aligned_table(&rows, |column| column == 0 || column == last))?;
        for (student, grade) in class.trouble() {
            let reason = grade.reason.lines().next().unwrap_or_default();
            writeln!(f, "{}: {}: {}", Harmless(student), grade.id, Harmless(reason))?;
        }
        luck(class, f)
    }
}

/// A lot that is worth less is not told in the table.
const SMALL_LOT: f64 = 0.1;

/// The matches whose result the lot has much to do with.
fn luck(class: &Class, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let matches = class.students.iter().flat_map(|student| {
        let items = student.sheet.items.iter();
        items.filter_map(|item| Some((&student.sheet.submission, item, item.evidence.of_match()?.fairness())))
    });
    let percent = |chance: f64| format!("{:.0} %", chance * 100.0);
    let mut told = false;
    for (student, item, fairness) in matches.filter(|(.., fairness)| fairness.lot() >= SMALL_LOT) {
        if !told {
            writeln!(f, "\nWhere the lot matters: the chance of winning the match, from the games that were played")?;
            told = true;
        }
        let (began, if_begins, if_not) = (fairness.begins, fairness.if_begins.value, fairness.if_not.value);
        let pairs = fairness.pairs.map(|pairs| {
            let boards = pairs.boards;
            let s = plural(boards as usize);
            format!("; {boards} board{s} from both sides: {} won, {} lost", pairs.won, pairs.lost)
        });
        writeln!(
            f,
            "{}: {}: {} if it begins game 1, {} if not; {}, {}{}",
            Harmless(student),
            item.id,
            percent(if_begins),
            percent(if_not),
            if began { "it did" } else { "it did not" },
            if item.earned() == item.most { "and won" } else { "and did not win" },
            pairs.unwrap_or_default(),
        )?;
    }
    Ok(())
}

fn heading(class: &Class) -> Vec<String> {
    let mut cells = vec!["student".to_owned(), "points".to_owned()];
    cells.extend(parts(class).iter().map(|part| part.name.clone()));
    cells.push(String::new());
    cells
}

/// The parts of the rubric, for their names.
fn parts(class: &Class) -> Vec<PartGrade> {
    let asked = class.rubric.items();
    let blank = |item| ItemGrade::new(item, fruitrage_grading::Outcome::NotGraded, "");
    let items = asked.iter().map(blank).collect();
    fruitrage_grading::GradeSheet { submission: String::new(), items }.parts(&class.rubric)
}

fn row(class: &Class, student: &Student) -> Vec<String> {
    let sheet = &student.sheet;
    let points = |earned, most, not_graded| {
        // What is not graded is not a zero.
        format!("{earned}/{most}{}", if not_graded > 0 { "?" } else { "" })
    };
    let mut cells = vec![harmless(&sheet.submission)];
    cells.push(points(sheet.earned(), sheet.most(), sheet.not_graded().count()));
    cells.extend(sheet.parts(&class.rubric).iter().map(|part| points(part.earned, part.most, part.not_graded)));
    cells.push(remark(student));
    cells
}

/// The rest is in the note of the rehearsal.
const LONGEST_REMARK: usize = 60;

/// What is to be said of a student beside the points.
fn remark(student: &Student) -> String {
    let failed = student.sheet.not_graded().count() - student.open.min(student.sheet.not_graded().count());
    let mut remarks = Vec::new();
    if student.open > 0 {
        remarks.push(format!("{} item{} to be graded", student.open, plural(student.open)));
    }
    if failed > 0 {
        remarks.push(format!("{failed} item{} not graded, by the arena's own fault", plural(failed)));
    } else if let Some(problem) = &student.problem {
        remarks.push(format!("cannot be built: {}", shortened(problem.lines().next().unwrap_or_default())));
    } else if let Some(reason) = student.sheet.why_zero() {
        remarks.push(shortened(reason));
    }
    remarks.join("; ")
}

fn shortened(text: &str) -> String {
    let text = harmless(text);
    let is_long = text.chars().count() > LONGEST_REMARK;
    text.chars().take(LONGEST_REMARK).chain(is_long.then_some('…')).collect()
}

/// One line for each student.
pub(super) fn in_csv(class: &Class) -> anyhow::Result<String> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let mut names: Vec<String> = ["student", "points", "of", "to be graded", "not graded"].map(str::to_owned).into();
    names.extend(parts(class).iter().map(|part| part.name.clone()));
    out.write_record(&names)?;
    for student in &class.students {
        let sheet = &student.sheet;
        let not_graded = sheet.not_graded().count();
        let failed = not_graded - student.open.min(not_graded);
        let mut cells = vec![harmless_cell(&sheet.submission)];
        cells.extend([sheet.earned().to_string(), sheet.most().to_string()]);
        cells.extend([student.open.to_string(), failed.to_string()]);
        cells.extend(sheet.parts(&class.rubric).iter().map(|part| part.earned.to_string()));
        out.write_record(&cells)?;
    }
    Ok(String::from_utf8(out.into_inner()?)?)
}

/// Everything but the games themselves.
pub(super) fn in_json(class: &Class) -> Value {
    let item = |grade: &ItemGrade| {
        let fairness = grade.evidence.of_match().map(|evidence| {
            let fairness = evidence.fairness();
            json!({ "numbers": fairness, "sentences": fairness.sentences() })
        });
        json!({
            "id": grade.id,
            "name": grade.name,
            "outcome": grade.outcome,
            "points": grade.earned(),
            "of": grade.most,
            "reason": grade.reason,
            "notes": grade.notes,
            "fairness": fairness,
        })
    };
    let student = |student: &Student| {
        let sheet = &student.sheet;
        json!({
            "student": sheet.submission,
            "points": sheet.earned(),
            "of": sheet.most(),
            "to-be-graded": student.open,
            "problem": student.problem,
            "rehearsal": student.rehearsal.as_ref().map(|grade| &grade.reason),
            "parts": sheet.parts(&class.rubric),
            "items": sheet.items.iter().map(item).collect::<Vec<_>>(),
        })
    };
    json!({
        "name": class.name,
        "points": class.most(),
        "items": class.items(),
        "to-be-graded": class.open(),
        "not-graded": class.trouble().count(),
        "students": class.students.iter().map(student).collect::<Vec<_>>(),
    })
}
