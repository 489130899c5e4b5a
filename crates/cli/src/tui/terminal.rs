//! The terminal: taken when the game begins, and given back as it was
//! whatever happens, a panic in any thread included.

#![expect(clippy::disallowed_methods, reason = "the game draws the whole screen; ratatui shows no control characters")]

use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write as _};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use anyhow::Context as _;
use crossterm::cursor::Show;
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use crossterm::{execute, queue};
use ratatui::backend::CrosstermBackend;
use ratatui::{Frame, Terminal};

use super::message::Message;

/// Whether the terminal is ours at the moment.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The screen for as long as the game has it.
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
}

/// Makes sure that there is a terminal for a command.
pub(crate) fn must_be_there(command: &str) -> anyhow::Result<()> {
    anyhow::ensure!(
        io::stdin().is_terminal() && io::stdout().is_terminal(),
        "{command} needs a terminal for both input and output (for games without one there is `fruitrage match`)"
    );
    let is_dumb = std::env::var("TERM").is_ok_and(|name| name == "dumb");
    anyhow::ensure!(!is_dumb, "{command} needs a terminal that can move its cursor, and TERM says 'dumb'");
    Ok(())
}

impl Screen {
    /// Takes the terminal. If any thread panics it is given back before the panic is
    /// told of, and the game is told too.
    pub(super) fn take(messages: Sender<Message>) -> anyhow::Result<Self> {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            give_back();
            before(info);
            // Nobody listens if it is the listener who panics.
            let _ = messages.send(Message::Panicked);
        }));
        take().inspect_err(|_| give_back()).context("the terminal cannot be used")?;
        let backend = CrosstermBackend::new(BufWriter::with_capacity(1 << 16, io::stdout()));
        let terminal = Terminal::new(backend).inspect_err(|_| give_back()).context("the terminal cannot be used")?;
        Ok(Self { terminal })
    }

    /// Draws everything that has changed.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        // After a panic elsewhere its message is not painted over.
        if TAKEN.load(Ordering::SeqCst) {
            self.terminal.draw(draw)?;
        }
        Ok(())
    }

    /// Draws all anew the next time, whatever is on the screen.
    pub(super) fn forget(&mut self) -> io::Result<()> {
        self.terminal.clear()
    }

    /// Stops the program as the shell wants it, and takes the terminal again when it
    /// goes on.
    #[cfg(unix)]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        take()?;
        self.forget()
    }

    /// There is no such thing here.
    #[cfg(not(unix))]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        self.forget()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
        if !std::thread::panicking() {
            // From here on a panic is told of as usual.
            let _ = panic::take_hook();
        }
    }
}

fn take() -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)
}

/// Gives the terminal back. What fails is tried no further: there may be no terminal
/// any more.
fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout();
        let _ = queue!(out, DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = out.flush();
        let _ = disable_raw_mode();
    }
}
