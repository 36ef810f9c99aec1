//! Bulge correction: a vertex that a blend has carried farther from its bones than it was at rest is drawn back to them.
//!
//! Blends of rotations keep the distance from a center of rotation, not from the bone, so that the outside of a bent joint stands out.
//! With `c⁰_i` the place on joint i's bone that is closest to the vertex v at rest, and `c_i` the one on the posed bone that is closest to
//! where the blend has put it, v',
//!
//! ```text
//! r_i = |L_i (v − c⁰_i)|     r̄ = Σ w_i r_i     c̄ = Σ w_i c_i
//! v'' = c̄ + (v' − c̄) · (1 − β + β min(1, r̄ / |v' − c̄|))
//! ```
//!
//! `L_i` is the linear part of joint i's own map: `r_i` is the distance at rest times what the joint stretches it by in just that
//! direction, so that intended scale is kept. A vertex of one influence is at `L_i (v − c⁰_i)` from a place of its posed bone, and is
//! never moved; nor is any vertex at rest, since `|v − Σ w_i c_i| ≤ Σ w_i |v − c_i|`.
//!
//! The derivative, along with weights and β that change over the surface, is in closed form. With `d = v' − c̄`, `ℓ = |d|`, `u = d/ℓ`, P the
//! projection onto a bone's direction where the closest place is between its ends (0 where it is one of them), J that of v':
//!
//! ```text
//! ∂c̄ = Σ w_i P_i J + Σ (c_k − c̄) ∇w_kᵀ        ∂r̄ᵀ = Σ w_i (1 − P⁰_i) L_iᵀ y_i/|y_i| + Σ r_k ∇w_k,   y_i = L_i (v − c⁰_i)
//! ∂v'' = ∂c̄ + (1 − β) ∂d + β (u ∂r̄ + r̄/ℓ (1 − u uᵀ) ∂d) + (r̄ u − d) ∇βᵀ
//! ```
//!
//! Reference: Kim and Han 2014, *Bulging-free Dual Quaternion Skinning*, where the vertex's nearest bone decides alone, and all at once; this form is continuous.

use glam::{Affine3A, Mat3A, Vec3, Vec3A};
use rig::{BoneSegment, GradientRow, InfluenceRow, JointSlot};

use crate::jacobian::{MapNumber, SurfaceVertex};

/// A joint's bone, and the map that carries it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PosedBone {
    /// The bone in the model space of the bind, before any pose.
    pub at_bind: BoneSegment,
    /// Where the joint alone carries what is bound to it: [`Palette::joint_maps`](rig::Palette::joint_maps).
    pub posed_from_bind: Affine3A,
}

/// What a joint says to a vertex.
struct Reach {
    /// `c_i`: the place on the posed bone closest to the posed vertex, in the model space of the pose.
    closest: Vec3,
    /// `r_i`: the stretched distance at rest; zero for a vertex that lay on its bone.
    distance: f32,
    /// Direction of the posed bone; zero where the closest place is an end of it.
    along: Vec3,
    /// The same at rest.
    along_at_rest: Vec3,
    /// `L_iᵀ y_i / |y_i|`: how `r_i` grows as the vertex moves at rest; zero where `y_i` is.
    rising: Vec3,
}

impl PosedBone {
    /// As [`Reach`], of a vertex at rest and posed.
    #[inline]
    fn reach(&self, at_rest: Vec3, posed: Vec3) -> Reach {
        let here = BoneSegment {
            head: self.posed_from_bind.transform_point3(self.at_bind.head),
            tail: self.posed_from_bind.transform_point3(self.at_bind.tail),
        };
        let linear = &self.posed_from_bind.matrix3;
        let from_bone = at_rest - self.at_bind.closest_point(at_rest);
        let stretched = *linear * from_bone;
        let rising = linear.transpose() * unit_or_zero(stretched);
        Reach {
            closest: here.closest_point(posed),
            distance: stretched.length(),
            along: free_direction(&here, posed),
            along_at_rest: free_direction(&self.at_bind, at_rest),
            rising,
        }
    }
}

/// The direction in which the closest place moves along; zero at an end.
fn free_direction(bone: &BoneSegment, point: Vec3) -> Vec3 {
    let share = bone.share(point);
    // Closed ends: there the place stands still, and the projection of the formula is 0.
    if share > 0.0 && share < 1.0 {
        unit_or_zero(bone.tail - bone.head)
    } else {
        Vec3::ZERO
    }
}

fn unit_or_zero(vector: Vec3) -> Vec3 {
    vector.normalize_or_zero()
}

/// A vertex that stands out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bulge {
    /// c̄: the weighted mean of the closest places on the posed bones.
    pub center: Vec3,
    /// r̄: the weighted mean of the distances at rest, at least 0.
    pub radius: f32,
    /// `v' − c̄`: from the center to where the method has put the vertex.
    pub away: Vec3,
    /// Its length, which is above r̄.
    pub distance: f32,
}

