//! Poses to keep: only what differs from rest, by the names of joints.

use crate::posing::blend::straight;
use crate::{
    AddressMatch, Addresses, JointIndex, JointPairs, Pose, Rigid, Skeleton, Stretch, mirror_pose,
};
use glam::{Quat, Vec3};

/// What a preset says of one joint, relative to rest, in the joint's rest frame. An absent channel leaves the pose's as it is.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct JointPreset {
    /// The joint's address; see [`Addresses`].
    pub joint: String,
    /// Unit quaternion; its sign says which way round.
    pub rotation: Option<Quat>,
    /// In the units of the model, meters.
    pub translation: Option<Vec3>,
    /// `(xx, yy, zz)` of the stretch: factors.
    pub scale: Option<Vec3>,
    /// `(xy, yz, zx)` of the stretch.
    pub shear: Option<Vec3>,
}

/// A pose that can be kept and applied to other skeletons: sparse, relative to rest, by joint name.
///
/// Joints that it does not list, and channels that it does not give, stay as they are.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PosePreset {
    /// In the order of the skeleton it was made from, or of its file.
    pub joints: Vec<JointPreset>,
}

/// A joint that a preset speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchedJoint {
    /// The joint of the skeleton.
    pub joint: JointIndex,
    /// The place of [`PosePreset::joints`] that it was found for.
    pub place: usize,
}

/// Which joints of a skeleton a preset speaks of, and what it says in vain.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PresetMatch {
    /// Joints that were found, in the preset's order. No joint twice.
    pub joints: Vec<MatchedJoint>,
    /// Addresses that lead to no joint.
    pub missing: Vec<String>,
    /// Addresses that lead to more than one.
    pub ambiguous: Vec<String>,
    /// Addresses of joints that another address led to already; the first counts.
    pub repeated: Vec<String>,
}

impl PresetMatch {
    /// Whether everything in the preset finds its joint.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.missing.is_empty() && self.ambiguous.is_empty() && self.repeated.is_empty()
    }
}

impl JointPreset {
    /// The channels of a joint that differ from rest; none at rest.
    ///
    /// A shear brings its scale along, since the two are one matrix. Less than a millionth, of a radian, a factor, or `length`,
    /// is rounding.
    #[must_use]
    pub fn of(joint: String, rigid: Rigid, stretch: Stretch, length: f32) -> Self {
        const ROUNDING: f32 = 1e-6;
        let differs = |by: Vec3, size: f32| by.abs().max_element() > ROUNDING * size;
        let is_sheared = differs(stretch.shear, 1.0);
        let is_stretched = is_sheared || differs(stretch.scale - Vec3::ONE, 1.0);
        let turn = rigid.rotation.xyz();
        Self {
            joint,
            // The vector part of a small turn is half its angle.
            rotation: differs(turn, 0.5).then_some(rigid.rotation),
            translation: differs(rigid.translation, length).then_some(rigid.translation),
            scale: is_stretched.then_some(stretch.scale),
            shear: is_sheared.then_some(stretch.shear),
        }
    }

    /// All four channels of a joint, be they at rest or not.
    #[must_use]
    pub const fn whole(joint: String, rigid: Rigid, stretch: Stretch) -> Self {
        Self {
            joint,
            rotation: Some(rigid.rotation),
            translation: Some(rigid.translation),
            scale: Some(stretch.scale),
            shear: Some(stretch.shear),
        }
    }

    /// Whether no channel is given.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rotation.is_none()
            && self.translation.is_none()
            && self.scale.is_none()
            && self.shear.is_none()
    }
}

impl PosePreset {
    /// What of a pose differs from rest. Morph weights are no part of a preset.
    #[must_use]
    pub fn of(skeleton: &Skeleton, pose: &Pose) -> Self {
        let joints: Vec<_> = skeleton.joints().collect();
        Self::of_joints(skeleton, pose, &joints)
    }

    /// What of some joints of a pose differs from rest.
    #[must_use]
    pub fn of_joints(skeleton: &Skeleton, pose: &Pose, joints: &[JointIndex]) -> Self {
        let addresses = Addresses::new(skeleton);
        let length = length(skeleton);
        let moved = joints.iter().filter_map(|&joint| {
            let (rigid, stretch) = at(pose, joint)?;
            let mut preset = JointPreset::of(String::new(), rigid, stretch, length);
            if preset.is_empty() {
                return None;
            }
            // Only now, for it has to be searched for.
            preset.joint = addresses.of(joint);
            Some(preset)
        });
        Self {
            joints: moved.collect(),
        }
    }

