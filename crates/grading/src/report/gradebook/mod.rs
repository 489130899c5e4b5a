//! The teacher's own gradebook, filled in: a Canvas export or a Moodle grading worksheet.
//!
//! Columns and people are found by the file's own header. Nothing is added, and every byte
//! but those of the grades stays as it is. Who is missing on either side is listed.

mod layout;
mod people;
mod table;

use std::collections::BTreeMap;

use fruitrage_game::harmless;

use crate::GradeSheet;
use layout::Layout;
use people::{People, Whose};
use table::Table;

pub use layout::{Kind, LayoutError};
pub use table::TableError;

/// Why a gradebook cannot be filled in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GradebookError {
    /// It is no table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// It has no column for the grades.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

/// A gradebook with grades.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilledGradebook {
    /// The file.
    pub text: String,
    /// Whose gradebook it is.
    pub kind: Kind,
    /// The title of the column that was filled in.
    pub column: String,
    /// The folders of Moodle's feedback files: the submission, and the folder's name.
    pub feedback_folders: Vec<(String, String)>,
    /// How many grades were filled in.
    pub filled: usize,
    /// What whoever uploads it should know, a sentence each.
    pub remarks: Vec<String>,
}

/// Fills grades into a gradebook, in the column of that title. Without a title it must be
/// clear which one is meant.
pub fn fill_gradebook(
    file: &[u8],
    column: Option<&str>,
    sheets: &[GradeSheet],
) -> Result<FilledGradebook, GradebookError> {
    let table = Table::read(file)?;
    let layout = Layout::find(&table, column)?;
    let people = People::new(&table, &layout);
    let decimal = decimal(&table);
    let name = |row: usize| shown_name(&table, &layout, row);
    let mut lists = Lists::default();
    let mut by_row: BTreeMap<usize, Vec<&GradeSheet>> = BTreeMap::new();
    for sheet in sheets {
        match people.whose(&sheet.submission) {
            Whose::Row(row) => by_row.entry(row).or_default().push(sheet),
            Whose::Nobody => lists.strangers.push(harmless(&sheet.submission)),
            Whose::Unclear => lists.unclear.push(harmless(&sheet.submission)),
        }
    }
    let (mut changes, mut feedback_folders) = (Vec::new(), Vec::new());
    for &row in &layout.people {
        let [sheet] = by_row.get(&row).map_or(&[][..], Vec::as_slice) else {
            match by_row.get(&row) {
                None => lists.absent.push(name(row)),
                Some(several) => {
                    let submissions: Vec<String> = several.iter().map(|sheet| harmless(&sheet.submission)).collect();
                    lists.twice.push(format!("{} ({})", name(row), submissions.join(" and ")));
                }
            }
            continue;
        };
        if layout.kind == Kind::Moodle {
            feedback_folders.extend(feedback_folder(&table, row).map(|folder| (sheet.submission.clone(), folder)));
        }
        let before = table.rows()[row].cells[layout.grade].text.trim().to_owned();
        let points = sheet.earned().to_string().replace('.', decimal);
        if before.eq_ignore_ascii_case("EX") {
            lists.excused.push(name(row));
        } else if sheet.not_graded().next().is_some() {
            lists.not_graded.push(name(row));
        } else {
            if !before.is_empty() && before != "-" && number(&before) != number(&points) {
                lists.replaced.push(format!("{} ({before})", name(row)));
            }
            changes.push((row, layout.grade, points));
        }
    }
    let title = harmless(table.rows()[0].cells[layout.grade].text.trim());
    let mut remarks = lists.remarks();
    remarks.extend(worth_remark(&layout, &title, sheets));
    Ok(FilledGradebook {
        kind: layout.kind,
        column: title,
        filled: changes.len(),
        text: table.with(changes),
        feedback_folders,
        remarks,
    })
}

/// Whom there is something to say about.
#[derive(Default)]
struct Lists {
    strangers: Vec<String>,
    unclear: Vec<String>,
    absent: Vec<String>,
    twice: Vec<String>,
    excused: Vec<String>,
    not_graded: Vec<String>,
    replaced: Vec<String>,
}

impl Lists {
    fn remarks(self) -> Vec<String> {
        let said = [
            (self.not_graded, "not graded yet, so their cells stay as they were (this is no zero)"),
            (self.absent, "in the gradebook without a submission; their cells stay as they were"),
            (
                self.strangers,
                "submissions of nobody in the gradebook; rename them to an id, a login or a name that is in it",
            ),
            (self.unclear, "submissions that fit several people of the gradebook; nothing is filled in for them"),
            (self.twice, "people with several submissions; nothing is filled in for them"),
            (self.excused, "excused (EX), and stay so"),
            (self.replaced, "had another grade before, which is replaced"),
        ];
        let told = said.into_iter().filter(|(names, _)| !names.is_empty());
        told.map(|(names, what)| format!("{} {what}: {}", names.len(), names.join(", "))).collect()
    }
}

/// The name of a person: the cell with letters that says most of who it is.
fn shown_name(table: &Table, layout: &Layout, row: usize) -> String {
    let cells = &table.rows()[row].cells;
    let column = match layout.kind {
        Kind::Canvas => 0,
        Kind::Moodle => usize::from(layout.who > 1),
    };
    let name = cells.get(column).map(|cell| cell.text.trim()).filter(|name| !name.is_empty());
    harmless(name.unwrap_or(cells[0].text.trim()))
}

/// The folder of a person's feedback files, as Moodle names it.
fn feedback_folder(table: &Table, row: usize) -> Option<String> {
    let cells = &table.rows()[row].cells;
    let identifier = cells.first()?.text.trim();
    let number = &identifier[identifier.trim_end_matches(|letter: char| letter.is_ascii_digit()).len()..];
    let name = cells.get(1)?.text.trim().replace(['/', '\\'], "");
    (!number.is_empty()).then(|| format!("{name}_{number}_assignsubmission_file_"))
}

/// How the file writes decimals: as the numbers that are in it, or else as files do that
/// are divided like it.
fn decimal(table: &Table) -> &'static str {
    let texts = || table.rows().iter().skip(1).flat_map(|row| &row.cells).map(|cell| cell.text.trim());
    let has = |mark: char| {
        texts().any(|text| {
            text.split_once(mark).is_some_and(|(whole, places)| {
                let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                digits(whole) && digits(places)
            })
        })
    };
    match (has(','), has('.'), table.separator()) {
        (true, false, _) | (false, false, ';') => ",",
        _ => ".",
    }
}

fn number(text: &str) -> Option<f64> {
    text.replace(',', ".").parse().ok()
}

fn worth_remark(layout: &Layout, title: &str, sheets: &[GradeSheet]) -> Option<String> {
    let worth = layout.worth.as_deref()?;
    let most = sheets.first()?.most();
    let differs = number(worth).is_none_or(|worth| (worth - most.as_f64()).abs() > 1e-9);
    differs.then(|| {
        format!(
            "'{title}' is worth {} points there, and the rubric {most}: points are filled in as they are",
            harmless(worth)
        )
    })
}

#[cfg(test)]
mod tests;
