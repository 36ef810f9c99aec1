//! Scale and shear that stay with their joint, over joints of their own.
//!
//! In files every scale reaches the nodes below. Where a joint p keeps its stretch `S_p` to itself, the frames are (see [`rig::forward`])
//!
//! ```text
//! W_p = E_p S_p,    E_c = E_p R'_c T_c,    R'_c = (rot R_c, S_p r_c)
//! ```
//!
//! that is a chain of nodes without p's stretch, in which children are carried along by it, and the stretch in a node of its own that
//! nothing but the skin hangs on: p keeps its moves and turns, a helper below it gets its scale and shear, key by key, and is listed by
//! skins in its place; its children move by `(S_p − 1) r_c` more. All that is linear in the keys of the stretch, so that straight and
//! held keys stay exact. A helper with shear becomes two nodes in the file, `(U, Σ) (Vᵀ)`, by [`character::save`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use character::{Character, HelperJoint, HelperParent};
use glam::{Affine3A, Vec3};
use rig::{
    BindPose, Channel, Clip, Interpolation, JointIndex, JointTrack, Pose, ScaleInheritance,
    Skeleton, Stretch, Track, Trs,
};

use crate::BakeError;
use crate::moments::subdivide_unsorted;

/// Keys a second where sums of curves are keyed anew: a straight line between them then stands for a sixtieth of a second of curve.
const RATE: f32 = 60.0;

/// A character that linear blending shows in every viewer as it is shown here.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactScale {
    /// The character, every scale of which reaches the nodes below.
    pub character: Character,
    /// Joints whose scale got a node of its own.
    pub helpers: usize,
    /// Of these, those that shear and so become two nodes.
    pub sheared: usize,
}

/// The same character without scale that stays with its joint, for linear blending in any viewer.
///
/// `scale_inheritance` has the length of the skeleton. Joints without a stretch in any clip, and those whose stretch reaches their
/// children, stay as they are. Without a joint to split the character is the one given.
///
/// # Errors
///
/// A joint that keeps its scale to itself, and rests under uneven scale or carries a mesh without a skin; a joint that passes a
/// scale on neither as glTF nor not at all.
pub fn exact_scale(
    character: &Character,
    scale_inheritance: &[ScaleInheritance],
) -> Result<ExactScale, BakeError> {
    refuse_other_kinds(character, scale_inheritance)?;
    let split = split_joints(character, scale_inheritance);
    if split.is_empty() {
        return Ok(ExactScale {
            character: inheriting(character),
            helpers: 0,
            sheared: 0,
        });
    }
    let skeleton = &character.rig.skeleton;
    split
        .keys()
        .try_for_each(|joint| check(character, *joint))?;
    let joints: Vec<HelperJoint> = split
        .keys()
        .map(|&joint| HelperJoint {
            name: format!("{}_scale", skeleton.name(joint)),
            parent: HelperParent::Joint(joint),
            local: Trs::IDENTITY,
        })
        .collect();
    let (edited, added) = character.with_helpers(&joints)?;
    let helper_of: BTreeMap<JointIndex, JointIndex> = split.keys().copied().zip(added).collect();
    let moved = |joint: JointIndex| edited.new_of(joint).unwrap_or_default();
    let mut plain = edited.character.clone();
    let clips = character.clips.iter().map(|clip| {
        Splitting {
            skeleton,
            helper_of: &helper_of,
            moved: &moved,
        }
        .clip(clip)
    });
    plain.clips = clips.collect::<Result<Vec<Clip>, _>>()?.into();
    let rig = Arc::make_mut(&mut plain.rig);
    rig.scale_inheritance = vec![ScaleInheritance::Children; rig.skeleton.len()];
    for (slot, bind) in rig.binds.iter_mut().zip(&character.rig.binds) {
        *slot = bind_with_helpers(&rig.skeleton, bind, &helper_of, &moved)?;
    }
    // The lists are as long as they were: helpers stand in the place of their joints.
    plain.meshes.clone_from(&character.meshes);
    Ok(ExactScale {
        character: plain,
        helpers: split.len(),
        sheared: split.values().filter(|is_sheared| **is_sheared).count(),
    })
}

/// The character with every scale reaching the children.
fn inheriting(character: &Character) -> Character {
    let mut character = character.clone();
    let flags = vec![ScaleInheritance::Children; character.rig.skeleton.len()];
    if character.rig.scale_inheritance != flags {
        Arc::make_mut(&mut character.rig).scale_inheritance = flags;
    }
    character
}

