//! How many players can be paired at once if some may not meet, and
//! whether two of them can be among these pairs.
//!
//! Edmonds' algorithm (1965): a matching is largest if no alternating path leads
//! from one free player to another; odd circles on the way are shrunk to one.
//! Knowing a largest matching at all times, whether any largest one contains a
//! given pair takes at most two searches. That makes it a guide that never runs
//! into a dead end, unlike trial and error.

use std::collections::VecDeque;

/// A largest matching, and what is left of it while pairs are being fixed.
pub(super) struct Matching {
    may_meet: Vec<Vec<bool>>,
    mates: Vec<Option<usize>>,
    gone: Vec<bool>,
}

impl Matching {
    /// A largest matching of players who may meet if the square table says so.
    pub(super) fn largest(may_meet: Vec<Vec<bool>>) -> Self {
        let players = may_meet.len();
        let mut matching = Self { may_meet, mates: vec![None; players], gone: vec![false; players] };
        for player in 0..players {
            // A quick first try, so that few are left to the search.
            if matching.mates[player].is_none() {
                let free = |&other: &usize| matching.may_meet[player][other] && matching.mates[other].is_none();
                if let Some(other) = (player + 1..players).find(free) {
                    matching.join(player, other);
                }
            }
        }
        for player in 0..players {
            if matching.mates[player].is_none() {
                matching.augment(player);
            }
        }
        matching
    }

    /// Whether everybody has a mate.
    pub(super) fn is_perfect(&self) -> bool {
        self.mates.iter().all(Option::is_some)
    }

    /// Fixes a pair and takes it out, if that leaves as many pairs to the others
    /// as any other choice. Else it changes nothing.
    pub(super) fn fix(&mut self, one: usize, two: usize) -> bool {
        if !self.may_meet[one][two] || self.gone[one] || self.gone[two] {
            return false;
        }
        if self.mates[one] == Some(two) {
            (self.gone[one], self.gone[two]) = (true, true);
            return true;
        }
        let freed: Vec<usize> = [self.mates[one], self.mates[two]].into_iter().flatten().collect();
        let before = self.mates.clone();
        for &player in &freed {
            self.mates[player] = None;
        }
        self.join(one, two);
        (self.gone[one], self.gone[two]) = (true, true);
        // Two pairs were broken up for one: another one must be found, and if
        // there is one, a path to it begins at a player who was just freed.
        let found = freed.len() < 2 || freed.iter().any(|&player| self.augment(player));
        if !found {
            self.mates = before;
            (self.gone[one], self.gone[two]) = (false, false);
        }
        found
    }

    /// Takes a player out who cannot have a mate.
    pub(super) fn leave_out(&mut self, player: usize) {
        self.gone[player] = true;
    }

    fn join(&mut self, one: usize, two: usize) {
        self.mates[one] = Some(two);
        self.mates[two] = Some(one);
    }

    /// Looks for a path from a free player to another one, and if there is one,
    /// exchanges the pairs on it, which makes one more.
    fn augment(&mut self, root: usize) -> bool {
        let Some((end, previous)) = self.search(root) else { return false };
        let mut next = Some(end);
        while let Some(player) = next {
            let mate = previous[player].expect("the path leads back to the root");
            next = self.mates[mate];
            self.join(player, mate);
        }
        true
    }

    /// The free player at the end of a path, and from where each was reached.
    fn search(&self, root: usize) -> Option<(usize, Vec<Option<usize>>)> {
        let players = self.mates.len();
        let mut tree =
            Tree { previous: vec![None; players], base: (0..players).collect(), outer: vec![false; players] };
        tree.outer[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(player) = queue.pop_front() {
            for other in 0..players {
                let same = tree.base[player] == tree.base[other] || self.mates[player] == Some(other);
                if !self.may_meet[player][other] || self.gone[other] || same {
                    continue;
                }
                let reached = self.mates[other].is_some_and(|mate| tree.previous[mate].is_some());
                if other == root || reached {
                    self.shrink(&mut tree, &mut queue, player, other);
                } else if tree.previous[other].is_none() {
                    tree.previous[other] = Some(player);
                    let Some(mate) = self.mates[other] else { return Some((other, tree.previous)) };
                    tree.outer[mate] = true;
                    queue.push_back(mate);
                }
            }
        }
        None
    }

    /// Shrinks the odd circle that is closed by these two: everybody on it can
    /// now be reached either way, so all go on from here.
    fn shrink(&self, tree: &mut Tree, queue: &mut VecDeque<usize>, one: usize, two: usize) {
        let top = self.common_base(tree, one, two);
        let mut on_circle = vec![false; self.mates.len()];
        self.mark(tree, &mut on_circle, one, top, two);
        self.mark(tree, &mut on_circle, two, top, one);
        for player in 0..self.mates.len() {
            if on_circle[tree.base[player]] {
                tree.base[player] = top;
                if !tree.outer[player] {
                    tree.outer[player] = true;
                    queue.push_back(player);
                }
            }
        }
    }

    /// Where the ways of these two to the root meet.
    fn common_base(&self, tree: &Tree, one: usize, two: usize) -> usize {
        let up = |player: usize| self.mates[player].and_then(|mate| tree.previous[mate]);
        let mut seen = vec![false; self.mates.len()];
        let mut next = Some(one);
        while let Some(player) = next {
            seen[tree.base[player]] = true;
            next = up(tree.base[player]);
        }
        let mut player = tree.base[two];
        while !seen[player] {
            player = tree.base[up(player).expect("both ways lead to the root")];
        }
        player
    }

    /// Marks one side of a circle, and writes down how it is walked the other way.
    fn mark(&self, tree: &mut Tree, on_circle: &mut [bool], from: usize, top: usize, from_where: usize) {
        let (mut player, mut child) = (from, from_where);
        while tree.base[player] != top {
            let mate = self.mates[player].expect("only the root is free");
            on_circle[tree.base[player]] = true;
            on_circle[tree.base[mate]] = true;
            tree.previous[player] = Some(child);
            child = mate;
            player = tree.previous[mate].expect("a player on the way to the root");
        }
    }
}

/// What a search has found out.
struct Tree {
    /// From where a player was reached by a pair that may be.
    previous: Vec<Option<usize>>,
    /// The place where the circle that a player is on was entered, or the player.
    base: Vec<usize>,
    /// Who can be reached over a pair that is.
    outer: Vec<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::Random;

