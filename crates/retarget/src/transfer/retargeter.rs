//! Poses of one skeleton on another.

use super::facing::facing_turn;
use super::frames::{Frames, power, slerp, twist_about, user_rotations, wide};
use super::links::{Link, Linker, Links, SideOf, TwistLink};
use crate::map::bone_map::BoneMap;
use crate::map::fault::MapError;
use crate::map::slot::Slot;
use glam::{DAffine3, DMat3, DQuat, DVec3, Mat3, Vec3};
use rig::{HumanBone, JointIndex, Pose, Rigid, Skeleton, Stretch};

/// Joints stand alike if their ways from their parents differ by no more than this share of them.
const ALIKE: f64 = 1e-3;
/// Hips nearer to the ground than this share of the body's height do not tell a scale.
const LOW: f64 = 0.02;

/// A skeleton whose motion is taken, or that gets it.
#[derive(Clone, Copy, Debug)]
pub struct MappedSkeleton<'a> {
    /// The skeleton.
    pub skeleton: &'a Skeleton,
    /// Which of its joints are which bones.
    pub map: &'a BoneMap,
    /// The pose that corresponds to the other skeleton's: both stand alike in it, as in a T pose. Of it only the rotations count; none is the
    /// rest.
    pub reference: Option<&'a Pose>,
}

/// How far the hips go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum RootTravel {
    /// As far as the heights of the hips are to each other, over the lowest of the bones that both have; without legs, over the lowest joint.
    #[default]
    HipHeight,
    /// As far as the lengths of the legs are to each other, so that steps stay as long for the legs as they were; by hip height where a map
    /// lacks legs.
    LegLength,
    /// Up and down only: the character stays where it is.
    InPlace,
    /// Over the ground only: the hips stay at their height.
    Ground,
}

impl RootTravel {
    /// Whether nothing of the way is left out.
    pub(crate) const fn is_whole(self) -> bool {
        matches!(self, Self::HipHeight | Self::LegLength)
    }
}

/// How motion is transferred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RetargetOptions {
    /// The vertical of both, of length one.
    pub up: Vec3,
    /// How far the hips go.
    pub travel: RootTravel,
    /// Whether joints in no slot move with those of the source that have their name, if no other joint of either has it. Skeletons
    /// without arms and legs, as of machines, may have no other.
    pub same_names: bool,
}

impl Default for RetargetOptions {
    fn default() -> Self {
        Self {
            up: Vec3::Y,
            travel: RootTravel::HipHeight,
            same_names: true,
        }
    }
}

