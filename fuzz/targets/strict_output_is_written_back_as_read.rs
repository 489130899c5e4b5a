//! Holds the strict reader of `output.txt` to the writer and to the check: it
//! never panics, what it accepts is written back byte for byte, and a reply
//! passes the check if and only if it is the right one.

#![no_main]

use fruitrage_rules::text::Output;
use fruitrage_rules::{MAX_SIZE, generate};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [size, kinds, text @ ..] = bytes else { return };
    let size = usize::from(*size) % MAX_SIZE + 1;
    let Ok(output) = Output::read_strictly(text, size) else { return };
    assert_eq!(output.to_string().as_bytes(), text);
    let before = generate(size, kinds % 10 + 1, 1);
    let right = Output::of(&before, output.cell);
    assert_eq!(output.check(&before).is_ok(), right.as_ref() == Ok(&output));
    if let Ok(right) = right {
        assert!(right.check(&before).is_ok());
        assert_eq!(Output::read_strictly(right.to_string().as_bytes(), size), Ok(right));
    }
});
