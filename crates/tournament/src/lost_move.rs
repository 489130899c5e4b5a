//! The files of a move that lost a game, in a folder of their own: what the program was
//! told, what it replied and what it said, so that the move can be looked at and tried again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use fruitrage_game::harmless;
use fruitrage_game::{EndLine, GameRecord};
use fruitrage_rules::text::Output;

/// How many lost moves of an agent are kept: one kind of mistake is seldom made only once,
/// and nobody looks at more.
pub const MOST_LOST_MOVES: usize = 5;
/// How long the part of a folder's name is that comes from an agent's name.
const LONGEST_NAME: usize = 30;

/// Returns the number of the move with which a game was lost by a fault, and who made it:
/// 0 or 1.
pub fn lost_move(record: &GameRecord) -> Option<(usize, usize)> {
    let loser = record.end.as_ref().and_then(EndLine::at_fault)?;
    Some((record.moves.len() + 1, loser))
}

/// Returns a name for the folder of a move: who, in which game, and which move.
pub fn folder_name(agent: &str, game: &str, ply: usize) -> String {
    format!("{}-{}-move-{ply}", plain(agent), plain(game))
}

/// Returns a name without what means something to a file system or a shell.
pub fn plain(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') { c } else { '_' })
        .take(LONGEST_NAME)
        .collect();
    let plain = plain.trim_matches('_');
    if plain.is_empty() { "agent".to_owned() } else { plain.to_owned() }
}

/// Writes the files of a move, counted from 1, into a new folder: `input.txt`, and if they
/// are known `output.txt` (for a program that plays by lines `stdin.txt` and `stdout.txt`),
/// `stderr.txt` and, for the move that lost, `verdict.txt`. Whatever
/// has the folder's name already is left as it is, and that is an error.
pub fn write_move(folder: &Path, record: &GameRecord, ply: usize) -> io::Result<()> {
    let Some(input) = record.input(ply) else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("the game has no move {ply}")));
    };
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::create_dir(folder)?;
    fs::write(folder.join("input.txt"), input.to_string())?;
    if let Some(line) = record.moves.get(ply - 1) {
        if let Ok(output) = Output::of(&input.grid, line.cell) {
            fs::write(folder.join("output.txt"), output.to_string())?;
        }
        return Ok(());
    }
    let Some(end) = &record.end else { return Ok(()) };
    let verdict: String = end.message.lines().map(|line| harmless(line) + "\n").collect();
    fs::write(folder.join("verdict.txt"), verdict)?;
    if let Some(reply) = &end.reply {
        if let Some(output) = &reply.output {
            fs::write(folder.join("output.txt"), output)?;
        }
        // What is said line by line ends with a line's end already.
        for (name, text, end) in
            [("stdin.txt", &reply.told, ""), ("stdout.txt", &reply.said, ""), ("stderr.txt", &reply.stderr, "\n")]
        {
            if !text.is_empty() {
                fs::write(folder.join(name), format!("{text}{end}"))?;
            }
        }
    }
    Ok(())
}

/// Keeps the move that lost a game in `parent`, unless that holds enough already. Returns
/// where it is. A name that is taken gets a number.
pub fn keep_lost_move(parent: &Path, most: usize, record: &GameRecord) -> io::Result<Option<PathBuf>> {
    let Some((ply, loser)) = lost_move(record) else { return Ok(None) };
    let kept = fs::read_dir(parent).map_or(0, Iterator::count);
    if kept >= most {
        return Ok(None);
    }
    let name = folder_name(&record.game.agents[loser].name, &record.game.id, ply);
    for number in 1..=most {
        let folder = parent.join(if number == 1 { name.clone() } else { format!("{name}-{number}") });
        match write_move(&folder, record, ply) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            written => return written.map(|()| Some(folder)),
        }
    }
    Ok(None)
}
