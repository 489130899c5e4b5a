//! Games in rooms against players of the server: programs by lines and by files, what they do
//! wrong, and how many may play at a time. Unix only: the programs are Python's.

#![cfg(unix)]

mod common;

use common::server::{Answer, Server, wait_for};
use common::ugi::bot;
use common::{FIRST_FRUIT, Folder};
use serde_json::{Value, json};

/// A server that offers a program of its folder.
fn server(folder: &Folder, opponents: &[&str]) -> Server {
    let options: Vec<&str> = opponents.iter().flat_map(|player| ["--opponent", player]).collect();
    Server::start(folder.path(), 0, &options)
}

fn room(server: &Server, opponent: &str, seat: u8) -> Answer {
    let game = json!({ "seats": [{}, {}], "size": 4, "fruits": 3, "seed": 5 });
    server.post("/api/rooms", &json!({ "game": game, "seat": seat, "opponent": opponent }))
}

/// A game against an opponent, with who plays it.
struct Game<'a> {
    server: &'a Server,
    path: String,
    key: Value,
    events: common::server::Events,
    /// The groups of the last position.
    groups: Value,
}

impl<'a> Game<'a> {
    fn start(server: &'a Server, opponent: &str, seat: u8) -> Self {
        let made = room(server, opponent, seat);
        assert_eq!(made.status, 201, "{}", String::from_utf8_lossy(&made.body));
        let made = made.json();
        assert_eq!((&made["seat"], &made["invitation"]), (&json!(seat), &Value::Null));
        Self::open(server, &made["id"], &made["key"])
    }

    fn open(server: &'a Server, id: &Value, key: &Value) -> Self {
        let path = format!("/api/rooms/{}", id.as_str().unwrap());
        let mut events = server.events(&format!("{path}/events?key={}", key.as_str().unwrap()));
        let groups = events.next_of("snapshot")["groups"].clone();
        Self { server, path, key: key.clone(), events, groups }
    }

    fn act(&self, what: &str, more: &Value) -> Answer {
        let mut body = json!({ "key": self.key });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.server.post(&format!("{}/{what}", self.path), &body)
    }

    /// Takes the first group.
    fn play(&self) {
        let answer = self.act("moves", &json!({ "move": self.groups[0]["cells"][0] }));
        assert_eq!(answer.status, 204, "{}", String::from_utf8_lossy(&answer.body));
    }

    /// The next move, or the end.
    fn next(&mut self) -> Value {
        loop {
            let event = self.events.next().expect("the game goes on");
            if event["type"] == "moved" || event["type"] == "ended" {
                self.groups = event["groups"].clone();
                return event;
            }
        }
    }

    /// Plays to the end for a seat, from the first move on.
    fn finish(self, seat: u8) -> Value {
        self.finish_in_turn(seat, 1)
    }

    /// Plays to the end for a seat, whose turn it is.
    fn finish_from(self, seat: u8) -> Value {
        self.finish_in_turn(seat, seat)
    }

    fn finish_in_turn(mut self, seat: u8, mut turn: u8) -> Value {
        loop {
            if turn == seat {
                self.play();
            }
            let event = self.next();
            if event["type"] == "ended" {
                return event;
            }
            assert_eq!(event["player"], turn);
            turn = 3 - turn;
            if self.groups.as_array().is_some_and(Vec::is_empty) {
                return self.next();
            }
        }
    }
}

#[test]
fn programs_by_lines_and_by_files_and_players_of_the_house_play_whole_games() {
    let folder = Folder::new();
    folder.write("bot.py", bot("pass", "pass"));
    folder.write("agent.py", FIRST_FRUIT);
    let opponents = ["ugi:python3 bot.py", "python3 agent.py", "greedy"];
    let server = server(&folder, &opponents);
    for (name, seat) in opponents.into_iter().zip([1, 2, 2]) {
        let end = Game::start(&server, name, seat).finish(seat);
        assert_eq!(end["ending"]["kind"], "cleared", "{name}: {end}");
    }
    let games = std::fs::read_dir(folder.path().join("games")).unwrap().count();
    assert_eq!(games, 6, "three records, each with the key to its seat");
}

#[test]
fn what_a_program_does_wrong_ends_the_game_and_is_told() {
    let folder = Folder::new();
    let spoilt = [
        ("illegal.py", bot("move = 'Z26'", "pass"), "illegal-move", "Z26 is outside the 4 x 4 board"),
        ("dead.py", bot("sys.exit('I am tired')", "pass"), "crashed", "I am tired"),
        (
            "wordy.py",
            bot("while True: sys.stdout.write('x' * 4096)", "pass"),
            "broken-protocol",
            "a line of more than 64 KiB",
        ),
        ("mute.py", "import time\ntime.sleep(1e6)\n".to_owned(), "broken-protocol", "there was no 'ugiok'"),
    ];
    for (file, program, ..) in &spoilt {
        folder.write(file, program);
    }
    let commands = spoilt.each_ref().map(|(file, ..)| format!("ugi:python3 {file}"));
    let server = server(&folder, &commands.each_ref().map(String::as_str));
    for ((_, _, kind, words), command) in spoilt.iter().zip(&commands) {
        let end = Game::start(&server, command, 1).finish(1);
        assert_eq!((&end["ending"]["kind"], &end["winner"]), (&json!(kind), &json!(1)), "{end}");
        assert!(end["message"].as_str().unwrap().contains(words), "{words}: {end}");
    }
}

