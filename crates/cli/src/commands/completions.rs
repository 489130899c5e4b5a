//! `fruitrage completions`: what a shell needs to complete commands and options.

use clap::Args;
use clap_complete::Shell;

use super::Verdict;
use crate::{help, printing::print};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  fruitrage completions bash > ~/.local/share/bash-completion/completions/fruitrage
  fruitrage completions zsh > ~/.zfunc/_fruitrage        with fpath+=~/.zfunc before compinit
  fruitrage completions fish > ~/.config/fish/completions/fruitrage.fish
  fruitrage completions powershell >> $PROFILE")]
pub(crate) struct Options {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut help::command(), "fruitrage", &mut script);
    print(String::from_utf8(script)?)?;
    Ok(Verdict::Yes)
}
