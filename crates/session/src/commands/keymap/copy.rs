//! The text of a new file for the user's own keys.

use std::fmt::Write as _;

use super::{Binding, KeyMap, Navigation, Section, shortcut_text};
use crate::commands::actions::{actions, info};

const HEAD: &str = r#"// Your own keys for Dualskin. They hold over the shipped map, whichever you choose in the Help menu.
//
// Every line below is a comment and shows what the map had when this file was written: take the // away and change
// the keys. The line then takes the place of the shipped one. [] leaves an action without keys. Several keys: ["F", "Ctrl+Home"].
// A key is a letter, a digit, a sign, or a name such as Space, Home, PageUp, Left, F5, after Ctrl+, Shift+, Alt+ (Ctrl is
// Cmd on a Mac). What stands in `all` holds in every mode, the rest in its mode only, and `timeline` while
// the pointer is over the dope sheet. Where two actions claim one key, the first has it, and a message says so.
//
// "Reload key map" in the Help menu reads this file again.
"#;

impl KeyMap {
    /// The text of a key map file with every binding of this map as a comment, and the actions without keys.
    #[must_use]
    pub fn commented_copy(&self) -> String {
        let mut text = format!("{HEAD}(\n    version: {},\n", super::file::VERSION);
        section(&mut text, "navigation", &self.navigation_lines());
        for own in Section::EVERY {
            let within = self.bindings().iter();
            let within = within.filter(|binding| binding.section == own);
            let mut lines: Vec<String> = within.map(line).collect();
            if own == Section::All {
                lines.extend(self.without_keys());
            }
            section(&mut text, own.id(), &lines);
        }
        text.push_str(")\n");
        text
    }

    fn navigation_lines(&self) -> Vec<String> {
        let line = |way: Navigation| {
            let drags = self.drags_of(way).map(|drag| drag.to_string());
            format!("\"{}\": [{}],", way.id(), list(drags))
        };
        Navigation::ALL.into_iter().map(line).collect()
    }

    fn without_keys(&self) -> impl Iterator<Item = String> {
        let bare = actions().iter().filter(|row| {
            let bindings = self.bindings().iter();
            bindings
                .filter(|binding| binding.action == row.action)
                .count()
                == 0
        });
        bare.map(|row| format!("\"{}\": [],  // {}", row.id, row.text))
    }
}

fn section(text: &mut String, name: &str, lines: &[String]) {
    // Writing into a string cannot fail.
    let _ = writeln!(text, "    {name}: {{");
    for line in lines {
        let _ = writeln!(text, "        // {line}");
    }
    text.push_str("    },\n");
}

fn line(binding: &Binding) -> String {
    let keys = list(binding.shortcuts.iter().map(shortcut_text));
    let name = info(binding.action).map_or("", |row| row.text.as_ref());
    format!("\"{}\": [{keys}],  // {name}", binding.action.id())
}

fn list(keys: impl Iterator<Item = String>) -> String {
    let quoted: Vec<String> = keys.map(|key| format!("{key:?}")).collect();
    quoted.join(", ")
}
