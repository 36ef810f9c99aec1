//! Motions of joints about the model's axes, `M_i = (R(r_i), p_i − R h_i)`, in lanes.

use lanes::{Lanes, Row16};

use crate::algebra::{dual_part, matrix_of, splat, transformed_from};
use crate::lane_pose::Posed;
use crate::order::{BLOCK, load3, load4, put, turned};

/// Columns of `M_i` joint by joint, of heads in columns.
#[inline(always)]
pub(crate) fn set_motions<S: Lanes>(
    simd: S,
    posed: &Posed,
    heads: &[[Row16; 3]],
    [x, y, z, moved]: &mut [Vec<[Row16; 4]>; 4],
) {
    let given = posed.rotations.iter().zip(&posed.places).zip(heads);
    let out = x.iter_mut().zip(y).zip(z).zip(moved);
    let zero = splat(simd, 0.0);
    for (((rotation, place), head), (((x, y), z), moved)) in given.zip(out) {
        let mut at = 0;
        while at < BLOCK {
            let m = matrix_of(simd, load4(simd, rotation, at));
            let (head, place) = (load3(simd, head, at), load3(simd, place, at));
            let t = transformed_from(simd, &m, head, place);
            put(simd, [m[0][0], m[0][1], m[0][2], zero], x, at);
            put(simd, [m[1][0], m[1][1], m[1][2], zero], y, at);
            put(simd, [m[2][0], m[2][1], m[2][2], zero], z, at);
            put(simd, [t[0], t[1], t[2], zero], moved, at);
            at += S::LANES;
        }
    }
}

/// The same motions as dual quaternions.
#[inline(always)]
pub(crate) fn set_duals<S: Lanes>(
    simd: S,
    posed: &Posed,
    heads: &[[Row16; 3]],
    [real, dual]: &mut [Vec<[Row16; 4]>; 2],
) {
    let given = posed.rotations.iter().zip(&posed.places).zip(heads);
    for (((rotation, place), head), (real, dual)) in given.zip(real.iter_mut().zip(dual)) {
        let mut at = 0;
        while at < BLOCK {
            let q = load4(simd, rotation, at);
            let (head, place) = (load3(simd, head, at), load3(simd, place, at));
            let t = transformed_from(simd, &matrix_of(simd, q), head, place);
            put(simd, q, real, at);
            put(simd, dual_part(simd, t, q), dual, at);
            at += S::LANES;
        }
    }
}

/// Motions about elongated heads: of heads in columns, and of how far each is moved at rest, joint by joint.
#[inline(always)]
pub(crate) fn set_elongated_duals<S: Lanes>(
    simd: S,
    posed: &Posed,
    heads: &[[Row16; 3]],
    growths: &[[Row16; 4]],
    [real, dual]: &mut [Vec<[Row16; 4]>; 2],
) {
    let given = posed.rotations.iter().zip(&posed.places);
    let rests = heads.iter().zip(growths);
    let out = real.iter_mut().zip(dual);
    for (((rotation, place), (head, grown)), (real, dual)) in given.zip(rests).zip(out) {
        let mut at = 0;
        while at < BLOCK {
            let q = load4(simd, rotation, at);
            let [gx, gy, gz, _] = turned(simd, grown, at);
            let ([hx, hy, hz], [px, py, pz]) = (load3(simd, head, at), load3(simd, place, at));
            let (head, place) = ([hx + gx, hy + gy, hz + gz], [px + gx, py + gy, pz + gz]);
            let t = transformed_from(simd, &matrix_of(simd, q), head, place);
            put(simd, q, real, at);
            put(simd, dual_part(simd, t, q), dual, at);
            at += S::LANES;
        }
    }
}

/// Rotations alone, joint by joint.
#[inline(always)]
pub(crate) fn set_reals<S: Lanes>(simd: S, posed: &Posed, reals: &mut [[Row16; 4]]) {
    for (rotation, real) in posed.rotations.iter().zip(reals) {
        let mut at = 0;
        while at < BLOCK {
            put(simd, load4(simd, rotation, at), real, at);
            at += S::LANES;
        }
    }
}
