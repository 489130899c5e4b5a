//! What the columns and rows of a gradebook are, by its own header.

use fruitrage_game::{harmless, nearest};

use super::table::{Row, Table};

/// Whose gradebook it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The gradebook of Canvas, exported.
    Canvas,
    /// The grading worksheet of a Moodle assignment.
    Moodle,
}

impl Kind {
    /// What a person calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Canvas => "a Canvas gradebook",
            Self::Moodle => "a Moodle grading worksheet",
        }
    }
}

/// Where everything is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) kind: Kind,
    /// The column for grades.
    pub(super) grade: usize,
    /// The columns that tell who somebody is: those before this one.
    pub(super) who: usize,
    /// The rows of people.
    pub(super) people: Vec<usize>,
    /// What the column is worth, if the file says so.
    pub(super) worth: Option<String>,
}

/// Why no column can be filled in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// Nobody's header.
    #[error(
        "this is no gradebook that I know: expected the export of a Canvas gradebook (its first columns are 'Student' \
         and 'ID') or a Moodle grading worksheet (a column with 'Participant 123' or the like); found the columns {0}"
    )]
    Unknown(String),
    /// No column of that title.
    #[error("there is no column '{wanted}'{hint}; {reason}. The columns for grades: {columns}")]
    NoColumn {
        /// What was asked for.
        wanted: String,
        /// What may have been meant.
        hint: String,
        /// Why it is not simply added.
        reason: &'static str,
        /// Those that there are.
        columns: String,
    },
    /// A column that is worked out by the platform.
    #[error("the column '{0}' is worked out by Canvas and cannot be filled in")]
    ReadOnly(String),
    /// Several columns of that title.
    #[error("'{wanted}' could be any of {columns}; give the whole title")]
    Several {
        /// What was asked for.
        wanted: String,
        /// Which.
        columns: String,
    },
    /// Nobody said which.
    #[error("say which column to fill in with --column; there are {0}")]
    NotSaid(String),
    /// A row that ends before the column.
    #[error("line {line}: the row has {found} cells, and the column to be filled in is number {expected}")]
    Short {
        /// Where.
        line: usize,
        /// How many cells it has.
        found: usize,
        /// How many it needs.
        expected: usize,
    },
}

impl Layout {
    pub(super) fn find(table: &Table, wanted: Option<&str>) -> Result<Self, LayoutError> {
        let (header, rows) = (&table.rows()[0], &table.rows()[1..]);
        let title = |column: usize| header.cells.get(column).map(|cell| cell.text.trim());
        let layout = if title(0) == Some("Student") && title(1) == Some("ID") {
            canvas(header, rows, wanted)?
        } else if identifiers(header, rows).is_some() {
            moodle(header, rows, wanted)?
        } else {
            return Err(LayoutError::Unknown(listed(header.cells.iter().map(|cell| cell.text.as_str()))));
        };
        let short = layout.people.iter().map(|&row| &table.rows()[row]).find(|row| row.cells.len() <= layout.grade);
        match short {
            Some(row) => Err(LayoutError::Short { line: row.line, found: row.cells.len(), expected: layout.grade + 1 }),
            None => Ok(layout),
        }
    }
}

/// The number of Canvas behind a title: `Homework 1 (12345)`.
fn without_number(title: &str) -> Option<&str> {
    let (name, number) = title.trim_end().strip_suffix(')')?.rsplit_once(" (")?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(name)
}

fn is_points_possible(row: &Row) -> bool {
    row.cells[0].text.trim() == "Points Possible"
}

fn canvas(header: &Row, rows: &[Row], wanted: Option<&str>) -> Result<Layout, LayoutError> {
    let titles: Vec<&str> = header.cells.iter().map(|cell| cell.text.as_str()).collect();
    let assignments: Vec<usize> =
        (0..titles.len()).filter(|&column| without_number(titles[column]).is_some()).collect();
    let possible = rows.iter().find(|row| is_points_possible(row));
    let worth = |column: usize| possible.and_then(|row| row.cells.get(column)).map(|cell| cell.text.trim());
    let is_wanted = |column: usize, wanted: &str| {
        titles[column].trim() == wanted || without_number(titles[column]).is_some_and(|name| name.trim() == wanted)
    };
    let grade = match wanted.map(str::trim) {
        None => only(&assignments, &titles)?,
        Some(wanted) => {
            let fitting: Vec<usize> = (2..titles.len()).filter(|&column| is_wanted(column, wanted)).collect();
            let reason = "Canvas would make a new assignment of an unknown title";
            chosen(&fitting, &assignments, &titles, wanted, reason)?
        }
    };
    if worth(grade).is_some_and(|worth| worth.contains("read only")) || without_number(titles[grade]).is_none() {
        return Err(LayoutError::ReadOnly(harmless(titles[grade])));
    }
    let is_person = |row: &Row| {
        let has = |column: usize| row.cells.get(column).is_some_and(|cell| !cell.text.trim().is_empty());
        !is_points_possible(row) && has(0) && has(1)
    };
    Ok(Layout {
        kind: Kind::Canvas,
        grade,
        who: assignments.first().copied().unwrap_or(grade),
        people: (0..rows.len()).filter(|&row| is_person(&rows[row])).map(|row| row + 1).collect(),
        worth: worth(grade).filter(|worth| !worth.is_empty()).map(str::to_owned),
    })
}

