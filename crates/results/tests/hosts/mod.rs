//! Machines in reports: who is not like the others, what is said of times, and what a
//! report is without some of them.

use fruitrage_results::report::{
    Findings, HostFindings, HostFlag, HostInfo, LeftOut, TournamentData, encounters, remarks, report_html,
};
use fruitrage_results::{Format, GameScore};

use super::synthetic::on_hosts;
use super::{assert_no_made_up_numbers, assert_sound, forms, json_of, made_up, played, rows_of, select};

/// Four machines, the last of which is slow.
const HOSTS: [(&str, &[u64]); 4] =
    [("one", &[1_000_000, 1_040_000]), ("two", &[1_010_000]), ("three", &[1_100_000]), ("slow", &[500_000])];

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// Two agents that play so many pairs on each machine. In the first ones of them all
/// games are lost on time.
fn pairs_on(hosts: &[(&str, &[u64], usize, usize)]) -> TournamentData {
    let endings = hosts.iter().flat_map(|&(_, _, pairs, late)| (0..pairs).map(move |pair| pair < late));
    let games = endings.flat_map(|is_late| {
        let ending = if is_late { "out-of-time" } else { "cleared" };
        [([0, 1], ending, [5, 4]), ([1, 0], ending, [4, 5])]
    });
    let mut data = made_up(2, &games.collect::<Vec<_>>());
    let owners = hosts.iter().flat_map(|host| std::iter::repeat_n(host, 2 * host.2));
    for (game, &(name, speeds, ..)) in data.games.iter_mut().zip(owners) {
        game.host = Some(name.to_owned());
        game.speed = speeds.first().copied();
    }
    let info = |&(name, speeds, ..): &(&str, &[u64], usize, usize)| HostInfo {
        name: name.to_owned(),
        speeds: speeds.to_vec(),
    };
    data.hosts = hosts.iter().map(info).collect();
    data
}

fn kinds(host: &HostFindings) -> Vec<&'static str> {
    let kind = |flag: &HostFlag| match flag {
        HostFlag::Slower(_) => "slower",
        HostFlag::Faster(_) => "faster",
        HostFlag::TimeLosses { .. } => "late",
    };
    host.flags.iter().map(kind).collect()
}

