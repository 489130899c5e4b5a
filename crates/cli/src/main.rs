//! The Fruit Rage on the command line: the protocol agent, and tools around it.

// See start.rs.
#![cfg_attr(all(target_os = "linux", target_env = "gnu", not(test)), no_main)]

mod arguments;
mod clock;
mod commands;
mod drawing;
#[cfg(early_entry)]
mod early;
mod files;
mod lab;
mod match_report;
mod notes;
mod players;
mod printing;
mod progress;
mod regret;
mod review_page;
mod signals;
#[cfg(all(target_os = "linux", target_env = "gnu", not(test)))]
mod start;
mod thinking;
mod tui;
mod tuning;

use std::io::{self, Write as _};
use std::time::Instant;

use clap::Parser as _;

use arguments::{Arguments, Command};
use commands::{Verdict, agent, bench, board, warden};

/// The exit code for bad usage and bad input.
const BAD_INPUT: u8 = 2;

#[cfg(not(all(target_os = "linux", target_env = "gnu", not(test))))]
fn main() -> std::process::ExitCode {
    run().into()
}

/// Does what the arguments ask for, and returns the exit code.
fn run() -> u8 {
    let in_main = Instant::now();
    let result = if std::env::args_os().len() <= 1 {
        // The plain call, as a referee makes it: nothing to parse, no time lost.
        agent::run(&agent::Options::default(), in_main)
    } else if warden::is_asked_for() {
        return warden::run();
    } else {
        run_command(Arguments::parse(), in_main)
    };
    match result {
        Ok(verdict) => verdict as u8,
        Err(error) => {
            // If even stderr is closed there is nobody left to tell.
            let _ = writeln!(io::stderr(), "fruitrage: {error:#}");
            BAD_INPUT
        }
    }
}

fn run_command(arguments: Arguments, in_main: Instant) -> anyhow::Result<Verdict> {
    match arguments.command {
        None => agent::run(&arguments.agent, in_main),
        Some(Command::Analyze(options)) => commands::analyze::run(&options),
        Some(Command::Board { command }) => board::run(&command),
        Some(Command::Bench(options)) => bench::run(&options),
        Some(Command::Doctor(options)) => commands::doctor::run(&options),
        Some(Command::Lab(options)) => commands::lab::run(&options),
        Some(Command::Match(options)) => commands::matches::run(&options),
        Some(Command::Play(options)) => commands::play::run(&options),
        Some(Command::Regret(options)) => commands::regret::run(&options),
        Some(Command::Replay(options)) => commands::replay::run(&options),
        Some(Command::Serve(options)) => commands::serve::run(&options),
        Some(Command::Tournament { command }) => commands::tournament::run(&command),
        Some(Command::Review(options)) => commands::review::run(&options),
        Some(Command::Tune(options)) => commands::tune::run(&options),
        Some(Command::Worker(options)) => commands::worker::run(&options),
    }
}
