//! The window of the methods' cards: what each does, its formula, what it costs and where it fails.

use eframe::egui::{Align2, Context, Id, RichText, Ui, Window};
use figures::book::find;
use figures::cards::{MethodCard, method_card};
use rig::Method;
use scene::names::{method_title, method_tooltip};
use session::commands::command::{Intent, Panel, Sink};
use session::features::view::View;

/// Width of the text, in points.
const WIDTH: f32 = 380.0;

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
                card(ui, chosen, &method_card(chosen));
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

fn card(ui: &mut Ui, method: Method, card: &MethodCard) {
    ui.heading(method_title(method));
    ui.label(method_tooltip(method));
    let parts = [
        ("Formula", card.formula),
        ("Costs", card.costs),
        ("Fails", card.fails),
    ];
    for (what, text) in parts {
        ui.add_space(6.0);
        ui.weak(what);
        match what {
            "Formula" => ui.label(RichText::new(text).monospace()),
            _ => ui.label(text),
        };
    }
    if let Some(item) = find(card.shows) {
        ui.add_space(6.0);
        ui.weak(format!(
            "Seen in the figure book: {}, {}",
            item.title, item.source
        ));
    }
}
