//! From a pose to skinned vertices: morph targets, forward pass, palettes, skinning.
//!
//! Results are in scene space, one [`DeformedPrimitive`] per primitive of every mesh instance.

use std::sync::Mutex;

use character::{Character, Primitive};
use glam::{Vec3, Vec4};
use rig::{ForwardError, Pose, ScaleInheritance, forward};
use skin_cpu::{Mesh, NormalTransform, SkinError, SkinOutput, Skinner, Vertices, carry_by};
use thiserror::Error;

use crate::pose::helper_rows::with_helper_rows;
use crate::pose::parallel::for_each_parallel;
use crate::pose::placed::{PlacedPrimitive, placed_primitives};
use crate::pose::posed_character::{Look, Mover, PosedCharacter};
use crate::pose::smoothed::smooth_deformed;
use crate::pose::weight_gradients::CharacterGradients;

/// The vertices of a primitive in a pose, in scene space and in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeformedPrimitive {
    /// The instance that shows it, as an index into [`Character::instances`].
    pub instance: usize,
    /// Index into the primitives of the instance's mesh.
    pub primitive: usize,
    /// Places in the scene, one per vertex of the primitive.
    pub positions: Vec<Vec3>,
    /// One per vertex: unit vectors, or zero where the pose leaves no direction.
    pub normals: Vec<Vec3>,
    /// One per vertex, at right angles to its normal, with the handedness in w, where they were asked for and the mesh has tangents; else
    /// none. See [`deform_with_tangents`].
    pub tangents: Vec<Vec4>,
}

/// How the normals of a character are skinned: [`rig::NormalRule`], with what its rule asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum SkinnedNormals<'a> {
    /// By the inverse transpose of each vertex's blended map.
    #[default]
    Usual,
    /// By the inverse transpose of the Jacobian: normal to the skinned surface. Takes the gradients of the character's weights. What
    /// has no gradients gets usual normals, and what morph targets do to the surface counts as nothing to the gradients.
    Exact(&'a CharacterGradients),
    /// By each vertex's blended map.
    Forward,
}

/// The mesh index and the primitive of a [`DeformedPrimitive`]; none if it is of another character.
#[must_use]
pub fn primitive_of<'a>(
    character: &'a Character,
    deformed: &DeformedPrimitive,
) -> Option<(usize, &'a Primitive)> {
    let mesh = character.instances.get(deformed.instance)?.mesh;
    Some((
        mesh,
        character
            .meshes
            .get(mesh)?
            .primitives
            .get(deformed.primitive)?,
    ))
}

/// Why a pose does not fit the character.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DeformError {
    /// The pose or the scale-inheritance flags have the wrong length.
    #[error(transparent)]
    Pose(#[from] ForwardError),
    /// Lists of a primitive differ in length.
    #[error("mesh {mesh}, primitive {primitive}: {source}")]
    Skin {
        /// Index of the mesh.
        mesh: usize,
        /// Index of the primitive in its mesh.
        primitive: usize,
        /// The list that does not fit.
        source: SkinError,
    },
}

/// The pose of the file when no clip plays.
#[must_use]
pub fn base_pose(character: &Character) -> Pose {
    character.file_pose()
}

/// Deforms every primitive of every instance, in the order of the instances.
///
/// Morph targets are added first, then skinned primitives follow their joints and all others their node. Missing morph
/// weights count as zero. Where the look smooths, the skinned vertices are smoothed at last.
///
/// # Errors
///
/// `pose` and `scale_inheritance` must be as long as the skeleton.
pub fn deform(
    character: &Character,
    pose: &Pose,
    scale_inheritance: &[ScaleInheritance],
    look: Look,
) -> Result<Vec<DeformedPrimitive>, DeformError> {
    let posed = posed_character(character, pose, scale_inheritance, look)?;
    let mut out = Vec::new();
    deform_posed(character, &posed, &mut out)?;
    Ok(out)
}

/// How to deform otherwise than [`deform`] does.
#[derive(Clone, Copy, Debug)]
pub struct DeformOptions<'a> {
    /// The rule of normals.
    pub normals: SkinnedNormals<'a>,
    /// How many threads work at most; zero counts as one.
    pub threads: usize,
}

