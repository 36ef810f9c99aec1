//! What an action looks like now: its text, whether it can be done, whether it is switched on.

use crate::command::{Action, ActionInfo, Panel};
use crate::view::View;

/// An action's look in a menu, a button or the palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionState {
    /// Its text, as "Undo Rotate elbow".
    pub text: String,
    /// Whether it can be done.
    pub enabled: bool,
    /// Whether it is on, for switches.
    pub checked: Option<bool>,
}

/// The look of a row of the table.
#[must_use]
pub fn action_state(info: &ActionInfo, view: &View<'_>) -> ActionState {
    ActionState {
        text: text(info, view),
        enabled: enabled(info.action, view),
        checked: checked(info.action, view),
    }
}

fn text(info: &ActionInfo, view: &View<'_>) -> String {
    let step = match info.action {
        Action::Undo => view.history.undo_name(),
        Action::Redo => view.history.redo_name(),
        Action::NextBackground => {
            return format!(
                "{} ({})",
                info.text,
                view.session.switches.background.name()
            );
        }
        _ => None,
    };
    step.map_or_else(
        || info.text.to_string(),
        |step| format!("{} {step}", info.text),
    )
}

fn enabled(action: Action, view: &View<'_>) -> bool {
    let playback = &view.session.playback;
    let clips = view.document.character.clips.len();
    match action {
        Action::Undo => view.history.undo_name().is_some(),
        Action::Redo => view.history.redo_name().is_some(),
        Action::Reload => !view.session.file.is_empty(),
        Action::CancelOpening => view.opening.is_some(),
        Action::SelectNone
        | Action::FrameSelection
        | Action::ResetRotation
        | Action::ResetTranslation
        | Action::ResetScale
        | Action::ResetShear
        | Action::ResetJoint => view.session.selected.is_some(),
        Action::SelectParent => view
            .session
            .selected
            .is_some_and(|joint| view.document.character.rig.skeleton.parent(joint).is_some()),
        Action::BackToClip => playback.left.is_some() && playback.moment.is_none(),
        Action::PlayPause
        | Action::FirstFrame
        | Action::LastFrame
        | Action::PreviousKey
        | Action::NextKey => clips > 0,
        Action::RestartGraphics => view.graphics.state().is_some(),
        Action::PreviousClip | Action::NextClip => {
            clips > 1 || (clips == 1 && playback.moment.is_none())
        }
        _ => true,
    }
}

fn checked(action: Action, view: &View<'_>) -> Option<bool> {
    let session = view.session;
    match action {
        Action::ToggleGrid => Some(session.switches.grid),
        Action::ToggleBones => Some(session.switches.bones),
        Action::ToggleHeatmap => Some(session.switches.heatmap),
        Action::ToggleSkinOnDevice => Some(session.switches.skin_on_device),
        Action::ToggleRest => Some(session.switches.rest),
        Action::ToggleTheme => Some(session.switches.light),
        Action::ToggleNotices => Some(session.is_open(Panel::Notices)),
        Action::ToggleLoop => Some(session.playback.looping),
        _ => None,
    }
}
