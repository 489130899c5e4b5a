//! Who has which seat of a room: keys that nobody can guess, kept beside the record.

use std::fs;
use std::path::{Path, PathBuf};

use fruitrage_rules::Player;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::series::Series;

/// The keys of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Keys {
    /// The seat of whoever made the room, 0 or 1.
    host_seat: usize,
    host: String,
    invitation: String,
    /// The key that whoever came first with the invitation was given.
    guest: Option<String>,
    /// The match that the room's game belongs to.
    #[serde(default)]
    pub(crate) series: Series,
}

/// Returns a key that nobody can guess.
pub(crate) fn new_key() -> String {
    let random = || getrandom::u64().unwrap_or_else(|error| panic!("the system has no random numbers: {error}"));
    format!("{:016x}{:016x}", random(), random())
}

impl Keys {
    /// The keys of a new room.
    pub(crate) fn new(host: Player) -> Self {
        Self { host_seat: host.index(), host: new_key(), invitation: new_key(), guest: None, series: Series::default() }
    }

    /// The keys of a room whose other seat is nobody's to take: a player of the server has it.
    pub(crate) fn alone(host: Player) -> Self {
        Self { guest: Some(new_key()), ..Self::new(host) }
    }

    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    pub(crate) fn invitation(&self) -> &str {
        &self.invitation
    }

    /// Whether both seats are taken.
    pub(crate) const fn is_full(&self) -> bool {
        self.guest.is_some()
    }

    /// The seat of whoever made the first room, 0 or 1.
    pub(crate) const fn host_seat(&self) -> usize {
        self.host_seat
    }

    /// Remembers that a seat wants a rematch; returns whether both do.
    pub(crate) fn want_rematch(&mut self, seat: Player) -> bool {
        self.series.wanted[usize::from(seat.index() != self.host_seat)] = true;
        self.series.wanted == [true; 2]
    }

    /// The keys of the room in which the match goes on: the same ones, to swapped seats.
    pub(crate) fn next(&self, points: [u32; 2]) -> Self {
        let series = self.series.after(points, self.host_seat);
        Self { host_seat: 1 - self.host_seat, invitation: new_key(), series, ..self.clone() }
    }

    fn players(&self) -> [Player; 2] {
        if self.host_seat == 0 { [Player::First, Player::Second] } else { [Player::Second, Player::First] }
    }

    /// Returns the seat that a key opens; none for those who watch.
    pub(crate) fn seat(&self, key: Option<&str>) -> Option<Player> {
        let [host, guest] = self.players();
        match key? {
            key if key == self.host => Some(host),
            key if self.guest.as_deref() == Some(key) => Some(guest),
            _ => None,
        }
    }

    /// Gives the other seat to whoever comes with the invitation, once.
    pub(crate) fn take(&mut self, invitation: &str, new_key: impl FnOnce() -> String) -> Option<(Player, String)> {
        if invitation != self.invitation || self.guest.is_some() {
            return None;
        }
        let key = new_key();
        self.guest = Some(key.clone());
        Some((self.players()[1], key))
    }

    fn path(record: &Path) -> PathBuf {
        record.with_extension("seats")
    }

    /// Keeps the keys beside a record if there is one and they are not there, or the other way
    /// round: of a game that is a file, the keys are one too.
    pub(crate) fn keep_beside(&self, record: &Path) -> Result<(), Failure> {
        if record.exists() == Self::path(record).exists() { Ok(()) } else { self.write(record) }
    }

    /// Keeps the keys beside a record, for as long as there is one.
    pub(crate) fn write(&self, record: &Path) -> Result<(), Failure> {
        let path = Self::path(record);
        if !record.exists() {
            // There may be none.
            let _ = fs::remove_file(path);
            return Ok(());
        }
        let text = serde_json::to_vec(self).map_err(Failure::own)?;
        fs::write(path, text).map_err(|error| Failure::own(format!("cannot keep the seats: {error}")))
    }

    /// Reads the keys that were kept beside a record. If there are none, everybody watches.
    pub(crate) fn read(record: &Path) -> Self {
        let read = fs::read(Self::path(record)).ok().and_then(|text| serde_json::from_slice(&text).ok());
        read.unwrap_or_else(|| Self::alone(Player::First))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_invitation_opens_the_other_seat_once_and_to_nobody_else() {
        for host in [Player::First, Player::Second] {
            let mut keys = Keys::new(host);
            let invitation = keys.invitation().to_owned();
            assert_eq!(keys.seat(Some(&keys.host)), Some(host));
            assert_eq!((keys.seat(Some(&invitation)), keys.seat(None), keys.is_full()), (None, None, false));
            assert_eq!(keys.take("something else", new_key), None);
            let (guest, key) = keys.take(&invitation, new_key).unwrap();
            assert_ne!(guest, host);
            assert_eq!((keys.seat(Some(&key)), keys.is_full()), (Some(guest), true));
            assert_eq!(keys.take(&invitation, new_key), None, "the second to come watches");
        }
    }

    #[test]
    fn a_rematch_needs_both_and_swaps_the_seats_of_the_same_keys() {
        let mut keys = Keys::new(Player::First);
        let invitation = keys.invitation().to_owned();
        let (_, guest) = keys.take(&invitation, new_key).unwrap();
        assert!(!keys.want_rematch(Player::Second) && !keys.want_rematch(Player::Second));
        assert!(keys.want_rematch(Player::First));
        let next = keys.next([9, 4]);
        assert_eq!((next.seat(Some(&keys.host)), next.seat(Some(&guest))), (Some(Player::Second), Some(Player::First)));
        assert!(next.is_full() && next.seat(Some(&invitation)).is_none());
    }

    #[test]
    fn without_its_keys_a_room_is_only_watched() {
        let folder = std::env::temp_dir().join("there is no such folder");
        let keys = Keys::read(&folder.join("room-1.jsonl"));
        assert!(keys.is_full() && keys.seat(None).is_none() && keys.seat(Some("")).is_none());
    }
}
