//! Random numbers that are the same on every machine: a seed repeats a run.

/// `SplitMix64`.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The numbers of one case of a run.
    pub(crate) fn new(seed: u64, case: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ case);
        random.next();
        random
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// From 0 to `end`, without it; 0 if that is 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % end).unwrap_or(0)
    }

    /// True in so many of a hundred cases.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of a list that is not empty.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// From 0 to 1.
    pub(crate) fn unit(&mut self) -> f32 {
        let bits = u16::try_from(self.next() >> 48).unwrap_or(0);
        f32::from(bits) / f32::from(u16::MAX)
    }

    /// From `-most` to `most`.
    pub(crate) fn around(&mut self, most: f32) -> f32 {
        most * (2.0 * self.unit() - 1.0)
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }
}
