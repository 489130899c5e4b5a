//! A small class for the tests of reports, with text that means harm.

use std::time::Duration;

use fruitrage_game::{Ending, LastReply};

use crate::{CaseEvidence, Evidence, GradeSheet, ItemGrade, Outcome};

fn case(number: usize, outcome: Outcome, reason: &str) -> ItemGrade {
    let ending = (outcome == Outcome::Missed).then(|| Ending::WrongBoard { message: reason.to_owned() });
    let evidence = CaseEvidence {
        input: "2\n2\n300.000\n01\n10\n".to_owned(),
        cell: Some("A1".to_owned()).filter(|_| outcome == Outcome::Earned),
        reply: ending.as_ref().map(|_| LastReply {
            output: Some(b"A1\n*<b>\n".to_vec()),
            stderr: "oh\u{1b}[2J".to_owned(),
            ..LastReply::default()
        }),
        ending,
        cpu: Duration::from_millis(31),
        wall: Duration::from_millis(40),
    };
    ItemGrade {
        id: format!("case-{number:02}"),
        name: format!("board {number}"),
        most: "1".parse().unwrap_or_default(),
        outcome,
        reason: reason.to_owned(),
        notes: vec![],
        evidence: Evidence::Case(evidence),
    }
}

fn minimax(outcome: Outcome, reason: &str) -> ItemGrade {
    ItemGrade {
        id: "match-minimax".to_owned(),
        name: "11 games against minimax:depth=3".to_owned(),
        most: "50".parse().unwrap_or_default(),
        outcome,
        reason: reason.to_owned(),
        notes: vec![],
        evidence: Evidence::None,
    }
}

/// Three submissions: all earned, much missed, and one that is not graded.
pub(crate) fn class() -> Vec<GradeSheet> {
    let right = |number| case(number, Outcome::Earned, "a right move, A1, in 0.031 s");
    let wrong = case(2, Outcome::Missed, "it wrote a wrong board: </pre><script>alert(1)</script>\u{202e}");
    let sheet = |submission: &str, items: Vec<ItemGrade>| GradeSheet { submission: submission.to_owned(), items };
    vec![
        sheet("ada", vec![right(1), right(2), minimax(Outcome::Earned, "won 6 of 7 games against minimax:depth=3")]),
        sheet("=ben", vec![right(1), wrong, minimax(Outcome::Missed, "won 0 of 6 games against minimax:depth=3")]),
        sheet("cyd", vec![right(1), right(2), minimax(Outcome::NotGraded, "the disk is full")]),
    ]
}
