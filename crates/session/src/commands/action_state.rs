//! What an action looks like now: its text, why it cannot be done, and whether it is switched on. The matches are in
//! one file per area.
#![warn(
    clippy::wildcard_enum_match_arm,
    clippy::match_wildcard_for_single_variants
)]

use std::path::Path;

use scene::names::mesh_name;

use crate::commands::actions::{Action, ActionInfo, EditAction, FileAction, PoseAction};
use crate::commands::view::View;
use crate::document::Document;
use crate::files::settings::short_name;
use crate::mode::Mode;
use crate::session::Session;
use crate::weighting::weight_request::has_skin;

mod animate;
mod brush;
mod clip_tools;
mod compare;
mod edit;
mod file;
mod inspect;
mod joints;
mod layers;
mod library;
mod markers;
mod mesh_method;
mod motion;
mod pane_look;
mod pose;
mod posing;
mod problems;
mod sheet;
mod skeleton;
mod tool;
mod version;
mod view;
mod weight_jobs;
mod weights;
mod window;

pub use weights::shows_maps;

/// State of an action as a menu, a button or the palette shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionState {
    /// Text of the item, such as "Undo Rotate elbow".
    pub text: String,
    /// Whether it can be done now; false exactly if `why_not` is some.
    pub enabled: bool,
    /// Reason why it cannot be done now, in a few words.
    pub why_not: Option<&'static str>,
    /// Whether a switch is on; none for actions that are no switches.
    pub checked: Option<bool>,
}

/// The state of an action in the current view.
#[must_use]
pub fn action_state(info: &ActionInfo, view: &View<'_>) -> ActionState {
    let why_not = info.action.why_not(view);
    ActionState {
        text: text(info, view),
        enabled: why_not.is_none(),
        why_not,
        checked: info.action.checked(view.document, view.session),
    }
}

/// Whether an action appears in menus and the palette: those of recent files that do not exist do not.
#[must_use]
pub fn is_offered(action: Action, view: &View<'_>) -> bool {
    if let Action::File(FileAction::OpenRecent(place)) = action {
        view.session.settings.recent.get(place).is_some()
    } else {
        true
    }
}

/// The text of the row, with its current object where there is one, such as the step to undo.
fn text(info: &ActionInfo, view: &View<'_>) -> String {
    let with = |step: Option<&str>| step.map(|step| format!("{} {step}", info.text));
    let specific = match info.action {
        Action::File(FileAction::OpenRecent(place)) => Some(recent_text(place, view)),
        Action::Edit(EditAction::Undo) => with(view.history.undo_name()),
        Action::Edit(EditAction::Redo) => with(view.history.redo_name()),
        Action::Pose(PoseAction::PastePose | PoseAction::PastePoseMirrored) => {
            Some(view.session.pose_clipboard.named(&info.text))
        }
        Action::MeshMethod(_) => mesh_chosen(view).map(|name| format!("{} ({name})", info.text)),
        Action::File(_)
        | Action::Edit(_)
        | Action::View(_)
        | Action::Window(_)
        | Action::Inspect(_)
        | Action::Compare(_)
        | Action::Version(_)
        | Action::PaneLook(_)
        | Action::Pose(_)
        | Action::Posing(_)
        | Action::Animate(_)
        | Action::Motion(_)
        | Action::ClipTool(_)
        | Action::Sheet(_)
        | Action::Markers(_)
        | Action::Tool(_)
        | Action::Library(_)
        | Action::Skeleton(_)
        | Action::Joints(_)
        | Action::Weights(_)
        | Action::Brush(_)
        | Action::WeightJob(_)
        | Action::Problems(_)
        | Action::Layers(_) => None,
    };
    specific.unwrap_or_else(|| info.text.to_string())
}

/// The name of the mesh that is chosen; none where there is none.
fn mesh_chosen(view: &View<'_>) -> Option<String> {
    let (character, mesh) = (&view.document.character, view.session.character.mesh);
    character
        .meshes
        .get(mesh)
        .map(|_| mesh_name(character, mesh))
}

