//! The kit: the files that an agent's folder begins with: those that
//! its commands name, and what the commands are then.

use std::path::Path;

use anyhow::Context as _;

use super::runtime::is_interpreter;
use super::{AgentSpec, content};

/// What agents see of the system anyway.
const SYSTEM: [&str; 5] = ["/usr", "/bin", "/lib", "/lib64", "/etc"];

/// An agent's commands, as they are run in a folder that begins with its kit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) command: Vec<String>,
    pub(super) calibrate: Option<Vec<String>>,
}

/// Fills an empty folder with what an agent needs, looked for from `base`.
pub(super) fn fill(kit: &Path, spec: &AgentSpec, base: &Path) -> anyhow::Result<Words> {
    if let Some(dir) = &spec.dir {
        let dir = base.join(dir);
        anyhow::ensure!(dir.is_dir(), "dir={}: there is no such folder", dir.display());
        content::copy(&dir, kit)?;
    }
    let command = collect(kit, spec.words(), spec, base)?;
    Ok(Words { command, calibrate: calibration(kit, spec, base)? })
}

/// The agent's own command for its calibration, with what that needs added to a kit.
pub(super) fn calibration(kit: &Path, spec: &AgentSpec, base: &Path) -> anyhow::Result<Option<Vec<String>>> {
    let command = spec.calibrate.as_deref().filter(|command| !is_none(command));
    command.map(|command| collect(kit, command, spec, base)).transpose()
}

/// Whether somebody says in place of a command that there is to be none.
pub(super) fn is_none(command: &str) -> bool {
    ["no", "off", "false", "none"].iter().any(|word| command.trim().eq_ignore_ascii_case(word))
}

/// Whether somebody says in place of a command that there is to be one, but not which.
pub(super) fn is_some(command: &str) -> bool {
    ["yes", "on", "true", "1", "0", ""].iter().any(|word| command.trim().eq_ignore_ascii_case(word))
}

/// The words of a command, as a shell divides it; nothing if its quotes do not match. On Windows
/// a backslash stands between folders, as / does.
pub fn words_of(command: &str) -> Option<Vec<String>> {
    if cfg!(windows) { shlex::split(&command.replace('\\', "/")) } else { shlex::split(command) }
}

/// Divides a command into words as a shell would. Files and folders of the user's
/// that it names are copied into the kit, unless the kit has them, and the words
/// then mean the copies: an agent sees nothing but its own folder.
fn collect(kit: &Path, command: &str, spec: &AgentSpec, base: &Path) -> anyhow::Result<Vec<String>> {
    let mut words = words_of(command).with_context(|| format!("the quotes in `{command}` do not match"))?;
    // Whoever packed it has done this, with the files of another machine.
    if spec.packed {
        return Ok(words);
    }
    for (number, word) in words.iter_mut().enumerate() {
        // A bare name in first place is looked for in the PATH, as by a shell.
        let is_bare = number == 0 && !word.contains(std::path::is_separator);
        let path = base.join(&word);
        let own = kit.join(&word);
        // A folder such as `java` is not what runs.
        let is_own = Path::new(&word).is_relative() && if is_bare { own.is_file() } else { own.exists() };
        // An interpreter is nothing without what is installed beside it.
        if number == 0 && !is_bare && !is_own && path.is_file() && is_interpreter(&path) {
            *word = std::path::absolute(&path)?.to_string_lossy().into_owned();
            continue;
        }
        let is_system = SYSTEM.iter().any(|system| path.starts_with(system));
        match path.file_name().and_then(|name| name.to_str()) {
            _ if is_own && is_bare => *word = format!("./{word}"),
            _ if is_own => {}
            Some(name) if !is_bare && !is_system && path.exists() => {
                let copy = kit.join(name);
                anyhow::ensure!(!copy.exists(), "{word}: there are two files of this name; use dir=FOLDER");
                content::copy(&path, &copy).with_context(|| format!("{word} cannot be copied for the agent"))?;
                *word = format!("./{name}");
            }
            _ => {}
        }
    }
    Ok(words)
}
