//! Commands about the window: welcome card, theme, background, notices, recent files.

use crate::commands::actions::Action;
use crate::commands::command::Panel;
use crate::commands::keymap::{KeysIntent, Shortcut};
use crate::features::Context;
use crate::notices::Severity;
use crate::session::Request;
use crate::settings::window_layout::WindowLayout;
use crate::settings::{Background, Colors, PaneBars, SettingChange, ThemeChoice};

impl Context<'_> {
    /// While work left by a crash is offered, the welcome card takes the place of the offer, which waits as after
    /// "Later".
    pub(in crate::features) fn toggle_welcome(&mut self) {
        let project = &mut self.session.project;
        let is_held_back = project.offers && !project.left.is_empty();
        project.offers &= !is_held_back;
        if is_held_back {
            self.show_panel(Panel::Welcome);
        } else {
            self.toggle(Panel::Welcome);
        }
    }

    /// Changes which bars stand beside the panes in this mode.
    pub(in crate::features) fn change_bars(&mut self, change: impl FnOnce(&mut PaneBars)) {
        let mode = self.session.mode;
        let mut bars = self.session.settings.bars(mode);
        change(&mut bars);
        self.session
            .settings
            .change(SettingChange::Bars(mode, bars));
    }

    /// Changes to the theme that is not shown now; a choice of the system's theme ends.
    pub(in crate::features) fn toggle_theme(&mut self) {
        let light = !self.session.switches.light;
        self.session.switches.light = light;
        self.session.settings.theme = if light {
            ThemeChoice::Light
        } else {
            ThemeChoice::Dark
        };
    }

    pub(in crate::features) fn next_background(&mut self) {
        self.use_background(self.session.settings.colors.background.next());
    }

    pub(in crate::features) fn use_background(&mut self, background: Background) {
        let colors = self.session.settings.colors;
        self.session.settings.change(SettingChange::Colors(Colors {
            background,
            ..colors
        }));
    }

    pub(in crate::features) fn on_keys_intent(&mut self, intent: KeysIntent) {
        match intent {
            KeysIntent::Choose(action) => self.session.windows.choosing_key = action,
            KeysIntent::Set(action, key) => self.set_own_key(action, Some(key)),
            KeysIntent::Reset(action) => self.set_own_key(action, None),
        }
    }

    /// Asks for another key of an action, in the section where it has its keys in this mode; without a key, for the
    /// shipped ones.
    fn set_own_key(&mut self, action: Action, key: Option<Shortcut>) {
        let session = &mut *self.session;
        session.windows.choosing_key = None;
        let section = session.keymap.section_of(action, session.mode);
        let request = Request::SetOwnKey(section, action, key);
        session.requests.push(request);
    }

    /// With no character open, an error stays until it is dismissed: the user has nothing else to go on.
    pub(in crate::features) fn notify(&mut self, severity: Severity, text: String) {
        let notices = &mut self.session.notices;
        if severity == Severity::Error && self.session.opened == 0 {
            notices.push_lasting(severity, text);
        } else {
            notices.push(severity, text);
        }
    }

    pub(in crate::features) fn open_recent(&mut self, place: usize) {
        if let Some(file) = self.session.settings.recent.get(place) {
            let file = file.to_owned();
            self.load(&file);
        }
    }

    /// Adds the file to the recent ones, and closes the welcome card.
    pub(in crate::features) fn remember(&mut self, file: &str) {
        self.session.settings.recent.add(file);
        // The character behind the card was asked for before the card was shown.
        if self.session.opened > 1 {
            self.session
                .windows
                .open
                .retain(|&panel| panel != Panel::Welcome);
        }
    }

    /// Changes what panels there are and where; the pointer is over none of them until it moves.
    pub(in crate::features) fn change_layout(&mut self, change: impl FnOnce(&mut WindowLayout)) {
        let mut layout = self.session.settings.layout.clone();
        change(&mut layout);
        self.session.settings.change(SettingChange::Layout(layout));
        self.session.character.sheet.pointed = None;
    }
}
