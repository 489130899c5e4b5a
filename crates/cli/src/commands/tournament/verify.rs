//! `fruitrage tournament verify`: can all of it have happened?

use fruitrage_tournament::{Window, verify};

use super::SiteOptions;
use crate::commands::Verdict;
use crate::printing::{harmless_lines, plural, print};

pub(super) fn run(options: &SiteOptions) -> anyhow::Result<Verdict> {
    let found = verify(&Window::open(&options.site()?)?)?;
    for problem in &found.problems {
        print(format_args!("{}\n", harmless_lines(problem)))?;
    }
    let (games, problems) = (found.games, found.problems.len());
    print(format_args!("{games} game{}, {problems} problem{}\n", plural(games), plural(problems)))?;
    Ok(if problems == 0 { Verdict::Yes } else { Verdict::No })
}
