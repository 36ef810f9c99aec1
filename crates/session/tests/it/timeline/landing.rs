//! Keys land on frames, whatever sets them; and what a pose carries is keyed, what nobody changed is not.

use std::path::PathBuf;
use std::sync::Arc;

use rig::{ClipId, JointChannel, JointIndex, KeyAt, PosePreset, Target};
use session::commands::actions::{
    Action, AnimateAction, EditAction, MarkerAction, PoseAction, PosingAction, SheetAction,
};
use session::commands::command::Intent;
use session::document::channel::{Channel, JointField};
use session::document::moment::Moment;
use session::mode::Mode;
use session::state::clips::command::ClipIntent;
use session::state::clips::markers::MarkerIntent;
use session::state::pose_library::{Entry, LibraryIntent};
use session::state::posing::command::PoseIntent;
use session::state::presets::{PresetFile, read};
use session::state::selection::Choose;
use session::state::timeline::command::SheetIntent;
use session::state::timeline::frames::{FrameRate, TimeUnit};

use crate::support::work::Work;

const FRAMES: TimeUnit = TimeUnit::Frames(FrameRate::FILM);

fn unit(work: &mut Work, unit: TimeUnit) {
    work.send(Intent::Sheet(SheetIntent::SetUnit(Some(unit))).into());
}

fn animate(work: &mut Work, action: AnimateAction) {
    work.run(Action::Animate(action));
}

/// A joint of a new clip that was keyed at its beginning, and is selected.
fn keyed(file: &str, joint: &str) -> (Work, JointIndex) {
    let mut work = Work::on(file);
    work.session.mode = Mode::Animate;
    let joint = work.document.character.rig.skeleton.find(joint).unwrap();
    animate(&mut work, AnimateAction::NewClip);
    unit(&mut work, FRAMES);
    work.send(Intent::Select(Some(joint)).into());
    turn(&mut work, joint, 20.0);
    animate(&mut work, AnimateAction::KeySelected);
    (work, joint)
}

fn turn(work: &mut Work, joint: JointIndex, degrees: f32) {
    let field = JointField {
        joint,
        channel: Channel::Rotation,
        axis: 0,
    };
    let (value, dragging) = (degrees, false);
    let intent = PoseIntent::SetField {
        field,
        value,
        dragging,
    };
    work.send(Intent::Pose(intent).into());
}

/// Plays, and stops after so many seconds, as the window does.
fn play(work: &mut Work, seconds: f64) {
    animate(work, AnimateAction::FirstFrame);
    animate(work, AnimateAction::PlayPause);
    for now in [1.0, 1.0 + 0.4 * seconds, 1.0 + seconds] {
        work.session.playback.tell(now, 2.0);
    }
    assert!(work.session.playback.playing);
}

fn now(work: &Work) -> f32 {
    work.session.playback.moment.unwrap().time
}

fn keys(work: &Work) -> Vec<KeyAt> {
    let Moment { clip, .. } = work.session.playback.moment.unwrap();
    let clip = work.document.character.clip(clip).unwrap();
    let of = |target: Target| {
        let times = clip.keys(target).unwrap().times().to_vec();
        times.into_iter().map(move |time| KeyAt { target, time })
    };
    clip.targets().flat_map(of).collect()
}

fn is_on_frame(time: f32) -> bool {
    FrameRate::FILM.is_on_frame(time)
}

/// A way to set keys at the time that is shown; where it poses a joint first, it is this one.
type SetKeys = fn(&mut Work, JointIndex);

/// The ways to set a key at the time that is shown: each leaves at least one.
const WAYS: &[(&str, SetKeys)] = &[
    ("key", |work, _| {
        animate(work, AnimateAction::KeySelected);
    }),
    ("key all", |work, _| {
        animate(work, AnimateAction::KeyAllChannels);
    }),
    ("key the whole pose", |work, _| {
        animate(work, AnimateAction::KeyWholePose);
    }),
    ("pose, then key", |work, joint| {
        turn(work, joint, 35.0);
        animate(work, AnimateAction::KeyChanged);
    }),
    ("auto-key", |work, joint| {
        animate(work, AnimateAction::ToggleAutoKey);
        turn(work, joint, 35.0);
    }),
    ("wait, then key all", |work, joint| {
        turn(work, joint, 35.0);
        animate(work, AnimateAction::KeyAllPending);
    }),
    ("paste a pose", |work, _| {
        animate(work, AnimateAction::ToggleAutoKey);
        work.run(Action::Pose(PoseAction::PastePose));
    }),
    ("copy from key", |work, _| {
        animate(work, AnimateAction::ToggleAutoKey);
        work.run(Action::Posing(PosingAction::CopyPreviousKey));
    }),
    ("paste keys", |work, _| {
        work.run(Action::Sheet(SheetAction::PasteKeys));
    }),
];

