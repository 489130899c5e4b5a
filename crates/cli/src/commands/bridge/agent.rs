//! An agent by files that asks an engine of the Universal Game Interface for one move.

use std::io::{BufRead as _, BufReader, ErrorKind, Write as _};
use std::path::Path;
use std::process::{Child, Command as Program, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use fruitrage_agent::files;
use fruitrage_game::ugi::{Command, Go, Reply, StartOfLine};
use fruitrage_game::{Harmless, Protocol};
use fruitrage_rules::text::{Input, Output, PositionLine, format_seconds};
use fruitrage_rules::{Board, Cell, Position};
use fruitrage_tournament::agents::words_of;

use crate::commands::Verdict;

/// So much longer than its time the engine is waited for: who gives up has lost for certain, and
/// most referees count only the time for which a processor worked.
const PATIENCE: Duration = Duration::from_secs(2);

/// Reads `input.txt`, asks the engine, and writes `output.txt`.
pub(super) fn play_a_move(command: &str) -> anyhow::Result<Verdict> {
    let begun = Instant::now();
    let input = files::read_input_liberally(Path::new("input.txt"))?;
    let mut engine = Engine::start(Protocol::of_command(command).1)?;
    let cell = engine.ask(&input, begun)?;
    let output = Output::of(&input.grid, cell).with_context(|| format!("the engine says {cell}"))?;
    files::write_whole(Path::new("output.txt"), &output.to_string())?;
    Ok(Verdict::Yes)
}

/// An engine at work; it ends with this.
struct Engine {
    child: Child,
    lines: Receiver<String>,
}

impl Engine {
    fn start(command: &str) -> anyhow::Result<Self> {
        let words = words_of(command).with_context(|| format!("the quotes in `{command}` do not match"))?;
        let (program, arguments) = words.split_first().context("the engine's command is empty")?;
        let started = Program::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.with_context(|| format!("the engine '{program}' cannot be started"))?;
        let (sender, lines) = channel();
        if let Some(pipe) = child.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(pipe).split(b'\n').map_while(Result::ok) {
                    if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                        return;
                    }
                }
            });
        }
        Ok(Self { child, lines })
    }

    /// The engine's move. What has passed since the program began is its time too.
    fn ask(&mut self, input: &Input, begun: Instant) -> anyhow::Result<Cell> {
        let position = Position::start(Board::settled(&input.grid));
        let start = StartOfLine::Given(Box::new(PositionLine { position, clocks: None }));
        self.tell(&[Command::Ugi, Command::NewGame, Command::IsReady])?;
        self.wait(input, begun, "readyok", |reply| matches!(reply, Ok(Reply::ReadyOk)).then_some(()))?;
        let left = input.time.saturating_sub(begun.elapsed());
        let go = Go { clocks: [Some(left), Some(input.time)], ..Go::default() };
        self.tell(&[Command::Position { start, moves: Vec::new() }, Command::Go(go)])?;
        let answer = self.wait(input, begun, "bestmove", |reply| match reply {
            Ok(Reply::BestMove(cell)) => Some(Ok(cell)),
            Ok(Reply::NoMove) => Some(Err("the engine says that there is no move".to_owned())),
            Ok(_) => None,
            Err(error) => Some(Err(error)),
        })?;
        // Whether it ends at once or not, it is not needed any more.
        let _ = self.tell(&[Command::Quit]);
        answer.map_err(anyhow::Error::msg)
    }

    fn tell(&mut self, commands: &[Command]) -> anyhow::Result<()> {
        let input = self.child.stdin.as_mut().context("the engine does not listen")?;
        for command in commands {
            match writeln!(input, "{command}") {
                // It is dead, and what it does not say any more is told elsewhere.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
                written => written.context("the engine does not listen")?,
            }
        }
        Ok(())
    }

    /// Waits for a reply, as long as there is time and a little longer.
    fn wait<T>(
        &self,
        input: &Input,
        begun: Instant,
        what: &str,
        wanted: impl Fn(Result<Reply, String>) -> Option<T>,
    ) -> anyhow::Result<T> {
        let mut last = String::new();
        let most = input.time.saturating_add(PATIENCE);
        while let Ok(line) = self.lines.recv_timeout(most.saturating_sub(begun.elapsed())) {
            let reply = line.parse().map_err(|error: fruitrage_game::ugi::ReplyError| error.to_string());
            if let Some(found) = wanted(reply) {
                return Ok(found);
            }
            last = line;
        }
        let last = if last.is_empty() { "nothing".to_owned() } else { format!("'{}'", Harmless(&last)) };
        bail!(
            "there was no '{what}' from the engine within {} s; the last it said is {last}",
            format_seconds(input.time)
        )
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Dead already, or to be: then there is nothing to be told.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
