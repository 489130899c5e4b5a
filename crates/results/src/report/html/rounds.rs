//! Who met whom in which round, where everybody has met only a few: a
//! table of everybody against everybody would be nearly empty.

use std::collections::BTreeMap;

use fruitrage_game::harmless;
use maud::{Markup, html};

use super::{link, table_section, text};
use crate::report::{Findings, words};
use crate::{Encounter, Format, GameScore};

/// More encounters in one round, as the hero of a gauntlet has, are only counted.
const MOST_IN_A_CELL: usize = 3;

pub(super) fn section(findings: &Findings<'_>) -> Markup {
    let played = findings.encounters.iter().map(|encounter| encounter.round);
    let last = played.chain(findings.data.byes.iter().map(|&(round, _)| round)).max().unwrap_or(0);
    let places = findings.places();
    let cells = cells(findings);
    let table = html! {
        table.cross.rounds {
            caption { "Each round: the opponent's place in this list, then games won and lost, draws as halves." }
            thead { tr {
                th.name scope="col" { "Agent" }
                th scope="col" { "Points" }
                @for round in 1..=last { th scope="col" { span.hidden { "Round " } (round) } }
            } }
            tbody { @for (place, standing) in findings.taking_part().iter().enumerate() { tr {
                th.name scope="row" { (place + 1) ". " (link(findings.data, standing.player)) }
                td { (words::points(standing.half_points)) }
                @for round in 1..=last { (cell(findings, &places, round, standing.player, cells.get(&(round, standing.player)))) }
            } } }
        }
    };
    let beside = html! {
        p { "Everybody against everybody for spreadsheets: " (text::file("crosstable.csv", "crosstable.csv")) "." }
    };
    table_section("crosstable", "Crosstable", &table, &beside)
}

/// The encounters of everybody in every round, as it sees them.
fn cells(findings: &Findings<'_>) -> BTreeMap<(u32, usize), Vec<Encounter>> {
    let mut cells: BTreeMap<_, Vec<Encounter>> = BTreeMap::new();
    for encounter in findings.encounters.iter().flat_map(|encounter| [encounter.clone(), encounter.reversed()]) {
        cells.entry((encounter.round, encounter.players[0])).or_default().push(encounter);
    }
    cells
}

fn cell(
    findings: &Findings<'_>,
    places: &[usize],
    round: u32,
    agent: usize,
    encounters: Option<&Vec<Encounter>>,
) -> Markup {
    let Some(encounters) = encounters else {
        return html! { td { @if findings.data.byes.contains(&(round, agent)) { abbr title="a bye: a point without play" { "bye" } } } };
    };
    if encounters.len() > MOST_IN_A_CELL {
        return html! { td { (encounters.len()) " opponents" } };
    }
    let class = match encounters[..] {
        [ref only] => match outcome(findings, only) {
            GameScore::Win => "w",
            GameScore::Draw => "d",
            GameScore::Loss => "l",
        },
        _ => "",
    };
    html! {
        td class=(class) {
            @for encounter in encounters {
                @let opponent = encounter.players[1];
                a href=(format!("#agent-{}", opponent + 1)) title=(harmless(&findings.data.agents[opponent].name)) { (places[opponent] + 1) }
                " " (score(findings, encounter))
            }
        }
    }
}

/// How an encounter ended for its first player. In a knockout somebody goes
/// through even if it is tied.
fn outcome(findings: &Findings<'_>, encounter: &Encounter) -> GameScore {
    let schedule = &findings.data.schedule;
    match schedule.format {
        Format::Knockout if schedule.knockout_winner(encounter) == encounter.players[0] => GameScore::Win,
        Format::Knockout => GameScore::Loss,
        _ => encounter.score(),
    }
}

fn score(findings: &Findings<'_>, encounter: &Encounter) -> String {
    let games = encounter.half_points().map(words::points).join(":");
    match (encounter.awarded, encounter.score(), outcome(findings, encounter)) {
        (Some(0), ..) => "unplayed win".to_owned(),
        (Some(_), ..) => "unplayed loss".to_owned(),
        // Who went through was decided by all games, and some of them are not here.
        (None, ..) if findings.data.left_out.any() => games,
        (None, GameScore::Draw, GameScore::Win) => format!("{games} through"),
        (None, GameScore::Draw, GameScore::Loss) => format!("{games} out"),
        (None, ..) => games,
    }
}
