//! Where the files of a program's games go: its private folder, and what it prints.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use fruitrage_game::Entry;

/// How much of what an agent prints in a game is kept.
const LARGEST_LOG: u64 = 1 << 20;

/// Where the files of a program's games go.
#[derive(Clone, Debug)]
pub struct GameFiles {
    /// The folder for its private folders, one for each game, which is gone after it.
    pub work: PathBuf,
    /// The folder for what it prints, if that is to be kept.
    pub logs: Option<PathBuf>,
}

impl GameFiles {
    /// The file for what it prints in a game, if that is to be kept.
    pub(super) fn log(&self, entry: &Entry<'_>) -> Option<PathBuf> {
        self.logs.as_ref().map(|logs| logs.join(log_name(entry.game, entry.player.index() as u8 + 1)))
    }
}

/// Returns the name of the file for what who moves first or second (1 or 2) prints in a game.
pub(crate) fn log_name(game_id: &str, player: u8) -> String {
    format!("{game_id}.{player}.log")
}

/// What an agent prints in a game, up to a limit.
#[derive(Debug)]
pub(super) struct Log {
    file: File,
    written: u64,
}

impl Log {
    /// An empty log; what was there is gone.
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).create(true).truncate(true).open(path)?;
        Ok(Self { file, written: 0 })
    }

    /// Adds what the program printed for a move that ended like this.
    pub(super) fn add(
        &mut self,
        ply: u32,
        end: &dyn Display,
        [cpu, wall]: [Duration; 2],
        outputs: [&[u8]; 2],
    ) -> io::Result<()> {
        let (cpu, wall) = (cpu.as_secs_f64(), wall.as_secs_f64());
        let mut text = format!("=== move {ply}: {end}, CPU {cpu:.3} s, wall {wall:.3} s\n").into_bytes();
        for (name, printed) in ["stdout", "stderr"].into_iter().zip(outputs) {
            if !printed.is_empty() {
                text.extend(format!("--- {name}\n").bytes());
                text.extend(printed);
                if printed.last() != Some(&b'\n') {
                    text.push(b'\n');
                }
            }
        }
        if self.written >= LARGEST_LOG {
            return Ok(());
        }
        self.written += text.len() as u64;
        if self.written >= LARGEST_LOG {
            text.extend(b"=== the log is full; nothing more is kept\n");
        }
        self.file.write_all(&text)
    }
}
