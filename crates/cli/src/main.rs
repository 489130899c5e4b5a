//! The Fruit Rage on the command line: the protocol agent, and tools around it.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod arguments;
mod commands;
mod drawing;
mod exports;
mod help;
mod lab;
mod lost_moves;
mod match_report;
mod players;
mod printing;
mod progress;
mod regret;
mod seed;
mod signals;
mod tui;
mod usage;

use std::process::ExitCode;
use std::time::Instant;

use arguments::{Arguments, Command};
use commands::{Verdict, bench, board, warden};
use printing::tell_error;

/// The exit code for bad usage and bad input.
const BAD_INPUT: u8 = 2;

/// How a person gets from the agent's first move to the game.
const NEXT_STEP: &str = "Play yourself: fruitrage play   (in a browser: fruitrage serve --open)";

fn main() -> ExitCode {
    let in_main = Instant::now();
    if warden::is_asked_for() {
        return warden::run().into();
    }
    let arguments = match help::parse() {
        Ok(arguments) => arguments,
        Err(error) => return usage::refuse(&error),
    };
    match run_command(arguments, in_main) {
        Ok(verdict) => (verdict as u8).into(),
        Err(error) => {
            tell_error(format_args!("{error:#}"));
            BAD_INPUT.into()
        }
    }
}

fn run_command(arguments: Arguments, in_main: Instant) -> anyhow::Result<Verdict> {
    match arguments.command {
        None => {
            fruitrage_agent::run(&arguments.agent, in_main, NEXT_STEP)?;
            Ok(Verdict::Yes)
        }
        Some(Command::Analyze(options)) => commands::analyze::run(&options),
        Some(Command::Board { command }) => board::run(&command),
        Some(Command::Bench(options)) => bench::run(&options),
        Some(Command::Bridge(options)) => commands::bridge::run(&options),
        Some(Command::Check(options)) => commands::check::run(&options),
        Some(Command::Completions(options)) => commands::completions::run(&options),
        Some(Command::Doctor(options)) => commands::doctor::run(&options),
        Some(Command::Engine(options)) => commands::engine::run(&options),
        Some(Command::Grade { command }) => commands::grade::run(&command),
        Some(Command::Help(options)) => commands::help::run(&options),
        Some(Command::Lab(options)) => commands::lab::run(&options),
        Some(Command::Learn(options)) => commands::learn::run(&options),
        Some(Command::Man(options)) => commands::man::run(&options),
        Some(Command::Match(options)) => commands::matches::run(&options),
        Some(Command::NewAgent(options)) => commands::new_agent::run(&options),
        Some(Command::Play(options)) => commands::play::run(&options),
        Some(Command::Puzzle(options)) => commands::puzzle::run(&options),
        Some(Command::Puzzles { command }) => commands::puzzles::run(&command),
        Some(Command::Regret(options)) => commands::regret::run(&options),
        Some(Command::Replay(options)) => commands::replay::run(&options),
        Some(Command::Serve(options)) => commands::serve::run(&options),
        Some(Command::Site(options)) => commands::site::run(&options),
        Some(Command::Tournament { command }) => commands::tournament::run(&command),
        Some(Command::Review(options)) => commands::review::run(&options),
        Some(Command::Worker(options)) => commands::worker::run(&options),
    }
}
