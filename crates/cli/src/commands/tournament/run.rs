//! `fruitrage tournament run`: plays, and goes on playing.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use fruitrage_game::{Harmless, Stop};
use fruitrage_tournament::{Forecast, Outcome, Settings, Site, Tournament, Window};

use super::play::{LocalWorker, default_jobs, parse_jobs, tell_problems};
use super::resume_command;
use super::site::FolderOptions;
use super::standings::Table;
use crate::commands::Verdict;
use crate::players::{HouseRoster, choose_sandbox};
use crate::printing::{ask, harmless_lines, in_words, is_watched, plural, print, tell};
use crate::signals;

/// A tournament that may take longer is not begun without asking.
const LONG: Duration = Duration::from_hours(24);

#[derive(Args, Debug)]
pub(crate) struct Options {
    #[command(flatten)]
    folder: FolderOptions,
    /// Pairs of games at a time [default: as in tournament.toml, or one less than
    /// there are cores]
    #[arg(long, short = 'j', value_name = "N", value_parser = parse_jobs)]
    jobs: Option<NonZeroUsize>,
    /// Do not ask, however long it may take
    #[arg(long)]
    yes: bool,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let site = options.folder.site()?;
    let tournament = Tournament::open(&site)?;
    let settings = tournament.settings().cloned();
    let settings = settings.ok_or_else(|| anyhow::anyhow!("there is no tournament.toml"))?;
    let jobs = options.jobs.or(settings.jobs).unwrap_or_else(default_jobs);
    let forecast = tournament.forecast(jobs)?;
    if forecast.longest > LONG && !options.yes {
        announce(&settings, &site, &forecast, jobs);
        confirm()?;
    }
    let stop = Stop::default();
    signals::raise_on_interrupt(&stop)?;
    let (choice, required) = (settings.details.sandbox, settings.details.require_sandbox);
    // It holds the agents' files for as long as there are games.
    let roster =
        HouseRoster::new(move || choose_sandbox(choice, required), &stop)?.building_in(&site.folder.builds())?;
    let roster = roster.for_agents(settings.agents.len());
    let Some(lineup) = tournament.prepare(&roster, jobs, &stop)? else { return Ok(stopped(options)) };
    tell_problems(&lineup);
    // Who was not built does not play, and costs no time.
    let forecast = tournament.forecast_for(&lineup, jobs)?;
    announce(&settings, &site, &forecast, jobs);
    match LocalWorker::new(None, jobs, site.location.is_shared()).play(&tournament, &lineup, &forecast, &stop)? {
        Outcome::Stopped => Ok(stopped(options)),
        Outcome::Finished => {
            print(Table(&Window::open(&site)?.status()?))?;
            Ok(Verdict::Yes)
        }
        Outcome::Void(pairs) => {
            print(Table(&Window::open(&site)?.status()?))?;
            for (id, problem) in &pairs {
                tell(format_args!("Not played, by the arena's own fault: {id}: {}", harmless_lines(problem)));
            }
            let (count, command) = (pairs.len(), resume_command(&options.folder.folder));
            tell(format_args!("{count} pair{} left; to try again: {command}", plural(count)));
            Ok(Verdict::ArenaFault)
        }
    }
}

fn announce(settings: &Settings, site: &Site, forecast: &Forecast, jobs: NonZeroUsize) {
    let Forecast { games, games_left, longest } = *forecast;
    tell(format_args!(
        "{}: {games_left} of {games} games to be played, {jobs} at a time, seed {}; at worst that takes {}",
        Harmless(&settings.details.name),
        settings.conditions.seed,
        in_words(longest),
    ));
    if site.location.is_shared() {
        tell(format_args!("Together with others at {}", site.location));
    }
}

fn confirm() -> anyhow::Result<()> {
    if !io::stdin().is_terminal() || !is_watched() {
        anyhow::bail!("that may be more than a day: say so with --yes, or give the agents less time");
    }
    ask("That may be more than a day. Begin? [y/N] ")?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    if matches!(answer.trim(), "y" | "Y" | "yes") { Ok(()) } else { anyhow::bail!("not begun") }
}

fn stopped(options: &Options) -> Verdict {
    let command = resume_command(&options.folder.folder);
    tell(format_args!("Stopped. What is finished is stored; to go on:\n  {command}"));
    Verdict::Interrupted
}
