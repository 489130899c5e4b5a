//! What other systems than Linux have: nothing, and the honesty to say so.

use std::path::Path;

use super::{Accounting, Held, Precision, Sandbox, Tier};

#[derive(Debug)]
pub(super) struct Means;

impl Means {
    #[expect(clippy::unnecessary_wraps, reason = "on Linux it can fail")]
    pub(super) fn new(_: &Path) -> Result<Self, String> {
        Ok(Self)
    }

    #[expect(clippy::unused_self, reason = "on Linux it depends")]
    pub(super) fn groups(&self) -> Result<(), String> {
        Err("only Linux has groups of processes".to_owned())
    }

    #[expect(clippy::unused_self, reason = "on Linux it depends")]
    pub(super) fn precision(&self, _: Tier, _: &Accounting) -> Precision {
        let not = || Held::Not;
        Precision { cpu: not(), memory: not(), processes: not(), disk: not() }
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
