//! The user's own Python: the one that a shell would start, with its packages.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use fruitrage_sandbox::process::can_be_reached_by_programs;
use serde::Deserialize;

use super::all_in_search_path;

/// What agents see of the system anyway.
const SYSTEM: [&str; 5] = ["/usr", "/bin", "/sbin", "/lib", "/lib64"];

/// Asks an interpreter where it and its packages are.
const QUESTION: &str = r#"
import json, os, site, sys, sysconfig
library = os.path.join(sysconfig.get_config_var("LIBDIR") or "", sysconfig.get_config_var("INSTSONAME") or "")
json.dump({
    "executable": sys.executable,
    "version": sys.version.split()[0],
    "prefixes": [sys.prefix, getattr(sys, "base_prefix", sys.prefix), sys.exec_prefix],
    "files": [os.path.realpath(sys.executable), library, os.path.join(sys.prefix, "pyvenv.cfg")],
    "packages": [path for path in sys.path if path],
    "user": site.getuserbase() if site.ENABLE_USER_SITE and site.getusersitepackages() in sys.path else None,
}, sys.stdout)
"#;

/// What it answers.
#[derive(Debug, Deserialize)]
struct Answer {
    executable: PathBuf,
    version: String,
    prefixes: Vec<PathBuf>,
    files: Vec<PathBuf>,
    packages: Vec<PathBuf>,
    user: Option<PathBuf>,
}

/// An interpreter of Python, and what it needs inside a sandbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Python {
    /// The program itself, not one that stands in for it.
    pub executable: PathBuf,
    /// Its version.
    pub version: String,
    /// What it must see: its libraries and packages, outside of the system's folders.
    pub(super) visible: Vec<PathBuf>,
    pub(super) environment: Vec<(OsString, OsString)>,
    /// An interpreter that would have been the first choice, and why it is not.
    passed_over: Option<(PathBuf, &'static str)>,
}

/// Whether a program is an interpreter of Python, by its name.
pub(super) fn is_python(program: &Path) -> bool {
    let name = program.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let rest = name.strip_suffix(".exe").unwrap_or(name).strip_prefix("python");
    rest.is_some_and(|rest| rest.chars().all(|char| char.is_ascii_digit() || char == '.'))
}

/// What has been found out, by the name that was asked for: it does not change.
static KNOWN: Mutex<Option<HashMap<PathBuf, Option<Arc<Python>>>>> = Mutex::new(None);

impl Python {
    /// The interpreter that a name or a path means on this machine: of a virtual
    /// environment if one is active, otherwise the first of the search path that works
    /// and that agents can reach.
    pub fn find(name: &Path) -> Option<Arc<Self>> {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get_or_insert_with(HashMap::new);
        known.entry(name.to_owned()).or_insert_with(|| Self::look_for(name).map(Arc::new)).clone()
    }

    fn look_for(name: &Path) -> Option<Self> {
        let mut passed_over = None;
        for candidate in candidates(name) {
            let Some(answer) = ask(&candidate) else {
                passed_over.get_or_insert((candidate, "that one does not work when it is started"));
                continue;
            };
            let python = Self::of(answer);
            if python.visible.iter().chain([&python.executable]).all(|path| can_be_reached_by_programs(path)) {
                return Some(Self { passed_over, ..python });
            }
            let reason = "agents do not run as root, and no other user can reach that one";
            passed_over.get_or_insert((python.executable, reason));
        }
        None
    }

