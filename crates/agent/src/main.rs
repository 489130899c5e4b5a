//! The agent as a program of its own: nothing behind it but rules, engine and the
//! command line, so that it is built in seconds.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use fruitrage_agent::Options;

/// The exit code for bad usage and bad input.
const BAD_INPUT: u8 = 2;

/// How a person gets to the game from here, where only the agent is built.
const NEXT_STEP: &str = "Play yourself: cargo run --release -p fruitrage -- play   (in a browser: … -- serve --open)";

/// Plays one move of The Fruit Rage.
///
/// It reads input.txt in the current folder, thinks, and writes output.txt, as the
/// game's protocol wants it. Games for people, matches and tournaments are in the
/// program `fruitrage`.
#[derive(Debug, Parser)]
#[command(
    name = "fruitrage-agent",
    version,
    after_help = "\
Examples:
  fruitrage-agent                                    play the move that ./input.txt asks for
  fruitrage-agent --verbose --input game.txt --output -
                                                     show how it thinks, print the reply

Exit codes: 0 a move was written; 2 bad usage or bad input, nothing was written."
)]
struct Arguments {
    #[command(flatten)]
    options: Options,
}

fn main() -> ExitCode {
    let in_main = Instant::now();
    let options = Arguments::parse().options;
    match fruitrage_agent::run(&options, in_main, NEXT_STEP) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If even stderr is closed there is nobody left to tell.
            let _ = writeln!(io::stderr(), "fruitrage: {error:#}");
            BAD_INPUT.into()
        }
    }
}
