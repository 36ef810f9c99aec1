//! Shortcuts as they are written: `Ctrl+Shift+Z`.

use eframe::egui::{Key, KeyboardShortcut, ModifierNames, Modifiers};
use text_files::{did_you_mean, shortened};

/// A shortcut as it is written in menus and key maps.
#[must_use]
pub fn shortcut_text(shortcut: &KeyboardShortcut) -> String {
    let key = match shortcut.logical_key {
        Key::PageUp => "Page Up",
        Key::PageDown => "Page Down",
        Key::Escape => "Esc",
        Key::Minus => "-",
        Key::Quote => "'",
        // egui's arrows are not in every font.
        key @ (Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown) => key.name(),
        key => key.symbol_or_name(),
    };
    format!("{}{key}", modifiers_text(shortcut.modifiers))
}

/// What is held, as `Ctrl+Shift+`; empty for nothing.
#[must_use]
pub fn modifiers_text(modifiers: Modifiers) -> String {
    let is_mac = cfg!(target_os = "macos");
    let names = ModifierNames::NAMES.format(&modifiers, is_mac);
    if names.is_empty() {
        names
    } else {
        format!("{names}+")
    }
}

/// Reads `Ctrl+Shift+Z`: what is held, then a letter, a digit, a sign, or the name of a key. Case and spaces do not matter;
/// Ctrl is Cmd on a Mac.
///
/// # Errors
///
/// What is unknown, and what was perhaps meant.
pub fn parse_shortcut(text: &str) -> Result<KeyboardShortcut, String> {
    let (modifiers, name) = split(text)?;
    let key = Key::from_name(&name).or_else(|| {
        let same = |key: &&Key| key.name().eq_ignore_ascii_case(&name);
        Key::ALL.iter().find(same).copied()
    });
    match key {
        Some(key) => Ok(KeyboardShortcut::new(modifiers, key)),
        None if name.is_empty() => Err(format!(
            "`{}` names no key; write as `Ctrl+Shift+Z`",
            shortened(text)
        )),
        None => {
            let names = Key::ALL.iter().map(|key| key.name());
            let others =
                "letters, digits, signs, F1 to F35, Space, Home, PageUp, Left and the like";
            let meant = did_you_mean(&name, names, others);
            Err(format!("unknown key `{}`{meant}", shortened(&name)))
        }
    }
}

/// What is held, and what is pressed: the last word, which may be `+` itself.
pub(super) fn split(text: &str) -> Result<(Modifiers, String), String> {
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
                    shortened(word),
                    shortened(&text)
                ));
            }
        }
    }
    Ok((modifiers, pressed.to_owned()))
}
