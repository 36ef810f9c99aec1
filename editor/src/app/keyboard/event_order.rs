//! Keys and buttons act in their order: where a button is pressed after a key, or a key after a button, the later one waits for a frame
//! of its own.
//!
//! A frame draws all widgets with the state that it began with, its keys act at the end, and the pointer meets the widgets of the frame
//! before. With slow frames Enter, which ends a tool, and a click beside it came in one frame or in two in a row: the pointer was still
//! the tool's, and the click was lost. So a button waits until a frame was drawn after the key.
//!
//! All buttons of a frame meet what lies under the last place of the pointer in it. So a way that leads on from a button waits, too: else
//! a click on the ruler, with the pointer over the panes before the next frame, would be a click into a pane.
//!
//! A key may change who gets the next one: Escape closes a dialog, which has all keys of that frame, and a shortcut opens one, whose field
//! has the keyboard in the frame after. With slow frames Escape and a shortcut after it came in one, and the shortcut was lost. So the next
//! key waits until a frame was drawn after such a one; and Enter waits after typed text, whose lines a list shows in the next frame. So does
//! the same key, of Escape, Enter and Tab: who takes one of them asks whether it was pressed, not how often, and twice in one frame closed
//! one dialog, and moved on by one field. A key that is held is not let go in between: its repetitions do not wait.

use eframe::egui::{Context, Event, Key, Modifiers, Plugin, Pos2, RawInput};

/// How far the pointer may go between a button and the end of its frame, in points: as far as within a click.
const WITHIN_CLICK: f32 = 6.0;

/// What acts, where its turn matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Device {
    Keyboard,
    Pointer,
}

/// A key, with what was held when it was pressed: after Ctrl+P a P is another one, which types.
type KeyPress = (Key, Modifiers);

/// A key that may have changed who gets the next ones.
#[derive(Clone, Copy, Debug)]
struct HandedOn {
    key: KeyPress,
    /// The frame in which it acted.
    acted_in: u64,
    /// Whether it was let go since: pressed again it is no repetition.
    is_let_go: bool,
}

impl HandedOn {
    /// The last of them after another event, which acts in this frame.
    fn after(last: Option<Self>, event: &Event, frame: u64) -> Option<Self> {
        let new = handing_on(event).map(|key| Self {
            key,
            acted_in: frame,
            is_let_go: false,
        });
        new.or_else(|| {
            last.map(|last| Self {
                is_let_go: last.is_let_go || lets_go(event, last.key.0),
                ..last
            })
        })
    }

    /// Whether an event waits until a frame was drawn after the key: another key, or the same one pressed again. Keys that are held would
    /// lag behind if their repetitions waited.
    fn holds_back(self, event: &Event) -> bool {
        match event {
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } => {
                let is_again = self.is_let_go && is_asked_once(*key);
                is_again || (*key, *modifiers) != self.key
            }
            Event::Copy | Event::Cut | Event::Paste(_) => true,
            _ => false,
        }
    }
}

/// The events that wait.
#[derive(Debug, Default)]
pub(super) struct EventOrder {
    waiting: Vec<Event>,
    /// The frame in which they came.
    came_in: u64,
    /// The frame in which keys acted last.
    keyed_in: Option<u64>,
    /// The last key that may have changed who gets the next ones.
    handed_on: Option<HandedOn>,
}

impl Plugin for EventOrder {
    fn debug_name(&self) -> &'static str {
        "order of events"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        self.divide(ctx.cumulative_frame_nr(), &mut input.events);
        if !self.waiting.is_empty() {
            ctx.request_repaint();
        }
    }
}

impl EventOrder {
    /// Leaves the events that act in this frame, those that waited first. A frame may be drawn in several passes: what came in it waits
    /// until the next one.
    fn divide(&mut self, frame: u64, events: &mut Vec<Event>) {
        if !self.waiting.is_empty() && self.came_in == frame {
            self.waiting.append(events);
            return;
        }
        let mut all = std::mem::take(&mut self.waiting);
        all.append(events);
        let is_recent = |acted: u64| frame <= acted + 1;
        let keyed = self.keyed_in.filter(|acted| is_recent(*acted));
        self.handed_on = self.handed_on.filter(|last| is_recent(last.acted_in));
        let before = keyed.map(|_| Device::Keyboard);
        self.waiting = all.split_off(acting_together(&all, before, self.handed_on));
        self.came_in = frame;
        if all.iter().any(|event| of_device(event) == Some(KEY)) {
            self.keyed_in = Some(frame);
        }
        let after = |last: Option<HandedOn>, event| HandedOn::after(last, event, frame);
        self.handed_on = all.iter().fold(self.handed_on, after);
        *events = all;
    }
}

