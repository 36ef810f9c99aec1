//! Keys become actions.

use eframe::egui;
use eframe::egui::{Event, Key};
use session::commands::actions::{
    Action, AnimateAction, EditAction, FileAction, PosingAction, SheetAction, SkeletonAction,
    ToolAction, WindowAction,
};
use session::commands::command::{Intent, Outcome, Sink};
use session::commands::keymap::KeyPress;
use session::features::actions::{NO_KEY_SELECTED, action_state, info};
use session::features::view::View;
use session::notices::Severity;

use crate::window_keys::{key_press, window_key};

mod event_order;
mod held_keys;
mod operator;

/// Has keys and buttons of a window come in their order, each with the meaning that it had when it was pressed.
pub(super) fn install(ctx: &egui::Context) {
    ctx.add_plugin(held_keys::HeldKeys::default());
    ctx.add_plugin(event_order::EventOrder::default());
}

/// Sends the actions whose keys were pressed. Keys without Ctrl are off while a widget or a menu has the keyboard;
/// while a tool is in progress, it gets all keys.
///
/// `menu_open` is whether a menu was open before this frame was drawn: Escape closes it, and must not do more.
pub(super) fn shortcuts(ctx: &egui::Context, menu_open: bool, view: &View<'_>, sink: &mut Sink) {
    let mut operates = view.session.operates();
    // A focused widget would take some of the keys that belong to the tool.
    if operates && let Some(focused) = ctx.memory(egui::Memory::focused) {
        ctx.memory_mut(|memory| memory.surrender_focus(focused));
    }
    if view.session.takes_keys() && !operates {
        return;
    }
    let focused = ctx.memory(|memory| memory.focused().is_some());
    let busy = focused || menu_open || egui::Popup::is_any_open(ctx);
    let typing = ctx.text_edit_focused();
    let pasted = |event: &Event| match event {
        Event::Paste(text) => Some(text.clone()),
        _ => None,
    };
    let text = ctx.input(|input| input.events.iter().find_map(pasted));
    if let Some(text) = text.filter(|_| !typing) {
        sink.send(Intent::TakeText(text));
    }
    for event in &events(ctx) {
        if operates {
            // After the key that ends the tool, the next ones are shortcuts again.
            operates = !operator::on_event(event, sink);
            continue;
        }
        let Some(press) = key_press(event) else {
            continue;
        };
        let Some((action, shortcut)) = view.keymap_action(&press) else {
            if !typing && !busy && !press.repeat {
                say_where_key_works(&press, view, sink);
            }
            continue;
        };
        let belongs_to_text = typing && window_key(shortcut.key).is_some_and(is_for_text);
        let to_widget = busy && !shortcut.modifiers.command;
        let too_often = press.repeat && !may_repeat(action);
        if belongs_to_text || to_widget || too_often {
            continue;
        }
        let Some(row) = info(action) else { continue };
        let state = action_state(row, view);
        if state.enabled {
            sink.run(action);
            operates = matches!(
                action,
                Action::Tool(ToolAction::Operate(_))
                    | Action::Skeleton(SkeletonAction::ExtrudeJoint)
                    | Action::Sheet(
                        SheetAction::MoveKeys
                            | SheetAction::ScaleKeys
                            | SheetAction::ScaleKeysFromFirst
                            | SheetAction::DuplicateKeys
                    )
            ) || matches!(
                action,
                Action::Posing(
                    PosingAction::Breakdown
                        | PosingAction::RelaxOrPush
                        | PosingAction::BlendToRest
                        | PosingAction::BlendToPreset
                )
            );
        } else if let Some(why) = state.why_not.filter(|_| says_why_not(action, press.repeat)) {
            // Without a message, nothing would show why the key did nothing.
            let keys = view.key_text(action);
            let text = match (action, keys) {
                (Action::Tool(ToolAction::Operate(_)), Some(keys)) if lacks_joint(view) => {
                    format!("Select a joint, then press {keys}.")
                }
                (Action::Sheet(_), Some(keys)) if why == NO_KEY_SELECTED => {
                    format!("Select a key of the clip, then press {keys}.")
                }
                _ => format!("{}: {why}.", row.text.trim_end_matches('…')),
            };
            sink.send(Outcome::Notify(Severity::Note, text));
        }
    }
}

