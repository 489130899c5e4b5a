//! The door for JavaScript, without JavaScript: whole games by text in and text out, and
//! nonsense that is refused.

use fruitrage_wasm::Desk;
use serde_json::{Value, json};

fn ask(desk: &mut Desk, request: &Value) -> Value {
    let answer: Value = serde_json::from_str(&desk.answer(request.to_string().as_bytes())).unwrap();
    assert!(answer["refused"].is_null(), "{request}: {answer}");
    answer["ok"].clone()
}

fn deed(desk: &mut Desk, now: u32, deed: &Value) -> Value {
    ask(desk, &json!({ "table": { "id": "here-1", "now": now, "deed": deed } }))
}

/// Works on something to its end; returns what was told last.
fn work(desk: &mut Desk, wanted: &Value) -> Value {
    ask(desk, &json!({ "work": wanted }));
    for elapsed in 1.. {
        let slice = ask(desk, &json!({ "step": { "elapsed": elapsed } }));
        if slice["last"] == true {
            return slice["told"].clone();
        }
    }
    unreachable!("slices have no end")
}

/// Plays a game as a page does: one desk for the table and one for the thinking. Returns the
/// lines of its record.
fn play(wanted: &Value) -> Vec<String> {
    let (mut table, mut thinker) = (Desk::default(), Desk::default());
    let mut answer = deed(&mut table, 0, &json!({ "start": { "wanted": wanted, "random": "1f" } }));
    let mut lines: Vec<String> = serde_json::from_value(answer["lines"].clone()).unwrap();
    let mut groups = answer["snapshot"]["groups"].clone();
    for now in 1.. {
        let mut task = None;
        for output in answer["outputs"].as_array().unwrap() {
            lines.extend(output["append"].as_str().map(str::to_owned));
            task = output.get("think").cloned().or(task);
            let told = &output["tell"];
            groups = told.get("groups").cloned().unwrap_or(groups);
            if told["type"] == "ended" {
                return lines;
            }
        }
        let next = match task {
            Some(task) => json!({ "thought": work(&mut thinker, &json!({ "think": task })) }),
            None => json!({ "play": { "cell": groups[0]["cells"][0], "ply": null } }),
        };
        answer = deed(&mut table, now, &next);
    }
    unreachable!("a game ends")
}

#[test]
fn a_game_against_the_engine_is_played_to_its_end_and_judged() {
    let seats = json!([{ "level": null, "name": "Ada" }, { "level": 5, "name": null }]);
    let lines = play(&json!({ "seats": seats, "size": 5, "fruits": 3, "seed": 3 }));
    let text = lines.join("\n");
    let mut desk = Desk::default();
    let drawn = ask(&mut desk, &json!({ "record": { "text": text } }));
    assert_eq!(drawn["moves"].as_array().unwrap().len(), lines.len() - 2);
    assert_eq!((&drawn["players"][0], drawn["ending"].is_null()), (&json!("Ada"), false));
    assert_eq!(drawn["seats"][1]["level"], 5);
    let review = work(&mut desk, &json!({ "review": { "record": text, "game": null } }));
    assert_eq!(review["moves"].as_array().unwrap().len(), lines.len() - 2);
    let split = ask(&mut desk, &json!({ "split": { "text": format!("{text}\n{text}\n") } }));
    assert_eq!((split.as_array().unwrap().len(), &split[1]["lines"]), (2, &json!(lines)));
}

#[test]
fn two_engines_play_and_the_same_seed_gives_the_same_board() {
    let seats = json!([{ "level": 1, "name": null }, { "level": 2, "name": null }]);
    let wanted = json!({ "seats": seats, "size": 4, "fruits": 2, "seed": 9 });
    let board = |lines: Vec<String>| serde_json::from_str::<Value>(&lines[0]).unwrap()["board"].clone();
    assert_eq!(board(play(&wanted)), board(play(&wanted)));
}

#[test]
fn a_kept_game_goes_on_and_what_is_no_game_is_refused() {
    let seats = json!([{ "level": null, "name": null }, { "level": null, "name": null }]);
    let lines = play(&json!({ "seats": seats, "size": 4, "fruits": 2, "seed": 1 }));
    let mut desk = Desk::default();
    let begun = lines[..3].join("\n");
    let answer = deed(&mut desk, 5, &json!({ "resume": { "record": begun } }));
    assert_eq!(answer["snapshot"]["moves"].as_array().unwrap().len(), 2);
    let late = deed(&mut desk, 6, &json!({ "play": { "cell": "A1", "ply": 1 } }));
    assert_eq!(late["refused"]["status"], 409, "{late}");
    let renamed = deed(&mut desk, 7, &json!({ "rename": { "player": 1, "name": "Ben" } }));
    assert!(renamed["outputs"][0]["retitle"].as_str().unwrap().contains("Ben"), "{renamed}");
    let program = begun.replacen("\"command\":\"human\"", "\"command\":\"./agent\"", 1);
    let text = json!({ "table": { "id": "x", "now": 0, "deed": { "resume": { "record": program } } } }).to_string();
    assert!(desk.answer(text.as_bytes()).contains("cannot play here"));
}

