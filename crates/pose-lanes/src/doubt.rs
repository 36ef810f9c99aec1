//! Joints whose polar rotations lanes have not made certain.

use glam::{Affine3A, Mat3, Mat3A, Quat, Vec3A};
use rig::{Rigid, polar};

use crate::chain::affine;
use crate::lane_pose::WorkMemory;
use crate::order::{joint_of_lane, quads_mut};
use crate::stretched::stretch_columns;
use crate::two_phase::Split;

impl Split<'_> {
    /// Decomposes the joints of lanes that are in doubt, from a joint on.
    #[inline(always)]
    pub(crate) fn decompose(
        &self,
        work: &mut WorkMemory,
        first: usize,
        lanes: usize,
        mut doubted: u64,
    ) {
        while doubted != 0 {
            let joint = first + joint_of_lane(lanes, doubted.trailing_zeros() as usize);
            doubted &= doubted - 1;
            if joint < self.rig.slots.len() {
                self.decompose_joint(work, joint);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn decompose_joint(&self, work: &mut WorkMemory, joint: usize) {
        let axes = self.rig.rotations[joint];
        let head = column(self.rig.head_quads[joint]);
        let (to_bind, bind_head) = match &self.skin.elsewhere {
            None => (Quat::IDENTITY, head),
            Some(bind) => (
                bind.rotations[joint].as_quat(),
                column(bind.head_quads[joint]),
            ),
        };
        let frame = affine(&work.frames[joint + 1]);
        let rest_frame = affine(&work.rest_frames[joint + 1]);
        let (turn, inner) = polar_parts(frame.matrix3, axes);
        let (rest_turn, _) = polar_parts(rest_frame.matrix3, to_bind * axes);
        let rest_turn = rest_turn * to_bind;
        let [x, y, z] = stretch_columns(&self.posed.stretches[joint]);
        let stretch = Mat3A::from_cols(column(x), column(y), column(z));
        let n = Mat3A::from_quat(rest_turn) * inner * stretch;
        let (posed_head, rest_head) = (
            frame.transform_point3a(head),
            rest_frame.transform_point3a(bind_head),
        );
        let n = Affine3A {
            matrix3: n,
            translation: rest_head - n * head,
        };
        let g = (turn * rest_turn.conjugate()).normalize();
        let motion = Rigid::new(g, (posed_head - g * rest_head).into()).to_dual_quat();
        let columns = [
            n.matrix3.x_axis,
            n.matrix3.y_axis,
            n.matrix3.z_axis,
            n.translation,
        ];
        for (to, column) in work.motions.iter_mut().zip(columns) {
            quads_mut(to)[joint] = column.extend(0.0).to_array();
        }
        let [reals, duals] = &mut work.duals;
        quads_mut(reals)[joint] = motion.real.to_array();
        quads_mut(duals)[joint] = motion.dual.to_array();
    }
}

fn column([x, y, z, _]: [f32; 4]) -> Vec3A {
    Vec3A::new(x, y, z)
}

/// Rotation and stretch of a frame in the axes of the model, decomposed in those of the joint: of a frame that has several, the rotation is the one that the
/// joint's own axes say.
fn polar_parts(linear: Mat3A, axes: Quat) -> (Quat, Mat3A) {
    let parts = polar(Mat3::from(linear * Mat3A::from_quat(axes)));
    let axes_matrix = Mat3A::from_quat(axes);
    let stretch = axes_matrix * Mat3A::from(parts.stretch) * axes_matrix.transpose();
    ((parts.rotation * axes.conjugate()).normalize(), stretch)
}
