//! The same with the window's state, but without a window.

use std::sync::Arc;

use character::{Character, SkeletonEdit};
use glam::{Quat, Vec3};
use rig::{ClipEdit, ClipId, JointChannel, JointIndex, Target};
use session::commands::actions::{Action, AnimateAction, ClipToolAction, EditAction};
use session::commands::command::{Command, Intent};
use session::document::Document;
use session::session::Request;
use session::state::clips::command::ClipIntent;
use session::state::pose_library::{Entry, FolderState, LibraryIntent, LibraryJob, Saved};
use session::state::presets::read as read_preset;

use super::{clip, file, names, opened, rotation, saved, turn_at, two_clips, waiting, walk};
use crate::support::work::Work;

fn clip_intent(work: &mut Work, intent: ClipIntent) {
    work.send(Command::Intent(Intent::Clip(intent)));
}

fn work_on(character: &Arc<Character>) -> Work {
    let mut work = Work::empty();
    work.open_as("arm.glb", (**character).clone());
    work
}

#[test]
fn undone_to_the_start_all_is_as_it_was() {
    let mut work = work_on(&file(two_clips()));
    let first = work.document.clone();
    work.run(Action::Animate(AnimateAction::NewClip));
    clip_intent(
        &mut work,
        ClipIntent::Edit {
            edit: ClipEdit::SetKeys(vec![turn_at(1, 0.5, 40.0)]),
            name: "Key".to_owned(),
        },
    );
    work.run(Action::Animate(AnimateAction::MoveClipUp));
    work.run(Action::Animate(AnimateAction::DuplicateClip));
    let joint = work.document.character.rig.skeleton.key(JointIndex(2));
    work.send(Command::Intent(Intent::EditSkeleton(
        SkeletonEdit::Rename {
            joint,
            name: "fist".to_owned(),
        },
    )));
    work.run(Action::Animate(AnimateAction::DeleteClip));
    clip_intent(
        &mut work,
        ClipIntent::Rename(ClipId(0), "stroll".to_owned()),
    );
    assert_eq!(names(&work.document), ["stroll", "Clip 1", "run"]);
    let last = work.document.clone();
    let steps = work.history.len();
    assert_eq!(steps, 7);
    for _ in 0..steps {
        work.run(Action::Edit(EditAction::Undo));
    }
    assert!(work.document.same_as(&first));
    for _ in 0..steps {
        work.run(Action::Edit(EditAction::Redo));
    }
    assert!(work.document.same_as(&last));
}

/// A file that changed is read again under edited clips: they stay, and the clip shown is shown.
#[test]
fn a_reload_keeps_the_edits_of_clips() {
    let mut work = work_on(&file(two_clips()));
    work.run(Action::Animate(AnimateAction::NewClip));
    clip_intent(
        &mut work,
        ClipIntent::Edit {
            edit: ClipEdit::SetKeys(vec![turn_at(1, 0.5, 40.0)]),
            name: "Key".to_owned(),
        },
    );
    let mut clips = two_clips();
    clips.push(clip(2, "jump", walk(3.0)));
    work.reload((*file(clips)).clone());
    assert_eq!(names(&work.document), ["walk", "run", "Clip 1", "jump"]);
    let shown = work.session.playback.moment.unwrap();
    assert_eq!(
        work.document.character.clip(shown.clip).unwrap().name(),
        Some("Clip 1")
    );
    assert_eq!(rotation(&work.document, 2, 1), [0.5]);
    // Its joints changed too: nothing but what lost its joint waits.
    let mut other = (*file(two_clips())).clone();
    let rig = Arc::make_mut(&mut other.rig);
    let dissolved = SkeletonEdit::Dissolve {
        joint: rig.skeleton.key(JointIndex(1)),
    };
    other = Document::new(Arc::new(other))
        .with_skeleton_edit(&dissolved)
        .unwrap()
        .0
        .character
        .as_ref()
        .clone();
    work.reload(other);
    assert_eq!(names(&work.document), ["walk", "run", "Clip 1"]);
    assert_eq!(
        (rotation(&work.document, 2, 1), waiting(&work.document)),
        (Vec::new(), 1)
    );
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(rotation(&work.document, 2, 1), [0.5]);
}

