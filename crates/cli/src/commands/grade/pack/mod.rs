//! `fruitrage grade pack`: what is uploaded to a platform, with this program inside.

pub(super) mod archive;
mod linux_program;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use fruitrage_grading::platform::{Platform, PlatformRun, criteria};
use fruitrage_grading::{EXAMPLE, GradeSheet, RubricFile, empty_sheet};
use serde_json::json;

use super::platforms::parse_budget;
use crate::commands::Verdict;
use crate::printing::{in_words, print, tell};
use archive::Entry;
use linux_program::{LinuxProgram, USUAL_GLIBC};

/// The largest bundle that Classroom 50 takes.
const LARGEST_BUNDLE: usize = 10_000_000;

/// The longest that an external grader of `PrairieLearn` may take.
const LONGEST_PRAIRIELEARN: u64 = 600;

/// A platform that something can be packed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Target {
    Gradescope,
    Vocareum,
    Prairielearn,
    Classroom50,
}

impl Target {
    const fn platform(self) -> Platform {
        match self {
            Self::Gradescope => Platform::Gradescope,
            Self::Vocareum => Platform::Vocareum,
            Self::Prairielearn => Platform::PrairieLearn,
            Self::Classroom50 => Platform::Classroom50,
        }
    }

    /// The budget of a run, a little less than the platform waits.
    const fn usual_budget(self) -> Option<Duration> {
        match self {
            Self::Gradescope => Some(Duration::from_mins(8)),
            Self::Prairielearn => Some(Duration::from_mins(9)),
            Self::Vocareum | Self::Classroom50 => None,
        }
    }
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  fruitrage grade pack gradescope --output autograder.zip
  fruitrage grade pack prairielearn --rubric class/grade.toml --budget 9min --output question.zip
  fruitrage grade pack gradescope --program fruitrage-linux --output autograder.zip   from Windows")]
pub(crate) struct Options {
    /// The platform
    #[arg(value_enum)]
    platform: Target,
    /// The file to be written
    #[arg(short, long, value_name = "FILE", default_value = "autograder.zip")]
    output: PathBuf,
    /// The rubric: a grade.toml [default: the course's own]
    #[arg(long, value_name = "FILE")]
    rubric: Option<PathBuf>,
    /// The longest that a run may take: less than the platform waits [default: 8min for
    /// Gradescope, 9min for `PrairieLearn`, elsewhere as long as it takes]
    #[arg(long, value_name = "TIME", value_parser = parse_budget)]
    budget: Option<Duration>,
    /// The program to be packed, built for Linux [default: this one]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// The image in which `PrairieLearn` grades
    #[arg(long, default_value = "prairielearn/grader-python")]
    image: String,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let (program, remarks) = program(options)?;
    let (rubric, mut files) = rubric(options.rubric.as_deref())?;
    must_be_writable(options.platform.platform(), &rubric)?;
    let budget = options.budget.or(options.platform.usual_budget());
    if options.platform == Target::Prairielearn
        && budget.is_some_and(|budget| budget.as_secs() + 30 > LONGEST_PRAIRIELEARN)
    {
        bail!("PrairieLearn waits {LONGEST_PRAIRIELEARN} s at most, so --budget can be 570s at most");
    }
    files.push(Entry::program("fruitrage", program));
    let layout = Layout { options, rubric: &rubric, budget };
    let packed = archive::pack(layout.entries(files.clone()))?;
    let packed = if options.platform == Target::Classroom50 && packed.len() > LARGEST_BUNDLE {
        tell(format_args!(
            "the program is too large for a bundle of Classroom 50 ({:.1} MB, at most 10 MB), so it is left out. Put it \
             on the PATH of the assignment's container (\"container\" in its runtime block), or pack a smaller one: \
             cargo build --profile dist -p fruitrage, then --program target/dist/fruitrage",
            packed.len() as f64 / 1e6
        ));
        files.retain(|file| !file.is_program);
        archive::pack(layout.entries(files))?
    } else {
        packed
    };
    std::fs::write(&options.output, &packed).with_context(|| format!("cannot write {}", options.output.display()))?;
    for remark in remarks.into_iter().chain(time_remark(&rubric, budget)) {
        tell(remark);
    }
    print(format_args!("{}\n", layout.next_steps()))?;
    Ok(Verdict::Yes)
}

/// The program, and what is to be said about it.
fn program(options: &Options) -> anyhow::Result<(Vec<u8>, Vec<String>)> {
    let path = match &options.program {
        Some(path) => path.clone(),
        None => std::env::current_exe().context("this program cannot find itself; name it with --program")?,
    };
    let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let Some(program) = LinuxProgram::of(&bytes) else {
        bail!(
            "{}: not a program for Linux, which is what platforms run; name one that is with --program",
            path.display()
        );
    };
    let mut remarks = Vec::new();
    if !program.is_x86_64 {
        remarks.push("warning: the program is not for x86-64 processors, which most platforms have".to_owned());
    }
    if let Some(glibc) = program.glibc.filter(|&glibc| glibc > USUAL_GLIBC) {
        remarks.push(format!(
            "warning: the program needs the C library glibc {}.{} or newer, and the platforms' usual images have {}.{}: \
             choose a newer image there (Ubuntu 24.04, Debian 13), or build it on an older system",
            glibc.0, glibc.1, USUAL_GLIBC.0, USUAL_GLIBC.1
        ));
    }
    Ok((bytes, remarks))
}

/// The rubric, and the files that it consists of.
fn rubric(file: Option<&Path>) -> anyhow::Result<(RubricFile, Vec<Entry>)> {
    let Some(file) = file else {
        let folder = tempfile::tempdir()?;
        let example = folder.path().join("grade.toml");
        std::fs::write(&example, EXAMPLE)?;
        return Ok((RubricFile::read(&example)?, vec![Entry::file("grade.toml", EXAMPLE)]));
    };
    let read = RubricFile::read(file)?;
    let text = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut files = vec![Entry::file("grade.toml", text)];
    if let Some(cases) = &read.cases {
        anyhow::ensure!(
            cases.is_relative() && !cases.components().any(|part| part == std::path::Component::ParentDir),
            "{}: the cases are in '{}'; to be packed, their folder must be beside grade.toml",
            file.display(),
            cases.display()
        );
        add_folder(
            &file.parent().unwrap_or(Path::new("")).join(cases),
            &cases.to_string_lossy().replace('\\', "/"),
            &mut files,
        )?;
    }
    Ok((read, files))
}

fn add_folder(folder: &Path, place: &str, files: &mut Vec<Entry>) -> anyhow::Result<()> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let name = format!("{place}/{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            add_folder(&path, &name, files)?;
        } else {
            files.push(Entry::file(
                name,
                std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?,
            ));
        }
    }
    Ok(())
}

