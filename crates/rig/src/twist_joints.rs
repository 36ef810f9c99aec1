//! Twist joints along a limb: joints below it that take their share of a twist.

use crate::{
    Axis, BoneSegment, DrivenChannel, DrivenCombine, DrivenCurve, DrivenTarget, DriverAngle,
    DriverMeasure, EditError, JointIndex, JointRole, NamePatterns, Rigid, Skeleton, SkeletonDraft,
    SkeletonRemap,
};
use glam::{DQuat, DVec3, Quat};
use std::collections::BTreeSet;

/// The most twist joints that a limb gets.
pub const MOST_TWIST_JOINTS: usize = 4;
/// Bones shorter than this share of how far they are from the origin have no direction: f32 has no more digits.
const SHORT: f32 = 1e-6;
/// Axes that are off by less go along the bone.
const SAME: f64 = 1e-6;

/// Whose twist is spread along a limb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TwistSource {
    /// That of the joint at its end, towards its beginning: forearms and shins follow what hands and feet twist.
    End,
    /// Its own, undone towards its beginning: upper arms and thighs are twisted at elbow and knee, and hardly at shoulder and hip.
    Own,
}

/// A limb that gets twist joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimbTwist {
    /// The key of the joint at which the limb begins.
    pub limb: u32,
    /// The key of the child of it at which the limb ends.
    pub end: u32,
    /// How many joints, 1 to [`MOST_TWIST_JOINTS`].
    pub count: usize,
    /// Whose twist they share.
    pub source: TwistSource,
}

/// A joint along a limb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedJoint {
    /// The joint.
    pub joint: JointIndex,
    /// Which part of the twist it has in all: 0 where the limb begins, 1 where it ends. New joints stand there.
    pub place: f32,
}

/// A limb with its twist joints, by indices of the new skeleton.
#[derive(Clone, Debug, PartialEq)]
pub struct TwistedLimb {
    /// The joint at which the limb begins.
    pub limb: JointIndex,
    /// The joint at which it ends.
    pub end: JointIndex,
    /// The new joints, from the beginning to the end.
    pub joints: Vec<PlacedJoint>,
    /// What drives each of them.
    pub channels: Vec<DrivenChannel>,
    /// The same joints with the limb's, by place: along these its weights are spread. The limb's is at 0, or at 1 for its own twist.
    pub nodes: Vec<PlacedJoint>,
}

/// A skeleton with twist joints.
#[derive(Clone, Debug, PartialEq)]
pub struct InsertedTwist {
    /// The skeleton before and after.
    pub remap: SkeletonRemap,
    /// The limbs, in the order that they were asked for.
    pub limbs: Vec<TwistedLimb>,
}

impl TwistSource {
    /// What a limb of a role usually shares: upper arms and thighs their own twist, all others that of their end.
    #[must_use]
    pub const fn usual(role: JointRole) -> Self {
        match role {
            JointRole::Shoulder | JointRole::Hip => Self::Own,
            JointRole::Neck
            | JointRole::Collarbone
            | JointRole::Elbow
            | JointRole::Wrist
            | JointRole::Palm
            | JointRole::Finger
            | JointRole::Spine
            | JointRole::Knee
            | JointRole::Ankle
            | JointRole::Toes
            | JointRole::Wing
            | JointRole::Tail
            | JointRole::Twist
            | JointRole::Jaw
            | JointRole::Eye
            | JointRole::Ear
            | JointRole::Other => Self::End,
        }
    }
}