    fn table(players: usize, pairs: &[[usize; 2]]) -> Vec<Vec<bool>> {
        let mut table = vec![vec![false; players]; players];
        for &[one, two] in pairs {
            (table[one][two], table[two][one]) = (true, true);
        }
        table
    }

    fn pairs_of(matching: &Matching) -> usize {
        matching.mates.iter().flatten().count() / 2
    }

    /// The size of a largest matching, by trying everything.
    fn largest_by_trying(table: &[Vec<bool>], free: u32) -> usize {
        let first = free.trailing_zeros() as usize;
        if first >= table.len() {
            return 0;
        }
        let rest = free & !(1 << first);
        let partners = (first + 1..table.len()).filter(|&other| rest >> other & 1 != 0 && table[first][other]);
        let with = partners.map(|other| 1 + largest_by_trying(table, rest & !(1 << other)));
        with.max().unwrap_or(0).max(largest_by_trying(table, rest))
    }

    #[test]
    fn no_matching_is_larger_and_fixing_a_pair_says_whether_one_contains_it() {
        let mut random = Random::new(1);
        for case in 0..600 {
            let players = 2 + case % 9;
            let density = 1 + random.below(4);
            let mut pairs = Vec::new();
            for one in 0..players {
                pairs.extend((0..one).filter(|_| random.below(5) < density).map(|two| [one, two]));
            }
            let table = table(players, &pairs);
            let everybody = (1_u32 << players) - 1;
            let largest = largest_by_trying(&table, everybody);
            let matching = Matching::largest(table.clone());
            assert_eq!(pairs_of(&matching), largest, "{pairs:?}");
            assert_eq!(matching.is_perfect(), 2 * largest == players, "{pairs:?}");
            for &[one, two] in &pairs {
                let others = largest_by_trying(&table, everybody & !(1 << one) & !(1 << two));
                let mut matching = Matching::largest(table.clone());
                assert_eq!(matching.fix(one, two), others + 1 == largest, "{one} {two} of {pairs:?}");
                assert_eq!(pairs_of(&matching), largest);
                assert!(matching.mates.iter().enumerate().all(|(player, mate)| {
                    mate.is_none_or(|mate| table[player][mate] && matching.mates[mate] == Some(player))
                }));
            }
        }
    }

    #[test]
    fn pairs_that_are_fixed_one_after_the_other_stay_and_come_to_a_largest_matching() {
        let mut random = Random::new(2);
        for case in 0..300 {
            let players = 2 + case % 9;
            let mut pairs = Vec::new();
            for one in 0..players {
                pairs.extend((0..one).filter(|_| random.below(2) == 0).map(|two| [one, two]));
            }
            let mut matching = Matching::largest(table(players, &pairs));
            let largest = pairs_of(&matching);
            let fixed: Vec<_> = pairs.iter().filter(|[one, two]| matching.fix(*one, *two)).collect();
            assert_eq!(fixed.len(), largest, "{fixed:?} of {pairs:?}");
            assert!(fixed.iter().all(|[one, two]| matching.mates[*one] == Some(*two)), "{fixed:?} of {pairs:?}");
        }
    }

    #[test]
    fn who_is_left_out_is_paired_no_more() {
        let mut matching = Matching::largest(table(3, &[[0, 1], [1, 2], [0, 2]]));
        matching.leave_out(2);
        assert!(!matching.fix(2, 0) && !matching.fix(1, 2));
        assert!(matching.fix(0, 1));
    }
}
