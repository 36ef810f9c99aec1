//! Plain loops to compare with: what a program writes that blends matrices itself.

use glam::{Affine3A, Mat3A, Vec3, Vec3A};
use rig::{InfluenceRow, Influences, JointSlot, Palette};

/// Influences in rows of one width, and matrices.
pub(super) struct Plain {
    width: usize,
    joints: Vec<JointSlot>,
    weights: Vec<f32>,
    matrices: Vec<Affine3A>,
}

impl Plain {
    pub(super) fn new(influences: &Influences, palette: &Palette) -> Self {
        let width = influences.max_per_vertex().max(1);
        let (mut joints, mut weights) = (Vec::new(), Vec::new());
        for InfluenceRow {
            joints: own_joints,
            weights: own_weights,
        } in influences.rows()
        {
            // Padded with zero weights to rows of one width, as such programs store them.
            let rest = width - own_joints.len();
            joints.extend_from_slice(own_joints);
            joints.extend(std::iter::repeat_n(JointSlot::default(), rest));
            weights.extend_from_slice(own_weights);
            weights.extend(std::iter::repeat_n(0.0, rest));
        }
        Self {
            width,
            joints,
            weights,
            matrices: palette.joint_maps(),
        }
    }

    fn blended_matrices(&self) -> impl Iterator<Item = Affine3A> {
        let joints = self.joints.chunks_exact(self.width);
        let rows = joints.zip(self.weights.chunks_exact(self.width));
        rows.map(|(joints, weights)| {
            let mut sum = Affine3A {
                matrix3: Mat3A::ZERO,
                translation: Vec3A::ZERO,
            };
            for (&joint, &weight) in joints.iter().zip(weights) {
                let matrix = &self.matrices[joint.index()];
                sum.matrix3 += matrix.matrix3 * weight;
                sum.translation += matrix.translation * weight;
            }
            sum
        })
    }

    /// Positions and normals by the blended matrix; normals get no unit length.
    pub(super) fn skin(&self, rest: (&[Vec3], &[Vec3]), posed: (&mut [Vec3], &mut [Vec3])) {
        let rest = rest.0.iter().zip(rest.1);
        let posed = posed.0.iter_mut().zip(posed.1);
        for ((map, (position, normal)), (to, turned)) in
            self.blended_matrices().zip(rest).zip(posed)
        {
            *to = map.transform_point3(*position);
            *turned = map.transform_vector3(*normal);
        }
    }

    /// With our normals: by the cofactor matrix with the sign of the determinant, of unit length.
    pub(super) fn skin_unit(&self, rest: (&[Vec3], &[Vec3]), posed: (&mut [Vec3], &mut [Vec3])) {
        let rest = rest.0.iter().zip(rest.1);
        let posed = posed.0.iter_mut().zip(posed.1);
        for ((map, (position, normal)), (to, turned)) in
            self.blended_matrices().zip(rest).zip(posed)
        {
            *to = map.transform_point3(*position);
            let Mat3A {
                x_axis,
                y_axis,
                z_axis,
            } = map.matrix3;
            let x = y_axis.cross(z_axis);
            let across =
                x * normal.x + z_axis.cross(x_axis) * normal.y + x_axis.cross(y_axis) * normal.z;
            // x · (y × z) is the determinant: below zero the cofactors point inwards.
            *turned = (across * x_axis.dot(x).signum()).normalize_or_zero().into();
        }
    }

    /// Positions by the blended matrix, for comparison with paths that skip normals.
    pub(super) fn skin_positions(&self, rest: &[Vec3], posed: &mut [Vec3]) {
        for ((map, position), to) in self.blended_matrices().zip(rest).zip(posed) {
            *to = map.transform_point3(*position);
        }
    }
}
