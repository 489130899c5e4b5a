//! `fruitrage tournament report`: standings, tables and a page to hand out.

use std::path::PathBuf;

use clap::Args;
use fruitrage_arena::report::{Findings, standings_table, write_report};
use fruitrage_arena::tournament::load_report_data;

use super::FolderOptions;
use crate::commands::Verdict;
use crate::printing::{print, tell};

/// So many of the standings fit on a screen.
const SHOWN: usize = 20;

#[derive(Args, Debug)]
pub(crate) struct Options {
    #[command(flatten)]
    folder: FolderOptions,
    /// Where to write it [default: the tournament's folder, where links to records
    /// and logs work]
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let data = load_report_data(&options.folder.folder())?;
    let findings = Findings::new(&data);
    let output = options.output.as_ref().unwrap_or(&options.folder.folder);
    let files = write_report(&findings, output)?;
    print(standings_table(&findings, Some(SHOWN)))?;
    for file in files {
        tell(format_args!("wrote {}", file.display()));
    }
    Ok(Verdict::Yes)
}
