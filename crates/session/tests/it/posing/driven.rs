//! Numbers that follow the angles of joints: seen, written, read again, refused, and kept through projects and edits of the skeleton.

use std::sync::Arc;

use character::{Character, SaveOptions, SkeletonEdit, open_bytes, to_glb_with};
use glam::{Quat, Vec3};
use rig::{
    ClipEdit, DrivenChannel, DrivenCombine, DrivenCurve, DrivenKey, DrivenTarget, DriverAngle,
    DriverMeasure, JointChannel, JointIndex, Target,
};
use session::commands::actions::{Action, EditAction, PosingAction};
use session::commands::command::{Command, Intent};
use session::document::Document;
use session::document::channel::{Channel, JointField};
use session::document::keyed::{clip_pose, keys_of_pose, seen_pose};
use session::document::layered_clips::{MERGE_RATE, seen_document};
use session::document::moment::Moment;
use session::mode::Mode;
use session::shown::{shown_pose, visible_pose};
use session::state::export::options::kept_extras;
use session::state::posing::command::PoseIntent;
use session::state::posing::driven::{DrivenIntent, DrivenPart};
use session::state::projects::{restore_project, work_of};
use session::state::selection::Choose;

use crate::support::work::Work;

const UPPER: JointIndex = JointIndex(0);
const ELBOW: JointIndex = JointIndex(1);
const HAND: JointIndex = JointIndex(2);

/// The hand turns about X by a half of what the forearm bends about Z.
fn half(combine: DrivenCombine) -> DrivenChannel {
    DrivenChannel {
        driver: DriverAngle {
            joint: ELBOW,
            measure: DriverMeasure::Twist { axis: Vec3::Z },
        },
        target: DrivenTarget::Rotation {
            joint: HAND,
            axis: Vec3::X,
        },
        curve: DrivenCurve::proportional(0.5).unwrap(),
        combine,
        muted: false,
    }
}

/// The arm with one clip of a second, in which the forearm bends about Z to one radian and the hand stays turned about X by a half.
fn bending() -> Work {
    let mut work = Work::on("builtin:arm");
    work.session.mode = Mode::Pose;
    let character = &work.document.character;
    let skeleton = &character.rig.skeleton;
    let turns = [ELBOW, HAND].map(|joint| Target::Joint(joint, JointChannel::Rotation));
    let mut pose = character.file_pose();
    pose.rigid[2].rotation = Quat::from_rotation_x(0.5);
    let mut keys = keys_of_pose(skeleton, &pose, turns, 0.0);
    pose.rigid[1].rotation = Quat::from_rotation_z(1.0);
    keys.extend(keys_of_pose(skeleton, &pose, turns, 1.0));
    let clip = character.clips[0].clone();
    let clip = clip.with_tracks(Vec::new(), Vec::new()).with_duration(1.0);
    let (clip, _) = clip.with_edit(&ClipEdit::SetKeys(keys)).unwrap();
    let character = character.with_clips(vec![clip]);
    work.open_as("arm.glb", character);
    work.session.mode = Mode::Pose;
    work
}

fn add(work: &mut Work, channel: DrivenChannel) {
    work.send(Intent::Driven(DrivenIntent::Add(channel)).into());
}

fn hand_at(document: &Document, time: f32, is_seen: bool) -> Quat {
    let clip = document.character.clips[0].id();
    let moment = Moment { clip, time };
    let pose = match is_seen {
        true => seen_pose(document, moment, true),
        false => clip_pose(document, moment, true),
    };
    pose.unwrap().rigid[2].rotation
}

fn is_near(one: Quat, other: Quat) -> bool {
    one.abs_diff_eq(other, 1e-4) || one.abs_diff_eq(-other, 1e-4)
}

fn said(work: &Work) -> String {
    let notices = work.session.notices.all().iter();
    notices.map(|it| it.text.clone() + "\n").collect()
}

fn exported(document: &Document) -> Character {
    let options = SaveOptions {
        kept: Some(kept_extras(document, None)),
        ..SaveOptions::default()
    };
    let seen = seen_document(document, MERGE_RATE).unwrap();
    let (bytes, _) = to_glb_with(&seen.character, &options).unwrap();
    open_bytes("builtin:arm", &bytes).unwrap()
}

