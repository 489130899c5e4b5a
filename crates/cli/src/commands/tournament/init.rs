//! `fruitrage tournament init`: an example to begin with.

use std::path::PathBuf;

use clap::Args;
use fruitrage_tournament::{EXAMPLE, Folder};

use super::resume_command;
use crate::commands::Verdict;
use crate::printing::print;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The folder to be made
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let file = Folder::new(&options.folder).init(EXAMPLE)?;
    print(format_args!(
        "{} is an example that can be run as it is. Change it, then:\n  {}\n",
        file.display(),
        resume_command(&options.folder)
    ))?;
    Ok(Verdict::Yes)
}
