//! Turns an agent as it is written down into one that plays.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Once, OnceLock};

use anyhow::Context as _;
use fruitrage_game::{Entrant, Stop};
use fruitrage_play::players::BuiltinPlayer;
use fruitrage_sandbox::Sandbox;
use fruitrage_tournament::agents::{
    Agent, AgentSpec, GameFiles, Preparation, ProgramAgent, Roster, Step, build, find_named, python_remark,
};
use tempfile::TempDir;

use super::{PreparationView, must_be_somebody};
use crate::printing::tell;

/// Chooses a sandbox, when the first program needs one.
type ChooseSandbox = Box<dyn Fn() -> anyhow::Result<Sandbox> + Send + Sync>;

/// Everybody that this program can enter for a game.
pub(crate) struct HouseRoster {
    choose: ChooseSandbox,
    sandbox: OnceLock<Sandbox>,
    /// For the files of agents between games.
    work: TempDir,
    /// For the private folders of programs in games.
    games: TempDir,
    /// Where submissions are built.
    builds: PathBuf,
    /// Who is told how far it is.
    view: PreparationView,
    python: Once,
    stop: Stop,
}

impl HouseRoster {
    /// A roster whose programs run in the sandbox that `choose` finds. It is asked
    /// only if there is a program.
    pub(crate) fn new(
        choose: impl Fn() -> anyhow::Result<Sandbox> + Send + Sync + 'static,
        stop: &Stop,
    ) -> anyhow::Result<Self> {
        let folder = || tempfile::tempdir().context("there must be a folder for the agents' files");
        let (work, games) = (folder()?, folder()?);
        let builds = work.path().join("built");
        let (choose, sandbox, stop) = (Box::new(choose), OnceLock::new(), stop.clone());
        let (view, python) = (PreparationView::new(None), Once::new());
        Ok(Self { choose, sandbox, work, games, builds, view, python, stop })
    }

    /// So many agents are to be made ready.
    pub(crate) fn for_agents(self, count: usize) -> Self {
        Self { view: PreparationView::new(Some(count)), ..self }
    }

    /// What is built is kept in this folder, for the next time.
    pub(crate) fn building_in(self, builds: &Path) -> anyhow::Result<Self> {
        Ok(Self { builds: std::path::absolute(builds)?, ..self })
    }

    /// The sandbox, chosen now if it was not yet.
    pub(crate) fn sandbox(&self) -> anyhow::Result<Sandbox> {
        if let Some(sandbox) = self.sandbox.get() {
            return Ok(sandbox.clone());
        }
        let sandbox = (self.choose)()?;
        Ok(self.sandbox.get_or_init(|| sandbox).clone())
    }

    fn program(&self, spec: &AgentSpec, base: &Path) -> anyhow::Result<ProgramAgent> {
        let name = spec.name();
        let preparation = Preparation {
            sandbox: self.sandbox()?,
            work: self.work.path(),
            kept: &self.builds,
            stop: &self.stop,
            tell: &|step: Step| self.view.step(&name, step),
        };
        let spec = built(spec, base, &preparation)?;
        if spec.words().starts_with("python") {
            self.python.call_once(|| python_remark().into_iter().for_each(tell));
        }
        ProgramAgent::prepare(&spec, base, &preparation)
    }

    /// Where private folders of programs in games are made.
    pub(crate) fn games_folder(&self) -> &Path {
        self.games.path()
    }

    /// Somebody for games of this program's own. What programs print goes to the folder
    /// `logs`, if there is one.
    pub(crate) fn entrant(&self, spec: &AgentSpec, logs: Option<&Path>) -> anyhow::Result<Arc<dyn Entrant>> {
        let files = GameFiles { work: self.games.path().to_owned(), logs: logs.map(Path::to_owned) };
        Ok(self.agent(spec, Path::new("."))?.entrant(files))
    }
}

/// A submission that the command names, built; if it names none, the command
/// as it is.
fn built(spec: &AgentSpec, base: &Path, preparation: &Preparation<'_>) -> anyhow::Result<AgentSpec> {
    let Some(submission) = find_named(spec, base)? else { return Ok(spec.clone()) };
    let built = build(&submission, preparation)?;
    Ok(AgentSpec {
        name: spec.name.clone().or(built.name),
        command: spec.protocol().command(&built.command),
        dir: built.dir,
        calibrate: spec.calibrate.clone().or(built.calibrate),
        ..spec.clone()
    })
}

impl Roster for HouseRoster {
    fn must_be_somebody(&self, spec: &AgentSpec, base: &Path) -> anyhow::Result<()> {
        must_be_somebody(spec, base)
    }

    fn agent(&self, spec: &AgentSpec, base: &Path) -> anyhow::Result<Agent> {
        must_be_somebody(spec, base)?;
        let name = spec.name();
        let agent = match spec.builtin() {
            Some(text) => text
                .parse::<BuiltinPlayer>()
                .map_err(Into::into)
                .and_then(|player| Ok(Agent::Builtin(Arc::new(player.entrant(name.clone())?)))),
            None => self.program(spec, base).map(|program| Agent::Program(Arc::new(program))),
        };
        self.view.done(&name, agent.is_ok());
        agent
    }
}
