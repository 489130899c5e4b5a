//! `fruitrage grade run`: rehearses, grades, and goes on grading.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use fruitrage_game::{Harmless, Stop, harmless};
use fruitrage_grading::{
    Conditions, Entered, Forecast, GradeSettings, Grading, GradingWorker, Part, Rehearsal, Verdict as Rehearsed,
};
use fruitrage_tournament::agents::{AgentSpec, Roster as _};
use fruitrage_tournament::{Desk, DeskOutcome, ItemChange, Site};

use super::table::Table;
use super::view::View;
use super::{SiteOptions, notes};
use crate::commands::Verdict;
use crate::commands::tournament::{LocalWorker, default_jobs, parse_jobs, quoted, shortened};
use crate::players::{HouseRoster, choose_sandbox};
use crate::printing::{in_words, plural, print, tell};
use crate::signals;

#[derive(Args, Debug)]
#[command(after_help = "\
First the rehearsal: every submission is built, started and asked for one move, with a line for
each student here and a note for each in FOLDER/notes. Then it is graded. Stop it or kill it
whenever you like; the same command goes on. What was graded stands; who hands in other files is
graded anew, and who cannot be graded by the arena's own fault is tried again.

Exit codes: 0 everybody is graded; 1 with --rehearse-only, somebody is not ready; 2 bad usage;
4 something is not graded, by the arena's own fault; 130 stopped, and can go on.")]
pub(crate) struct Options {
    #[command(flatten)]
    site: SiteOptions,
    /// Items at a time [default: as in grade.toml, or one less than there are cores]
    #[arg(long, short = 'j', value_name = "N", value_parser = parse_jobs)]
    jobs: Option<NonZeroUsize>,
    /// Only rehearse: nothing is graded
    #[arg(long)]
    rehearse_only: bool,
    /// Only rehearse and enter: workers are to grade (fruitrage worker)
    #[arg(long, conflicts_with = "rehearse_only")]
    enter_only: bool,
    /// Play all games of a match, even if it is decided
    #[arg(long)]
    all_games: bool,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let folder = options.site.folder().context("which grading? Name its FOLDER, with grade.toml in it")?;
    let mut settings = GradeSettings::read(folder)?;
    settings.rubric.all_games |= options.all_games;
    let site = options.site.site()?;
    anyhow::ensure!(
        site.location.is_shared() || !options.enter_only,
        "--enter-only leaves the grading to workers, which need a database at a server: name it with --db"
    );
    let stop = Stop::default();
    signals::raise_on_interrupt(&stop)?;
    let (choice, required) = (settings.details.sandbox, settings.details.require_sandbox);
    let roster =
        HouseRoster::new(move || choose_sandbox(choice, required), &stop)?.building_in(&site.folder.builds())?;
    opponents_are_somebody(&settings, &roster)?;
    let jobs = options.jobs.or(settings.jobs).unwrap_or_else(default_jobs);
    for remark in &settings.unused {
        tell(remark);
    }
    let grading = Grading::open(&site, settings)?;
    let ready = grading.ready_agents(&roster);
    let mut told = Rehearsing::default();
    let rehearsals = grading.rehearse(&ready, jobs, &stop, &mut |rehearsal| told.tell(rehearsal))?;
    let Some(rehearsals) = rehearsals else { return Ok(stopped(folder)) };
    let notes = notes::write(folder, &grading.settings().details.name, &rehearsals)?;
    told.finish(&rehearsals, &notes);
    if options.rehearse_only {
        let is_ready = rehearsals.iter().all(|rehearsal| rehearsal.verdict.is_ready());
        return Ok(if is_ready { Verdict::Yes } else { Verdict::No });
    }
    tell_entered(&grading.enter(&rehearsals)?);
    let worker = GradingWorker::new(&roster);
    let forecast = grading.forecast(&rehearsals, &worker, jobs)?;
    announce(&grading, &site, &forecast, jobs);
    if options.enter_only {
        print(format_args!("On each machine that is to grade:\n  fruitrage worker --db {} -j N\n", site.location))?;
        return Ok(Verdict::Yes);
    }
    let local = LocalWorker::new(None, jobs, site.location.is_shared());
    let view = View::new(&forecast, site.location.is_shared());
    let outcome = grading.run(&ready, &worker, local.info(), jobs, &stop, &|notice| view.show(notice));
    view.finish();
    if outcome? == DeskOutcome::Stopped {
        return Ok(stopped(folder));
    }
    let class = grading.class()?;
    print(Table(&class))?;
    if class.trouble().next().is_none() {
        return Ok(Verdict::Yes);
    }
    tell(format_args!("To try again what is not graded: {}", resume_command(folder)));
    Ok(Verdict::ArenaFault)
}

