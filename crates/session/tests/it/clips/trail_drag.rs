//! Keys of motion trails dragged to other places.

use glam::Vec3;
use rig::{Clip, JointIndex, Pose};
use session::commands::actions::{Action, AnimateAction, EditAction};
use session::commands::command::{Input, Intent};
use session::document::keyed::clip_pose;
use session::document::moment::Moment;
use session::mode::Mode;
use session::shown::joint_frames;
use session::state::playback::trail_drag::{TrailDrag, TrailEvent};

use crate::support::work::Work;

/// The biped with a new clip that has keys of the whole pose at 0 and at one second.
fn keyed() -> Work {
    let mut work = Work::on("builtin:biped");
    work.session.mode = Mode::Animate;
    work.run(Action::Animate(AnimateAction::NewClip));
    for time in [0.0, 1.0] {
        work.send(Intent::Seek(time).into());
        for name in ["thigh.L", "shin.L", "foot.L", "head"] {
            let joint = joint(&work, name);
            work.send(Intent::Select(Some(joint)).into());
            work.run(Action::Animate(AnimateAction::KeyRotation));
        }
    }
    work
}

fn joint(work: &Work, name: &str) -> JointIndex {
    work.document.character.rig.skeleton.find(name).unwrap()
}

fn moment(work: &Work, time: f32) -> Moment {
    let shown = work.session.playback.moment.unwrap();
    Moment { time, ..shown }
}

fn pose(work: &Work, time: f32) -> Pose {
    clip_pose(&work.document, moment(work, time), false).unwrap()
}

fn place(work: &Work, joint: JointIndex, time: f32) -> Vec3 {
    let character = &work.document.character;
    let frames = joint_frames(
        character,
        &pose(work, time),
        &work.document.scale_inheritance,
    );
    frames[joint.index()].translation.into()
}

fn clip(work: &Work) -> &Clip {
    let moment = work.session.playback.moment.unwrap();
    work.document.character.clip(moment.clip).unwrap()
}

fn drag(work: &mut Work, joint: JointIndex, to: Vec3) {
    let drag = TrailDrag {
        joint,
        time: 1.0,
        pane: 0,
        place: to,
    };
    work.send(Input::Trail(TrailEvent::Drag(drag)).into());
}

#[test]
fn a_key_goes_where_its_diamond_is_dragged_and_no_other() {
    let mut work = keyed();
    let (foot, head, hips) = (
        joint(&work, "foot.L"),
        joint(&work, "head"),
        joint(&work, "hips"),
    );
    let start = work.document.clone();
    for (joint, way) in [
        (foot, Vec3::new(0.0, 0.2, 0.15)),
        (head, Vec3::new(0.05, 0.0, 0.0)),
        (hips, Vec3::new(0.0, -0.05, 0.1)),
    ] {
        let before = [0.0, 1.0].map(|time| place(&work, joint, time));
        let mut wanted = before[1] + way;
        if joint == head {
            // It turns about the joint above: as far from there as it was, towards the place.
            let skeleton = &work.document.character.rig.skeleton;
            let center = place(&work, skeleton.parent(head).unwrap(), 1.0);
            let towards = (wanted - center).normalize();
            wanted = center + towards * before[1].distance(center);
        }
        // Many events of one drag are one step.
        for share in [0.3, 0.8, 1.0] {
            drag(&mut work, joint, before[1] + way * share);
        }
        work.send(Input::Trail(TrailEvent::Release).into());
        let after = [0.0, 1.0].map(|time| place(&work, joint, time));
        assert!(
            after[1].distance(wanted) < 1e-4,
            "{joint:?}: {after:?} {wanted}"
        );
        assert!(
            after[0].distance(before[0]) < 1e-4,
            "{joint:?}: the other key stays"
        );
        let name = work.history.undo_name().unwrap();
        assert!(name.starts_with("Move trail of"), "{name}");
    }
    let before = start.character.clip(clip(&work).id()).unwrap();
    assert!(clip(&work).key_count() > before.key_count());
    for _ in 0..3 {
        work.run(Action::Edit(EditAction::Undo));
    }
    assert!(work.document.same_as(&start), "a step each");
}

#[test]
fn escape_leaves_the_trail_as_it_was() {
    let mut work = keyed();
    let foot = joint(&work, "foot.L");
    let start = work.document.clone();
    let name = work.history.undo_name().map(str::to_owned);
    let to = place(&work, foot, 1.0);
    drag(&mut work, foot, to + Vec3::Y * 0.3);
    assert!(!work.document.same_as(&start));
    work.send(Input::Trail(TrailEvent::Cancel).into());
    assert!(work.document.same_as(&start));
    assert_eq!(work.history.undo_name().map(str::to_owned), name);
    for to in [Vec3::NAN, Vec3::INFINITY, Vec3::splat(1e30)] {
        drag(&mut work, foot, to);
        if !to.is_finite() {
            assert!(work.document.same_as(&start), "no place: {to}");
        }
        for time in [0.0, 0.5, 1.0] {
            let pose = pose(&work, time);
            let is_finite = pose
                .rigid
                .iter()
                .all(|own| own.rotation.is_finite() && own.translation.is_finite());
            assert!(is_finite, "{to} at {time}");
        }
        work.send(Input::Trail(TrailEvent::Cancel).into());
        assert!(work.document.same_as(&start));
    }
}
