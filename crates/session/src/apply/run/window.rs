//! Runs the actions on the window: panels, modes, key maps, interface size.

use crate::apply::Context;
use crate::commands::actions::WindowAction;
use crate::commands::command::Panel;
use crate::commands::keymap::Preset;
use crate::files::settings::Change;
use crate::files::window_layout::WindowLayout;
use crate::mode::Mode;
use crate::session::Request;

/// Step of the interface scale.
const STEP: f32 = 0.1;

/// Scale changed by one step and rounded to hundredths, so that repeated steps add no rounding error.
fn stepped(scale: f32, by: f32) -> f32 {
    (100.0 * (scale + by)).round() / 100.0
}

impl Context<'_> {
    pub(super) fn run_window(&mut self, action: WindowAction) {
        let session = &mut *self.session;
        let settings = &mut session.settings;
        match action {
            WindowAction::Palette => session.windows.palette = Some(String::new()),
            WindowAction::History => self.toggle(Panel::History),
            WindowAction::Preferences => self.toggle(Panel::Preferences),
            WindowAction::Shortcuts => self.toggle(Panel::Shortcuts),
            WindowAction::About => self.toggle(Panel::About),
            WindowAction::Welcome => self.toggle_welcome(),
            WindowAction::ToggleNotices => self.toggle(Panel::Notices),
            WindowAction::Crowd => self.toggle(Panel::Crowd),
            WindowAction::ToggleTile(tile) => self.change_layout(|layout| layout.toggle(tile)),
            WindowAction::ResetLayout => {
                self.change_layout(|layout| *layout = WindowLayout::default());
            }
            WindowAction::LargerInterface => {
                settings.change(Change::Scale(stepped(settings.ui_scale, STEP)));
            }
            WindowAction::SmallerInterface => {
                settings.change(Change::Scale(stepped(settings.ui_scale, -STEP)));
            }
            WindowAction::UsualInterface => settings.change(Change::Scale(1.0)),
            WindowAction::RestartGraphics => session.requests.push(Request::RestartGraphics),
            WindowAction::SkeletonMode => self.change_mode(Mode::Skeleton),
            WindowAction::WeightsMode => self.change_mode(Mode::Weights),
            WindowAction::PoseMode => self.change_mode(Mode::Pose),
            WindowAction::AnimateMode => self.change_mode(Mode::Animate),
            WindowAction::BlenderKeys => self.use_keys(Preset::Blender),
            WindowAction::MayaKeys => self.use_keys(Preset::Maya),
            WindowAction::EditKeyMap => session.requests.push(Request::WriteKeyMap),
            WindowAction::ReloadKeyMap => session.requests.push(Request::ReadKeyMap),
        }
    }

    /// Changes what panels there are and where; the pointer is over none of them until it moves.
    pub(crate) fn change_layout(&mut self, change: impl FnOnce(&mut WindowLayout)) {
        let mut layout = self.session.settings.layout.clone();
        change(&mut layout);
        self.session.settings.change(Change::Layout(layout));
        self.session.character.sheet.pointed = None;
    }
}
