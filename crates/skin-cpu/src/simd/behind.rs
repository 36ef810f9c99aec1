//! The rigid blends behind a stretch, or behind none: what they blend, and which maps come of it.

use fearless_simd::{Simd, SimdBase as _};

use super::average::{average_motion, average_rotation};
use super::average_slopes::{DualTurn, SlopeLanes, rotation_alone};
use super::batches::Batch;
use super::blend::{Blended, Palette, PalettePair};
use super::gather::At;
use super::maps::{Matrices, Rigid};
use super::method::{Method, matrices, rigid};
use super::series::{Log, exp};
use super::stages::{
    About, AboutNearest, BlendedMotion, Exponential, MaskedAbout, MaskedMotion, Motion, Shifted,
    Staged, Stretch, TurnedAbout, Unstretched,
};
use super::surface::Surface;
use lanes::Lanes;
use lanes::{Row4, Row8, Row16};

/// A first phase in a pose.
pub(super) trait FirstPhase: Copy {
    type Palette: Blended;
    type Map<S: Lanes>: Stretch<S>;

    fn palette(&self) -> Self::Palette;
    fn map<S: Lanes>(blended: <Self::Palette as Blended>::Columns<S>) -> Self::Map<S>;
}

/// A second phase in a pose.
pub(super) trait SecondPhase: Copy {
    type Palette: Blended;
    type Map<S: Lanes>: Motion<S>;

    fn palette(&self) -> Self::Palette;
    fn map<S: Lanes>(
        &self,
        simd: S,
        blended: <Self::Palette as Blended>::Columns<S>,
        at: At<'_>,
    ) -> Self::Map<S>;
    /// As [`Method::changes`], of the second phase's own entries.
    fn changes<S: Lanes>(
        simd: S,
        blended: <Self::Palette as Blended>::Columns<S>,
    ) -> <Self::Map<S> as Motion<S>>::Change;
    /// As [`Method::complete`]: for averages, whose slope is no blend of entries.
    #[inline(always)]
    fn complete<S: Lanes>(
        &self,
        _: S,
        _: &Self::Map<S>,
        change: <Self::Map<S> as Motion<S>>::Change,
        _: &SlopeLanes<'_>,
    ) -> <Self::Map<S> as Motion<S>>::Change {
        change
    }
}

/// A first phase and the rigid blend behind it as one method.
#[derive(Clone, Copy)]
pub(super) struct PhasePair<F, M>(pub(super) F, pub(super) M);

impl<F: FirstPhase, M: SecondPhase> Method for PhasePair<F, M> {
    type Palette = PalettePair<F::Palette, M::Palette>;
    type Map<S: Lanes> = Staged<F::Map<S>, M::Map<S>>;
    const IS_COMMON: bool = false;

    #[inline(always)]
    fn palette(&self) -> Self::Palette {
        PalettePair(self.0.palette(), self.1.palette())
    }

    #[inline(always)]
    fn maps<S: Lanes>(
        &self,
        simd: S,
        blended: <Self::Palette as Blended>::Columns<S>,
        at: At<'_>,
    ) -> Self::Map<S> {
        Staged {
            first: F::map(blended.0),
            second: self.1.map(simd, blended.1, at),
        }
    }

    #[inline(always)]
    fn changes<S: Lanes>(
        simd: S,
        blended: <Self::Palette as Blended>::Columns<S>,
    ) -> <Self::Map<S> as Surface<S>>::Change {
        (F::map(blended.0), M::changes(simd, blended.1))
    }

    #[inline(always)]
    fn complete<S: Lanes>(
        &self,
        simd: S,
        map: &Self::Map<S>,
        (first, second): <Self::Map<S> as Surface<S>>::Change,
        around: &SlopeLanes<'_>,
    ) -> <Self::Map<S> as Surface<S>>::Change {
        (first, self.1.complete(simd, &map.second, second, around))
    }
}

/// A palette of nothing.
#[derive(Clone, Copy)]
pub(super) struct Nothing;

impl Blended for Nothing {
    type Sum<S: Simd> = ();
    type Block = ();
    type Columns<S: Simd> = ();
    const IS_NOTHING: bool = true;

    #[inline(always)]
    fn new_block() {}

    #[inline(always)]
    fn zero<S: Lanes>(_: S) {}

    #[inline(always)]
    fn times<S: Lanes>(self, _: S, _: usize, _: f32) {}

    #[inline(always)]
    fn add<S: Lanes>(self, (): (), _: usize, _: f32) {}

    #[inline(always)]
    fn store<S: Lanes>((): (), (): &mut (), _: usize) {}

    #[inline(always)]
    fn load<S: Lanes>(_: S, (): &(), _: usize) {}

    #[inline(always)]
    fn columns<S: Lanes>(_: S, (): &(), _: usize) {}

