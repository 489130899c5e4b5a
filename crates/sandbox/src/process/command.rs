//! Finding the program that a command means, and what must be visible for it to run.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// Why a command cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandFault {
    /// There is nothing in it.
    #[error("the command is empty")]
    Empty,
    /// There is no such program.
    #[error("there is no program '{}'", .0.to_string_lossy())]
    NotFound(OsString),
    /// It cannot be executed.
    #[error("'{}' cannot be executed: {reason}", program.display())]
    NotExecutable {
        /// The program.
        program: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The program, or what is to be visible to it, is where the user that agents
    /// run as cannot get.
    #[error(
        "agents do not run as root, and no other user can reach '{}': \
         put it where everyone can, or run this as a normal user",
        .0.display()
    )]
    OutOfReach(PathBuf),
}

impl CommandFault {
    /// Whether it is the agent that is to blame, and not the caller.
    pub fn is_agents_fault(&self) -> bool {
        !matches!(self, Self::OutOfReach(_))
    }
}

/// A program that was found.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Program {
    /// Where it is: absolute.
    pub(super) path: PathBuf,
    /// What has to be visible besides the system and the agent's folder.
    pub(super) needs: Vec<PathBuf>,
}

/// Finds the program that a command means. `shielded`: it will be run by a user
/// other than the caller's.
pub(super) fn find(command: &[OsString], folder: &Path, shielded: bool) -> Result<Program, CommandFault> {
    let name = command.first().filter(|name| !name.is_empty()).ok_or(CommandFault::Empty)?;
    let in_reach = |path: &Path| !shielded || path.starts_with(folder) || is_in_everyones_reach(path);
    let path = if is_bare(name) {
        let found: Vec<PathBuf> = in_search_path(name).collect();
        let first = found.first().ok_or_else(|| CommandFault::NotFound(name.clone()))?;
        found.iter().find(|path| in_reach(path)).unwrap_or(first).clone()
    } else {
        folder.join(name)
    };
    check(&path).map_err(|reason| match reason {
        None => CommandFault::NotFound(name.clone()),
        Some(reason) => CommandFault::NotExecutable { program: path.clone(), reason },
    })?;
    if !in_reach(&path) {
        return Err(CommandFault::OutOfReach(path));
    }
    Ok(Program { needs: needs(&path, folder), path })
}

fn is_bare(name: &OsStr) -> bool {
    Path::new(name).components().count() == 1 && !name.to_string_lossy().contains(std::path::is_separator)
}

fn in_search_path(name: &OsStr) -> impl Iterator<Item = PathBuf> {
    let folders = env::var_os("PATH").map(|path| env::split_paths(&path).collect::<Vec<_>>()).unwrap_or_default();
    let names = [name.to_owned(), with_suffix(name)];
    folders
        .into_iter()
        .filter(|folder| folder.is_absolute())
        .flat_map(move |folder| names.clone().map(|name| folder.join(name)))
        .filter(|path| check(path).is_ok())
}

fn with_suffix(name: &OsStr) -> OsString {
    let mut name = name.to_owned();
    name.push(env::consts::EXE_SUFFIX);
    name
}

/// Whether it is an executable file; if not, why, or `None` if there is nothing.
fn check(path: &Path) -> Result<(), Option<String>> {
    let found = fs::metadata(path).map_err(|error| {
        let is_missing = matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory);
        (!is_missing).then(|| error.to_string())
    })?;
    if !found.is_file() {
        return Err(Some("it is not a file".to_owned()));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        if found.permissions().mode() & 0o111 == 0 {
            return Err(Some("its permissions do not allow it (chmod +x)".to_owned()));
        }
    }
    Ok(())
}

/// Whether all users can execute it, and what it is a link to.
pub(crate) fn is_in_everyones_reach(path: &Path) -> bool {
    is_open(path, 0o1)
}

/// Where programs are visible anyway.
const SYSTEM: [&str; 3] = ["/usr", "/bin", "/sbin"];

/// What of these the user that agents run as could not read.
#[cfg(target_os = "linux")]
pub(super) fn out_of_reach(visible: &[PathBuf]) -> Option<&PathBuf> {
    visible.iter().find(|path| !is_open(path, 0o4))
}

