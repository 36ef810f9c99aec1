//! Posing over a clip: every way a pending pose can go, and auto-key.

mod exports;

use std::sync::Arc;

use character::{Character, MeshInstance};
use rig::{ClipId, JointChannel, JointIndex, KeyValue, Target};
use session::commands::actions::{Action, AnimateAction, EditAction, PoseAction};
use session::commands::command::{Command, Input, Intent};
use session::document::Document;
use session::document::channel::{Channel, JointField};
use session::document::moment::Moment;
use session::shown::current_pose;
use session::state::clips::command::ClipIntent;
use session::state::posing::command::PoseIntent;
use session::state::projects::{Restored, read, restore_project, work_of, write};
use session::state::timeline::command::SheetIntent;

use crate::support::work::Work;

const SHEAR: Target = Target::Joint(JointIndex(2), JointChannel::Shear);
const HERE: Moment = Moment {
    clip: ClipId(0),
    time: 0.7,
};

fn over_a_clip() -> Work {
    let mut work = Work::on("builtin:arm");
    work.send(Intent::ShowClip(Some(ClipId(0))).into());
    work.send(Intent::Seek(HERE.time).into());
    work
}

fn shear(work: &mut Work, value: f32, dragging: bool) {
    let field = JointField {
        joint: JointIndex(2),
        channel: Channel::Shear,
        axis: 1,
    };
    let intent = PoseIntent::SetField {
        field,
        value,
        dragging,
    };
    work.send(Intent::Pose(intent).into());
}

fn shown(work: &Work) -> f32 {
    current_pose(&work.document, &work.session).stretch[2]
        .shear
        .y
}

fn run(work: &mut Work, action: AnimateAction) {
    work.run(Action::Animate(action));
}

fn posed() -> Work {
    let mut work = over_a_clip();
    shear(&mut work, 0.25, false);
    work
}

fn keys(work: &Work) -> usize {
    let clip = work.document.character.clip(HERE.clip).unwrap();
    clip.keys(SHEAR).map_or(0, |keys| keys.times().len())
}

#[test]
fn a_pose_over_a_clip_waits_at_its_time_and_follows_the_clip_elsewhere() {
    let mut work = over_a_clip();
    let before = current_pose(&work.document, &work.session);
    let own = Arc::clone(&work.document.pose);
    shear(&mut work, 0.25, false);
    assert_eq!(work.session.playback.moment, Some(HERE), "the clip stays");
    assert_eq!(work.document.pose, own);
    let pending = work.document.pending.at(HERE).unwrap();
    assert_eq!(pending.changes.keys().copied().collect::<Vec<_>>(), [SHEAR]);
    let pose = current_pose(&work.document, &work.session);
    assert_eq!(pose.rigid, before.rigid);
    assert_eq!(shown(&work), 0.25);
    // Scrubbing away and back, selecting, playing: it stays, and is shown again.
    work.send(Intent::Seek(0.2).into());
    assert_eq!(shown(&work), 0.0);
    work.send(Intent::Select(Some(JointIndex(0))).into());
    run(&mut work, AnimateAction::PlayPause);
    run(&mut work, AnimateAction::PlayPause);
    run(&mut work, AnimateAction::NextClip);
    run(&mut work, AnimateAction::NextPending);
    assert_eq!(work.session.playback.moment, Some(HERE));
    assert_eq!(shown(&work), 0.25);
}

#[test]
fn several_wait_at_once_and_are_keyed_together() {
    let mut work = posed();
    work.send(Intent::Seek(0.2).into());
    shear(&mut work, -0.5, false);
    assert_eq!(work.document.pending.all().len(), 2);
    run(&mut work, AnimateAction::KeyAllPending);
    assert!(work.document.pending.is_empty());
    assert_eq!(keys(&work), 3, "one at the beginning too");
    assert!((shown(&work) + 0.5).abs() < 1e-6);
    work.send(Intent::Seek(0.7).into());
    assert!((shown(&work) - 0.25).abs() < 1e-6);
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!((work.document.pending.all().len(), keys(&work)), (2, 0));
}