/// What the platform cannot take is said now and not with the first student.
fn must_be_writable(platform: Platform, rubric: &RubricFile) -> anyhow::Result<()> {
    platform.files(&PlatformRun {
        sheet: &fruitrage_grading::sheet_of(
            "",
            &rubric.rubric.items(),
            fruitrage_grading::Outcome::Earned,
            "as if everything were earned",
        ),
        remarks: &[],
        elapsed: Duration::ZERO,
        now: std::time::SystemTime::UNIX_EPOCH,
        variable: &|_| Some("submit/".to_owned()),
    })?;
    Ok(())
}

fn blank(rubric: &RubricFile) -> GradeSheet {
    empty_sheet("", &rubric.rubric.items())
}

/// What to know if the time may not be enough.
fn time_remark(rubric: &RubricFile, budget: Option<Duration>) -> Option<String> {
    let budget = budget?;
    let games: u64 = rubric
        .rubric
        .parts
        .iter()
        .map(|part| match part {
            fruitrage_grading::Part::Match { games, .. } => games / 2 + 1,
            fruitrage_grading::Part::Cases { .. } => 0,
        })
        .sum();
    let worst = rubric.rubric.time.saturating_mul(u32::try_from(games).unwrap_or(u32::MAX));
    (worst > budget).then(|| {
        format!(
            "A submission that uses all its time ({} s a game) takes {} to win its matches, and a run may take {}: then \
             the matches are not graded, which is said, and is no zero. A smaller 'time' in grade.toml fits more of them.",
            rubric.rubric.time.as_secs_f64(),
            in_words(worst),
            in_words(budget)
        )
    })
}

/// Where everything is in the archive.
struct Layout<'a> {
    options: &'a Options,
    rubric: &'a RubricFile,
    budget: Option<Duration>,
}