#[test]
fn every_way_to_set_a_key_lands_on_a_frame_after_playback_and_stays_where_it_was_asked_for() {
    for (number, (way, set)) in WAYS.iter().enumerate() {
        let off = 0.013 + 0.0071 * number as f64;
        // While it plays; after it was stopped; and where time is counted in seconds or asked for between frames.
        for case in 0..4 {
            let (mut work, joint) = keyed("builtin:arm", "forearm");
            work.run(Action::Pose(PoseAction::CopyPose));
            let first = keys(&work);
            work.send(Intent::Sheet(SheetIntent::Select(first.clone(), Choose::Alone)).into());
            work.run(Action::Sheet(SheetAction::CopyKeys));
            if case == 2 {
                unit(&mut work, TimeUnit::Seconds);
            }
            play(&mut work, 0.5 + off);
            if case > 0 {
                animate(&mut work, AnimateAction::PlayPause);
            }
            if case == 3 {
                work.send(Intent::Seek(0.51).into());
            }
            let stopped = now(&work);
            set(&mut work, joint);
            let new: Vec<KeyAt> = keys(&work)
                .into_iter()
                .filter(|key| key.time > 0.1)
                .collect();
            assert!(!new.is_empty(), "{way}, case {case}: a key was set");
            for key in new {
                let wanted = case >= 2 || is_on_frame(key.time);
                assert!(wanted, "{way}, case {case}: {} frames", key.time * 24.0);
                assert!((key.time - stopped).abs() < 0.5 / 24.0 + 1e-4);
                assert!(case == 0 || key.time == stopped, "{way}, case {case}");
            }
            assert_eq!(case < 2, is_on_frame(now(&work)), "{way}, case {case}");
        }
    }
}

/// The pose that is made while a clip plays is no other than what was changed: all else is that of the frame.
#[test]
fn a_pose_made_between_frames_takes_along_what_was_changed_alone() {
    let mut work = Work::on("builtin:cylinder");
    work.send(Intent::ShowClip(Some(ClipId(0))).into());
    unit(&mut work, FRAMES);
    let skeleton = &work.document.character.rig.skeleton;
    let root = skeleton.joints().next().unwrap();
    work.send(Intent::Select(Some(root)).into());
    play(&mut work, 0.731);
    assert!(!is_on_frame(now(&work)));
    let field = JointField {
        joint: root,
        channel: Channel::Scale,
        axis: 1,
    };
    let (value, dragging) = (1.5, false);
    let intent = PoseIntent::SetField {
        field,
        value,
        dragging,
    };
    work.send(Intent::Pose(intent).into());
    assert!(is_on_frame(now(&work)));
    let [waits] = work.document.pending.all() else {
        panic!("one pose waits");
    };
    let wanted = [Target::Joint(root, JointChannel::Scale)];
    assert!(waits.changes.keys().eq(&wanted), "{:?}", waits.changes);
}

/// What is asked of the library while a clip plays, one after another, of the pose at a path.
type Ask = fn(PathBuf) -> Vec<LibraryIntent>;

/// A pose of the library is put on the frame: however often its amount is changed then, what it gives is all that waits to be keyed.
#[test]
fn a_pose_of_the_library_lands_on_a_frame_before_it_is_applied() {
    let ways: [(&str, Ask); 3] = [
        ("applied", |path| vec![LibraryIntent::Apply(path)]),
        ("applied, then less of it", |path| {
            vec![LibraryIntent::Apply(path), set_amount(0.5, false)]
        }),
        ("blended in by a drag", |path| {
            let drag = [0.1, 0.4, 0.8].map(|amount| set_amount(amount, true));
            let begin = std::iter::once(LibraryIntent::Choose(Some(path)));
            let end = std::iter::once(set_amount(0.8, false));
            begin.chain(drag).chain(end).collect()
        }),
    ];
    for (number, (way, asked)) in ways.into_iter().enumerate() {
        let off = 0.0137 + 0.0071 * number as f64;
        let (mut work, root, path) = over_a_twist();
        play(&mut work, 0.7 + off);
        assert!(!is_on_frame(now(&work)), "{way}");
        for intent in asked(path) {
            let is_posed = !matches!(intent, LibraryIntent::Choose(_));
            work.send(Intent::Library(intent).into());
            if is_posed {
                check_turned_alone(&work, root, way);
            }
        }
    }
}

