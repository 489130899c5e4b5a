//! Which programs a folder of submissions holds.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;

use super::language::{Language, Part};
use super::unpack::{Packing, UnpackError, unpack};
use super::unrunnable::{KNOWN, Unrunnable};
use crate::agents::runtime::in_search_path;
use crate::agents::{AgentSpec, content};

/// How many folders are opened, one in the other, until there is a program.
const DEEPEST: usize = 4;
/// So many files are named where none of them is a program.
const NAMED: usize = 3;

/// A program that was handed in.
#[derive(Clone, Debug)]
pub struct Submission {
    /// What it is called: its folder, or its file if it is in none of its own.
    pub name: String,
    /// Its folder, or its only file.
    pub source: PathBuf,
    /// A folder whose files come with its only file.
    dir: Option<PathBuf>,
    pub(super) program: Part,
    pub(super) calibrate: Option<Part>,
    /// Where it was unpacked to, for as long as it is needed.
    _unpacked: Option<Arc<TempDir>>,
}

impl Submission {
    /// Whether the same file is the program of both.
    pub(in crate::agents) fn has_program_of(&self, other: &Self) -> bool {
        self.program == other.program
    }

    /// The file of its program, if it was named and others come with it.
    pub(in crate::agents) fn named_file(&self) -> Option<&str> {
        self.dir.as_ref().map(|_| self.program.file.as_str())
    }

    /// Copies what was handed in to a folder.
    pub(in crate::agents) fn copy_to(&self, kit: &Path) -> anyhow::Result<()> {
        if let Some(dir) = &self.dir {
            content::copy_sources(dir, kit)?;
        }
        match self.source.file_name().filter(|_| self.source.is_file()) {
            Some(name) => content::copy_sources(&self.source, &kit.join(name)),
            None => content::copy_sources(&self.source, kit),
        }
    }
}

/// Why something is not a submission.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// There is no program in it.
    #[error("there is no program in {folder}: {}", if found.is_empty() { format!("it is empty; hand in {KNOWN}") } else { found.join("; ") })]
    Nothing {
        /// Where.
        folder: String,
        /// What is there instead, each with the reason why it is no program.
        found: Vec<String>,
    },
    /// There are several.
    #[error("{folder} holds several programs ({}): name the one that plays homework, or hand in only one", programs.join(", "))]
    Several {
        /// Where.
        folder: String,
        /// Their files.
        programs: Vec<String>,
    },
    /// The file that was named is no program.
    #[error(transparent)]
    Unrunnable(#[from] Unrunnable),
    /// An archive that is not unpacked.
    #[error("{file}: {error}")]
    Archive {
        /// The archive.
        file: String,
        /// Why not.
        error: UnpackError,
    },
}

/// What there is in a folder of submissions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandedIn {
    /// What may be an agent, by name and place: each folder, archive and program.
    pub agents: Vec<(String, PathBuf)>,
    /// What is not used, each with the reason.
    pub unused: Vec<String>,
}

/// Everything in a folder that was handed in. Hidden files and folders are left out.
pub fn find_all(folder: &Path) -> io::Result<HandedIn> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    let mut handed_in = HandedIn::default();
    for path in paths {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if is_of_system(&file) {
            continue;
        }
        let is_packed = Packing::of_name(&file).is_some() || is_other_archive(&file);
        match if path.is_dir() || is_packed { Ok(()) } else { Part::of(&path).map(drop) } {
            Ok(()) => handed_in.agents.push((name_of(&path), path)),
            Err(reason) => handed_in.unused.push(reason.to_string()),
        }
    }
    // Two of the same name are called by all of theirs.
    let names: Vec<String> = handed_in.agents.iter().map(|(name, _)| name.clone()).collect();
    for (name, path) in &mut handed_in.agents {
        if names.iter().filter(|other| *other == name).count() > 1 {
            *name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        }
    }
    handed_in.agents.sort();
    Ok(handed_in)
}

/// What systems and people keep beside what they hand in.
fn is_of_system(file: &str) -> bool {
    file.starts_with('.') || ["__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini"].contains(&file)
}

/// Archives that are meant to be handed in, but cannot be unpacked.
fn is_other_archive(file: &str) -> bool {
    let kinds = ["rar", "7z", "xz", "bz2", "gz", "zst"];
    file.rsplit_once('.').is_some_and(|(_, kind)| kinds.iter().any(|other| kind.eq_ignore_ascii_case(other)))
}

