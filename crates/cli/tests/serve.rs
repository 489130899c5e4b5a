//! The real server: what it serves, and what it does with those who mean harm.

mod common;

use std::io::Write as _;
use std::net::{Shutdown, TcpStream};

use common::Folder;
use common::server::{Answer, Server};
use serde_json::{Value, json};

fn server(folder: &Folder) -> Server {
    Server::start(folder.path(), 0, &[])
}

/// A room with both seats taken.
struct Room {
    id: String,
    path: String,
    keys: [String; 2],
}

fn new_room(server: &Server, game: &Value) -> Room {
    let made = server.post("/api/rooms", &json!({ "game": game }));
    assert_eq!(made.status, 201, "{}", String::from_utf8_lossy(&made.body));
    let made = made.json();
    let id = made["id"].as_str().unwrap().to_owned();
    let path = format!("/api/rooms/{id}");
    let joined = server.post(&format!("{path}/join"), &json!({ "invitation": made["invitation"] })).json();
    assert_eq!((&made["seat"], &joined["seat"]), (&json!(1), &json!(2)));
    let keys = [&made, &joined].map(|seat| seat["key"].as_str().unwrap().to_owned());
    Room { id, path, keys }
}

impl Room {
    /// Makes a move for a seat, 0 or 1.
    fn play(&self, server: &Server, seat: usize, cell: &str, ply: Option<u32>) -> Answer {
        let body = json!({ "key": self.keys[seat], "move": cell, "ply": ply });
        server.post(&format!("{}/moves", self.path), &body)
    }

    fn act(&self, server: &Server, seat: usize, what: &str) -> Answer {
        server.post(&format!("{}/{what}", self.path), &json!({ "key": self.keys[seat] }))
    }
}

#[test]
fn every_page_comes_whole_small_and_locked_down() {
    let folder = Folder::new();
    let server = server(&folder);
    for path in ["/", "/index.html", "/analysis.html", "/replay.html", "/games.html", "/watch.html"] {
        let page = server.get(path);
        assert_eq!(page.status, 200, "{path}");
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
        let policy = page.header("content-security-policy").unwrap();
        let policy = policy.replace("'wasm-unsafe-eval'", "");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
        let text = String::from_utf8(page.body).unwrap();
        let parts: Vec<&str> = text.split('"').filter(|part| part.starts_with("assets/")).collect();
        assert_eq!(parts.len(), 3, "an icon, a style and a script: {path}");
        for part in parts {
            assert_eq!(server.get(&format!("/{part}")).status, 200, "{part} of {path}");
        }
    }
    let style = server.get("/assets/pages.css");
    let mark = style.header("etag").unwrap();
    let again = format!(
        "GET /assets/pages.css HTTP/1.1\r\nHost: {}\r\nIf-None-Match: {mark}\r\nConnection: close\r\n\r\n",
        server.address
    );
    assert_eq!(server.raw(again.as_bytes()).status, 304);
}

#[test]
fn a_game_in_a_room_is_played_taken_back_and_resigned() {
    let folder = Folder::new();
    let server = server(&folder);
    let room = new_room(&server, &json!({ "seats": [{ "name": "Ada" }, {}], "size": 5, "fruits": 3, "seed": 7 }));
    let path = &room.path;
    let mut events = server.events(&format!("{path}/events?key={}", room.keys[1]));
    let snapshot = events.next_of("snapshot");
    assert_eq!((&snapshot["seat"], &snapshot["waiting"]), (&json!(2), &json!(false)));
    let named = json!({ "key": room.keys[1], "name": "Ben" });
    assert_eq!(server.post(&format!("{path}/name"), &named).status, 204);
    assert_eq!(events.next_of("renamed")["name"], "Ben");

    let group = &snapshot["groups"][0];
    let cell = group["cells"][0].as_str().unwrap();
    assert_eq!(room.play(&server, 0, cell, Some(1)).status, 204);
    let moved = events.next_of("moved");
    assert_eq!((&moved["player"], moved["move"].as_str()), (&json!(1), Some(cell)));
    assert_eq!(moved["points"][0], group["points"]);
    let late = room.play(&server, 1, cell, Some(1));
    assert_eq!((late.status, late.error()), (409, "the game has gone on meanwhile".to_owned()));
    assert_eq!(room.act(&server, 1, "take-back").status, 409, "only one's own move");
    assert_eq!(room.act(&server, 0, "take-back").status, 204);
    assert_eq!(events.next_of("took-back")["snapshot"]["rows"], snapshot["rows"]);
    assert_eq!(room.act(&server, 0, "resign").status, 204);
    let ended = events.next_of("ended");
    assert_eq!(ended["winner"], 2);
    assert!(ended["message"].as_str().unwrap().contains("Ben"), "{ended}");
    let over = room.play(&server, 0, cell, None);
    assert_eq!(over.status, 409);
    assert!(over.error().contains("over"), "{}", over.error());
}

