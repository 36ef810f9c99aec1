//! Keys made of poses: of what is pending over clips, or of any pose at a moment.

use std::collections::BTreeSet;
use std::sync::Arc;

use character::Character;
use rig::{
    Clip, ClipEdit, ClipError, JointChannel, JointIndex, KeyValue, LayeredClip, NewKey, OwnPose,
    Pose, Skeleton, Target, UserTransform,
};
use scene::deform::base_pose;

use crate::document::Document;
use crate::document::driven::followed_pose;
use crate::document::layered_clips::seen_at;
use crate::document::moment::Moment;
use crate::document::pending::{SAME_TIME, apply_changes};

/// The pose that is seen of a clip at a moment, with its layers, with or without what is pending there; none if there is no such clip.
#[must_use]
pub fn clip_pose(document: &Document, moment: Moment, with_pending: bool) -> Option<Pose> {
    let character = &document.character;
    let clip = character.clip(moment.clip)?;
    let mut pose = seen_at(character, clip, &base_pose(character), moment.time);
    let pending = document.pending.at(moment).filter(|_| with_pending);
    if let Some(pending) = pending {
        apply_changes(&pending.changes, &mut pose);
    }
    Some(pose)
}

/// As [`clip_pose`], with what follows the angles of joints, and joints with constraints: what is looked at, and not edited.
#[must_use]
pub fn seen_pose(document: &Document, moment: Moment, with_pending: bool) -> Option<Pose> {
    let pose = clip_pose(document, moment, with_pending)?;
    Some(Arc::unwrap_or_clone(followed_pose(
        document,
        Arc::new(pose),
    )))
}

/// When a clip, or one that is seen with it, has passed a key last at or before a time, in seconds ([`Clip::last_key_passed`]); the time itself
/// before the first one, where every track holds its value.
#[must_use]
pub fn held_time(character: &Character, clip: &Clip, time: f32) -> f32 {
    let seen = LayeredClip::of(clip, &character.clips);
    let all = std::iter::once(seen.below()).chain(seen.layers());
    let passed = all.filter_map(|clip| clip.last_key_passed(time));
    passed.reduce(f32::max).unwrap_or(time)
}

/// As [`clip_pose`], but that the clip is held from key to key: as it is at [`held_time`]. What is pending stands at its own moment.
#[must_use]
pub fn held_pose(document: &Document, moment: Moment, with_pending: bool) -> Option<Pose> {
    let clip = document.character.clip(moment.clip)?;
    let held = Moment {
        time: held_time(&document.character, clip, moment.time),
        ..moment
    };
    let mut pose = clip_pose(document, held, false)?;
    let pending = document.pending.at(moment).filter(|_| with_pending);
    if let Some(pending) = pending {
        apply_changes(&pending.changes, &mut pose);
    }
    Some(pose)
}

/// The document with keys of a pose at a moment for these targets. What is pending there of other targets stays.
///
/// Channels without keys get one at the beginning of the clip too, else their value would hold for the whole clip.
///
/// The pose is what is seen, layers included: the clip gets the keys with which it is seen so. Joints of which layers hide what this clip
/// does get none, and go on waiting.
///
/// # Errors
///
/// Those of [`Clip::with_edit`].
pub fn with_keys(
    document: &Document,
    moment: Moment,
    pose: &Pose,
    targets: &BTreeSet<Target>,
) -> Result<MadeKeys, ClipError> {
    let character = &document.character;
    let base = base_pose(character);
    let own = own_pose(character, moment, &base, pose);
    let is_seen = |target: &&Target| match target {
        Target::Joint(joint, _) => !own.hidden.contains(joint),
        Target::Morph(_) => true,
    };
    let targets: BTreeSet<Target> = targets.iter().filter(is_seen).copied().collect();
    let mut clips = character.clips.to_vec();
    let Some(clip) = clips.iter_mut().find(|clip| clip.id() == moment.clip) else {
        return Ok(MadeKeys {
            document: document.clone(),
            is_first: false,
            hidden: own.hidden,
        });
    };
    let skeleton = &character.rig.skeleton;
    let keys = keys_of_pose(skeleton, &own.pose, targets.iter().copied(), moment.time);
    let seen = LayeredClip::of(clip, &character.clips);
    let base = seen.base_of(moment.clip, skeleton, &base, 0.0);
    let (keys, is_first) = with_first_keys(clip, skeleton, &base, keys);
    *clip = clip.with_edit(&ClipEdit::SetKeys(keys))?.0;
    let pending = document.pending.at(moment);
    let left = pending.into_iter().flat_map(|pending| &pending.changes);
    let left = left.filter(|(target, _)| !targets.contains(target));
    let left = left.map(|(target, value)| (*target, *value)).collect();
    let after = Document {
        pending: Arc::new(document.pending.with(moment, left)),
        ..document.with_clips(clips)
    };
    Ok(MadeKeys {
        document: after,
        is_first,
        hidden: own.hidden,
    })
}

/// What was keyed.
#[derive(Clone, Debug)]
pub struct MadeKeys {
    /// The document with the keys.
    pub document: Document,
    /// Whether there were channels without keys, which have one at the beginning of the clip too.
    pub is_first: bool,
    /// Joints of the pose of which layers hide what the clip does: they got no keys.
    pub hidden: BTreeSet<JointIndex>,
}

/// The pose that the clip of a moment must have for `pose` to be seen.
fn own_pose(character: &Character, moment: Moment, base: &Pose, pose: &Pose) -> OwnPose {
    let Some(clip) = character.clip(moment.clip) else {
        return OwnPose {
            pose: pose.clone(),
            hidden: BTreeSet::new(),
        };
    };
    let seen = LayeredClip::of(clip, &character.clips);
    seen.own_pose(clip.id(), &character.rig.skeleton, base, moment.time, pose)
}

/// The document with keys for everything that is pending.
///
/// # Errors
///
/// Those of [`Clip::with_edit`].
pub fn all_keyed(document: &Document) -> Result<Document, ClipError> {
    let mut after = document.clone();
    for pending in document.pending.all() {
        // From `after`: keys made for earlier moments already change what the clip shows here.
        let Some(pose) = clip_pose(&after, pending.moment, true) else {
            continue;
        };
        let targets = pending.changes.keys().copied().collect();
        after = with_keys(&after, pending.moment, &pose, &targets)?.document;
    }
    Ok(after)
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
    // Uneven rest frames mix the three: a key of one alone would show another pose.
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
                    JointChannel::Rotation | JointChannel::Angle(_) => {
                        KeyValue::Rotation(local.rotation)
                    }
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
    skeleton: &Skeleton,
    base: &Pose,
    mut keys: Vec<NewKey>,
) -> (Vec<NewKey>, bool) {
    // A key at the beginning is its own first one.
    let is_new = |key: &&NewKey| key.time > SAME_TIME && clip.keys(key.target).is_none();
    let new: Vec<Target> = keys.iter().filter(is_new).map(|key| key.target).collect();
    if new.is_empty() {
        return (keys, false);
    }
    let start = clip.sample(skeleton, base, 0.0);
    keys.extend(keys_of_pose(skeleton, &start, new, 0.0));
    (keys, true)
}