#[test]
fn key_keep_and_discard() {
    let mut work = posed();
    run(&mut work, AnimateAction::KeyChanged);
    assert!(work.document.pending.is_empty());
    assert_eq!(keys(&work), 2);
    assert!((shown(&work) - 0.25).abs() < 1e-6);

    let mut work = posed();
    run(&mut work, AnimateAction::KeepPending);
    assert_eq!(work.session.playback.moment, None);
    assert_eq!(work.session.playback.left, Some(HERE));
    assert!(work.document.pending.is_empty());
    assert_eq!(shown(&work), 0.25);
    run(&mut work, AnimateAction::BackToClip);
    assert_eq!(work.session.playback.moment, Some(HERE));

    let mut work = posed();
    run(&mut work, AnimateAction::DiscardPending);
    assert_eq!(shown(&work), 0.0);
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(shown(&work), 0.25, "undo brings it back");
}

#[test]
fn undo_shows_the_moment_where_it_was_posed() {
    let mut work = posed();
    shear(&mut work, 0.5, false);
    work.send(Intent::Seek(0.1).into());
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(work.session.playback.moment, Some(HERE));
    assert_eq!(shown(&work), 0.25);
    work.run(Action::Edit(EditAction::Undo));
    assert!(work.document.pending.is_empty());
    work.run(Action::Edit(EditAction::Redo));
    assert_eq!(shown(&work), 0.25);
}

#[test]
fn redo_and_undo_after_it_show_that_moment_too() {
    let mut work = posed();
    let step = |work: &mut Work, action: EditAction| {
        work.session.playback.moment = Some(Moment { time: 0.1, ..HERE });
        work.run(Action::Edit(action));
        assert_eq!(work.session.playback.moment, Some(HERE), "{action:?}");
    };
    for _ in 0..2 {
        step(&mut work, EditAction::Undo);
        step(&mut work, EditAction::Redo);
    }
    assert_eq!(shown(&work), 0.25);
    // What makes an end of it goes there as well, from the user's own pose too.
    for action in [AnimateAction::KeyChanged, AnimateAction::DiscardPending] {
        let mut work = posed();
        run(&mut work, action);
        work.session.playback.leave_clip();
        for action in [EditAction::Undo, EditAction::Redo, EditAction::Undo] {
            step(&mut work, action);
        }
        work.session.playback.leave_clip();
        work.run(Action::Edit(EditAction::Redo));
        assert_eq!(work.session.playback.moment, Some(HERE));
    }
    // Keep leaves the clip, and its undo returns to where the pose was made.
    let mut work = posed();
    run(&mut work, AnimateAction::KeepPending);
    step(&mut work, EditAction::Undo);
    work.run(Action::Edit(EditAction::Redo));
    assert_eq!(work.session.playback.moment, None);
    step(&mut work, EditAction::Undo);
}

#[test]
fn a_step_over_several_poses_goes_to_where_it_was_made() {
    let mut work = posed();
    work.send(Intent::Seek(0.2).into());
    shear(&mut work, -0.5, false);
    run(&mut work, AnimateAction::KeyAllPending);
    for action in [EditAction::Undo, EditAction::Redo] {
        work.send(Intent::Seek(HERE.time).into());
        work.run(Action::Edit(action));
        assert_eq!(work.session.playback.moment.unwrap().time, 0.2);
    }
    // Where it was made over no clip, to the first of them.
    let mut work = posed();
    work.session.playback.leave_clip();
    run(&mut work, AnimateAction::KeyAllPending);
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(work.session.playback.moment, Some(HERE));
    // A clip that is gone again is not gone to.
    let mut work = posed();
    work.send(Intent::Clip(ClipIntent::Delete(ClipId(0))).into());
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(work.session.playback.moment, Some(HERE));
    work.run(Action::Edit(EditAction::Redo));
    assert_ne!(work.session.playback.moment, Some(HERE));
}

#[test]
fn posing_while_playing_stops_there() {
    let mut work = over_a_clip();
    run(&mut work, AnimateAction::PlayPause);
    assert!(work.session.playback.playing);
    shear(&mut work, 0.25, false);
    assert!(!work.session.playback.playing);
    assert!(work.document.pending.at(HERE).is_some());
}

