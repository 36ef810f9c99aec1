//! The command palette: every action by its name.

use eframe::egui::{
    Context, Id, Key, Label, Modal, Modifiers, RichText, ScrollArea, TextEdit, TextStyle, Ui, Vec2,
};
use session::commands::command::{Intent, Sink};
use session::features::actions::palette_rows::{PaletteRow, find_rows};
use session::features::view::View;

use crate::panels::widgets::modal_frame;
use crate::panels::window::palette_line::line;

/// Width of the palette in points, where the window has as much.
/// Width of the palette, in points; less in a narrow window.
const WIDTH: f32 = 560.0;

/// Draws the palette, if it is open.
pub fn palette(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let Some(typed) = &view.session.windows.palette else {
        return;
    };
    let modal = Modal::new(Id::unique("command palette"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(WIDTH.min(ctx.content_rect().width() - 40.0).max(0.0));
            contents(ui, typed, view, sink);
        });
    if modal.should_close() {
        sink.send(Intent::Palette(None));
    }
}

fn contents(ui: &mut Ui, typed: &str, view: &View<'_>, sink: &mut Sink) {
    let rows = find_rows(typed, view);
    let memory = Id::unique("command palette row");
    let before = ui.data(|data| data.get_temp::<usize>(memory)).unwrap_or(0);
    let keys = Keys::consume(ui);
    let mut chosen = keys.step(before, rows.len());
    if field(ui, typed, sink) {
        chosen = 0;
    }
    ui.add_space(6.0);
    let clicked = list(ui, &rows, chosen, &keys, view);
    // At the bottom, because a tooltip would hide the rows below it.
    ui.separator();
    let about = rows.get(chosen).map(about).unwrap_or_default();
    // Two lines, whether one is enough or not: the rows stay where they are.
    let height = 2.0 * ui.text_style_height(&TextStyle::Small);
    let size = Vec2::new(ui.available_width(), height);
    ui.allocate_ui(size, |ui| {
        ui.set_min_height(height);
        ui.add(Label::new(RichText::new(about).small().weak()).wrap());
    });
    ui.data_mut(|data| data.insert_temp(memory, chosen));
    let run = clicked.or(keys.enter.then_some(chosen));
    if let Some(PaletteRow::Action { info, state, .. }) = run.and_then(|place| rows.get(place))
        && state.enabled
    {
        sink.send(Intent::RunFromPalette(info.action));
        ui.data_mut(|data| data.remove_temp::<usize>(memory));
    }
}

/// What the last line says of a row: what it does, why it cannot be done, or what to do instead.
fn about(row: &PaletteRow) -> String {
    match row {
        PaletteRow::Action { info, state, .. } => {
            let why = state.why_not.map(|why| format!("Not now: {why}."));
            why.unwrap_or_else(|| info.tooltip.to_owned())
        }
        PaletteRow::Later(later) => later.instead.to_owned(),
    }
}

/// Keys that move through the list, consumed so that the text field does not get them.
struct Keys {
    up: bool,
    down: bool,
    enter: bool,
}

impl Keys {
    fn consume(ui: &Ui) -> Self {
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
        // The list may have become shorter than the remembered place, or empty.
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
    rows: &[PaletteRow],
    chosen: usize,
    keys: &Keys,
    view: &View<'_>,
) -> Option<usize> {
    let mut clicked = None;
    let area = ScrollArea::vertical().max_height(380.0);
    area.auto_shrink([false, true]).show(ui, |ui| {
        for (place, row) in rows.iter().enumerate() {
            let response = line(ui, row, place == chosen, view);
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
