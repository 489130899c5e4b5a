//! `report.html`: one file with everything in it, that opens from the
//! file system and asks the network for nothing.
//!
//! Names and messages come from strangers. The markup language escapes every text,
//! and the page's own policy runs no script but the one whose hash it names.

mod about;
mod agent;
mod crosstable;
mod machines;
mod opponents;
mod overview;
mod plots;
mod rounds;
mod standings;
pub(super) mod text;
mod trouble;

use fruitrage_game::harmless;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::words;
use super::{Findings, TournamentData};
use text::name;

pub(super) use agent::MOST_FAULTS;

/// How pages of reports look: light and dark, wide and narrow.
pub const STYLE: &str = include_str!("style.css");
/// The script that lets the columns of a table be sorted.
pub const SORT_SCRIPT: &str = include_str!("sort.js");
const SCRIPT: &str = concat!(include_str!("tabs.js"), include_str!("sort.js"));
/// The hash of the script, without which no browser runs it. A test tells the
/// right one.
const SCRIPT_HASH: &str = "sha256-i0uMLV8QpEmStQiHl2awTVZPzTeGI0xyYNaU5L54wxQ=";

/// The whole page.
pub fn report_html(findings: &Findings<'_>) -> String {
    let data = findings.data;
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src '{SCRIPT_HASH}'; base-uri 'none'; form-action 'none'"
    );
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (harmless(&data.name)) " – Fruit Rage" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (heading(findings))
                main {
                    (overview::section(findings))
                    (standings::section(findings))
                    @if crosstable::is_dense(findings) { (crosstable::section(findings)) }
                    @else { (rounds::section(findings)) }
                    (agents(findings))
                    (trouble::section(findings))
                    (machines::section(findings))
                    (about::section(findings))
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

fn heading(findings: &Findings<'_>) -> Markup {
    html! {
        header {
            h1 { (text::text(&findings.data.name)) }
            p.lead { (lead(findings)) }
            (machines::left_out(findings))
            nav.parts-of-report aria-label="Parts of this report" {
                a href="#overview" { "Overview" } " "
                a href="#standings" { "Standings" } " "
                a href="#crosstable" { "Crosstable" } " "
                a href="#agents" { "Agents" } " "
                @if trouble::any(findings) { a href="#trouble" { "Faults" } " " }
                @if machines::any(findings) { a href="#machines" { "Machines" } " " }
                a href="#about" { "About" }
            }
        }
    }
}

fn lead(findings: &Findings<'_>) -> Markup {
    let data = findings.data;
    let state = if data.is_finished { "finished" } else { "not finished yet: everything here may still change" };
    let first: Vec<_> = findings.standings.iter().take_while(|standing| standing.rank == 1).collect();
    html! {
        (text::text(&words::format(data))) " · "
        (words::count(data.agents.len() as u64, "agent", "agents")) " · "
        (words::count(findings.games_played(), "game", "games")) " · " (state)
        // It was won by all games.
        @if let ([winner], true, true) = (&first[..], data.is_finished && !data.left_out.any(), findings.standings.len() > 1) {
            br; "Won by " (link(data, winner.player))
        }
    }
}

fn agents(findings: &Findings<'_>) -> Markup {
    html! {
        section #agents aria-labelledby="agents-title" {
            h2 #agents-title { "Agents" }
            @for standing in &findings.standings { (agent::article(findings, standing)) }
        }
    }
}

/// A section of the page with a table that scrolls on its own where it is too wide, and
/// what follows the table.
fn table_section(id: &str, title: &str, table: &Markup, beside: &Markup) -> Markup {
    let heading = format!("{id}-title");
    html! {
        section id=(id) aria-labelledby=(heading) {
            h2 id=(heading) { (title) }
            div.scroll tabindex="0" role="region" aria-labelledby=(heading) { (table) }
            (beside)
        }
    }
}

/// The name of an agent as a link to what there is to tell about it.
fn link(data: &TournamentData, agent: usize) -> Markup {
    html! { a href=(format!("#agent-{}", agent + 1)) { (name(data, agent)) } }
}
