//! In-betweens by the pose slider, mirror posing and locked axes, without a window.

use glam::{Quat, Vec2, Vec3};
use rig::{JointIndex, JointPairs, Pose, mirror_pose};
use session::commands::actions::{Action, EditAction, PoseAction, PosingAction, ToolAction};
use session::commands::command::{Command, Input, Intent};
use session::document::channel::{Channel, JointField};
use session::features::posing::pose_edit::values;
use session::features::timeline::neighbor_keys::neighbor_keys;
use session::mode::Mode;
use session::shown::visible_pose;
use session::state::gizmo::Hold;
use session::state::gizmo::operation::{Event, Follow};
use session::state::gizmo::tool::{Axis, Tool};
use session::state::posing::command::PoseIntent;
use session::state::projects::{restore_project, work_of};

use crate::support::work::Work;

/// The arm between two keys of its clip, with a joint selected that the clip moves; the joint and both times.
fn between_keys() -> (Work, JointIndex, [f32; 2]) {
    let mut work = Work::on("builtin:arm");
    work.session.mode = Mode::Animate;
    let clip = work.document.character.clips[0].clone();
    let joint = clip.tracks()[0].joint;
    let [_, first] = neighbor_keys(&clip, Some(&[joint]), 0.0);
    let [_, second] = neighbor_keys(&clip, Some(&[joint]), first.unwrap());
    let times = [first.unwrap(), second.unwrap()];
    work.send(Intent::ShowClip(Some(clip.id())).into());
    work.send(Intent::Seek(times[0] + 0.3 * (times[1] - times[0])).into());
    work.send(Intent::Select(Some(joint)).into());
    (work, joint, times)
}

fn at(work: &Work, time: f32) -> Pose {
    let character = &work.document.character;
    character.clips[0].sample(&character.rig.skeleton, &character.file_pose(), time)
}

fn of(pose: &Pose, joint: JointIndex) -> (rig::Rigid, rig::Stretch) {
    (pose.rigid[joint.index()], pose.stretch[joint.index()])
}

fn tell(work: &mut Work, event: Event) {
    work.send(Command::Input(Input::Tool(event)));
}

fn typed(work: &mut Work, text: &str) {
    for sign in text.chars() {
        tell(work, Event::Sign(sign));
    }
}

fn pointer(work: &mut Work, x: f32, fine: bool) {
    let follow = Follow {
        pane: 0,
        pixel: Vec2::new(x, 100.0),
        viewport: Vec2::splat(800.0),
        hold: Hold { snap: false, fine },
        step: 0.01,
    };
    tell(work, Event::Follow(follow));
}

fn set(joint: JointIndex, channel: Channel, axis: usize, value: f32) -> Command {
    let field = JointField {
        joint,
        channel,
        axis,
    };
    Intent::Pose(PoseIntent::SetField {
        field,
        value,
        dragging: false,
    })
    .into()
}

#[test]
fn a_breakdown_goes_from_key_to_key_and_beyond() {
    let (mut work, joint, times) = between_keys();
    let ends = times.map(|time| at(&work, time));
    work.run(Action::Posing(PosingAction::Breakdown));
    let half = ends[0].interpolate_channels(&ends[1], 0.5, Some(&[joint]));
    assert_eq!(of(&work.document.pose, joint), of(&half, joint));
    for (text, amount) in [("0", 0.0), ("100", 1.0), ("120", 1.2)] {
        for _ in 0..4 {
            tell(&mut work, Event::Backspace);
        }
        typed(&mut work, text);
        let wanted = ends[0].interpolate_channels(&ends[1], amount, Some(&[joint]));
        let [is, wanted] = [&work.document.pose, &wanted].map(|pose| of(pose, joint));
        assert!(is.0.rotation.abs_diff_eq(wanted.0.rotation, 1e-6), "{text}");
    }
    tell(&mut work, Event::Confirm);
    let name = format!(
        "Breakdown 120 % of {}",
        work.document.character.rig.skeleton.name(joint)
    );
    assert_eq!(work.history.undo_name(), Some(name.as_str()));
    assert!(work.session.slider.is_none());
    work.run(Action::Edit(EditAction::Undo));
    assert!(work.session.playback.moment.is_some(), "the clip again");
}

