//! `fruitrage tournament status`: how does it stand?

use std::fmt::Write as _;

use clap::Args;
use fruitrage_game::Harmless;
use fruitrage_tournament::{Status, Window};

use super::standings::{Table, in_json};
use super::{SiteOptions, resume_command};
use crate::arguments::Format;
use crate::commands::Verdict;
use crate::printing::{in_words, plural, print, print_json};

#[derive(Args, Debug)]
pub(crate) struct Options {
    #[command(flatten)]
    site: SiteOptions,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let site = options.site.site()?;
    let status = Window::open(&site)?.status()?;
    match options.format {
        Format::Json => print_json(&in_json(&status))?,
        Format::Text => {
            let workers = if site.location.is_shared() { workers(&status) } else { String::new() };
            print(format_args!("{}{workers}\n{}", heading(&status, options), Table(&status)))?;
        }
    }
    Ok(Verdict::Yes)
}

fn heading(status: &Status, options: &Options) -> String {
    let progress = &status.progress;
    let go_on = match options.site.folder() {
        Some(folder) => resume_command(folder),
        None => "fruitrage worker --db ...".to_owned(),
    };
    let state = match (progress.is_finished, progress.is_paused, status.is_running) {
        (true, ..) => "finished".to_owned(),
        (false, true, _) => "paused; go on with: fruitrage tournament resume".to_owned(),
        (false, false, true) => "running".to_owned(),
        (false, false, false) if progress.games == 0 => format!("not begun; begin with: {go_on}"),
        (false, false, false) => format!("stopped; go on with: {go_on}"),
    };
    // Where everything is scheduled at once, rounds mean nothing to anybody.
    let round = if status.results.conditions.format.has_rounds() {
        format!("round {} of {}, ", status.round(), status.results.schedule().rounds())
    } else {
        String::new()
    };
    let mut text = format!(
        "{}: {state}\n{round}{} of {} games, {} fault{}",
        Harmless(&status.results.details.name),
        progress.games,
        status.forecast.games,
        progress.faults,
        plural(progress.faults),
    );
    if progress.void > 0 {
        let _ = write!(text, ", {} pair{} that the arena could not play", progress.void, plural(progress.void));
    }
    if let (Some(rate), Some(left)) = (progress.games_per_hour(), status.time_left()) {
        let _ = write!(text, "\n{rate:.0} games an hour, about {} left", in_words(left));
    }
    text + "\n"
}

/// Who plays, and how fast their machines are.
fn workers(status: &Status) -> String {
    let alive: Vec<_> = status.workers_alive().collect();
    let count = alive.len();
    let mut text = format!("{count} worker{} alive\n", plural(count));
    for worker in alive {
        let info = &worker.info;
        let (name, host, speed) = (Harmless(&worker.name), Harmless(&info.host), info.speed as f64 / 1e6);
        let games = status.results.games.iter().filter(|game| game.worker == worker.name).count();
        let _ = writeln!(
            text,
            "  {host}: {} pair{} at a time, {speed:.2} million positions/s, {games} game{} ({name})",
            worker.jobs,
            plural(worker.jobs),
            plural(games),
        );
    }
    text
}