/// What a submission at a place is called.
fn name_of(path: &Path) -> String {
    let file = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    if path.is_dir() {
        return file;
    }
    let stem = Packing::of_name(&file).map(|(_, stem)| stem.to_owned());
    stem.or_else(|| Some(path.file_stem()?.to_string_lossy().into_owned())).unwrap_or(file)
}

/// The submission that an agent's command names from the view of `base`, if it
/// names one: a folder, an archive, or a file with a program's source. With a folder of the
/// agent's own, the file may be in there, and all else that is there comes along.
pub fn find_named(spec: &AgentSpec, base: &Path) -> Result<Option<Submission>, FindError> {
    let command = spec.words();
    let path = base.join(command);
    if let Some(dir) = &spec.dir {
        let dir = base.join(dir);
        let file = [dir.join(command), path].into_iter().find(|file| file.is_file());
        return file.map_or(Ok(None), |file| find_beside(&file, dir));
    }
    if path.is_dir() {
        return find_one(&path).map(Some);
    }
    if !path.is_file() {
        return Ok(None);
    }
    let is_bare = !command.contains(std::path::is_separator);
    let is_source = Language::of_name(command).is_some() || Packing::of_name(command).is_some();
    // A plain name is a program of the system, if there is such a one.
    if is_bare && !is_source && in_search_path(command).is_some() {
        return Ok(None);
    }
    let found = find_one(&path)?;
    let is_command = found.program.language == Language::Executable && !is_bare && !is_source;
    Ok((!is_command).then_some(found))
}

/// A file with the folder that comes along, if it is a program's source.
fn find_beside(file: &Path, dir: PathBuf) -> Result<Option<Submission>, FindError> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    if Language::of_name(&name).is_none_or(|language| language == Language::Cargo) {
        return Ok(None);
    }
    let calibrate = parts_of(&dir).into_iter().find(|part| is_named(part, "calibrate"));
    Ok(Some(Submission { dir: Some(dir), calibrate, ..find_one(file)? }))
}

/// The submission that a folder or a file is.
pub fn find_one(path: &Path) -> Result<Submission, FindError> {
    let name = name_of(path);
    if path.is_dir() {
        let found = find_in_folder(path, DEEPEST);
        if matches!(found, Err(FindError::Nothing { .. }))
            && let Some(archive) = only_archive(path)?
        {
            return Ok(Submission { name, ..find_one(&archive)? });
        }
        let (source, program, calibrate) = found?;
        return Ok(Submission { name, source, dir: None, program, calibrate, _unpacked: None });
    }
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    if let Some((packing, _)) = Packing::of_name(&file) {
        let refused = |error: UnpackError| FindError::Archive { file: path.display().to_string(), error };
        let folder = tempfile::tempdir().map_err(|error| refused(error.into()))?;
        unpack(path, packing, folder.path()).map_err(refused)?;
        let found = find_in_folder(folder.path(), DEEPEST).map_err(|error| in_archive(error, path));
        let (source, program, calibrate) = found?;
        return Ok(Submission { name, source, dir: None, program, calibrate, _unpacked: Some(Arc::new(folder)) });
    }
    let program = Part::of(path)?;
    if program.language == Language::Cargo {
        // The file stands for its folder.
        return find_one(path.parent().unwrap_or(Path::new(".")));
    }
    Ok(Submission { name, source: path.to_owned(), dir: None, program, calibrate: None, _unpacked: None })
}

/// The archive in a folder, if there is one: what platforms hand over is often a folder with
/// what was uploaded.
fn only_archive(folder: &Path) -> Result<Option<PathBuf>, FindError> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_archive = |path: &PathBuf| {
        let name = name(path);
        path.is_file() && !is_of_system(&name) && Packing::of_name(&name).is_some()
    };
    let mut archives: Vec<PathBuf> = entries.filter(is_archive).collect();
    archives.sort();
    if archives.len() > 1 {
        let programs = archives.iter().map(|path| name(path)).collect();
        return Err(FindError::Several { folder: folder.display().to_string(), programs });
    }
    Ok(archives.pop())
}

/// The error as it is told of an archive, and not of where it was unpacked.
fn in_archive(error: FindError, archive: &Path) -> FindError {
    let folder = archive.display().to_string();
    match error {
        FindError::Nothing { found, .. } => FindError::Nothing { folder, found },
        FindError::Several { programs, .. } => FindError::Several { folder, programs },
        other => other,
    }
}

