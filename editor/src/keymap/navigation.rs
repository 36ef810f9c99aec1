//! Drags that move the camera.

use std::fmt;

use eframe::egui::{Modifiers, PointerButton};
use text_files::{did_you_mean, shortened};

use super::KeyMap;
use super::shortcut::{modifiers_text, split};

/// What a drag in a pane does to the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Navigation {
    /// Turns around the target.
    Orbit,
    /// Moves across.
    Pan,
    /// Nearer or farther.
    Zoom,
}

impl Navigation {
    /// All.
    pub const ALL: [Self; 3] = [Self::Orbit, Self::Pan, Self::Zoom];

    /// Its name in key maps and hints.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Orbit => "orbit",
            Self::Pan => "pan",
            Self::Zoom => "zoom",
        }
    }
}

/// What a drag does to the camera under a key map.
#[must_use]
pub fn navigation(
    keymap: &KeyMap,
    button: PointerButton,
    modifiers: Modifiers,
) -> Option<Navigation> {
    keymap.navigation(button, modifiers)
}

/// A button of the mouse, with what is held besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drag {
    /// The button.
    pub button: PointerButton,
    /// Ctrl (Cmd on a Mac) as `command`, Shift and Alt; nothing else.
    pub modifiers: Modifiers,
}

const BUTTONS: [(PointerButton, &str); 3] = [
    (PointerButton::Primary, "LMB"),
    (PointerButton::Middle, "MMB"),
    (PointerButton::Secondary, "RMB"),
];

impl Drag {
    /// A drag with this button while these are held.
    #[must_use]
    pub fn new(button: PointerButton, held: Modifiers) -> Self {
        let modifiers = super::press::normal(held);
        Self { button, modifiers }
    }

    /// Reads `Shift+MMB`: what is held, then LMB, MMB or RMB.
    ///
    /// # Errors
    ///
    /// What is unknown, and what there is.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (modifiers, name) = split(text)?;
        let names = BUTTONS.iter().map(|(_, name)| *name);
        let found = BUTTONS
            .iter()
            .find(|(_, other)| other.eq_ignore_ascii_case(&name));
        found
            .map(|&(button, _)| Self { button, modifiers })
            .ok_or_else(|| {
                let meant = did_you_mean(&name, names, "LMB, MMB and RMB");
                format!("unknown mouse button `{}`{meant}", shortened(&name))
            })
    }
}

impl fmt::Display for Drag {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let button = BUTTONS.iter().find(|(button, _)| *button == self.button);
        let name = button.map_or("other button", |(_, name)| name);
        write!(out, "{}{name}", modifiers_text(self.modifiers))
    }
}
