//! What other systems than Linux have: nothing, and the honesty to say so.

use std::path::Path;

use super::{Sandbox, Tier};

#[derive(Debug)]
pub(super) struct Means;

impl Means {
    #[expect(clippy::unnecessary_wraps, reason = "on Linux it can fail")]
    pub(super) fn new(_: &Path) -> Result<Self, String> {
        Ok(Self)
    }
}

impl Sandbox {
    pub(super) fn probe(&self) -> Result<(), String> {
        let _ = &self.means;
        match self.tier {
            Tier::Plain => Ok(()),
            Tier::Bubblewrap | Tier::Landlock => Err("only Linux has it".to_owned()),
        }
    }
}
