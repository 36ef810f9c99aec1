//! Shortcuts as text, such as `Ctrl+Shift+Z`: parsing and writing.

use text_files::{did_you_mean, shorten};

use super::Key;

/// Modifiers held with a key or a button. Ctrl, or Cmd on a Mac, is `command`; other modifiers do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modifiers {
    /// Alt, or Option on a Mac.
    pub alt: bool,
    /// Either Shift key; left and right are not told apart.
    pub shift: bool,
    /// Ctrl, or Cmd on a Mac.
    pub command: bool,
}

impl Modifiers {
    /// No modifier is held: the key alone.
    pub const NONE: Self = Self {
        alt: false,
        shift: false,
        command: false,
    };
    /// Alt is held and no other modifier.
    pub const ALT: Self = Self {
        alt: true,
        ..Self::NONE
    };
    /// Shift is held and no other modifier.
    pub const SHIFT: Self = Self {
        shift: true,
        ..Self::NONE
    };
    /// Ctrl alone, or Cmd on a Mac.
    pub const COMMAND: Self = Self {
        command: true,
        ..Self::NONE
    };
}

impl std::ops::BitOr for Modifiers {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self {
            alt: self.alt || other.alt,
            shift: self.shift || other.shift,
            command: self.command || other.command,
        }
    }
}

/// A key with the modifiers held with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shortcut {
    /// The modifiers, exactly these.
    pub modifiers: Modifiers,
    /// The key that runs it while the modifiers are held.
    pub key: Key,
}

/// A shortcut as menus and key maps write it.
#[must_use]
pub fn shortcut_text(shortcut: &Shortcut) -> String {
    format!(
        "{}{}",
        modifiers_text(shortcut.modifiers),
        shortcut.key.text()
    )
}

/// Modifiers such as `Ctrl+Shift+`; empty for none.
#[must_use]
pub fn modifiers_text(modifiers: Modifiers) -> String {
    let Modifiers {
        alt,
        shift,
        command,
    } = modifiers;
    let names = if cfg!(target_os = "macos") {
        [(shift, "Shift+"), (alt, "Option+"), (command, "Cmd+")]
    } else {
        [(command, "Ctrl+"), (alt, "Alt+"), (shift, "Shift+")]
    };
    let held = names.into_iter().filter(|(is_held, _)| *is_held);
    held.map(|(_, name)| name).collect()
}

/// Parses text such as `Ctrl+Shift+Z`: modifiers, then a letter, a digit, a sign, or the name of a key. Case and spaces
/// do not matter; Ctrl is Cmd on a Mac.
///
/// # Errors
///
/// The unknown part, and what was perhaps meant.
pub fn parse_shortcut(text: &str) -> Result<Shortcut, String> {
    let (modifiers, name) = parse_parts(text)?;
    let key = Key::from_name(&name).or_else(|| {
        let same = |key: &Key| key.name().eq_ignore_ascii_case(&name);
        Key::all().find(same)
    });
    match key {
        Some(key) => Ok(Shortcut { modifiers, key }),
        None if name.is_empty() => Err(format!(
            "`{}` names no key; write as `Ctrl+Shift+Z`",
            shorten(text)
        )),
        None => {
            let names = Key::all().map(Key::name);
            let others =
                "letters, digits, signs, F1 to F35, Space, Home, PageUp, Left and the like";
            let meant = did_you_mean(&name, names, others);
            Err(format!("unknown key `{}`{meant}", shorten(&name)))
        }
    }
}

/// The modifiers, and the text of the key: the last word, which may be `+` itself.
pub(super) fn parse_parts(text: &str) -> Result<(Modifiers, String), String> {
    let text: String = text.split_whitespace().collect();
    let (held, pressed) = match text.strip_suffix("++") {
        Some(held) => (held, "+"),
        None if text == "+" => ("", "+"),
        None => text.rsplit_once('+').unwrap_or(("", &text)),
    };
    let mut modifiers = Modifiers::NONE;
    for word in held.split('+').filter(|word| !word.is_empty()) {
        match word.to_lowercase().as_str() {
            "ctrl" | "control" | "cmd" | "command" => modifiers.command = true,
            "shift" => modifiers.shift = true,
            "alt" | "option" => modifiers.alt = true,
            _ => {
                return Err(format!(
                    "`{}` in `{}` is nothing to hold; there are Ctrl, Shift and Alt",
                    shorten(word),
                    shorten(&text)
                ));
            }
        }
    }
    Ok((modifiers, pressed.to_owned()))
}
