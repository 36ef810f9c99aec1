//! How far rounding may turn a skinned normal and a skinned tangent.
//!
//! Of a vertex's map let J be the linear part, `C = cof J` and `t = C n`, which the skinned normal `t / |t|` comes of. J is a sum, of joints'
//! maps and of the maps that are mixed; processor and device round it in another order each, and so differ in it by
//!
//! ```text
//! |ΔJ| ≤ k ε S        S = max(|J|, Σ |w_i| |L_i|)
//! ```
//!
//! ε the rounding of f32, k the number of roundings that count, `L_i` the linear part of joint i's own map, `|·|` Frobenius' norm. Columns of C
//! are cross products of two columns of J: with Cauchy's inequality `|ΔC| ≤ √2 |J| |ΔJ|`, to the first order. What of that is across t turns it:
//!
//! ```text
//! angle ≤ |ΔC n| / |t| ≤ √2 k ε S |J| |n| / |t|
//! ```
//!
//! Of a map that keeps shapes, `|J|² |n| / |t|` is 3. It grows without bound where a map is nearly flat across n, or nearly of rank one; no bound below
//! two is left there, and nothing to be compared. The sign of the normal is that of `det J`, which changes by `|Δdet| ≤ |C| |ΔJ| ≤ |J|² |ΔJ|`:
//! where that may carry it over the border below which a map mirrors, the other direction is as good.
//!
//! A tangent τ becomes `m = J τ / |J τ|`, off by `|ΔJ| |τ| / |J τ|`, and then the direction of `m − ⟨m, n'⟩ n'`, which is of length a. So it is
//! off by the sum of what m and the normal are off, over a.
//!
//! J is taken from the reference, and all that follows is computed in f64: what rounding has done to J is within the same bound.

use glam::{Affine3A, DMat3, DVec3, Mat3A, Vec3};
use rig::{InfluenceRow, Palette, Weighting};
use skin_cpu::RowMaps;

use crate::parity::Directions;

/// `√2 k ε` with 40 roundings: each of some ten terms is a product of a few factors.
const ROUNDINGS: f64 = 56.0 * (f32::EPSILON / 2.0) as f64;
/// The part of the largest cofactor below which a determinant counts as none: `FLAT` of the reference.
const FLAT: f64 = 1e-6;

/// How far apart a vertex may lie on the processor and on the device, beyond what all methods differ by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) normal: f32,
    pub(crate) tangent: f32,
    /// Whether rounding decides which way round the surface is.
    pub(crate) may_mirror: bool,
}

/// The vertices of a mesh in a pose.
pub(crate) struct Turns<'a> {
    weighting: Weighting<'a>,
    maps: RowMaps<'a>,
    joint_maps: Vec<Affine3A>,
}

impl<'a> Turns<'a> {
    pub(crate) fn new(weighting: Weighting<'a>, palette: &'a Palette) -> Self {
        Self {
            weighting,
            maps: RowMaps::new(palette, weighting),
            joint_maps: palette.joint_maps(),
        }
    }

    /// Of a vertex at rest, with its morph targets.
    pub(crate) fn turn(&self, vertex: usize, (at, lies): (Vec3, Directions)) -> Turn {
        let linear = in_f64(&self.maps.of(vertex, at).matrix3);
        let normal = lies.normal.as_dvec3();
        let tangent = lies.tangent.unwrap_or_default().truncate().as_dvec3();
        let cofactor = cofactor(&linear);
        let turned = cofactor * normal;
        let (size, roundings) = (norm(&linear), self.roundings(vertex, &linear));
        let of_normal = roundings * size * normal.length() / turned.length();
        let moved = linear * tangent;
        let (along, unit) = (moved.normalize_or_zero(), turned.normalize_or_zero());
        let across = (along - unit * unit.dot(along)).length();
        let of_tangent = (roundings * tangent.length() / moved.length() + of_normal) / across;
        let border = FLAT * largest(&linear) * largest(&cofactor);
        Turn {
            normal: bound(of_normal),
            tangent: bound(of_tangent),
            may_mirror: (linear.determinant() + border).abs() <= roundings * size * size,
        }
    }

    /// `√2 |ΔJ|`
    fn roundings(&self, vertex: usize, linear: &DMat3) -> f64 {
        let InfluenceRow { joints, weights } = self.weighting.influences.row(vertex);
        let pairs = joints.iter().zip(weights);
        let terms = pairs.map(|(&joint, &weight)| {
            let of_joint = in_f64(&self.joint_maps[usize::from(joint)].matrix3);
            f64::from(weight.abs()) * norm(&of_joint)
        });
        ROUNDINGS * terms.sum::<f64>().max(norm(linear))
    }
}

/// Whatever it is, of what nothing is left.
#[expect(clippy::cast_possible_truncation, reason = "not above two")]
fn bound(angle: f64) -> f32 {
    if angle.is_nan() {
        2.0
    } else {
        angle.min(2.0) as f32
    }
}

fn in_f64(matrix: &Mat3A) -> DMat3 {
    let columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let [x, y, z] = columns.map(|column| column.as_dvec3());
    DMat3::from_cols(x, y, z)
}

fn cofactor(m: &DMat3) -> DMat3 {
    let (x, y, z) = (m.x_axis, m.y_axis, m.z_axis);
    DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y))
}

/// Frobenius norm.
fn norm(matrix: &DMat3) -> f64 {
    let columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    columns
        .map(DVec3::length_squared)
        .iter()
        .sum::<f64>()
        .sqrt()
}

/// The largest component, without its sign.
fn largest(matrix: &DMat3) -> f64 {
    matrix.abs().to_cols_array().into_iter().fold(0.0, f64::max)
}
