//! The tolerant reader of replies: what it forgives, and that it forgives nothing else.

use fruitrage_rules::text::{Output, WhiteSpace};
use fruitrage_rules::{Cell, Random, generate};
use fruitrage_testing::cases;

const GOOD: &[u8] = b"B1\n***\n*10\n000\n";

fn odd(text: &[u8]) -> Vec<WhiteSpace> {
    let (output, odd) = Output::read_tolerantly(text, 3).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(output.to_string().as_bytes(), GOOD, "{}", text.escape_ascii());
    odd
}

#[test]
fn odd_white_space_is_forgiven_and_told_once() {
    use WhiteSpace::{BlankLinesAtEnd, BlanksAtLineEnd, ByteOrderMark, Cr, CrLf, NoLastLineEnd};
    for (text, expected) in [
        (GOOD, &[][..]),
        (b"B1\r\n***\r\n*10\r\n000\r\n", &[CrLf]),
        (b"B1\n***\r\n*10\n000\n", &[CrLf]),
        (b"B1\r***\r*10\r000\r", &[Cr]),
        (b"B1\r***\r*10\r000", &[Cr, NoLastLineEnd]),
        (b"B1\n***\n*10\n000", &[NoLastLineEnd]),
        (b"B1\n***\n*10\n000\r", &[BlanksAtLineEnd, NoLastLineEnd]),
        (b"B1 \n***\t \n*10\n000\n", &[BlanksAtLineEnd]),
        (b"B1\r\r\n***\r\r\n*10\r\r\n000\r\r\n", &[CrLf, BlanksAtLineEnd]),
        (b"B1\n***\n*10\n000\n\n", &[BlankLinesAtEnd]),
        (b"B1\n***\n*10\n000\n \t\n  ", &[BlankLinesAtEnd]),
        (b"B1\r\n***\r\n*10\r\n000\r\n\r\n", &[CrLf, BlankLinesAtEnd]),
        (b"\xef\xbb\xbfB1\n***\n*10\n000\n", &[ByteOrderMark]),
        (b"\xef\xbb\xbfB1 \r\n***\n*10\n000\n\n ", &[ByteOrderMark, CrLf, BlanksAtLineEnd, BlankLinesAtEnd]),
    ] {
        assert_eq!(odd(text), expected, "{}", text.escape_ascii());
    }
}

#[test]
fn what_is_refused_is_refused_at_its_place() {
    for (text, place) in [
        (&b""[..], (1, 1)),
        (b"\r\n\r\n", (1, 1)),
        (b"\xef\xbb\xbfb1\n***\n*10\n000\n", (1, 4)),
        (b" B1\n***\n*10\n000\n", (1, 1)),
        (b"B1\r\n\r\n***\r\n*10\r\n000\r\n", (2, 1)),
        (b"B1\r***\n*10\n000\n", (1, 3)),
        (b"B1\r\n***\r\n*1 0\r\n000\r\n", (3, 3)),
        (b"B1\r***\r*1\r000", (3, 3)),
        (b"B1\n***\n*10\n000\n\nand more\n", (5, 1)),
        (b"B1\n\r***\n*10\n000\n", (2, 1)),
    ] {
        let error = Output::read_tolerantly(text, 3).unwrap_err();
        assert_eq!((error.place.line, error.place.column), place, "{}: {error}", text.escape_ascii());
    }
}

#[test]
fn every_oddity_says_which_it_is() {
    use WhiteSpace::{BlankLinesAtEnd, BlanksAtLineEnd, ByteOrderMark, Cr, CrLf, NoLastLineEnd};
    for (odd, telling) in [
        (ByteOrderMark, "byte order mark"),
        (CrLf, " CRLF "),
        (Cr, " CR "),
        (BlanksAtLineEnd, "at the end of lines"),
        (NoLastLineEnd, "no line end"),
        (BlankLinesAtEnd, "blank lines"),
    ] {
        assert!(odd.to_string().contains(telling), "{odd:?} is '{odd}'");
    }
}

/// The rule once more, by means of strings.
fn normalized(text: &[u8]) -> Option<Vec<u8>> {
    let text = str::from_utf8(text).ok()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = if text.contains('\n') { text.to_owned() } else { text.replace('\r', "\n") };
    let lines: Vec<&str> = text.split('\n').map(|line| line.trim_end_matches([' ', '\t', '\r'])).collect();
    let text = lines.join("\n");
    let text = text.trim_end_matches('\n');
    Some(if text.is_empty() { Vec::new() } else { format!("{text}\n").into_bytes() })
}

#[test]
fn the_tolerant_reader_accepts_exactly_what_the_strict_one_accepts_without_the_white_space() {
    const TELLING: &[u8] = b"\n\r \t\n\r \t0*B1x";
    let mut random = Random::new(5);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..cases(50_000) {
        let size = 1 + random.below(4) as usize;
        let grid = generate(size, 3, random.next());
        let cell = Cell::new(random.below(size as u64) as usize, random.below(size as u64) as usize);
        let mut text = Output::of(&grid, cell).unwrap().to_string().into_bytes();
        match random.below(4) {
            0 => text = text.iter().flat_map(|&b| if b == b'\n' { vec![b'\r', b'\n'] } else { vec![b] }).collect(),
            1 => text.iter_mut().filter(|byte| **byte == b'\n').for_each(|byte| *byte = b'\r'),
            2 => drop(text.splice(0..0, *b"\xef\xbb\xbf")),
            _ => {}
        }
        for _ in 0..random.below(4) {
            // Mostly where something may be forgiven: before a line end, or at the end.
            let ends: Vec<usize> = (0..=text.len()).filter(|&at| at == text.len() || text[at] == b'\n').collect();
            let at = match random.below(3) {
                0 => random.below(text.len() as u64 + 1) as usize,
                1 => text.len(),
                _ => ends[random.below(ends.len() as u64) as usize],
            };
            let telling = TELLING[random.below(TELLING.len() as u64) as usize];
            match random.below(5) {
                0 if at > 0 => drop(text.remove(at - 1)),
                _ => text.insert(at, telling),
            }
        }
        let tolerant = Output::read_tolerantly(&text, size);
        let expected = normalized(&text).and_then(|text| Output::read_strictly(&text, size).ok());
        match &tolerant {
            Ok((output, odd)) => {
                assert_eq!(Some(output), expected.as_ref(), "{}", text.escape_ascii());
                let is_strict = Output::read_strictly(&text, size).is_ok();
                assert_eq!(odd.is_empty(), is_strict, "{}: {odd:?}", text.escape_ascii());
                accepted += 1;
            }
            Err(error) => {
                assert!(expected.is_none(), "{}: {error}", text.escape_ascii());
                refused += 1;
            }
        }
    }
    assert!(accepted > 100 && refused > 100, "{accepted} accepted, {refused} refused: not a fair mix");
}