impl Layout<'_> {
    /// The files of the archive, given those that every platform needs.
    fn entries(&self, files: Vec<Entry>) -> Vec<Entry> {
        let (folder, own) = match self.options.platform {
            Target::Gradescope => (
                "",
                vec![
                    Entry::program("setup.sh", include_str!("gradescope-setup.sh")),
                    Entry::program("run_autograder", self.script(include_str!("gradescope-run.sh"))),
                ],
            ),
            Target::Vocareum => (
                "scripts/",
                vec![
                    Entry::program("scripts/grade.sh", self.script(include_str!("vocareum-grade.sh"))),
                    Entry::file("RUBRIC.txt", self.criteria()),
                ],
            ),
            Target::Prairielearn => (
                "questions/fruit-rage/tests/",
                vec![
                    Entry::program(
                        "questions/fruit-rage/tests/run.sh",
                        self.script(include_str!("prairielearn-run.sh")),
                    ),
                    Entry::file("questions/fruit-rage/info.json", self.info()),
                    Entry::file("questions/fruit-rage/question.html", include_str!("question.html")),
                ],
            ),
            Target::Classroom50 => {
                ("", vec![Entry::program("autograder.py", self.script(include_str!("classroom50-autograder.py")))])
            }
        };
        let files = files.into_iter().map(|file| Entry { path: format!("{folder}{}", file.path), ..file });
        files.chain(own).collect()
    }

    /// A script with its budget.
    fn script(&self, text: &str) -> String {
        let budget = self.budget.map(|budget| format!("{}s", budget.as_secs()));
        let words = match (self.options.platform, budget) {
            (_, None) => String::new(),
            (Target::Classroom50, Some(budget)) => format!("\"--budget\", \"{budget}\""),
            (_, Some(budget)) => format!("--budget {budget}"),
        };
        text.replace(" @BUDGET@", &if words.is_empty() { words.clone() } else { format!(" {words}") })
            .replace("@BUDGET@", &words)
    }

    /// The criteria to be entered at Vocareum.
    fn criteria(&self) -> String {
        let lines = criteria(&blank(self.rubric))
            .into_iter()
            .map(|criterion| format!("{},{}\n", criterion.name, criterion.most));
        lines.collect()
    }

    /// The settings of the question.
    fn info(&self) -> String {
        let timeout =
            self.budget.map_or(LONGEST_PRAIRIELEARN, |budget| (budget.as_secs() + 60).min(LONGEST_PRAIRIELEARN));
        let info = json!({
            "uuid": uuid(&format!("{:?}", self.rubric)),
            "title": "The Fruit Rage",
            "topic": "Games",
            "type": "v3",
            "gradingMethod": "External",
            "externalGradingOptions": {
                "enabled": true,
                "image": self.options.image,
                "entrypoint": "/grade/tests/run.sh",
                "timeout": timeout,
            },
        });
        format!("{info:#}\n")
    }

    fn next_steps(&self) -> String {
        let file = self.options.output.display();
        match self.options.platform {
            Target::Gradescope => format!(
                "{file}: upload it at 'Configure Autograder'. Set the assignment's points to {}, and the container to \
                 more than half a CPU and 768 MB if submissions are Java.",
                self.rubric.rubric.points()
            ),
            Target::Vocareum => format!(
                "{file}: unpack it in /voc, so that there is /voc/scripts/grade.sh. Enter the criteria of RUBRIC.txt as \
                 the part's rubric, by exactly these names:\n{}",
                self.criteria().trim_end()
            ),
            Target::Prairielearn => format!(
                "{file}: unpack it in the course's folder; the question is questions/fruit-rage. The image must have \
                 what submissions need: {} has Python.",
                self.options.image
            ),
            Target::Classroom50 => {
                format!("{file}: unpack it as CLASSROOM/autograders/ASSIGNMENT in the classroom50 repository.")
            }
        }
    }
}

/// A number that no other question has, and always the same for the same contents.
fn uuid(contents: &str) -> String {
    let mut random = fruitrage_rules::Random::new(
        contents.bytes().fold(0, |mixed, byte| fruitrage_rules::Random::new(mixed ^ u64::from(byte)).next()),
    );
    let [high, low] = [random.next(), random.next()];
    format!(
        "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        high & 0xfff,
        low >> 48 & 0x3fff | 0x8000,
        low & 0xffff_ffff_ffff
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_question_has_the_same_number() {
        assert_eq!(uuid("a"), uuid("a"));
        assert_ne!(uuid("a"), uuid("b"));
        let parts: Vec<usize> = uuid("a").split('-').map(str::len).collect();
        assert_eq!(parts, [8, 4, 4, 4, 12]);
    }
}
