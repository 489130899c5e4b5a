//! `fruitrage board show`: a board as a person wants to see it.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use fruitrage_rules::text::{Input, PositionLine, format_seconds};
use fruitrage_rules::{Board, Group, Judge, Position};
use serde_json::json;

use super::{read_board, rows};
use crate::arguments::Format;
use crate::commands::Verdict;
use crate::drawing::Drawing;
use crate::printing::{plural, print_json, print_styled};

/// Only the largest groups are listed: all of them would fill the screen.
const LISTED: usize = 5;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// An input.txt, a folder that holds it, or - for standard input
    #[arg(value_name = "FILE", default_value = "input.txt")]
    input: PathBuf,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let input = read_board(&options.input)?;
    let mut groups = Judge::new(&input.grid).groups();
    groups.sort_unstable_by(|a, b| b.cmp(a));
    match options.format {
        Format::Text => {
            print_styled(format_args!("{}{}", Drawing::new(&input.grid), summary(&input, &groups)))?;
        }
        Format::Json => {
            let group = |group: &Group| {
                let fruit = input.grid.get(group.cell()).map(fruitrage_rules::Fruit::kind);
                json!({"move": group.cell().to_string(), "fruit": fruit, "size": group.size(), "points": group.points()})
            };
            let result = json!({
                "size": input.grid.size(),
                "kinds": input.kinds,
                "seconds": input.time.as_secs_f64(),
                "fruits": input.grid.fruits(),
                "rows": rows(&input.grid),
                "position": position(&input).map(|line| line.to_string()),
                "groups": groups.iter().map(group).collect::<Vec<_>>(),
            });
            print_json(&result)?;
        }
    }
    Ok(Verdict::Yes)
}

fn summary(input: &Input, groups: &[Group]) -> String {
    let (fruits, kinds) = (input.grid.fruits(), input.kinds);
    let mut text = format!(
        "\n{}{fruits} fruit{} of {kinds} kind{}, {} group{}, {} s left\n\n move  fruits  points\n",
        position(input).map_or_else(String::new, |line| format!("position: {line}\n")),
        plural(fruits),
        plural(kinds.into()),
        groups.len(),
        plural(groups.len()),
        format_seconds(input.time),
    );
    for group in groups.iter().take(LISTED) {
        let _ = writeln!(text, "{:>5} {:>7} {:>7}", group.cell(), group.size(), group.points());
    }
    text
}

/// The board as the start of a game, if no fruit floats in it.
fn position(input: &Input) -> Option<PositionLine> {
    let board = Board::try_from(&input.grid).ok()?;
    Some(PositionLine { position: Position::start(board), clocks: None })
}
