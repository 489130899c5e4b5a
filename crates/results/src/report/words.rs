//! Numbers and names as people read them.

use std::time::Duration;

use super::TournamentData;
use crate::{Anchor, Estimate, Format, Proportion, Seeding};

/// The word for what is not known, where people read it.
pub const UNKNOWN: &str = "unknown";

/// Returns a value in words, or that it is not known.
pub(super) fn or_unknown<T>(value: Option<T>, words: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| UNKNOWN.to_owned(), words)
}

/// Returns a number with some decimals, and never a minus zero.
pub fn plain(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let is_zero = text.trim_start_matches('-').bytes().all(|byte| matches!(byte, b'0' | b'.'));
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}

/// As [`plain`], with a plus before what is not negative.
pub fn signed(value: f64, decimals: usize) -> String {
    let text = plain(value, decimals);
    if text.starts_with('-') { text } else { format!("+{text}") }
}

/// Returns the line of a complaint that says what is wrong: the first that speaks of an error,
/// behind the one that says what has failed. Compilers begin with it, Python ends with it.
pub fn telling_line(complaint: &str) -> Option<&str> {
    let mut lines = complaint.lines().skip(1).map(str::trim);
    lines.find(|line| line.contains("error") || line.contains("Error"))
}

/// A time with as many digits as can mean something.
pub(super) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        _ if time.is_zero() => "0 s".to_owned(),
        ..1e-3 => format!("{:.0} µs", 1e6 * seconds),
        ..1.0 => format!("{:.1} ms", 1e3 * seconds),
        ..100.0 => format!("{seconds:.2} s"),
        _ => format!("{seconds:.0} s"),
    }
}

/// Half points as points.
pub(super) fn points(half_points: u32) -> String {
    if half_points.is_multiple_of(2) { (half_points / 2).to_string() } else { format!("{}.5", half_points / 2) }
}

/// A part of a whole in percent.
pub(super) fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}

/// Returns a part of some trials in percent, with its 95 % interval.
pub fn proportion(of: Proportion) -> String {
    or_unknown(of.part().zip(of.interval()), |(part, [low, high])| {
        format!("{} ({:.0} to {:.0} %)", percent(part), 100.0 * low, 100.0 * high)
    })
}

/// A difference of two parts, in percentage points.
pub(super) fn percent_more(part: f64) -> String {
    format!("{} %", signed(100.0 * part, 1))
}

/// A mean margin of fruit points.
pub(super) fn margin(margin: f64) -> String {
    signed(margin, 1)
}

/// A rating, without its error bar.
pub(super) fn rating(rating: Option<Estimate>) -> String {
    or_unknown(rating, |rating| plain(rating.value, 0))
}

/// The error bar of a rating.
pub(super) fn error_bar(rating: Option<Estimate>) -> String {
    or_unknown(rating.and_then(|rating| rating.error_bar), |bar| format!("{bar:.0}"))
}

/// Won, drawn and lost.
pub(super) fn record(games: [u32; 3]) -> String {
    let [won, drawn, lost] = games;
    format!("{won}-{drawn}-{lost}")
}

/// A number and what it counts.
pub(super) fn count(number: impl Into<u64>, one: &str, more: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {more}"),
    }
}

/// How a tournament is held.
pub(super) fn format(data: &TournamentData) -> String {
    match data.schedule.format {
        Format::RoundRobin => "round robin".to_owned(),
        Format::Gauntlet { hero } => format!("gauntlet of {}", data.agents[hero].name),
        Format::Swiss { rounds } => format!("Swiss, {}", count(rounds, "round", "rounds")),
        Format::Knockout => "knockout".to_owned(),
    }
}

/// In which order players were seeded.
pub(super) fn seeding(seeding: Seeding) -> String {
    match seeding {
        Seeding::AsListed => "as listed".to_owned(),
        Seeding::Drawn { seed } => format!("drawn by lot with seed {seed}"),
    }
}

/// Which rating is fixed.
pub(super) fn anchor(data: &TournamentData) -> String {
    match data.anchor {
        Anchor::Mean(mean) => format!("the mean of all ratings is {mean:.0}"),
        Anchor::Player { player, rating } => format!("the rating of {} is {rating:.0}", data.agents[player].name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_digits_that_mean_something() {
        let words =
            [0, 7, 1_500, 999_949, 1_000_000, 12_345_678, 300_000_000].map(|us| time(Duration::from_micros(us)));
        assert_eq!(words, ["0 s", "7 µs", "1.5 ms", "999.9 ms", "1.00 s", "12.35 s", "300 s"]);
    }

    #[test]
    fn the_line_that_tells_is_found_in_the_words_of_any_compiler() {
        let python = "`python3 -m py_compile a.py` failed:\n  File \"a.py\", line 1\n    f(\n     ^\nSyntaxError: '(' was never closed\n";
        assert_eq!(telling_line(python), Some("SyntaxError: '(' was never closed"));
        let cpp =
            "`g++ a.cpp` failed:\na.cpp: In function 'main':\na.cpp:1:8: error: expected ';'\na.cpp:2:1: error: x\n";
        assert_eq!(telling_line(cpp), Some("a.cpp:1:8: error: expected ';'"));
        assert_eq!(telling_line("a.rb: unknown kind; no error"), None);
    }

    #[test]
    fn a_part_comes_with_what_it_may_be() {
        assert_eq!(proportion(Proportion { hits: 20, trials: 40 }), "50.0 % (35 to 65 %)");
        assert_eq!(proportion(Proportion { hits: 0, trials: 5 }), "0.0 % (0 to 43 %)");
        assert_eq!(proportion(Proportion::default()), UNKNOWN);
    }

    #[test]
    fn numbers_are_never_minus_zero() {
        assert_eq!([-0.04, 0.04, -0.06, -10.0].map(|value| plain(value, 1)), ["0.0", "0.0", "-0.1", "-10.0"]);
        assert_eq!([-0.04, 0.0, 1.25, -2.0].map(|value| signed(value, 1)), ["+0.0", "+0.0", "+1.2", "-2.0"]);
        assert_eq!(plain(-0.4, 0), "0");
    }

    #[test]
    fn a_rating_is_never_minus_zero_and_never_made_up() {
        assert_eq!(rating(Some(Estimate { value: -0.3, error_bar: None })), "0");
        assert_eq!((rating(None), error_bar(None)), (UNKNOWN.to_owned(), UNKNOWN.to_owned()));
    }
}
