//! The real server: what it serves, and what it does with those who mean harm.

mod common;

use std::io::Write as _;
use std::net::{Shutdown, TcpStream};

use common::Folder;
use common::server::{Answer, LONG, Server, read_answer, wait_for};
use serde_json::{Value, json};

fn server(folder: &Folder) -> Server {
    Server::start(folder.path(), 0, &[])
}

/// A board that is not solved within a minute.
fn large_box() -> String {
    let row =
        |row: u32| (0..20).map(move |column: u32| ((row * 7 + column * column * 3 + row * column) % 5).to_string());
    (0..20).map(|number| row(number).collect::<String>()).collect::<Vec<_>>().join("/")
}

fn analysis(position: &str, seconds: f64) -> String {
    format!("/api/analysis?position={position}&seconds={seconds}")
}

fn new_game(server: &Server, wanted: &Value) -> Value {
    let made = server.post("/api/games", wanted);
    assert_eq!(made.status, 201, "{}", String::from_utf8_lossy(&made.body));
    made.json()
}

#[test]
fn every_page_comes_whole_small_and_locked_down() {
    let folder = Folder::new();
    let server = server(&folder);
    for path in ["/", "/analysis", "/replay", "/games", "/watch"] {
        let page = server.get(path);
        assert_eq!(page.status, 200, "{path}");
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
        let text = String::from_utf8(page.body).unwrap();
        for part in text.split('"').filter(|part| part.starts_with("/assets/")) {
            assert_eq!(server.get(part).status, 200, "{part} of {path}");
        }
    }
    let style = server.get("/assets/style.css");
    let mark = style.header("etag").unwrap();
    let again = format!(
        "GET /assets/style.css HTTP/1.1\r\nHost: {}\r\nIf-None-Match: {mark}\r\nConnection: close\r\n\r\n",
        server.address
    );
    assert_eq!(server.raw(again.as_bytes()).status, 304);
}

#[test]
fn a_game_is_played_taken_back_helped_with_and_resigned() {
    let folder = Folder::new();
    let server = server(&folder);
    let wanted = json!({ "seats": [{}, { "level": 1 }], "size": 5, "fruits": 3, "seed": 7 });
    let game = new_game(&server, &wanted);
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    let mut events = server.events(&format!("{path}/events"));
    let snapshot = events.next_of("snapshot");
    assert_eq!(snapshot["rows"], game["rows"]);
    assert_eq!(snapshot["seats"][1]["level"], 1);

    let group = &snapshot["groups"][0];
    assert_eq!(server.post(&format!("{path}/hint"), &json!({})).status, 204);
    assert_eq!(events.next_of("hint")["hint"], "clue");
    assert_eq!(server.post(&format!("{path}/hint"), &json!({})).status, 204);
    assert_eq!(events.next_of("hint")["hint"], "move");

    let cell = &group["cells"][0];
    assert_eq!(server.post(&format!("{path}/moves"), &json!({ "move": cell, "ply": 1 })).status, 204);
    let moved = events.next_of("moved");
    assert_eq!((&moved["player"], &moved["move"]), (&json!(1), cell));
    assert_eq!(moved["points"][0], group["points"]);
    let reply = events.next_of("moved");
    assert_eq!(reply["player"], 2);
    assert!(reply["groups"].as_array().is_some_and(|groups| !groups.is_empty()));

    let late = server.post(&format!("{path}/moves"), &json!({ "move": cell, "ply": 1 }));
    assert_eq!((late.status, late.error()), (409, "the game has gone on meanwhile".to_owned()));
    assert_eq!(server.post(&format!("{path}/take-back"), &json!({})).status, 204);
    assert_eq!(events.next_of("took-back")["snapshot"]["rows"], game["rows"]);
    assert_eq!(server.post(&format!("{path}/resign"), &json!({ "player": 1 })).status, 204);
    let ended = events.next_of("ended");
    assert_eq!(ended["winner"], 2);
    let over = server.post(&format!("{path}/moves"), &json!({ "move": cell }));
    assert_eq!(over.status, 409);
    assert!(over.error().contains("over"), "{}", over.error());
}