/// That one pose waits, on a frame, which turns a joint and does nothing else.
fn check_turned_alone(work: &Work, joint: JointIndex, way: &str) {
    let time = now(work);
    assert!(is_on_frame(time), "{way}: {} frames", time * 24.0);
    let [waits] = work.document.pending.all() else {
        panic!("{way}: one pose waits");
    };
    assert_eq!(waits.moment.time, time, "{way}");
    let wanted = [Target::Joint(joint, JointChannel::Rotation)];
    assert!(waits.changes.keys().eq(&wanted), "{way}: {waits:?}");
}

fn set_amount(amount: f32, dragging: bool) -> LibraryIntent {
    LibraryIntent::SetAmount { amount, dragging }
}

/// A cylinder that shows a clip of its upper joint, the joint below it, and the path of a pose of the library that turns that one.
fn over_a_twist() -> (Work, JointIndex, PathBuf) {
    let mut work = Work::on("builtin:cylinder");
    work.send(Intent::ShowClip(Some(ClipId(0))).into());
    unit(&mut work, FRAMES);
    let skeleton = &work.document.character.rig.skeleton;
    let root = skeleton.joints().next().unwrap();
    let text = format!(
        "(version: 1, name: \"Lean\", joints: {{ {:?}: (rotation: (0, 0, 20)) }})",
        skeleton.name(root)
    );
    let path = PathBuf::from("lean.ron");
    let entry = Entry {
        path: path.clone(),
        name: "Lean".to_owned(),
        preset: Some(Arc::new(read(&text, "lean.ron").unwrap())),
        fault: None,
        revision: 1,
    };
    work.session.library.entries = vec![Arc::new(entry)].into();
    (work, root, path)
}

/// A marker that is set while the clip plays stands on a frame.
#[test]
fn markers_land_on_frames_too() {
    let (mut work, _) = keyed("builtin:arm", "hand");
    play(&mut work, 0.777);
    work.run(Action::Markers(MarkerAction::AddMarker));
    work.send(Intent::Clip(ClipIntent::Markers(MarkerIntent::Confirm)).into());
    let clip = &work.document.character.clips;
    let markers = clip.last().unwrap().markers();
    assert!(is_on_frame(markers[0].time), "{markers:?}");
}

/// Takes a pose that the clip shows already.
type Hold = fn(&mut Work);

#[test]
fn a_pose_that_the_clip_shows_already_is_a_hold_once_it_is_pasted() {
    let ways: [(&str, Hold); 2] = [
        ("paste", |work| {
            work.run(Action::Pose(PoseAction::PastePose));
        }),
        ("copy from key", |work| {
            work.run(Action::Posing(PosingAction::CopyPreviousKey));
        }),
    ];
    for (way, hold) in ways {
        for is_automatic in [true, false] {
            let (mut work, joint) = keyed("builtin:arm", "forearm");
            work.run(Action::Pose(PoseAction::CopyPose));
            work.send(Intent::Seek(0.5).into());
            if is_automatic {
                animate(&mut work, AnimateAction::ToggleAutoKey);
            }
            hold(&mut work);
            if !is_automatic {
                assert_eq!(work.document.pending.all().len(), 1, "{way}: it waits");
                animate(&mut work, AnimateAction::KeyChanged);
            }
            let target = Target::Joint(joint, JointChannel::Rotation);
            let found = keys(&work);
            let wanted = [0.0, 0.5].map(|time| KeyAt { target, time });
            assert_eq!(found, wanted, "{way}, auto-key {is_automatic}");
        }
    }
}

/// Joints whose sides are not mirror images to the last bit: what was at rest stays without keys.
#[test]
fn a_mirrored_pose_keys_the_joints_that_were_posed_alone() {
    for (file, left, right) in [
        ("builtin:biped", "thigh.L", "thigh.R"),
        ("builtin:biped", "upper_arm.R", "upper_arm.L"),
    ] {
        let mut work = Work::on(file);
        work.session.mode = Mode::Animate;
        let skeleton = &work.document.character.rig.skeleton;
        let [left, right] = [left, right].map(|name| skeleton.find(name).unwrap());
        animate(&mut work, AnimateAction::NewClip);
        animate(&mut work, AnimateAction::ToggleAutoKey);
        work.send(Intent::Select(Some(left)).into());
        turn(&mut work, left, 30.0);
        work.run(Action::Edit(EditAction::SelectNone));
        work.run(Action::Pose(PoseAction::CopyPose));
        work.send(Intent::Seek(0.5).into());
        work.run(Action::Pose(PoseAction::PastePoseMirrored));
        let turned = |joint| Target::Joint(joint, JointChannel::Rotation);
        let found: std::collections::BTreeSet<Target> =
            keys(&work).iter().map(|key| key.target).collect();
        assert!(
            found.iter().eq(&[
                turned(left).min(turned(right)),
                turned(left).max(turned(right))
            ]),
            "{found:?}"
        );
    }
}

