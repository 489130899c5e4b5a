//! Calm positions, in which having to move never costs anything.
//!
//! A *safe move* takes a group and leaves no larger one. A position is *calm* if it
//! and all that can become of it have a safe move (or are empty). In a calm position
//! of n fruits whose largest group has k, with p = n mod 2,
//!
//! ```text
//!  value >= p
//!  value <= k^2 - 1 if n - k is odd, k^2 if not
//! ```
//!
//! The tests here are sufficient for positions whose clusters have three fruits at
//! most (`relief.rs` uses them): no three becomes a group from single fruits by taking
//! a pair, and no clusters of three lie above each other in a cycle. Proof:
//! `docs/solver.md`, section Calm positions.

use super::bits::Bits;
use super::layout::Layout;
use super::reduced::Reduced;

/// How the fruits of two clusters of three, t and u, can lie in two columns, from the
/// floor up, so that taking the pair of either makes a group of three of the other.
/// These are all the ways: `docs/solver.md`, section Cycles of two.
const CYCLES: [(&str, &str); 7] =
    [("tuuttu", ""), ("utut", "tu"), ("tut", "utu"), ("ttu", "uut"), ("ttuut", "u"), ("uttut", "u"), ("tuttu", "u")];

/// Returns whether three single fruits may become a group when a pair is taken.
pub(super) fn can_be_made_of_singles<const N: usize>(three: Bits<N>, reduced: &Reduced<N>, layout: &Layout<N>) -> bool {
    let columns = layout.columns_of(three);
    let upper = layout.without_lowest(three);
    // Where the pair would be, and the column that it might reach to.
    let (place, beyond) = if upper.is_empty() {
        let middle = columns & columns << layout.stride() & columns >> layout.stride();
        let fruit = three & layout.cells_of(middle);
        (fruit.minus(middle >> (layout.stride() - 1)), Bits::NONE)
    } else if (three & layout.floor).meets(!layout.cells_of(layout.columns_of(upper))) {
        return false;
    } else {
        let column = layout.columns_of(upper);
        let lower = three & layout.cells_of(column) & !upper;
        (upper.minus(lower) & !lower, layout.beside(column) & !columns)
    };
    let is_one_column = columns.others().is_empty();
    !is_one_column
        && (0..reduced.kinds()).any(|kind| {
            let there = reduced.cells(kind) & place;
            !there.is_empty() && (!there.others().is_empty() || reduced.columns(kind).meets(beyond))
        })
}

/// Returns whether two clusters of three may come to lie above each other in a cycle.
pub(super) fn may_form_cycle<const N: usize>(t: Bits<N>, u: Bits<N>, layout: &Layout<N>) -> bool {
    if is_acyclic(&mut [t, u], layout) {
        return false;
    }
    let mut columns = layout.columns_of(t | u).each();
    let (Some(left), right, None) = (columns.next(), columns.next(), columns.next()) else { return true };
    let left = layout.cells_of(Bits::one(left));
    let right = right.map_or(Bits::NONE, |right| layout.cells_of(Bits::one(right)));
    CYCLES.iter().any(|&(one, other)| {
        let lie_so = |t, u| {
            lies_so(t, u, left, one) && lies_so(t, u, right, other)
                || lies_so(t, u, left, other) && lies_so(t, u, right, one)
        };
        lie_so(t, u) || lie_so(u, t)
    })
}

/// Returns whether the fruits of two clusters lie in a column as a picture says.
fn lies_so<const N: usize>(t: Bits<N>, u: Bits<N>, column: Bits<N>, picture: &str) -> bool {
    let fruits = (t | u) & column;
    fruits.count() as usize == picture.len()
        && fruits.each().zip(picture.bytes()).all(|(cell, letter)| t.meets(Bits::one(cell)) == (letter == b't'))
}

/// Returns whether no clusters lie above each other in a cycle.
pub(super) fn is_acyclic<const N: usize>(mut clusters: &mut [Bits<N>], layout: &Layout<N>) -> bool {
    // Take away one that lies below no other, again and again.
    while !clusters.is_empty() {
        let all = clusters.iter().fold(Bits::NONE, |all, &cells| all | cells);
        let is_free = |&cells: &Bits<N>| {
            let lowest = cells & !layout.without_lowest(cells);
            let above = layout.columns_of(cells).minus(lowest);
            !above.meets(all & !cells)
        };
        let Some(free) = clusters.iter().position(is_free) else { return false };
        clusters.swap(0, free);
        clusters = &mut clusters[1..];
    }
    true
}
