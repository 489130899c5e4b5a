//! `fruitrage board check`: is this reply right?

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use fruitrage_game::diagnosis::{self, Cause};
use fruitrage_rules::text::{Fault, Input, LineColumn, Output};
use serde_json::{Value, json};

use crate::arguments::Format;
use crate::commands::Verdict;
use crate::printing::{plural, print, print_json};
use fruitrage_agent::files;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The input.txt that was asked, or a folder with that and output.txt
    #[arg(value_name = "INPUT", default_value = "input.txt")]
    input: PathBuf,
    /// The output.txt that was answered [default: output.txt, in INPUT if that is a
    /// folder]
    #[arg(value_name = "OUTPUT")]
    output: Option<PathBuf>,
    /// Accept an odd input, as the agent does, with warnings; the output is
    /// read strictly in any case
    #[arg(long)]
    liberal_input: bool,
    /// How to print the verdict
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let [input, output] = options.files();
    let input = options.read_input(&input)?;
    let finding = match options.verdict(&output)? {
        Some(verdict) => Finding::NoReply { verdict, folder: options.input.clone() },
        None => examine(&input, &files::read(&output)?),
    };
    match options.format {
        Format::Text => print(format_args!("{}\n", finding.in_words(&output.display().to_string())))?,
        Format::Json => print_json(&finding.in_json())?,
    }
    Ok(if matches!(finding, Finding::Right { .. }) { Verdict::Yes } else { Verdict::No })
}

impl Options {
    /// The input and the output.
    fn files(&self) -> [PathBuf; 2] {
        let is_folder = self.input.is_dir();
        let input = if is_folder { self.input.join("input.txt") } else { self.input.clone() };
        let folder = if is_folder { self.input.as_path() } else { Path::new("") };
        [input, self.output.clone().unwrap_or_else(|| folder.join("output.txt"))]
    }

    /// What the referee said of a lost move, in the folder of which there is no reply.
    fn verdict(&self, output: &Path) -> anyhow::Result<Option<String>> {
        let verdict = self.input.join("verdict.txt");
        if output.exists() || !verdict.is_file() {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&files::read(&verdict)?).trim_end().to_owned()))
    }

    fn read_input(&self, path: &Path) -> anyhow::Result<Input> {
        if self.liberal_input {
            return files::read_input_liberally(path);
        }
        let text = files::read(path)?;
        Input::read_strictly(&text)
            .with_context(|| path.display().to_string())
            .context("the input is at fault, not the output (--liberal-input accepts it if the agent would)")
    }
}

/// What was found out about an output.
enum Finding {
    /// It is right.
    Right { output: Output, size: usize },
    /// It is well-formed, but wrong; with the fault in words, and what explains it.
    Wrong { output: Output, fault: Fault, message: String, cause: Option<Cause> },
    /// It is not well-formed, for a reason in words. If only its white space is odd, there
    /// is more to be found.
    Malformed { place: LineColumn, message: String, but_for_that: Option<Box<Finding>> },
    /// There is none, in the folder of a lost move with the referee's verdict.
    NoReply { verdict: String, folder: PathBuf },
}

fn examine(input: &Input, text: &[u8]) -> Finding {
    let size = input.grid.size();
    match Output::read_strictly(text, size) {
        Ok(output) => judge(input, output),
        Err(error) => {
            let tolerated = Output::read_tolerantly(text, size).ok();
            Finding::Malformed {
                place: error.place,
                message: diagnosis::refusal(text, size, &error),
                but_for_that: tolerated.map(|(output, _)| Box::new(judge(input, output))),
            }
        }
    }
}

fn judge(input: &Input, output: Output) -> Finding {
    match output.check(&input.grid) {
        Ok(size) => Finding::Right { output, size },
        Err(fault) => {
            let message = diagnosis::accusation(&input.grid, &output, &fault);
            Finding::Wrong { fault, message, cause: diagnosis::diagnose(&input.grid, &output), output }
        }
    }
}

impl Finding {
    fn in_words(&self, file: &str) -> String {
        match self {
            Self::Right { output, size } => {
                let (cell, points, of_size, of_points) = (output.cell, size * size, plural(*size), plural(size * size));
                format!(
                    "right: {cell} takes {size} fruit{of_size} for {points} point{of_points}, and the board after it is as written"
                )
            }
            Self::Wrong { message, .. } => format!("wrong: {file}: {}: {message}", self.place()),
            Self::Malformed { place, message, but_for_that } => {
                let more = match but_for_that {
                    None => String::new(),
                    Some(finding) => format!("\nbut for the white space: {}", finding.in_words(file)),
                };
                format!("wrong: {file}: {place}: {message}{more}")
            }
            Self::NoReply { verdict, folder } => format!(
                "wrong: there is no reply: {verdict}\nto try again: run the program in {}, then this command",
                folder.display()
            ),
        }
    }

    /// Where it goes wrong. The board starts on the second line.
    const fn place(&self) -> LineColumn {
        match self {
            Self::Wrong { fault: Fault::WrongBoard { at, .. }, .. } => {
                LineColumn { line: at.row() + 2, column: at.column() + 1 }
            }
            Self::Malformed { place, .. } => *place,
            Self::Right { .. } | Self::Wrong { .. } | Self::NoReply { .. } => LineColumn { line: 1, column: 1 },
        }
    }

    fn in_json(&self) -> Value {
        let LineColumn { line, column } = self.place();
        match self {
            Self::Right { output, size } => {
                json!({"verdict": "right", "move": output.cell.to_string(), "size": size, "points": size * size})
            }
            Self::Wrong { output, fault, message, cause } => json!({
                "verdict": if matches!(fault, Fault::IllegalMove(_)) { "illegal move" } else { "wrong board" },
                "move": output.cell.to_string(),
                "line": line,
                "column": column,
                "message": message,
                "cause": cause.map(|cause| cause.to_string()),
            }),
            Self::Malformed { message, but_for_that, .. } => json!({
                "verdict": "malformed output",
                "line": line,
                "column": column,
                "message": format!("{}: {message}", self.place()),
                "but_for_white_space": but_for_that.as_ref().map(|finding| finding.in_json()),
            }),
            Self::NoReply { verdict, .. } => json!({"verdict": "no reply", "message": verdict}),
        }
    }
}