#[test]
fn auto_key_keys_what_changed_in_one_step() {
    let mut work = over_a_clip();
    run(&mut work, AnimateAction::ToggleAutoKey);
    for value in [0.1, 0.2, 0.3] {
        shear(&mut work, value, true);
    }
    work.send(Command::Input(Input::EndGesture));
    assert_eq!(work.history.len(), 1);
    assert!(work.document.pending.is_empty());
    assert_eq!(keys(&work), 2);
    assert!((shown(&work) - 0.3).abs() < 1e-6);
    // What waits already is not keyed by switching it on or off.
    run(&mut work, AnimateAction::ToggleAutoKey);
    work.send(Intent::Seek(0.2).into());
    shear(&mut work, -0.5, false);
    run(&mut work, AnimateAction::ToggleAutoKey);
    assert_eq!(work.document.pending.all().len(), 1);
}

#[test]
fn a_deleted_clip_takes_its_poses_along() {
    let mut work = posed();
    work.send(Intent::Clip(ClipIntent::Delete(ClipId(0))).into());
    assert!(work.document.pending.is_empty());
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(work.document.pending.all().len(), 1);
}

#[test]
fn skeleton_edits_carry_pending_poses() {
    let mut work = posed();
    let skeleton = &work.document.character.rig.skeleton;
    let child = skeleton.key(JointIndex(1));
    let posed = skeleton.key(JointIndex(2));
    let fraction = 0.5;
    let insert = character::SkeletonEdit::Insert { child, fraction };
    work.send(Intent::EditSkeleton(insert).into());
    let skeleton = &work.document.character.rig.skeleton;
    let joint = skeleton.joint_of_key(posed).unwrap();
    assert_eq!(joint, JointIndex(3));
    let pending = work.document.pending.at(HERE).unwrap();
    let target = Target::Joint(joint, JointChannel::Shear);
    assert_eq!(
        pending.changes.keys().copied().collect::<Vec<_>>(),
        [target]
    );
}

#[test]
fn projects_hold_pending_poses() {
    let work = posed();
    let project = work_of(&work.document);
    let text = write(&project).unwrap();
    let again = read(text.as_bytes()).unwrap();
    assert_eq!(again.pending, project.pending);
    let restored = restore_project(&work.document.original, &again);
    assert_eq!(restored.problems, [""; 0]);
    assert_eq!(restored.document.pending, work.document.pending);
}

/// What waits at a moment waits on while something else is keyed there.
#[test]
fn auto_key_keys_what_is_posed_and_not_what_waited() {
    let mut work = posed();
    run(&mut work, AnimateAction::ToggleAutoKey);
    let field = JointField {
        joint: JointIndex(1),
        channel: Channel::Translation,
        axis: 0,
    };
    for (value, dragging) in [(0.2, true), (0.3, true), (0.4, false)] {
        let intent = PoseIntent::SetField {
            field,
            value,
            dragging,
        };
        work.send(Intent::Pose(intent).into());
    }
    assert_eq!(keys(&work), 0);
    let waits = work.document.pending.at(HERE).unwrap();
    assert_eq!(waits.changes.keys().copied().collect::<Vec<_>>(), [SHEAR]);
    let clip = work.document.character.clip(HERE.clip).unwrap();
    let moved = Target::Joint(JointIndex(1), JointChannel::Translation);
    assert!(clip.keys(moved).is_some());
    assert_eq!(shown(&work), 0.25);
}

/// Times of pending poses, and how many wait for what the character lacks.
fn times(document: &Document) -> (Vec<f32>, usize) {
    let all = document.pending.all().iter();
    let times = all.map(|pending| pending.moment.time).collect();
    (times, document.pending.waiting().len())
}

fn again(document: &Document, character: &Arc<Character>) -> Restored {
    let text = write(&work_of(document)).unwrap();
    restore_project(character, &read(text.as_bytes()).unwrap())
}

/// The file in another reading.
fn changed(work: &Work, change: impl FnOnce(&mut Character)) -> Character {
    let mut character = (*work.document.original).clone();
    character.source = Arc::new((*character.source).clone());
    change(&mut character);
    character
}

