//! The page of the class, for its teacher: who has what, where points were lost, and how much
//! of it was luck.

use std::collections::{BTreeMap, BTreeSet};

use fruitrage_results::report::page::{SORT_SCRIPT, address, text};
use maud::{Markup, html};

use super::{count, name, page, percent, plots, text_only};
use crate::report::ClassReport;
use crate::{Evidence, Fairness, GradeSheet, ItemGrade, Mode, Outcome, Points};

/// The part of a chance that the lot must decide to be worth a word.
const MUCH: f64 = 0.25;

/// Returns the page about a class. `pages` are the addresses of everybody's own page, beside
/// this one, in the order of the sheets.
pub fn class_page(class: &ClassReport<'_>, pages: &[String]) -> String {
    let body = html! {
        header {
            h1 { (name(class.title)) }
            p.lead { (lead(class)) }
            (not_graded(class, pages))
            nav aria-label="Parts of this page" {
                a href="#students" { "Students" } " " a href="#items" { "Where points were lost" } " "
                a href="#faults" { "Faults" } " " a href="#luck" { "Luck" } " "
                @if !class.hosts.is_empty() { a href="#machines" { "Machines" } }
            }
        }
        main {
            (distribution(class))
            (students(class, pages))
            (items(class))
            (faults(class))
            (luck(class, pages))
            (machines(class))
        }
    };
    page(class.title, &body, SORT_SCRIPT)
}

fn lead(class: &ClassReport<'_>) -> String {
    let points = class.points();
    let students = count(class.sheets.len(), "submission", "submissions");
    let Some(median) = points.get(points.len() / 2) else { return format!("{students}, none of which is graded yet") };
    let lower = points[(points.len() - 1) / 2];
    let median = f64::midpoint(median.as_f64(), lower.as_f64());
    let mean = points.iter().map(|points| points.as_f64()).sum::<f64>() / points.len() as f64;
    format!("{students} · mean {mean:.1}, median {median:.1} of {} points", class.most())
}

fn link(class: &ClassReport<'_>, pages: &[String], number: usize) -> Markup {
    html! { a href=(address(&pages[number])) { (name(&class.sheets[number].submission)) } }
}

fn not_graded(class: &ClassReport<'_>, pages: &[String]) -> Markup {
    let open: Vec<usize> =
        (0..class.sheets.len()).filter(|&number| class.sheets[number].not_graded().next().is_some()).collect();
    html! { @if !open.is_empty() {
        div.note role="note" {
            p { strong { (count(open.len(), "submission is", "submissions are")) " not graded yet." }
                " That is no zero: something on the side of the grading has failed. See to it and run "
                code { "fruitrage grade run" } " again; only what is missing is graded." }
            ul { @for &number in &open { li {
                (link(class, pages, number)) ": "
                @let items: Vec<&ItemGrade> = class.sheets[number].not_graded().collect();
                @let first = items.first().map(|item| item.reason.lines().next().unwrap_or_default()).unwrap_or_default();
                (count(items.len(), "item", "items")) ", first: " (text(first))
            } } }
        }
    } }
}

fn distribution(class: &ClassReport<'_>) -> Markup {
    let most = class.most();
    let shares: Vec<f64> = class.points().into_iter().map(|points| points.share_of(most)).collect();
    html! { @if !shares.is_empty() {
        section aria-labelledby="distribution-title" {
            h2 #distribution-title { "Distribution" }
            figure {
                (plots::histogram(&shares))
                figcaption { "Students by percent of the points. Who is not graded yet is not in it." }
            }
        }
    } }
}

fn students(class: &ClassReport<'_>, pages: &[String]) -> Markup {
    let groups = class.sheets.first().map(groups).unwrap_or_default();
    html! {
        section #students aria-labelledby="students-title" {
            h2 #students-title { "Students" }
            div.scroll tabindex="0" role="region" aria-labelledby="students-title" {
                table.sortable.numbers {
                    thead { tr {
                        th.name scope="col" { "Submission" } th scope="col" { "Points" }
                        @for group in &groups { th scope="col" { (text(group)) } }
                    } }
                    tbody { @for (number, sheet) in class.sheets.iter().enumerate() { tr {
                        th.name scope="row" { (link(class, pages, number)) }
                        @if sheet.not_graded().next().is_some() { td data-v="" { "not graded" } }
                        @else { td { (sheet.earned()) } }
                        @for group in &groups { (group_cell(sheet, group)) }
                    } } }
                }
            }
        }
    }
}

