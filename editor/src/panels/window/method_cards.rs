//! The window of the methods' cards: what each does, its formula, what it costs and where it fails.

use eframe::egui::{Align2, Button, Context, Id, RichText, Ui, Window};
use figures::book::find;
use figures::cards::method_card;
use rig::Method;
use scene::names::{method_title, method_tooltip};
use session::commands::actions::{Action, LearnAction};
use session::commands::command::{Intent, Panel, Sink};
use session::features::view::View;

use crate::panels::widgets::{tooltip_of, with_tooltip};

/// Width of the text, in points.
const WIDTH: f32 = 380.0;
/// Between the parts of a card, in points.
const SPACE: f32 = 6.0;

/// Draws the window, if it is open: the card of the active pane's method, until another is chosen.
pub fn method_cards(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let mut open = view.session.is_open(Panel::MethodCards);
    if !open {
        return;
    }
    let center = ctx.content_rect().center();
    let window = Window::new("Method cards")
        .open(&mut open)
        .resizable(false)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(center);
    window.show(ctx, |ui| {
        let chosen = chosen(ui, view);
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                for method in Method::blends() {
                    let row = ui.selectable_label(method == chosen, method_title(method));
                    if row.clicked() {
                        ui.data_mut(|data| data.insert_temp(id(), method.name()));
                    }
                }
            });
            ui.separator();
            ui.vertical(|ui| {
                ui.set_width(WIDTH);
                card(ui, chosen, view, sink);
            });
        });
    });
    if !open {
        ctx.data_mut(|data| data.remove::<&'static str>(id()));
        sink.send(Intent::Toggle(Panel::MethodCards));
    }
}

fn id() -> Id {
    Id::unique("method of the cards")
}

/// The method that was chosen here, else that of the active pane.
fn chosen(ui: &Ui, view: &View<'_>) -> Method {
    let named = ui.data(|data| data.get_temp::<&'static str>(id()));
    let named = named.and_then(|name| name.parse().ok());
    let active = || view.session.comparing.active_look().method.blend();
    named.unwrap_or_else(active)
}

fn card(ui: &mut Ui, method: Method, view: &View<'_>, sink: &mut Sink) {
    let card = method_card(method);
    ui.heading(method_title(method));
    ui.label(method_tooltip(method));
    heading(ui, "Formula");
    ui.label(RichText::new(card.formula).monospace());
    heading(ui, "Memory of a joint");
    ui.label(card.memory);
    heading(ui, "Time on a large mesh");
    ui.label(card.time_text());
    heading(ui, "Fails");
    ui.label(card.fails);
    let Some(item) = find(card.shows) else {
        return;
    };
    ui.add_space(SPACE);
    let action = LearnAction::ShowFigure(item.id);
    let can_be = Action::from(action).why_not(view).is_none();
    let button = ui.add_enabled(can_be, Button::new("Show me"));
    let words = format!("{}, {}", item.title, item.source);
    if with_tooltip(button, &tooltip_of(action, view)).clicked() {
        sink.run(action);
    }
    ui.weak(words);
}

fn heading(ui: &mut Ui, words: &str) {
    ui.add_space(SPACE);
    ui.weak(words);
}
