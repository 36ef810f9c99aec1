//! The points about which spherical blend skinning turns.

use dq_math::DualQuat;
use glam::{DMat3, DQuat, DVec3, Vec3};

use crate::motion::polar::orthogonal_columns;
use crate::{JointSets, JointSlot, TwoPhasePalette};

/// The rotation center of every set of joints in one pose.
///
/// That of a set is the point r whose images under all motions of the set lie as close together as they can: the
/// minimum-norm least-squares solution of `G_a r = G_b r` over all pairs a, b of the set. A set of fewer than two joints needs
/// none and has the origin. Two joints that move the head of one of them alike, as a parent and a child that only turns
/// do, turn about that head, and nothing is solved.
///
/// Reference: Kavan and Žára 2005, section 4. The paper's D has 3 rows a pair, not one as printed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RotationCenters {
    /// One per set of the [`JointSets`], in the space between the two phases.
    pub centers: Vec<Vec3>,
    /// For how many of them a system was solved. The paper decomposes each by singular values: the figure of its Table 2.
    pub decompositions: usize,
}

impl RotationCenters {
    /// The centers of a palette's motions for the sets of a mesh.
    ///
    /// # Panics
    ///
    /// If a set has a joint that the palette lacks.
    #[must_use]
    pub fn new(palette: &TwoPhasePalette, sets: &JointSets) -> Self {
        let motions = palette.posed_from_stretched.iter();
        let motions: Vec<Motion> = motions.copied().map(Motion::new).collect();
        let mut decompositions = 0;
        let centers = sets.iter().map(|set| {
            let of_set = set.iter().map(|&joint| motions[joint.index()]);
            let (center, is_solved) = center_of(palette, set, of_set);
            decompositions += usize::from(is_solved);
            center
        });
        Self {
            centers: centers.collect(),
            decompositions,
        }
    }
}

/// The rotation center of one set of joints, in ascending order and each once, as [`RotationCenters`] has it.
///
/// # Panics
///
/// If the set has a joint that the palette lacks.
#[must_use]
pub fn rotation_center_of_set(palette: &TwoPhasePalette, set: &[JointSlot]) -> Vec3 {
    let motions = set.iter().map(|&joint| {
        let motion = palette.posed_from_stretched[joint.index()];
        Motion::new(motion)
    });
    center_of(palette, set, motions).0
}

/// The center, and whether a system was solved.
fn center_of(
    palette: &TwoPhasePalette,
    set: &[JointSlot],
    motions: impl Iterator<Item = Motion> + Clone,
) -> (Vec3, bool) {
    let shared = match *set {
        [] | [_] => Some(Vec3::ZERO),
        [a, b] => shared_head(palette, a, b),
        _ => None,
    };
    shared.map_or_else(|| (solve_center(motions), true), |center| (center, false))
}

/// The head of one of two joints, if both move it to one place.
fn shared_head(palette: &TwoPhasePalette, a: JointSlot, b: JointSlot) -> Option<Vec3> {
    let [a, b] = [a, b].map(JointSlot::index);
    let (one, other) = (
        palette.posed_from_stretched[a],
        palette.posed_from_stretched[b],
    );
    // The child, which mostly comes later.
    [b, a].into_iter().find_map(|joint| {
        let head = *palette.heads.get(joint)?;
        let (x, y) = (one.transform_point3(head), other.transform_point3(head));
        let size = head.length() + x.length() + one.translation().length();
        (x.distance(y) <= SAME_PLACE * size).then_some(head)
    })
}

/// What f32 leaves between two images of one point, as a share of the lengths that meet.
const SAME_PLACE: f32 = 1e-6;

/// The point r whose images under all motions lie as close together as they can: the least-squares solution of `R_a r + t_a = R_b r +
/// t_b` over all pairs, of several the one nearest to the origin.
///
/// `motions` are unit dual quaternions. In f64 throughout, by the singular values of the stacked `R_a − R_b`, of which those below
/// 1e-3 count as zero, whatever the others are: a share of the largest would be of no use where all motions are equal but
/// for rounding. Motions that only shift, and fewer than two, have the origin.
///
/// # Examples
///
/// ```
/// use dq_math::DualQuat;
/// use glam::{Quat, Vec3};
///
/// // At rest, and turned about (0, 1, 0): all points of the axis stay, and the nearest to the origin is taken.
/// let turn = Quat::from_rotation_z(1.0);
/// let about = DualQuat::from_rotation_translation(turn, Vec3::Y - turn * Vec3::Y);
/// let center = rig::rotation_center([DualQuat::IDENTITY, about]);
/// assert!(center.abs_diff_eq(Vec3::Y, 1e-6));
/// ```
///
/// Reference: Kavan and Žára 2005, section 4.
pub fn rotation_center<I>(motions: I) -> Vec3
where
    I: IntoIterator<Item = DualQuat>,
    I::IntoIter: Clone,
{
    solve_center(motions.into_iter().map(Motion::new))
}

