//! Answers for what goes to standard output.

use std::fmt::Display;
use std::io::{self, Write as _};

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
