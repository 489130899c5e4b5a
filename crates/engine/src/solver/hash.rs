//! Answers for the name of a field in the table: equal for fields that play
//! alike, as far as that can be seen quickly.
//!
//! Columns that have no kind in common with the next one do not touch it and
//! never will. So a field falls into parts, and it does not matter where a part
//! is, or what its kinds are called as long as equals stay equal.

use super::field::Field;
use super::stack::Stack;

/// Random odd numbers.
const KEYS: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93, 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db];

/// One multiplication whose halves are folded together, as in wyhash (Wang Yi).
#[inline(always)]
fn mix(word: u64, key: u64) -> u64 {
    let product = u128::from(word ^ KEYS[2]) * u128::from(key);
    (product >> 64) as u64 ^ product as u64
}

/// The hash of a field.
pub(super) fn hash<S: Stack>(field: &Field<S>) -> u64 {
    let mut parts = mix(field.coins(), KEYS[1]);
    let mut part = KEYS[3];
    let mut names = Names::default();
    for lane in 1..=field.width() {
        let kinds = field.kinds(lane);
        if kinds == 0 {
            continue;
        }
        let [low, high] = names.rename(field.stack(lane), kinds & field.kinds(lane - 1)).words();
        part = mix(part ^ low, KEYS[1]);
        if S::BITS > u64::BITS {
            part = mix(part ^ high, KEYS[0]);
        }
        if kinds & field.kinds(lane + 1) == 0 {
            // The sum does not depend on the order, and unlike the exclusive or
            // it counts equal parts.
            parts = parts.wrapping_add(mix(part, KEYS[0]));
            part = KEYS[3];
            names.used = 0;
        }
    }
    parts
}

/// New codes for the kinds, in the order in which they come up. A kind keeps
/// its code from a lane to the next; codes are free again after a lane without.
#[derive(Default)]
struct Names {
    code: [u8; 16],
    used: u16,
}

impl Names {
    /// A column with new names, given the kinds that the lane before had too.
    #[inline(always)]
    fn rename<S: Stack>(&mut self, stack: S, mut known: u16) -> S {
        let mut used_here = 0;
        let mut renamed = S::default();
        for run in stack.runs() {
            let kind = (stack >> run.start).code();
            if known >> kind & 1 == 0 {
                known |= 1 << kind;
                // There are ten kinds, so fewer codes than sixteen are used.
                self.code[kind] = (self.used | used_here | 1).trailing_ones() as u8;
            }
            let code = self.code[kind];
            used_here |= 1 << code;
            renamed = renamed | S::between(&run).fill(usize::from(code));
        }
        self.used = used_here;
        renamed
    }
}