impl Bulge {
    /// How a vertex stands out; none where it does not, for an empty row, and where numbers are beyond f32.
    ///
    /// `joints` and `weights` are a row of [`Influences`](rig::Influences); `at_rest` is the vertex at the bind, with its morph targets,
    /// `posed` where a method has carried it.
    ///
    /// # Panics
    ///
    /// If a joint is beyond the bones.
    #[must_use]
    #[inline]
    pub fn find_bulge(
        InfluenceRow { joints, weights }: InfluenceRow<'_>,
        bones: &[PosedBone],
        at_rest: Vec3,
        posed: Vec3,
    ) -> Option<Self> {
        let (mut center, mut radius) = (Vec3::ZERO, 0.0);
        for (&joint, &weight) in joints.iter().zip(weights) {
            let reach = bones[usize::from(joint)].reach(at_rest, posed);
            center += reach.closest * weight;
            radius += reach.distance * weight;
        }
        let away = posed - center;
        // Negative weights may make r̄ negative; it then counts as 0.
        let (distance, radius) = (away.length(), f32::max(radius, 0.0));
        // `distance > radius` is false for NaN too, and makes the division by the distance safe.
        let stands_out = !joints.is_empty() && distance > radius && distance.is_finite();
        stands_out.then_some(Self {
            center,
            radius,
            away,
            distance,
        })
    }

    /// `c̄ + (v' − c̄) (1 − β + β r̄/|v' − c̄|)`.
    #[must_use]
    #[inline]
    pub fn draw_back(&self, strength: f32) -> Vec3 {
        let share = 1.0 - strength + strength * (self.radius / self.distance);
        self.center + self.away * share
    }
}

/// Bulge correction of one vertex: `c̄ + (v' − c̄) (1 − β + β min(1, r̄/|v' − c̄|))`; `posed` to the bit where β is 0 or the vertex does not
/// stand out.
///
/// Arguments as of [`Bulge::find_bulge`].
///
/// # Panics
///
/// If a joint is beyond the bones.
#[must_use]
#[inline]
pub fn bulge_vertex(
    row: InfluenceRow<'_>,
    strength: f32,
    bones: &[PosedBone],
    at_rest: Vec3,
    posed: Vec3,
) -> Vec3 {
    if strength <= 0.0 {
        return posed;
    }
    let bulge = Bulge::find_bulge(row, bones, at_rest, posed);
    bulge.map_or(posed, |bulge| bulge.draw_back(strength))
}

/// The Jacobian of [`bulge_vertex`] where the vertex stands out, from that of the method.
///
/// `strength` is β. Without gradients of weights and of β it is the derivative with both held constant, which usual normals go by.
///
/// # Panics
///
/// If a joint is beyond the bones.
#[must_use]
pub fn bulge_jacobian_vertex(
    vertex: SurfaceVertex<'_>,
    strength: MapNumber,
    bones: &[PosedBone],
    bulge: &Bulge,
    jacobian: &Mat3A,
) -> Mat3A {
    let SurfaceVertex {
        position: at_rest,
        row,
        gradients,
    } = vertex;
    let posed = bulge.center + bulge.away;
    let reach = |joint: JointSlot| bones[usize::from(joint)].reach(at_rest, posed);
    let (mut of_center, mut of_radius) = (Mat3A::ZERO, Vec3::ZERO);
    for (joint, weight) in row.pairs() {
        let reach = reach(joint);
        let moved = jacobian.transpose() * reach.along;
        add_outer(&mut of_center, reach.along * weight, moved);
        let across = reach.rising - reach.along_at_rest * reach.along_at_rest.dot(reach.rising);
        of_radius += across * weight;
    }
    for (&joint, &gradient) in gradients.joints.iter().zip(gradients.gradients) {
        let reach = reach(joint);
        add_outer(&mut of_center, reach.closest - bulge.center, gradient);
        of_radius += gradient * reach.distance;
    }
    let out = bulge.away / bulge.distance;
    let of_away = *jacobian - of_center;
    let shrunk = bulge.radius / bulge.distance;
    // The factor of `∂d` splits: `1 − β + β r̄/ℓ` here, and its part along u below, which does not shrink by r̄/ℓ.
    let mut sum = of_center + of_away * (1.0 - strength.value + strength.value * shrunk);
    let along_out = of_radius - of_away.transpose() * out * shrunk;
    add_outer(&mut sum, out * strength.value, along_out);
    add_outer(&mut sum, out * bulge.radius - bulge.away, strength.gradient);
    sum
}

/// `M += a bᵀ`.
#[inline]
fn add_outer(matrix: &mut Mat3A, a: Vec3, b: Vec3) {
    let a = Vec3A::from(a);
    matrix.x_axis += a * b.x;
    matrix.y_axis += a * b.y;
    matrix.z_axis += a * b.z;
}

/// As [`bulge_jacobian_vertex`], with weights and strength held constant.
#[must_use]
#[inline]
pub(crate) fn draw_back_linear(
    row: InfluenceRow<'_>,
    strength: f32,
    at: (&[PosedBone], Vec3, &Bulge),
    linear: &Mat3A,
) -> Mat3A {
    let (bones, position, bulge) = at;
    let vertex = SurfaceVertex {
        position,
        row,
        gradients: GradientRow::default(),
    };
    let strength = MapNumber {
        value: strength,
        gradient: Vec3::ZERO,
    };
    bulge_jacobian_vertex(vertex, strength, bones, bulge, linear)
}
