//! The strip of test poses under the panes: which poses a character has, and the applied one.
//!
//! First come those shipped for a built-in character (`assets/poses/`), as far as its skeleton still has their joints, then
//! those that `rig` makes for any skeleton. Each is applied to the rest pose, and counts as on as long as the visible pose is
//! what it gave; taken off, it gives back the pose that was there before the first of them.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, OnceLock};

use character::{Character, Source};
use rig::{
    Addresses, DrivenSet, JointIndex, JointPreset, NamePatterns, Pose, PosePreset, Rig, Skeleton,
};
use scene::facts::Facts;

use crate::files::builtin;
use crate::state::presets::{PresetFile, shipped_presets};

/// Range of the amount: 1 is the pose, −1 its opposite.
pub const AMOUNTS: std::ops::RangeInclusive<f32> = -1.0..=2.0;

/// State of the strip in the session.
#[derive(Clone, Debug, PartialEq)]
pub struct Strip {
    /// Share of a pose that is applied, within [`AMOUNTS`].
    pub amount: f32,
    /// The test pose applied last.
    pub taken: Option<AppliedTestPose>,
}

impl Default for Strip {
    fn default() -> Self {
        Self {
            amount: 1.0,
            taken: None,
        }
    }
}

/// A test pose that was applied.
#[derive(Clone, Debug, PartialEq)]
pub struct AppliedTestPose {
    /// Index in the character's [`TestPoses`].
    pub place: usize,
    /// The pose before the first test pose, which comes back when it is taken off.
    pub base: Arc<Pose>,
    /// The resulting pose. While this is the visible pose, the test pose counts as applied.
    pub given: Arc<Pose>,
}

impl Strip {
    /// The applied test pose, if the visible pose is what it gave.
    #[must_use]
    pub fn on(&self, seen: &Pose) -> Option<&AppliedTestPose> {
        self.taken.as_ref().filter(|taken| *taken.given == *seen)
    }
}

/// An event of the strip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StripEvent {
    /// Applies the test pose of this index, or removes it if it is applied.
    Take(usize),
    /// Sets the amount of the applied test pose.
    Amount {
        /// The amount; clamped to [`AMOUNTS`].
        amount: f32,
        /// Whether a drag goes on, all of which is one undo step.
        dragging: bool,
    },
}

/// The test poses of the open character.
#[derive(Clone, Debug)]
pub struct TestPoses {
    /// Shipped ones first; empty where no joint moves a vertex.
    pub poses: Arc<[PresetFile]>,
    of: Option<TestPoseSource>,
}

/// What test poses are made from.
#[derive(Clone, Debug)]
struct TestPoseSource {
    file: String,
    source: Arc<Source>,
    rig: Arc<Rig>,
    /// The same as it was first seen: poses go by names, and joints that are renamed keep theirs.
    first: Arc<Rig>,
    moves: Vec<bool>,
    patterns: NamePatterns,
}

impl Default for TestPoses {
    fn default() -> Self {
        Self {
            poses: Arc::from(Vec::new()),
            of: None,
        }
    }
}

impl TestPoses {
    /// Makes them anew where skeleton, mirror partners, moving joints or names of sides have changed; returns whether they were. Helpers
    /// that other joints drive are not turned by themselves.
    pub fn follow(
        &mut self,
        file: &str,
        character: &Character,
        facts: &Facts,
        patterns: &NamePatterns,
        driven: &DrivenSet,
    ) -> bool {
        let skeleton = &character.rig.skeleton;
        let moves = || {
            let joints = skeleton.joints().zip(&facts.joints);
            joints.map(|(joint, of)| of.vertices > 0 && !driven.is_helper(skeleton, joint))
        };
        let is_of_now = self.of.as_ref().is_some_and(|of| {
            Arc::ptr_eq(&of.rig, &character.rig)
                && of.moves.iter().copied().eq(moves())
                && of.patterns == *patterns
                && of.file == file
        });
        if is_of_now {
            return false;
        }
        // Keys are those of a file as it was read: after it was read anew they may be those of other joints.
        let is_same =
            |of: &TestPoseSource| of.file == file && Arc::ptr_eq(&of.source, &character.source);
        let before = self.of.take().filter(is_same);
        let first = before.map_or_else(|| Arc::clone(&character.rig), |of| of.first);
        let of = TestPoseSource {
            file: file.to_owned(),
            source: Arc::clone(&character.source),
            rig: Arc::clone(&character.rig),
            first,
            moves: moves().collect(),
            patterns: patterns.clone(),
        };
        self.poses = of.make_poses(character).into();
        self.of = Some(of);
        true
    }
}

