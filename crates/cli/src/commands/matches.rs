//! `fruitrage match`: which of two agents is better, through the referee?

use std::fs::File;
use std::io::{self, BufWriter};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use fruitrage_game::{BoardClass, BoardSource};
use fruitrage_game::{ClockKind, ClockRules, Ending, Failure, Rules, Side, Stop, TieRule, write_event};
use fruitrage_game::{MatchPlan, PlayedUnit, Series};
use fruitrage_results::MatchSummary;
use fruitrage_results::{Decision, Pentanomial, Sprt};
use fruitrage_rules::Random;
use fruitrage_tournament::agents::{AgentSpec, BuildError};

use super::Verdict;
use super::tournament::default_jobs;
use crate::arguments::{TableFormat, positive_seconds};
use crate::lost_moves::LostMoves;
use crate::match_report::{MatchReport, running_score};
use crate::players::{HouseRoster, SandboxOptions, must_be_somebody};
use crate::printing::{print, print_json, tell_error};
use crate::progress::Progress;
use crate::seed::new_seed;
use crate::signals;

#[derive(Args, Debug)]
#[command(after_help = "\
An agent is
  a built-in player     random, greedy, minimax:depth=3, engine, engine:level=3,
                        engine:time=0.1, engine:depth=4, engine:habits=1
  a command             ./mybot, 'python3 bot.py', 'java -cp classes Homework'
  an engine             ugi:./mybot, 'ugi:python3 bot.py': one process for a game by the
                        Universal Game Interface (docs/engine-author.md)
  a submission          homework.py, .c, .cpp, .java, .js, .go, .rs, a folder or
                        archive with one of these or a Cargo.toml; it is built first

It runs in a private folder that lasts for a game, once for each move, with input.txt
there; after ugi: once for the game, and only while it is its turn. Files named in the command can be read from there; if it needs more, say
where they are: --a dir=bots/mine copies that folder's contents into the private one.

Examples:
  fruitrage match engine greedy
  fruitrage match ./mybot minimax:depth=3 --pairs 50 --size 10 --fruits 4
  fruitrage match 'python3 new.py' 'python3 old.py' --a name=new --b name=old,time=2
  fruitrage match ./new ./old --sprt elo0=0,elo1=10 -j 2
  fruitrage match ./mybot engine:level=3 --preset classic

With --sprt and neither --pairs nor --games it goes on until it is decided; on the boards of a
file, until each was played once.

Exit codes: 0 all games were played, and if --sprt was given, it accepted elo1; 1 --sprt
accepted elo0: there is no such gain; 2 bad usage or input, such as a name that nobody has;
3 an agent cannot be built, or lost every game by its own fault; 4 the arena itself failed;
5 --sprt has not decided; 130 interrupted.")]
pub(crate) struct Options {
    /// The agent whose result is told
    #[arg(value_name = "A")]
    one: String,
    /// Its opponent
    #[arg(value_name = "B")]
    two: String,
    /// Boards to play, each twice with the sides swapped [default: 10; with --sprt until
    /// it is decided]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pairs: Option<u64>,
    /// Games to play, an even number: half as many pairs
    #[arg(long, value_name = "N", conflicts_with = "pairs", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Cells a side
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10)]
    size: usize,
    /// Kinds of fruit
    #[arg(long, short = 'p', value_name = "P", default_value_t = 4)]
    fruits: u8,
    /// Boards of several sizes and kinds in turn, such as 8p4,15p4, or a file with
    /// a board a line
    #[arg(long, value_name = "LIST|FILE", conflicts_with_all = ["size", "fruits"])]
    boards: Option<String>,
    /// The seed of the first random board; the next ones follow [default: a new
    /// one; it is printed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Games at a time [default: one fewer than there are cores]
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    jobs: Option<u64>,
    /// Seconds for each agent and game [default: 5; 300 with --preset classic]
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    time: Option<Duration>,
    /// Seconds after its time is over until an agent is killed
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds, default_value = "10")]
    grace: Duration,
    /// What counts as time: cpu or wall
    #[arg(long, value_name = "CLOCK", default_value_t)]
    clock: ClockKind,
    /// Equal points: a draw, or won by who has more time left [default: draw; time
    /// with --preset classic]
    #[arg(long, value_name = "draw|time")]
    ties: Option<TieRule>,
    /// Whether a legal move with a wrong board loses, or only gets a warning
    #[arg(long, value_name = "BOOL", default_value_t = true, default_missing_value = "true",
          num_args = 0..=1, require_equals = true, action = clap::ArgAction::Set)]
    strict_board: bool,
    /// Refuse replies with odd white space (CRLF, no last line end, blank lines at the
    /// end), as a strict grader does; without it there is one warning
    #[arg(long)]
    strict_format: bool,
    /// Settings for both agents: name, dir, calibrate, calibration (s), time (s), memory (MiB),
    /// processes, disk (MiB)
    #[arg(long, value_name = "KEY=VALUE,…")]
    each: Vec<String>,
    /// Settings for A alone
    #[arg(long, value_name = "KEY=VALUE,…")]
    a: Vec<String>,
    /// Settings for B alone
    #[arg(long, value_name = "KEY=VALUE,…")]
    b: Vec<String>,
    /// classic: best of 11, a new board for each game, who begins is drawn by lot
    /// and then changes, ties by time, 300 s
    #[arg(long, value_enum, conflicts_with_all = ["pairs", "games", "sprt"])]
    preset: Option<Preset>,
    /// Stop as soon as it is decided whether A is stronger by elo1 or only by elo0:
    /// elo0=0,elo1=10[,alpha=0.05,beta=0.05,model=normalized|logistic]
    #[arg(long, value_name = "elo0=…,elo1=…")]
    sprt: Option<Sprt>,
    #[command(flatten)]
    sandbox: SandboxOptions,
    /// Write all games to this file, as JSON Lines
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Keep what the agents print, one file for each game and agent
    #[arg(long, value_name = "FOLDER")]
    logs: Option<PathBuf>,
    /// Where input.txt, output.txt and stderr of moves that lost a game by a fault are
    /// kept, the first few of each agent
    #[arg(long, value_name = "FOLDER", default_value = "fruitrage-faults")]
    faults: PathBuf,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: TableFormat,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Preset {
    Classic,
}

