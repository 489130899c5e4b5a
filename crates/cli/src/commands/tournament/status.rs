//! `fruitrage tournament status`: how does it stand?

use clap::Args;
use fruitrage_arena::tournament::{Status, load_status};

use super::standings::{Table, in_json};
use super::{FolderOptions, resume_command};
use crate::arguments::Format;
use crate::commands::Verdict;
use crate::printing::{plural, print};

#[derive(Args, Debug)]
pub(crate) struct Options {
    #[command(flatten)]
    folder: FolderOptions,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let status = load_status(&options.folder.folder())?;
    match options.format {
        Format::Json => print(format_args!("{:#}\n", in_json(&status)))?,
        Format::Text => print(format_args!("{}\n{}", heading(&status, options), Table(&status)))?,
    }
    Ok(Verdict::Yes)
}

fn heading(status: &Status, options: &Options) -> String {
    let progress = &status.progress;
    let state = match (progress.is_finished, status.is_running) {
        (true, _) => "finished".to_owned(),
        (false, true) => "running".to_owned(),
        (false, false) => format!("stopped; go on with: {}", resume_command(&options.folder.folder)),
    };
    let mut text = format!(
        "{}: {state}\nround {}, {} of {} games, {} fault{}",
        status.results.name,
        progress.round,
        progress.games,
        status.forecast.games,
        progress.faults,
        plural(progress.faults),
    );
    if progress.void > 0 {
        let void = format!(", {} pair{} that the arena could not play", progress.void, plural(progress.void));
        text.push_str(&void);
    }
    text + "\n"
}
