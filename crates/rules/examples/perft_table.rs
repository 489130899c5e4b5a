//! Prints the table of known perft counts, made by the slow judge:
//! `cargo run --release -p fruitrage-rules --example perft_table > crates/rules/tests/data/perft.txt`

use fruitrage_rules::{Judge, generate, perft};

/// No line of the table may count more than this, so that checking it is quick.
const MOST: u64 = 400_000;

fn main() {
    println!("# Perft: the number of move sequences of length 1, 2, 3, ... from a generated board.");
    println!("# Made by the slow judge (examples/perft_table.rs), checked by the fast board (tests/perft.rs).");
    println!("# size kinds seed: counts");
    let sizes = [1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 23, 26];
    for size in sizes {
        for kinds in [1, 2, 3, 4, 6, 9, 10] {
            let seed = 1;
            let judge = Judge::new(&generate(size, kinds, seed));
            let mut counts = Vec::new();
            // A game has no more moves than cells; the count at one depth times
            // the moves at the start bounds the next one from above.
            for depth in 1..=12 {
                counts.push(perft(&judge, depth));
                if counts[depth as usize - 1] == 0 || counts[depth as usize - 1] * counts[0] > MOST {
                    break;
                }
            }
            let counts: Vec<_> = counts.iter().map(u64::to_string).collect();
            println!("{size} {kinds} {seed}: {}", counts.join(" "));
        }
    }
}
