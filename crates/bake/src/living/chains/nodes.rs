//! Chains as nodes of a file: one for each link, turned by a rotation constraint and by keys of the same.
//!
//! The node of a link hangs on that of the link before it, the first on the base, and stands at rest as the link's joint does. So it turns
//! in its own axes as the joint does in its own, which is what the constraint says. Chains that begin alike share their nodes.

use std::collections::BTreeMap;
use std::sync::Arc;

use character::{HelperJoint, HelperParent};
use glam::{Affine3A, DAffine3, Mat3, Quat};
use rig::{
    ConstraintKind, ConstraintRests, JointIndex, JointTrack, NodeConstraint, Rigid, Skeleton, Trs,
    UserTransform,
};

use super::chain::{Chain, Link};
use super::half_turns::is_half_turn;
use super::poses::ChainPoses;
use crate::BakeError;
use crate::context::BakeContext;
use crate::frames::check_keys;
use crate::moments::{Moment, helper_key_times};
use crate::nodes::{Nodes, channels};
use crate::written::{AddedJoints, ListedJoint};

/// The nodes of all chains.
#[derive(Clone, Debug, Default)]
pub(in crate::living) struct ChainNodes {
    /// What is added to the skeleton, and what skins list of it, by helper.
    pub(in crate::living) added: AddedJoints,
    /// What each node follows, in the order of the nodes.
    links: Vec<Link>,
}

/// What joints that are followed do in the clips that get keys.
#[derive(Clone, Debug, Default)]
pub(in crate::living) struct KeyedTurns {
    /// By clip.
    clips: Vec<KeyedClip>,
}

#[derive(Clone, Debug)]
struct KeyedClip {
    times: Arc<[f32]>,
    /// By joint that is followed, what it does in its parent at these times.
    turns: BTreeMap<JointIndex, Vec<UserTransform>>,
}

/// What tells nodes apart: what they hang on, what they follow and by how much.
type NodeKey = (Option<usize>, Option<JointIndex>, JointIndex, u32);

impl ChainNodes {
    /// The nodes of chains that come near to the rows of these points.
    pub(in crate::living) fn new(poses: &ChainPoses<'_>, chains: &[Chain], points: &[u32]) -> Self {
        let skeleton = poses.skeleton();
        let mut nodes = Self::default();
        let mut known: BTreeMap<NodeKey, usize> = BTreeMap::new();
        for (chain, point) in chains.iter().zip(points) {
            let (mut place, mut above) = (None, chain.base);
            for link in &chain.links {
                let base = chain.base.filter(|_| place.is_none());
                let key = (place, base, link.joint, link.weight.to_bits());
                let own = *known
                    .entry(key)
                    .or_insert_with(|| nodes.add(skeleton, (place, above), *link));
                (place, above) = (Some(own), Some(link.joint));
            }
            let (Some(place), Some(last)) = (place, above) else {
                continue;
            };
            // At rest the vertex that made the chain is where the method has it; in most files this is the joint's own inverse bind matrix.
            let from_bind = node_at_rest(skeleton, last).inverse() * poses.rest(*point);
            nodes.added.listed.push(ListedJoint {
                place,
                from_bind: Affine3A::from_mat3_translation(
                    from_bind.matrix3.as_mat3(),
                    from_bind.translation.as_vec3(),
                ),
            });
        }
        nodes
    }

    /// How many nodes there are.
    pub(in crate::living) fn count(&self) -> usize {
        self.links.len()
    }

    fn add(
        &mut self,
        skeleton: &Skeleton,
        (place, above): (Option<usize>, Option<JointIndex>),
        link: Link,
    ) -> usize {
        let parent = match (place, above) {
            (Some(place), _) => HelperParent::Helper(place),
            (None, Some(base)) => HelperParent::Joint(base),
            (None, None) => HelperParent::Scene,
        };
        let number = self.links.len();
        self.added.joints.push(HelperJoint {
            name: format!("{}_bake{}", skeleton.name(link.joint), number + 1),
            parent,
            local: local_at_rest(skeleton, above, link.joint),
        });
        self.links.push(link);
        number
    }

    /// What turns the nodes, of which these are the joints.
    pub(in crate::living) fn constraints(
        &self,
        joints: &[JointIndex],
        moved: &[Option<JointIndex>],
    ) -> Vec<NodeConstraint> {
        let of = |(link, destination): (&Link, &JointIndex)| {
            Some(NodeConstraint {
                source: moved.get(link.joint.index()).copied().flatten()?,
                destination: *destination,
                kind: ConstraintKind::Rotation,
                weight: link.weight,
            })
        };
        self.links.iter().zip(joints).filter_map(of).collect()
    }

    /// What the followed joints do in clips.
    ///
    /// # Errors
    ///
    /// More keys than memory is allowed for. None if `go_on` breaks.
    pub(in crate::living) fn keyed(
        &self,
        bake: &BakeContext<'_>,
        clips: &[usize],
    ) -> Result<Option<KeyedTurns>, BakeError> {
        let list = &bake.method.character.clips;
        let times = clips.iter().map(|&clip| {
            let clip = list.get(clip);
            clip.map_or_else(Vec::new, |clip| helper_key_times(clip, bake.job.rate))
        });
        let times: Vec<Vec<f32>> = times.collect();
        check_keys(&times, self.count(), bake.job.most_bytes)?;
        let mut keyed = KeyedTurns::default();
        for (times, &clip) in times.into_iter().zip(clips) {
            let mut turns: BTreeMap<JointIndex, Vec<UserTransform>> = BTreeMap::new();
            for link in &self.links {
                turns.entry(link.joint).or_default();
            }
            let clip = Some(clip);
            let told = times.iter().try_for_each(|&time| {
                let pose = bake.plain.pose(Moment { clip, time }).user_transforms();
                let at = |joint: &JointIndex| pose.get(joint.index()).copied().unwrap_or_default();
                turns
                    .iter_mut()
                    .for_each(|(own, turns)| turns.push(at(own)));
                bake.tell(f32::NAN).then_some(())
            });
            if told.is_none() {
                return Ok(None);
            }
            keyed.clips.push(KeyedClip {
                times: times.into(),
                turns,
            });
        }
        Ok(Some(keyed))
    }

