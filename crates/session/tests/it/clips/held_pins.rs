//! Pins held by the keys of a clip.

use std::time::{Duration, Instant};

use glam::{Quat, Vec3};
use rig::{JointIndex, Pose};
use session::commands::actions::{Action, AnimateAction, ClipToolAction, EditAction, PinAction};
use session::commands::command::Intent;
use session::document::channel::{Channel, JointField};
use session::document::pins::{JointFrames, JointPin, PinRange};
use session::mode::Mode;
use session::shown::visible_pose;
use session::state::playback::clock::Region;
use session::state::posing::command::PoseIntent;
use session::state::posing::pins::size_of;
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

/// The way from one rotation to the other, half the angle where it is small, with all of its digits.
fn chord(one: Quat, other: Quat) -> f32 {
    (one - other).length().min((one + other).length())
}

/// How far a pin that is held may be off: a ten-thousandth of the skeleton's size between frames, and rounding.
fn most_off(work: &Work) -> f32 {
    1e-4 * size_of(&work.document.character.rig.skeleton) + 2e-5
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
    // Steps of the clip as it was, as it is, and as it is where the pin holds wholly.
    let (mut fastest, mut widest) = ([0.0_f32; 3], 0.0_f32);
    for (place, time) in times().enumerate() {
        let now = pose(&mut work, time);
        let frames_now = frames(&work, &now);
        let was = &before[place];
        if range.contains(time) {
            worst = worst.max(pin.residual(&frames_now).unwrap());
            slid = slid.max(pin.residual(&frames(&work, was)).unwrap());
            let turned = frames_now.rotation(pin.joint).unwrap();
            // As far as a place a tenth of the size away would be off.
            let angle = 2.0 * chord(turned, pin.rotation);
            assert!(angle < 1e-3, "at {time}: {angle}");
        }
        if time < range.from - range.fade || time > range.to + range.fade {
            for joint in [thigh, shin, pin.joint] {
                let off = chord(turn(&now, joint), turn(was, joint));
                // Keys beyond the fade, split for it, keep rotations to a tenth of a degree.
                assert!(off < 1e-3, "{joint:?} at {time}: {off}");
            }
        }
        let angle = |one: &Pose, other: &Pose| 2.0 * chord(turn(one, thigh), turn(other, thigh));
        widest = widest.max(angle(&now, was));
        let head = |joint| frames_now.point(joint, Vec3::ZERO).unwrap();
        let along = (head(pin.joint) - head(thigh)).normalize();
        let knee = (head(shin) - head(thigh)).reject_from_normalized(along);
        if let Some((earlier, bend)) = &last {
            assert!(bend.dot(knee) > 0.0, "the knee flips at {time}");
            let step = angle(earlier, &now);
            fastest[0] = fastest[0].max(angle(&before[place - 1], was));
            fastest[1] = fastest[1].max(step);
            if range.contains(time) && range.contains(time - 1.0 / 155.0) {
                fastest[2] = fastest[2].max(step);
            }
        }
        last = Some((now, knee));
    }
    assert!(slid > 0.05, "it slid by {slid}");
    assert!(worst < most_off(&work), "it is off by {worst}");
    // A smooth fade of four frames at 30 a second passes over by 1.5 · 30 / (4 · 155), a thirteenth of its way, in a step at most, beside the
    // steps of both courses; from one frame to the next it would be a fifth.
    let most = fastest[0] + fastest[2] + widest / 13.0;
    assert!(fastest[1] < most, "a pop: {fastest:?} {widest}");
    let held = work.document.clone();
    work.run(Action::ClipTool(ClipToolAction::HoldPinsInClip));
    let told = &work.session.notices.all().last().unwrap().text;
    assert!(told.contains("hold already"), "{told}");
    assert!(work.document.same_as(&held));
    work.run(Action::Edit(EditAction::Undo));
    assert!(work.document.same_as(&document), "one step");
}

#[test]
fn ranges_with_too_many_frames_are_told_at_once() {
    let mut work = Work::on("builtin:biped");
    work.session.mode = Mode::Animate;
    work.run(Action::Animate(AnimateAction::NewClip));
    let clip = work.session.playback.moment.unwrap().clip;
    let clips = work.document.character.clips.iter().cloned();
    let clips = clips.map(|own| match own.id() == clip {
        true => own.with_duration(1e6),
        false => own,
    });
    work.document = work.document.with_clips(clips.collect());
    select(&mut work, &["foot.L"]);
    work.run(Action::Pins(PinAction::PinJoint));
    let pin = work.document.pins[0];
    for (to, fade) in [(1e6, 0.1), (0.0, 1e6)] {
        let range = PinRange {
            clip,
            from: 0.0,
            to,
            fade,
        };
        let range = Some(range);
        work.document.pins = vec![JointPin { range, ..pin }].into();
        let before = work.document.clone();
        let begun = Instant::now();
        work.run(Action::ClipTool(ClipToolAction::HoldPinsInClip));
        assert!(begun.elapsed() < Duration::from_secs(1));
        let told = &work.session.notices.all().last().unwrap().text;
        assert!(told.contains("too long"), "{to} {fade}: {told}");
        assert!(work.document.same_as(&before));
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
        assert!(off < most_off(&work), "at {time}: {off}");
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
