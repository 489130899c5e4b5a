//! How cells, players and values are written for a view: `B1`, 1 or 2,
//! points with decimals.

#![expect(clippy::trivially_copy_pass_by_ref, clippy::ref_option, reason = "serde hands over references to fields")]

use std::time::Duration;

use fruitrage_engine::Value;
use fruitrage_rules::{Cell, Fruit, Player};
use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

pub(crate) fn cell<S: Serializer>(cell: &Cell, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(cell)
}

pub(crate) fn cells<S: Serializer>(cells: &[Cell], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cells.iter().map(ToString::to_string))
}

pub(crate) fn player<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(number(*player))
}

pub(crate) fn some_player<S: Serializer>(player: &Option<Player>, serializer: S) -> Result<S::Ok, S::Error> {
    player.map(number).serialize(serializer)
}

pub(crate) fn fruit<S: Serializer>(fruit: &Fruit, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(fruit.kind())
}

pub(crate) fn value<S: Serializer>(value: &Value, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(value.points())
}

pub(crate) fn some_seconds<S: Serializer>(times: &Option<[Duration; 2]>, serializer: S) -> Result<S::Ok, S::Error> {
    times.map(|times| times.map(|time| time.as_secs_f64())).serialize(serializer)
}

pub(crate) fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

/// 1 for the first player and 2 for the second, as records have it.
pub(crate) fn number(player: Player) -> u8 {
    player.index() as u8 + 1
}

pub(crate) fn read_cell<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Cell, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

pub(crate) fn read_cells<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Vec<Cell>, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    names.iter().map(|name| name.parse().map_err(D::Error::custom)).collect()
}

pub(crate) fn read_value<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Value, D::Error> {
    let points = f64::deserialize(deserializer)?;
    Ok(Value::from_steps((points * f64::from(Value::from_points(1).steps())).round() as i32))
}

pub(crate) fn read_seconds<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Duration, D::Error> {
    Duration::try_from_secs_f64(f64::deserialize(deserializer)?).map_err(D::Error::custom)
}