fn reload(work: &mut Work, character: &Character) {
    work.reload(character.clone());
}

/// A clip that became shorter takes no pose away: not when it is saved and opened, nor when the file is read again.
#[test]
fn poses_after_the_end_of_their_clip_keep_their_times() {
    let mut work = over_a_clip();
    let end = work.document.character.clip(HERE.clip).unwrap().duration();
    let late = [end + 1.5, end + 1.8];
    work.send(Intent::Sheet(SheetIntent::EndAt(end + 2.0)).into());
    for (time, value) in late.into_iter().zip([0.25, 0.5]) {
        work.send(Intent::Seek(time).into());
        shear(&mut work, value, false);
    }
    work.send(Intent::Sheet(SheetIntent::EndAt(end)).into());
    assert_eq!(times(&work.document), (late.to_vec(), 0));
    let back = again(&work.document, &work.document.original);
    assert_eq!(back.document.pending, work.document.pending);
    let read = changed(&work, |_| {});
    reload(&mut work, &read);
    assert_eq!(times(&work.document), (late.to_vec(), 0));
}

/// Without its clip a pose waits, is saved and told once, and is there again with its clip.
#[test]
fn a_pose_over_a_clip_that_is_gone_waits_until_it_is_back() {
    let mut work = posed();
    let first = Arc::clone(&work.document.original);
    let pending = Arc::clone(&work.document.pending);
    let without = changed(&work, |character| {
        let clips = character.clips.iter().filter(|clip| clip.id() != HERE.clip);
        character.clips = clips.cloned().collect();
    });
    let opened = again(&work.document, &Arc::new(without.clone()));
    assert_eq!(opened.problems.len(), 1, "{:?}", opened.problems);
    assert!(opened.problems[0].contains("waits in the project"));
    assert_eq!(times(&opened.document), (Vec::new(), 1));
    let later = again(&opened.document, &Arc::new(without.clone()));
    assert_eq!(later.problems, [""; 0], "told once");
    let back = again(&later.document, &first);
    assert_eq!(back.document.pending, pending);
    // The same where the file is read again.
    reload(&mut work, &without);
    assert_eq!(times(&work.document), (Vec::new(), 1));
    let told = work.session.notices.all().iter();
    assert!(
        told.into_iter()
            .any(|notice| notice.text.contains("poses wait"))
    );
    reload(&mut work, &first);
    assert_eq!(work.document.pending, pending);
}

/// A joint that is gone takes no pose with it either.
#[test]
fn a_pose_of_a_joint_that_is_gone_waits() {
    let mut work = posed();
    let first = (*work.document.original).clone();
    let pending = Arc::clone(&work.document.pending);
    let dissolved = character::SkeletonEdit::Dissolve {
        joint: first.rig.skeleton.key(JointIndex(2)),
    };
    let without = (*Document::new(Arc::new(first.clone()))
        .with_skeleton_edit(&dissolved)
        .unwrap()
        .0
        .character)
        .clone();
    let opened = again(&work.document, &Arc::new(without.clone()));
    assert_eq!(times(&opened.document), (Vec::new(), 1));
    assert_eq!(opened.problems.len(), 1, "{:?}", opened.problems);
    assert_eq!(
        again(&opened.document, &work.document.original)
            .document
            .pending,
        pending
    );
    let mut without = without;
    without.source = Arc::new((*without.source).clone());
    reload(&mut work, &without);
    assert_eq!(times(&work.document), (Vec::new(), 1));
    reload(&mut work, &first);
    assert_eq!(work.document.pending, pending);
}

