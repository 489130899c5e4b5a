//! A match of two people in rooms: the same board twice with sides swapped, and then another one.
//! The points of all games count together, because between equals whoever begins mostly wins.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A match as one of its rooms knows it. Sides are the host, who made the first room, and the
/// guest; who of them begins changes from game to game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Series {
    /// The points of host and guest in the games before this one.
    totals: [u32; 2],
    /// How many games those were.
    played: u32,
    /// Whether host and guest want the next game.
    pub(crate) wanted: [bool; 2],
    /// The room of the next game.
    pub(crate) next: Option<String>,
}

impl Series {
    /// Whether the board is that of the game before, with sides swapped.
    pub(crate) const fn is_swapped(&self) -> bool {
        self.played % 2 == 1
    }

    /// The match after a game that ended with these points of the first and the second player.
    pub(crate) fn after(&self, points: [u32; 2], host_seat: usize) -> Self {
        let [host, guest] = self.totals;
        let totals = [host + points[host_seat], guest + points[1 - host_seat]];
        Self { totals, played: self.played + 1, ..Self::default() }
    }

    /// What a page shows of it, in the order of the seats.
    pub(crate) fn shown(&self, host_seat: usize) -> Value {
        let by_seat = |[host, guest]: [Value; 2]| if host_seat == 0 { [host, guest] } else { [guest, host] };
        json!({
            "totals": by_seat(self.totals.map(Value::from)),
            "wanted": by_seat(self.wanted.map(Value::from)),
            "played": self.played,
            "swapped": self.is_swapped(),
            "next": self.next,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_counted_for_the_people_whichever_seats_they_had() {
        let first = Series::default();
        assert!(!first.is_swapped());
        // The host began and won by 30 : 10.
        let second = Series { wanted: [true; 2], next: Some("room".to_owned()), ..first }.after([30, 10], 0);
        assert!(second.is_swapped());
        assert_eq!(second.shown(1)["totals"], json!([10, 30]));
        assert_eq!((&second.shown(1)["wanted"], &second.shown(1)["next"]), (&json!([false, false]), &Value::Null));
        // Now the guest began and won by 25 : 5.
        let third = second.after([25, 5], 1);
        assert_eq!((third.shown(0)["totals"].clone(), third.is_swapped()), (json!([35, 35]), false));
        assert_eq!(third.shown(0)["played"], 2);
    }
}
