//! A program that plays: its command as typed, the files that it needs, and its turn in a
//! game by way of `input.txt` and `output.txt`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use tempfile::TempDir;

use super::calibration::{Calibration, USUAL_CALIBRATION};
use super::game_files::{GameFiles, Log};
use super::kit::{self, Words};
use super::runtime::Runtime;
use super::spoken::SpokenContestant;
use super::{AgentSpec, Preparation, content, hint};
use fruitrage_game::{
    AgentLine, Answer, ClockKind, ClockRules, Contestant, Ending, Entrant, Entry, Exit, Kill, Protocol, Request, Stop,
    Turn,
};
use fruitrage_sandbox::Sandbox;
use fruitrage_sandbox::process::{self, AgentFolder, Launch, LaunchError, Limits, OutputFault, Run, RunEnd};

/// No reply is larger, by far: 26 rows of 26 cells. What is a little too long is
/// still read, so that it can be said where it goes wrong.
const LARGEST_OUTPUT: usize = 16 << 10;
/// How much of the last of stderr explains a crash.
pub(super) const STDERR_TAIL: usize = 600;
/// How much of it is kept with a reply that loses.
pub(super) const STDERR_KEPT: usize = 4 << 10;

/// A program that is ready to play.
#[derive(Debug)]
pub struct ProgramAgent {
    name: String,
    /// As typed.
    command: String,
    protocol: Protocol,
    runtime: Runtime,
    kit: Kit,
    hash: String,
    sandbox: Sandbox,
    limits: Limits,
}

/// What an agent's private folder begins with.
#[derive(Debug)]
enum Kit {
    /// What was given.
    Given(TempDir),
    /// A copy of it in which the agent was calibrated, for this and other times.
    Calibrated(PathBuf),
}

impl Kit {
    fn path(&self) -> &Path {
        match self {
            Self::Given(folder) => folder.path(),
            Self::Calibrated(folder) => folder,
        }
    }
}

impl ProgramAgent {
    /// Makes a program ready: finds its files, and calibrates it if it has a
    /// command for that. Its files are looked for from `base`.
    pub fn prepare(spec: &AgentSpec, base: &Path, preparation: &Preparation<'_>) -> anyhow::Result<Self> {
        let kit = tempfile::tempdir_in(preparation.work)?;
        let Words { command, calibrate } = kit::fill(kit.path(), spec, base)?;
        let defaults = Limits::default();
        let limits = Limits {
            memory: spec.memory.map_or(defaults.memory, |mebibytes| mebibytes << 20),
            processes: spec.processes.unwrap_or(defaults.processes),
            disk: spec.disk.map_or(defaults.disk, |mebibytes| mebibytes << 20),
            ..defaults
        };
        let hash = content::hash(kit.path())?;
        let kit = match calibrate {
            None => Kit::Given(kit),
            Some(words) => {
                let time = Duration::from_secs_f64(spec.calibration.unwrap_or(USUAL_CALIBRATION));
                let calibration = Calibration { words: &words, kit: kit.path(), hash: &hash, time, limits: &limits };
                Kit::Calibrated(calibration.run(preparation).context("its calibration failed")?)
            }
        };
        let runtime = Runtime::new(&command, kit.path(), limits.memory);
        let sandbox = runtime.prepared(&preparation.sandbox);
        let (name, command, protocol) = (spec.name(), spec.command.clone(), spec.protocol());
        Ok(Self { name, command, protocol, runtime, kit, hash, sandbox, limits })
    }

    pub(super) fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// How it is started in its folder, within its limits.
    pub(super) fn launch<'a>(&'a self, folder: &'a AgentFolder) -> Launch<'a> {
        let Runtime { words, visible, .. } = &self.runtime;
        Launch { command: words, folder, visible, limits: self.limits.clone() }
    }

