//! The table of standings.

use maud::{Markup, html};

use super::{link, machines, plots, table_section};
use crate::TieBreaks;
use crate::report::{Findings, words};

pub(super) fn section(findings: &Findings<'_>) -> Markup {
    let scale = plots::rating_scale(findings);
    // Among few rounds those who are equal have hardly ever all met.
    let has_direct = findings.taking_part().iter().any(|standing| standing.tie_breaks.direct.is_some());
    let table = html! {
        table.sortable.numbers {
            caption { "Ratings are in Elo, with 95 % intervals. W-D-L are games won, drawn and lost. Equal points are ordered by BH-1, BH, SB, Direct and Margin." }
            thead { tr {
                th scope="col" { "Rank" }
                th.name scope="col" { "Agent" }
                th scope="col" { "Points" }
                th scope="col" { "Rating" }
                th scope="col" { "±" }
                @if let Some(scale) = &scale { th.plot scope="col" data-fixed { span.hidden { "Interval" } (scale.axis()) } }
                th scope="col" { "W-D-L" }
                th scope="col" title="First tie-break: points of all opponents but the weakest (Buchholz, cut 1)" { "BH-1" }
                th scope="col" title="Second tie-break: points of all opponents (Buchholz)" { "BH" }
                th scope="col" title="Third tie-break: points of those beaten, and half of those drawn with (Sonneborn-Berger)" { "SB" }
                @if has_direct { th scope="col" title="Fourth tie-break: points against those who are equal so far, if all of them have met" { "Direct" } }
                th scope="col" title="Last tie-break: fruit points more than the opponent's, mean of all games" { "Margin" }
                th scope="col" title="Games lost by an own fault" { "Faults" }
                th scope="col" title="Mean time of a move" { "Move" }
                th scope="col" title="The most time used in one game" { "Most/game" }
            } }
            tbody { @for standing in findings.taking_part() {
                @let about = &findings.agents[standing.player];
                tr {
                    td { (standing.rank) }
                    th.name scope="row" { (link(findings.data, standing.player)) }
                    td { (words::points(standing.half_points)) }
                    td { (words::rating(standing.rating)) }
                    td { (words::error_bar(standing.rating)) }
                    @if let Some(scale) = &scale { td.plot { @if let Some(rating) = standing.rating { (scale.whiskers(rating)) } } }
                    td data-v=(won_less_lost(standing.games)) { (words::record(standing.games)) }
                    (tie_breaks(&standing.tie_breaks, has_direct))
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

fn tie_breaks(breaks: &TieBreaks, has_direct: bool) -> Markup {
    html! {
        td { (words::points(breaks.buchholz_cut_1)) }
        td { (words::points(breaks.buchholz)) }
        td { (words::plain(f64::from(breaks.sonneborn_berger) / 4.0, 2).trim_end_matches('0').trim_end_matches('.')) }
        @if has_direct { td { @if let Some(direct) = breaks.direct { (words::points(direct)) } } }
    }
}

fn won_less_lost([won, _, lost]: [u32; 3]) -> i64 {
    i64::from(won) - i64::from(lost)
}