/// [`deform`] by any rule of normals, with the primitives distributed over threads. With the usual ones the result is the same, bit for
/// bit.
///
/// # Errors
///
/// As [`deform`].
pub fn deform_with(
    character: &Character,
    pose: &Pose,
    scale_inheritance: &[ScaleInheritance],
    look: Look,
    options: DeformOptions<'_>,
) -> Result<Vec<DeformedPrimitive>, DeformError> {
    let DeformOptions { normals, threads } = options;
    let posed = posed_character(character, pose, scale_inheritance, look)?;
    let mut out = Vec::new();
    allocate(character, &mut out);
    let placed: Vec<PlacedPrimitive<'_>> = placed_primitives(character).collect();
    // One run a thread: within a run primitives that move as the one before them are copied.
    let share = placed.len().div_ceil(threads.max(1)).max(1);
    let shares = placed.chunks(share).zip(out.chunks_mut(share));
    let refused = Mutex::new(None);
    for_each_parallel(shares, threads, |(placed, out)| {
        let mut scratch = Scratch::default();
        let done = deform_each(placed.iter().copied(), (&posed, normals), out, &mut scratch);
        if let (Err(error), Ok(mut refused)) = (done, refused.lock()) {
            refused.get_or_insert(error);
        }
    });
    if let Ok(Some(error)) = refused.into_inner() {
        return Err(error);
    }
    smooth_deformed(character, &posed, &mut out);
    Ok(out)
}

/// Forward pass and palettes of a pose, [helpers that follow](with_helper_rows) every pose with it.
///
/// # Errors
///
/// `pose` and `scale_inheritance` must be as long as the skeleton.
pub fn posed_character(
    character: &Character,
    pose: &Pose,
    scale_inheritance: &[ScaleInheritance],
    look: Look,
) -> Result<PosedCharacter, ForwardError> {
    let pose = with_helper_rows(character, pose, scale_inheritance)?;
    let posed = forward(
        &character.rig.skeleton,
        pose.user_transforms(),
        scale_inheritance,
    )?;
    PosedCharacter::new(character, &pose, &posed, look)
}

/// Skins the vertices of a posed character, reusing the memory of an earlier result.
///
/// # Errors
///
/// The pose is of another character; `out` then holds no meaningful vertices.
pub fn deform_posed(
    character: &Character,
    posed: &PosedCharacter,
    out: &mut Vec<DeformedPrimitive>,
) -> Result<(), DeformError> {
    deform_posed_by(character, posed, SkinnedNormals::Usual, out)
}

/// [`deform_posed`] by any rule of normals.
///
/// # Errors
///
/// As [`deform_posed`].
pub fn deform_posed_by(
    character: &Character,
    posed: &PosedCharacter,
    normals: SkinnedNormals<'_>,
    out: &mut Vec<DeformedPrimitive>,
) -> Result<(), DeformError> {
    let mut scratch = Scratch::default();
    deform_with_scratch(character, (posed, normals), out, &mut scratch)
}

/// [`deform_posed_by`] in memory that is used again.
pub(crate) fn deform_with_scratch(
    character: &Character,
    posed: (&PosedCharacter, SkinnedNormals<'_>),
    out: &mut Vec<DeformedPrimitive>,
    scratch: &mut Scratch,
) -> Result<(), DeformError> {
    allocate(character, out);
    deform_each(placed_primitives(character), posed, out, scratch)?;
    smooth_deformed(character, posed.0, out);
    Ok(())
}

/// [`deform_posed_by`], with tangents of those primitives that have some: what normal maps are read in. Exact normals come with exact
/// tangents; where the pose mirrors, the handedness in w changes sign.
///
/// # Errors
///
/// As [`deform_posed`].
pub fn deform_with_tangents(
    character: &Character,
    posed: &PosedCharacter,
    normals: SkinnedNormals<'_>,
    out: &mut Vec<DeformedPrimitive>,
) -> Result<(), DeformError> {
    allocate(character, out);
    for (out, placed) in out.iter_mut().zip(placed_primitives(character)) {
        let tangents = placed.primitive.tangents.len();
        out.tangents.resize(tangents, Vec4::ZERO);
    }
    let mut scratch = Scratch::default();
    deform_each(
        placed_primitives(character),
        (posed, normals),
        out,
        &mut scratch,
    )?;
    smooth_deformed(character, posed, out);
    Ok(())
}

/// Deforms one primitive after another and shows each to `visit`, in the order of [`deform_posed`]: for sums and extremes, for which
/// nothing need be kept.
///
/// # Errors
///
/// As [`deform_posed`], with the primitives before already shown.
pub fn visit_deformed(
    character: &Character,
    posed: &PosedCharacter,
    mut visit: impl FnMut(&DeformedPrimitive),
) -> Result<(), DeformError> {
    if posed.smooth().is_some() {
        // Smoothing looks over the borders of primitives.
        let mut all = Vec::new();
        deform_posed(character, posed, &mut all)?;
        all.iter().for_each(visit);
        return Ok(());
    }
    let (mut out, mut scratch) = (DeformedPrimitive::default(), Scratch::default());
    let mut before: Option<PlacedPrimitive<'_>> = None;
    for placed in placed_primitives(character) {
        resize(&mut out, &placed);
        let posed = (posed, SkinnedNormals::Usual);
        // Its vertices may be those that were deformed last.
        if !before.is_some_and(|before| moves_as(&before, &placed)) {
            deform_primitive(placed, posed, &mut out, &mut scratch)?;
        }
        visit(&out);
        before = Some(placed);
    }
    Ok(())
}

/// Gives `out` one entry per primitive, each as long as its primitive, reusing its memory.
fn allocate(character: &Character, out: &mut Vec<DeformedPrimitive>) {
    out.resize_with(
        placed_primitives(character).count(),
        DeformedPrimitive::default,
    );
    for (out, placed) in out.iter_mut().zip(placed_primitives(character)) {
        resize(out, &placed);
    }
}

fn resize(out: &mut DeformedPrimitive, placed: &PlacedPrimitive<'_>) {
    (out.instance, out.primitive) = (placed.instance_index, placed.primitive_index);
    let at_rest = placed.primitive;
    out.positions.resize(at_rest.positions.len(), Vec3::ZERO);
    out.normals.resize(at_rest.normals.len(), Vec3::ZERO);
    // Their number says whether tangents are asked for: who wants some makes room after this.
    out.tangents.clear();
}

/// What the deformation of a primitive is made by the way of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) skinner: Skinner,
    morphed: MorphedVertices,
    tangents: Vec<Vec4>,
}