/// How many of the events act in one frame: those before the first press of a button after a key, or of a key after a button, before the
/// pointer leaves the place of a button, and before a key that waits for what another has opened or closed. `before` and `handed_on` are
/// the device and the key of that kind that acted last, if no frame was drawn since.
fn acting_together(
    events: &[Event],
    mut before: Option<Device>,
    mut handed_on: Option<HandedOn>,
) -> usize {
    let mut button_at = None;
    let mut has_text = false;
    for (place, event) in events.iter().enumerate() {
        if button_at.is_some_and(|at| leads_away(event, at)) {
            return place;
        }
        if let Some((device, is_press)) = of_device(event) {
            let is_of_other = is_press && before.is_some_and(|before| before != device);
            let waits_for_text = has_text && is_enter(event);
            if is_of_other || waits_for_text || handed_on.is_some_and(|it| it.holds_back(event)) {
                return place;
            }
            before = Some(device);
        }
        // All of them act in one frame.
        handed_on = HandedOn::after(handed_on, event, 0);
        has_text |= matches!(event, Event::Text(_) | Event::Paste(_));
        if let Event::PointerButton { pos, .. } = event {
            button_at = Some(*pos);
        }
    }
    events.len()
}

/// Whether a key is let go.
fn lets_go(event: &Event, which: Key) -> bool {
    matches!(event, Event::Key { key, pressed: false, .. } if *key == which)
}

/// Whether widgets, dialogs and tools ask once a frame whether this key was pressed; shortcuts are carried out one by one.
const fn is_asked_once(key: Key) -> bool {
    matches!(key, Key::Escape | Key::Enter | Key::Tab)
}

const fn is_enter(event: &Event) -> bool {
    matches!(
        event,
        Event::Key {
            key: Key::Enter,
            pressed: true,
            ..
        }
    )
}

/// The key that is pressed, if it may change who gets the next ones: it opens or closes something, or moves on to another field. Others
/// type, or are read by a tool in their order.
const fn handing_on(event: &Event) -> Option<KeyPress> {
    let Event::Key {
        key,
        pressed: true,
        modifiers,
        ..
    } = event
    else {
        return None;
    };
    let is_shortcut = modifiers.alt || modifiers.ctrl || modifiers.command;
    let leads_on = matches!(
        key,
        Key::Escape
            | Key::Enter
            | Key::Tab
            | Key::F1
            | Key::F2
            | Key::F3
            | Key::F4
            | Key::F5
            | Key::F6
            | Key::F7
            | Key::F8
            | Key::F9
            | Key::F10
            | Key::F11
            | Key::F12
    );
    if is_shortcut || leads_on {
        Some((*key, *modifiers))
    } else {
        None
    }
}

/// Whether the pointer goes farther from a button's place than within a click.
fn leads_away(event: &Event, button_at: Pos2) -> bool {
    matches!(event, Event::PointerMoved(to) if to.distance(button_at) > WITHIN_CLICK)
}

/// A key that is pressed.
const KEY: (Device, bool) = (Device::Keyboard, true);

