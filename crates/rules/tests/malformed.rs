//! Many malformed files: the readers never panic or hang, and
//! every message names a place that lies in the file or right behind it.

use fruitrage_rules::text::{Input, LineColumn, Output, PositionLine};
use fruitrage_rules::{Board, Cell, Random, generate};
use fruitrage_testing::cases;

const FILES: u32 = 100_000;

/// A well-formed file of some size.
fn well_formed(random: &mut Random) -> Vec<u8> {
    let largest = if random.below(4) == 0 { 26 } else { 6 };
    let size = 1 + random.below(largest) as usize;
    let kinds = 1 + random.below(10) as u8;
    let grid = generate(size, kinds, random.next());
    let time = fruitrage_rules::text::parse_seconds("12.5").unwrap();
    Input { kinds, time, grid }.to_string().into_bytes()
}

/// Damages a text in one of the ways that files get damaged.
fn damage(text: &mut Vec<u8>, random: &mut Random) {
    const TELLING: &[u8] = b"\n\r\t *0123456789.-+eE/:,xA\x00\xff\xef\xbb\xbf\xc3\xa9";
    let at = random.below(text.len() as u64 + 1) as usize;
    let telling = TELLING[random.below(TELLING.len() as u64) as usize];
    match random.below(9) {
        0 => text.truncate(at),
        1 => text.insert(at, telling),
        2 if at < text.len() => text[at] = telling,
        3 if at < text.len() => text[at] = random.next() as u8,
        4 if at < text.len() => drop(text.remove(at)),
        5 => drop(text.splice(0..0, *b"\xef\xbb\xbf")),
        6 => *text = text.iter().flat_map(|&b| if b == b'\n' { vec![b'\r', b'\n'] } else { vec![b] }).collect(),
        7 => {
            let mut lines: Vec<Vec<u8>> = text.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
            let (a, b) = (random.below(lines.len() as u64) as usize, random.below(lines.len() as u64) as usize);
            lines.swap(a, b);
            *text = lines.join(&b'\n');
        }
        _ => {
            let tail = text[at..].to_vec();
            text.extend(tail);
        }
    }
}

fn noise(random: &mut Random) -> Vec<u8> {
    (0..random.below(200)).map(|_| random.next() as u8).collect()
}

fn assert_inside(place: LineColumn, text: &[u8]) {
    let mut lines: Vec<usize> = Vec::new();
    let mut rest = text;
    // Lines as the most liberal reader counts them.
    while !rest.is_empty() {
        let length = rest.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(rest.len());
        lines.push(length);
        let end = if rest[length..].starts_with(b"\r\n") { 2 } else { 1 };
        rest = rest.get(length + end..).unwrap_or_default();
    }
    let behind_the_last = place.line == lines.len() + 1 && place.column == 1;
    let inside = lines.get(place.line - 1).is_some_and(|length| (1..=length + 1).contains(&place.column));
    assert!(inside || behind_the_last, "{place} is not a place in {}", text.escape_ascii());
}

/// As above, for the strict readers, whose lines end in LF only.
fn assert_inside_strictly(place: LineColumn, text: &[u8]) {
    let line = text.split(|&b| b == b'\n').nth(place.line - 1);
    let inside = line.is_some_and(|line| (1..=line.len() + 1).contains(&place.column));
    assert!(inside, "{place} is not a place in {}", text.escape_ascii());
}

#[test]
fn malformed_files_are_read_or_refused_with_a_place() {
    let mut random = Random::new(20);
    let (mut played, mut refused) = (0, 0);
    let files = cases(FILES);
    for _ in 0..files {
        let mut text = if random.below(10) == 0 { noise(&mut random) } else { well_formed(&mut random) };
        for _ in 0..=random.below(4) {
            damage(&mut text, &mut random);
        }
        match Input::read_liberally(&text) {
            Ok((input, oddities)) => {
                played += 1;
                for oddity in &oddities {
                    assert_inside(oddity.place, &text);
                    assert!(oddity.to_string().starts_with("line "));
                }
                assert!(input.grid.fruits() > 0 && input.kinds >= input.grid.kinds());
                let cell = Cell::all(input.grid.size()).find(|&cell| input.grid.get(cell).is_some()).unwrap();
                assert!(Output::of(&input.grid, cell).unwrap().check(&input.grid).is_ok());
            }
            Err(error) => {
                refused += 1;
                assert_inside(error.place, &text);
                assert!(error.to_string().starts_with("line "));
            }
        }
        match Input::read_strictly(&text) {
            Ok(input) => assert_eq!(Input::read_strictly(input.to_string().as_bytes()), Ok(input)),
            Err(error) => assert_inside_strictly(error.place, &text),
        }
        if let Err(error) = Output::read_strictly(&text, 1 + random.below(26) as usize) {
            assert_inside_strictly(error.place, &text);
        }
    }
    assert!(played > files / 2 && refused > files / 20, "{played} played, {refused} refused: not a fair mix");
}

#[test]
fn malformed_position_lines_are_refused_with_a_place() {
    let mut random = Random::new(21);
    for _ in 0..cases(FILES / 10) {
        let board = Board::settled(&generate(1 + random.below(6) as usize, 3, random.next()));
        let position = fruitrage_rules::Position::start(board);
        let mut text = PositionLine { position, clocks: None }.to_string().into_bytes();
        damage(&mut text, &mut random);
        let Ok(text) = String::from_utf8(text) else { continue };
        match text.parse::<PositionLine>() {
            Ok(line) => assert_eq!(line.to_string().parse(), Ok(line)),
            Err(error) => assert_inside_strictly(error.place, text.as_bytes()),
        }
    }
}
