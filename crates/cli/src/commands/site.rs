//! `fruitrage site`: the pages as plain files, for any host of files or a disk.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use fruitrage_agent::files;
use fruitrage_tournament::{Folder, Site};
use fruitrage_web::{SiteOptions, play_page, write_site};

use super::Verdict;
use crate::printing::print;

#[derive(Args, Debug)]
#[command(after_help = "\
The engine is inside the pages: whoever opens them plays, analyses and reviews without a
server. Put the folder on any host of files, in any of its folders, or on a disk. After the
first visit to a host the pages work without a network. From a disk, open index.html.

A name that ends in .html is one file with the game alone, to send to somebody.

Examples:
  fruitrage site -o public
  fruitrage site -o public --games records          with recorded games to replay
  fruitrage site -o public --tournament cup         with standings and all games
  fruitrage site -o fruitrage.html                  one file")]
pub(crate) struct Options {
    /// The folder to write, or a file that ends in .html
    #[arg(long, short, value_name = "FOLDER")]
    output: PathBuf,
    /// A folder of recorded games to put in
    #[arg(long, value_name = "FOLDER")]
    games: Option<PathBuf>,
    /// The folder of a tournament to put in, as it stands
    #[arg(long, value_name = "FOLDER")]
    tournament: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let name = options.output.display();
    if options.output.extension().is_some_and(|ending| ending == "html") {
        anyhow::ensure!(
            options.games.is_none() && options.tournament.is_none(),
            "one file holds the game alone; for recorded games and tournaments give a folder: -o public"
        );
        let page = play_page();
        files::write_whole(&options.output, &page)?;
        print(format_args!("{name}: {} KB; open it in a browser\n", page.len() / 1000))?;
        return Ok(Verdict::Yes);
    }
    let site = |folder: &PathBuf| {
        anyhow::ensure!(folder.is_dir(), "{} is not a folder", folder.display());
        Site::of_folder(Folder::new(folder), None).with_context(|| format!("{}", folder.display()))
    };
    let tournament = options.tournament.as_ref().map(site).transpose()?;
    let written = write_site(&options.output, &SiteOptions { games: options.games.clone(), tournament })?;
    let records = match written.records {
        0 => String::new(),
        1 => ", a record among them".to_owned(),
        records => format!(", {records} records among them"),
    };
    let bytes = written.bytes / 1000;
    print(format_args!(
        "{name}: {} files{records}, {bytes} KB; open {name}/index.html or put it on a host\n",
        written.files
    ))?;
    Ok(Verdict::Yes)
}
