//! What went wrong: who could not take part, who lost by faults, who was warned, and what
//! the arena itself failed at. Each apart: who was not built has no faults either.

use fruitrage_game::harmless;
use maud::{Markup, html};

use super::{agent, link, text};
use crate::report::{AgentFindings, Findings, words};

/// How many void games are named.
const MOST_VOID: usize = 20;

pub(super) fn any(findings: &Findings<'_>) -> bool {
    let has_trouble = |agent: usize| {
        let about = &findings.agents[agent];
        !about.fault_games.is_empty() || about.warnings > 0 || findings.data.agents[agent].note.is_some()
    };
    (0..findings.agents.len()).any(has_trouble)
        || !findings.excluded().is_empty()
        || findings.void_games().next().is_some()
}

pub(super) fn section(findings: &Findings<'_>) -> Markup {
    if !any(findings) {
        return html! {};
    }
    let order = || findings.taking_part().iter().map(|standing| standing.player);
    let faults = |agent: &usize| findings.agents[*agent].fault_games.len();
    let mut at_fault: Vec<usize> = order().filter(|agent| faults(agent) > 0).collect();
    at_fault.sort_by_key(|agent| std::cmp::Reverse(faults(agent)));
    let mut warned: Vec<usize> = order().filter(|&agent| findings.agents[agent].warnings > 0).collect();
    warned.sort_by_key(|&agent| std::cmp::Reverse(findings.agents[agent].warnings));
    let noted: Vec<usize> = order().filter(|&agent| findings.data.agents[agent].note.is_some()).collect();
    html! {
        section #trouble aria-labelledby="trouble-title" {
            h2 #trouble-title { "Faults" }
            (notes(findings, "Could not take part", &findings.excluded()))
            @if !at_fault.is_empty() { (fault_table(findings, &at_fault)) }
            @if !warned.is_empty() { (warning_table(findings, &warned)) }
            (notes(findings, "Remarks", &noted))
            (void_games(findings))
        }
    }
}

fn notes(findings: &Findings<'_>, title: &str, agents: &[usize]) -> Markup {
    html! {
        @if !agents.is_empty() {
            h3 { (title) }
            dl.notes { @for &agent in agents {
                dt { (link(findings.data, agent)) }
                dd { pre.note { (text::lines(&agent::short(findings.data.agents[agent].note.as_deref().unwrap_or("the reason is not known")))) } }
            } }
        }
    }
}

fn fault_table(findings: &Findings<'_>, agents: &[usize]) -> Markup {
    html! {
        h3 #at-fault { "Lost by an own fault" }
        div.scroll tabindex="0" role="region" aria-labelledby="at-fault" {
            table {
                caption { "Sentences and logs are with each agent." }
                thead { tr {
                    th.name scope="col" { "Agent" }
                    th.number scope="col" { "Games" }
                    th scope="col" { "What" }
                } }
                tbody { @for &agent in agents { tr {
                    th.name scope="row" { (link(findings.data, agent)) }
                    td.number { (findings.agents[agent].fault_games.len()) }
                    td { (harmless(&kinds(&findings.agents[agent]))) }
                } } }
            }
        }
    }
}

fn warning_table(findings: &Findings<'_>, agents: &[usize]) -> Markup {
    html! {
        h3 #warned { "Warned" }
        div.scroll tabindex="0" role="region" aria-labelledby="warned" {
            table {
                caption { "Moves that were odd but accepted." }
                thead { tr {
                    th.name scope="col" { "Agent" }
                    th.number scope="col" { "Warnings" }
                    th scope="col" { "The first" }
                } }
                tbody { @for &agent in agents { tr {
                    th.name scope="row" { (link(findings.data, agent)) }
                    td.number { (findings.agents[agent].warnings) }
                    td { (agent::first_warning(findings, agent)) }
                } } }
            }
        }
    }
}

/// The faults of an agent, counted by kind.
pub(super) fn kinds(about: &AgentFindings) -> String {
    let kinds = about.faults.iter().map(|(kind, count)| format!("{kind} {count}"));
    kinds.collect::<Vec<_>>().join(", ")
}

fn void_games(findings: &Findings<'_>) -> Markup {
    let void: Vec<usize> = findings.void_games().collect();
    html! {
        @if !void.is_empty() {
            h3 { "Void" }
            p { (words::count(void.len() as u64, "game was void and does", "games were void and do")) " not count: the arena failed, not the agents." }
            ul { @for &game in void.iter().take(MOST_VOID) {
                li { (agent::game_link(findings, game)) ": " (text::text(&agent::short(&findings.data.games[game].message))) }
            } }
        }
    }
}
