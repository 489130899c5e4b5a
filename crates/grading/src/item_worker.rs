//! A worker that knows what the items of a grading mean.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use fruitrage_game::{Entrant, Failure};
use fruitrage_tournament::agents::{AgentSpec, GameFiles, Roster};
use fruitrage_tournament::{ItemResult, ItemWork, ItemWorker};
use serde::de::DeserializeOwned;

use crate::{Grader, Item, MatchGame, Outcome, Points, Task};

/// Grades items with opponents that a roster knows.
pub struct GradingWorker<'a> {
    roster: &'a dyn Roster,
    opponents: Mutex<BTreeMap<String, Arc<dyn Entrant>>>,
}

impl std::fmt::Debug for GradingWorker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GradingWorker").finish_non_exhaustive()
    }
}

impl<'a> GradingWorker<'a> {
    /// A worker whose opponents are those of a roster.
    pub fn new(roster: &'a dyn Roster) -> Self {
        Self { roster, opponents: Mutex::default() }
    }

    /// An opponent by its name. It is built in, so it has no files.
    pub fn opponent(&self, name: &str) -> anyhow::Result<Arc<dyn Entrant>> {
        let mut opponents = self.opponents.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = opponents.get(name) {
            return Ok(known.clone());
        }
        let spec = AgentSpec::of_command(name);
        // Whoever can write to the database could name any file of this machine.
        anyhow::ensure!(spec.builtin().is_some(), "there is no opponent '{name}'");
        let agent = self.roster.agent(&spec, Path::new("."))?;
        let entrant = agent.entrant(GameFiles { work: std::env::temp_dir(), logs: None });
        opponents.insert(name.to_owned(), entrant.clone());
        Ok(entrant)
    }
}

impl ItemWorker for GradingWorker<'_> {
    fn perform(
        &self,
        work: &ItemWork<'_>,
        keep: &mut dyn FnMut(&str, String) -> anyhow::Result<()>,
    ) -> Result<ItemResult, Failure> {
        let task: Task = read(work.task).map_err(Failure::Listener)?;
        let earlier = work.parts.iter().map(|part| read::<MatchGame>(part)).collect::<Result<Vec<_>, _>>();
        let earlier = earlier.map_err(Failure::Listener)?;
        // What it is worth, and what a person calls it, may change without grading anew.
        let item = Item { id: work.name.to_owned(), name: String::new(), points: Points::ZERO, task };
        let opponent = |name: &str| self.opponent(name);
        let grader =
            Grader { name: work.agent, submission: work.entrant.clone(), opponent: &opponent, stop: work.stop };
        let grade = grader.grade(&item, earlier, &mut |game| {
            keep(&format!("{:04}-{}", game.number, u8::from(game.began)), written(game)?)
        })?;
        if grade.outcome == Outcome::NotGraded {
            return Ok(ItemResult::Void(grade.reason));
        }
        Ok(ItemResult::Done(written(&grade).map_err(Failure::Listener)?))
    }
}

fn read<T: DeserializeOwned>(text: &str) -> anyhow::Result<T> {
    serde_json::from_str(text).map_err(|error| anyhow::anyhow!("what is stored makes no sense: {error}"))
}

fn written(value: &impl serde::Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string(value)?)
}
