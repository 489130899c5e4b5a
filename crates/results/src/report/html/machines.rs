//! The machines that have played, side by side.

use maud::{Markup, html};

use super::{plots, table_section, text};
use crate::report::hosts::{SPEED_TOLERANCE, TIME_LOSS_LEVEL};
use crate::report::{Findings, HostFindings, host_words, words};

/// Whether there is anything to compare.
pub(super) fn any(findings: &Findings<'_>) -> bool {
    findings.hosts.len() > 1
}

pub(super) fn section(findings: &Findings<'_>) -> Markup {
    if !any(findings) {
        return html! {};
    }
    let fastest = findings.hosts.iter().filter_map(|host| host.speed).fold(0.0, f64::max);
    let table = html! {
        table.sortable.numbers {
            caption { "Speed: millions of positions a second in the engine's benchmark. The line is the median of the machines." }
            thead { tr {
                th.name scope="col" { "Machine" }
                th scope="col" { "Speed" }
                th scope="col" data-fixed { span.hidden { "Speed as a bar" } }
                th scope="col" { "Games" }
                th scope="col" title="Games lost by a fault" { "Faults" }
                th scope="col" title="Games lost on time: out of time, or killed because there was no answer" { "Lost on time" }
                th.remark scope="col" data-fixed { "Remarks" }
            } }
            tbody { @for host in &findings.hosts { (row(host, fastest)) } }
        }
    };
    let beside = html! {
        p {
            "The speed is measured when a worker is started; of several workers it is the median. A machine is remarked on if it is more than " (whole(SPEED_TOLERANCE)) " slower or faster than the median, or if more of its pairs had a loss on time than on the other machines (Fisher's exact test, at "
            (whole(TIME_LOSS_LEVEL)) " for all machines together). "
            code { "fruitrage tournament report --without-host NAME" } " leaves a machine's games out."
        }
    };
    table_section("machines", "Machines", &table, &beside)
}

fn row(host: &HostFindings, fastest: f64) -> Markup {
    let share = host.time_loss_share().filter(|_| host.time_losses > 0);
    html! {
        tr {
            th.name scope="row" { (text::text(&host.name)) }
            td data-v=[host.speed] {
                (words::or_unknown(host.speed, host_words::speed))
                br; small { (host_words::workers(host)) }
            }
            td.key { @if let Some(speed) = host.speed {
                (plots::speed_bar(speed / fastest, host.relative_speed.map(|relative| speed / relative / fastest), !host.flags.is_empty()))
                @if let Some(relative) = host.relative_speed { small { (whole(relative)) " of the median" } }
            } }
            td { (host.games) }
            td { (host.faults) }
            td data-v=(host.time_losses) {
                (host.time_losses)
                @if let Some(share) = share { " (" (words::percent(share)) ")" }
            }
            td.remark {
                @if host.is_left_out { p { strong { "left out" } } }
                @for flag in host_words::flags(host) { p.warn { (flag) } }
            }
        }
    }
}

fn whole(part: f64) -> String {
    format!("{:.0} %", 100.0 * part)
}

/// One sentence beside times that come from several machines.
pub(super) fn about_times(findings: &Findings<'_>) -> Markup {
    html! { @if let Some(sentence) = host_words::times(findings) { p.beside { (sentence) } } }
}

/// What was left out, at the top of everything.
pub(super) fn left_out(findings: &Findings<'_>) -> Markup {
    html! { @if let Some(what) = host_words::left_out(&findings.data.left_out) { p.note { strong { (what) } " " (host_words::MEANING_OF_LEFT_OUT) } } }
}
