//! Boards that are pasted, edited and played on without a game.

use fruitrage_rules::text::{Input, PositionLine};
use fruitrage_rules::{Board, Cell, IllegalMove, MAX_SIZE, Player, Position};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{ViewError, value};
use crate::{MoveEffect, effect, group};

/// The most moves of a line: as many as there are fruits.
const LONGEST_LINE: usize = MAX_SIZE * MAX_SIZE;

/// A board as a page draws it.
#[derive(Serialize)]
pub(super) struct Drawn {
    size: usize,
    kinds: u8,
    rows: Vec<String>,
    turn: u8,
    points: [u32; 2],
    groups: Value,
    /// The same as a line of text, as `/api/analysis` and `/api/line` take it.
    position: String,
    /// What was odd about the text.
    notes: Vec<String>,
}

/// Returns all groups of a board: the cells of each, and its points.
pub fn groups(board: &Board) -> Value {
    let views = board.groups().into_iter().filter_map(|found| group(board, found.cell()).ok());
    Value::Array(views.map(|view| value(&view)).collect())
}

/// Returns the rows of a board.
pub fn rows(board: &Board) -> Vec<String> {
    board.to_string().lines().map(str::to_owned).collect()
}

/// Reads a position on one line, an input.txt, or bare rows.
pub fn parse(text: &str) -> Result<(Position, Vec<String>), ViewError> {
    let text = text.trim();
    // Also of one cell, whose line has no '/'.
    if let Ok(line) = text.parse::<PositionLine>() {
        return Ok((line.position, Vec::new()));
    }
    let words = text.split_ascii_whitespace().count();
    let cells = |text: &str| text.bytes().all(|byte| byte == b'*' || byte.is_ascii_digit());
    if text.contains('/') || words == 1 {
        // Who moves and who has what may be left out.
        let line = if words == 1 { format!("{text} 1 0:0 -") } else { text.to_owned() };
        return match line.parse::<PositionLine>() {
            Ok(line) => Ok((line.position, Vec::new())),
            Err(error) => drawn_rows(text).ok_or_else(|| ViewError::new(format!("not a position: {error}"))),
        };
    }
    let rows: Vec<&str> = text.split_ascii_whitespace().collect();
    if rows.iter().all(|row| cells(row) && row.len() == rows.len())
        && let Some(found) = drawn_rows(&rows.join("/"))
    {
        return Ok(found);
    }
    let (input, oddities) =
        Input::read_liberally(text.as_bytes()).map_err(|error| ViewError::new(format!("not an input.txt: {error}")))?;
    let notes = oddities.into_iter().map(|oddity| format!("line {}: {}", oddity.place.line, oddity.what)).collect();
    Ok((Position::new(Board::settled(&input.grid), Player::First, [0, 0]), notes))
}

/// A board drawn with fruit that floats, which falls.
fn drawn_rows(text: &str) -> Option<(Position, Vec<String>)> {
    let mut parts = text.split_ascii_whitespace();
    let rows: Vec<&str> = parts.next()?.split('/').collect();
    let size = rows.len();
    let sound = |row: &&str| row.len() == size && row.bytes().all(|byte| byte == b'*' || byte.is_ascii_digit());
    if size > MAX_SIZE || !rows.iter().all(sound) {
        return None;
    }
    let input = format!("{size}\n10\n1\n{}\n", rows.join("\n"));
    let (input, _) = Input::read_liberally(input.as_bytes()).ok()?;
    let board = Board::settled(&input.grid);
    let rest = parts.collect::<Vec<_>>().join(" ");
    let rest = if rest.is_empty() { "1 0:0 -".to_owned() } else { rest };
    let line: PositionLine = format!("{} {rest}", board.to_line()).parse().ok()?;
    let floating = input.grid.floating().next().is_some();
    Some((line.position, floating.then(|| "Fruit that floated has fallen.".to_owned()).into_iter().collect()))
}

pub(super) fn draw(position: &Position, notes: Vec<String>) -> Drawn {
    let board = position.board();
    Drawn {
        size: board.size(),
        kinds: board.to_grid().kinds(),
        rows: rows(board),
        turn: position.turn().index() as u8 + 1,
        points: position.points(),
        groups: groups(board),
        position: PositionLine { position: position.clone(), clocks: None }.to_string(),
        notes,
    }
}

/// Returns what a text draws.
pub fn read(text: &str) -> Result<Value, ViewError> {
    let (position, notes) = parse(text)?;
    Ok(value(&draw(&position, notes)))
}

