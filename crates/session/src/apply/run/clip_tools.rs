//! Runs the actions on the whole clip that is shown.

use crate::apply::Context;
use crate::commands::actions::ClipToolAction;

impl Context<'_> {
    pub(super) fn run_clip_tools(&mut self, action: ClipToolAction) {
        match action {
            ClipToolAction::MirrorClip => self.mirror_clip(),
            ClipToolAction::CloseLoop => self.ask_to_close_loop(),
            ClipToolAction::WarpTime => self.ask_to_warp_time(),
            ClipToolAction::RootMotion => self.ask_for_root_motion(),
        }
    }
}
