//! A habit of writing is named only if mending that one thing is enough.

use fruitrage_game::diagnosis::{Habit, MoveForm, habit};
use fruitrage_rules::Cell;

const RIGHT: &str = "B3\n***\n*10\n230\n";

/// The habit of a reply for a board of three rows.
fn of(text: &str) -> Option<Habit> {
    habit(text.as_bytes(), 3)
}

/// The right board under another first line.
fn under(first: &str) -> String {
    RIGHT.replacen("B3", first, 1)
}

#[test]
fn text_in_utf_16_is_told_in_either_byte_order_with_and_without_a_mark() {
    let little: Vec<u8> = RIGHT.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = RIGHT.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (mark, text) in [(&b"\xff\xfe"[..], &little), (b"\xfe\xff", &big), (b"", &little), (b"", &big)] {
        assert_eq!(habit(&[mark, text].concat(), 3), Some(Habit::Utf16), "{}", mark.escape_ascii());
    }
    // Too short to tell, and zero bytes elsewhere.
    for text in [&b"B"[..], b"B\0", b"B3\0\0"] {
        assert_ne!(habit(text, 3), Some(Habit::Utf16), "{}", text.escape_ascii());
    }
}

#[test]
fn a_move_in_another_form_is_told_as_it_should_be() {
    let b3: Cell = "B3".parse().unwrap();
    for (first, form) in [
        ("b3", MoveForm::SmallLetter),
        ("B 3", MoveForm::Blank),
        ("3B", MoveForm::NumberFirst),
        ("B03", MoveForm::LeadingZero),
        ("(B,3)", MoveForm::Punctuation),
    ] {
        assert_eq!(of(&under(first)), Some(Habit::Move(form, first.to_owned(), b3)), "{first}");
    }
    for numbers in ["2 3", "(2, 3)", "23"] {
        assert_eq!(of(&under(numbers)), Some(Habit::Numbers(numbers.to_owned())), "{numbers}");
    }
    assert_eq!(of(&under("B0")), Some(Habit::RowZero("B0".to_owned())));
}

#[test]
fn a_move_that_names_no_column_or_no_row_is_not_explained() {
    for first in ["AB0", "AB3", "1B2", "B", "-", "B27"] {
        assert_eq!(of(&under(first)), None, "{first}");
    }
}

#[test]
fn two_habits_at_a_time_are_not_explained_by_one() {
    assert_eq!(of("B3\n***\n230\n"), Some(Habit::Rows(2, 3)));
    assert_eq!(of("B3\n***\n*1\n230\n"), Some(Habit::RowLength(2, 2, 3)));
    // A row is missing, and another too short.
    assert_eq!(of("B3\n***\n23\n"), None);
    // A row is too long, and holds what is no cell.
    assert_eq!(of("B3\n***\n*1x0\n230\n"), None);
    assert_eq!(of("b3\n***\n230\n"), None, "a small letter and a row missing");
}

#[test]
fn what_stands_around_a_reply_is_quoted_with_its_place() {
    assert_eq!(of(&format!("{RIGHT}\nand more\n")), Some(Habit::After(6, "and more".to_owned())));
    assert_eq!(of(&format!("one\ntwo\n{RIGHT}")), Some(Habit::Before(2, "one".to_owned())));
    assert_eq!(of("B3\n3\n4\n300\n***\n*10\n230\n"), Some(Habit::Header));
    assert_eq!(of("B3\n3\n4\n300\n***\n*10\n"), None, "a header and a row missing");
}
