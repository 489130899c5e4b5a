//! `fruitrage help`: the help of a command, or a topic that no single command is the home of.

use std::fmt::Write as _;

use anyhow::{anyhow, bail};
use clap::Args;
use fruitrage_game::nearest;

use super::Verdict;
use crate::{help, printing::print, printing::print_styled};

/// The topics: their names, what they are about, and their texts.
const TOPICS: [(&str, &str, &str); 4] = [
    ("files", "input.txt, output.txt, positions on one line, records", include_str!("../topics/files.txt")),
    ("players", "how players and agents are named, everywhere", include_str!("../topics/players.txt")),
    ("clocks", "what counts as time, and when it is up", include_str!("../topics/clocks.txt")),
    ("exit-codes", "what a script can tell from the exit code", include_str!("../topics/exit-codes.txt")),
];

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// A command such as 'play' or 'tournament run', or a topic: files, players, clocks, exit-codes
    #[arg(value_name = "COMMAND or TOPIC")]
    words: Vec<String>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    if let [word] = options.words.as_slice()
        && let Some((_, _, text)) = TOPICS.iter().find(|(name, ..)| name == word)
    {
        print(text)?;
        return Ok(Verdict::Yes);
    }
    let mut root = help::command();
    root.build();
    let mut command = &mut root;
    for word in &options.words {
        if command.find_subcommand(word).is_none() {
            bail!(unknown(command, word));
        }
        command = command.find_subcommand_mut(word).ok_or_else(|| anyhow!("there is no help on {word}"))?;
    }
    print_styled(command.render_long_help().ansi())?;
    Ok(Verdict::Yes)
}

/// Says that there is no such command or topic, and which may be meant.
fn unknown(command: &clap::Command, word: &str) -> String {
    let topics = TOPICS.iter().map(|(name, ..)| *name).filter(|_| command.get_name() == "fruitrage");
    let names: Vec<&str> = command
        .get_subcommands()
        .filter(|each| !each.is_hide_set())
        .map(clap::Command::get_name)
        .chain(topics)
        .collect();
    let meant = nearest(word, names).map(|name| format!("; did you mean {name}?")).unwrap_or_default();
    let mut text = format!("there is no command or topic {word}{meant}\nTopics:");
    for (name, about, _) in TOPICS {
        let _ = write!(text, "\n  {name:<10}  {about}");
    }
    text
}