#[test]
fn a_game_goes_on_where_it_was_when_the_server_comes_back() {
    let folder = Folder::new();
    let first = server(&folder);
    let game = new_game(&first, &json!({ "seats": [{}, {}], "size": 4, "fruits": 2, "seed": 1 }));
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    assert_eq!(first.post(&format!("{path}/moves"), &json!({ "move": "A4" })).status, 204);
    let before = first.get(&path).json();
    drop(first);
    let second = server(&folder);
    let after = second.get(&path).json();
    for key in ["rows", "points", "turn", "seats", "moves"] {
        assert_eq!(before[key], after[key], "{key}");
    }
    assert_eq!(second.post(&format!("{path}/moves"), &json!({ "move": "A4", "ply": 2 })).status, 204);
    let index = second.get("/api/records").json();
    assert_eq!(index["files"][0]["games"][0]["moves"], 2);
    let file = index["files"][0]["file"].as_str().unwrap();
    let record = second.get(&format!("/api/record?file={file}")).json();
    assert_eq!(record["moves"][1]["player"], 2);
    let mut review = second.events(&format!("/api/review?file={file}"));
    assert_eq!(review.next_of("review")["curve"].as_array().unwrap().len(), 3);
}

#[test]
fn positions_are_read_analysed_and_played_on() {
    let folder = Folder::new();
    let server = server(&folder);
    let read = server.post("/api/position", &json!({ "text": "2\n3\n300.0\r\n0*\n12" })).json();
    assert_eq!(read["rows"], json!(["0*", "12"]));
    assert_eq!(read["groups"].as_array().unwrap().len(), 3);
    let mut events = server.events(&analysis("00*/011/211", 5.0));
    assert_eq!(events.status, 200);
    let mut last = events.next().unwrap();
    while last["finish"].is_null() {
        last = events.next().unwrap();
    }
    assert_eq!(last["finish"], "exact");
    let best = &last["moves"][0];
    let line = server.post("/api/line", &json!({ "position": "00*/011/211", "moves": best["line"] })).json();
    let end = line["steps"].as_array().unwrap().last().unwrap().clone();
    let margin = end["points"][0].as_f64().unwrap() - end["points"][1].as_f64().unwrap();
    assert_eq!(best["margin"].as_f64(), Some(margin), "the line leads to the margin");
}

/// Refused with a sentence, and not by falling over.
fn assert_refused(answer: &Answer, status: u16, what: &str) {
    assert_eq!(answer.status, status, "{what}: {}", String::from_utf8_lossy(&answer.body));
    assert!(!answer.error().is_empty(), "{what}");
    assert!(answer.header("content-security-policy").is_some(), "{what}");
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    let folder = Folder::new();
    let server = server(&folder);
    let game = new_game(&server, &json!({ "seats": [{}, {}], "size": 3, "fruits": 2 }));
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    let post = |path: &str, body: &Value| server.post(path, body);
    let wanted = |key: &str, value: Value| post("/api/games", &json!({ key: value }));

    assert_refused(&server.post_text("/api/games", "{"), 400, "half an object");
    assert_refused(&server.post_text("/api/games", &"[".repeat(60_000)), 400, "deep nesting");
    assert_refused(&wanted("size", json!(27)), 400, "a board too large");
    assert_refused(&wanted("size", json!(0)), 400, "a board too small");
    assert_refused(&wanted("size", json!(-1)), 400, "a negative size");
    assert_refused(&wanted("fruits", json!(11)), 400, "too many kinds");
    assert_refused(&wanted("seed", json!(1_u64 << 60)), 400, "a seed that a browser cannot hold");
    assert_refused(&wanted("time", json!(1e300)), 400, "more time than there is");
    assert_refused(&wanted("seats", json!([{ "level": 10 }, {}])), 400, "a level too high");
    assert_refused(&wanted("seats", json!([{ "level": 1 }, { "level": 1 }])), 400, "nobody to play");
    assert_refused(&wanted("seats", json!([{ "name": "x".repeat(41) }, {}])), 400, "a long name");
    assert_refused(&wanted("command", json!("rm")), 400, "a field that there is not");
    assert_refused(&post(&format!("{path}/moves"), &json!({ "move": "Z26" })), 422, "a cell outside");
    assert_refused(&post(&format!("{path}/moves"), &json!({ "move": "<b>" })), 400, "no cell");
    assert_refused(&post(&format!("{path}/resign"), &json!({ "player": 3 })), 400, "a third player");
    assert_refused(&post("/api/games/nobody/moves", &json!({ "move": "A1" })), 404, "no such game");
    assert_refused(&post("/api/position", &json!({ "text": "hello" })), 400, "no board");
    assert_refused(&post("/api/line", &json!({ "position": "0", "moves": ["A1", "A1"] })), 400, "an illegal line");
    assert_refused(&post("/api/record", &json!({ "record": "{}" })), 400, "no record");
    assert_refused(&server.get("/api/analysis"), 400, "no position");
    assert_refused(&server.get(&analysis("**/**", 1.0)), 400, "an empty board");
    assert_refused(&server.get(&analysis("0", 1e9)), 400, "an analysis without end");
    assert_refused(&server.get(&format!("{}&top=99", analysis("0", 1.0))), 400, "too many moves");
    assert_refused(&server.get("/api/watch"), 404, "no tournament");
    assert_refused(&server.get("/nowhere"), 404, "no page");
    assert_refused(&server.get("/api/games"), 405, "a wrong method");
    assert_refused(&server.get("/api/games/%ff"), 400, "a name that is no text");
    let text = format!(
        "POST /api/games HTTP/1.1\r\nHost: {}\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}",
        server.address
    );
    assert_refused(&server.raw(text.as_bytes()), 415, "what a form of another site can send");
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn nothing_outside_the_folder_of_games_can_be_read() {
    let folder = Folder::new();
    folder.write("secret.jsonl", "{}\n");
    folder.make_dir("games");
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path().join("secret.jsonl"), folder.path().join("games/link.jsonl")).unwrap();
    let server = server(&folder);
    let absolute = folder.path().join("secret.jsonl").display().to_string();
    for name in ["../secret.jsonl", "..%2fsecret.jsonl", "games/../../secret.jsonl", "link.jsonl", &absolute, "", "%00"]
    {
        assert_refused(&server.get(&format!("/api/record?file={name}")), 404, name);
    }
    for path in
        ["/assets/../Cargo.toml", "/assets/..%2f..%2fsecret.jsonl", "/assets/%2e%2e/secret.jsonl", "//etc/passwd"]
    {
        assert_refused(&server.get(path), 404, path);
    }
    for id in ["..%2fsecret", "web-..%2f..%2fsecret", "secret"] {
        assert_refused(&server.get(&format!("/api/games/{id}")), 404, id);
    }
}

