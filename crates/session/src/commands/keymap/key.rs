//! Keys of the keyboard, by the names that key maps give them.

/// A key of the keyboard. The window translates the keys of its library by name, so that this crate does not depend on
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key(u8);

impl Key {
    /// All keys that a key map can name, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=u8::MAX).zip(KEYS).map(|(place, _)| Self(place))
    }

    /// The key of a name, or of an alias (`ArrowLeft` for `Left`, `?` for `Questionmark`). Case matters.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let is_called = |key: &Self| key.name() == name || key.row().2.contains(&name);
        Self::all().find(is_called)
    }

    /// Name in the table, such as `PageUp`, `A` or `Questionmark`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Text in menus and key maps: `Page Up`, `A`, `?`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        self.row().1
    }

    /// Whether it is one of 0 to 9.
    #[must_use]
    pub fn is_digit(self) -> bool {
        self.name().chars().all(|c| c.is_ascii_digit())
    }

    /// Whether it types a punctuation character.
    #[must_use]
    pub fn is_sign(self) -> bool {
        self.text().chars().all(|c| c.is_ascii_punctuation())
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "keys are made of places in the table, and in no other way"
    )]
    const fn row(self) -> &'static Row {
        &KEYS[self.0 as usize]
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.name())
    }
}

/// Name, text and aliases of a key.
type Row = (&'static str, &'static str, &'static [&'static str]);