impl TwistedLimb {
    /// A limb with twist joints that it has already, as those of templates: children of its own joint. Their places are where they are
    /// along the bone.
    ///
    /// # Errors
    ///
    /// Joints that the skeleton does not have, an end or twist joints that are no children of the limb, a bone without length.
    pub fn of_joints(
        skeleton: &Skeleton,
        limb: JointIndex,
        end: JointIndex,
        joints: &[JointIndex],
        source: TwistSource,
    ) -> Result<Self, EditError> {
        let mut all = [limb, end].into_iter().chain(joints.iter().copied());
        if let Some(joint) = all.find(|joint| joint.index() >= skeleton.len()) {
            let key = u32::from(joint.0);
            return Err(EditError::NoJoint { key });
        }
        let bone = Bone::new(skeleton, limb, end)?;
        let head = |joint| skeleton.rest_model_from_joint(joint).translation;
        let segment = BoneSegment {
            head: head(limb),
            tail: head(end),
        };
        let mut placed = Vec::with_capacity(joints.len());
        for &joint in joints {
            if joint == end || skeleton.parent(joint) != Some(limb) {
                return Err(EditError::NotAChild {
                    parent: skeleton.name(limb).to_owned(),
                    child: skeleton.name(joint).to_owned(),
                });
            }
            let place = segment.share(head(joint));
            placed.push(PlacedJoint { joint, place });
        }
        placed.sort_by(|one, other| one.place.total_cmp(&other.place));
        bone.twisted(skeleton, placed, source)
    }
}

impl Skeleton {
    /// Puts twist joints on limbs, joints without children below the limb's own joint, and says what drives them.
    ///
    /// Twist joint k of n stands at `u = k/(n + 1)` of the way from the limb's joint to its end. With b the direction of the bone at rest and
    /// τ the twist of a joint about it, `τ = 2 atan2(v·b, w)`, it turns about the bone by
    ///
    /// ```text
    /// u τ_end             the joint at the end twists, and the beginning does not: forearm, shin
    /// −(1 − u) τ_own      the limb twists, so that the joint is left with u τ_own: upper arm, thigh
    /// ```
    ///
    /// That replaces what the joint itself twists: a clip that has keys of it already, from another skeleton or from a file, shows the
    /// same. In both the twist goes evenly from 0 where the limb begins to all of it where the limb ends. A limb with `q = s t`, the twist t
    /// first, leaves such a joint with `s t^u`: it swings as the limb does. Its axes are the limb's, after the least turn that
    /// brings the nearest of them along the bone, so that what follows an end can be a roll constraint
    /// ([`DrivenChannel::as_node_constraint`]).
    ///
    /// Keys are `first_key` and the next ones, in order. Names are those of the limb with `.twist1` and so on, before a mark of the side
    /// at their end: `forearm.twist1.L`, `lowerarm_twist1_l`. The rests, parents and children of all other joints stay, to the bit.
    ///
    /// # Errors
    ///
    /// Unknown joints, an end that is no child of its limb, a bone without length, a number of joints that is not 1 to 4, a name or a key
    /// that is taken, a limb that is flat at rest, a full skeleton.
    pub fn with_twist_joints(
        &self,
        limbs: &[LimbTwist],
        first_key: u32,
    ) -> Result<InsertedTwist, EditError> {
        let mut draft = self.draft();
        let mut limbs_so_far = BTreeSet::new();
        let mut key = Some(first_key);
        let mut made = Vec::new();
        for asked in limbs {
            let limb = TwistingLimb::new(self, asked)?;
            // Two bones of one limb would get joints of the same names.
            let is_again = !limbs_so_far.insert(asked.limb);
            let is_taken = |name: &String| is_again || limb.is_taken(name);
            if let Some(name) = limb.names(asked.count).find(is_taken) {
                return Err(EditError::NameTaken { name });
            }
            let keys = limb.add_all(&mut draft, asked.count, key)?;
            key = keys.last().and_then(|last| last.checked_add(1));
            made.push((limb, keys));
        }
        let remap = draft.build()?;
        let limbs: Result<Vec<_>, EditError> = made
            .iter()
            .map(|(limb, keys)| limb.twisted(&remap, keys))
            .collect();
        Ok(InsertedTwist {
            limbs: limbs?,
            remap,
        })
    }
}