/// A motion in double precision.
#[derive(Clone, Copy)]
struct Motion {
    rotation: DMat3,
    translation: DVec3,
    /// `Rᵀ t`, for the right side of the normal equations.
    back: DVec3,
}

impl Motion {
    fn new(motion: DualQuat) -> Self {
        let real = motion.real.as_dquat();
        // Unit to the rounding of f32 alone, which f64 would see.
        let length_squared = real.length_squared();
        let dual = motion.dual.as_dquat();
        let DQuat { x, y, z, .. } = dual * real.conjugate() * (2.0 / length_squared);
        let rotation = DMat3::from_quat(real.normalize());
        let translation = DVec3::new(x, y, z);
        Self {
            rotation,
            translation,
            back: DVec3::new(
                rotation.x_axis.dot(translation),
                rotation.y_axis.dot(translation),
                rotation.z_axis.dot(translation),
            ),
        }
    }
}

/// By the normal equations where these are clear, else by singular values.
fn solve_center(motions: impl Iterator<Item = Motion> + Clone) -> Vec3 {
    let equations = NormalEquations::new(motions.clone());
    let center = equations
        .solve()
        .unwrap_or_else(|| solve_by_svd(motions))
        .as_vec3();
    if center.is_finite() {
        center
    } else {
        Vec3::ZERO
    }
}

/// The symmetric system `N r = e` of n motions. Since rotations have orthonormal columns, the sum over all pairs is one over all motions:
///
/// ```text
/// N = Σ_pairs (R_a − R_b)ᵀ (R_a − R_b) = n² 1 − PᵀP,  e = −Σ_pairs (R_a − R_b)ᵀ (t_a − t_b) = Pᵀ Σ t_i − n Σ R_iᵀ t_i,  P = Σ R_i
/// ```
///
/// Rounding leaves 1e-16 n² of N, whose eigenvalues count from [`NO_TURN`] squared on.
struct NormalEquations {
    diagonal: DVec3,
    /// Of y and z, z and x, x and y.
    beside: DVec3,
    values: DVec3,
}

/// The least eigenvalue, over which a system of three unknowns is solved as it is.
const FULL: f64 = NO_TURN * NO_TURN;
/// The largest third eigenvalue beside which two are solved for, and the least that the second of these may be.
const FLAT: (f64, f64) = (1e-11, 1e-5);

impl NormalEquations {
    fn new(motions: impl Iterator<Item = Motion>) -> Self {
        let (mut turn, mut shift, mut back) = (DMat3::ZERO, DVec3::ZERO, DVec3::ZERO);
        let mut count = 0.0;
        for motion in motions {
            turn += motion.rotation;
            shift += motion.translation;
            back += motion.back;
            count += 1.0;
        }
        let DMat3 {
            x_axis: x,
            y_axis: y,
            z_axis: z,
        } = turn;
        let lengths = DVec3::new(x.dot(x), y.dot(y), z.dot(z));
        let carried = DVec3::new(x.dot(shift), y.dot(shift), z.dot(shift));
        Self {
            diagonal: DVec3::splat(count * count) - lengths,
            beside: -DVec3::new(y.dot(z), z.dot(x), x.dot(y)),
            values: carried - back * count,
        }
    }

    /// The solution that is nearest to the origin; none where eigenvalues are neither clearly nothing nor clearly something.
    fn solve(&self) -> Option<DVec3> {
        let [a, b, c] = self.diagonal.to_array();
        let [d, e, f] = self.beside.to_array();
        let trace = a + b + c;
        if trace < FULL {
            return Some(DVec3::ZERO);
        }
        // Columns of the adjugate, symmetric as well.
        let x = DVec3::new(b * c - d * d, d * e - c * f, d * f - b * e);
        let y = DVec3::new(x.y, c * a - e * e, e * f - a * d);
        let z = DVec3::new(x.z, y.z, a * b - f * f);
        let determinant = a * x.x + f * x.y + e * x.z;
        // The eigenvalues λ1 ≥ λ2 ≥ λ3 have λ1 λ2 ≤ pairs ≤ 3 λ1 λ2, so that λ3 lies between a determinant over this and three times that.
        let pairs = x.x + y.y + z.z;
        if determinant > FULL * pairs {
            let values = self.values;
            return Some((x * values.x + y * values.y + z * values.z) / determinant);
        }
        let (none, some) = FLAT;
        if !(3.0 * determinant < none * pairs && pairs > some * trace) {
            return None;
        }
        // Of rank two the adjugate is λ1 λ2 times the projection onto the axis, and on the plane across N has the inverse (tr N 1 − N) / λ1 λ2.
        let mut axis = x;
        for other in [y, z] {
            if other.length_squared() > axis.length_squared() {
                axis = other;
            }
        }
        let axis = axis.normalize_or_zero();
        let across = self.values - axis * axis.dot(self.values);
        let image = DVec3::new(
            DVec3::new(a, f, e).dot(across),
            DVec3::new(f, b, d).dot(across),
            DVec3::new(e, d, c).dot(across),
        );
        let center = (across * trace - image) / pairs;
        Some(center - axis * axis.dot(center))
    }
}

