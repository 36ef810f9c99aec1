//! Pins held by the keys of a clip.

use glam::{Quat, Vec3};
use rig::{JointIndex, Pose};
use session::commands::actions::{Action, AnimateAction, ClipToolAction, EditAction, PinAction};
use session::commands::command::Intent;
use session::document::channel::{Channel, JointField};
use session::document::pins::JointFrames;
use session::mode::Mode;
use session::shown::visible_pose;
use session::state::playback::clock::Region;
use session::state::posing::command::PoseIntent;
use session::state::selection::Choose;

use crate::support::work::Work;

fn joint(work: &Work, name: &str) -> JointIndex {
    work.document.character.rig.skeleton.find(name).unwrap()
}

fn select(work: &mut Work, names: &[&str]) {
    let joints = names.iter().map(|name| joint(work, name)).collect();
    work.send(Intent::SelectAll(joints, Choose::Alone).into());
}

fn set(work: &mut Work, name: &str, channel: Channel, values: [f32; 3]) {
    for (axis, value) in values.into_iter().enumerate() {
        let field = JointField {
            joint: joint(work, name),
            channel,
            axis,
        };
        let set = PoseIntent::SetField {
            field,
            value,
            dragging: false,
        };
        work.send(Intent::Pose(set).into());
    }
}

/// Hips that sway over legs that swing, for two seconds.
fn swaying() -> Work {
    let mut work = Work::on("builtin:biped");
    work.session.mode = Mode::Animate;
    select(&mut work, &["hips"]);
    work.run(Action::Animate(AnimateAction::KeySelected));
    work.run(Action::Animate(AnimateAction::ToggleAutoKey));
    let moves = [
        (0.0, [0.0, -0.05, 0.0], 10.0),
        (0.5, [0.03, 0.0, 0.03], 10.0),
        (1.0, [-0.05, -0.15, -0.08], 25.0),
        (1.5, [0.03, -0.2, 0.05], 35.0),
        (2.0, [0.0, -0.05, 0.0], 10.0),
    ];
    for (time, hips, thigh) in moves {
        work.send(Intent::Seek(time).into());
        set(&mut work, "hips", Channel::Translation, hips);
        set(&mut work, "thigh.L", Channel::Rotation, [thigh, 0.0, 0.0]);
        set(
            &mut work,
            "shin.L",
            Channel::Rotation,
            [0.5 * thigh + 10.0, 0.0, 0.0],
        );
    }
    work.run(Action::Animate(AnimateAction::ToggleAutoKey));
    work
}

fn pose(work: &mut Work, time: f32) -> Pose {
    work.send(Intent::Seek(time).into());
    Pose::clone(&visible_pose(&work.document, &work.session))
}

fn frames(work: &Work, pose: &Pose) -> JointFrames {
    let skeleton = &work.document.character.rig.skeleton;
    JointFrames::of(skeleton, pose, &work.document.scale_inheritance).unwrap()
}

fn turn(pose: &Pose, joint: JointIndex) -> Quat {
    pose.rigid[joint.index()].rotation
}

/// Finer than frames, by no whole part of them.
fn times() -> impl Iterator<Item = f32> {
    (0..=310_u16).map(|step| f32::from(step) / 155.0)
}

fn pin_in(work: &mut Work, name: &str, (time, start, end): (f32, f32, f32)) {
    let clip = work.session.playback.moment.unwrap().clip;
    work.send(Intent::Seek(time).into());
    work.session.playback.region = Some(Region { clip, start, end });
    select(work, &[name]);
    work.run(Action::Pins(PinAction::PinJoint));
    work.session.playback.region = None;
}

