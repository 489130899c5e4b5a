//! `fruitrage tournament pause`, `resume` and `withdraw`: what can be changed while
//! others play.

use clap::Args;
use fruitrage_game::Harmless;

use super::SiteOptions;
use crate::commands::Verdict;
use crate::printing::{plural, print};

#[derive(Args, Debug)]
pub(crate) struct WithdrawOptions {
    #[command(flatten)]
    site: SiteOptions,
    /// Who
    #[arg(long, value_name = "NAME")]
    agent: String,
}

pub(super) fn pause(options: &SiteOptions) -> anyhow::Result<Verdict> {
    fruitrage_tournament::pause(&options.site()?)?;
    print("Paused: nobody begins with another pair. Pairs that are being played are finished.\n")?;
    Ok(Verdict::Yes)
}

pub(super) fn resume(options: &SiteOptions) -> anyhow::Result<Verdict> {
    let again = fruitrage_tournament::resume(&options.site()?)?;
    print("Going on.\n")?;
    if again > 0 {
        print(format_args!("{again} pair{} that could not be played will be tried again.\n", plural(again)))?;
    }
    Ok(Verdict::Yes)
}

pub(super) fn withdraw(options: &WithdrawOptions) -> anyhow::Result<Verdict> {
    let pairs = fruitrage_tournament::withdraw(&options.site.site()?, &options.agent)?;
    let name = Harmless(&options.agent);
    print(format_args!(
        "{name} is withdrawn. {pairs} pair{} it has not played go to its opponents.\n",
        match pairs {
            1 => " that",
            _ => "s that",
        }
    ))?;
    Ok(Verdict::Yes)
}
