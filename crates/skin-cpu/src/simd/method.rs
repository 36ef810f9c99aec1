//! What a method blends, and which maps come of it.

use super::average_slopes::SlopeLanes;
use super::blend::{Blended, Palette, PalettePair};
use super::gather::At;
use super::maps::{Matrices, Phases, Products, Rigid};
use super::surface::Surface;
use lanes::Lanes;
use lanes::{Row4, Row8, Row16};

/// A method in a pose.
pub(super) trait Method: Copy {
    type Palette: Blended;
    type Map<S: Lanes>: Surface<S>;
    /// Whether meshes without maps and exact normals have a loop of their own, and their batches another. What is not common goes through the
    /// loop for all meshes, and is compiled once.
    const IS_COMMON: bool = true;

    fn palette(&self) -> Self::Palette;

    /// The maps of `LANES` vertices, of their blended entries.
    fn maps<S: Lanes>(
        &self,
        simd: S,
        blended: <Self::Palette as Blended>::Columns<S>,
        at: At<'_>,
    ) -> Self::Map<S>;

    /// What entries that were blended by the slopes of weights along an axis are to the maps.
    fn changes<S: Lanes>(
        simd: S,
        blended: <Self::Palette as Blended>::Columns<S>,
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

/// Matrices by rows; numbers behind them are left out.
#[inline(always)]
pub(super) fn matrices<S: Lanes>([x, y, z, _]: [[S::f32s; 4]; 4]) -> Matrices<S> {
    Matrices([x, y, z])
}

#[inline(always)]
pub(super) fn rigid<S: Lanes>([real, dual]: [[S::f32s; 4]; 2]) -> Rigid<S> {
    Rigid { real, dual }
}

/// A method that blends one list of rows, and whose maps and their changes are read from it alike.
macro_rules! method_of_rows {
    ($method:ident, $row:ident, $quads:literal, $map:ident, $read:ident) => {
        impl<'a> Method for $method<'a> {
            type Palette = Palette<'a, $row, 0>;
            type Map<S: Lanes> = $map<S>;

            #[inline(always)]
            fn palette(&self) -> Self::Palette {
                Palette(self.0)
            }

            #[inline(always)]
            fn maps<S: Lanes>(&self, _: S, blended: [[S::f32s; 4]; $quads], _: At<'_>) -> $map<S> {
                $read::<S>(blended)
            }

            #[inline(always)]
            fn changes<S: Lanes>(_: S, blended: [[S::f32s; 4]; $quads]) -> $map<S> {
                $read::<S>(blended)
            }
        }
    };
}

method_of_rows!(Linear, Row16, 4, Matrices, matrices);
method_of_rows!(DualQuaternion, Row8, 2, Rigid, rigid);

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
        blended: ([[S::f32s; 4]; 4], [[S::f32s; 4]; 2]),
        _: At<'_>,
    ) -> Phases<S> {
        Self::changes(simd, blended)
    }

    #[inline(always)]
    fn changes<S: Lanes>(
        _: S,
        (first, second): ([[S::f32s; 4]; 4], [[S::f32s; 4]; 2]),
    ) -> Phases<S> {
        Phases {
            first: matrices::<S>(first),
            second: rigid::<S>(second),
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
        blended: ([[S::f32s; 4]; 4], [[S::f32s; 4]; 1]),
        _: At<'_>,
    ) -> Products<S> {
        Self::changes(simd, blended)
    }

    #[inline(always)]
    fn changes<S: Lanes>(
        _: S,
        (columns, [rotation]): ([[S::f32s; 4]; 4], [[S::f32s; 4]; 1]),
    ) -> Products<S> {
        Products { columns, rotation }
    }
}
