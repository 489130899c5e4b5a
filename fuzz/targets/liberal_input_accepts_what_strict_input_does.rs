//! Holds the liberal reader of `input.txt` to the strict one: it never panics,
//! reads the same from a file that is as it should be, and finds nothing odd
//! there. What it makes of any other file is playable.

#![no_main]

use fruitrage_rules::text::{Input, LineColumn};
use fruitrage_rules::{Cell, Judge};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let strict = Input::read_strictly(text);
    match Input::read_liberally(text) {
        Ok((input, oddities)) => {
            for oddity in &oddities {
                assert_is_in(text, oddity.place);
            }
            let mut judge = Judge::new(&input.grid);
            let fruit = Cell::all(input.grid.size()).find(|&cell| input.grid.get(cell).is_some());
            judge.try_take(fruit.expect("a board with a fruit")).expect("a legal move");
            assert!(input.kinds >= input.grid.kinds());
            if let Ok(strict) = strict {
                assert_eq!(input, strict);
                // The published rules stop at 9, so 10 is odd but accepted.
                assert_eq!(oddities.len(), usize::from(strict.kinds == 10), "{oddities:?}");
            }
        }
        Err(error) => {
            assert_is_in(text, error.place);
            assert!(strict.is_err() || strict.is_ok_and(|input| input.grid.fruits() == 0), "{error}");
        }
    }
});

/// A place is on a line of the text, at most one past its end, or it is the
/// start of the line after the last.
fn assert_is_in(text: &[u8], place: LineColumn) {
    let lengths = line_lengths(text);
    let length = lengths.get(place.line - 1).copied().unwrap_or(0);
    assert!(place.line <= lengths.len() + 1 && (1..=length + 1).contains(&place.column), "{place}");
}

/// The bytes on each line, which ends in LF, CR or both.
fn line_lengths(text: &[u8]) -> Vec<usize> {
    let mut lengths = vec![0];
    let mut previous = 0;
    for &byte in text {
        match byte {
            b'\n' if previous == b'\r' => {}
            b'\n' | b'\r' => lengths.push(0),
            _ => *lengths.last_mut().expect("a first line") += 1,
        }
        previous = byte;
    }
    lengths
}
