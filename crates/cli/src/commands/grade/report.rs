//! `fruitrage grade report`: grades for a spreadsheet and a gradebook, pages for students and
//! teachers.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use fruitrage_agent::files;
use fruitrage_game::{GameRecord, Stop};
use fruitrage_grading::report::{
    ClassReport, EmbeddedGame, FilledGradebook, HostShare, Kind, Replays, class_page, file_names, fill_gradebook,
    grades_csv, student_page,
};
use fruitrage_grading::{Class, GameOutcome, GradeSheet, MatchGame, Outcome};
use fruitrage_play::review::{ReviewOptions, review};
use fruitrage_web::{replay_data, replay_shell};

use super::SiteOptions;
use super::pack::archive;
use crate::commands::Verdict;
use crate::printing::{in_words, is_watched, plural, print, tell, tell_progress};
use crate::signals::raise_on_interrupt;

/// The folder, beside the page of the class, with everybody's own.
const STUDENTS: &str = "students";

/// The largest gradebook that is read.
const LARGEST_GRADEBOOK: u64 = 64 << 20;

#[derive(Args, Debug)]
#[command(after_help = "\
What is not graded is never a zero: its cells stay empty, and everything says so.

Examples:
  fruitrage grade report class
  fruitrage grade report class --fill export.csv --column 'Fruit Rage'   Canvas
  fruitrage grade report class --fill worksheet.csv                      Moodle, with feedback.zip")]
pub(crate) struct Options {
    #[command(flatten)]
    site: SiteOptions,
    /// Where to write it [default: the folder 'report' in the grading's folder]
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Your own export of the gradebook from Canvas, or the grading worksheet of a Moodle
    /// assignment: a copy is written with the grades filled in, and nothing else changed
    #[arg(long, value_name = "FILE")]
    fill: Option<PathBuf>,
    /// The title of the column to fill in, as it stands in that file
    #[arg(long, value_name = "TITLE", requires = "fill")]
    column: Option<String>,
    /// How thoroughly lost games are reviewed: boards looked at for a move; 0 for no reviews
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    review_nodes: u64,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let class = Class::at(&options.site.site()?)?;
    let folder = match (&options.output, options.site.folder()) {
        (Some(output), _) => output.clone(),
        (None, Some(folder)) => folder.join("report"),
        (None, None) => PathBuf::from("report"),
    };
    let sheets: Vec<GradeSheet> = class.students.iter().map(|student| student.sheet.clone()).collect();
    // Whatever is wrong with the gradebook is said before anything long is done.
    let filled = options.fill.as_ref().map(|file| fill(file, options.column.as_deref(), &sheets)).transpose()?;
    std::fs::create_dir_all(folder.join(STUDENTS)).with_context(|| format!("cannot make {}", folder.display()))?;
    let stop = Stop::default();
    raise_on_interrupt(&stop)?;
    let mut grades = Vec::new();
    grades_csv(&sheets, &mut grades)?;
    write(&folder.join("grades.csv"), &String::from_utf8(grades)?)?;
    let hosts = hosts(&class);
    let report = ClassReport { title: &class.name, mode: class.rubric.mode, sheets: &sheets, hosts: &hosts };
    let names: Vec<String> = file_names(sheets.iter().map(|sheet| sheet.submission.as_str()))
        .iter()
        .map(|name| format!("{name}.html"))
        .collect();
    let Some(pages) = student_pages(&report, options.review_nodes, &stop) else { return Ok(Verdict::Interrupted) };
    for (name, page) in names.iter().zip(&pages) {
        files::write_whole(&folder.join(STUDENTS).join(name), page)?;
    }
    tell(format_args!("wrote {} page{} in {}", pages.len(), plural(pages.len()), folder.join(STUDENTS).display()));
    let links: Vec<String> = names.iter().map(|name| format!("{STUDENTS}/{name}")).collect();
    write(&folder.join("class.html"), &class_page(&report, &links))?;
    if let (Some(filled), Some(file)) = (filled, &options.fill) {
        write_gradebook(&folder, file, &filled, &sheets, &pages)?;
    }
    tell_not_graded(&sheets);
    Ok(Verdict::Yes)
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    files::write_whole(path, text)?;
    tell(format_args!("wrote {}", path.display()));
    Ok(())
}

fn fill(file: &Path, column: Option<&str>, sheets: &[GradeSheet]) -> anyhow::Result<FilledGradebook> {
    let size = std::fs::metadata(file).with_context(|| format!("cannot read {}", file.display()))?.len();
    anyhow::ensure!(size <= LARGEST_GRADEBOOK, "{}: larger than 64 MiB; no gradebook is", file.display());
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    fill_gradebook(&bytes, column, sheets).with_context(|| file.display().to_string())
}

