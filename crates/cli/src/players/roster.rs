//! Answers for turning an agent as it is written down into one that plays.

use std::sync::Arc;

use fruitrage_arena::agents::{AgentSpec, Roster};
use fruitrage_arena::game::{BuiltinEntrant, Entrant};

use super::engine::EngineEntrant;

/// Everybody that this program can enter for a game.
#[derive(Debug)]
pub(crate) struct HouseRoster;

impl HouseRoster {
    pub(crate) fn new((): ()) -> Self {
        Self
    }
}

impl Roster for HouseRoster {
    fn entrant(&self, spec: &AgentSpec) -> anyhow::Result<Arc<dyn Entrant>> {
        let name = spec.name();
        Ok(match spec.builtin() {
            Some(text) if text.starts_with("engine") => Arc::new(EngineEntrant { name, settings: text.parse()? }),
            Some(text) => Arc::new(BuiltinEntrant { name, builtin: text.parse()? }),
            None => anyhow::bail!("programs: to come"),
        })
    }
}
