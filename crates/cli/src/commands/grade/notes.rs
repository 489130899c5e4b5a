//! The notes of a rehearsal: a file for each student, to be handed back before anything
//! counts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use fruitrage_game::{Harmless, harmless};
use fruitrage_grading::{Rehearsal, Verdict};
use fruitrage_tournament::lost_move::plain;

/// Writes a note for each student into a folder. Returns the folder.
pub(super) fn write(folder: &Path, grading: &str, rehearsals: &[Rehearsal]) -> anyhow::Result<PathBuf> {
    let folder = folder.join("notes");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    // Two names may be the same but for what a file's name cannot hold.
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    for rehearsal in rehearsals {
        let name = plain(&rehearsal.agent.name);
        let count = taken.entry(name.to_lowercase()).or_default();
        *count += 1;
        let name = if *count == 1 { name } else { format!("{name}-{count}") };
        let file = folder.join(format!("{name}.txt"));
        fs::write(&file, note(grading, rehearsal)).with_context(|| file.display().to_string())?;
    }
    Ok(folder)
}

/// What a student is told.
fn note(grading: &str, rehearsal: &Rehearsal) -> String {
    let (name, verdict) = (Harmless(&rehearsal.agent.name), &rehearsal.verdict);
    let said: String = verdict.sentence().lines().map(|line| harmless(line) + "\n").collect();
    let then = match verdict {
        _ if verdict.is_ready() => "Nothing is graded yet. This only says that it can be built, started and asked.",
        Verdict::Trouble(_) => "That is not your fault, and costs you nothing. It is tried again.",
        Verdict::Unbuilt(_) | Verdict::Played(_) => {
            "Nothing is graded yet: mend it and hand it in again. `fruitrage check` on your own machine finds this and \
             more."
        }
    };
    format!("{}: rehearsal of {name}\n\n{said}\n{then}\n", Harmless(grading))
}
