//! Reports of tournaments: the numbers are those of the statistics, the page is
//! sound whatever agents are called, and nothing is made up where there is nothing.

use std::collections::BTreeSet;
use std::time::Duration;

use base64::Engine as _;
use fruitrage_game::{ClockKind, DecidedBy, Event, SideTurns, Turns, harmless, read_games, write_event};
use fruitrage_results::report::{
    AgentInfo, Findings, GameSide, GameSummary, GameWarning, LeftOut, REPORT_FILES, TournamentData, crosstable_csv,
    encounters, games_pgn, not_taking_part, report_html, results_json, standings_csv, standings_table,
};
use fruitrage_results::{
    Anchor, BradleyTerry, Comparison, Encounter, Field, Format, Schedule, Seeding, crosstable, standings,
};
use scraper::{Html, Selector};
use serde_json::Value;
use sha2::Digest as _;

mod hosts;
mod synthetic;

use synthetic::Synthetic;

fn played(agents: usize, format: Format) -> TournamentData {
    Synthetic { agents, format, pairs: 1, seed: 7 }.play()
}

/// A tournament of games that are made up: who played first and second, the ending
/// and the points.
fn made_up(agents: usize, games: &[([usize; 2], &str, [u32; 2])]) -> TournamentData {
    let name = |number: usize| AgentInfo { name: format!("agent {number}"), ..AgentInfo::default() };
    TournamentData {
        name: "made up".to_owned(),
        schedule: Schedule { format: Format::RoundRobin, field: Field::new(agents), seeding: Seeding::AsListed },
        seed: 1,
        anchor: Anchor::Mean(0.0),
        conditions: Vec::new(),
        is_finished: false,
        agents: (0..agents).map(name).collect(),
        games: games.iter().enumerate().map(|(index, &game)| made_up_game(index, game)).collect(),
        hosts: Vec::new(),
        left_out: LeftOut::default(),
        replays: None,
        awarded: Vec::new(),
        byes: Vec::new(),
    }
}

/// With a fault it is who moved first that loses.
fn made_up_game(index: usize, (agents, ending, points): ([usize; 2], &str, [u32; 2])) -> GameSummary {
    let (winner, decided_by) = match ending {
        "cleared" if points[0] == points[1] => (None, DecidedBy::None),
        "cleared" => (Some(usize::from(points[1] > points[0])), DecidedBy::Points),
        "void" => (None, DecidedBy::None),
        _ => (Some(1), DecidedBy::Fault),
    };
    let second = Duration::from_secs(1);
    let side = |side: usize| GameSide {
        agent: agents[side],
        points: points[side],
        moves: 2,
        allowed: 10 * second,
        used: 2 * second,
        slowest: second,
        ..GameSide::default()
    };
    GameSummary {
        id: format!("{index}"),
        pair: format!("{}", index / 2),
        round: 1,
        board: "4p3".to_owned(),
        seed: None,
        sides: [side(0), side(1)],
        winner,
        decided_by,
        ending: ending.to_owned(),
        message: "a sentence".to_owned(),
        host: None,
        speed: None,
        record: None,
    }
}

/// Every text form of a report.
fn forms(findings: &Findings<'_>) -> [String; 6] {
    let text = |write: &dyn Fn(&mut Vec<u8>) -> std::io::Result<()>| {
        let mut out = Vec::new();
        write(&mut out).expect("memory takes everything");
        String::from_utf8(out).expect("text")
    };
    [
        text(&|out| standings_csv(findings, out)),
        text(&|out| crosstable_csv(findings, out)),
        text(&|out| results_json(findings, out)),
        text(&|out| games_pgn(findings, out)),
        report_html(findings),
        standings_table(&findings.standings, |player| findings.name(player), None),
    ]
}

fn json_of(findings: &Findings<'_>) -> Value {
    serde_json::from_str(&forms(findings)[2]).expect("JSON")
}

