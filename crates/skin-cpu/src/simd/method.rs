//! What a method blends, and which maps come of it.

use super::average_slopes::SlopeLanes;
use super::blend::{BLOCK, Blended, Palette, PalettePair};
use super::gather::At;
use super::lanes::Lanes;
use super::maps::{Matrices, Phases, Products, Rigid};
use super::rows::{Row4, Row8, Row16};
use super::surface::Surface;

/// A method in a pose.
pub(super) trait Method: Copy {
    type Palette: Blended;
    type Map<S: Lanes>: Surface<S>;

    fn palette(&self) -> Self::Palette;

    /// The maps of `LANES` vertices of a block.
    fn maps<S: Lanes>(
        &self,
        simd: S,
        block: &<Self::Palette as Blended>::Block,
        at: At<'_>,
    ) -> Self::Map<S>;

    /// What a block of entries that were blended by the slopes of weights along an axis is to the maps.
    fn changes<S: Lanes>(
        simd: S,
        block: &<Self::Palette as Blended>::Block,
        place: usize,
    ) -> <Self::Map<S> as Surface<S>>::Change;

    /// With what is no blend of entries.
    #[inline(always)]
    fn complete<S: Lanes>(
        &self,
        _: S,
        _: &Self::Map<S>,
        change: <Self::Map<S> as Surface<S>>::Change,
        _: &SlopeLanes<'_>,
    ) -> <Self::Map<S> as Surface<S>>::Change {
        change
    }
}

/// Linear blending, of 3×4 matrices by rows.
#[derive(Clone, Copy)]
pub(super) struct Linear<'a>(pub(super) &'a [Row16]);

/// Dual quaternion blending, of dual quaternions with either sign.
#[derive(Clone, Copy)]
pub(super) struct DualQuaternion<'a>(pub(super) &'a [Row8]);

/// Matrices by rows, then dual quaternions with either sign.
#[derive(Clone, Copy)]
pub(super) struct TwoPhase<'a>(pub(super) &'a [Row16], pub(super) &'a [Row8]);

/// Affine blending, of products by columns and quaternions, both with either sign.
#[derive(Clone, Copy)]
pub(super) struct Affine<'a>(pub(super) &'a [Row16], pub(super) &'a [Row4]);

#[inline(always)]
pub(super) fn matrices<S: Lanes>(simd: S, block: &[Row16; BLOCK], place: usize) -> Matrices<S> {
    let rows = &block[place % BLOCK..];
    Matrices([
        simd.columns(rows, 0),
        simd.columns(rows, 1),
        simd.columns(rows, 2),
    ])
}

#[inline(always)]
pub(super) fn rigid<S: Lanes>(simd: S, block: &[Row8; BLOCK], place: usize) -> Rigid<S> {
    let rows = &block[place % BLOCK..];
    Rigid {
        real: simd.columns(rows, 0),
        dual: simd.columns(rows, 1),
    }
}

/// A method that blends one list of rows, and whose maps and their changes are read from a block alike.
macro_rules! method_of_rows {
    ($method:ident, $row:ident, $map:ident, $read:ident) => {
        impl<'a> Method for $method<'a> {
            type Palette = Palette<'a, $row, 0>;
            type Map<S: Lanes> = $map<S>;

            #[inline(always)]
            fn palette(&self) -> Self::Palette {
                Palette(self.0)
            }

            #[inline(always)]
            fn maps<S: Lanes>(&self, simd: S, block: &[$row; BLOCK], at: At<'_>) -> $map<S> {
                $read(simd, block, at.place)
            }

            #[inline(always)]
            fn changes<S: Lanes>(simd: S, block: &[$row; BLOCK], place: usize) -> $map<S> {
                $read(simd, block, place)
            }
        }
    };
}

method_of_rows!(Linear, Row16, Matrices, matrices);
method_of_rows!(DualQuaternion, Row8, Rigid, rigid);

impl<'a> Method for TwoPhase<'a> {
    // Entries count each joint twice, for the signs of the second phase. Matrices have none: `SHIFT` halves their entries.
    type Palette = PalettePair<Palette<'a, Row16, 1>, Palette<'a, Row8, 0>>;
    type Map<S: Lanes> = Phases<S>;

    #[inline(always)]
    fn palette(&self) -> Self::Palette {
        PalettePair(Palette(self.0), Palette(self.1))
    }

    #[inline(always)]
    fn maps<S: Lanes>(
        &self,
        simd: S,
        block: &([Row16; BLOCK], [Row8; BLOCK]),
        at: At<'_>,
    ) -> Phases<S> {
        Self::changes(simd, block, at.place)
    }

    #[inline(always)]
    fn changes<S: Lanes>(
        simd: S,
        block: &([Row16; BLOCK], [Row8; BLOCK]),
        place: usize,
    ) -> Phases<S> {
        Phases {
            first: matrices(simd, &block.0, place),
            second: rigid(simd, &block.1, place),
        }
    }
}

impl<'a> Method for Affine<'a> {
    type Palette = PalettePair<Palette<'a, Row16, 0>, Palette<'a, Row4, 0>>;
    type Map<S: Lanes> = Products<S>;

    #[inline(always)]
    fn palette(&self) -> Self::Palette {
        PalettePair(Palette(self.0), Palette(self.1))
    }

    #[inline(always)]
    fn maps<S: Lanes>(
        &self,
        simd: S,
        block: &([Row16; BLOCK], [Row4; BLOCK]),
        at: At<'_>,
    ) -> Products<S> {
        Self::changes(simd, block, at.place)
    }

    #[inline(always)]
    fn changes<S: Lanes>(
        simd: S,
        block: &([Row16; BLOCK], [Row4; BLOCK]),
        place: usize,
    ) -> Products<S> {
        let rows = &block.0[place % BLOCK..];
        Products {
            columns: [
                simd.columns(rows, 0),
                simd.columns(rows, 1),
                simd.columns(rows, 2),
                simd.columns(rows, 3),
            ],
            rotation: simd.columns(&block.1[place % BLOCK..], 0),
        }
    }
}
