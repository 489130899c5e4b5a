//! Tables that spreadsheets open: standings and crosstable as CSV.

use std::io::{self, Write};

use fruitrage_game::harmless_cell;

use super::Findings;
use super::words::{plain, points};
use crate::{Meetings, Standing};

const STANDINGS: [&str; 36] = [
    "rank",
    "agent",
    "points",
    "rating",
    "rating_error_bar",
    "encounters_won",
    "encounters_drawn",
    "encounters_lost",
    "byes",
    "games",
    "won",
    "drawn",
    "lost",
    "fruit_points",
    "fruit_points_against",
    "share",
    "margin",
    "sweeps",
    "sweeps_low",
    "sweeps_high",
    "buchholz_cut_1",
    "buchholz",
    "sonneborn_berger",
    "first_mover_edge",
    "faults",
    "warnings",
    "moves",
    "mean_move_seconds",
    "slowest_move_seconds",
    "used_seconds",
    "most_seconds_in_a_game",
    "hosts",
    "command",
    "hash",
    "sandbox",
    "note",
];

/// Writes everybody's record, the first first, below a line of names.
pub fn standings_csv(findings: &Findings<'_>, out: impl Write) -> io::Result<()> {
    let mut out = csv::Writer::from_writer(out);
    out.write_record(STANDINGS)?;
    for standing in &findings.standings {
        out.write_record(row(findings, standing))?;
    }
    out.flush()
}

fn row(findings: &Findings<'_>, standing: &Standing) -> [String; STANDINGS.len()] {
    let agent = &findings.data.agents[standing.player];
    let about = &findings.agents[standing.player];
    let seconds = |time: std::time::Duration| time.as_secs_f64().to_string();
    let sweeps = standing.pairs.sweeps();
    let [won, drawn, lost] = standing.games.map(|count| count.to_string());
    let [encounters_won, encounters_drawn, encounters_lost] = standing.encounters.map(|count| count.to_string());
    let [fruit_points, fruit_points_against] = standing.points.map(|points| points.to_string());
    [
        standing.rank.to_string(),
        harmless_cell(&agent.name),
        points(standing.half_points),
        number(standing.rating.map(|rating| rating.value), 1),
        number(standing.rating.and_then(|rating| rating.error_bar), 1),
        encounters_won,
        encounters_drawn,
        encounters_lost,
        standing.byes.to_string(),
        standing.games_played().to_string(),
        won,
        drawn,
        lost,
        fruit_points,
        fruit_points_against,
        number(standing.share(), 4),
        number(standing.margin(), 2),
        number(sweeps.part(), 4),
        number(sweeps.interval().map(|[low, _]| low), 4),
        number(sweeps.interval().map(|[_, high]| high), 4),
        points(standing.tie_breaks.buchholz_cut_1),
        points(standing.tie_breaks.buchholz),
        number(Some(f64::from(standing.tie_breaks.sonneborn_berger) / 4.0), 2),
        number(about.first_mover_edge(), 4),
        standing.faults.to_string(),
        about.warnings.to_string(),
        about.time.moves.to_string(),
        or_empty(about.time.mean_move(), seconds),
        or_empty(about.time.slowest, |slowest| seconds(slowest.time)),
        seconds(standing.time_used),
        or_empty(about.time.most, |most| seconds(most.time)),
        or_empty(Some(about.hosts).filter(|&hosts| hosts > 0), |hosts| hosts.to_string()),
        harmless_cell(&agent.command),
        or_empty(agent.hash.as_deref(), harmless_cell),
        harmless_cell(&agent.sandbox),
        agent.note.as_deref().map(harmless_cell).unwrap_or_default(),
    ]
}

/// Writes the games that the agent of a row has won against that of a column,
/// draws as halves; nothing where they have not met. Both are in order of rank.
pub fn crosstable_csv(findings: &Findings<'_>, out: impl Write) -> io::Result<()> {
    let mut out = csv::Writer::from_writer(out);
    let names = || findings.standings.iter().map(|standing| harmless_cell(&findings.data.agents[standing.player].name));
    let heading = ["rank", "agent", "score", "games"].map(str::to_owned);
    out.write_record(heading.into_iter().chain(names()))?;
    for (standing, name) in findings.standings.iter().zip(names()) {
        let score = points(half_points(standing.games));
        let start = [standing.rank.to_string(), name, score, standing.games_played().to_string()];
        let cells = findings.standings.iter().map(|other| {
            let cell = findings.crosstable.get(&[standing.player, other.player]);
            cell.map(|Meetings { games, .. }| points(half_points(*games))).unwrap_or_default()
        });
        out.write_record(start.into_iter().chain(cells))?;
    }
    out.flush()
}

/// Two for each game won, one for each draw.
pub(super) const fn half_points([won, drawn, _]: [u32; 3]) -> u32 {
    2 * won + drawn
}

/// A value, or nothing where there is none: what is missing is an empty cell.
fn or_empty<T>(value: Option<T>, text: impl FnOnce(T) -> String) -> String {
    value.map(text).unwrap_or_default()
}

fn number(value: Option<f64>, decimals: usize) -> String {
    or_empty(value, |value| plain(value, decimals))
}
