//! `fruitrage man`: the manual pages, one for each command, out of the same definitions as `--help`.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, Command};
use clap_mangen::Man;
use fruitrage_agent::files;

use super::Verdict;
use crate::{help, printing::print};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  fruitrage man -o ~/.local/share/man/man1      then: man fruitrage, man fruitrage-play
  man -l <(fruitrage man)                       the page of the program itself")]
pub(crate) struct Options {
    /// The folder for the pages of all commands; without it the page of the program is printed
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let mut command = help::command().disable_help_subcommand(true);
    command.build();
    let Some(folder) = &options.output else {
        print(page(&command)?)?;
        return Ok(Verdict::Yes);
    };
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let pages = with_subcommands(&command);
    for each in &pages {
        files::write_whole(&folder.join(Man::new((*each).clone()).get_filename()), &page(each)?)?;
    }
    print(format_args!("{}: {} pages; begin with fruitrage.1\n", folder.display(), pages.len()))?;
    Ok(Verdict::Yes)
}

/// A command and all that are reached through it, without those that are hidden.
fn with_subcommands(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().filter(|each| !each.is_hide_set()).flat_map(with_subcommands);
    std::iter::once(command).chain(below).collect()
}

fn page(command: &Command) -> anyhow::Result<String> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(String::from_utf8(page)?)
}
