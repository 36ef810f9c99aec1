//! Random edits of clips and of the list of clips.

use glam::Vec3;
use rig::{
    ClipEdit, ClipId, ClipMarker, HandleLength, JointChannel, KeyAt, KeyKind, KeyMode, KeyValue,
    NewKey, Repeat, Segment, Tangents, Target,
};
use session::commands::command::{Command, Intent};
use session::state::clips::command::ClipIntent;
use session::state::selection::Choose;
use session::state::timeline::command::SheetIntent;

use super::super::driven_editor::DrivenEditor;
use super::super::random::Random;
use super::commands::{joint, name, number, turn};

/// The next command.
pub(super) fn some(random: &mut Random, editor: &DrivenEditor) -> Vec<(&'static str, Command)> {
    let shown = editor.session().playback.moment;
    if shown.is_none() && random.chance(70) {
        let show = Intent::ShowClip(Some(clip(random, editor)));
        return vec![("compare and play", show.into())];
    }
    let intent = match random.below(20) {
        0 => ClipIntent::New,
        1 => ClipIntent::Duplicate(clip(random, editor)),
        2 => ClipIntent::Rename(clip(random, editor), name(random)),
        3 => ClipIntent::Place(clip(random, editor), random.below(5)),
        4 => ClipIntent::Delete(clip(random, editor)),
        5 => {
            let choose = *random.pick(&[Choose::Alone, Choose::Add, Choose::Toggle]);
            let select = SheetIntent::Select(keys(random, editor), choose);
            return vec![("clips", Intent::Sheet(select).into())];
        }
        _ => ClipIntent::Edit {
            edit: edit(random, editor),
            name: "Edit keys".to_owned(),
        },
    };
    vec![("clips", Intent::Clip(intent).into())]
}

fn clip(random: &mut Random, editor: &DrivenEditor) -> ClipId {
    let clips = &editor.document().character.clips;
    if clips.is_empty() || random.chance(5) {
        return ClipId(u32::try_from(random.below(9)).unwrap_or_default());
    }
    random.pick(clips).id()
}

fn target(random: &mut Random, editor: &DrivenEditor) -> Target {
    let morphs = editor.document().pose.morph_weights.len();
    if morphs > 0 && random.chance(20) {
        return Target::Morph(random.below(morphs));
    }
    // One beyond the last is passed over by whatever makes keys in the window.
    let last = editor
        .document()
        .character
        .rig
        .skeleton
        .len()
        .saturating_sub(1);
    let joint = joint(random, editor);
    let joint = rig::JointIndex(joint.0.min(u16::try_from(last).unwrap_or_default()));
    Target::Joint(joint, *random.pick(&JointChannel::ALL))
}

fn time(random: &mut Random) -> f32 {
    match random.below(30) {
        0 => number(random),
        1..=20 => f32::from(random.byte() % 60) / 24.0,
        _ => 3.0 * random.unit(),
    }
}

/// Keys of the clip that is shown, and now and then one that it lacks.
fn keys(random: &mut Random, editor: &DrivenEditor) -> Vec<KeyAt> {
    let shown = editor.session().playback.moment;
    let clip = shown.and_then(|shown| editor.document().character.clip(shown.clip));
    let targets: Vec<Target> = clip.into_iter().flat_map(rig::Clip::targets).collect();
    let mut keys = Vec::new();
    for _ in 0..=random.below(6) {
        let known = (!targets.is_empty() && !random.chance(10)).then(|| *random.pick(&targets));
        let times = known.and_then(|known| clip?.keys(known));
        keys.push(match (known, times) {
            (Some(target), Some(of)) => KeyAt {
                target,
                time: *random.pick(of.times()),
            },
            _ => KeyAt {
                target: target(random, editor),
                time: time(random),
            },
        });
    }
    keys
}

/// Of the target's kind, but seldom.
fn value(random: &mut Random, target: Target) -> KeyValue {
    let vector =
        |random: &mut Random| Vec3::new(random.around(2.0), random.around(2.0), random.around(2.0));
    match target {
        _ if random.chance(2) => KeyValue::Number(number(random)),
        Target::Joint(_, JointChannel::Rotation) => KeyValue::Rotation(turn(random)),
        Target::Joint(_, JointChannel::Scale) => KeyValue::Vector(Vec3::ONE + 0.3 * vector(random)),
        Target::Joint(..) => KeyValue::Vector(vector(random)),
        Target::Morph(_) => KeyValue::Number(random.around(1.0)),
    }
}