/// Brings motion of one skeleton to another; made once for two skeletons with their maps.
///
/// With `W` the orientation of a joint in the model, and `W_ref` that in the reference pose, each joint of the source is turned by
/// `D = W W_ref⁻¹` in the model. A joint of the target in the same slot gets `W = D W_ref`, parents first; other joints keep their rest relative to
/// their parents. A slot that is a chain in either skeleton has D as a function of arc length in the reference pose, with a node at the end of each joint of the
/// source and the D of what it hangs on at its beginning; a joint of the target takes the shortest slerp at its end. So bend and twist are spread
/// by the same shares, and the last joint has all. Spines with other joints are one chain; hips are never turned by a part.
///
/// Twist joints, where the two maps have other ones, share out the twist of their bone: those within it from nothing to all, those beside it
/// by where they stand; those of forearm and shin turn with hand and foot by where they stand.
///
/// Where the two look different ways in their reference poses, by where left and right of their maps are, the whole source is turned about the
/// vertical first, by the quarter turns that are nearest: characters of VRM 0.x look along −Z, most others along +Z, and left stays left. It is
/// not where toes point backwards, since left and right are then called as a viewer sees them.
///
/// The hips go to `P_ref + r (P_source − P_source,ref)` in the model, r the ratio of hip heights. Joints that are one and the same in both take scale
/// and shear along, in their own axes; where they also stand alike under their parents, translation too, times r.
///
/// # Examples
///
/// ```
/// use glam::{Quat, Vec3};
/// use retarget::{BoneMap, MapEvidence, MappedSkeleton, RetargetOptions, Retargeter};
/// use rig::{LocalTransform, NamePatterns, Pose, Skeleton, SkeletonBuilder, SkeletonError, Trs};
///
/// /// A leg whose bones are as long as this.
/// fn leg(names: [&str; 4], length: f32) -> Result<Skeleton, SkeletonError> {
///     let mut builder = SkeletonBuilder::new();
///     for (place, name) in (0..).zip(names) {
///         let translation = if place == 0 { 2.0 * length * Vec3::Y } else { -length * Vec3::Y };
///         let local = Trs { translation, ..Trs::IDENTITY };
///         builder = builder.joint(place, place.checked_sub(1), name, LocalTransform::Trs(local));
///     }
///     builder.build()
/// }
/// let capture = leg(["Hips", "LeftUpLeg", "LeftLeg", "LeftFoot"], 40.0)?;
/// let character = leg(["pelvis", "thigh_l", "calf_l", "foot_l"], 0.5)?;
/// let [source, target] = [&capture, &character].map(|skeleton| {
///     let patterns = NamePatterns::default();
///     BoneMap::find(&MapEvidence { skeleton, patterns: &patterns, humanoid: &[], moves: &[] })
/// });
/// let retargeter = Retargeter::new(
///     MappedSkeleton { skeleton: &capture, map: &source, reference: None },
///     MappedSkeleton { skeleton: &character, map: &target, reference: None },
///     &RetargetOptions::default(),
/// )?;
/// let mut pose = Pose::rest(&capture);
/// pose.rigid[2].rotation = Quat::from_rotation_x(1.0);
/// pose.rigid[0].translation = 80.0 * Vec3::X;
/// let pose = retargeter.pose(&pose);
/// assert!(pose.rigid[2].rotation.abs_diff_eq(Quat::from_rotation_x(1.0), 1e-6));
/// assert!(pose.rigid[0].translation.abs_diff_eq(Vec3::X, 1e-6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Retargeter<'a> {
    pub(crate) source: Posed<'a>,
    pub(crate) target: Posed<'a>,
    pub(crate) links: Vec<Link>,
    pub(crate) twins: Vec<Option<usize>>,
    /// Which joints of the target take translation from their twins.
    pub(crate) carries: Vec<bool>,
    pub(crate) hips: Option<Hips>,
    pub(crate) ratio: f64,
    pub(crate) options: RetargetOptions,
    pub(crate) maps: [&'a BoneMap; 2],
}

/// The joints that carry both bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hips {
    pub(crate) source: usize,
    pub(crate) target: usize,
}

/// A skeleton with its frames.
#[derive(Debug)]
pub(crate) struct Posed<'a> {
    pub(crate) skeleton: &'a Skeleton,
    pub(crate) frames: Frames,
}

impl<'a> MappedSkeleton<'a> {
    fn posed(&self, turn: DQuat) -> Posed<'a> {
        Posed {
            skeleton: self.skeleton,
            frames: Frames::turned(self.skeleton, self.reference, turn),
        }
    }
}

impl<'a> Retargeter<'a> {
    /// Prepares the transfer from one skeleton to another.
    ///
    /// # Errors
    ///
    /// A map that does not fit its skeleton, as [`BoneMap::check`] says, and maps that share no slot, or are empty, unless half of the joints of
    /// the smaller skeleton have their names in the other one too.
    pub fn new(
        source: MappedSkeleton<'a>,
        target: MappedSkeleton<'a>,
        options: &RetargetOptions,
    ) -> Result<Self, MapError> {
        let to = target.posed(DQuat::IDENTITY);
        let from = source.posed(facing_turn(&source, &target, wide(options.up)));
        let linker = Linker::new(
            SideOf::new(source.skeleton, source.map, &from.frames),
            SideOf::new(target.skeleton, target.map, &to.frames),
            options.same_names,
        )?;
        let Links { of_joints, twins } = linker.finish();
        let joint = |map: &BoneMap| map.joint(HumanBone::Hips).map(JointIndex::index);
        let hips = joint(source.map).zip(joint(target.map));
        let mut retargeter = Self {
            source: from,
            target: to,
            links: of_joints,
            twins,
            carries: Vec::new(),
            hips: hips.map(|(source, target)| Hips { source, target }),
            ratio: 1.0,
            options: *options,
            maps: [source.map, target.map],
        };
        retargeter.ratio = retargeter.find_ratio();
        retargeter.carries = retargeter.find_carriers();
        Ok(retargeter)
    }

