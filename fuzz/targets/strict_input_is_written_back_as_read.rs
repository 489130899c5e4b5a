//! Holds the strict reader of `input.txt` to the writer: it never panics, and
//! what it accepts is written back byte for byte, but for the form of the time
//! (`300.0` is as good as `300`).

#![no_main]

use fruitrage_rules::Board;
use fruitrage_rules::text::Input;
use libfuzzer_sys::fuzz_target;

const TIME_LINE: usize = 2;

fuzz_target!(|text: &[u8]| {
    let Ok(input) = Input::read_strictly(text) else { return };
    Board::try_from(&input.grid).expect("a settled board");
    let written = input.to_string();
    assert_eq!(Input::read_strictly(written.as_bytes()).as_ref(), Ok(&input));
    let before = str::from_utf8(text).expect("only ASCII is accepted").split('\n');
    for (number, (before, after)) in before.zip(written.split('\n')).enumerate() {
        assert!(before == after || number == TIME_LINE, "{before:?} became {after:?}");
    }
});
