//! `results.json`: all of a tournament for other programs to read.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use serde::{Serialize, Serializer};

use super::{
    AgentFindings, AgentWarning, Findings, GameSummary, HostFindings, HostFlag, RatingMethod, TIME_PARTS, host_words,
};
use crate::{Anchor, Encounter, Format, RecordRow, Seeding, StandingRow};
use fruitrage_game::{RECORD_VERSION, seconds};

/// The version of the form of `results.json`. It goes up if a field changes its
/// name or its meaning, not if there are new ones.
pub const REPORT_VERSION: u32 = 1;

/// Writes all results as JSON.
pub fn results_json(findings: &Findings<'_>, mut out: impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut out, &Document::new(findings))?;
    writeln!(out)
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    program: &'static str,
    record_version: u32,
    name: &'a str,
    is_finished: bool,
    format: Format,
    seeding: Seeding,
    seed: u64,
    #[serde(serialize_with = "as_map")]
    conditions: &'a [(String, String)],
    rating: RatingJson,
    games_played: u32,
    void_games: usize,
    left_out: &'a [String],
    games_left_out: usize,
    partner_games_left_out: usize,
    hosts: Vec<HostJson<'a>>,
    about_times: Option<String>,
    first_mover: RecordRow,
    standings: Vec<StandingRow<'a>>,
    agents: Vec<AgentJson<'a>>,
    byes: Vec<ByeJson>,
    encounters: Vec<EncounterJson>,
    crosstable: Vec<CellJson>,
    games: &'a [GameSummary],
}

impl<'a> Document<'a> {
    fn new(findings: &'a Findings<'_>) -> Self {
        let data = findings.data;
        let cells = findings.crosstable.iter().map(|(&[row, column], cell)| CellJson {
            agent: row,
            opponent: column,
            record: RecordRow::new(cell.games, cell.points),
        });
        Self {
            version: REPORT_VERSION,
            program: env!("CARGO_PKG_VERSION"),
            record_version: RECORD_VERSION,
            name: &data.name,
            is_finished: data.is_finished,
            format: data.schedule.format,
            seeding: data.schedule.seeding,
            seed: data.seed,
            conditions: &data.conditions,
            rating: RatingJson::from(findings.rating),
            games_played: findings.games_played(),
            void_games: findings.void_games().count(),
            left_out: &data.left_out.hosts,
            games_left_out: data.left_out.games.len(),
            partner_games_left_out: data.left_out.partners().count(),
            hosts: findings.hosts.iter().map(HostJson::from).collect(),
            about_times: host_words::times(findings),
            first_mover: findings.first_mover.row(),
            standings: findings.standings.iter().map(|found| found.row(&data.agents[found.player].name)).collect(),
            agents: (0..data.agents.len()).map(|agent| AgentJson::new(findings, agent)).collect(),
            byes: data.byes.iter().map(|&(round, agent)| ByeJson { round, agent }).collect(),
            encounters: findings.encounters.iter().map(EncounterJson::from).collect(),
            crosstable: cells.collect(),
            games: &data.games,
        }
    }
}

fn as_map<S: Serializer>(pairs: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

#[derive(Serialize)]
struct RatingJson {
    model: &'static str,
    prior_games: f64,
    anchor: AnchorJson,
    resamples: u32,
    seed: u64,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum AnchorJson {
    Mean { rating: f64 },
    Agent { agent: usize, rating: f64 },
}

impl From<RatingMethod> for RatingJson {
    fn from(method: RatingMethod) -> Self {
        let anchor = match method.model.anchor {
            Anchor::Mean(rating) => AnchorJson::Mean { rating },
            Anchor::Player { player, rating } => AnchorJson::Agent { agent: player, rating },
        };
        Self {
            model: "bradley-terry",
            prior_games: method.model.prior_games,
            anchor,
            resamples: method.resamples,
            seed: method.seed,
        }
    }
}

#[derive(Serialize)]
struct HostJson<'a> {
    host: &'a str,
    is_left_out: bool,
    workers: usize,
    speed: Option<f64>,
    speed_range: Option<[u64; 2]>,
    relative_speed: Option<f64>,
    games: u32,
    games_counted: u32,
    faults: u32,
    time_losses: u32,
    time_loss_share: Option<f64>,
    time_loss_chance: Option<f64>,
    flags: Vec<FlagJson>,
}

impl<'a> From<&'a HostFindings> for HostJson<'a> {
    fn from(host: &'a HostFindings) -> Self {
        let kinds = host.flags.iter().map(|flag| match flag {
            HostFlag::Slower(_) => "slower",
            HostFlag::Faster(_) => "faster",
            HostFlag::TimeLosses { .. } => "time-losses",
        });
        let flags = kinds.zip(host_words::flags(host)).map(|(kind, message)| FlagJson { kind, message });
        Self {
            host: &host.name,
            is_left_out: host.is_left_out,
            workers: host.workers,
            speed: host.speed,
            speed_range: host.speed_range,
            relative_speed: host.relative_speed,
            games: host.games,
            games_counted: host.counted,
            faults: host.faults,
            time_losses: host.time_losses,
            time_loss_share: host.time_loss_share(),
            time_loss_chance: host.time_loss_chance,
            flags: flags.collect(),
        }
    }
}