    /// Finds the preset's joints in a skeleton.
    #[must_use]
    pub fn match_joints(&self, skeleton: &Skeleton) -> PresetMatch {
        let addresses = Addresses::new(skeleton);
        let mut matched = PresetMatch::default();
        let mut taken = vec![false; skeleton.len()];
        for (place, preset) in self.joints.iter().enumerate() {
            let name = preset.joint.clone();
            match addresses.find(&preset.joint) {
                AddressMatch::None => matched.missing.push(name),
                AddressMatch::Several => matched.ambiguous.push(name),
                AddressMatch::One(joint) if taken[joint.index()] => matched.repeated.push(name),
                AddressMatch::One(joint) => {
                    taken[joint.index()] = true;
                    matched.joints.push(MatchedJoint { joint, place });
                }
            }
        }
        matched
    }

    /// The pose `base` with an amount of the preset, on the joints that match; on those of `only`, if given.
    ///
    /// With P the preset's transform of a joint, 1 its rest, and `mix` as [`Rigid::interpolate`] and [`Stretch::interpolate`] have it:
    ///
    /// ```text
    /// amount t     the joint
    /// t < −1       mix(1, P, t)
    /// −1 … 0       mix(base, mix(1, P, −1), −t)
    ///  0 … 1       mix(base, P, t)
    /// t > 1        mix(1, P, t)
    /// ```
    ///
    /// so 0 leaves the pose as it was, 1 is the preset, −1 its opposite (the inverse motion and stretch) and 2 twice the preset,
    /// all three whatever the pose was before; and there is no jump anywhere. On a pose at rest all lines are one:
    /// `mix(1, P, t)`. An amount that is not finite counts as 0.
    ///
    /// A channel that the preset does not give stays as it is, for every t. With only one of rotation and translation given, it
    /// goes by itself, the rotation at constant speed, the translation straight; with only the scale, factors go geometrically
    /// where positive; with only the shear, it goes linearly.
    #[must_use]
    pub fn apply_to(
        &self,
        skeleton: &Skeleton,
        base: &Pose,
        amount: f32,
        only: Option<&[JointIndex]>,
    ) -> Pose {
        let mut pose = base.clone();
        for MatchedJoint { joint, place } in self.match_joints(skeleton).joints {
            let is_asked = only.is_none_or(|only| only.contains(&joint));
            let (Some(preset), Some((rigid, stretch))) = (self.joints.get(place), at(base, joint))
            else {
                continue;
            };
            // At 0 the pose keeps its bits.
            if is_asked && amount.is_finite() && amount != 0.0 {
                pose.rigid[joint.index()] = preset.rigid(rigid, amount);
                pose.stretch[joint.index()] = preset.stretch(stretch, amount);
            }
        }
        pose
    }

    /// The preset with joints of a pose added, or replaced where it has them already: all that differs from rest, and all
    /// channels of a joint at rest, so that the preset brings it there.
    #[must_use]
    pub fn with_joints(&self, skeleton: &Skeleton, pose: &Pose, joints: &[JointIndex]) -> Self {
        let addresses = Addresses::new(skeleton);
        let length = length(skeleton);
        let places = self.match_joints(skeleton).joints;
        let mut preset = self.clone();
        let mut joints = joints.to_vec();
        joints.sort_unstable();
        joints.dedup();
        for joint in joints {
            let Some((rigid, stretch)) = at(pose, joint) else {
                continue;
            };
            let name = addresses.of(joint);
            let sparse = JointPreset::of(name.clone(), rigid, stretch, length);
            let fresh = if sparse.is_empty() {
                JointPreset::whole(name, Rigid::IDENTITY, Stretch::IDENTITY)
            } else {
                sparse
            };
            match places.iter().find(|of| of.joint == joint) {
                Some(&MatchedJoint { place, .. }) => preset.joints[place] = fresh,
                None => preset.joints.push(fresh),
            }
        }
        preset
    }

