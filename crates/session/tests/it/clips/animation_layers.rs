//! Layers over clips: posed through, changed, saved, merged, and what becomes of them when clips go.

use rig::{Clip, ClipId, ClipLayer, JointIndex, Pose};
use session::commands::actions::{
    Action, AnimateAction, ClipToolAction, EditAction, SkeletonAction,
};
use session::commands::command::Intent;
use session::document::Document;
use session::document::channel::{Channel, JointField};
use session::document::layered_clips::{merged_clips, seen_at};
use session::mode::Mode;
use session::shown::current_pose;
use session::state::clips::animation_layers::{AnimationLayerChange, AnimationLayerIntent};
use session::state::clips::clip_tools::{ClipDialog, ClipToolIntent};
use session::state::clips::command::ClipIntent;
use session::state::posing::command::PoseIntent;
use session::state::projects::{read, restore_project, work_of, write};

use crate::support::work::Work;

const FOREARM: JointIndex = JointIndex(2);

/// The arm's first clip, with a new layer over it, which is shown.
fn with_layer() -> (Work, ClipId) {
    let mut work = Work::on("builtin:arm");
    work.session.mode = Mode::Animate;
    work.send(Intent::ShowClip(Some(ClipId(0))).into());
    work.send(Intent::Seek(0.5).into());
    work.run(Action::ClipTool(ClipToolAction::NewLayer));
    let layer = shown(&work).id();
    (work, layer)
}

fn shown(work: &Work) -> &Clip {
    let moment = work.session.playback.moment.unwrap();
    work.document.character.clip(moment.clip).unwrap()
}

fn now(work: &Work) -> Pose {
    (*current_pose(&work.document, &work.session)).clone()
}

fn turn(work: &mut Work, degrees: f32) {
    let field = JointField {
        joint: FOREARM,
        channel: Channel::Rotation,
        axis: 2,
    };
    work.send(
        Intent::Pose(PoseIntent::SetField {
            field,
            value: degrees,
            dragging: false,
        })
        .into(),
    );
}

fn change(work: &mut Work, clip: ClipId, change: AnimationLayerChange) {
    let intent = ClipIntent::Layer(AnimationLayerIntent { clip, change });
    work.send(Intent::Clip(intent).into());
}

fn said(work: &Work) -> String {
    work.session.notices.all().last().unwrap().text.clone()
}

fn is_near(one: &Pose, other: &Pose) -> bool {
    let pairs = one.rigid.iter().zip(&other.rigid);
    pairs.into_iter().all(|(one, other)| {
        let [one_turn, other_turn] = [one, other].map(|of| of.rotation);
        let chord = (one_turn - other_turn).length();
        chord.min((one_turn + other_turn).length()) < 1e-4
            && one.translation.distance(other.translation) < 1e-4
    })
}

fn seen(document: &Document, clip: ClipId, time: f32) -> Pose {
    let character = &document.character;
    let clip = character.clip(clip).unwrap();
    seen_at(character, clip, &character.file_pose(), time)
}

/// What is posed over clip and layer gets its keys in the layer, is seen as it was posed, and the clip below keeps its keys.
#[test]
fn a_pose_is_keyed_in_the_layer() {
    let (mut work, layer) = with_layer();
    let below = work.document.character.clip(ClipId(0)).unwrap().clone();
    assert!(shown(&work).is_empty() && work.session.playback.moment.unwrap().time == 0.5);
    turn(&mut work, 70.0);
    let posed = now(&work);
    assert!(!is_near(&posed, &seen(&work.document, ClipId(0), 0.5)));
    work.run(Action::Animate(AnimateAction::KeySelected));
    assert!(work.document.pending.is_empty());
    assert!(is_near(&now(&work), &posed));
    assert!(!shown(&work).is_empty());
    assert_eq!(work.document.character.clip(ClipId(0)), Some(&below));
    // Shown by the clip below it is the same.
    work.send(Intent::ShowClip(Some(ClipId(0))).into());
    work.send(Intent::Seek(0.5).into());
    assert!(is_near(&now(&work), &posed));
    // Keyed there, it is seen as posed too, whatever the layer adds.
    turn(&mut work, 20.0);
    let other = now(&work);
    work.run(Action::Animate(AnimateAction::KeySelected));
    assert!(work.document.pending.is_empty());
    assert!(is_near(&now(&work), &other));
    assert_ne!(work.document.character.clip(ClipId(0)), Some(&below));
    // With half its weight the layer adds half.
    change(&mut work, layer, AnimationLayerChange::Weight(0.5));
    assert!(!is_near(&now(&work), &other));
    // What is done to keys alone is not done to what both show together.
    let before = work.document.clone();
    for action in [ClipToolAction::PlantFeet, ClipToolAction::MirrorClip] {
        work.run(Action::ClipTool(action));
        assert!(work.document.same_as(&before));
        assert!(said(&work).contains("merge them first"), "{}", said(&work));
    }
    for ask in [
        ClipToolAction::WarpTime,
        ClipToolAction::JoinClips,
        ClipToolAction::RootMotion,
    ] {
        work.run(Action::ClipTool(ask));
        let mut dialog = work.session.clip_tools.dialog.unwrap();
        if let ClipDialog::Warp(warp) = &mut dialog {
            warp.speed = 2.0;
        }
        for intent in [ClipToolIntent::Ask(Some(dialog)), ClipToolIntent::Go] {
            work.send(Intent::Clip(ClipIntent::Tool(intent)).into());
        }
        assert!(work.document.same_as(&before), "{ask:?}");
        assert!(said(&work).contains("merge them first"), "{}", said(&work));
    }
    change(&mut work, layer, AnimationLayerChange::Muted(true));
    let bare = now(&work);
    let base = work.document.character.file_pose();
    let skeleton = &work.document.character.rig.skeleton;
    assert!(is_near(&bare, &shown(&work).sample(skeleton, &base, 0.5)));
    // Shown itself, it is seen though it is muted: else nothing could be keyed in it.
    work.send(Intent::ShowClip(Some(layer)).into());
    work.send(Intent::Seek(0.5).into());
    assert!(!is_near(&now(&work), &bare));
}

