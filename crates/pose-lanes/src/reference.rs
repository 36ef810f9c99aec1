//! Today's way, joint by joint, for what lanes leave to it.

use dq_math::SignRule;
use glam::{Mat3, Quat, Vec3};
use lanes::Row8;
use rig::{
    DualQuatPalette, Method, Palette, PaletteMemory, Pose, PoseMemory, PosedSkin, Rigid, Stretch,
    TwoPhasePalette, forward_into,
};

use crate::lane_pose::Posed;
use crate::order::{BLOCK, place_in_block};
use crate::prepared_rig::RigConstants;

/// Memory of the forward pass and of palettes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reference {
    pose: Pose,
    posed: PoseMemory,
    palette: PaletteMemory,
    /// What palettes are made in, of either kind, so that those of the caller keep their memory.
    duals: Palette,
    two_phases: Palette,
}

impl Reference {
    pub(crate) fn dual_quaternion(
        &mut self,
        rig: &RigConstants,
        posed: &Posed,
        (skin, signs): (usize, SignRule),
        palette: &mut DualQuatPalette,
    ) {
        let mut entries = std::mem::take(&mut self.duals);
        self.make(
            rig,
            posed,
            (skin, Method::DualQuaternion, signs),
            &mut entries,
        );
        if let Palette::DualQuaternion(made) = &mut entries {
            std::mem::swap(made, palette);
        }
        self.duals = entries;
    }

    pub(crate) fn two_phase(
        &mut self,
        rig: &RigConstants,
        posed: &Posed,
        (skin, method, signs): (usize, Method, SignRule),
        palette: &mut TwoPhasePalette,
    ) {
        let mut entries = std::mem::take(&mut self.two_phases);
        self.make(rig, posed, (skin, method, signs), &mut entries);
        if let Palette::TwoPhase(made) = &mut entries {
            std::mem::swap(made, palette);
        }
        self.two_phases = entries;
    }

    /// A palette of the pose by any method, in its own memory.
    pub(crate) fn make(
        &mut self,
        rig: &RigConstants,
        posed: &Posed,
        (skin, method, signs): (usize, Method, SignRule),
        entries: &mut Palette,
    ) {
        self.set_pose(rig, posed);
        let (rig, memory) = (&rig.rig, &mut self.posed);
        let inheritance = &rig.scale_inheritance;
        // Lengths were checked when the rig was prepared.
        let Ok(posed) = forward_into(&rig.skeleton, &self.pose, inheritance, memory) else {
            return;
        };
        if let Ok(posed) = PosedSkin::new(&posed, &rig.binds[skin]) {
            entries.set(method, signs, &posed, &mut self.palette);
        }
    }

    /// Carries the pose back to the axes of the joints.
    fn set_pose(&mut self, rig: &RigConstants, posed: &Posed) {
        let joints = rig.slots.len();
        self.pose.rigid.resize(joints, Rigid::IDENTITY);
        self.pose.stretch.clear();
        self.pose.stretch.resize(joints, Stretch::IDENTITY);
        for (joint, rigid) in self.pose.rigid.iter_mut().enumerate() {
            let (block, at) = (joint / BLOCK, place_in_block(rig.lanes, joint));
            let [x, y, z, w] = &posed.rotations[block];
            let turn = Quat::from_xyzw(x.0[at], y.0[at], z.0[at], w.0[at]);
            let [x, y, z] = &posed.places[block];
            let place = Vec3::new(x.0[at], y.0[at], z.0[at]);
            let (axes, head) = rig.frames[joint];
            let back = axes.conjugate();
            let rotation = (back * turn.as_dquat() * axes).as_quat().normalize();
            let translation = (back * (place.as_dvec3() - head)).as_vec3();
            *rigid = Rigid::new(rotation, translation);
        }
        for (joint, stretch) in posed.stretches.iter().take(joints).enumerate() {
            self.pose.stretch[joint] = carried_back(rig, joint, stretch);
        }
    }
}

/// `bᵀ S' b`.
fn carried_back(rig: &RigConstants, joint: usize, stretch: &Row8) -> Stretch {
    if *stretch == crate::carried::NO_STRETCH {
        return Stretch::IDENTITY;
    }
    let [xx, yy, zz, xy, yz, zx, ..] = stretch.0;
    let stretch = Mat3::from_cols_array(&[xx, xy, zx, xy, yy, yz, zx, yz, zz]).as_dmat3();
    let back = rig.frames[joint].0.conjugate();
    Stretch::from_symmetric(crate::carried::carried(back, stretch).as_mat3())
}
