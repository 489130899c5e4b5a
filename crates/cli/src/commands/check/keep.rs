//! The files of moves that went wrong, a folder for each step.

use std::fs;
use std::io;
use std::path::Path;

use fruitrage_game::harmless;
use fruitrage_grading::check::{CheckReport, MoveFiles, Step};
use fruitrage_tournament::lost_move::plain;

use crate::lost_moves::again;

/// What may be in the folder of a step.
const NAMES: [&str; 5] = ["input.txt", "output.txt", "stderr.txt", "stdout.txt", "verdict.txt"];

/// Writes the files of moves that went wrong to folders of their own below `parent`, and says
/// in the report how to look at them again. What an earlier check kept of the same program is
/// removed first.
pub(super) fn keep(report: &mut CheckReport, parent: &Path) -> io::Result<()> {
    let own = parent.join(plain(&report.agent));
    for step in Step::ALL {
        clear(&own.join(step.id()));
    }
    for step in &mut report.steps {
        let Some((finding, files)) =
            step.findings.iter_mut().find_map(|finding| finding.files.take().map(|files| (finding, files)))
        else {
            continue;
        };
        let folder = own.join(step.step.id());
        write(&folder, &files, &finding.what)?;
        finding.again = Some(again(&folder));
    }
    // Only if nothing is in them.
    let _ = fs::remove_dir(&own).and_then(|()| fs::remove_dir(parent));
    Ok(())
}

/// Removes what a check writes, and nothing else.
fn clear(folder: &Path) {
    if fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir()) {
        for name in NAMES {
            let _ = fs::remove_file(folder.join(name));
        }
        let _ = fs::remove_dir(folder);
    }
}

fn write(folder: &Path, files: &MoveFiles, verdict: &str) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("input.txt"), &files.input)?;
    fs::write(folder.join("verdict.txt"), format!("{}\n", harmless(verdict)))?;
    if let Some(output) = &files.output {
        fs::write(folder.join("output.txt"), output)?;
    }
    for (name, printed) in [("stderr.txt", &files.stderr), ("stdout.txt", &files.stdout)] {
        if !printed.is_empty() {
            fs::write(folder.join(name), printed)?;
        }
    }
    Ok(())
}
