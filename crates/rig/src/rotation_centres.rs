//! The points about which spherical blend skinning turns.

use dq_math::DualQuat;
use glam::{DMat3, DQuat, DVec3, Vec3};

use crate::polar::orthogonal_columns;
use crate::{JointSets, TwoPhasePalette};

/// The rotation centre of every set of joints in one pose.
///
/// That of a set is the point r whose images under all motions of the set lie as close together as they can: the
/// minimum-norm least-squares solution of `G_a r = G_b r` over all pairs a, b of the set. A set of fewer than two joints needs
/// none and has the origin. Two joints that move the head of one of them alike, as a parent and a child that only turns
/// do, turn about that head, and nothing is decomposed.
///
/// Reference: Kavan and Žára 2005, sections 4.1 and 4.3. The paper's D has 3 rows a pair, not one as printed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RotationCentres {
    /// One per set of the [`JointSets`], in the space between the two phases.
    pub centres: Vec<Vec3>,
    /// How many of them took a singular value decomposition: the figure of the paper's Table 2.
    pub decompositions: usize,
}

impl RotationCentres {
    /// The centres of a palette's motions for the sets of a mesh.
    ///
    /// # Panics
    ///
    /// If a set has a joint that the palette lacks.
    #[must_use]
    pub fn new(palette: &TwoPhasePalette, sets: &JointSets) -> Self {
        let mut decompositions = 0;
        let centres = sets.iter().map(|set| {
            let (centre, is_decomposed) = centre_of(palette, set);
            decompositions += usize::from(is_decomposed);
            centre
        });
        Self {
            centres: centres.collect(),
            decompositions,
        }
    }
}

/// The rotation centre of one set of joints, in ascending order and each once, as [`RotationCentres`] has it.
///
/// # Panics
///
/// If the set has a joint that the palette lacks.
#[must_use]
pub fn rotation_centre_of_set(palette: &TwoPhasePalette, set: &[u16]) -> Vec3 {
    centre_of(palette, set).0
}

/// The centre, and whether it took a decomposition.
fn centre_of(palette: &TwoPhasePalette, set: &[u16]) -> (Vec3, bool) {
    let shared = match *set {
        [] | [_] => Some(Vec3::ZERO),
        [a, b] => shared_head(palette, a, b),
        _ => None,
    };
    shared.map_or_else(
        || (rotation_centre(motions(palette, set)), true),
        |centre| (centre, false),
    )
}

fn motions<'a>(
    palette: &'a TwoPhasePalette,
    set: &'a [u16],
) -> impl Iterator<Item = DualQuat> + Clone + 'a {
    set.iter()
        .map(|&joint| palette.posed_from_stretched[usize::from(joint)])
}

/// The head of one of two joints, if both move it to one place.
fn shared_head(palette: &TwoPhasePalette, a: u16, b: u16) -> Option<Vec3> {
    let [a, b] = [a, b].map(usize::from);
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
/// let centre = rig::rotation_centre([DualQuat::IDENTITY, about]);
/// assert!(centre.abs_diff_eq(Vec3::Y, 1e-6));
/// ```
///
/// Reference: Kavan and Žára 2005, section 4.1.
pub fn rotation_centre<I>(motions: I) -> Vec3
where
    I: IntoIterator<Item = DualQuat>,
    I::IntoIter: Clone,
{
    let mut system = Triangle::default();
    let mut rest = motions.into_iter().map(matrix_and_translation);
    while let Some((a, at)) = rest.next() {
        for (b, bt) in rest.clone() {
            let difference = (a - b).transpose();
            let shift = bt - at;
            for (row, value) in difference
                .to_cols_array_2d()
                .into_iter()
                .zip(shift.to_array())
            {
                system.add_row(row.into(), value);
            }
        }
    }
    let centre = system.solve().as_vec3();
    if centre.is_finite() {
        centre
    } else {
        Vec3::ZERO
    }
}

fn matrix_and_translation(motion: DualQuat) -> (DMat3, DVec3) {
    let real = motion.real.as_dquat();
    let length_squared = real.length_squared();
    let dual = motion.dual.as_dquat();
    let DQuat { x, y, z, .. } = dual * real.conjugate() * (2.0 / length_squared);
    (DMat3::from_quat(real.normalize()), DVec3::new(x, y, z))
}

/// Equations `D r = e` turned into an upper triangle as they come (Givens), which has the singular values of D and the same
/// solutions, in memory of its own size.
#[derive(Default)]
struct Triangle {
    rows: [DVec3; 3],
    values: [f64; 3],
}

/// Below this, in radians for two motions, a singular value of D counts as none. The paper has 1e-5; but a centre that far away
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
