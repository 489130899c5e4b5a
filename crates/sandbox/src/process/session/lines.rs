//! The lines of an output that may be endless.

use super::super::capped::Capped;

/// No honest line is longer, by far: the longest has the best line of play on the largest board.
pub(super) const LONGEST_LINE: usize = 64 << 10;
/// No honest program says more before it answers: thousands of lines on how it thinks.
pub(super) const MOST_SAID: u64 = 16 << 20;

/// An output that is read line by line.
#[derive(Debug)]
pub(super) struct Lines {
    /// What was read and is not used yet.
    unused: Vec<u8>,
    /// Up to where that is known to hold no end of a line.
    looked: usize,
    /// What is kept since the last question.
    kept: Capped,
    said: u64,
}

/// What is wrong with an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Excess {
    Line,
    Said,
}

impl Lines {
    /// Of what is said, at most so many bytes are kept.
    pub(super) fn new(most: usize) -> Self {
        Self { unused: Vec::new(), looked: 0, kept: Capped::new(most), said: 0 }
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.unused.extend_from_slice(bytes);
        self.said += bytes.len() as u64;
    }

    /// The next line, without its end; nothing if it is not there yet.
    pub(super) fn next(&mut self) -> Option<Vec<u8>> {
        let Some(place) = self.unused[self.looked..].iter().position(|&byte| byte == b'\n') else {
            self.looked = self.unused.len();
            return None;
        };
        let rest = self.unused.split_off(self.looked + place + 1);
        let mut line = std::mem::replace(&mut self.unused, rest);
        self.looked = 0;
        self.kept.push(&line);
        line.pop();
        Some(line)
    }

    /// What is too much, if anything is.
    pub(super) fn excess(&self) -> Option<Excess> {
        if self.unused.len() > LONGEST_LINE {
            Some(Excess::Line)
        } else if self.said > MOST_SAID {
            Some(Excess::Said)
        } else {
            None
        }
    }

    /// Begins anew: returns what was said since the last answer, which nobody waits for any more.
    pub(super) fn begin(&mut self) -> Vec<u8> {
        self.said = 0;
        self.take()
    }

    /// What was said and is kept, with the beginning of an unfinished line.
    pub(super) fn take(&mut self) -> Vec<u8> {
        self.looked = 0;
        self.kept.push(&std::mem::take(&mut self.unused));
        self.kept.take()
    }

    /// What was said up to the last line that was taken; the rest stays.
    pub(super) fn take_lines(&mut self) -> Vec<u8> {
        self.kept.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_one_by_one_however_they_arrive() {
        let mut lines = Lines::new(100);
        let mut found = Vec::new();
        for piece in ["one\ntw", "", "o\n\nthree\r\nfo"] {
            lines.push(piece.as_bytes());
            found.extend(std::iter::from_fn(|| lines.next()));
        }
        assert_eq!(found, [&b"one"[..], b"two", b"", b"three\r"]);
        assert_eq!(lines.take_lines(), b"one\ntwo\n\nthree\r\n");
        assert_eq!(lines.begin(), b"fo");
        lines.push(b"ur\n");
        assert_eq!(lines.next().as_deref(), Some(&b"ur"[..]));
    }

    #[test]
    fn a_line_without_end_and_a_flood_of_lines_are_too_much() {
        let mut lines = Lines::new(10);
        lines.push(&vec![b'x'; LONGEST_LINE]);
        assert_eq!((lines.next(), lines.excess()), (None, None));
        lines.push(b"x");
        assert_eq!((lines.next(), lines.excess()), (None, Some(Excess::Line)));
        let mut lines = Lines::new(10);
        while lines.excess().is_none() {
            lines.push(&[&[b'x'; 999][..], b"\n"].concat());
            assert!(lines.next().is_some());
            assert!(lines.said <= MOST_SAID + 1000);
        }
        assert_eq!(lines.excess(), Some(Excess::Said));
        assert!(lines.take().len() < 100);
    }
}
