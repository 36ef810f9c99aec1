//! Lanes of sliding of feet that stand and are not pinned.

use std::sync::Arc;

use glam::Vec3;
use rig::{ClipEdit, JointChannel, JointIndex, KeyValue, NewKey, Target};
use session::commands::actions::{Action, AnimateAction, ClipToolAction, PinAction};
use session::commands::command::Intent;
use session::mode::Mode;
use session::state::clips::command::ClipIntent;
use session::state::selection::Choose;
use session::state::skin_over_time::sliding::{FeetSearch, SlidingFrom, SlidingLane, SlidingWork};
use whole_file::Files;

use crate::support::work::Work;

fn joint(work: &Work, name: &str) -> JointIndex {
    work.document.character.rig.skeleton.find(name).unwrap()
}

/// A clip of two seconds in which the hips, and all with them, go 20 mm forward.
fn creeping() -> Work {
    let mut work = Work::on("builtin:biped");
    work.session.mode = Mode::Animate;
    work.run(Action::Animate(AnimateAction::NewClip));
    let hips = joint(&work, "hips");
    let rest = work.document.character.rig.skeleton.local_keys(hips);
    let key = |time, way| NewKey {
        target: Target::Joint(hips, JointChannel::Translation),
        time,
        value: KeyValue::Vector(rest.translation + way),
        tangents: None,
        mode: None,
    };
    let edit = ClipIntent::Edit {
        edit: ClipEdit::SetKeys(vec![key(0.0, Vec3::ZERO), key(2.0, 0.02 * Vec3::Z)]),
        name: "creep".to_owned(),
    };
    work.send(Intent::Clip(edit).into());
    work
}

fn lanes(work: &Work) -> Vec<SlidingLane> {
    let document = &work.document;
    let sliding = SlidingWork {
        character: Arc::clone(&document.character),
        clip: work.session.playback.moment.unwrap().clip,
        pending: Arc::clone(&document.pending),
        scale_inheritance: Arc::clone(&document.scale_inheritance),
        driven: Arc::clone(&document.driven),
        pins: Arc::clone(&document.pins),
        times: (0..=48_u8).map(|frame| f32::from(frame) / 24.0).collect(),
        feet: Some(FeetSearch {
            settings: None,
            files: Files::default(),
        }),
    };
    sliding.run(&|| true)
}

#[test]
fn feet_that_stand_have_lanes_until_they_are_pinned_or_planted() {
    let mut work = creeping();
    let [left, right] = ["toes.L", "toes.R"].map(|name| joint(&work, name));
    let found = lanes(&work);
    let joints: Vec<JointIndex> = found.iter().map(|lane| lane.joint).collect();
    assert_eq!(joints, [left, right]);
    for lane in &found {
        assert_eq!(lane.from, SlidingFrom::Stand);
        // From the mean of 20 mm, at its ends.
        let worst = lane.worst().unwrap();
        assert!((worst.off - 0.01).abs() < 1e-3, "{}", worst.off);
    }

    // What is pinned is told from its pin.
    let foot = joint(&work, "foot.L");
    work.send(Intent::SelectAll(vec![foot], Choose::Alone).into());
    work.run(Action::Pins(PinAction::PinJoint));
    let found = lanes(&work);
    let of: Vec<(JointIndex, SlidingFrom)> =
        found.iter().map(|lane| (lane.joint, lane.from)).collect();
    assert_eq!(of, [(foot, SlidingFrom::Pin), (right, SlidingFrom::Stand)]);
    work.run(Action::Pins(PinAction::UnpinJoints));

    work.run(Action::ClipTool(ClipToolAction::PlantFeet));
    assert_eq!(lanes(&work), []);
}