/// The rows of a CSV file by the names of its columns.
fn rows_of(text: &str) -> Vec<std::collections::HashMap<String, String>> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(|row| row.expect("a row")).collect()
}

fn select<'a>(page: &'a Html, selector: &str) -> Vec<scraper::ElementRef<'a>> {
    page.select(&Selector::parse(selector).expect("a selector")).collect()
}

/// What holds for the page of every tournament.
fn assert_sound(findings: &Findings<'_>) -> Html {
    let text = report_html(findings);
    let page = Html::parse_document(&text);
    assert!(page.errors.is_empty(), "{:?}", page.errors);
    let attributes = |name: &str| -> Vec<String> {
        let selector = format!("[{name}]");
        select(&page, &selector).iter().filter_map(|element| element.attr(name)).map(str::to_owned).collect()
    };
    let ids = attributes("id");
    let unique: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(ids.len(), unique.len(), "an id is there twice");
    for target in attributes("href") {
        match target.strip_prefix('#') {
            Some(id) => assert!(unique.contains(&id.to_owned()), "nothing has the id {id}"),
            None => assert!(target.starts_with("./") && !target.contains(':'), "{target}"),
        }
    }
    for list in ["aria-labelledby"].map(attributes) {
        assert!(list.iter().all(|id| unique.contains(id)), "{list:?}");
    }
    assert_eq!(select(&page, "script").len(), 1);
    assert_eq!(select(&page, "[src], link, img, iframe, object, embed, form, base").len(), 0, "asks for nothing");
    assert_eq!(select(&page, "th:not([scope])").len(), 0, "every heading says what it is the heading of");
    assert_eq!(select(&page, "svg:not([aria-hidden]):not([aria-label])").len(), 0, "drawings are told or left out");
    assert_eq!(select(&page, "path *, rect *, circle *").len(), 0, "drawings are closed");
    let events = page.tree.values().filter_map(|node| node.as_element());
    assert!(events.flat_map(|element| element.attrs()).all(|(name, _)| !name.starts_with("on")));
    assert!(!text.contains("http:") && !text.contains("https:"), "no network");
    page
}

fn assert_no_made_up_numbers(findings: &Findings<'_>) {
    for text in forms(findings) {
        let words = text.split(|letter: char| !letter.is_alphabetic());
        for word in words {
            assert!(!["NaN", "nan", "inf", "infinity", "Infinity"].contains(&word), "{word} in\n{text}");
        }
    }
}

#[test]
fn the_numbers_are_those_of_the_statistics() {
    let data = played(12, Format::Swiss { rounds: 5 });
    let findings = Findings::new(&data);
    let results = encounters(&data.games, &[]);
    let comparisons: Vec<Comparison> = results.iter().flat_map(Encounter::comparisons).collect();
    let method = findings.rating;
    assert_eq!(method.model, BradleyTerry { anchor: data.anchor, ..BradleyTerry::default() });
    let ratings = method.model.rate_with_bars(12, &comparisons, method.resamples, method.seed);
    let expected = standings(&data.schedule, &results, &data.byes, &ratings);
    assert_eq!(findings.standings, expected);
    assert_eq!(findings.crosstable, crosstable(&results));

    let rows = rows_of(&forms(&findings)[0]);
    assert_eq!(rows.len(), 12);
    for (row, standing) in rows.iter().zip(&expected) {
        let number = |name: &str| row[name].parse::<u32>().expect(name);
        assert_eq!(row["rank"], standing.rank.to_string());
        let half_points = 2.0 * row["points"].parse::<f64>().unwrap();
        assert_eq!(half_points.to_string(), standing.half_points.to_string());
        assert_eq!([number("won"), number("drawn"), number("lost")], standing.games);
        assert_eq!(row["rating"], format!("{:.1}", standing.rating.unwrap().value));
        assert_eq!(row["rating_error_bar"], format!("{:.1}", standing.rating.unwrap().error_bar.unwrap()));
        assert_eq!(row["margin"], format!("{:.2}", standing.margin().unwrap()));
        assert_eq!(number("faults"), standing.faults);
    }
    let json = json_of(&findings);
    for (found, standing) in json["standings"].as_array().unwrap().iter().zip(&expected) {
        assert_eq!(found["agent"], standing.player);
        // Whoever reads JSON may be wrong in the last digit.
        let close = |name: &str, expected: f64| (found[name].as_f64().unwrap() - expected).abs() < 1e-9;
        assert!(close("rating", standing.rating.unwrap().value));
        assert!(close("share", standing.share().unwrap()));
        assert!(close("sweeps", standing.pairs.sweeps().part().unwrap()));
    }
}

