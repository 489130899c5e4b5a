//! What is told to whoever asks wrongly: a status and a sentence, as
//! JSON; and for reading what was asked.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::BODY_LIMIT;

/// How long a request's body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why a request is not granted.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    message: String,
}

impl Failure {
    #[expect(
        clippy::needless_pass_by_value,
        reason = "errors are handed over as they come, and are not needed any more"
    )]
    pub(crate) fn new(status: StatusCode, message: impl ToString) -> Self {
        Self { status, message: message.to_string() }
    }

    /// What was sent makes no sense.
    pub(crate) fn bad(message: impl ToString) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// There is no such thing.
    pub(crate) fn missing(message: impl ToString) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// It makes sense, but not now.
    pub(crate) fn conflict(message: impl ToString) -> Self {
        Self::new(StatusCode::CONFLICT, message)
    }

    /// There is too much to do already.
    pub(crate) fn busy(message: impl ToString) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, message)
    }

    /// The server's own fault.
    pub(crate) fn own(message: impl ToString) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let body = axum::Json(json!({ "error": self.message }));
        let mut response = (self.status, body).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}

/// The answer to everything else.
pub(crate) async fn no_such_page() -> Failure {
    Failure::missing("there is no such page")
}

/// A request's body as JSON.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        // Other pages can send forms and plain text without being asked, but not JSON.
        if kind.and_then(|kind| kind.split(';').next()).map(str::trim) != Some("application/json") {
            return Err(Failure::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "expected a body of type application/json"));
        }
        let length = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
        if length.and_then(|length| length.parse().ok()).is_some_and(|length: u64| length > BODY_LIMIT as u64) {
            return Err(Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "the body is too long"));
        }
        let text = body(request, state).await?;
        serde_json::from_slice(&text).map(Self).map_err(|error| Failure::bad(format!("not as expected: {error}")))
    }
}

/// The whole body of a request.
async fn body<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Failure> {
    let read = tokio::time::timeout(PATIENCE, Bytes::from_request(request, state)).await;
    let read = read.map_err(|_| Failure::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time"))?;
    read.map_err(|rejection| Failure::new(rejection.status(), rejection.body_text()))
}

/// What follows the question mark.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let query = axum::extract::Query::try_from_uri(&parts.uri);
        query.map(|query| Self(query.0)).map_err(|rejection| Failure::bad(rejection.body_text()))
    }
}

/// Runs what may wait for a disk or think a little, where it holds up nobody.
pub(crate) async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| Failure::own("the server failed at this; its terminal says more"))
}
