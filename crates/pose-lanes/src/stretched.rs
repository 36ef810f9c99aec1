//! The chain of matrices where joints are stretched.
//!
//! ```text
//! E'_i = X_p M_i,  W'_i = E'_i (S'_i about h_i),  C_i = W'_i
//! scale of p goes to its children:  X_p = W'_p
//! scale of p stays with p:          X_p = E'_p, and p_i grows by (S'_p − 1) (h_i − h_p)
//! ```

use fearless_simd::{Simd, SimdBase as _, f32x4};
use lanes::{Lanes, Row8};

use crate::chain::{Columns, columns, store, times};
use crate::lane_pose::{Posed, WorkMemory};
use crate::order::quads;
use crate::prepared_rig::RigConstants;

/// The columns of a stretch.
#[inline(always)]
pub(crate) fn stretch_columns(stretch: &Row8) -> [[f32; 4]; 3] {
    let [xx, yy, zz, xy, yz, zx, ..] = stretch.0;
    [[xx, xy, zx, 0.0], [xy, yy, yz, 0.0], [zx, yz, zz, 0.0]]
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
    for (joint, (((x, y), z), t)) in motions.enumerate().take(rig.slots.len()) {
        let (above, growth) = above(simd, rig, posed, joint, work);
        let mut translation = *t;
        (f32x4::load_array_ref(simd, t) + growth).store_array(&mut translation);
        let frame = [
            times(simd, &above, x),
            times(simd, &above, y),
            times(simd, &above, z),
            above[3] + times(simd, &above, &translation),
        ];
        store(frame, &mut work.frames[joint + 1]);
        let matrix = about_head(simd, frame, &posed.stretches[joint], &rig.head_quads[joint]);
        store(matrix, &mut work.matrices[joint + 1]);
    }
}

/// What a joint hangs on, and how far the stretch of that moves its head.
#[inline(always)]
fn above<S: Lanes>(
    simd: S,
    rig: &RigConstants,
    posed: &Posed,
    joint: usize,
    work: &WorkMemory,
) -> (Columns<S>, f32x4<S>) {
    let slot = rig.slots[joint] as usize;
    let Some(parent) = slot.checked_sub(1).filter(|&parent| rig.keeps[parent]) else {
        return (columns(simd, &work.matrices[slot]), f32x4::splat(simd, 0.0));
    };
    let offset = &rig.offsets[joint];
    let growth = growth(simd, &posed.stretches[parent], offset);
    (columns(simd, &work.frames[slot]), growth)
}

/// `(S' − 1) v`.
#[inline(always)]
pub(crate) fn growth<S: Simd>(simd: S, stretch: &Row8, v: &[f32; 4]) -> f32x4<S> {
    let [x, y, z] = stretch_columns(stretch);
    let columns = columns(simd, &[x, y, z, [0.0; 4]]);
    times(simd, &columns, v) - f32x4::load_array_ref(simd, v)
}

/// `E (S about h)`.
#[inline(always)]
pub(crate) fn about_head<S: Simd>(
    simd: S,
    frame: Columns<S>,
    stretch: &Row8,
    head: &[f32; 4],
) -> Columns<S> {
    let [x, y, z] = stretch_columns(stretch);
    let linear = [
        times(simd, &frame, &x),
        times(simd, &frame, &y),
        times(simd, &frame, &z),
    ];
    let zero = f32x4::splat(simd, 0.0);
    let left = [
        frame[0] - linear[0],
        frame[1] - linear[1],
        frame[2] - linear[2],
        zero,
    ];
    [
        linear[0],
        linear[1],
        linear[2],
        frame[3] + times(simd, &left, head),
    ]
}

/// Sets the frames of the same recursion at rest: `E0'_i`, where nothing is moved but by stretches.
#[inline(always)]
pub(crate) fn set_rest_stretched<S: Lanes>(
    simd: S,
    rig: &RigConstants,
    posed: &Posed,
    work: &mut WorkMemory,
) {
    for (joint, &slot) in rig.slots.iter().enumerate() {
        let slot = slot as usize;
        let parent = slot.checked_sub(1).filter(|&parent| rig.keeps[parent]);
        let frame = match parent {
            None => columns(simd, &work.rest_matrices[slot]),
            Some(parent) => {
                let above = columns(simd, &work.rest_frames[slot]);
                let mut grown = [0.0; 4];
                growth(simd, &posed.stretches[parent], &rig.offsets[joint]).store_array(&mut grown);
                let moved = above[3] + times(simd, &above, &grown);
                [above[0], above[1], above[2], moved]
            }
        };
        store(frame, &mut work.rest_frames[joint + 1]);
        let matrix = about_head(simd, frame, &posed.stretches[joint], &rig.head_quads[joint]);
        store(matrix, &mut work.rest_matrices[joint + 1]);
    }
}