/// What is added is seen once, written into the keys, taken off them when the file is read, and seen once again.
#[test]
fn what_is_driven_is_seen_and_written_and_never_doubled() {
    let mut work = bending();
    add(&mut work, half(DrivenCombine::Adds));
    assert!(is_near(
        hand_at(&work.document, 1.0, false),
        Quat::from_rotation_x(0.5)
    ));
    assert!(is_near(
        hand_at(&work.document, 1.0, true),
        Quat::from_rotation_x(1.0)
    ));
    let seen = seen_document(&work.document, MERGE_RATE).unwrap();
    let opened = Document::new(Arc::new(exported(&work.document)));
    assert_eq!(opened.driven, work.document.driven);
    for frame in 0..=30_u8 {
        let time = f32::from(frame) / 30.0;
        let live = hand_at(&work.document, time, true);
        assert!(is_near(hand_at(&seen, time, false), live), "{time}");
        assert!(is_near(hand_at(&opened, time, true), live), "{time}");
        let own = hand_at(&work.document, time, false);
        assert!(is_near(hand_at(&opened, time, false), own), "{time}");
    }
    // Written once more without a change the same again.
    let again = Document::new(Arc::new(exported(&opened)));
    assert!(is_near(
        hand_at(&again, 1.0, true),
        Quat::from_rotation_x(1.0)
    ));
    // Nothing of it is work beside the file.
    assert_eq!(work_of(&opened).driven, None);
    // Without the channel its share is written no more.
    let free = opened.with_driven(Vec::new()).unwrap();
    let free = Document::new(Arc::new(exported(&free)));
    assert!(free.driven.is_empty());
    assert!(is_near(
        hand_at(&free, 1.0, true),
        Quat::from_rotation_x(0.5)
    ));
}

/// A pose stays as it was typed; where a channel takes its place, people are told.
#[test]
fn poses_stay_as_typed_and_what_does_not_count_is_told() {
    let mut work = bending();
    work.send(Intent::ShowClip(None).into());
    let turn = |work: &mut Work, joint, axis, value| {
        let field = JointField {
            joint,
            channel: Channel::Rotation,
            axis,
        };
        work.send(Command::from(Intent::Pose(PoseIntent::SetField {
            field,
            value,
            dragging: false,
        })));
    };
    add(&mut work, half(DrivenCombine::Replaces));
    turn(&mut work, ELBOW, 2, 60.0);
    let (posed, seen) = (
        visible_pose(&work.document, &work.session),
        shown_pose(&work.document, &work.session),
    );
    assert_eq!(posed.rigid[2].rotation, Quat::IDENTITY);
    let wanted = Quat::from_rotation_x(30_f32.to_radians());
    assert!(is_near(seen.rigid[2].rotation, wanted));
    assert!(!said(&work).contains("drives"), "{}", said(&work));
    turn(&mut work, HAND, 0, 70.0);
    let seen = shown_pose(&work.document, &work.session);
    assert!(is_near(seen.rigid[2].rotation, wanted));
    let name = work.document.character.rig.skeleton.name(ELBOW).to_owned();
    assert!(
        said(&work).contains(&format!("{name} drives")),
        "{}",
        said(&work)
    );
    // About another axis it counts.
    turn(&mut work, HAND, 2, 40.0);
    assert!(!is_near(
        shown_pose(&work.document, &work.session).rigid[2].rotation,
        wanted
    ));
}

#[test]
fn rings_are_refused_by_name_and_the_rest_is_kept() {
    let mut work = bending();
    let names = [ELBOW, HAND].map(|joint| {
        let skeleton = &work.document.character.rig.skeleton;
        skeleton.name(joint).to_owned()
    });
    let tells_both =
        |text: &str| text.contains("ring") && names.iter().all(|name| text.contains(name));
    work.send(Intent::SelectAll(vec![ELBOW, HAND], Choose::Alone).into());
    work.run(Action::Posing(PosingAction::DriveBySelected));
    assert_eq!(work.document.driven.channels().len(), 1);
    assert!(work.document.driven.drives(HAND));
    let back = DrivenChannel {
        driver: DriverAngle {
            joint: HAND,
            measure: DriverMeasure::Twist { axis: Vec3::Y },
        },
        target: DrivenTarget::Rotation {
            joint: ELBOW,
            axis: Vec3::Y,
        },
        ..half(DrivenCombine::Adds)
    };
    add(&mut work, back);
    assert!(tells_both(&said(&work)), "{}", said(&work));
    assert_eq!(work.document.driven.channels().len(), 1);

    // The same in a project: the second of both is left out.
    let mut project = work_of(&work.document);
    let shapes = project.driven.as_mut().unwrap();
    let mut back = shapes[0].clone();
    std::mem::swap(&mut back.driver, &mut back.joint);
    shapes.push(back);
    let again = restore_project(&work.document.original, &project);
    assert_eq!(again.document.driven, work.document.driven);
    assert!(tells_both(&again.problems[0]), "{:?}", again.problems);

    work.run(Action::Posing(PosingAction::RemoveDrivers));
    assert!(work.document.driven.is_empty());
    work.run(Action::Edit(EditAction::Undo));
    work.run(Action::Edit(EditAction::Undo));
    assert!(work.document.driven.is_empty(), "as before the first");
}

