//! The text forms: what is read, what is refused, and in which words.

use std::time::Duration;

use fruitrage_rules::text::{Fault, Input, Output, PositionLine, TextError};
use fruitrage_rules::{Board, Cell, Grid, Player, Position, generate};

macro_rules! example {
    ($name:literal) => {
        include_bytes!(concat!("data/examples/", $name, ".txt"))
    };
}

const EXAMPLES: [(&[u8], &[u8]); 5] = [
    (example!("1.input"), example!("1.output")),
    (example!("2.input"), example!("2.output")),
    (example!("3.input"), example!("3.output")),
    (example!("4.input"), example!("4.output")),
    (example!("5.input"), example!("5.output")),
];

const PLAIN: &str = "3\n2\n24.345\n***\n*10\n000\n";

fn strict_error(text: &str) -> String {
    Input::read_strictly(text.as_bytes()).unwrap_err().to_string()
}

fn oddities(text: &[u8]) -> Vec<String> {
    let (_, oddities) = Input::read_liberally(text).unwrap();
    oddities.iter().map(ToString::to_string).collect()
}

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

#[test]
fn the_classic_examples_are_read_checked_and_written_back() {
    for (input_text, output_text) in EXAMPLES {
        let input = Input::read_strictly(input_text).unwrap();
        assert_eq!(input.to_string().as_bytes(), input_text);
        let (liberally, oddities) = Input::read_liberally(input_text).unwrap();
        assert_eq!(liberally, input);
        assert_eq!(oddities.len(), usize::from(input.kinds == 10), "{oddities:?}");

        let output = Output::read_strictly(output_text, input.grid.size()).unwrap();
        assert_eq!(output.to_string().as_bytes(), output_text);
        assert!(output.check(&input.grid).is_ok());
        assert_eq!(Output::of(&input.grid, output.cell), Ok(output));
    }
}

#[test]
fn g8_takes_fourteen_fruits_in_the_fifth_example() {
    let input = Input::read_strictly(EXAMPLES[4].0).unwrap();
    let board = Board::try_from(&input.grid).unwrap();
    let group = board.group_at(cell("G8")).unwrap();
    assert_eq!((group.size(), group.points()), (14, 196));
    assert_eq!(input.time, Duration::from_millis(1276));
}

#[test]
fn a_strict_reader_says_where_what_was_expected_and_what_was_found() {
    let cases = [
        ("", "line 1, column 1: expected a whole number from 1 to 26, found the end of the file"),
        ("\u{feff}3", "line 1, column 1: expected a whole number from 1 to 26, found a byte order mark"),
        ("27\n", "line 1, column 1: expected a whole number from 1 to 26, found '27'"),
        ("03\n", "line 1, column 1: expected a whole number from 1 to 26, found '03'"),
        ("3 \n", "line 1, column 2: expected the end of the line (LF), found a blank"),
        (
            "3\r\n2",
            "line 1, column 2: expected the end of the line (LF), found a carriage return (the line ends in CRLF)",
        ),
        ("3\n11\n", "line 2, column 1: expected a whole number from 1 to 10, found '11'"),
        ("3\n2\n-1\n", "line 3, column 1: expected the remaining seconds, a positive decimal number, found '-'"),
        ("3\n2\n0.0\n", "line 3, column 1: expected the remaining seconds, a positive decimal number, found '0.0'"),
        ("3\n2\n1e3\n", "line 3, column 2: expected the end of the line (LF), found 'e'"),
        (
            "3\n2\n1\n***\n*1\n",
            "line 5, column 3: expected a digit from 0 to 1, or * for an empty cell, found the end of the line",
        ),
        ("3\n2\n1\n***\n*12\n", "line 5, column 3: expected a digit from 0 to 1, or * for an empty cell, found '2'"),
        ("2\n1\n1\n**\n1", "line 5, column 1: expected 0, or * for an empty cell, found '1'"),
        ("2\n1\n1\n**\n00", "line 5, column 3: expected the end of the line (LF), found the end of the file"),
        ("2\n1\n1\n**\n000", "line 5, column 3: expected the end of the line (LF), found '0'"),
        ("2\n1\n1\n**\n00\n\n", "line 6, column 1: expected the end of the file, found the end of the line"),
        (
            "2\n1\n1\n*0\n0*\n",
            "line 4, column 2: expected every fruit to lie on another or on the floor, found an empty cell below B1",
        ),
        (
            "3\n1\n1\n***\n**0\n00*\n",
            "line 5, column 3: expected every fruit to lie on another or on the floor, found an empty cell below C2",
        ),
        ("2\n1\n1\n*\u{e9}\n", "line 4, column 2: expected 0, or * for an empty cell, found the byte 0xc3"),
    ];
    for (text, message) in cases {
        assert_eq!(strict_error(text), message, "{text:?}");
    }
}

