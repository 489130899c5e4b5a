//! `fruitrage worker`: plays pairs of a tournament at a server, or grades items of a grading,
//! together with others.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use fruitrage_game::{Harmless, Stop};
use fruitrage_tournament::{Desk, Outcome, Site, Tournament, TournamentError};

use super::tournament::{DatabaseOptions, LocalWorker, default_jobs, parse_jobs, tell_problems, told};
use super::{Verdict, grade};
use crate::players::{HouseRoster, choose_sandbox};
use crate::printing::{plural, tell};
use crate::signals;

/// How long to wait until a database that is away is asked again.
const RETRY: Duration = Duration::from_secs(1);

#[derive(Args, Debug)]
#[command(after_help = "\
The tournament is written down, entered and looked at elsewhere (fruitrage tournament), and so
is a grading (fruitrage grade), of which a worker does items in the place of pairs. A worker fetches the agents from the database, builds them in a sandbox of this machine, and
plays pair after pair until there are none left. There may be any number, on any machines;
start and kill them as you like: what a dead one had is played by another, and no result
counts twice. If the database goes away it is waited for.

Examples:
  fruitrage worker --db postgres://arena@db.example.org/cup -j 3
  FRUITRAGE_DB=postgres://arena:secret@db.example.org/cup fruitrage worker

Exit codes: 0 nothing is left to be played; 2 bad usage, or tables of another version; 4 this
machine or the database cannot do it; 130 stopped.")]
pub(crate) struct Options {
    #[command(flatten)]
    database: DatabaseOptions,
    /// Pairs of games at a time [default: one less than there are cores]
    #[arg(long, short = 'j', value_name = "N", value_parser = parse_jobs)]
    jobs: Option<NonZeroUsize>,
    /// Where agents, logs and games that are not stored yet are kept. Each worker on a
    /// machine needs one of its own
    #[arg(long, value_name = "FOLDER", default_value = "fruitrage-worker")]
    dir: PathBuf,
    /// Refuse to run programs without a sandbox, whatever the tournament says
    #[arg(long)]
    require_sandbox: bool,
    /// What this machine is called in reports [default: its name]
    #[arg(long, value_name = "NAME")]
    host: Option<String>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    told(play(options))
}

fn play(options: &Options) -> anyhow::Result<Verdict> {
    let url = options.database.url()?.context("which database? Name it with --db, or in FRUITRAGE_DB")?;
    let jobs = options.jobs.unwrap_or_else(default_jobs);
    let site = Site::at_server(url, &options.dir);
    let stop = Stop::default();
    signals::raise_on_interrupt(&stop)?;
    let tournament = Tournament::join(&site)?;
    let player = LocalWorker::new(options.host.as_deref(), jobs, true);
    tell(format_args!(
        "{} plays {jobs} pair{} at a time of {}; {:.2} million positions/s",
        Harmless(&player.info().host),
        plural(jobs.get()),
        site.location,
        player.info().speed as f64 / 1e6,
    ));
    let Some(progress) = patiently(&stop, || tournament.progress())? else { return Ok(Verdict::Interrupted) };
    if progress.round == 0 && patiently(&stop, || tournament.is_grading())? == Some(false) {
        tell(
            "There is no tournament or grading yet; waiting for `fruitrage tournament enter FOLDER --db ...` or \
             `fruitrage grade run FOLDER --db ...`",
        );
    }
    let details = patiently(&stop, || tournament.await_beginning(&stop))?.flatten();
    let Some(details) = details else { return Ok(Verdict::Interrupted) };
    let (choice, required) = (details.sandbox, details.require_sandbox || options.require_sandbox);
    let roster =
        HouseRoster::new(move || choose_sandbox(choice, required), &stop)?.building_in(&site.folder.builds())?;
    let Some(is_grading) = patiently(&stop, || tournament.is_grading())? else { return Ok(Verdict::Interrupted) };
    if is_grading {
        return grade::work(&Desk::joined(tournament), &roster, &player, &stop);
    }
    let lineup = patiently(&stop, || tournament.prepare(&roster, jobs, &stop))?.flatten();
    let Some(lineup) = lineup else { return Ok(Verdict::Interrupted) };
    tell_problems(&lineup);
    let forecast = patiently(&stop, || tournament.forecast_for(&lineup, jobs))?;
    let Some(forecast) = forecast else { return Ok(Verdict::Interrupted) };
    match player.play(&tournament, &lineup, &forecast, &stop)? {
        Outcome::Stopped => {
            tell("Stopped. What is finished is stored, the rest is left to others.");
            Ok(Verdict::Interrupted)
        }
        Outcome::Finished => {
            tell("Everything is played.");
            Ok(Verdict::Yes)
        }
        Outcome::Void(pairs) => {
            let count = pairs.len();
            tell(format_args!(
                "Everything is played but {count} pair{} that nobody could play; to try again: fruitrage tournament \
                 resume",
                plural(count)
            ));
            // To start it again would not help.
            Ok(Verdict::Yes)
        }
    }
}

/// Does something with a database that was there before, for as long as it takes if it
/// is away; nothing if everything is to stop.
fn patiently<T>(stop: &Stop, mut attempt: impl FnMut() -> Result<T, TournamentError>) -> anyhow::Result<Option<T>> {
    let mut is_told = false;
    while !stop.is_raised() {
        match attempt() {
            Err(error) if error.away().is_some() => {
                if !is_told {
                    tell(format_args!("{error}; waiting for it"));
                    is_told = true;
                }
                stop.wait(RETRY);
            }
            result => return Ok(Some(result?)),
        }
    }
    Ok(None)
}
