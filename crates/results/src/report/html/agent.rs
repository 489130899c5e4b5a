//! All about one agent: record, first-mover edge, time, faults, and
//! the games to look at.

use fruitrage_game::harmless;
use maud::{Markup, html};

use super::{machines, opponents, plots, text};
use crate::Standing;
use crate::report::game_summary::shortened;
use crate::report::{AgentFindings, Findings, Longest, SideRecord, words};

/// How many faults are told in full.
pub(in crate::report) const MOST_FAULTS: usize = 5;
/// The end of a long message is in the log.
const LONGEST_MESSAGE: usize = 500;

pub(super) fn short(message: &str) -> String {
    shortened(message, LONGEST_MESSAGE)
}

pub(super) fn article(findings: &Findings<'_>, standing: &Standing) -> Markup {
    let about = &findings.agents[standing.player];
    let id = format!("agent-{}", standing.player + 1);
    html! {
        article id=(id) aria-labelledby=(format!("{id}-name")) {
            h3 id=(format!("{id}-name")) { @if !findings.data.agents[standing.player].is_excluded { (standing.rank) ". " } (text::name(findings.data, standing.player)) " " a.anchor href=(format!("#{id}")) aria-label="Link to this agent" { "#" } }
            (note(findings, standing.player))
            div.parts {
                (facts(findings, standing))
                @if standing.games_played() > 0 {
                    (first_mover(about))
                    (time(findings, about))
                }
            }
            (faults(findings, standing.player))
            (warnings(findings, standing.player))
            div.parts {
                (games(findings, standing.player, "Worst losses", &about.worst_losses))
                (games(findings, standing.player, "Best wins", &about.best_wins))
            }
            (opponents::part(findings, standing.player))
        }
    }
}

fn note(findings: &Findings<'_>, agent: usize) -> Markup {
    html! { @if let Some(note) = &findings.data.agents[agent].note { pre.note { (text::lines(note)) } } }
}

fn facts(findings: &Findings<'_>, standing: &Standing) -> Markup {
    let info = &findings.data.agents[standing.player];
    let [won, drawn, lost] = standing.encounters;
    let rating = match standing.rating.and_then(|rating| rating.error_bar) {
        Some(bar) => format!("{} ± {bar:.0}", words::rating(standing.rating)),
        None => words::rating(standing.rating),
    };
    html! {
        dl {
            dt { "Rating" } dd { (rating) }
            dt { "Points" } dd {
                (words::points(standing.half_points)) " from encounters " (words::record([won, drawn, lost]))
                @if standing.byes > 0 { " and " (words::count(standing.byes, "bye", "byes")) }
            }
            dt { "Games" } dd { (words::record(standing.games)) " " (plots::record_bar(standing.games)) }
            dt { "Fruit points" } dd { (words::or_unknown(standing.share(), words::percent)) " of all, margin " (words::or_unknown(standing.margin(), words::margin)) }
            dt { "Pairs" } dd { "both games won in " (words::proportion(standing.pairs.sweeps())) }
            dt { "Command" } dd { code { (text::text(&info.command)) } }
            @if let Some(hash) = &info.hash { dt { "SHA-256" } dd { code.hash { (text::text(hash)) } } }
            dt { "Sandbox" } dd { (text::text(&info.sandbox)) }
        }
    }
}

fn first_mover(about: &AgentFindings) -> Markup {
    let row = |label: &str, record: &SideRecord| {
        html! { tr {
            th.key scope="row" { (label) }
            td { (words::record(record.games)) (plots::record_bar(record.games)) }
            td { (words::or_unknown(record.score(), words::percent)) }
            td { (words::or_unknown(record.margin(), words::margin)) }
        } }
    };
    html! {
        div {
            table.numbers.plain {
                caption { "First-mover edge: " strong { (words::or_unknown(about.first_mover_edge(), words::percent_more)) } " of the score" }
                thead { tr { th.key scope="col" { "Moving" } th scope="col" { "W-D-L" } th scope="col" { "Score" } th scope="col" { "Margin" } } }
                tbody { (row("first", &about.by_side[0])) (row("second", &about.by_side[1])) }
            }
        }
    }
}

