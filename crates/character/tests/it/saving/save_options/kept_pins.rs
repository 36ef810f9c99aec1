//! Pins in `extras`: what they say, and the numbers that they name things by.

use character::{KeptPin, KeptPinRange, SaveOptions, SavedState, SkeletonEdit};

use super::{again, biped};

/// One in the model all the time, and one beside another joint over a part of a clip.
pub(super) fn pins(joint: u32, to: u32) -> Vec<KeptPin> {
    let held = KeptPin {
        joint,
        place: [0.1, 1.0, -0.2],
        rotation: [0.6, 0.0, -0.8, 0.0],
        ..KeptPin::default()
    };
    let beside = KeptPin {
        offset: [0.0, 0.05, 1e-7],
        to: Some(to),
        holds_orientation: true,
        range: Some(KeptPinRange {
            clip: 1,
            from: 0.25,
            to: 0.75,
            fade: 0.1,
        }),
        ..held.clone()
    };
    vec![held, beside]
}

/// What pins name by number is named by the numbers that clips and nodes have in the end.
#[test]
fn pins_follow_clips_and_joints_that_get_other_numbers() {
    let character = biped();
    let skeleton = &character.rig.skeleton;
    let [hand, foot] = ["hand.L", "foot.R"].map(|name| {
        let joint = skeleton.find(name).unwrap();
        skeleton.key(joint)
    });
    let options = SaveOptions {
        kept: Some(SavedState {
            pins: pins(hand, foot),
            ..SavedState::default()
        }),
        ..SaveOptions::default()
    };
    let saved = again(&character, &options);
    // The first clip goes, and so does a joint: the numbers of all that comes after them change.
    let chest = saved.rig.skeleton.find("chest").unwrap();
    let edit = SkeletonEdit::Dissolve {
        joint: saved.rig.skeleton.key(chest),
    };
    let edited = saved.apply_edit(&edit).unwrap().character;
    let edited = edited.with_clips(edited.clips[1..].to_vec());
    let saved = again(&edited, &SaveOptions::default());
    let skeleton = &saved.rig.skeleton;
    let name = |key: u32| {
        skeleton
            .name(skeleton.joint_of_key(key).unwrap())
            .to_owned()
    };
    let kept = &saved.source.kept.pins;
    assert_eq!(kept.len(), 2);
    assert!(kept.iter().all(|pin| name(pin.joint) == "hand.L"));
    assert_eq!(name(kept[1].to.unwrap()), "foot.R");
    assert_eq!(kept[1].range.unwrap().clip, 0);
    // Without its clip a pin of a range is gone.
    let none = saved.with_clips(saved.clips[1..].to_vec());
    let kept = again(&none, &SaveOptions::default())
        .source
        .kept
        .pins
        .clone();
    assert_eq!(kept.len(), 1);
}