/// A limb that gets twist joints.
struct TwistingLimb<'a> {
    skeleton: &'a Skeleton,
    bone: Bone,
    source: TwistSource,
    /// The rotation of a twist joint at rest, in the model.
    rotation: Quat,
}

impl<'a> TwistingLimb<'a> {
    fn new(skeleton: &'a Skeleton, asked: &LimbTwist) -> Result<Self, EditError> {
        if !(1..=MOST_TWIST_JOINTS).contains(&asked.count) {
            return Err(EditError::TwistCount { found: asked.count });
        }
        let joint = |key: u32| {
            let joint = skeleton.joint_of_key(key);
            joint.ok_or(EditError::NoJoint { key })
        };
        let bone = Bone::new(skeleton, joint(asked.limb)?, joint(asked.end)?)?;
        let rotation = skeleton.rest_model_from_joint(bone.limb).rotation;
        let seen = bone.seen_by(skeleton, bone.limb);
        let along = nearest_axis(seen);
        // Axes that go along the bone but for rounding stay as the limb has them.
        let rotation = match seen.abs_diff_eq(along, SAME) {
            true => rotation,
            false => (rotation.as_dquat() * DQuat::from_rotation_arc(along, seen))
                .normalize()
                .as_quat(),
        };
        Ok(Self {
            skeleton,
            bone,
            source: asked.source,
            rotation,
        })
    }

    /// The names of so many joints.
    fn names(&self, count: usize) -> impl Iterator<Item = String> + use<> {
        let name = self.skeleton.name(self.bone.limb);
        let name = if name.is_empty() { "limb" } else { name }.to_owned();
        let patterns = NamePatterns::default();
        (1..=count).map(move |number| patterns.with_word(&name, &format!("twist{number}")))
    }

    /// Whether a joint has the name. Limbs without names do not have to know each other.
    fn is_taken(&self, name: &str) -> bool {
        !self.skeleton.name(self.bone.limb).is_empty() && self.skeleton.find(name).is_some()
    }

    /// Adds all joints, and gives their keys: the first and the next ones.
    fn add_all(
        &self,
        draft: &mut SkeletonDraft<'_>,
        count: usize,
        first_key: Option<u32>,
    ) -> Result<Vec<u32>, EditError> {
        let Bone { limb, way, .. } = self.bone;
        let head = self.skeleton.rest_model_from_joint(limb).translation;
        let parent = Some(self.skeleton.key(limb));
        let mut keys = Vec::with_capacity(count);
        let mut next = first_key;
        for (number, name) in (1..).zip(self.names(count)) {
            let key = next.ok_or(EditError::Full)?;
            let at = head.as_dvec3() + way * f64::from(share(number, count));
            let frame = Rigid::new(self.rotation, at.as_vec3());
            draft.add(key, &name, parent, frame)?;
            keys.push(key);
            next = key.checked_add(1);
        }
        Ok(keys)
    }

    /// The limb after the edit.
    fn twisted(&self, remap: &SkeletonRemap, keys: &[u32]) -> Result<TwistedLimb, EditError> {
        let skeleton = remap.skeleton();
        let moved = |old: JointIndex| {
            let key = self.skeleton.key(old);
            remap.new_of(old).ok_or(EditError::NoJoint { key })
        };
        let mut joints = Vec::with_capacity(keys.len());
        for (number, &key) in (1..).zip(keys) {
            let joint = skeleton.joint_of_key(key);
            let joint = joint.ok_or(EditError::NoJoint { key })?;
            let place = share(number, keys.len());
            joints.push(PlacedJoint { joint, place });
        }
        let bone = Bone::new(skeleton, moved(self.bone.limb)?, moved(self.bone.end)?)?;
        bone.twisted(skeleton, joints, self.source)
    }
}

/// The bone between a joint and one of its children.
struct Bone {
    limb: JointIndex,
    end: JointIndex,
    /// From the limb's head to that of its end, in the model at rest.
    way: DVec3,
}

