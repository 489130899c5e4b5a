//! Values: what a position is worth to the player to move, as a difference of
//! points in fine steps; and windows of values.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// Steps in a point.
const STEPS: i32 = 64;

/// How many points more the player to move will get than the opponent.
///
/// It is kept in steps of 1/64 point. All points of a game together are below 2^19, so sums
/// of a game's values stay far from overflow; what would overflow is as large as it can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Value(i32);

impl Value {
    /// Both players get the same.
    pub const EVEN: Self = Self(0);
    /// More than any game is worth.
    pub const MAX: Self = Self(i32::MAX / 4);

    /// Creates a value of so many points, [`Value::MAX`] at most.
    pub const fn from_points(points: u32) -> Self {
        if points < (Self::MAX.0 / STEPS) as u32 { Self(points as i32 * STEPS) } else { Self::MAX }
    }

    /// Creates a value of so many steps, 64 to the point.
    pub const fn from_steps(steps: i32) -> Self {
        Self(steps)
    }

    /// Returns the value in steps, 64 to the point.
    pub const fn steps(self) -> i32 {
        self.0
    }

    /// Returns the value in points.
    pub fn points(self) -> f64 {
        f64::from(self.0) / f64::from(STEPS)
    }
}

impl Add for Value {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Value {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Neg for Value {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl fmt::Display for Value {
    /// Writes points with a sign, with a decimal only if there is any.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = usize::from(self.0 % STEPS != 0);
        f.pad(&format!("{:+.decimals$}", self.points()))
    }
}

/// The values that still matter to a search: more than `alpha`, for the player
/// to move has that already, and less than `beta`, for the opponent would not
/// allow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
}

impl Window {
    pub(crate) const FULL: Self = Self { alpha: Value(-Value::MAX.0), beta: Value::MAX };

    /// Returns the null window that only tests whether a value is above alpha.
    pub(crate) fn test(self) -> Self {
        Self { beta: Value(self.alpha.0 + 1), ..self }
    }

    /// Returns the window of the opponent after a move that gains some points.
    pub(crate) fn after(self, gain: Value) -> Self {
        Self { alpha: gain - self.beta, beta: gain - self.alpha }
    }

    /// Returns whether this is more than a null window.
    pub(crate) fn is_open(self) -> bool {
        self.beta.0 - self.alpha.0 > 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_shown_in_points_with_a_sign() {
        assert_eq!(Value::from_points(7).to_string(), "+7");
        assert_eq!((-Value::from_points(3)).to_string(), "-3");
        assert_eq!(Value::from_steps(96).to_string(), "+1.5");
        assert_eq!(Value::EVEN.to_string(), "+0");
    }

    #[test]
    fn the_opponents_window_is_the_same_window_seen_from_the_other_side() {
        let window = Window { alpha: Value(-3), beta: Value(10) };
        for gain in [0, 1, 5, 16] {
            let after = window.after(Value(gain));
            assert_eq!(after, Window { alpha: Value(gain - 10), beta: Value(gain + 3) });
            // A reply worth v to the opponent is worth gain - v to us.
            for v in -40..40 {
                let ours = Value(gain) - Value(v);
                assert_eq!(ours > window.alpha, Value(v) < after.beta);
                assert_eq!(ours < window.beta, Value(v) > after.alpha);
            }
        }
    }

    #[test]
    fn a_null_window_tests_one_value() {
        let window = Window { alpha: Value(-3), beta: Value(10) };
        assert_eq!(window.test(), Window { alpha: Value(-3), beta: Value(-2) });
        assert!(window.is_open() && Window::FULL.is_open());
        assert!(!window.test().is_open() && !window.test().after(Value(7)).is_open());
        assert!(Window { alpha: Value(-3), beta: Value(-1) }.is_open());
    }
}
