//! `fruitrage tournament enter`: agents and their games, for others to play.

use clap::Args;
use fruitrage_game::{Harmless, Stop};
use fruitrage_tournament::Tournament;

use super::play::{default_jobs, tell_problems};
use super::site::FolderOptions;
use crate::commands::Verdict;
use crate::players::{HouseRoster, choose_sandbox};
use crate::printing::{plural, print, tell};
use crate::signals;

#[derive(Args, Debug)]
pub(crate) struct Options {
    #[command(flatten)]
    folder: FolderOptions,
    /// Take the place of another tournament in the database, if nothing was played of
    /// that
    #[arg(long)]
    replace: bool,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let site = options.folder.site()?;
    let tournament = Tournament::edit(&site, options.replace || !site.location.is_shared())?;
    let stop = Stop::default();
    signals::raise_on_interrupt(&stop)?;
    let details = tournament.settings().map(|settings| settings.details.clone()).unwrap_or_default();
    let (choice, required) = (details.sandbox, details.require_sandbox);
    let roster =
        HouseRoster::new(move || choose_sandbox(choice, required), &stop)?.building_in(&site.folder.builds())?;
    let roster = roster.for_agents(tournament.settings().map_or(0, |settings| settings.agents.len()));
    let Some(lineup) = tournament.prepare(&roster, default_jobs(), &stop)? else {
        tell("Stopped. Nobody was entered; what is built and calibrated is kept for the next time.");
        return Ok(Verdict::Interrupted);
    };
    tell_problems(&lineup);
    let forecast = tournament.forecast_for(&lineup, default_jobs())?;
    let games = forecast.games_left;
    print(format_args!("{}: {games} game{} to be played\n", Harmless(&details.name), plural(games)))?;
    if site.location.is_shared() {
        print(format_args!("On each machine that is to play:\n  fruitrage worker --db {} -j N\n", site.location))?;
    }
    Ok(Verdict::Yes)
}