fn deform_each<'a>(
    placed: impl Iterator<Item = PlacedPrimitive<'a>>,
    posed: (&PosedCharacter, SkinnedNormals<'_>),
    out: &mut [DeformedPrimitive],
    scratch: &mut Scratch,
) -> Result<(), DeformError> {
    let mut before: Option<PlacedPrimitive<'_>> = None;
    for (index, placed) in placed.enumerate() {
        let (done, rest) = out.split_at_mut(index);
        let Some(out) = rest.first_mut() else {
            break;
        };
        let moves_alike = before.is_some_and(|before| moves_as(&before, &placed));
        // The gradients that exact normals take are each primitive's own.
        let is_exact = matches!(posed.1, SkinnedNormals::Exact(_));
        match done.last().filter(|_| moves_alike && !is_exact) {
            Some(same) if same.tangents.len() == out.tangents.len() => copy(same, out),
            _ => deform_primitive(placed, posed, out, scratch)?,
        }
        before = Some(placed);
    }
    Ok(())
}

/// Whether a primitive has the vertices of another at the same place, so that they move alike.
fn moves_as(one: &PlacedPrimitive<'_>, other: &PlacedPrimitive<'_>) -> bool {
    one.instance_index == other.instance_index && one.primitive.has_vertices_of(other.primitive)
}

/// Takes over deformed vertices that are the same, as many as there are.
fn copy(from: &DeformedPrimitive, to: &mut DeformedPrimitive) {
    to.positions.clone_from(&from.positions);
    to.normals.clone_from(&from.normals);
    to.tangents.clone_from(&from.tangents);
}

