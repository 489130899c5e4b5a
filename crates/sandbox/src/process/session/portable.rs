//! A program of many turns on systems other than Linux: it runs on while it is not its turn,
//! only wall time is limited, and only the process itself is killed.

use std::io::{Read, Write as _};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::super::capped::Capped;
use super::super::portable::{end_of, spawn};
use super::super::{Launch, LaunchError, RunEnd};
use super::lines::{Excess, LONGEST_LINE, Lines, MOST_SAID};
use super::{Exchange, ExchangeEnd, TurnLimits};
use crate::isolation::Sandbox;

/// How often the limits are looked at.
const PAUSE: Duration = Duration::from_millis(20);

/// A piece of an output.
enum Piece {
    Stdout(Vec<u8>),
    Stderr(Vec<u8>),
}

/// A program and those who listen to it.
#[derive(Debug)]
pub(super) struct Running {
    child: Child,
    /// To whoever writes to it, so that what it does not read holds up nobody else.
    input: Option<Sender<Vec<u8>>>,
    pieces: Receiver<Piece>,
    lines: Lines,
    stderr: Capped,
}

impl Running {
    pub(super) fn start(sandbox: &Sandbox, launch: &Launch<'_>) -> Result<Self, LaunchError> {
        let mut child = spawn(sandbox, launch, true)?;
        let (sender, pieces) = channel();
        if let Some(pipe) = child.stdout.take() {
            listen(pipe, sender.clone(), Piece::Stdout);
        }
        if let Some(pipe) = child.stderr.take() {
            listen(pipe, sender, Piece::Stderr);
        }
        let input = child.stdin.take().map(speak);
        Ok(Self { child, input, pieces, lines: Lines::new(launch.limits.log), stderr: Capped::new(launch.limits.log) })
    }

    pub(super) fn ask(
        &mut self,
        text: &str,
        limits: &TurnLimits,
        is_answer: &mut dyn FnMut(&[u8]) -> bool,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Exchange, LaunchError> {
        while let Ok(piece) = self.pieces.try_recv() {
            self.take(piece);
        }
        let before = self.lines.begin();
        let begun = Instant::now();
        if let Some(input) = &self.input {
            // Whoever does not listen any more is dead, which is seen below.
            let _ = input.send(text.as_bytes().to_vec());
        }
        let end = self.until_answered(begun, limits, is_answer, is_stopped)?;
        let wall = begun.elapsed();
        let is_answered = matches!(end, ExchangeEnd::Answered(_));
        if !is_answered {
            self.end();
        }
        let stdout = if is_answered { self.lines.take_lines() } else { self.lines.take() };
        Ok(Exchange { cpu: wall, wall, end, before, stdout, stderr: self.stderr.take() })
    }

    fn until_answered(
        &mut self,
        begun: Instant,
        limits: &TurnLimits,
        is_answer: &mut dyn FnMut(&[u8]) -> bool,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<ExchangeEnd, LaunchError> {
        loop {
            // Dead before what it said was read: nothing more comes.
            let dead = self.child.try_wait().map_err(LaunchError::system("waiting for the program"))?;
            match self.pieces.recv_timeout(PAUSE) {
                Ok(piece) => self.take(piece),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) if dead.is_some() => {
                    return Ok(ExchangeEnd::Over(end_of(dead.unwrap_or_default())));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => thread::sleep(PAUSE),
            }
            while let Some(line) = self.lines.next() {
                if is_answer(&line) {
                    return Ok(ExchangeEnd::Answered(line));
                }
            }
            match self.lines.excess() {
                Some(Excess::Line) => return Ok(ExchangeEnd::EndlessLine(LONGEST_LINE)),
                Some(Excess::Said) => return Ok(ExchangeEnd::Flood(MOST_SAID)),
                None => {}
            }
            if begun.elapsed() >= limits.wall {
                return Ok(ExchangeEnd::Over(RunEnd::OverWall));
            } else if is_stopped() {
                self.end();
                return Err(LaunchError::Stopped);
            }
        }
    }

    fn take(&mut self, piece: Piece) {
        match piece {
            Piece::Stdout(bytes) => self.lines.push(&bytes),
            Piece::Stderr(bytes) => self.stderr.push(&bytes),
        }
    }

    fn end(&mut self) {
        self.input = None;
        // Dead already, or to be: then there is nothing to be told.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

fn speak(mut pipe: ChildStdin) -> Sender<Vec<u8>> {
    let (sender, pieces) = channel::<Vec<u8>>();
    thread::spawn(move || {
        while let Ok(piece) = pieces.recv() {
            if pipe.write_all(&piece).and_then(|()| pipe.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

fn listen(mut pipe: impl Read + Send + 'static, sender: Sender<Piece>, piece: fn(Vec<u8>) -> Piece) {
    thread::spawn(move || {
        let mut buffer = vec![0; 16 << 10];
        while let Ok(length @ 1..) = pipe.read(&mut buffer) {
            if sender.send(piece(buffer[..length].to_vec())).is_err() {
                return;
            }
        }
    });
}