/// A layer that hides the clip below lets nothing be keyed there: that is said, and the pose waits.
#[test]
fn what_a_layer_hides_waits() {
    let (mut work, layer) = with_layer();
    change(
        &mut work,
        layer,
        AnimationLayerChange::Kind(ClipLayer::Over),
    );
    turn(&mut work, 70.0);
    let before = seen(&work.document, ClipId(0), 0.0);
    work.run(Action::Animate(AnimateAction::KeySelected));
    let after = seen(&work.document, ClipId(0), 0.0);
    assert!(is_near(&after, &before), "its first key is what lies below");
    work.send(Intent::ShowClip(Some(ClipId(0))).into());
    work.send(Intent::Seek(0.5).into());
    let keys = shown(&work).key_count();
    turn(&mut work, 10.0);
    let posed = now(&work);
    work.run(Action::Animate(AnimateAction::KeySelected));
    assert!(is_near(&now(&work), &posed));
    assert_eq!(shown(&work).key_count(), keys);
    assert!(!work.document.pending.is_empty());
    assert!(said(&work).contains("layers hide"), "{}", said(&work));
}

/// Weight over time, joints and kind come back from a project, on the file as it is.
#[test]
fn layers_are_kept_in_projects() {
    let (mut work, layer) = with_layer();
    turn(&mut work, 70.0);
    work.run(Action::Animate(AnimateAction::KeySelected));
    work.send(Intent::Select(Some(FOREARM)).into());
    change(&mut work, layer, AnimationLayerChange::OnlySelected(true));
    change(&mut work, layer, AnimationLayerChange::Weight(0.25));
    work.send(Intent::Seek(0.0).into());
    change(&mut work, layer, AnimationLayerChange::ToggleWeightKey);
    work.send(Intent::Seek(1.0).into());
    change(&mut work, layer, AnimationLayerChange::ToggleWeightKey);
    change(&mut work, layer, AnimationLayerChange::Weight(0.75));
    let kept = shown(&work).layer().unwrap().clone();
    assert_eq!(kept.weight.keys().count(), 2, "{kept:?}");
    assert!((kept.weight.at(0.5) - 0.5).abs() < 1e-5);
    let project = read(write(&work_of(&work.document)).unwrap().as_bytes()).unwrap();
    let again = restore_project(&work.document.original, &project);
    assert_eq!(again.problems, Vec::<String>::new());
    assert_eq!(
        again.document.character.clips,
        work.document.character.clips
    );
    // A joint that goes is gone from the layer, and comes back with undo.
    work.run(Action::Skeleton(SkeletonAction::DissolveJoints));
    let joints = shown(&work).layer().unwrap().joints.clone();
    assert_eq!(joints.map(|joints| joints.len()), Some(0));
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(shown(&work).layer(), Some(&kept));
}

