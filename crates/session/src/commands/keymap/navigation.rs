//! Drags that move the camera.

use std::fmt;

use super::shortcut::{Modifiers, modifiers_text, split};
use text_files::{did_you_mean, shortened};

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

/// A button of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MouseButton {
    /// The one for clicks.
    Left,
    /// The wheel, on most.
    Middle,
    /// The one for menus.
    Right,
}

/// A button of the mouse, with what is held besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drag {
    /// The button.
    pub button: MouseButton,
    /// What is held.
    pub modifiers: Modifiers,
}

const BUTTONS: [(MouseButton, &str); 3] = [
    (MouseButton::Left, "LMB"),
    (MouseButton::Middle, "MMB"),
    (MouseButton::Right, "RMB"),
];

impl Drag {
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
