//! Pending poses: what was posed over a clip and is not keyed yet.
//!
//! Each stays at the time of the clip where it was made, as the channels that it changes; all others follow the clip.
//! Scrubbing, selecting and saving never lose one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rig::{
    Clip, ClipEdit, ClipError, ClipId, JointChannel, JointIndex, KeyValue, NewKey, Pose, Skeleton,
    Target, UserTransform,
};
use scene::deform::base_pose;

use crate::document::Document;
use crate::tools::playback::Moment;

/// Times nearer than this, in seconds, are one: as for keys.
const SAME_TIME: f32 = 1e-4;

/// Values of what a pose changes: of the user's transforms, relative to rest, and of morph weights.
pub type Changes = BTreeMap<Target, KeyValue>;

/// What was posed over clips and is not keyed, by clip and time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PendingPoses {
    poses: Vec<Pending>,
}

/// One pending pose.
#[derive(Clone, Debug, PartialEq)]
pub struct Pending {
    /// Where it was made.
    pub moment: Moment,
    /// What it changes; never empty.
    pub changes: Changes,
}

impl PendingPoses {
    /// All of them, sorted by clip and time.
    #[must_use]
    pub fn all(&self) -> &[Pending] {
        &self.poses
    }

    /// Whether everything is keyed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.poses.is_empty()
    }

    /// The one at a moment, if there is one.
    #[must_use]
    pub fn at(&self, moment: Moment) -> Option<&Pending> {
        self.place(moment).and_then(|place| self.poses.get(place))
    }

    /// The ones of a clip, in order of time.
    pub fn of_clip(&self, clip: ClipId) -> impl Iterator<Item = &Pending> {
        self.poses
            .iter()
            .filter(move |pending| pending.moment.clip == clip)
    }

    fn place(&self, moment: Moment) -> Option<usize> {
        self.poses
            .iter()
            .position(|pending| is_same(pending.moment, moment))
    }

    /// With these changes at a moment instead of what is there; without any, with nothing there.
    #[must_use]
    pub fn with(&self, moment: Moment, changes: Changes) -> Self {
        let mut poses = self.poses.clone();
        poses.retain(|pending| !is_same(pending.moment, moment));
        if !changes.is_empty() {
            let order = |of: Moment| (of.clip, of.time.max(0.0).to_bits());
            let place = poses.partition_point(|other| order(other.moment) < order(moment));
            poses.insert(place, Pending { moment, changes });
        }
        Self { poses }
    }

    /// Without those of a clip.
    #[must_use]
    pub fn without_clip(&self, clip: ClipId) -> Self {
        let mut poses = self.poses.clone();
        poses.retain(|pending| pending.moment.clip != clip);
        Self { poses }
    }

    /// Each carried over by `carry`, which gives none for one that has no place any more.
    #[must_use]
    pub fn carried(&self, mut carry: impl FnMut(&Pending) -> Option<Pending>) -> Self {
        let mut carried = Self::default();
        for pending in self.poses.iter().filter_map(&mut carry) {
            carried = carried.with(pending.moment, pending.changes);
        }
        carried
    }
}

fn is_same(one: Moment, other: Moment) -> bool {
    one.clip == other.clip && (one.time - other.time).abs() <= SAME_TIME
}

/// The pose of a clip at a moment, with or without what is pending there; none if there is no such clip.
#[must_use]
pub fn clip_pose(document: &Document, moment: Moment, with_pending: bool) -> Option<Pose> {
    let character = &document.character;
    let clip = character.clip(moment.clip)?;
    let mut pose = clip.sample(&character.rig.skeleton, &base_pose(character), moment.time);
    let pending = document.pending.at(moment).filter(|_| with_pending);
    if let Some(pending) = pending {
        apply_changes(&pending.changes, &mut pose);
    }
    Some(pose)
}

/// The document with keys of a pose at a moment for these targets, and whether channels got a first key at the beginning of the
/// clip too: else their value would hold for the whole clip. What is pending there of other targets stays.
///
/// # Errors
///
/// Those of [`Clip::edited`].
pub fn keyed(
    document: &Document,
    moment: Moment,
    (pose, targets): (&Pose, &BTreeSet<Target>),
) -> Result<(Document, bool), ClipError> {
    let character = &document.character;
    let mut clips = character.clips.to_vec();
    let Some(clip) = clips.iter_mut().find(|clip| clip.id() == moment.clip) else {
        return Ok((document.clone(), false));
    };
    let skeleton = &character.rig.skeleton;
    let keys = keys_of_pose(skeleton, pose, targets.iter().copied(), moment.time);
    let (keys, is_new) = with_first_keys(clip, (skeleton, &base_pose(character)), keys);
    *clip = clip.edited(&ClipEdit::SetKeys(keys))?.0;
    let pending = document.pending.at(moment);
    let left = pending.into_iter().flat_map(|pending| &pending.changes);
    let left = left.filter(|(target, _)| !targets.contains(target));
    let left = left.map(|(target, value)| (*target, *value)).collect();
    let after = Document {
        pending: Arc::new(document.pending.with(moment, left)),
        ..document.animated(clips)
    };
    Ok((after, is_new))
}

/// The document with keys for everything that is pending.
///
/// # Errors
///
/// Those of [`Clip::edited`].
pub fn all_keyed(document: &Document) -> Result<Document, ClipError> {
    let mut after = document.clone();
    for pending in document.pending.all() {
        let Some(pose) = clip_pose(&after, pending.moment, true) else {
            continue;
        };
        let targets = pending.changes.keys().copied().collect();
        after = keyed(&after, pending.moment, (&pose, &targets))?.0;
    }
    Ok(after)
}