/// Writes the gradebook, and for Moodle the feedback files, and tells who is missing.
fn write_gradebook(
    folder: &Path,
    file: &Path,
    filled: &FilledGradebook,
    sheets: &[GradeSheet],
    pages: &[String],
) -> anyhow::Result<()> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    write(&folder.join(format!("{stem}-filled.csv")), &filled.text)?;
    print(format_args!(
        "{}: {} grade{} filled in, in the column '{}'\n",
        filled.kind.name(),
        filled.filled,
        plural(filled.filled),
        filled.column
    ))?;
    for remark in &filled.remarks {
        print(format_args!("- {remark}\n"))?;
    }
    if filled.kind == Kind::Moodle {
        let page =
            |submission: &str| sheets.iter().position(|sheet| sheet.submission == submission).map(|at| &pages[at]);
        let entries = filled.feedback_folders.iter().filter_map(|(submission, folder)| {
            page(submission).map(|page| archive::Entry::file(format!("{folder}/grade.html"), page.clone().into_bytes()))
        });
        let path = folder.join("feedback.zip");
        let mut out = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        out.write_all(&archive::pack(entries.collect())?)?;
        tell(format_args!("wrote {}: 'Upload multiple feedback files in a zip' in Moodle", path.display()));
    }
    Ok(())
}

fn tell_not_graded(sheets: &[GradeSheet]) {
    let open: Vec<&str> = sheets
        .iter()
        .filter(|sheet| sheet.not_graded().next().is_some())
        .map(|sheet| sheet.submission.as_str())
        .collect();
    if !open.is_empty() {
        tell(format_args!("{} not graded yet, which is no zero: {}", open.len(), open.join(", ")));
    }
}

/// What each machine has graded.
fn hosts(class: &Class) -> Vec<HostShare> {
    let mut hosts: Vec<HostShare> = Vec::new();
    let host_of = |worker: &str| class.workers.iter().find(|entry| entry.name == worker).map(|entry| &entry.info);
    for student in &class.students {
        // A submission is graded by one machine, or by a few in turn.
        for info in student.workers.iter().filter_map(|worker| host_of(worker)) {
            let place = hosts.iter().position(|host| host.name == info.host).unwrap_or_else(|| {
                hosts.push(HostShare {
                    name: info.host.clone(),
                    speed: Some(info.speed).filter(|&speed| speed > 0),
                    ..HostShare::default()
                });
                hosts.len() - 1
            });
            let graded = student.sheet.items.iter().filter(|item| item.outcome != Outcome::NotGraded);
            hosts[place].submissions += 1;
            hosts[place].lost_on_time += graded
                .filter_map(|item| item.evidence.of_match())
                .flat_map(|evidence| &evidence.played)
                .filter(|game| game.fault().is_some_and(|fault| ["out-of-time", "killed"].contains(&fault.name())))
                .count();
        }
    }
    hosts
}

/// Everybody's page, with the lost games inside. None if it was stopped.
fn student_pages(report: &ClassReport<'_>, nodes: u64, stop: &Stop) -> Option<Vec<String>> {
    let games: usize = report.sheets.iter().map(|sheet| lost_games(sheet).count()).sum();
    let mut progress = Progress { started: std::time::Instant::now(), done: 0, all: games };
    let shell = replay_shell();
    let page = |sheet: &GradeSheet, progress: &mut Progress| {
        let mut replays = Replays { shell: shell.clone(), games: Vec::new() };
        for (item, record) in lost_games(sheet) {
            let reviewed = if nodes == 0 { None } else { Some(judge(&record, nodes, stop)?) };
            let data = replay_data(&record, reviewed.as_ref());
            replays.games.push(EmbeddedGame { item: item.to_owned(), id: record.game.id.clone(), data });
            progress.step();
        }
        Some(student_page(report, sheet, &replays))
    };
    report.sheets.iter().map(|sheet| page(sheet, &mut progress)).collect()
}

fn judge(record: &GameRecord, nodes: u64, stop: &Stop) -> Option<fruitrage_play::review::Review> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    review(record, &ReviewOptions { nodes: Some(nodes), time: None, threads }, stop, &mut |_, _| ())
}

/// The games that a submission did not win, each with the item that it belongs to.
fn lost_games(sheet: &GradeSheet) -> impl Iterator<Item = (&str, GameRecord)> {
    sheet.items.iter().flat_map(|item| {
        let games = item.evidence.of_match().map(|evidence| evidence.played.as_slice()).unwrap_or_default();
        let lost = games.iter().filter(|game| game.outcome() != GameOutcome::Won);
        lost.filter_map(MatchGame::record).map(|record| (item.id.as_str(), record))
    })
}

/// How far the reviews are.
struct Progress {
    started: std::time::Instant,
    done: usize,
    all: usize,
}

impl Progress {
    fn step(&mut self) {
        self.done += 1;
        if is_watched() {
            let left = self.started.elapsed().mul_f64((self.all - self.done) as f64 / self.done as f64);
            tell_progress(format_args!(
                "{} of {} lost games reviewed, about {} left",
                self.done,
                self.all,
                in_words(left)
            ));
            if self.done == self.all {
                tell("");
            }
        }
    }
}