/// Moves to be made in a position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovesWanted {
    /// The position.
    pub position: String,
    /// The moves.
    pub moves: Vec<String>,
}

/// A move of a line, and what it leads to.
#[derive(Serialize)]
struct Step {
    player: u8,
    #[serde(rename = "move")]
    cell: String,
    effect: MoveEffect,
    #[serde(flatten)]
    after: Drawn,
}

/// Returns what moves lead to, one after the other.
pub fn line(line: &MovesWanted) -> Result<Value, ViewError> {
    if line.moves.len() > LONGEST_LINE {
        return Err(ViewError::new(format!("a line has at most {LONGEST_LINE} moves")));
    }
    let (position, _) = parse(&line.position)?;
    let wrong = |number: usize, what: String| ViewError::new(format!("move {}: {what}", number + 1));
    let cell = |(number, text): (usize, &String)| text.parse().map_err(|error| wrong(number, format!("{error}")));
    let moves = line.moves.iter().enumerate().map(cell).collect::<Result<Vec<Cell>, _>>()?;
    let steps = steps(position, &moves).map_err(|(number, illegal)| wrong(number, illegal.to_string()))?;
    Ok(json!({ "steps": steps }))
}

/// Returns what moves lead to, one after the other; or which one cannot be made, from 0.
pub(super) fn steps(mut position: Position, moves: &[Cell]) -> Result<Value, (usize, IllegalMove)> {
    let step = |(number, &cell): (usize, &Cell)| {
        let effect = effect(position.board(), cell).map_err(|illegal| (number, illegal))?;
        let player = position.turn().index() as u8 + 1;
        position.try_play(cell).map_err(|illegal| (number, illegal))?;
        Ok(value(&Step { player, cell: cell.to_string(), effect, after: draw(&position, Vec::new()) }))
    };
    moves.iter().enumerate().map(step).collect()
}

/// Returns what a move would do: the group, what falls, the board then, and the largest group
/// that it leaves to the opponent.
pub fn preview(position: &str, cell: &str) -> Result<Value, ViewError> {
    let (mut position, _) = parse(position)?;
    let cell: Cell = cell.parse().map_err(ViewError::new)?;
    let effect = effect(position.board(), cell).map_err(ViewError::new)?;
    position.try_play(cell).map_err(ViewError::new)?;
    let board = position.board();
    let leaves =
        board.groups().into_iter().max_by_key(|left| left.size()).and_then(|left| group(board, left.cell()).ok());
    Ok(json!({
        "group": effect.taken,
        "falls": effect.falls,
        "rows": rows(board),
        "points": position.points(),
        "leaves": leaves,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_rows(text: &str) -> Vec<String> {
        rows(parse(text).unwrap_or_else(|_| panic!("{text}")).0.board())
    }

    #[test]
    fn a_board_is_read_in_every_form_that_people_paste() {
        let expected = ["*1", "01"];
        for text in ["*1/01", "*1/01 2 9:4 -", "2\n2\n300.0\n*1\n01\n", "*1\n01", "0*/*1/01".trim_start_matches("0*/")]
        {
            assert_eq!(read_rows(text), expected, "{text}");
        }
        assert_eq!(read_rows("3 1 0:0 -"), ["3"]);
        let (position, _) = parse("*1/01 2 9:4 -").unwrap();
        assert_eq!((position.turn(), position.points()), (Player::Second, [9, 4]));
    }

    #[test]
    fn fruit_that_floats_falls_and_that_is_told() {
        let (position, notes) = parse("01/*1 2 9:4 -").unwrap();
        assert_eq!(rows(position.board()), ["*1", "01"]);
        assert_eq!(position.points(), [9, 4]);
        assert_eq!(notes.len(), 1);
    }

    #[test]
    fn a_move_on_trial_tells_what_it_takes_drops_and_leaves() {
        let shown = preview("00*/110/011 2 0:0 -", "B2").unwrap();
        assert_eq!(shown["group"]["points"], 16);
        assert_eq!(shown["rows"], json!(["***", "0**", "000"]), "{shown}");
        assert_eq!(shown["leaves"]["size"], 4);
        assert_eq!(preview("0", "A1").unwrap()["leaves"], Value::Null);
        for (position, cell) in [("0", "B1"), ("0", "x"), ("?", "A1")] {
            assert!(preview(position, cell).is_err(), "{position} {cell}");
        }
    }

    #[test]
    fn what_is_no_board_is_refused_with_a_reason() {
        for text in ["", "/", "hello", "1x/01", "27\n1\n1\n", "01/0", "<script>/<script>"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
