//! White space that does not change what a reply says: line ends, blanks at the end of
//! lines, blank lines at the end, and a byte order mark at the start.

use std::fmt;

use crate::sort_short_by_key;

/// Odd white space in an `output.txt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WhiteSpace {
    /// The file begins with a byte order mark.
    ByteOrderMark,
    /// Lines end in CRLF.
    CrLf,
    /// Lines end in CR, and none in LF.
    Cr,
    /// There are blanks at the end of lines.
    BlanksAtLineEnd,
    /// The last line has no end.
    NoLastLineEnd,
    /// There are blank lines at the end.
    BlankLinesAtEnd,
}

impl fmt::Display for WhiteSpace {
    /// As what stands behind 'the file has '.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::ByteOrderMark => "a byte order mark at the start",
            Self::CrLf => "lines that end in CRLF instead of LF",
            Self::Cr => "lines that end in CR instead of LF",
            Self::BlanksAtLineEnd => "blanks at the end of lines",
            Self::NoLastLineEnd => "no line end (LF) after the last row",
            Self::BlankLinesAtEnd => "blank lines at the end",
        })
    }
}

/// The mark, as it stands in UTF-8.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns a text as the rules want its white space, and what was odd about it.
///
/// Lines stay where they are, and so do columns, but for those behind a byte order mark.
/// A CR ends a line only if no line ends in LF; elsewhere it counts as a blank, which may
/// stand at the end of a line and nowhere else.
pub(super) fn normalized(text: &[u8]) -> (Vec<u8>, Vec<WhiteSpace>) {
    let mut odd = Vec::new();
    let text = match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => {
            odd.push(WhiteSpace::ByteOrderMark);
            rest
        }
        None => text,
    };
    let ends_in_cr = text.contains(&b'\r') && !text.contains(&b'\n');
    if ends_in_cr {
        odd.push(WhiteSpace::Cr);
    }
    let line_end = if ends_in_cr { b'\r' } else { b'\n' };
    let mut lines: Vec<&[u8]> = Vec::new();
    let mut pieces = text.split(|&byte| byte == line_end).peekable();
    while let Some(piece) = pieces.next() {
        let is_last = pieces.peek().is_none();
        let line = match piece.strip_suffix(b"\r") {
            Some(line) if !is_last => {
                odd.push(WhiteSpace::CrLf);
                line
            }
            _ => piece,
        };
        let content = without_blanks_at_end(line);
        match (content.is_empty(), is_last) {
            // What follows the last line end, if it is nothing.
            (true, true) if line.is_empty() => break,
            (false, true) => odd.push(WhiteSpace::NoLastLineEnd),
            _ => {}
        }
        if content.len() < line.len() && !content.is_empty() {
            odd.push(WhiteSpace::BlanksAtLineEnd);
        }
        lines.push(content);
    }
    let rows = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    if rows < lines.len() {
        odd.push(WhiteSpace::BlankLinesAtEnd);
    }
    sort_short_by_key(&mut odd, |&kind| kind);
    odd.dedup();
    let text = lines[..rows].iter().flat_map(|line| line.iter().chain(b"\n")).copied().collect();
    (text, odd)
}

fn without_blanks_at_end(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
    &line[..end.map_or(0, |last| last + 1)]
}
