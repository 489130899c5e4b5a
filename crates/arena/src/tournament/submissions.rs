//! Answers for agents that are handed in as files in a folder.

use std::path::Path;

use crate::agents::AgentSpec;

/// The agents of a folder of submissions, in the order of their names.
pub(super) fn find(folder: &Path) -> anyhow::Result<Vec<AgentSpec>> {
    anyhow::bail!("{}: a folder of submissions cannot be read yet; name the agents one by one", folder.display())
}
