//! The choice of instructions: the same inner loop is compiled for every processor
//! and once more for those with wide vectors and bit counting.
//!
//! There is only one source text for both, so they cannot drift apart; a
//! property test below holds them together all the same. The gain is in
//! BENCHMARKS.md.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calling a function compiled for a processor that was asked first")
)]

use crate::planes::spread;
use crate::{Board, Group};

/// [`Board::play_into`] with the best instructions this processor has.
#[inline]
pub(crate) fn play_into(board: &Board, group: Group, child: &mut Board) {
    #[cfg(target_arch = "x86_64")]
    if x86::is_here() {
        // SAFETY: the processor has every feature that the function was
        // compiled for, which is the only thing the call asks for.
        return unsafe { x86::play_into(board, group, child) };
    }
    board.play_into_portably(group, child);
}

/// [`Board::write_planes`] with the best instructions this processor has.
#[inline]
pub(crate) fn write_planes(board: &Board, planes: &mut [i8]) {
    #[cfg(target_arch = "x86_64")]
    if x86::is_here() {
        // SAFETY: as above.
        return unsafe { x86::write_planes(board, planes) };
    }
    board.write_planes_by(planes, spread);
}

/// [`Board::write_moves`] with the best instructions this processor has.
#[inline]
pub(crate) fn write_moves(board: &Board, mask: &mut [i8]) {
    #[cfg(target_arch = "x86_64")]
    if x86::is_here() {
        // SAFETY: as above.
        return unsafe { x86::write_moves(board, mask) };
    }
    board.write_moves_by(mask, spread);
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::_pdep_u64;

    use crate::planes::WORD;
    use crate::{Board, Group};

    /// Whether the processor is of the level that compilers call x86-64-v3, as
    /// nearly all since 2015 are. The answer is cached by the standard library.
    #[inline]
    pub(super) fn is_here() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn play_into(board: &Board, group: Group, child: &mut Board) {
        board.make_child(group, child);
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn write_planes(board: &Board, planes: &mut [i8]) {
        board.write_planes_by(planes, |bits| spread(bits));
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn write_moves(board: &Board, mask: &mut [i8]) {
        board.write_moves_by(mask, |bits| spread(bits));
    }

    /// The lowest eight bits as bytes: the processor has an instruction for that.
    #[target_feature(enable = "bmi2")]
    fn spread(bits: u32) -> [i8; WORD] {
        _pdep_u64(u64::from(bits), 0x0101_0101_0101_0101).to_le_bytes().map(|byte| byte as i8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, generate};

    #[test]
    fn both_compilations_give_the_same_board_groups_and_hash() {
        let mut random = Random::new(3);
        for seed in 0..300 {
            let size = 1 + random.below(26) as usize;
            let kinds = 1 + random.below(10) as u8;
            let mut board = Board::settled(&generate(size, kinds, seed));
            while !board.is_empty() {
                let groups = board.groups();
                let group = groups[random.below(groups.len() as u64) as usize];
                let (mut best, mut portable) = (Board::empty(1), Board::empty(26));
                play_into(&board, group, &mut best);
                board.play_into_portably(group, &mut portable);
                assert_eq!(best, portable);
                assert_eq!(best.hash(), portable.hash());
                assert_eq!(best.groups(), portable.groups());
                board = best;
            }
        }
    }
}
