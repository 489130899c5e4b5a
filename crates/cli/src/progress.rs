//! Progress of a run of games: a line that changes on a terminal, a line now and
//! then otherwise.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::printing::{is_watched, tell};

/// How often a line is written where lines stay.
const PLAIN_INTERVAL: Duration = Duration::from_secs(10);

/// The progress of a run of games, on stderr.
pub(crate) enum Progress {
    Quiet,
    Terminal(ProgressBar),
    Plain { done: u64, all: Option<u64>, started: Instant, told: Instant },
}

impl Progress {
    /// Progress towards so many games, if it is known how many.
    pub(crate) fn new(quiet: bool, games: Option<u64>) -> Self {
        if quiet {
            return Self::Quiet;
        }
        let started = Instant::now();
        if !is_watched() {
            return Self::Plain { done: 0, all: games, started, told: started };
        }
        let bar = ProgressBar::with_draw_target(games, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template(match games {
            Some(_) => "{bar:20} {pos} of {len} games  {msg}  {eta} left",
            None => "{pos} games  {msg}  {elapsed}, until it is decided",
        });
        bar.set_style(style.expect("a template that is right"));
        bar.enable_steady_tick(Duration::from_secs(1));
        Self::Terminal(bar)
    }

    /// Some games more are done; the message tells how it stands.
    pub(crate) fn advance(&mut self, games: u64, message: impl FnOnce() -> String) {
        match self {
            Self::Quiet => {}
            Self::Terminal(bar) => {
                bar.set_message(message());
                bar.inc(games);
            }
            Self::Plain { done, all, started, told } => {
                *done += games;
                if told.elapsed() < PLAIN_INTERVAL && Some(*done) != *all {
                    return;
                }
                *told = Instant::now();
                match all {
                    None => tell(format_args!("{done} games, {}", message())),
                    Some(all) => {
                        let left = started.elapsed().mul_f64(all.saturating_sub(*done) as f64 / *done as f64);
                        let left = left.as_secs_f64();
                        tell(format_args!("{done} of {all} games, {}, about {left:.0} s left", message()));
                    }
                }
            }
        }
    }

    /// Takes the line away.
    pub(crate) fn finish(&self) {
        if let Self::Terminal(bar) = self {
            bar.finish_and_clear();
        }
    }
}
