//! Whether a key that was pressed is the one of a shortcut, whatever the layout of the keyboard.

use eframe::egui::{Event, Key, KeyboardShortcut, Modifiers};

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
    pub(super) const RULES: [fn(&Self, &KeyboardShortcut) -> bool; 3] =
        [Self::is, Self::is_sign, Self::lies_at];

    /// The key of an event, if one was pressed. Ctrl+C, X and V come as events of their own.
    #[must_use]
    pub fn of(event: &Event) -> Option<Self> {
        let edit = |logical: Key| Self {
            logical,
            physical: None,
            modifiers: Modifiers::COMMAND,
            repeat: false,
        };
        match event {
            Event::Key {
                key,
                physical_key,
                pressed: true,
                repeat,
                modifiers,
            } => Some(Self {
                logical: *key,
                physical: *physical_key,
                modifiers: *modifiers,
                repeat: *repeat,
            }),
            Event::Copy => Some(edit(Key::C)),
            Event::Cut => Some(edit(Key::X)),
            Event::Paste(_) => Some(edit(Key::V)),
            _ => None,
        }
    }

    /// The same key with the same held.
    fn is(&self, shortcut: &KeyboardShortcut) -> bool {
        self.logical == shortcut.logical_key && normal(self.modifiers) == shortcut.modifiers
    }

    /// A sign that needs Shift on this keyboard and another key on others: `?` is one shortcut on all.
    fn is_sign(&self, shortcut: &KeyboardShortcut) -> bool {
        let held = normal(self.modifiers);
        is_sign(shortcut.logical_key)
            && self.logical == shortcut.logical_key
            && Modifiers {
                shift: false,
                ..held
            } == shortcut.modifiers
    }

    /// Shift makes another sign of a digit or a sign: Shift+1 gives `!` on many keyboards, and is meant by where it lies.
    fn lies_at(&self, shortcut: &KeyboardShortcut) -> bool {
        let key = shortcut.logical_key;
        (is_sign(key) || is_digit(key))
            && self.physical == Some(key)
            && normal(self.modifiers) == shortcut.modifiers
    }
}

/// Ctrl (Cmd on a Mac) as `command`, Shift and Alt; nothing else.
pub(super) fn normal(held: Modifiers) -> Modifiers {
    Modifiers {
        alt: held.alt,
        shift: held.shift,
        command: held.command || (held.ctrl && !cfg!(target_os = "macos")),
        ..Modifiers::NONE
    }
}

const fn is_digit(key: Key) -> bool {
    matches!(
        key,
        Key::Num0
            | Key::Num1
            | Key::Num2
            | Key::Num3
            | Key::Num4
            | Key::Num5
            | Key::Num6
            | Key::Num7
            | Key::Num8
            | Key::Num9
    )
}

const fn is_sign(key: Key) -> bool {
    matches!(
        key,
        Key::Colon
            | Key::Comma
            | Key::Minus
            | Key::Period
            | Key::Plus
            | Key::Equals
            | Key::Semicolon
            | Key::OpenBracket
            | Key::CloseBracket
            | Key::OpenCurlyBracket
            | Key::CloseCurlyBracket
            | Key::Backtick
            | Key::Backslash
            | Key::Slash
            | Key::Pipe
            | Key::Questionmark
            | Key::Exclamationmark
            | Key::Quote
    )
}
