//! `fruitrage doctor`: how well this machine can keep agents apart, and in which languages they
//! can be written.

mod languages;

use std::fmt::Write as _;

use anyhow::Context as _;
use clap::Args;
use fruitrage_sandbox::{Precision, Sandbox, Tier};
use fruitrage_tournament::agents;
use serde_json::{Value, json};

use super::Verdict;
use crate::arguments::Format;
use crate::printing::{print, print_json};

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What a tier was found to be.
type Finding = (Tier, Result<Precision, String>);

/// Tries all tiers. The verdict is whether a sandbox works.
pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let warden = std::env::current_exe().context("cannot find this program itself")?;
    let findings = Sandbox::survey(&warden);
    match options.format {
        Format::Text => print(format_args!("{}\n{}", in_words(&findings), languages::in_words(&agents::languages())))?,
        Format::Json => print_json(&in_json(&findings, &languages::in_json(&agents::languages())))?,
    }
    Ok(if best(&findings).is_some_and(|tier| tier < Tier::Plain) { Verdict::Yes } else { Verdict::No })
}

fn best(findings: &[Finding]) -> Option<Tier> {
    findings.iter().find(|(_, result)| result.is_ok()).map(|(tier, _)| *tier)
}

fn in_words(findings: &[Finding]) -> String {
    let mut text = String::new();
    for (tier, result) in findings {
        let (verdict, reason) = match result {
            Ok(_) => ("works", description(*tier)),
            Err(reason) => ("does not work:", reason.as_str()),
        };
        let _ = writeln!(text, "{tier:<11} {verdict} {reason}");
    }
    let summary = match best(findings) {
        Some(Tier::Bubblewrap) => "Agents are kept in a system of their own: nothing better is known.",
        Some(Tier::Landlock) => {
            "Agents are kept apart well. Better still is bubblewrap, which hides all other processes."
        }
        Some(Tier::Plain) => "Agents are NOT kept apart: run only those that you trust.",
        None => "No agents can be run at all.",
    };
    let _ = writeln!(text, "\n{summary}");
    text + &limits_in_words(findings)
}

/// How the best tier holds agents to their limits, a line for each limit.
fn limits_in_words(findings: &[Finding]) -> String {
    let Some((tier, Ok(precision))) = findings.iter().find(|(_, result)| result.is_ok()) else {
        return String::new();
    };
    let mut text = format!("\nLimits in the sandbox {tier}:\n");
    for (name, held) in precision.all() {
        let _ = writeln!(text, "{name:<11} {held}");
    }
    text
}

/// The same as a value, for one tier.
fn limits_in_json(precision: &Precision) -> serde_json::Value {
    let limits = precision
        .all()
        .map(|(name, held)| (name.to_owned(), json!({ "exact": held.is_exact(), "how": held.to_string() })));
    serde_json::Value::Object(limits.into_iter().collect())
}

fn description(tier: Tier) -> &'static str {
    match tier {
        Tier::Bubblewrap => "(own processes, own view of the files, no network)",
        Tier::Landlock => "(rules on files, signals and system calls, no network)",
        Tier::Plain => "(limits of time, memory, processes and disk only)",
    }
}

fn in_json(findings: &[Finding], languages: &Value) -> Value {
    let tiers = findings.iter().map(|(tier, result)| {
        json!({
            "tier": tier.to_string(),
            "works": result.is_ok(),
            "reason": result.as_ref().err(),
            "limits": result.as_ref().ok().map(limits_in_json),
        })
    });
    json!({
        "best": best(findings).map(|tier| tier.to_string()),
        "tiers": tiers.collect::<Vec<_>>(),
        "languages": languages,
    })
}

#[cfg(test)]
mod tests {
    use fruitrage_sandbox::Held;

    use super::*;

    fn precision() -> Precision {
        Precision {
            cpu: Held::Exactly("by a group".to_owned()),
            memory: Held::Watched("every 20 ms".to_owned()),
            processes: Held::Not,
            disk: Held::Watched("after each move".to_owned()),
        }
    }

    #[test]
    fn what_does_not_work_is_said_with_its_reason() {
        let findings = [
            (Tier::Bubblewrap, Err("there is no bwrap".to_owned())),
            (Tier::Landlock, Ok(precision())),
            (Tier::Plain, Ok(precision())),
        ];
        let expected = "\
bubblewrap  does not work: there is no bwrap
landlock    works (rules on files, signals and system calls, no network)
none        works (limits of time, memory, processes and disk only)

Agents are kept apart well. Better still is bubblewrap, which hides all other processes.

Limits in the sandbox landlock:
cpu         exact, by a group
memory      watched, every 20 ms
processes   not limited on this system
disk        watched, after each move
";
        assert_eq!(in_words(&findings), expected);
        let json = in_json(&findings, &Value::Null);
        assert_eq!(json["best"], "landlock");
        assert_eq!(json["tiers"][0]["reason"], "there is no bwrap");
        assert_eq!(json["tiers"][1]["reason"], serde_json::Value::Null);
        assert_eq!(json["tiers"][1]["limits"]["cpu"]["exact"], true);
        assert_eq!(json["tiers"][1]["limits"]["memory"]["how"], "watched, every 20 ms");
    }

    #[test]
    fn without_a_sandbox_it_is_said_loudly() {
        let none = |tier| (tier, Err("no".to_owned()));
        let findings = [none(Tier::Bubblewrap), none(Tier::Landlock), (Tier::Plain, Ok(precision()))];
        assert!(in_words(&findings).contains("\nAgents are NOT kept apart: run only those that you trust.\n"));
    }
}
