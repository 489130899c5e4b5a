//! Answers for the report's files: all of them in one folder, each of them whole
//! or as it was before.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::{Findings, crosstable_csv, games_pgn, report_html, results_json, standings_csv};

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

type Form = fn(&Findings<'_>, &mut dyn Write) -> io::Result<()>;

/// The files and what writes them.
const FORMS: [(&str, Form); 5] = [
    ("standings.csv", |findings, out| standings_csv(findings, out)),
    ("crosstable.csv", |findings, out| crosstable_csv(findings, out)),
    ("results.json", |findings, out| results_json(findings, out)),
    ("games.pgn", |findings, out| games_pgn(findings, out)),
    ("report.html", |findings, out| out.write_all(report_html(findings).as_bytes())),
];

/// Writes the report into a folder, which is made if need be, and tells which
/// files there are. The last one is the page for people.
pub fn write_report(findings: &Findings<'_>, folder: &Path) -> Result<Vec<PathBuf>, ReportError> {
    fs::create_dir_all(folder).map_err(|error| ReportError { path: folder.to_owned(), error })?;
    let write = |&(name, form): &(&str, Form)| {
        let path = folder.join(name);
        match write_whole(&path, |out| form(findings, out)) {
            Ok(()) => Ok(path),
            Err(error) => Err(ReportError { path, error }),
        }
    };
    FORMS.iter().map(write).collect()
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
