//! The poses that set-ups are measured in: moments of clips, the range of motion, and random poses that nothing was fitted to.

use std::sync::Arc;

use bake::random_poses;
use rig::{JointIndex, Pose};
use scene::deform::base_pose;
use scene::judge::{MotionChoice, Range, choose_poses};

use crate::document::Document;
use crate::document::driven::drive;
use crate::document::joint_mapping::JointMapping;

/// Vertices that are looked at over all poses.
const WORK: usize = 1 << 22;
/// Fewest poses, however many vertices there are.
const FEWEST: usize = 40;
/// Most poses, unless told otherwise.
pub const MOST_POSES: usize = 150;
/// The part of them that is random, in percent.
const RANDOM: usize = 40;
/// Moments of each clip, before there are too many.
const MOMENTS: u16 = 12;
/// How far joints turn of which nothing is known, in degrees.
const UNNAMED: f32 = 60.0;

/// Where random numbers begin: of poses that are measured in, and of those that weights are fitted to. Helpers are fitted to others.
const MEASURED: u64 = 21;
const FITTED: u64 = 22;

/// Random poses that weights are fitted to.
const FITTED_POSES: usize = 32;
/// Random poses that shapes are fitted to, at most.
const SHAPED_POSES: usize = 160;
/// Moments of clips that they are fitted to, at most.
const FITTED_MOMENTS: usize = 24;

/// Poses of a character, with what they are called.
#[derive(Clone, Debug)]
pub struct AdviceMotion {
    /// What they are poses of.
    of: Document,
    /// Each with its name, without what follows the angles of joints.
    pub poses: Vec<(String, Pose)>,
    /// How many of them, the last ones, are random.
    pub random: usize,
}

/// Brings poses of a motion to a document.
#[derive(Debug)]
pub struct PoseCarrier<'a> {
    from: &'a Document,
    to: &'a Document,
    /// None for the same skeleton.
    joints: Option<JointMapping>,
}

impl AdviceMotion {
    /// The poses that set-ups of a document are measured in: clips and range of motion, some `most` with the random ones at most, fewer of
    /// a character with many vertices, but 40 in any case. The same document has the same.
    ///
    /// # Errors
    ///
    /// A sentence: the pose of the file is not finite.
    pub fn measured(document: &Document, vertices: usize, most: usize) -> Result<Self, String> {
        let character = &*document.character;
        let clips: Vec<usize> = (0..character.clips.len()).collect();
        let plan = choose_poses(
            character,
            &MotionChoice {
                clips: &clips,
                moments: MOMENTS,
                joints: None,
                range: Range::ByName { unnamed: UNNAMED },
                joint_limits: &document.joint_limits,
                driven: &document.driven,
            },
        );
        let all = (WORK / vertices.max(1)).clamp(FEWEST, most.max(FEWEST));
        let random = all * RANDOM / 100;
        let known = plan.poses(character);
        // Evenly over all of them: clips come first, then single joints, then pairs.
        let step = known.len().div_ceil((all - random).max(1)).max(1);
        let mut poses: Vec<(String, Pose)> = known.into_iter().step_by(step).collect();
        let drawn = of_seed(document, MEASURED, random)?.into_iter().enumerate();
        poses.extend(drawn.map(|(number, pose)| (format!("random pose {}", number + 1), pose)));
        Ok(Self {
            of: document.clone(),
            poses,
            random,
        })
    }

    /// Random poses that weights are fitted to, none of which is measured in, and moments of clips.
    ///
    /// # Errors
    ///
    /// As [`measured`](Self::measured).
    pub fn fitted(document: &Document) -> Result<Self, String> {
        Self::apart(document, FITTED_POSES)
    }

    /// The same for corrective shapes, which have more unknowns: more of them, and fewer of a character with many vertices.
    ///
    /// # Errors
    ///
    /// As [`measured`](Self::measured).
    pub fn shaped(document: &Document, vertices: usize) -> Result<Self, String> {
        let count = (WORK / vertices.max(1)).clamp(FEWEST, SHAPED_POSES);
        Self::apart(document, count)
    }

