//! All rooms: found, made, gone on with in another one, and put away.
//!
//! Every game is recorded as it goes, from its first move on. One that was put away, or
//! was under way when the server ended, is taken up again from its record when somebody
//! asks for it. Who made the room has a key to one seat. The other seat is for whoever comes
//! first with the invitation, and gets a key of its own then.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use fruitrage_game::{AgentLine, BoardClass, ClockKind, GameRecord, StartingBoard};
use fruitrage_play::session::{Seat, Session, Setup};
use fruitrage_rules::Player;

use crate::failure::Failure;
use crate::opponents::{Opponents, Place};
use crate::records::Records;
use crate::room::{PACE, Room, is_against_a_machine, is_played_by_a_machine};
use crate::seats::Keys;

/// Games in memory at a time.
const MOST_ROOMS: usize = 32;

/// A game that nobody has looked at for so long is put away.
const KEPT: Duration = Duration::from_mins(30);

/// What the names of our records begin with. No others are taken up again: they
/// may belong to a program that is still writing them.
const PREFIX: &str = "room-";

/// All games in memory.
#[derive(Debug)]
pub(crate) struct Rooms {
    records: Records,
    opponents: Opponents,
    kept: Mutex<HashMap<String, Arc<Room>>>,
}

impl Rooms {
    pub(crate) fn new(records: Records, opponents: Opponents) -> Self {
        Self { records, opponents, kept: Mutex::default() }
    }

    pub(crate) const fn opponents(&self) -> &Opponents {
        &self.opponents
    }

    /// Takes a place for a player of the server. If all are taken, the game that nobody has
    /// looked at for the longest is put away.
    fn take_place(&self) -> Result<Place, Failure> {
        if let Some(place) = self.opponents.take_place() {
            return Ok(place);
        }
        let longest_idle = {
            let mut rooms = self.lock();
            let idle = rooms.iter().filter(|(_, room)| room.has_place());
            let longest = idle.filter_map(|(id, room)| Some((room.idle()?, id.clone()))).max();
            longest.and_then(|(_, id)| rooms.remove(&id))
        };
        // Its player ends with it.
        drop(longest_idle);
        self.opponents.take_place().ok_or_else(Opponents::all_taken)
    }

    /// Who a record's line tells of, if that can play here.
    fn seat(&self, line: &AgentLine) -> anyhow::Result<Seat> {
        let person = || Seat::of_line(line).filter(Seat::is_human);
        let seat = self.opponents.of_line(line).or_else(person);
        seat.ok_or_else(|| anyhow::anyhow!("{} is not offered by this server any more (--opponent)", line.name))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes room, and keeps a game.
    fn keep(&self, id: &str, session: Session, record: PathBuf, keys: Keys) -> Result<Arc<Room>, Failure> {
        let needs_place = is_played_by_a_machine(&session.snapshot());
        let place = needs_place.then(|| self.take_place()).transpose()?;
        // To end a game may take a moment: not while others wait.
        let mut put_away = Vec::new();
        let mut rooms = self.lock();
        let old: Vec<String> = rooms
            .iter()
            .filter(|(_, room)| room.has_begun() && room.idle().is_some_and(|idle| idle > KEPT))
            .map(|(id, _)| id.clone())
            .collect();
        put_away.extend(old.iter().filter_map(|id| rooms.remove(id)));
        if rooms.len() >= MOST_ROOMS {
            // Of one that has not begun there is no record.
            let oldest = rooms.iter().filter_map(|(id, room)| Some((room.has_begun(), room.idle()?, id.clone()))).max();
            let Some((.., id)) = oldest else {
                return Err(Failure::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    format!("{MOST_ROOMS} games are being played here, and there is no room for another"),
                ));
            };
            put_away.extend(rooms.remove(&id));
        }
        let room = Arc::new(Room::new(session, record, keys, place));
        // Two may have asked for the same record at once: the first one is it.
        let room = Arc::clone(rooms.entry(id.to_owned()).or_insert(room));
        drop(rooms);
        drop(put_away);
        Ok(room)
    }

