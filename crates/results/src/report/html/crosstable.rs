//! Everybody against everybody, where most have met.

use fruitrage_game::harmless;
use maud::{Markup, html};

use super::{link, table_section, text};
use crate::Meetings;
use crate::report::{Findings, spreadsheet::half_points, words};

/// Up to here a table with many gaps is still easy to read.
const SMALL: usize = 16;

/// Whether a table of everybody against everybody says more than it hides.
pub(super) fn is_dense(findings: &Findings<'_>) -> bool {
    let agents = findings.taking_part().len();
    agents <= SMALL || 3 * findings.crosstable.len() >= agents * agents
}

pub(super) fn section(findings: &Findings<'_>) -> Markup {
    let data = findings.data;
    let table = html! {
        table.cross {
            caption { "Games that the agent of the row has won against that of the column, draws as halves. Numbers above are places in the list." }
            thead { tr {
                th.name scope="col" { "Agent" }
                @for (place, standing) in findings.taking_part().iter().enumerate() {
                    th scope="col" title=(harmless(&data.agents[standing.player].name)) { (place + 1) }
                }
            } }
            tbody { @for (place, row) in findings.taking_part().iter().enumerate() { tr {
                th.name scope="row" { (place + 1) ". " (link(data, row.player)) }
                @for column in findings.taking_part() {
                    @if column.player == row.player { td.self {} }
                    @else { (cell(findings.crosstable.get(&[row.player, column.player]))) }
                }
            } } }
        }
    };
    let beside = html! {
        p { "The whole table for spreadsheets: " (text::file("crosstable.csv", "crosstable.csv")) "." }
    };
    table_section("crosstable", "Crosstable", &table, &beside)
}

fn cell(cell: Option<&Meetings>) -> Markup {
    let Some(&Meetings { games, .. }) = cell else { return html! { td {} } };
    html! { td class=(outcome(games)) { (words::points(half_points(games))) } }
}

/// The colour of a result.
pub(super) fn outcome([won, _, lost]: [u32; 3]) -> &'static str {
    match won.cmp(&lost) {
        std::cmp::Ordering::Greater => "w",
        std::cmp::Ordering::Equal => "d",
        std::cmp::Ordering::Less => "l",
    }
}
