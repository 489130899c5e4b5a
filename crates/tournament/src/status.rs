//! How a tournament stands, for whoever looks while it runs or after.

use std::num::NonZeroUsize;
use std::time::Duration;

use super::preparation::{Forecast, forecast};
use super::results::{PairState, Results};
use super::settings::Settings;
use super::site::Site;
use super::store::{Progress, Store, WorkerEntry};
use super::{Folder, TournamentError};
use crate::storage::{Access, StorageError};
use fruitrage_game::{GameRecord, read_games};
use fruitrage_results::{Standing, standings};

/// How a tournament stands.
#[derive(Clone, Debug)]
pub struct Status {
    /// Everything that was played.
    pub results: Results,
    /// How far it is.
    pub progress: Progress,
    /// How much there is to be played.
    pub forecast: Forecast,
    /// Whether somebody is playing it.
    pub is_running: bool,
    /// Everybody's record in order of rank. Ratings are left to the report.
    pub standings: Vec<Standing>,
}

impl Status {
    /// The round that is played, or was played last: the first with a pair that is open.
    pub fn round(&self) -> u32 {
        let open = self.results.pairs.iter().filter(|pair| pair.state == PairState::Open);
        open.map(|pair| pair.round).min().unwrap_or(self.progress.round)
    }

    /// Who plays at the moment.
    pub fn workers_alive(&self) -> impl Iterator<Item = &WorkerEntry> {
        self.results.workers.iter().filter(|worker| worker.is_alive)
    }

    /// How long it may take to the end, as fast as it went of late.
    pub fn time_left(&self) -> Option<Duration> {
        if self.results.is_finished || !self.is_running || self.progress.is_paused {
            return None;
        }
        let hours = self.forecast.games_left as f64 / self.progress.games_per_hour()?;
        Duration::try_from_secs_f64(hours * 3600.0).ok()
    }
}

/// A tournament for who looks at it, again and again.
#[derive(Debug)]
pub struct Window {
    folder: Folder,
    store: Store,
}

impl Window {
    /// Opens the database, to look at it only.
    pub fn open(site: &Site) -> Result<Self, TournamentError> {
        Ok(Self { folder: site.folder.clone(), store: Store::open(&site.location, Access::Read)? })
    }

    /// Everything that it has brought about, but for the moves.
    pub fn results(&self) -> Result<Results, TournamentError> {
        let mut results = self.store.results(&self.folder)?;
        // What may change is as it is written down now, where it is.
        if let Ok(settings) = Settings::read(self.folder.path()) {
            results.details = settings.details;
        }
        Ok(results)
    }

    /// How it stands.
    pub fn status(&self) -> Result<Status, TournamentError> {
        let results = self.results()?;
        let progress = self.store.progress()?;
        let standings = standings(&results.schedule(), &results.encounters(), &results.byes, &[]);
        let takes_part = |standing: &Standing| results.agents[standing.player].problem.is_none();
        let standings = standings.into_iter().filter(takes_part).collect();
        let alive = results.workers.iter().filter(|worker| worker.is_alive);
        let jobs = NonZeroUsize::new(alive.map(|worker| worker.jobs).sum()).unwrap_or(NonZeroUsize::MIN);
        let is_running = if self.is_shared() {
            results.workers.iter().any(|worker| worker.is_alive)
        } else {
            // Known at once, not when somebody has not been heard of for a while.
            self.folder.is_running()
        };
        Ok(Status {
            forecast: forecast(&results.conditions, &results.agents, progress, jobs, true),
            is_running,
            progress,
            standings,
            results,
        })
    }

    /// Changes whenever there is something new to see.
    pub fn stamp(&self) -> Result<[i64; 5], TournamentError> {
        let [revision, games, plays, moves] = self.store.stamp()?;
        let running = if self.is_shared() {
            self.store.workers()?.iter().filter(|worker| worker.is_alive).count() as i64
        } else {
            i64::from(self.folder.is_running())
        };
        Ok([revision, games, plays, moves, running])
    }

    /// Hands over the games one by one with all their moves, checked against the
    /// rules. The first that cannot have happened is an error.
    pub fn each_record(
        &self,
        mut take: impl FnMut(GameRecord) -> Result<(), TournamentError>,
    ) -> Result<(), TournamentError> {
        for (id, _) in self.store.finished_games()? {
            let Some(lines) = self.store.record(&id)? else { continue };
            take(read_record(&lines).map_err(|problem| TournamentError::Nonsense(format!("game {id}: {problem}")))?)?;
        }
        Ok(())
    }

    /// A finished game by its name with all its moves, if there is one.
    pub fn record(&self, id: &str) -> Result<Option<GameRecord>, TournamentError> {
        let record = self.store.record(id)?.map(|lines| read_record(&lines)).transpose();
        record.map_err(|problem| TournamentError::Nonsense(format!("game {id}: {problem}")))
    }

    /// The games under way, as far as they are, those with the lowest numbers first;
    /// and if nobody plays, those that were broken off.
    pub fn live_records(&self, most: usize) -> Result<Vec<GameRecord>, TournamentError> {
        let games = self.store.live_records(most)?;
        let records = games.iter().map(|lines| read_lines(lines));
        records.collect::<Result<_, _>>().map_err(TournamentError::Nonsense)
    }

    /// Writes the records and logs of games that were played elsewhere into the
    /// folder.
    pub fn write_missing_records(&self) -> Result<usize, TournamentError> {
        write_missing_records(&self.folder, &self.store)
    }

    pub(super) const fn folder(&self) -> &Folder {
        &self.folder
    }

    pub(super) const fn store(&self) -> &Store {
        &self.store
    }

    /// Whether several machines may have played.
    pub const fn is_shared(&self) -> bool {
        self.store.is_shared()
    }
}

pub(super) fn write_missing_records(folder: &Folder, store: &Store) -> Result<usize, TournamentError> {
    let mut recorded = Vec::new();
    let mut missing = 0;
    for (id, round) in store.finished_games()? {
        while recorded.len() <= round as usize {
            recorded.push(folder.recorded(recorded.len() as u32));
        }
        if recorded[round as usize].contains(&id) {
            continue;
        }
        if let Some(lines) = store.record(&id)? {
            folder.write_record(round, &id, &lines)?;
            missing += 1;
            if let Ok(record) = read_record(&lines) {
                folder.keep_lost_move(&record);
            }
        }
    }
    for (id, round, player, play) in store.logs()? {
        if !folder.log(round, &id, player).exists() {
            folder.write_log(round, &id, player, &store.log(play, player)?)?;
        }
    }
    Ok(missing)
}

/// Has nobody begin with another pair; those that are being played are finished.
pub fn pause(site: &Site) -> Result<(), TournamentError> {
    Ok(Store::open(&site.location, Access::Join)?.set_paused(true)?)
}

/// Goes on after a pause, and has pairs tried again that could not be played. Returns
/// how many.
pub fn resume(site: &Site) -> Result<usize, TournamentError> {
    let store = Store::open(&site.location, Access::Join)?;
    store.set_paused(false)?;
    Ok(store.try_void_again()?)
}

/// Takes an agent out of a tournament that has begun. Returns how many pairs go to
/// its opponents.
pub fn withdraw(site: &Site, name: &str) -> Result<usize, TournamentError> {
    let store = Store::open(&site.location, Access::Join)?;
    if store.conditions()?.is_none() {
        return Err(StorageError::Missing.into());
    }
    let awarded = store.withdraw(name)?;
    store.schedule()?;
    Ok(awarded)
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
