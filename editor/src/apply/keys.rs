//! Modes, key maps, and what was run from the palette.

use super::Bench;
use crate::actions::info;
use crate::command::Action;
use crate::keymap::Preset;
use crate::mode::Mode;
use crate::session::Request;
use crate::settings::Change;
use scene::view::shading::Shading;

/// What the palette remembers.
const REMEMBERED: usize = 6;

impl Bench<'_> {
    pub(super) fn run_keys(&mut self, action: Action) {
        let session = &mut *self.session;
        match action {
            Action::SkeletonMode => self.change_mode(Mode::Skeleton),
            Action::WeightsMode => self.change_mode(Mode::Weights),
            Action::PoseMode => self.change_mode(Mode::Pose),
            Action::AnimateMode => self.change_mode(Mode::Animate),
            Action::BlenderKeys => self.use_keys(Preset::Blender),
            Action::MayaKeys => self.use_keys(Preset::Maya),
            Action::EditKeyMap => session.requests.push(Request::WriteKeyMap),
            Action::ReloadKeyMap => session.requests.push(Request::ReadKeyMap),
            other => self.run_inspect(other),
        }
    }

    /// Where one works at weights, the surface shows them; afterwards it shows what it did before, unless something else was
    /// chosen meanwhile.
    fn change_mode(&mut self, mode: Mode) {
        let session = &mut *self.session;
        if session.mode == mode {
            return;
        }
        session.mode = mode;
        session.weights.picks_donor = false;
        if mode == Mode::Weights {
            let before = std::mem::replace(&mut session.shading, Shading::Weights);
            session.shading_before_weights = Some(before);
        } else if let Some(before) = session.shading_before_weights.take()
            && session.shading == Shading::Weights
        {
            session.shading = before;
        }
    }

    /// The settings name the map, and the application follows them.
    fn use_keys(&mut self, preset: Preset) {
        let name = preset.id().to_owned();
        self.session.settings.change(Change::Keymap(name));
    }

    pub(super) fn run_from_palette(&mut self, action: Action) {
        self.session.windows.palette = None;
        if let Some(row) = info(action) {
            let before = &mut self.session.settings.commands;
            before.retain(|other| *other != row.id);
            before.insert(0, row.id.to_string());
            before.truncate(REMEMBERED);
        }
        self.run(action);
    }
}
