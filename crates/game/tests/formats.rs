//! The habits of writing a reply, each through the real judge in both modes, held to the
//! table in docs/formats.md.

use std::fmt::Write as _;
use std::time::Duration;

use fruitrage_game::{Answer, Rules, Turn, judge_turn};
use fruitrage_rules::Board;
use fruitrage_rules::text::Input;

const INPUT: &str = "3\n4\n300\n21*\n130\n110\n";
const RIGHT: &str = "B3\n***\n*10\n230\n";

/// The right reply with other lines for its ends.
fn ends(end: &str) -> Vec<u8> {
    RIGHT.replace('\n', end).into_bytes()
}

/// The right board under another first line.
fn first(line: &str) -> Vec<u8> {
    RIGHT.replacen("B3", line, 1).into_bytes()
}

/// The move with another board.
fn board(rows: &str) -> Vec<u8> {
    format!("B3\n{rows}\n").into_bytes()
}

/// The right reply with every row changed.
fn rows(change: impl Fn(&str) -> String) -> Vec<u8> {
    let rows: Vec<String> = RIGHT.lines().skip(1).map(change).collect();
    board(&rows.join("\n"))
}

fn utf16() -> Vec<u8> {
    let units = RIGHT.encode_utf16().flat_map(u16::to_le_bytes);
    b"\xff\xfe".iter().copied().chain(units).collect()
}

fn apart(row: &str, between: &str) -> String {
    row.chars().map(String::from).collect::<Vec<_>>().join(between)
}

fn habits() -> Vec<(&'static str, Vec<u8>)> {
    let text = |text: &str| text.as_bytes().to_vec();
    vec![
        ("as the rules say", text(RIGHT)),
        ("no line end after the last row", text(RIGHT.trim_end())),
        ("lines end in CRLF", ends("\r\n")),
        ("CRLF, and no line end after the last row", text(RIGHT.replace('\n', "\r\n").trim_end())),
        ("CRLF written in text mode", ends("\r\r\n")),
        ("lines end in CR", ends("\r")),
        ("blanks at the end of lines", ends(" \n")),
        ("tabs at the end of lines", ends("\t\n")),
        ("a blank line at the end", text(&format!("{RIGHT}\n"))),
        ("several blank lines at the end", text(&format!("{RIGHT}\n \n\n"))),
        ("a byte order mark", text(&format!("\u{feff}{RIGHT}"))),
        ("blanks at the start of lines", text(&RIGHT.replace('\n', "\n ").replacen('B', " B", 1))),
        ("a blank line between move and board", first("B3\n")),
        ("a small column letter", first("b3")),
        ("a blank between letter and number", first("B 3")),
        ("a comma between letter and number", first("B,3")),
        ("parentheses", first("(B, 3)")),
        ("quotes", first("\"B3\"")),
        ("row before column", first("3B")),
        ("numbers for both", first("2 3")),
        ("numbers in parentheses", first("(2, 1)")),
        ("row 0", first("B0")),
        ("a leading zero", first("B03")),
        ("a label before the move", first("Move: B3")),
        ("the points behind the move", first("B3 9")),
        ("rows counted from 0", first("B2")),
        ("rows counted from the bottom", first("B1")),
        ("column and row swapped", first("C2")),
        ("an empty cell", first("C1")),
        ("a cell outside the board", first("B4")),
        ("blanks between cells", rows(|row| apart(row, " "))),
        ("tabs between cells", rows(|row| apart(row, "\t"))),
        ("commas between cells", rows(|row| apart(row, ","))),
        ("rows as Python lists", rows(|row| format!("['{}']", apart(row, "', '")))),
        (". for an empty cell", rows(|row| row.replace('*', "."))),
        ("x for an empty cell", rows(|row| row.replace('*', "x"))),
        ("a blank for an empty cell", rows(|row| row.replace('*', " "))),
        ("-1 for an empty cell", rows(|row| apart(row, " ").replace('*', "-1"))),
        ("0 for an empty cell", rows(|row| row.replace('*', "0"))),
        ("a row is missing", board("***\n*10")),
        ("a row too many", board("***\n***\n*10\n230")),
        ("a row too short", board("***\n*10\n23")),
        ("a row too long", board("***\n*10*\n230")),
        ("all on one line", ends(" ")),
        ("no move", text(&RIGHT[3..])),
        ("the move behind the board", text("***\n*10\n230\nB3\n")),
        ("size, kinds and time before the board", first("B3\n3\n4\n300")),
        ("input.txt once more", text(INPUT)),
        ("text before the move", text(&format!("best so far\n{RIGHT}"))),
        ("text behind the board", text(&format!("{RIGHT}9 points in 0.3 s\n"))),
        ("the reply twice", text(&RIGHT.repeat(2))),
        ("an empty file", Vec::new()),
        ("nothing but line ends", text("\n\n")),
        ("UTF-16", utf16()),
        ("zero bytes at the end", text(&format!("{RIGHT}\0\0\0"))),
        ("the board before the move", board("21*\n130\n110")),
        ("nothing falls", board("21*\n*30\n**0")),
        ("fruit falls upwards", board("210\n*30\n***")),
        ("rows from the bottom to the top", board("230\n*10\n***")),
        ("rows from the right to the left", board("***\n01*\n032")),
        ("columns as rows", board("**2\n*13\n*00")),
        ("only the picked fruit is taken", board("2**\n110\n130")),
        ("diagonal neighbours are taken too", board("***\n**0\n230")),
        ("a typing error", board("***\n*11\n230")),
    ]
}

