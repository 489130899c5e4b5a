//! A trial of a program: one move outside any game, and all that is to be seen of it, for
//! whoever looks for what is wrong with the program.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use fruitrage_game::{ClockRules, Stop, Turn};
use fruitrage_sandbox::process::{AgentFolder, Limits};
use std::time::Duration;

use super::program::{ProgramAgent, ProgramContestant, Told, tail};

/// How many files of a program are looked at, how deep folders are opened, and how much of
/// a file is read.
const MOST_FILES: usize = 200;
const DEEPEST: usize = 4;
const MOST_READ: usize = 4 << 10;
/// How much of what was printed is kept.
const MOST_PRINTED: usize = 64 << 10;

/// What a program is asked.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'a> {
    /// The `input.txt`, as it is written for the program.
    pub input: &'a [u8],
    /// Cells a side of the board in it.
    pub size: usize,
    /// The time that this tells.
    pub remaining: Duration,
    /// How time is counted.
    pub clock: ClockRules,
    /// Bytes of memory, if not what the program may have anyway.
    pub memory: Option<u64>,
    /// Breaks it off.
    pub stop: &'a Stop,
}

/// What came of a trial.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The turn, as a referee sees it.
    pub turn: Turn,
    /// What was printed to stdout; of much, the beginning and the end.
    pub stdout: Vec<u8>,
    /// What was printed to stderr; of much, the beginning and the end.
    pub stderr: Vec<u8>,
    /// The files that the program wrote beside `output.txt`.
    pub files: Vec<LeftFile>,
}

/// A file that a program wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftFile {
    /// Its path from the program's folder.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// How it begins.
    pub text: Vec<u8>,
}

impl ProgramAgent {
    /// Runs it once, in a folder of its own below `work`. An error is the arena's fault.
    pub fn try_out(&self, work: &Path, trial: &Trial<'_>) -> anyhow::Result<Tried> {
        let folder = AgentFolder::create(work, Some(self.kit())).context("the agent's folder cannot be made")?;
        let mut contestant = ProgramContestant::new(self, folder);
        let limits = self.limits();
        let limits = Limits { memory: trial.memory.unwrap_or(limits.memory), log: MOST_PRINTED, ..limits.clone() };
        let told = Told {
            input: trial.input,
            size: trial.size,
            remaining: trial.remaining,
            clock: trial.clock,
            ply: 1,
            limits,
            stop: trial.stop,
        };
        let (turn, run) = contestant.turn(&told);
        let files = left_files(contestant.folder().path(), self.kit());
        let (stdout, stderr) = run.map(|run| (run.stdout, run.stderr)).unwrap_or_default();
        Ok(Tried { turn, stdout, stderr, files })
    }
}

/// The last of what was printed, as text.
pub fn last_words(printed: &[u8]) -> String {
    tail(printed, super::program::STDERR_TAIL)
}

/// The files in a folder that were not there before, but for those of the protocol. Links
/// are never followed.
fn left_files(folder: &Path, before: &Path) -> Vec<LeftFile> {
    let mut found = Vec::new();
    let mut open: Vec<(PathBuf, usize)> = vec![(PathBuf::new(), 0)];
    while let Some((below, depth)) = open.pop() {
        let Ok(entries) = fs::read_dir(folder.join(&below)) else { continue };
        let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
        names.sort();
        for name in names {
            let path = below.join(&name);
            let is_protocol = depth == 0 && (name == "input.txt" || name == "output.txt");
            let Ok(kind) = fs::symlink_metadata(folder.join(&path)) else { continue };
            if is_protocol || found.len() >= MOST_FILES {
                continue;
            }
            let was_there = fs::symlink_metadata(before.join(&path)).ok();
            if kind.is_dir() && depth < DEEPEST {
                open.push((path, depth + 1));
            } else if kind.is_file() && was_there.is_none() {
                let text = read_beginning(&folder.join(&path)).unwrap_or_default();
                found.push(LeftFile { name: path.to_string_lossy().into_owned(), size: kind.len(), text });
            }
        }
    }
    found.sort_by(|one, two| one.name.cmp(&two.name));
    found
}

fn read_beginning(path: &Path) -> std::io::Result<Vec<u8>> {
    use std::io::Read as _;
    let mut text = Vec::new();
    fs::File::open(path)?.take(MOST_READ as u64).read_to_end(&mut text)?;
    Ok(text)
}
