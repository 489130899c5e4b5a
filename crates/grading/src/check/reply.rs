//! A reply looked at: is it right, and if not, which step does it fail, where, and why?

use fruitrage_game::diagnosis::{Cause, Model, diagnose};
use fruitrage_game::{Answer, ClockRules, Ending, Exit, Kill, Rules, judge_turn};
use fruitrage_rules::text::{Fault, Output, TextError};
use fruitrage_rules::{Board, Cell, Grid};
use fruitrage_tournament::agents::{Tried, last_words};

use super::boards::Question;
use super::crash::{self, Explanation};
use super::elsewhere;
use super::source::Sources;
use super::step::{Evidence, Finding, MoveFiles, Step};

/// What to do about another name of `input.txt`.
const INPUT_HELP: &str = "Open \"input.txt\" by exactly this name, without a folder: all small letters.";

/// What is wrong with a reply, and the step that fails by it.
#[derive(Clone, Debug)]
pub(super) struct Wrong {
    /// The first step that fails.
    pub(super) step: Step,
    /// What is to be said.
    pub(super) finding: Finding,
    /// The reply, if it can be read at all.
    pub(super) output: Option<Output>,
    /// Whether it was killed, or took more time than there was.
    pub(super) is_late: bool,
}

/// A right reply.
#[derive(Clone, Copy, Debug)]
pub(super) struct Right {
    /// The move.
    pub(super) cell: Cell,
    /// How the program ended, if not well.
    pub(super) exit: Option<Exit>,
}

/// Looks at what came of a question. An arena that failed is told as an error.
pub(super) fn examine(
    question: &Question,
    tried: &Tried,
    sources: &Sources,
) -> Result<Result<Right, Box<Wrong>>, String> {
    let board = Board::settled(&question.input.grid);
    let rules = Rules { clock: ClockRules::default(), strict_board: true, strict_format: true, ..Rules::default() };
    let refused = match judge_turn(&board, &rules, &tried.turn) {
        Ok(judged) => {
            let exit = match &tried.turn.answer {
                Answer::Output { exit, .. } => exit.as_ref().map(|(exit, _)| *exit),
                _ => None,
            };
            return Ok(Ok(Right { cell: judged.cell, exit }));
        }
        Err(refused) => refused.ending,
    };
    let text = match &tried.turn.answer {
        Answer::Output { text, .. } => Some(text.as_slice()),
        _ => None,
    };
    let output = text.and_then(|text| Output::read_tolerantly(text, board.size()).ok()).map(|(output, _)| output);
    let (step, mut finding) = match &refused {
        Ending::Void { message } => return Err(message.clone()),
        Ending::NoOutput { message } => (Step::File, no_output(message, question, tried, sources)),
        Ending::DiskLimit { .. } => (Step::File, Finding::new(format!("it {}", refused.sentence()))),
        Ending::MalformedOutput { message, .. } => {
            (Step::Format, malformed(question, text.unwrap_or_default(), message))
        }
        Ending::IllegalMove { .. } | Ending::WrongBoard { .. } => {
            (Step::Board, wrong_board(&question.input.grid, output.as_ref(), &refused))
        }
        ending => (Step::Start, no_reply(ending, question, tried, sources)),
    };
    if matches!(step, Step::File | Step::Format)
        && let Some((evidence, cause)) = elsewhere::wrong_input_name("", sources)
    {
        finding.evidence = evidence;
        finding = finding.because(cause).with_help(INPUT_HELP);
    }
    finding.files = Some(MoveFiles {
        input: question.text().into_bytes(),
        output: text.map(<[u8]>::to_vec),
        stderr: tried.stderr.clone(),
        stdout: tried.stdout.clone(),
    });
    let is_late = matches!(refused, Ending::Killed { .. } | Ending::OutOfTime { .. });
    Ok(Err(Box::new(Wrong { step, finding, output, is_late })))
}

fn no_reply(ending: &Ending, question: &Question, tried: &Tried, sources: &Sources) -> Finding {
    let what = match ending {
        Ending::Crashed { exit, .. } => format!("it crashed on {}, with {exit}", question.name),
        Ending::Killed { kill: Kill::Time, after } => format!(
            "it did not end on {}: told that {} s are left, it was killed after {:.1} s",
            question.name,
            question.text().lines().nth(2).unwrap_or_default(),
            after.as_secs_f64()
        ),
        ending => format!("it {}, on {}", ending.sentence(), question.name),
    };
    let mut finding = Finding::new(what);
    if matches!(ending, Ending::Crashed { .. }) {
        let words = last_words(&tried.stderr);
        finding.found = (!words.is_empty()).then_some(words);
    }
    let elsewhere = elsewhere::wrong_input_name(&last_words(&tried.stderr), sources);
    let explanation = crash::explain(ending, &tried.turn.stderr, question);
    match (elsewhere, explanation) {
        (Some((evidence, cause)), _) => Finding { evidence, ..finding.because(cause) }.with_help(INPUT_HELP),
        (None, Some(Explanation { cause, help })) => finding.because(cause).with_help(help),
        (None, None) => finding.with_help(
            "Copy the kept input.txt to your program's folder, run it there by hand, and read what it says.",
        ),
    }
}

