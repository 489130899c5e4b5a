//! Seconds written as decimal numbers, without rounding.

use std::time::Duration;

/// More than anyone plays for; keeps sums of times far from overflow.
pub(super) const MAX_SECONDS: u64 = 1_000_000_000;

/// Reads a decimal number of seconds such as `300` or `1.276`: digits, then
/// perhaps a point and more digits. Digits after the ninth are dropped.
pub fn parse_seconds(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(fraction) {
        return None;
    }
    let seconds = whole.parse().ok().filter(|&seconds| seconds <= MAX_SECONDS)?;
    let nanoseconds = fraction.bytes().chain([b'0'; 9]).take(9).fold(0, |sum, b| sum * 10 + u32::from(b - b'0'));
    Some(Duration::new(seconds, nanoseconds))
}

/// Writes a time in seconds with as many decimals as it needs.
pub fn format_seconds(time: Duration) -> String {
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_read_and_written_without_rounding() {
        for text in ["300", "1.276", "0.001", "0", "24.345", "0.000000001", "1000000000"] {
            assert_eq!(format_seconds(parse_seconds(text).unwrap()), text);
        }
        assert_eq!(parse_seconds("300.0"), Some(Duration::from_mins(5)));
        assert_eq!(parse_seconds("007"), Some(Duration::from_secs(7)));
    }

    #[test]
    fn only_plain_decimal_numbers_are_seconds() {
        for text in [
            "",
            ".",
            "1.",
            ".5",
            "-1",
            "+1",
            "1e3",
            "inf",
            "NaN",
            "1,5",
            " 1",
            "0x1",
            "1000000001",
            "99999999999999999999",
        ] {
            assert_eq!(parse_seconds(text), None, "{text:?}");
        }
    }
}
