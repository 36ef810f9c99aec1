//! What an action looks like now: its text, whether it can be done, whether it is switched on.

use std::path::Path;

use crate::command::{Action, ActionInfo, Panel};
use crate::comparing::{PANES, PaneLayout};
use crate::keymap::Preset;
use crate::mode::Mode;
use crate::settings::short_name;
use crate::strip::test_poses;
use crate::view::View;
use crate::window_layout::WindowLayout;

mod blend_layer;
mod brush;
mod export;
mod jobs;
mod library;
mod look;
mod problems;
mod skeleton;
mod tool;
mod weight_files;
mod weights;
mod why_not;

pub use blend_layer::shows_affine;
use why_not::why_not;

/// An action's look in a menu, a button or the palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionState {
    /// Its text, as "Undo Rotate elbow".
    pub text: String,
    /// Whether it can be done.
    pub enabled: bool,
    /// Why it cannot be done, if it cannot.
    pub why_not: Option<&'static str>,
    /// Whether it is on, for switches.
    pub checked: Option<bool>,
}

/// The look of a row of the table.
#[must_use]
pub fn action_state(info: &ActionInfo, view: &View<'_>) -> ActionState {
    let is_possible = enabled(info.action, view);
    ActionState {
        text: text(info, view),
        enabled: is_possible,
        why_not: (!is_possible).then(|| why_not(info.action, view)),
        checked: checked(info.action, view),
    }
}

/// Whether an action is offered at all: places of the list of recent files that hold none are not.
#[must_use]
pub fn is_offered(action: Action, view: &View<'_>) -> bool {
    match action {
        Action::OpenRecent(place) => view.session.settings.recent.get(place).is_some(),
        _ => true,
    }
}

fn text(info: &ActionInfo, view: &View<'_>) -> String {
    if let Action::OpenRecent(place) = info.action {
        return recent_text(place, view);
    }
    let step = match info.action {
        Action::Undo => view.history.undo_name(),
        Action::Redo => view.history.redo_name(),
        Action::NextBackground => {
            return format!(
                "{} ({})",
                info.text,
                view.session
                    .settings
                    .colors
                    .background
                    .name()
                    .to_lowercase()
            );
        }
        _ => None,
    };
    if matches!(info.action, Action::PastePose | Action::PastePoseMirrored) {
        return view.session.pose_clipboard.named(&info.text);
    }
    step.map_or_else(
        || info.text.to_string(),
        |step| format!("{} {step}", info.text),
    )
}

/// Two files of one name are told apart by their folders.
fn recent_text(place: usize, view: &View<'_>) -> String {
    let recent = &view.session.settings.recent;
    let Some(file) = recent.get(place) else {
        return format!("No recent file {}", place + 1);
    };
    let name = short_name(file);
    let twins = recent
        .all()
        .iter()
        .filter(|other| short_name(other) == name);
    let folder = Path::new(file).parent().and_then(Path::file_name);
    let text = match folder.and_then(|folder| folder.to_str()) {
        Some(folder) if twins.count() > 1 => format!("{name} ({folder})"),
        _ => name.to_owned(),
    };
    if view.session.missing.contains(file) {
        format!("{text}, not found")
    } else {
        text
    }
}

