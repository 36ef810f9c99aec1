//! The menu of what can be keyed, at the pointer: each line with a letter, the first for Enter.

use eframe::egui::{Area, Button, Context, Frame, Id, Key, Modifiers, Order, Pos2, Ui};
use session::commands::actions::AnimateAction;
use session::commands::command::{Intent, Sink};
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::state::clips::command::ClipIntent;

use crate::panels::widgets::{menu_lines, tooltip, with_tooltip};
use crate::window_keys::escape::take_escape;

/// The lines from top to bottom, each with the key that takes it while the menu is open.
const LINES: [(AnimateAction, Key); 9] = [
    (AnimateAction::KeySelected, Key::J),
    (AnimateAction::KeyChanged, Key::U),
    (AnimateAction::KeyExisting, Key::E),
    (AnimateAction::KeyAllChannels, Key::A),
    (AnimateAction::KeyWholePose, Key::W),
    (AnimateAction::KeyRotation, Key::R),
    (AnimateAction::KeyTranslation, Key::T),
    (AnimateAction::KeyScale, Key::S),
    (AnimateAction::KeyShear, Key::H),
];

/// Width of the menu, in points.
const WIDTH: f32 = 210.0;

/// Where the menu was opened, and its chosen line.
#[derive(Clone, Copy, Debug, Default)]
struct OpenMenu {
    at: Pos2,
    line: usize,
}

/// Draws the menu while it is open; it has the keyboard then.
pub fn key_menu(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let id = Id::unique("menu of what can be keyed");
    if !view.session.windows.key_menu {
        ctx.data_mut(|data| data.remove_temp::<OpenMenu>(id));
        return;
    }
    let pointer = ctx.input(|input| input.pointer.latest_pos());
    let before = ctx.data(|data| data.get_temp::<OpenMenu>(id));
    let mut opened = before.unwrap_or(OpenMenu {
        at: pointer.unwrap_or(ctx.content_rect().center()),
        line: 0,
    });
    let pressed = |key: Key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let down = opened.line + usize::from(pressed(Key::ArrowDown));
    let down = down.min(LINES.len() - 1);
    opened.line = down.saturating_sub(usize::from(pressed(Key::ArrowUp)));
    ctx.data_mut(|data| data.insert_temp(id, opened));
    let by_letter = LINES.iter().position(|(_, letter)| pressed(*letter));
    let by_key = by_letter.or_else(|| pressed(Key::Enter).then_some(opened.line));
    let area = Area::new(id)
        .order(Order::Foreground)
        .fixed_pos(opened.at)
        .constrain(true)
        .show(ctx, |ui| {
            let frame = Frame::menu(ui.style());
            let shown = |ui: &mut Ui| menu_lines(ui, WIDTH, |ui| lines(ui, opened.line, view));
            frame.show(ui, shown).inner
        });
    let chosen = by_key.or(area.inner).and_then(|line| LINES.get(line));
    let chosen = chosen.filter(|(action, _)| {
        let row = info(*action);
        row.is_some_and(|row| action_state(row, view).enabled)
    });
    if let Some((action, _)) = chosen {
        sink.run(*action);
    }
    let is_pressed = ctx.input(|input| input.pointer.any_pressed());
    let is_beside = pointer.is_some_and(|at| !area.response.rect.contains(at));
    let is_left = ctx.input_mut(take_escape) || pressed(Key::K);
    if chosen.is_some() || is_left || (is_pressed && is_beside && before.is_some()) {
        sink.send(Intent::Clip(ClipIntent::ShowKeyMenu(false)));
    }
}

/// Returns the line that was clicked.
fn lines(ui: &mut Ui, chosen: usize, view: &View<'_>) -> Option<usize> {
    let mut clicked = None;
    for (line, (action, letter)) in LINES.iter().enumerate() {
        let Some(row) = info(*action) else { continue };
        if *action == AnimateAction::KeyRotation {
            ui.separator();
        }
        let state = action_state(row, view);
        let button = Button::new(state.text.as_str())
            .shortcut_text(letter.name())
            .selected(line == chosen);
        let response = ui.add_enabled(state.enabled, button);
        let response = with_tooltip(response, &tooltip(row, view));
        if response.accessible_name(&*state.text).clicked() {
            clicked = Some(line);
        }
    }
    clicked
}
