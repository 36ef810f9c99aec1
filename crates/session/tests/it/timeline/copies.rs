//! Copied keys on the same joint, on another skeleton, and on the other side.

use std::collections::BTreeSet;

use glam::{Quat, Vec3};
use rig::{
    Clip, ClipEdit, JointChannel, JointPairs, KeyMode, KeyValue, LocalTransform, NamePatterns,
    NewKey, Pose, SkeletonBuilder, Target, Trs, mirror_pose,
};
use session::state::timeline::clipboard::{KeyClipboard, PasteSide, key_at};

use super::{all_keys, clip, joint, key, skeleton};

fn target(of: u16, channel: JointChannel) -> Target {
    Target::Joint(joint(of), channel)
}

/// The left arm turns, moves and stretches along curves.
fn wave() -> Clip {
    let at = |channel: JointChannel, time: f32, value: KeyValue| NewKey {
        target: target(1, channel),
        time,
        value,
        tangents: None,
        mode: Some(KeyMode::default()),
    };
    let turn =
        |x: f32, z: f32| KeyValue::Rotation(Quat::from_rotation_z(z) * Quat::from_rotation_x(x));
    let place = |x: f32, z: f32| KeyValue::Vector(Vec3::new(x, 0.5, z));
    let (moves, turns) = (JointChannel::Translation, JointChannel::Rotation);
    let keys = vec![
        at(turns, 0.5, turn(0.0, 0.0)),
        at(turns, 1.0, turn(0.3, 0.7)),
        at(turns, 1.5, turn(0.5, 1.2)),
        at(moves, 0.5, place(0.5, 0.0)),
        at(moves, 1.0, place(0.6, 0.2)),
        at(moves, 1.5, place(0.8, 0.3)),
        at(
            JointChannel::Scale,
            1.0,
            KeyValue::Vector(Vec3::new(1.0, 2.0, 1.0)),
        ),
    ];
    let empty = clip(Vec::new());
    let (clip, _) = empty.with_edit(&ClipEdit::SetKeys(keys)).unwrap();
    clip
}

#[test]
fn pasted_later_on_the_same_joint_keys_are_the_very_same() {
    let (skeleton, clip) = (skeleton(), wave());
    let copied = KeyClipboard::copy(&skeleton, &clip, &all_keys(&clip));
    assert_eq!(copied.len(), 7);
    let pasted = copied.paste((&skeleton, 0), 2.5, PasteSide::Same, None);
    assert_eq!(pasted.missing, [""; 0]);
    let (after, _) = clip.with_edit(&ClipEdit::SetKeys(pasted.keys)).unwrap();
    assert_eq!(after.key_count(), 14);
    let at = |clip: &Clip, channel: JointChannel, time: f32| {
        clip.keys(target(1, channel)).unwrap().sample(time)
    };
    for channel in [JointChannel::Rotation, JointChannel::Scale] {
        assert_eq!(at(&after, channel, 3.0), at(&clip, channel, 1.0));
    }
    // Between keys too: the tangent of the key in the middle is that of the key it was copied from.
    let tangents = |clip: &Clip, time: f32| {
        let key = key(target(1, JointChannel::Rotation), time);
        key_at(clip, key).unwrap().tangents.unwrap()
    };
    assert_eq!(tangents(&after, 3.0), tangents(&clip, 1.0));
    let (was, is) = (
        at(&clip, JointChannel::Rotation, 1.25),
        at(&after, JointChannel::Rotation, 3.25),
    );
    match (was, is) {
        (KeyValue::Rotation(was), KeyValue::Rotation(is)) => {
            assert!(was.dot(is).abs() > 1.0 - 1e-6, "{was} {is}");
        }
        other => panic!("{other:?}"),
    }
    let empty = KeyClipboard::copy(&skeleton, &clip, &BTreeSet::new());
    assert!(empty.is_empty());
    let none = empty.paste((&skeleton, 0), 0.0, PasteSide::Same, None);
    assert!(none.keys.is_empty());
}

#[test]
fn the_other_side_does_in_a_mirror_what_was_copied_between_keys_too() {
    let (skeleton, clip) = (skeleton(), wave());
    let pairs = JointPairs::new(&skeleton, &NamePatterns::default());
    assert_eq!(pairs.partner(joint(1)), Some(joint(2)));
    let copied = KeyClipboard::copy(&skeleton, &clip, &all_keys(&clip));
    let pasted = copied.paste((&skeleton, 0), 0.5, PasteSide::Other(&pairs), None);
    assert!(
        pasted
            .keys
            .iter()
            .all(|key| matches!(key.target, Target::Joint(of, _) if of == joint(2)))
    );
    let empty = super::clip(Vec::new());
    // With the tangents as they were taken over: nothing computes them anew.
    let free = |key: &NewKey| NewKey {
        mode: key.mode.map(|mode| KeyMode {
            tangents: rig::Tangents::Free,
            ..mode
        }),
        ..*key
    };
    let keys = pasted.keys.iter().map(free).collect();
    let (other, _) = empty.with_edit(&ClipEdit::SetKeys(keys)).unwrap();
    let rest = Pose::rest(&skeleton);
    for time in [0.5, 0.6, 0.8, 1.0, 1.3, 1.5] {
        let seen = mirror_pose(&skeleton, &clip.sample(&skeleton, &rest, time), &pairs);
        let shown = other.sample(&skeleton, &rest, time);
        let (one, two) = (seen.rigid[2], shown.rigid[2]);
        assert!(one.translation.abs_diff_eq(two.translation, 1e-5), "{time}");
        assert!(one.rotation.dot(two.rotation).abs() > 1.0 - 1e-6, "{time}");
        let apart = seen.stretch[2].to_mat3() - shown.stretch[2].to_mat3();
        assert!(
            apart
                .to_cols_array()
                .iter()
                .all(|number| number.abs() < 1e-5)
        );
    }
}

#[test]
fn another_skeleton_moves_alike_by_names_and_says_what_it_lacks() {
    let (own, clip) = (skeleton(), wave());
    let turned = LocalTransform::Trs(Trs {
        translation: Vec3::new(0.0, 2.0, 0.0),
        rotation: Quat::from_rotation_x(0.8),
        ..Trs::default()
    });
    let other = SkeletonBuilder::new()
        .joint(0, None, "arm.L", turned)
        .build()
        .unwrap();
    let copied = KeyClipboard::copy(&own, &clip, &all_keys(&clip));
    let pasted = copied.paste((&other, 0), 0.0, PasteSide::Same, None);
    let (after, _) = super::clip(Vec::new())
        .with_edit(&ClipEdit::SetKeys(pasted.keys))
        .unwrap();
    let before = clip.sample(&own, &Pose::rest(&own), 1.0);
    let shown = after.sample(&other, &Pose::rest(&other), 0.5);
    assert!(before.rigid[1].rotation.dot(shown.rigid[0].rotation).abs() > 1.0 - 1e-6);
    assert!(
        before.rigid[1]
            .translation
            .abs_diff_eq(shown.rigid[0].translation, 1e-5)
    );

    let stranger = SkeletonBuilder::new()
        .joint(0, None, "tail", LocalTransform::default())
        .build()
        .unwrap();
    let pasted = copied.paste((&stranger, 0), 0.0, PasteSide::Same, None);
    assert_eq!(
        (pasted.keys.len(), pasted.missing),
        (0, vec!["arm.L".to_owned()])
    );
    let onto = copied.paste((&stranger, 0), 0.0, PasteSide::Same, Some(joint(0)));
    assert_eq!(
        onto.keys.len(),
        7,
        "the only joint that was copied goes to the selected one"
    );
}
