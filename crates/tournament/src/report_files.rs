//! The report on the disk: all its files in one folder, each of them whole or as
//! it was before.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use fruitrage_results::report::{Findings, REPORT_FILES, ReportForm};

/// A file that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot be written: {error}", path.display())]
pub struct ReportError {
    /// Which.
    pub path: PathBuf,
    /// Why.
    #[source]
    pub error: io::Error,
}

/// Writes the report into a folder, which is made if need be, and returns the
/// paths of its files. The last one is the page for people.
pub fn write_report(findings: &Findings<'_>, folder: &Path) -> Result<Vec<PathBuf>, ReportError> {
    fs::create_dir_all(folder).map_err(|error| ReportError { path: folder.to_owned(), error })?;
    let write = |(name, form): (&str, ReportForm)| {
        let path = folder.join(name);
        match write_whole(&path, |out| form(findings, out)) {
            Ok(()) => Ok(path),
            Err(error) => Err(ReportError { path, error }),
        }
    };
    REPORT_FILES.into_iter().map(write).collect()
}

/// Writes to a new file beside it, which takes its place when it is complete.
fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let temporary = PathBuf::from(name);
    let fill = || {
        let mut out = BufWriter::new(File::create(&temporary)?);
        write(&mut out)?;
        out.into_inner()?.sync_all()?;
        fs::rename(&temporary, path)
    };
    let written = fill();
    if written.is_err() {
        // What is left of it is of no use to anybody.
        let _ = fs::remove_file(&temporary);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_whole_or_stays_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("standings.csv");
        write_whole(&path, |out| out.write_all(b"first")).unwrap();
        let fails = |out: &mut dyn Write| {
            out.write_all(b"half")?;
            Err(io::ErrorKind::StorageFull.into())
        };
        assert_eq!(write_whole(&path, fails).unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing half-written stays behind");
        let blocked = folder.path().join("blocked");
        fs::create_dir_all(blocked.join("x")).unwrap();
        assert!(write_whole(&blocked, |out| out.write_all(b"text")).is_err(), "a folder is in its place");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