/// Removes the letter that comes with a shortcut of Alt, before a text field takes it: on X11, Wayland and Windows such
/// a key press is followed by its text.
///
/// `AltGr` holds no Alt there, so that its characters stay. On a Mac Option types characters, as `AltGr` does elsewhere:
/// nothing is removed there.
pub(super) fn drop_text_of_shortcuts(ctx: &egui::Context, view: &View<'_>) {
    if cfg!(target_os = "macos") {
        return;
    }
    let is_shortcut = |event: &Event| {
        key_press(event)
            .is_some_and(|press| press.modifiers.alt && view.keymap_action(&press).is_some())
    };
    ctx.input_mut(|input| {
        let mut follows_shortcut = false;
        input.events.retain(|event| {
            let stays = !(follows_shortcut && matches!(event, Event::Text(_)));
            follows_shortcut = is_shortcut(event);
            stays
        });
    });
}

/// Key and text events in order. Events that a widget consumed are gone already.
fn events(ctx: &egui::Context) -> Vec<Event> {
    let is_key = |event: &&Event| matches!(event, Event::Text(_)) || key_press(event).is_some();
    ctx.input(|input| input.events.iter().filter(is_key).cloned().collect())
}

/// Says of a key that works over the keys of the clip alone where the pointer has to be. Else a key without a meaning is silent.
fn say_where_key_works(press: &KeyPress, view: &View<'_>, sink: &mut Sink) {
    let there = view.session.keymap.action_over_timeline(press);
    let row = there.and_then(|(action, _)| info(action));
    if let Some(row) = row.filter(|_| view.session.character.sheet.is_shown) {
        let keys = view.key_text(row.action).unwrap_or_default();
        let text = format!(
            "{}: point at the keys in the timeline, then press {keys}.",
            row.text.trim_end_matches('…')
        );
        sink.send(Outcome::Notify(Severity::Note, text));
    }
}

/// Whether pressing the key of a disabled action shows the reason: of every action but those whose end is reached already.
const fn says_why_not(action: Action, is_repetition: bool) -> bool {
    let is_reached = matches!(
        action,
        Action::File(FileAction::CancelOpening)
            | Action::Edit(EditAction::SelectNone)
            | Action::Sheet(SheetAction::SelectNoKeys)
    );
    !is_reached && !is_repetition
}

/// Whether a tool could begin if a joint were selected.
fn lacks_joint(view: &View<'_>) -> bool {
    view.session.mode.drags_joints() && view.session.character.selection.is_empty()
}

/// Keys with a meaning in text fields while Ctrl is held: undo, clipboard and cursor movement.
const fn is_for_text(key: Key) -> bool {
    matches!(
        key,
        Key::A
            | Key::C
            | Key::V
            | Key::X
            | Key::Y
            | Key::Z
            | Key::Backspace
            | Key::Delete
            | Key::Home
            | Key::End
            | Key::ArrowLeft
            | Key::ArrowRight
            | Key::ArrowUp
            | Key::ArrowDown
    )
}

/// Whether holding the key repeats the action: steps repeat, switches would flicker.
const fn may_repeat(action: Action) -> bool {
    matches!(
        action,
        Action::Edit(
            EditAction::Undo
                | EditAction::Redo
                | EditAction::SelectParent
                | EditAction::SelectionBack
                | EditAction::SelectionForth
        ) | Action::Animate(
            AnimateAction::PreviousFrame
                | AnimateAction::NextFrame
                | AnimateAction::PreviousKey
                | AnimateAction::NextKey
                | AnimateAction::PreviousClip
                | AnimateAction::NextClip
        ) | Action::Sheet(SheetAction::ZoomCurvesIn | SheetAction::ZoomCurvesOut)
            | Action::Window(WindowAction::LargerInterface | WindowAction::SmallerInterface)
    )
}