#[rustfmt::skip]
const KEYS: &[Row] = &[
    ("Down", "Down", &["⏷", "ArrowDown"]),
    ("Left", "Left", &["⏴", "ArrowLeft"]),
    ("Right", "Right", &["⏵", "ArrowRight"]),
    ("Up", "Up", &["⏶", "ArrowUp"]),
    ("Escape", "Esc", &["Esc"]),
    ("Tab", "Tab", &[]),
    ("Backspace", "Backspace", &[]),
    ("Enter", "Enter", &["Return", "NumpadEnter"]),
    ("Insert", "Insert", &[]),
    ("Delete", "Delete", &[]),
    ("Home", "Home", &[]),
    ("End", "End", &[]),
    ("PageUp", "Page Up", &[]),
    ("PageDown", "Page Down", &[]),
    ("Copy", "Copy", &[]),
    ("Cut", "Cut", &[]),
    ("Paste", "Paste", &[]),
    ("Space", "Space", &[" "]),
    ("Colon", ":", &[":"]),
    ("Comma", ",", &[",", "NumpadComma"]),
    ("Minus", "-", &["-", "−", "NumpadSubtract"]),
    ("Period", ".", &[".", "NumpadDecimal"]),
    ("Plus", "+", &["+", "NumpadAdd"]),
    ("Equals", "=", &["=", "Equal", "NumpadEqual"]),
    ("Semicolon", ";", &[";"]),
    ("Backslash", "\\", &["\\"]),
    ("Slash", "/", &["/", "NumpadDivide"]),
    ("Pipe", "|", &["|"]),
    ("Questionmark", "?", &["?"]),
    ("Exclamationmark", "!", &["!"]),
    ("OpenBracket", "[", &["[", "BracketLeft"]),
    ("CloseBracket", "]", &["]", "BracketRight"]),
    ("OpenCurlyBracket", "{", &["{"]),
    ("CloseCurlyBracket", "}", &["}"]),
    ("Backtick", "`", &["`", "Backquote", "Grave"]),
    ("Quote", "'", &["'"]),
    ("0", "0", &["Digit0", "Numpad0"]),
    ("1", "1", &["Digit1", "Numpad1"]),
    ("2", "2", &["Digit2", "Numpad2"]),
    ("3", "3", &["Digit3", "Numpad3"]),
    ("4", "4", &["Digit4", "Numpad4"]),
    ("5", "5", &["Digit5", "Numpad5"]),
    ("6", "6", &["Digit6", "Numpad6"]),
    ("7", "7", &["Digit7", "Numpad7"]),
    ("8", "8", &["Digit8", "Numpad8"]),
    ("9", "9", &["Digit9", "Numpad9"]),
    ("A", "A", &["a", "KeyA"]),
    ("B", "B", &["b", "KeyB"]),
    ("C", "C", &["c", "KeyC"]),
    ("D", "D", &["d", "KeyD"]),
    ("E", "E", &["e", "KeyE"]),
    ("F", "F", &["f", "KeyF"]),
    ("G", "G", &["g", "KeyG"]),
    ("H", "H", &["h", "KeyH"]),
    ("I", "I", &["i", "KeyI"]),
    ("J", "J", &["j", "KeyJ"]),
    ("K", "K", &["k", "KeyK"]),
    ("L", "L", &["l", "KeyL"]),
    ("M", "M", &["m", "KeyM"]),
    ("N", "N", &["n", "KeyN"]),
    ("O", "O", &["o", "KeyO"]),
    ("P", "P", &["p", "KeyP"]),
    ("Q", "Q", &["q", "KeyQ"]),
    ("R", "R", &["r", "KeyR"]),
    ("S", "S", &["s", "KeyS"]),
    ("T", "T", &["t", "KeyT"]),
    ("U", "U", &["u", "KeyU"]),
    ("V", "V", &["v", "KeyV"]),
    ("W", "W", &["w", "KeyW"]),
    ("X", "X", &["x", "KeyX"]),
    ("Y", "Y", &["y", "KeyY"]),
    ("Z", "Z", &["z", "KeyZ"]),
    ("F1", "F1", &[]),
    ("F2", "F2", &[]),
    ("F3", "F3", &[]),
    ("F4", "F4", &[]),
    ("F5", "F5", &[]),
    ("F6", "F6", &[]),
    ("F7", "F7", &[]),
    ("F8", "F8", &[]),
    ("F9", "F9", &[]),
    ("F10", "F10", &[]),
    ("F11", "F11", &[]),
    ("F12", "F12", &[]),
    ("F13", "F13", &[]),
    ("F14", "F14", &[]),
    ("F15", "F15", &[]),
    ("F16", "F16", &[]),
    ("F17", "F17", &[]),
    ("F18", "F18", &[]),
    ("F19", "F19", &[]),
    ("F20", "F20", &[]),
    ("F21", "F21", &[]),
    ("F22", "F22", &[]),
    ("F23", "F23", &[]),
    ("F24", "F24", &[]),
    ("F25", "F25", &[]),
    ("F26", "F26", &[]),
    ("F27", "F27", &[]),
    ("F28", "F28", &[]),
    ("F29", "F29", &[]),
    ("F30", "F30", &[]),
    ("F31", "F31", &[]),
    ("F32", "F32", &[]),
    ("F33", "F33", &[]),
    ("F34", "F34", &[]),
    ("F35", "F35", &[]),
    ("BrowserBack", "BrowserBack", &[]),
    ("BrowserForward", "BrowserForward", &[]),
    ("BrowserRefresh", "BrowserRefresh", &[]),
    ("BrowserSearch", "BrowserSearch", &[]),
    ("BrowserHome", "BrowserHome", &[]),
    ("BrowserFavorites", "BrowserFavorites", &[]),
    ("BrowserStop", "BrowserStop", &[]),
    ("MediaPlayPause", "MediaPlayPause", &[]),
    ("MediaTrackNext", "MediaTrackNext", &[]),
    ("MediaTrackPrevious", "MediaTrackPrevious", &[]),
    ("MediaStop", "MediaStop", &[]),
    ("AudioVolumeMute", "AudioVolumeMute", &[]),
    ("AudioVolumeDown", "AudioVolumeDown", &[]),
    ("AudioVolumeUp", "AudioVolumeUp", &[]),
    ("LaunchMail", "LaunchMail", &[]),
    ("LaunchApp1", "LaunchApp1", &[]),
    ("LaunchApp2", "LaunchApp2", &[]),
    ("ShiftLeft", "ShiftLeft", &[]),
    ("ShiftRight", "ShiftRight", &[]),
    ("ControlLeft", "ControlLeft", &[]),
    ("ControlRight", "ControlRight", &[]),
    ("AltLeft", "AltLeft", &[]),
    ("AltRight", "AltRight", &[]),
    ("SuperLeft", "SuperLeft", &["MetaLeft", "OSLeft"]),
    ("SuperRight", "SuperRight", &["MetaRight", "OSRight"]),
    ("IntlBackslash", "IntlBackslash", &[]),
    ("CapsLock", "CapsLock", &[]),
    ("NumLock", "NumLock", &[]),
    ("ScrollLock", "ScrollLock", &[]),
    ("PrintScreen", "PrintScreen", &[]),
    ("Pause", "Pause", &[]),
    ("Menu", "Menu", &["ContextMenu", "Apps"]),
    ("Fn", "Fn", &["FnLock", "Globe"]),
    ("Eject", "Eject", &[]),
    ("Help", "Help", &[]),
    ("Power", "Power", &[]),
    ("Sleep", "Sleep", &["Standby"]),
    ("Clear", "Clear", &[]),
];