/// The file's name, with its folder if another recent file has the same name.
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

impl Action {
    /// Reason why it cannot be done now, in a few words; none if it can.
    #[must_use]
    pub fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        match self {
            Self::File(action) => action.why_not(view),
            Self::Edit(action) => action.why_not(view),
            Self::View(action) => action.why_not(view),
            Self::Window(action) => action.why_not(view),
            Self::Inspect(action) => action.why_not(view),
            Self::Compare(action) => action.why_not(view),
            Self::Version(action) => action.why_not(view),
            Self::PaneLook(action) => action.why_not(view),
            Self::MeshMethod(action) => action.why_not(view),
            Self::Pose(action) => action.why_not(view),
            Self::Posing(action) => action.why_not(view),
            Self::Animate(action) => action.why_not(view),
            Self::Motion(action) => action.why_not(view),
            Self::ClipTool(action) => action.why_not(view),
            Self::Sheet(action) => action.why_not(view),
            Self::Markers(action) => action.why_not(view),
            Self::Tool(action) => action.why_not(view),
            Self::Library(action) => action.why_not(view),
            Self::Skeleton(action) => action.why_not(view),
            Self::Joints(action) => action.why_not(view),
            Self::Weights(action) => action.why_not(view),
            Self::Brush(action) => action.why_not(view),
            Self::WeightJob(action) => action.why_not(view),
            Self::Problems(action) => action.why_not(view),
            Self::Layers(action) => action.why_not(view),
        }
    }

    /// Whether it is switched on; none for actions that are no switches.
    #[must_use]
    pub fn checked(self, document: &Document, session: &Session) -> Option<bool> {
        match self {
            Self::File(action) => action.checked(),
            Self::Edit(action) => action.checked(),
            Self::View(action) => action.checked(session),
            Self::Window(action) => action.checked(session),
            Self::Inspect(action) => action.checked(session),
            Self::Compare(action) => action.checked(session),
            Self::Version(action) => action.checked(session),
            Self::PaneLook(action) => action.checked(session),
            Self::MeshMethod(action) => action.checked(document, session),
            Self::Pose(action) => action.checked(session),
            Self::Posing(action) => action.checked(session),
            Self::Animate(action) => action.checked(session),
            Self::Motion(action) => action.checked(session),
            Self::ClipTool(_) => None,
            Self::Sheet(action) => action.checked(session),
            Self::Markers(_) => None,
            Self::Tool(action) => action.checked(session),
            Self::Library(action) => action.checked(session),
            Self::Skeleton(action) => action.checked(session),
            Self::Joints(action) => action.checked(session),
            Self::Weights(action) => action.checked(session),
            Self::Brush(action) => action.checked(session),
            Self::WeightJob(action) => action.checked(),
            Self::Problems(action) => action.checked(session),
            Self::Layers(action) => action.checked(session),
        }
    }
}

fn nothing_selected(session: &Session) -> Option<&'static str> {
    let is_empty = session.character.selection.is_empty();
    is_empty.then_some("no joint is selected")
}

/// Actions on joints make no sense while the brush paints a map.
fn no_joints_to_paint(session: &Session) -> Option<&'static str> {
    if session.paints_mask() {
        return Some("a mask has no joints; it is one number a vertex");
    }
    let no_joints = session.paints_numbers();
    no_joints.then_some("a map has no joints; it is one number a vertex")
}

/// Why all weights cannot be worked at; none if they can. What changes whole meshes goes to Weights mode by itself.
fn unworkable(view: &View<'_>) -> Option<&'static str> {
    if view.session.mode == Mode::Weights {
        return unpaintable(view);
    }
    let unbound = !has_skin(&view.document.character);
    unbound.then_some("nothing is bound to a skeleton")
}

/// Why no brush can paint now; none if one can.
fn unpaintable(view: &View<'_>) -> Option<&'static str> {
    if view.session.mode != Mode::Weights {
        Some("weights are painted in Weights mode")
    } else {
        let nothing = view.paint_engine.meshes().is_empty();
        nothing.then_some("nothing is bound to a skeleton")
    }
}
