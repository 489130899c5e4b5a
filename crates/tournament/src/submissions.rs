//! Agents that are handed in as files in a folder.

use std::path::Path;

use anyhow::Context as _;

use crate::agents::{AgentSpec, find_all};

/// The agents of a folder of submissions, which is looked for from the
/// tournament's, in the order of their names. One that is none takes part until it
/// turns out that it cannot be built, so that it is not silently forgotten.
pub(super) fn find(tournament: &Path, folder: &Path) -> anyhow::Result<Vec<AgentSpec>> {
    let found = find_all(&tournament.join(folder)).with_context(|| folder.display().to_string())?;
    anyhow::ensure!(!found.is_empty(), "there is nothing in {}", folder.display());
    let spec = |(name, path): (String, std::path::PathBuf)| {
        let path = path.strip_prefix(tournament).unwrap_or(&path).display().to_string();
        AgentSpec { name: Some(name), ..AgentSpec::of_command(path) }
    };
    Ok(found.into_iter().map(spec).collect())
}
