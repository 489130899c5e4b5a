//! Those who connect and then say nothing, half of it, or do not listen: none of them
//! silences the server.
//!
//! The limits are set so that in each test only one of them can be what helps: the others
//! are longer than any test.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use fruitrage_testing::Folder;
use fruitrage_web::{Limits, Options, Server};
use tokio::runtime::Runtime;

/// A room for two people.
const PEOPLE: &str = r#"{"game":{"seats":[{},{}]}}"#;

/// Longer than anything takes, even on a busy machine: only a hang takes as long.
const LONG: Duration = Duration::from_mins(5);

/// A time that no test is to wait for.
const NEVER: Duration = Duration::from_hours(10);

/// A server in this process; it ends with this.
struct Running {
    address: SocketAddr,
    runtime: Option<Runtime>,
    _folder: Folder,
}

impl Running {
    fn start(limits: Limits) -> Self {
        let folder = Folder::new();
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let options = Options { games: folder.path().join("games"), limits, ..Options::default() };
        let server = runtime.block_on(Server::bind(options)).unwrap();
        let address = server.address();
        runtime.spawn(server.run());
        Self { address, runtime: Some(runtime), _folder: folder }
    }

    /// Connects and sends something.
    fn send(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream.set_write_timeout(Some(LONG)).unwrap();
        // It may be sent away before all is sent.
        let _ = stream.write_all(text.as_bytes());
        stream
    }

    /// Sends a whole request, and reads the whole answer.
    fn ask(&self, line: &str) -> String {
        let request = format!("{line} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        read(self.send(&request))
    }

    /// Begins a game, and returns the path of its events.
    fn game(&self) -> String {
        let made = read(self.send(&self.post("/api/rooms", PEOPLE)));
        let id = made.split("\"id\":\"").nth(1).and_then(|rest| rest.split('"').next());
        format!("/api/rooms/{}/events", id.unwrap_or_else(|| panic!("no game: {made}")))
    }

    fn post(&self, path: &str, body: &str) -> String {
        let (address, length) = (self.address, body.len());
        format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
    }

    /// Begins to read events, until the first is there.
    fn watch(&self, path: &str) -> TcpStream {
        let mut stream = self.send(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address));
        let mut seen = Vec::new();
        while !seen.windows(5).any(|window| window == b"data:") {
            let mut some = [0; 64];
            let length = stream.read(&mut some).unwrap();
            assert!(length > 0, "no events: {}", String::from_utf8_lossy(&seen));
            seen.extend_from_slice(&some[..length]);
        }
        stream
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// All that comes until the connection ends.
fn read(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    // Who is sent away with something unread is told so by a reset.
    if let Err(error) = stream.read_to_end(&mut bytes) {
        assert!(!matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "the connection does not end");
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < LONG, "waited in vain for: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn half_sent_requests_silence_nobody() {
    let server = Running::start(Limits { connections: 8, head: NEVER, stall: NEVER });
    let body = server.post("/api/rooms", PEOPLE);
    let halves = [
        "",
        "G",
        "GET / HTTP/1.1\r\nHost:",
        "GET / HTTP/1.1\r\nHost: x\r\n",
        &body[..body.len() - 1],
        &body[..body.len() - 2],
    ];
    let mut held = Vec::new();
    for round in 0..20 {
        held.extend(halves.iter().cycle().take(8).map(|half| server.send(half)));
        let page = server.ask("GET /");
        assert!(page.starts_with("HTTP/1.1 200 "), "round {round}: {page:?}");
        let game = read(server.send(&body));
        assert!(game.starts_with("HTTP/1.1 201 "), "round {round}: {game:?}");
    }
}

#[test]
fn who_waits_between_two_requests_gives_way_too() {
    let server = Running::start(Limits { connections: 2, head: NEVER, stall: NEVER });
    let request = format!("GET /assets/pages.css HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let held: Vec<TcpStream> = (0..6)
        .map(|_| {
            let mut stream = server.send(&request);
            stream.read_exact(&mut [0; 12]).unwrap();
            stream
        })
        .collect();
    assert!(server.ask("GET /").starts_with("HTTP/1.1 200 "));
    drop(held);
}

#[test]
fn a_head_that_does_not_come_is_not_waited_for() {
    let server = Running::start(Limits { connections: 100, head: Duration::from_millis(50), stall: NEVER });
    for half in ["", "GET / HTTP/1.1\r\nHost:"] {
        assert_eq!(read(server.send(half)), "", "{half:?}");
    }
    // A connection that has had its answer is one that nothing comes from. (On a busy machine
    // the request may come too late as well.)
    wait_for("an answer, and the end of the connection", || {
        let answer = read(server.send(&format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", server.address)));
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 200 "), "{answer}");
        answer.ends_with("</html>\n")
    });
}

#[test]
fn who_is_being_answered_stays_and_the_next_is_told_so() {
    let server = Running::start(Limits { connections: 2, head: NEVER, stall: NEVER });
    let events = server.game();
    let first = server.watch(&events);
    let second = server.watch(&events);
    let refused = server.ask("GET /");
    assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    assert!(refused.ends_with("{\"error\":\"the server has as many connections as it can; try again in a moment\"}"));
    // Those who were there are not disturbed.
    first.set_nonblocking(true).unwrap();
    let still_there = first.peek(&mut [0]);
    assert!(still_there.as_ref().map_or_else(|error| error.kind() == ErrorKind::WouldBlock, |&length| length > 0));
    drop(second);
    wait_for("a free place", || server.ask("GET /").starts_with("HTTP/1.1 200 "));
}

#[test]
fn who_asks_and_never_reads_is_cut_off() {
    let server = Running::start(Limits { connections: 4, head: NEVER, stall: Duration::from_millis(50) });
    let request = format!("GET /assets/pages.css HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let mut stream = server.send(&request);
    // The server reads no more requests than it can answer, so that at last nothing can be
    // sent; then it is patient for a while.
    let error = loop {
        if let Err(error) = stream.write_all(request.as_bytes()) {
            break error;
        }
    };
    assert!(matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe), "{error}");
    assert!(server.ask("GET /").starts_with("HTTP/1.1 200 "));
}