#[derive(Serialize)]
struct FlagJson {
    kind: &'static str,
    message: String,
}

#[derive(Serialize)]
struct AgentJson<'a> {
    agent: usize,
    name: &'a str,
    command: &'a str,
    hash: Option<&'a str>,
    sandbox: &'a str,
    note: Option<&'a str>,
    takes_part: bool,
    moving_first: RecordRow,
    moving_second: RecordRow,
    first_mover_edge: Option<f64>,
    faults: &'a BTreeMap<String, u32>,
    fault_games: Vec<&'a str>,
    warnings: u64,
    warned: Vec<WarningJson<'a>>,
    time: TimeJson<'a>,
    worst_losses: Vec<&'a str>,
    best_wins: Vec<&'a str>,
}

#[derive(Serialize)]
struct WarningJson<'a> {
    game: &'a str,
    ply: u32,
    message: &'a str,
    times: u64,
}

#[derive(Serialize)]
struct TimeJson<'a> {
    moves: u64,
    #[serde(with = "seconds")]
    used_seconds: Duration,
    mean_move_seconds: Option<f64>,
    slowest_move_seconds: Option<f64>,
    slowest_move_game: Option<&'a str>,
    mean_game_seconds: Option<f64>,
    median_game_seconds: Option<f64>,
    most_seconds_in_a_game: Option<f64>,
    most_seconds_game: Option<&'a str>,
    games_by_part_used: [u32; TIME_PARTS],
}

impl<'a> AgentJson<'a> {
    fn new(findings: &'a Findings<'_>, agent: usize) -> Self {
        let (info, about) = (&findings.data.agents[agent], &findings.agents[agent]);
        let id = |&index: &usize| findings.data.games[index].id.as_str();
        let ids = |indices: &[usize]| indices.iter().map(id).collect();
        let warning = |warning: &'a AgentWarning| WarningJson {
            game: id(&warning.game),
            ply: warning.ply,
            message: &warning.message,
            times: warning.times,
        };
        Self {
            agent,
            name: &info.name,
            command: &info.command,
            hash: info.hash.as_deref(),
            sandbox: &info.sandbox,
            note: info.note.as_deref(),
            takes_part: !info.is_excluded,
            moving_first: about.by_side[0].row(),
            moving_second: about.by_side[1].row(),
            first_mover_edge: about.first_mover_edge(),
            faults: &about.faults,
            fault_games: ids(&about.fault_games),
            warnings: about.warnings,
            warned: about.warned.iter().map(warning).collect(),
            time: TimeJson::new(about, id),
            worst_losses: ids(&about.worst_losses),
            best_wins: ids(&about.best_wins),
        }
    }
}

impl<'a> TimeJson<'a> {
    fn new(about: &AgentFindings, id: impl Fn(&usize) -> &'a str) -> Self {
        let time = &about.time;
        let seconds = |time: Duration| time.as_secs_f64();
        Self {
            moves: time.moves,
            used_seconds: time.used,
            mean_move_seconds: time.mean_move().map(seconds),
            slowest_move_seconds: time.slowest.map(|slowest| seconds(slowest.time)),
            slowest_move_game: time.slowest.map(|slowest| id(&slowest.game)),
            mean_game_seconds: time.mean_game().map(seconds),
            median_game_seconds: time.median.map(seconds),
            most_seconds_in_a_game: time.most.map(|most| seconds(most.time)),
            most_seconds_game: time.most.map(|most| id(&most.game)),
            games_by_part_used: time.parts,
        }
    }
}

#[derive(Serialize)]
struct ByeJson {
    round: u32,
    agent: usize,
}

#[derive(Serialize)]
struct EncounterJson {
    round: u32,
    agents: [usize; 2],
    score: [f64; 2],
    fruit_points: [u64; 2],
    faults: [u32; 2],
    /// The agent that got it without play.
    awarded_to: Option<usize>,
}

impl From<&Encounter> for EncounterJson {
    fn from(encounter: &Encounter) -> Self {
        Self {
            round: encounter.round,
            agents: encounter.players,
            score: encounter.half_points().map(|half_points| f64::from(half_points) / 2.0),
            fruit_points: encounter.points(),
            faults: encounter.faults,
            awarded_to: encounter.awarded.map(|side| encounter.players[side]),
        }
    }
}

#[derive(Serialize)]
struct CellJson {
    agent: usize,
    opponent: usize,
    #[serde(flatten)]
    record: RecordRow,
}
