//! Which programs a folder of submissions holds.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::language::{Language, Part};
use crate::agents::AgentSpec;

/// A program that was handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// What it is called: its folder, or its file if it is in none of its own.
    pub name: String,
    /// Its folder, or its only file.
    pub source: PathBuf,
    pub(super) program: Part,
    pub(super) calibrate: Option<Part>,
}

impl Submission {
    /// Whether the same file is the program of both.
    pub(in crate::agents) fn has_program_of(&self, other: &Self) -> bool {
        self.program == other.program
    }
}

/// Why something is not a submission.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FindError {
    /// There is no program in it.
    #[error(
        "there is no program in {0}: expected homework.py, homework.cpp, homework.java, a Cargo.toml or an executable file"
    )]
    Nothing(String),
    /// There are several.
    #[error("{folder} holds several programs ({}): name the one that plays homework, or hand in only one", programs.join(", "))]
    Several {
        /// Where.
        folder: String,
        /// Their files.
        programs: Vec<String>,
    },
}

/// Everything in a folder that was handed in, by name and place: each folder and
/// each program in it. Hidden files and folders are left out.
pub fn find_all(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') || !(path.is_dir() || Part::of(&path).is_some()) {
            continue;
        }
        let stem = path.file_stem().filter(|_| path.is_file());
        found.push((stem.map_or(name, |stem| stem.to_string_lossy().into_owned()), path));
    }
    found.sort();
    Ok(found)
}

/// The submission that an agent's command names from the view of `base`, if it
/// names one: a folder, or a file with a program's source. If the agent has a
/// folder of its own, its command is there to be run.
pub fn find_named(spec: &AgentSpec, base: &Path) -> Result<Option<Submission>, FindError> {
    let path = base.join(&spec.command);
    if spec.dir.is_some() {
        return Ok(None);
    }
    if path.is_dir() {
        return find_one(&path).map(Some);
    }
    let is_source = path.extension().is_some() && path.is_file();
    Ok(if is_source { find_one(&path).ok() } else { None })
}

/// The submission that a folder or a file is.
pub fn find_one(path: &Path) -> Result<Submission, FindError> {
    let text = path.display().to_string();
    if path.is_dir() {
        let (program, calibrate) = find_in_folder(path)?;
        let name = path.file_name().map_or(text, |name| name.to_string_lossy().into_owned());
        return Ok(Submission { name, source: path.to_owned(), program, calibrate });
    }
    let program = Part::of(path).ok_or_else(|| FindError::Nothing(text.clone()))?;
    if program.language == Language::Cargo {
        // The file stands for its folder.
        return find_one(path.parent().unwrap_or(Path::new(".")));
    }
    let name = path.file_stem().map_or(text, |name| name.to_string_lossy().into_owned());
    Ok(Submission { name, source: path.to_owned(), program, calibrate: None })
}

fn find_in_folder(folder: &Path) -> Result<(Part, Option<Part>), FindError> {
    let text = folder.display().to_string();
    let entries = fs::read_dir(folder).map_err(|_| FindError::Nothing(text.clone()))?;
    let mut parts: Vec<Part> = entries.filter_map(|entry| Part::of(&entry.ok()?.path())).collect();
    parts.sort_by(|one, two| one.file.cmp(&two.file));
    let is_named = |part: &Part, name: &str| part.file.split('.').next().is_some_and(|stem| stem.starts_with(name));
    let calibrate = parts.iter().find(|part| is_named(part, "calibrate")).cloned();
    parts.retain(|part| !is_named(part, "calibrate"));
    // What says what it is comes before what merely may be the program.
    let by_name: Vec<&Part> = parts.iter().filter(|part| is_named(part, "homework")).collect();
    let cargo: Vec<&Part> = parts.iter().filter(|part| part.language == Language::Cargo).collect();
    let all: Vec<&Part> = parts.iter().collect();
    for candidates in [by_name, cargo, all] {
        match candidates[..] {
            [] => {}
            [part] => return Ok((part.clone(), calibrate)),
            _ => {
                let programs = candidates.iter().map(|part| part.file.clone()).collect();
                return Err(FindError::Several { folder: text, programs });
            }
        }
    }
    Err(FindError::Nothing(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        folder
    }

    #[test]
    fn the_courses_names_are_known() {
        let names = ["homework.py", "homework3.py", "homework.cpp", "homework11.cpp", "homework.java", "Cargo.toml"];
        for name in names {
            let folder = folder(&[name, "notes.txt", "helper.h"]);
            let found = find_one(folder.path()).unwrap();
            assert_eq!((found.program.file.as_str(), found.calibrate), (name, None));
        }
    }

    #[test]
    fn homework_comes_before_its_helpers_and_calibrate_is_not_the_program() {
        let folder = folder(&["homework.py", "board.py", "calibrate.py"]);
        let found = find_one(folder.path()).unwrap();
        assert_eq!(found.program.file, "homework.py");
        assert_eq!(found.calibrate.unwrap().file, "calibrate.py");
    }

    #[test]
    fn none_and_several_are_told_apart() {
        assert!(matches!(find_one(folder(&["readme.md"]).path()), Err(FindError::Nothing(_))));
        let two = folder(&["a.py", "b.cpp"]);
        let Err(FindError::Several { programs, .. }) = find_one(two.path()) else { panic!("expected an error") };
        assert_eq!(programs, ["a.py", "b.cpp"]);
    }

    #[test]
    fn a_folder_of_submissions_is_listed_by_name_and_a_bad_one_does_not_hide_the_rest() {
        let all = folder(&["zoe/homework.py", "adam/readme", "bob.cpp", ".git/config", "list.csv"]);
        let found = find_all(all.path()).unwrap();
        let names: Vec<(&str, bool)> =
            found.iter().map(|(name, path)| (name.as_str(), find_one(path).is_ok())).collect();
        assert_eq!(names, [("adam", false), ("bob", true), ("zoe", true)]);
    }
}
