//! The elongated rest: `C_i = G_i N_i`, a stretch at rest and a motion.
//!
//! ```text
//! E'_i = Q_i H_i,  E0'_i = Q0_i H0_i           polar parts, of frames posed and at rest, all stretched alike
//! N_i = Q0_i H_i S'_i, which takes h_i to E0'_i h_i
//! G_i = Q_i Q0_iᵀ,     which takes E0'_i h_i to E'_i h_i
//! ```
//!
//! A skin that is bound elsewhere than at rest has its own frames at rest, `Ã_i = (ã_i, h̃_i)`: E0' is in their axes, with heads `h̃_i` and stretches
//! `d_i S'_i d_iᵀ`, where `d_i = ã_i b_i*` and `Q0_i d_i` takes the place of `Q0_i` in both phases.
//!
//! Without stretch that is the chain of dual quaternions. Where every stretch stays with its joint too, of a skeleton with elongated heads,
//! `h0_i = h0_p + S'_p (h_i − h_p)`, and `N_i = (S'_i, h0_i − S'_i h_i)`: nothing is decomposed. Else `Q_i` is the product of the quaternions wherever no more than one
//! uneven stretch is above a joint, and found by [turns](crate::polar_turn) from there elsewhere.
//!
//! Reference: Kavan et al. 2008, section 4.2; `rig`'s `Split::ElongatedRest`.

use dq_math::DualQuat;
use fearless_simd::Simd;
use glam::Affine3A;
use lanes::{Lanes, OnLanes, Row as _, Row8};

use crate::algebra::{
    Matrix, Quad, Triple, conjugate, dual_part, matrix_of, product, quaternion_product, splat,
    transformed, transformed_from, transposed_product,
};
use crate::chain::{affine, columns, store, times_affine};
use crate::dual_chain::{chain, chain_reals, fill_turns};
use crate::lane_pose::{IDENTITY, Posed, WorkMemory};
use crate::motions::{set_duals, set_elongated_duals, set_motions, set_reals};
use crate::order::{BLOCK, joint_of_lane, load3, load4, put, quads, quads_mut};
use crate::polar_turn::{all_lanes, polar_turn};
use crate::prepared_rig::RigConstants;
use crate::prepared_skin::PreparedSkin;
use crate::stretch_kind::{Stretching, stretching};
use crate::stretched::{AtRest, growth, set_rest_stretched, set_stretched, stretch_columns};

/// From a pose to the two-phase palette of a skin.
pub(crate) struct TwoPhaseWork<'a> {
    pub(crate) rig: &'a RigConstants,
    pub(crate) skin: &'a PreparedSkin,
    pub(crate) posed: &'a Posed,
    pub(crate) work: &'a mut WorkMemory,
    pub(crate) stretches: &'a mut Vec<Affine3A>,
    pub(crate) motions: &'a mut Vec<DualQuat>,
}

impl OnLanes for TwoPhaseWork<'_> {
    /// Whether linear matrices were made on the way.
    type Output = bool;

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> bool {
        let (rig, posed) = (self.rig, self.posed);
        if posed.stretches.is_empty() {
            // Another skin of this pose may have it done.
            if !posed.has_dual {
                set_duals(simd, posed, &rig.heads, &mut self.work.duals);
                chain(simd, &rig.slots, &self.work.duals, &mut self.work.turns);
            }
            fill_turns(self.skin, &self.work.turns, self.motions);
            fill_constants(self.skin, self.stretches);
            return false;
        }
        let kind = stretching(rig, posed, &mut self.work.kinds);
        let is_elsewhere = self.skin.elsewhere.is_some();
        match kind {
            Stretching::Kept if !is_elsewhere => {
                self.kept(simd);
                return false;
            }
            Stretching::Kept | Stretching::Known => self.inherited::<S, false>(simd),
            Stretching::Found => self.inherited::<S, true>(simd),
        }
        true
    }
}

