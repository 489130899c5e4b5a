//! Agents that are handed in as files in a folder.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use fruitrage_game::harmless;

use crate::agents::{AgentSpec, HandedIn, find_all};

/// Returns the agents of a folder of submissions, which is looked for from the
/// tournament's, in the order of their names, and what is not used, each with the reason.
/// What may be an agent takes part until it turns out that it cannot be built, so that it is
/// not silently forgotten.
pub fn find(tournament: &Path, folder: &Path) -> anyhow::Result<(Vec<AgentSpec>, Vec<String>)> {
    let HandedIn { agents, unused } =
        find_all(&tournament.join(folder)).with_context(|| folder.display().to_string())?;
    let unused: Vec<String> =
        unused.into_iter().map(|reason| format!("not used: {}/{reason}", folder.display())).collect();
    anyhow::ensure!(
        !agents.is_empty(),
        "there is nothing to play in {}{}",
        folder.display(),
        if unused.is_empty() { String::new() } else { format!(" ({})", unused.join("; ")) }
    );
    let spec = |(name, path): (String, PathBuf)| {
        let path = path.strip_prefix(tournament).unwrap_or(&path).display().to_string();
        AgentSpec { name: Some(harmless(&name)), ..AgentSpec::of_command(path) }
    };
    Ok((agents.into_iter().map(spec).collect(), unused))
}