/// What Moodle calls the column of grades in the languages of its sites, as far as it is
/// known here; elsewhere the teacher says it.
const GRADE: [&str; 16] = [
    "Grade",
    "Bewertung",
    "Note",
    "Calificación",
    "Valutazione",
    "Nota",
    "Avaliação",
    "Cijfer",
    "Betyg",
    "Karakter",
    "Arvosana",
    "Ocena",
    "Hodnocení",
    "Оценка",
    "評点",
    "成绩",
];

/// The column in which everybody has a number behind the same word, as `Participant 123`.
fn identifiers(header: &Row, rows: &[Row]) -> Option<usize> {
    let word = |text: &str| {
        let word = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
        (word.len() < text.len() && word.chars().any(char::is_alphabetic)).then(|| word.to_owned())
    };
    (0..header.cells.len()).find(|&column| {
        let mut words = rows.iter().map(|row| row.cells.get(column).and_then(|cell| word(cell.text.trim())));
        words.next().flatten().is_some_and(|first| words.all(|word| word.as_ref() == Some(&first)))
    })
}

fn moodle(header: &Row, rows: &[Row], wanted: Option<&str>) -> Result<Layout, LayoutError> {
    let titles: Vec<&str> = header.cells.iter().map(|cell| cell.text.trim()).collect();
    let who = identifiers(header, rows).map_or(0, |column| column + 1);
    let all: Vec<usize> = (who..titles.len()).collect();
    let fitting = |is_wanted: &dyn Fn(&str) -> bool| -> Vec<usize> {
        all.iter().copied().filter(|&column| is_wanted(titles[column])).collect()
    };
    let grade = match wanted.map(str::trim) {
        Some(wanted) => {
            let reason = "Moodle takes no columns that it has not written itself";
            chosen(&fitting(&|title| title == wanted), &all, &titles, wanted, reason)?
        }
        None => match fitting(&|title| GRADE.contains(&title))[..] {
            [grade] => grade,
            _ => return Err(LayoutError::NotSaid(listed(all.iter().map(|&column| titles[column])))),
        },
    };
    Ok(Layout { kind: Kind::Moodle, grade, who: grade, people: (1..=rows.len()).collect(), worth: None })
}

fn only(columns: &[usize], titles: &[&str]) -> Result<usize, LayoutError> {
    match columns {
        [column] => Ok(*column),
        _ => Err(LayoutError::NotSaid(listed(columns.iter().map(|&column| titles[column])))),
    }
}

fn chosen(
    fitting: &[usize],
    all: &[usize],
    titles: &[&str],
    wanted: &str,
    reason: &'static str,
) -> Result<usize, LayoutError> {
    let name = |&column: &usize| titles[column];
    match fitting {
        [column] => Ok(*column),
        [] => {
            let names = all.iter().flat_map(|column| [titles[*column], without_number(titles[*column]).unwrap_or("")]);
            let hint = nearest(wanted, names).map(|name| format!("; '{}' may be meant", harmless(name)));
            Err(LayoutError::NoColumn {
                wanted: harmless(wanted),
                hint: hint.unwrap_or_default(),
                reason,
                columns: listed(all.iter().map(name)),
            })
        }
        several => Err(LayoutError::Several { wanted: harmless(wanted), columns: listed(several.iter().map(name)) }),
    }
}

fn listed<'a>(titles: impl Iterator<Item = &'a str>) -> String {
    let titles: Vec<String> = titles.map(|title| format!("'{}'", harmless(title))).collect();
    if titles.is_empty() { "none".to_owned() } else { titles.join(", ") }
}
