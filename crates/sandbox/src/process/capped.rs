//! What is kept of an output that may be endless: its beginning and its end.

use std::collections::VecDeque;
use std::mem;

/// Takes any number of bytes and keeps at most so many.
#[derive(Debug)]
pub(super) struct Capped {
    /// How many bytes of the beginning are kept, and as many of the end.
    half: usize,
    head: Vec<u8>,
    tail: VecDeque<u8>,
    cut: u64,
}

impl Capped {
    pub(super) fn new(most: usize) -> Self {
        Self { half: most / 2, head: Vec::new(), tail: VecDeque::new(), cut: 0 }
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        let (first, rest) = bytes.split_at(bytes.len().min(self.half - self.head.len()));
        self.head.extend_from_slice(first);
        // What does not fit into the tail even alone never goes through it.
        let (lost, kept) = rest.split_at(rest.len().saturating_sub(self.half));
        let displaced = (self.tail.len() + kept.len()).saturating_sub(self.half);
        self.tail.drain(..displaced);
        self.tail.extend(kept);
        self.cut += (lost.len() + displaced) as u64;
    }

    /// What was kept.
    pub(super) fn take(&mut self) -> Vec<u8> {
        let mut all = mem::take(&mut self.head);
        if self.cut > 0 {
            all.extend_from_slice(format!("\n[... {} bytes cut ...]\n", self.cut).as_bytes());
        }
        all.extend(mem::take(&mut self.tail));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(most: usize, pieces: &[&str]) -> String {
        let mut capped = Capped::new(most);
        for piece in pieces {
            capped.push(piece.as_bytes());
        }
        String::from_utf8(capped.take()).unwrap()
    }

    #[test]
    fn what_fits_is_kept_as_it_is() {
        assert_eq!(kept(8, &[]), "");
        assert_eq!(kept(8, &["abc", "de", "fgh"]), "abcdefgh");
    }

    #[test]
    fn of_what_does_not_fit_the_beginning_and_the_end_are_kept() {
        assert_eq!(kept(8, &["abc", "def", "ghi"]), "abcd\n[... 1 bytes cut ...]\nfghi");
        assert_eq!(kept(8, &["abcdefghijklmnopqrstuvwxyz"]), "abcd\n[... 18 bytes cut ...]\nwxyz");
        assert_eq!(kept(4, &["a", "b", "c", "d", "e", "f"]), "ab\n[... 2 bytes cut ...]\nef");
    }
}
