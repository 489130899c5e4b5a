//! Whether something is more frequent in one part of a whole than chance
//! makes it.

/// The probability that so many things or more have a mark of those that are drawn,
/// if they are drawn at random from a whole in which a known number has it.
///
/// This is Fisher's exact test of two proportions, to one side ('The Logic of
/// Inductive Inference', 1935). Unlike the usual one by the normal distribution it
/// holds for the smallest numbers, too.
pub(crate) fn chance_of_as_many(found: u32, drawn: u32, marked: u32, whole: u32) -> f64 {
    if found <= (drawn + marked).saturating_sub(whole) {
        // There cannot be fewer.
        return 1.0;
    }
    let [drawn_now, marked_now, rest] = [drawn, marked, whole - drawn].map(f64::from);
    let mut term = (ln_choices(drawn, found) + ln_choices(whole - drawn, marked.saturating_sub(found))
        - ln_choices(whole, marked))
    .exp();
    let mut sum = 0.0;
    for number in (found..=drawn.min(marked)).map(f64::from) {
        sum += term;
        term *= (marked_now - number) * (drawn_now - number) / ((number + 1.0) * (rest - marked_now + number + 1.0));
    }
    sum.clamp(0.0, 1.0)
}

/// The logarithm of the number of ways to choose so many of some things.
fn ln_choices(things: u32, chosen: u32) -> f64 {
    (1..=chosen).map(|number| (f64::from(things - chosen + number) / f64::from(number)).ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }

    #[test]
    fn the_lady_who_tastes_tea_is_in_all_textbooks() {
        // Eight cups, four with the milk first, and four chosen.
        let chances = [1.0, 69.0, 53.0, 17.0, 1.0].map(|ways| ways / 70.0);
        assert_close(chance_of_as_many(0, 4, 4, 8), 1.0);
        for (found, chance) in (1..=4).zip([chances[1], chances[2], chances[3], chances[4]]) {
            assert_close(chance_of_as_many(found, 4, 4, 8), chance);
        }
    }

    #[test]
    fn it_does_not_matter_which_of_the_two_marks_was_drawn() {
        for (drawn, marked, whole) in [(2, 3, 4), (3, 7, 9), (5, 20, 60)] {
            for found in 0..=drawn {
                let chance = chance_of_as_many(found, drawn, marked, whole);
                assert_close(chance, chance_of_as_many(found, marked, drawn, whole));
            }
        }
        assert_close(chance_of_as_many(1, 2, 3, 4), 1.0);
    }

    #[test]
    fn extremes_are_sure_or_as_good_as_impossible() {
        assert_close(chance_of_as_many(0, 0, 0, 0), 1.0);
        assert_close(chance_of_as_many(0, 10, 0, 100), 1.0);
        assert_close(chance_of_as_many(5, 10, 5, 10), 1.0);
        assert_close(chance_of_as_many(1, 1, 1, 100_000), 1e-5);
        assert_close(chance_of_as_many(40_000, 50_000, 40_000, 100_000), 0.0);
    }
}
