//! What a person sees while items are graded: a bar on a terminal, lines elsewhere.

use std::sync::atomic::{AtomicUsize, Ordering};

use fruitrage_game::{Harmless, HarmlessLines};
use fruitrage_grading::Forecast;
use fruitrage_tournament::{Contact, ItemNotice};
use indicatif::{ProgressBar, ProgressStyle};

use crate::printing::{harmless_lines, is_watched, tell};

/// Where nobody watches, so many lines tell of the progress, not one for each item.
const PROGRESS_LINES: usize = 20;

pub(super) struct View {
    bar: Option<ProgressBar>,
    done: AtomicUsize,
    all: usize,
    /// What is counted: if others grade as well, only what is graded here is known.
    counted: &'static str,
}

impl View {
    pub(super) fn new(forecast: &Forecast, with_others: bool) -> Self {
        let before = forecast.all - forecast.items;
        let (done, counted, template) = if with_others {
            (0, "items graded here", "{wide_bar} {pos} of {len} items graded here\n{msg}")
        } else {
            (before, "items graded", "{wide_bar} {pos} of {len} items, {eta} left\n{msg}")
        };
        let bar = is_watched().then(|| {
            let bar = ProgressBar::new(forecast.all as u64).with_position(done as u64);
            // What was graded before says nothing of how long the rest takes.
            bar.reset_eta();
            let style = ProgressStyle::with_template(template);
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { bar, done: AtomicUsize::new(done), all: forecast.all, counted }
    }

    pub(super) fn show(&self, notice: &ItemNotice<'_>) {
        match notice {
            ItemNotice::Part { agent, item } => self.message(&format!("{}: {item}", Harmless(agent))),
            ItemNotice::Done { agent, item, .. } => {
                let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
                self.message(&format!("{}: {item}", Harmless(agent)));
                match &self.bar {
                    Some(bar) => bar.set_position(done as u64),
                    None if done.is_multiple_of((self.all / PROGRESS_LINES).max(1)) => {
                        tell(format_args!("{done} of {} {}", self.all, self.counted));
                    }
                    None => {}
                }
            }
            ItemNotice::Void { agent, item, problem, is_final } => {
                let then = if *is_final { "; it is tried again at the next run" } else { "; somebody else will try" };
                let (agent, problem) = (Harmless(agent), harmless_lines(problem));
                self.say(&format!("{agent}: {item}: not graded, by the arena's own fault: {problem}{then}"));
            }
            ItemNotice::Contact(Contact::Away { reason }) => {
                self.say(&format!("The database is away ({reason}); waiting for it"));
            }
            ItemNotice::Contact(Contact::Back) => self.say("The database is back"),
        }
    }

    fn message(&self, text: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(HarmlessLines(text).to_string());
        }
    }

    fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.println(HarmlessLines(line).to_string()),
            None => tell(line),
        }
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
