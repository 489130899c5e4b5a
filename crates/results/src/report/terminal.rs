//! The standings on a terminal.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::Findings;
use super::words::{self, harmless};

/// Longer names would push the numbers off the screen.
const LONGEST_NAME: usize = 40;

/// The first `most` of the standings as a table, or all of them, and how to read
/// it if there are fewer games than that says much.
pub fn standings_table(findings: &Findings<'_>, most: Option<usize>) -> String {
    let standings = &findings.standings[..most.unwrap_or(usize::MAX).min(findings.standings.len())];
    let mut rows = vec![["", "agent", "points", "rating", "", "W-D-L", "margin", "faults"].map(str::to_owned)];
    rows.extend(standings.iter().map(|standing| {
        let name = super::game_summary::shortened(&findings.data.agents[standing.player].name, LONGEST_NAME);
        let bar = standing.rating.and_then(|rating| rating.error_bar);
        [
            standing.rank.to_string(),
            harmless(&name),
            words::points(standing.half_points),
            words::rating(standing.rating),
            bar.map(|bar| format!("± {bar:.0}")).unwrap_or_default(),
            words::record(standing.games),
            words::or_unknown(standing.margin(), words::margin),
            standing.faults.to_string(),
        ]
    }));
    let mut table = aligned(&rows);
    let hidden = findings.standings.len() - standings.len();
    if hidden > 0 {
        let _ = writeln!(table, "and {}", words::count(hidden as u64, "more", "more"));
    }
    table
}

/// Rows as lines: names to the left, numbers to the right, two blanks between.
fn aligned<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> String {
    const NAME: usize = 1;
    let width = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(widths).enumerate().map(|(column, (cell, width))| {
            let blanks = " ".repeat(width - cell.width());
            if column == NAME { format!("{cell}{blanks}") } else { format!("{blanks}{cell}") }
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}