/// Merged, and exported, clips are what was seen of them.
#[test]
fn merged_layers_are_seen_as_before() {
    let (mut work, layer) = with_layer();
    turn(&mut work, 70.0);
    work.run(Action::Animate(AnimateAction::KeySelected));
    change(&mut work, layer, AnimationLayerChange::Weight(0.5));
    let before = [0.0_f32, 0.5, 1.0].map(|time| seen(&work.document, ClipId(0), time));
    let clips = merged_clips(&work.document.character, 30.0).unwrap();
    let is_own = |clip: &Clip| clip.layer().is_none() && clip.id() != layer;
    assert!(clips.iter().all(is_own));
    let (base, character) = (
        work.document.character.file_pose(),
        &work.document.character,
    );
    for (time, before) in [0.0_f32, 0.5, 1.0].into_iter().zip(&before) {
        let pose = clips[0].sample(&character.rig.skeleton, &base, time);
        assert!(is_near(&pose, before), "{time}");
    }
    let n_clips = work.document.character.clips.len();
    work.run(Action::ClipTool(ClipToolAction::MergeLayers));
    assert_eq!(work.document.character.clips.len(), n_clips - 1);
    assert_eq!(shown(&work).id(), ClipId(0));
    for (time, before) in [0.0_f32, 0.5, 1.0].into_iter().zip(&before) {
        assert!(
            is_near(&seen(&work.document, ClipId(0), time), before),
            "{time}"
        );
    }
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(work.document.character.clips.len(), n_clips);
    assert_eq!(shown(&work).id(), layer, "the layer is shown again");
}

/// A clip that goes takes no layer along, nor does one that waits for keys get lost by merging.
#[test]
fn layers_outlive_the_clip_below() {
    let (mut work, layer) = with_layer();
    turn(&mut work, 70.0);
    // Not keyed yet: merging would lose it.
    let before = work.document.clone();
    work.run(Action::ClipTool(ClipToolAction::MergeLayers));
    assert!(work.document.same_as(&before));
    assert!(said(&work).contains("key or discard"), "{}", said(&work));
    work.send(Intent::Clip(ClipIntent::Delete(ClipId(0))).into());
    let own = work.document.character.clip(layer).unwrap();
    assert_eq!(own.layer(), None);
    work.run(Action::Edit(EditAction::Undo));
    assert!(
        work.document
            .character
            .clip(layer)
            .unwrap()
            .layer()
            .is_some()
    );
}

/// A clip that is there becomes a layer by the dialog, and a clip of its own again; one with layers does not.
#[test]
fn a_clip_is_laid_apart() {
    let (mut work, layer) = with_layer();
    work.run(Action::Animate(AnimateAction::NewClip));
    let other = shown(&work).id();
    turn(&mut work, 30.0);
    work.run(Action::Animate(AnimateAction::KeySelected));
    let lay = |work: &mut Work, clip: ClipId| {
        work.run(Action::ClipTool(ClipToolAction::LayClip));
        let Some(ClipDialog::Lay(mut choice)) = work.session.clip_tools.dialog else {
            panic!("no dialog");
        };
        (choice.clip, choice.apart) = (clip, true);
        let ask = ClipToolIntent::Ask(Some(ClipDialog::Lay(choice)));
        for intent in [ask, ClipToolIntent::Go] {
            work.send(Intent::Clip(ClipIntent::Tool(intent)).into());
        }
    };
    // The clip below the layer cannot become a layer itself.
    let before = work.document.clone();
    lay(&mut work, ClipId(0));
    assert!(work.document.same_as(&before));
    work.send(Intent::ShowClip(Some(ClipId(0))).into());
    lay(&mut work, other);
    let laid = work.document.character.clip(other).unwrap();
    assert_eq!(laid.layer().unwrap().over, ClipId(0));
    let order: Vec<ClipId> = work.document.character.clips.iter().map(Clip::id).collect();
    let place = |of| order.iter().position(|id| *id == of).unwrap();
    assert!(
        place(layer) < place(other),
        "above the layer that was there"
    );
    change(&mut work, other, AnimationLayerChange::Free);
    assert_eq!(work.document.character.clip(other).unwrap().layer(), None);
}

/// What a layer adds since its beginning is nothing there, whatever it is keyed to: that is said, and the pose waits.
#[test]
fn a_layer_that_adds_since_its_beginning_has_none_there() {
    let (mut work, layer) = with_layer();
    turn(&mut work, 40.0);
    work.run(Action::Animate(AnimateAction::KeySelected));
    change(
        &mut work,
        layer,
        AnimationLayerChange::Kind(ClipLayer::AddedToBeginning),
    );
    work.send(Intent::Seek(0.0).into());
    let keys = shown(&work).clone();
    turn(&mut work, 15.0);
    let posed = now(&work);
    work.run(Action::Animate(AnimateAction::KeySelected));
    assert!(is_near(&now(&work), &posed));
    assert_eq!(shown(&work), &keys);
    assert!(!work.document.pending.is_empty());
    assert!(said(&work).contains("layers hide"), "{}", said(&work));
}
