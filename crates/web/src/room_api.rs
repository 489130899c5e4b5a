//! What pages ask of rooms.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use fruitrage_play::session::{Refusal, Session};
use fruitrage_play::view::{WantedGame, name_of};
use fruitrage_rules::{Cell, Player};
use serde::Deserialize;
use serde_json::json;

use crate::App;
use crate::failure::{Failure, Json, Query, aside};
use crate::room::{Room, View, is_against_a_machine, number};
use crate::rooms::random;
use crate::seats::{Keys, new_key};
use crate::streams::{message, stream};

async fn find(app: &Arc<App>, id: String) -> Result<Arc<Room>, Failure> {
    let app = Arc::clone(app);
    aside(move || app.rooms.find(&id)).await?
}

/// A room that somebody wants.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    game: WantedGame,
    /// The seat of whoever makes the room.
    #[serde(default = "first")]
    seat: u8,
    /// Who is to have the other seat, if it is a player of the server.
    opponent: Option<String>,
}

const fn first() -> u8 {
    1
}

fn player(seat: u8) -> Result<Player, Failure> {
    match seat {
        1 => Ok(Player::First),
        2 => Ok(Player::Second),
        _ => Err(Failure::bad("a seat is 1 or 2")),
    }
}

/// `POST /api/rooms`: a new game, the key to one seat and the invitation to the other. It
/// stands still until somebody has taken that. Against a player of the server there is no
/// invitation, and nothing to wait for but somebody who looks on.
pub(crate) async fn create(State(app): State<Arc<App>>, Json(mut wanted): Json<Wanted>) -> Result<Response, Failure> {
    if wanted.game.seats.iter().any(|seat| seat.level.is_some()) {
        return Err(Failure::bad("a room is for two people; the engine plays in the page itself"));
    }
    let host = player(wanted.seat)?;
    let opponent = wanted.opponent.map(|name| app.rooms.opponents().seat(&name)).transpose()?;
    if opponent.is_some() {
        wanted.game.seats[host.index()].name.get_or_insert_with(|| "You".to_owned());
    }
    let mut setup = wanted.game.setup(random()).map_err(Failure::bad)?;
    let keys = if opponent.is_some() { Keys::alone(host) } else { Keys::new(host) };
    let invitation = opponent.is_none().then(|| keys.invitation().to_owned());
    if let Some(opponent) = opponent {
        setup.seats[host.opponent().index()] = opponent;
    }
    let key = keys.host().to_owned();
    let id = aside(move || app.rooms.start(setup, keys)).await??;
    let made = json!({ "id": id, "seat": number(host), "key": key, "invitation": invitation });
    Ok((StatusCode::CREATED, axum::Json(made)).into_response())
}

/// Who comes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Who {
    key: Option<String>,
}

/// `GET /api/rooms/{id}`: how it stands, and which seat the key opens.
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(who): Query<Who>,
) -> Result<Response, Failure> {
    let room = find(&app, id).await?;
    Ok(axum::Json(room.shown(&room.session.snapshot(), who.key.as_deref())).into_response())
}

/// Somebody with an invitation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Invited {
    invitation: String,
}

/// `POST /api/rooms/{id}/join`: takes the other seat, for whoever is first. The others watch.
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Json(invited): Json<Invited>,
) -> Result<Response, Failure> {
    let room = find(&app, id.clone()).await?;
    let joined = aside(move || {
        let taken = room.keys().take(&invited.invitation, new_key);
        if let Some((guest, key)) = taken {
            app.rooms.write_keys(&id, &room)?;
            room.go_on();
            return Ok::<_, Failure>(json!({ "seat": number(guest), "key": key }));
        }
        Ok(json!({ "seat": null, "key": null }))
    });
    Ok(axum::Json(joined.await??).into_response())
}

/// `GET /api/rooms/{id}/events`: how it stands, and what happens from then on.
pub(crate) async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(who): Query<Who>,
) -> Result<Response, Failure> {
    let room = find(&app, id).await?;
    let view = View::open(&room)?;
    let (snapshot, receiver) = room.follow();
    let first = message(&room.shown(&snapshot, who.key.as_deref()));
    Ok(stream(Some(first), receiver, view))
}

fn refused(refusal: &Refusal) -> Failure {
    match refusal {
        Refusal::Illegal(illegal) => Failure::new(StatusCode::UNPROCESSABLE_ENTITY, illegal),
        other => Failure::conflict(other),
    }
}