    /// How many times as far the hips of the target go.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "rounded once, at the end")]
    pub const fn ratio(&self) -> f32 {
        self.ratio as f32
    }

    /// The angle about the vertical by which the source is turned so that it looks where the target does, in radians: 0, π or ±π/2.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "rounded once, at the end")]
    pub fn facing(&self) -> f32 {
        let turn = self.source.frames.turn;
        (2.0 * turn.xyz().dot(self.up()).atan2(turn.w)) as f32
    }

    /// The vertical, of length one.
    pub(crate) fn up(&self) -> DVec3 {
        wide(self.options.up).normalize_or(DVec3::Y)
    }

    fn find_ratio(&self) -> f64 {
        let legs = || {
            let [source, target] = self.maps;
            let from = leg_length(&self.source.frames, source)?;
            let to = leg_length(&self.target.frames, target)?;
            Some(to / from)
        };
        let heights = || {
            let hips = self.hips?;
            let up = self.up();
            // Over bones that both have: nodes at the origin and toes that only one has are no measure.
            if let Some(ratio) = self.hip_height_ratio(hips, up) {
                return Some(ratio);
            }
            // Without legs the whole body tells.
            let from = self.source.frames.heights(hips.source, up);
            let to = self.target.frames.heights(hips.target, up);
            let is_low = from.joint < LOW * from.body || to.joint < LOW * to.body;
            Some(match is_low {
                true => to.body / from.body,
                false => to.joint / from.joint,
            })
        };
        let ways = || {
            let twins = self.twins.iter().enumerate();
            let both = twins.filter_map(|(joint, twin)| Some((joint, (*twin)?)));
            let hanging =
                both.filter(|(joint, _)| self.target.frames.parents.get(*joint) != Some(&None));
            let lengths = hanging.map(|(joint, twin)| {
                let from = self.source.frames.rest_way(twin).length();
                (from, self.target.frames.rest_way(joint).length())
            });
            let (from, to) = lengths.reduce(|sum, one| (sum.0 + one.0, sum.1 + one.1))?;
            Some(to / from)
        };
        let by_legs = (self.options.travel == RootTravel::LegLength).then(legs);
        let ratio = by_legs
            .flatten()
            .or_else(heights)
            .or_else(ways)
            .unwrap_or(1.0);
        if ratio.is_finite() && ratio > 0.0 {
            ratio
        } else {
            1.0
        }
    }

    /// How many times as high the hips of the target are over the lowest of the bones that both have; none where they are not above it.
    fn hip_height_ratio(&self, hips: Hips, up: DVec3) -> Option<f64> {
        let [source, target] = self.maps;
        let both = HumanBone::ALL
            .into_iter()
            .filter_map(|bone| Some((source.joint(bone)?.index(), target.joint(bone)?.index())));
        let lows = both.map(|(from, to)| {
            let height = |frames: &Frames, joint: usize| frames.place(joint).dot(up);
            (
                height(&self.source.frames, from),
                height(&self.target.frames, to),
            )
        });
        let (low_source, low_target) =
            lows.reduce(|one, other| (one.0.min(other.0), one.1.min(other.1)))?;
        let height = |frames: &Frames, joint: usize, low: f64| {
            let height = frames.place(joint).dot(up) - low;
            (height > LOW * frames.heights(joint, up).body).then_some(height)
        };
        let from = height(&self.source.frames, hips.source, low_source)?;
        Some(height(&self.target.frames, hips.target, low_target)? / from)
    }

