//! Commands about the window itself: what the user prefers, recent files, panels.

use super::Context;
use crate::commands::command::Panel;
use crate::files::settings::{Change, Colors, ThemeChoice};
use crate::notices::Severity;

impl Context<'_> {
    /// Asked for while work is offered that a crash left, the card comes in its place: the offer waits, as after "Later".
    pub(super) fn toggle_welcome(&mut self) {
        let project = &mut self.session.project;
        let is_held_back = project.offers && !project.left.is_empty();
        project.offers &= !is_held_back;
        if is_held_back {
            self.show_panel(Panel::Welcome);
        } else {
            self.toggle(Panel::Welcome);
        }
    }

    /// The other theme than the one that is seen, from now on also where the system's was chosen.
    pub(super) fn toggle_theme(&mut self) {
        let light = !self.session.switches.light;
        self.session.switches.light = light;
        self.session.settings.theme = if light {
            ThemeChoice::Light
        } else {
            ThemeChoice::Dark
        };
    }

    /// The next background of the panes.
    pub(super) fn next_background(&mut self) {
        let colors = self.session.settings.colors;
        self.session.settings.change(Change::Colors(Colors {
            background: colors.background.next(),
            ..colors
        }));
    }

    /// A file that could not be opened while nothing is leaves work to do.
    pub(super) fn notify(&mut self, severity: Severity, text: String) {
        let notices = &mut self.session.notices;
        if severity == Severity::Error && self.session.opened == 0 {
            notices.push_lasting(severity, text);
        } else {
            notices.push(severity, text);
        }
    }

    pub(super) fn open_recent(&mut self, place: usize) {
        if let Some(file) = self.session.settings.recent.get(place) {
            let file = file.to_owned();
            self.load(file);
        }
    }

    /// A character has been opened: a file is remembered, and what invites to open one goes.
    pub(super) fn remember(&mut self, file: &str) {
        self.session.settings.recent.add(file);
        // What is behind the card was asked for before it.
        if self.session.opened > 1 {
            self.session
                .windows
                .open
                .retain(|&panel| panel != Panel::Welcome);
        }
    }
}