#[test]
fn other_names_and_other_sites_are_turned_away() {
    let folder = Folder::new();
    let server = server(&folder);
    let request =
        |headers: &str| server.raw(format!("GET / HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").as_bytes());
    let (host, port) = (format!("Host: {}\r\n", server.address), server.address.port());
    assert_eq!(request(&host).status, 200);
    assert_eq!(request(&format!("Host: localhost:{port}\r\n")).status, 200);
    assert_refused(&request(&format!("Host: evil.example:{port}\r\n")), 421, "rebinding");
    assert_refused(&request("Host: 127.0.0.1\r\n"), 421, "another port");
    assert_refused(&request(&format!("Host: 10.1.2.3:{port}\r\n")), 421, "another address");
    assert_eq!(request("").status, 400, "no name at all");
    assert_refused(&request(&format!("{host}Origin: http://evil.example\r\n")), 403, "another site");
    assert_refused(&request(&format!("{host}Origin: null\r\n")), 403, "a sandboxed frame");
    let image = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n";
    assert_refused(&request(&format!("{host}{image}")), 403, "an image on another site");
    assert_eq!(request(&format!("{host}Origin: http://{}\r\n", server.address)).status, 200);
    let link = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n";
    assert_eq!(request(&format!("{host}{link}")).status, 200, "a link to a page");
    for path in ["/api/records", "/api/analysis?position=01", "/api/watch", "/api/nowhere"] {
        let asked = format!("GET {path} HTTP/1.1\r\n{host}{link}Connection: close\r\n\r\n");
        assert_refused(&server.raw(asked.as_bytes()), 403, "a link to what only pages ask for");
    }
}

#[test]
#[cfg(unix)]
fn more_half_sent_requests_than_the_server_may_open_files_do_not_silence_it() {
    let folder = Folder::new();
    let server = Server::start_with_files(folder.path(), 64);
    let half = |number: usize| {
        let mut stream = server.connect();
        let _ = stream.write_all(if number.is_multiple_of(2) { b"GET / HTTP/1.1\r\nHost:" } else { b"POST" });
        stream
    };
    let held: Vec<TcpStream> = (0..200).map(half).collect();
    assert_eq!(server.get("/").status, 200);
    let game = new_game(&server, &json!({ "seats": [{}, {}], "size": 3, "fruits": 2 }));
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    assert_eq!(server.post(&format!("{path}/moves"), &json!({ "move": "A3" })).status, 204);
    assert_eq!(server.get("/api/records").json()["count"], 1);
    drop(held);
}

