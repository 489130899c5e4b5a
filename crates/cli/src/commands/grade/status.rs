//! `fruitrage grade status`: how does it stand?

use std::fmt::Write as _;

use clap::Args;
use fruitrage_game::Harmless;
use fruitrage_grading::Class;

use super::SiteOptions;
use super::table::{Table, in_csv, in_json};
use crate::arguments::TableFormat;
use crate::commands::Verdict;
use crate::commands::tournament::quoted;
use crate::printing::{plural, print, print_json};

#[derive(Args, Debug)]
pub(crate) struct Options {
    #[command(flatten)]
    site: SiteOptions,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    format: TableFormat,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let site = options.site.site()?;
    let class = Class::at(&site)?;
    match options.format {
        TableFormat::Json => print_json(&in_json(&class))?,
        TableFormat::Csv => print(in_csv(&class)?)?,
        TableFormat::Table => print(format_args!("{}\n{}", heading(options, &site, &class), Table(&class)))?,
    }
    Ok(Verdict::Yes)
}

fn heading(options: &Options, site: &fruitrage_tournament::Site, class: &Class) -> String {
    let (items, open, failed) = (class.items(), class.open(), class.trouble().count());
    let go_on = match options.site.folder() {
        Some(folder) => format!("fruitrage grade run {}", quoted(folder)),
        None => "fruitrage worker --db ...".to_owned(),
    };
    let at_work: Vec<String> = class
        .workers
        .iter()
        .filter(|worker| worker.is_alive)
        .map(|worker| format!("{} ({} at a time)", Harmless(&worker.info.host), worker.jobs))
        .collect();
    let is_running = if site.location.is_shared() { !at_work.is_empty() } else { site.folder.is_running() };
    let state = match (open, failed, is_running) {
        (0, 0, _) => "everything is graded".to_owned(),
        (_, _, true) => "being graded".to_owned(),
        (0, _, false) => format!("graded but for what the arena failed at; to try that again: {go_on}"),
        (_, _, false) => format!("stopped; go on with: {go_on}"),
    };
    let mut text =
        format!("{}: {} of {items} items graded; {state}\n", Harmless(&class.name), items - open - failed.min(items));
    if site.location.is_shared() && !at_work.is_empty() {
        let _ = writeln!(text, "{} worker{}: {}", at_work.len(), plural(at_work.len()), at_work.join(", "));
    }
    text
}
