//! The chain of matrices where joints are stretched.
//!
//! ```text
//! E'_i = X_p M_i,  W'_i = E'_i (S'_i about h_i),  C_i = W'_i
//! scale of p goes to its children:  X_p = W'_p
//! scale of p stays with p:          X_p = E'_p, and p_i grows by (S'_p − 1) (h_i − h_p)
//! ```

use fearless_simd::Simd;
use lanes::{Lanes, Row8};

use crate::chain::{Columns, columns, store, times};
use crate::lane_pose::{Posed, WorkMemory};
use crate::order::quads;
use crate::prepared_rig::RigConstants;

/// The columns of a stretch.
#[inline(always)]
pub(crate) const fn stretch_columns(stretch: &Row8) -> [[f32; 4]; 3] {
    let [xx, yy, zz, xy, yz, zx, ..] = stretch.0;
    [[xx, xy, zx, 0.0], [xy, yy, yz, 0.0], [zx, yz, zz, 0.0]]
}

/// `(S' − 1) v`, number by number: what is put together in memory is not read back whole.
#[inline(always)]
pub(crate) fn growth(stretch: &Row8, [x, y, z, _]: &[f32; 4]) -> [f32; 4] {
    let [xx, yy, zz, xy, yz, zx, ..] = stretch.0;
    [
        (xx - 1.0) * x + xy * y + zx * z,
        xy * x + (yy - 1.0) * y + yz * z,
        zx * x + yz * y + (zz - 1.0) * z,
        0.0,
    ]
}

/// Sets `E'_i` and `W'_i` of all joints. Entry 0 of both is the identity.
#[inline(always)]
pub(crate) fn set_stretched<S: Lanes>(
    simd: S,
    rig: &RigConstants,
    posed: &Posed,
    work: &mut WorkMemory,
) {
    let [x, y, z, moved] = &work.motions;
    let motions = quads(x)
        .iter()
        .zip(quads(y))
        .zip(quads(z))
        .zip(quads(moved));
    for ((joint, &slot), (((x, y), z), t)) in rig.slots.iter().enumerate().zip(motions) {
        let (above, grown) = match keeper(rig, slot) {
            None => (&work.matrices[slot as usize], [0.0; 4]),
            Some(parent) => {
                let grown = growth(&posed.stretches[parent], &rig.offsets[joint]);
                (&work.frames[slot as usize], grown)
            }
        };
        let above = columns(simd, above);
        let moved = [t[0] + grown[0], t[1] + grown[1], t[2] + grown[2], 0.0];
        let frame = [
            times(simd, &above, x),
            times(simd, &above, y),
            times(simd, &above, z),
            above[3] + times(simd, &above, &moved),
        ];
        store(frame, &mut work.frames[joint + 1]);
        let matrix = about_head(simd, frame, &posed.stretches[joint], &rig.head_quads[joint]);
        store(matrix, &mut work.matrices[joint + 1]);
    }
}

/// The parent, if it keeps its stretch to itself.
#[inline(always)]
fn keeper(rig: &RigConstants, slot: u32) -> Option<usize> {
    (slot as usize).checked_sub(1).filter(
        #[inline(always)]
        |&parent| rig.keeps[parent],
    )
}

/// `E (S about h)`: E times S, and `E h` stays where it is.
#[inline(always)]
fn about_head<S: Simd>(simd: S, frame: Columns<S>, stretch: &Row8, head: &[f32; 4]) -> Columns<S> {
    let [x, y, z] = stretch_columns(stretch);
    [
        times(simd, &frame, &x),
        times(simd, &frame, &y),
        times(simd, &frame, &z),
        frame[3] - times(simd, &frame, &growth(stretch, head)),
    ]
}

/// Heads and stretches of a recursion at rest, joint by joint.
pub(crate) struct AtRest<'a> {
    pub(crate) heads: &'a [[f32; 4]],
    pub(crate) offsets: &'a [[f32; 4]],
    pub(crate) stretches: &'a [Row8],
}

/// Sets the frames of the same recursion at rest: `E0'_i`, where nothing is moved but by stretches.
#[inline(always)]
pub(crate) fn set_rest_stretched<S: Lanes>(
    simd: S,
    rig: &RigConstants,
    rest: &AtRest<'_>,
    frames: &mut [[[f32; 4]; 4]],
    matrices: &mut [[[f32; 4]; 4]],
) {
    for (joint, &slot) in rig.slots.iter().enumerate() {
        let frame = match keeper(rig, slot) {
            None => columns(simd, &matrices[slot as usize]),
            Some(parent) => {
                let [x, y, z, t] = columns(simd, &frames[slot as usize]);
                let grown = growth(&rest.stretches[parent], &rest.offsets[joint]);
                [x, y, z, t + times(simd, &[x, y, z, t], &grown)]
            }
        };
        store(frame, &mut frames[joint + 1]);
        let matrix = about_head(simd, frame, &rest.stretches[joint], &rest.heads[joint]);
        store(matrix, &mut matrices[joint + 1]);
    }
}
