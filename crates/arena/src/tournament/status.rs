//! Answers for how a tournament stands, for whoever looks while it runs or after.

use super::preparation::{Forecast, forecast};
use super::results::Results;
use super::settings::Settings;
use super::store::{Progress, Store};
use super::{Folder, TournamentError};
use crate::game::{GameRecord, read_games};
use crate::storage::Access;
use crate::{Standing, standings};

/// How a tournament stands.
#[derive(Clone, Debug)]
pub struct Status {
    /// Everything that was played.
    pub results: Results,
    /// How far it is.
    pub progress: Progress,
    /// How much there is to be played.
    pub forecast: Forecast,
    /// Whether somebody is running it.
    pub is_running: bool,
    /// Everybody's record in order of rank. Ratings are left to the report.
    pub standings: Vec<Standing>,
}

/// Everything that a tournament has brought about, but for the moves.
pub fn load_results(folder: &Folder) -> Result<Results, TournamentError> {
    let settings = Settings::read(folder.path())?;
    Ok(Store::open(folder, Access::Read)?.results(folder, &settings)?)
}

/// How a tournament stands.
pub fn load_status(folder: &Folder) -> Result<Status, TournamentError> {
    let settings = Settings::read(folder.path())?;
    let store = Store::open(folder, Access::Read)?;
    let results = store.results(folder, &settings)?;
    let progress = store.progress()?;
    let jobs = settings.jobs.unwrap_or(std::num::NonZeroUsize::MIN);
    let standings = standings(&results.schedule(), &results.encounters(), &[]);
    let takes_part = |standing: &Standing| results.agents[standing.player].problem.is_none();
    let standings = standings.into_iter().filter(takes_part).collect();
    Ok(Status {
        forecast: forecast(&results.conditions, &results.agents, progress, jobs),
        is_running: folder.is_running(),
        progress,
        standings,
        results,
    })
}

/// Hands over the games of a tournament one by one with all their moves, checked
/// against the rules. The first that cannot have happened is an error.
pub fn each_record(
    folder: &Folder,
    mut take: impl FnMut(GameRecord) -> Result<(), TournamentError>,
) -> Result<(), TournamentError> {
    let store = Store::open(folder, Access::Read)?;
    for (id, _) in store.finished_games()? {
        let Some(lines) = store.record(&id)? else { continue };
        take(read_record(&lines).map_err(|problem| TournamentError::Nonsense(format!("game {id}: {problem}")))?)?;
    }
    Ok(())
}

/// A finished game by its name with all its moves, if there is one.
pub fn load_record(folder: &Folder, id: &str) -> Result<Option<GameRecord>, TournamentError> {
    let lines = Store::open(folder, Access::Read)?.record(id)?;
    let record = lines.map(|lines| read_record(&lines)).transpose();
    record.map_err(|problem| TournamentError::Nonsense(format!("game {id}: {problem}")))
}

/// The games under way, as far as they are, those with the lowest numbers first;
/// and if nobody runs the tournament, those that were broken off.
pub fn live_records(folder: &Folder, most: usize) -> Result<Vec<GameRecord>, TournamentError> {
    let games = Store::open(folder, Access::Read)?.live_records(most)?;
    let records = games.iter().map(|lines| read_lines(lines));
    records.collect::<Result<_, _>>().map_err(TournamentError::Nonsense)
}

/// The game that lines tell of, or why it cannot have happened.
pub(super) fn read_record(lines: &[String]) -> Result<GameRecord, String> {
    let game = read_lines(lines)?;
    if game.end.is_none() { Err("it has no end".to_owned()) } else { Ok(game) }
}

fn read_lines(lines: &[String]) -> Result<GameRecord, String> {
    let text = lines.join("\n") + "\n";
    let games = read_games(text.as_bytes()).map_err(|error| error.to_string())?;
    let [game] = <[GameRecord; 1]>::try_from(games).map_err(|games| format!("{} games in one", games.len()))?;
    Ok(game)
}
