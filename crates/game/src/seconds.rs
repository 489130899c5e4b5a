//! Times in records: seconds with at most six decimals, for `#[serde(with)]`.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serializer, de};

/// Writes a time as seconds.
pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_micros() as f64 / 1e6)
}

/// Reads seconds as a time.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    let seconds = f64::deserialize(deserializer)?;
    if !(0.0..=1e9).contains(&seconds) {
        return Err(de::Error::custom(format!("{seconds} is no time in seconds")));
    }
    Ok(Duration::from_micros((seconds * 1e6).round() as u64))
}
