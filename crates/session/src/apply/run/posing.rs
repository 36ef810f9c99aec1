//! Runs the actions that help posing: in-betweens, mirror posing, locks.

use crate::apply::Context;
use crate::commands::actions::PosingAction;
use crate::commands::pose_command::Channel;
use crate::tools::pose_slider::SliderKind;

impl Context<'_> {
    pub(super) fn run_posing(&mut self, action: PosingAction) {
        match action {
            PosingAction::Breakdown => self.slide(SliderKind::Breakdown),
            PosingAction::RelaxOrPush => self.slide(SliderKind::Relax),
            PosingAction::CopyPreviousKey => self.copy_from_key(false),
            PosingAction::CopyNextKey => self.copy_from_key(true),
            PosingAction::BlendToRest => self.slide(SliderKind::Rest),
            PosingAction::BlendToPreset => self.slide(SliderKind::Preset),
            PosingAction::ToggleMirrorPosing => self.session.mirror_posing ^= true,
            PosingAction::LockChannels => self.toggle_axis_locks(None),
            PosingAction::LockRotation => self.toggle_axis_locks(Some(Channel::Rotation)),
            PosingAction::LockTranslation => self.toggle_axis_locks(Some(Channel::Translation)),
            PosingAction::LockScale => self.toggle_axis_locks(Some(Channel::Scale)),
            PosingAction::LockShear => self.toggle_axis_locks(Some(Channel::Shear)),
        }
    }
}
