//! What is said of machines, wherever a report says it.

use fruitrage_game::harmless;

use super::hosts::HostFlag;
use super::words::{count, percent};
use super::{Findings, HostFindings, LeftOut};

/// What whoever asks for a report should know at once: what was left out, and which
/// machines are not like the others.
pub fn remarks(findings: &Findings<'_>) -> Vec<String> {
    let of_host = |host: &HostFindings| {
        let name = harmless(&host.name);
        flags(host).into_iter().map(move |flag| format!("{name}: {flag}")).collect::<Vec<_>>()
    };
    let counted = findings.hosts.iter().filter(|host| !host.is_left_out);
    let left_out = left_out(&findings.data.left_out).map(|what| format!("{what} {MEANING_OF_LEFT_OUT}"));
    left_out.into_iter().chain(counted.flat_map(of_host)).collect()
}

/// What it means that games were left out.
pub(super) const MEANING_OF_LEFT_OUT: &str = "Standings and ratings come from the other games. Who met whom, byes \
    and what was awarded are as they were, because all games have decided that; so some agents have fewer games than \
    others, and ratings tell more than points.";

/// What was left out, if anything was.
pub(super) fn left_out(left_out: &LeftOut) -> Option<String> {
    let hosts: Vec<String> = left_out.hosts.iter().map(|host| harmless(host)).collect();
    if !left_out.any() {
        return None;
    }
    let partners = left_out.partners().count();
    let games = count((left_out.games.len() - partners) as u64, "game", "games");
    let partners = match partners {
        0 => String::new(),
        partners => format!(
            ", and {} of other machines that would be half a pair without them",
            count(partners as u64, "game", "games")
        ),
    };
    Some(format!("Left out: the {games} played on {}{partners}.", hosts.join(", ")))
}

/// Why times are not to be compared, if they come from several machines.
pub(super) fn times(findings: &Findings<'_>) -> Option<String> {
    let used: Vec<&HostFindings> = findings.hosts_in_use().collect();
    if used.len() < 2 {
        return None;
    }
    let speeds: Vec<f64> = used.iter().filter_map(|host| host.relative_speed).collect();
    let ends = speeds.iter().copied().map(|speed| [speed; 2]);
    let ends = ends.reduce(|[least, most], [low, high]| [least.min(low), most.max(high)]);
    let speed = match ends {
        Some([least, most]) => format!(" with {:.0} % to {:.0} % of the median's speed", 100.0 * least, 100.0 * most),
        None => String::new(),
    };
    let unknown = match used.len() - speeds.len() {
        0 => String::new(),
        unknown => format!(" ({unknown} of unknown speed)"),
    };
    Some(format!("Times come from {} machines{speed}{unknown} and are not comparable as they stand.", used.len()))
}

/// In which ways a machine is not like the others.
pub(super) fn flags(host: &HostFindings) -> Vec<String> {
    host.flags.iter().map(|&flag| words(flag)).collect()
}

fn words(flag: HostFlag) -> String {
    let whole = |part: f64| format!("{:.0} %", 100.0 * part);
    match flag {
        HostFlag::Slower(part) => format!("{} slower than the median: its agents had less to think with", whole(part)),
        HostFlag::Faster(part) => format!("{} faster than the median: its agents had more to think with", whole(part)),
        HostFlag::TimeLosses { shares: [here, elsewhere], chance } => {
            let chance = if chance < 0.0001 { "< 0.0001".to_owned() } else { format!("= {chance:.4}") };
            format!(
                "{} of its games were lost on time, elsewhere {}: more than chance explains (p {chance})",
                percent(here),
                percent(elsewhere)
            )
        }
    }
}

/// A speed as people read it.
pub(super) fn speed(positions: f64) -> String {
    format!("{:.2} M/s", positions / 1e6)
}

/// The workers of a machine, with their speeds if these differ.
pub(super) fn workers(host: &HostFindings) -> String {
    let workers = count(host.workers as u64, "worker", "workers");
    match host.speed_range {
        Some([least, most]) if least < most => {
            format!("{workers}, {:.2} to {:.2}", least as f64 / 1e6, most as f64 / 1e6)
        }
        _ => workers,
    }
}
