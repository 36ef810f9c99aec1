//! A new clip of the poses that the library shows.

use std::sync::Arc;

use rig::{
    Clip, ClipEdit, JointChannel, JointIndex, KeyValue, NewKey, Pose, Rigid, Skeleton, Stretch,
    Target,
};

use crate::features::Context;
use crate::notices::Severity;
use crate::state::clips::names::free_name;
use crate::state::pose_library::{ApplyOptions, apply_preset};
use crate::state::presets::PresetFile;

impl Context<'_> {
    /// Each pose of the library that is listed becomes a key, over the file's own pose, a second after the one before. They are
    /// mirrored, or for the selected joints only, as the library is set to apply them.
    pub(in crate::features) fn new_clip_from_poses(&mut self) {
        let library = &self.session.library;
        let selected = self.session.character.selection.joints();
        let way = ApplyOptions {
            amount: 1.0,
            ..library.way(selected)
        };
        let listed = library.unfolded_entries();
        let presets = listed.iter().filter_map(|entry| entry.preset.clone());
        let presets: Vec<Arc<PresetFile>> = presets.collect();
        let groups = listed.iter().map(|entry| library.group_of(&entry.path));
        let groups: std::collections::BTreeSet<String> = groups.collect();
        let name = match groups.iter().next() {
            Some(group) if groups.len() == 1 && !group.is_empty() => group.clone(),
            _ => "Poses".to_owned(),
        };
        let character = &self.document.character;
        let (skeleton, base) = (&character.rig.skeleton, character.file_pose());
        let pairs = self.pairs();
        let posed = |preset: &Arc<PresetFile>| {
            apply_preset(skeleton, &preset.preset, &base, (&way, &pairs))
        };
        let poses: Vec<Pose> = presets.iter().map(posed).collect();
        let keys = keys_of(skeleton, &base, &poses);
        if keys.is_empty() {
            let text = "New clip from poses: none of the poses in the library moves a joint of this character.";
            self.session
                .notices
                .push(Severity::Warning, text.to_owned());
            return;
        }
        let clips = &character.clips;
        let (id, name) = (self.free_clip_id(), free_name(clips, &name));
        // A clip of one pose lasts a second, too.
        let clip = Clip::new(id, Some(name.clone()), 1.0);
        match clip.with_edit(&ClipEdit::SetKeys(keys)) {
            Ok((clip, _)) => {
                let after = clips.iter().cloned().chain([clip]).collect();
                self.commit_clips(&format!("New clip {name}"), after);
                self.show_clip(Some(id));
            }
            Err(error) => {
                let text = format!("New clip from poses: {error}.");
                self.session.notices.push(Severity::Warning, text);
            }
        }
    }
}

/// Keys of every channel that any of the poses moves, a second apart.
fn keys_of(skeleton: &Skeleton, base: &Pose, poses: &[Pose]) -> Vec<NewKey> {
    let mut keys = Vec::new();
    let users: Vec<_> = poses.iter().map(Pose::user_transforms).collect();
    for joint in skeleton.joints() {
        let channels = differing_channels(skeleton, joint, base, poses);
        let times = (0_u16..).map(f32::from);
        for (users, time) in users.iter().zip(times) {
            let Some(user) = users.get(joint.index()).filter(|_| !channels.is_empty()) else {
                continue;
            };
            let local = skeleton.local_keys_of_user(joint, user);
            keys.extend(channels.iter().map(|&channel| NewKey {
                target: Target::Joint(joint, channel),
                time,
                value: match channel {
                    JointChannel::Translation => KeyValue::Vector(local.translation),
                    JointChannel::Rotation | JointChannel::Angle(_) => {
                        KeyValue::Rotation(local.rotation)
                    }
                    JointChannel::Scale => KeyValue::Vector(local.stretch.scale),
                    JointChannel::Shear => KeyValue::Vector(local.stretch.shear),
                },
                tangents: None,
                mode: None,
            }));
        }
    }
    keys
}

/// The channels in which some pose differs. Where they hang together, rotation, scale and shear go together.
fn differing_channels(
    skeleton: &Skeleton,
    joint: JointIndex,
    base: &Pose,
    poses: &[Pose],
) -> Vec<JointChannel> {
    fn of(pose: &Pose, joint: JointIndex) -> (Rigid, Stretch) {
        let rigid = pose.rigid.get(joint.index()).copied();
        let stretch = pose.stretch.get(joint.index()).copied();
        (rigid.unwrap_or_default(), stretch.unwrap_or_default())
    }
    let (rigid, stretch) = of(base, joint);
    let differs = |channel: JointChannel| {
        poses.iter().any(|pose| {
            let (own, stretched) = of(pose, joint);
            match channel {
                JointChannel::Translation => own.translation != rigid.translation,
                JointChannel::Rotation | JointChannel::Angle(_) => own.rotation != rigid.rotation,
                JointChannel::Scale => stretched.scale != stretch.scale,
                JointChannel::Shear => stretched.shear != stretch.shear,
            }
        })
    };
    let moved: Vec<JointChannel> = JointChannel::ALL
        .into_iter()
        .filter(|&of| differs(of))
        .collect();
    let is_even = skeleton.has_even_rest(joint);
    let (first, others) = (JointChannel::ALL[0], &JointChannel::ALL[1..]);
    if is_even || moved.iter().all(|&channel| channel == first) {
        return moved;
    }
    let place = moved.first().copied().filter(|&channel| channel == first);
    place.into_iter().chain(others.iter().copied()).collect()
}
