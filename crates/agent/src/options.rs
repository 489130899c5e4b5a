//! What the agent can be told on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use fruitrage_engine::Level;
use fruitrage_rules::MAX_SIZE;
use fruitrage_rules::text::parse_seconds;

/// What the agent can be told by people; a referee tells it nothing.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The file to read, or - for standard input
    #[arg(long, value_name = "FILE", default_value = "input.txt")]
    pub(crate) input: PathBuf,
    /// The file to write, or - for standard output
    #[arg(long, value_name = "FILE", default_value = "output.txt")]
    pub(crate) output: PathBuf,
    /// Play as if so many seconds were left for the game, whatever the file says
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// Think with so many threads, no more than there are cores: for a clock on the
    /// wall only, for the CPU time of all of them is then counted as one's
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = thread_count)]
    pub(crate) threads: usize,
    /// Look at most so many moves ahead; without --time, forget the clock
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) depth: Option<u32>,
    /// Look at about so many boards at most; without --time, forget the clock
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Choose another one of equally good moves with another seed; at a lower
    /// level, overlook other ones
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// How well to play: a level by number or name, from 1 (cress), a beginner who overlooks
    /// much, to 9 (sage), full strength
    #[arg(long, value_name = "LEVEL", default_value_t)]
    pub(crate) level: Level,
    /// Find the best N moves, each with its value and line, for --verbose to tell;
    /// the best one is played all the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = move_count)]
    pub(crate) top: usize,
    /// Learn what the opponent does and make plans on it, with notes from move to move in
    /// fruitrage.notes beside the input file; where that file is, this needs no telling
    #[arg(long)]
    pub(crate) notes: bool,
    /// Tell on stderr how the thinking goes, depth by depth
    #[arg(long, short)]
    pub(crate) verbose: bool,
}

impl Default for Options {
    /// What the plain call without arguments does.
    fn default() -> Self {
        Self {
            input: "input.txt".into(),
            output: "output.txt".into(),
            time: None,
            threads: 1,
            depth: None,
            nodes: None,
            seed: None,
            level: Level::HIGHEST,
            top: 1,
            notes: false,
            verbose: false,
        }
    }
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    parse_seconds(text).ok_or("expected a decimal number such as 300 or 1.5")
}

/// More threads than this never help, and each needs memory of its own.
const MAX_THREADS: usize = 256;

/// No board has more moves.
const MAX_MOVES: usize = MAX_SIZE * MAX_SIZE;

fn thread_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=MAX_THREADS) => Ok(threads),
        _ => Err(format!("expected a number from 1 to {MAX_THREADS}")),
    }
}

fn move_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(moves @ 1..=MAX_MOVES) => Ok(moves),
        _ => Err(format!("expected a number from 1 to {MAX_MOVES}")),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Arguments {
        #[command(flatten)]
        options: Options,
    }

    #[test]
    fn the_plain_call_is_what_no_arguments_mean() {
        assert_eq!(Arguments::parse_from(["agent"]).options, Options::default());
    }
}
