//! What a program uses, over all moves of a check: time, threads, files and prints.

use std::time::Duration;

use fruitrage_tournament::agents::Tried;

use super::boards::Question;
use super::games::Played;
use super::run::moves_of_a_game;
use super::step::{Finding, Step, StepReport};

/// So much may be printed, and so much left in files, without a word.
const MOST_PRINTED: usize = 32 << 10;
const MOST_LEFT: u64 = 1 << 20;
/// CPU time beyond the time on the wall that only several threads can have used. What starts
/// a virtual machine uses less.
const OTHER_THREADS: Duration = Duration::from_millis(600);
/// A tight clock that some courses and tournaments have.
const TIGHT: Duration = Duration::from_secs(5);
const USUAL: Duration = Duration::from_mins(5);

/// What one move used.
#[derive(Clone, Debug)]
pub(super) struct Used {
    name: String,
    is_small: bool,
    cpu: Duration,
    wall: Duration,
    printed: usize,
    files: Vec<(String, u64)>,
}

impl Used {
    /// What a trial used.
    pub(super) fn of(question: &Question, tried: &Tried) -> Self {
        let files = tried.files.iter().filter(|file| !file.name.contains("__pycache__"));
        Self {
            name: question.name.clone(),
            is_small: question.input.grid.size() <= 3,
            cpu: tried.turn.cpu,
            wall: tried.turn.wall,
            printed: printed(&tried.stdout) + printed(&tried.stderr),
            files: files.map(|file| (file.name.clone(), file.size)).collect(),
        }
    }
}

/// How much was printed, with what was cut out.
fn printed(text: &[u8]) -> usize {
    const REMARK: &str = "\n[... ";
    let shown = String::from_utf8_lossy(text);
    let cut = shown.split_once(REMARK).and_then(|(_, rest)| rest.split(' ').next()?.parse::<usize>().ok());
    text.len() + cut.unwrap_or(0)
}

/// What all moves used.
#[derive(Clone, Debug, Default)]
pub(super) struct Usage {
    moves: Vec<Used>,
    in_games: u64,
    games: Option<(Duration, Duration)>,
}

impl Usage {
    /// Adds a move.
    pub(super) fn add(&mut self, used: Used) {
        self.moves.push(used);
    }

    /// Adds the moves of games.
    pub(super) fn add_games(&mut self, played: &Played, _time: Duration) {
        self.in_games += played.moves;
        let (cpu, wall) = self.games.unwrap_or_default();
        self.games = Some((cpu + played.cpu, wall + played.wall));
    }

    /// How many moves there were.
    pub(super) fn moves(&self) -> u64 {
        self.moves.len() as u64 + self.in_games
    }

    /// What a start costs in CPU time: the least that a move on a small board took.
    pub(super) fn start(&self) -> Duration {
        let small = self.moves.iter().filter(|used| used.is_small).map(|used| used.cpu).min();
        small.or_else(|| self.moves.iter().map(|used| used.cpu).min()).unwrap_or_default()
    }

    /// The report of a step about what is used.
    pub(super) fn report(&self, step: Step) -> StepReport {
        match step {
            Step::StartCost => self.start_cost(),
            Step::Threads => self.threads(),
            Step::Files => self.files(),
            _ => self.prints(),
        }
    }

    fn start_cost(&self) -> StepReport {
        let step = Step::StartCost;
        let start = self.start();
        let (usual, longest) = (moves_of_a_game(10, 4), moves_of_a_game(26, 9));
        let [in_usual, in_longest] = [usual, longest].map(|moves| start * moves);
        let summary = format!(
            "{:.0} ms of CPU time; {:.1} s in a game of {usual} moves (10 x 10), {:.1} s in one of {longest} (26 x 26)",
            start.as_secs_f64() * 1e3,
            in_usual.as_secs_f64(),
            in_longest.as_secs_f64(),
        );
        let help = "It is started anew for each move. Load nothing that the move does not need: large imports and tables \
                    cost most.";
        if in_usual >= USUAL {
            let what = format!("its starts alone use up the {} s of a game", USUAL.as_secs());
            return StepReport::fail(step, summary, Finding::new(what).with_help(help));
        }
        if in_usual >= TIGHT || in_longest * 10 >= USUAL * 9 {
            let what = format!("its starts alone take {:.1} s of a game", in_usual.as_secs_f64());
            return StepReport::warning(step, summary, Finding::new(what).with_help(help));
        }
        StepReport::pass(step, summary)
    }

    fn threads(&self) -> StepReport {
        let step = Step::Threads;
        let excess = |used: &&Used| used.cpu.saturating_sub(used.wall);
        let most = self.moves.iter().max_by_key(excess).filter(|used| excess(used) > OTHER_THREADS);
        match most {
            None => StepReport::pass(step, "one thread at a time"),
            Some(used) => {
                let (cpu, wall) = (used.cpu.as_secs_f64(), used.wall.as_secs_f64());
                let what = format!("on {} it used {cpu:.1} s of CPU time in {wall:.1} s", used.name);
                let finding = Finding::new(what).because("it thinks with several threads at once").with_help(
                    "The time on line 3 is CPU time, summed over all threads: measure that (process_time, clock()), not the \
                     time on the wall, or you will run out of it.",
                );
                StepReport::warning(step, "several threads at once", finding)
            }
        }
    }

    fn files(&self) -> StepReport {
        let step = Step::Files;
        let left = |used: &&Used| used.files.iter().map(|(_, size)| size).sum::<u64>();
        let Some(most) = self.moves.iter().filter(|used| !used.files.is_empty()).max_by_key(left) else {
            return StepReport::pass(step, "none");
        };
        let names: Vec<String> =
            most.files.iter().take(3).map(|(name, size)| format!("{name} ({size} bytes)")).collect();
        let more = if most.files.len() > 3 { format!(" and {} more", most.files.len() - 3) } else { String::new() };
        let summary = format!("{}{more}", names.join(", "));
        if left(&most) > MOST_LEFT {
            let what = format!("after one move there are {summary}");
            let help =
                "Files stay from move to move and add up: the disk is limited, and a grader may wipe or forbid them.";
            return StepReport::warning(step, "large files", Finding::new(what).with_help(help));
        }
        StepReport::pass(step, format!("{summary}; allowed, and there again at its next move"))
    }

    fn prints(&self) -> StepReport {
        let step = Step::Prints;
        match self.moves.iter().max_by_key(|used| used.printed) {
            Some(used) if used.printed > MOST_PRINTED => {
                let what = format!("on {} it printed {} kB", used.name, used.printed / 1000);
                let help = "Printing takes time that counts, and nobody reads it: take the prints out of the loops before \
                            you hand it in.";
                StepReport::warning(step, "a flood", Finding::new(what).with_help(help))
            }
            Some(used) if used.printed > 0 => StepReport::pass(step, format!("at most {} bytes a move", used.printed)),
            _ => StepReport::pass(step, "nothing"),
        }
    }
}
