//! How the numbers of the page came about.

use maud::{Markup, html};

use super::text;
use crate::report::{Findings, REPORT_VERSION, words};

pub(super) fn section(findings: &Findings<'_>) -> Markup {
    let data = findings.data;
    let first = &findings.first_mover;
    html! {
        section #about aria-labelledby="about-title" {
            h2 #about-title { "About" }
            dl {
                dt { "Format" } dd { (text::text(&words::format(data))) ", seeding " (words::seeding(data.schedule.seeding)) }
                @for (name, value) in &data.conditions { dt { (text::text(name)) } dd { (text::text(value)) } }
                dt { "Seed" } dd { (data.seed) }
                dt { "Who moves first" } dd {
                    "won " (words::or_unknown(first.score(), words::percent)) " of all games, draws as halves (" (words::record(first.games)) ")"
                }
                dt { "Version" } dd { "fruitrage " (env!("CARGO_PKG_VERSION")) ", report " (REPORT_VERSION) }
            }
            p {
                "Points: one for an encounter won or a bye (no opponent in that round), half for a draw. Equals are ordered by the points of their opponents without the weakest (Buchholz, cut 1), of all opponents, of those beaten (Sonneborn-Berger), by the games among themselves, and by the mean margin of fruit points."
            }
            p {
                "Ratings: the model of Bradley and Terry on the scale of Elo, where 400 more are odds of ten to one; "
                (text::text(&words::anchor(data))) ". All results count alike, whenever they happened. The intervals are 95 % ones, from "
                (findings.rating.resamples) " bootstrap samples of the pairs. Each agent is taken to have drawn one more game against an average one, so that who has won everything has a rating, too."
            }
            p {
                "A pair is the same board twice with the sides swapped. Worst losses and best wins are by fruit points, without games that ended by a fault. 'unknown' stands where there is nothing to tell."
            }
            p {
                "For other programs: " (text::file("results.json", "results.json")) ", " (text::file("standings.csv", "standings.csv")) ", "
                (text::file("crosstable.csv", "crosstable.csv")) ", " (text::file("games.pgn", "games.pgn")) "."
            }
        }
    }
}