#[test]
fn each_seat_moves_only_its_own_side_and_others_watch() {
    let folder = Folder::new();
    let server = server(&folder);
    let made = server
        .post("/api/rooms", &json!({ "game": { "seats": [{}, {}], "size": 3, "fruits": 2, "seed": 5 }, "seat": 2 }));
    let made = made.json();
    assert_eq!(made["seat"], 2, "who makes the room need not begin");
    let path = format!("/api/rooms/{}", made["id"].as_str().unwrap());
    let act = |what: &str, key: &Value, more: Value| {
        let mut body = json!({ "key": key });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        server.post(&format!("{path}/{what}"), &body)
    };
    let mv = json!({ "move": "A3" });
    assert_eq!(server.get(&path).json()["waiting"], true);
    let invitation = json!({ "invitation": made["invitation"] });
    let guest = server.post(&format!("{path}/join"), &invitation).json();
    assert_eq!(guest["seat"], 1);
    let third = server.post(&format!("{path}/join"), &invitation).json();
    assert_eq!(third, json!({ "seat": null, "key": null }), "the invitation opens the seat once");
    assert_eq!(server.get(&path).json()["seat"], Value::Null);
    for key in [&made["invitation"], &json!("0"), &json!("")] {
        for (what, more) in [("moves", mv.clone()), ("take-back", json!({})), ("resign", json!({}))] {
            assert_refused(&act(what, key, more), 403, what);
        }
    }
    assert_refused(&act("moves", &made["key"], mv.clone()), 409, "it is the turn of the guest");
    assert_eq!(act("moves", &guest["key"], mv.clone()).status, 204);
    assert_refused(&act("moves", &guest["key"], mv.clone()), 409, "now of the host");
    assert_eq!(act("moves", &made["key"], mv).status, 204);
}

#[test]
fn a_game_goes_on_where_it_was_when_the_server_comes_back() {
    let folder = Folder::new();
    let first = server(&folder);
    let room = new_room(&first, &json!({ "seats": [{}, {}], "size": 4, "fruits": 2, "seed": 1 }));
    assert_eq!(room.play(&first, 0, "A4", None).status, 204);
    let before = first.get(&room.path).json();
    drop(first);
    let second = server(&folder);
    let after = second.get(&room.path).json();
    for key in ["rows", "points", "turn", "seats", "moves"] {
        assert_eq!(before[key], after[key], "{key}");
    }
    let mut events = second.events(&format!("{}/events?key={}", room.path, room.keys[1]));
    assert_eq!(events.next_of("snapshot")["seat"], 2, "seats are kept too");
    assert_eq!(room.play(&second, 1, "A4", Some(2)).status, 204);
    let index = second.get("/api/records").json();
    assert_eq!(index["files"][0]["games"][0]["moves"], 2);
    let file = index["files"][0]["file"].as_str().unwrap();
    assert_eq!(file, format!("{}.jsonl", room.id));
    let record = second.get(&format!("/api/record.jsonl?file={file}"));
    let lines = String::from_utf8(record.body).unwrap();
    assert_eq!(lines.lines().count(), 3, "{lines}");
}

