//! Answers for how much it can cost to have to move, by the sizes of the clusters alone:
//! the *burden* of a set of sizes. Whatever a field looks like, its value is not below
//! nothing by more than that.
//!
//! It is found by a game of sizes, from small sets to large ones. In each the player to
//! move has a few ways to play that can be had in every field, and wherever the field
//! would decide what they lead to, it is the worst for that player. Let k be the size of
//! the largest group.
//!
//! - If all is single: take the top of a column. Nothing falls, and all stays single.
//! - *Take the largest*, k fruits of any cluster. What falls may come together, so
//!   the opponent finds groups as large as the clusters are.
//! - *Nibble*, if k is four at most: for some m, k or more, let clusters of more than m
//!   fruits be large. Take a group of a large cluster that is *free*: above it, there are
//!   fruits of small clusters only. Only these fall. So of large clusters the opponent
//!   finds no group but those that were there, of k fruits at most; of small
//!   ones, any.
//!
//! The player takes j fruits of a cluster and the opponent i, so that i^2 - j^2 and the
//! burden of what is left are lost. What is left of a cluster may fall into several, or
//! be less: no set has a smaller burden than one that it can become in this way.
//!
//! There is always a free group. Groups of up to four fruits have no gaps in a column. Let
//! one lie above another if it does so in some column, and then it does in all that both
//! are in: from a column to the next, either goes on side by side, and they cannot change
//! places. There is no circle of such groups. If there were, take a shortest one, and
//! in it the group whose first column is the last. The one below it and the one above it
//! begin no later, so they are in that column, too. There, the one lies below the other,
//! and the circle would be shorter without the group between. So some
//! group of the large clusters has no other of them above it.
//!
//! (This is part of the build script, which makes the list.)

use super::sizes::{LARGEST, MOST_FRUITS, SETS, Sizes, TOO_MUCH};

/// Groups of more fruits may have gaps.
const LARGEST_WITHOUT_GAPS: usize = 4;

/// The burdens of all sets in the list.
pub(crate) fn all() -> Vec<u8> {
    let mut burdens = Burdens { known: vec![0; SETS] };
    for fruits in 0..=MOST_FRUITS {
        burdens.find_for(fruits, LARGEST, &mut Vec::new());
    }
    burdens.known.into_iter().map(|burden| u8::try_from(burden).unwrap_or(TOO_MUCH)).collect()
}

struct Burdens {
    known: Vec<u32>,
}

impl Burdens {
    /// Finds the burdens of all sets that begin with some sizes and have so many fruits
    /// more, of sizes that are no larger. Those of smaller sizes come first, for larger ones can
    /// fall into these.
    fn find_for(&mut self, fruits: usize, largest: usize, sizes: &mut Vec<usize>) {
        if fruits == 0 {
            let burden = self.find(sizes);
            self.known[place(sizes)] = burden;
        }
        for size in 2..=largest.min(fruits) {
            sizes.push(size);
            self.find_for(fruits - size, size, sizes);
            sizes.pop();
        }
    }

    /// The burden of what is left of some sizes when fruits are taken from one and another.
    fn after(&self, sizes: &[usize], (one, j): (usize, usize), (other, i): (usize, usize)) -> u32 {
        let mut left = sizes.to_vec();
        left[one] -= j;
        left[other] -= i;
        self.known[place(&left)]
    }

    fn find(&self, sizes: &[usize]) -> u32 {
        let mut burden = 0;
        for (at, &size) in sizes.iter().enumerate() {
            burden = burden.max(self.after(sizes, (at, 1), (at, 0)));
            for part in 2..=size / 2 {
                let mut parts = sizes.to_vec();
                parts[at] -= part;
                parts.push(part);
                burden = burden.max(self.known[place(&parts)]);
            }
        }
        let largest = sizes.first().copied().unwrap_or(0);
        (2..=largest).map(|k| self.with_groups_of(k, sizes)).fold(burden, u32::max)
    }

    /// The burden if the largest group has k fruits.
    fn with_groups_of(&self, k: usize, sizes: &[usize]) -> u32 {
        let of = |least: usize| (0..sizes.len()).filter(move |&at| sizes[at] >= least);
        let take = of(k).map(|at| self.loss(sizes, at, k, |size| size)).max().unwrap_or(0);
        if k > LARGEST_WITHOUT_GAPS {
            return take;
        }
        let nibble = |m: usize| {
            let found = |size: usize| if size > m { k } else { size };
            let groups = of(m + 1).flat_map(|at| (1..=k).map(move |j| (at, j)));
            groups.map(|(at, j)| self.loss(sizes, at, j, found)).max()
        };
        (k..sizes[0]).filter_map(nibble).fold(take, u32::min)
    }

    /// What is lost at most by taking j fruits of a cluster, given how large the groups are
    /// at most that the opponent finds in clusters of each size.
    fn loss(&self, sizes: &[usize], at: usize, j: usize, found: impl Fn(usize) -> usize) -> u32 {
        let mut worst = 0;
        for (other, &size) in sizes.iter().enumerate() {
            let left = if other == at { size - j } else { size };
            for i in j + 1..=left.min(found(size)) {
                worst = worst.max((i * i - j * j) as u32 + self.after(sizes, (at, j), (other, i)));
            }
        }
        worst
    }
}

fn place(sizes: &[usize]) -> usize {
    let set = sizes.iter().fold(Sizes::NONE, |set, &size| set.with(size as i32));
    set.place().expect("a set of the list")
}