fn no_output(message: &str, question: &Question, tried: &Tried, sources: &Sources) -> Finding {
    let finding = Finding::new(format!("there is no output.txt after its move on {}", question.name));
    let size = question.input.grid.size();
    if let Some(found) = elsewhere::find(size, tried, sources) {
        return Finding { evidence: found.evidence, ..finding.because(found.cause).with_help(found.help) };
    }
    let finding = finding.with_help(
        "Write to \"output.txt\", without a folder, in the folder where the program is started, and close the file.",
    );
    Finding { found: Some(message.to_owned()), ..finding }
}

fn malformed(question: &Question, text: &[u8], message: &str) -> Finding {
    let size = question.input.grid.size();
    let Err(error) = Output::read_strictly(text, size) else { return Finding::new("the reply cannot be read") };
    let TextError { place, expected, found } = &error;
    let mut finding = Finding::new(format!("output.txt cannot be read as a reply to {}: {place}", question.name));
    let label = format!("expected {expected}");
    finding.evidence = Some(Evidence {
        file: "output.txt".to_owned(),
        text: String::from_utf8_lossy(text).into_owned(),
        line: place.line,
        column: place.column,
        length: 1,
        label,
    });
    finding.expected = Some(expected.clone());
    finding.found = Some(found.clone());
    // The referee's words, which know what was printed; unless they are the expected and found.
    finding.cause = (!message.starts_with("expected ")).then(|| message.to_owned());
    finding.with_help(format!(
        "The first line is the move, such as B1. Then come the {size} row{} of the board, {size} character{} each. Every \
         line, the last one too, ends in \\n and nothing else.",
        plural(size),
        plural(size)
    ))
}

const fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn wrong_board(before: &Grid, output: Option<&Output>, ending: &Ending) -> Finding {
    let what = match output.map(|output| output.check(before)) {
        Some(Err(fault)) => fault.to_string(),
        _ => without_cause(&ending.sentence()).to_owned(),
    };
    let mut finding = Finding::new(what);
    let Some(output) = output else { return finding };
    let right = Output::of(before, output.cell);
    let (line, column, length, label) = match output.check(before) {
        Err(Fault::WrongBoard { at, expected, .. }) => {
            let expected = expected.map_or('*', |fruit| char::from(b'0' + fruit.kind()));
            (at.row() + 2, at.column() + 1, 1, format!("should be '{expected}'"))
        }
        _ => (1, 1, output.cell.to_string().len(), illegal_label(before, output.cell)),
    };
    finding.evidence =
        Some(Evidence { file: "output.txt".to_owned(), text: output.to_string(), line, column, length, label });
    finding.expected = right.ok().map(|right| right.to_string());
    finding.cause = diagnose(before, output).map(|cause| cause.to_string());
    finding.help = Some(help_for(diagnose(before, output).as_ref()));
    finding
}

fn illegal_label(before: &Grid, cell: Cell) -> String {
    if cell.is_inside(before.size()) {
        format!("there is no fruit at {cell}")
    } else {
        format!("{cell} is outside of the board, which has {size} columns and rows", size = before.size())
    }
}

fn without_cause(sentence: &str) -> &str {
    sentence.split("; likely cause: ").next().unwrap_or(sentence)
}

/// What to do about a cause.
fn help_for(cause: Option<&Cause>) -> String {
    match cause {
        Some(Cause::AnotherMove { .. }) => {
            "Name the cell whose group you take off the board: any cell of that group will do."
        }
        Some(Cause::Model { model, .. }) if model.named != Model::RIGHT.named => {
            "The letter is the column, A at the left; the number is the row, 1 at the top."
        }
        Some(Cause::Model { model, .. }) if model.fall != Model::RIGHT.fall => {
            "After the group is taken, in each column by itself all fruit falls down as far as it can. Columns stay \
             where they are."
        }
        Some(Cause::Model { model, .. }) if model.taken != Model::RIGHT.taken => {
            "Take all fruit of the kind that hangs together with the picked one by sides, and nothing else."
        }
        Some(_) => "Write the board as it stands in input.txt: the top row first, each row from the left, * for empty.",
        None => {
            "Compare the two boards: take the group off by hand, let each column fall, and look where yours differs."
        }
    }
    .to_owned()
}

/// Returns what explains all of these replies, each to a board, to the last character: the
/// wrong model that gets the fewest things wrong.
pub(super) fn common_cause(replies: &[(Grid, Output)]) -> Option<(String, String)> {
    let (before, wrong) = replies.iter().find(|(before, output)| output.check(before).is_err())?;
    for model in (1..=2).flat_map(Model::all_wrong_in) {
        if replies.iter().all(|(before, output)| model.explains(before, output)) {
            // In the words for one of them.
            let cell = wrong.cell;
            let meant = Cell::all(before.size()).find(|&meant| model.reply(before, meant).as_ref() == Some(wrong));
            let cause = Cause::Model { model, meant: meant.unwrap_or(cell), named: cell };
            return Some((cause.to_string(), help_for(Some(&cause))));
        }
    }
    None
}
