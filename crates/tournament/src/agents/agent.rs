//! An agent that is ready to play, whatever it is.

use std::sync::Arc;

use fruitrage_game::Entrant;

use super::program::ProgramEntrant;
use super::{GameFiles, ProgramAgent};

/// An agent that is ready to play.
#[derive(Clone, Debug)]
pub enum Agent {
    /// Part of this program; it has no files.
    Builtin(Arc<dyn Entrant>),
    /// A program.
    Program(Arc<ProgramAgent>),
}

impl Agent {
    /// The agent as it is entered for games whose files go there.
    pub fn entrant(&self, files: GameFiles) -> Arc<dyn Entrant> {
        match self {
            Self::Builtin(entrant) => entrant.clone(),
            Self::Program(agent) => Arc::new(ProgramEntrant { agent: agent.clone(), files }),
        }
    }
}
