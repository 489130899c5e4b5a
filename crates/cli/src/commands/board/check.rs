//! `fruitrage board check`: is this reply right?

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use fruitrage_rules::text::{Fault, Input, Output};
use serde_json::{Value, json};

use crate::arguments::Format;
use crate::commands::Verdict;
use crate::printing::{plural, print};
use fruitrage_agent::files;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The input.txt that was asked
    #[arg(value_name = "INPUT")]
    input: PathBuf,
    /// The output.txt that was answered
    #[arg(value_name = "OUTPUT")]
    output: PathBuf,
    /// Accept an odd input, as the agent does, with warnings; the output is
    /// read strictly in any case
    #[arg(long)]
    liberal_input: bool,
    /// How to print the verdict
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let input = options.read_input()?;
    let text = files::read(&options.output)?;
    let finding = examine(&input, &text);
    match options.format {
        Format::Text => print(format_args!("{}\n", finding.in_words(&options.output.display().to_string())))?,
        Format::Json => print(format_args!("{:#}\n", finding.in_json()))?,
    }
    Ok(if matches!(finding, Finding::Right { .. }) { Verdict::Yes } else { Verdict::No })
}

impl Options {
    fn read_input(&self) -> anyhow::Result<Input> {
        if self.liberal_input {
            return files::read_input_liberally(&self.input);
        }
        let text = files::read(&self.input)?;
        Input::read_strictly(&text)
            .with_context(|| self.input.display().to_string())
            .context("the input is at fault, not the output (--liberal-input accepts it if the agent would)")
    }
}

/// What was found out about an output.
enum Finding {
    /// It is right.
    Right { output: Output, size: usize },
    /// It is well-formed, but wrong.
    Wrong { output: Output, fault: Fault },
    /// It is not well-formed.
    Malformed(fruitrage_rules::text::TextError),
}

fn examine(input: &Input, text: &[u8]) -> Finding {
    match Output::read_strictly(text, input.grid.size()) {
        Err(error) => Finding::Malformed(error),
        Ok(output) => match output.check(&input.grid) {
            Ok(size) => Finding::Right { output, size },
            Err(fault) => Finding::Wrong { output, fault },
        },
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
            Self::Wrong { fault: fault @ Fault::WrongBoard { at, .. }, .. } => {
                // The board starts on the second line.
                format!("wrong: {file}: line {}, column {}: {fault}", at.row() + 2, at.column() + 1)
            }
            Self::Wrong { fault, .. } => format!("wrong: {file}: line 1, column 1: {fault}"),
            Self::Malformed(error) => format!("wrong: {file}: {error}"),
        }
    }

    fn in_json(&self) -> Value {
        match self {
            Self::Right { output, size } => {
                json!({"verdict": "right", "move": output.cell.to_string(), "size": size, "points": size * size})
            }
            Self::Wrong { output, fault: fault @ Fault::IllegalMove(_) } => json!({
                "verdict": "illegal move",
                "move": output.cell.to_string(),
                "line": 1,
                "column": 1,
                "message": fault.to_string(),
            }),
            Self::Wrong { output, fault: fault @ Fault::WrongBoard { at, .. } } => json!({
                "verdict": "wrong board",
                "move": output.cell.to_string(),
                "line": at.row() + 2,
                "column": at.column() + 1,
                "message": fault.to_string(),
            }),
            Self::Malformed(error) => json!({
                "verdict": "malformed output",
                "line": error.place.line,
                "column": error.place.column,
                "message": error.to_string(),
            }),
        }
    }
}
