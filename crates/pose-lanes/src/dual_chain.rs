//! The chain of dual quaternions: one joint after another, four numbers at once.

use dq_math::DualQuat;
use fearless_simd::{Bytes as _, Simd, SimdBase as _, SimdFloat as _, f32x4, u32x4};
use glam::Quat;
use lanes::{Lanes, OnLanes, Row16};

use crate::lane_pose::{Posed, WorkMemory};
use crate::motions::set_duals;
use crate::order::quads;
use crate::prepared_rig::RigConstants;
use crate::prepared_skin::PreparedSkin;

/// From a pose to the dual quaternion palette of a skin.
pub(crate) struct DualWork<'a> {
    pub(crate) rig: &'a RigConstants,
    pub(crate) skin: &'a PreparedSkin,
    pub(crate) posed: &'a Posed,
    pub(crate) work: &'a mut WorkMemory,
    pub(crate) palette: &'a mut Vec<DualQuat>,
}

impl OnLanes for DualWork<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) {
        let (rig, posed, work) = (self.rig, self.posed, self.work);
        if !posed.has_dual {
            set_duals(simd, posed, &rig.heads, &mut work.duals);
            chain(simd, &rig.slots, &work.duals, &mut work.turns);
        }
        fill_turns(self.skin, &work.turns, self.palette);
    }
}

/// What a right factor's numbers are multiplied with: `q r = r_x (q i) + r_y (q j) + r_z (q k) + r_w q`.
type Left<S> = [f32x4<S>; 4];

/// Signs of `q i`, `q j` and `q k`, by the order in which their numbers come.
const SIGNS: [[u32; 4]; 3] = {
    const M: u32 = 1 << 31;
    [[0, 0, M, M], [M, 0, 0, M], [0, M, 0, M]]
};

#[inline(always)]
fn left<S: Simd>(simd: S, q: f32x4<S>) -> Left<S> {
    // (x, y, z, w): by i (w, z, y, x), by j (z, w, x, y), by k (y, x, w, z), each with two signs changed.
    let half = q.slide::<2>(q);
    let (by_i, by_k) = (q.reverse(), half.reverse());
    [
        signed(simd, by_i, &SIGNS[0]),
        signed(simd, half, &SIGNS[1]),
        signed(simd, by_k, &SIGNS[2]),
        q,
    ]
}

#[inline(always)]
fn signed<S: Simd>(simd: S, v: f32x4<S>, signs: &[u32; 4]) -> f32x4<S> {
    (v.bitcast::<u32x4<S>>() ^ u32x4::load_array_ref(simd, signs)).bitcast::<f32x4<S>>()
}

#[inline(always)]
fn times<S: Simd>(simd: S, [i, j, k, q]: &Left<S>, r: &[f32; 4]) -> f32x4<S> {
    let ij = i.mul_add(f32x4::splat(simd, r[0]), *j * f32x4::splat(simd, r[1]));
    let kq = k.mul_add(f32x4::splat(simd, r[2]), *q * f32x4::splat(simd, r[3]));
    ij + kq
}

/// All joints, parents before children. Entry 0 is the identity.
#[inline(always)]
pub(crate) fn chain<S: Lanes>(
    simd: S,
    slots: &[u32],
    [real, dual]: &[Vec<[Row16; 4]>; 2],
    turns: &mut [[[f32; 4]; 2]],
) {
    let motions = quads(real).iter().zip(quads(dual));
    for ((joint, &slot), (r, d)) in slots.iter().enumerate().zip(motions) {
        let [above, above_dual] = &turns[slot as usize];
        let above = left(simd, f32x4::load_array_ref(simd, above));
        let above_dual = left(simd, f32x4::load_array_ref(simd, above_dual));
        let posed = times(simd, &above, r);
        let posed_dual = times(simd, &above, d) + times(simd, &above_dual, r);
        let [to, to_dual] = &mut turns[joint + 1];
        posed.store_array(to);
        posed_dual.store_array(to_dual);
    }
}

/// The palette: motions of the listed joints, after what the bind asks for.
#[inline(always)]
pub(crate) fn fill_turns(
    skin: &PreparedSkin,
    turns: &[[[f32; 4]; 2]],
    palette: &mut Vec<DualQuat>,
) {
    palette.resize(skin.slots.len(), DualQuat::IDENTITY);
    for (entry, &slot) in palette.iter_mut().zip(&skin.slots) {
        let [real, dual] = turns[slot as usize];
        entry.real = Quat::from_array(real);
        entry.dual = Quat::from_array(dual);
    }
    for (entry, motion) in palette.iter_mut().zip(&skin.motions) {
        *entry = *entry * *motion;
    }
}

/// The rotations alone.
#[inline(always)]
pub(crate) fn chain_reals<S: Lanes>(
    simd: S,
    slots: &[u32],
    reals: &[[Row16; 4]],
    turns: &mut [[[f32; 4]; 2]],
) {
    for ((joint, &slot), r) in slots.iter().enumerate().zip(quads(reals)) {
        let above = left(simd, f32x4::load_array_ref(simd, &turns[slot as usize][0]));
        times(simd, &above, r).store_array(&mut turns[joint + 1][0]);
    }
}
