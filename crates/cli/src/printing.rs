//! Answers for what goes to standard output.

use std::fmt::Display;
use std::io::{self, Write as _};

use fruitrage_arena::report::harmless;

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
