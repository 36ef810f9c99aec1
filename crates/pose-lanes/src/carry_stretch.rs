//! Stretches carried to other axes, in lanes.

use lanes::Lanes;

use crate::algebra::{Matrix, Triple, dot3, product};

/// `R S Rᵀ`, given scale `(xx, yy, zz)` and shear `(xy, yz, zx)`, as both of the same.
#[inline(always)]
pub(crate) fn carried_columns<S: Lanes>(
    simd: S,
    axes: &Matrix<S>,
    [xx, yy, zz]: Triple<S>,
    [xy, yz, zx]: Triple<S>,
) -> (Triple<S>, Triple<S>) {
    let half = product(simd, axes, &[[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]]);
    // Rows of `R S` times rows of R.
    let (of_half, of_axes) = (rows::<S>(&half), rows::<S>(axes));
    (
        [
            dot3(simd, of_half[0], of_axes[0]),
            dot3(simd, of_half[1], of_axes[1]),
            dot3(simd, of_half[2], of_axes[2]),
        ],
        [
            dot3(simd, of_half[0], of_axes[1]),
            dot3(simd, of_half[1], of_axes[2]),
            dot3(simd, of_half[2], of_axes[0]),
        ],
    )
}

#[inline(always)]
fn rows<S: Lanes>([x, y, z]: &Matrix<S>) -> [Triple<S>; 3] {
    [[x[0], y[0], z[0]], [x[1], y[1], z[1]], [x[2], y[2], z[2]]]
}