impl TwoPhaseWork<'_> {
    /// Every stretch stays with its joint.
    #[inline(always)]
    fn kept<S: Lanes>(self, simd: S) {
        let (rig, posed, work) = (self.rig, self.posed, self.work);
        let growths = quads_mut(&mut work.elongated);
        for (joint, &slot) in rig.slots.iter().enumerate() {
            // `h0_i − h_i = (h0_p − h_p) + (S'_p − 1) (h_i − h_p)`; of roots nothing.
            growths[joint] = match (slot as usize).checked_sub(1) {
                None => [0.0; 4],
                Some(parent) => {
                    let [x, y, z, _] = growth(&posed.stretches[parent], &rig.offsets[joint]);
                    let above = growths[parent];
                    [above[0] + x, above[1] + y, above[2] + z, 0.0]
                }
            };
        }
        set_elongated_duals(simd, posed, &rig.heads, &work.elongated, &mut work.duals);
        chain(simd, &rig.slots, &work.duals, &mut work.turns);
        fill_turns(self.skin, &work.turns, self.motions);
        let growths = quads(&work.elongated);
        fill(
            simd,
            self.skin,
            self.stretches,
            #[inline(always)]
            |joint| {
                about(
                    &posed.stretches[joint],
                    &rig.head_quads[joint],
                    &growths[joint],
                )
            },
        );
    }

    /// Stretches reach joints below.
    #[inline(always)]
    fn inherited<S: Lanes, const FOUND: bool>(self, simd: S) {
        let (rig, posed, work) = (self.rig, self.posed, self.work);
        if !posed.has_linear {
            set_motions(simd, posed, &rig.heads, &mut work.motions);
            set_stretched(simd, rig, posed, work);
        }
        let rest = match &self.skin.elsewhere {
            None => AtRest {
                heads: &rig.head_quads,
                offsets: &rig.offsets,
                stretches: &posed.stretches,
            },
            Some(bind) => {
                let (given, own) = (&mut work.given, &mut work.bind_stretches);
                bind.set_stretches(simd, &posed.stretches, given, own);
                AtRest {
                    heads: &bind.head_quads,
                    offsets: &bind.offsets,
                    stretches: &work.bind_stretches,
                }
            }
        };
        let (frames, matrices) = (&mut work.rest_frames, &mut work.rest_matrices);
        set_rest_stretched(simd, rig, &rest, frames, matrices);
        set_reals(simd, posed, &mut work.duals[0]);
        chain_reals(simd, &rig.slots, &work.duals[0], &mut work.turns);
        let pose = Split {
            rig,
            skin: self.skin,
            posed,
        };
        let mut first = 0;
        while first < BLOCK * rig.heads.len() {
            let certain = pose.split_lanes::<S, FOUND>(simd, work, first);
            let doubted = !certain & all_lanes(S::LANES);
            pose.decompose(work, first, S::LANES, doubted);
            first += S::LANES;
        }
        self.motions
            .resize(self.skin.slots.len(), DualQuat::IDENTITY);
        let [reals, duals] = &work.duals;
        let (reals, duals) = (quads(reals), quads(duals));
        for (entry, &slot) in self.motions.iter_mut().zip(&self.skin.slots) {
            let joint = slot as usize - 1;
            entry.real = glam::Quat::from_array(reals[joint]);
            entry.dual = glam::Quat::from_array(duals[joint]);
        }
        let [x, y, z, t] = &work.motions;
        let (x, y, z, t) = (quads(x), quads(y), quads(z), quads(t));
        fill(
            simd,
            self.skin,
            self.stretches,
            #[inline(always)]
            |joint| [x[joint], y[joint], z[joint], t[joint]],
        );
    }
}

/// What the lanes of one vector read.
struct Frames<S: Simd> {
    linear: Matrix<S>,
    translation: Triple<S>,
}

/// Of entries by joint behind the identity, from a joint on.
#[inline(always)]
fn frames<S: Lanes>(simd: S, entries: &[[[f32; 4]; 4]], first: usize) -> Frames<S> {
    let entries = &entries[first + 1..first + 1 + S::LANES];
    Frames {
        linear: [
            column(simd, entries, 0),
            column(simd, entries, 1),
            column(simd, entries, 2),
        ],
        translation: column(simd, entries, 3),
    }
}

#[inline(always)]
fn column<S: Lanes>(simd: S, entries: &[[[f32; 4]; 4]], c: usize) -> Triple<S> {
    let [x, y, z, _] = simd.gather(
        #[inline(always)]
        |lane| &entries[joint_of_lane(S::LANES, lane)][c],
    );
    [x, y, z]
}

#[inline(always)]
fn stretches<S: Lanes>(simd: S, stretches: &[Row8], first: usize) -> Matrix<S> {
    let own = &stretches[first..first + S::LANES];
    let [xx, yy, zz, xy] = simd.gather(
        #[inline(always)]
        |lane| own[joint_of_lane(S::LANES, lane)].quad(0),
    );
    let [yz, zx, ..] = simd.gather(
        #[inline(always)]
        |lane| own[joint_of_lane(S::LANES, lane)].quad(1),
    );
    [[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]]
}

