//! Recorded games in the forms of other programs: PGN for those that rate players, CSV for
//! spreadsheets and data frames.

use std::fmt::Write as _;
use std::time::SystemTime;

use fruitrage_game::{Ending, GameRecord, harmless, harmless_cell};
use fruitrage_grading::utc;
use fruitrage_rules::text::format_seconds;

/// Returns a game as PGN, with who moves first as White and cells for moves. Nothing for void
/// and unfinished games, which no rating counts. `written` is when the record was.
pub(crate) fn pgn(game: &GameRecord, written: Option<SystemTime>) -> String {
    let Some(end) = game.end.as_ref().filter(|end| !matches!(end.ending, Ending::Void { .. })) else {
        return String::new();
    };
    let result = match end.winner {
        Some(1) => "1-0",
        Some(_) => "0-1",
        None => "1/2-1/2",
    };
    let date = written.map_or("????.??.??".to_owned(), |time| utc(time)[..10].replace('-', "."));
    let [white, black] = &game.game.agents;
    let mut text = String::new();
    for (name, value) in [
        ("Event", "The Fruit Rage"),
        ("Site", "?"),
        ("Date", &date),
        ("Round", &game.game.id),
        ("White", &white.name),
        ("Black", &black.name),
        ("Result", result),
        ("PlyCount", &game.moves.len().to_string()),
        ("Termination", end.ending.name()),
        ("Points", &format!("{}:{}", end.points[0], end.points[1])),
        ("FEN", &game.game.board),
    ] {
        let value = harmless(value).replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    let _ = writeln!(text, "\n{}\n", movetext(game, result));
    text
}

/// The moves with their numbers and the result, in lines of 80 letters at most.
fn movetext(game: &GameRecord, result: &str) -> String {
    let number = |index: usize| index.is_multiple_of(2).then(|| format!("{}.", index / 2 + 1));
    let words = game
        .moves
        .iter()
        .enumerate()
        .flat_map(|(index, line)| number(index).into_iter().chain([line.cell.to_string()]));
    let mut text = String::new();
    let mut length = 0;
    for word in words.chain([result.to_owned()]) {
        let gap = match length {
            0 => "",
            _ if length + word.len() < 80 => " ",
            _ => "\n",
        };
        length = if gap == " " { length + 1 } else { 0 } + word.len();
        text.push_str(gap);
        text.push_str(&word);
    }
    text
}

/// Returns all moves of some games, one a row, below a line of names.
pub(crate) fn moves_csv(games: &[GameRecord]) -> anyhow::Result<String> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "game",
        "ply",
        "player",
        "name",
        "move",
        "fruits",
        "points",
        "points_1",
        "points_2",
        "cpu_seconds",
        "wall_seconds",
        "left_seconds",
        "position",
    ])?;
    for game in games {
        for (line, before) in game.moves.iter().zip(&game.positions) {
            let name = &game.game.agents[usize::from(line.player) - 1].name;
            out.write_record([
                harmless_cell(&game.game.id),
                line.ply.to_string(),
                line.player.to_string(),
                harmless_cell(name),
                line.cell.to_string(),
                line.size.to_string(),
                line.size.pow(2).to_string(),
                line.points[0].to_string(),
                line.points[1].to_string(),
                format_seconds(line.cpu),
                format_seconds(line.wall),
                format_seconds(line.left),
                before.board().to_line(),
            ])?;
        }
    }
    Ok(String::from_utf8(out.into_inner()?)?)
}
