//! The check itself: takes the steps in order, each only if those it depends on held.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fruitrage_game::{Answer, BoardClass, ClockKind, ClockRules, Entrant, Stop, greedy};
use fruitrage_results::{EstimatedChance, WonGames};
use fruitrage_rules::Board;
use fruitrage_tournament::agents::{ProgramAgent, Trial, Tried};

use super::boards::{self, Question};
use super::choosing::{self, Choice};
use super::games::{Broken, Games, Played};
use super::prediction::{MatchPrediction, Prediction};
use super::reply::{Right, Wrong, common_cause, examine};
use super::report::CheckReport;
use super::source::Sources;
use super::step::{Finding, Step, StepReport, Verdict};
use super::usage::{Usage, Used};
use crate::{Case, MatchItem, Part, Points, Rubric, Task};

/// How long after its time a program is killed here. Who is late has lost anyway.
const GRACE: Duration = Duration::from_secs(1);
/// What a program is told at most, once it had to be killed.
const AFTER_A_KILL: Duration = Duration::from_secs(3);
/// After this long no more boards of a step are asked, and no more games begun: a slow
/// program is not asked everything.
const ENOUGH_CASES: Duration = Duration::from_secs(25);
const ENOUGH_CHOICES: Duration = Duration::from_secs(12);
const ENOUGH_GAMES: Duration = Duration::from_secs(25);
/// Games against an opponent, unless somebody says otherwise.
const GAMES: u64 = 40;
const QUICK_GAMES: u64 = 2;
/// Memory that is always there, even on small graders.
const LITTLE_MEMORY: u64 = 256 << 20;
/// The boards and the time of the games of a quick check.
const QUICK_BOARD: (usize, u8) = (6, 3);
const QUICK_TIME: Duration = Duration::from_secs(20);

/// How much is to be checked.
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions {
    /// Only what ten seconds suffice for.
    pub quick: bool,
    /// Games against each opponent; by default 40, fewer if they take long.
    pub games: Option<u64>,
    /// Games at a time.
    pub jobs: usize,
    /// What all boards come from.
    pub seed: u64,
}

/// Somebody by name, for games.
pub type Opponent<'a> = dyn Fn(&str) -> anyhow::Result<Arc<dyn Entrant>> + 'a;

/// A check of a program.
pub struct Check<'a> {
    /// The program.
    pub agent: &'a ProgramAgent,
    /// The program, as it is entered for games.
    pub entrant: Arc<dyn Entrant>,
    /// Where its folders go.
    pub work: &'a Path,
    /// How much is to be checked.
    pub options: CheckOptions,
    /// Finds the opponents of the rubric.
    pub opponent: &'a Opponent<'a>,
    /// Breaks it off.
    pub stop: &'a Stop,
    /// Hears what is being done.
    pub hear: &'a dyn Fn(&str),
}

/// Why a check has no report.
#[derive(Debug, thiserror::Error)]
#[error("the arena failed: {0}")]
pub struct ArenaFailure(pub String);

/// Why a step has no report.
enum Halt {
    Stopped,
    Arena(String),
}

impl From<String> for Halt {
    fn from(message: String) -> Self {
        Self::Arena(message)
    }
}

/// What is known so far.
struct State {
    steps: Vec<StepReport>,
    usage: Usage,
    sources: Sources,
    /// Whether it had to be killed: who hangs once may do so again, and is not waited for long.
    was_killed: bool,
    cases: Option<(Points, Points)>,
    matches: Vec<MatchPrediction>,
}

