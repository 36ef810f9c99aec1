//! A pose that becomes the rest: meshes in the shape it gives them.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A, Vec4};
use rig::{
    InfluenceRow, Influences, MatrixPalette, Pose, PosedSkeleton, PosedSkin, Rig, Rigid,
    ScaleInheritance, Stretch, forward,
};

use super::keyed::KeyedJoints;
use super::{EditError, EditReport, Edited};
use crate::model::character::{Character, Primitive};
use crate::model::kept::PosedJoint;

impl Character {
    pub(super) fn with_rest_pose(
        &self,
        posed: &[PosedJoint],
        own_scale: &[u32],
    ) -> Result<Edited, EditError> {
        let pose = self.pose_of(posed)?;
        let mut scale_inheritance = vec![ScaleInheritance::Children; self.rig.skeleton.len()];
        let keyed = KeyedJoints::new(&self.rig.skeleton);
        for &key in own_scale {
            scale_inheritance[keyed.joint(key)?.index()] = ScaleInheritance::Joint;
        }
        if pose == Pose::rest(&self.rig.skeleton) {
            // Nothing is computed, so that all numbers keep their bits.
            return self.as_it_is();
        }
        let remap = self
            .rig
            .skeleton
            .with_rest_pose(&pose, &scale_inheritance)?;
        let mut report = EditReport::default();
        let mut character = Self {
            clips: self.remapped_clips(&remap, &mut report, |clip| {
                remap.clip_preserving_frames(clip)
            })?,
            ..self.clone()
        };
        let shape = |error: rig::ForwardError| EditError::Mesh {
            reason: error.to_string(),
        };
        let skeleton = forward(
            &self.rig.skeleton,
            pose.user_transforms(),
            &scale_inheritance,
        );
        character
            .take_shape(&skeleton.map_err(shape)?)
            .map_err(shape)?;
        let binds = self.rig.binds.iter();
        character.rig = Arc::new(Rig {
            skeleton: remap.skeleton().clone(),
            binds: binds.map(|bind| bind.at_rest(remap.skeleton())).collect(),
            scale_inheritance: self.rig.scale_inheritance.clone(),
        });
        Ok(Edited {
            character,
            moved: remap.old_to_new().to_vec(),
            added: Vec::new(),
            report,
            remap,
            taken: Some(pose),
            morphs: None,
        })
    }

    fn as_it_is(&self) -> Result<Edited, EditError> {
        let remap = self.rig.skeleton.draft().build()?;
        Ok(Edited::with_same_joints(self.clone(), remap))
    }

    fn pose_of(&self, posed: &[PosedJoint]) -> Result<Pose, EditError> {
        let mut pose = Pose::rest(&self.rig.skeleton);
        let keyed = KeyedJoints::new(&self.rig.skeleton);
        for given in posed {
            let joint = keyed.joint(given.joint)?;
            let place = joint.index();
            let rotation = Quat::from_array(given.rotation);
            if !rotation.is_finite() || (rotation.length() - 1.0).abs() >= 1e-3 {
                let name = self.rig.skeleton.name(joint);
                return Err(EditError::Rig(rig::EditError::NotFinite {
                    what: format!("the rotation of {name:?} in the pose"),
                }));
            }
            // A pose at rest has an entry for each joint.
            pose.rigid[place] = Rigid::new(rotation, Vec3::from_array(given.translation));
            pose.stretch[place] = Stretch {
                scale: Vec3::from_array(given.scale),
                shear: Vec3::from_array(given.shear),
            };
        }
        Ok(pose)
    }

    /// Gives every skinned mesh the shape it has in the pose. A mesh that is used with several skins becomes one for each. One that
    /// is used otherwise outside the scene stays for that, and becomes another one here.
    fn take_shape(&mut self, posed: &PosedSkeleton<'_>) -> Result<(), rig::ForwardError> {
        let mut shaped: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        let mut used = vec![false; self.meshes.len()];
        // Shapes are made of these: a mesh with a second skin must not be posed twice.
        let originals = self.meshes.clone();
        let outside = self.meshes_outside();
        // Those without a skin keep the mesh as it is.
        for instance in self
            .instances
            .iter()
            .filter(|instance| instance.skin.is_none())
        {
            mark(&mut used, instance.mesh);
        }
        for instance in &mut self.instances {
            let Some(skin) = instance.skin else { continue };
            let (Some(bind), Some(original)) =
                (self.rig.binds.get(skin), originals.get(instance.mesh))
            else {
                continue;
            };
            if let Some(&mesh) = shaped.get(&(instance.mesh, skin)) {
                instance.mesh = mesh;
                continue;
            }
            let palette = MatrixPalette::new(&PosedSkin::new(posed, bind)?);
            let mut mesh = original.clone();
            for primitive in &mut mesh.primitives {
                primitive.take_shape(&palette.posed_from_bind);
            }
            let skins = outside.get(&instance.mesh).into_iter().flatten();
            let is_other_outside = skins.into_iter().any(|other| *other != Some(skin));
            // The first shape takes the place of the mesh it was made of, unless somebody else still shows that.
            let place = if is_other_outside || mark(&mut used, instance.mesh) {
                self.meshes.push(mesh);
                self.meshes.len() - 1
            } else {
                self.meshes[instance.mesh] = mesh;
                instance.mesh
            };
            shaped.insert((instance.mesh, skin), place);
            instance.mesh = place;
        }
        Ok(())
    }
}

