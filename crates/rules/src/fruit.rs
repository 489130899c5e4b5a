//! The kinds of fruit: ten at most, written as the digits 0 to 9.

use std::fmt;

/// The most kinds of fruit a board can hold.
pub const MAX_KINDS: u8 = 10;

/// One kind of fruit, written as a digit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fruit(u8);

impl Fruit {
    /// The kind with this number.
    ///
    /// # Panics
    /// If the number is 10 or more. [`Fruit::try_new`] is the door for numbers from outside.
    pub const fn new(kind: u8) -> Self {
        Self::try_new(kind).expect("a fruit is one decimal digit")
    }

    /// The kind with this number; none if the number is 10 or more.
    pub const fn try_new(kind: u8) -> Option<Self> {
        if kind < MAX_KINDS { Some(Self(kind)) } else { None }
    }

    /// The kind written as this digit, if it is one.
    pub const fn from_digit(digit: u8) -> Option<Self> {
        match digit {
            b'0'..=b'9' => Some(Self(digit - b'0')),
            _ => None,
        }
    }

    /// The kind's number, from 0.
    pub const fn kind(self) -> u8 {
        self.0
    }

    /// The digit that files write for it.
    pub const fn digit(self) -> char {
        (b'0' + self.0) as char
    }
}

impl fmt::Display for Fruit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

impl fmt::Debug for Fruit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
