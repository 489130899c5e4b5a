//! The first tab: who is ahead, and what whoever is responsible should look at.

use fruitrage_game::harmless;
use maud::{Markup, html};

use super::{agent, link, text};
use crate::report::{Findings, remarks, words};

/// So many of the first are named.
const FIRST: usize = 5;
/// So many lines of a kind; the tab with all of them is named.
const MOST_LINES: usize = 12;

pub(super) fn section(findings: &Findings<'_>) -> Markup {
    let first = &findings.taking_part()[..findings.taking_part().len().min(FIRST)];
    html! {
        section #overview aria-labelledby="overview-title" {
            h2 #overview-title { "Overview" }
            (facts(findings))
            @if !first.is_empty() {
                h3 { (if findings.data.is_finished { "First places" } else { "In the lead" }) }
                div.scroll tabindex="0" role="region" aria-label="First places" { table.numbers {
                    thead { tr { th scope="col" { "Rank" } th.name scope="col" { "Agent" } th scope="col" { "Points" } th scope="col" { "Rating" } th scope="col" { "W-D-L" } } }
                    tbody { @for standing in first { tr {
                        td { (standing.rank) }
                        th.name scope="row" { (link(findings.data, standing.player)) }
                        td { (words::points(standing.half_points)) }
                        td { (words::rating(standing.rating)) }
                        td { (words::record(standing.games)) }
                    } } }
                } }
            }
            h3 { "What to look at" }
            (lines(findings))
        }
    }
}

fn facts(findings: &Findings<'_>) -> Markup {
    let faults: usize = findings.agents.iter().map(|about| about.fault_games.len()).sum();
    let (void, excluded) = (findings.void_games().count(), findings.excluded().len());
    html! {
        dl {
            dt { "Agents" } dd { (findings.taking_part().len()) @if excluded > 0 { ", and " (excluded) " that could not take part" } }
            dt { "Games" } dd {
                (findings.games_played())
                @if faults > 0 { ", of which " (faults) " lost by a fault" }
                @if void > 0 { ", and " (void) " void" }
            }
        }
    }
}

/// Everything odd in one line each.
fn lines(findings: &Findings<'_>) -> Markup {
    let order = || findings.taking_part().iter().map(|standing| standing.player);
    let with_faults: Vec<usize> = order().filter(|&agent| !findings.agents[agent].fault_games.is_empty()).collect();
    let warned: Vec<usize> = order().filter(|&agent| findings.agents[agent].warnings > 0).collect();
    let (excluded, void, machines) = (findings.excluded(), findings.void_games().count(), remarks(findings));
    let is_fine =
        excluded.is_empty() && with_faults.is_empty() && warned.is_empty() && void == 0 && machines.is_empty();
    html! {
        @if is_fine { p { "Nothing: no faults, no warnings, and everybody could take part." } }
        @else { ul.look {
            @if !excluded.is_empty() { li {
                a href="#trouble" { (words::count(excluded.len() as u64, "agent", "agents")) " could not take part" } ": "
                @for (place, &agent) in excluded.iter().take(MOST_LINES).enumerate() { @if place > 0 { ", " } (link(findings.data, agent)) }
                @if excluded.len() > MOST_LINES { ", …" }
            } }
            @for &agent in with_faults.iter().take(MOST_LINES) { (faults(findings, agent)) }
            (more(with_faults.len(), "agents with faults"))
            @for &agent in warned.iter().take(MOST_LINES) { (warning(findings, agent)) }
            (more(warned.len(), "agents with warnings"))
            @if void > 0 { li { a href="#trouble" { (words::count(void as u64, "game", "games")) " void" } ": the arena failed, not the agents" } }
            @for remark in machines { li { (text::text(&remark)) } }
        } }
    }
}

fn more(all: usize, what: &str) -> Markup {
    html! { @if all > MOST_LINES { li { a href="#trouble" { (all - MOST_LINES) " more " (what) } } } }
}

fn faults(findings: &Findings<'_>, agent: usize) -> Markup {
    let about = &findings.agents[agent];
    let games = about.by_side.iter().map(crate::report::SideRecord::played).sum::<u32>();
    html! { li {
        (link(findings.data, agent)) " lost " (about.fault_games.len()) " of " (words::count(games, "game", "games"))
        " by its own fault: " (harmless(&super::trouble::kinds(about)))
    } }
}

fn warning(findings: &Findings<'_>, agent: usize) -> Markup {
    let about = &findings.agents[agent];
    html! { li {
        (link(findings.data, agent)) " was warned " (words::count(about.warnings, "time", "times"))
        ", first in " (agent::first_warning(findings, agent))
    } }
}
