//! `fruitrage tournament report`: standings, tables and a page to hand out.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use fruitrage_agent::files;
use fruitrage_results::report::{Findings, not_taking_part, remarks, standings_table};
use fruitrage_tournament::write_report;
use fruitrage_tournament::{Window, load_report_data};
use fruitrage_web::{replay_files, replay_page};

use super::SiteOptions;
use crate::commands::Verdict;
use crate::printing::{plural, print, tell};

/// The folder, beside the report, with pages of games.
const REPLAYS: &str = "replays";

/// So many of the standings fit on a screen.
const SHOWN: usize = 20;

#[derive(Args, Debug)]
pub(crate) struct Options {
    #[command(flatten)]
    site: SiteOptions,
    /// Where to write it [default: the tournament's folder, where links to records
    /// and logs work; with --db alone: the folder 'report']
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Leave out the games that this machine has played, and what would be half a pair
    /// without them; may be given several times
    #[arg(long = "without-host", value_name = "NAME")]
    without_hosts: Vec<String>,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let otherwise = options.output.as_deref().unwrap_or(Path::new("report"));
    let site = options.site.site_in(otherwise)?;
    let window = Window::open(&site)?;
    let mut data = load_report_data(&window)?.without_hosts(&options.without_hosts)?;
    data.replays = Some(REPLAYS.to_owned());
    let findings = Findings::new(&data);
    let output = options.output.as_deref().or(options.site.folder()).unwrap_or(otherwise);
    let files = write_report(&findings, output)?;
    let pages = write_replays(&findings, &window, &output.join(REPLAYS))?;
    print(standings_table(findings.taking_part(), |player| findings.name(player), Some(SHOWN)))?;
    print(not_taking_part(&findings))?;
    for remark in remarks(&findings) {
        tell(remark);
    }
    for file in files {
        tell(format_args!("wrote {}", file.display()));
    }
    tell(format_args!("wrote {pages} game{} that it links to in {}", plural(pages), output.join(REPLAYS).display()));
    Ok(Verdict::Yes)
}

/// Writes a page for each game that the report names, and returns how many.
fn write_replays(findings: &Findings<'_>, window: &Window, folder: &Path) -> anyhow::Result<usize> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (name, text) in replay_files() {
        files::write_whole(&folder.join(name), &text)?;
    }
    let named = findings.named_games();
    for &game in &named {
        let id = &findings.data.games[game].id;
        if let Some(record) = window.record(id)? {
            files::write_whole(&folder.join(format!("{id}.html")), &replay_page(&record))?;
        }
    }
    Ok(named.len())
}