#[test]
fn a_game_goes_on_where_it_was_with_the_same_opponent_and_with_no_other() {
    let folder = Folder::new();
    folder.write("bot.py", bot("pass", "pass"));
    let opponents = ["ugi:python3 bot.py"];
    let first = server(&folder, &opponents);
    let made = room(&first, "ugi:python3 bot.py", 2).json();
    let mut game = Game::open(&first, &made["id"], &made["key"]);
    assert_eq!(game.next()["player"], 1, "the program begins");
    game.play();
    assert_eq!((&game.next()["player"], &game.next()["player"]), (&json!(2), &json!(1)));
    // Taken back with the reply; a person could not take that back from a person.
    assert_eq!(game.act("take-back", &json!({})).status, 204);
    assert_eq!(game.events.next_of("took-back")["moves"], 2);
    drop(game);
    drop(first);
    let without = server(&folder, &[]);
    let refused = without.get(&format!("/api/rooms/{}", made["id"].as_str().unwrap()));
    assert_eq!(refused.status, 409);
    assert!(
        refused.error().contains("ugi:python3 bot.py is not offered by this server any more"),
        "{}",
        refused.error()
    );
    drop(without);
    let again = server(&folder, &opponents);
    let game = Game::open(&again, &made["id"], &made["key"]);
    assert_eq!(game.finish_from(2)["ending"]["kind"], "cleared");
    let over =
        again.post(&format!("/api/rooms/{}/take-back", made["id"].as_str().unwrap()), &json!({ "key": made["key"] }));
    assert_eq!(over.status, 409, "the program has gone with the game");
}

/// The processes of a program that runs under this server.
fn processes(server: &Server, file: &str) -> usize {
    let listed = std::process::Command::new("ps").args(["-eo", "pid=,ppid=,args="]).output().unwrap();
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let rows: Vec<(u32, u32, String)> = listed
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let (pid, parent) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            Some((pid, parent, words.collect::<Vec<_>>().join(" ")))
        })
        .collect();
    let is_below = |mut pid: u32| loop {
        match rows.iter().find(|row| row.0 == pid) {
            _ if pid == server.process() => return true,
            Some(row) => pid = row.1,
            None => return false,
        }
    };
    let is_python = |command: &str| command.split(' ').next().is_some_and(|program| program.ends_with("python3"));
    rows.iter().filter(|row| is_python(&row.2) && row.2.contains(file) && is_below(row.0)).count()
}

#[test]
fn no_more_programs_play_at_a_time_than_there_are_places() {
    let folder = Folder::new();
    folder.write("bot.py", bot("pass", "pass"));
    let server = server(&folder, &["ugi:python3 bot.py"]);
    let start = || Game::start(&server, "ugi:python3 bot.py", 2);
    let mut games: Vec<Game<'_>> = (0..8).map(|_| start()).collect();
    for game in &mut games {
        assert_eq!(game.next()["player"], 1);
    }
    assert_eq!(processes(&server, "bot.py"), 8);
    let refused = room(&server, "ugi:python3 bot.py", 1);
    assert_eq!(refused.status, 429);
    assert!(refused.error().starts_with("8 games against opponents of this server"), "{}", refused.error());
    // A game that is over gives its place and its program back.
    assert_eq!(games[0].act("resign", &json!({})).status, 204);
    wait_for("the program to end", || processes(&server, "bot.py") == 7);
    games.push(start());
    assert_eq!(games.last_mut().unwrap().next()["player"], 1);
    assert_eq!(room(&server, "ugi:python3 bot.py", 1).status, 429);
    // One that nobody looks at gives way, and can be found again.
    let left = games.remove(1);
    let (path, key) = (left.path.clone(), left.key.clone());
    drop(left);
    wait_for("a place", || room(&server, "ugi:python3 bot.py", 1).status == 201);
    assert!(processes(&server, "bot.py") <= 8);
    drop(games);
    let id = json!(path.rsplit('/').next().unwrap());
    wait_for("a place", || server.get(&path).status == 200);
    assert_eq!(Game::open(&server, &id, &key).finish_from(2)["ending"]["kind"], "cleared");
}

#[test]
fn who_is_not_offered_or_nobody_is_refused() {
    let folder = Folder::new();
    let server = server(&folder, &["greedy"]);
    let refused = room(&server, "random", 1);
    assert_eq!((refused.status, refused.error().ends_with("it offers greedy")), (404, true), "{}", refused.error());
    for (opponents, words) in [
        (&["gredy"][..], "there is no player or program 'gredy'; did you mean greedy?"),
        (&["greedy", "greedy"], "two opponents are called greedy"),
    ] {
        let mut arguments = vec!["serve", "--port", "0"];
        arguments.extend(opponents.iter().flat_map(|player| ["--opponent", player]));
        let run = common::RunProgram::run(&folder, &arguments);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
}
