//! A key means until it is let go what it meant when it was pressed.
//!
//! The window system names a key anew with each event: pressed with Shift the key of 1 is `!`, and let go after Shift it is `1`. For
//! egui the `!` was then held for good, and every second press of it a repetition, which actions ignore. And a key that is held
//! while Shift is let go would press another one.

use std::collections::HashMap;

use eframe::egui::{Context, Event, Key, Plugin, RawInput};

/// The keys that are held, each by its place on the keyboard.
#[derive(Debug, Default)]
pub(super) struct HeldKeys {
    meant: HashMap<Key, Key>,
}

impl Plugin for HeldKeys {
    fn debug_name(&self) -> &'static str {
        "held keys"
    }

    fn input_hook(&mut self, _: &Context, input: &mut RawInput) {
        for event in &mut input.events {
            self.rename(event);
        }
    }
}

impl HeldKeys {
    fn rename(&mut self, event: &mut Event) {
        match event {
            Event::Key {
                key,
                physical_key: Some(place),
                pressed,
                ..
            } => {
                if *pressed {
                    *key = *self.meant.entry(*place).or_insert(*key);
                } else {
                    *key = self.meant.remove(place).unwrap_or(*key);
                }
            }
            // What is let go elsewhere is not told.
            Event::WindowFocused(false) => self.meant.clear(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::Modifiers;

    fn event(place: Key, key: Key, pressed: bool) -> Event {
        Event::Key {
            key,
            physical_key: Some(place),
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        }
    }

    /// What a list of events becomes: the keys that are pressed and let go.
    fn rename_keys(events: &[(Key, Key, bool)]) -> Vec<(Key, bool)> {
        let mut held = HeldKeys::default();
        let one = |&(place, key, pressed): &(Key, Key, bool)| {
            let mut event = event(place, key, pressed);
            held.rename(&mut event);
            match event {
                Event::Key { key, pressed, .. } => (key, pressed),
                _ => (place, pressed),
            }
        };
        events.iter().map(one).collect()
    }

    #[test]
    fn a_key_is_let_go_as_it_was_pressed_whatever_becomes_of_shift() {
        let signs = [
            (Key::Num1, Key::Exclamationmark),
            (Key::Slash, Key::Questionmark),
            (Key::OpenBracket, Key::OpenCurlyBracket),
            (Key::CloseBracket, Key::CloseCurlyBracket),
            (Key::Backslash, Key::Pipe),
            (Key::Semicolon, Key::Colon),
            (Key::Equals, Key::Plus),
        ];
        for (plain, sign) in signs {
            // Shift first, and the key first; a repetition without Shift in between; and plain keys afterwards.
            let events = [
                (plain, sign, true),
                (plain, plain, true),
                (plain, plain, false),
                (plain, sign, true),
                (plain, sign, false),
                (plain, plain, true),
                (plain, sign, false),
            ];
            let meant = [
                (sign, true),
                (sign, true),
                (sign, false),
                (sign, true),
                (sign, false),
                (plain, true),
                (plain, false),
            ];
            assert_eq!(rename_keys(&events), meant, "{plain:?}");
        }
    }

    #[test]
    fn nothing_is_held_once_the_window_was_left() {
        let mut held = HeldKeys::default();
        held.rename(&mut event(Key::Num1, Key::Exclamationmark, true));
        held.rename(&mut Event::WindowFocused(false));
        let mut press = event(Key::Num1, Key::Num1, true);
        held.rename(&mut press);
        assert_eq!(press, event(Key::Num1, Key::Num1, true));
    }
}
