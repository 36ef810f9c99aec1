//! A bake as a version that panes show: the file that would be written, beside the method that it was baked from.
//!
//! It has a skeleton of its own, with helper joints, and clips that move them. In a pose that is in none of these clips
//! helpers stand still, as they do in every engine; which pose that is, is told. Helpers that follow every pose stand still in none.

use std::sync::Arc;

use character::Character;
use rig::{ClipId, DrivenSet, JointIndex, LayeredClip, Pose, ScaleInheritance};
use scene::deform::base_pose;
use scene::placed::placed_primitives;
use scene::posed_character::Look;
use scene::same_surface::has_same_surface;

use crate::document::Document;
use crate::document::joint_limits::LimitsOfJoints;
use crate::document::joint_mapping::JointMapping;
use crate::document::moment::Moment;
use crate::document::pending::PendingPoses;

/// What of a document a bake depends on.
#[derive(Clone, Debug)]
pub struct BakedFrom {
    character: Arc<Character>,
    pending: Arc<PendingPoses>,
    scale_inheritance: Arc<[ScaleInheritance]>,
    driven: Arc<DrivenSet>,
    /// How far joints may turn; none where a bake does not ask.
    joint_limits: Option<LimitsOfJoints>,
}

impl BakedFrom {
    /// That of this document, for helpers that follow every pose or have keys alone. The first are fitted within the limits of joints.
    #[must_use]
    pub fn of(document: &Document, follows_poses: bool) -> Self {
        Self {
            joint_limits: follows_poses.then(|| Arc::clone(&document.joint_limits)),
            character: Arc::clone(&document.character),
            pending: Arc::clone(&document.pending),
            scale_inheritance: Arc::clone(&document.scale_inheritance),
            driven: Arc::clone(&document.driven),
        }
    }

    /// All its clips, in their order.
    pub fn clips(&self) -> impl Iterator<Item = ClipId> {
        self.character.clips.iter().map(rig::Clip::id)
    }

    /// Whether nothing of it has been edited since.
    #[must_use]
    pub fn is(&self, document: &Document) -> bool {
        Arc::ptr_eq(&self.character, &document.character)
            && self.pending == document.pending
            && self.scale_inheritance == document.scale_inheritance
            && self.driven == document.driven
            && (self.joint_limits.as_ref()).is_none_or(|limits| *limits == document.joint_limits)
    }
}

/// What a baked file lacks of the pose that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// The clip that is shown was not baked.
    Clip,
    /// The pose has no keys.
    Keys,
    /// Nothing, but it has keys that the clip lacks: poses over the clip that wait for theirs. Between them it moves otherwise.
    Waiting,
}

/// A baked character that panes can show.
#[derive(Clone, Debug)]
pub struct BakedVersion {
    character: Arc<Character>,
    from: BakedFrom,
    look: Look,
    /// Clips of the character that was baked, each with that of the file.
    clips: Vec<[ClipId; 2]>,
    /// Joints of the character that was baked to those of the file.
    joints: JointMapping,
    /// Every scale of a file reaches the nodes below.
    scale_inheritance: Vec<ScaleInheritance>,
    follows_poses: bool,
}

/// A pose of a baked character.
#[derive(Clone, Debug)]
pub struct BakedPose {
    /// As long as its skeleton.
    pub pose: Pose,
    /// What the file lacks of the pose that was to be shown; none if it has it.
    pub lacks: Option<Lack>,
}

impl BakedVersion {
    /// `character` is the file as it was read again, its clips those of `clips` in their order; `look` is the method it
    /// was baked from. None if it has other vertices than what it was baked from.
    #[must_use]
    pub fn new(
        character: Arc<Character>,
        from: BakedFrom,
        look: Look,
        clips: impl Iterator<Item = ClipId>,
    ) -> Option<Self> {
        // Vertices are compared by number, so that the counts of every primitive have to agree.
        let counts = |of: &Character| {
            let placed = placed_primitives(of);
            placed
                .map(|it| it.primitive.positions.len())
                .collect::<Vec<_>>()
        };
        if counts(&character) != counts(&from.character) {
            return None;
        }
        let skeleton = &character.rig.skeleton;
        let own = character.clips.iter().map(rig::Clip::id);
        Some(Self {
            clips: clips.zip(own).map(|(of, own)| [of, own]).collect(),
            joints: JointMapping::between(&from.character.rig.skeleton, skeleton),
            scale_inheritance: vec![ScaleInheritance::Children; skeleton.len()],
            follows_poses: !character.helper_rows().is_empty()
                || character.constraints.constraints().len()
                    > from.character.constraints.constraints().len(),
            character,
            from,
            look,
        })
    }

