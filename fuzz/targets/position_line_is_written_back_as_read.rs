//! Holds the reader of one-line positions to the writer: it never panics, and
//! what it accepts is written back as it was, but for the form of the clocks
//! (`300.0` is as good as `300`).

#![no_main]

use fruitrage_rules::text::PositionLine;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(line) = text.parse::<PositionLine>() else { return };
    let written = line.to_string();
    assert_eq!(written.parse().as_ref(), Ok(&line));
    let without_clocks = |text: &str| text.rsplit_once(' ').map(|(rest, _)| rest.to_owned());
    assert_eq!(without_clocks(&written), without_clocks(text));
});
