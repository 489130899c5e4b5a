//! A whole game between two copies of the real program, one process a move, as
//! a referee runs it and counts its time.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fruitrage_rules::text::{Input, Output};
use fruitrage_rules::{Grid, Player, generate};
use wait4::Wait4 as _;

/// The shortest time that is written into a file: referees round to this.
const MILLISECOND: Duration = Duration::from_millis(1);

/// Which time is held against the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Clock {
    /// User and system time of the process, as the system counts it.
    Cpu,
    /// From before the process is made until it is known to have ended.
    Wall,
}

/// A game to be played.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) program: PathBuf,
    pub(crate) size: usize,
    pub(crate) kinds: u8,
    pub(crate) seed: u64,
    pub(crate) budget: Duration,
    pub(crate) clock: Clock,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The board is empty.
    Finished,
    OutOfTime(Player),
    /// No reply, or not a right one.
    Fault(String),
}

/// What is known of a game when it is over.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) end: End,
    pub(crate) moves: u32,
    /// The time that each player has left.
    pub(crate) left: [Duration; 2],
    pub(crate) slowest_move: Duration,
}

impl Game {
    /// Plays it, each player in a folder of its own. An error is the referee's,
    /// not a player's.
    pub(crate) fn play(&self) -> io::Result<Record> {
        let folders = [tempfile::tempdir()?, tempfile::tempdir()?];
        let mut grid = generate(self.size, self.kinds, self.seed);
        let mut player = Player::First;
        let mut record = Record { end: End::Finished, moves: 0, left: [self.budget; 2], slowest_move: Duration::ZERO };
        while grid.fruits() > 0 {
            let left = &mut record.left[player.index()];
            let (time, reply) = self.ask(folders[player.index()].path(), &grid, *left)?;
            record.moves += 1;
            record.slowest_move = record.slowest_move.max(time);
            *left = left.saturating_sub(time);
            if left.is_zero() {
                record.end = End::OutOfTime(player);
                break;
            }
            match reply {
                Ok(after) => grid = after,
                Err(fault) => {
                    record.end = End::Fault(fault);
                    break;
                }
            }
            player = player.opponent();
        }
        Ok(record)
    }

    /// One move: the time it took, and the board after it or what was wrong.
    fn ask(&self, folder: &Path, grid: &Grid, left: Duration) -> io::Result<(Duration, Result<Grid, String>)> {
        let milliseconds = left.as_millis().max(MILLISECOND.as_millis());
        let time = Duration::from_millis(milliseconds.try_into().unwrap_or(u64::MAX));
        let input = Input { kinds: self.kinds, time, grid: *grid };
        fs::write(folder.join("input.txt"), input.to_string())?;
        if let Err(error) = fs::remove_file(folder.join("output.txt"))
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(error);
        }
        let started = Instant::now();
        let mut command = Command::new(&self.program);
        command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let used = command.spawn()?.wait4()?;
        let time = match self.clock {
            Clock::Cpu => used.rusage.utime + used.rusage.stime,
            Clock::Wall => started.elapsed(),
        };
        if !used.status.success() {
            return Ok((time, Err(format!("it ended with {}", used.status))));
        }
        Ok((time, read_reply(&folder.join("output.txt"), grid)))
    }
}

fn read_reply(path: &Path, before: &Grid) -> Result<Grid, String> {
    let text = fs::read(path).map_err(|error| format!("no output.txt: {error}"))?;
    let reply = Output::read_strictly(&text, before.size()).map_err(|error| error.to_string())?;
    reply.check(before).map_err(|error| error.to_string())?;
    Ok(reply.grid)
}
