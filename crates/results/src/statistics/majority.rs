//! The majority of a match in which two players begin in turn: how likely it is.

/// Returns the chance to win more than half of so many games, if `begins` says whether one
/// begins the first of them, and `first` and `second` are the chances to win a game that
/// one begins and one that the opponent begins.
///
/// The exact sum over both binomial distributions.
pub fn chance_of_majority(games: u64, first: f64, second: f64, begins: bool) -> f64 {
    // chances[n]: that n of the games so far are won.
    let mut chances = vec![1.0];
    for game in 0..games {
        let win = if (game % 2 == 0) == begins { first } else { second };
        let mut next = vec![0.0; chances.len() + 1];
        for (won, chance) in chances.into_iter().enumerate() {
            next[won] += chance * (1.0 - win);
            next[won + 1] += chance * win;
        }
        chances = next;
    }
    chances.iter().skip(games as usize / 2 + 1).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts every course of a match, one by one.
    fn by_enumeration(games: u64, first: f64, second: f64, begins: bool) -> f64 {
        let chance = |course: u64| {
            (0..games).fold(1.0, |chance, game| {
                let win = if (game % 2 == 0) == begins { first } else { second };
                chance * if course >> game & 1 == 1 { win } else { 1.0 - win }
            })
        };
        (0..1 << games).filter(|course: &u64| u64::from(course.count_ones()) > games / 2).map(chance).sum()
    }

    #[test]
    fn the_sum_is_that_of_all_courses_of_a_match() {
        for games in 1..=11 {
            for (first, second) in [(0.95, 0.04), (0.84, 0.16), (0.5, 0.5), (1.0, 0.0), (0.3, 0.9)] {
                for begins in [false, true] {
                    let fast = chance_of_majority(games, first, second, begins);
                    let slow = by_enumeration(games, first, second, begins);
                    assert!((fast - slow).abs() < 1e-12, "{games} {first} {second} {begins}: {fast} {slow}");
                }
            }
        }
    }

    #[test]
    fn half_of_a_good_grade_is_a_toss_of_a_coin() {
        let rounded = |first, second, begins| (chance_of_majority(11, first, second, begins) * 100.0).round() as u32;
        assert_eq!([rounded(0.95, 0.04, true), rounded(0.95, 0.04, false)], [78, 17]);
    }
}
