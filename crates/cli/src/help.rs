//! The help of the program: its commands by what one wants to do, the first thing that a
//! newcomer wants first.

use std::fmt::Write as _;

use clap::builder::StyledStr;
use clap::{Command, CommandFactory as _, FromArgMatches as _};

use crate::arguments::Arguments;

/// The groups of commands, in the order in which people meet them.
const GROUPS: [(&str, &[&str]); 3] = [
    ("Play", &["play", "learn", "puzzle", "serve", "site", "review", "replay", "analyze"]),
    ("Agents", &["new-agent", "check", "match", "grade", "tournament", "worker", "board", "doctor"]),
    ("Laboratory", &["engine", "bridge", "lab", "regret", "bench", "puzzles"]),
];

/// Reads the command line, or says why it cannot be read.
pub(crate) fn parse() -> Result<Arguments, clap::Error> {
    Arguments::from_arg_matches(&command().try_get_matches()?)
}

/// The program's command line, whose help tells of its commands by groups.
pub(crate) fn command() -> Command {
    let command = Arguments::command();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}Options of the agent:\n{{options}}{{after-help}}",
        in_groups(&command)
    );
    command.help_template(template)
}

fn in_groups(command: &Command) -> String {
    let style = command.get_styles();
    let (header, literal) = (style.get_header(), style.get_literal());
    let widest = command.get_subcommands().map(|each| each.get_name().len()).max().unwrap_or_default();
    let mut text = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(text, "{header}{title}:{header:#}");
        for each in names.iter().filter_map(|name| command.find_subcommand(name)) {
            let about = each.get_about().map(StyledStr::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {literal}{:<widest$}{literal:#}  {about}", each.get_name());
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_that_can_be_seen_is_in_one_group_and_every_name_is_a_command() {
        let command = Arguments::command();
        let mut seen: Vec<&str> =
            command.get_subcommands().filter(|each| !each.is_hide_set()).map(Command::get_name).collect();
        let mut named: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        seen.sort_unstable();
        named.sort_unstable();
        assert_eq!(seen, named);
    }

    #[test]
    fn the_help_tells_each_command_in_a_line_that_fits() {
        let help = command().render_help().to_string();
        let lines: Vec<&str> = help.lines().take_while(|line| !line.starts_with("Options")).collect();
        assert!(lines.iter().any(|line| line.starts_with("Play:")), "{help}");
        for line in lines {
            assert!(line.chars().count() <= 100, "{line}");
        }
    }
}