/// Numbers come back to the bit; joints that go take their channels along, and others keep theirs.
#[test]
fn channels_are_kept_in_projects_and_follow_the_skeleton() {
    let mut work = bending();
    let keys = [(-0.7, 0.1), (0.3, -0.2), (1.9, 0.7)];
    let keys = keys.map(|(angle, value)| DrivenKey { angle, value });
    add(&mut work, half(DrivenCombine::Adds));
    add(
        &mut work,
        DrivenChannel {
            driver: DriverAngle {
                joint: UPPER,
                measure: DriverMeasure::Swing {
                    axis: Vec3::Z,
                    bone: Vec3::X,
                },
            },
            target: DrivenTarget::Scale {
                joint: HAND,
                axis: Vec3::new(0.0, 0.6, 0.8),
            },
            curve: DrivenCurve::new(keys).unwrap(),
            combine: DrivenCombine::Replaces,
            muted: false,
        },
    );
    assert_eq!(work.document.driven.channels().len(), 2);
    let again = restore_project(&work.document.original, &work_of(&work.document));
    assert_eq!(again.problems, Vec::<String>::new());
    assert_eq!(again.document.driven, work.document.driven);

    let skeleton = &work.document.character.rig.skeleton;
    let edit = SkeletonEdit::Dissolve {
        joint: skeleton.key(ELBOW),
    };
    let hand = skeleton.name(HAND).to_owned();
    let (dissolved, _) = work.document.with_skeleton_edit(&edit).unwrap();
    let now = dissolved.character.rig.skeleton.find(&hand).unwrap();
    let left = dissolved.driven.channels();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].target.joint(), Some(now));
    assert_ne!(now, HAND);
}

/// Switched off, a channel is kept and drives nothing: seen, written, kept, and on again. Muting all is the panes' own.
#[test]
fn drivers_are_switched_off_and_on_and_muted_in_panes() {
    let mut work = bending();
    add(&mut work, half(DrivenCombine::Adds));
    let own = Quat::from_rotation_x(0.5);
    let driven = Quat::from_rotation_x(1.0);
    work.send(Intent::Select(Some(HAND)).into());
    work.run(Action::Posing(PosingAction::ToggleDrivers));
    assert!(work.history.undo_name().unwrap().starts_with("Switch off"));
    assert!(is_near(hand_at(&work.document, 1.0, true), own));
    let again = restore_project(&work.document.original, &work_of(&work.document));
    assert_eq!(again.document.driven, work.document.driven);
    let file = exported(&work.document);
    assert!(file.driven_of_file().set.channels()[0].muted);
    let opened = Document::new(Arc::new(file));
    assert!(is_near(hand_at(&opened, 1.0, true), own));
    work.run(Action::Posing(PosingAction::ToggleDrivers));
    assert!(is_near(hand_at(&work.document, 1.0, true), driven));

    // What the panes show follows the switch; the document stays.
    let kept = work.document.clone();
    work.run(Action::Posing(PosingAction::ToggleMuteDrivers));
    let seen = |work: &Work| shown_pose(&work.document, &work.session);
    let posed = |work: &Work| visible_pose(&work.document, &work.session);
    assert_eq!(*seen(&work), *posed(&work));
    assert!(work.document.same_as(&kept));
}

/// A part of a joint that is driven is found again in the list, shear too.
#[test]
fn every_part_of_the_list_is_found_again() {
    for part in DrivenPart::ALL {
        assert_eq!(
            DrivenPart::find(&part.of(HAND)),
            Some(part),
            "{}",
            part.name()
        );
    }
}