/// The parts of a sheet: the cases together, and each match.
fn groups(sheet: &GradeSheet) -> Vec<String> {
    let mut groups: Vec<String> = Vec::new();
    for item in &sheet.items {
        let group = group(item);
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups
}

fn group(item: &ItemGrade) -> String {
    match item.id.strip_prefix("match-") {
        Some(opponent) => opponent.to_owned(),
        None => "single boards".to_owned(),
    }
}

fn group_cell(sheet: &GradeSheet, wanted: &str) -> Markup {
    let items: Vec<&ItemGrade> = sheet.items.iter().filter(|item| group(item) == wanted).collect();
    let earned: Points = items.iter().map(|item| item.earned()).sum();
    let open = items.iter().any(|item| item.outcome == Outcome::NotGraded);
    let score = items.iter().find_map(|item| item.evidence.of_match()).map(crate::MatchEvidence::score);
    html! {
        @if open { td data-v="" { "not graded" } }
        @else { td data-v=(earned) {
            (earned)
            @if let Some(score) = score { br; small { (score.won) " of " (score.played()) " won" } }
        } }
    }
}

fn items(class: &ClassReport<'_>) -> Markup {
    let rows = class.sheets.first().map(|sheet| sheet.items.as_slice()).unwrap_or_default();
    let tally = |number: usize, outcome: Outcome| {
        class.sheets.iter().filter_map(|sheet| sheet.items.get(number)).filter(|item| item.outcome == outcome).count()
    };
    html! {
        section #items aria-labelledby="items-title" {
            h2 #items-title { "Where points were lost" }
            div.scroll tabindex="0" role="region" aria-labelledby="items-title" {
                table.sortable.numbers {
                    thead { tr { th.name scope="col" { "Item" } th scope="col" { "Points" } th scope="col" { "Earned" } th scope="col" { "Missed" } th scope="col" { "Not graded" } th scope="col" data-fixed { span.hidden { "Earned, as a bar" } } } }
                    tbody { @for (number, item) in rows.iter().enumerate() {
                        @let [earned, missed, open] = [Outcome::Earned, Outcome::Missed, Outcome::NotGraded].map(|outcome| tally(number, outcome));
                        tr {
                            th.name scope="row" { (name(&item.name)) }
                            td { (item.most) } td { (earned) } td { (missed) } td { (open) }
                            td style="min-width: 8rem" { (plots::share_bar(earned as f64 / class.sheets.len() as f64, open > 0)) }
                        }
                    } }
                }
            }
        }
    }
}

/// The faults of everybody: how often each, by whom, and in which words the first time.
fn faults(class: &ClassReport<'_>) -> Markup {
    let mut kinds: BTreeMap<&str, (usize, BTreeSet<&str>, String)> = BTreeMap::new();
    for sheet in class.sheets {
        for item in &sheet.items {
            let endings: Vec<_> = match &item.evidence {
                Evidence::Case(case) => case.ending.iter().collect(),
                Evidence::Match(played) => played.played.iter().filter_map(crate::MatchGame::fault).collect(),
                Evidence::None => Vec::new(),
            };
            if item.outcome == Outcome::Missed && item.evidence == Evidence::None {
                // Nothing could be asked of it: that is one fault, not one for each item.
                let kind = kinds.entry("not started").or_insert_with(|| (0, BTreeSet::new(), first_and_last(item)));
                kind.0 += usize::from(kind.1.insert(&sheet.submission));
            }
            for ending in endings {
                let kind = kinds
                    .entry(ending.name())
                    .or_insert_with(|| (0, BTreeSet::new(), format!("it {}", ending.sentence())));
                kind.0 += 1;
                kind.1.insert(&sheet.submission);
            }
        }
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, (times, ..))| std::cmp::Reverse(*times));
    html! {
        section #faults aria-labelledby="faults-title" {
            h2 #faults-title { "Faults" }
            @if kinds.is_empty() { p { "Nobody has lost a board or a game by a fault." } }
            @else { div.scroll tabindex="0" role="region" aria-labelledby="faults-title" {
                table.numbers {
                    thead { tr { th.key scope="col" { "Fault" } th scope="col" { "Times" } th scope="col" { "Students" } th.remark scope="col" { "Whose" } th.remark scope="col" { "The first one" } } }
                    tbody { @for (kind, (times, whose, said)) in &kinds { tr {
                        th.key scope="row" { (kind.replace('-', " ")) } td { (times) } td { (whose.len()) }
                        td.remark { @for (number, who) in whose.iter().take(8).enumerate() { @if number > 0 { ", " } (text(who)) } @if whose.len() > 8 { " …" } }
                        td.remark { (text_only(&said.chars().take(200).collect::<String>())) }
                    } } }
                }
            } }
        }
    }
}

/// How a reason begins, and how what was said beside it ends: compilers say most in their last line.
fn first_and_last(item: &ItemGrade) -> String {
    let lines = || std::iter::once(&item.reason).chain(&item.notes).flat_map(|text| text.lines());
    let (first, last) = (lines().next().unwrap_or_default(), lines().last().unwrap_or_default());
    if lines().count() > 1 { format!("{first} … {}", last.trim()) } else { first.to_owned() }
}