    /// The file as it was read again, with helper joints in its skeleton.
    #[must_use]
    pub const fn character(&self) -> &Arc<Character> {
        &self.character
    }

    /// The method that it was baked from.
    #[must_use]
    pub const fn look(&self) -> Look {
        self.look
    }

    /// The scale inheritance of its joints.
    #[must_use]
    pub fn scale_inheritance(&self) -> &[ScaleInheritance] {
        &self.scale_inheritance
    }

    /// Whether its helpers follow every pose.
    #[must_use]
    pub const fn follows_poses(&self) -> bool {
        self.follows_poses
    }

    /// Whether a bake of this document would be the same, as far as it depends on the document.
    #[must_use]
    pub fn is_of(&self, document: &Document) -> bool {
        self.from.is(document)
    }

    /// Whether it can be compared with the document: weights, clips and poses may have been edited since.
    #[must_use]
    pub fn fits(&self, document: &Document) -> bool {
        has_same_surface(&self.from.character, &document.character)
    }

    /// Whether a clip of the document is in the file.
    #[must_use]
    pub fn has_clip(&self, clip: ClipId) -> bool {
        self.clips.iter().any(|[of, _]| *of == clip)
    }

    /// The joint of the file that is this one of the document.
    #[must_use]
    pub fn joint(&self, joint: JointIndex) -> Option<JointIndex> {
        self.joints.of(joint)
    }

    /// What the file shows where `pose` is shown of `current`, which it [`fits`](Self::fits). `clip` is the moment that
    /// is shown, with what the clip of `current` has there; none where no clip is shown.
    ///
    /// Joints whose pose is not that of the clip stand as they were posed, and helpers as the clip has them, or as at rest
    /// without one.
    #[must_use]
    pub fn pose(
        &self,
        current: &Character,
        pose: &Pose,
        clip: Option<(Moment, &Pose)>,
    ) -> BakedPose {
        let base = base_pose(&self.character);
        let own = clip.and_then(|(moment, there)| {
            // Layers were baked into the clip that they lie over.
            let shown = current.clip(moment.clip)?;
            let below = LayeredClip::of(shown, &current.clips).below().id();
            let [_, own] = self.clips.iter().find(|[of, _]| *of == below)?;
            let own = self.character.clip(*own)?;
            let skeleton = &self.character.rig.skeleton;
            Some((own.sample(skeleton, &base, moment.time), there.clone()))
        });
        let is_baked = own.is_some();
        let (mut shown, there) = own.unwrap_or_else(|| (base, base_pose(current)));
        let mut is_posed = false;
        for joint in current.rig.skeleton.joints() {
            let place = joint.index();
            let now = (pose.rigid.get(place), pose.stretch.get(place));
            // Bit for bit: a pose that the user did not touch is a copy of what the clip gives.
            if now == (there.rigid.get(place), there.stretch.get(place)) {
                continue;
            }
            is_posed = true;
            let own = self.joints.of(joint).map(JointIndex::index);
            let (Some(own), (Some(rigid), Some(stretch))) = (own, now) else {
                continue;
            };
            if let Some(slot) = shown.rigid.get_mut(own) {
                *slot = *rigid;
            }
            if let Some(slot) = shown.stretch.get_mut(own) {
                *slot = *stretch;
            }
        }
        // All panes show one shape of the mesh.
        if shown.morph_weights.len() == pose.morph_weights.len() {
            shown.morph_weights.clone_from(&pose.morph_weights);
        }
        let lacks = match clip {
            Some(_) if !is_baked => (!self.follows_poses).then_some(Lack::Clip),
            Some((moment, _)) if self.keys_what_waits(moment) => {
                // At a moment that is a key of what waits, the baked clip goes through that very pose.
                let is_key = self.from.pending.at(moment).is_some();
                (!is_key).then_some(Lack::Waiting)
            }
            _ => (is_posed && !self.follows_poses).then_some(Lack::Keys),
        };
        BakedPose { pose: shown, lacks }
    }

    /// Whether poses that wait for their keys were baked into the clip of this moment.
    fn keys_what_waits(&self, moment: Moment) -> bool {
        let mut waiting = self.from.pending.of_clip(moment.clip);
        waiting.next().is_some()
    }
}