    /// The preset seen in the mirror x = 0 of the model, as [`mirror_pose`](crate::mirror_pose) has it: what it says of a joint, it says of the joint's
    /// partner, in the channels that it gave.
    ///
    /// A joint without a partner keeps what is said of it; so does one that the skeleton lacks. A shear that comes about where
    /// only a scale was given, because the partner's axes lie otherwise, is given too, and the other way round.
    #[must_use]
    pub fn mirrored(&self, skeleton: &Skeleton, pairs: &JointPairs) -> Self {
        let addresses = Addresses::new(skeleton);
        // As a pose over rest, for which the mirror is defined.
        let pose = self.apply_to(skeleton, &Pose::rest(skeleton), 1.0, None);
        let pose = mirror_pose(skeleton, &pose, pairs);
        let mut preset = self.clone();
        for MatchedJoint { joint, place } in self.match_joints(skeleton).joints {
            let Some(partner) = pairs.partner(joint) else {
                continue;
            };
            let (Some((rigid, stretch)), Some(said)) =
                (at(&pose, partner), preset.joints.get_mut(place))
            else {
                continue;
            };
            // Asked for scale and shear alone, whether they differ from rest.
            let seen = JointPreset::of(String::new(), rigid, stretch, 0.0);
            said.joint = addresses.of(partner);
            said.rotation = said.rotation.map(|_| rigid.rotation);
            said.translation = said.translation.map(|_| rigid.translation);
            let is_stretched = said.scale.is_some() || said.shear.is_some();
            let given = |was: bool, is: bool| is_stretched && (was || is);
            let (scale, shear) = (said.scale.is_some(), said.shear.is_some());
            said.scale = given(scale, seen.scale.is_some()).then_some(stretch.scale);
            said.shear = given(shear, seen.shear.is_some()).then_some(stretch.shear);
        }
        preset
    }

    /// The preset without some joints of a skeleton.
    #[must_use]
    pub fn without_joints(&self, skeleton: &Skeleton, joints: &[JointIndex]) -> Self {
        let addresses = Addresses::new(skeleton);
        let is_gone = |preset: &&JointPreset| match addresses.find(&preset.joint) {
            AddressMatch::One(joint) => joints.contains(&joint),
            AddressMatch::Several | AddressMatch::None => false,
        };
        let kept = self.joints.iter().filter(|preset| !is_gone(preset));
        Self {
            joints: kept.cloned().collect(),
        }
    }
}

impl JointPreset {
    /// T of the joint for an amount other than 0.
    fn rigid(&self, base: Rigid, amount: f32) -> Rigid {
        match (self.rotation, self.translation) {
            (None, None) => base,
            (Some(rotation), None) => {
                let turn = |rotation| Rigid::new(rotation, Vec3::ZERO);
                let turned = along(
                    turn(base.rotation),
                    turn(rotation),
                    amount,
                    Rigid::interpolate,
                );
                Rigid::new(turned.rotation, base.translation)
            }
            (None, Some(translation)) => {
                let moved = along(
                    Move(base.translation),
                    Move(translation),
                    amount,
                    |a, b, t| Move(straight(a.0, b.0, t)),
                );
                Rigid::new(base.rotation, moved.0)
            }
            (Some(rotation), Some(translation)) => along(
                base,
                Rigid::new(rotation, translation),
                amount,
                Rigid::interpolate,
            ),
        }
    }

    /// S of the joint for an amount other than 0.
    fn stretch(&self, base: Stretch, amount: f32) -> Stretch {
        match (self.scale, self.shear) {
            (None, None) => base,
            (Some(scale), None) => {
                let [from, to] = [base.scale, scale].map(Stretch::from_scale);
                let scaled = along(from, to, amount, Stretch::interpolate);
                Stretch {
                    scale: scaled.scale,
                    ..base
                }
            }
            (None, Some(shear)) => {
                let sheared = along(Move(base.shear), Move(shear), amount, |a, b, t| {
                    Move(straight(a.0, b.0, t))
                });
                Stretch {
                    shear: sheared.0,
                    ..base
                }
            }
            (Some(scale), Some(shear)) => {
                along(base, Stretch { scale, shear }, amount, Stretch::interpolate)
            }
        }
    }
}

/// Three numbers that are zero at rest.
#[derive(Clone, Copy, Default)]
struct Move(Vec3);

/// The formula of [`PosePreset::apply_to`]; the default of `T` is rest.
fn along<T: Copy + Default>(base: T, preset: T, t: f32, mix: impl Fn(T, T, f32) -> T) -> T {
    if t.abs() > 1.0 {
        mix(T::default(), preset, t)
    } else if t < 0.0 {
        mix(base, mix(T::default(), preset, -1.0), -t)
    } else {
        mix(base, preset, t)
    }
}

/// A joint of a pose; `None` for a pose of fewer joints.
fn at(pose: &Pose, joint: JointIndex) -> Option<(Rigid, Stretch)> {
    let rigid = pose.rigid.get(joint.index())?;
    Some((*rigid, *pose.stretch.get(joint.index())?))
}

/// The longest way from a joint to its parent: what a translation's rounding is measured by.
fn length(skeleton: &Skeleton) -> f32 {
    let lengths = skeleton.joints().filter_map(|joint| {
        skeleton.parent(joint)?;
        Some(skeleton.parent_from_joint(joint).translation.length())
    });
    lengths
        .filter(|length| length.is_finite())
        .fold(0.0, f32::max)
}
