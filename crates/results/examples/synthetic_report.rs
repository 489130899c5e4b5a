//! Plays a made-up tournament and writes its report, to see what it looks like:
//! `cargo run --release -p fruitrage-results --example synthetic_report -- FOLDER [AGENTS [swiss|round-robin|knockout|gauntlet [machines [NAME ...]]]]`,
//! where games of the machines that are named are left out.

use std::path::Path;
use std::time::Instant;

use fruitrage_results::Format;
use fruitrage_results::report::{Findings, REPORT_FILES, standings_table};

#[path = "../tests/synthetic/mod.rs"]
mod synthetic;

/// Machines with the speeds of their workers.
const HOSTS: [(&str, &[u64]); 4] = [
    ("lab-1", &[5_210_000, 5_180_000]),
    ("lab-2", &[5_020_000]),
    ("<b>new</b>", &[7_400_000]),
    ("old-laptop.example.edu", &[3_010_000, 2_700_000]),
];

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = arguments.first().map_or("report", String::as_str);
    let agents = arguments.get(1).map_or(Ok(12), |number| number.parse())?;
    let format = match arguments.get(2).map(String::as_str) {
        None | Some("swiss") => Format::Swiss { rounds: 7 },
        Some("round-robin") => Format::RoundRobin,
        Some("knockout") => Format::Knockout,
        Some("gauntlet") => Format::Gauntlet { hero: 0 },
        Some(other) => anyhow::bail!("there is no format '{other}'"),
    };
    let begun = Instant::now();
    let data = synthetic::Synthetic { agents, format, pairs: 1, seed: 7 }.play();
    let data = match arguments.get(3) {
        None => data,
        Some(_) => synthetic::on_hosts(data, &HOSTS).without_hosts(&arguments[4..])?,
    };
    eprintln!("{} games played in {:.1?}", data.games.len(), begun.elapsed());
    let begun = Instant::now();
    let findings = Findings::new(&data);
    eprintln!("worked out in {:.1?}", begun.elapsed());
    let begun = Instant::now();
    let folder = Path::new(folder);
    std::fs::create_dir_all(folder)?;
    for (name, form) in REPORT_FILES {
        let mut text = Vec::new();
        form(&findings, &mut text)?;
        std::fs::write(folder.join(name), &text)?;
        eprintln!("{:>9} bytes  {}", text.len(), folder.join(name).display());
    }
    eprintln!("written in {:.1?}", begun.elapsed());
    print!("{}", standings_table(&findings.standings, |player| findings.name(player), Some(12)));
    Ok(())
}
