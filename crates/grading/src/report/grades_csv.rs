//! `grades.csv`: everybody's points, item by item, for a spreadsheet.

use std::io::{self, Write};

use fruitrage_game::harmless_cell;

use crate::{GradeSheet, Outcome};

/// Writes a line for everybody below a line of names. What is not graded is an empty cell,
/// never a zero, and so is the sum that it is missing from. The last cell says why, and why
/// somebody has nothing.
pub fn grades_csv(sheets: &[GradeSheet], out: impl Write) -> io::Result<()> {
    let mut out = csv::Writer::from_writer(out);
    let items = sheets.first().map_or(&[][..], |sheet| &sheet.items);
    let heading = ["submission", "points", "most", "graded"].into_iter().map(str::to_owned);
    let ids = items.iter().map(|item| harmless_cell(&item.id));
    out.write_record(heading.chain(ids).chain(["note".to_owned()]))?;
    for sheet in sheets {
        out.write_record(row(sheet))?;
    }
    out.flush()
}

fn row(sheet: &GradeSheet) -> Vec<String> {
    let open: Vec<String> =
        sheet.not_graded().map(|item| format!("{}: {}", item.id, item.reason.lines().next().unwrap_or(""))).collect();
    let is_graded = open.is_empty();
    let start = [
        harmless_cell(&sheet.submission),
        if is_graded { sheet.earned().to_string() } else { String::new() },
        sheet.most().to_string(),
        if is_graded { "yes" } else { "no" }.to_owned(),
    ];
    let points = sheet.items.iter().map(|item| match item.outcome {
        Outcome::Earned | Outcome::Missed => item.earned().to_string(),
        Outcome::NotGraded => String::new(),
    });
    let note = if is_graded {
        sheet.why_zero().map(harmless_cell).unwrap_or_default()
    } else {
        harmless_cell(&format!("not graded, which is no zero: {}", open.join("; ")))
    };
    start.into_iter().chain(points).chain([note]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::example::class;

    #[test]
    fn a_zero_has_a_note_that_says_why() {
        let mut sheet = class().remove(1);
        for item in &mut sheet.items {
            (item.outcome, item.reason) = (Outcome::Missed, "cannot be built:\nline 3".to_owned());
        }
        let mut text = Vec::new();
        grades_csv(&[sheet], &mut text).unwrap();
        assert!(String::from_utf8(text).unwrap().ends_with("\n'=ben,0,52,yes,0,0,0,cannot be built\n"));
    }

    #[test]
    fn what_is_not_graded_is_an_empty_cell_with_a_note() {
        let mut text = Vec::new();
        grades_csv(&class(), &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "submission,points,most,graded,case-01,case-02,match-minimax,note");
        assert_eq!(lines[1], "ada,52,52,yes,1,1,50,");
        assert_eq!(lines[2], "'=ben,1,52,yes,1,0,0,");
        assert_eq!(lines[3], "cyd,,52,no,1,1,,\"not graded, which is no zero: match-minimax: the disk is full\"");
    }
}
