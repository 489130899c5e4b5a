//! `fruitrage tournament report`: standings, tables and a page to hand out.

use std::path::{Path, PathBuf};

use clap::Args;
use fruitrage_results::report::{Findings, remarks, standings_table};
use fruitrage_tournament::write_report;
use fruitrage_tournament::{Window, load_report_data};

use super::SiteOptions;
use crate::commands::Verdict;
use crate::printing::{print, tell};

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
    let data = load_report_data(&Window::open(&site)?)?.without_hosts(&options.without_hosts)?;
    let findings = Findings::new(&data);
    let output = options.output.as_deref().or(options.site.folder()).unwrap_or(otherwise);
    let files = write_report(&findings, output)?;
    print(standings_table(&findings.standings, |player| findings.name(player), Some(SHOWN)))?;
    for remark in remarks(&findings) {
        tell(remark);
    }
    for file in files {
        tell(format_args!("wrote {}", file.display()));
    }
    Ok(Verdict::Yes)
}
