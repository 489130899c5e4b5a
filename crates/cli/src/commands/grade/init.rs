//! `fruitrage grade init`: the rubric of the course, to begin with.

use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use fruitrage_grading::{EXAMPLE, FILE_NAME};

use crate::commands::Verdict;
use crate::commands::tournament::quoted;
use crate::printing::print;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The folder to be made
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let folder = &options.folder;
    let submissions = folder.join("submissions");
    fs::create_dir_all(&submissions).with_context(|| submissions.display().to_string())?;
    let file = folder.join(FILE_NAME);
    match File::create_new(&file) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            anyhow::bail!("{}: there is a grading already", file.display())
        }
        created => created.and_then(|mut new| new.write_all(EXAMPLE.as_bytes())),
    }
    .with_context(|| file.display().to_string())?;
    print(format_args!(
        "{} is the rubric of the course. Change it as you like. Put what was handed in into\n{}: a folder, an archive \
         or a file for each student. Then:\n  fruitrage grade run {} --rehearse-only\n  fruitrage grade run {}\n",
        file.display(),
        submissions.display(),
        quoted(folder),
        quoted(folder),
    ))?;
    Ok(Verdict::Yes)
}