/// What a preset gives is keyed, also where the clip shows it already; what it does not give is not.
#[test]
fn a_preset_keys_the_channels_that_it_gives() {
    let (mut work, joint) = keyed("builtin:arm", "forearm");
    let skeleton = &work.document.character.rig.skeleton;
    let pose = session::shown::current_pose(&work.document, &work.session);
    let preset = PosePreset::of(skeleton, &pose);
    assert_eq!(preset.joints.len(), 1);
    let file = PresetFile {
        name: "As it is".to_owned(),
        preset,
        ..PresetFile::default()
    };
    let path = PathBuf::from("as it is.ron");
    let entry = Entry {
        path: path.clone(),
        name: file.name.clone(),
        preset: Some(Arc::new(file)),
        fault: None,
        revision: 1,
    };
    work.session.library.entries = vec![Arc::new(entry)].into();
    work.send(Intent::Seek(0.5).into());
    animate(&mut work, AnimateAction::ToggleAutoKey);
    work.send(Intent::Library(LibraryIntent::Apply(path)).into());
    let target = Target::Joint(joint, JointChannel::Rotation);
    let wanted = [0.0, 0.5].map(|time| KeyAt { target, time });
    assert_eq!(keys(&work), wanted);
}

/// From pose to pose every channel that has keys gets one; else what was posed alone.
#[test]
fn whole_poses_are_keyed_where_that_is_asked_for() {
    for is_whole in [false, true] {
        let (mut work, joint) = keyed("builtin:arm", "forearm");
        let other = work.document.character.rig.skeleton.find("hand").unwrap();
        work.send(Intent::Select(Some(other)).into());
        animate(&mut work, AnimateAction::KeySelected);
        animate(&mut work, AnimateAction::ToggleAutoKey);
        if is_whole {
            animate(&mut work, AnimateAction::ToggleAutoKeyWhole);
        }
        work.send(Intent::Seek(0.5).into());
        turn(&mut work, joint, 50.0);
        let late: Vec<Target> = (keys(&work).iter())
            .filter(|key| key.time == 0.5)
            .map(|key| key.target)
            .collect();
        let [own, other] = [joint, other].map(|of| Target::Joint(of, JointChannel::Rotation));
        let wanted = if is_whole {
            vec![own, other]
        } else {
            vec![own]
        };
        assert_eq!(late, wanted);
    }
}

#[test]
fn keys_of_one_joint_go_to_another_where_that_is_asked_for() {
    let (mut work, joint) = keyed("builtin:arm", "forearm");
    let other = work.document.character.rig.skeleton.find("hand").unwrap();
    let own = keys(&work);
    work.send(Intent::Sheet(SheetIntent::Select(own, Choose::Alone)).into());
    work.run(Action::Sheet(SheetAction::CopyKeys));
    work.send(Intent::Select(Some(other)).into());
    work.send(Intent::Seek(0.5).into());
    work.run(Action::Sheet(SheetAction::PasteKeysToSelected));
    let there = Target::Joint(other, JointChannel::Rotation);
    let found = keys(&work).into_iter().find(|key| key.target == there);
    assert_eq!(found.map(|key| key.time), Some(0.5));
    work.run(Action::Sheet(SheetAction::PasteKeys));
    let own = Target::Joint(joint, JointChannel::Rotation);
    assert_eq!(
        keys(&work).iter().filter(|key| key.target == own).count(),
        2
    );
}

#[test]
fn all_unkeyed_poses_are_discarded_at_once_and_come_back() {
    let (mut work, joint) = keyed("builtin:arm", "forearm");
    for time in [0.25, 0.5, 0.75] {
        work.send(Intent::Seek(time).into());
        turn(&mut work, joint, 90.0 * time);
    }
    assert_eq!(work.document.pending.all().len(), 3);
    animate(&mut work, AnimateAction::DiscardAllPending);
    assert!(work.document.pending.is_empty());
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(work.document.pending.all().len(), 3);
}

/// What becomes of the beginning is worth a word once; at every first key of a joint it would be noise.
#[test]
fn a_first_key_after_the_beginning_is_told_once() {
    let mut work = Work::on("builtin:arm");
    animate(&mut work, AnimateAction::ToggleAutoKey);
    let told = |work: &Work| {
        let notices = work.session.notices.all().iter();
        let first = notices.filter(|notice| notice.text.starts_with("First key"));
        first.map(|notice| notice.times).sum::<usize>()
    };
    for _ in 1..=2 {
        work.send(Intent::Clip(ClipIntent::New).into());
        work.send(Intent::Seek(0.5).into());
        for joint in [JointIndex(1), JointIndex(2)] {
            turn(&mut work, joint, 30.0);
            assert_eq!(told(&work), 1, "the next joint and clip say nothing");
        }
    }
}