#[test]
fn a_pinned_foot_stays_over_its_range_without_a_pop_or_a_flip_of_the_knee() {
    let mut work = swaying();
    pin_in(&mut work, "foot.L", (0.5, 0.5, 1.5));
    let before: Vec<Pose> = times().map(|time| pose(&mut work, time)).collect();
    let document = work.document.clone();
    work.run(Action::ClipTool(ClipToolAction::HoldPinsInClip));
    let told = work.session.notices.all().last().unwrap().text.clone();
    assert!(told.contains("foot.L was off by up to"), "{told}");
    assert!(!told.contains("out of reach"), "{told}");
    let (pin, range) = (work.document.pins[0], work.document.pins[0].range.unwrap());
    let (thigh, shin) = (joint(&work, "thigh.L"), joint(&work, "shin.L"));
    let (mut worst, mut slid, mut last) = (0.0_f32, 0.0_f32, None::<(Pose, Vec3)>);
    let (mut fastest, mut widest) = ([0.0_f32; 2], 0.0_f32);
    for (place, time) in times().enumerate() {
        let now = pose(&mut work, time);
        let frames_now = frames(&work, &now);
        let was = &before[place];
        if range.contains(time) {
            worst = worst.max(pin.residual(&frames_now).unwrap());
            slid = slid.max(pin.residual(&frames(&work, was)).unwrap());
            let turned = frames_now.rotation(pin.joint).unwrap();
            assert!(turned.angle_between(pin.rotation) < 5e-3, "at {time}");
        }
        if time < range.from - range.fade || time > range.to + range.fade {
            for joint in [thigh, shin, pin.joint] {
                let angle = turn(&now, joint).angle_between(turn(was, joint));
                assert!(angle < 2e-3, "{joint:?} at {time}: {angle}");
            }
        }
        widest = widest.max(turn(&now, thigh).angle_between(turn(was, thigh)));
        let head = |joint| frames_now.point(joint, Vec3::ZERO).unwrap();
        let along = (head(pin.joint) - head(thigh)).normalize();
        let knee = (head(shin) - head(thigh)).reject_from_normalized(along);
        if let Some((earlier, bend)) = &last {
            assert!(bend.dot(knee) > 0.0, "the knee flips at {time}");
            let step =
                |one: &Pose, other: &Pose| turn(one, thigh).angle_between(turn(other, thigh));
            fastest[1] = fastest[1].max(step(earlier, &now));
            fastest[0] = fastest[0].max(step(&before[place - 1], was));
        }
        last = Some((now, knee));
    }
    assert!(slid > 0.05, "it slid by {slid}");
    assert!(worst < 4e-4, "it is off by {worst}");
    // A fade of four frames, smooth, goes by a thirteenth of its way in a step at most; from one frame to the next it would be a fifth.
    let most = 2.0 * fastest[0] + 0.12 * widest;
    assert!(fastest[1] < most, "a pop: {fastest:?} {widest}");
    work.run(Action::ClipTool(ClipToolAction::HoldPinsInClip));
    work.run(Action::Edit(EditAction::Undo));
    while !work.document.same_as(&document) {
        assert!(
            work.history
                .undo_name()
                .is_some_and(|name| name.contains("Hold pins"))
        );
        work.run(Action::Edit(EditAction::Undo));
    }
}

#[test]
fn a_hand_is_held_beside_the_other_and_what_is_out_of_reach_is_told() {
    let mut work = swaying();
    // The right hand moves, and the left one is held beside it in the middle of the clip.
    work.run(Action::Animate(AnimateAction::ToggleAutoKey));
    for (time, angle) in [(0.0, -70.0), (1.0, -50.0), (2.0, -70.0)] {
        work.send(Intent::Seek(time).into());
        set(&mut work, "forearm.R", Channel::Rotation, [0.0, 0.0, angle]);
        set(&mut work, "forearm.L", Channel::Rotation, [0.0, 0.0, 70.0]);
    }
    work.run(Action::Animate(AnimateAction::ToggleAutoKey));
    let clip = work.session.playback.moment.unwrap().clip;
    work.send(Intent::Seek(0.0).into());
    let region = Region {
        clip,
        start: 0.0,
        end: 2.0,
    };
    work.session.playback.region = Some(region);
    select(&mut work, &["hand.R", "hand.L"]);
    work.run(Action::Pins(PinAction::PinToJoint));
    work.run(Action::ClipTool(ClipToolAction::HoldPinsInClip));
    let pin = work.document.pins[0];
    let off = |work: &mut Work, time| {
        let pose = pose(work, time);
        pin.residual(&frames(work, &pose)).unwrap()
    };
    for time in times() {
        let off = off(&mut work, time);
        assert!(off < 4e-4, "at {time}: {off}");
    }
    // A foot a meter below the floor.
    pin_in(&mut work, "foot.R", (0.0, 0.0, 1.0));
    let mut pins = work.document.pins.to_vec();
    pins[1].place.y -= 1.0;
    work.document.pins = pins.into();
    work.run(Action::ClipTool(ClipToolAction::HoldPinsInClip));
    let told = &work.session.notices.all().last().unwrap().text;
    assert!(told.contains("out of reach"), "{told}");
    let pose = pose(&mut work, 0.7);
    assert!(pose.rigid.iter().all(|rigid| rigid.rotation.is_finite()));
}
