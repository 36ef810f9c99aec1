//! Windows over the panes that are open.

use super::Session;
use crate::commands::actions::Action;
use crate::commands::panel::Panel;
use crate::state::projects::SavePath;

/// Windows over the panes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Windows {
    /// Text of the palette; none while it is closed.
    pub palette: Option<String>,
    /// Text of the path dialog; none while it is closed.
    pub path: Option<String>,
    /// The dialog for the path to save a project under; none while it is closed.
    pub save_path: Option<SavePath>,
    /// Text of the search in the list of keys.
    pub keys_search: String,
    /// The action whose key is pressed next, in the list of keys.
    pub choosing_key: Option<Action>,
    /// Whether the menu of what can be keyed is open.
    pub key_menu: bool,
    /// The other open windows, in the order of opening.
    pub open: Vec<Panel>,
}

impl Session {
    /// Whether a window over the panes is open.
    #[must_use]
    pub fn is_open(&self, panel: Panel) -> bool {
        self.windows.open.contains(&panel)
    }
}