/// By singular values: of all systems.
fn solve_by_svd(motions: impl Iterator<Item = Motion> + Clone) -> DVec3 {
    let mut system = Triangle::default();
    let mut rest = motions;
    while let Some(one) = rest.next() {
        for other in rest.clone() {
            let difference = (one.rotation - other.rotation).transpose();
            let shift = other.translation - one.translation;
            for (row, value) in difference
                .to_cols_array_2d()
                .into_iter()
                .zip(shift.to_array())
            {
                system.add_row(row.into(), value);
            }
        }
    }
    system.solve()
}

/// Equations `D r = e` turned into an upper triangle as they come (Givens), which has the singular values of D and the same
/// solutions, in memory of its own size.
#[derive(Default)]
struct Triangle {
    rows: [DVec3; 3],
    values: [f64; 3],
}

/// Below this, in radians for two motions, a singular value of D counts as none. The paper names no number. A center that is farther away
/// costs a kernel in f32 more digits than the turn about it is worth: with t between the motions it takes 6e-8 t / δ away, and passing over a turn
/// of δ takes t δ / 8.
const NO_TURN: f64 = 1e-3;

impl Triangle {
    fn add_row(&mut self, mut row: DVec3, mut value: f64) {
        for place in 0..3 {
            let (kept, added) = (self.rows[place][place], row[place]);
            let length = kept.hypot(added);
            if length == 0.0 {
                continue;
            }
            // A turn of both rows after which the new one begins with a zero.
            let (cos, sin) = (kept / length, added / length);
            let (own_row, own_value) = (self.rows[place], self.values[place]);
            self.rows[place] = own_row * cos + row * sin;
            self.values[place] = own_value * cos + value * sin;
            row = row * cos - own_row * sin;
            value = value * cos - own_value * sin;
        }
    }

    /// `Σ v_k (b_k · e) / |b_k|²` over the `b_k = D v_k` that are long enough: the pseudo-inverse.
    fn solve(&self) -> DVec3 {
        let [x, y, z] = self.rows;
        let (images, directions) = orthogonal_columns(DMat3::from_cols(x, y, z).transpose());
        let values = DVec3::from(self.values);
        images
            .into_iter()
            .zip(directions)
            .filter(|(image, _)| image.length() > NO_TURN)
            .map(|(image, direction)| direction * (image.dot(values) / image.length_squared()))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, DVec3};

    use super::{DMat3, Motion, NormalEquations, solve_by_svd};

    fn about(axis: DVec3, angle: f64, point: DVec3) -> Motion {
        let rotation = DMat3::from_quat(DQuat::from_axis_angle(axis.normalize(), angle));
        let translation = point - rotation * point;
        Motion {
            rotation,
            translation,
            back: rotation.transpose() * translation,
        }
    }

    /// Motions about axes that differ by `spread`, by multiples of an angle.
    fn motions(spread: f64, angle: f64, count: u8) -> Vec<Motion> {
        let point = DVec3::new(3.0, -2.0, 1.0);
        let axes = [
            DVec3::X,
            DVec3::new(0.3, 1.0, -0.2),
            DVec3::new(-0.5, 0.4, 0.9),
        ];
        let motion = |joint: u8| {
            let place = f64::from(joint);
            let axis = axes[0] + axes[usize::from(joint) % 3] * spread;
            about(axis, angle * place, point + axes[1] * (place * 0.1))
        };
        (0..count).map(motion).collect()
    }

    /// Whether normal equations solve it; as singular values do, then.
    fn is_solved_alike(motions: &[Motion]) -> bool {
        let motions = motions.iter().copied();
        let Some(found) = NormalEquations::new(motions.clone()).solve() else {
            return false;
        };
        let expected = solve_by_svd(motions);
        let off = found.distance(expected) / (1.0 + expected.length());
        assert!(off < 1e-6, "{found}, {expected}");
        true
    }

    /// Sets of two, three and four joints about one axis and about several, by large angles and small ones.
    #[test]
    fn normal_equations_have_the_solutions_of_singular_values() {
        let mut solved = 0;
        for spread in [0.0, 1e-5, 1e-4, 3e-3, 0.1, 1.0] {
            for angle in [1e-4, 2e-3, 0.05, 0.7, 2.0, 3.1] {
                let sets = (2..=4).map(|count| motions(spread, angle, count));
                solved += sets.filter(|motions| is_solved_alike(motions)).count();
            }
        }
        assert!(solved > 80, "{solved} of 108");
    }
}
