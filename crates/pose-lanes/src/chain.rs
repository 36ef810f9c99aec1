//! The chain of matrices, `C_i = C_p M_i`: one joint after another, four numbers at once.

use fearless_simd::{Simd, SimdBase as _, SimdFloat as _, f32x4};
use glam::{Affine3A, Mat3A, Vec3A, Vec4};
use lanes::{Lanes, OnLanes, Row16};

use crate::lane_pose::{Posed, WorkMemory};
use crate::motions::set_motions;
use crate::order::quads;
use crate::prepared_rig::RigConstants;
use crate::prepared_skin::PreparedSkin;
use crate::stretched::set_stretched;

/// Four columns, of which three are linear.
pub(crate) type Columns<S> = [f32x4<S>; 4];

/// From a pose to the linear palette of a skin.
pub(crate) struct LinearWork<'a> {
    pub(crate) rig: &'a RigConstants,
    pub(crate) skin: &'a PreparedSkin,
    pub(crate) posed: &'a Posed,
    pub(crate) work: &'a mut WorkMemory,
    pub(crate) palette: &'a mut Vec<Affine3A>,
}

impl OnLanes for LinearWork<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) {
        let (rig, posed, work) = (self.rig, self.posed, self.work);
        if !posed.has_linear {
            set_motions(simd, posed, &rig.heads, &mut work.motions);
            if posed.stretches.is_empty() {
                chain(simd, &rig.slots, &work.motions, &mut work.matrices);
            } else {
                set_stretched(simd, rig, posed, work);
            }
        }
        fill(simd, self.skin, &work.matrices, self.palette);
    }
}

#[inline(always)]
pub(crate) fn columns<S: Simd>(simd: S, [x, y, z, t]: &[[f32; 4]; 4]) -> Columns<S> {
    [
        f32x4::load_array_ref(simd, x),
        f32x4::load_array_ref(simd, y),
        f32x4::load_array_ref(simd, z),
        f32x4::load_array_ref(simd, t),
    ]
}

/// A linear part times a vector.
#[inline(always)]
pub(crate) fn times<S: Simd>(simd: S, m: &Columns<S>, v: &[f32; 4]) -> f32x4<S> {
    let [x, y, z, _] = v;
    let yz = m[1].mul_add(f32x4::splat(simd, *y), m[2] * f32x4::splat(simd, *z));
    m[0].mul_add(f32x4::splat(simd, *x), yz)
}

#[inline(always)]
pub(crate) fn store<S: Simd>([x, y, z, t]: Columns<S>, to: &mut [[f32; 4]; 4]) {
    x.store_array(&mut to[0]);
    y.store_array(&mut to[1]);
    z.store_array(&mut to[2]);
    t.store_array(&mut to[3]);
}

/// All joints, parents before children. Entry 0 is the identity.
#[inline(always)]
fn chain<S: Lanes>(
    simd: S,
    slots: &[u32],
    [x, y, z, moved]: &[Vec<[Row16; 4]>; 4],
    matrices: &mut [[[f32; 4]; 4]],
) {
    let motions = quads(x)
        .iter()
        .zip(quads(y))
        .zip(quads(z))
        .zip(quads(moved));
    for ((joint, &slot), (((x, y), z), t)) in slots.iter().enumerate().zip(motions) {
        let above = columns(simd, &matrices[slot as usize]);
        let posed = [
            times(simd, &above, x),
            times(simd, &above, y),
            times(simd, &above, z),
            above[3] + times(simd, &above, t),
        ];
        store(posed, &mut matrices[joint + 1]);
    }
}

/// The palette: matrices of the listed joints, times what the bind asks for.
#[inline(always)]
fn fill<S: Lanes>(
    simd: S,
    skin: &PreparedSkin,
    matrices: &[[[f32; 4]; 4]],
    palette: &mut Vec<Affine3A>,
) {
    palette.resize(skin.slots.len(), Affine3A::IDENTITY);
    if skin.matrices.is_empty() {
        for (entry, &slot) in palette.iter_mut().zip(&skin.slots) {
            *entry = affine(&matrices[slot as usize]);
        }
        return;
    }
    let constants = skin.slots.iter().zip(&skin.matrices);
    for (entry, (&slot, constant)) in palette.iter_mut().zip(constants) {
        let posed = columns(simd, &matrices[slot as usize]);
        let mut product = IDENTITY_MATRIX;
        store(times_affine(simd, &posed, constant), &mut product);
        *entry = affine(&product);
    }
}

const IDENTITY_MATRIX: [[f32; 4]; 4] = crate::lane_pose::IDENTITY;

/// `C D`.
#[inline(always)]
pub(crate) fn times_affine<S: Simd>(simd: S, m: &Columns<S>, d: &[[f32; 4]; 4]) -> Columns<S> {
    [
        times(simd, m, &d[0]),
        times(simd, m, &d[1]),
        times(simd, m, &d[2]),
        m[3] + times(simd, m, &d[3]),
    ]
}

#[inline(always)]
pub(crate) fn affine([x, y, z, t]: &[[f32; 4]; 4]) -> Affine3A {
    Affine3A {
        matrix3: Mat3A {
            x_axis: vec3a(x),
            y_axis: vec3a(y),
            z_axis: vec3a(z),
        },
        translation: vec3a(t),
    }
}

#[inline(always)]
fn vec3a(quad: &[f32; 4]) -> Vec3A {
    Vec3A::from_vec4(Vec4::from_array(*quad))
}
