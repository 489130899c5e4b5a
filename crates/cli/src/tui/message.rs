//! What wakes the game up: keys and the mouse, the session, those who
//! think, and signals. All of it comes through one channel, so that nothing has to
//! be looked for in vain.

use std::sync::mpsc::Sender;
use std::thread;

use anyhow::Context as _;
use crossterm::event::{self, Event};
use fruitrage_play::analysis::AnalysisUpdate;
use fruitrage_play::review::Review;
use fruitrage_play::session::Told;

use super::game::Game;

/// Something that has happened. Games, analyses and reviews have numbers, so that what
/// comes late from one that is gone is known as such.
pub(super) enum Message {
    /// A key, the mouse, or a new size of the terminal.
    Terminal(Event),
    /// There is nothing to read from any more.
    InputLost(String),
    /// Somebody wants the program to end.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there are no signals, and Ctrl-C is a key"))]
    Ended,
    /// A thread has panicked and said so.
    Panicked,
    /// A game that was asked for, or why there is none.
    Opened(u64, anyhow::Result<Box<Game>>),
    /// Something has happened in a game.
    Told(u64, Box<Told>),
    /// An analysis has found something.
    Analysed(u64, Box<AnalysisUpdate>),
    /// So many of so many parts of a review are done.
    Reviewing(u64, usize, usize),
    /// A review is done.
    Reviewed(u64, Box<Review>),
}

/// Reads the keyboard and the mouse, in a thread of its own until the program ends.
pub(super) fn read_input(messages: Sender<Message>) -> anyhow::Result<()> {
    let read = move || {
        loop {
            let (message, lost) = match event::read() {
                Ok(event) => (Message::Terminal(event), false),
                Err(error) => (Message::InputLost(error.to_string()), true),
            };
            if messages.send(message).is_err() || lost {
                break;
            }
        }
    };
    thread::Builder::new().name("input".to_owned()).spawn(read).context("there is no thread for the keyboard")?;
    Ok(())
}

/// Hears of requests to end. Ctrl-C is none: in the game it is a key.
#[cfg(unix)]
pub(super) fn hear_signals(messages: Sender<Message>) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals =
        signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]).context("signals cannot be heard")?;
    let hear = move || {
        for _ in signals.forever() {
            if messages.send(Message::Ended).is_err() {
                break;
            }
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(hear).context("there is no thread for signals")?;
    Ok(())
}

/// Ctrl-C is a key, and there are no other signals.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
pub(super) fn hear_signals(_: Sender<Message>) -> anyhow::Result<()> {
    Ok(())
}