fn enabled(action: Action, view: &View<'_>) -> bool {
    if let Some(why_not) = blend_layer::reason(action, view) {
        return why_not.is_none();
    }
    let playback = &view.session.playback;
    let clips = view.document.character.clips.len();
    match action {
        Action::Undo => view.history.undo_name().is_some(),
        Action::Redo => view.history.redo_name().is_some(),
        Action::OpenRecent(place) => {
            let file = view.session.settings.recent.get(place);
            file.is_some_and(|file| !view.session.missing.contains(file))
        }
        Action::ForgetRecent => !view.session.settings.recent.is_empty(),
        Action::ResetLayout => view.session.settings.layout != WindowLayout::default(),
        Action::Reload => !view.session.file.is_empty(),
        Action::CancelOpening => view.opening.is_some(),
        Action::Save | Action::SaveAs | Action::SaveToPath => {
            !view.is_empty() && !view.session.project.saving
        }
        Action::RecoverWork | Action::DiscardLeftWork => !view.session.project.left.is_empty(),
        Action::RecoverLater => view.session.project.offers,
        Action::PinVertex => view.session.pointing.found.is_some(),
        Action::UnpinVertex => view.session.pointing.pinned.is_some(),
        Action::ShowAllJoints => !view.session.hidden.is_empty(),
        Action::Operate(_) => tool::may_operate(view.session),
        Action::HideJoint
        | Action::HideOthers
        | Action::SelectNone
        | Action::FrameSelection
        | Action::ResetRotation
        | Action::ResetTranslation
        | Action::ResetScale
        | Action::ResetShear
        | Action::ResetJoint => view.session.selection.active().is_some(),
        Action::SelectParent => {
            let skeleton = &view.document.character.rig.skeleton;
            let mut joints = view.session.selection.joints().iter();
            joints.any(|&joint| skeleton.parent(joint).is_some())
        }
        Action::SelectChildren | Action::SelectMirrored => !view.session.selection.is_empty(),
        Action::SelectionBack => view.session.former.before().is_some(),
        Action::SelectionForth => view.session.former.after().is_some(),
        Action::SelectAll
        | Action::InvertSelection
        | Action::BoxSelect
        | Action::CopyPose
        | Action::PastePose
        | Action::PastePoseMirrored
        | Action::MirrorPose => !view.document.character.rig.skeleton.is_empty(),
        Action::BackToClip => playback.left.is_some() && playback.moment.is_none(),
        Action::PlayPause
        | Action::FirstFrame
        | Action::LastFrame
        | Action::PreviousKey
        | Action::NextKey => clips > 0,
        Action::AddPane => view.session.comparing.panes.len() < PANES.len(),
        Action::RemovePane | Action::NextPane => view.session.comparing.panes.len() > 1,
        Action::SwapPanes
        | Action::CompareSide
        | Action::CompareWipe
        | Action::CompareOverlay
        | Action::NextSpot
        | Action::PreviousSpot => view.session.comparing.other().is_some(),
        Action::RestartGraphics => view.graphics.works,
        Action::PreviousClip | Action::NextClip => {
            clips > 1 || (clips == 1 && playback.moment.is_none())
        }
        Action::NextTestPose | Action::PreviousTestPose => {
            !test_poses(&view.session.file).is_empty()
        }
        other => skeleton::enabled(other, view)
            .or_else(|| jobs::enabled(other, view))
            .or_else(|| Some(weights::reason(other, view)?.is_none()))
            .or_else(|| Some(brush::reason(other, view)?.is_none()))
            .or_else(|| weight_files::enabled(other, view))
            .or_else(|| export::enabled(other, view))
            .unwrap_or_else(|| library::enabled(other, view)),
    }
}

fn checked(action: Action, view: &View<'_>) -> Option<bool> {
    let session = view.session;
    let layout = session.comparing.visible_layout();
    match action {
        Action::ToggleGrid => Some(session.switches.grid),
        Action::ToggleBones => Some(session.switches.bones),
        Action::ToggleHeatmap => Some(session.switches.heatmap),
        Action::CompareOne => Some(layout == PaneLayout::One),
        Action::CompareSide => Some(layout == PaneLayout::Side),
        Action::CompareWipe => Some(layout == PaneLayout::Wipe),
        Action::CompareOverlay => Some(layout == PaneLayout::Overlay),
        Action::ToggleRangePinned => Some(session.comparing.pinned_range.is_some()),
        Action::ToggleSkinOnDevice => Some(session.switches.skin_on_device),
        Action::ToggleTestPoses => Some(session.settings.test_poses),
        Action::ToggleProbe => Some(session.switches.probe),
        Action::HideJoint => session
            .selection
            .active()
            .map(|joint| session.hidden.contains(&joint)),
        Action::AddJoint => Some(session.skeleton.placing),
        Action::ToggleRest => Some(session.switches.rest),
        Action::ToggleTheme => Some(session.switches.light),
        Action::ToggleNotices => Some(session.is_open(Panel::Notices)),
        Action::ToggleTile(tile) => Some(session.settings.layout.is_shown(tile)),
        Action::ToggleLoop => Some(session.playback.looping),
        Action::SkeletonMode => Some(session.mode == Mode::Skeleton),
        Action::WeightsMode => Some(session.mode == Mode::Weights),
        Action::PoseMode => Some(session.mode == Mode::Pose),
        Action::AnimateMode => Some(session.mode == Mode::Animate),
        Action::BlenderKeys => Some(session.keymap.preset() == Preset::Blender),
        Action::TogglePoseMirrored => Some(session.library.mirrored),
        Action::TogglePoseSelectedOnly => Some(session.library.selected_only),
        Action::MayaKeys => Some(session.keymap.preset() == Preset::Maya),
        other => look::checked(other, session),
    }
}
