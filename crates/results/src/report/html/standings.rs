//! The table of standings.

use maud::{Markup, html};

use super::{link, machines, plots, table_section};
use crate::report::{Findings, words};

pub(super) fn section(findings: &Findings<'_>) -> Markup {
    let scale = plots::rating_scale(findings);
    let table = html! {
        table.sortable.numbers {
            caption { "Ratings are in Elo, with 95 % intervals. W-D-L are games won, drawn and lost." }
            thead { tr {
                th scope="col" { "Rank" }
                th.name scope="col" { "Agent" }
                th scope="col" { "Points" }
                th scope="col" { "Rating" }
                th scope="col" { "±" }
                @if let Some(scale) = &scale { th.plot scope="col" data-fixed { span.hidden { "Interval" } (scale.axis()) } }
                th scope="col" { "W-D-L" }
                th scope="col" title="Fruit points more than the opponent's, mean of all games" { "Margin" }
                th scope="col" title="Games lost by an own fault" { "Faults" }
                th scope="col" title="Mean time of a move" { "Move" }
                th scope="col" title="The most time used in one game" { "Most/game" }
            } }
            tbody { @for standing in &findings.standings {
                @let about = &findings.agents[standing.player];
                tr {
                    td { (standing.rank) }
                    th.name scope="row" { (link(findings.data, standing.player)) }
                    td { (words::points(standing.half_points)) }
                    td { (words::rating(standing.rating)) }
                    td { (words::error_bar(standing.rating)) }
                    @if let Some(scale) = &scale { td.plot { @if let Some(rating) = standing.rating { (scale.whiskers(rating)) } } }
                    td data-v=(won_less_lost(standing.games)) { (words::record(standing.games)) }
                    td { (words::or_unknown(standing.margin(), words::margin)) }
                    td.warn[standing.faults > 0] { (standing.faults) }
                    td data-v=[about.time.mean_move().map(|time| time.as_secs_f64())] { (words::or_unknown(about.time.mean_move(), words::time)) }
                    td data-v=[about.time.most.map(|most| most.time.as_secs_f64())] { (words::or_unknown(about.time.most, |most| words::time(most.time))) }
                }
            } }
        }
    };
    let beside = html! {
        (machines::about_times(findings))
    };
    table_section("standings", "Standings", &table, &beside)
}

fn won_less_lost([won, _, lost]: [u32; 3]) -> i64 {
    i64::from(won) - i64::from(lost)
}
