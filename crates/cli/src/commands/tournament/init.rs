//! `fruitrage tournament init`: an example to begin with.

use fruitrage_arena::tournament::EXAMPLE;

use super::{FolderOptions, resume_command};
use crate::commands::Verdict;
use crate::printing::print;

pub(super) fn run(options: &FolderOptions) -> anyhow::Result<Verdict> {
    let file = options.folder().init(EXAMPLE)?;
    print(format_args!(
        "{} is an example that can be run as it is. Change it, then:\n  {}\n",
        file.display(),
        resume_command(&options.folder)
    ))?;
    Ok(Verdict::Yes)
}