impl Check<'_> {
    /// Checks the program, which was built: all steps but the first.
    pub fn run(&self) -> Result<CheckReport, ArenaFailure> {
        let mut state = State {
            steps: vec![StepReport::pass(Step::Build, "")],
            usage: Usage::default(),
            sources: Sources::read(self.agent.kit()),
            was_killed: false,
            cases: None,
            matches: Vec::new(),
        };
        let interrupted = match self.steps(&mut state) {
            Ok(()) => false,
            Err(Halt::Stopped) => true,
            Err(Halt::Arena(message)) => return Err(ArenaFailure(message)),
        };
        for step in Step::ALL {
            if !state.steps.iter().any(|report| report.step == step) {
                state.steps.push(StepReport::not_reached(step, "broken off"));
            }
        }
        state.steps.sort_by_key(|report| report.step);
        let prediction = state.prediction(&self.rubric());
        Ok(CheckReport {
            agent: self.agent.name().to_owned(),
            seed: self.options.seed,
            quick: self.options.quick,
            moves: state.usage.moves(),
            steps: state.steps,
            prediction: prediction.filter(|_| !self.options.quick && !interrupted),
            interrupted,
        })
    }

    fn rubric(&self) -> Rubric {
        let rubric = Rubric::course(self.options.seed);
        if !self.options.quick {
            return rubric;
        }
        let (size, kinds) = QUICK_BOARD;
        Rubric { boards: BoardClass::new(size, kinds).into_iter().collect(), time: QUICK_TIME, ..rubric }
    }

    fn steps(&self, state: &mut State) -> Result<(), Halt> {
        let (seed, quick) = (self.options.seed, self.options.quick);
        self.first_boards(state, &boards::ordinary(seed, quick))?;
        self.boards(state, Step::Small, &boards::small(seed))?;
        self.boards(state, Step::Large, &boards::large(seed))?;
        self.boards(state, Step::Kinds, &boards::kinds(seed))?;
        self.boards(state, Step::Sparse, &boards::sparse(seed))?;
        self.boards(state, Step::LastMove, &boards::last_moves())?;
        self.boards(state, Step::Clocks, &boards::clocks(seed))?;
        self.little_time(state)?;
        self.memory(state)?;
        self.choice(state)?;
        self.cases(state)?;
        for item in self.rubric().items() {
            if let Task::Match(match_item) = &item.task {
                self.games(state, match_item, item.points)?;
            }
        }
        for step in [Step::StartCost, Step::Threads, Step::Files, Step::Prints] {
            if state.reach(step) {
                let report = state.usage.report(step);
                state.steps.push(report);
            }
        }
        Ok(())
    }

    /// Asks a question.
    fn ask(&self, state: &mut State, question: &Question) -> Result<Result<Right, Box<Wrong>>, Halt> {
        let hurried = state.was_killed.then(|| question.within(AFTER_A_KILL));
        let question = hurried.as_ref().unwrap_or(question);
        let tried = self.try_out(question, None)?;
        state.usage.add(Used::of(question, &tried));
        let examined = examine(question, &tried, &state.sources)?;
        state.was_killed |= examined.as_ref().is_err_and(|wrong| wrong.is_late);
        Ok(examined)
    }

    fn try_out(&self, question: &Question, memory: Option<u64>) -> Result<Tried, Halt> {
        if self.stop.is_raised() {
            return Err(Halt::Stopped);
        }
        let text = question.text();
        let clock = ClockRules { kind: ClockKind::Cpu, grace: GRACE };
        let size = question.input.grid.size();
        let trial =
            Trial { input: text.as_bytes(), size, remaining: question.input.time, clock, memory, stop: self.stop };
        let tried = self.agent.try_out(self.work, &trial).map_err(|error| Halt::Arena(format!("{error:#}")))?;
        if tried.turn.answer == Answer::Stopped { Err(Halt::Stopped) } else { Ok(tried) }
    }

    /// The steps from the start to the right board, on ordinary boards.
    fn first_boards(&self, state: &mut State, questions: &[Question]) -> Result<(), Halt> {
        (self.hear)("ordinary boards");
        let mut replies = Vec::new();
        let mut wrong: Option<Box<Wrong>> = None;
        let mut exit = None;
        let mut right = 0;
        for question in questions {
            match self.ask(state, question)? {
                Ok(found) => {
                    right += 1;
                    exit = exit.or(found.exit.map(|exit| (exit, question.name.clone())));
                    let output = fruitrage_rules::text::Output::of(&question.input.grid, found.cell);
                    replies.extend(output.ok().map(|output| (question.input.grid, output)));
                }
                Err(found) => {
                    let is_board = found.step == Step::Board;
                    replies.extend(found.output.clone().map(|output| (question.input.grid, output)));
                    let is_earlier = wrong.as_ref().is_none_or(|wrong| found.step < wrong.step);
                    wrong = if is_earlier { Some(found) } else { wrong };
                    // What cannot be read once will not be read again, and may take long.
                    if !is_board {
                        break;
                    }
                }
            }
        }
        let failed = wrong.as_ref().map(|wrong| wrong.step);
        for step in [Step::Start, Step::File, Step::Format, Step::Board] {
            let report = match failed {
                Some(failed) if failed < step => StepReport::not_reached(step, format!("step '{failed}' failed")),
                Some(failed) if failed == step => {
                    let Some(mut found) = wrong.take() else { continue };
                    if step == Step::Board
                        && let Some((cause, help)) = common_cause(&replies)
                    {
                        (found.finding.cause, found.finding.help) = (Some(cause), Some(help));
                    }
                    StepReport::fail(step, format!("{right} of {} boards right", questions.len()), found.finding)
                }
                _ if step == Step::Start && exit.is_some() => {
                    let (exit, name) = exit.clone().unwrap_or((fruitrage_game::Exit::Code(1), String::new()));
                    let finding = Finding::new(format!("it replied rightly on {name}, but ended with {exit}"))
                        .with_help("End with exit code 0: a grader may take anything else for a crash.");
                    StepReport::warning(step, format!("ended with {exit}"), finding)
                }
                _ => StepReport::pass(step, format!("{} boards", questions.len())),
            };
            state.steps.push(report);
        }
        Ok(())
    }

    /// A step of which every board must be answered rightly.
    fn boards(&self, state: &mut State, step: Step, questions: &[Question]) -> Result<(), Halt> {
        if !state.reach(step) {
            return Ok(());
        }
        (self.hear)(step.claim());
        let mut findings = Vec::new();
        let mut is_only_ten = true;
        let mut is_only_late = true;
        for question in questions {
            if let Err(wrong) = self.ask(state, question)? {
                is_only_ten &= step == Step::Kinds && question.input.kinds == 10;
                is_only_late &= wrong.is_late;
                findings.push(in_context(step, question, wrong.finding, &findings));
                if wrong.is_late {
                    break;
                }
            }
        }
        let wrong = findings.len();
        let report = if wrong == 0 {
            StepReport::pass(step, format!("{} boards", questions.len()))
        } else {
            // The published texts end at nine kinds, though one of their examples has ten; and
            // who has 0.4 s left is nearly lost anyway.
            let is_mild = is_only_ten || step == Step::Clocks && is_only_late;
            let verdict = if is_mild { Verdict::Warning } else { Verdict::Fail };
            findings.truncate(1);
            let summary = format!("wrong on {wrong} of {} boards", questions.len());
            StepReport { step, verdict, summary, findings }
        };
        state.steps.push(report);
        Ok(())
    }

    fn little_time(&self, state: &mut State) -> Result<(), Halt> {
        let step = Step::LittleTime;
        if !state.reach(step) {
            return Ok(());
        }
        (self.hear)(step.claim());
        let mut late = Vec::new();
        for question in boards::little_time(self.options.seed) {
            let allowed = question.input.time.max(state.usage.start() * 3 + Duration::from_millis(30));
            let tried = self.try_out(&question, None)?;
            state.usage.add(Used::of(&question, &tried));
            match examine(&question, &tried, &state.sources)? {
                Err(wrong) if !wrong.is_late => {
                    state.steps.push(StepReport::fail(step, format!("on {}", question.name), wrong.finding));
                    return Ok(());
                }
                Err(wrong) => late.push(wrong.finding),
                Ok(_) if tried.turn.cpu > allowed => late.push(Finding::new(format!(
                    "on {} it took {:.2} s of CPU time",
                    question.name,
                    tried.turn.cpu.as_secs_f64()
                ))),
                Ok(_) => {}
            }
        }
        let report = match late.into_iter().next() {
            None => StepReport::pass(step, "answered in time"),
            Some(finding) => {
                let finding = finding
                    .because("it does not look at the time that is left, or spends more of it than there is")
                    .with_help(
                        "Line 3 of input.txt is the time for all moves to come. When it gets short, take the largest \
                         group at once.",
                    );
                StepReport::warning(step, "too slow when time is short", finding)
            }
        };
        state.steps.push(report);
        Ok(())
    }

    fn memory(&self, state: &mut State) -> Result<(), Halt> {
        let step = Step::Memory;
        if !state.reach(step) {
            return Ok(());
        }
        if self.options.quick {
            state.steps.push(StepReport::not_reached(step, "left out by --quick"));
            return Ok(());
        }
        (self.hear)(step.claim());
        let little = LITTLE_MEMORY >> 20;
        let questions = boards::ordinary(self.options.seed, true);
        let Some(question) = questions.last() else { return Ok(()) };
        let tried = self.try_out(question, Some(LITTLE_MEMORY))?;
        state.usage.add(Used::of(question, &tried));
        let report = match examine(question, &tried, &state.sources)? {
            Ok(_) => StepReport::pass(step, format!("{little} MiB suffice")),
            Err(wrong) => {
                let most = self.agent.limits().memory >> 20;
                let what = format!("it works with {most} MiB of memory, but not with {little} MiB");
                let finding = Finding { found: Some(wrong.finding.what), ..Finding::new(what) }
                    .with_help("Some graders give 512 MiB or less: keep fewer boards and tables.");
                StepReport::warning(step, format!("needs more than {little} MiB"), finding)
            }
        };
        state.steps.push(report);
        Ok(())
    }

    fn choice(&self, state: &mut State) -> Result<(), Halt> {
        let step = Step::Choice;
        if !state.reach(step) {
            return Ok(());
        }
        (self.hear)("how it chooses");
        let begun = Instant::now();
        let mut choices = Vec::new();
        for board in choosing::telling_boards(self.options.seed) {
            if begun.elapsed() > ENOUGH_CHOICES {
                break;
            }
            let question = boards::choice(&board);
            if let Ok(right) = self.ask(state, &question)? {
                choices.push(Choice { board, cell: right.cell });
            }
        }
        let count = choices.len();
        let report = match choosing::explain(&choices) {
            None => StepReport::pass(step, format!("{count} boards; no simple rule explains its choices")),
            Some(habit) if habit.is_right() => StepReport::pass(step, format!("plays as if it {}", habit.words())),
            Some(habit) => {
                let what = format!("on all of {count} boards it plays as if it {}", habit.words());
                let help =
                    "Its moves are legal, so this costs games, not the cases. Look at the function that chooses.";
                StepReport::warning(step, "explained by a mistake", Finding::new(what).with_help(help))
            }
        };
        state.steps.push(report);
        Ok(())
    }

    fn cases(&self, state: &mut State) -> Result<(), Halt> {
        let step = Step::Cases;
        if !state.reach(step) {
            return Ok(());
        }
        if self.options.quick {
            state.steps.push(StepReport::not_reached(step, "left out by --quick"));
            return Ok(());
        }
        let begun = Instant::now();
        let rubric = self.rubric();
        let parts = rubric.parts.iter().filter_map(|part| match part {
            Part::Cases { points, cases } => Some((*points, cases)),
            Part::Match { .. } => None,
        });
        let (mut asked, mut right, mut all) = (0, 0, 0);
        let (mut earned, mut most) = (Points::ZERO, Points::ZERO);
        let mut findings = Vec::new();
        for (points, cases) in parts {
            all += cases.len();
            for (number, case) in cases.iter().enumerate() {
                most = most + points;
                (self.hear)(&format!("{}: {} of {}", step.claim(), number + 1, cases.len()));
                if begun.elapsed() > ENOUGH_CASES {
                    // What was not asked is taken to be as good as the rest.
                    earned = earned + points;
                    continue;
                }
                asked += 1;
                match self.ask(state, &question_of(case))? {
                    Ok(_) => {
                        right += 1;
                        earned = earned + points;
                    }
                    Err(wrong) => findings.push(wrong.finding),
                }
            }
        }
        let left_out = all - asked;
        let left_out = if left_out == 0 { String::new() } else { format!("; {left_out} left out, since it is slow") };
        let summary = format!("{right} of {asked} right{left_out}");
        findings.truncate(1);
        state.steps.push(match findings.pop() {
            None => StepReport::pass(step, summary),
            Some(finding) => StepReport::fail(step, summary, finding),
        });
        state.cases = Some((earned, most));
        Ok(())
    }

    fn games(&self, state: &mut State, item: &MatchItem, points: Points) -> Result<(), Halt> {
        let step = if item.opponent == "random" { Step::Random } else { Step::Minimax };
        if !state.reach(step) {
            return Ok(());
        }
        let opponent = (self.opponent)(&item.opponent).map_err(|error| Halt::Arena(format!("{error:#}")))?;
        let usual = if self.options.quick { QUICK_GAMES } else { GAMES };
        // Against random a few games say enough.
        let usual = if step == Step::Random { usual.min(6) } else { usual };
        let count = self.options.games.unwrap_or(usual);
        let games = Games {
            item,
            program: Arc::clone(&self.entrant),
            opponent,
            count,
            enough: self.options.games.is_none().then_some(ENOUGH_GAMES),
            jobs: self.options.jobs,
        };
        let hear = |played: &Played| {
            let done = played.first.played + played.second.played;
            (self.hear)(&format!("games against {}: {done} of {count}", item.opponent));
        };
        hear(&Played::default());
        let played = games.play(self.stop, &mut |played| hear(played)).map_err(|broken| match broken {
            Broken::Stopped => Halt::Stopped,
            Broken::Arena(message) => Halt::Arena(message),
        })?;
        state.usage.add_games(&played, item.time);
        state.matches.push(MatchPrediction::new(&item.opponent, points, item.games, played.first, played.second));
        state.steps.push(report_games(step, item, &played));
        Ok(())
    }
}

