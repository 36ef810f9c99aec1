//! Runs the actions on markers.

use crate::apply::Context;
use crate::commands::actions::MarkerAction;

impl Context<'_> {
    pub(super) fn run_markers(&mut self, action: MarkerAction) {
        match action {
            MarkerAction::AddMarker => self.add_marker(),
            MarkerAction::RenameMarker => self.rename_marker_here(),
            MarkerAction::DeleteMarker => self.delete_marker_here(),
            MarkerAction::PreviousMarker => self.jump_to_marker(false),
            MarkerAction::NextMarker => self.jump_to_marker(true),
        }
    }
}