#[test]
fn agents_and_games_add_up() {
    let data = played(12, Format::RoundRobin);
    let findings = Findings::new(&data);
    for standing in &findings.standings {
        let about = &findings.agents[standing.player];
        let [first, second] = about.by_side;
        assert_eq!([0, 1, 2].map(|index| first.games[index] + second.games[index]), standing.games);
        assert_eq!([0, 1].map(|index| first.points[index] + second.points[index]), standing.points);
        assert_eq!(about.fault_games.len(), standing.faults as usize);
        assert_eq!(about.faults.values().sum::<u32>(), standing.faults);
        assert_eq!(about.time.used, standing.time_used);
        assert_eq!(about.time.parts.iter().sum::<u32>(), standing.games_played());
        let margins = about.worst_losses.iter().map(|&game| {
            let game = &data.games[game];
            game.result(usize::from(game.agents()[0] != standing.player)).margin()
        });
        let margins: Vec<f64> = margins.collect();
        assert!(margins.is_sorted() && margins.iter().all(|&margin| margin < 0.0), "{margins:?}");
    }
    assert!(findings.standings.iter().any(|standing| standing.faults > 0), "there is nothing to see");
    assert!(findings.agents.iter().any(|about| about.warnings > 0), "there is nothing to see");
    assert_eq!(findings.games_played() as usize, data.games.len());
}

#[test]
fn events_and_records_say_the_same_of_a_game() {
    let record = concat!(
        r#"{"type":"game","version":1,"id":"g","pair":"p","board":"01/10","kinds":2,"seed":5,"agents":["#,
        r#"{"name":"A","command":"a","time":3.0,"sandbox":"off"},{"name":"B","command":"b","time":3.0,"sandbox":"off"}],"#,
        r#""clock":{"kind":"wall","grace":1.0},"ties":"draw","strict_board":false}"#,
        "\n",
        r#"{"type":"move","ply":1,"player":1,"move":"A1","size":1,"points":[1,0],"cpu":0.1,"wall":0.5,"left":2.5,"warnings":["odd"]}"#,
        "\n",
        r#"{"type":"end","ending":{"kind":"no-output","message":"nothing"},"winner":1,"decided_by":"fault","points":[1,0],"left":[2.5,2.0],"cpu":0.2,"wall":1.0,"message":"B left nothing"}"#,
        "\n",
    );
    let game = read_games(record.as_bytes()).unwrap().remove(0);
    assert_eq!(game.game.clock.kind, ClockKind::Wall);
    let end = Event::End(game.end.clone().unwrap());
    let events = [Event::Game(game.game.clone()), Event::Move(game.moves[0].clone()), end];
    let mut written = Vec::new();
    for event in &events {
        write_event(&mut written, event).unwrap();
    }
    assert_eq!(read_games(&written[..]).unwrap().first(), Some(&game));

    let summary = GameSummary::of_record(4, [8, 2], &game).unwrap();
    assert_eq!(Some(&summary), GameSummary::of_events(4, [8, 2], &events).as_ref());
    assert_eq!((summary.round, summary.agents(), summary.board.as_str()), (4, [8, 2], "2p2"));
    assert_eq!((summary.at_fault(), summary.winner, summary.ending.as_str()), (Some(1), Some(0), "no-output"));
    let [first, second] = &summary.sides;
    assert_eq!((first.moves, first.used, first.warnings), (1, Duration::from_millis(500), 1));
    assert_eq!((second.moves, second.used, second.slowest), (0, Duration::from_secs(1), Duration::from_secs(1)));
    assert_eq!(GameSummary::of_events(4, [8, 2], &events[..2]), None, "it has no end");
    let again: GameSummary = serde_json::from_str(&serde_json::to_string(&summary).unwrap()).unwrap();
    assert_eq!(again, summary);
    assert_eq!(Turns::of_events(&[]).sides, [SideTurns::default(), SideTurns::default()]);
}

