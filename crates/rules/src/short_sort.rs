//! A stable sort for short lists. The standard one is faster on long lists, but its code takes
//! four kilobytes for each type of item, and a page is to load quickly.

/// Sorts by a key; items with equal keys stay in their order.
pub fn sort_short_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && key(&items[at - 1]) > key(&items[at]) {
            items.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn it_sorts_as_the_standard_sort_does() {
        let mut random = Random::new(1);
        for length in 0..60 {
            let items: Vec<(u64, usize)> = (0..length).map(|place| (random.below(9), place)).collect();
            let (mut sorted, mut expected) = (items.clone(), items);
            sort_short_by_key(&mut sorted, |&(key, _)| key);
            expected.sort_by_key(|&(key, _)| key);
            assert_eq!(sorted, expected);
        }
    }
}
