//! The opponents of one agent.

use maud::{Markup, html};

use super::{crosstable::outcome, link};
use crate::report::{Findings, spreadsheet::half_points, words};
use crate::{Meetings, Standing};

/// The rows of all agents together, so that the page stays small enough for a
/// browser.
const MOST_ROWS: usize = 20_000;
/// Longer tables are folded.
const LONG: usize = 12;

pub(super) fn part(findings: &Findings<'_>, agent: usize) -> Markup {
    let met = |other: &&Standing| findings.crosstable.contains_key(&[agent, other.player]);
    let opponents: Vec<&Standing> = findings.standings.iter().filter(met).collect();
    let most = (MOST_ROWS / findings.standings.len()).max(LONG);
    let shown = &opponents[..opponents.len().min(most)];
    html! {
        @if !opponents.is_empty() {
            details open[opponents.len() <= LONG] {
                summary { (words::count(opponents.len() as u64, "opponent", "opponents")) }
                div.scroll tabindex="0" role="region" aria-label="Opponents" {
                    table.numbers {
                        thead { tr {
                            th scope="col" { "Rank" }
                            th.name scope="col" { "Opponent" }
                            th scope="col" { "Rating" }
                            th scope="col" { "Score" }
                            th scope="col" { "W-D-L" }
                            th scope="col" { "Fruit points" }
                        } }
                        tbody { @for other in shown { (row(findings, agent, other)) } }
                    }
                }
                @if shown.len() < opponents.len() { p { "All of them are in crosstable.csv and results.json." } }
            }
        }
    }
}

fn row(findings: &Findings<'_>, agent: usize, other: &Standing) -> Markup {
    let Meetings { games, points: [own, others] } = findings.crosstable[&[agent, other.player]];
    html! {
        tr {
            td { (other.rank) }
            th.name scope="row" { (link(findings.data, other.player)) }
            td { (words::rating(other.rating)) }
            td class=(outcome(games)) { (words::points(half_points(games))) }
            td { (words::record(games)) }
            td { (own) ":" (others) }
        }
    }
}