/// What of a pose differs from another of the same skeleton.
#[must_use]
pub fn changes(from: &Pose, to: &Pose) -> Changes {
    let mut changes = Changes::new();
    for place in 0..from.len().min(to.len()) {
        let Ok(joint) = u16::try_from(place).map(JointIndex) else {
            break;
        };
        for channel in JointChannel::ALL {
            let value = value_of(to, joint, channel);
            if value.is_some() && value != value_of(from, joint, channel) {
                changes.extend(value.map(|value| (Target::Joint(joint, channel), value)));
            }
        }
    }
    let weights = from.morph_weights.iter().zip(&to.morph_weights);
    for (weight, (before, after)) in weights.enumerate() {
        if before != after {
            changes.insert(Target::Morph(weight), KeyValue::Number(*after));
        }
    }
    changes
}

/// What a pose has for a channel of a joint; none for a joint that it lacks.
#[must_use]
pub fn value_of(pose: &Pose, joint: JointIndex, channel: JointChannel) -> Option<KeyValue> {
    let rigid = pose.rigid.get(joint.index())?;
    let stretch = pose.stretch.get(joint.index())?;
    Some(match channel {
        JointChannel::Translation => KeyValue::Vector(rigid.translation),
        JointChannel::Rotation => KeyValue::Rotation(rigid.rotation),
        JointChannel::Scale => KeyValue::Vector(stretch.scale),
        JointChannel::Shear => KeyValue::Vector(stretch.shear),
    })
}

/// Sets the values in a pose. What the pose lacks is passed over.
pub fn apply_changes(changes: &Changes, pose: &mut Pose) {
    for (target, value) in changes {
        match (target, value) {
            (Target::Joint(joint, channel), value) => set(pose, *joint, *channel, *value),
            (Target::Morph(weight), KeyValue::Number(value)) => {
                if let Some(weight) = pose.morph_weights.get_mut(*weight) {
                    *weight = *value;
                }
            }
            (Target::Morph(_), KeyValue::Vector(_) | KeyValue::Rotation(_)) => {}
        }
    }
}

fn set(pose: &mut Pose, joint: JointIndex, channel: JointChannel, value: KeyValue) {
    let (Some(rigid), Some(stretch)) = (
        pose.rigid.get_mut(joint.index()),
        pose.stretch.get_mut(joint.index()),
    ) else {
        return;
    };
    match (channel, value) {
        (JointChannel::Translation, KeyValue::Vector(value)) => rigid.translation = value,
        (JointChannel::Rotation, KeyValue::Rotation(value)) => rigid.rotation = value,
        (JointChannel::Scale, KeyValue::Vector(value)) => stretch.scale = value,
        (JointChannel::Shear, KeyValue::Vector(value)) => stretch.shear = value,
        _ => {}
    }
}

/// Keys at a time of a clip that show what a pose has for these targets. Where rotation, scale and shear of a joint hang together in
/// its node, all three get keys.
#[must_use]
pub fn keys_of_pose(
    skeleton: &Skeleton,
    pose: &Pose,
    targets: impl IntoIterator<Item = Target>,
    time: f32,
) -> Vec<NewKey> {
    let mut wanted: BTreeSet<Target> = targets.into_iter().collect();
    let hangs_together = |target: &Target| match *target {
        Target::Joint(joint, channel) => {
            let is_apart = channel == JointChannel::Translation
                || joint.index() >= skeleton.len()
                || skeleton.has_even_rest(joint);
            (!is_apart).then_some(joint)
        }
        Target::Morph(_) => None,
    };
    let turned: Vec<JointIndex> = wanted.iter().filter_map(hangs_together).collect();
    for joint in turned {
        let together = [
            JointChannel::Rotation,
            JointChannel::Scale,
            JointChannel::Shear,
        ];
        wanted.extend(together.map(|channel| Target::Joint(joint, channel)));
    }
    let keys = wanted.into_iter().filter_map(|target| {
        let value = match target {
            Target::Joint(joint, channel) => {
                let user = UserTransform {
                    rigid: *pose.rigid.get(joint.index())?,
                    linear: pose.stretch.get(joint.index())?.to_mat3(),
                };
                if joint.index() >= skeleton.len() {
                    return None;
                }
                let local = skeleton.local_keys_of_user(joint, &user);
                match channel {
                    JointChannel::Translation => KeyValue::Vector(local.translation),
                    JointChannel::Rotation => KeyValue::Rotation(local.rotation),
                    JointChannel::Scale => KeyValue::Vector(local.stretch.scale),
                    JointChannel::Shear => KeyValue::Vector(local.stretch.shear),
                }
            }
            Target::Morph(weight) => KeyValue::Number(*pose.morph_weights.get(weight)?),
        };
        Some(NewKey {
            target,
            time,
            value,
            tangents: None,
            mode: None,
        })
    });
    keys.collect()
}

/// The same keys, and for targets that the clip has no track for yet one at its beginning too, with what it shows there; whether
/// there are such.
fn with_first_keys(
    clip: &Clip,
    (skeleton, base): (&Skeleton, &Pose),
    mut keys: Vec<NewKey>,
) -> (Vec<NewKey>, bool) {
    let is_new = |key: &&NewKey| key.time > SAME_TIME && clip.keys(key.target).is_none();
    let new: Vec<Target> = keys.iter().filter(is_new).map(|key| key.target).collect();
    if new.is_empty() {
        return (keys, false);
    }
    let start = clip.sample(skeleton, base, 0.0);
    keys.extend(keys_of_pose(skeleton, &start, new, 0.0));
    (keys, true)
}
