//! What processes hold beside the memory that is told as theirs: shared pages that none of
//! them looks at, buffers of sockets and pipes, and files that have no name any more.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt as _;

use nix::unistd::Pid;

/// What the buffer of a socket holds at most. No program may have it enlarged.
const SOCKET: u64 = 212_992;
/// What a pipe holds at most. No program may have it enlarged.
const PIPE: u64 = 64 << 10;
/// So many shared areas are taken for as large as they look.
const FEW_AREAS: usize = 8;
/// What the system counts the room of a file in, whatever the disk's blocks are.
const BLOCK: u64 = 512;

/// The largest shared area that a program may have, if it may have so much memory. What is
/// left of an area may look small and keep all of its pages.
pub(super) const fn largest_area(memory: u64) -> u64 {
    memory / 16
}

/// What all processes of a program hold together, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Holdings {
    /// Areas of memory that processes share.
    pub(super) shared: u64,
    /// Buffers of sockets and pipes.
    pub(super) buffers: u64,
    /// Files without a name.
    pub(super) files: u64,
    /// Whether a process did not let itself be looked at.
    pub(super) hidden: bool,
}

impl Holdings {
    /// Looks at all processes of a program that may have so much memory, and files of at
    /// most this size. On some devices there is a limit already.
    pub(super) fn look(processes: &[Pid], memory: u64, file_size: u64, limited: &[u64]) -> Self {
        let mut found = Found::default();
        for &process in processes {
            found.add_descriptors(process);
            found.add_areas(process);
        }
        found.files.retain(|(device, _), _| !limited.contains(device));
        found.mapped.retain(|(device, _)| !limited.contains(device));
        let unknown = found.mapped.iter().filter(|file| !found.files.contains_key(*file)).count() as u64;
        let areas = found.areas.values().map(|area| area.known.unwrap_or(area.mapped));
        let least = if found.areas.len() > FEW_AREAS { largest_area(memory) } else { 0 };
        let is_known = found.areas.values().all(|area| area.known.is_some());
        Self {
            shared: areas.map(|size| if is_known { size } else { size.max(least) }).sum(),
            buffers: found.sockets.len() as u64 * SOCKET + found.pipes.len() as u64 * PIPE,
            files: found.files.values().sum::<u64>() + unknown * file_size,
            hidden: found.hidden,
        }
    }
}

/// Returns the devices of these folders, as far as there are such.
pub(super) fn devices(folders: &[&str]) -> Vec<u64> {
    folders.iter().filter_map(|folder| fs::metadata(folder).ok()).map(|found| found.dev()).collect()
}

/// A file by its device and number.
type FileId = (u64, u64);

/// What was found so far, each thing once, whoever holds it.
#[derive(Default)]
struct Found {
    sockets: HashSet<String>,
    pipes: HashSet<String>,
    /// Open files without a name, and their sizes.
    files: HashMap<FileId, u64>,
    /// Files without a name that are mapped.
    mapped: HashSet<FileId>,
    areas: HashMap<u64, Area>,
    hidden: bool,
}

/// A shared area.
#[derive(Clone, Copy, Default)]
struct Area {
    mapped: u64,
    /// What it really takes, if the system tells.
    known: Option<u64>,
}

impl Found {
    fn add_descriptors(&mut self, process: Pid) {
        let listing = match fs::read_dir(format!("/proc/{process}/fd")) {
            Ok(listing) => listing,
            Err(error) => {
                self.hidden |= error.kind() == ErrorKind::PermissionDenied && has_memory(process);
                return;
            }
        };
        for entry in listing.flatten() {
            let Ok(target) = fs::read_link(entry.path()) else { continue };
            let target = target.to_string_lossy();
            if target.starts_with("socket:") {
                self.sockets.insert(target.into_owned());
            } else if target.starts_with("pipe:") {
                self.pipes.insert(target.into_owned());
            } else if target.ends_with(" (deleted)")
                && let Ok(found) = fs::metadata(entry.path())
                && found.is_file()
                && found.nlink() == 0
            {
                self.files.insert((found.dev(), found.ino()), found.blocks() * BLOCK);
            }
        }
    }

    fn add_areas(&mut self, process: Pid) {
        let text = fs::read_to_string(format!("/proc/{process}/maps")).unwrap_or_default();
        let mut own: HashMap<u64, Area> = HashMap::new();
        for line in text.lines().filter(|line| line.ends_with(" (deleted)")) {
            let Some(mapping) = Mapping::read(line) else { continue };
            if mapping.is_anonymous {
                let area = own.entry(mapping.file.1).or_default();
                area.mapped += mapping.size;
                // Only root is told.
                let known = fs::metadata(format!("/proc/{process}/map_files/{}", mapping.range));
                area.known = known.ok().map(|found| found.blocks() * BLOCK);
            } else {
                self.mapped.insert(mapping.file);
            }
        }
        for (number, area) in own {
            let all = self.areas.entry(number).or_default();
            all.mapped = all.mapped.max(area.mapped);
            all.known = all.known.or(area.known);
        }
    }
}

/// Whether a process has memory: one that is dying has none, nor open files, and cannot be
/// looked into either.
fn has_memory(process: Pid) -> bool {
    fs::read_to_string(format!("/proc/{process}/statm")).is_ok_and(|text| !text.starts_with("0 "))
}

/// A mapping of a file without a name.
struct Mapping<'a> {
    range: &'a str,
    size: u64,
    file: FileId,
    /// Whether there never was a name.
    is_anonymous: bool,
}

impl<'a> Mapping<'a> {
    /// Reads a line as `7f00-7f10 rw-s 00000000 00:01 1234    /dev/zero (deleted)`.
    fn read(line: &'a str) -> Option<Self> {
        let mut fields = line.split_whitespace();
        let (range, rights, _, device, file) =
            (fields.next()?, fields.next()?, fields.next()?, fields.next()?, fields.next()?);
        let number = |text: &str| u64::from_str_radix(text, 16).ok();
        let (from, to) = range.split_once('-')?;
        let (major, minor) = device.split_once(':')?;
        let device = nix::libc::makedev(number(major)? as u32, number(minor)? as u32);
        Some(Self {
            range,
            size: number(to)?.checked_sub(number(from)?)?,
            file: (device, file.parse().ok()?),
            is_anonymous: rights.ends_with('s') && line.ends_with("/dev/zero (deleted)"),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixStream;

    use super::*;

    #[test]
    fn buffers_and_files_without_a_name_are_found() {
        let this = [Pid::this()];
        let before = Holdings::look(&this, 1 << 30, 64 << 20, &[]);
        let sockets = UnixStream::pair().unwrap();
        let file = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut &file, &vec![1; 1 << 20]).unwrap();
        let after = Holdings::look(&this, 1 << 30, 64 << 20, &[]);
        assert!(after.buffers >= before.buffers + 2 * SOCKET || after.buffers >= 2 * SOCKET, "{after:?}");
        assert!(after.files >= 1 << 20, "{after:?}");
        assert!(!after.hidden);
        drop((sockets, file));
    }

    #[test]
    fn a_line_of_the_map_is_read() {
        let line = "7f00000-7f10000 rw-s 00000000 00:01 1234                       /dev/zero (deleted)";
        let mapping = Mapping::read(line).unwrap();
        assert_eq!((mapping.size, mapping.file.1, mapping.is_anonymous), (0x10000, 1234, true));
        let line = "7f00000-7f10000 r--p 00000000 fe:00 99 /home/x/lib one.so (deleted)";
        assert!(!Mapping::read(line).unwrap().is_anonymous);
        assert!(Mapping::read("nonsense (deleted)").is_none());
    }
}
