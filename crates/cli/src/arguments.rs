//! The command line: commands and the arguments they share.

use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};
use fruitrage_rules::text::parse_seconds;

use crate::commands::{
    analyze, bench, board, bridge, check, completions, doctor, engine, grade, help, lab, learn, man, matches,
    new_agent, play, puzzle, puzzles, regret, replay, review, serve, site, tournament, worker,
};

/// What `--version` tells: also the commit and the target, which a report of a fault needs.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("FRUITRAGE_BUILD"), ")");

/// Plays The Fruit Rage.
///
/// Without arguments it is an agent as the game's protocol wants it: it reads
/// input.txt in the current folder, thinks, and writes output.txt.
#[derive(Debug, Parser)]
#[command(
    name = "fruitrage",
    version = VERSION,
    disable_help_subcommand = true,
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  fruitrage                                    play the move that ./input.txt asks for
  fruitrage --verbose --input game.txt --output -
                                               show how it thinks, print the reply
  fruitrage board new -n 10 -p 4 > input.txt   make a random board
  fruitrage board show input.txt               look at it

More: fruitrage help COMMAND, and on topics: fruitrage help files|players|clocks|exit-codes
Completions and manual pages: fruitrage completions SHELL, fruitrage man -o FOLDER"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) agent: fruitrage_agent::Options,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Finds the best moves on a board, and what each is worth
    Analyze(analyze::Options),
    /// Makes, shows and checks boards, and plays moves on them
    Board {
        #[command(subcommand)]
        command: board::Command,
    },
    /// Checks a program before it is handed in: will it get zero, and which grade to expect?
    Check(check::Options),
    /// Searches fixed positions: the signature of how the engine plays, and its speed
    Bench(bench::Options),
    /// Makes an agent that plays by files a UGI engine, or the other way round
    Bridge(bridge::Options),
    /// Prints what a shell needs to complete commands and options
    #[command(hide = true)]
    Completions(completions::Options),
    /// Tells how well agents can be kept apart here, and which languages can be run
    Doctor(doctor::Options),
    /// Speaks the Universal Game Interface: one process for many games
    Engine(engine::Options),
    /// Grades what a class has handed in, and tells how much was luck
    Grade {
        #[command(subcommand)]
        command: grade::Command,
    },
    /// Prints the help of a command, or a topic: files, players, clocks, exit-codes
    #[command(hide = true)]
    Help(help::Options),
    /// Plays many short games inside this process: is a change to the engine a gain?
    Lab(Box<lab::Options>),
    /// Teaches the game in a minute, on eight small boards
    Learn(learn::Options),
    /// Prints or writes the manual pages
    #[command(hide = true)]
    Man(man::Options),
    /// Plays two agents against each other: which is better, and why are games lost?
    Match(Box<matches::Options>),
    /// Writes an agent to begin with, in one of seven languages
    NewAgent(new_agent::Options),
    /// Plays a game in the terminal, against the engine, a program or a friend
    Play(Box<play::Options>),
    /// Asks for the best move: puzzles whose answers are proved, or your own mistakes
    Puzzle(puzzle::Options),
    /// Makes the deck of puzzles again
    Puzzles {
        #[command(subcommand)]
        command: puzzles::Command,
    },
    /// Tells how many points the engine loses on positions whose exact values are known
    Regret(Box<regret::Options>),
    /// Shows recorded games, and makes sure that they can have happened
    Replay(replay::Options),
    /// Opens the game for a browser: play, analyse, replay, watch tournaments
    Serve(serve::Options),
    /// Writes the pages as plain files, engine included, for any host or a disk
    Site(site::Options),
    /// Holds tournaments that survive whatever happens to the machine
    Tournament {
        #[command(subcommand)]
        command: tournament::Command,
    },
    /// Judges every move of a recorded game: what was lost, where, and why
    Review(review::Options),
    /// Plays for a tournament or a grading at a server, together with other machines
    Worker(worker::Options),
}

/// A time as typed: more than nothing.
pub(crate) fn positive_seconds(text: &str) -> Result<Duration, &'static str> {
    parse_seconds(text).filter(|time| !time.is_zero()).ok_or("expected a positive number of seconds such as 300 or 0.5")
}

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON object.
    Json,
}

/// How tables are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For people.
    #[default]
    Table,
    /// For programs: one JSON object.
    Json,
    /// For spreadsheets.
    Csv,
}
