//! The report of a check for people: a line for each step, the findings with their places
//! underlined, the predicted grade, and the answer.

use std::fmt::Write as _;
use std::time::Duration;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Style};
use fruitrage_game::HarmlessLines;
use fruitrage_grading::check::{
    CheckOutcome, CheckReport, Evidence, Finding, MatchPrediction, Prediction, StepReport, Verdict,
};
use fruitrage_results::EstimatedChance;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::tui::text::wrapped;

/// A longer text is not shown whole: its beginning, or of a program's last words the end.
const MOST_LINES: usize = 14;

/// Sentences below a finding are not longer than this.
const WIDTH: usize = 96;

/// What is being done, on stderr.
pub(super) struct Progress(Option<ProgressBar>);

impl Progress {
    pub(super) fn new(is_quiet: bool, agent: &str) -> Self {
        if is_quiet {
            return Self(None);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{spinner} {prefix}: {wide_msg} {elapsed}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.set_prefix(agent.to_owned());
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(Some(bar))
    }

    pub(super) fn tell(&self, what: &str) {
        if let Some(bar) = &self.0 {
            bar.set_message(what.to_owned());
        }
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// The whole report. What strangers wrote is made harmless here.
pub(super) fn text(report: &CheckReport) -> String {
    let mut text = String::new();
    let mut number = 0;
    for steps in report.steps.chunk_by(|one, two| is_left_out(one) && is_left_out(two) && one.summary == two.summary) {
        text.push_str(&line(number + 1, steps));
        number += steps.len();
        for (step, finding) in steps.iter().flat_map(|step| step.findings.iter().map(move |finding| (step, finding))) {
            let _ = write!(text, "\n{}\n\n", rendered(step, finding));
        }
    }
    if let Some(prediction) = &report.prediction {
        text.push_str(&predicted(prediction));
    } else if report.quick && report.outcome() == CheckOutcome::Fine {
        text.push_str("\nFor the predicted grade, leave out --quick.\n");
    }
    let style = match report.outcome() {
        CheckOutcome::Fine => style(AnsiColor::Green),
        CheckOutcome::LosesPoints | CheckOutcome::Unknown => style(AnsiColor::Yellow),
        CheckOutcome::Zero => style(AnsiColor::Red),
    };
    let _ = writeln!(text, "\n{style}{}{style:#}", safe(&report.answer()));
    text
}

fn style(colour: AnsiColor) -> Style {
    Style::new().bold().fg_color(Some(colour.into()))
}

fn safe(text: &str) -> String {
    HarmlessLines(text).to_string()
}

fn is_left_out(step: &StepReport) -> bool {
    step.verdict == Verdict::NotReached
}

/// The line of a step, or of several that were left out for the same reason.
fn line(number: usize, steps: &[StepReport]) -> String {
    let Some(step) = steps.first() else { return String::new() };
    let (word, style) = match step.verdict {
        Verdict::Pass => ("pass", style(AnsiColor::Green)),
        Verdict::Warning => ("warning", style(AnsiColor::Yellow)),
        Verdict::Fail => ("FAIL", style(AnsiColor::Red)),
        Verdict::NotReached => ("not reached", Style::new().dimmed()),
    };
    let summary = safe(&step.summary);
    if steps.len() > 1 {
        let last = number + steps.len() - 1;
        return format!("{number:>2} {style}{word:<11}{style:#} and all further steps to {last}: {summary}\n");
    }
    let summary = if summary.is_empty() { String::new() } else { format!(" ({summary})") };
    format!("{number:>2} {style}{word:<11}{style:#} {}{summary}\n", step.step.claim())
}

/// A finding, as compilers show theirs.
fn rendered(step: &StepReport, finding: &Finding) -> String {
    let level = if step.verdict == Verdict::Fail { Level::ERROR } else { Level::WARNING };
    let title = level.primary_title(safe(&finding.what)).id(step.step.id());
    let mut group = Group::with_title(title);
    if let Some(evidence) = &finding.evidence {
        group = group.element(snippet(evidence));
    }
    let note = |name: &'static str, text: String| Level::NOTE.with_name(name).message(text);
    let in_lines = |name: &str, text: &str| wrapped(&safe(text), WIDTH - name.len()).join("\n");
    let is_board = |text: &str| text.lines().count() > 1;
    if let Some(expected) = &finding.expected
        && is_board(expected)
        && expected.lines().count() <= MOST_LINES
    {
        group = group.element(note("expected", format!("this output.txt\n{}", safe(expected.trim_end()))));
    }
    if let Some(found) = &finding.found {
        let found = safe(found.trim_end());
        let lines: Vec<&str> = found.lines().collect();
        let last = lines[lines.len().saturating_sub(MOST_LINES)..].join("\n");
        group = group.element(note("found", last));
    }
    if let Some(cause) = &finding.cause {
        group = group.element(note("likely cause", in_lines("likely cause", cause)));
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(in_lines("help", help)));
    }
    if let Some(again) = &finding.again {
        group = group.element(note("see it again", safe(again)));
    }
    Renderer::styled().render(&[group])
}

/// The text with the place underlined.
fn snippet(evidence: &Evidence) -> Snippet<'static, annotate_snippets::Annotation<'static>> {
    let text = safe(&evidence.text);
    let is_short = text.lines().count() <= MOST_LINES;
    let span = span(&text, evidence);
    Snippet::source(text)
        .path(safe(&evidence.file))
        .fold(!is_short)
        .annotation(AnnotationKind::Primary.span(span).label(safe(&evidence.label)))
}

/// The bytes of the place, between characters and inside the text, whatever it says.
fn span(text: &str, evidence: &Evidence) -> std::ops::Range<usize> {
    let line_start: usize = text.split_inclusive('\n').take(evidence.line.saturating_sub(1)).map(str::len).sum();
    let between = |place: usize| (place..=text.len()).find(|&place| text.is_char_boundary(place)).unwrap_or(text.len());
    let line = text[line_start..].split('\n').next().unwrap_or_default();
    let start = between(line_start + evidence.column.saturating_sub(1).min(line.len()));
    let end = between((start + evidence.length.max(1)).min(text.len()));
    start..end.max(start)
}

fn predicted(prediction: &Prediction) -> String {
    let mut text = String::from("\nPredicted grade, by the course's rubric:\n");
    let _ =
        writeln!(text, "  cases            {:>4} of {:<3} as in the cases above", prediction.certain, prediction.cases);
    for part in &prediction.matches {
        text.push_str(&predicted_match(part));
    }
    let _ = writeln!(text, "  in all           {:>4.0} of {} to be expected", prediction.expected(), prediction.most());
    text
}

fn predicted_match(part: &MatchPrediction) -> String {
    let name = safe(&part.opponent);
    let points = part.points;
    if part.first.played + part.second.played == 0 {
        return format!("  {name:<16} {:>4} of {points:<3} it is not fit to play\n", 0);
    }
    if part.begins.low > 0.99 && part.follows.low > 0.99 {
        return format!("  {name:<16} {points:>4} of {points:<3} all but certain\n");
    }
    if part.begins.high < 0.01 && part.follows.high < 0.01 {
        return format!("  {name:<16} {:>4} of {points:<3} hardly possible as it plays now\n", 0);
    }
    let mean = part.points.as_f64() * part.before_the_lot();
    let [first, second] = [part.first, part.second].map(|games| format!("won {} of {}", games.won, games.played));
    format!(
        "  {name:<16} {mean:>4.0} of {points:<3} on average; it is all or nothing, and there is a lot for who begins:\n\
         {:28}{:<22} if it begins game 1 ({first} that it began)\n{:28}{:<22} if not ({second} that it did not begin)\n",
        "",
        in_percent(part.begins),
        "",
        in_percent(part.follows),
    )
}

fn in_percent(chance: EstimatedChance) -> String {
    let [likely, low, high] = [chance.value, chance.low, chance.high].map(|part| (part * 100.0).round());
    format!("chance {likely:.0} % ({low:.0} to {high:.0})")
}