fn deform_primitive(
    placed: PlacedPrimitive<'_>,
    posed: (&PosedCharacter, SkinnedNormals<'_>),
    out: &mut DeformedPrimitive,
    scratch: &mut Scratch,
) -> Result<(), DeformError> {
    let skinned = SkinOutput {
        positions: &mut out.positions,
        normals: &mut out.normals,
        tangents: &mut out.tangents,
    };
    let (posed, normals) = posed;
    deform_to(placed, posed, normals, skinned, scratch)
}

/// Deforms one primitive into memory of any kind. Normals and tangents are left out where there is no room for any.
pub(crate) fn deform_to(
    placed: PlacedPrimitive<'_>,
    posed: &PosedCharacter,
    rule: SkinnedNormals<'_>,
    mut out: SkinOutput<'_>,
    scratch: &mut Scratch,
) -> Result<(), DeformError> {
    let Scratch {
        skinner,
        morphed,
        tangents,
    } = scratch;
    let primitive = placed.primitive;
    let weights = posed.morph_weights(placed.instance);
    let is_morphed = morph_into(primitive, weights, morphed);
    let (positions, normals) = if is_morphed {
        (&morphed.positions[..], &morphed.normals[..])
    } else {
        (&primitive.positions[..], &primitive.normals[..])
    };
    let normals = match out.normals.is_empty() {
        true => &[],
        false => normals,
    };
    let tangents = match (out.tangents.is_empty(), is_morphed) {
        (true, _) => &[],
        (false, false) => &primitive.tangents[..],
        (false, true) => {
            morph_tangents(primitive, weights, tangents);
            &tangents[..]
        }
    };
    let vertices = Vertices {
        positions,
        normals,
        tangents,
    };
    let by = match rule {
        SkinnedNormals::Usual => NormalTransform::Usual,
        SkinnedNormals::Exact(gradients) => {
            (gradients.of(&placed)).map_or(NormalTransform::Usual, NormalTransform::Exact)
        }
        SkinnedNormals::Forward => NormalTransform::Forward,
    };
    let outcome = match posed.mover(&placed) {
        Mover::Skin(palette, weighting) => {
            let mesh = Mesh::new(vertices, weighting);
            let done = skinner.skin(&mesh, palette, by, again(&mut out));
            match posed.twists(&placed) {
                Some(twists) if done.is_ok() => {
                    let mesh = twists.mesh(&placed, vertices, weighting);
                    mesh.skin(palette, by, out)
                }
                _ => done,
            }
        }
        Mover::Node(scene_from_node) => carry_by(vertices, &scene_from_node, by, out),
    };
    outcome.map_err(|source| DeformError::Skin {
        mesh: placed.instance.mesh,
        primitive: placed.primitive_index,
        source,
    })
}

/// The same memory, to be written more than once.
const fn again<'a>(out: &'a mut SkinOutput<'_>) -> SkinOutput<'a> {
    SkinOutput {
        positions: out.positions,
        normals: out.normals,
        tangents: out.tangents,
    }
}

/// Skins those primitives again whose joints spread a twist; all others stay as they are.
///
/// `deformed` is as [`deform_posed`] orders it: for vertices that were skinned elsewhere, as on a graphics device, which knows no twists.
///
/// # Errors
///
/// As [`deform_posed`].
pub fn twist_deformed(
    character: &Character,
    posed: &PosedCharacter,
    normals: SkinnedNormals<'_>,
    deformed: &mut [DeformedPrimitive],
) -> Result<(), DeformError> {
    let mut scratch = Scratch::default();
    for (placed, out) in placed_primitives(character).zip(deformed) {
        if posed.twists(&placed).is_some() {
            deform_primitive(placed, (posed, normals), out, &mut scratch)?;
        }
    }
    Ok(())
}

/// A primitive's vertices with its morph targets added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MorphedVertices {
    /// Places in mesh space, one per vertex of the primitive.
    pub positions: Vec<Vec3>,
    /// Normals in mesh space, one per position; of any length where the file gives normals.
    pub normals: Vec<Vec3>,
}

/// Adds the weighted morph targets. None if all weights are zero, so that characters without morphs copy nothing.
#[must_use]
pub fn morph(primitive: &Primitive, weights: &[f32]) -> Option<MorphedVertices> {
    let mut morphed = MorphedVertices::default();
    morph_into(primitive, weights, &mut morphed).then_some(morphed)
}

/// [`morph`] into memory that is used again; false, with nothing written, if all weights are zero.
///
/// Allocates nothing once the memory has been as long, but where the file gives no normals: these are computed again.
pub fn morph_into(primitive: &Primitive, weights: &[f32], morphed: &mut MorphedVertices) -> bool {
    let active = || {
        primitive
            .morph_targets
            .iter()
            .zip(weights)
            .filter(|(_, weight)| **weight != 0.0)
    };
    if active().next().is_none() {
        return false;
    }
    let MorphedVertices { positions, normals } = morphed;
    positions.clear();
    positions.extend_from_slice(&primitive.positions);
    normals.clear();
    normals.extend_from_slice(&primitive.normals);
    for (target, &weight) in active() {
        add_scaled(positions, &target.positions, weight);
        add_scaled(normals, &target.normals, weight);
    }
    if !primitive.normals_given {
        // The file gives no normals, so they are computed, and must match the morphed shape.
        *normals = mesh::vertex_normals(positions, &primitive.triangles);
    }
    true
}

/// Tangents with the weighted morph targets; their handedness stays.
fn morph_tangents(primitive: &Primitive, weights: &[f32], tangents: &mut Vec<Vec4>) {
    tangents.clear();
    tangents.extend_from_slice(&primitive.tangents);
    for (target, &weight) in primitive.morph_targets.iter().zip(weights) {
        let displacements = target.tangents.iter();
        for (tangent, displacement) in tangents.iter_mut().zip(displacements) {
            // The handedness in w is changed by no target.
            *tangent += (*displacement * weight).extend(0.0);
        }
    }
}

fn add_scaled(sums: &mut [Vec3], displacements: &[Vec3], weight: f32) {
    for (sum, displacement) in sums.iter_mut().zip(displacements) {
        *sum += *displacement * weight;
    }
}
