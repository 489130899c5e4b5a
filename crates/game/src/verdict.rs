//! The judgements of a game: what an answer means, who has won, and a sentence about it.

use std::time::Duration;

use fruitrage_rules::text::{Fault, Output};
use fruitrage_rules::{Board, Judge, Player, Position, Verdict};

use super::{Answer, DecidedBy, EndLine, Ending, JudgedMove, TieRule};

/// Returns the move that an answer names, if the slow judge finds it legal, or how the
/// game ends with that answer.
pub fn judge_answer(board: &Board, strict_board: bool, answer: &Answer) -> Result<JudgedMove, Ending> {
    let (text, exit) = match answer {
        Answer::Cell(cell) => {
            let judged = Judge::new(&board.to_grid()).try_take(*cell);
            let judged = judged.map(|_| JudgedMove { cell: *cell, warnings: Vec::new() });
            return judged.map_err(|illegal| Ending::IllegalMove { message: illegal.to_string() });
        }
        Answer::Fault(ending) => return Err(ending.clone()),
        Answer::Void(message) => return Err(Ending::Void { message: message.clone() }),
        Answer::Stopped => return Err(Ending::Void { message: "stopped".to_owned() }),
        Answer::Output { text, exit } => (text, exit),
    };
    // A program that wrote a good reply and then failed has replied: the
    // courses look at the file only. If the reply is no good, the failure is
    // the better explanation.
    let crashed = |ending| match exit {
        Some((exit, stderr)) => Ending::Crashed { exit: *exit, stderr: stderr.clone() },
        None => ending,
    };
    let output = Output::read_strictly(text, board.size()).map_err(|error| {
        crashed(Ending::MalformedOutput {
            line: error.place.line,
            column: error.place.column,
            message: format!("expected {}, found {}", error.expected, error.found),
        })
    })?;
    let mut warnings = Vec::new();
    match output.check(&board.to_grid()) {
        Ok(_) => {}
        Err(Fault::IllegalMove(illegal)) => return Err(Ending::IllegalMove { message: illegal.to_string() }),
        Err(fault @ Fault::WrongBoard { .. }) if strict_board => {
            return Err(Ending::WrongBoard { message: fault.to_string() });
        }
        Err(fault @ Fault::WrongBoard { .. }) => warnings.push(fault.to_string()),
    }
    warnings.extend(exit.as_ref().map(|(exit, _)| format!("a good reply, but the program ended with {exit}")));
    Ok(JudgedMove { cell: output.cell, warnings })
}

/// Returns who has won a game that ended like this in a position, and by what.
fn winner(ending: &Ending, position: &Position, left: [Duration; 2], ties: TieRule) -> (Option<Player>, DecidedBy) {
    match ending {
        Ending::Void { .. } => (None, DecidedBy::None),
        Ending::Resigned { player: 1 } => (Some(Player::Second), DecidedBy::Resignation),
        Ending::Resigned { .. } => (Some(Player::First), DecidedBy::Resignation),
        Ending::Cleared => match Verdict::of(position.points(), left) {
            Verdict::ByPoints(winner) => (Some(winner), DecidedBy::Points),
            Verdict::ByTime(winner) if ties == TieRule::Time => (Some(winner), DecidedBy::Time),
            Verdict::ByTime(_) | Verdict::PlayAgain => (None, DecidedBy::None),
        },
        _ => (Some(position.turn().opponent()), DecidedBy::Fault),
    }
}

/// Returns the line for the end of a game between players of these names, who have this
/// much time left.
pub(crate) fn conclude(
    ending: Ending,
    position: &Position,
    left: [Duration; 2],
    ties: TieRule,
    names: [&str; 2],
) -> EndLine {
    let (winner, decided_by) = winner(&ending, position, left, ties);
    let message = sentence(&ending, position, winner, decided_by, names);
    EndLine {
        ending,
        winner: winner.map(|winner| winner.index() as u8 + 1),
        decided_by,
        points: position.points(),
        left,
        cpu: Duration::ZERO,
        wall: Duration::ZERO,
        message,
    }
}

fn sentence(
    ending: &Ending,
    position: &Position,
    winner: Option<Player>,
    decided_by: DecidedBy,
    names: [&str; 2],
) -> String {
    let [first, second] = position.points();
    match (ending, winner) {
        (Ending::Void { message }, _) => format!("The game does not count: {message}"),
        (Ending::Cleared, Some(winner)) if decided_by == DecidedBy::Time => {
            format!("{} wins by time left, {first}:{second}", names[winner.index()])
        }
        (Ending::Cleared, Some(winner)) => format!("{} wins by points, {first}:{second}", names[winner.index()]),
        (Ending::Cleared, None) => format!("Drawn, {first}:{second}"),
        (Ending::Resigned { .. }, Some(winner)) => {
            let [winner, loser] = [winner, winner.opponent()].map(|player| names[player.index()]);
            format!("{loser} resigned, so {winner} wins; the points were {first}:{second}")
        }
        (ending, _) => format!("{} {}", names[position.turn().index()], ending.sentence()),
    }
}