#[test]
fn a_liberal_reader_plays_on_and_says_what_was_odd() {
    let cases: [(&[u8], &[&str]); 26] = [
        (PLAIN.as_bytes(), &[]),
        (b"\xef\xbb\xbf3\n2\n1\n***\n*10\n000\n", &["line 1, column 1: a byte order mark; skipped"]),
        (
            b"\xef\xbb\xbf+3\n2\n1\n***\n*10\n000\n",
            &["line 1, column 1: a byte order mark; skipped", "line 1, column 4: '+3' for 3"],
        ),
        (
            b"3\n2\ntwelve and a half secs\n***\n*10\n000\n",
            &["line 3, column 1: expected the remaining seconds, found 'twelve and a half se...'; taken to be none"],
        ),
        (
            b"3\n2\ntwelve and a half se\n***\n*10\n000\n",
            &["line 3, column 1: expected the remaining seconds, found 'twelve and a half se'; taken to be none"],
        ),
        (
            b"3\r\n2\r\n1\r\n***\r\n*10\r\n000\r\n",
            &["line 1, column 2: the line ends in CRLF instead of LF (and at 5 more places)"],
        ),
        (b"3\r2\r1\r***\r*10\r000\r", &["line 1, column 2: the line ends in CR instead of LF (and at 5 more places)"]),
        (
            b"3\n2 \n1\n***\n*10\t \n000\n",
            &["line 2, column 2: blanks at the end of the line; skipped (and at 1 more place)"],
        ),
        (b"3\n2\n 1\n***\n*10\n000\n", &["line 3, column 1: blanks at the start of the line; skipped"]),
        (b"3\n2\n1\n***\n*10\n000", &["line 6, column 4: no line end at the end of the file"]),
        (b"3\n2\n1\n***\n*10\n000\n\n\n", &["line 7, column 1: a blank line; skipped (and at 1 more place)"]),
        (b"3\n2\n1\n***\n*10\n000\nhello\n", &["line 7, column 1: more after the last row; skipped"]),
        (
            b"3\n2\n1\n***\n*15\n005\n",
            &[
                "line 5, column 3: a fruit that is not one of the 2 kinds announced; played all the same (and at 1 more place)",
            ],
        ),
        (b"3\n10\n1\n***\n*10\n000\n", &["line 2, column 1: 10 kinds of fruit; the published rules stop at 9"]),
        (
            b"3\nmany\n1\n***\n*10\n000\n",
            &["line 2, column 1: expected the number of kinds, found 'many'; taken to be 2, as drawn"],
        ),
        (
            b"3\n2\n1\n*1*\n*10\n00*\n",
            &["line 5, column 3: a fruit that floats; groups are taken as drawn, then everything falls"],
        ),
        (
            b"3\n2\nsoon\n***\n*10\n000\n",
            &["line 3, column 1: expected the remaining seconds, found 'soon'; taken to be none"],
        ),
        (
            b"3\n2\n1e2\n***\n*10\n000\n",
            &["line 3, column 1: expected a plain decimal number of seconds, found '1e2'; taken to be 100 s"],
        ),
        (
            b"x\n2\n1\n***\n*10\n000\n",
            &["line 1, column 1: expected the size of the board, found 'x'; taken to be 3, as there are as many rows"],
        ),
        (
            b"3\n2\n1\n* * *\n* 1 0\n0 0 0\n",
            &["line 4, column 1: blanks between the cells; skipped (and at 2 more places)"],
        ),
        (
            b"3\n2\n1\n***\n*1x\n000\n",
            &["line 5, column 3: expected a digit or *, found 'x'; taken to be an empty cell"],
        ),
        (
            b"3\n2\n1,5\n***\n*10\n000\n",
            &["line 3, column 1: expected a plain decimal number of seconds, found '1,5'; taken to be 1.5 s"],
        ),
        (
            b"3\n2\n1e308\n***\n*10\n000\n",
            &["line 3, column 1: expected a plain decimal number of seconds, found '1e308'; taken to be 1000000000 s"],
        ),
        (b"+3\n02\n1\n***\n*10\n000\n", &["line 1, column 1: '+3' for 3", "line 2, column 1: '02' for 2"]),
        (
            b"3\n2\n1\n0 1 *\n0 * 0\n0 0 0\n",
            &[
                "line 4, column 1: blanks between the cells; skipped (and at 2 more places)",
                "line 4, column 3: a fruit that floats; groups are taken as drawn, then everything falls",
            ],
        ),
        (b"3\n2\n1\n***\n*10\n0000\n", &["line 6, column 4: the row is too long; the rest is skipped"]),
    ];
    for (text, expected) in cases {
        assert_eq!(oddities(text), expected, "{}", text.escape_ascii());
    }
}

