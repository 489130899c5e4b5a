//! A zip that is the same for the same contents: fixed dates, entries in order.

use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// A file of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Where it is in the archive, with slashes.
    pub(crate) path: String,
    /// What is in it.
    pub(crate) contents: Vec<u8>,
    /// Whether it can be run.
    pub(crate) is_program: bool,
}

impl Entry {
    /// A file that is read.
    pub(crate) fn file(path: impl Into<String>, contents: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), contents: contents.into(), is_program: false }
    }

    /// A file that is run.
    pub(crate) fn program(path: impl Into<String>, contents: impl Into<Vec<u8>>) -> Self {
        Self { is_program: true, ..Self::file(path, contents) }
    }
}

/// Packs files.
pub(crate) fn pack(mut entries: Vec<Entry>) -> anyhow::Result<Vec<u8>> {
    entries.sort_by(|one, two| one.path.cmp(&two.path));
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for entry in entries {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(if entry.is_program { 0o755 } else { 0o644 });
        zip.start_file(entry.path, options)?;
        zip.write_all(&entry.contents)?;
    }
    Ok(zip.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_files_are_the_same_bytes_and_programs_can_be_run() {
        let entries = vec![Entry::file("b.txt", "b"), Entry::program("a.sh", "#!/bin/sh\n")];
        let packed = pack(entries.clone()).unwrap();
        assert_eq!(packed, pack(entries.into_iter().rev().collect()).unwrap());
        let mut zip = zip::ZipArchive::new(Cursor::new(packed)).unwrap();
        let mut mode = |number: usize| {
            let file = zip.by_index(number).unwrap();
            (file.name().unwrap().into_owned(), file.unix_mode().map(|mode| mode & 0o777))
        };
        let modes = [mode(0), mode(1)];
        assert_eq!(modes, [("a.sh".to_owned(), Some(0o755)), ("b.txt".to_owned(), Some(0o644))]);
    }
}
