//! Clips: made, warped, mirrored, reduced, and what of them is shown.

use std::sync::Arc;

use rig::{Clip, ClipEdit, JointChannel, JointTrack, KeyValue, NewKey, Target};
use scene::reduced_clip::ReducedClip;
use session::commands::actions::{AnimateAction, ClipToolAction, MotionAction, WindowAction};
use session::commands::command::Intent;
use session::state::clips::clip_tools::{ClipDialog, ClipToolIntent};
use session::state::clips::command::ClipIntent;
use session::state::clips::key_reduction::ReduceAsked;

use super::driven::Driven;

fn clip(editor: &Driven) -> &Clip {
    let moment = editor.session().playback.moment.unwrap();
    editor.character().clip(moment.clip).unwrap()
}

fn tracks(editor: &Driven) -> Vec<JointTrack> {
    clip(editor).tracks().to_vec()
}

fn names(editor: &Driven) -> Vec<String> {
    let clips = editor.character().clips.iter();
    clips
        .map(|clip| clip.name().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn clips_are_made_named_moved_and_deleted() {
    let mut editor = Driven::open("builtin:arm");
    let before = names(&editor);
    let last = |editor: &Driven| names(editor).pop().unwrap();
    editor.run(AnimateAction::NewClip);
    assert_eq!(last(&editor), "Clip 1");
    let id = clip(&editor).id();
    editor.send(Intent::Clip(ClipIntent::Rename(id, "hello".to_owned())));
    assert_eq!(last(&editor), "hello");
    editor.run(AnimateAction::MoveClipUp);
    assert_eq!(
        names(&editor).iter().position(|name| name == "hello"),
        Some(before.len() - 1),
        "{:?}",
        names(&editor)
    );
    editor.run(AnimateAction::DuplicateClip);
    assert_eq!(Some(&last(&editor)), before.last());
    assert_eq!(names(&editor).len(), before.len() + 2);
    editor.run(AnimateAction::DeleteClip);
    editor.run(AnimateAction::DeleteClip);
    assert_eq!(names(&editor).len(), before.len());
    while !editor.history().is_empty() {
        editor.undo();
    }
    assert_eq!(names(&editor), before);
}

fn dialog(editor: &Driven) -> Option<ClipDialog> {
    editor.session().clip_tools.dialog
}

fn ask(editor: &mut Driven, dialog: Option<ClipDialog>) {
    let asked = ClipIntent::Tool(ClipToolIntent::Ask(dialog));
    editor.send(Intent::Clip(asked));
}

#[test]
fn a_clip_is_warped_closed_and_mirrored() {
    let mut editor = Driven::open("builtin:arm");
    editor.run(WindowAction::AnimateMode);
    editor.run(AnimateAction::NextKey);
    let before = clip(&editor).duration();
    editor.run(ClipToolAction::WarpTime);
    let Some(ClipDialog::Warp(mut choice)) = dialog(&editor) else {
        panic!("{:?}", dialog(&editor));
    };
    choice.speed = 2.0;
    ask(&mut editor, Some(ClipDialog::Warp(choice)));
    editor.send(Intent::Clip(ClipIntent::Tool(ClipToolIntent::Go)));
    assert!(dialog(&editor).is_none());
    assert!((clip(&editor).duration() - 0.5 * before).abs() < 1e-4);
    let step = editor.step();
    assert!(step.starts_with("Warp time of "), "{step}");
    editor.undo();
    assert_eq!(clip(&editor).duration(), before);

    // Canceled, nothing happens.
    editor.run(ClipToolAction::CloseLoop);
    assert!(dialog(&editor).is_some());
    ask(&mut editor, None);
    assert!(dialog(&editor).is_none());
    assert!(editor.history().is_empty());
    // This one stands in the middle: it bends to the other side.
    let before = tracks(&editor);
    editor.run(ClipToolAction::MirrorClip);
    assert_ne!(tracks(&editor), before);
    let step = editor.step();
    assert!(step.starts_with("Mirror "), "{step}");
    editor.undo();
    assert_eq!(tracks(&editor), before);
    editor.run(ClipToolAction::RootMotion);
    assert!(matches!(dialog(&editor), Some(ClipDialog::Root(_))));
    ask(&mut editor, None);
    assert!(dialog(&editor).is_none());
}

/// Asks for fewer keys, and waits until they are found.
fn reduced(editor: &mut Driven, choose: impl FnOnce(&mut ReduceAsked)) -> Arc<ReducedClip> {
    let mut asked = editor.session().character.reducing.unwrap();
    choose(&mut asked);
    editor.send(Intent::Clip(ClipIntent::AskReduce(Some(asked))));
    editor.wait_until("the keys are looked through", |editor| {
        editor.view().key_reduction.reduced_clip().is_some()
    });
    Arc::clone(editor.view().key_reduction.reduced_clip().unwrap())
}

/// A turn may take what is far away no farther than the tolerance, so that a longer way needs more keys.
#[test]
fn turns_count_over_the_length_that_is_asked() {
    let mut editor = Driven::open("builtin:cylinder");
    editor.run(AnimateAction::NextClip);
    editor.run(AnimateAction::ReduceKeys);
    let by_bones = reduced(&mut editor, |asked| asked.tolerance = 0.05);
    let found = reduced(&mut editor, |asked| asked.turn_over = Some(9.0));
    assert!(
        found.after > by_bones.after,
        "{} {}",
        found.after,
        by_bones.after
    );
    let again = reduced(&mut editor, |asked| asked.turn_over = None);
    assert_eq!(*again, *by_bones);
}

fn wait_until_settled(editor: &mut Driven) {
    editor.wait_until("skins and trails are there", |editor| {
        let motion = editor.view().motion;
        !motion.onion.is_working() && !motion.trails.is_working()
    });
    editor.frames(2);
}

#[test]
fn trails_follow_the_selection_and_kept_ones_stay() {
    let mut editor = Driven::open("builtin:arm");
    editor.run(WindowAction::AnimateMode);
    editor.run(AnimateAction::NextClip);
    editor.select("hand");
    editor.run(MotionAction::ToggleMotionTrails);
    wait_until_settled(&mut editor);
    let count = |editor: &Driven| {
        let shows = editor.session().comparing.panes[0];
        let trails = &editor.view().motion.trails;
        trails.of(shows.scale_inheritance).len()
    };
    assert_eq!(count(&editor), 1);
    editor.run(MotionAction::KeepMotionTrails);
    editor.select("forearm");
    wait_until_settled(&mut editor);
    assert_eq!(count(&editor), 2);
    editor.run(MotionAction::ForgetMotionTrails);
    wait_until_settled(&mut editor);
    assert_eq!(count(&editor), 1);
    editor.run(MotionAction::ToggleMotionTrails);
    wait_until_settled(&mut editor);
    assert_eq!(count(&editor), 0);
}

/// Planted feet are one step; where nothing tells what a leg is, that is said.
#[test]
fn feet_are_planted_in_one_step() {
    let mut editor = Driven::open("builtin:biped");
    editor.run(AnimateAction::NewClip);
    let hips = editor.skeleton().find("hips").unwrap();
    let rest = editor.skeleton().local_keys(hips).translation;
    // Hips that sway take the feet along, slowly.
    let keys = [0.0_f32, 1.0].map(|time| NewKey {
        target: Target::Joint(hips, JointChannel::Translation),
        time,
        value: KeyValue::Vector(rest + 0.05 * time * glam::Vec3::X),
        tangents: None,
        mode: None,
    });
    let edit = ClipEdit::SetKeys(keys.to_vec());
    let name = "Sway".to_owned();
    editor.send(Intent::Clip(ClipIntent::Edit { edit, name }));
    let before = editor.history().len();
    editor.run(ClipToolAction::PlantFeet);
    let said = editor.said().to_owned();
    assert!(
        said.contains("foot stands") && said.contains("slid by up to"),
        "{said}"
    );
    assert_eq!(editor.history().len(), before + 1);
    assert!(
        editor.step().starts_with("Plant feet of "),
        "{}",
        editor.step()
    );
    let mut editor = Driven::open("builtin:arm");
    editor.run(AnimateAction::NextClip);
    editor.run(ClipToolAction::PlantFeet);
    assert!(
        editor.said().contains("thigh, shin and foot"),
        "{}",
        editor.said()
    );
    assert!(editor.history().is_empty());
}