    /// Whose fault it is that the program was not run.
    pub(super) fn blamed(&self, error: LaunchError) -> Answer {
        match error {
            LaunchError::Stopped => Answer::Stopped,
            error if error.is_agents_fault() => Answer::Fault(Ending::NotRun { message: error.to_string() }),
            error => Answer::Void(format!("{}: {error}", self.name)),
        }
    }

    /// The last of what it wrote to stderr, with what that usually means.
    pub(super) fn last_words(&self, stderr: &[u8], folder: &AgentFolder, limits: &Limits) -> String {
        hint::explained(tail(stderr, STDERR_TAIL), &self.runtime, folder.path(), limits.memory)
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The folder that its own begins with.
    pub fn kit(&self) -> &Path {
        self.kit.path()
    }

    /// What it may use.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }
}

/// What a program is told for a move, and what it may use.
pub(super) struct Told<'a> {
    pub(super) input: &'a [u8],
    /// Cells a side of the board in it.
    pub(super) size: usize,
    pub(super) remaining: Duration,
    pub(super) clock: ClockRules,
    pub(super) ply: u32,
    pub(super) limits: Limits,
    pub(super) stop: &'a Stop,
}

/// A program with a place for the files of its games.
#[derive(Debug)]
pub(super) struct ProgramEntrant {
    pub(super) agent: Arc<ProgramAgent>,
    pub(super) files: GameFiles,
}

impl Entrant for ProgramEntrant {
    fn line(&self, time: Duration) -> AgentLine {
        let agent = &self.agent;
        AgentLine {
            name: agent.name.clone(),
            command: agent.command.clone(),
            hash: Some(agent.hash.clone()),
            time,
            sandbox: agent.sandbox.tier().to_string(),
            exact: agent.sandbox.precision().exact(),
        }
    }

    fn enter<'a>(&'a self, entry: &Entry<'_>) -> anyhow::Result<Box<dyn Contestant + 'a>> {
        let agent = &*self.agent;
        let folder = AgentFolder::create(&self.files.work, Some(agent.kit.path()));
        let folder = folder.context("the agent's folder cannot be made")?;
        let log = self.files.log(entry).map(|path| Log::create(&path)).transpose();
        let log = log.context("the agent's log cannot be made")?;
        Ok(match agent.protocol {
            Protocol::Files => Box::new(ProgramContestant { agent, folder, log }),
            Protocol::Ugi => Box::new(SpokenContestant::new(agent, folder, log)),
        })
    }
}

/// A program in one game.
pub(super) struct ProgramContestant<'a> {
    agent: &'a ProgramAgent,
    folder: AgentFolder,
    log: Option<Log>,
}

impl Contestant for ProgramContestant<'_> {
    fn take_turn(&mut self, request: &Request<'_>) -> Turn {
        let input = request.input().to_string();
        let told = Told {
            input: input.as_bytes(),
            size: request.board.size(),
            remaining: request.remaining,
            clock: request.clock,
            ply: request.ply,
            limits: self.agent.limits.clone(),
            stop: request.stop,
        };
        self.turn(&told).0
    }
}

impl<'a> ProgramContestant<'a> {
    /// A program whose folder is there, and that keeps no log.
    pub(super) const fn new(agent: &'a ProgramAgent, folder: AgentFolder) -> Self {
        Self { agent, folder, log: None }
    }

    /// Its folder.
    pub(super) const fn folder(&self) -> &AgentFolder {
        &self.folder
    }

    /// Its turn, and the run that it was, if there was one.
    pub(super) fn turn(&mut self, told: &Told<'_>) -> (Turn, Option<Run>) {
        match self.run(told) {
            Ok(run) => {
                let answer = self.answer(&run, told);
                (Turn { stderr: tail(&run.stderr, STDERR_KEPT), ..Turn::new(run.cpu, run.wall, answer) }, Some(run))
            }
            Err(answer) => (Turn::new(Duration::ZERO, Duration::ZERO, answer), None),
        }
    }

