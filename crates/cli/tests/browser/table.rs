//! The engine in the page: games without a server, from files, offline, and on two devices.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::common::RunProgram as _;
use super::*;

/// A host of plain files, as simple as they come: it packs nothing and knows no API.
pub(super) struct FileHost {
    address: SocketAddr,
    closed: Arc<AtomicBool>,
}

impl FileHost {
    /// Serves a folder below `/somewhere/`.
    pub(super) fn start(folder: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, closed) = (listener.local_addr().unwrap(), Arc::new(AtomicBool::new(false)));
        let is_closed = Arc::clone(&closed);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if is_closed.load(Ordering::Relaxed) {
                    return;
                }
                let folder = folder.clone();
                std::thread::spawn(move || answer(stream, &folder));
            }
        });
        Self { address, closed }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}/somewhere/", self.address)
    }

    /// Is gone from now on.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        // It waits for somebody to come.
        let _ = TcpStream::connect(self.address);
    }
}

fn answer(mut stream: TcpStream, folder: &Path) -> Option<()> {
    let mut line = String::new();
    let mut lines = BufReader::new(stream.try_clone().ok()?);
    lines.read_line(&mut line).ok()?;
    while lines.read_line(&mut String::new()).ok()? > 2 {}
    let path = line.split(' ').nth(1)?.split('?').next()?.strip_prefix("/somewhere/");
    let path = path.map(|path| folder.join(if path.is_empty() { "index.html" } else { path }));
    let kind = match path.as_deref().and_then(Path::extension).and_then(|ending| ending.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let (status, body) = match path.and_then(|path| std::fs::read(path).ok()) {
        Some(body) => ("200 OK", body),
        None => ("404 Not Found", Vec::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(&body).ok()
}

/// Runs the program, which must do it.
pub(super) fn run(folder: &Folder, arguments: &[&str]) -> String {
    let run = folder.run(arguments);
    assert_eq!(run.code, Some(0), "{arguments:?}: {}{}", run.stdout, run.stderr);
    run.stdout
}

/// Records two short games.
pub(super) fn record_match(folder: &Folder, file: &str) {
    let match_of = ["match", "greedy", "random", "--pairs", "1", "-n", "5", "-p", "3", "--seed", "1"];
    run(folder, &[&match_of[..], &["--record", file]].concat());
}

/// Runs a test with a browser and a folder, without any server of ours.
pub(super) fn with_files(test: impl AsyncFnOnce(&Browser, &Folder)) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let Some(browser) = Browser::open(1280, 900).await else { return };
        test(&browser, &Folder::new()).await;
    });
}

/// Plays the game that a page deals to its end, on a small board.
async fn play_whole_game(browser: &Browser, url: &str) {
    browser.want(&[("prefers-reduced-motion", "reduce")]);
    browser.goto(url).await;
    browser.wait(MY_TURN).await;
    let settings = json!({ "level": 1, "first": "you", "size": 3, "fruits": 2, "time": null });
    browser
        .run("localStorage.clear(); localStorage.setItem('wanted', JSON.stringify(arguments[0]));", vec![settings])
        .await;
    browser.goto("about:blank").await;
    browser.goto(url).await;
    browser.wait(&format!("{MY_TURN} && document.querySelector('.board').dataset.size === '3'")).await;
    play_to_the_end(browser, async |cell| click_cell(browser, &cell).await).await;
    browser.wait("/\\d/.test(document.querySelector('#fact-accuracy').textContent)").await;
}

#[test]
fn a_whole_game_is_played_from_plain_files_in_a_folder_of_a_host_and_then_without_a_network() {
    with_files(async |browser, folder| {
        let said = run(folder, &["site", "-o", "public"]);
        assert!(said.contains("index.html"), "{said}");
        let host = FileHost::start(folder.path().join("public"));
        play_whole_game(browser, &host.url()).await;
        browser.wait("navigator.serviceWorker.controller !== null").await;
        host.close();
        browser.goto("about:blank").await;
        browser.goto(&host.url()).await;
        browser.wait(&format!("{MY_TURN} || {OVER}")).await;
        browser.goto(&format!("{}analysis.html", host.url())).await;
        browser.wait("document.querySelectorAll('#lines li').length > 0").await;
        browser.goto(&format!("{}games.html", host.url())).await;
        browser.wait("document.querySelector('#own .button')").await;
    });
}

