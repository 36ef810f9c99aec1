//! Drags that move the camera.

use std::fmt;

use text_files::{did_you_mean, shorten};

use super::shortcut::{Modifiers, modifiers_text, parse_parts};

/// A movement of the camera by a drag in a pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Navigation {
    /// Turns around the target.
    Orbit,
    /// Moves parallel to the picture.
    Pan,
    /// Moves nearer or farther.
    Zoom,
}

impl Navigation {
    /// All movements, in the order in which key maps list them.
    pub const ALL: [Self; 3] = [Self::Orbit, Self::Pan, Self::Zoom];

    /// Name in key maps and hints.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Orbit => "orbit",
            Self::Pan => "pan",
            Self::Zoom => "zoom",
        }
    }
}

/// A button of the mouse that a drag can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MouseButton {
    /// The main button, with which things are picked and dragged.
    Left,
    /// The middle button; on most mice the wheel.
    Middle,
    /// The secondary button, which opens context menus.
    Right,
}

/// A mouse button with modifiers, held during a drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drag {
    /// The button that is held.
    pub button: MouseButton,
    /// The modifiers that are held with it.
    pub modifiers: Modifiers,
}

const BUTTONS: [(MouseButton, &str); 3] = [
    (MouseButton::Left, "LMB"),
    (MouseButton::Middle, "MMB"),
    (MouseButton::Right, "RMB"),
];

impl Drag {
    /// Parses text such as `Shift+MMB`: modifiers, then LMB, MMB or RMB. Case does not matter.
    ///
    /// # Errors
    ///
    /// The unknown part, with what is allowed or meant.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (modifiers, name) = parse_parts(text)?;
        let names = BUTTONS.iter().map(|(_, name)| *name);
        let found = BUTTONS
            .iter()
            .find(|(_, other)| other.eq_ignore_ascii_case(&name));
        found
            .map(|&(button, _)| Self { button, modifiers })
            .ok_or_else(|| {
                let meant = did_you_mean(&name, names, "LMB, MMB and RMB");
                format!("unknown mouse button `{}`{meant}", shorten(&name))
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
