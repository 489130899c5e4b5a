//! How a tournament stands, as a table and for programs.

use std::fmt;

use fruitrage_game::{Harmless, harmless};
use fruitrage_results::report::{standings_table, telling_line};
use fruitrage_tournament::{PairState, Status};
use serde_json::{Value, json};

/// The standings, and who is not among them.
pub(super) struct Table<'a>(pub(super) &'a Status);

/// The beginning of what may be a compiler's long complaint, and the line of it that tells what
/// is wrong; the report has all of it.
pub(crate) fn shortened(problem: &str) -> String {
    const LINES: usize = 4;
    let mut lines: Vec<String> = problem.lines().take(LINES).map(harmless).collect();
    if problem.lines().count() > LINES {
        lines.push("...".to_owned());
        let telling = telling_line(problem).map(harmless);
        lines.extend(telling.filter(|telling| !lines.iter().any(|line| line.trim() == telling)));
    }
    lines.join("\n    ")
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let agents = &self.0.results.agents;
        f.write_str(&standings_table(&self.0.standings, |player| &agents[player].name, None))?;
        for agent in agents {
            if let Some(problem) = &agent.problem {
                writeln!(f, "Not taking part: {}: {}", Harmless(&agent.name), shortened(problem))?;
            }
            if agent.leaves.is_some() {
                writeln!(f, "Withdrawn: {}", Harmless(&agent.name))?;
            }
        }
        Ok(())
    }
}

/// How a tournament stands, for programs.
pub(super) fn in_json(status: &Status) -> Value {
    let results = &status.results;
    let name = |number: usize| &results.agents[number].name;
    let fault = |(game, side): (&fruitrage_tournament::FinishedGame, usize)| {
        json!({
            "game": game.line.id,
            "agent": name(game.agents[side]),
            "ending": game.end.ending.name(),
            "message": game.end.message,
            "log": game.logs[side].is_file().then_some(&game.logs[side]),
        })
    };
    let is_void = |pair: &&fruitrage_tournament::ScheduledPair| pair.state == PairState::Void;
    let void = results.pairs.iter().filter(is_void).map(|pair| json!({ "pair": pair.id, "problem": pair.problem }));
    let excluded = results
        .agents
        .iter()
        .filter_map(|agent| agent.problem.as_ref().map(|problem| json!({ "agent": agent.name, "problem": problem })));
    let withdrawn = results.agents.iter().filter(|agent| agent.leaves.is_some()).map(|agent| &agent.name);
    let worker = |worker: &fruitrage_tournament::WorkerEntry| {
        json!({
            "name": worker.name,
            "host": worker.info.host,
            "speed": worker.info.speed,
            "version": worker.info.version,
            "jobs": worker.jobs,
            "alive": worker.is_alive,
            "silent-for": worker.silent_for,
            "games": results.games.iter().filter(|game| game.worker == worker.name).count(),
        })
    };
    json!({
        "name": results.details.name,
        "format": results.conditions.format,
        "seed": results.conditions.seed,
        "finished": results.is_finished,
        "running": status.is_running,
        "paused": status.progress.is_paused,
        "round": status.round(),
        "pairs": { "open": status.progress.open, "done": status.progress.done, "void": status.progress.void },
        "games": { "finished": status.progress.games, "of": status.forecast.games },
        "games-per-hour": status.progress.games_per_hour(),
        "seconds-left": status.time_left().map(|left| left.as_secs()),
        "workers": results.workers.iter().map(worker).collect::<Vec<_>>(),
        "standings": status.standings.iter().map(|found| found.row(name(found.player))).collect::<Vec<_>>(),
        "faults": results.faults().map(fault).collect::<Vec<_>>(),
        "void": void.collect::<Vec<_>>(),
        "excluded": excluded.collect::<Vec<_>>(),
        "withdrawn": withdrawn.collect::<Vec<_>>(),
    })
}