    fn apart(document: &Document, random: usize) -> Result<Self, String> {
        let character = &*document.character;
        let clips: Vec<usize> = (0..character.clips.len()).collect();
        let plan = choose_poses(
            character,
            &MotionChoice {
                clips: &clips,
                // Between those that are measured in.
                moments: MOMENTS - 1,
                joints: None,
                range: Range::Equal(0.0),
                joint_limits: &document.joint_limits,
                driven: &document.driven,
            },
        );
        let moments = plan.poses(character);
        let step = moments.len().div_ceil(FITTED_MOMENTS).max(1);
        let mut poses: Vec<(String, Pose)> = moments.into_iter().step_by(step).collect();
        let drawn = of_seed(document, FITTED, random)?.into_iter();
        poses.extend(drawn.map(|pose| (String::new(), pose)));
        Ok(Self {
            of: document.clone(),
            poses,
            random,
        })
    }

    /// Whether a pose is a random one.
    #[must_use]
    pub const fn is_random(&self, pose: usize) -> bool {
        pose + self.random >= self.poses.len()
    }

    /// What brings these poses to a document, whose skeleton has the same joints and maybe more.
    #[must_use]
    pub fn carrier<'a>(&'a self, document: &'a Document) -> PoseCarrier<'a> {
        let morphs = |of: &Document| -> Vec<std::ops::Range<usize>> {
            let instances = of.character.instances.iter();
            instances.map(|instance| instance.morph.clone()).collect()
        };
        let is_same = Arc::ptr_eq(&self.of.character.rig, &document.character.rig)
            && morphs(&self.of) == morphs(document);
        PoseCarrier {
            from: &self.of,
            to: document,
            joints: (!is_same).then(|| JointMapping::of_documents(&self.of, document)),
        }
    }
}

impl PoseCarrier<'_> {
    /// A pose as the document shows it. Joints that only it has are at rest, and follow what drives them.
    #[must_use]
    pub fn pose(&self, pose: &Pose) -> Pose {
        let Some(joints) = &self.joints else {
            let mut own = pose.clone();
            drive(&self.to.driven, &mut own);
            return own;
        };
        let mut own = base_pose(&self.to.character);
        if self.to.driven.is_empty() {
            // A baked character drives nothing: what is driven came as keys.
            let mut driven = pose.clone();
            drive(&self.from.driven, &mut driven);
            self.carry(joints, &driven, &mut own);
        } else {
            self.carry(joints, pose, &mut own);
            drive(&self.to.driven, &mut own);
        }
        own
    }

    /// Targets that only the new document has stand behind those of their meshes, and stay as they are.
    fn carry_morphs(&self, joints: &JointMapping, pose: &Pose, own: &mut Pose) {
        let instances = self.from.character.instances.iter();
        for instance in instances {
            let node = joints.of(instance.node);
            let mut others = self.to.character.instances.iter();
            let Some(other) = others.find(|other| Some(other.node) == node) else {
                continue;
            };
            let places = instance.morph.clone().zip(other.morph.clone());
            copy_weights(&pose.morph_weights, &mut own.morph_weights, places);
        }
    }

    fn carry(&self, joints: &JointMapping, pose: &Pose, own: &mut Pose) {
        self.carry_morphs(joints, pose, own);
        for joint in self.from.character.rig.skeleton.joints() {
            let Some(new) = joints.of(joint).map(JointIndex::index) else {
                continue;
            };
            let place = joint.index();
            if let (Some(slot), Some(rigid)) = (own.rigid.get_mut(new), pose.rigid.get(place)) {
                *slot = *rigid;
            }
            let stretch = pose.stretch.get(place);
            if let (Some(slot), Some(stretch)) = (own.stretch.get_mut(new), stretch) {
                *slot = *stretch;
            }
        }
    }
}

/// Copies weights from the first place of each pair to the second.
fn copy_weights(from: &[f32], to: &mut [f32], places: impl Iterator<Item = (usize, usize)>) {
    for (before, now) in places {
        if let (Some(slot), Some(weight)) = (to.get_mut(now), from.get(before)) {
            *slot = *weight;
        }
    }
}

fn of_seed(document: &Document, seed: u64, count: usize) -> Result<Vec<Pose>, String> {
    let drawn = random_poses(&document.character, &document.joint_limits, seed, count);
    drawn.map_err(|error| format!("the pose of the file cannot be kept: {error}."))
}
