//! The table of actions: of each, where menus have it, its texts, when it can be done, whether it is on, and what it does.
//!
//! One file an area, each row in one place. `menus.rs` has the groups of the menus, `conditions.rs` what several rows ask
//! for. Ids are in `commands/actions`, keys in the key maps. A test holds that every action has exactly one row.
#![expect(clippy::too_many_lines, reason = "the rows of an area are one list")]

use std::collections::HashMap;
use std::sync::OnceLock;

use super::Context;
use crate::commands::actions::Action;
use crate::commands::view::View;
use crate::document::Document;
use crate::session::Session;

mod animate;
mod brush;
mod clip_tools;
mod compare;
mod conditions;
mod edit;
mod file;
mod inspect;
mod joints;
mod layers;
mod library;
mod markers;
mod menus;
mod mesh_method;
mod motion;
pub mod palette_rows;
mod pane_look;
mod pose;
mod posing;
mod problems;
mod row;
mod sheet;
mod skeleton;
mod tool;
mod version;
mod view;
mod weight_jobs;
mod weights;
mod window;

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
            file::rows(),
            edit::rows(),
            view::rows(),
            window::rows(),
            inspect::rows(),
            compare::rows(),
            version::rows(),
            pane_look::rows(),
            mesh_method::rows(),
            pose::rows(),
            posing::rows(),
            animate::rows(),
            motion::rows(),
            clip_tools::rows(),
            sheet::rows(),
            markers::rows(),
            tool::rows(),
            library::rows(),
            skeleton::rows(),
            joints::rows(),
            weights::rows(),
            brush::rows(),
            weight_jobs::rows(),
            problems::rows(),
            layers::rows(),
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
        checked: info.checked(view.document, view.session),
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
    pub fn checked(self, document: &Document, session: &Session) -> Option<bool> {
        info(self)?.checked(document, session)
    }
}

impl Context<'_> {
    /// Runs an action. One that goes to another time takes the dope sheet there.
    pub(super) fn run(&mut self, action: Action) {
        let before = self.session.playback.moment;
        if let Some(row) = info(action) {
            row.run(self);
        }
        if self.session.playback.moment != before {
            self.bring_time_into_sight();
        }
    }
}
