//! Points of a rubric: decimal numbers with three places, added without rounding.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Div};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Points, in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points(u64);

/// A text or number that is no points.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected points from 0 to 1000000 with at most three decimal places, found '{0}'")]
pub struct PointsError(String);

/// More than any rubric gives.
const MOST: u64 = 1_000_000;

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);

    /// So many whole points.
    pub const fn whole(points: u64) -> Self {
        Self(points * 1000)
    }

    /// The points as a number, for those who read nothing else.
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / 1000.0
    }

    /// The part of `most` that these points are, from 0 to 1; 1 if `most` is nothing.
    pub fn share_of(self, most: Self) -> f64 {
        if most == Self::ZERO { 1.0 } else { self.0 as f64 / most.0 as f64 }
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

impl Div<u64> for Points {
    type Output = Self;

    /// Divides among so many; thousandths that are left over are lost.
    fn div(self, count: u64) -> Self {
        Self(self.0 / count)
    }
}

impl fmt::Display for Points {
    /// Without places that are zero: `1`, `0.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 1000, self.0 % 1000);
        let places = format!("{rest:03}");
        let places = places.trim_end_matches('0');
        let dot = if places.is_empty() { "" } else { "." };
        f.pad(&format!("{whole}{dot}{places}"))
    }
}

impl FromStr for Points {
    type Err = PointsError;

    fn from_str(text: &str) -> Result<Self, PointsError> {
        let error = || PointsError(text.to_owned());
        let (whole, places) = text.split_once('.').unwrap_or((text, "0"));
        let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !are_digits(whole) || !are_digits(places) || places.len() > 3 {
            return Err(error());
        }
        let whole: u64 = whole.parse().ok().filter(|&whole| whole <= MOST).ok_or_else(error)?;
        let places: u64 = format!("{places:0<3}").parse().map_err(|_| error())?;
        Ok(Self(whole * 1000 + places))
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(1000) {
            serializer.serialize_u64(self.0 / 1000)
        } else {
            serializer.serialize_f64(self.as_f64())
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        f64::deserialize(deserializer)?.to_string().parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_as_they_are_read() {
        for text in ["0", "1", "0.5", "25", "33.333", "1000000", "0.001", "10.25"] {
            assert_eq!(text.parse::<Points>().unwrap().to_string(), text);
        }
        for text in ["", "-1", "1.", ".5", "1.2345", "1e3", "1000001", "1,5", "NaN"] {
            assert!(text.parse::<Points>().is_err(), "{text}");
        }
    }

    #[test]
    fn points_are_numbers_to_others() {
        let json = |text: &str| serde_json::to_string(&text.parse::<Points>().unwrap()).unwrap();
        assert_eq!([json("25"), json("0.5")], ["25", "0.5"]);
        assert_eq!(serde_json::from_str::<Points>("0.1").unwrap(), "0.1".parse().unwrap());
        assert!(serde_json::from_str::<Points>("-1").is_err());
    }

    #[test]
    fn a_hundred_tenths_are_ten() {
        let tenth: Points = "0.1".parse().unwrap();
        assert_eq!(std::iter::repeat_n(tenth, 100).sum::<Points>(), Points::whole(10));
        assert!((Points::whole(1).share_of(Points::whole(4)) - 0.25).abs() < 1e-12);
    }
}