    /// A game in memory, or from its record. It may have to read files.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<Room>, Failure> {
        let missing = || Failure::missing("there is no such room; one is kept from its first move on");
        let found = self.lock().get(id).cloned();
        if let Some(room) = found {
            room.touch();
            return Ok(room);
        }
        if !is_own_name(id) {
            return Err(missing());
        }
        let path = self.records.path(&format!("{id}.jsonl")).ok_or_else(missing)?;
        let session = Session::resume(&path, |line| self.seat(line));
        let session = session.map_err(|error| Failure::conflict(format!("{error:#}")))?;
        // Until somebody is there.
        let _ = session.pause();
        let keys = Keys::read(&path);
        self.keep(id, session, path, keys)
    }

    /// Starts a game in a new room, with these keys to it; returns the room's name.
    pub(crate) fn start(&self, mut setup: Setup, keys: Keys) -> Result<String, Failure> {
        let id = format!("{PREFIX}{:016x}", random());
        setup.id.clone_from(&id);
        setup.paused = true;
        setup.pace = PACE;
        let path = self.records.new_path(&format!("{id}.jsonl")).map_err(Failure::own)?;
        let session = Session::start_recorded(setup, &path).map_err(|error| Failure::bad(format!("{error:#}")))?;
        self.keep(&id, session, path, keys)?;
        Ok(id)
    }

    /// Keeps the keys of a room beside its record if there is one now, or was one.
    pub(crate) fn keep_keys(&self, id: &str, room: &Room) -> Result<(), Failure> {
        room.keys().keep_beside(&self.records.new_path(&format!("{id}.jsonl")).map_err(Failure::own)?)
    }

    /// Keeps the keys of a room beside its record, if there is one.
    pub(crate) fn write_keys(&self, id: &str, room: &Room) -> Result<(), Failure> {
        room.keys().write(&self.records.new_path(&format!("{id}.jsonl")).map_err(Failure::own)?)
    }

    /// Whoever sits in a seat wants another game with sides swapped. It begins when both want it,
    /// as a player of the server always does.
    /// Returns the room's name, once there is one.
    pub(crate) fn rematch(&self, id: &str, room: &Room, seat: Player) -> Result<Option<String>, Failure> {
        let record = room.session.record();
        let Some(end) = &record.end else {
            return Err(Failure::conflict("the game is not over yet"));
        };
        // One at a time: both may ask at once.
        let mut keys = room.keys();
        if let Some(next) = keys.series.next.clone().filter(|next| self.find(next).is_ok()) {
            return Ok(Some(next));
        }
        let alone = is_against_a_machine(&room.session.snapshot());
        if keys.want_rematch(seat) || alone {
            let next = keys.next(end.points);
            let [second, first] = record.game.agents.each_ref().map(|agent| self.seat(agent));
            let seats = || Ok::<_, anyhow::Error>([first?, second?]);
            let seats = seats().map_err(Failure::conflict)?;
            let setup = rematch_of(&record, seats, next.series.is_swapped());
            keys.series.next = Some(self.start(setup, next)?);
        }
        let next = keys.series.next.clone();
        drop(keys);
        self.write_keys(id, room)?;
        Ok(next)
    }
}

/// Returns the next game of a match: the same board with sides swapped, or another one.
fn rematch_of(record: &GameRecord, seats: [Seat; 2], same_board: bool) -> Setup {
    let game = &record.game;
    let board = record.positions[0].board();
    let random = random();
    let another = BoardClass::new(board.size(), game.kinds).ok().filter(|_| !same_board);
    let start = match another {
        Some(class) => StartingBoard { board: class.board(random >> 32), kinds: game.kinds, seed: Some(random >> 32) },
        None => StartingBoard { board: board.clone(), kinds: game.kinds, seed: game.seed },
    };
    let budget = (game.clock.kind != ClockKind::None).then_some(game.agents[0].time);
    Setup { budget, increment: game.clock.increment, dice: random, ..Setup::new(start, seats) }
}

/// Whether a game can have been started here.
fn is_own_name(id: &str) -> bool {
    id.strip_prefix(PREFIX).is_some_and(|rest| rest.len() == 16 && rest.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// A number that nobody can guess.
pub(crate) fn random() -> u64 {
    getrandom::u64().unwrap_or_else(|error| panic!("the system has no random numbers: {error}"))
}