#[test]
fn a_short_board_is_filled_up_with_empty_cells() {
    let (input, oddities) = Input::read_liberally(b"3\n2\n5\n0\n").unwrap();
    assert_eq!(input.grid.to_string(), "0**\n***\n***\n");
    let places: Vec<_> = oddities.iter().map(|oddity| (oddity.place.line, oddity.place.column)).collect();
    assert_eq!(places, [(4, 1), (4, 2), (5, 1)], "{oddities:?}");
}

#[test]
fn a_liberal_reader_gives_up_only_without_a_size_or_a_fruit() {
    let cases = [
        ("", "line 1, column 1: expected the size of the board, a whole number from 1 to 26, found nothing"),
        ("zero\n", "line 1, column 1: expected the size of the board, a whole number from 1 to 26, found 'zero'"),
        (
            "2\n1\n1\n**\n**\n",
            "line 4, column 1: expected a board with at least one fruit to take, found no fruit at all",
        ),
        ("2\n1\n1\n", "line 4, column 1: expected a board with at least one fruit to take, found no fruit at all"),
    ];
    for (text, message) in cases {
        let error: TextError = Input::read_liberally(text.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), message, "{text:?}");
    }
}

#[test]
fn an_output_is_read_strictly() {
    let cases = [
        ("", "line 1, column 1: expected a move such as B1, found the end of the file"),
        ("b1\n", "line 1, column 1: expected a move such as B1, with a capital column letter, found 'b1'"),
        ("B0\n", "line 1, column 1: expected a move such as B1, with a row number from 1 to 26, found 'B0'"),
        ("B1 \n", "line 1, column 3: expected the end of the line (LF), found a blank"),
        (
            "B1\r\n",
            "line 1, column 3: expected the end of the line (LF), found a carriage return (the line ends in CRLF)",
        ),
        (
            "B1\n0*\n2",
            "line 3, column 2: expected a digit from 0 to 9, or * for an empty cell, found the end of the file",
        ),
        ("B1\n0*\n2*", "line 3, column 3: expected the end of the line (LF), found the end of the file"),
        ("B1\n0*\n2*\n*", "line 4, column 1: expected the end of the file, found '*'"),
    ];
    for (text, message) in cases {
        assert_eq!(Output::read_strictly(text.as_bytes(), 2).unwrap_err().to_string(), message, "{text:?}");
    }
}