/// How many games the courses play.
const CLASSIC_GAMES: u64 = 11;

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let seed = options.seed.unwrap_or_else(new_seed);
    let stop = Stop::default();
    signals::raise_on_interrupt(&stop)?;
    let sandbox = options.sandbox;
    // It holds the agents' files for as long as there are games.
    let roster = HouseRoster::new(move || sandbox.choose(), &stop)?;
    let plan = match options.plan(seed, &roster) {
        Err(error) if is_agents_fault(&error) => {
            tell_error(format_args!("{error:#}"));
            return Ok(Verdict::AgentFault);
        }
        Err(_) if stop.is_raised() => {
            tell_error("interrupted before the first game");
            return Ok(Verdict::Interrupted);
        }
        plan => plan?,
    };
    let mut record = options.record.as_deref().map(new_record).transpose()?;
    options.logs.as_deref().map(make_logs).transpose()?;
    let mut lost_moves = LostMoves::new(&options.faults);
    let mut summary = MatchSummary::default();
    let mut progress = Progress::new(options.quiet, plan.games());
    let mut void = None;
    let outcome = plan.run(options.jobs(), &stop, |_, unit| {
        if let Some(record) = &mut record {
            write_unit(record, &unit)?;
        }
        void = void.take().or_else(|| void_message(&unit));
        if void.is_some() {
            return Ok(ControlFlow::Break(()));
        }
        lost_moves.keep(&unit);
        summary.add(&unit);
        progress.advance(unit.len() as u64, || running_score(&summary));
        Ok(if options.is_decided(&plan, &summary) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    });
    progress.finish();
    let interrupted = match outcome {
        Ok(()) => false,
        Err(Failure::Stopped) => true,
        Err(Failure::Listener(error)) => return Err(error),
    };
    let report = MatchReport {
        plan: &plan,
        summary: &summary,
        seed,
        sprt: options.sprt.as_ref(),
        logs: options.logs.as_deref(),
        lost_moves: &lost_moves,
    };
    match options.format {
        TableFormat::Table => print(&report)?,
        TableFormat::Json => print_json(&report.in_json())?,
        TableFormat::Csv => print(report.in_csv())?,
    }
    if let Some(message) = void {
        tell_error(format_args!("the arena failed, and the last game does not count: {message}"));
        return Ok(Verdict::ArenaFault);
    }
    if interrupted {
        tell_error("interrupted; the games above are complete and count");
        return Ok(Verdict::Interrupted);
    }
    Ok(report.verdict())
}

/// Begins a record. One that is there already is not touched: its games would be lost.
fn new_record(path: &Path) -> anyhow::Result<BufWriter<File>> {
    File::create_new(path).map(BufWriter::new).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => anyhow::anyhow!(
            "--record {path}: there is such a file already, and its games are kept: choose another name, or remove it",
            path = path.display()
        ),
        _ => anyhow::Error::new(error).context(format!("--record {}: it cannot be written", path.display())),
    })
}

/// Makes the folder for logs, which must be empty: games have the same names in every match,
/// and nobody could tell old logs from new ones.
fn make_logs(folder: &Path) -> anyhow::Result<()> {
    let cannot = || format!("--logs {}: it cannot be made", folder.display());
    std::fs::create_dir_all(folder).with_context(cannot)?;
    let is_empty = std::fs::read_dir(folder).with_context(cannot)?.next().is_none();
    anyhow::ensure!(
        is_empty,
        "--logs {}: there are files in it, from an earlier match perhaps: choose another folder, or empty it",
        folder.display()
    );
    Ok(())
}