    #[inline(always)]
    fn sum<S: Lanes>(self, _: S, _: Batch<'_>) {}
}

/// No stretch: that of every joint is the identity.
#[derive(Clone, Copy)]
pub(super) struct NoStretch;

impl FirstPhase for NoStretch {
    type Palette = Nothing;
    type Map<S: Lanes> = Unstretched;

    #[inline(always)]
    fn palette(&self) -> Nothing {
        Nothing
    }

    #[inline(always)]
    fn map<S: Lanes>((): ()) -> Unstretched {
        Unstretched
    }
}

/// Matrices by rows. `SHIFT` is 1 where entries count every joint twice, once for each sign.
#[derive(Clone, Copy)]
pub(super) struct Stretched<'a, const SHIFT: usize>(pub(super) &'a [Row16]);

impl<'a, const SHIFT: usize> FirstPhase for Stretched<'a, SHIFT> {
    type Palette = Palette<'a, Row16, SHIFT>;
    type Map<S: Lanes> = Matrices<S>;

    #[inline(always)]
    fn palette(&self) -> Self::Palette {
        Palette(self.0)
    }

    #[inline(always)]
    fn map<S: Lanes>(blended: [[S::f32s; 4]; 4]) -> Matrices<S> {
        matrices::<S>(blended)
    }
}

/// Quaternion–translation blending, of quaternions with either sign and translations.
#[derive(Clone, Copy)]
pub(super) struct QuaternionTranslation<'a>(pub(super) &'a [Row8]);

impl<'a> SecondPhase for QuaternionTranslation<'a> {
    type Palette = Palette<'a, Row8, 0>;
    type Map<S: Lanes> = Shifted<S>;

    #[inline(always)]
    fn palette(&self) -> Self::Palette {
        Palette(self.0)
    }

    #[inline(always)]
    fn map<S: Lanes>(
        &self,
        _: S,
        [rotation, [x, y, z, _]]: [[S::f32s; 4]; 2],
        _: At<'_>,
    ) -> Shifted<S> {
        Shifted {
            rotation,
            shift: [x, y, z],
        }
    }

    #[inline(always)]
    fn changes<S: Lanes>(_: S, blended: [[S::f32s; 4]; 2]) -> Rigid<S> {
        rigid::<S>(blended)
    }
}

/// Direct quaternion blending, of matrices by rows and quaternions with either sign, about one of the heads of a vertex's list.
#[derive(Clone, Copy)]
pub(super) struct DirectQuaternion<'a> {
    pub(super) motions: &'a [Row16],
    pub(super) heads: &'a [Row16],
}

impl<'a> SecondPhase for DirectQuaternion<'a> {
    type Palette = Palette<'a, Row16, 0>;
    type Map<S: Lanes> = AboutNearest<S>;

    #[inline(always)]
    fn palette(&self) -> Self::Palette {
        Palette(self.motions)
    }

    #[inline(always)]
    fn map<S: Lanes>(&self, simd: S, blended: [[S::f32s; 4]; 4], at: At<'_>) -> AboutNearest<S> {
        let BlendedMotion { motions, rotation } = blended_motion::<S>(blended);
        AboutNearest {
            motions,
            rotation,
            // Four x, four y, four z of the list's joints, as `fill_heads` lays them out.
            heads: [
                at.of_lists(simd, self.heads, 0),
                at.of_lists(simd, self.heads, 1),
                at.of_lists(simd, self.heads, 2),
            ],
        }
    }

    #[inline(always)]
    fn changes<S: Lanes>(_: S, blended: [[S::f32s; 4]; 4]) -> BlendedMotion<S> {
        blended_motion::<S>(blended)
    }
}

/// Blended matrices by rows, with the quaternions behind them.
#[inline(always)]
fn blended_motion<S: Lanes>([x, y, z, rotation]: [[S::f32s; 4]; 4]) -> BlendedMotion<S> {
    BlendedMotion {
        motions: Matrices([x, y, z]),
        rotation,
    }
}

/// Points that the joints of a vertex have together: one a set of them, and the set of each vertex.
#[derive(Clone, Copy)]
pub(super) struct Centers<'a> {
    pub(super) of_sets: &'a [Row4],
    pub(super) sets: &'a [u32],
}

/// Spherical blending, of matrices by rows and quaternions with either sign.
#[derive(Clone, Copy)]
pub(super) struct Spherical<'a> {
    pub(super) motions: &'a [Row16],
    pub(super) centers: Centers<'a>,
}

impl<'a> SecondPhase for Spherical<'a> {
    type Palette = Palette<'a, Row16, 0>;
    type Map<S: Lanes> = About<S>;

    #[inline(always)]
    fn palette(&self) -> Self::Palette {
        Palette(self.motions)
    }