/// Whether the scale of a joint can be parted from what is around it.
fn check(character: &Character, joint: JointIndex) -> Result<(), BakeError> {
    let skeleton = &character.rig.skeleton;
    let name = || skeleton.name(joint).to_owned();
    let mut near = std::iter::once(joint).chain(skeleton.children(joint));
    // Over an uneven rest a stretch would shear what hangs below, and no one node holds that.
    if !near.all(|it| skeleton.has_even_rest(it)) {
        return Err(BakeError::UnevenRest { joint: name() });
    }
    let mut meshes = character.instances.iter();
    if meshes.any(|it| it.skin.is_none() && it.node == joint) {
        return Err(BakeError::Carries { joint: name() });
    }
    Ok(())
}

/// What children inherit in another way than that of glTF, or not at all, hangs on the whole pose: no node holds that for a clip.
fn refuse_other_kinds(
    character: &Character,
    scale_inheritance: &[ScaleInheritance],
) -> Result<(), BakeError> {
    use ScaleInheritance::{Aligned, Average, Children, Joint, Segment, Unscaled};
    let skeleton = &character.rig.skeleton;
    let stretched = stretched_joints(character);
    // Joints that a stretch reaches from above; parents come first.
    let mut reached = BTreeSet::new();
    for joint in skeleton.joints() {
        let above = skeleton.parent(joint);
        let Some((parent, kind)) =
            above.and_then(|parent| Some((parent, scale_inheritance.get(parent.index())?)))
        else {
            continue;
        };
        let is_stretched = stretched.contains_key(&parent);
        let is_reached = reached.contains(&parent);
        let is_other = match kind {
            Children | Joint => false,
            // Without a stretch of its own it is as any.
            Segment => is_stretched,
            Unscaled | Average | Aligned => is_stretched || is_reached,
        };
        if is_other {
            return Err(BakeError::Inheritance {
                joint: skeleton.name(parent).to_owned(),
                kind: kind.name(),
            });
        }
        if is_reached || is_stretched && *kind == Children {
            reached.insert(joint);
        }
    }
    Ok(())
}

/// The joints that keep a stretch to themselves in some clip, and whether it shears.
fn split_joints(
    character: &Character,
    scale_inheritance: &[ScaleInheritance],
) -> BTreeMap<JointIndex, bool> {
    let mut split = stretched_joints(character);
    split.retain(|joint, _| scale_inheritance.get(joint.index()) == Some(&ScaleInheritance::Joint));
    split
}

/// The joints that have another stretch than at rest in some clip, and whether it shears.
fn stretched_joints(character: &Character) -> BTreeMap<JointIndex, bool> {
    let skeleton = &character.rig.skeleton;
    let mut stretched = BTreeMap::new();
    let tracks = character.clips.iter().flat_map(Clip::tracks);
    for track in tracks.filter(|track| track.joint.index() < skeleton.len()) {
        let rest = skeleton.local_keys(track.joint).stretch;
        // Any difference counts, however small: what is left out would reach the children in the file.
        let differs = |track: &Track<Vec3>, rest: Vec3| {
            let mut values = track.extremes();
            values.any(|value| (value - rest).abs().max_element() > 0.0)
        };
        let (is_stretched, is_sheared) = match &track.channel {
            Channel::Scale(keys) => (differs(keys, rest.scale), false),
            Channel::Shear(keys) => {
                let differs = differs(keys, rest.shear);
                (differs, differs)
            }
            Channel::Translation(_) | Channel::Rotation(_) => (false, false),
        };
        if is_stretched {
            *stretched.entry(track.joint).or_insert(false) |= is_sheared;
        }
    }
    stretched
}

/// The list with helpers in the place of their joints.
fn bind_with_helpers(
    skeleton: &Skeleton,
    bind: &BindPose,
    helper_of: &BTreeMap<JointIndex, JointIndex>,
    moved: &impl Fn(JointIndex) -> JointIndex,
) -> Result<BindPose, BakeError> {
    let joints: Vec<JointIndex> = bind
        .joints()
        .iter()
        .map(|&joint| {
            helper_of
                .get(&joint)
                .copied()
                .unwrap_or_else(|| moved(joint))
        })
        .collect();
    let matrices: Vec<Affine3A> = joints
        .iter()
        .enumerate()
        .map(|(place, &joint)| {
            // `BindPose::new` puts the rest's stretch back before the matrix, so it is taken off first.
            let unstretched = Affine3A::from_mat3(skeleton.rest_stretch(joint).inverse());
            unstretched * bind.joint_from_bind(place)
        })
        .collect();
    Ok(BindPose::new(skeleton, &joints, &matrices)?.0)
}

/// Clips onto the split skeleton.
struct Splitting<'a, F: Fn(JointIndex) -> JointIndex> {
    /// The skeleton before helpers; `moved` leads from its joints to theirs.
    skeleton: &'a Skeleton,
    helper_of: &'a BTreeMap<JointIndex, JointIndex>,
    moved: &'a F,
}