fn time(findings: &Findings<'_>, about: &AgentFindings) -> Markup {
    let time = &about.time;
    let longest = |longest: Option<Longest>, what: &str| {
        html! {
            @if let Some(Longest { time, game }) = longest {
                ", " (words::time(time)) " " (what) " (" (game_link(findings, game)) ")"
            }
        }
    };
    let allowed = words::or_unknown(time.allowed, |[least, most]| {
        if least == most { words::time(most) } else { format!("{} to {}", words::time(least), words::time(most)) }
    });
    html! {
        div {
            dl {
                dt { "Time a move" } dd { (words::or_unknown(time.mean_move(), words::time)) " mean" (longest(time.slowest, "slowest")) }
                dt { "Time a game" } dd { (words::or_unknown(time.mean_game(), words::time)) " mean, " (words::or_unknown(time.median, words::time)) " median" (longest(time.most, "most")) " of " (allowed) }
            }
            figure {
                (plots::time_bars(&time.parts))
                figcaption { "Games by the part of its time used, in percent" }
            }
            (machines::about_times(findings))
        }
    }
}

fn faults(findings: &Findings<'_>, agent: usize) -> Markup {
    let games = &findings.agents[agent].fault_games;
    html! {
        @if !games.is_empty() {
            h4 { (words::count(games.len() as u64, "game", "games")) " lost by its own fault" }
            ul.faults { @for &index in games.iter().take(MOST_FAULTS) { (fault(findings, agent, index)) } }
            @if games.len() > MOST_FAULTS { p { "and " (games.len() - MOST_FAULTS) " more, all of them in results.json" } }
        }
    }
}

fn fault(findings: &Findings<'_>, agent: usize, index: usize) -> Markup {
    let game = &findings.data.games[index];
    let side = usize::from(game.agents()[0] != agent);
    html! {
        li {
            strong { (harmless(&game.ending)) } " in " (game_link(findings, index))
            @if let Some(log) = &game.sides[side].log { ", " (text::file(log, "its log")) }
            pre { (text::lines(&short(&game.message))) }
        }
    }
}

fn warnings(findings: &Findings<'_>, agent: usize) -> Markup {
    html! {
        @for warning in &findings.agents[agent].warned {
            p { "Warned " (words::count(warning.times, "time", "times")) ", first in " (game_link(findings, warning.game)) ", move " (warning.ply) ": " (text::text(&short(&warning.message))) }
        }
    }
}

/// The first warning of an agent, with its game.
pub(super) fn first_warning(findings: &Findings<'_>, agent: usize) -> Markup {
    html! {
        @if let Some(first) = findings.agents[agent].warned.first() {
            (game_link(findings, first.game)) ", move " (first.ply) ": " (text::text(&short(&first.message)))
        }
    }
}

fn games(findings: &Findings<'_>, agent: usize, title: &str, games: &[usize]) -> Markup {
    let row = |index: usize| {
        let game = &findings.data.games[index];
        let side = usize::from(game.agents()[0] != agent);
        let result = game.result(side);
        html! { tr {
            th.name scope="row" { (game_link(findings, index)) }
            td { (result.points[0]) ":" (result.points[1]) }
            td { (harmless(&game.board)) }
            td { (if side == 0 { "first" } else { "second" }) }
        } }
    };
    html! {
        @if !games.is_empty() {
            div.scroll tabindex="0" role="region" aria-label=(title) {
                table.numbers.plain {
                    caption { (title) }
                    thead { tr { th.name scope="col" { "Game" } th scope="col" { "Points" } th scope="col" { "Board" } th scope="col" { "Moved" } } }
                    tbody { @for &index in games { (row(index)) } }
                }
            }
        }
    }
}

/// The name of a game as people say it, with its page behind it, or else its record.
pub(super) fn game_link(findings: &Findings<'_>, game: usize) -> Markup {
    let summary = &findings.data.games[game];
    let name = findings.game_name(game);
    match findings.replay(game).as_ref().or(summary.record.as_ref()) {
        Some(path) => html! { a href=(text::address(path)) title=(harmless(&summary.id)) { bdi { (name) } } },
        None => text::text(&name),
    }
}
