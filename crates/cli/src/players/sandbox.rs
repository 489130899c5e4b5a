//! Answers for how programs are kept from doing harm, as typed.

use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct SandboxOptions {}

impl SandboxOptions {
    pub(crate) fn choose(&self) -> anyhow::Result<()> {
        Ok(())
    }
}
