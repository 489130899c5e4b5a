//! Random numbers: on every machine and in every version, a seed gives the same
//! stream.

/// The generator `SplitMix64` (Steele, Lea and Flood, 2014). Written out here
/// and never to change, because boards are named by their seeds.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream that belongs to a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number from 0 to `bound` - 1, each equally likely; 0 if the bound is 0.
    pub const fn below(&mut self, bound: u64) -> u64 {
        let bound = if bound == 0 { 1 } else { bound };
        // The top part of the range that is not a whole multiple of the bound
        // is drawn again, so that no number is favoured.
        let uneven = (u64::MAX % bound + 1) % bound;
        loop {
            let bits = self.next();
            if bits <= u64::MAX - uneven {
                return bits % bound;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        // The reference implementation's output for seed 1234567.
        let mut random = Random::new(1_234_567);
        let stream = [(); 5].map(|()| random.next());
        assert_eq!(
            stream,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    #[test]
    fn every_number_below_a_bound_is_equally_likely() {
        let mut random = Random::new(1);
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[random.below(7) as usize] += 1;
        }
        assert!(seen.iter().all(|count| (9_600..10_400).contains(count)), "{seen:?}");
        // Below three quarters of the range: were nothing drawn again, the first third
        // would come half of the time.
        let bound = 3 << 62;
        let first_third = (0..30_000).filter(|_| random.below(bound) < bound / 3).count();
        assert!((9_600..10_400).contains(&first_third), "{first_third}");
    }

    #[test]
    fn nothing_is_drawn_again_below_a_power_of_two() {
        let (mut below, mut bits) = (Random::new(2), Random::new(2));
        for bound in (0..64).map(|exponent| 1 << exponent) {
            assert_eq!(below.below(bound), bits.next() % bound);
        }
    }
}
