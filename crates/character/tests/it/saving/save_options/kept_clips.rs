//! Clips that are saved and read back with kinds of keys: what must be the same.

use character::{Character, SaveOptions, SkeletonEdit};
use rig::{Clip, ClipEdit, KeyAt, KeyKind, KeyValue, Keys, Target};

use super::{again, biped};

/// The second key of each channel as a breakdown, the third as an extreme.
pub(super) fn with_kinds(mut clip: Clip) -> Clip {
    for (nth, kind) in [(1, KeyKind::Breakdown), (2, KeyKind::Extreme)] {
        let marked = clip.targets().filter_map(|target| {
            let time = *clip.keys(target)?.times().get(nth)?;
            Some(KeyAt { target, time })
        });
        let keys: Vec<KeyAt> = marked.collect();
        assert!(!keys.is_empty());
        let edit = ClipEdit::SetKinds { keys, kind };
        clip = clip.with_edit(&edit).unwrap().0;
    }
    clip
}

/// Rotations by the chord between them, others by their size.
fn are_near(values: [KeyValue; 2]) -> bool {
    match values {
        [KeyValue::Rotation(one), KeyValue::Rotation(two)] => (one - two).length() < 1e-6,
        [KeyValue::Vector(one), KeyValue::Vector(two)] => {
            one.abs_diff_eq(two, 1e-6 * one.abs().max_element())
        }
        [KeyValue::Number(one), KeyValue::Number(two)] => (one - two).abs() <= 1e-6 * one.abs(),
        _ => false,
    }
}

/// Equal but for the rounding of rotations that are normalized once more, kinds of keys included; between keys too.
pub(super) fn check_clips(saved: &Character, wanted: &Character) {
    assert_eq!(saved.clips.len(), wanted.clips.len());
    for (saved, wanted) in saved.clips.iter().zip(wanted.clips.iter()) {
        assert_eq!(saved.name(), wanted.name());
        assert_eq!(saved.duration(), wanted.duration());
        assert_eq!(saved.repeat(), wanted.repeat());
        assert_eq!(saved.markers(), wanted.markers());
        assert!(saved.targets().eq(wanted.targets()));
        for target in wanted.targets() {
            let tracks = [saved, wanted].map(|clip| clip.keys(target).unwrap());
            check_track(target, tracks);
        }
    }
}

fn check_track(target: Target, [saved, wanted]: [Keys<'_>; 2]) {
    let times = wanted.times();
    assert_eq!(saved.times(), times, "{target:?}");
    let at = |time: f32| [&saved, &wanted].map(|keys| keys.sample(time));
    for (key, &time) in times.iter().enumerate() {
        assert_eq!(saved.mode(key), wanted.mode(key), "{target:?} at {time}");
        let values = at(time);
        let is_same = match values {
            [KeyValue::Rotation(_), _] => are_near(values),
            [one, two] => one == two,
        };
        assert!(is_same, "{target:?} at {time}: {values:?}");
    }
    for pair in times.windows(2) {
        let time = 0.5 * (pair[0] + pair[1]);
        let values = at(time);
        assert!(are_near(values), "{target:?} at {time}: {values:?}");
    }
}

/// Nodes behind one that is dissolved get other numbers, by which marked keys are told.
#[test]
fn marks_of_keys_stay_with_their_joints_when_a_joint_goes() {
    let character = biped();
    let mut clips = character.clips.to_vec();
    clips[1] = with_kinds(clips[1].clone());
    let marked = character.with_clips(clips);
    let chest = marked.rig.skeleton.find("chest").unwrap();
    let edit = SkeletonEdit::Dissolve {
        joint: marked.rig.skeleton.key(chest),
    };
    let edited = marked.apply_edit(&edit).unwrap().character;
    let saved = again(&edited, &SaveOptions::default());
    let (was, is) = (&edited.rig.skeleton, &saved.rig.skeleton);
    let mut n_marked = 0;
    for target in edited.clips[1].targets() {
        let Target::Joint(joint, channel) = target else {
            continue;
        };
        let joint = is.find(was.name(joint)).unwrap();
        let wanted = edited.clips[1].keys(target).unwrap();
        let found = saved.clips[1].keys(Target::Joint(joint, channel)).unwrap();
        for key in 0..wanted.times().len() {
            assert_eq!(found.mode(key).kind, wanted.mode(key).kind, "{target:?}");
            n_marked += usize::from(wanted.mode(key).kind != KeyKind::Key);
        }
    }
    assert!(n_marked > 10, "{n_marked}");
}
