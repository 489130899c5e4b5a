//! The page of one student: every point explained.

use fruitrage_results::report::page::lines;
use maud::{Markup, html};

use super::matches::{self, Replays};
use super::{count, name, page, text_only};
use crate::platform::{sentence, shortened};
use crate::report::ClassReport;
use crate::{CaseEvidence, Evidence, GradeSheet, ItemGrade, Outcome, Points};

/// Longer texts of programs are cut.
const LONGEST_TEXT: usize = 4_000;

/// Returns the page about one submission, with the games that can be stepped through.
pub fn student_page(class: &ClassReport<'_>, sheet: &GradeSheet, replays: &Replays) -> String {
    let (cases, others): (Vec<&ItemGrade>, Vec<&ItemGrade>) = sheet.items.iter().partition(|item| is_case(item));
    let body = html! {
        header {
            p.lead { (name(class.title)) }
            h1 { (name(&sheet.submission)) ": " (sum(sheet)) }
            (not_a_grade(sheet))
        }
        main {
            (overview(&cases, &others, only_reason(sheet).is_none()))
            @if let Some(item) = only_reason(sheet) { (nothing_ran(item)) }
            @else {
                @if !cases.is_empty() { (cases_section(&cases)) }
                @for item in &others { (matches::section(item, replays)) }
            }
            (about())
        }
        (replays.data())
    };
    page(&format!("{}: {}", sheet.submission, class.title), &body, matches::SCRIPT)
}

fn is_case(item: &ItemGrade) -> bool {
    item.id.starts_with("case-")
}

fn sum(sheet: &GradeSheet) -> String {
    let so_far = if sheet.not_graded().next().is_some() { " so far" } else { "" };
    format!("{} of {} points{so_far}", sheet.earned(), sheet.most())
}

/// The item that says why everything is missed, if nothing was ever asked of the program.
fn only_reason(sheet: &GradeSheet) -> Option<&ItemGrade> {
    let first = sheet.items.first()?;
    let same = |item: &ItemGrade| {
        item.outcome == Outcome::Missed && item.evidence == Evidence::None && item.reason == first.reason
    };
    sheet.items.iter().all(same).then_some(first)
}

fn nothing_ran(item: &ItemGrade) -> Markup {
    let said = std::iter::once(&item.reason).chain(&item.notes).map(String::as_str).collect::<Vec<_>>().join("\n");
    html! {
        section aria-labelledby="nothing-title" {
            h2 #nothing-title { "Your program could not be started" }
            p { "So it could not be asked for a single move, and no point could be earned. What went wrong:" }
            pre { (lines(&shortened(&said, LONGEST_TEXT))) }
            p { code { "fruitrage check FILE" } " shows the same on your own machine, and says what to do." }
        }
    }
}

fn not_a_grade(sheet: &GradeSheet) -> Markup {
    let open: Vec<&ItemGrade> = sheet.not_graded().collect();
    let worth: Points = open.iter().map(|item| item.most).sum();
    html! { @if !open.is_empty() {
        p.note role="note" {
            strong { "This is not a grade yet. " }
            (count(open.len(), "item", "items")) " worth " (worth) " points could not be graded. That is no zero: "
            "the trouble is on the side of the grading, and your teacher can run it again. Nothing is wrong with your "
            "program because of that."
        }
    } }
}

fn overview(cases: &[&ItemGrade], others: &[&ItemGrade], is_linked: bool) -> Markup {
    let mut parts: Vec<(&str, &str, Vec<&ItemGrade>)> = Vec::new();
    if !cases.is_empty() {
        parts.push(("cases", "Single boards", cases.to_vec()));
    }
    parts.extend(others.iter().map(|item| (item.id.as_str(), item.name.as_str(), vec![*item])));
    html! {
        section aria-labelledby="overview-title" {
            h2 #overview-title { "Where the points come from" }
            table.points {
                thead { tr { th scope="col" { "What was asked" } th.number scope="col" { "Points" } th.number scope="col" { "Of" } th scope="col" { span.hidden { "Part of the points" } } } }
                tbody { @for (id, title, items) in &parts {
                    @let earned: Points = items.iter().map(|item| item.earned()).sum();
                    @let most: Points = items.iter().map(|item| item.most).sum();
                    @let open = items.iter().any(|item| item.outcome == Outcome::NotGraded);
                    tr {
                        th scope="row" { @if is_linked { a href=(format!("#{id}")) { (name(title)) } } @else { (name(title)) } }
                        td.number { @if open && items.len() == 1 { "not graded" } @else { (earned) } }
                        td.number { (most) }
                        td { (super::plots::share_bar(earned.share_of(most), open)) }
                    }
                } }
            }
        }
    }
}

