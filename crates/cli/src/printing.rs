//! The one way to standard output and stderr, through which nothing gets that a terminal
//! would obey: names, messages and paths come from strangers.

#![expect(clippy::disallowed_methods, reason = "this is the one way to a terminal")]

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write as _};
use std::time::Duration;

use fruitrage_game::{Harmless, HarmlessLines, harmless_json, is_harmful};
use serde_json::Value;

/// Prints a result. A reader who has gone away has seen enough: that is no error, and
/// changes no verdict.
pub(crate) fn print(text: impl Display) -> io::Result<()> {
    write_out(&HarmlessLines(&text.to_string()).to_string())
}

/// Prints a result with colours of our own, where colours are wanted. Whatever comes from
/// outside must be made harmless before, or it could at least change colours.
pub(crate) fn print_styled(text: impl Display) -> io::Result<()> {
    write_out(&with_styles(&text.to_string()))
}

/// Prints a result for programs.
pub(crate) fn print_json(value: &Value) -> io::Result<()> {
    write_out(&(harmless_json(value) + "\n"))
}

fn write_out(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Tells something on the side, on a line of its own. If nobody listens any more
/// the work goes on.
pub(crate) fn tell(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{}", HarmlessLines(&text.to_string()));
}

/// Tells what went wrong.
pub(crate) fn tell_error(error: impl Display) {
    tell(format_args!("fruitrage: {error}"));
}

/// Asks something on the side, without an end of the line.
pub(crate) fn ask(text: &str) -> io::Result<()> {
    let mut err = io::stderr().lock();
    write!(err, "{}", HarmlessLines(text))?;
    err.flush()
}

/// Tells how far something is, over what was told of it before.
pub(crate) fn tell_progress(text: impl Display) {
    let _ = write!(io::stderr().lock(), "\r{}  ", Harmless(&text.to_string()));
}

/// Whether a person reads stderr as it is written.
pub(crate) fn is_watched() -> bool {
    io::stderr().is_terminal()
}

/// A text in which nothing but letters, lines and colours is left.
fn with_styles(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find(is_harmful) {
        let (before, from) = rest.split_at(place);
        safe.push_str(before);
        let style = style(from);
        if style > 0 {
            safe.push_str(&from[..style]);
            rest = &from[style..];
        } else {
            let letter = from.chars().next().unwrap_or_default();
            safe.push_str(&HarmlessLines(letter.encode_utf8(&mut [0; 4])).to_string());
            rest = &from[letter.len_utf8()..];
        }
    }
    safe + rest
}

/// How long the sequence is that begins a text and changes colours only; 0 if it is none.
fn style(text: &str) -> usize {
    let Some(rest) = text.strip_prefix("\u{1b}[") else { return 0 };
    let numbers = rest.bytes().take_while(|byte| byte.is_ascii_digit() || matches!(byte, b';' | b':')).count();
    if rest.as_bytes().get(numbers) == Some(&b'm') { text.len() - rest.len() + numbers + 1 } else { 0 }
}

/// The ending of a noun that is counted.
pub(crate) fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// What strangers wrote, over several lines: further lines are indented, so that they do
/// not look like ours.
pub(crate) fn harmless_lines(text: &str) -> String {
    text.lines().map(|line| Harmless(line).to_string()).collect::<Vec<_>>().join("\n    ")
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

    #[test]
    fn colours_pass_and_other_sequences_do_not() {
        let own = "\u{1b}[1;38:5:196mred\u{1b}[0m\n\tplain";
        assert_eq!(with_styles(own), own);
        assert_eq!(
            with_styles("a\u{1b}[2Jb\u{1b}]52;c;x\u{7}c\u{1b}["),
            "a\u{fffd}[2Jb\u{fffd}]52;c;x\u{fffd}c\u{fffd}["
        );
        assert_eq!(with_styles("\u{1b}[1\u{202e}m\u{9b}1m"), "\u{fffd}[1\u{fffd}m\u{fffd}1m");
    }
}
