//! Whether a key that was pressed is the one of a shortcut, whatever the layout of the keyboard.

use super::{Key, Modifiers, Shortcut};

/// A key that was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyPress {
    /// What the layout of the keyboard makes of it.
    pub logical: Key,
    /// Where it lies, by the names of an American keyboard.
    pub physical: Option<Key>,
    /// What is held.
    pub modifiers: Modifiers,
    /// Whether it is the keyboard that repeats it.
    pub repeat: bool,
}

impl KeyPress {
    /// The ways to mean a shortcut, the surest first.
    pub(super) const RULES: [fn(&Self, &Shortcut) -> bool; 3] =
        [Self::is, Self::is_sign, Self::lies_at];

    /// The same key with the same held.
    fn is(&self, shortcut: &Shortcut) -> bool {
        self.logical == shortcut.key && self.modifiers == shortcut.modifiers
    }

    /// A sign that needs Shift on this keyboard and another key on others: `?` is one shortcut on all.
    fn is_sign(&self, shortcut: &Shortcut) -> bool {
        let without_shift = Modifiers {
            shift: false,
            ..self.modifiers
        };
        shortcut.key.is_sign()
            && self.logical == shortcut.key
            && without_shift == shortcut.modifiers
    }

    /// Shift makes another sign of a digit or a sign: Shift+1 gives `!` on many keyboards, and is meant by where it lies.
    fn lies_at(&self, shortcut: &Shortcut) -> bool {
        let key = shortcut.key;
        (key.is_sign() || key.is_digit())
            && self.physical == Some(key)
            && self.modifiers == shortcut.modifiers
    }
}
