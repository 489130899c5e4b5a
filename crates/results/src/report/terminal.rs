//! The standings on a terminal.

use std::fmt::Write;

use fruitrage_game::{Harmless, harmless};
use unicode_width::UnicodeWidthStr;

use super::{Findings, words};
use crate::Standing;

/// Longer names would push the numbers off the screen.
const LONGEST_NAME: usize = 40;

/// The first `most` of the standings as a table, or all of them; `name` is that of an
/// agent by its number. Ratings stand in it if anybody has one.
pub fn standings_table<'a>(standings: &[Standing], name: impl Fn(usize) -> &'a str, most: Option<usize>) -> String {
    let shown = &standings[..most.unwrap_or(usize::MAX).min(standings.len())];
    let is_rated = standings.iter().any(|standing| standing.rating.is_some());
    let row = |[rank, agent, points]: [String; 3], rating: [String; 2], [record, margin, faults]: [String; 3]| {
        let rating = rating.into_iter().filter(|_| is_rated);
        [rank, agent, points].into_iter().chain(rating).chain([record, margin, faults]).collect::<Vec<String>>()
    };
    let mut rows = vec![row(
        ["", "agent", "points"].map(str::to_owned),
        ["rating", ""].map(str::to_owned),
        ["W-D-L", "margin", "faults"].map(str::to_owned),
    )];
    rows.extend(shown.iter().map(|standing| {
        let name = super::game_summary::shortened(name(standing.player), LONGEST_NAME);
        let bar = standing.rating.and_then(|rating| rating.error_bar);
        row(
            [standing.rank.to_string(), harmless(&name), words::points(standing.half_points)],
            [words::rating(standing.rating), bar.map(|bar| format!("± {bar:.0}")).unwrap_or_default()],
            [
                words::record(standing.games),
                words::or_unknown(standing.margin(), words::margin),
                standing.faults.to_string(),
            ],
        )
    }));
    let mut table = aligned_table(&rows, |column| column == 1);
    let hidden = standings.len() - shown.len();
    if hidden > 0 {
        let _ = writeln!(table, "and {}", words::count(hidden as u64, "more", "more"));
    }
    table
}

/// Who is not among the standings, a line each with the gist of why.
pub fn not_taking_part(findings: &Findings<'_>) -> String {
    let mut lines = String::new();
    for agent in findings.excluded() {
        let agent = &findings.data.agents[agent];
        let note = agent.note.as_deref().and_then(|note| note.lines().next()).unwrap_or_default();
        let _ = write!(lines, "Not taking part: {}: {}", Harmless(&agent.name), Harmless(note));
        let telling = agent.note.as_deref().and_then(words::telling_line);
        let _ = writeln!(lines, "{}", telling.map(|line| format!(" {}", Harmless(line))).unwrap_or_default());
    }
    lines
}

/// Rows as lines: what `is_name` says of a column to the left, numbers to the right, two blanks
/// between.
pub fn aligned_table(rows: &[Vec<String>], is_name: impl Fn(usize) -> bool) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            let blanks = " ".repeat(width - cell.width());
            if is_name(column) { format!("{cell}{blanks}") } else { format!("{blanks}{cell}") }
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}