    fn of(answer: Answer) -> Self {
        let Answer { executable, version, prefixes, files, packages, user } = answer;
        // A prefix is taken whole, unless more is in it than Python: somebody's home.
        let (whole, shared): (Vec<_>, Vec<_>) = prefixes.into_iter().partition(|prefix| is_its_own(prefix));
        let parts = [vec![executable.clone()], files].concat().into_iter();
        let parts = parts.filter(|part| shared.iter().any(|prefix| part.starts_with(prefix)) || part.is_file());
        let mut visible: Vec<PathBuf> = Vec::new();
        for path in whole.into_iter().chain(parts).chain(packages) {
            let is_seen = SYSTEM.iter().any(|tree| path.starts_with(tree));
            let is_covered = visible.iter().any(|other| path.starts_with(other));
            if path.is_absolute() && !is_seen && !is_covered && path.exists() && !is_home(&path) {
                visible.push(path);
            }
        }
        let mut environment: Vec<(OsString, OsString)> = Vec::new();
        if let Some(bin) =
            executable.parent().filter(|bin| cfg!(unix) && !SYSTEM.iter().any(|tree| bin.starts_with(tree)))
        {
            // So that a script whose first line says `env python3` finds it too.
            let folders = [bin, Path::new("/usr/bin"), Path::new("/bin")];
            environment.extend(std::env::join_paths(folders).ok().map(|path| ("PATH".into(), path)));
        }
        environment.extend(user.map(|user| ("PYTHONUSERBASE".into(), user.into())));
        Self { executable, version, visible, environment, passed_over: None }
    }
}

/// What to know if another Python is run than the user would expect.
pub fn python_remark() -> Option<String> {
    let python = Python::find(Path::new("python3"))?;
    let (other, reason) = python.passed_over.as_ref()?;
    Some(format!("Python agents are run by {}, not by {}: {reason}", python.executable.display(), other.display()))
}

fn candidates(name: &Path) -> Vec<PathBuf> {
    let Some(bare) = name.to_str().filter(|_| name.components().count() == 1) else { return vec![name.to_owned()] };
    // Windows has no python3, mostly.
    let other = (cfg!(windows) && bare == "python3").then_some("python");
    let names = || [bare].into_iter().chain(other);
    let bin = if cfg!(windows) { "Scripts" } else { "bin" };
    let active = std::env::var_os("VIRTUAL_ENV").map(|place| Path::new(&place).join(bin));
    let active = active
        .into_iter()
        .flat_map(|bin| names().map(move |name| bin.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))));
    active.filter(|program| program.is_file()).chain(names().flat_map(all_in_search_path)).collect()
}

/// Asks a program that the user would run as well, so it is no more dangerous.
fn ask(program: &Path) -> Option<Answer> {
    let mut command = Command::new(program);
    command.args(["-c", QUESTION]).stdin(Stdio::null()).stderr(Stdio::null());
    // What the agents will not have either.
    command.env_remove("PYTHONPATH").env_remove("PYTHONHOME");
    let output = command.output().ok().filter(|output| output.status.success())?;
    let answer: Answer = serde_json::from_slice(&output.stdout).ok()?;
    answer.executable.is_absolute().then_some(answer)
}

/// Whether a prefix holds nothing but Python, or what comes with it.
fn is_its_own(prefix: &Path) -> bool {
    prefix.parent().is_some() && !is_home(prefix)
}

/// Whether it is somebody's home, or above it.
fn is_home(path: &Path) -> bool {
    let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
    path.parent().is_none() || home.is_some_and(|home| Path::new(&home).starts_with(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interpreters_are_known_by_their_names() {
        for name in ["python", "python3", "python3.11", "/opt/venv/bin/python3", "python.exe"] {
            assert!(is_python(Path::new(name)), "{name}");
        }
        for name in ["pythonista", "ipython3", "java", "./homework.py", ""] {
            assert!(!is_python(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn a_python_that_was_installed_into_a_home_does_not_show_the_home() {
        let Some(home) = std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_dir()) else { return };
        let python = Python::of(Answer {
            executable: "/usr/bin/python3".into(),
            version: "3".to_owned(),
            prefixes: vec![home.clone()],
            files: vec![home.join("no-such-file")],
            packages: vec![home.clone(), "/usr/lib/python3".into()],
            user: None,
        });
        assert_eq!(python.visible, [] as [PathBuf; 0]);
    }
}