/// A match of a student: the number of the student, the item, and how much of it was luck.
type Luck<'a> = (usize, &'a ItemGrade, Fairness);

fn luck(class: &ClassReport<'_>, pages: &[String]) -> Markup {
    let mut rows: Vec<Luck<'_>> = Vec::new();
    for (number, sheet) in class.sheets.iter().enumerate() {
        let matches = sheet.items.iter().filter(|item| item.outcome != Outcome::NotGraded);
        rows.extend(matches.filter_map(|item| Some((number, item, item.evidence.of_match()?.fairness()))));
    }
    rows.sort_by(|one, two| two.2.lot().total_cmp(&one.2.lot()));
    let much = rows.iter().filter(|(_, _, fairness)| fairness.lot() > MUCH).count();
    html! {
        section #luck aria-labelledby="luck-title" {
            h2 #luck-title { "Luck" }
            @match class.mode {
                Mode::Official => {
                    p { "Who moves first mostly wins, and who begins game 1 is drawn by lot. From the games that were played, the lot alone changes the chance of winning by more than " (format!("{:.0}", 100.0 * MUCH)) " percentage points in " strong { (much) " of " (count(rows.len(), "match", "matches")) } ". "
                        code { "mode = \"paired\"" } " in " code { "grade.toml" } " plays each board from both sides instead." }
                }
                Mode::Paired => { p { "Each board was played from both sides, so nobody owes anything to the lot. What is left is the luck of few games." } }
            }
            @if !rows.is_empty() { div.scroll tabindex="0" role="region" aria-labelledby="luck-title" {
                table.sortable.numbers {
                    thead { tr {
                        th.name scope="col" { "Submission" } th.key scope="col" { "Match" } th.key scope="col" { "Result" }
                        th.key scope="col" { "Lot" } th scope="col" { "Won as first" } th scope="col" { "Won as second" }
                        th scope="col" { "Chance if it begins" } th scope="col" { "Chance if not" } th.remark scope="col" data-fixed { "Remarks" }
                    } }
                    tbody { @for (number, item, fairness) in &rows { tr {
                        th.name scope="row" { (link(class, pages, *number)) }
                        td.key { (text(&group(item))) }
                        td.key { @if item.outcome == Outcome::Earned { "won" } @else { "not won" } }
                        td.key { @if fairness.begins { "began" } @else { "second" } }
                        td { (fairness.first.won) " of " (fairness.first.played) } td { (fairness.second.won) " of " (fairness.second.played) }
                        (chance(fairness.if_begins)) (chance(fairness.if_not))
                        td.remark { @for remark in remarks(item, fairness) { p { (remark) } } }
                    } } }
                }
            } }
        }
    }
}

fn chance(chance: fruitrage_results::EstimatedChance) -> Markup {
    html! { td data-v=(chance.value) { (percent(chance.value)) br; small { (percent(chance.low)) " to " (percent(chance.high)) } } }
}

/// Where the result may be luck.
fn remarks(item: &ItemGrade, fairness: &Fairness) -> Vec<&'static str> {
    let won = item.outcome == Outcome::Earned;
    let [this, other] = if fairness.begins {
        [fairness.if_begins.value, fairness.if_not.value]
    } else {
        [fairness.if_not.value, fairness.if_begins.value]
    };
    let mut remarks = Vec::new();
    if (this > 0.5) != (other > 0.5) && (this - other).abs() > MUCH {
        remarks.push("with the other lot, the other result is more likely");
    }
    if fairness.pairs.and_then(|pairs| pairs.is_better()) == Some(!won) {
        remarks.push("pairs of the same boards say otherwise");
    }
    remarks
}

fn machines(class: &ClassReport<'_>) -> Markup {
    html! { @if !class.hosts.is_empty() {
        section #machines aria-labelledby="machines-title" {
            h2 #machines-title { "Machines" }
            div.scroll tabindex="0" role="region" aria-labelledby="machines-title" {
                table.sortable.numbers {
                    thead { tr { th.name scope="col" { "Machine" } th scope="col" { "Submissions" } th scope="col" { "Games lost on time" } th scope="col" { "Speed" } } }
                    tbody { @for host in class.hosts { tr {
                        th.name scope="row" { (text(&host.name)) }
                        td { (host.submissions) } td { (host.lost_on_time) }
                        td data-v=[host.speed] { @match host.speed { Some(speed) => { (format!("{:.2} M/s", speed as f64 / 1e6)) } None => { "unknown" } } }
                    } } }
                }
            }
            p.beside { "Speed: positions a second in the engine's benchmark. If one machine is much slower and has more games lost on time than the others, grade its share again elsewhere." }
        }
    } }
}