fn text_of(findings: &Findings<'_>, selector: &str) -> String {
    let page = assert_sound(findings);
    let parts = select(&page, selector);
    parts.iter().map(|part| part.text().collect::<String>()).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_machine_is_held_to_the_median_of_all() {
    let data = pairs_on(&[
        ("a", &[800, 1_200, 900], 3, 0),
        ("b", &[1_000], 3, 0),
        ("c", &[1_300], 3, 0),
        ("d", &[790], 3, 0),
        ("e", &[1_090], 3, 0),
    ]);
    let findings = Findings::new(&data);
    let [wide, median, fast, slow, other] = &findings.hosts[..] else { panic!("five machines") };
    assert_eq!((wide.workers, wide.speed, wide.speed_range), (3, Some(900.0), Some([800, 1_200])));
    assert_eq!((median.relative_speed, median.games, median.faults), (Some(1.0), 6, 0));
    assert_eq!((median.time_loss_share(), median.time_loss_chance), (Some(0.0), Some(1.0)));
    assert!([wide, median, other].iter().all(|host| host.flags.is_empty()));
    assert_eq!((kinds(fast), kinds(slow)), (vec!["faster"], vec!["slower"]));
    let table = text_of(&findings, "#machines tbody");
    assert!(table.contains("21 % slower than the median: its agents had less to think with"), "{table}");
    assert!(table.contains("30 % faster than the median: its agents had more to think with"), "{table}");
    assert_eq!(remarks(&findings).len(), 2);
    let json = json_of(&findings);
    assert_eq!(json["hosts"][3]["flags"][0]["kind"], "slower");
    assert_eq!((&json["games"][0]["host"], &json["games"][0]["speed"]), (&"a".into(), &800.into()));
}

#[test]
fn exactly_a_fifth_is_tolerated() {
    let data = pairs_on(&[("a", &[800], 1, 0), ("b", &[1_000], 1, 0), ("c", &[1_200], 1, 0)]);
    assert!(Findings::new(&data).hosts.iter().all(|host| host.flags.is_empty()));
}

#[test]
fn more_losses_on_time_than_chance_explains_are_flagged() {
    let data = pairs_on(&[("a", &[100], 40, 1), ("b", &[100], 40, 9), ("c", &[100], 40, 0)]);
    let findings = Findings::new(&data);
    let [a, b, c] = &findings.hosts[..] else { panic!("three machines") };
    assert_eq!((b.time_losses, b.time_loss_share()), (18, Some(0.225)));
    // 9 of 10 late pairs among 40 of 120.
    assert!((b.time_loss_chance.unwrap() - 0.000_196).abs() < 0.000_001, "{:?}", b.time_loss_chance);
    assert!(a.flags.is_empty() && c.flags.is_empty() && kinds(b) == ["late"]);
    let table = text_of(&findings, "#machines tbody");
    assert!(table.contains("22.5 % of its games were lost on time, elsewhere 1.2 %"), "{table}");

    let few = pairs_on(&[("a", &[100], 3, 3), ("b", &[100], 3, 0)]);
    assert!(Findings::new(&few).hosts.iter().all(|host| host.flags.is_empty()), "so few games say nothing");
}

#[test]
fn there_is_something_to_say_of_any_machines() {
    let cases = [
        pairs_on(&[]),
        pairs_on(&[("only", &[100], 2, 0)]),
        pairs_on(&[("only", &[0], 2, 2)]),
        pairs_on(&[("a", &[], 0, 0), ("b", &[], 0, 0)]),
        pairs_on(&[("a", &[100], 0, 0), ("b", &[300], 0, 0)]),
        pairs_on(&[("a", &[0], 1, 0), ("b", &[0, 0], 1, 1)]),
        pairs_on(&[("a", &[0], 1, 0), ("b", &[u64::MAX, 0], 1, 1)]),
        pairs_on(&[("a", &[100], 1, 0), ("<script>\u{202e}", &[1], 0, 0)]),
    ];
    for data in &cases {
        let findings = Findings::new(data);
        let page = assert_sound(&findings);
        assert_no_made_up_numbers(&findings);
        assert_eq!(select(&page, "#machines").len(), usize::from(data.hosts.len() > 1));
        assert_eq!(json_of(&findings)["hosts"].as_array().unwrap().len(), data.hosts.len());
    }
    let [no_games, no_speed] = [4, 5].map(|case| Findings::new(&cases[case]).hosts[1].clone());
    assert_eq!((no_games.speed, no_games.relative_speed, no_games.time_loss_chance), (Some(300.0), None, None));
    assert_eq!((no_speed.speed, no_speed.relative_speed, no_speed.flags), (None, None, vec![]));
    let half_known = Findings::new(&cases[6]);
    assert_eq!(half_known.hosts[1].relative_speed, Some(1.0));
    let sentence = "Times come from 2 machines with 100 % to 100 % of the median's speed (1 of unknown speed)";
    assert!(report_html(&half_known).contains(sentence));
    assert!(
        text_of(&Findings::new(&cases[5]), ".beside").starts_with("Times come from 2 machines (2 of unknown speed)")
    );
}

#[test]
fn times_of_several_machines_are_not_shown_without_saying_so() {
    let alone = played(6, Format::RoundRobin);
    let together = on_hosts(alone.clone(), &HOSTS);
    let on_one = on_hosts(alone.clone(), &HOSTS[..1]);
    let [alone, together, on_one] = [&alone, &together, &on_one].map(Findings::new);
    assert_eq!(report_html(&alone), report_html(&on_one), "one machine is as none");
    assert!(json_of(&on_one)["about_times"].is_null());

    let sentence = "Times come from 4 machines with 49 % to 108 % of the median's speed and are not comparable as \
                    they stand.";
    let page = assert_sound(&together);
    let said: Vec<String> = select(&page, ".beside").iter().map(|part| part.text().collect()).collect();
    assert_eq!(said, [sentence; 7], "once with the standings, and once with each agent");
    assert_eq!(json_of(&together)["about_times"], sentence);
    let rows = rows_of(&forms(&together)[0]);
    assert!(rows.iter().all(|row| row["hosts"].parse::<u32>().is_ok_and(|hosts| hosts > 1)));
    assert!(rows_of(&forms(&alone)[0]).iter().all(|row| row["hosts"].is_empty()));
}

#[test]
fn the_games_of_a_machine_can_be_left_out() {
    let whole = on_hosts(played(9, Format::RoundRobin), &HOSTS);
    let rest = whole.clone().without_hosts(&names(&["slow"])).unwrap();
    assert!(rest.games.iter().all(|game| game.host.as_deref() != Some("slow")));
    assert_eq!(rest.games.len() + rest.left_out.games.len(), whole.games.len());
    let findings = Findings::new(&rest);
    assert_eq!(findings.games_played() as usize, rest.games.len());
    assert_eq!(findings.encounters, encounters(&rest.games, &[]));

    // It is still to be seen why: held to those that count.
    let [one, _, _, slow] = &findings.hosts[..] else { panic!("four machines") };
    assert!(slow.is_left_out && slow.games > 0 && slow.counted == 0 && kinds(slow) == ["slower"]);
    assert_eq!((slow.relative_speed, one.counted), (Some(500.0 / 1_020.0), one.games - 1));
    let json = json_of(&findings);
    assert_eq!(json["left_out"], serde_json::json!(["slow"]));
    assert_eq!(json["games_left_out"], rest.left_out.games.len());
    assert_eq!(json["partner_games_left_out"], 1);
    assert_eq!(json["games"].as_array().unwrap().len(), rest.games.len());
    let note = text_of(&findings, "header .note");
    assert!(note.starts_with("Left out: the 17 games played on slow, and 1 game of other machines"), "{note}");
    assert!(!text_of(&findings, "header").contains("Won by"), "it was won by all games");
    assert_eq!(remarks(&findings), [note]);
    assert!(text_of(&findings, ".beside").starts_with("Times come from 3 machines with 99 %"));

    let without = Findings::new(&whole);
    assert_eq!(json_of(&without)["left_out"], serde_json::json!([]));
    assert_eq!(select(&assert_sound(&without), "header .note").len(), 0);
}

#[test]
fn of_a_pair_both_games_are_left_out_or_none() {
    let mut whole = pairs_on(&[("a", &[100], 1, 0), ("b", &[100], 1, 0)]);
    whole.games[1].host = Some("b".to_owned());
    let rest = whole.clone().without_hosts(&names(&["a"])).unwrap();
    assert_eq!(rest.games.iter().map(|game| game.id.as_str()).collect::<Vec<_>>(), ["2", "3"]);
    assert_eq!(rest.left_out.partners().map(|game| game.id.as_str()).collect::<Vec<_>>(), ["1"]);

    // A game whose pair was half before is not concerned.
    whole.games[0].ending = "void".to_owned();
    let rest = whole.clone().without_hosts(&names(&["a"])).unwrap();
    assert_eq!(rest.games.iter().map(|game| game.id.as_str()).collect::<Vec<_>>(), ["1", "2", "3"]);

    let nothing = whole.without_hosts(&names(&["a", "b", "a"])).unwrap();
    assert_eq!((nothing.games.len(), nothing.left_out.hosts.len()), (0, 2));
    assert_sound(&Findings::new(&nothing));
}

#[test]
fn free_wins_and_what_was_awarded_stay_whatever_is_left_out() {
    for format in [Format::Swiss { rounds: 5 }, Format::Knockout] {
        let mut whole = on_hosts(played(21, format), &HOSTS);
        let [one, two] = encounters(&whole.games, &[])[0].players;
        let mut awarded = fruitrage_results::Encounter::new(1, [one, two]);
        awarded.awarded = Some(1);
        whole.awarded = vec![awarded];
        let byes = whole.byes.clone();
        assert!(!byes.is_empty());
        for left_out in [&["slow"][..], &["one", "two", "slow"]] {
            let rest = whole.clone().without_hosts(&names(left_out)).unwrap();
            let findings = Findings::new(&rest);
            if format != Format::Knockout {
                assert_ne!(rest.schedule.byes(&findings.encounters), byes, "worked out again they would be others");
            }
            assert_eq!((&rest.byes, &rest.awarded), (&byes, &whole.awarded));
            for standing in &findings.standings {
                let free = byes.iter().filter(|&&(_, player)| player == standing.player).count();
                assert_eq!(standing.byes as usize, free, "{format:?}");
            }
            let kept =
                findings.encounters.iter().find(|encounter| encounter.round == 1 && encounter.players == [one, two]);
            assert_eq!(kept.unwrap().score(), GameScore::Loss);
            assert_sound(&findings);
            assert_no_made_up_numbers(&findings);
        }
    }
}

#[test]
fn a_machine_that_nobody_knows_is_an_error_that_lists_the_known() {
    let unknown = |hosts: &[(&str, &[u64], usize, usize)]| {
        let data = pairs_on(hosts);
        assert_eq!(data.left_out, LeftOut::default());
        data.without_hosts(&names(&["c"])).unwrap_err().to_string()
    };
    let both = [("a", &[1][..], 0, 0), ("b", &[1][..], 0, 0)];
    assert_eq!(unknown(&both), "no machine 'c' has played here; there are 'a', 'b'");
    assert_eq!(unknown(&both[..1]), "no machine 'c' has played here; there is 'a'");
    assert_eq!(unknown(&[]), "no machine 'c' has played here; there are none that are known");
}
