//! Rotations of all joints, frame by frame, in 32 bits a number or in 16.

use fearless_simd::{Simd, SimdBase as _, SimdCvtFloat as _, SimdWiden as _};
use lanes::{Lanes, Row16};

use crate::algebra::Quad;
use crate::order::{BLOCK, quads, turned};

/// What one is in 16 bits.
const ONE: f32 = 32767.0;
/// What the product of two numbers of 16 bits is multiplied with.
pub(crate) const SHORT_UNIT: f32 = 1.0 / (ONE * ONE);

/// Sixteen quaternions of 16-bit numbers, joint by joint.
pub(crate) type ShortBlock = [[i16; 4]; BLOCK];

/// Quads of all joints in their order, key by key; of joints that do not move, the same at each.
#[derive(Clone, Debug)]
pub(crate) enum FrameKeys {
    Wide(Vec<[Row16; 4]>),
    Short(Vec<ShortBlock>),
}

impl FrameKeys {
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Wide(blocks) => size_of_val(&**blocks),
            Self::Short(blocks) => size_of_val(&**blocks),
        }
    }

    pub(crate) const fn is_short(&self) -> bool {
        matches!(self, Self::Short(_))
    }

    /// In 16 bits a number.
    pub(crate) fn shortened(&self) -> Self {
        match self {
            Self::Wide(blocks) => Self::Short(blocks.iter().map(short_of).collect()),
            Self::Short(_) => self.clone(),
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "from −1 to 1 before")]
fn short_of(block: &[Row16; 4]) -> ShortBlock {
    let numbers = quads(std::slice::from_ref(block)).as_flattened();
    let mut short = [[0; 4]; BLOCK];
    for (to, number) in short.as_flattened_mut().iter_mut().zip(numbers) {
        *to = (number.clamp(-1.0, 1.0) * ONE).round() as i16;
    }
    short
}

/// Blocks of quaternions that lanes read.
pub(crate) trait KeyBlock: Copy {
    /// What a product of two numbers is multiplied with to be that of quaternions.
    const UNIT: f32;

    /// From joint `at` on, as columns.
    fn columns<S: Lanes>(&self, simd: S, at: usize) -> Quad<S>;
}

impl KeyBlock for [Row16; 4] {
    const UNIT: f32 = 1.0;

    #[inline(always)]
    fn columns<S: Lanes>(&self, simd: S, at: usize) -> Quad<S> {
        turned(simd, self, at)
    }
}

impl KeyBlock for ShortBlock {
    const UNIT: f32 = SHORT_UNIT;

    #[inline(always)]
    fn columns<S: Lanes>(&self, simd: S, at: usize) -> Quad<S> {
        short_columns(simd, self[at..at + S::LANES].as_flattened())
    }
}

/// As many quaternions as there are lanes, one after another, as columns in the order of [`Lanes::turn`].
#[inline(always)]
pub(crate) fn short_columns<S: Lanes>(simd: S, numbers: &[i16]) -> Quad<S> {
    let half = 2 * S::LANES;
    let first = S::i16s::from_slice(simd, &numbers[..half]).widen();
    let second = S::i16s::from_slice(simd, &numbers[half..2 * half]).widen();
    simd.turn([
        float::<S>(first.0),
        float::<S>(first.1),
        float::<S>(second.0),
        float::<S>(second.1),
    ])
}

#[inline(always)]
fn float<S: Simd>(numbers: S::i32s) -> S::f32s {
    S::f32s::float_from(numbers)
}
