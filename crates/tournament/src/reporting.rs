//! A tournament as its report wants it. All games are read with their
//! moves and held to the rules once more: grades depend on it.

use std::collections::HashMap;
use std::path::Path;

use super::conditions::Conditions;
use super::results::{FinishedGame, Results};
use super::{TournamentError, Window, WorkerInfo};
use fruitrage_game::{SideTurns, Turns};
use fruitrage_results::Anchor;
use fruitrage_results::report::{AgentInfo, GameSummary, HostInfo, LeftOut, TournamentData};

/// Everything that a report is made from. Of what several machines have played, the
/// records and logs are brought here first.
pub fn load_report_data(window: &Window) -> Result<TournamentData, TournamentError> {
    if window.is_shared() {
        window.write_missing_records()?;
    }
    let results = window.results()?;
    let mut turns: HashMap<String, [SideTurns; 2]> = HashMap::new();
    window.each_record(|record| {
        turns.insert(record.game.id.clone(), Turns::of_record(&record).sides);
        Ok(())
    })?;
    let workers: HashMap<&str, &WorkerInfo> =
        results.workers.iter().map(|worker| (worker.name.as_str(), &worker.info)).collect();
    let games = results.games.iter().map(|game| {
        let turns = turns.remove(&game.line.id).unwrap_or_default();
        let mut summary = summary(&results, game, turns, window.folder().path());
        // What was played by a version that had no workers is of an unknown machine.
        if let Some(worker) = workers.get(game.worker.as_str()) {
            summary.host = Some(worker.host.clone());
            summary.speed = Some(worker.speed);
        }
        summary
    });
    let games: Vec<GameSummary> = games.collect();
    let position = |name: &String| results.agents.iter().position(|agent| agent.name == *name);
    let anchor = results.details.anchor.as_ref().and_then(position);
    let awarded = results.encounters().into_iter().filter(|encounter| encounter.awarded.is_some());
    Ok(TournamentData {
        schedule: results.schedule(),
        seed: results.conditions.seed,
        anchor: anchor.map_or(Anchor::Mean(0.0), |player| Anchor::Player { player, rating: 0.0 }),
        conditions: conditions(&results.conditions),
        is_finished: results.is_finished,
        agents: agents(&results),
        hosts: hosts(&results),
        left_out: LeftOut::default(),
        replays: None,
        awarded: awarded.collect(),
        byes: results.byes.clone(),
        name: results.details.name,
        games,
    })
}

fn summary(results: &Results, game: &FinishedGame, turns: [SideTurns; 2], folder: &Path) -> GameSummary {
    let mut summary = GameSummary::new(results.pairs[game.pair].round, game.agents, &game.line, &game.end, turns);
    summary.record = link(&game.record, folder);
    for (side, log) in summary.sides.iter_mut().zip(&game.logs) {
        side.log = link(log, folder);
    }
    summary
}

/// A file as a page in the folder links to it; none if there is no such file.
fn link(file: &Path, folder: &Path) -> Option<String> {
    let path = file.strip_prefix(folder).ok().filter(|_| file.is_file())?;
    Some(path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/"))
}

fn agents(results: &Results) -> Vec<AgentInfo> {
    // How an agent was kept apart is known from its games.
    let mut sandboxes: HashMap<usize, &str> = HashMap::new();
    for game in &results.games {
        for (&agent, line) in game.agents.iter().zip(&game.line.agents) {
            sandboxes.insert(agent, &line.sandbox);
        }
    }
    let info = |agent: &super::EnteredAgent| AgentInfo {
        name: agent.name.clone(),
        command: agent.spec.command.clone(),
        hash: agent.hash.clone(),
        sandbox: sandboxes.get(&agent.number).copied().unwrap_or(fruitrage_results::report::UNKNOWN).to_owned(),
        note: agent.problem.clone().or_else(|| agent.leaves.map(|_| "withdrawn".to_owned())),
        is_excluded: agent.problem.is_some(),
    };
    results.agents.iter().map(info).collect()
}

/// The machines, each with the speeds of its workers.
fn hosts(results: &Results) -> Vec<HostInfo> {
    let mut hosts: Vec<HostInfo> = Vec::new();
    for WorkerInfo { host, speed, .. } in results.workers.iter().map(|worker| &worker.info) {
        match hosts.iter_mut().find(|known| known.name == *host) {
            Some(known) => known.speeds.push(*speed),
            None => hosts.push(HostInfo { name: host.clone(), speeds: vec![*speed] }),
        }
    }
    hosts
}

fn conditions(conditions: &Conditions) -> Vec<(String, String)> {
    let boards = match (&conditions.boards[..], conditions.suite.len()) {
        ([], boards) => format!("{boards} of a suite"),
        (classes, _) => classes.join(", "),
    };
    let meaning = |is_strict: bool| if is_strict { "loses" } else { "is a warning" }.to_owned();
    [
        ("time", format!("{} s of {} time, killed {} s later", conditions.time, conditions.clock, conditions.grace)),
        ("boards", boards),
        ("pairs in each encounter", conditions.pairs.to_string()),
        ("equal points", conditions.ties.to_string()),
        ("a wrong board", meaning(conditions.strict_board)),
        ("odd white space in a reply", meaning(conditions.strict_format)),
        (
            "limits",
            format!(
                "{} MiB of memory, {} processes, {} MiB of files",
                conditions.limits.memory, conditions.limits.processes, conditions.limits.disk
            ),
        ),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}
