//! `fruitrage serve`: play, analyse, replay and watch in a browser.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::Context as _;
use clap::Args;
use fruitrage_game::{Entrant, Stop};
use fruitrage_tournament::agents::AgentSpec;
use fruitrage_tournament::{Folder, Site};
use fruitrage_web::{Limits, Server};

use super::Verdict;
use super::tournament::DatabaseOptions;
use crate::players::{HouseRoster, SandboxOptions, must_be_somebody};
use crate::printing::{print, tell};

#[derive(Args, Debug)]
#[command(after_help = "\
Everything is inside this program; nothing comes from a network. It answers this machine
only, unless told to --listen elsewhere: then whoever can reach that address can play and see
the recorded games, without a password and without encryption.

The engine is inside the pages and thinks there; games against it are kept by the browser. Games
of two people on two devices are recorded here from their first move on, and go on where they
were when the server is started again. The pages without a server: fruitrage site.

With --opponent, 'New game' offers these players too. A program plays here, in its sandbox, by
files or by the Universal Game Interface; at most eight games with opponents at a time. What it
does wrong loses the game, and the page says what that was.

Examples:
  fruitrage serve --open
  fruitrage serve --games records                  records of a match, too
  fruitrage serve --opponent ugi:./mybot           play against your own engine
  fruitrage serve --tournament cup                 watch a tournament as it runs
  fruitrage serve --db postgres://arena@db/cup     the same, wherever it runs
  fruitrage serve --listen 0.0.0.0 --name home.lan  for the phones at home")]
pub(crate) struct Options {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 8017)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// The address to listen at
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// A name that the server may be called by, beside localhost and its address
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// Where games are recorded and found; it is made when it is needed
    #[arg(long, value_name = "FOLDER", default_value = "games")]
    games: PathBuf,
    /// A player that the pages offer as opponent; as for fruitrage match
    #[arg(long, value_name = "PLAYER")]
    opponent: Vec<String>,
    #[command(flatten)]
    sandbox: SandboxOptions,
    /// The folder of a tournament to watch
    #[arg(long, value_name = "FOLDER")]
    tournament: Option<PathBuf>,
    /// The database of a tournament to watch that is kept at a server
    #[command(flatten)]
    database: DatabaseOptions,
}

impl Options {
    /// The tournament to watch.
    fn site(&self) -> anyhow::Result<Option<Site>> {
        match (&self.tournament, self.database.url()?) {
            (Some(folder), url) => {
                anyhow::ensure!(folder.is_dir(), "{} is not a folder", folder.display());
                Ok(Some(Site::of_folder(Folder::new(folder), url)?))
            }
            (None, url) => Ok(url.map(|url| Site::at_server(url, "."))),
        }
    }
}

/// Makes the opponents ready that are offered.
fn opponents(options: &Options, roster: &HouseRoster) -> anyhow::Result<Vec<Arc<dyn Entrant>>> {
    let specs: Vec<AgentSpec> = options.opponent.iter().map(AgentSpec::of_command).collect();
    for (index, spec) in specs.iter().enumerate() {
        must_be_somebody(spec, Path::new("."))?;
        let name = spec.name();
        let is_taken = specs[..index].iter().any(|other| other.name() == name);
        anyhow::ensure!(!is_taken, "two opponents are called {name}; nobody could tell them apart");
    }
    specs.iter().map(|spec| roster.entrant(spec, None).with_context(|| spec.name())).collect()
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let site = options.site()?;
    let sandbox = options.sandbox;
    let roster = HouseRoster::new(move || sandbox.choose(), &Stop::default())?;
    let opponents = opponents(options, &roster)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("the server cannot start")?;
    runtime.block_on(serve(options, site, opponents))?;
    // Who is still being answered is not waited for.
    runtime.shutdown_background();
    Ok(Verdict::Yes)
}

async fn serve(options: &Options, tournament: Option<Site>, opponents: Vec<Arc<dyn Entrant>>) -> anyhow::Result<()> {
    let wanted = SocketAddr::new(options.listen, options.port);
    let server = Server::bind(fruitrage_web::Options {
        address: options.listen,
        port: options.port,
        names: options.name.clone(),
        games: options.games.clone(),
        tournament,
        opponents,
        limits: Limits::default(),
    });
    let server = server.await.with_context(|| format!("cannot listen at {wanted}; try another --port"))?;
    let address = server.address();
    if !address.ip().is_loopback() {
        tell(format_args!(
            "WARNING: listening at {address}, not only for this machine. Whoever can reach it can play and see the \
             recorded games.\nThere is no password and no encryption."
        ));
    }
    let host = if address.ip().is_unspecified() { "localhost".to_owned() } else { bracketed(address.ip()) };
    let page = format!("http://{host}:{}/", address.port());
    print(format_args!("{page}\n"))?;
    tell(format_args!("Games are recorded in {}. Ctrl-C ends the server.", options.games.display()));
    if options.open {
        open_browser(&page);
    }
    tokio::select! {
        never = server.run() => match never {},
        () = interrupted() => Ok(()),
    }
}

fn bracketed(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

/// Waits for Ctrl-C or a request to end.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut ended) = signal(SignalKind::terminate()) else { return std::future::pending().await };
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = ended.recv() => {}
        }
    }
    #[cfg(not(unix))]
    {
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// Asks the system for its browser. If there is none, the address has been printed.
fn open_browser(page: &str) {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        Command::new("xdg-open")
    };
    let started = command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Err(error) = started {
        tell(format_args!("No browser could be opened ({error}); open the address above."));
    }
}
