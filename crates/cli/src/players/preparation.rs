//! What a person sees while agents are made ready: a line that changes on a terminal, a line
//! for each step that may take long elsewhere.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use fruitrage_game::harmless;
use fruitrage_tournament::agents::Step;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::printing::{in_words, is_watched, tell};

/// The progress of making agents ready, on stderr.
pub(crate) struct PreparationView {
    bar: Option<ProgressBar>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// How many agents there are, if that is known.
    all: Option<usize>,
    ready: usize,
    /// Who is at which step.
    steps: BTreeMap<String, Step>,
}

impl PreparationView {
    /// The progress of so many agents.
    pub(crate) fn new(all: Option<usize>) -> Self {
        let state = Mutex::new(State { all, ..State::default() });
        let bar = is_watched().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar
        });
        Self { bar, state }
    }

    /// Somebody is at a step that may take a while.
    pub(crate) fn step(&self, name: &str, step: Step) {
        self.change(|state| state.steps.insert(name.to_owned(), step));
        // A compiler is quick; who waits for a calibration wants to know.
        if let (None, Step::Calibrating { .. }) = (&self.bar, step) {
            tell(format_args!("{}: {}", harmless(name), in_progress(step)));
        }
    }

    /// Somebody is ready, or cannot be, which is told elsewhere.
    pub(crate) fn done(&self, name: &str, is_ready: bool) {
        let finished = self.change(|state| state.finish(name, is_ready));
        if let (None, Some((ready, Some(all)))) = (&self.bar, finished) {
            tell(format_args!("{ready} of {all} agents ready: {}", harmless(name)));
        }
    }

    /// Changes what is shown.
    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let result = change(&mut state);
        if let Some(bar) = &self.bar {
            if state.steps.is_empty() {
                bar.disable_steady_tick();
                bar.finish_and_clear();
            } else {
                if bar.is_finished() {
                    bar.reset();
                }
                bar.set_message(state.message());
                bar.enable_steady_tick(Duration::from_millis(200));
            }
        }
        result
    }
}

impl State {
    /// Takes down that somebody is through with all steps. Returns how many are ready and how
    /// many there are, if this is worth telling: it has become ready, and that took a while.
    fn finish(&mut self, name: &str, is_ready: bool) -> Option<(usize, Option<usize>)> {
        self.ready += usize::from(is_ready);
        let took_steps = self.steps.remove(name).is_some();
        (is_ready && took_steps).then_some((self.ready, self.all))
    }

    fn message(&self) -> String {
        let counted = self.all.map(|all| format!("{} of {all} agents ready; ", self.ready)).unwrap_or_default();
        let steps: Vec<String> =
            self.steps.iter().map(|(name, &step)| format!("{}: {}", harmless(name), in_progress(step))).collect();
        format!("{counted}{}", steps.join(", "))
    }
}

fn in_progress(step: Step) -> String {
    match step {
        Step::Building => "building".to_owned(),
        Step::Calibrating { most } => {
            format!("calibrating, which may take {} of CPU time; Ctrl-C stops it", in_words(most))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_who_is_at_what() {
        let mut state = State { all: Some(40), ready: 3, ..State::default() };
        state.steps.insert("ada".to_owned(), Step::Building);
        state.steps.insert("ben".to_owned(), Step::Calibrating { most: Duration::from_mins(5) });
        let expected =
            "3 of 40 agents ready; ada: building, ben: calibrating, which may take 5 min of CPU time; Ctrl-C stops it";
        assert_eq!(state.message(), expected);
    }

    #[test]
    fn only_those_are_counted_as_ready_who_are() {
        let mut state = State { all: Some(3), ..State::default() };
        for name in ["ada", "eve"] {
            state.steps.insert(name.to_owned(), Step::Building);
        }
        assert_eq!(state.finish("greedy", true), None, "nobody had to wait for it");
        assert_eq!(state.finish("eve", false), None);
        assert_eq!(state.finish("ada", true), Some((2, Some(3))));
        assert_eq!(state.message(), "2 of 3 agents ready; ");
    }
}
