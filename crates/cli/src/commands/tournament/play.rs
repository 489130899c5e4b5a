//! Playing a tournament's pairs as a person sees it, whether they are
//! this machine's alone or shared with others.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use fruitrage_game::{Harmless, HarmlessLines, Stop};
use fruitrage_tournament::{Forecast, Lineup, Notice, Outcome, Tournament, WorkerInfo};
use indicatif::{ProgressBar, ProgressStyle};

use super::standings::shortened;
use crate::commands::bench;
use crate::printing::{harmless_lines, is_watched, tell};

/// Where nobody watches, so many lines tell of the progress, not one for each game.
const PROGRESS_LINES: usize = 20;

/// One core is left for whatever else there is to do, so that it is not charged
/// to anybody's clock.
pub(crate) fn default_jobs() -> NonZeroUsize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    NonZeroUsize::new(cores.saturating_sub(1)).unwrap_or(NonZeroUsize::MIN)
}

/// More than any machine has cores, and less than it has threads.
const MOST_JOBS: usize = 1000;

/// How many pairs at a time, as typed.
pub(crate) fn parse_jobs(text: &str) -> Result<NonZeroUsize, String> {
    let jobs = text.parse().ok().filter(|&jobs| jobs <= MOST_JOBS).and_then(NonZeroUsize::new);
    jobs.ok_or_else(|| format!("expected a number from 1 to {MOST_JOBS}"))
}

/// Tells who cannot play, and what else there is to know.
pub(crate) fn tell_problems(lineup: &Lineup<'_>) {
    for (name, problem) in lineup.problems() {
        tell(format_args!("{} cannot play: {}", Harmless(name), shortened(problem)));
    }
    for remark in lineup.remarks() {
        tell(harmless_lines(remark));
    }
}

/// This process as a worker: its machine, and how many pairs it plays at a time.
pub(crate) struct LocalWorker {
    info: WorkerInfo,
    jobs: NonZeroUsize,
    with_others: bool,
}

impl LocalWorker {
    /// This process, under the name of its machine or another. If other machines play
    /// too, it is measured how fast this one is.
    pub(crate) fn new(host: Option<&str>, jobs: NonZeroUsize, with_others: bool) -> Self {
        let host = host.filter(|host| !host.trim().is_empty()).map_or_else(host_name, str::to_owned);
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let speed = if with_others { bench::speed() } else { 0 };
        Self { info: WorkerInfo { host, speed, version }, jobs, with_others }
    }

    /// What others are told of it.
    pub(crate) const fn info(&self) -> &WorkerInfo {
        &self.info
    }

    /// How much it does at a time.
    pub(crate) const fn jobs(&self) -> NonZeroUsize {
        self.jobs
    }

    /// Plays what is left to be played.
    pub(crate) fn play(
        &self,
        tournament: &Tournament,
        lineup: &Lineup<'_>,
        forecast: &Forecast,
        stop: &Stop,
    ) -> anyhow::Result<Outcome> {
        let view = View::new(forecast, self.with_others);
        let outcome = tournament.run(lineup, &self.info, self.jobs, stop, &|notice| view.show(notice));
        view.finish();
        Ok(outcome?)
    }
}

/// The name of this machine.
fn host_name() -> String {
    #[cfg(target_os = "linux")]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(target_os = "linux"))]
    let name = std::env::var("COMPUTERNAME").or_else(|_| std::env::var("HOSTNAME")).unwrap_or_default();
    if name.is_empty() { "localhost".to_owned() } else { name }
}

/// What a person sees of a run: a bar on a terminal, lines elsewhere.
struct View {
    bar: Option<ProgressBar>,
    finished: AtomicUsize,
    games: usize,
    /// What `finished` counts: if others play as well, only what is played here is known.
    counted: &'static str,
}

impl View {
    fn new(forecast: &Forecast, with_others: bool) -> Self {
        let before = forecast.games.saturating_sub(forecast.games_left);
        let (finished, counted, template) = if with_others {
            (0, "games played here", "{wide_bar} {pos} of {len} games played here\n{msg}")
        } else {
            (before, "games", "{wide_bar} {pos} of {len} games, {eta} left\n{msg}")
        };
        let bar = is_watched().then(|| {
            let bar = ProgressBar::new(forecast.games as u64).with_position(finished as u64);
            let style = ProgressStyle::with_template(template);
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { bar, finished: AtomicUsize::new(finished), games: forecast.games, counted }
    }

    fn show(&self, notice: &Notice<'_>) {
        match notice {
            Notice::Game { id, names: [first, second], end, lost_move } => {
                let finished = self.finished.fetch_add(1, Ordering::Relaxed) + 1;
                let line =
                    format!("{id}: {} - {}: {}", Harmless(first), Harmless(second), harmless_lines(&end.message));
                if end.ending.is_fault() {
                    self.say(&line);
                }
                if let Some(folder) = lost_move {
                    self.say(&format!("  {}", crate::lost_moves::command(folder)));
                }
                match &self.bar {
                    Some(bar) => {
                        bar.set_position(finished as u64);
                        bar.set_message(HarmlessLines(&line).to_string());
                    }
                    None if finished.is_multiple_of((self.games / PROGRESS_LINES).max(1)) => {
                        tell(format_args!("{finished} of {} {}", self.games, self.counted));
                    }
                    None => {}
                }
            }
            Notice::Void { id, problem, is_final } => {
                let then = if *is_final { "" } else { "; somebody else will try" };
                self.say(&format!("{id}: not played, by the arena's own fault: {}{then}", harmless_lines(problem)));
            }
            Notice::Away { reason } => self.say(&format!("The database is away ({reason}); waiting for it")),
            Notice::Back => self.say("The database is back"),
        }
    }

    fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.println(HarmlessLines(line).to_string()),
            None => tell(line),
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