fn report_games(step: Step, item: &MatchItem, played: &Played) -> StepReport {
    let (first, second) = (played.first, played.second);
    let short =
        if played.is_short && played.faults.is_empty() { "; fewer games than usual, since they take long" } else { "" };
    let summary = format!(
        "won {} of {} as first, {} of {} as second; at most {:.1} s of {} s a game{short}",
        first.won,
        first.played,
        second.won,
        second.played,
        played.most_used.as_secs_f64(),
        item.time.as_secs(),
    );
    if let Some(fault) = played.faults.first() {
        return StepReport::fail(step, summary, fault.clone());
    }
    if let Some(warning) = played.warnings.first() {
        return StepReport::warning(step, summary, Finding::new(format!("in a game: {warning}")));
    }
    if played.most_used * 2 > item.time {
        let what = format!("it used {:.0} s of its {} s", played.most_used.as_secs_f64(), item.time.as_secs());
        let help = "A slower machine grades you, perhaps: leave a reserve.";
        return StepReport::warning(step, summary, Finding::new(what).with_help(help));
    }
    StepReport::pass(step, summary)
}

fn question_of(case: &Case) -> Question {
    Question { name: format!("a case ({})", case.name), input: case.input.clone(), time: None }
}

/// What a step's boards have in common says more than a board alone.
fn in_context(step: Step, question: &Question, mut finding: Finding, earlier: &[Finding]) -> Finding {
    let written = question.time.unwrap_or_default();
    let is_known =
        finding.cause.as_ref().is_some_and(|cause| cause.contains("whole number") || cause.contains("by zero"));
    if step == Step::Clocks && written.contains('.') && earlier.is_empty() && !is_known {
        let is_first = written == "123.600";
        finding.cause = Some(if is_first {
            format!(
                "with the time 5 it answers this board rightly, and with {written} not: it reads the time as a whole \
                 number, and takes what follows the point for something else"
            )
        } else {
            format!(
                "with more time it answers this board rightly, and with {written} not: what does it do with the time?"
            )
        });
        finding.help = Some("Read line 3 as a floating-point number (float, double).".to_owned());
    }
    if finding.cause.is_none() {
        finding.cause = match step {
            Step::Sparse => {
                Some("only boards with many empty cells go wrong: look at how * is read and left out".into())
            }
            Step::LastMove => {
                Some("only the last move goes wrong: afterwards the board is empty, and all rows are *".into())
            }
            Step::Small => Some(
                "only the smallest boards go wrong: look for what takes for granted that there are neighbours".into(),
            ),
            Step::Large => {
                Some("only the largest boards go wrong: rows have two digits (A10) and columns go to Z".into())
            }
            Step::Kinds if question.input.kinds == 1 => Some("only a board of one kind goes wrong".into()),
            Step::Kinds => Some("only boards of many kinds go wrong: all digits from 0 to 9 are fruit".into()),
            _ => None,
        };
    }
    finding
}