#[test]
fn a_reply_is_held_to_the_board_it_answers() {
    let before = Input::read_strictly(EXAMPLES[0].0).unwrap().grid;
    let check = |text: &str| Output::read_strictly(text.as_bytes(), 2).unwrap().check(&before);
    assert_eq!(check("B1\n0*\n2*\n"), Ok(2));
    assert_eq!(check("B2\n0*\n2*\n"), Ok(2));
    let fault: Fault = check("B1\n0*\n21\n").unwrap_err();
    assert_eq!(fault.to_string(), "wrong board after B1: row 2, character 2 (cell B2) should be '*', but is '1'");
    assert_eq!(check("C1\n0*\n2*\n").unwrap_err().to_string(), "illegal move: C1 is outside the 2 x 2 board");
    let before = Input::read_strictly(EXAMPLES[1].0).unwrap().grid;
    let reply = Output::read_strictly(b"A1\n***\n***\n***\n", 3).unwrap();
    assert_eq!(reply.check(&before).unwrap_err().to_string(), "illegal move: A1 is empty");
}

#[test]
fn a_floating_board_is_played_as_drawn() {
    let (input, _) = Input::read_liberally(b"3\n2\n1\n111\n0**\n010\n").unwrap();
    // The three on top are a group as drawn, although falling would part them.
    let reply = Output::of(&input.grid, cell("B1")).unwrap();
    assert_eq!(reply.to_string(), "B1\n***\n0**\n010\n");
}

#[test]
fn a_position_is_one_line_there_and_back() {
    let lines = ["310/012/302 2 9:4 299.5:300", "* 1 0:0 -", "0 1 456976:0 0.001:12", "**/01 2 1:0 -"];
    for line in lines {
        assert_eq!(line.parse::<PositionLine>().unwrap().to_string(), line);
    }
    let parsed: PositionLine = lines[0].parse().unwrap();
    assert_eq!(parsed.position.turn(), Player::Second);
    assert_eq!(parsed.position.points(), [9, 4]);
    assert_eq!(parsed.clocks, Some([Duration::from_millis(299_500), Duration::from_mins(5)]));
    let largest = Position::start(Board::try_from(&generate(26, 10, 1)).unwrap());
    let line = PositionLine { position: largest.clone(), clocks: None }.to_string();
    assert_eq!(line.parse::<PositionLine>().unwrap().position, largest);
}

#[test]
fn a_bad_position_line_is_refused_with_its_column() {
    let cases = [
        ("", "line 1, column 1: expected a first row of 1 to 26 cells, each a digit or *, found the end of the file"),
        ("01 1 0:0 -", "line 1, column 3: expected a slash before row 2 of 2, found a blank"),
        ("01/2 1 0:0 -", "line 1, column 5: expected a digit from 0 to 9, or * for an empty cell, found a blank"),
        (
            "*1/2* 1 0:0 -",
            "line 1, column 2: expected every fruit to lie on another or on the floor, found an empty cell below B1",
        ),
        (
            "***/*1*/2** 1 0:0 -",
            "line 1, column 6: expected every fruit to lie on another or on the floor, found an empty cell below B2",
        ),
        ("01/21 3 0:0 -", "line 1, column 7: expected a whole number from 1 to 2, found '3'"),
        ("01/21 1 0-0 -", "line 1, column 10: expected a colon between the points, found '-'"),
        ("01/21 1 0:456977 -", "line 1, column 11: expected a whole number from 0 to 456976, found '456977'"),
        (
            "01/21 1 0:0 x",
            "line 1, column 13: expected the seconds left, a decimal number, or - for no clocks, found 'x'",
        ),
        ("01/21 1 0:0 1.:2", "line 1, column 13: expected the seconds left, a decimal number, found '1.'"),
        ("01/21 1 0:0 - ", "line 1, column 14: expected the end of the file, found a blank"),
    ];
    for (line, message) in cases {
        assert_eq!(line.parse::<PositionLine>().unwrap_err().to_string(), message, "{line:?}");
    }
}

#[test]
fn grids_print_as_pictures() {
    assert_eq!(format!("{:?}", Grid::empty(2)), "\n**\n**\n");
}
