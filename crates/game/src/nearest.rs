//! What somebody may have meant who named what is not there.

/// Returns the candidate that takes the fewest slips of the fingers to become `word`, if
/// so few that it may have been meant: a letter too many, too few, wrong or swapped with
/// its neighbour, one slip in three letters at most. Of equals it is the first.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<Vec<char>>();
    let word = letters(word);
    let most = (word.len() / 3).max(1);
    let slips = candidates.into_iter().map(|candidate| (slips(&word, &letters(candidate)), candidate));
    let (slips, candidate) = slips.min_by_key(|&(slips, _)| slips)?;
    (slips <= most && slips < word.len()).then_some(candidate)
}

/// Returns how many slips lead from one word to another (optimal string alignment).
fn slips(one: &[char], two: &[char]) -> usize {
    let mut rows = vec![(0..=two.len()).collect::<Vec<usize>>()];
    for (row, letter) in one.iter().enumerate() {
        let above = &rows[row];
        let mut this = vec![row + 1];
        for (column, other) in two.iter().enumerate() {
            let changed = above[column] + usize::from(letter != other);
            let mut least = changed.min(above[column + 1] + 1).min(this[column] + 1);
            if row > 0 && column > 0 && *letter == two[column - 1] && one[row - 1] == *other {
                least = least.min(rows[row - 1][column - 1] + 1);
            }
            this.push(least);
        }
        rows.push(this);
    }
    rows[one.len()][two.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PLAYER_NAMES;

    #[test]
    fn slips_of_the_fingers_are_understood_and_other_names_are_not() {
        for (word, meant) in [
            ("radnom", Some("random")),
            ("Random", Some("random")),
            ("greddy", Some("greedy")),
            ("engin", Some("engine")),
            ("engines", Some("engine")),
            ("minmax", Some("minimax")),
            ("mybot", None),
            ("", None),
            ("x", None),
        ] {
            assert_eq!(nearest(word, PLAYER_NAMES), meant, "{word}");
        }
    }

    #[test]
    fn a_word_is_never_taken_for_one_that_shares_nothing_with_it() {
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("x", ["xy"]), None, "a slip in one letter is all of it");
        assert_eq!(nearest("xy", ["xz"]), Some("xz"));
    }

    #[test]
    fn each_kind_of_slip_counts_once() {
        let slips = |one: &str, two: &str| slips(&one.chars().collect::<Vec<_>>(), &two.chars().collect::<Vec<_>>());
        assert_eq!([slips("bot", "bot"), slips("bto", "bot"), slips("bt", "bot"), slips("boot", "bot")], [0, 1, 1, 1]);
        assert_eq!((slips("", "bot"), slips("cat", "dog")), (3, 3));
    }
}