fn is_named(part: &Part, name: &str) -> bool {
    part.file.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
}

/// All programs in a folder itself, by name.
fn parts_of(folder: &Path) -> Vec<Part> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path()).filter(|path| path.is_file());
    let mut parts: Vec<Part> = files.filter_map(|path| Part::of(&path).ok()).collect();
    parts.retain(|part| !is_of_system(&part.file));
    parts.sort_by(|one, two| one.file.cmp(&two.file));
    parts
}

/// The program of a folder, and the folder that it is in: this one, or the only one in it
/// with a program.
fn find_in_folder(folder: &Path, levels: usize) -> Result<(PathBuf, Part, Option<Part>), FindError> {
    let text = folder.display().to_string();
    let mut parts = parts_of(folder);
    let calibrate = parts.iter().find(|part| is_named(part, "calibrate")).cloned();
    parts.retain(|part| !is_named(part, "calibrate"));
    // What was compiled elsewhere does not stand in the way of its source.
    if parts.iter().any(|part| part.language != Language::Executable) {
        parts.retain(|part| part.language != Language::Executable);
    }
    // The sources of a Cargo project are not programs of their own.
    if parts.iter().any(|part| part.language == Language::Cargo) {
        parts.retain(|part| part.language != Language::Rust);
    }
    // What says what it is comes before what merely may be the program.
    let by_name = |name: &str| parts.iter().filter(|part| is_named(part, name)).collect::<Vec<&Part>>();
    let cargo: Vec<&Part> = parts.iter().filter(|part| part.language == Language::Cargo).collect();
    let main: Vec<&Part> = parts.iter().filter(|part| part.file.to_ascii_lowercase().starts_with("main.")).collect();
    for candidates in [by_name("homework"), cargo, main, parts.iter().collect()] {
        match candidates[..] {
            [] => {}
            [part] => return Ok((folder.to_owned(), part.clone(), calibrate)),
            _ => {
                let programs = candidates.iter().map(|part| part.file.clone()).collect();
                return Err(FindError::Several { folder: text, programs });
            }
        }
    }
    find_below(folder, levels)
}