/// What the judge says of a reply.
fn verdict(text: &[u8], strict_format: bool) -> String {
    let input = Input::read_strictly(INPUT.as_bytes()).unwrap();
    let rules = Rules { strict_board: true, strict_format, ..Rules::default() };
    let turn = Turn::new(Duration::ZERO, Duration::ZERO, Answer::Output { text: text.to_vec(), exit: None });
    match judge_turn(&Board::try_from(&input.grid).unwrap(), &rules, &turn) {
        Ok(judged) if judged.warnings.is_empty() => "accepted".to_owned(),
        Ok(judged) => format!("accepted with a warning: `{}`", judged.warnings.join("; ")),
        Err(refused) => format!("refused: `{}`", refused.ending.sentence()),
    }
}

fn table() -> String {
    let mut table = "| habit | what is written | by default | strictly |\n|---|---|---|---|\n".to_owned();
    for (habit, text) in habits() {
        let written = text.escape_ascii().to_string().replace("\\'", "'").replace("\\\"", "\"");
        let written = if written.is_empty() { String::new() } else { format!("`{written}`") };
        let [tolerant, strict] = [false, true].map(|strict| verdict(&text, strict));
        let strict = if strict == tolerant { "the same".to_owned() } else { strict };
        let _ = writeln!(table, "| {habit} | {written} | {tolerant} | {strict} |");
    }
    table
}

#[test]
fn the_table_of_habits_says_what_the_referee_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats.md");
    let document = std::fs::read_to_string(path).unwrap();
    let (head, rest) = document.split_once("writes it -->\n").expect("where the table begins");
    let (found, tail) = rest.split_once("<!-- the table ends -->").expect("where the table ends");
    let expected = table();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, format!("{head}writes it -->\n\n{expected}\n<!-- the table ends -->{tail}")).unwrap();
        return;
    }
    for (found, expected) in found.trim().lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.trim(), expected.trim());
}

#[test]
fn only_white_space_is_forgiven_and_every_refusal_says_what_to_do() {
    let mut forgiven = 0;
    for (habit, text) in habits() {
        let [tolerant, strict] = [false, true].map(|strict| verdict(&text, strict));
        if tolerant == "accepted" {
            assert_eq!((habit, strict.as_str()), ("as the rules say", "accepted"));
            continue;
        }
        assert!(strict.starts_with("refused"), "{habit}: {strict}");
        if tolerant.starts_with("accepted") {
            let stripped = |text: &[u8]| {
                let text = String::from_utf8_lossy(text).replace('\u{feff}', "");
                text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
            };
            assert_eq!(stripped(&text), stripped(RIGHT.as_bytes()), "{habit}");
            forgiven += 1;
        } else {
            assert!(!tolerant.contains("expected"), "{habit}: nobody knows what to do: {tolerant}");
        }
    }
    assert_eq!(forgiven, 10);
}
