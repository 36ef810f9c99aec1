//! The window for pasting only a part of a copied pose.

use eframe::egui::{Align2, Context, Slider, Window};
use session::commands::actions::PoseAction;
use session::commands::command::{Intent, Panel, Sink};
use session::features::view::View;
use session::state::posing::pose_clipboard::AMOUNTS;
use session::text::number_text::{Quantity, evaluate};

/// Draws the window, if it is open.
pub fn paste_amount(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let mut open = view.session.is_open(Panel::PasteAmount);
    if !open {
        return;
    }
    Window::new("Paste with factor")
        .open(&mut open)
        .resizable(false)
        .collapsible(false)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(ctx.content_rect().center())
        .show(ctx, |ui| {
            ui.weak("100 % is the copied pose, 0 % leaves all as it is, −100 % is its opposite.");
            let mut percent = 100.0 * view.session.pose_clipboard.amount;
            let range = 100.0 * AMOUNTS.start()..=100.0 * AMOUNTS.end();
            ui.spacing_mut().slider_width = 220.0;
            let slider = Slider::new(&mut percent, range)
                .fixed_decimals(0)
                .suffix(" %")
                .custom_parser(|text| {
                    let number = text.trim().trim_end_matches('%');
                    evaluate(number, Quantity::Number).ok()
                });
            let response = ui
                .add(slider)
                .accessible_name("Amount of the pasted pose")
                .on_hover_text("Kept until it is set anew, for all that is pasted");
            if response.changed() {
                sink.send(Intent::SetPasteAmount(percent / 100.0));
            }
            ui.horizontal(|ui| {
                let copied = view.session.pose_clipboard.copied.is_some();
                ui.add_enabled_ui(copied, |ui| {
                    if ui.button("Paste").clicked() {
                        sink.run(PoseAction::PastePose);
                    }
                    if ui.button("Paste mirrored").clicked() {
                        sink.run(PoseAction::PastePoseMirrored);
                    }
                });
                if !copied {
                    ui.weak("no pose was copied");
                }
            });
        });
    if !open {
        sink.send(Intent::Toggle(Panel::PasteAmount));
    }
}