#[test]
fn nonsense_is_refused_with_a_sentence() {
    let mut desk = Desk::default();
    let deep = "[".repeat(100_000);
    let table = |deed: Value| json!({ "table": { "id": "x", "now": 0, "deed": deed } }).to_string();
    let requests = [
        String::new(),
        "{".to_owned(),
        deep,
        "\u{1F34E}".to_owned(),
        json!({ "dance": {} }).to_string(),
        json!({ "step": { "elapsed": 1 } }).to_string(),
        json!({ "position": { "text": "<b>" } }).to_string(),
        json!({ "line": { "position": "0", "moves": ["A1", "A1"] } }).to_string(),
        json!({ "record": { "text": "{}" } }).to_string(),
        json!({ "record": { "text": "" } }).to_string(),
        json!({ "work": { "analyse": { "position": "*", "lines": 3, "seconds": 1 } } }).to_string(),
        json!({ "work": { "analyse": { "position": "0", "lines": 3, "seconds": -1 } } }).to_string(),
        table(json!("look")),
        table(json!({ "start": { "wanted": { "size": 99 }, "random": "0" } })),
        table(json!({ "start": { "wanted": {}, "random": "no number" } })),
        json!({ "table": { "id": "x", "now": -1, "deed": "look" } }).to_string(),
    ];
    for request in requests {
        let answer: Value = serde_json::from_str(&desk.answer(request.as_bytes())).unwrap();
        let message = answer["refused"]["message"].as_str().unwrap_or_default();
        assert!(message.len() > 5, "{}: {answer}", &request[..request.len().min(80)]);
    }
}

fn learn(desk: &mut Desk, words: &[&str]) -> Value {
    ask(desk, &json!({ "learn": words }))
}

#[test]
fn the_lesson_and_puzzles_are_asked_and_answered_in_words() {
    use fruitrage_play::puzzle::{deck, deck_text};
    let mut desk = Desk::default();
    let board = learn(&mut desk, &["lesson", "1"]);
    assert_eq!((&board["number"], board["titles"].as_array().unwrap().len()), (&json!(1), 8));
    let wrong = learn(&mut desk, &["lesson", "1", "A3"]);
    assert_eq!((&wrong["right"], &wrong["steps"][0]["move"]), (&json!(false), &json!("A3")));
    let told = learn(&mut desk, &["deck", deck_text()]);
    assert_eq!(told["count"], deck().puzzles().len());
    let day = "2031-05-17";
    let puzzle = deck().of_day(day.parse().unwrap()).unwrap();
    let asked = learn(&mut desk, &["open", "daily", day, ""]);
    assert_eq!(
        (&asked["rating"], asked["position"].as_str().unwrap().split(' ').next().unwrap()),
        (&json!(puzzle.rating), &*puzzle.board.to_line())
    );
    let largest = puzzle.board.groups()[0].cell().to_string();
    let wrong = learn(&mut desk, &["move", &largest]);
    assert_eq!((&wrong["right"], &wrong["now"]["own"]["waiting"]), (&json!(false), &json!(1)));
    assert_eq!(wrong["steps"][1]["player"], 2, "what it allows");
    let on = learn(&mut desk, &["play-on"]);
    assert_eq!(on["rows"], wrong["steps"][1]["rows"]);
    // What was kept is taken up again: the puzzle is due on the next day.
    let kept = learn(&mut desk, &["next"])["progress"].as_str().unwrap().to_owned();
    assert!(learn(&mut desk, &["open", "missed", day, &kept])["rows"].is_null(), "not yet");
    let due = learn(&mut desk, &["open", "missed", "2031-05-18", &kept]);
    assert_eq!(due["rating"], puzzle.rating);
}

#[test]
fn the_level_that_suits_is_found_in_records() {
    let mut desk = Desk::default();
    assert_eq!(ask(&mut desk, &json!({ "suggest": [] })), json!({ "level": 3, "games": 0 }));
    let seats = json!([{ "level": null, "name": "Ada" }, { "level": 1, "name": null }]);
    let text = play(&json!({ "seats": seats, "size": 3, "fruits": 2, "seed": 3 })).join("\n");
    let found = ask(&mut desk, &json!({ "suggest": [text, "no record"] }));
    assert_eq!(found["games"], 1);
}

#[test]
fn what_nobody_can_learn_is_refused() {
    let mut desk = Desk::default();
    for words in [
        json!(["lesson", "9"]),
        json!(["lesson", "1", "Z9"]),
        json!(["move", "A1"]),
        json!(["open", "daily", "2031-05-17", ""]),
        json!(["deck", "no puzzle"]),
        json!(["mistakes", "{}", "3:mistake"]),
        json!(["sing"]),
        json!([]),
    ] {
        let answer: Value =
            serde_json::from_str(&desk.answer(json!({ "learn": words }).to_string().as_bytes())).unwrap();
        assert!(answer["refused"]["message"].is_string(), "{words}: {answer}");
    }
    learn(&mut desk, &["deck", fruitrage_play::puzzle::deck_text()]);
    for progress in ["nonsense", "streak long 1"] {
        let words = json!({ "learn": ["open", "daily", "2031-05-17", progress] });
        let answer: Value = serde_json::from_str(&desk.answer(words.to_string().as_bytes())).unwrap();
        assert_eq!(answer["refused"]["status"], 422, "{answer}");
    }
}