#[test]
fn names_and_messages_of_strangers_do_no_harm() {
    let data = played(12, Format::RoundRobin);
    assert!(data.agents.iter().any(|agent| agent.name.contains("<script>")));
    let findings = Findings::new(&data);
    let page = assert_sound(&findings);
    let shown: Vec<String> = select(&page, "article h3 bdi").iter().map(|name| name.text().collect()).collect();
    assert!(shown.contains(&"<script>document.title = 'owned'</script>".to_owned()), "{shown:?}");
    assert!(select(&page, "article pre").iter().any(|text| text.text().any(|text| text.contains("<img src=x"))));

    let [standings, crosstable, json, pgn, html, table] = forms(&findings);
    let formula = rows_of(&standings).into_iter().find(|row| row["agent"].contains("HYPERLINK")).unwrap();
    assert_eq!(formula["agent"], "'=HYPERLINK(\"x\")");
    assert!(crosstable.contains("'=HYPERLINK"));
    assert!(serde_json::from_str::<Value>(&json).unwrap()["agents"][5]["name"] == "=HYPERLINK(\"x\")");
    for text in [&pgn, &html, &table] {
        assert!(!text.contains(['\u{1b}', '\u{202e}', '\t']), "a terminal would obey");
    }
    assert!(pgn.contains(r#"[White "\"quoted\" 'name' \\"]"#));
}

#[test]
fn the_page_runs_its_own_script_and_no_other() {
    let data = played(3, Format::RoundRobin);
    let page = Html::parse_document(&report_html(&Findings::new(&data)));
    let script: String = select(&page, "script")[0].text().collect();
    let hash = base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(script.as_bytes()));
    let policy = select(&page, "meta[http-equiv]")[0].attr("content").unwrap();
    assert!(policy.contains(&format!("script-src 'sha256-{hash}'")), "SCRIPT_HASH should be sha256-{hash}");
    assert!(policy.starts_with("default-src 'none'"));
}

#[test]
fn pages_of_all_formats_are_sound() {
    for format in [Format::RoundRobin, Format::Gauntlet { hero: 1 }, Format::Swiss { rounds: 3 }, Format::Knockout] {
        for agents in [2, 3, 30] {
            let data = played(agents, format);
            let findings = Findings::new(&data);
            let page = assert_sound(&findings);
            assert_eq!(select(&page, "#standings tbody tr").len(), agents, "{format:?}");
            assert_eq!(select(&page, "article").len(), agents, "{format:?}");
            assert_eq!(select(&page, "#crosstable tbody tr").len(), agents, "{format:?}");
            assert_eq!(select(&page, "#standings circle").len(), agents, "{format:?}");
        }
    }
}

#[test]
fn a_knockout_tells_who_went_through_a_tie() {
    let data = played(30, Format::Knockout);
    let findings = Findings::new(&data);
    let page = assert_sound(&findings);
    let cells: Vec<String> = select(&page, "#crosstable td").iter().map(|cell| cell.text().collect()).collect();
    let count = |ending: &str| cells.iter().filter(|cell| cell.ends_with(ending)).count();
    assert_eq!(count(" through"), count(" out"));
    assert!(count(" through") > 0 && count("bye") == 2, "{cells:?}");
    let winner: String = select(&page, "header .lead a")[0].text().collect();
    // A name may hold what the page does not show.
    let champion = data.schedule.champion(&findings.encounters).map(|agent| harmless(&data.agents[agent].name));
    assert_eq!(Some(winner), champion);
}

#[test]
fn there_is_a_report_where_there_is_nothing_to_tell() {
    let fault = "out-of-time";
    let cases = [
        made_up(0, &[]),
        made_up(1, &[]),
        made_up(3, &[]),
        made_up(2, &[([0, 1], fault, [0, 0]), ([1, 0], fault, [0, 0]), ([0, 1], fault, [3, 4])]),
        made_up(2, &[([0, 1], fault, [0, 0]), ([0, 1], fault, [0, 0])]),
        made_up(2, &[([0, 1], "cleared", [4, 4]), ([1, 0], "cleared", [4, 4])]),
        made_up(2, &[([0, 1], "cleared", [5, 4]), ([1, 0], "cleared", [4, 5]), ([0, 1], "cleared", [9, 0])]),
        made_up(2, &[([0, 1], "void", [5, 4]), ([1, 0], "void", [4, 5])]),
        made_up(3, &[([0, 1], "void", [5, 4]), ([1, 0], "cleared", [4, 5])]),
    ];
    for data in &cases {
        let findings = Findings::new(data);
        assert_sound(&findings);
        assert_no_made_up_numbers(&findings);
        assert_eq!(json_of(&findings)["hosts"], Value::Array(Vec::new()));
    }
    let nobody_played = Findings::new(&cases[2]);
    assert!(rows_of(&forms(&nobody_played)[0]).iter().all(|row| {
        ["rating", "margin", "first_mover_edge", "mean_move_seconds", "slowest_move_seconds"]
            .iter()
            .all(|&name| row[name].is_empty())
    }));
    assert!(json_of(&nobody_played)["standings"][0]["rating"].is_null());
}

#[test]
fn who_could_not_be_built_stands_apart_from_who_has_no_faults() {
    let mut data = made_up(4, &[([0, 1], "cleared", [5, 4]), ([1, 0], "crashed", [4, 5])]);
    data.agents[2].note = Some("homework.cpp:1: error".to_owned());
    data.agents[2].is_excluded = true;
    data.schedule.field.withdraw(2, 1);
    let findings = Findings::new(&data);
    assert_eq!((findings.taking_part().len(), findings.excluded()), (3, vec![2]));
    let page = assert_sound(&findings);
    assert_eq!(select(&page, "#standings tbody tr").len(), 3);
    let text =
        |selector: &str| -> String { select(&page, selector).iter().flat_map(scraper::ElementRef::text).collect() };
    assert!(text("#trouble .notes").contains("agent 2") && text("#trouble .notes").contains("homework.cpp:1: error"));
    assert!(!text("#trouble tbody").contains("agent 2") && text("#trouble tbody").contains("agent 1"));
    assert!(text("#overview .look").contains("1 agent could not take part: agent 2"), "{}", text("#overview .look"));
    assert!(text("#overview .look").contains("agent 1 lost 1 of 2 games by its own fault: crashed 1"));
    assert_eq!(json_of(&findings)["agents"][2]["takes_part"], false);
    assert_eq!(not_taking_part(&findings), "Not taking part: agent 2: homework.cpp:1: error\n");
    data.agents[2].note = Some("`py_compile` failed:\n  line 8\nSyntaxError: never closed\n".to_owned());
    let told = not_taking_part(&Findings::new(&data));
    assert_eq!(told, "Not taking part: agent 2: `py_compile` failed: SyntaxError: never closed\n");
}

#[test]
fn warnings_are_told_in_the_overview_in_one_line() {
    let mut data = made_up(2, &[([0, 1], "cleared", [5, 4]), ([1, 0], "cleared", [4, 5])]);
    for (game, warnings) in [(0, 100), (1, 7)] {
        let side = usize::from(data.games[game].sides[0].agent != 0);
        data.games[game].sides[side].warnings = warnings;
        let message = "a good reply, but no final newline".to_owned();
        data.games[game].sides[side].warned = vec![GameWarning { ply: 3, message, times: warnings }];
    }
    let page = assert_sound(&Findings::new(&data));
    let look: String = select(&page, "#overview .look li").iter().flat_map(scraper::ElementRef::text).collect();
    assert_eq!(
        look,
        "agent 0 was warned 107 times, first in round 1, agent 0 v agent 1, game 1, move 3: a good reply, but no final newline"
    );
}

#[test]
fn games_are_called_by_round_players_and_number_and_lead_to_their_page() {
    let mut data = made_up(2, &[([0, 1], "cleared", [5, 4]), ([1, 0], "cleared", [4, 5]), ([0, 1], "cleared", [9, 0])]);
    for (game, id) in data.games.iter_mut().zip(["r01-1v2-1-1", "r01-1v2-1-2", "r01-1v2-2-1"]) {
        game.id = id.to_owned();
        game.record = Some(format!("games/r01/{id}.jsonl"));
    }
    let names = |findings: &Findings<'_>| [0, 1, 2].map(|game| findings.game_name(game));
    let findings = Findings::new(&data);
    let expected = [
        "round 1, agent 0 v agent 1, game 1",
        "round 1, agent 1 v agent 0, game 2",
        "round 1, agent 0 v agent 1, game 3",
    ];
    assert_eq!(names(&findings), expected);
    let link = |data: &TournamentData| {
        let page = Html::parse_document(&report_html(&Findings::new(data)));
        let links = select(&page, "article a[title=\"r01-1v2-2-1\"]");
        (links[0].text().collect::<String>(), links[0].attr("href").unwrap_or_default().to_owned())
    };
    assert_eq!(link(&data), (expected[2].to_owned(), "./games/r01/r01-1v2-2-1.jsonl".to_owned()));
    data.replays = Some("replays".to_owned());
    assert_eq!(link(&data).1, "./replays/r01-1v2-2-1.html");
    // A game with an odd name has no file of that name.
    data.games[2].id = "../../x".to_owned();
    assert!(!Findings::new(&data).named_games().contains(&2));
}

#[test]
fn the_parts_of_the_page_are_linked_and_ties_are_broken_in_columns() {
    let data = played(12, Format::Swiss { rounds: 3 });
    let page = Html::parse_document(&report_html(&Findings::new(&data)));
    let links: Vec<&str> = select(&page, "nav a").iter().filter_map(|link| link.attr("href")).collect();
    assert_eq!(links, ["#overview", "#standings", "#crosstable", "#agents", "#trouble", "#about"]);
    for link in links {
        assert_eq!(select(&page, &format!("main > section{link}")).len(), 1, "{link}");
    }
    let heads: Vec<String> =
        select(&page, "#standings th[scope=col]").iter().map(|head| head.text().collect()).collect();
    for name in ["BH-1", "BH", "SB", "Margin"] {
        assert!(heads.iter().any(|head| head == name), "{name}: {heads:?}");
    }
}

#[test]
fn void_games_are_told_but_do_not_count() {
    let data = made_up(2, &[([0, 1], "void", [5, 4]), ([1, 0], "cleared", [4, 5])]);
    let findings = Findings::new(&data);
    assert_eq!((findings.games_played(), findings.void_games().count()), (1, 1));
    assert_eq!(findings.encounters.len(), 1);
    assert_eq!((findings.encounters[0].pairs.len(), findings.encounters[0].games.len()), (0, 1));
    assert!(report_html(&findings).contains("1 game was void and does not count"));
    assert_eq!(forms(&findings)[3].matches("[Result ").count(), 1);
}

#[test]
fn what_was_awarded_counts_without_games() {
    let mut data = made_up(2, &[]);
    data.awarded = vec![Encounter { awarded: Some(1), ..Encounter::new(1, [0, 1]) }];
    let findings = Findings::new(&data);
    assert_eq!(findings.standings[0].player, 1);
    assert_eq!(json_of(&findings)["encounters"][0]["awarded_to"], 1);
    assert_sound(&findings);
}

#[test]
fn a_table_for_the_terminal_is_as_wide_as_it_has_to_be() {
    let mut data =
        made_up(3, &[([0, 1], "cleared", [30, 20]), ([1, 0], "cleared", [25, 25]), ([2, 0], "crashed", [1, 0])]);
    data.agents[2].name = "果物".to_owned();
    let findings = Findings::new(&data);
    let table = standings_table(&findings.standings, |player| findings.name(player), Some(2));
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 4, "{table}");
    assert_eq!(lines[0], "   agent    points  rating         W-D-L  margin  faults");
    assert!(lines[1].starts_with("1  agent 0       2"), "{table}");
    assert!(lines[1].ends_with("2-1-0    +3.0       0"), "{table}");
    assert!(lines[2].starts_with("2  果物          0"), "{table}");
    assert_eq!(lines[3], "and 1 more");
}

