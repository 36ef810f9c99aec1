//! What an action looks like now: its text, whether it can be done, whether it is switched on.

use std::path::Path;

use crate::actions::{Action, ActionInfo, EditAction, FileAction, PoseAction, ViewAction};
use crate::settings::short_name;
use crate::view::View;

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
    let why_not = info.action.why_not(view);
    ActionState {
        text: text(info, view),
        enabled: why_not.is_none(),
        why_not,
        checked: info.action.checked(view.session),
    }
}

/// Whether an action is offered at all: places of the list of recent files that hold none are not.
#[must_use]
pub fn is_offered(action: Action, view: &View<'_>) -> bool {
    if let Action::File(FileAction::OpenRecent(place)) = action {
        view.session.settings.recent.get(place).is_some()
    } else {
        true
    }
}

/// The text of the row, with what it is about now where that says more.
fn text(info: &ActionInfo, view: &View<'_>) -> String {
    let with = |step: Option<&str>| step.map(|step| format!("{} {step}", info.text));
    let told = match info.action {
        Action::File(FileAction::OpenRecent(place)) => Some(recent_text(place, view)),
        Action::Edit(EditAction::Undo) => with(view.history.undo_name()),
        Action::Edit(EditAction::Redo) => with(view.history.redo_name()),
        Action::View(ViewAction::NextBackground) => {
            let background = view.session.settings.colors.background;
            Some(format!(
                "{} ({})",
                info.text,
                background.name().to_lowercase()
            ))
        }
        Action::Pose(PoseAction::PastePose | PoseAction::PastePoseMirrored) => {
            Some(view.session.pose_clipboard.named(&info.text))
        }
        Action::File(_)
        | Action::Edit(_)
        | Action::View(_)
        | Action::Window(_)
        | Action::Inspect(_)
        | Action::Compare(_)
        | Action::Pose(_)
        | Action::Animate(_)
        | Action::Tool(_)
        | Action::Library(_)
        | Action::Skeleton(_)
        | Action::Weights(_)
        | Action::Brush(_)
        | Action::WeightJob(_)
        | Action::Problems(_) => None,
    };
    told.unwrap_or_else(|| info.text.to_string())
}

/// Two files of one name are told apart by their folders.
fn recent_text(place: usize, view: &View<'_>) -> String {
    let recent = &view.session.settings.recent;
    let Some(file) = recent.get(place) else {
        return format!("No recent file {}", place + 1);
    };
    let name = short_name(file);
    let of_that_name = recent
        .all()
        .iter()
        .filter(|other| short_name(other) == name);
    let folder = Path::new(file).parent().and_then(Path::file_name);
    let text = match folder.and_then(|folder| folder.to_str()) {
        Some(folder) if of_that_name.count() > 1 => format!("{name} ({folder})"),
        _ => name.to_owned(),
    };
    if view.session.missing.contains(file) {
        format!("{text}, not found")
    } else {
        text
    }
}
