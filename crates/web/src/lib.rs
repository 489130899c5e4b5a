//! The Fruit Rage in a browser: a server for one's own machine, with its pages
//! inside the binary.
//!
//! ```text
//! connections.rs  how many connections, and how patient with each
//! places.rs     who gives way to whom    patient.rs    readers may not stop
//! guard.rs      who may ask: Host, Origin, headers on every answer
//! failure.rs    what is told to whom asks wrongly
//! searches.rs   how many searches run at a time, and how many wait
//! streams.rs    events as they happen, one line after the other
//! games.rs      games under way          position.rs   boards, pasted and edited
//! analysis.rs   deeper and deeper        records.rs    the folder of games
//! replay.rs     a record, and its review watch.rs      a tournament as it runs
//! assets.rs     the pages themselves     theme.rs      fruit: colours, names, drawings
//! review_page.rs  a replay and its review as one file
//! ```
//!
//! The pages know no rules: what can be taken, what a move does and what it is
//! worth all comes from here, and here it comes from `fruitrage-play`.

mod analysis;
mod assets;
mod connections;
mod failure;
mod games;
mod guard;
mod patient;
mod places;
mod position;
mod records;
mod replay;
mod review_page;
mod searches;
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
use fruitrage_tournament::Site;
use tokio::net::TcpListener;

pub use connections::Limits;
pub use review_page::{replay_data, replay_files, replay_page, replay_shell, review_page};

use games::Games;
use records::Records;
use searches::Searches;

/// The longest body that is read, but for records.
const BODY_LIMIT: usize = 64 << 10;

/// The longest record that is read from a page.
const RECORD_LIMIT: usize = 8 << 20;

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
    /// How many connections there may be, and how long each may keep others waiting.
    pub limits: Limits,
}

impl Default for Options {
    /// For this machine only, at any port, with games in `games`.
    fn default() -> Self {
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let (games, limits) = (PathBuf::from("games"), Limits::default());
        Self { address, port: 0, names: Vec::new(), games, tournament: None, limits }
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
    games: Games,
    searches: Searches,
    records: Records,
    reviews: replay::Reviews,
    tournament: Option<Arc<watch::Watched>>,
    watchers: streams::Seats,
}

impl Server {
    /// Takes its place at the address.
    pub async fn bind(options: Options) -> std::io::Result<Self> {
        let listener = TcpListener::bind((options.address, options.port)).await?;
        let address = listener.local_addr()?;
        let records = Records::new(options.games);
        let app = Arc::new(App {
            games: Games::new(records.clone()),
            searches: Searches::for_this_machine(),
            records,
            reviews: replay::Reviews::default(),
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
        .route("/", get(assets::play))
        .route("/analysis", get(assets::analysis))
        .route("/analysis.html", get(assets::analysis))
        .route("/replay", get(assets::replay))
        .route("/replay.html", get(assets::replay))
        .route("/games", get(assets::games))
        .route("/games.html", get(assets::games))
        .route("/watch", get(assets::watch))
        .route("/watch.html", get(assets::watch))
        .route("/assets/{name}", get(assets::asset))
        .route("/favicon.ico", get(assets::icon))
        .route("/api/games", post(games::create))
        .route("/api/games/{id}", get(games::show))
        .route("/api/games/{id}/events", get(games::events))
        .route("/api/games/{id}/moves", post(games::play))
        .route("/api/games/{id}/take-back", post(games::take_back))
        .route("/api/games/{id}/hint", post(games::hint))
        .route("/api/games/{id}/resign", post(games::resign))
        .route("/api/position", post(position::read))
        .route("/api/line", post(position::line))
        .route("/api/analysis", get(analysis::events))
        .route("/api/records", get(records::index))
        .route("/api/records/events", get(records::events))
        .route("/api/record", get(replay::stored).post(replay::pasted).layer(DefaultBodyLimit::max(RECORD_LIMIT)))
        .route("/api/record.jsonl", get(replay::lines))
        .route("/api/review", get(replay::review))
        .route("/api/watch", get(watch::events))
        .fallback(failure::no_such_page)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
}