fn cases_section(cases: &[&ItemGrade]) -> Markup {
    let (right, wrong): (Vec<&ItemGrade>, Vec<&ItemGrade>) =
        cases.iter().partition(|item| item.outcome == Outcome::Earned);
    html! {
        section #cases aria-labelledby="cases-title" {
            h2 #cases-title { "Single boards: " (right.len()) " of " (cases.len()) " right" }
            p { "Any legal move is right, as long as the board after it is written back exactly. How good the move is does not matter here." }
            @for item in &wrong { (case(item)) }
            @if !right.is_empty() {
                details {
                    summary { (count(right.len(), "right answer", "right answers")) }
                    table { tbody { @for item in &right { tr {
                        td { (name(&item.name)) }
                        td { (text_only(&sentence(&item.reason))) @for note in &item.notes { br; (text_only(note)) } }
                        td.number { (item.earned()) }
                    } } } }
                }
            }
        }
    }
}

fn case(item: &ItemGrade) -> Markup {
    let evidence = match &item.evidence {
        Evidence::Case(evidence) => Some(evidence),
        _ => None,
    };
    html! {
        article.item id=(item.id) {
            h3 { (name(&item.name)) " " (mark(item)) }
            (why(item))
            @if let Some(evidence) = evidence { (files(evidence)) }
        }
    }
}

/// The points of an item, as a badge.
pub(super) fn mark(item: &ItemGrade) -> Markup {
    match item.outcome {
        Outcome::Earned => html! { span.badge.won { (item.most) " of " (item.most) } },
        Outcome::Missed => html! { span.badge.lost { "0 of " (item.most) } },
        Outcome::NotGraded => html! { span.badge.open { "not graded (" (item.most) ")" } },
    }
}

/// Why, and what else there is to say.
pub(super) fn why(item: &ItemGrade) -> Markup {
    html! {
        @if item.outcome == Outcome::NotGraded {
            p { strong { "Not graded, which is no zero." } " The reason:" }
        }
        @if item.reason.lines().count() > 1 {
            pre { (lines(&shortened(&sentence(&item.reason), LONGEST_TEXT))) }
        } @else {
            p { (text_only(&shortened(&sentence(&item.reason), LONGEST_TEXT))) }
        }
        @if !item.notes.is_empty() { ul { @for note in &item.notes { li { (text_only(&shortened(note, LONGEST_TEXT))) } } } }
    }
}

fn files(evidence: &CaseEvidence) -> Markup {
    let reply = evidence.reply.as_ref();
    let output = reply.and_then(|reply| reply.output.as_ref()).map(|output| String::from_utf8_lossy(output));
    let stderr = reply.map(|reply| reply.stderr.as_str()).filter(|stderr| !stderr.is_empty());
    html! {
        details {
            summary { "What your program was given, and what it wrote" }
            div.parts {
                div { h4 { "input.txt" } pre.file { (lines(&evidence.input)) } }
                div { h4 { "output.txt" } @match output {
                    Some(output) => { pre.file { (lines(&shortened(&output, LONGEST_TEXT))) } }
                    None => { p { "There was none that could be read." } }
                } }
                @if let Some(stderr) = stderr { div { h4 { "The end of its stderr" } pre.file { (lines(&shortened(stderr, LONGEST_TEXT))) } } }
            }
            p { "To try it again: save the first one as " code { "input.txt" } " in an empty folder, run your program there, and then " code { "fruitrage board check FOLDER" } " says what is wrong." }
        }
    }
}

fn about() -> Markup {
    html! {
        section aria-labelledby="about-title" {
            h2 #about-title { "About this page" }
            p { "A match is won by more than half of its games; a draw helps nobody. At equal points the player with more time left wins the game. A match ends as soon as the games that are left cannot change it. " code { "fruitrage check" } " tells you before you hand in what you can expect." }
        }
    }
}
