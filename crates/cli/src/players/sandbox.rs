//! The arguments that choose a sandbox.

use clap::Args;
use fruitrage_sandbox::{Sandbox, SandboxChoice, Tier};

use crate::printing::tell;

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SandboxOptions {
    /// How programs are kept apart: auto takes the best that works here (see
    /// fruitrage doctor)
    #[arg(long, value_name = "auto|bwrap|landlock|off", default_value_t)]
    sandbox: SandboxChoice,
    /// Refuse to run programs without a sandbox
    #[arg(long)]
    require_sandbox: bool,
}

impl SandboxOptions {
    /// The sandbox that was asked for, tried out; with a warning if it is none.
    pub(crate) fn choose(self) -> anyhow::Result<Sandbox> {
        choose_sandbox(self.sandbox, self.require_sandbox)
    }

    /// The same without a word: whoever has the screen warns there.
    pub(crate) fn choose_quietly(self) -> anyhow::Result<Sandbox> {
        try_out(self.sandbox, self.require_sandbox)
    }
}

/// What to know about programs without a sandbox.
pub(crate) const NO_SANDBOX: &str = "warning: programs run without a sandbox, with limits only: they can read and \
                                     change whatever you can. Run only what you trust; `fruitrage doctor` tells how \
                                     to get a sandbox.";

/// Tries a sandbox out; warns if it is none.
pub(crate) fn choose_sandbox(choice: SandboxChoice, required: bool) -> anyhow::Result<Sandbox> {
    let sandbox = try_out(choice, required)?;
    if sandbox.tier() == Tier::Plain {
        tell(NO_SANDBOX);
    }
    Ok(sandbox)
}

fn try_out(choice: SandboxChoice, required: bool) -> anyhow::Result<Sandbox> {
    Ok(Sandbox::choose(choice, required, &std::env::current_exe()?)?)
}