    /// Tracks of the nodes in a clip, by its place among those that get keys; `joints` are the nodes in the new skeleton.
    ///
    /// # Errors
    ///
    /// Keys that are not finite.
    pub(in crate::living) fn tracks(
        &self,
        keyed: &KeyedTurns,
        clip: usize,
        skeleton: &Skeleton,
        joints: &[JointIndex],
    ) -> Result<Vec<JointTrack>, BakeError> {
        let mut tracks = Vec::new();
        let Some(KeyedClip { times, turns }) = keyed.clips.get(clip) else {
            return Ok(tracks);
        };
        for (link, &joint) in self.links.iter().zip(joints) {
            let turns = turns.get(&link.joint).map_or(&[][..], Vec::as_slice);
            let at_rest = node_keys(skeleton, joint, &UserTransform::IDENTITY);
            let mut before = at_rest.outer.rotation;
            let nodes = turns.iter().map(|turn| {
                let mut node = node_keys(skeleton, joint, &part(turn, link.weight));
                // Either sign is the same turn; from key to key it goes the short way.
                node.outer.rotation = match node.outer.rotation.dot(before) < 0.0 {
                    true => -node.outer.rotation,
                    false => node.outer.rotation,
                };
                before = node.outer.rotation;
                node
            });
            let nodes: Vec<Nodes> = nodes.collect();
            let [own, _] = channels(times, &nodes, &at_rest)?;
            tracks.extend(own.into_iter().map(|channel| JointTrack { joint, channel }));
        }
        Ok(tracks)
    }
}

impl KeyedTurns {
    /// Joints that clips move or stretch beside turning them, which constraints leave to keys.
    pub(in crate::living) fn moved_joints(&self, size: f32) -> Vec<JointIndex> {
        self.joints_that(|user| {
            user.rigid.translation.length() > MOVED * size
                || !user.linear.abs_diff_eq(Mat3::IDENTITY, MOVED)
        })
    }

    /// Joints that clips turn by half a turn or more, where constraints go the other way.
    pub(in crate::living) fn half_turned_joints(&self) -> Vec<JointIndex> {
        self.joints_that(|user| is_half_turn(user.rigid.rotation))
    }

    /// Joints of which this holds at some time of a clip.
    fn joints_that(&self, holds: impl Fn(&UserTransform) -> bool) -> Vec<JointIndex> {
        let clips = self.clips.iter().flat_map(|clip| &clip.turns);
        let found = clips.filter(|(_, turns)| turns.iter().any(&holds));
        let mut joints: Vec<JointIndex> = found.map(|(joint, _)| *joint).collect();
        joints.sort_unstable();
        joints.dedup();
        joints
    }
}

/// Translations below this part of the size, and stretches nearer to none, are not worth a word.
const MOVED: f32 = 1e-3;

/// A part of what a joint does: the turn as a constraint takes it over, and that part of the translation and of the stretch.
fn part(user: &UserTransform, weight: f32) -> UserTransform {
    let rests = ConstraintRests {
        source: Quat::IDENTITY,
        destination: Quat::IDENTITY,
    };
    UserTransform {
        rigid: Rigid::new(
            rests.rotation(user.rigid.rotation, weight),
            user.rigid.translation * weight,
        ),
        linear: Mat3::IDENTITY + (user.linear - Mat3::IDENTITY) * weight,
    }
}

/// Shear is left out, which nodes do not have.
fn node_keys(skeleton: &Skeleton, joint: JointIndex, user: &UserTransform) -> Nodes {
    let keys = skeleton.local_keys_of_user(joint, user);
    Nodes {
        outer: Trs {
            translation: keys.translation,
            rotation: keys.rotation,
            scale: keys.stretch.scale,
        },
        inner: None,
    }
}

/// A joint's node at rest in the model: a frame with an even scale.
fn node_at_rest(skeleton: &Skeleton, joint: JointIndex) -> DAffine3 {
    let rest = skeleton.rest_model_from_joint(joint);
    DAffine3::from_scale_rotation_translation(
        skeleton.rest_stretch(joint).as_dmat3().x_axis.x * glam::DVec3::ONE,
        rest.rotation.as_dquat().normalize(),
        rest.translation.as_dvec3(),
    )
}

/// Where a node stands in another, both as joints stand at rest.
fn local_at_rest(skeleton: &Skeleton, above: Option<JointIndex>, joint: JointIndex) -> Trs {
    let above = above.map_or(DAffine3::IDENTITY, |above| node_at_rest(skeleton, above));
    let local = above.inverse() * node_at_rest(skeleton, joint);
    let (scale, rotation, translation) = local.to_scale_rotation_translation();
    let scale = scale.as_vec3();
    // A product of frames leaves a rounding of one.
    let is_one = scale.abs_diff_eq(glam::Vec3::ONE, 1e-6);
    Trs {
        translation: translation.as_vec3(),
        rotation: rotation.as_quat().normalize(),
        scale: if is_one { glam::Vec3::ONE } else { scale },
    }
}