/// Sets a mark, and tells whether it was set.
fn mark(used: &mut [bool], mesh: usize) -> bool {
    used.get_mut(mesh)
        .is_some_and(|used| std::mem::replace(used, true))
}

impl Primitive {
    /// `v' = Σ w_i C_i v`; normals by the inverse transpose of the blended matrix, tangents and displacements of morph targets by
    /// the matrix itself. Without influences, and for unbound vertices, nothing changes.
    pub(super) fn take_shape(&mut self, posed_from_bind: &[Affine3A]) {
        let Some(influences) = &self.influences else {
            return;
        };
        let blended: Vec<Affine3A> = (0..influences.vertex_count())
            .map(|vertex| blend(influences, vertex, posed_from_bind))
            .collect();
        self.reshape(&blended);
    }

    /// `v' = M v` with a matrix for each vertex; normals by the inverse transpose, tangents and displacements of morph targets by the
    /// matrix itself.
    pub(super) fn reshape(&mut self, blended: &[Affine3A]) {
        for (position, matrix) in Arc::make_mut(&mut self.positions).iter_mut().zip(blended) {
            *position = matrix.transform_point3(*position);
        }
        let turns = blended.iter().zip(self.normals.iter());
        // Before the normals change: each matrix is scaled by the normal that it turns.
        let turns: Vec<Mat3A> = turns
            .map(|(matrix, normal)| normal_matrix(matrix.matrix3, *normal))
            .collect();
        turn(&mut self.normals, &turns);
        for (tangent, matrix) in Arc::make_mut(&mut self.tangents).iter_mut().zip(blended) {
            // Tangents lie in the surface and go with it: the matrix itself, not its inverse transpose.
            let turned = matrix.transform_vector3(tangent.truncate());
            let unit = turned.try_normalize().unwrap_or(tangent.truncate());
            *tangent = Vec4::from((unit, tangent.w));
        }
        let linear: Vec<Mat3A> = blended.iter().map(|matrix| matrix.matrix3).collect();
        for target in &mut self.morph_targets {
            turn(&mut target.positions, &linear);
            // With the size of their own normal's matrix, so that a displacement keeps its proportion to the normal.
            turn(&mut target.normals, &turns);
            turn(&mut target.tangents, &linear);
        }
    }
}

fn turn(vectors: &mut Arc<[Vec3]>, matrices: &[Mat3A]) {
    for (vector, matrix) in Arc::make_mut(vectors).iter_mut().zip(matrices) {
        *vector = (*matrix * Vec3A::from(*vector)).into();
    }
}

fn blend(influences: &Influences, vertex: usize, posed_from_bind: &[Affine3A]) -> Affine3A {
    let InfluenceRow { joints, weights } = influences.row(vertex);
    if joints.is_empty() {
        return Affine3A::IDENTITY;
    }
    let mut sum = Affine3A::ZERO;
    for (&joint, &weight) in joints.iter().zip(weights) {
        let Some(matrix) = posed_from_bind.get(usize::from(joint)) else {
            continue;
        };
        sum.matrix3 += matrix.matrix3 * weight;
        sum.translation += matrix.translation * weight;
    }
    sum
}

/// The inverse transpose but for its size, which keeps the normal as long as it is. The identity where the normal would vanish.
fn normal_matrix(matrix: Mat3A, normal: Vec3) -> Mat3A {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    // cof(M) = det(M) M⁻ᵀ. It needs no division and is defined where M is flat.
    let cofactors = Mat3A::from_cols(y.cross(z), z.cross(x), x.cross(y));
    // Of a mirrored matrix the cofactors point inwards.
    let sign = if matrix.determinant() < 0.0 {
        -1.0
    } else {
        1.0
    };
    let turned = (cofactors * Vec3A::from(normal)).length();
    let size = sign * normal.length() / turned;
    if size.is_normal() {
        cofactors * size
    } else {
        Mat3A::IDENTITY
    }
}