impl State {
    /// Whether a step can be taken; if not, it is told why.
    fn reach(&mut self, step: Step) -> bool {
        let held = |needed: &Step| {
            let report = self.steps.iter().find(|report| report.step == *needed);
            report.is_some_and(|report| !matches!(report.verdict, Verdict::Fail | Verdict::NotReached))
        };
        match step.depends_on().iter().find(|needed| !held(needed)) {
            None => true,
            Some(needed) => {
                // The one that failed, not one that was not reached either.
                let failed = self.steps.iter().find(|report| report.verdict == Verdict::Fail);
                let cause = failed.filter(|_| !matches!(self.verdict(*needed), Some(Verdict::Fail)));
                let cause = cause.map_or(*needed, |report| report.step);
                self.steps.push(StepReport::not_reached(step, format!("step '{cause}' failed")));
                false
            }
        }
    }

    fn verdict(&self, step: Step) -> Option<Verdict> {
        self.steps.iter().find(|report| report.step == step).map(|report| report.verdict)
    }

    /// The grade that is to be expected. Matches that were not reached are lost.
    fn prediction(&self, rubric: &Rubric) -> Option<Prediction> {
        let (certain, cases) = self.cases?;
        let mut matches = self.matches.clone();
        for item in rubric.items() {
            if let Task::Match(part) = &item.task
                && !matches.iter().any(|known| known.opponent == part.opponent)
            {
                let mut lost = MatchPrediction::new(
                    &part.opponent,
                    item.points,
                    part.games,
                    WonGames::default(),
                    WonGames::default(),
                );
                let none = EstimatedChance { value: 0.0, low: 0.0, high: 0.0 };
                (lost.begins, lost.follows) = (none, none);
                matches.push(lost);
            }
        }
        Some(Prediction { certain, cases, matches })
    }
}

/// The moves of one player in a game on boards of a class, if both take the largest group.
pub(super) fn moves_of_a_game(size: usize, kinds: u8) -> u32 {
    let Ok(class) = BoardClass::new(size, kinds) else { return 0 };
    let mut board: Board = class.board(1);
    let mut plies = 0;
    while !board.is_empty() {
        let mut next = board.clone();
        board.play_into(greedy(&board), &mut next);
        board = next;
        plies += 1;
    }
    u32::div_ceil(plies, 2)
}