    /// Joints whose twins hang on the twins of their parents, in the same place but for the ratio.
    fn find_carriers(&self) -> Vec<bool> {
        let mut carries: Vec<bool> = Vec::with_capacity(self.target.frames.len());
        for joint in 0..self.target.frames.len() {
            let parent = self.target.frames.parents.get(joint).copied().flatten();
            let parent_carries = parent.and_then(|parent| carries.get(parent)).copied();
            carries.push(self.is_carrier(joint, parent_carries));
        }
        carries
    }

    fn is_carrier(&self, joint: usize, parent_carries: Option<bool>) -> bool {
        let twin = |joint: usize| self.twins.get(joint).copied().flatten();
        let above = |frames: &Frames, joint: usize| frames.parents.get(joint).copied().flatten();
        let Some(source) = twin(joint) else {
            return false;
        };
        let is_hips = self.hips.is_some_and(|hips| hips.target == joint);
        let axes = match (
            above(&self.source.frames, source),
            above(&self.target.frames, joint),
        ) {
            // Where a root is in the model follows from the ratio alone.
            (None, None) if is_hips => return true,
            (None, None) => self.source.frames.turn,
            (Some(above), Some(parent)) if twin(parent) == Some(above) => self.axes(above, parent),
            _ => return false,
        };
        let from = axes * self.source.frames.rest_way(source) * self.ratio;
        let to = self.target.frames.rest_way(joint);
        let is_alike = from.distance(to) <= ALIKE * from.length().max(to.length());
        // The way of the hips in the model is theirs under a parent only if that goes along.
        is_alike && (!is_hips || parent_carries == Some(true))
    }

    /// From the axes of a joint of the source to those of one of the target that stands as it in the reference pose.
    pub(crate) fn axes(&self, source: usize, target: usize) -> DQuat {
        let of = |frames: &Frames, joint: usize| frames.reference.get(joint).copied();
        let from = of(&self.source.frames, source).unwrap_or(DQuat::IDENTITY);
        let to = of(&self.target.frames, target).unwrap_or(DQuat::IDENTITY);
        to.conjugate() * from
    }

    /// The pose of the target that shows a pose of the source. Morph weights are not carried.
    ///
    /// Of a pose that is too short the other joints are at rest; what is not finite gives the rest.
    #[must_use]
    pub fn pose(&self, source: &Pose) -> Pose {
        let world = self.source.frames.world_rotations(&user_rotations(source));
        let turned = self.turned_target(&world);
        let mut pose = Pose::rest(self.target.skeleton);
        for (joint, rigid) in pose.rigid.iter_mut().enumerate() {
            let rest = self.target.frames.at_rest_below(&turned, joint);
            let turn = turned
                .get(joint)
                .map_or(DQuat::IDENTITY, |it| rest.conjugate() * *it);
            let rotation = turn.as_quat().normalize();
            let twin = self.twins.get(joint).copied().flatten();
            let near = twin.and_then(|twin| source.rigid.get(twin));
            let near = near.map_or(glam::Quat::IDENTITY, |near| near.rotation);
            *rigid = Rigid::new(rotation, self.carried(joint, source)).with_sign_near(near);
        }
        for (joint, stretch) in pose.stretch.iter_mut().enumerate() {
            let twin = self.twins.get(joint).copied().flatten();
            if let Some(twin) = twin
                && let Some(from) = source.stretch.get(twin)
                && *from != Stretch::IDENTITY
            {
                *stretch = turned_stretch(*from, self.axes(twin, joint));
            }
        }
        if let Some(hips) = self.hips
            && let Some(place) = self.hips_translation(hips, source, &pose)
            && let Some(rigid) = pose.rigid.get_mut(hips.target)
        {
            rigid.translation = place;
        }
        let is_finite = |rigid: &Rigid| rigid.rotation.is_finite() && rigid.translation.is_finite();
        if pose.rigid.iter().all(is_finite) {
            pose
        } else {
            Pose::rest(self.target.skeleton)
        }
    }

