//! `fruitrage analyze` and `fruitrage review` as a person or a script uses them.

mod common;

use common::{Folder, Run, RunProgram as _};
use serde_json::Value;

fn json(run: &Run) -> Value {
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}", run.stdout))
}

/// A folder with the record of two short games.
fn played() -> Folder {
    let folder = Folder::new();
    let agents = ["match", "engine:level=1", "greedy", "--pairs", "1", "-n", "6", "-p", "3", "--seed", "4"];
    let run = folder.run(&[&agents[..], &["--record", "games.jsonl", "-q"]].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    folder
}

#[test]
fn a_position_on_one_line_is_solved_and_that_is_said() {
    let folder = Folder::new();
    let run = folder.run(&["analyze", "310/012/302 2 9:4 -", "--top", "2"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.starts_with("3 x 3, 9 fruits, player 2 to move, 9:4\n"), "{}", run.stdout);
    assert!(run.stdout.contains("   C2       2       4        +3 exact  C2 "), "{}", run.stdout);
    assert!(run.stdout.contains("Exact: solved to the end of the game"), "{}", run.stdout);
    assert!(run.stdout.ends_with("In the end player 2 has -2 points.\n"), "{}", run.stdout);
    assert_eq!(run.stderr, "", "progress is for terminals");
    // The rows alone will do.
    let run = folder.run(&["analyze", "310/012/302", "--solve", "--format", "json"]);
    let found = json(&run);
    assert_eq!(found["analysis"]["finish"], "exact");
    assert_eq!(found["analysis"]["moves"][0]["margin"], 3.0);
    assert_eq!(found["points"], Value::Null);
}

#[test]
fn a_file_is_analysed_within_its_limits_the_same_every_time() {
    let folder = Folder::new();
    let made = folder.run(&["board", "new", "-n", "12", "-p", "4", "--seed", "1"]);
    folder.write("input.txt", &made.stdout);
    let find = |limit: &[&str]| {
        let mut found =
            json(&folder.run(&[&["analyze", "input.txt", "--top", "4", "--format", "json"], limit].concat()));
        found["analysis"]["seconds"] = Value::Null;
        found
    };
    let found = find(&["--nodes", "20000"]);
    assert_eq!(found, find(&["--nodes", "20000"]));
    assert_eq!(found["analysis"]["moves"].as_array().unwrap().len(), 4);
    assert_eq!((&found["analysis"]["finish"], &found["analysis"]["exact"]), (&"limit".into(), &false.into()));
    assert_eq!(find(&["--depth", "2"])["analysis"]["depth"], 2);
    let run = folder.run(&["analyze", "input.txt", "--depth", "2", "--threads", "2"]);
    assert!(run.stdout.contains("Looked 2 moves ahead") && run.stdout.contains("not exact"), "{}", run.stdout);
}

#[test]
fn what_is_no_position_is_refused_with_its_place() {
    let folder = Folder::new();
    for (text, message) in [
        ("31/01/2", "the position: line 1, column 6"),
        ("0*/*0 1 0:0 -", "the position: line 1, column 1"),
        ("missing.txt", "cannot read missing.txt"),
        ("**/**", "the board is empty: there is no move"),
    ] {
        let run = folder.run(&["analyze", text]);
        assert_eq!(run.code, Some(2), "{text}: {}", run.stdout);
        assert!(run.stderr.contains(message), "{text}: {}", run.stderr);
    }
}

#[test]
fn a_review_tells_where_a_game_was_lost_and_is_the_same_every_time() {
    let folder = played();
    let run = folder.run(&["review", "games.jsonl", "--game", "0001-1", "--nodes", "20000"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    for part in ["expected difference in the end, seen by engine:level=1", "accuracy", "urning point", "█"] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let again = folder.run(&["review", "games.jsonl", "--game", "0001-1", "--nodes", "20000", "--threads", "1"]);
    assert_eq!(run.stdout, again.stdout);
    let found =
        json(&folder.run(&["review", "games.jsonl", "--game", "0001-1", "--format", "json", "--nodes", "20000"]));
    let moves = found["review"]["moves"].as_array().unwrap();
    assert_eq!(found["review"]["curve"].as_array().unwrap().len(), moves.len() + 1);
    let bad = ["inaccuracy", "mistake", "blunder"];
    for found in moves.iter().filter(|found| bad.contains(&found["class"].as_str().unwrap())) {
        let words = found["words"].as_str().unwrap();
        assert!(!words.is_empty() && run.stdout.contains(words), "{words}");
    }
    // The last value of the curve is the result.
    let points = &found["end"]["points"];
    let margin = points[0].as_f64().unwrap() - points[1].as_f64().unwrap();
    assert_eq!(found["review"]["curve"][moves.len()]["margin"], margin);
}

#[test]
fn which_game_is_meant_must_be_clear_and_the_record_right() {
    let folder = played();
    folder.write("empty.jsonl", "");
    folder.write("wrong.jsonl", "{}\n");
    folder.write("bot.py", "import sys\n");
    for (arguments, message) in [
        (&["games.jsonl"][..], "there are 2 games; say which with --game ID, such as --game 0001-1"),
        (&["games.jsonl", "--game", "7"], "there is no game 7; there are 0001-1, 0001-2"),
        (&["empty.jsonl"], "empty.jsonl holds no game"),
        (&["wrong.jsonl"], "wrong.jsonl: line 1: not an event"),
        (&["bot.py"], "bot.py: line 1: not an event: column 1: expected value; a record of games has one event a line"),
        (&["missing.jsonl"], "cannot open missing.jsonl"),
    ] {
        let run = folder.run(&[&["review"], arguments].concat());
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert!(run.stderr.contains(message), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn the_page_is_one_file_and_a_hostile_name_is_only_a_name() {
    let folder = played();
    let name = "</script><script>alert(1)</script><img src=x onerror=alert(1)> {{data}}";
    let record = String::from_utf8(folder.read("games.jsonl")).unwrap();
    let quoted = serde_json::to_string(name).unwrap();
    folder.write("hostile.jsonl", record.replace("\"name\":\"greedy\"", &format!("\"name\":{quoted}")));
    let arguments = ["review", "hostile.jsonl", "--game", "0001-2", "--html", "page.html", "--nodes", "1000"];
    let run = folder.run(&arguments);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let page = String::from_utf8(folder.read("page.html")).unwrap();
    assert!(!page.contains("<script>alert") && !page.contains("<img"), "a name is no markup");
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"), "the title has the name");
    assert_eq!(page.matches("</script>").count(), 2, "the data's and the page's own");
    assert!(!page.contains("src=\"/") && !page.contains("href=\"/assets"), "all is inside");
    let data = page.split_once("id=\"data\">").unwrap().1.split_once("</script>").unwrap().0;
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["game"]["players"][0], name);
    let judged = data["review"]["moves"].as_array().unwrap();
    assert_eq!(data["game"]["moves"].as_array().unwrap().len(), judged.len());
    // The page judges as the text does.
    let told =
        json(&folder.run(&["review", "hostile.jsonl", "--game", "0001-2", "--format", "json", "--nodes", "1000"]));
    for (page, text) in judged.iter().zip(told["review"]["moves"].as_array().unwrap()) {
        assert_eq!([&page["lost"], &page["class"], &page["words"]], [&text["lost"], &text["class"], &text["words"]]);
    }
    // Nothing is fetched: the only addresses are the names of XML dialects.
    for address in page.match_indices("http").map(|(place, _)| &page[place..]) {
        assert!(
            address.starts_with("http://www.w3.org/2000/svg") || address.starts_with("http-equiv"),
            "{address:.40}"
        );
    }
}
