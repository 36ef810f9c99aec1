//! Matching of pressed keys with shortcuts, whatever the keyboard layout.

use super::{Key, Modifiers, Shortcut};

/// A key press, as the window reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyPress {
    /// The key that the keyboard layout gives.
    pub logical: Key,
    /// The key at this position of an American keyboard, if known.
    pub physical: Option<Key>,
    /// The modifiers held with it.
    pub modifiers: Modifiers,
    /// Whether the press is an automatic repeat.
    pub repeat: bool,
}

impl KeyPress {
    /// The ways to match a shortcut, the most certain first.
    pub(super) const RULES: [fn(&Self, &Shortcut) -> bool; 3] =
        [Self::is, Self::is_sign, Self::lies_at];

    /// The same key with the same modifiers.
    fn is(&self, shortcut: &Shortcut) -> bool {
        self.logical == shortcut.key && self.modifiers == shortcut.modifiers
    }

    /// Punctuation that needs Shift on some keyboards only: `?` is one shortcut on all.
    fn is_sign(&self, shortcut: &Shortcut) -> bool {
        let without_shift = Modifiers {
            shift: false,
            ..self.modifiers
        };
        shortcut.key.is_sign()
            && self.logical == shortcut.key
            && without_shift == shortcut.modifiers
    }

    /// A digit or sign by its position: Shift+1 types `!` on many keyboards, but Shift+1 is meant.
    fn lies_at(&self, shortcut: &Shortcut) -> bool {
        let key = shortcut.key;
        (key.is_sign() || key.is_digit())
            && self.physical == Some(key)
            && self.modifiers == shortcut.modifiers
    }
}