    /// The orientations of all joints of the target in the model.
    pub(crate) fn turned_target(&self, source: &[DQuat]) -> Vec<DQuat> {
        let mut world: Vec<DQuat> = Vec::with_capacity(self.links.len());
        for (joint, link) in self.links.iter().enumerate() {
            let reference = self.target.frames.reference.get(joint).copied();
            let turned = match self.turn(link, &|joint| source.get(joint).copied()) {
                Some(turn) => turn * reference.unwrap_or(DQuat::IDENTITY),
                None => self.target.frames.at_rest_below(&world, joint),
            };
            world.push(turned.normalize());
        }
        world
    }

    /// D of a link, by the orientations of joints of the source; none where a joint keeps its rest.
    pub(crate) fn turn(
        &self,
        link: &Link,
        world: &impl Fn(usize) -> Option<DQuat>,
    ) -> Option<DQuat> {
        let d = |joint: usize| {
            let reference = self.source.frames.reference.get(joint)?;
            Some(world(joint)? * reference.conjugate())
        };
        let at = |joint: Option<usize>| joint.and_then(d).unwrap_or(DQuat::IDENTITY);
        match *link {
            Link::Rest => None,
            Link::Plain(joint) => d(joint),
            Link::Between { from, to, share } => Some(slerp(at(from), d(to)?, share)),
            Link::Twist(TwistLink {
                above,
                bone,
                next,
                axis,
                own_share,
                next_share,
            }) => {
                let (above, bone) = (at(above), d(bone)?);
                let own = above.conjugate() * bone;
                let twist = twist_about(own, axis);
                let swing = own * twist.conjugate();
                let next = next.and_then(d).map_or(DQuat::IDENTITY, |next| {
                    twist_about(bone.conjugate() * next, axis)
                });
                Some(above * swing * power(twist, own_share) * power(next, next_share))
            }
        }
    }

    /// The translation that a joint of the target takes from its twin.
    pub(crate) fn carried(&self, joint: usize, source: &Pose) -> Vec3 {
        let twin = self.twins.get(joint).copied().flatten();
        let (Some(twin), Some(true)) = (twin, self.carries.get(joint)) else {
            return Vec3::ZERO;
        };
        let from = source
            .rigid
            .get(twin)
            .map_or(Vec3::ZERO, |rigid| rigid.translation);
        if from == Vec3::ZERO {
            return Vec3::ZERO;
        }
        // Both in the parents' axes, which stand alike in the reference pose.
        let above =
            |frames: &Frames, joint: usize| frames.above(&frames.rest_world, joint).conjugate();
        let local = |frames: &Frames, joint: usize| {
            let rest = frames
                .rest_world
                .get(joint)
                .copied()
                .unwrap_or(DQuat::IDENTITY);
            above(frames, joint) * rest
        };
        let parents = (
            self.source.frames.parents.get(twin),
            self.target.frames.parents.get(joint),
        );
        let axes = match parents {
            (Some(Some(source)), Some(Some(target))) => self.axes(*source, *target),
            _ => self.source.frames.turn,
        };
        let way = axes * (local(&self.source.frames, twin) * wide(from)) * self.ratio;
        (local(&self.target.frames, joint).conjugate() * way).as_vec3()
    }

    /// The translation relative to rest that brings the target's hips to where they belong.
    fn hips_translation(&self, hips: Hips, source: &Pose, target: &Pose) -> Option<Vec3> {
        let from = self.source.model_from_parent(source, hips.source);
        let to = self.target.model_from_parent(target, hips.target);
        let own = source.rigid.get(hips.source)?;
        let rest = local_rest(self.source.skeleton, hips.source)?;
        let place = from.transform_point3(rest.transform_point3(wide(own.translation)));
        let wanted = self.hips_place(hips, place);
        let rest = local_rest(self.target.skeleton, hips.target)?;
        let translation = (to * rest).inverse().transform_point3(wanted).as_vec3();
        translation.is_finite().then_some(translation)
    }