/// Returns the seat that a key opens, or refuses who watches.
fn seat_of(room: &Room, key: &str) -> Result<Player, Failure> {
    let seat = room.keys().seat(Some(key));
    seat.ok_or_else(|| Failure::new(StatusCode::FORBIDDEN, "you are watching this game: both seats are taken"))
}

/// Does something in a game for the seat that a key opens, where a disk that is slow holds up
/// nobody.
async fn act(
    app: Arc<App>,
    id: String,
    key: String,
    act: impl FnOnce(&Session, Player) -> Result<(), Failure> + Send + 'static,
) -> Result<StatusCode, Failure> {
    let done = aside(move || {
        let room = app.rooms.find(&id)?;
        let seat = seat_of(&room, &key)?;
        let done = act(&room.session, seat);
        app.rooms.keep_keys(&id, &room)?;
        done
    });
    done.await??;
    Ok(StatusCode::NO_CONTENT)
}

/// A move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Played {
    key: String,
    #[serde(rename = "move")]
    cell: String,
    /// The number that the move is to have, so that nothing sent twice or late is
    /// taken for a move in a position that nobody had seen.
    ply: Option<usize>,
}

/// `POST /api/rooms/{id}/moves`: takes a group.
pub(crate) async fn play(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Json(played): Json<Played>,
) -> Result<StatusCode, Failure> {
    let cell: Cell = played.cell.parse().map_err(|error| Failure::bad(format!("{error}")))?;
    let play = move |session: &Session, seat: Player| {
        let snapshot = session.snapshot();
        if snapshot.end.is_none() && snapshot.turn != seat {
            let name = &snapshot.seats[snapshot.turn.index()].name;
            return Err(Failure::conflict(format!("it is the turn of {name}")));
        }
        if played.ply.is_some_and(|ply| ply != snapshot.moves.len() + 1) {
            return Err(Failure::conflict("the game has gone on meanwhile"));
        }
        session.play(cell).map_err(|refusal| refused(&refusal))
    };
    act(app, id, played.key, play).await
}

/// Somebody with a key.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Seated {
    key: String,
}

/// `POST /api/rooms/{id}/take-back`: takes back one's own last move: from a person before it
/// is replied to, from a player of the server until the game is over.
pub(crate) async fn take_back(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Json(seated): Json<Seated>,
) -> Result<StatusCode, Failure> {
    let take_back = |session: &Session, seat: Player| {
        let snapshot = session.snapshot();
        if is_against_a_machine(&snapshot) {
            // Its player has gone.
            if let Some(end) = snapshot.end {
                return Err(refused(&Refusal::Over(end.message)));
            }
        } else if snapshot.moves.last().is_none_or(|last| last.player != seat) {
            return Err(Failure::conflict("only one's own last move can be taken back, before it is replied to"));
        }
        session.take_back().map(drop).map_err(|refusal| refused(&refusal))
    };
    act(app, id, seated.key, take_back).await
}

/// `POST /api/rooms/{id}/resign`: gives up.
pub(crate) async fn resign(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Json(seated): Json<Seated>,
) -> Result<StatusCode, Failure> {
    act(app, id, seated.key, |session, seat| session.resign(seat).map_err(|refusal| refused(&refusal))).await
}

/// Somebody with a key and a name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Named {
    key: String,
    name: String,
}

/// `POST /api/rooms/{id}/name`: is called so from now on.
pub(crate) async fn rename(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Json(named): Json<Named>,
) -> Result<StatusCode, Failure> {
    let name = name_of(&named.name).map_err(Failure::bad)?;
    let rename = move |session: &Session, seat: Player| session.rename(seat, name).map_err(|refusal| refused(&refusal));
    act(app, id, named.key, rename).await
}

/// `POST /api/rooms/{id}/rematch`: wants another game with sides swapped. When both want it, all
/// who look on are told of its room, which the keys to this one open too.
pub(crate) async fn rematch(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Json(seated): Json<Seated>,
) -> Result<Response, Failure> {
    let room = find(&app, id.clone()).await?;
    let asked = aside(move || {
        let seat = seat_of(&room, &seated.key)?;
        let next = app.rooms.rematch(&id, &room, seat)?;
        room.tell(&match &next {
            Some(next) => json!({ "type": "rematch", "room": next }),
            None => json!({ "type": "rematch-wanted", "player": number(seat) }),
        });
        Ok::<_, Failure>(json!({ "room": next }))
    });
    Ok(axum::Json(asked.await??).into_response())
}
