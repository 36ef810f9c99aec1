//! Euler curves in `extras`, beside the quaternion keys that they are baked to.

use character::{Character, SaveOptions, SkeletonEdit, open_bytes, to_bytes};
use rig::{
    Axis, Clip, ClipEdit, EulerCurves, EulerOrder, JointChannel, JointIndex, KeyAt, KeyKind,
    KeyValue, Keys, NewKey, Target,
};
use serde_json::json;

use super::{again, biped, with_json};

/// The first clip of the biped, the first turning joint of which has curves; one of its angles was keyed alone, and marked.
fn with_curves() -> (Character, JointIndex) {
    let character = biped();
    let clip = &character.clips[0];
    let turning = clip
        .targets()
        .find_map(|target| match (target, clip.keys(target)?) {
            (Target::Joint(joint, _), Keys::Rotation(track)) => Some((joint, track)),
            _ => None,
        });
    let (joint, track) = turning.unwrap();
    let rest = character.rig.skeleton.keyed_rest(joint).rotation;
    let converted = EulerCurves::from_rotation(track, EulerOrder::Zxy, rest).unwrap();
    let clip = clip.clone().with_euler(joint, Some(converted.curves));
    let at = KeyAt {
        target: Target::Joint(joint, JointChannel::Angle(Axis::Y)),
        time: 0.123,
    };
    let set = ClipEdit::SetKeys(vec![NewKey {
        target: at.target,
        time: at.time,
        value: KeyValue::Number(70.1),
        tangents: None,
        mode: None,
    }]);
    let mark = ClipEdit::SetKinds {
        keys: vec![at],
        kind: KeyKind::Extreme,
    };
    let clip = clip.with_edit(&set).unwrap().0.with_edit(&mark).unwrap().0;
    let mut clips = character.clips.to_vec();
    clips[0] = clip;
    (character.with_clips(clips), joint)
}

fn rotation(clip: &Clip, joint: JointIndex, time: f32) -> KeyValue {
    let keys = clip.keys(Target::Joint(joint, JointChannel::Rotation));
    keys.unwrap().sample(time)
}

#[test]
fn euler_curves_are_kept_beside_their_quaternion_keys() {
    let (character, joint) = with_curves();
    let saved = again(&character, &SaveOptions::default());
    let own = character.clips[0].euler(joint).unwrap();
    assert_eq!(saved.clips[0].euler(joint), Some(own));
    let [one, other] = [&character, &saved].map(|of| rotation(&of.clips[0], joint, 0.1));
    assert_eq!(one, other);
    // As it is, it is written as it is.
    let same = open_bytes("same", &to_bytes(&saved).unwrap()).unwrap();
    assert_eq!(same.clips[0].euler(joint), Some(own));
    // Given up, nothing of them is left in the file.
    let mut clips = saved.clips.to_vec();
    clips[0] = clips[0].clone().with_euler(joint, None);
    let plain = again(&saved.with_clips(clips), &SaveOptions::default());
    assert!(plain.clips[0].euler(joint).is_none());
    assert_eq!(rotation(&plain.clips[0], joint, 0.1), other);
    assert!(!plain.source.json().to_string().contains("euler"));
}

/// What another program has made of the quaternions counts, not what the curves were.
#[test]
fn curves_that_turn_otherwise_than_the_file_are_passed_over() {
    let (character, joint) = with_curves();
    let bytes = to_bytes(&character).unwrap();
    let saved = open_bytes("saved", &bytes).unwrap();
    let mut json = saved.source.json();
    let own = &mut json["animations"][0]["extras"]["dualskin"]["euler_curves"][0];
    assert_eq!(own["order"], "ZXY");
    own["rest"] = json!([0.0, 0.6, 0.0, 0.8]);
    let turned = open_bytes("turned", &with_json(&bytes, &json)).unwrap();
    assert!(turned.clips[0].euler(joint).is_none());
    let read = [&saved, &turned].map(|of| rotation(&of.clips[0], joint, 0.1));
    assert_eq!(read[0], read[1]);
}

/// Nodes behind one that is dissolved get other numbers, and files have no keys after the end of a clip.
#[test]
fn curves_stay_with_their_joint_and_end_with_their_clip() {
    let character = biped();
    let skeleton = &character.rig.skeleton;
    let [arm, chest] = ["upper_arm.R", "chest"].map(|name| skeleton.find(name).unwrap());
    let mut clips = character.clips.to_vec();
    let Some(Keys::Rotation(track)) = clips[0].keys(Target::Joint(arm, JointChannel::Rotation))
    else {
        panic!("it turns")
    };
    let rest = skeleton.keyed_rest(arm).rotation;
    let converted = EulerCurves::from_rotation(track, EulerOrder::Xyz, rest).unwrap();
    // Between two keys.
    let end = 0.48 * clips[0].duration();
    clips[0] = clips[0]
        .clone()
        .with_euler(arm, Some(converted.curves.clone()))
        .with_duration(end);
    let dissolve = SkeletonEdit::Dissolve {
        joint: skeleton.key(chest),
    };
    let edited = character.with_clips(clips).apply_edit(&dissolve).unwrap();
    let saved = again(&edited.character, &SaveOptions::default());
    let arm = saved.rig.skeleton.find("upper_arm.R").unwrap();
    let read = saved.clips[0].euler(arm).unwrap();
    assert!((read.baked().end() - end).abs() < rig::SAME_KEY);
    for step in 0..=16_u8 {
        let time = end * f32::from(step) / 16.0;
        let [read, wanted] = [read, &converted.curves].map(|curves| curves.angles(time));
        assert!(
            read.abs_diff_eq(wanted, 1e-3),
            "{read} for {wanted} at {time}"
        );
    }
}