    fn run(&mut self, told: &Told<'_>) -> Result<Run, Answer> {
        let void = |error: &dyn std::fmt::Display| Answer::Void(format!("{}: {error}", self.agent.name));
        self.folder.clear_output().map_err(|error| void(&error))?;
        self.folder.write_input(told.input).map_err(|error| void(&error))?;
        let limits = Limits {
            cpu: told.clock.cpu_limit(told.remaining),
            wall: told.clock.wall_limit(told.remaining),
            wall_includes_waiting: told.clock.kind != ClockKind::Cpu,
            ..told.limits.clone()
        };
        let launch = Launch { limits, ..self.agent.launch(&self.folder) };
        let run = process::run(&self.agent.sandbox, &launch, &|| told.stop.is_raised());
        let run = run.map_err(|error| self.agent.blamed(error))?;
        if let Some(log) = &mut self.log {
            let outputs = [&run.stdout[..], &run.stderr];
            let added = log.add(told.ply, &run.end, [run.cpu, run.wall], outputs);
            added.map_err(|error| Answer::Void(format!("the log cannot be written: {error}")))?;
        }
        Ok(run)
    }

    fn answer(&self, run: &Run, told: &Told<'_>) -> Answer {
        let exit = match exit(run.end, &told.limits, told.clock.kind, run.wall) {
            Ok(exit) => Some(exit).filter(|exit| !exit.is_success()),
            Err(ending) => return Answer::Fault(ending),
        };
        let exit = exit.map(|exit| (exit, self.agent.last_words(&run.stderr, &self.folder, &told.limits)));
        let has_printed_it = || hint::is_reply(&run.stdout, told.size);
        match (self.folder.read_output(LARGEST_OUTPUT), exit) {
            (Ok(text), None) if text.trim_ascii().is_empty() && has_printed_it() => {
                let message = format!("the file is empty: {}", hint::PRINTED);
                Answer::Fault(Ending::MalformedOutput { line: 1, column: 1, message })
            }
            (Ok(text), exit) => Answer::Output { text, exit },
            (Err(OutputFault::Missing), Some((exit, stderr))) => Answer::Fault(Ending::Crashed { exit, stderr }),
            (Err(OutputFault::Missing), None) if has_printed_it() => {
                Answer::Fault(Ending::NoOutput { message: hint::PRINTED.to_owned() })
            }
            (Err(OutputFault::Missing), None) => {
                let message = self.folder.written_instead(self.agent.kit.path());
                Answer::Fault(Ending::NoOutput { message })
            }
            (Err(fault), _) => Answer::Fault(Ending::NoOutput { message: fault.to_string() }),
        }
    }
}

/// How the program ended by itself, or the fault for which it was ended after so long.
pub(super) fn exit(end: RunEnd, limits: &Limits, clock: ClockKind, after: Duration) -> Result<Exit, Ending> {
    Err(match end {
        RunEnd::Exited(exit) => return Ok(exit),
        RunEnd::OverWall if clock == ClockKind::Cpu => Ending::Killed { kill: Kill::Asleep, after },
        RunEnd::OverCpu | RunEnd::OverWall => Ending::Killed { kill: Kill::Time, after },
        RunEnd::OverMemory => Ending::MemoryLimit { limit: limits.memory },
        RunEnd::OverProcesses => Ending::ProcessLimit { limit: limits.processes },
        RunEnd::OverDisk(of) => Ending::DiskLimit { limit: limits.disk, of },
    })
}

/// The last of what a program wrote to stderr, as text.
pub(super) fn tail(stderr: &[u8], most: usize) -> String {
    let text = String::from_utf8_lossy(stderr);
    let text = text.trim_end();
    let start = text.len().saturating_sub(most);
    let start = (start..=text.len()).find(|&start| text.is_char_boundary(start)).unwrap_or(0);
    text[start..].to_owned()
}