/// The program in one of the folders of a folder that holds none itself.
fn find_below(folder: &Path, levels: usize) -> Result<(PathBuf, Part, Option<Part>), FindError> {
    let text = folder.display().to_string();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut entries: Vec<PathBuf> = entries.filter(|path| !is_of_system(&name(path))).collect();
    entries.sort();
    let folders = entries.iter().filter(|path| levels > 0 && path.is_dir() && !path.is_symlink());
    let (mut results, mut found_below) = (Vec::new(), Vec::new());
    for path in folders {
        match find_in_folder(path, levels - 1) {
            Err(FindError::Nothing { found, .. }) => found_below.extend(found),
            result => results.push((name(path), result)),
        }
    }
    match results.len() {
        0 => {
            let reasons = entries.iter().filter(|path| path.is_file());
            let reasons = reasons.filter_map(|path| Part::of(path).err()).map(|reason| reason.to_string());
            let mut found: Vec<String> = reasons.chain(found_below).take(NAMED).collect();
            if found.is_empty() && !entries.is_empty() {
                found.push(format!("nothing in it is one; hand in {KNOWN}"));
            }
            Err(FindError::Nothing { folder: text, found })
        }
        1 => results.remove(0).1,
        _ => {
            let programs = results.into_iter().map(|(name, _)| format!("{name}/")).collect();
            Err(FindError::Several { folder: text, programs })
        }
    }
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
        let names = [
            "homework.py",
            "homework3.py",
            "homework.cpp",
            "homework11.cpp",
            "homework.java",
            "Homework.java",
            "homework.c",
            "homework.js",
            "homework.go",
            "homework.rs",
            "HOMEWORK.PY",
            "Cargo.toml",
        ];
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
        let none = folder(&["readme.md"]);
        let error = find_one(none.path()).unwrap_err();
        assert!(matches!(error, FindError::Nothing { .. }));
        assert!(error.to_string().contains(": readme.md: unknown kind .md; try .py,"), "{error}");
        let two = folder(&["a.py", "b.cpp"]);
        let Err(FindError::Several { programs, .. }) = find_one(two.path()) else { panic!("expected an error") };
        assert_eq!(programs, ["a.py", "b.cpp"]);
    }

    #[test]
    fn a_program_some_folders_too_deep_is_found_and_two_are_told() {
        let deep = folder(&["readme.md", "hw/src/homework.py", "hw/docs/notes.txt", "__MACOSX/homework.py"]);
        let found = find_one(deep.path()).unwrap();
        assert_eq!((found.source, found.program.file.as_str()), (deep.path().join("hw/src"), "homework.py"));
        let two = folder(&["old/homework.py", "new/homework.py"]);
        let Err(FindError::Several { programs, .. }) = find_one(two.path()) else { panic!("expected an error") };
        assert_eq!(programs, ["new/", "old/"]);
        assert!(matches!(find_one(folder(&["a/b/c/d/e/homework.py"]).path()), Err(FindError::Nothing { .. })));
    }

    #[test]
    fn an_archive_in_a_folder_of_its_own_is_opened_unless_there_are_two() {
        let one = folder(&["readme.md", "homework.zip"]);
        // It is no archive, but it was taken for one.
        assert!(matches!(find_one(one.path()), Err(FindError::Archive { .. })));
        let two = folder(&["old.zip", "new.tar.gz", ".hidden.zip"]);
        let Err(FindError::Several { programs, .. }) = find_one(two.path()) else { panic!("expected an error") };
        assert_eq!(programs, ["new.tar.gz", "old.zip"]);
        let beside = folder(&["homework.py", "data.zip"]);
        assert_eq!(find_one(beside.path()).unwrap().program.file, "homework.py");
    }

    #[test]
    fn the_sources_of_a_cargo_project_are_no_programs_beside_it() {
        let project = folder(&["Cargo.toml", "build.rs", "homework.rs", "src/main.rs"]);
        assert_eq!(find_one(project.path()).unwrap().program.language, Language::Cargo);
    }

    #[test]
    fn a_folder_of_submissions_is_listed_by_name_and_a_bad_one_does_not_hide_the_rest() {
        let all = folder(&["zoe/homework.py", "adam/readme", "bob.cpp", ".git/config", "list.csv", "eve.rar"]);
        let found = find_all(all.path()).unwrap();
        let names: Vec<(&str, bool)> =
            found.agents.iter().map(|(name, path)| (name.as_str(), find_one(path).is_ok())).collect();
        assert_eq!(names, [("adam", false), ("bob", true), ("eve", false), ("zoe", true)]);
        assert_eq!(found.unused.len(), 1);
        assert!(found.unused[0].starts_with("list.csv: unknown kind .csv; try .py"), "{:?}", found.unused);
    }

    #[test]
    fn two_of_one_name_are_told_apart_by_their_files() {
        let all = folder(&["bob/homework.py", "bob.cpp", "bob.zip", "eve.tar.gz"]);
        let names: Vec<String> = find_all(all.path()).unwrap().agents.into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["bob", "bob.cpp", "bob.zip", "eve"]);
    }

    #[test]
    fn a_file_that_is_there_is_never_said_to_be_missing() {
        let here = folder(&["hw.rb", "notes"]);
        for name in ["hw.rb", "notes"] {
            let error = find_named(&AgentSpec::of_command(name), here.path()).unwrap_err();
            assert!(matches!(error, FindError::Unrunnable(_)), "{error}");
        }
        for none in ["missing.py", "python3 hw.rb"] {
            assert!(find_named(&AgentSpec::of_command(none), here.path()).unwrap().is_none());
        }
    }

    #[test]
    fn a_source_with_a_folder_of_its_own_is_still_a_submission() {
        let here = folder(&["a.py", "b.py", "calibrate.py", "data/weights"]);
        for dir in [".", "data"] {
            let spec = AgentSpec { dir: Some(dir.into()), ..AgentSpec::of_command("a.py") };
            let found = find_named(&spec, here.path()).unwrap().expect("a submission");
            assert_eq!((found.program.file.as_str(), found.calibrate.is_some()), ("a.py", dir == "."));
            let kit = tempfile::tempdir().unwrap();
            found.copy_to(kit.path()).unwrap();
            assert!(kit.path().join("a.py").exists() && kit.path().join("b.py").exists() == (dir == "."));
            assert!(kit.path().join(if dir == "." { "data/weights" } else { "weights" }).exists());
        }
    }
}