#[test]
fn a_whole_game_is_played_from_a_folder_on_a_disk_and_from_a_single_file() {
    with_files(async |browser, folder| {
        run(folder, &["site", "-o", "public"]);
        run(folder, &["site", "-o", "game.html"]);
        for file in ["public/index.html", "game.html"] {
            play_whole_game(browser, &format!("file://{}", folder.path().join(file).display())).await;
        }
    });
}

#[test]
fn a_site_holds_recorded_games_and_a_tournament() {
    with_files(async |browser, folder| {
        folder.make_dir("games");
        record_match(folder, "games/match.jsonl");
        folder.make_dir("cup");
        let settings = r#"
            name = "Fruit cup"
            format = "round-robin"
            pairs = 1
            boards = ["5p3"]
            seed = 4
            time = 10
            agents = [{ command = "greedy" }, { command = "random" }]
        "#;
        folder.write("cup/tournament.toml", settings);
        run(folder, &["tournament", "run", "cup"]);
        run(folder, &["site", "-o", "public", "--games", "games", "--tournament", "cup"]);
        let page = |name: &str| format!("file://{}", folder.path().join("public").join(name).display());
        browser.goto(&page("watch.html")).await;
        browser.wait("document.querySelectorAll('#standings tr').length === 2").await;
        browser.goto(&page("games.html")).await;
        browser.wait("document.body.innerText.includes('match.jsonl')").await;
        browser.goto(&page("replay.html?file=match.jsonl")).await;
        browser.wait(&format!("{MOVES} > 0")).await;
    });
}

#[test]
fn a_link_carries_a_whole_game_to_a_browser_that_has_never_seen_it() {
    with_files(async |browser, folder| {
        run(folder, &["site", "-o", "public"]);
        let host = FileHost::start(folder.path().join("public"));
        play_whole_game(browser, &host.url()).await;
        let moves = browser.value(MOVES).await;
        browser.click("#review").await;
        browser.wait(&format!("location.pathname.endsWith('replay.html') && {MOVES} === {moves}")).await;
        browser.run("navigator.clipboard.writeText = async (text) => { window.copied = String(text); };", vec![]).await;
        browser.click("#share").await;
        browser.wait("window.copied").await;
        let link = browser.value("window.copied").await;
        let Some(other) = Browser::open(1280, 900).await else { return };
        other.goto(link.as_str().unwrap()).await;
        other.wait(&format!("{MOVES} === {moves}")).await;
    });
}

#[test]
fn a_reviewed_game_in_one_file_has_its_engine_on_request() {
    with_files(async |browser, folder| {
        record_match(folder, "match.jsonl");
        run(folder, &["review", "match.jsonl", "--game", "0001-1", "--html", "plain.html", "--quiet"]);
        run(folder, &["review", "match.jsonl", "--game", "0001-1", "--html", "full.html", "--engine", "--quiet"]);
        for (file, engine) in [("plain.html", 0), ("full.html", 1)] {
            browser.goto(&format!("file://{}", folder.path().join(file).display())).await;
            browser.wait(&format!("{MOVES} > 0 && document.querySelector('#graph .area')")).await;
            assert_eq!(browser.value("document.querySelectorAll('#engine').length").await, engine, "{file}");
            if engine == 1 {
                browser.click("#first").await;
                browser.wait(MY_TURN).await;
                take_first_group(browser).await;
                browser.wait("document.querySelector('#verdict-words').textContent.includes('would end at')").await;
            }
        }
    });
}