#[test]
fn a_rematch_begins_when_both_want_it_and_is_found_again_when_the_server_comes_back() {
    let folder = Folder::new();
    let first = server(&folder);
    let room = new_room(
        &first,
        &json!({ "seats": [{ "name": "Ada" }, { "name": "Ben" }], "size": 4, "fruits": 2, "seed": 1, "time": 60, "increment": 2 }),
    );
    assert_refused(&room.act(&first, 0, "rematch"), 409, "before the end");
    assert_eq!(room.play(&first, 0, "A4", None).status, 204);
    assert_eq!(room.act(&first, 1, "resign").status, 204);
    assert_refused(&first.post(&format!("{}/rematch", room.path), &json!({ "key": "" })), 403, "who watches");
    let mut events = first.events(&format!("{}/events", room.path));
    events.next_of("snapshot");
    assert_eq!(room.act(&first, 1, "rematch").json(), json!({ "room": null }));
    assert_eq!(events.next_of("rematch-wanted")["player"], 2);
    drop(events);
    drop(first);

    let second = server(&folder);
    let shown = second.get(&room.path).json();
    assert_eq!(shown["match"]["wanted"], json!([false, true]), "it is remembered");
    let next = room.act(&second, 0, "rematch").json()["room"].as_str().unwrap().to_owned();
    assert_eq!(room.act(&second, 1, "rematch").json()["room"], next.as_str(), "the same one for both");
    let path = format!("/api/rooms/{next}");
    let again = second.get(&format!("{path}?key={}", room.keys[0])).json();
    assert_eq!((&again["seat"], &again["waiting"]), (&json!(2), &json!(false)), "the same key, the other seat");
    assert_eq!((&again["first_rows"], &again["seed"]), (&shown["first_rows"], &shown["seed"]));
    assert_eq!((&again["seats"][0]["name"], &again["seats"][1]["name"]), (&json!("Ben"), &json!("Ada")));
    assert_eq!((&again["clocks"]["left"], &again["clocks"]["increment"]), (&json!([60.0, 60.0]), &json!(2.0)));
    let points = &shown["points"];
    assert_eq!(again["match"]["totals"], json!([points[1], points[0]]), "for the people, not for the seats");
    assert_eq!((&again["match"]["played"], &again["match"]["swapped"]), (&json!(1), &json!(true)));
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
    let room = new_room(&server, &json!({ "seats": [{}, {}], "size": 3, "fruits": 2 }));
    let people = json!([{}, {}]);
    let wanted = |key: &str, value: Value| {
        let mut game = json!({ "seats": people });
        game[key] = value;
        server.post("/api/rooms", &json!({ "game": game }))
    };

    assert_refused(&server.post_text("/api/rooms", "{"), 400, "half an object");
    assert_refused(&server.post_text("/api/rooms", &"[".repeat(60_000)), 400, "deep nesting");
    assert_refused(&wanted("size", json!(27)), 400, "a board too large");
    assert_refused(&wanted("size", json!(0)), 400, "a board too small");
    assert_refused(&wanted("size", json!(-1)), 400, "a negative size");
    assert_refused(&wanted("fruits", json!(11)), 400, "too many kinds");
    assert_refused(&wanted("seed", json!(1_u64 << 60)), 400, "a seed that a browser cannot hold");
    assert_refused(&wanted("time", json!(1e300)), 400, "more time than there is");
    assert_refused(&wanted("increment", json!(-1)), 400, "time that is taken away for each move");
    assert_refused(&wanted("seats", json!([{ "level": 1 }, {}])), 400, "this server does not think");
    assert_refused(&wanted("seats", json!([{ "name": "x".repeat(41) }, {}])), 400, "a long name");
    assert_refused(&wanted("position", json!("hello")), 400, "no board");
    assert_refused(&wanted("command", json!("rm")), 400, "a field that there is not");
    assert_refused(&room.play(&server, 0, "Z26", None), 422, "a cell outside");
    assert_refused(&room.play(&server, 0, "<b>", None), 400, "no cell");
    assert_refused(&server.post("/api/rooms", &json!({ "game": {}, "seat": 3 })), 400, "a third seat");
    let nowhere = json!({ "key": room.keys[0], "move": "A1" });
    assert_refused(&server.post("/api/rooms/nobody/moves", &nowhere), 404, "no such game");
    assert_refused(&server.get("/api/watch"), 404, "no tournament");
    assert_refused(&server.get("/nowhere"), 404, "no page");
    assert_refused(&server.get("/api/rooms"), 405, "a wrong method");
    assert_refused(&server.get("/api/rooms/%ff"), 400, "a name that is no text");
    for gone in ["/api/analysis?position=01", "/api/review?file=x", "/api/position"] {
        assert_refused(&server.get(gone), 404, "the pages think for themselves");
    }
    let text = format!(
        "POST /api/rooms HTTP/1.1\r\nHost: {}\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}",
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
        assert_refused(&server.get(&format!("/api/record.jsonl?file={name}")), 404, name);
    }
    for path in
        ["/assets/../Cargo.toml", "/assets/..%2f..%2fsecret.jsonl", "/assets/%2e%2e/secret.jsonl", "//etc/passwd"]
    {
        assert_refused(&server.get(path), 404, path);
    }
    for id in ["..%2fsecret", "room-..%2f..%2fsecret", "secret"] {
        assert_refused(&server.get(&format!("/api/rooms/{id}")), 404, id);
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
    for path in ["/api/records", "/api/rooms/room-1", "/api/watch", "/api/nowhere"] {
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
    let room = new_room(&server, &json!({ "seats": [{}, {}], "size": 3, "fruits": 2 }));
    assert_eq!(room.play(&server, 0, "A3", None).status, 204);
    assert_eq!(server.get("/api/records").json()["count"], 1);
    drop(held);
}

#[test]
fn what_is_too_large_or_no_http_does_no_harm() {
    let folder = Folder::new();
    let server = server(&folder);
    let head = |length: usize| {
        format!(
            "POST /api/rooms HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
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
            stream.write_all(b"POST /api/rooms HTTP/1.1\r\nHost:").unwrap();
            stream
        })
        .collect();
    assert_eq!(server.get("/").status, 200);
    drop(half);
}

#[test]
fn old_games_make_room_for_new_ones_and_can_still_be_found() {
    let folder = Folder::new();
    let server = server(&folder);
    let wanted = json!({ "seats": [{}, {}], "size": 2, "fruits": 2, "seed": 3 });
    let blank = new_room(&server, &wanted);
    let begun = new_room(&server, &wanted);
    assert_eq!(server.get("/api/records").json()["count"], 0, "a game is a file from its first move on");
    assert_eq!(begun.play(&server, 0, "A2", None).status, 204);
    assert_eq!(server.get("/api/records").json()["count"], 1);
    let before = server.get(&begun.path).json();
    for _ in 0..31 {
        new_room(&server, &wanted);
    }
    // What has a record makes room first: nothing is lost by it.
    assert_eq!(server.get(&blank.path).status, 200);
    for _ in 0..10 {
        new_room(&server, &wanted);
    }
    let found = server.get(&begun.path);
    assert_eq!((found.status, &found.json()["rows"]), (200, &before["rows"]));
    assert_eq!(server.get("/api/records").json()["count"], 1);
}

#[test]
fn a_game_that_was_only_looked_at_leaves_nothing_behind() {
    let folder = Folder::new();
    let server = server(&folder);
    let room = new_room(&server, &json!({ "seats": [{}, {}], "size": 3, "fruits": 2, "seed": 3 }));
    let mut events = server.events(&format!("{}/events", room.path));
    events.next_of("snapshot");
    let files = || std::fs::read_dir(folder.path().join("games")).unwrap().count();
    assert_eq!(room.play(&server, 0, "A3", None).status, 204);
    assert_eq!(files(), 2, "the record and its seats");
    assert_eq!(room.act(&server, 0, "take-back").status, 204);
    assert_eq!(files(), 0);
    drop(server);
    let server = self::server(&folder);
    assert_refused(&server.get(&room.path), 404, "a game without a move");
}
