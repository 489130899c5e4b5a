//! The connections of the server: how many there are, and how long each may keep others
//! waiting.
//!
//! Nobody who sends half a request, or reads half an answer, may silence the server. There
//! are so many places. If all are taken, the connection that has waited the longest without
//! a whole request gives way ([`Places`]); if all are being answered, the newcomer is told
//! so and sent away.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::patient::Patient;
use crate::places::{Answering, Arriving, Place, Places};

/// Connections at a time, if the system allows for them: more than games and watchers need.
const MOST_CONNECTIONS: usize = 512;

/// The longest head of a request, and what is kept of an answer until it is read.
const BUFFER: usize = 64 << 10;

/// How many are told at a time that there is no place. More are sent away without a word.
const MOST_REFUSALS: usize = 16;

/// How long whoever is sent away has to read why.
const REFUSAL: Duration = Duration::from_secs(1);

/// How long to wait if the system has no more connections to give.
const REST: Duration = Duration::from_millis(100);

/// What whoever is sent away is told.
const REFUSED: &str = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: 79\r\n\
                       Retry-After: 2\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\
                       Connection: close\r\n\r\n\
                       {\"error\":\"the server has as many connections as it can; try again in a moment\"}";

/// How many connections there may be, and how long each may keep others waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections at a time.
    pub connections: usize,
    /// How long the head of a request may take to arrive. A connection between two requests
    /// is closed after as long.
    pub head: Duration,
    /// How long somebody may read nothing of an answer that waits to be read.
    pub stall: Duration,
}

impl Default for Limits {
    /// Half of the files that the process may open, at most 512, and some seconds.
    fn default() -> Self {
        let connections = most_files().map_or(MOST_CONNECTIONS, |files| (files / 2).clamp(1, MOST_CONNECTIONS));
        Self { connections, head: Duration::from_secs(10), stall: Duration::from_secs(30) }
    }
}

/// Returns how many files the process may have open, if there is a limit.
#[cfg(unix)]
fn most_files() -> Option<usize> {
    use nix::sys::resource::{Resource, getrlimit};
    getrlimit(Resource::RLIMIT_NOFILE).ok().and_then(|(soft, _)| usize::try_from(soft).ok())
}

/// Returns how many files the process may have open, if there is a limit.
#[cfg(not(unix))]
const fn most_files() -> Option<usize> {
    None
}

/// Answers whoever connects, for ever.
pub(crate) async fn serve(listener: TcpListener, router: Router, limits: Limits) -> Infallible {
    let places = Arc::new(Places::new(limits.connections));
    let refusals = Arc::new(Semaphore::new(MOST_REFUSALS));
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) if is_of_client(&error) => continue,
            Err(_) => {
                places.make_room();
                tokio::time::sleep(REST).await;
                continue;
            }
        };
        match places.take().await {
            Some(place) => {
                tokio::spawn(answer(stream, router.clone(), place, limits));
            }
            None => {
                if let Ok(leave) = Arc::clone(&refusals).try_acquire_owned() {
                    tokio::spawn(async move {
                        let _ = tokio::time::timeout(REFUSAL, refuse(stream)).await;
                        drop(leave);
                    });
                }
            }
        }
    }
}

/// Whether a connection was lost before it was accepted.
fn is_of_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Answers the requests of a connection, until it ends or has to give way.
async fn answer(stream: TcpStream, router: Router, place: Place, limits: Limits) {
    // Events are short, and each is to arrive at once.
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let state = place.state();
    let service = service_fn(|request: Request<Incoming>| {
        let answer = router.call(request.map(|body| Arriving::new(body, state.clone())));
        let state = state.clone();
        async move {
            let answer: Response<Body> = answer.await?;
            Ok::<_, Infallible>(answer.map(|body| Answering::new(body, state)))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(Patient::new(stream, limits.stall)), service);
    // A client that breaks off, or is too slow, is nobody's fault here.
    tokio::select! {
        _ = connection => {}
        () = place.gives_way() => {}
    }
}

/// Says that there is no place.
async fn refuse(mut stream: TcpStream) -> io::Result<()> {
    stream.write_all(REFUSED.as_bytes()).await?;
    stream.shutdown().await?;
    // Closed with something unread, the connection would be reset, and the answer lost.
    let mut unread = [0; 1024];
    while stream.read(&mut unread).await? > 0 {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_as_long_as_it_says() {
        let (head, body) = REFUSED.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())), "{}", body.len());
    }

    #[test]
    fn there_is_room_for_files_beside_the_connections() {
        let most = Limits::default().connections;
        assert!(most <= MOST_CONNECTIONS && most_files().is_none_or(|files| 2 * most <= files));
    }
}
