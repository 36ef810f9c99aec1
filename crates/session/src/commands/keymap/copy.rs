//! The text of a new file for the user's own keys.

use std::fmt::Write as _;

use super::{Binding, KeyMap, Navigation, Section, shortcut_text};
use crate::commands::actions::Action;

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
    /// The text of a key map file with every binding of this map as a comment, and the actions without keys, in the order
    /// of those given. `text_of` gives the text of an action, as menus show it.
    #[must_use]
    pub fn commented_text(
        &self,
        actions: impl Iterator<Item = Action>,
        text_of: fn(Action) -> &'static str,
    ) -> String {
        let mut text = format!("{HEAD}(\n    version: {},\n", super::file::VERSION);
        section(&mut text, "navigation", &self.navigation_lines());
        let bare = actions.filter(|action| !self.has_keys(*action));
        let mut bare = bare
            .map(|action| format!("\"{}\": [],  // {}", action.id(), text_of(action)))
            .collect();
        for own in Section::EVERY {
            let within = self.bindings().iter();
            let within = within.filter(|binding| binding.section == own);
            let mut lines: Vec<String> = within.map(|binding| line(binding, text_of)).collect();
            if own == Section::All {
                lines.append(&mut bare);
            }
            section(&mut text, own.id(), &lines);
        }
        text.push_str(")\n");
        text
    }

    fn has_keys(&self, action: Action) -> bool {
        let mut bindings = self.bindings().iter();
        bindings.any(|binding| binding.action == action)
    }

    fn navigation_lines(&self) -> Vec<String> {
        let line = |way: Navigation| {
            let drags = self.drags_of(way).map(|drag| drag.to_string());
            format!("\"{}\": [{}],", way.id(), list(drags))
        };
        Navigation::ALL.into_iter().map(line).collect()
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

fn line(binding: &Binding, text_of: fn(Action) -> &'static str) -> String {
    let keys = list(binding.shortcuts.iter().map(shortcut_text));
    let name = text_of(binding.action);
    format!("\"{}\": [{keys}],  // {name}", binding.action.id())
}

fn list(keys: impl Iterator<Item = String>) -> String {
    let quoted: Vec<String> = keys.map(|key| format!("{key:?}")).collect();
    quoted.join(", ")
}
