//! An agent for The Fruit Rage: it takes the largest group. The rest is up to you.
//!
//! It is started once for each move. It reads input.txt, writes output.txt and ends.

use std::fs;
use std::time::Instant;

const EMPTY: u8 = b'*';

/// The rows, the top one first.
type Board = Vec<Vec<u8>>;
/// Row and column, from 0.
type Cell = (usize, usize);
type Group = Vec<Cell>;

/// Returns the board, and the seconds left for the whole game.
fn read_input() -> Option<(Board, f64)> {
    let text = fs::read_to_string("input.txt").ok()?;
    let mut words = text.split_whitespace();
    let size: usize = words.next()?.parse().ok()?;
    let _kinds = words.next()?;
    let seconds = words.next()?.parse().ok()?;
    let rows = words.take(size).map(|row| row.as_bytes().to_vec());
    Some((rows.collect(), seconds))
}

/// Returns the cells of the group that holds this fruit, and marks them as seen. The group
/// itself is the list of what is still to be looked at: a function that calls itself could
/// go too deep on a large board.
fn group_at(board: &Board, start: Cell, seen: &mut [Vec<bool>]) -> Group {
    let fruit = board[start.0][start.1];
    let mut group = vec![start];
    seen[start.0][start.1] = true;
    let mut next = 0;
    while next < group.len() {
        let (row, column) = group[next];
        next += 1;
        // Left of column 0 the number wraps around to a huge one, which is outside too.
        let left_and_right = [(row, column.wrapping_sub(1)), (row, column + 1)];
        let above_and_below = [(row.wrapping_sub(1), column), (row + 1, column)];
        for (r, c) in left_and_right.into_iter().chain(above_and_below) {
            let inside = r < board.len() && c < board.len();
            if inside && !seen[r][c] && board[r][c] == fruit {
                seen[r][c] = true;
                group.push((r, c));
            }
        }
    }
    group
}

/// Returns every group, in the order of their first cells: row by row from the top.
fn all_groups(board: &Board) -> Vec<Group> {
    let mut seen = vec![vec![false; board.len()]; board.len()];
    let mut groups = Vec::new();
    for (row, cells) in board.iter().enumerate() {
        for (column, &fruit) in cells.iter().enumerate() {
            if fruit != EMPTY && !seen[row][column] {
                groups.push(group_at(board, (row, column), &mut seen));
            }
        }
    }
    groups
}

/// Returns the board after a group is taken and the fruit above it has fallen.
fn after(board: &Board, group: &Group) -> Board {
    let mut result = board.clone();
    for &(row, column) in group {
        result[row][column] = EMPTY;
    }
    // From the bottom row up, each fruit goes to the lowest free cell of its column.
    let mut free = vec![board.len(); board.len()];
    for row in (0..board.len()).rev() {
        for (column, free) in free.iter_mut().enumerate() {
            let fruit = result[row][column];
            if fruit != EMPTY {
                *free -= 1;
                result[row][column] = EMPTY;
                result[*free][column] = fruit;
            }
        }
    }
    result
}

/// Returns the group to take: the largest, and of equal ones the first. There is none on an
/// empty board.
///
/// What to do next, here:
///
/// 1. Look at what you leave. `after(board, &group)` is the board that your opponent gets:
///    how large is the largest group there? Taking k fruits is worth k * k points.
/// 2. Look further ahead: your move, the reply, your next move. Read about minimax, then
///    about alpha-beta. It gains most if large groups are tried first.
/// 3. Keep to the clock. Give this function the seconds and the start: the seconds must do
///    for all your moves to come, and who uses them up loses. Allow this move a part of
///    them, and when `started.elapsed()` gets there, return the best group so far. With one
///    thread the time on the wall is never less than the CPU time that counts.
fn choose(board: &Board) -> Option<Group> {
    // Of equal ones `max_by_key` returns the last, so the order is turned round.
    all_groups(board).into_iter().rev().max_by_key(Vec::len)
}

/// Returns the move, such as B1, and the board after it.
fn output(board: &Board, group: &Group) -> String {
    let (row, column) = group[0];
    let letter = char::from(b'A' + column as u8);
    let mut text = format!("{letter}{}\n", row + 1);
    for cells in after(board, group) {
        text += &String::from_utf8_lossy(&cells);
        text += "\n";
    }
    text
}

fn main() {
    let started = Instant::now();
    let (board, seconds) = read_input().expect("input.txt cannot be read");
    let group = choose(&board).expect("there is no fruit to take in input.txt");
    fs::write("output.txt", output(&board, &group)).expect("output.txt cannot be written");
    // Only output.txt counts. What is printed to stderr is for you.
    let used = started.elapsed().as_secs_f64();
    eprintln!("took {}, used {used:.3} s of {seconds:.3} s", group.len());
}