/// Tracks of a joint that is deleted go with it, which is told; undo brings them back.
#[test]
fn a_joint_that_clips_move_can_be_deleted() {
    let mut work = work_on(&file(two_clips()));
    clip_intent(&mut work, ClipIntent::New);
    clip_intent(
        &mut work,
        ClipIntent::Edit {
            edit: ClipEdit::SetKeys(vec![turn_at(2, 0.5, 40.0)]),
            name: "Key".to_owned(),
        },
    );
    let before = work.document.clone();
    let joint = before.character.rig.skeleton.key(JointIndex(2));
    work.send(Command::Intent(Intent::EditSkeleton(
        SkeletonEdit::Dissolve { joint },
    )));
    assert!(work.document.character.clips[2].is_empty());
    let told = work
        .session
        .notices
        .all()
        .iter()
        .any(|notice| notice.text.contains("Clip 1"));
    assert!(told);
    let back = opened(&before.original, &saved(&work.document));
    assert_eq!(back.problems, Vec::<String>::new());
    assert_eq!(back.document.character.clips, work.document.character.clips);
    work.run(Action::Edit(EditAction::Undo));
    assert!(work.document.same_as(&before));
}

fn entry(name: &str, text: &str) -> Arc<Entry> {
    Arc::new(Entry {
        path: format!("/poses/{name}.ron").into(),
        name: name.to_owned(),
        preset: Some(Arc::new(read_preset(text, name).unwrap())),
        fault: None,
        revision: 1,
    })
}

fn list_poses(work: &mut Work) {
    work.session.library.folder = Some("/poses".into());
    work.session.library.standing = FolderState::Read;
    work.session.library.entries = Arc::from(vec![
        entry(
            "a",
            "(version: 1, name: \"a\", joints: { \"forearm\": (rotation: (0, 0, 40)) })",
        ),
        entry(
            "b",
            "(version: 1, name: \"b\", joints: { \"hand\": (rotation: (30, 0, 0), scale: (1, 2, 1)) })",
        ),
    ]);
}

#[test]
fn poses_of_the_library_become_a_clip_and_a_moment_of_it_a_pose() {
    let mut work = Work::on("builtin:arm");
    list_poses(&mut work);
    work.run(Action::Animate(AnimateAction::NewClipFromPoses));
    let clips = &work.document.character.clips;
    let clip = clips.last().unwrap();
    assert_eq!((clip.name(), clip.duration()), (Some("Poses"), 1.0));
    let skeleton = &work.document.character.rig.skeleton;
    let base = work.document.character.file_pose();
    let (forearm, hand) = (
        skeleton.find("forearm").unwrap(),
        skeleton.find("hand").unwrap(),
    );
    let at = |time: f32| clip.sample(skeleton, &base, time);
    let turned = Quat::from_rotation_z(40_f32.to_radians());
    assert!(
        at(0.0).rigid[forearm.index()]
            .rotation
            .angle_between(turned)
            < 1e-3
    );
    assert!(
        at(1.0).rigid[forearm.index()]
            .rotation
            .angle_between(Quat::IDENTITY)
            < 1e-3
    );
    assert!((at(1.0).stretch[hand.index()].scale - Vec3::new(1.0, 2.0, 1.0)).length() < 1e-5);
    assert!(
        clip.keys(Target::Joint(forearm, JointChannel::Scale))
            .is_none()
    );
    work.send(Command::Intent(Intent::Seek(1.0)));
    work.send(Command::Intent(Intent::Library(LibraryIntent::Save {
        name: "moment".to_owned(),
        group: String::new(),
        saved: Saved::Moved,
        replace: false,
    })));
    let preset = work
        .session
        .requests
        .iter()
        .find_map(|request| match request {
            Request::Poses(LibraryJob::Save { preset, .. }) => Some(preset.clone()),
            _ => None,
        });
    let preset = preset.unwrap().preset;
    let moved: Vec<&str> = preset.joints.iter().map(|it| it.joint.as_str()).collect();
    assert!(moved.contains(&"hand"), "the pose of the moment: {moved:?}");
    assert!(work.history.undo_name().unwrap().starts_with("New clip"));
}

/// A layer lies on no other clip than its own, also where that has the number of its own, and finds it again.
#[test]
fn a_layer_waits_for_its_clip() {
    let mut work = work_on(&file(two_clips()));
    work.send(Command::Intent(Intent::ShowClip(Some(ClipId(0)))));
    work.run(Action::ClipTool(ClipToolAction::NewLayer));
    let over = |document: &Document| {
        let clips = &document.character.clips;
        let layer = clips.iter().find_map(rig::Clip::layer)?;
        let below = document.character.clip(layer.over)?;
        below.name().map(str::to_owned)
    };
    assert_eq!(over(&work.document).as_deref(), Some("walk"));
    let run = two_clips().remove(1);
    let run = run.with_id(ClipId(0)).with_source(Some(0));
    work.reload((*file(vec![run])).clone());
    assert_eq!((over(&work.document), waiting(&work.document)), (None, 1));
    let back = opened(&work.document.original, &saved(&work.document));
    assert_eq!((over(&back.document), waiting(&back.document)), (None, 1));
    work.reload((*file(two_clips())).clone());
    assert_eq!(over(&work.document).as_deref(), Some("walk"));
}
