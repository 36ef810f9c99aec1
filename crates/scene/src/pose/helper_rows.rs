//! Helper joints that follow every pose: the pose that they have in the pose of the others.
//!
//! A row ω of joints j has, in a skin, the matrix `M(ω)` that its method makes of it for a vertex with these weights; for two phases
//! `DLB(Gⱼ; ω) Σ ωⱼ Nⱼ`. The helper's final matrix is then `W = M(ω) Y⁻¹`, with its own `Y = P X` of the skin (see [`rig::BindPose`]), and
//! linear blending by it moves a vertex just as the method moves one with that row. With `W = F T S`, where F hangs on the joints above
//! alone, the helper's own part of the pose is `T S = F⁻¹ W`, by the polar decomposition.

use std::borrow::Cow;

use character::{Character, HelperRow};
use glam::{Affine3A, DAffine3, Mat3, Vec3};
use rig::{
    BindPose, ForwardError, Influences, InfluencesBuilder, JointIndex, JointSlot, Palette, Pose,
    PosedSkeleton, PosedSkin, Rigid, ScaleInheritance, Stretch, Weighting, forward, polar,
};
use skin_cpu::RowMaps;

use crate::pose::constraints::with_constraints;

/// The pose with the helpers that follow every pose where the others take them, after the joints that follow others by constraints
/// ([`with_constraints`]).
///
/// It is the same pose where there are none of either.
///
/// What the pose, or keys, have for such helpers is of no account. A helper stands as the pose has it if no skin lists it with all joints
/// of its row, or if a joint above it is flat.
///
/// # Errors
///
/// `pose` and `scale_inheritance` must be as long as the skeleton, and the skins be of it; nothing is looked at where there are no helpers.
pub fn with_helper_rows<'a>(
    character: &Character,
    pose: &'a Pose,
    scale_inheritance: &[ScaleInheritance],
) -> Result<Cow<'a, Pose>, ForwardError> {
    let pose = with_constraints(character, pose, scale_inheritance)?;
    let rows = character.helper_rows();
    if rows.is_empty() {
        return Ok(pose);
    }
    let skeleton = &character.rig.skeleton;
    let posed = forward(skeleton, pose.user_transforms(), scale_inheritance)?;
    let mut moved = Pose::clone(&pose);
    for skin in rows_by_skin(&character.rig.binds, &rows) {
        for (helper, map) in skin.maps(&posed)? {
            place(&mut moved, &posed, helper, &map);
        }
    }
    Ok(Cow::Owned(moved))
}

/// Rows of helpers in one skin, by one method.
struct SkinRows<'a> {
    bind: &'a BindPose,
    like: &'a HelperRow,
    helpers: Vec<(JointIndex, JointSlot)>,
    influences: Influences,
}

impl SkinRows<'_> {
    /// `W` of each helper.
    fn maps(&self, posed: &PosedSkeleton<'_>) -> Result<Vec<(JointIndex, Affine3A)>, ForwardError> {
        let skin = PosedSkin::new(posed, self.bind)?;
        let palette = Palette::new(self.like.method, self.like.signs, &skin);
        let weighting = Weighting {
            influences: &self.influences,
            blend: None,
            bulge: None,
            bones: &[],
        };
        let maps = RowMaps::new(&palette, weighting);
        let of = |(vertex, &(helper, slot)): (usize, &(JointIndex, JointSlot))| {
            // Methods that a row is kept for do not ask where the vertex is.
            let map = maps.of(vertex, Vec3::ZERO);
            let bind = self.bind.joint_from_bind(usize::from(slot));
            (helper, map * bind.inverse())
        };
        Ok(self.helpers.iter().enumerate().map(of).collect())
    }
}

/// Each row in the first skin that lists all that it names, those of one skin and one method together.
fn rows_by_skin<'a>(binds: &'a [BindPose], rows: &'a [HelperRow]) -> Vec<SkinRows<'a>> {
    let mut left: Vec<&HelperRow> = rows.iter().collect();
    let mut found = Vec::new();
    for bind in binds {
        let (here, others): (Vec<&HelperRow>, Vec<&HelperRow>) =
            left.into_iter().partition(|row| is_listed(bind, row));
        left = others;
        let mut here = here;
        while let Some(&like) = here.first() {
            let (own, others): (Vec<&HelperRow>, Vec<&HelperRow>) = (here.into_iter())
                .partition(|row| (row.method, row.signs) == (like.method, like.signs));
            here = others;
            found.push(skin_rows(bind, like, &own));
        }
    }
    found
}

fn is_listed(bind: &BindPose, row: &HelperRow) -> bool {
    let joints = row.joints.iter().map(|(joint, _)| *joint);
    joints
        .chain([row.helper])
        .all(|joint| bind.slot_of(joint).is_some())
}

fn skin_rows<'a>(bind: &'a BindPose, like: &'a HelperRow, rows: &[&HelperRow]) -> SkinRows<'a> {
    let mut builder = InfluencesBuilder::new(bind.len());
    let mut helpers = Vec::with_capacity(rows.len());
    for row in rows {
        let pairs = row.joints.iter();
        let pairs = pairs.filter_map(|&(joint, weight)| Some((bind.slot_of(joint)?, weight)));
        let pairs: Vec<(JointSlot, f32)> = pairs.collect();
        // A row of zeros is none; it says nothing of where its helper stands.
        let (Some(slot), Ok(_)) = (bind.slot_of(row.helper), builder.vertex(pairs)) else {
            continue;
        };
        helpers.push((row.helper, slot));
    }
    SkinRows {
        bind,
        like,
        helpers,
        influences: builder.build(),
    }
}

/// Gives a helper the part of the pose with which its final matrix is `wanted`.
fn place(pose: &mut Pose, posed: &PosedSkeleton<'_>, helper: JointIndex, wanted: &Affine3A) {
    let at = helper.index();
    let Some(user) = posed.user_transforms().get(at) else {
        return;
    };
    // `F T` is known, and T is rigid, so that F is known whatever the pose has here.
    let above =
        wide(&posed.model_from_posed_frame(helper)) * wide(&user.rigid.to_affine()).inverse();
    let own = above.inverse() * wide(wanted);
    if !own.is_finite() {
        return;
    }
    let split = polar(own.matrix3.as_mat3());
    let stretch = match is_identity(&split.stretch) {
        true => Stretch::IDENTITY,
        false => Stretch::from_symmetric(split.stretch),
    };
    if let (Some(rigid), Some(own_stretch)) = (pose.rigid.get_mut(at), pose.stretch.get_mut(at)) {
        // Of both signs the short way, as of joints that were read from a matrix.
        let rotation = match split.rotation.w < 0.0 {
            true => -split.rotation,
            false => split.rotation,
        };
        *rigid = Rigid::new(rotation, own.translation.as_vec3());
        *own_stretch = stretch;
    }
}

/// Stretch below this is rounding: matrices in f32 come of chains.
const ROUNDING: f32 = 3e-6;

fn is_identity(stretch: &Mat3) -> bool {
    stretch.abs_diff_eq(Mat3::IDENTITY, ROUNDING)
}

fn wide(map: &Affine3A) -> DAffine3 {
    DAffine3::from_mat3_translation(map.matrix3.as_dmat3(), map.translation.as_dvec3())
}
