//! One call from a character and a pose to skinned vertices, again and again.

use std::num::NonZero;

use character::Character;
use rig::{PaletteMemory, Pose, PoseMemory, ScaleInheritance, forward_into};
use skin_cpu::SkinOutput;

use crate::pose::deform::{
    DeformError, DeformedPrimitive, Scratch, SkinnedNormals, deform_to, deform_with_scratch,
};
use crate::pose::helper_rows::with_helper_rows;
use crate::pose::placed::PlacedPrimitive;
use crate::pose::posed_character::{Look, PosedCharacter};

/// Deforms characters, pose after pose, in memory that it keeps: morph targets, forward pass, palettes, skinning.
///
/// Nothing is allocated for a character that it and `out` have held before with a method of the same kind, but where a kernel has to
/// leave a mesh to the reference, for normals that no file gives and that morph targets change, for twists that are spread, and for corrective
/// smooth, which prepares a character once.
/// [`deform`](crate::pose::deform::deform) is the same for a single pose.
///
/// # Examples
///
/// Two frames of a character, without a pose of its own:
///
/// ```
/// use character::Character;
/// use rig::Method;
/// use scene::{deformer::Deformer, posed_character::Look};
///
/// let character = Character::default();
/// let (mut deformer, mut pose, mut vertices) = (Deformer::default(), character.file_pose(), Vec::new());
/// for _frame in 0..2 {
///     for joint in character.rig.skeleton.joints() {
///         pose[joint].rotation *= glam::Quat::from_rotation_z(0.1);
///     }
///     deformer.deform_into(&character, &pose, Look::new(Method::DualQuaternion), &mut vertices)?;
/// }
/// assert!(vertices.is_empty(), "no mesh");
/// # Ok::<(), scene::deform::DeformError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Deformer {
    pose: PoseMemory,
    palettes: PaletteMemory,
    posed: PosedCharacter,
    scratch: Scratch,
}

impl Deformer {
    /// The same on so many threads, fewer where meshes are small. They are started and joined for every mesh.
    #[must_use]
    pub fn with_threads(mut self, threads: NonZero<usize>) -> Self {
        self.scratch.skinner = self.scratch.skinner.with_threads(threads);
        self
    }

    /// Deforms every primitive of every instance, in the order of the instances, by the scale inheritance of the character's rig.
    ///
    /// Missing morph weights count as zero. `out` becomes as long as there are primitives.
    ///
    /// # Errors
    ///
    /// `pose` must be as long as the skeleton; `out` then is as it was.
    pub fn deform_into(
        &mut self,
        character: &Character,
        pose: &Pose,
        look: Look,
        out: &mut Vec<DeformedPrimitive>,
    ) -> Result<(), DeformError> {
        // Before `out` is touched, so that a pose that does not fit leaves it as it was.
        self.set_pose(character, pose, &character.rig.scale_inheritance, look)?;
        let posed = (&self.posed, SkinnedNormals::Usual);
        deform_with_scratch(character, posed, out, &mut self.scratch)
    }

    /// Makes the palettes of a pose and skins nothing yet: [`deform_one`](Self::deform_one) does, and
    /// [`deform_posed`](crate::pose::deform::deform_posed) by [`posed_character`](Self::posed_character).
    ///
    /// # Errors
    ///
    /// `pose` and `scale_inheritance` must be as long as the skeleton; nothing has changed then.
    pub fn set_pose(
        &mut self,
        character: &Character,
        pose: &Pose,
        scale_inheritance: &[ScaleInheritance],
        look: Look,
    ) -> Result<(), DeformError> {
        let pose = &*with_helper_rows(character, pose, scale_inheritance)?;
        let skeleton = &character.rig.skeleton;
        let posed = forward_into(skeleton, pose, scale_inheritance, &mut self.pose)?;
        self.posed
            .set(character, pose, &posed, look, &mut self.palettes)?;
        self.posed.prepare_smooth(character);
        Ok(())
    }

    /// Deforms one primitive in the pose that was [set](Self::set_pose), into memory of the caller, as long as the primitive. Normals and
    /// tangents are left out where there is no room for any. Corrective smooth, which looks over the borders of primitives, is not in it.
    ///
    /// # Errors
    ///
    /// Memory of another length; nothing is written then.
    pub fn deform_one(
        &mut self,
        placed: PlacedPrimitive<'_>,
        out: SkinOutput<'_>,
    ) -> Result<(), DeformError> {
        let usual = SkinnedNormals::Usual;
        deform_to(placed, &self.posed, usual, out, &mut self.scratch)
    }

    /// The palettes of the last pose, as skinning takes them: for what asks for joints too.
    #[must_use]
    pub const fn posed_character(&self) -> &PosedCharacter {
        &self.posed
    }
}
