//! Commands that change the mode and the key map, and run actions from the palette.

use scene::view::shading::Shading;

use crate::commands::actions::Action;
use crate::commands::keymap::Preset;
use crate::features::Context;
use crate::mode::Mode;
use crate::settings::SettingChange;

/// Number of actions that the palette lists as used last.
const REMEMBERED: usize = 6;

impl Context<'_> {
    /// Weights mode shows weights on the surface; leaving it restores the shading of before, unless another was chosen
    /// meanwhile.
    pub(in crate::features) fn change_mode(&mut self, mode: Mode) {
        let session = &mut *self.session;
        if session.mode == mode {
            return;
        }
        let was_animate = std::mem::replace(&mut session.mode, mode) == Mode::Animate;
        if was_animate != (mode == Mode::Animate) {
            session.comparing.change_sides(mode == Mode::Animate);
        }
        session.character.weights.picks_donor = false;
        // The timeline is lower in other modes: until the window says so, no key is meant for keys of clips.
        session.character.sheet.pointed = None;
        if mode == Mode::Weights {
            let before = std::mem::replace(&mut session.shading, Shading::Weights);
            session.shading_before_weights = Some(before);
        } else if let Some(before) = session.shading_before_weights.take()
            && session.shading == Shading::Weights
        {
            session.shading = before;
        }
        if mode == Mode::Animate {
            self.show_only_clip();
        }
    }

    /// The clip of a file with one, in place of the pose in which the file stands: there is no other to choose.
    fn show_only_clip(&mut self) {
        let character = &self.document.character;
        let playback = &self.session.playback;
        let is_untouched = playback.moment.is_none()
            && playback.left.is_none()
            && !self.session.switches.rest
            && *self.document.pose == character.file_pose();
        if let ([only], true) = (&*character.clips, is_untouched) {
            self.show_clip(Some(only.id()));
        }
    }

    /// Only changes the setting; the application loads the key map that it names.
    pub(in crate::features) fn use_keys(&mut self, preset: Preset) {
        let name = preset.id().to_owned();
        self.session.settings.change(SettingChange::Keymap(name));
    }

    pub(in crate::features) fn run_from_palette(&mut self, action: Action) {
        self.session.windows.palette = None;
        let before = &mut self.session.settings.commands;
        before.retain(|other| *other != action.id());
        before.insert(0, action.id().to_owned());
        before.truncate(REMEMBERED);
        self.run(action);
    }
}