    #[inline(always)]
    fn map<S: Lanes>(&self, simd: S, blended: [[S::f32s; 4]; 4], at: At<'_>) -> About<S> {
        let Centers { of_sets, sets } = self.centers;
        let [x, y, z, _] = at.points(simd, of_sets, sets);
        let BlendedMotion { motions, rotation } = blended_motion::<S>(blended);
        About {
            motions,
            rotation,
            pivot: [x, y, z],
        }
    }

    #[inline(always)]
    fn changes<S: Lanes>(_: S, blended: [[S::f32s; 4]; 4]) -> BlendedMotion<S> {
        blended_motion::<S>(blended)
    }
}

/// [`Spherical`] with the spherical average of the rotations, which are here again by themselves.
#[derive(Clone, Copy)]
pub(super) struct SphericalAverage<'a> {
    pub(super) blend: Spherical<'a>,
    pub(super) rotations: &'a [Row4],
}

impl<'a> SecondPhase for SphericalAverage<'a> {
    type Palette = Palette<'a, Row16, 0>;
    type Map<S: Lanes> = MaskedAbout<S>;

    #[inline(always)]
    fn palette(&self) -> Self::Palette {
        self.blend.palette()
    }

    #[inline(always)]
    fn map<S: Lanes>(&self, simd: S, blended: [[S::f32s; 4]; 4], at: At<'_>) -> MaskedAbout<S> {
        // Steps need each rotation, not their blend, which is replaced.
        let (rotation, holds) = average_rotation(simd, self.rotations, at);
        let about = self.blend.map(simd, blended, at);
        MaskedAbout {
            about: About { rotation, ..about },
            holds,
        }
    }

    #[inline(always)]
    fn changes<S: Lanes>(simd: S, blended: [[S::f32s; 4]; 4]) -> TurnedAbout<S> {
        TurnedAbout {
            motions: matrices::<S>(blended),
            turn: [S::f32s::splat(simd, 0.0); 3],
        }
    }

    #[inline(always)]
    fn complete<S: Lanes>(
        &self,
        simd: S,
        map: &MaskedAbout<S>,
        change: TurnedAbout<S>,
        around: &SlopeLanes<'_>,
    ) -> TurnedAbout<S> {
        let average = rotation_alone(simd, map.about.rotation);
        let turn = around.turn(simd, self.rotations, &average).real;
        TurnedAbout { turn, ..change }
    }
}

/// Log-matrix blending, of logarithms.
#[derive(Clone, Copy)]
pub(super) struct LogMatrix<'a>(pub(super) &'a [Row8]);

impl<'a> SecondPhase for LogMatrix<'a> {
    type Palette = Palette<'a, Row8, 0>;
    type Map<S: Lanes> = Exponential<S>;

    #[inline(always)]
    fn palette(&self) -> Self::Palette {
        Palette(self.0)
    }

    #[inline(always)]
    fn map<S: Lanes>(&self, simd: S, blended: [[S::f32s; 4]; 2], _: At<'_>) -> Exponential<S> {
        let log = Self::changes(simd, blended);
        let (motion, holds) = exp(simd, log);
        Exponential {
            log,
            found: MaskedMotion { motion, holds },
        }
    }

    #[inline(always)]
    fn changes<S: Lanes>(_: S, [real, dual]: [[S::f32s; 4]; 2]) -> Log<S> {
        Log {
            real: [real[0], real[1], real[2]],
            dual: [dual[0], dual[1], dual[2]],
        }
    }
}

/// Iterative blending, of dual quaternions with either sign.
#[derive(Clone, Copy)]
pub(super) struct Iterative<'a>(pub(super) &'a [Row8]);

impl SecondPhase for Iterative<'_> {
    // Steps go through the influences themselves, so nothing is blended beforehand.
    type Palette = Nothing;
    type Map<S: Lanes> = MaskedMotion<S>;

    #[inline(always)]
    fn palette(&self) -> Nothing {
        Nothing
    }

    #[inline(always)]
    fn map<S: Lanes>(&self, simd: S, (): (), at: At<'_>) -> MaskedMotion<S> {
        let (motion, holds) = average_motion(simd, self.0, at);
        MaskedMotion { motion, holds }
    }

    #[inline(always)]
    fn changes<S: Lanes>(simd: S, (): ()) -> DualTurn<S> {
        DualTurn {
            real: [S::f32s::splat(simd, 0.0); 3],
            dual: [S::f32s::splat(simd, 0.0); 3],
        }
    }

    #[inline(always)]
    fn complete<S: Lanes>(
        &self,
        simd: S,
        map: &MaskedMotion<S>,
        _: DualTurn<S>,
        around: &SlopeLanes<'_>,
    ) -> DualTurn<S> {
        around.turn(simd, self.0, &map.motion)
    }
}
