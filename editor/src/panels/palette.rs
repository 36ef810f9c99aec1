//! The command palette: every action by its name.

use eframe::egui::{Button, Context, Id, Key, Modal, Modifiers, ScrollArea, TextEdit, Ui, vec2};

use crate::action_state::{ActionState, action_state};
use crate::actions::{ActionInfo, actions};
use crate::command::{Command, Sink, shortcut_text};
use crate::panels::widgets::modal_frame;
use crate::view::View;

/// The rows that hold all words that were typed, in their name, their menu or their sentence; names first.
#[must_use]
pub fn found<'a>(typed: &str, view: &View<'_>) -> Vec<(&'a ActionInfo, ActionState)> {
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let holds = |text: &str| {
        let text = text.to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let rows = actions().iter().map(|row| (row, action_state(row, view)));
    let (by_name, others): (Vec<_>, Vec<_>) = rows.partition(|(_, state)| holds(&state.text));
    let by_sentence = others.into_iter().filter(|(row, state)| {
        holds(&format!(
            "{} {} {}",
            state.text,
            row.menu.title(),
            row.tooltip
        ))
    });
    let mut found: Vec<_> = by_name.into_iter().chain(by_sentence).collect();
    // What can be done now comes first; the sort is stable.
    found.sort_by_key(|(_, state)| !state.enabled);
    found
}

/// Draws the palette, if it is open.
pub fn palette(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let Some(typed) = &view.session.windows.palette else {
        return;
    };
    let modal = Modal::new(Id::unique("command palette"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(520.0);
            contents(ui, typed, view, sink);
        });
    if modal.should_close() {
        sink.send(Command::Palette(None));
    }
}

fn contents(ui: &mut Ui, typed: &str, view: &View<'_>, sink: &mut Sink) {
    let rows = found(typed, view);
    let memory = Id::unique("command palette row");
    let mut chosen = ui
        .data(|data| data.get_temp::<usize>(memory))
        .unwrap_or(0)
        .min(rows.len().saturating_sub(1));
    let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let (down, up, enter) = (
        pressed(Key::ArrowDown),
        pressed(Key::ArrowUp),
        pressed(Key::Enter),
    );
    chosen = if down {
        (chosen + 1).min(rows.len().saturating_sub(1))
    } else {
        chosen
    };
    chosen = if up { chosen.saturating_sub(1) } else { chosen };

    let mut words = typed.to_owned();
    let field = TextEdit::singleline(&mut words)
        .hint_text("Type what you want to do")
        .desired_width(f32::INFINITY);
    let response = ui.add(field).accessible_name("Command");
    response.request_focus();
    if response.changed() {
        chosen = 0;
        sink.send(Command::Palette(Some(words)));
    }
    ui.add_space(6.0);
    let mut run = enter.then_some(chosen);
    ScrollArea::vertical()
        .max_height(380.0)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            for (place, (row, state)) in rows.iter().enumerate() {
                let response = result(ui, row, state, place == chosen);
                if place == chosen && (down || up) {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    run = Some(place);
                }
            }
            if rows.is_empty() {
                ui.weak("No command has these words.");
            }
        });
    ui.data_mut(|data| data.insert_temp(memory, chosen));
    if let Some((row, state)) = run.and_then(|place| rows.get(place))
        && state.enabled
    {
        sink.send(Command::Palette(None));
        sink.run(row.action);
        ui.data_mut(|data| data.remove_temp::<usize>(memory));
    }
}

fn result(
    ui: &mut Ui,
    row: &ActionInfo,
    state: &ActionState,
    chosen: bool,
) -> eframe::egui::Response {
    let keys = row
        .shortcut
        .map(|shortcut| shortcut_text(&shortcut))
        .unwrap_or_default();
    let text = format!("{}:  {}", row.menu.title(), state.text);
    let button = Button::new(text)
        .selected(chosen)
        .shortcut_text(keys)
        .frame(true)
        .min_size(vec2(ui.available_width(), 26.0));
    let button = if chosen {
        button
    } else {
        button.fill(eframe::egui::Color32::TRANSPARENT)
    };
    ui.add_enabled(state.enabled, button)
        .on_hover_text(row.tooltip)
        .accessible_name(format!("Run {}", state.text))
}
