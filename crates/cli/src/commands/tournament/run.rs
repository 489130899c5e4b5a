//! `fruitrage tournament run`: plays, and goes on playing.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::Args;
use fruitrage_arena::game::Stop;
use fruitrage_arena::tournament::{Forecast, Lineup, Notice, Outcome, Tournament, load_status};
use indicatif::{ProgressBar, ProgressStyle};

use super::standings::{Table, shortened};
use super::{FolderOptions, resume_command};
use crate::commands::Verdict;
use crate::players::{HouseRoster, choose_sandbox};
use crate::printing::{plural, print, tell};
use crate::signals;

/// A tournament that may take longer is not begun without asking.
const LONG: Duration = Duration::from_hours(24);
/// Where nobody watches, so many lines tell of the progress, not one for each game.
const PROGRESS_LINES: usize = 20;

#[derive(Args, Debug)]
pub(crate) struct Options {
    #[command(flatten)]
    folder: FolderOptions,
    /// Pairs of games at a time [default: as in tournament.toml, or one less than
    /// there are cores]
    #[arg(long, short = 'j', value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Do not ask, however long it may take
    #[arg(long)]
    yes: bool,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let folder = options.folder.folder();
    let tournament = Tournament::open(&folder)?;
    let jobs = options.jobs.or(tournament.settings().jobs).unwrap_or_else(free_cores);
    let forecast = tournament.forecast(jobs)?;
    announce(&tournament, &forecast, jobs);
    if forecast.longest > LONG && !options.yes {
        confirm()?;
    }
    let stop = Stop::default();
    signals::raise_on_interrupt(&stop)?;
    let settings = tournament.settings();
    let (choice, required) = (settings.sandbox, settings.require_sandbox);
    // It holds the agents' files for as long as there are games.
    let roster = HouseRoster::new(move || choose_sandbox(choice, required), &stop)?
        .at(options.folder.folder.clone())
        .building_in(&folder.builds())?;
    let Some(lineup) = tournament.prepare(&roster, jobs, &stop)? else { return Ok(stopped(options)) };
    tell_problems(&lineup);
    let view = View::new(&tournament.forecast_for(&lineup, jobs)?);
    let outcome = tournament.run(&lineup, jobs, &stop, &|notice| view.show(notice));
    view.finish();
    let outcome = outcome?;
    drop(tournament);
    match outcome {
        Outcome::Stopped => Ok(stopped(options)),
        Outcome::Finished => {
            print(Table(&load_status(&folder)?))?;
            Ok(Verdict::Yes)
        }
        Outcome::Void(pairs) => {
            print(Table(&load_status(&folder)?))?;
            for (id, problem) in &pairs {
                tell(format_args!("Not played, by the arena's own fault: {id}: {problem}"));
            }
            let (count, command) = (pairs.len(), resume_command(&options.folder.folder));
            tell(format_args!("{count} pair{} left; to try again: {command}", plural(count)));
            Ok(Verdict::ArenaFault)
        }
    }
}

/// One core is left for whatever else there is to do, so that it is not charged
/// to anybody's clock.
fn free_cores() -> NonZeroUsize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    NonZeroUsize::new(cores.saturating_sub(1)).unwrap_or(NonZeroUsize::MIN)
}

fn announce(tournament: &Tournament, forecast: &Forecast, jobs: NonZeroUsize) {
    let Forecast { games, games_left, longest } = *forecast;
    let conditions = &tournament.settings().conditions;
    tell(format_args!(
        "{}: {games_left} of {games} games to be played, {jobs} at a time, seed {}; at worst that takes {}",
        tournament.settings().name,
        conditions.seed,
        in_words(longest),
    ));
}

/// A time as people say it.
fn in_words(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..60.0 => format!("{seconds:.0} s"),
        60.0..3600.0 => format!("{:.0} min", seconds / 60.0),
        3600.0..86400.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.1} days", seconds / 86400.0),
    }
}

fn confirm() -> anyhow::Result<()> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        anyhow::bail!("that may be more than a day: say so with --yes, or give the agents less time");
    }
    eprint!("That may be more than a day. Begin? [y/N] ");
    io::stderr().flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    if matches!(answer.trim(), "y" | "Y" | "yes") { Ok(()) } else { anyhow::bail!("not begun") }
}

fn stopped(options: &Options) -> Verdict {
    let command = resume_command(&options.folder.folder);
    tell(format_args!("Stopped. What is finished is stored; to go on:\n  {command}"));
    Verdict::Interrupted
}

fn tell_problems(lineup: &Lineup) {
    for (name, problem) in lineup.problems() {
        tell(format_args!("{name} cannot play: {}", shortened(problem)));
    }
}

/// What a person sees of a run: a bar on a terminal, lines elsewhere.
struct View {
    bar: Option<ProgressBar>,
    finished: AtomicUsize,
    games: usize,
}

impl View {
    fn new(forecast: &Forecast) -> Self {
        let finished = forecast.games.saturating_sub(forecast.games_left);
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(forecast.games as u64).with_position(finished as u64);
            let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} games, {eta} left\n{msg}");
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { bar, finished: AtomicUsize::new(finished), games: forecast.games }
    }

    fn show(&self, notice: &Notice<'_>) {
        match notice {
            Notice::Game { id, names: [first, second], end } => {
                let finished = self.finished.fetch_add(1, Ordering::Relaxed) + 1;
                let line = format!("{id}: {first} - {second}: {}", end.message);
                if end.ending.is_fault() {
                    self.say(&line);
                }
                match &self.bar {
                    Some(bar) => {
                        bar.set_position(finished as u64);
                        bar.set_message(line);
                    }
                    None if finished.is_multiple_of((self.games / PROGRESS_LINES).max(1)) => {
                        tell(format_args!("{finished} of {} games", self.games));
                    }
                    None => {}
                }
            }
            Notice::Void { id, problem } => self.say(&format!("{id}: not played, by the arena's own fault: {problem}")),
        }
    }

    fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.println(line),
            None => tell(line),
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_said_as_people_say_them() {
        let said = [5, 90, 5400, 200_000].map(|seconds| in_words(Duration::from_secs(seconds)));
        assert_eq!(said, ["5 s", "2 min", "1.5 h", "2.3 days"]);
    }
}
