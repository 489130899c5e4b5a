//! The judgement of a program's reply: its `output.txt`, and how it ended.

use fruitrage_rules::Board;
use fruitrage_rules::text::{Fault, Output, TextError, WhiteSpace};

use super::diagnosis::{accusation, refusal};
use super::{Ending, Exit, JudgedMove, Rules, Warned};

/// Returns the move of a program's reply, or how the game ends with it.
pub(crate) fn judge(
    board: &Board,
    rules: &Rules,
    text: &[u8],
    exit: Option<&(Exit, String)>,
) -> Result<JudgedMove, Ending> {
    // A program that wrote a good reply and then failed has replied: the
    // courses look at the file only. If the reply is no good, the failure is
    // the better explanation.
    let crashed = |ending| match exit {
        Some((exit, stderr)) => Ending::Crashed { exit: *exit, stderr: stderr.clone() },
        None => ending,
    };
    let (output, odd) = read(text, board.size(), rules.strict_format).map_err(|error| {
        crashed(Ending::MalformedOutput {
            line: error.place.line,
            column: error.place.column,
            message: refusal(text, board.size(), &error),
        })
    })?;
    let mut warnings = Vec::new();
    warnings.extend((!odd.is_empty()).then(|| white_space_warning(&odd)));
    let before = board.to_grid();
    match output.check(&before) {
        Ok(_) => {}
        Err(fault @ Fault::IllegalMove(illegal)) => {
            let message = accusation(&before, &output, &fault);
            let message = message.strip_prefix("illegal move: ").map_or_else(|| illegal.to_string(), str::to_owned);
            return Err(Ending::IllegalMove { message });
        }
        Err(fault @ (Fault::WrongBoard { .. } | Fault::WrongSize { .. })) => {
            let message = accusation(&before, &output, &fault);
            if rules.strict_board {
                return Err(Ending::WrongBoard { message });
            }
            warnings.push(message);
        }
    }
    warnings.extend(exit.map(|(exit, _)| format!("a good reply, but the program ended with {exit}")));
    Ok(JudgedMove { cell: output.cell, warnings })
}

fn read(text: &[u8], size: usize, is_strict: bool) -> Result<(Output, Vec<WhiteSpace>), TextError> {
    if is_strict {
        return Output::read_strictly(text, size).map(|output| (output, Vec::new()));
    }
    Output::read_tolerantly(text, size)
}

/// The warning about odd white space: the same words for the same oddities, so that a
/// report can count them.
fn white_space_warning(odd: &[WhiteSpace]) -> String {
    let odd: Vec<String> = odd.iter().map(ToString::to_string).collect();
    format!("{}: {}; a strict grader may give zero for it", Warned::WHITE_SPACE, odd.join(", "))
}