fn mode(random: &mut Random) -> KeyMode {
    KeyMode {
        out: *random.pick(&[Segment::Hold, Segment::Linear, Segment::Cubic]),
        tangents: *random.pick(&[
            Tangents::Auto,
            Tangents::Flat,
            Tangents::Aligned,
            Tangents::Free,
        ]),
        kind: *random.pick(&KeyKind::ALL),
        handles: [0; 2].map(|_| match random.chance(70) {
            true => HandleLength::THIRD,
            false => HandleLength::from_share(random.unit().into()),
        }),
    }
}

fn new_key(random: &mut Random, target: Target) -> NewKey {
    NewKey {
        target,
        time: time(random),
        value: value(random, target),
        tangents: None,
        mode: random.chance(40).then(|| mode(random)),
    }
}

fn edit(random: &mut Random, editor: &DrivenEditor) -> ClipEdit {
    match random.below(16) {
        0..=5 => {
            let count = 1 + random.below(8);
            let target = target(random, editor);
            ClipEdit::SetKeys((0..count).map(|_| new_key(random, target)).collect())
        }
        6..=8 => {
            let by = *random.pick(&[0.1, -0.1, 0.5, 1.0 / 24.0]);
            let factor = *random.pick(&[1.0, 1.0, 1.0, 2.0, -1.0, 0.0, f32::NAN]);
            let keys = keys(random, editor).into_iter();
            ClipEdit::Retime {
                keys: keys
                    .map(|key| (key, (key.time * factor.abs() + by).max(0.0)))
                    .collect(),
                tangent_factor: factor,
            }
        }
        9 => ClipEdit::DeleteKeys(keys(random, editor)),
        10 => ClipEdit::SetModes {
            keys: keys(random, editor),
            out: random.chance(60).then(|| mode(random).out),
            tangents: random.chance(60).then(|| mode(random).tangents),
        },
        11 => {
            let key = keys(random, editor).pop();
            let key = key.unwrap_or(KeyAt {
                target: target(random, editor),
                time: 0.0,
            });
            ClipEdit::SetTangents {
                key,
                tangents: [value(random, key.target), value(random, key.target)],
                mode: mode(random).tangents,
            }
        }
        12 => ClipEdit::SetTracks {
            set: Vec::new(),
            remove: vec![target(random, editor)],
        },
        13 => ClipEdit::SetDuration(time(random)),
        14 => ClipEdit::SetRepeat(*random.pick(&[Repeat::Once, Repeat::Loop, Repeat::PingPong])),
        _ => {
            let marker = |random: &mut Random| ClipMarker {
                time: time(random),
                name: name(random),
            };
            ClipEdit::SetMarkers((0..random.below(4)).map(|_| marker(random)).collect())
        }
    }
}

/// After every command: each clip has an identity of its own, its keys rise in time, and the one shown is there.
pub(super) fn check(editor: &DrivenEditor) -> Result<(), String> {
    let clips = &editor.document().character.clips;
    let mut ids: Vec<ClipId> = clips.iter().map(rig::Clip::id).collect();
    ids.sort_unstable();
    if ids.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(format!("clips have the identities {ids:?}"));
    }
    for clip in clips.iter() {
        if !(clip.duration().is_finite() && clip.duration() >= 0.0) {
            return Err(format!("a clip lasts {} s", clip.duration()));
        }
        // Keys may stand after the end, which is where playing stops.
        for keys in clip.targets().filter_map(|target| clip.keys(target)) {
            let times = keys.times();
            let is_time = |time: &f32| time.is_finite() && *time >= 0.0;
            let rise = times.windows(2).all(|pair| pair[0] < pair[1]);
            if !(rise && times.iter().all(is_time)) {
                return Err(format!("keys at {times:?} s"));
            }
        }
    }
    let playback = &editor.session().playback;
    for moment in [playback.moment, playback.left].into_iter().flatten() {
        if !ids.contains(&moment.clip) {
            return Err(format!(
                "a moment of {:?} among the clips {ids:?}",
                moment.clip
            ));
        }
    }
    Ok(())
}