#[test]
fn the_pointer_goes_sideways_and_escape_puts_all_back() {
    let (mut work, joint, times) = between_keys();
    // On a key, which lies between two others.
    work.send(Intent::Seek(times[0]).into());
    let (document, playback) = (work.document.clone(), work.session.playback.clone());
    work.run(Action::Posing(PosingAction::RelaxOrPush));
    let start = visible_pose(&work.document, &work.session);
    pointer(&mut work, 300.0, false);
    assert_eq!(work.document.pose, start, "nothing has moved yet");
    pointer(&mut work, 330.0, false);
    let readout = |work: &Work| work.session.slider.as_ref().unwrap().readout();
    assert_eq!(readout(&work), "Relax 10 %");
    assert_ne!(of(&work.document.pose, joint), of(&start, joint));
    pointer(&mut work, 240.0, false);
    assert_eq!(readout(&work), "Push 20 %");
    pointer(&mut work, 270.0, true);
    assert_eq!(readout(&work), "Push 19 %");
    pointer(&mut work, -5000.0, false);
    assert_eq!(readout(&work), "Push 100 %", "no farther by the pointer");
    tell(&mut work, Event::Cancel);
    assert!(work.document.same_as(&document));
    assert_eq!(work.session.playback, playback);
    assert!(work.history.is_empty());
}

#[test]
fn keys_are_copied_and_what_lies_outside_is_refused_with_a_reason() {
    let (mut work, joint, times) = between_keys();
    let there = at(&work, times[1]);
    work.run(Action::Posing(PosingAction::CopyNextKey));
    assert_eq!(
        of(&visible_pose(&work.document, &work.session), joint),
        of(&there, joint)
    );
    work.run(Action::Edit(EditAction::Undo));
    work.send(Intent::Seek(0.0).into());
    for action in [PosingAction::Breakdown, PosingAction::CopyPreviousKey] {
        work.run(Action::Posing(action));
        assert!(work.session.slider.is_none());
    }
    let said = work
        .session
        .notices
        .all()
        .iter()
        .filter(|it| it.text.contains("no key"));
    assert_eq!(said.count(), 2);
    work.session.mode = Mode::Weights;
    work.run(Action::Posing(PosingAction::BlendToRest));
    assert!(work.session.slider.is_none());
}

#[test]
fn a_blend_to_rest_of_all_ends_at_rest() {
    let mut work = Work::on("builtin:arm");
    work.session.mode = Mode::Pose;
    work.send(set(JointIndex(1), Channel::Rotation, 2, 70.0));
    work.send(set(JointIndex(2), Channel::Scale, 0, 4.0));
    work.run(Action::Posing(PosingAction::BlendToRest));
    typed(&mut work, "50");
    let half = values(&work.document.pose, 1, Channel::Rotation);
    assert!((half.z - 35.0).abs() < 1e-3, "{half}");
    let half = values(&work.document.pose, 2, Channel::Scale);
    assert!((half.x - 2.0).abs() < 1e-5, "scale goes by factors: {half}");
    for _ in 0..2 {
        tell(&mut work, Event::Backspace);
    }
    typed(&mut work, "100");
    tell(&mut work, Event::Confirm);
    assert_eq!(*work.document.pose, work.document.character.file_pose());
    assert_eq!(work.history.len(), 3);
}

#[test]
fn mirror_posing_poses_the_other_side() {
    let mut work = Work::on("builtin:biped");
    work.session.mode = Mode::Pose;
    let skeleton = work.document.character.rig.skeleton.clone();
    let [left, right, spine] = ["upper_arm.L", "upper_arm.R", "spine"]
        .map(|name| skeleton.find(name).unwrap_or(JointIndex(0)));
    work.run(Action::Posing(PosingAction::ToggleMirrorPosing));
    work.send(Intent::Select(Some(left)).into());
    work.send(set(left, Channel::Rotation, 2, 40.0));
    work.send(set(left, Channel::Shear, 1, 0.2));
    let patterns = work.session.settings.mirror.patterns();
    let pairs = JointPairs::new(&skeleton, patterns);
    let seen = mirror_pose(&skeleton, &work.document.pose, &pairs);
    assert_eq!(of(&work.document.pose, right), of(&seen, right));
    assert_ne!(of(&work.document.pose, right).0.rotation, Quat::IDENTITY);
    assert_eq!(work.history.len(), 2, "both sides are one step");
    work.send(Intent::Select(Some(spine)).into());
    let before = work.document.pose.clone();
    work.send(set(spine, Channel::Rotation, 2, 10.0));
    assert_eq!(
        of(&work.document.pose, left),
        of(&before, left),
        "the middle has no other side"
    );

    // With both sides selected the active one counts.
    let joints = vec![left, right];
    work.send(Intent::SelectAll(joints, session::state::selection::Choose::Alone).into());
    work.run(Action::Tool(ToolAction::Operate(Tool::Rotate)));
    tell(&mut work, Event::Axis(Axis::X));
    typed(&mut work, "30");
    tell(&mut work, Event::Confirm);
    let seen = mirror_pose(&skeleton, &work.document.pose, &pairs);
    let [is, wanted] = [&work.document.pose, &seen].map(|pose| of(pose, left).0.rotation);
    assert!(is.abs_diff_eq(wanted, 1e-5) || is.abs_diff_eq(-wanted, 1e-5));
}