/// Morph weights go by the nodes of their meshes: one more mesh before them changes nothing.
#[test]
fn pending_morph_weights_stay_with_their_meshes() {
    let mut work = posed();
    let with_morphs = |character: &mut Character, ranges: [std::ops::Range<usize>; 2]| {
        let mesh = character.instances[0].clone();
        let nodes = [JointIndex(0), JointIndex(2)];
        let instances = nodes
            .into_iter()
            .zip(ranges)
            .map(|(node, morph)| MeshInstance {
                node,
                morph_weights: vec![0.0; morph.len()],
                morph,
                ..mesh.clone()
            });
        character.instances = instances.collect();
    };
    let first = changed(&work, |character| with_morphs(character, [0..0, 0..2]));
    reload(&mut work, &first);
    let value = KeyValue::Number(0.75);
    let changes = [(Target::Morph(1), value)].into();
    work.document.pending = Arc::new(work.document.pending.with(HERE, changes));
    let more = changed(&work, |character| with_morphs(character, [0..3, 3..5]));
    let wanted = [(Target::Morph(4), value)].into();
    let opened = again(&work.document, &Arc::new(more.clone()));
    assert_eq!(opened.document.pending.at(HERE).unwrap().changes, wanted);
    reload(&mut work, &more);
    assert_eq!(work.document.pending.at(HERE).unwrap().changes, wanted);
}

#[test]
fn the_key_of_keying_makes_a_clip_where_there_is_none() {
    let mut work = Work::on("builtin:arm");
    let clips = work.document.character.clips.len();
    work.run(Action::Pose(PoseAction::ResetPose));
    work.send(Intent::Select(Some(JointIndex(2))).into());
    shear(&mut work, 0.25, false);
    let steps = work.history.len();
    run(&mut work, AnimateAction::KeySelected);
    assert_eq!(work.history.len(), steps + 1, "one step");
    assert_eq!(work.document.character.clips.len(), clips + 1);
    let moment = work.session.playback.moment.unwrap();
    let clip = work.document.character.clip(moment.clip).unwrap();
    assert_eq!(clip.targets().collect::<Vec<_>>(), [SHEAR]);
    // What is keyed already is keyed at another time; what was posed too.
    work.send(Intent::Seek(1.0).into());
    run(&mut work, AnimateAction::KeySelected);
    let clip = work.document.character.clip(moment.clip).unwrap();
    assert_eq!(
        clip.keys(SHEAR).map(|keys| keys.times().to_vec()),
        Some(vec![0.0, 1.0])
    );
    run(&mut work, AnimateAction::DeleteKeysHere);
    let clip = work.document.character.clip(moment.clip).unwrap();
    assert_eq!(
        clip.keys(SHEAR).map(|keys| keys.times().to_vec()),
        Some(vec![0.0])
    );
}

#[test]
fn undoing_the_first_key_goes_back_to_the_clip_left_before() {
    let mut work = over_a_clip();
    work.send(Intent::ShowClip(None).into());
    assert_eq!(work.session.playback.left, Some(HERE));
    work.send(Intent::Select(Some(JointIndex(2))).into());
    shear(&mut work, 0.25, false);
    run(&mut work, AnimateAction::KeySelected);
    assert_ne!(
        work.session.playback.moment.map(|now| now.clip),
        Some(HERE.clip)
    );
    for _again in 0..2 {
        work.run(Action::Edit(EditAction::Undo));
        assert_eq!(work.session.playback.moment, None);
        assert_eq!(work.session.playback.left, Some(HERE));
        work.run(Action::Edit(EditAction::Redo));
    }
}

#[test]
fn a_tool_over_a_clip_poses_there() {
    use session::state::gizmo::operation::Event;
    let mut work = over_a_clip();
    work.send(Intent::Select(Some(JointIndex(2))).into());
    work.run(Action::Tool(
        session::commands::actions::ToolAction::Operate(session::state::gizmo::tool::Tool::Rotate),
    ));
    assert!(work.session.operation.is_some());
    for sign in ['4', '0'] {
        work.send(Input::Tool(Event::Sign(sign)).into());
    }
    assert_eq!(
        work.session.playback.moment,
        Some(HERE),
        "the clip stays while it turns"
    );
    work.send(Input::Tool(Event::Confirm).into());
    assert_eq!(work.session.playback.moment, Some(HERE));
    assert!(work.document.pending.at(HERE).is_some());
    assert_eq!(work.history.len(), 1);
    work.run(Action::Edit(EditAction::Undo));
    assert!(work.document.pending.is_empty());
}
