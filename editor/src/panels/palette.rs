//! The command palette: every action by its name.

use eframe::egui::{
    Button, Context, Id, Key, Label, Modal, Modifiers, RichText, ScrollArea, TextEdit, TextStyle,
    Ui, Vec2, vec2,
};
use session::commands::action_state::{ActionState, action_state, is_offered};
use session::commands::actions::{ActionInfo, actions};
use session::commands::command::{Intent, Sink};
use session::commands::view::View;
use session::text::fuzzy::fit;

use crate::panels::widgets::modal_frame;

/// The rows that match the typed text, the best first; of equal matches, enabled ones first. With no text, the actions
/// that were run last come first.
#[must_use]
pub fn found<'a>(typed: &str, view: &View<'_>) -> Vec<(&'a ActionInfo, ActionState)> {
    let before = &view.session.settings.commands;
    let age = |id: &str| {
        let place = before.iter().position(|other| other == id);
        place
            .filter(|_| typed.trim().is_empty())
            .unwrap_or(before.len())
    };
    let offered = actions().iter().filter(|row| is_offered(row.action, view));
    let mut found: Vec<_> = offered
        .filter_map(|row| {
            let state = action_state(row, view);
            let around = format!("{} {}", row.menu.title(), row.tooltip);
            let fit = fit(typed, &state.text, &around)?;
            Some(((fit, !state.enabled, age(&row.id)), row, state))
        })
        .collect();
    // The sort is stable: equal rows stay in the order of the menus.
    found.sort_by_key(|(rank, ..)| *rank);
    found
        .into_iter()
        .map(|(_, row, state)| (row, state))
        .collect()
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
        sink.send(Intent::Palette(None));
    }
}

fn contents(ui: &mut Ui, typed: &str, view: &View<'_>, sink: &mut Sink) {
    let rows = found(typed, view);
    let memory = Id::unique("command palette row");
    let before = ui.data(|data| data.get_temp::<usize>(memory)).unwrap_or(0);
    let keys = Keys::pressed(ui);
    let mut chosen = keys.step(before, rows.len());
    if field(ui, typed, sink) {
        chosen = 0;
    }
    ui.add_space(6.0);
    let clicked = list(ui, (&rows, chosen), &keys, view);
    // At the bottom, because a tooltip would hide the rows below it.
    ui.separator();
    let about = rows.get(chosen).map_or_else(String::new, |(row, state)| {
        let why = state.why_not.map(|why| format!("Not now: {why}."));
        why.unwrap_or_else(|| row.tooltip.to_owned())
    });
    // Two lines, whether one is enough or not: the rows stay where they are.
    let height = 2.0 * ui.text_style_height(&TextStyle::Small);
    let size = Vec2::new(ui.available_width(), height);
    ui.allocate_ui(size, |ui| {
        ui.set_min_height(height);
        ui.add(Label::new(RichText::new(about).small().weak()).wrap());
    });
    ui.data_mut(|data| data.insert_temp(memory, chosen));
    let run = clicked.or(keys.enter.then_some(chosen));
    if let Some((row, state)) = run.and_then(|place| rows.get(place))
        && state.enabled
    {
        sink.send(Intent::RunFromPalette(row.action));
        ui.data_mut(|data| data.remove_temp::<usize>(memory));
    }
}

/// Keys that move through the list, consumed so that the text field does not get them.
struct Keys {
    up: bool,
    down: bool,
    enter: bool,
}

impl Keys {
    fn pressed(ui: &Ui) -> Self {
        let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        Self {
            up: pressed(Key::ArrowUp),
            down: pressed(Key::ArrowDown),
            enter: pressed(Key::Enter),
        }
    }

    /// The place in a list of `count` rows after these keys.
    fn step(&self, place: usize, count: usize) -> usize {
        let last = count.saturating_sub(1);
        let down = place.min(last) + usize::from(self.down);
        down.min(last).saturating_sub(usize::from(self.up))
    }
}

/// Returns whether the text has changed.
fn field(ui: &mut Ui, typed: &str, sink: &mut Sink) -> bool {
    let mut words = typed.to_owned();
    let field = TextEdit::singleline(&mut words)
        .hint_text("Type what you want to do")
        .desired_width(f32::INFINITY);
    let response = ui.add(field).accessible_name("Command");
    response.request_focus();
    if response.changed() {
        sink.send(Intent::Palette(Some(words)));
    }
    response.changed()
}

/// Returns the place that was clicked.
fn list(
    ui: &mut Ui,
    (rows, chosen): (&[(&ActionInfo, ActionState)], usize),
    keys: &Keys,
    view: &View<'_>,
) -> Option<usize> {
    let mut clicked = None;
    let area = ScrollArea::vertical().max_height(380.0);
    area.auto_shrink([false, true]).show(ui, |ui| {
        for (place, (row, state)) in rows.iter().enumerate() {
            let response = result(ui, (row, state), place == chosen, view);
            if place == chosen && (keys.down || keys.up) {
                response.scroll_to_me(None);
            }
            if response.clicked() {
                clicked = Some(place);
            }
        }
        if rows.is_empty() {
            ui.weak("No matching command");
        }
    });
    clicked
}

fn result(
    ui: &mut Ui,
    (row, state): (&ActionInfo, &ActionState),
    chosen: bool,
    view: &View<'_>,
) -> eframe::egui::Response {
    // The reason why it is disabled says more than its key.
    let at_the_end = match state.why_not {
        Some(why) => why.to_owned(),
        None => view.key_text(row.action).unwrap_or_default(),
    };
    let text = format!("{}:  {}", row.menu.title(), state.text);
    let button = Button::new(text)
        .selected(chosen)
        .shortcut_text(at_the_end)
        .frame(true)
        .min_size(vec2(ui.available_width(), 26.0));
    let button = if chosen {
        button
    } else {
        button.fill(eframe::egui::Color32::TRANSPARENT)
    };
    let response = ui.add_enabled(state.enabled, button);
    response.accessible_name(format!("Run {}", state.text))
}