/// Whether it is a submission that cannot be built.
fn is_agents_fault(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.downcast_ref::<BuildError>().is_some())
}

fn write_unit(mut out: impl io::Write, unit: &PlayedUnit) -> anyhow::Result<()> {
    for event in unit.iter().flat_map(|game| &game.events) {
        write_event(&mut out, event).context("the record cannot be written")?;
    }
    Ok(())
}

/// What the arena did wrong, if a game could not be played however often it was tried.
fn void_message(unit: &PlayedUnit) -> Option<String> {
    unit.iter().find_map(|game| match &game.end.ending {
        Ending::Void { message } => Some(message.clone()),
        _ => None,
    })
}

impl Options {
    fn jobs(&self) -> usize {
        self.jobs.map_or_else(|| default_jobs().get(), |jobs| jobs as usize)
    }

    fn is_classic(&self) -> bool {
        self.preset == Some(Preset::Classic)
    }

    fn plan(&self, seed: u64, roster: &HouseRoster) -> anyhow::Result<MatchPlan> {
        let [one, two] = self.specs()?;
        // Both, before anything is built for one of them.
        for spec in [&one, &two] {
            must_be_somebody(spec, Path::new("."))?;
        }
        let boards = self.boards(seed)?;
        let series = self.series(seed, &boards)?;
        let time = self.time.unwrap_or(Duration::from_secs(if self.is_classic() { 300 } else { 5 }));
        let side = |spec: &AgentSpec| -> anyhow::Result<Side> {
            let entrant = roster.entrant(spec, self.logs.as_deref());
            let entrant = entrant.with_context(|| format!("agent '{}'", spec.name()))?;
            Ok(Side { entrant, time: spec.time(time) })
        };
        Ok(MatchPlan {
            sides: [side(&one)?, side(&two)?],
            boards,
            series,
            rules: Rules {
                clock: ClockRules { kind: self.clock, grace: self.grace },
                ties: self.ties.unwrap_or(if self.is_classic() { TieRule::Time } else { TieRule::Draw }),
                strict_board: self.strict_board,
                strict_format: self.strict_format,
            },
        })
    }

    /// Both agents with their settings, under names that differ.
    fn specs(&self) -> anyhow::Result<[AgentSpec; 2]> {
        let spec = |command: &str, own: &[String]| -> anyhow::Result<AgentSpec> {
            let mut spec = AgentSpec::of_command(command);
            for settings in self.each.iter().chain(own) {
                spec.set_all(settings)?;
            }
            Ok(spec)
        };
        let [mut one, mut two] = [spec(&self.one, &self.a)?, spec(&self.two, &self.b)?];
        if one.name() == two.name() {
            (one.name, two.name) = (Some(format!("{} (A)", one.name())), Some(format!("{} (B)", two.name())));
        }
        Ok([one, two])
    }

    fn boards(&self, seed: u64) -> anyhow::Result<BoardSource> {
        let Some(text) = &self.boards else {
            return Ok(BoardSource::Random { classes: vec![BoardClass::new(self.size, self.fruits)?], seed });
        };
        let classes: Result<Vec<_>, _> = text.split(',').map(BoardClass::from_str).collect();
        match classes {
            Ok(classes) => Ok(BoardSource::Random { classes, seed }),
            Err(error) => {
                let suite = std::fs::read_to_string(text)
                    .with_context(|| format!("--boards {text}: neither a list of boards ({error}) nor a file"))?;
                BoardSource::read_suite(&suite).with_context(|| text.clone())
            }
        }
    }

    fn series(&self, seed: u64, boards: &BoardSource) -> anyhow::Result<Series> {
        if self.is_classic() {
            return Ok(Series::BestOf { games: CLASSIC_GAMES, first: Random::new(seed).below(2) as usize });
        }
        match self.games {
            None if self.sprt.is_some() && self.pairs.is_none() => Ok(match boards {
                BoardSource::Random { .. } => Series::Endless,
                // The same boards again would show the same again, and prove nothing.
                BoardSource::Suite(boards) => Series::Pairs(boards.len() as u64),
            }),
            None => Ok(Series::Pairs(self.pairs.unwrap_or(10))),
            Some(games) if games % 2 == 0 => Ok(Series::Pairs(games / 2)),
            Some(games) => anyhow::bail!("--games {games}: each board is played twice, so take an even number"),
        }
    }

    fn is_decided(&self, plan: &MatchPlan, summary: &MatchSummary) -> bool {
        match plan.series {
            Series::BestOf { games, .. } => {
                let [won, _, lost] = summary.games;
                won.max(lost) > games / 2
            }
            Series::Pairs(_) | Series::Endless => self
                .sprt
                .as_ref()
                .is_some_and(|sprt| sprt.decide(&Pentanomial::from(&summary.pairs)) != Decision::Undecided),
        }
    }
}