#[test]
fn a_table_of_standings_without_ratings_has_no_column_for_them() {
    let data = made_up(2, &[([0, 1], "cleared", [30, 20]), ([1, 0], "crashed", [1, 0])]);
    let mut standings = Findings::new(&data).standings;
    for standing in &mut standings {
        standing.rating = None;
    }
    let names = ["ada\u{1b}[2J", "果物"];
    assert_eq!(
        standings_table(&standings, |player| names[player], None),
        "   agent    points  W-D-L  margin  faults\n\
         1  ada\u{fffd}[2J       1  2-0-0    +4.5       0\n\
         2  果物          0  0-0-2    -4.5       1\n"
    );
}

/// Fields whose keys are data.
const FREE: [&str; 2] = ["conditions", "faults"];

/// Collects the names of all fields.
fn visit(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                found.insert(name.clone());
                if !(FREE.contains(&name.as_str()) && value.is_object()) {
                    visit(value, found);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| visit(value, found)),
        _ => {}
    }
}

#[test]
fn every_field_is_documented() {
    let documentation = include_str!("../src/report/FIELDS.md");
    let documented = |name: &str| documentation.contains(&format!("`{name}`"));
    let mut data = played(12, Format::Swiss { rounds: 3 });
    data.anchor = Anchor::Player { player: 0, rating: 1000.0 };
    let data = synthetic::on_hosts(data, &[("fast", &[200, 300]), ("slow", &[100])]);
    let findings = Findings::new(&data);
    let mut names = BTreeSet::new();
    visit(&json_of(&findings), &mut names);
    let [standings, ..] = forms(&findings);
    names.extend(standings.lines().next().unwrap().split(',').map(str::to_owned));
    let missing: Vec<&String> = names.iter().filter(|name| !documented(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(names.len() > 80, "{}", names.len());
    assert_eq!(json_of(&findings)["version"], 1);
    assert_eq!(json_of(&findings)["rating"]["anchor"]["kind"], "agent");
    assert_eq!(json_of(&findings)["seed"], 7);
}

#[test]
fn a_report_has_five_files_and_the_last_is_the_page() {
    let data = played(4, Format::RoundRobin);
    let findings = Findings::new(&data);
    let names = REPORT_FILES.map(|(name, _)| name);
    assert_eq!(names, ["standings.csv", "crosstable.csv", "results.json", "games.pgn", "report.html"]);
    let mut page = Vec::new();
    REPORT_FILES[4].1(&findings, &mut page).unwrap();
    assert_eq!(page, report_html(&findings).into_bytes());
}

#[test]
fn three_hundred_agents_make_a_page_that_a_browser_can_take() {
    let data = played(300, Format::Swiss { rounds: 7 });
    let findings = Findings::new(&data);
    let page = report_html(&findings);
    assert!(page.len() < 5_000_000, "{} bytes", page.len());
    assert_eq!(Findings::new(&data).standings, findings.standings, "a report can be had again");
    assert_eq!(page, report_html(&findings));
}
