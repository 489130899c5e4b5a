//! The judgements of a game: what an answer means, who has won, and a sentence about it.

use std::time::Duration;

use fruitrage_rules::{Board, Judge, Player, Position, Verdict};

use super::{Answer, DecidedBy, Dialogue, EndLine, Ending, JudgedMove, LastReply, Refused, Rules, TieRule, Turn};

/// Returns the move that a turn gives, if the slow judge finds it legal, or how the game
/// ends with that turn.
pub fn judge_turn(board: &Board, rules: &Rules, turn: &Turn) -> Result<JudgedMove, Refused> {
    let judged = judge_answer(board, rules, &turn.answer);
    let judged = judged
        .map(|judged| JudgedMove { warnings: [judged.warnings, turn.dialogue.warnings.clone()].concat(), ..judged });
    judged.map_err(|ending| {
        let output = match &turn.answer {
            Answer::Output { text, .. } => Some(text.clone()),
            _ => None,
        };
        let Dialogue { told, said, .. } = turn.dialogue.clone();
        let reply = LastReply { output, told, said, stderr: turn.stderr.clone() };
        let is_kept = ending.is_fault() && reply != LastReply::default();
        Refused { ending, reply: is_kept.then(|| Box::new(reply)) }
    })
}

#[cfg_attr(target_arch = "wasm32", expect(unused_variables, reason = "they are rules for programs"))]
fn judge_answer(board: &Board, rules: &Rules, answer: &Answer) -> Result<JudgedMove, Ending> {
    match answer {
        Answer::Cell(cell) => {
            let judged = Judge::new(&board.to_grid()).try_take(*cell);
            let judged = judged.map(|_| JudgedMove { cell: *cell, warnings: Vec::new() });
            judged.map_err(|illegal| Ending::IllegalMove { message: illegal.to_string() })
        }
        Answer::Fault(ending) => Err(ending.clone()),
        Answer::Void(message) => Err(Ending::Void { message: message.clone() }),
        Answer::Stopped => Err(Ending::Void { message: "stopped".to_owned() }),
        #[cfg(not(target_arch = "wasm32"))]
        Answer::Output { text, exit } => super::written_reply::judge(board, rules, text, exit.as_ref()),
        // What judges programs need not be in a page.
        #[cfg(target_arch = "wasm32")]
        Answer::Output { .. } => Err(Ending::Void { message: "no program runs in a page".to_owned() }),
    }
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
        reply: None,
    }
}

/// Returns who wins, as a clause. Whoever plays against a computer is called 'You'.
fn wins(name: &str) -> String {
    if name == "You" { "You win".to_owned() } else { format!("{name} wins") }
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
            format!("{} by time left, {first}:{second}", wins(names[winner.index()]))
        }
        (Ending::Cleared, Some(winner)) => format!("{} by points, {first}:{second}", wins(names[winner.index()])),
        (Ending::Cleared, None) => format!("Drawn, {first}:{second}"),
        (Ending::Resigned { .. }, Some(winner)) => {
            let [winner, loser] = [winner, winner.opponent()].map(|player| names[player.index()]);
            format!("{loser} resigned, so {}; the points were {first}:{second}", wins(winner))
        }
        (ending, _) => format!("{} {}", names[position.turn().index()], ending.sentence()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StartingBoard;

    #[test]
    fn what_was_odd_about_a_reply_and_about_the_dialogue_is_told_together() {
        let board = StartingBoard::of_line("0").unwrap().board;
        let text = b"A1\r\n*\r\n".to_vec();
        let mut turn = Turn::new(Duration::ZERO, Duration::ZERO, Answer::Output { text, exit: None });
        turn.dialogue.warnings = vec!["it was slow to stop".to_owned()];
        let warnings = judge_turn(&board, &Rules::default(), &turn).unwrap().warnings;
        let [white_space, dialogue] = &warnings[..] else { panic!("{warnings:?}") };
        assert!(white_space.contains("CRLF"), "{white_space}");
        assert_eq!(dialogue, "it was slow to stop");
    }

    #[test]
    fn whoever_is_you_wins_in_good_english() {
        let board = StartingBoard::of_line("0").unwrap().board;
        let position = Position::new(board, Player::First, [2, 1]);
        for (names, expected) in
            [(["You", "engine"], "You win by points, 2:1"), (["Ada", "You"], "Ada wins by points, 2:1")]
        {
            let said = sentence(&Ending::Cleared, &position, Some(Player::First), DecidedBy::Points, names);
            assert_eq!(said, expected);
        }
        let resigned = Ending::Resigned { player: 1 };
        let said = sentence(&resigned, &position, Some(Player::Second), DecidedBy::Resignation, ["Ada", "You"]);
        assert_eq!(said, "Ada resigned, so You win; the points were 2:1");
    }
}
