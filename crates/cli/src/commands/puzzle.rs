//! `fruitrage puzzle`: puzzles in the terminal, and one's own mistakes as such.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use fruitrage_game::{Stop, read_games};
use fruitrage_play::puzzle::{Date, Mistake, Source, Theme, mistakes};
use fruitrage_play::review::{ReviewOptions, review};

use super::Verdict;
use crate::lab::default_threads;
use crate::printing::{is_watched, plural, tell, tell_progress};
use crate::tui::{Alone, PuzzleRoom, ScreenOptions, must_be_there, progress_path, run_alone, today, usual_folder};

#[derive(Args, Debug)]
#[command(after_help = "\
Every puzzle is solved: one group is best, by at least 4 points or by the result itself, and it is
not the largest. After the right move the best defence answers, until the advantage is banked; any
move that is as good counts. A wrong move is refuted on the board; then one may try again, or play
on with it (p). n skips, Esc leaves.

What you solve is kept in $XDG_DATA_HOME/fruitrage/puzzles.txt or
~/.local/share/fruitrage/puzzles.txt (Windows: %LOCALAPPDATA%\\fruitrage\\puzzles.txt).

Themes: refuse, build, split, wait, last-word, count.

Examples:
  fruitrage puzzle                       the puzzle of the day, then those that suit you
  fruitrage puzzle --streak              until the first that you miss
  fruitrage puzzle --theme wait          about one theme
  fruitrage puzzle --missed              those that you missed, when they are due again
  fruitrage puzzle --from game.jsonl     the mistakes of a game of your own

Exit codes: 0 left; 1 there is nothing to ask; 2 bad usage or input, or no terminal; 130
interrupted.")]
pub(crate) struct Options {
    #[command(flatten)]
    source: SourceOptions,
    /// The day whose puzzle is asked, as 2031-05-17 [default: today, by UTC]
    #[arg(long, value_name = "DATE")]
    date: Option<Date>,
    /// Keep what was solved in this file
    #[arg(long, value_name = "FILE")]
    progress: Option<PathBuf>,
    #[command(flatten)]
    screen: ScreenOptions,
}

#[derive(Args, Debug)]
#[group(multiple = false)]
struct SourceOptions {
    /// Puzzles that suit you, until you miss one
    #[arg(long)]
    streak: bool,
    /// Puzzles about a theme
    #[arg(long, value_name = "THEME")]
    theme: Option<Theme>,
    /// Puzzles that you missed before and that are due again
    #[arg(long)]
    missed: bool,
    /// The mistakes of recorded games; of those who are people, if any are
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let source = match &options.source {
        SourceOptions { from: Some(path), .. } => Source::Mistakes(find_mistakes(path)?),
        SourceOptions { theme: Some(theme), .. } => Source::Suited(Some(*theme)),
        SourceOptions { missed: true, .. } => Source::Missed,
        SourceOptions { streak: true, .. } => Source::Streak,
        _ => Source::Daily,
    };
    let path = options.progress.clone().unwrap_or_else(|| progress_path(&usual_folder()));
    let room = PuzzleRoom::open(source, options.date.unwrap_or_else(today), Some(path))?;
    if !room.has_task() {
        tell(room.nothing());
        return Ok(Verdict::No);
    }
    must_be_there("puzzle")?;
    let interrupted = run_alone(Alone::Puzzles(Box::new(room)), options.screen.manners())?;
    Ok(if interrupted { Verdict::Interrupted } else { Verdict::Yes })
}

/// The mistakes of all games of a file.
fn find_mistakes(path: &Path) -> anyhow::Result<Vec<Mistake>> {
    let name = || path.display().to_string();
    let records = read_games(BufReader::new(File::open(path).with_context(name)?)).with_context(name)?;
    anyhow::ensure!(!records.is_empty(), "{}: there is no game in it", path.display());
    let options = ReviewOptions { threads: default_threads(), ..ReviewOptions::default() };
    let mut found = Vec::new();
    let watched = is_watched();
    for record in &records {
        let mut progress = |done: usize, total: usize| {
            if watched {
                tell_progress(format_args!("reviewing the game: {done} of {total}"));
            }
        };
        if let Some(review) = review(record, &options, &Stop::default(), &mut progress) {
            found.extend(mistakes(record, &review));
        }
    }
    if watched {
        tell(format_args!("  {} mistake{} to learn from", found.len(), plural(found.len())));
    }
    Ok(found)
}
