//! What becomes of poses and what hangs on joints, once a character was edited.

use rig::{DrivenError, DrivenSet, JointIndex, MappedDriven, Pose, ScaleInheritance};

use super::Edited;

impl Edited {
    /// A pose of the old character on the new one: each joint keeps what is done to it relative to its rest. Where a pose was taken
    /// as rest, each joint stays where it is seen.
    #[must_use]
    pub fn pose(&self, pose: &Pose) -> Pose {
        let mut posed = self.taken.as_ref().map_or_else(
            || self.remap.pose(pose),
            |taken| self.remap.pose_seen(pose, taken),
        );
        if let Some(morphs) = &self.morphs {
            posed.morph_weights = morphs.weights(&posed.morph_weights);
        }
        posed
    }

    /// How each joint's stretch is inherited, as before; an added joint's as its parent's.
    #[must_use]
    pub fn scale_inheritance(
        &self,
        scale_inheritance: &[ScaleInheritance],
    ) -> Vec<ScaleInheritance> {
        self.remap.scale_inheritance(scale_inheritance)
    }

    /// What follows the angles of joints, on the new character: [`SkeletonRemap::driven`](rig::SkeletonRemap::driven). Where a pose was
    /// taken as rest, angles are counted from there.
    ///
    /// # Errors
    ///
    /// None in fact: an edit makes no two joints one.
    pub fn driven(&self, driven: &DrivenSet) -> Result<MappedDriven, DrivenError> {
        let mut mapped = self.remap.driven(driven)?;
        if let Some(morphs) = &self.morphs {
            let skeleton = &self.character.rig.skeleton;
            let of = |weight| morphs.of(weight);
            mapped.set = mapped.set.with_morphs_mapped(skeleton, of)?;
        }
        Ok(mapped)
    }

    /// What a joint of the old character is in the new one.
    #[must_use]
    pub fn new_of(&self, old: JointIndex) -> Option<JointIndex> {
        self.remap.new_of(old)
    }

    /// Where the weight of a morph target is in poses of the new character; none where it is gone.
    #[must_use]
    pub fn morph_of(&self, weight: usize) -> Option<usize> {
        match &self.morphs {
            Some(morphs) => morphs.of(weight),
            None => Some(weight),
        }
    }
}