/// What is split, and by which bind.
pub(crate) struct Split<'a> {
    pub(crate) rig: &'a RigConstants,
    pub(crate) skin: &'a PreparedSkin,
    pub(crate) posed: &'a Posed,
}

impl Split<'_> {
    /// N and G of as many joints as there are lanes, into `motions` and `duals`. The lanes that are certain.
    #[inline(always)]
    fn split_lanes<S: Lanes, const FOUND: bool>(
        &self,
        simd: S,
        work: &mut WorkMemory,
        first: usize,
    ) -> u64 {
        let (block, at) = (first / BLOCK, first % BLOCK);
        let (e, e0) = (
            frames(simd, &work.frames, first),
            frames(simd, &work.rest_frames, first),
        );
        let turns = &work.turns[first + 1..first + 1 + S::LANES];
        let near: Quad<S> = simd.gather(
            #[inline(always)]
            |lane| &turns[joint_of_lane(S::LANES, lane)][0],
        );
        let zero = splat(simd, 0.0);
        let no_turn = [zero, zero, zero, splat(simd, 1.0)];
        let ((q, certain), (q0, certain0)) = if FOUND {
            (
                polar_turn(simd, &e.linear, near),
                polar_turn(simd, &e0.linear, no_turn),
            )
        } else {
            ((near, u64::MAX), (no_turn, u64::MAX))
        };
        let h = load3(simd, &self.rig.heads[block], at);
        let (q0, h0) = match &self.skin.elsewhere {
            None => (q0, h),
            Some(bind) => {
                let turn = load4(simd, &bind.turns[block], at);
                let turn = quaternion_product(simd, q0, turn);
                (turn, load3(simd, &bind.heads[block], at))
            }
        };
        let stretch = stretches(simd, &self.posed.stretches, first);
        let inner = transposed_product(simd, &matrix_of(simd, q), &e.linear);
        let stretched = product(simd, &inner, &stretch);
        let n = product(simd, &matrix_of(simd, q0), &stretched);
        let head = transformed(simd, &e.linear, h, e.translation);
        let head0 = transformed(simd, &e0.linear, h0, e0.translation);
        let nt = transformed_from(simd, &n, h, head0);
        let g = quaternion_product(simd, q, conjugate(simd, q0));
        let gt = transformed_from(simd, &matrix_of(simd, g), head0, head);
        let [x, y, z, t] = &mut work.motions;
        put(simd, [n[0][0], n[0][1], n[0][2], zero], &mut x[block], at);
        put(simd, [n[1][0], n[1][1], n[1][2], zero], &mut y[block], at);
        put(simd, [n[2][0], n[2][1], n[2][2], zero], &mut z[block], at);
        put(simd, [nt[0], nt[1], nt[2], zero], &mut t[block], at);
        let [real, dual] = &mut work.duals;
        put(simd, g, &mut real[block], at);
        put(simd, dual_part(simd, gt, g), &mut dual[block], at);
        certain & certain0
    }
}

/// `(S', h + grown − S' h)`.
#[inline(always)]
fn about(stretch: &Row8, head: &[f32; 4], grown: &[f32; 4]) -> [[f32; 4]; 4] {
    let [x, y, z] = stretch_columns(stretch);
    let own = growth(stretch, head);
    let t = [grown[0] - own[0], grown[1] - own[1], grown[2] - own[2], 0.0];
    [x, y, z, t]
}

/// First phases of the listed joints, times what the bind asks for.
#[inline(always)]
fn fill<S: Lanes>(
    simd: S,
    skin: &PreparedSkin,
    stretches: &mut Vec<Affine3A>,
    of_joint: impl Fn(usize) -> [[f32; 4]; 4],
) {
    stretches.resize(skin.slots.len(), Affine3A::IDENTITY);
    if skin.matrices.is_empty() {
        for (entry, &slot) in stretches.iter_mut().zip(&skin.slots) {
            *entry = affine(&of_joint(slot as usize - 1));
        }
        return;
    }
    let mut product = IDENTITY;
    let constants = skin.slots.iter().zip(&skin.matrices);
    for (entry, (&slot, constant)) in stretches.iter_mut().zip(constants) {
        let own = columns(simd, &of_joint(slot as usize - 1));
        store(times_affine(simd, &own, constant), &mut product);
        *entry = affine(&product);
    }
}

/// First phases where nothing is stretched.
fn fill_constants(skin: &PreparedSkin, stretches: &mut Vec<Affine3A>) {
    stretches.clear();
    stretches.extend(skin.firsts.iter().map(affine));
    stretches.resize(skin.slots.len(), Affine3A::IDENTITY);
}