impl TestPoseSource {
    /// By the names that joints had when they were first seen, then what is added by those that they have.
    fn make_poses(&self, character: &Character) -> Vec<PresetFile> {
        let skeleton = &self.rig.skeleton;
        if !self.moves.contains(&true) {
            return Vec::new();
        }
        let mut poses = self.make_poses_for(character);
        let Some(named) = with_names_of(skeleton, &self.first.skeleton) else {
            return poses;
        };
        let first_named = Character {
            rig: Arc::new(Rig {
                skeleton: named,
                ..Rig::clone(&self.rig)
            }),
            ..character.clone()
        };
        let named = &first_named.rig.skeleton;
        let mut first = self.make_poses_for(&first_named);
        for joint in skeleton.joints() {
            let (before, now) = (named.name(joint), skeleton.name(joint));
            if before != now {
                // By its first name it is known what it is, or its poses are called after it.
                let is_known = !first.iter().any(|pose| is_called_after(pose, before));
                let (list, name) = match is_known {
                    true => (&mut poses, now),
                    false => (&mut first, before),
                };
                list.retain(|pose| !is_called_after(pose, name));
            }
        }
        let first = first.into_iter().map(|pose| PresetFile {
            preset: readdress(&pose.preset, named, skeleton),
            ..pose
        });
        merge_poses(first.collect(), poses)
    }

    fn make_poses_for(&self, character: &Character) -> Vec<PresetFile> {
        let skeleton = &character.rig.skeleton;
        let fits = |pose: &&PresetFile| pose.preset.match_joints(skeleton).is_whole();
        let shipped: Vec<PresetFile> = shipped_poses(&self.file)
            .iter()
            .filter(fits)
            .cloned()
            .collect();
        let pairs = character.joint_pairs(&self.patterns);
        let made = rig::test_poses(skeleton, &pairs, &self.moves).into_iter();
        let made = made.map(|pose| PresetFile {
            name: pose.name,
            note: Some(pose.note),
            made_for: None,
            preset: pose.preset,
        });
        merge_poses(shipped, made.collect())
    }
}

/// Whether a pose has the name of a joint and a word for what it does: `lever bend`.
fn is_called_after(pose: &PresetFile, joint: &str) -> bool {
    let rest = pose.name.strip_prefix(joint);
    rest.is_some_and(|rest| rest.starts_with(' '))
}

/// The first ones in their order, and those of the others whose names are new.
fn merge_poses(mut first: Vec<PresetFile>, others: Vec<PresetFile>) -> Vec<PresetFile> {
    let taken: HashSet<String> = first.iter().map(|pose| pose.name.to_lowercase()).collect();
    let is_new = |pose: &PresetFile| !taken.contains(&pose.name.to_lowercase());
    first.extend(others.into_iter().filter(is_new));
    first
}

/// A skeleton with the names that its joints have in another, by their keys; none where no name differs.
fn with_names_of(skeleton: &Skeleton, other: &Skeleton) -> Option<Skeleton> {
    let names: BTreeMap<u32, &str> = other
        .joints()
        .map(|joint| (other.key(joint), other.name(joint)))
        .collect();
    let differs = |joint: &JointIndex| {
        let name = names.get(&skeleton.key(*joint));
        name.is_some_and(|name| *name != skeleton.name(*joint))
    };
    let renamed: Vec<JointIndex> = skeleton.joints().filter(differs).collect();
    if renamed.is_empty() {
        return None;
    }
    let mut named = skeleton.clone();
    for joint in renamed {
        let name = names.get(&skeleton.key(joint)).copied();
        named.rename(joint, name.unwrap_or_default());
    }
    Some(named)
}

/// A preset of joints that a skeleton calls otherwise.
fn readdress(preset: &PosePreset, named: &Skeleton, skeleton: &Skeleton) -> PosePreset {
    let addresses = Addresses::new(skeleton);
    let matched = preset.match_joints(named);
    let joints = matched.joints.into_iter().filter_map(|matched| {
        let of = preset.joints.get(matched.place)?;
        Some(JointPreset {
            joint: addresses.of(matched.joint),
            ..of.clone()
        })
    });
    PosePreset {
        joints: joints.collect(),
    }
}

/// The test poses shipped for a built-in character, by its source; empty for other files.
fn shipped_poses(file: &str) -> &'static [PresetFile] {
    static POSES: OnceLock<BTreeMap<&str, Vec<PresetFile>>> = OnceLock::new();
    let poses = POSES.get_or_init(|| {
        let named = builtin::ALL.iter().map(|builtin| builtin.name);
        named.map(|name| (name, shipped_presets(name))).collect()
    });
    let name = file.strip_prefix(builtin::PREFIX).unwrap_or_default();
    poses.get(name).map_or(&[], Vec::as_slice)
}
