//! The guard of the server: who may ask, and the headers of every answer.
//!
//! A page of somebody else in the same browser can send requests here too, and by
//! giving its own name our address it could even read the answers. The first is
//! told by `Origin` and `Sec-Fetch-Site`, the second by `Host`: only names that
//! cannot be somebody else's are answered to.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::failure::Failure;

/// What is sent along with everything: nothing is loaded from elsewhere, nothing
/// inline is run but the engine and its workers, nobody may frame it, and nobody is told where one comes from.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; \
         img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Who may ask.
#[derive(Debug)]
pub(crate) struct Guard {
    address: SocketAddr,
    names: Vec<String>,
}

impl Guard {
    pub(crate) const fn new(address: SocketAddr, names: Vec<String>) -> Self {
        Self { address, names }
    }

    fn admit(&self, method: &Method, path: &str, headers: &HeaderMap) -> Result<(), Failure> {
        let host = single(headers, &header::HOST).and_then(|host| host.to_str().ok());
        let host = host.ok_or_else(|| Failure::bad("expected one Host header"))?;
        if !self.is_own(host) {
            let message = "this server does not answer to that name; see 'fruitrage serve --help' for --name";
            return Err(Failure::new(StatusCode::MISDIRECTED_REQUEST, message));
        }
        let foreign = || Failure::new(StatusCode::FORBIDDEN, "requests from other sites are not answered");
        if let Some(origin) = headers.get(header::ORIGIN)
            && origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://")) != Some(host)
        {
            return Err(foreign());
        }
        // A link on another site may lead to a page, but not do or load anything. Not even to
        // what a page asks for: that may start a search.
        let is_own = |site: &HeaderValue| site == "same-origin" || site == "none";
        let is_link = method == Method::GET && !path.starts_with("/api") && {
            let mut modes = headers.get_all("sec-fetch-mode").iter();
            modes.next().is_some_and(|mode| mode == "navigate") && modes.next().is_none()
        };
        if headers.get_all("sec-fetch-site").iter().all(is_own) || is_link { Ok(()) } else { Err(foreign()) }
    }

    /// Whether a Host header names this server by an address, which nobody else can
    /// make theirs, or by a name that is known to be its own.
    fn is_own(&self, host: &str) -> bool {
        let (name, port) = split(host);
        if port.unwrap_or(80) != self.address.port() {
            return false;
        }
        let address: Option<IpAddr> = name.trim_matches(['[', ']']).parse().ok();
        match address {
            Some(address) => {
                let listening = self.address.ip();
                address == listening || listening.is_unspecified() || (address.is_loopback() && listening.is_loopback())
            }
            None => {
                name.eq_ignore_ascii_case("localhost") || self.names.iter().any(|own| own.eq_ignore_ascii_case(name))
            }
        }
    }
}

fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a HeaderValue> {
    let mut all = headers.get_all(name).iter();
    all.next().filter(|_| all.next().is_none())
}

/// The name and the port of a host; a port that is no number is none of ours.
fn split(host: &str) -> (&str, Option<u16>) {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, Some(port.parse().unwrap_or(0))),
        _ => (host, None),
    }
}

/// Lets in who may, and sends the headers along.
pub(crate) async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let admitted = guard.admit(request.method(), request.uri().path(), request.headers());
    let mut response = match admitted {
        Ok(()) => worded(next.run(request).await),
        Err(failure) => failure.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// A refusal by the library in our own form.
fn worded(response: Response) -> Response {
    let status = response.status();
    let is_json = |kind: &HeaderValue| kind.as_bytes().starts_with(b"application/json");
    if !(status.is_client_error() || status.is_server_error())
        || response.headers().get(header::CONTENT_TYPE).is_some_and(is_json)
    {
        return response;
    }
    let message = match status {
        StatusCode::METHOD_NOT_ALLOWED => "this cannot be done there".to_owned(),
        _ => status.canonical_reason().unwrap_or("refused").to_lowercase(),
    };
    let mut worded = Failure::new(status, message).into_response();
    if let Some(allowed) = response.headers().get(header::ALLOW) {
        worded.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    worded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(address: &str) -> Guard {
        Guard::new(address.parse().unwrap(), vec!["box.lan".to_owned()])
    }

    #[test]
    fn only_names_that_cannot_be_somebody_elses_are_answered_to() {
        let local = guard("127.0.0.1:8017");
        for host in ["127.0.0.1:8017", "localhost:8017", "LOCALHOST:8017", "[::1]:8017", "box.lan:8017"] {
            assert!(local.is_own(host), "{host}");
        }
        for host in ["127.0.0.1", "127.0.0.1:80", "evil.example:8017", "192.168.1.7:8017", "localhost.evil:8017", ""] {
            assert!(!local.is_own(host), "{host}");
        }
        let open = guard("0.0.0.0:80");
        assert!(open.is_own("192.168.1.7") && open.is_own("localhost:80"));
        assert!(!open.is_own("evil.example"));
    }

    #[test]
    fn another_sites_page_can_link_here_but_do_nothing() {
        let local = guard("127.0.0.1:8017");
        let asked = |method: Method, path: &str, pairs: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static("localhost:8017"))]);
            for &(name, value) in pairs {
                headers.insert(name, HeaderValue::from_static(value));
            }
            local.admit(&method, path, &headers).is_ok()
        };
        let admitted = |method, pairs: &[_]| asked(method, "/", pairs);
        assert!(admitted(Method::POST, &[]));
        assert!(admitted(Method::POST, &[("origin", "http://localhost:8017")]));
        assert!(!admitted(Method::POST, &[("origin", "http://evil.example")]));
        assert!(!admitted(Method::POST, &[("origin", "null")]));
        assert!(!admitted(Method::GET, &[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")]));
        for site in ["cross-site", "same-site", "who-knows"] {
            let link = [("sec-fetch-site", site), ("sec-fetch-mode", "navigate")];
            assert!(asked(Method::GET, "/replay", &link), "{site}");
            assert!(!asked(Method::GET, "/api/analysis", &link), "{site}");
            assert!(!asked(Method::POST, "/replay", &link), "{site}");
        }
        for site in ["same-origin", "none"] {
            assert!(asked(Method::GET, "/api/analysis", &[("sec-fetch-site", site)]), "{site}");
        }
    }
}
