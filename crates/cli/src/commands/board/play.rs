//! `fruitrage board play`: what would happen if.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use fruitrage_rules::{Cell, CellError, Judge};
use serde_json::json;

use super::{read_board, rows};
use crate::arguments::Format;
use crate::commands::Verdict;
use crate::printing::{plural, print, print_json};

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// An input.txt, a folder that holds it, or - for standard input
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Any cell of the group to take, such as B1
    #[arg(value_name = "MOVE", value_parser = cell)]
    cell: Cell,
    /// How to print the board after the move
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Reads a cell that a person has typed; agents must write capitals.
fn cell(text: &str) -> Result<Cell, CellError> {
    text.to_ascii_uppercase().parse()
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let input = read_board(&options.input)?;
    let cell = options.cell;
    let mut judge = Judge::new(&input.grid);
    let size = judge.try_take(cell).with_context(|| format!("{cell} cannot be played"))?;
    let (after, points) = (judge.to_grid(), size * size);
    match options.format {
        Format::Text => {
            let (fruits, of_points) = (plural(size), plural(points));
            print(format_args!("{after}{cell} takes {size} fruit{fruits} for {points} point{of_points}\n"))?;
        }
        Format::Json => {
            let result = json!({"move": cell.to_string(), "size": size, "points": points, "rows": rows(&after)});
            print_json(&result)?;
        }
    }
    Ok(Verdict::Yes)
}
