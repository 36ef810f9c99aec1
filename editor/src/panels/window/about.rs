//! The window about the program: version, purpose, paper and graphics device.

use eframe::egui::{Align2, Context, Window};
use session::commands::command::{Intent, Panel, Sink};
use session::features::view::View;

/// Draws the window, if it is open.
pub fn about(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let mut open = view.session.is_open(Panel::About);
    if !open {
        return;
    }
    let center = ctx.content_rect().center();
    let window = Window::new("About Dualskin")
        .open(&mut open)
        .resizable(false)
        .default_width(420.0);
    window.pivot(Align2::CENTER_CENTER).default_pos(center).show(ctx, |ui| {
        ui.heading(format!("Dualskin {}", env!("CARGO_PKG_VERSION")));
        ui.label("Shows linear blend skinning and two-phase dual quaternion skinning side by side, on the same character in the same pose.");
        ui.add_space(4.0);
        ui.label("Kavan, Collins, Žára, O'Sullivan: Geometric Skinning with Approximate Dual Quaternion Blending, 2008.");
        ui.weak("Sends nothing anywhere.");
        if let Some(adapter) = view.graphics.adapter {
            ui.add_space(4.0);
            ui.weak(format!("Draws with {adapter}"));
        }
    });
    if !open {
        sink.send(Intent::Toggle(Panel::About));
    }
}