/// Whether all users can get to it, and have these rights to it.
#[cfg(unix)]
fn is_open(path: &Path, rights: u32) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    let has = |path: &Path, rights| fs::metadata(path).is_ok_and(|found| found.permissions().mode() & rights == rights);
    let open = |path: &Path| has(path, rights) && path.ancestors().skip(1).all(|part| has(part, 0o1));
    open(path) && path.canonicalize().is_ok_and(|target| open(&target))
}

#[cfg(not(unix))]
fn is_open(_: &Path, _: u32) -> bool {
    true
}

/// What must be visible for a program: itself by each of its names, and for an
/// interpreter in a place of its own also the library beside it.
fn needs(path: &Path, folder: &Path) -> Vec<PathBuf> {
    let names = [Some(path.to_owned()), path.canonicalize().ok()];
    let mut needs: Vec<PathBuf> = names
        .into_iter()
        .flatten()
        .filter(|name| !name.starts_with(folder) && !SYSTEM.iter().any(|tree| name.starts_with(tree)))
        .map(|name| prefix(&name).unwrap_or(&name).to_owned())
        .collect();
    needs.dedup();
    needs
}

/// The place of an interpreter: what has a `bin`, and beside it what belongs to
/// it. Never somebody's home, where `bin` is beside all that is private.
fn prefix(program: &Path) -> Option<&Path> {
    let bin = program.parent()?;
    let prefix = bin.parent().filter(|prefix| prefix.parent().is_some())?;
    // Not `home_dir`, which asks the system's list of users if there is no such
    // variable, and that cannot be done in a statically linked program.
    let home = env::var_os("HOME").or_else(|| env::var_os("USERPROFILE"));
    let is_home = home.is_some_and(|home| Path::new(&home).starts_with(prefix));
    let holds = |names: &[&str]| names.iter().any(|name| prefix.join(name).exists());
    let belongs = match bin.file_name()?.to_str()? {
        "bin" => holds(&["pyvenv.cfg", "lib"]),
        // The stand-ins of pyenv and its like.
        "shims" => holds(&["versions"]),
        _ => false,
    };
    (belongs && !is_home).then_some(prefix)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn executable(path: &Path) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "#!/bin/sh\n").unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn found(command: &str, folder: &Path) -> Result<Program, CommandFault> {
        find(&[command.into()], folder, false)
    }

    #[test]
    fn programs_are_found_in_the_folder_and_in_the_search_path() {
        let folder = tempfile::tempdir().unwrap();
        executable(&folder.path().join("agent"));
        let own = found("./agent", folder.path()).unwrap();
        assert_eq!(own.path, folder.path().join("./agent"));
        assert_eq!(own.needs, [] as [PathBuf; 0]);
        assert!(found("sh", folder.path()).unwrap().path.is_absolute());
    }

    #[test]
    fn what_cannot_be_run_is_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("text"), "").unwrap();
        assert_eq!(find(&[], folder.path(), false), Err(CommandFault::Empty));
        assert_eq!(found("./missing", folder.path()), Err(CommandFault::NotFound("./missing".into())));
        assert_eq!(found("no-such-program", folder.path()), Err(CommandFault::NotFound("no-such-program".into())));
        assert!(matches!(found("./text", folder.path()), Err(CommandFault::NotExecutable { .. })));
        assert!(matches!(found("/usr", folder.path()), Err(CommandFault::NotExecutable { .. })));
    }

    #[test]
    fn what_no_other_user_can_reach_is_not_the_agents_fault() {
        let (folder, private) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let program = private.path().join("agent");
        executable(&program);
        fs::set_permissions(private.path(), fs::Permissions::from_mode(0o700)).unwrap();
        let fault = find(&[program.clone().into()], folder.path(), true).unwrap_err();
        assert_eq!(fault, CommandFault::OutOfReach(program));
        assert!(!fault.is_agents_fault());
    }

    #[test]
    fn an_interpreter_brings_its_library_and_a_program_only_itself() {
        let (folder, place) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let place = place.path().canonicalize().unwrap();
        let interpreter = place.join("venv/bin/python");
        executable(&interpreter);
        fs::write(place.join("venv/pyvenv.cfg"), "").unwrap();
        assert_eq!(found(interpreter.to_str().unwrap(), folder.path()).unwrap().needs, [place.join("venv")]);
        let program = place.join("bin/agent");
        executable(&program);
        assert_eq!(found(program.to_str().unwrap(), folder.path()).unwrap().needs, [program]);
    }
}
