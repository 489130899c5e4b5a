//! The folder of one agent in one game, and the two files in it that are exchanged with
//! the agent.
//!
//! The agent may do anything in there between two moves. So nothing in it is
//! trusted, and nothing is ever followed out of it.

mod instead;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod portable;
#[cfg(target_os = "linux")]
mod removal;

use std::io;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::time::Duration;

#[cfg(target_os = "linux")]
use linux::FolderHandle;
#[cfg(not(target_os = "linux"))]
use portable::FolderHandle;

const INPUT: &str = "input.txt";
const OUTPUT: &str = "output.txt";

/// How many files of an agent are looked at to see what it wrote.
const MOST_LISTED: usize = 1000;

/// The private folder of one agent for one game. It is removed when this is
/// dropped.
#[derive(Debug)]
pub struct AgentFolder(FolderHandle);

/// Why `output.txt` is refused.
#[derive(Debug, thiserror::Error)]
pub enum OutputFault {
    /// There is none.
    #[error("there is no output.txt")]
    Missing,
    /// It is something else than a file.
    #[error("output.txt is not a file but {0}")]
    NotAFile(&'static str),
    /// The file has another name too, which may be anywhere.
    #[error("output.txt is a hard link to a file that has other names too")]
    HardLink,
    /// It is larger than any reply.
    #[error("output.txt is too large for a reply: {0} bytes")]
    TooLarge(u64),
    /// The system will not let it be read.
    #[error("output.txt cannot be read: {0}")]
    Unreadable(io::Error),
}

impl AgentFolder {
    /// Makes a folder with a name of its own under `parent`, empty or with a copy
    /// of what is in another folder. Links are copied as links.
    ///
    /// For agents under another user, `parent` is opened to be passed through,
    /// but not listed.
    pub fn create(parent: &Path, copy_of: Option<&Path>) -> io::Result<Self> {
        FolderHandle::create(parent, copy_of).map(Self)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes `input.txt` anew, whatever the agent has left in its place.
    pub fn write_input(&self, text: &[u8]) -> io::Result<()> {
        self.0.write_input(text)
    }

    /// Removes `output.txt`, whatever it is.
    pub fn clear_output(&self) -> io::Result<()> {
        self.0.clear_output()
    }

    /// Reads `output.txt` if it is a file of at most so many bytes.
    pub fn read_output(&self, most: usize) -> Result<Vec<u8>, OutputFault> {
        self.0.read_output(most)
    }

    /// Returns what the agent wrote instead of an `output.txt`, in words. `before` is what
    /// the folder began with.
    pub fn written_instead(&self, before: &Path) -> String {
        let names = |entries: std::fs::ReadDir| {
            entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
        };
        let before: Vec<String> = std::fs::read_dir(before).map(names).unwrap_or_default();
        instead::in_words(&self.0.names(before.len() + MOST_LISTED), &before)
    }

    /// How long the agent may run before the folder is to be looked at again.
    #[cfg(target_os = "linux")]
    pub(crate) fn disk_due(&self) -> Duration {
        self.0.disk_due()
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn set_disk_due(&self, due: Duration) {
        self.0.set_disk_due(due);
    }

    /// The user that the agent runs as, if it is not the caller's.
    #[cfg(target_os = "linux")]
    pub(crate) fn user(&self) -> Option<u32> {
        self.0.user()
    }
}