/// Whose event it is, and whether something is pressed; none of those that may come at any time.
const fn of_device(event: &Event) -> Option<(Device, bool)> {
    match event {
        Event::Key { pressed: true, .. }
        | Event::Text(_)
        | Event::Copy
        | Event::Cut
        | Event::Paste(_) => Some(KEY),
        Event::PointerButton { pressed, .. } => Some((Device::Pointer, *pressed)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::PointerButton;

    fn key(key: Key, pressed: bool) -> Event {
        Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        }
    }

    fn button(pressed: bool) -> Event {
        button_at(Pos2::ZERO, pressed)
    }

    fn button_at(pos: Pos2, pressed: bool) -> Event {
        Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        }
    }

    /// The events of each frame, where all come in the first.
    fn frames(events: &[Event]) -> Vec<Vec<Event>> {
        let mut order = EventOrder::default();
        let mut frames = Vec::new();
        let mut came = events.to_vec();
        for frame in 1..=16 {
            order.divide(frame, &mut came);
            if !came.is_empty() {
                frames.push(std::mem::take(&mut came));
            }
        }
        frames
    }

    #[test]
    fn a_click_after_a_key_and_a_key_after_a_click_wait_for_their_frames() {
        let moved = Event::PointerMoved(Pos2::ZERO);
        let events = [
            Event::Text("4".to_owned()),
            key(Key::Enter, true),
            key(Key::Enter, false),
            moved.clone(),
            button(true),
            button(false),
            key(Key::R, true),
            Event::Text("r".to_owned()),
            button(true),
        ];
        let expected = [
            events[..1].to_vec(),
            events[1..4].to_vec(),
            events[4..6].to_vec(),
            events[6..8].to_vec(),
            events[8..].to_vec(),
        ];
        assert_eq!(frames(&events), expected);
        // A double click, a word with its keys, and what a button is let go after are of one frame.
        for together in [
            vec![button(true), button(false), button(true), button(false)],
            vec![
                key(Key::A, true),
                Event::Text("a".to_owned()),
                key(Key::A, false),
            ],
            vec![key(Key::Escape, true), button(false), moved],
        ] {
            assert_eq!(frames(&together), std::slice::from_ref(&together));
        }
    }

    #[test]
    fn a_key_waits_after_one_that_may_open_or_close_something() {
        let held = |name: Key, modifiers: Modifiers| Event::Key {
            key: name,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers,
        };
        let text = |text: &str| Event::Text(text.to_owned());
        let events = [
            key(Key::Escape, true),
            key(Key::Escape, false),
            held(Key::W, Modifiers::CTRL | Modifiers::ALT),
            // Some systems send the letter as well.
            text("w"),
            key(Key::W, false),
            key(Key::Enter, true),
            key(Key::A, true),
            text("a"),
            key(Key::B, true),
            text("b"),
            key(Key::Enter, true),
            Event::Paste("c".to_owned()),
            key(Key::F3, true),
            key(Key::X, true),
            held(Key::P, Modifiers::CTRL),
            // The same key without Ctrl types into what that opens.
            key(Key::P, true),
            text("p"),
        ];
        let expected = [
            events[..2].to_vec(),
            events[2..5].to_vec(),
            events[5..6].to_vec(),
            events[6..10].to_vec(),
            events[10..11].to_vec(),
            events[11..13].to_vec(),
            events[13..15].to_vec(),
            events[15..].to_vec(),
        ];
        assert_eq!(frames(&events), expected);
        // A key that is held repeats in one frame, and shortcuts that are pressed again are carried out one by one.
        let undo = held(Key::Z, Modifiers::CTRL);
        let escape = key(Key::Escape, true);
        for together in [
            vec![undo.clone(), undo.clone(), undo.clone()],
            vec![undo.clone(), key(Key::Z, false), undo],
            vec![escape.clone(), escape.clone(), escape],
        ] {
            assert_eq!(frames(&together), std::slice::from_ref(&together));
        }
    }

    #[test]
    fn a_key_that_is_asked_for_once_a_frame_waits_if_it_is_pressed_again() {
        for again in [Key::Escape, Key::Enter, Key::Tab] {
            let once = [key(again, true), key(again, false)];
            let thrice = [once.clone(), once.clone(), once];
            assert_eq!(frames(&thrice.concat()), thrice.map(|one| one.to_vec()));
            // So it does where each event comes in a frame of its own.
            let mut order = EventOrder::default();
            let acted = [(1, true), (2, false), (3, true)].map(|(frame, pressed)| {
                let mut events = vec![key(again, pressed)];
                order.divide(frame, &mut events);
                events.len()
            });
            assert_eq!(acted, [1, 1, 1], "a frame was drawn in between");
            let mut events = vec![key(again, false), key(again, true)];
            order.divide(4, &mut events);
            assert_eq!(events.len(), 1);
        }
    }

    #[test]
    fn what_leads_on_from_a_button_waits_for_the_next_frame() {
        let at = |x: f32| Pos2::new(x, 0.0);
        let moved = |x: f32| Event::PointerMoved(at(x));
        let events = [
            moved(1.0),
            moved(20.0),
            // A click by a hand that trembles, and the way to the beginning of a drag.
            button_at(at(20.0), true),
            moved(23.0),
            button_at(at(23.0), false),
            moved(60.0),
            moved(90.0),
            button_at(at(90.0), true),
            moved(120.0),
            moved(150.0),
            button_at(at(150.0), false),
            moved(10.0),
        ];
        let expected = [
            events[..5].to_vec(),
            events[5..8].to_vec(),
            events[8..11].to_vec(),
            events[11..].to_vec(),
        ];
        assert_eq!(frames(&events), expected);
    }

    #[test]
    fn another_pass_of_the_frame_gets_nothing_of_the_next() {
        let mut order = EventOrder::default();
        let mut events = vec![key(Key::Enter, true), button(true)];
        order.divide(7, &mut events);
        assert_eq!(events.len(), 1);
        for _ in 0..2 {
            events = vec![button(false)];
            order.divide(7, &mut events);
            assert!(events.is_empty());
        }
        // The next one is drawn first.
        order.divide(8, &mut events);
        assert!(events.is_empty());
        order.divide(9, &mut events);
        assert_eq!(events, [button(true), button(false), button(false)]);
    }

    #[test]
    fn a_button_waits_until_a_frame_was_drawn_after_the_key() {
        let mut order = EventOrder::default();
        let mut came = |frame: u64, event: Event| {
            let mut events = vec![event];
            order.divide(frame, &mut events);
            events.len()
        };
        assert_eq!(came(1, button(true)), 1);
        assert_eq!(came(2, key(Key::Enter, true)), 1, "keys wait for nothing");
        assert_eq!(came(3, button(true)), 0);
        assert_eq!(came(4, button(false)), 2);
        assert_eq!(came(5, key(Key::Enter, true)), 1);
        assert_eq!(came(7, button(true)), 1);
    }
}
