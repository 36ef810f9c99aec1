//! The table of actions: of each, where menus have it, its texts, when it can be done, whether it is on, and what it does.
//!
//! The rows of a feature are its `actions.rs`. `actions/menus.rs` has the groups of the menus, `actions/conditions.rs` what
//! several rows ask for. Ids are in `commands/actions`, keys in the key maps. A test holds that every action has exactly one row.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::Context;
use crate::commands::actions::Action;
use crate::document::Document;
use crate::features::view::View;
use crate::session::Session;

pub(super) mod conditions;
pub(super) mod menus;
pub mod palette_rows;
pub(super) mod row;

pub use conditions::NO_KEY_SELECTED;
pub use menus::Menu;
pub use row::ActionInfo;

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

/// All rows, sorted by menu and group; within a group in the order of the areas below.
pub fn actions() -> &'static [ActionInfo] {
    static TABLE: OnceLock<Vec<ActionInfo>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let areas = [
            crate::features::opening::actions::rows(),
            crate::features::selection::actions::rows(),
            crate::features::viewport::actions::rows(),
            crate::features::window::actions::rows(),
            crate::features::viewport::inspect_actions::rows(),
            crate::features::comparing::actions::rows(),
            crate::features::versions::actions::rows(),
            crate::features::methods::pane_look_actions::rows(),
            crate::features::methods::mesh_method_actions::rows(),
            crate::features::posing::actions::rows(),
            crate::features::posing::posing_actions::rows(),
            crate::features::posing::limits_actions::rows(),
            crate::features::correctives::actions::rows(),
            crate::features::posing::pin_actions::rows(),
            crate::features::playback::actions::rows(),
            crate::features::playback::motion_actions::rows(),
            crate::features::clips::clip_tool_actions::rows(),
            crate::features::motion_in::actions::rows(),
            crate::features::timeline::actions::rows(),
            crate::features::timeline::euler_curves::rows(),
            crate::features::clips::marker_actions::rows(),
            crate::features::reference::actions::rows(),
            crate::features::props::actions::rows(),
            crate::features::gizmo::actions::rows(),
            crate::features::pose_library::actions::rows(),
            crate::features::clip_library::actions::rows(),
            crate::features::skeleton::actions::rows(),
            crate::features::skeleton::joint_actions::rows(),
            crate::features::weight_table::actions::rows(),
            crate::features::painting::actions::rows(),
            crate::features::weight_operations::actions::rows(),
            crate::features::problems::actions::rows(),
            crate::features::layers::actions::rows(),
            crate::features::learn::actions::rows(),
        ];
        let mut rows: Vec<ActionInfo> = areas.into_iter().flatten().collect();
        rows.sort_by_key(|row| (row.menu, row.group));
        rows
    })
}

/// The row of an action; none of a value that no user can ask for, such as the eleventh recent file.
#[must_use]
pub fn info(action: impl Into<Action>) -> Option<&'static ActionInfo> {
    static PLACES: OnceLock<HashMap<Action, usize>> = OnceLock::new();
    let places = PLACES.get_or_init(|| {
        let rows = actions().iter().enumerate();
        rows.map(|(place, row)| (row.action, place)).collect()
    });
    actions().get(*places.get(&action.into())?)
}

/// The state of an action in the current view.
#[must_use]
pub fn action_state(info: &ActionInfo, view: &View<'_>) -> ActionState {
    let why_not = info.why_not(view);
    ActionState {
        text: info.text_now(view),
        enabled: why_not.is_none(),
        why_not,
        checked: info.switch_state(view.document, view.session),
    }
}

/// Text of an action in menus and the palette, without its current object.
#[must_use]
pub fn text_of(action: Action) -> &'static str {
    info(action).map_or("", |row| &row.text)
}

impl Action {
    /// Reason why it cannot be done now, in a few words; none if it can.
    #[must_use]
    pub fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        info(self)?.why_not(view)
    }

    /// Whether it is switched on; none for actions that are no switches.
    #[must_use]
    pub fn switch_state(self, document: &Document, session: &Session) -> Option<bool> {
        info(self)?.switch_state(document, session)
    }
}

impl Context<'_> {
    /// Runs an action. One that goes to another time takes the dope sheet there.
    pub(super) fn run(&mut self, action: Action) {
        let shown = |session: &Session| (session.playback.moment, session.figure());
        let (before, figure) = shown(self.session);
        if let Some(row) = info(action) {
            row.run(self);
        }
        let (now, figure_now) = shown(self.session);
        // The sheet of other work than before is as that was left.
        if now != before && figure_now == figure {
            self.bring_time_into_sight();
        }
    }
}
