//! The Fruit Rage in a browser: a server for one's own machine, with its pages
//! inside the binary.
//!
//! ```text
//! connections.rs  how many connections, and how patient with each
//! places.rs     who gives way to whom    patient.rs    readers may not stop
//! guard.rs      who may ask: Host, Origin, headers on every answer
//! failure.rs    what is told to whom asks wrongly
//! streams.rs    events as they happen, one line after the other
//! rooms.rs      two people on two devices  room.rs     one of these, and who looks on
//! room_api.rs   what is asked of rooms   series.rs     matches, with sides swapped
//! opponents.rs  players that the server enters for games in rooms
//! seats.rs      who has which seat       records.rs    the folder of games
//! replay.rs     a recorded game          watch.rs      a tournament as it runs
//! assets.rs     what pages are made of   theme.rs      fruit: colours, names, drawings
//! pages.rs      what browsers load       bundle.rs     modules as one script
//! site.rs       the pages on a disk      deals.rs      boards that are dealt already
//! review_page.rs  a replay and its review, or a game, as one file
//! ```
//!
//! The pages know no rules: what can be taken, what a move does and what it is worth comes
//! from `fruitrage-play`, in rooms from here and otherwise from the engine in the page
//! (`fruitrage-wasm`). This server thinks about no move; the opponents that it was told to offer
//! do, in their sandbox.

mod assets;
mod bundle;
mod connections;
mod deals;
mod failure;
mod guard;
mod opponents;
mod pages;
mod patient;
mod places;
mod records;
mod replay;
mod review_page;
mod room;
mod room_api;
mod rooms;
mod seats;
mod series;
mod site;
mod streams;
mod theme;
mod watch;

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};
use fruitrage_game::Entrant;
use fruitrage_tournament::Site;
use serde_json::json;
use tokio::net::TcpListener;

pub use connections::Limits;
pub use review_page::{play_page, replay_data, replay_files, replay_page, replay_shell, review_page};
pub use site::{SiteOptions, SiteSize, write_site};

use opponents::Opponents;
use records::Records;
use rooms::Rooms;

/// The longest body that is read.
const BODY_LIMIT: usize = 64 << 10;

/// What to serve, and to whom.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen at.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Names that the server may be called by, beside `localhost` and addresses.
    pub names: Vec<String>,
    /// Where games are recorded and found.
    pub games: PathBuf,
    /// The tournament to watch.
    pub tournament: Option<Site>,
    /// Who can be played against in rooms, each under a name of its own.
    pub opponents: Vec<Arc<dyn Entrant>>,
    /// How many connections there may be, and how long each may keep others waiting.
    pub limits: Limits,
}

impl Default for Options {
    /// For this machine only, at any port, with games in `games`.
    fn default() -> Self {
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let (games, limits) = (PathBuf::from("games"), Limits::default());
        Self { address, port: 0, names: Vec::new(), games, tournament: None, opponents: Vec::new(), limits }
    }
}

/// A server that listens but does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    router: Router,
    address: SocketAddr,
    limits: Limits,
}

/// What all requests share.
#[derive(Debug)]
struct App {
    pages: pages::Pages,
    rooms: Rooms,
    records: Records,
    tournament: Option<Arc<watch::Watched>>,
    watchers: streams::Seats,
}

impl Server {
    /// Takes its place at the address.
    pub async fn bind(options: Options) -> std::io::Result<Self> {
        let listener = TcpListener::bind((options.address, options.port)).await?;
        let address = listener.local_addr()?;
        let records = Records::new(options.games);
        let opponents = Opponents::new(options.opponents);
        let offered = json!({
            "rooms": true,
            "tournament": options.tournament.is_some(),
            "records": true,
            "opponents": opponents.names(),
        });
        let app = Arc::new(App {
            pages: pages::Pages::new(&offered, Vec::new()),
            rooms: Rooms::new(records.clone(), opponents),
            records,
            tournament: options.tournament.map(|site| Arc::new(watch::Watched::new(site))),
            watchers: streams::Seats::new(watch::MOST_WATCHERS),
        });
        let guard = Arc::new(guard::Guard::new(address, options.names));
        let router = routes().with_state(app).layer(middleware::from_fn_with_state(guard, guard::check));
        Ok(Self { listener, router, address, limits: options.limits })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers, for ever. Whoever wants it to stop drops this.
    pub async fn run(self) -> Infallible {
        connections::serve(self.listener, self.router, self.limits).await
    }
}

fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(pages::index))
        .route("/{*path}", get(pages::file))
        .route("/favicon.ico", get(pages::icon))
        .route("/api/rooms", post(room_api::create))
        .route("/api/rooms/{id}", get(room_api::show))
        .route("/api/rooms/{id}/join", post(room_api::join))
        .route("/api/rooms/{id}/events", get(room_api::events))
        .route("/api/rooms/{id}/moves", post(room_api::play))
        .route("/api/rooms/{id}/take-back", post(room_api::take_back))
        .route("/api/rooms/{id}/resign", post(room_api::resign))
        .route("/api/rooms/{id}/rematch", post(room_api::rematch))
        .route("/api/rooms/{id}/name", post(room_api::rename))
        .route("/api/records", get(records::index))
        .route("/api/records/events", get(records::events))
        .route("/api/record.jsonl", get(replay::lines))
        .route("/api/watch", get(watch::events))
        .fallback(failure::no_such_page)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
}