/// Asks the engine in a worker of the page, as the page itself does.
const ASK: &str = "
    const [requests, done] = [arguments[0], arguments[1]];
    const packed = fetch('assets/fruitrage.wasm.gz').then((answer) => new Response(answer.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
    packed.then(async (bytes) => {
        const { instance } = await WebAssembly.instantiate(bytes, {});
        const engine = instance.exports;
        done(requests.map((request) => {
            const text = new TextEncoder().encode(JSON.stringify(request));
            const place = engine.request(text.length);
            new Uint8Array(engine.memory.buffer).set(text, place);
            const length = engine.call();
            return JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.answer(), length))).ok;
        }));
    }).catch((error) => done(String(error)));";

#[test]
fn the_engine_in_the_browser_has_the_bench_signature_and_the_perft_counts_of_this_source() {
    with_page(async |browser, server, _| {
        let signature = include_str!("../../../../bench.signature").trim().strip_prefix("signature ").unwrap();
        let mut requests = vec![json!("bench")];
        let mut expected = vec![json!(signature.parse::<u64>().unwrap())];
        for line in include_str!("../../../rules/tests/data/perft.txt").lines().filter(|line| !line.starts_with('#')) {
            let (board, counts) = line.split_once(':').unwrap();
            let board: Vec<u64> = board.split_whitespace().map(|number| number.parse().unwrap()).collect();
            let counts = counts.split_whitespace().map(|count| count.parse::<u64>().unwrap());
            for (depth, count) in (1..).zip(counts).filter(|(_, count)| *count < 20_000) {
                requests.push(
                    json!({ "perft": { "size": board[0], "kinds": board[1], "seed": board[2], "depth": depth } }),
                );
                expected.push(json!(count));
            }
        }
        browser.goto(&server.url("/")).await;
        let found = browser.client.execute_async(ASK, vec![json!(requests)]).await.unwrap();
        assert_eq!(found, json!(expected), "run scripts/wasm");
    });
}

/// Tells when the board can be clicked, in milliseconds since the page was asked for.
const WHEN_PLAYABLE: &str = "
    new MutationObserver(() => { window.playable ??= document.querySelector('.board.playable') ? performance.now() : undefined; })
        .observe(document, { subtree: true, childList: true, attributes: true });";

#[test]
#[ignore = "it measures, and the figure depends on the machine"]
fn how_soon_the_board_can_be_clicked_on_a_processor_that_is_four_times_slower() {
    with_page(async |browser, server, _| {
        browser.device("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": WHEN_PLAYABLE }));
        browser.device("Emulation.setCPUThrottlingRate", &json!({ "rate": 4 }));
        let mut times = Vec::new();
        for _ in 0..9 {
            browser.goto(&server.url("/assets/icon.svg")).await;
            browser.run("localStorage.clear();", vec![]).await;
            browser.device("Network.clearBrowserCache", &json!({}));
            browser.goto(&server.url("/")).await;
            browser.wait("window.playable").await;
            times.push(browser.value("window.playable").await.as_f64().unwrap());
        }
        times.sort_by(f64::total_cmp);
        println!("clickable after {:.0} ms, {:.0} to {:.0}", times[4], times[0], times[8]);
    });
}

#[test]
fn the_first_load_is_at_most_350_kilobytes_engine_included() {
    with_page(async |browser, server, _| {
        // A new browser, which keeps nothing yet.
        browser.goto(&server.url("/")).await;
        browser.wait(MY_TURN).await;
        // The board comes before the engine, its answer does not.
        take_first_group(browser).await;
        browser.wait(&format!("{MOVES} >= 2")).await;
        let loaded = browser
            .value(
                "performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))
                 .map((entry) => [entry.name.split('/').pop(), entry.encodedBodySize])",
            )
            .await;
        let loaded = loaded.as_array().unwrap();
        let bytes: u64 = loaded.iter().map(|entry| entry[1].as_u64().unwrap()).sum();
        println!("first load: {bytes} bytes in {} files", loaded.len());
        assert!(loaded.iter().any(|entry| entry[0] == "fruitrage.wasm.gz" && entry[1].as_u64() > Some(100_000)));
        assert!(!loaded.iter().any(|entry| entry[0] == "deck.js"), "puzzles come when they are wanted");
        assert!(bytes <= 350_000, "{bytes} bytes: {loaded:?}");
    });
}
