//! What went wrong: who could not take part, who lost by faults, and
//! what the arena itself failed at.

use fruitrage_game::harmless;
use maud::{Markup, html};

use super::{link, text};
use crate::report::{Findings, words};

/// How many void games are named.
const MOST_VOID: usize = 20;

pub(super) fn any(findings: &Findings<'_>) -> bool {
    !concerned(findings).is_empty() || findings.void_games().next().is_some()
}

/// Agents with a fault or a note, those with the most faults first.
fn concerned(findings: &Findings<'_>) -> Vec<usize> {
    let faults = |agent: usize| findings.agents[agent].fault_games.len();
    let has_note = |agent: usize| findings.data.agents[agent].note.is_some();
    let order = findings.standings.iter().map(|standing| standing.player);
    let mut agents: Vec<usize> = order.filter(|&agent| faults(agent) > 0 || has_note(agent)).collect();
    agents.sort_by_key(|&agent| std::cmp::Reverse(faults(agent)));
    agents
}

pub(super) fn section(findings: &Findings<'_>) -> Markup {
    if !any(findings) {
        return html! {};
    }
    let agents = concerned(findings);
    html! {
        section #trouble aria-labelledby="trouble-title" {
            h2 #trouble-title { "Faults" }
            @if !agents.is_empty() { (table(findings, &agents)) }
            (void_games(findings))
        }
    }
}

fn table(findings: &Findings<'_>, agents: &[usize]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-labelledby="trouble-title" {
            table {
                caption { "Games lost by an agent's own fault, and agents with a remark. Sentences and logs are with each agent." }
                thead { tr {
                    th.name scope="col" { "Agent" }
                    th.number scope="col" { "Faults" }
                    th scope="col" { "What" }
                } }
                tbody { @for &agent in agents { tr {
                    th.name scope="row" { (link(findings.data, agent)) }
                    td.number { (findings.agents[agent].fault_games.len()) }
                    td { (kinds(findings, agent)) }
                } } }
            }
        }
    }
}

fn kinds(findings: &Findings<'_>, agent: usize) -> Markup {
    let kinds = findings.agents[agent].faults.iter().map(|(kind, count)| format!("{kind} {count}"));
    let note = findings.data.agents[agent].note.as_deref();
    html! {
        (harmless(&kinds.collect::<Vec<_>>().join(", ")))
        @if let Some(note) = note { pre.note { (text::lines(&super::agent::short(note))) } }
    }
}

fn void_games(findings: &Findings<'_>) -> Markup {
    let void: Vec<_> = findings.void_games().map(|index| &findings.data.games[index]).collect();
    html! {
        @if !void.is_empty() {
            p { (words::count(void.len() as u64, "game was void and does", "games were void and do")) " not count: the arena failed, not the agents." }
            ul { @for game in void.iter().take(MOST_VOID) {
                li { (text::text(&game.id)) ": " (text::text(&super::agent::short(&game.message))) }
            } }
        }
    }
}
