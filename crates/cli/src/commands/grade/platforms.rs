//! What the commands for platforms share: their names, a budget as typed.

use std::time::Duration;

use clap::ValueEnum;
use fruitrage_grading::platform::Platform;

/// A platform as it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlatformName {
    Gradescope,
    Vocareum,
    Prairielearn,
    Classroom50,
    /// No platform: one JSON object for programs of your own.
    Json,
}

impl PlatformName {
    pub(crate) const fn platform(self) -> Platform {
        match self {
            Self::Gradescope => Platform::Gradescope,
            Self::Vocareum => Platform::Vocareum,
            Self::Prairielearn => Platform::PrairieLearn,
            Self::Classroom50 => Platform::Classroom50,
            Self::Json => Platform::Json,
        }
    }
}

/// A budget as typed: `8min`, `90s`, `1.5h`, or a number of seconds.
pub(crate) fn parse_budget(text: &str) -> Result<Duration, &'static str> {
    const EXPECTED: &str = "expected a time such as 8min, 90s or 1h";
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let factor = match &text[digits.len()..] {
        "" | "s" => 1.0,
        "min" | "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(EXPECTED),
    };
    let number: f64 = digits.trim().parse().map_err(|_| EXPECTED)?;
    if !(number.is_finite() && number > 0.0 && number * factor < 1e7) {
        return Err(EXPECTED);
    }
    Ok(Duration::from_secs_f64(number * factor))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_typed_as_people_say_them() {
        for (text, seconds) in [("8min", 480), ("90s", 90), ("300", 300), ("1.5h", 5400), ("0.5 m", 30)] {
            assert_eq!(parse_budget(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "min", "-1s", "8 bananas", "1e99h", "NaN", "inf", "0"] {
            assert!(parse_budget(text).is_err(), "{text}");
        }
    }
}
