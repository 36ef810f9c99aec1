//! Runs the actions on onion skins and motion trails.

use crate::apply::Context;
use crate::commands::actions::MotionAction;
use crate::commands::command::Panel;

impl Context<'_> {
    pub(super) fn run_motion(&mut self, action: MotionAction) {
        let session = &mut *self.session;
        match action {
            MotionAction::ToggleOnionSkins => session.motion.onion ^= true,
            MotionAction::OnionSkinOptions => self.toggle(Panel::OnionSkins),
            MotionAction::ToggleMotionTrails => session.motion.trails ^= true,
            MotionAction::KeepMotionTrails => self.keep_trails(),
            MotionAction::ForgetMotionTrails => session.character.trails_kept.clear(),
        }
    }

    /// Keeps the trails of the selected joints, and shows them; lets go of them if all are kept already.
    fn keep_trails(&mut self) {
        let session = &mut *self.session;
        let keeps = session.keeps_trails_of_selected();
        let joints = session.character.selection.joints();
        let kept = &mut session.character.trails_kept;
        if keeps {
            kept.retain(|joint| !joints.contains(joint));
        } else {
            kept.extend(joints);
            session.motion.trails = true;
        }
    }
}
