//! Which boards play alike: those that are the same after renaming kinds, mirroring, and
//! removing what cannot matter.
//!
//! `docs/solver.md` (Parts, Coins) proves what does not matter: where a part of the board
//! is that shares no kind with the columns beside it, and two coins of one size. A coin is
//! an upright run on top of its column whose kind is neither elsewhere in the column nor in
//! the columns beside it.

use fruitrage_rules::{Board, Cell, Fruit};

/// A column, from the bottom.
type Column = Vec<u8>;

/// Returns a text that is equal for boards that play alike.
pub fn likeness(board: &Board) -> String {
    let mut columns: Vec<Column> = (0..board.size()).map(|column| fruits(board, column)).collect();
    let mut coins = take_coins(&mut columns);
    coins.sort_unstable();
    let odd: Vec<String> =
        coins.chunk_by(|a, b| a == b).filter(|equal| equal.len() % 2 == 1).map(|equal| equal[0].to_string()).collect();
    let mut parts: Vec<String> = parts(&columns).map(canonical).collect();
    parts.sort_unstable();
    format!("{};{}", parts.join(";"), odd.join(","))
}

fn fruits(board: &Board, column: usize) -> Column {
    let rows = (0..board.size()).rev();
    rows.map_while(|row| board.get(Cell::new(column, row))).map(Fruit::kind).collect()
}

/// Takes coins off until there is none, and returns their sizes.
fn take_coins(columns: &mut [Column]) -> Vec<usize> {
    let mut coins = Vec::new();
    while let Some((column, size)) = (0..columns.len()).find_map(|column| Some((column, coin(columns, column)?))) {
        let rest = columns[column].len() - size;
        columns[column].truncate(rest);
        coins.push(size);
    }
    coins
}

/// The size of the coin on top of a column, if there is one.
fn coin(columns: &[Column], column: usize) -> Option<usize> {
    let kind = *columns[column].last()?;
    let size = columns[column].iter().rev().take_while(|&&other| other == kind).count();
    let below = &columns[column][..columns[column].len() - size];
    let beside = [column.checked_sub(1), Some(column + 1)].into_iter().flatten().filter_map(|at| columns.get(at));
    (!below.contains(&kind) && !beside.flatten().any(|&other| other == kind)).then_some(size)
}

/// The parts that share no kind with the columns beside them.
fn parts(columns: &[Column]) -> impl Iterator<Item = &[Column]> {
    let share = |one: &Column, other: &Column| one.iter().any(|kind| other.contains(kind));
    columns.chunk_by(move |one, other| share(one, other)).filter(|part| part.iter().any(|column| !column.is_empty()))
}

/// A part with its kinds named anew in the order in which they come, from the left or from
/// the right, whichever is first in the alphabet.
fn canonical(part: &[Column]) -> String {
    let name = |columns: &mut dyn Iterator<Item = &Column>| {
        let mut names: Vec<u8> = Vec::new();
        let columns: Vec<String> = columns
            .map(|column| {
                let letter = |kind: &u8| {
                    let at = names.iter().position(|name| name == kind).unwrap_or_else(|| {
                        names.push(*kind);
                        names.len() - 1
                    });
                    char::from(b'a' + at as u8)
                };
                column.iter().map(letter).collect()
            })
            .collect();
        columns.join("/")
    };
    name(&mut part.iter()).min(name(&mut part.iter().rev()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::text::PositionLine;

    fn likeness_of(rows: &str) -> String {
        likeness(format!("{rows} 1 0:0 -").parse::<PositionLine>().unwrap().position.board())
    }

    #[test]
    fn names_sides_places_and_pairs_of_coins_do_not_matter() {
        let board = likeness_of("****/1***/021*/2012");
        assert_eq!(board, likeness_of("****/3***/543*/4534"), "other names");
        assert_eq!(board, likeness_of("****/***1/*120/2102"), "mirrored");
        assert_eq!(board, likeness_of("*****/*****/*1***/*021*/*2012"), "moved");
        // The coins of three and three are worth nothing; one of three is worth something.
        assert_eq!(board, likeness_of("*******/*******/*******/*******/1***3*4/021*3*4/20123*4"));
        assert_ne!(board, likeness_of("*****/*****/1***3/021*3/20123"));
    }

    #[test]
    fn boards_that_play_differently_are_not_alike() {
        let boards = ["**/01", "**/00", "0*/01", "1*/01", "0*/11", "00/11", "01/10"].map(likeness_of);
        assert_eq!(boards.iter().collect::<std::collections::HashSet<_>>().len(), 7, "{boards:?}");
    }
}
