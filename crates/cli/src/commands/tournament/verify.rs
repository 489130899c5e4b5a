//! `fruitrage tournament verify`: can all of it have happened?

use fruitrage_arena::tournament::verify;

use super::FolderOptions;
use crate::commands::Verdict;
use crate::printing::{plural, print};

pub(super) fn run(options: &FolderOptions) -> anyhow::Result<Verdict> {
    let found = verify(&options.folder())?;
    for problem in &found.problems {
        print(format_args!("{problem}\n"))?;
    }
    let (games, problems) = (found.games, found.problems.len());
    print(format_args!("{games} game{}, {problems} problem{}\n", plural(games), plural(problems)))?;
    Ok(if problems == 0 { Verdict::Yes } else { Verdict::No })
}