    /// Where the target's hips belong when the source's are at a place.
    pub(crate) fn hips_place(&self, hips: Hips, place: DVec3) -> DVec3 {
        let (from, to) = (
            self.source.frames.place(hips.source),
            self.target.frames.place(hips.target),
        );
        let way = (place - from) * self.ratio;
        let up = self.up();
        let upwards = up * way.dot(up);
        to + match self.options.travel {
            RootTravel::HipHeight | RootTravel::LegLength => way,
            RootTravel::InPlace => upwards,
            RootTravel::Ground => way - upwards,
        }
    }
}

impl Posed<'_> {
    /// The frame, with scale, that a joint hangs in; of a root only what the model is turned by.
    pub(crate) fn model_from_parent(&self, pose: &Pose, joint: usize) -> DAffine3 {
        let mut path: Vec<usize> = self.frames.upwards(joint).skip(1).collect();
        path.reverse();
        let mut frame = DAffine3::from_quat(self.frames.turn);
        for joint in path {
            let rest = local_rest(self.skeleton, joint).unwrap_or(DAffine3::IDENTITY);
            let own = pose.rigid.get(joint).copied().unwrap_or(Rigid::IDENTITY);
            let stretch = pose
                .stretch
                .get(joint)
                .map_or(Mat3::IDENTITY, |stretch| stretch.to_mat3());
            let turn = DAffine3::from_rotation_translation(
                own.rotation.as_dquat().normalize(),
                wide(own.translation),
            );
            let stretch = DAffine3 {
                matrix3: stretch.as_dmat3(),
                translation: DVec3::ZERO,
            };
            frame = frame * rest * turn * stretch;
        }
        frame
    }
}

/// The rest frame of a joint in its parent's.
fn local_rest(skeleton: &Skeleton, joint: usize) -> Option<DAffine3> {
    let index = u16::try_from(joint).ok().map(JointIndex)?;
    let rest = (joint < skeleton.len()).then(|| skeleton.parent_from_joint(index))?;
    Some(DAffine3::from_rotation_translation(
        rest.rotation.as_dquat().normalize(),
        wide(rest.translation),
    ))
}

/// A stretch in other axes: `A S Aᵀ`.
pub(crate) fn turned_stretch(stretch: Stretch, axes: DQuat) -> Stretch {
    let turn = DMat3::from_quat(axes);
    let turned = turn * stretch.to_mat3().as_dmat3() * turn.transpose();
    Stretch::from_symmetric(turned.as_mat3())
}

/// The mean length of the legs in the reference pose; none without one.
pub(crate) fn leg_length(frames: &Frames, map: &BoneMap) -> Option<f64> {
    let legs = [
        [
            HumanBone::LeftUpperLeg,
            HumanBone::LeftLowerLeg,
            HumanBone::LeftFoot,
        ],
        [
            HumanBone::RightUpperLeg,
            HumanBone::RightLowerLeg,
            HumanBone::RightFoot,
        ],
    ];
    let length = |bones: [HumanBone; 3]| {
        let place = |bone: HumanBone| {
            let joint = map.get(&Slot::Human(bone))?.joints.first()?;
            Some(frames.place(joint.index()))
        };
        let [hip, knee, foot] = bones.map(place);
        let (hip, knee, foot) = (hip?, knee?, foot?);
        Some(hip.distance(knee) + knee.distance(foot))
    };
    let lengths: Vec<f64> = legs.into_iter().filter_map(length).collect();
    let count = f64::from(u32::try_from(lengths.len()).ok()?);
    let mean = lengths.iter().sum::<f64>() / count;
    (mean.is_finite() && mean > 0.0).then_some(mean)
}
