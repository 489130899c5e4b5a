//! Measures what a move costs beyond the program's own run: the same program
//! started as it is and in each tier, in turn. `overhead --moves 300 -- /bin/true`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Parser;
use fruitrage_sandbox::process::{self, AgentFolder, Launch, Limits};
use fruitrage_sandbox::{Sandbox, SandboxChoice};

/// Measures what a move costs beyond the program's own run.
#[derive(Debug, Parser)]
struct Arguments {
    /// Runs in each way
    #[arg(long, default_value_t = 300)]
    moves: usize,
    /// The program `fruitrage`; the one beside this example if none is named
    #[arg(long)]
    warden: Option<PathBuf>,
    /// What is run
    #[arg(last = true, default_value = "/bin/true")]
    command: Vec<OsString>,
}

/// The board that each run finds.
const INPUT: &[u8] = b"3\n2\n24.345\n***\n*10\n000\n";

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let warden = match arguments.warden {
        Some(warden) => warden,
        None => std::env::current_exe()?.with_file_name("../fruitrage"),
    };
    let warden = warden.canonicalize().context("no fruitrage to serve as the warden")?;
    let parent = tempfile::tempdir()?;
    let folder = AgentFolder::create(parent.path(), None)?;
    let tiers = [SandboxChoice::Off, SandboxChoice::Landlock, SandboxChoice::Bubblewrap];
    let sandboxes: Vec<Sandbox> =
        tiers.into_iter().filter_map(|choice| Sandbox::choose(choice, false, &warden).ok()).collect();
    let mut bare = Vec::new();
    let mut kept: Vec<[Vec<Duration>; 3]> = sandboxes.iter().map(|_| Default::default()).collect();
    for _ in 0..arguments.moves {
        folder.write_input(INPUT)?;
        let begun = Instant::now();
        let mut command = Command::new(&arguments.command[0]);
        command.args(&arguments.command[1..]).current_dir(folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).output()?;
        bare.push(begun.elapsed());
        for (sandbox, [whole, cpu, wall]) in sandboxes.iter().zip(&mut kept) {
            let begun = Instant::now();
            folder.write_input(INPUT)?;
            folder.clear_output()?;
            let launch =
                Launch { command: &arguments.command, folder: &folder, visible: &[], limits: Limits::default() };
            let run = process::run(sandbox, &launch, &|| false)?;
            // Missing for a program that is no agent.
            let _ = folder.read_output(1 << 20);
            whole.push(begun.elapsed());
            cpu.push(run.cpu);
            wall.push(run.wall);
        }
    }
    let bare = median(&mut bare);
    println!(
        "way         whole, ms  beyond, ms  program's wall, ms  program's cpu, ms   (medians of {})",
        arguments.moves
    );
    println!("bare       {:>10.2}", milliseconds(bare));
    for (sandbox, [whole, cpu, wall]) in sandboxes.iter().zip(&mut kept) {
        let whole = median(whole);
        println!(
            "{:<11}{:>10.2}{:>12.2}{:>20.2}{:>19.2}",
            sandbox.tier(),
            milliseconds(whole),
            milliseconds(whole) - milliseconds(bare),
            milliseconds(median(wall)),
            milliseconds(median(cpu))
        );
    }
    Ok(())
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
