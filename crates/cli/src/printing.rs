//! Printing to standard output and stderr.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::time::Duration;

use fruitrage_results::report::harmless;

/// Prints a result, in colour where colour is wanted. A reader who has gone
/// away has seen enough: that is no error, and changes no verdict.
pub(crate) fn print(text: impl Display) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Tells something on the side, on a line of its own. If nobody listens any more
/// the work goes on.
pub(crate) fn tell(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// The ending of a noun that is counted.
pub(crate) fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// What strangers wrote, over several lines: each without what a terminal would take
/// for a command, and further lines indented.
pub(crate) fn harmless_lines(text: &str) -> String {
    text.lines().map(harmless).collect::<Vec<_>>().join("\n    ")
}

/// A time as people say it.
pub(crate) fn in_words(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..60.0 => format!("{seconds:.0} s"),
        60.0..3600.0 => format!("{:.0} min", seconds / 60.0),
        3600.0..86400.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.1} days", seconds / 86400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_said_as_people_say_them() {
        let said = [5, 90, 5400, 200_000].map(|seconds| in_words(Duration::from_secs(seconds)));
        assert_eq!(said, ["5 s", "2 min", "1.5 h", "2.3 days"]);
    }
}