impl Bone {
    fn new(skeleton: &Skeleton, limb: JointIndex, end: JointIndex) -> Result<Self, EditError> {
        let name = |joint| skeleton.name(joint).to_owned();
        if skeleton.parent(end) != Some(limb) {
            return Err(EditError::NotAChild {
                parent: name(limb),
                child: name(end),
            });
        }
        let [head, tail] =
            [limb, end].map(|joint| skeleton.rest_model_from_joint(joint).translation);
        let far = head.abs().max(tail.abs()).max_element();
        let length = head.distance(tail);
        if length.is_finite() && length > SHORT * far {
            let way = tail.as_dvec3() - head.as_dvec3();
            return Ok(Self { limb, end, way });
        }
        Err(EditError::NoLength {
            parent: name(limb),
            child: name(end),
        })
    }

    /// The direction of the bone in a joint's rest frame.
    fn seen_by(&self, skeleton: &Skeleton, joint: JointIndex) -> DVec3 {
        let frame = skeleton.rest_model_from_joint(joint).rotation.as_dquat();
        (frame.normalize().conjugate() * self.way).normalize()
    }

    fn twisted(
        self,
        skeleton: &Skeleton,
        joints: Vec<PlacedJoint>,
        source: TwistSource,
    ) -> Result<TwistedLimb, EditError> {
        let channels = joints
            .iter()
            .map(|own| self.channel(skeleton, *own, source));
        let channels: Result<Vec<DrivenChannel>, EditError> = channels.collect();
        let limb = |place| {
            let joint = self.limb;
            [PlacedJoint { joint, place }].into_iter()
        };
        let others = joints.iter().copied();
        let mut nodes: Vec<PlacedJoint> = match source {
            TwistSource::End => limb(0.0).chain(others).collect(),
            TwistSource::Own => others.chain(limb(1.0)).collect(),
        };
        nodes.sort_by(|one, other| one.place.total_cmp(&other.place));
        Ok(TwistedLimb {
            limb: self.limb,
            end: self.end,
            channels: channels?,
            joints,
            nodes,
        })
    }

    /// What drives a twist joint at a place of the limb.
    fn channel(
        &self,
        skeleton: &Skeleton,
        twist: PlacedJoint,
        source: TwistSource,
    ) -> Result<DrivenChannel, EditError> {
        let (driver, share) = match source {
            TwistSource::End => (self.end, twist.place),
            TwistSource::Own => (self.limb, twist.place - 1.0),
        };
        let curve = DrivenCurve::proportional(share);
        Ok(DrivenChannel {
            driver: DriverAngle {
                joint: driver,
                measure: DriverMeasure::Twist {
                    axis: self.seen_by(skeleton, driver).as_vec3(),
                },
            },
            target: DrivenTarget::Rotation {
                joint: twist.joint,
                axis: self.seen_by(skeleton, twist.joint).as_vec3(),
            },
            curve: curve.map_err(|_out_of_range| EditError::NotFinite {
                what: "a share of the twist".to_owned(),
            })?,
            combine: DrivenCombine::Replaces,
            muted: false,
        })
    }
}

/// k of n joints stand at `k/(n + 1)`.
#[expect(
    clippy::cast_precision_loss,
    reason = "small numbers, which f32 holds exactly"
)]
fn share(number: usize, count: usize) -> f32 {
    number as f32 / (count + 1) as f32
}

/// The one of the six directions along the axes that is nearest to another.
fn nearest_axis(direction: DVec3) -> DVec3 {
    let axes = Axis::ALL.map(|axis| axis.direction().as_dvec3());
    let both = axes.into_iter().flat_map(|axis| [axis, -axis]);
    let nearest = both.max_by(|one, other| {
        let [one, other] = [one, other].map(|axis| axis.dot(direction));
        one.total_cmp(&other)
    });
    nearest.unwrap_or(DVec3::Y)
}