#[test]
fn locked_axes_hold_against_fields_operators_and_resets() {
    let mut work = Work::on("builtin:arm");
    work.session.mode = Mode::Pose;
    let joint = JointIndex(1);
    work.send(Intent::Select(Some(joint)).into());
    work.send(set(joint, Channel::Rotation, 2, 30.0));
    let lock = |axis, locked| {
        Command::from(Intent::Pose(PoseIntent::SetLock {
            channel: Some(Channel::Rotation),
            axis,
            locked,
        }))
    };
    work.send(lock(Some(2), true));
    let name = work.document.character.rig.skeleton.name(joint).to_owned();
    let step = format!("Lock rotation Z of {name}");
    assert_eq!(work.history.undo_name(), Some(step.as_str()));
    work.send(set(joint, Channel::Rotation, 2, 50.0));
    work.send(set(joint, Channel::Rotation, 0, 20.0));
    let now = |work: &Work| values(&work.document.pose, joint.index(), Channel::Rotation);
    assert!(
        now(&work).abs_diff_eq(Vec3::new(20.0, 0.0, 30.0), 1e-3),
        "{}",
        now(&work)
    );
    work.run(Action::Tool(ToolAction::Operate(Tool::Rotate)));
    typed(&mut work, "45");
    tell(&mut work, Event::Confirm);
    assert!((now(&work).z - 30.0).abs() < 1e-2, "{}", now(&work));
    work.run(Action::Pose(PoseAction::ResetRotation));
    assert!(
        now(&work).abs_diff_eq(Vec3::new(0.0, 0.0, 30.0), 1e-3),
        "{}",
        now(&work)
    );

    // Saved with the project, and undone by name.
    let again = restore_project(&work.document.original, &work_of(&work.document));
    assert_eq!(again.problems, Vec::<String>::new());
    assert_eq!(again.document.axis_locks, work.document.axis_locks);
    let locked = work.document.clone();
    work.run(Action::Posing(PosingAction::LockChannels));
    assert!(work.document.axis_locks[1].has(Channel::Shear, None));
    work.run(Action::Tool(ToolAction::Operate(Tool::Shear)));
    assert!(work.session.operation.is_none(), "all of it is locked");
    work.run(Action::Edit(EditAction::Undo));
    assert!(work.document.same_as(&locked));
    work.send(lock(None, false));
    assert!(work.document.axis_locks[1].is_empty());
    work.send(set(joint, Channel::Rotation, 2, 50.0));
    assert!((now(&work).z - 50.0).abs() < 1e-3);
}

fn last_notice(work: &Work) -> String {
    let notices = work.session.notices.all();
    notices
        .last()
        .map_or_else(String::new, |it| it.text.clone())
}

/// Silence would leave open whether the command was done at all.
#[test]
fn pasting_or_mirroring_what_is_there_says_that_nothing_changed() {
    let mut work = Work::on("builtin:biped");
    work.run(Action::Pose(PoseAction::MirrorPose));
    assert!(last_notice(&work).contains("mirror image"));
    let skeleton = &work.document.character.rig.skeleton;
    let [forearm, hand] = ["forearm.L", "hand.L"].map(|name| skeleton.find(name).unwrap());
    work.send(set(forearm, Channel::Rotation, 0, 40.0));
    // As after a drag of the hand: it is selected, and the joints above it are turned.
    work.send(Intent::Select(Some(hand)).into());
    work.run(Action::Pose(PoseAction::MirrorPose));
    let said = last_notice(&work);
    assert!(said.contains("the selected joints"), "{said}");
    work.run(Action::Pose(PoseAction::CopyPose));
    work.run(Action::Pose(PoseAction::PastePoseMirrored));
    let said = last_notice(&work);
    assert!(
        said.starts_with("Nothing changed") && said.contains("copy again"),
        "{said}"
    );
    work.run(Action::Edit(EditAction::SelectNone));
    work.run(Action::Pose(PoseAction::CopyPose));
    work.run(Action::Pose(PoseAction::PastePoseMirrored));
    assert_eq!(last_notice(&work), "Copied the whole pose of biped.");
    work.run(Action::Pose(PoseAction::PastePoseMirrored));
    assert!(last_notice(&work).starts_with("Nothing changed"));
    // What was copied holds more than the hand: copying it would lose that.
    work.send(Intent::Select(Some(hand)).into());
    work.run(Action::Pose(PoseAction::PastePoseMirrored));
    let said = last_notice(&work);
    assert!(said.contains("paste again"), "{said}");
}
