//! What is known of a rig before any pose: its rests in the axes of the model.

use std::sync::Arc;

use glam::{DMat3, DQuat, DVec3, Quat};
use lanes::{Row16, SimdPath};
use rig::{JointIndex, Pose, PosedSkin, Rig, ScaleInheritance, forward};

use crate::LaneError;
use crate::lane_count::lane_count;
use crate::order::{BLOCK, blocks_of, place_in_block};
use crate::prepared_skin::PreparedSkin;

/// A rig, prepared for [`LanePose`](crate::LanePose): cheap to clone, never changed. Another rest, parent or inheritance asks for another one.
///
/// Rest frames `B_i = (b_i, h_i)`, rotations and heads in the model, are carried into everything once, so that no joint has axes of its own:
///
/// ```text
/// from a pose T_i, S_i:  r_i = b_i T_i b_i*,  p_i = h_i + b_i t_i,  S'_i = b_i S_i b_iᵀ
/// motion:                M_i = (R(r_i), p_i − R(r_i) h_i)
/// skinning matrix:       C_i = C_p M_i
/// ```
///
/// The product down the chain is the skinning matrix of a skin that is bound where the skeleton rests. One that is bound elsewhere takes a constant
/// matrix a joint, `C_i D_i` with `D_i = B_i K_i⁻¹ A_i⁻¹`.
#[derive(Clone, Debug)]
pub struct PreparedRig(Arc<RigConstants>);

/// Constants of a rig, joint by joint; columns are in the order of the path's lanes.
#[derive(Debug)]
pub(crate) struct RigConstants {
    pub(crate) path: SimdPath,
    pub(crate) lanes: usize,
    pub(crate) rig: Rig,
    /// The parent's number plus one; 0 for roots, which hang on the identity.
    pub(crate) slots: Vec<u32>,
    /// `h_i`, in columns.
    pub(crate) heads: Vec<[Row16; 3]>,
    /// Columns of `b_i`, in columns.
    pub(crate) axes: Vec<[Row16; 9]>,
    /// `h_i`, joint by joint.
    pub(crate) head_quads: Vec<[f32; 4]>,
    /// `h_i − h_p`, joint by joint.
    pub(crate) offsets: Vec<[f32; 4]>,
    /// `b_i` and `h_i`.
    pub(crate) frames: Vec<(DQuat, DVec3)>,
    /// `b_i`, rounded.
    pub(crate) rotations: Vec<Quat>,
    /// Whether a joint keeps its stretch to itself.
    pub(crate) keeps: Vec<bool>,
    /// Whether a joint has no children.
    pub(crate) is_leaf: Vec<bool>,
    /// Whether no joint's stretch reaches another.
    pub(crate) keeps_all: bool,
    pub(crate) skins: Vec<PreparedSkin>,
}

impl PreparedRig {
    /// Prepares a rig for a path; one that the machine lacks is taken by the same code on arrays.
    ///
    /// # Errors
    ///
    /// [`LaneError::Lengths`]: scale inheritances or a bind for a skeleton of another size. [`LaneError::Inheritance`]: a joint whose scale
    /// is inherited in another way than by it alone or with all below.
    pub fn new(rig: &Rig, path: SimdPath) -> Result<Self, LaneError> {
        check(rig)?;
        let skeleton = &rig.skeleton;
        let lanes = lane_count(path);
        let blocks = blocks_of(skeleton.len());
        let frames: Vec<(DQuat, DVec3)> = skeleton
            .joints()
            .map(|joint| {
                let rest = skeleton.rest_model_from_joint(joint);
                let rotation = rest.rotation.as_dquat().normalize();
                (rotation, rest.translation.as_dvec3())
            })
            .collect();
        let mut heads = vec![[Row16::default(); 3]; blocks];
        let mut axes = vec![[Row16::default(); 9]; blocks];
        for (joint, (rotation, head)) in frames.iter().enumerate() {
            let (block, place) = (joint / BLOCK, place_in_block(lanes, joint));
            let columns = DMat3::from_quat(*rotation).to_cols_array();
            set_column(&mut heads[block], place, &head.to_array());
            set_column(&mut axes[block], place, &columns);
        }
        let parents = skeleton.parents();
        let offset = |(joint, parent): (usize, &Option<JointIndex>)| {
            let above = parent.map_or(DVec3::ZERO, |parent| frames[parent.index()].1);
            quad(frames[joint].1 - above)
        };
        let slot = |parent: &Option<JointIndex>| parent.map_or(0, |parent| u32::from(parent.0) + 1);
        let keeps = |inheritance: &ScaleInheritance| *inheritance == ScaleInheritance::Joint;
        Ok(Self(Arc::new(RigConstants {
            path,
            lanes,
            rotations: frames.iter().map(|frame| frame.0.as_quat()).collect(),
            slots: parents.iter().map(slot).collect(),
            heads,
            axes,
            head_quads: frames.iter().map(|frame| quad(frame.1)).collect(),
            offsets: parents.iter().enumerate().map(offset).collect(),
            keeps: rig.scale_inheritance.iter().map(keeps).collect(),
            keeps_all: keeps_all(parents, &rig.scale_inheritance),
            is_leaf: leaves(parents),
            skins: PreparedSkin::all(rig, &frames, lanes),
            frames,
            rig: rig.clone(),
        })))
    }

    /// The rig that was prepared.
    #[must_use]
    pub fn rig(&self) -> &Rig {
        &self.0.rig
    }

    /// The instructions that it was prepared for.
    #[must_use]
    pub fn path(&self) -> SimdPath {
        self.0.path
    }

    /// Whether both are one preparation, and not only alike.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    pub(crate) fn constants(&self) -> &RigConstants {
        &self.0
    }
}

fn keeps_all(parents: &[Option<JointIndex>], inheritance: &[ScaleInheritance]) -> bool {
    let mut above = parents.iter().flatten();
    above.all(|parent| inheritance[parent.index()] == ScaleInheritance::Joint)
}

fn leaves(parents: &[Option<JointIndex>]) -> Vec<bool> {
    let mut leaves = vec![true; parents.len()];
    for parent in parents.iter().flatten() {
        leaves[parent.index()] = false;
    }
    leaves
}

/// Lengths, as the forward pass checks them.
fn check(rig: &Rig) -> Result<(), LaneError> {
    let user = Pose::rest(&rig.skeleton).user_transforms();
    let posed = forward(&rig.skeleton, user, &rig.scale_inheritance)?;
    for (joint, kind) in rig.scale_inheritance.iter().enumerate() {
        if !matches!(kind, ScaleInheritance::Joint | ScaleInheritance::Children) {
            let kind = kind.name();
            return Err(LaneError::Inheritance { joint, kind });
        }
    }
    for bind in &rig.binds {
        PosedSkin::new(&posed, bind)?;
    }
    Ok(())
}

#[expect(clippy::cast_possible_truncation, reason = "rounded to f32")]
pub(crate) fn set_column<const N: usize>(block: &mut [Row16; N], place: usize, numbers: &[f64; N]) {
    for (column, &number) in block.iter_mut().zip(numbers) {
        column.0[place] = number as f32;
    }
}

fn quad(v: DVec3) -> [f32; 4] {
    v.as_vec3().extend(0.0).to_array()
}
