//! Holds the fast board to the table of perft counts that the slow judge made.

use fruitrage_rules::{Board, Judge, generate, perft};

const TABLE: &str = include_str!("data/perft.txt");

struct Line {
    size: usize,
    kinds: u8,
    seed: u64,
    counts: Vec<u64>,
}

fn table() -> Vec<Line> {
    let data = TABLE.lines().filter(|line| !line.starts_with('#'));
    data.map(|line| {
        let (name, counts) = line.split_once(": ").unwrap();
        let name: Vec<u64> = name.split(' ').map(|word| word.parse().unwrap()).collect();
        let counts = counts.split(' ').map(|word| word.parse().unwrap()).collect();
        Line { size: name[0] as usize, kinds: name[1] as u8, seed: name[2], counts }
    })
    .collect()
}

#[test]
fn the_fast_board_counts_what_the_judge_counted() {
    let mut counted = 0;
    for Line { size, kinds, seed, counts } in table() {
        let board = Board::settled(&generate(size, kinds, seed));
        for (depth, expected) in (1..).zip(counts) {
            assert_eq!(perft(&board, depth), expected, "depth {depth} of {size} x {size}, {kinds} kinds, seed {seed}");
            counted += expected;
        }
    }
    assert!(counted > 1_000_000, "the table is too small to prove anything: {counted}");
}

#[test]
fn the_table_is_still_what_the_judge_counts() {
    for Line { size, kinds, seed, counts } in table() {
        let judge = Judge::new(&generate(size, kinds, seed));
        for (depth, expected) in (1..).zip(counts).filter(|&(_, count)| count < 2_000) {
            assert_eq!(perft(&judge, depth), expected, "depth {depth} of {size} x {size}, {kinds} kinds, seed {seed}");
        }
    }
}

#[test]
fn a_game_that_is_over_has_no_sequences_but_the_empty_one() {
    assert_eq!(perft(&Board::empty(3), 0), 1);
    assert_eq!(perft(&Board::empty(3), 1), 0);
    assert_eq!(perft(&Board::empty(3), 2), 0);
}