impl<F: Fn(JointIndex) -> JointIndex> Splitting<'_, F> {
    fn clip(&self, clip: &Clip) -> Result<Clip, BakeError> {
        let mut tracks = Vec::new();
        let mut carried = BTreeMap::new();
        for track in clip.tracks() {
            let helper = self.helper_of.get(&track.joint);
            let is_stretch = matches!(track.channel, Channel::Scale(_) | Channel::Shear(_));
            let Some(&helper) = helper.filter(|_| is_stretch) else {
                tracks.push(JointTrack {
                    joint: (self.moved)(track.joint),
                    channel: track.channel.clone(),
                });
                continue;
            };
            tracks.push(JointTrack {
                joint: helper,
                channel: self.relative(track)?,
            });
            let children = self.skeleton.children(track.joint);
            carried.extend(children.map(|child| (child, track.joint)));
        }
        for (child, parent) in carried {
            tracks.push(JointTrack {
                joint: (self.moved)(child),
                channel: self.child_channel(clip, child, parent)?,
            });
        }
        let euler = clip.euler_curves();
        let euler = euler.map(|(joint, curves)| ((self.moved)(joint), curves.clone()));
        let split = clip.clone().with_tracks(tracks, clip.morphs().to_vec());
        Ok(split.with_euler_where_baked(euler))
    }

    /// A track of the stretch, over a helper that rests unscaled: the rest is even, so that factors are divided by it.
    fn relative(&self, track: &JointTrack) -> Result<Channel, BakeError> {
        let rest = self.skeleton.local_keys(track.joint).stretch.scale.x;
        let divided = |keys: &Track<Vec3>| match rest == 1.0 {
            true => Ok(keys.clone()),
            false => keys.map(|value| value / rest, |slope| slope / rest),
        };
        Ok(match &track.channel {
            Channel::Scale(keys) => Channel::Scale(divided(keys)?),
            Channel::Shear(keys) => Channel::Shear(divided(keys)?),
            other => other.clone(),
        })
    }

    /// Where a child is in its parent's node, carried along by the parent's stretch.
    fn child_channel(
        &self,
        clip: &Clip,
        child: JointIndex,
        parent: JointIndex,
    ) -> Result<Channel, BakeError> {
        let times = self.times(clip, child, parent);
        let base = Pose::rest(self.skeleton);
        let at_rest = self.skeleton.local_keys(child).translation;
        let values = times.iter().map(|&time| {
            let pose = clip.sample(self.skeleton, &base, time);
            let stretch = pose.stretch.get(parent.index()).copied();
            let stretch = stretch.unwrap_or(Stretch::IDENTITY).to_mat3();
            // `T + (S − 1) r`: linear in the keys of either, so sums at their keys are exact between straight ones.
            translation_of(self.skeleton, clip, child, time) + (stretch * at_rest - at_rest)
        });
        let values: Vec<Vec3> = values.collect();
        let track = Track::new(times, values, Interpolation::Linear)?;
        Ok(Channel::Translation(track))
    }

    /// The times at which a sum of both tracks is keyed: those of their keys where all of them are straight; many more else.
    fn times(&self, clip: &Clip, child: JointIndex, parent: JointIndex) -> Vec<f32> {
        let meant = |track: &&JointTrack| match &track.channel {
            Channel::Translation(_) => track.joint == child,
            Channel::Scale(_) | Channel::Shear(_) => track.joint == parent,
            Channel::Rotation(_) => false,
        };
        let tracks = || clip.tracks().iter().filter(meant);
        let is_straight = |track: &JointTrack| match &track.channel {
            Channel::Translation(keys) | Channel::Scale(keys) | Channel::Shear(keys) => {
                keys.interpolation() == Interpolation::Linear && keys.modes().is_none()
            }
            Channel::Rotation(_) => true,
        };
        let mut times: Vec<f32> = tracks()
            .flat_map(|track| track.channel.times().iter().copied())
            .collect();
        if !tracks().all(is_straight) {
            // A held key jumps: the sum needs a key at the last number before it, too.
            let before: Vec<f32> = times.iter().map(|time| time.next_down()).collect();
            times.extend([0.0, clip.duration()]);
            times = subdivide_unsorted(times, RATE);
            times.extend(before.into_iter().filter(|time| *time > 0.0));
        }
        if times.is_empty() {
            times.push(0.0);
        }
        times.sort_by(f32::total_cmp);
        times.dedup();
        times
    }
}

fn translation_of(skeleton: &Skeleton, clip: &Clip, joint: JointIndex, time: f32) -> Vec3 {
    let mut local = skeleton.local_keys(joint);
    for track in clip.tracks().iter().filter(|track| track.joint == joint) {
        if let Channel::Translation(keys) = &track.channel {
            local.translation = keys.sample(time);
        }
    }
    local.translation
}
