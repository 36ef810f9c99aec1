//! The menus of the right button, on a line of the tree and in a pane: what the mode does with the selection, and in a
//! pane what is shown there.

use eframe::egui::{Button, Ui};
use session::commands::actions::{
    Action, AnimateAction, CompareAction, EditAction, InspectAction, JointsAction, MotionAction,
    PoseAction, SkeletonAction, ViewAction, WeightAction, WeightJobAction,
};
use session::commands::command::Sink;
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::mode::Mode;

use crate::panels::widgets::{tooltip, with_tooltip};

const SKELETON: &[Action] = &[
    Action::Skeleton(SkeletonAction::ExtrudeJoint),
    Action::Skeleton(SkeletonAction::InsertJoint),
    Action::Skeleton(SkeletonAction::MirrorJoints),
    Action::Skeleton(SkeletonAction::ReparentToActive),
    Action::Skeleton(SkeletonAction::UnparentJoints),
    Action::Skeleton(SkeletonAction::DissolveJoints),
    Action::Joints(JointsAction::OrientJoints),
];

const WEIGHTS: &[Action] = &[
    Action::Weights(WeightAction::LockJoints),
    Action::Weights(WeightAction::LockOthers),
    Action::Weights(WeightAction::UnlockAll),
    Action::Weights(WeightAction::ToggleIsolated),
    Action::Weights(WeightAction::SelectVerticesOfJoint),
    Action::WeightJob(WeightJobAction::FloodWeights),
    Action::WeightJob(WeightJobAction::SmoothWeights),
];

const POSE: &[Action] = &[
    Action::Pose(PoseAction::ResetJoint),
    Action::Pose(PoseAction::ResetRotation),
    Action::Pose(PoseAction::ResetPose),
    Action::Pose(PoseAction::CopyPose),
    Action::Pose(PoseAction::PastePose),
    Action::Pose(PoseAction::PastePoseMirrored),
];

const ANIMATE: &[Action] = &[
    Action::Animate(AnimateAction::PlayPause),
    Action::Animate(AnimateAction::PreviousKey),
    Action::Animate(AnimateAction::NextKey),
    Action::Motion(MotionAction::KeepMotionTrails),
    Action::Pose(PoseAction::ResetJoint),
    Action::Pose(PoseAction::CopyPose),
    Action::Pose(PoseAction::PastePose),
];

/// For the selected joints in every mode.
const JOINTS: &[Action] = &[
    Action::Skeleton(SkeletonAction::RenameJoint),
    Action::Edit(EditAction::SelectChildren),
    Action::Edit(EditAction::SelectMirrored),
    Action::View(ViewAction::FrameSelection),
    Action::Inspect(InspectAction::HideJoint),
    Action::Inspect(InspectAction::HideOthers),
    Action::Inspect(InspectAction::ShowAllJoints),
];

/// For what panes show.
const PANES: &[Action] = &[
    Action::View(ViewAction::FrameAll),
    Action::View(ViewAction::ToggleBones),
    Action::View(ViewAction::ToggleWireframe),
    Action::Compare(CompareAction::ToggleHeatmap),
];

const fn of_mode(mode: Mode) -> &'static [Action] {
    match mode {
        Mode::Skeleton => SKELETON,
        Mode::Weights => WEIGHTS,
        Mode::Pose => POSE,
        Mode::Animate => ANIMATE,
    }
}

/// The menu of a joint's line.
pub fn joint_menu(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    for &action in of_mode(view.session.mode) {
        item(ui, action, view, sink);
    }
    ui.separator();
    for &action in JOINTS {
        item(ui, action, view, sink);
    }
}

/// The menu of a pane.
pub fn pane_menu(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    joint_menu(ui, view, sink);
    ui.separator();
    for &action in PANES {
        item(ui, action, view, sink);
    }
}

/// A line of a menu that runs an action.
pub fn item(ui: &mut Ui, action: Action, view: &View<'_>, sink: &mut Sink) {
    let Some(row) = info(action) else { return };
    let state = action_state(row, view);
    let keys = view.key_text(action).unwrap_or_default();
    let button = Button::new(state.text.as_str())
        .shortcut_text(keys)
        .selected(state.checked == Some(true));
    let response = ui.add_enabled(state.enabled, button);
    let response = with_tooltip(response, &tooltip(row, view));
    if response.accessible_name(&*state.text).clicked() {
        sink.run(action);
        ui.close();
    }
}