/// Makes sure that all opponents can play, before anything is built.
fn opponents_are_somebody(settings: &GradeSettings, roster: &HouseRoster) -> anyhow::Result<()> {
    for part in &settings.rubric.parts {
        if let Part::Match { opponent, .. } = part {
            let spec = AgentSpec::of_command(opponent);
            let somebody = roster.must_be_somebody(&spec, Path::new("."));
            somebody.with_context(|| format!("in grade.toml, the opponent '{opponent}'"))?;
        }
    }
    Ok(())
}

/// The rehearsal as it is told: a line for each student.
#[derive(Default)]
struct Rehearsing {
    known: usize,
}

impl Rehearsing {
    fn tell(&mut self, rehearsal: &Rehearsal) {
        if rehearsal.is_known && rehearsal.verdict.is_ready() {
            self.known += 1;
            return;
        }
        let mark = match &rehearsal.verdict {
            verdict if verdict.is_ready() => "ok",
            Rehearsed::Trouble(_) => "??",
            Rehearsed::Played(_) | Rehearsed::Unbuilt(_) => "--",
        };
        tell(format_args!("{mark}  {}  {}", Harmless(&rehearsal.agent.name), shortened(&rehearsal.verdict.sentence())));
    }

    fn finish(&self, rehearsals: &[Rehearsal], notes: &Path) {
        let ready = rehearsals.iter().filter(|rehearsal| rehearsal.verdict.is_ready()).count();
        let before = if self.known > 0 { format!(" ({} of them since before)", self.known) } else { String::new() };
        tell(format_args!(
            "Rehearsal: {ready} of {} ready{before}. A note for each student is in {}",
            rehearsals.len(),
            notes.display()
        ));
    }
}

fn tell_entered(entered: &Entered) {
    for change in &entered.changes {
        let (student, items) = (harmless(&change.student), change.items);
        let why = match change.why {
            ItemChange::Files => "other files were handed in",
            ItemChange::Task => "grade.toml asks for something else",
        };
        tell(format_args!("{student}: {why}; {items} item{} graded anew", plural(items)));
    }
    for name in &entered.gone {
        tell(format_args!("{}: not among the submissions any more, and left out", Harmless(name)));
    }
}

fn announce(grading: &Grading, site: &Site, forecast: &Forecast, jobs: NonZeroUsize) {
    let settings = grading.settings();
    let Forecast { items, all, games, likely, longest } = *forecast;
    // A move that took no time to speak of still has to be started.
    let likely = likely.max(Duration::from_secs(1));
    tell(format_args!(
        "{}: {items} of {all} items to be graded, with up to {games} games, {jobs} at a time, seed {}",
        Harmless(&settings.details.name),
        settings.rubric.seed,
    ));
    if items > 0 {
        tell(format_args!(
            "About {} if every move takes as long as the first one did; at worst {}",
            in_words(likely),
            in_words(longest),
        ));
    }
    if site.location.is_shared() {
        tell(format_args!("Together with others at {}", site.location));
    }
}

fn resume_command(folder: &Path) -> String {
    format!("fruitrage grade run {}", quoted(folder))
}

fn stopped(folder: &Path) -> Verdict {
    tell(format_args!("Stopped. What is graded is stored; to go on:\n  {}", resume_command(folder)));
    Verdict::Interrupted
}

/// Grades items of a grading at a server, together with others, until there are none left.
pub(crate) fn work(desk: &Desk, roster: &HouseRoster, local: &LocalWorker, stop: &Stop) -> anyhow::Result<Verdict> {
    let conditions: Conditions = desk.settings()?.context("there is no grading any more")?;
    let ready = desk.ready_agents(roster, conditions.limits);
    let worker = GradingWorker::new(roster);
    let (items, open) = {
        let items = desk.items()?;
        (items.len(), items.iter().filter(|item| item.state == fruitrage_tournament::ItemState::Open).count())
    };
    let view = View::new(&Forecast { all: items, items: open, ..Forecast::default() }, true);
    let outcome = desk.run(&ready, &worker, local.info(), local.jobs(), stop, &|notice| view.show(notice));
    view.finish();
    match outcome? {
        DeskOutcome::Stopped => {
            tell("Stopped. What is graded is stored, the rest is left to others.");
            Ok(Verdict::Interrupted)
        }
        DeskOutcome::Over => {
            tell("Everything is graded; `fruitrage grade status` tells what came of it.");
            Ok(Verdict::Yes)
        }
    }
}