#[test]
fn what_is_too_large_or_no_http_does_no_harm() {
    let folder = Folder::new();
    let server = server(&folder);
    let head = |length: usize| {
        format!(
            "POST /api/position HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
             Connection: close\r\n\r\n",
            server.address
        )
    };
    let too_large = server.raw(head(usize::MAX >> 1).as_bytes());
    assert_refused(&too_large, 413, "said to be larger than the world");
    let body = "x".repeat(100_000);
    assert_refused(&server.raw(format!("{}{body}", head(body.len())).as_bytes()), 413, "larger than allowed");
    let long = server.get(&format!("/?{}", "x".repeat(100_000)));
    assert!((400..=431).contains(&long.status), "{}", long.status);
    for garbage in
        [&b"\x16\x03\x01\x02\x00\x01\x00"[..], b"GET\r\n\r\n", b"\0\0\0\0\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\n"]
    {
        let mut stream = server.connect();
        stream.write_all(garbage).unwrap();
        let _ = stream.shutdown(Shutdown::Write);
    }
    // Some who never finish what they say.
    let half: Vec<TcpStream> = (0..50)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"POST /api/games HTTP/1.1\r\nHost:").unwrap();
            stream
        })
        .collect();
    assert_eq!(server.get("/").status, 200);
    drop(half);
}

#[test]
fn two_hundred_analyses_at_once_are_limited_and_the_server_stays_responsive() {
    let folder = Folder::new();
    let server = server(&folder);
    let position = large_box();
    let request =
        format!("GET {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", analysis(&position, 60.0), server.address);
    let streams: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(request.as_bytes()).unwrap();
            stream
        })
        .collect();
    // Those that are turned away are so at once; the others think or wait.
    let mut turned_away = 0;
    let mut busy = streams;
    wait_for("180 that are turned away", || {
        for stream in std::mem::take(&mut busy) {
            let mut first = [0; 12];
            stream.set_read_timeout(Some(std::time::Duration::from_millis(5))).unwrap();
            match stream.peek(&mut first) {
                Ok(12) if first.ends_with(b"429") => {
                    stream.set_read_timeout(Some(LONG)).unwrap();
                    let answer = read_answer(stream);
                    assert_refused(&answer, 429, "one too many");
                    assert!(answer.header("retry-after").is_some());
                    turned_away += 1;
                }
                _ => busy.push(stream),
            }
        }
        turned_away >= 180
    });
    assert!(!busy.is_empty());
    assert_eq!(server.get("/").status, 200);
    assert_eq!(server.post("/api/position", &json!({ "text": "01/01" })).status, 200);
    // Who goes away takes the search along.
    drop(busy);
    wait_for("a free place", || server.get(&analysis("01/01", 1.0)).status == 200);
    #[cfg(target_os = "linux")]
    wait_for("an idle server", || {
        let used = || {
            let text = std::fs::read_to_string(format!("/proc/{}/stat", server.process())).unwrap();
            let fields: Vec<&str> = text.rsplit(')').next().unwrap().split_whitespace().collect();
            fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
        };
        let before = used();
        std::thread::sleep(std::time::Duration::from_millis(300));
        used() <= before + 2
    });
}

#[test]
fn old_games_make_room_for_new_ones_and_can_still_be_found() {
    let folder = Folder::new();
    let server = server(&folder);
    let wanted = json!({ "seats": [{}, {}], "size": 2, "fruits": 2, "seed": 3 });
    let blank = new_game(&server, &wanted);
    let path_of = |game: &Value| format!("/api/games/{}", game["id"].as_str().unwrap());
    let begun = path_of(&new_game(&server, &wanted));
    assert_eq!(server.get("/api/records").json()["count"], 0, "a game is a file from its first move on");
    assert_eq!(server.post(&format!("{begun}/moves"), &json!({ "move": "A2" })).status, 204);
    assert_eq!(server.get("/api/records").json()["count"], 1);
    let before = server.get(&begun).json();
    for _ in 0..31 {
        new_game(&server, &wanted);
    }
    // What has a record makes room first: nothing is lost by it.
    assert_eq!(server.get(&path_of(&blank)).status, 200);
    for _ in 0..10 {
        new_game(&server, &wanted);
    }
    let found = server.get(&begun);
    assert_eq!((found.status, &found.json()["rows"]), (200, &before["rows"]));
    assert_eq!(server.get("/api/records").json()["count"], 1);
}

#[test]
fn a_game_that_was_only_looked_at_leaves_nothing_behind() {
    let folder = Folder::new();
    let server = server(&folder);
    let game = new_game(&server, &json!({ "seats": [{}, {}], "size": 3, "fruits": 2, "seed": 3 }));
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    let mut events = server.events(&format!("{path}/events"));
    events.next_of("snapshot");
    assert_eq!(server.post(&format!("{path}/moves"), &json!({ "move": "A3" })).status, 204);
    assert_eq!(std::fs::read_dir(folder.path().join("games")).unwrap().count(), 1);
    assert_eq!(server.post(&format!("{path}/take-back"), &json!({})).status, 204);
    assert_eq!(std::fs::read_dir(folder.path().join("games")).unwrap().count(), 0);
    drop(server);
    let server = self::server(&folder);
    assert_refused(&server.get(&path), 404, "a game without a move");
}
