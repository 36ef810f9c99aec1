//! From a pose to skinned vertices: morph targets, the forward pass, palettes, and the skinning itself.
//!
//! Results are in scene space, one [`DeformedPrimitive`] per primitive of every mesh instance.

use std::thread;

use character::{Character, MeshInstance, Primitive};
use dq_math::SignRule;
use glam::{Affine3A, Mat3A, Vec3, Vec3A};
use rig::{ForwardError, Method, Palette, Pose, PosedSkeleton, PosedSkin, ScaleReach, forward};
use skin_cpu::{SkinError, Skinned, Vertices, skin};
use thiserror::Error;

/// How a character is skinned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Look {
    /// The skinning method.
    pub method: Method,
    /// How signs of rotations are chosen; says nothing to linear blending.
    pub signs: SignRule,
}

impl Look {
    /// A method with the default sign rule.
    #[must_use]
    pub fn new(method: Method) -> Self {
        Self {
            method,
            signs: SignRule::default(),
        }
    }
}

/// The vertices of a primitive in a pose, in scene space and in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeformedPrimitive {
    /// Index into [`Character::instances`].
    pub instance: usize,
    /// Index into the primitives of the instance's mesh.
    pub primitive: usize,
    /// One per vertex.
    pub positions: Vec<Vec3>,
    /// One per vertex: unit vectors, or zero where the pose leaves no direction.
    pub normals: Vec<Vec3>,
}

/// A pose that does not fit the character.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DeformError {
    /// Lengths of the pose or of the reach flags.
    #[error(transparent)]
    Pose(#[from] ForwardError),
    /// Lengths of a primitive's lists.
    #[error("mesh {mesh}, primitive {primitive}: {source}")]
    Skin {
        /// Index of the mesh.
        mesh: usize,
        /// Index of the primitive in its mesh.
        primitive: usize,
        /// What does not fit.
        source: SkinError,
    },
}

/// The pose in which the file shows the character when no clip plays.
#[must_use]
pub fn base_pose(character: &Character) -> Pose {
    character.rest_pose()
}

/// Deforms every primitive of every instance, in the order of the instances.
///
/// Morph targets are added first, then skinned primitives follow their joints and all others their node. A pose with fewer
/// morph weights than the character has leaves the rest of the targets out.
///
/// # Errors
///
/// `pose` and `reach` must be as long as the skeleton.
pub fn deform(
    character: &Character,
    pose: &Pose,
    reach: &[ScaleReach],
    look: Look,
) -> Result<Vec<DeformedPrimitive>, DeformError> {
    let mut out = Vec::new();
    deform_into(character, pose, reach, look, &mut out)?;
    Ok(out)
}

/// [`deform`] into the memory of an earlier result, for every frame anew.
///
/// # Errors
///
/// As [`deform`]; `out` holds no meaningful vertices then.
pub fn deform_into(
    character: &Character,
    pose: &Pose,
    reach: &[ScaleReach],
    look: Look,
    out: &mut Vec<DeformedPrimitive>,
) -> Result<(), DeformError> {
    let user = pose.user_transforms();
    let posed = forward(&character.rig.skeleton, &user, reach)?;
    let stage = Stage::new(character, pose, &posed, look)?;
    stage.lay_out(out);
    out.iter_mut()
        .try_for_each(|primitive| stage.deform(primitive))
}

/// [`deform`] with the primitives shared out among threads. The result is the same, bit for bit.
///
/// # Errors
///
/// As [`deform`].
pub fn deform_on_threads(
    character: &Character,
    pose: &Pose,
    reach: &[ScaleReach],
    look: Look,
    threads: usize,
) -> Result<Vec<DeformedPrimitive>, DeformError> {
    let user = pose.user_transforms();
    let posed = forward(&character.rig.skeleton, &user, reach)?;
    let stage = Stage::new(character, pose, &posed, look)?;
    let mut out = Vec::new();
    stage.lay_out(&mut out);
    let share = out.len().div_ceil(threads.max(1)).max(1);
    thread::scope(|scope| {
        let workers: Vec<_> = out
            .chunks_mut(share)
            .map(|primitives| {
                scope.spawn(|| {
                    primitives
                        .iter_mut()
                        .try_for_each(|primitive| stage.deform(primitive))
                })
            })
            .collect();
        workers
            .into_iter()
            .try_for_each(|worker| match worker.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            })
    })?;
    Ok(out)
}

/// Everything that the primitives of one pose share.
struct Stage<'a> {
    character: &'a Character,
    morph_weights: &'a [f32],
    posed: &'a PosedSkeleton<'a>,
    /// One per skin; none for skins that no instance uses.
    palettes: Vec<Option<Palette>>,
}

impl<'a> Stage<'a> {
    fn new(
        character: &'a Character,
        pose: &'a Pose,
        posed: &'a PosedSkeleton<'a>,
        look: Look,
    ) -> Result<Self, DeformError> {
        let is_used = |bind: usize| {
            character
                .instances
                .iter()
                .any(|instance| instance.skin == Some(bind))
        };
        let palettes = character.rig.binds.iter().enumerate().map(|(index, bind)| {
            let palette = |skin: PosedSkin<'_>| Palette::new(look.method, look.signs, &skin);
            is_used(index)
                .then(|| PosedSkin::new(posed, bind).map(palette))
                .transpose()
        });
        let palettes = palettes.collect::<Result<_, _>>()?;
        Ok(Self {
            character,
            morph_weights: &pose.morph_weights,
            posed,
            palettes,
        })
    }

