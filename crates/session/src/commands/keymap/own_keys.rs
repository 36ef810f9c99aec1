//! Edits of the user's own key map, a line at a time: all else that stands in the file stays as it is.

use super::{Binding, KeyMap, KeyMapFile, Section, Shortcut, shortcut_text};
use crate::commands::actions::Action;
use crate::mode::Mode;

/// What is asked in the list of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeysIntent {
    /// The next key that is pressed becomes the key of this action; none gives up.
    Choose(Option<Action>),
    /// Gives an action this key in place of those it has.
    Set(Action, Shortcut),
    /// Gives an action the keys of the shipped map again.
    Reset(Action),
}

impl KeyMap {
    /// The section in which an action has its keys in a mode: that of the mode, that of the dope sheet, or that of all modes.
    #[must_use]
    pub fn section_of(&self, action: Action, mode: Mode) -> Section {
        let has = |section: &Section| {
            let is_own =
                |binding: &Binding| (binding.section, binding.action) == (*section, action);
            self.bindings.iter().any(is_own)
        };
        let found = [Section::Mode(mode), Section::Timeline]
            .into_iter()
            .find(has);
        found.unwrap_or(Section::All)
    }

    /// Whether an action has other keys in a mode than the shipped map gives it.
    #[must_use]
    pub fn is_changed(&self, action: Action, mode: Mode) -> bool {
        let shipped = self.preset.keymap();
        !self.keys_of(action, mode).eq(shipped.keys_of(action, mode))
    }

    /// The text of a file of own keys in which an action has one key, or none of its own, in a section. `text_of` gives the
    /// text of an action, as menus show it.
    ///
    /// # Errors
    ///
    /// A sentence: the file is not understood, or not written a line for each action, or another action has the key.
    pub fn with_own_key(
        &self,
        file: &str,
        (section, action): (Section, Action),
        key: Option<Shortcut>,
        text_of: fn(Action) -> &'static str,
    ) -> Result<String, String> {
        let before = KeyMapFile::parse(super::FILE, file).map_err(|error| error.to_string())?;
        let line = key.map(|key| {
            let (id, key) = (action.id(), shortcut_text(&key));
            format!("        \"{id}\": [{key:?}],  // {}", text_of(action))
        });
        let text = replace_line(file, (section, action), line);
        let by_hand = || {
            "This key cannot be changed here, because keys.ron is laid out differently. Change it in a text editor."
                .to_owned()
        };
        let after = KeyMapFile::parse(super::FILE, &text).map_err(|_error| by_hand())?;
        let is_other = |binding: &&Binding| (binding.section, binding.action) != (section, action);
        let others = |written: &KeyMapFile| -> Vec<Binding> {
            written.bindings.iter().filter(is_other).cloned().collect()
        };
        // What was edited by lines is read again: if anything but this one binding differs, the file is laid out in another way.
        let mut own = after.bindings.iter().filter(|binding| !is_other(binding));
        let is_meant = own.next().map(|binding| binding.shortcuts.clone())
            == key.map(|key| vec![key])
            && own.next().is_none();
        if !is_meant || others(&before) != others(&after) || before.drags != after.drags {
            return Err(by_hand());
        }
        match key.and_then(|key| {
            self.preset
                .keymap()
                .as_ref()
                .clone()
                .with(after)
                .find_conflict(action, key, text_of)
        }) {
            Some(sentence) => Err(sentence),
            None => Ok(text),
        }
    }

    /// A sentence that names the action that claims this key too.
    fn find_conflict(
        &self,
        action: Action,
        key: Shortcut,
        text_of: fn(Action) -> &'static str,
    ) -> Option<String> {
        let (id, keys) = (action.id(), shortcut_text(&key));
        let is_met = |first: &str, second: &str| first == id || second == id;
        let conflicts = self.conflicts();
        let met = conflicts
            .iter()
            .find(|found| found.keys == keys && is_met(&found.first, &found.second))?;
        let other = if met.first == id {
            &met.second
        } else {
            &met.first
        };
        let name = Action::of_id(other).map(|action| text_of(action).trim_end_matches('…'));
        let name = name.unwrap_or(other);
        let place = met.section.place();
        Some(format!(
            "{keys} is the key of “{name}”{place}. Choose another key, or change that one first."
        ))
    }
}

/// The text with the line of an action put in, replaced or taken out.
fn replace_line(file: &str, (section, action): (Section, Action), line: Option<String>) -> String {
    let mut lines: Vec<String> = file.lines().map(ToOwned::to_owned).collect();
    let head = format!("{}:", section.id());
    let is_head = |line: &String| line.trim_start().starts_with(&head) && line.contains('{');
    let begin = lines.iter().position(is_head).unwrap_or_else(|| {
        let is_end = |line: &String| line.trim() == ")";
        let end = lines.iter().rposition(is_end).unwrap_or(lines.len());
        lines.splice(end..end, [format!("    {head} {{"), "    },".to_owned()]);
        end
    });
    if let Some(line) = lines.get_mut(begin).filter(|line| line.contains('}')) {
        *line = format!("    {head} {{");
        lines.insert(begin + 1, "    },".to_owned());
    }
    let of_section = lines.iter().skip(begin + 1);
    let count = of_section
        .take_while(|line| !line.trim_start().starts_with('}'))
        .count();
    let start = format!("\"{}\"", action.id());
    let of_action = |line: &String| line.trim_start().starts_with(&start);
    let within = lines.iter().skip(begin + 1).take(count);
    let place = within.enumerate().find(|(_, line)| of_action(line));
    let place = place.map(|(place, _)| begin + 1 + place);
    match (place, line) {
        (Some(place), Some(line)) => {
            lines.splice(place..=place, [line]);
        }
        (Some(place), None) => {
            lines.remove(place);
        }
        (None, Some(line)) => lines.insert(begin + 1, line),
        (None, None) => {}
    }
    lines.join("\n") + "\n"
}
