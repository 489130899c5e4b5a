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

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    struct Timed(#[serde(with = "super")] Duration);

    #[test]
    fn a_time_is_read_as_it_is_written_to_the_microsecond() {
        for micros in [0, 1, 999_999, 1_000_000, 989_999, 299_999_999, 86_400_000_001, 999_999_999_999_999] {
            let time = Timed(Duration::from_micros(micros));
            let text = serde_json::to_string(&time).unwrap();
            assert_eq!(serde_json::from_str::<Timed>(&text).unwrap(), time, "{text}");
        }
        assert_eq!(serde_json::to_string(&Timed(Duration::from_nanos(1_500_999))).unwrap(), "0.0015");
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in ["-0.000001", "1000000001", "1e300", "\"1\"", "null"] {
            assert!(serde_json::from_str::<Timed>(text).is_err(), "{text}");
        }
        assert_eq!(serde_json::from_str::<Timed>("1e9").unwrap(), Timed(Duration::from_secs(1_000_000_000)));
    }
}
