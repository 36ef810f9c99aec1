//! Conditions that rows of several areas ask for, each named by what has to hold.

use super::row::WhyNot;
use crate::features::view::View;
use crate::mode::Mode;
use crate::state::weight_operations::weight_request::has_skin;

/// The reason where actions on keys of a clip only lack a selected key.
pub const NO_KEY_SELECTED: &str = "no key is selected";

pub(in crate::features) const SHOW_CLIP_FIRST: &str = "show a clip first, in the timeline";

pub(in crate::features) const NOTHING_BOUND: &str = "nothing is bound to a skeleton";

/// The reason, unless what is asked for holds.
pub(in crate::features) fn unless(holds: bool, why_not: &'static str) -> WhyNot {
    (!holds).then_some(why_not)
}

pub(in crate::features) fn character_open(view: &View<'_>) -> WhyNot {
    unless(!view.is_empty(), "nothing is open")
}

pub(in crate::features) fn has_joints(view: &View<'_>) -> WhyNot {
    let skeleton = &view.document.character.rig.skeleton;
    unless(!skeleton.is_empty(), "there are no joints")
}

pub(in crate::features) fn has_mesh(view: &View<'_>) -> WhyNot {
    let instances = &view.document.character.instances;
    unless(!instances.is_empty(), "there is no mesh")
}

pub(in crate::features) fn has_clips(view: &View<'_>) -> WhyNot {
    let clips = &view.document.character.clips;
    unless(!clips.is_empty(), "there are no clips")
}

pub(in crate::features) fn has_test_poses(view: &View<'_>) -> WhyNot {
    let poses = &view.session.character.test_poses.poses;
    unless(!poses.is_empty(), "no joint moves the mesh")
}

pub(in crate::features) fn joint_selected(view: &View<'_>) -> WhyNot {
    let selection = &view.session.character.selection;
    unless(!selection.is_empty(), "no joint is selected")
}

/// Whether one of the selected joints has a parent.
pub(in crate::features) fn is_child_selected(view: &View<'_>) -> bool {
    let skeleton = &view.document.character.rig.skeleton;
    let mut joints = view.session.character.selection.joints().iter();
    joints.any(|&joint| skeleton.parent(joint).is_some())
}

pub(in crate::features) fn clip_shown(view: &View<'_>) -> WhyNot {
    unless(view.session.playback.moment.is_some(), "no clip is shown")
}

/// What playback does at the end of a clip can be set while the user's own pose is shown over it, too.
pub(in crate::features) fn clip_shown_or_left(view: &View<'_>) -> WhyNot {
    let playback = &view.session.playback;
    let clip = playback.moment.or(playback.left);
    unless(clip.is_some(), "no clip is shown")
}

pub(in crate::features) fn keys_selected(view: &View<'_>) -> WhyNot {
    let keys = &view.session.character.keys;
    unless(!keys.selected.is_empty(), NO_KEY_SELECTED)
}

pub(in crate::features) fn pose_chosen(view: &View<'_>) -> WhyNot {
    let chosen = view.session.library.chosen_entry();
    unless(chosen.is_some(), "no pose of the library is chosen")
}

/// Actions on joints make no sense while the brush paints a map.
pub(in crate::features) fn paints_joints(view: &View<'_>) -> WhyNot {
    if view.session.paints_mask() {
        return Some("a mask has no joints; it is one number a vertex");
    }
    let paints_joints = !view.session.paints_numbers();
    unless(
        paints_joints,
        "a map has no joints; it is one number a vertex",
    )
}

pub(in crate::features) fn paintable(view: &View<'_>) -> WhyNot {
    if view.session.mode != Mode::Weights {
        return Some("weights are painted in Weights mode");
    }
    unless(!view.paint_engine.meshes().is_empty(), NOTHING_BOUND)
}

/// What changes the weights of whole meshes goes to Weights mode by itself.
pub(in crate::features) fn workable(view: &View<'_>) -> WhyNot {
    if view.session.mode == Mode::Weights {
        return paintable(view);
    }
    unless(has_skin(&view.document.character), NOTHING_BOUND)
}

pub(in crate::features) fn vertex_selected(view: &View<'_>) -> WhyNot {
    let vertices = &view.session.character.weights.vertices;
    unless(!vertices.all().is_empty(), "no vertex is selected")
}