    /// Gives `out` one entry per primitive, each as long as its primitive, and keeps its memory where it can.
    fn lay_out(&self, out: &mut Vec<DeformedPrimitive>) {
        let mut n_primitives = 0;
        for (instance, placed) in self.character.instances.iter().enumerate() {
            for (primitive, at_rest) in primitives_of(self.character, placed).iter().enumerate() {
                if out.len() <= n_primitives {
                    out.push(DeformedPrimitive::default());
                }
                let slot = &mut out[n_primitives];
                (slot.instance, slot.primitive) = (instance, primitive);
                slot.positions.resize(at_rest.positions.len(), Vec3::ZERO);
                slot.normals.resize(at_rest.normals.len(), Vec3::ZERO);
                n_primitives += 1;
            }
        }
        out.truncate(n_primitives);
    }

    fn deform(&self, out: &mut DeformedPrimitive) -> Result<(), DeformError> {
        let instance = &self.character.instances[out.instance];
        let primitive = &primitives_of(self.character, instance)[out.primitive];
        let weights = self
            .morph_weights
            .get(instance.morph.clone())
            .unwrap_or(&[]);
        let morphed = morph(primitive, weights);
        let (positions, normals) = match &morphed {
            Some(morphed) => (&morphed.positions, &morphed.normals),
            None => (&primitive.positions, &primitive.normals),
        };
        let vertices = Vertices { positions, normals };
        let palette = instance
            .skin
            .and_then(|skin| self.palettes.get(skin)?.as_ref());
        let (Some(palette), Some(influences)) = (palette, &primitive.influences) else {
            carry(vertices, self.posed.model_from_node(instance.node), out);
            return Ok(());
        };
        let skinned = Skinned {
            positions: &mut out.positions,
            normals: &mut out.normals,
        };
        skin(vertices, influences, palette, skinned).map_err(|source| DeformError::Skin {
            mesh: instance.mesh,
            primitive: out.primitive,
            source,
        })
    }
}

fn primitives_of<'a>(character: &'a Character, instance: &MeshInstance) -> &'a [Primitive] {
    character
        .meshes
        .get(instance.mesh)
        .map_or(&[], |mesh| &mesh.primitives)
}

/// A primitive's vertices with its morph targets added.
struct Morphed {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
}

/// Nothing when no target counts, so that characters without morphs copy nothing.
fn morph(primitive: &Primitive, weights: &[f32]) -> Option<Morphed> {
    let active = || {
        primitive
            .morph_targets
            .iter()
            .zip(weights)
            .filter(|(_, weight)| **weight != 0.0)
    };
    active().next()?;
    let mut morphed = Morphed {
        positions: primitive.positions.clone(),
        normals: primitive.normals.clone(),
    };
    for (target, &weight) in active() {
        add_scaled(&mut morphed.positions, &target.positions, weight);
        add_scaled(&mut morphed.normals, &target.normals, weight);
    }
    if !primitive.normals_given {
        // The file leaves normals to us, so they have to be those of the shape that is there now.
        morphed.normals = mesh::vertex_normals(&morphed.positions, &primitive.triangles);
    }
    Some(morphed)
}

fn add_scaled(sums: &mut [Vec3], displacements: &[Vec3], weight: f32) {
    for (sum, displacement) in sums.iter_mut().zip(displacements) {
        *sum += *displacement * weight;
    }
}

/// Moves vertices by one affine map; normals by its cofactor matrix, which is the inverse transpose times the determinant
/// and exists for flattening maps too.
fn carry(vertices: Vertices<'_>, scene_from_node: Affine3A, out: &mut DeformedPrimitive) {
    for (moved, position) in out.positions.iter_mut().zip(vertices.positions) {
        *moved = scene_from_node.transform_point3(*position);
    }
    let cofactor = signed_cofactor(scene_from_node.matrix3);
    for (moved, normal) in out.normals.iter_mut().zip(vertices.normals) {
        *moved = (cofactor * Vec3A::from(*normal)).normalize_or_zero().into();
    }
}

/// `sign(det M) cof(M)` up to a positive factor: outward normals stay outward under a reflection.
fn signed_cofactor(linear: Mat3A) -> Mat3A {
    // Products of very small or large columns would leave the range of numbers.
    let columns = [linear.x_axis, linear.y_axis, linear.z_axis];
    let largest = columns.iter().fold(f32::MIN_POSITIVE, |largest, column| {
        largest.max(column.abs().max_element())
    });
    let [x, y, z] = columns.map(|column| column / largest);
    let cofactor = Mat3A::from_cols(y.cross(z), z.cross(x), x.cross(y));
    if x.dot(cofactor.x_axis) < 0.0 {
        cofactor * -1.0
    } else {
        cofactor
    }
}
