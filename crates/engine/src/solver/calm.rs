//! Answers for whether a field is *calm*: whether whoever is to move always, here
//! and in all that can become of it, has a quiet move, which is a group of some
//! size whose taking leaves no larger one. Then waiting is never a burden.
//!
//! With n fruits, p being 1 if n is odd and 0 if not, and k the size of the largest
//! group, in a calm field
//!
//! ```text
//!  value >= p
//!  value <= k^2 - 1 if n - k is odd, k^2 if not
//! ```
//!
//! By induction: what is left after a move is smaller, and calm. The second line
//! follows from the first, for a move of j fruits is worth j^2 less what is left to
//! the opponent at least, and no j is better than k. The first: take the quiet move,
//! of j fruits. If groups of j are left, the opponent has j^2 less p at most; if all
//! that is left is smaller, at least three points less than j^2, or all is single.
//!
//! A field in which no cluster has more than three fruits is calm under two
//! conditions. A group of three is quiet, and so is the top of a column if all is
//! single. In between, there are pairs, and to take one may make a three, of a cluster
//! that was three single fruits or a pair and one.
//!
//! - No cluster can be made a three from single fruits, by a pair taken. In one column
//!   it cannot, as a pair lies in one gap only. With two fruits in one column and one
//!   beside, the pair is all that is in the gap of the two, and it does not reach into
//!   the column of the third: else that one would fall too, and be where it touched
//!   before. So it is upright, or reaches to the other side, and the third is not on the
//!   floor, as it is beside what the pair leaves free. With a fruit in each of
//!   three columns, the outer ones must not move, so that the pair is upright below the
//!   middle one. Thus it is enough that in the gap no kind is twice or also in the
//!   column on the other side, or that below the middle one no kind is twice.
//! - If a pair makes a cluster a three that is a pair and one, try that pair instead,
//!   and so on. What is made a three falls, so it has a fruit above one of the pair
//!   in some column. If clusters of three do not lie above each other in a circle,
//!   this ends, and with a quiet move. If there are two clusters of three only, there
//!   are few circles, see [`CIRCLES`].
//!
//! Neither condition is lost by a move, whatever is taken: what is below or between is
//! still so or gone. `relief.rs` asks for them.

use super::bits::Bits;
use super::field::Field;
use super::frame::Frame;

/// How the fruits of two clusters, t and u, lie in two columns, from the floor up,
/// if it may come to this: each is a pair and one, and to take the pair of either
/// makes a three of the other.
///
/// In one column, each pair is what is between the other and the one. Else let a
/// cluster have two fruits in a column and one in the next: it is a three if the two
/// touch and the one is beside. So a pair makes a three of it in two ways. It may be
/// all that is between the two; then the two did not touch, and its own pair is one of
/// them and the one beside. Or its own pair is the two, and the other pair lies
/// below these and not below the one, or the other way round.
///
/// - Each between the other's two: by turns in the same column, with those beside in
///   the order of those that they are beside of; or in different columns.
/// - Each the other way: both pairs are upright. In the same column the upper one does
///   not move the lower one, so each lies below the other's one.
/// - One this way and one that: the one is upright and in the gap of the other. What
///   lies beside would have to fall to where it cannot come from.
/// - A cluster with all three in one column: its pair is upright, and the other's pair
///   is all that is between this and the third. So that has two fruits in the same
///   column, both in between, above the pair, or one of them, the pair being what
///   is between the two.
const CIRCLES: [(&str, &str); 7] =
    [("tuuttu", ""), ("utut", "tu"), ("tut", "utu"), ("ttu", "uut"), ("ttuut", "u"), ("uttut", "u"), ("tuttu", "u")];

/// Whether three fruits may become a group from single ones, if a pair is taken.
pub(super) fn can_be_made_of_singles<const N: usize>(three: Bits<N>, field: &Field<N>, frame: &Frame<N>) -> bool {
    let columns = frame.columns_of(three);
    let upper = frame.without_lowest(three);
    // Where the pair would be, and the column that it might reach to.
    let (place, beyond) = if upper.is_empty() {
        let middle = columns & columns << frame.stride() & columns >> frame.stride();
        let fruit = three & frame.cells_of(middle);
        (fruit.minus(middle >> (frame.stride() - 1)), Bits::NONE)
    } else if (three & frame.floor).meets(!frame.cells_of(frame.columns_of(upper))) {
        return false;
    } else {
        let column = frame.columns_of(upper);
        let lower = three & frame.cells_of(column) & !upper;
        (upper.minus(lower) & !lower, frame.beside(column) & !columns)
    };
    let is_one_column = columns.others().is_empty();
    !is_one_column
        && (0..field.kinds()).any(|kind| {
            let there = field.cells(kind) & place;
            !there.is_empty() && (!there.others().is_empty() || field.columns(kind).meets(beyond))
        })
}

/// Whether two clusters of three may come to lie in a circle.
pub(super) fn may_circle<const N: usize>(t: Bits<N>, u: Bits<N>, frame: &Frame<N>) -> bool {
    if is_without_circles(&mut [t, u], frame) {
        return false;
    }
    let mut columns = frame.columns_of(t | u).each();
    let (Some(left), right, None) = (columns.next(), columns.next(), columns.next()) else { return true };
    let left = frame.cells_of(Bits::one(left));
    let right = right.map_or(Bits::NONE, |right| frame.cells_of(Bits::one(right)));
    CIRCLES.iter().any(|&(one, other)| {
        let lie_so = |t, u| {
            lies_so(t, u, left, one) && lies_so(t, u, right, other)
                || lies_so(t, u, left, other) && lies_so(t, u, right, one)
        };
        lie_so(t, u) || lie_so(u, t)
    })
}

/// Whether the fruits of two clusters lie in a column as a picture says.
fn lies_so<const N: usize>(t: Bits<N>, u: Bits<N>, column: Bits<N>, picture: &str) -> bool {
    let fruits = (t | u) & column;
    fruits.count() as usize == picture.len()
        && fruits.each().zip(picture.bytes()).all(|(cell, letter)| t.meets(Bits::one(cell)) == (letter == b't'))
}

/// Whether some clusters do not lie above each other in a circle.
pub(super) fn is_without_circles<const N: usize>(mut clusters: &mut [Bits<N>], frame: &Frame<N>) -> bool {
    // One by one without those that lie below no other.
    while !clusters.is_empty() {
        let all = clusters.iter().fold(Bits::NONE, |all, &cells| all | cells);
        let is_free = |&cells: &Bits<N>| {
            let lowest = cells & !frame.without_lowest(cells);
            let above = frame.columns_of(cells).minus(lowest);
            !above.meets(all & !cells)
        };
        let Some(free) = clusters.iter().position(is_free) else { return false };
        clusters.swap(0, free);
        clusters = &mut clusters[1..];
    }
    true
}
