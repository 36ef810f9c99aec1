//! The windows of the help menu.

use eframe::egui::{Context, Grid, RichText, ScrollArea, Window};

use crate::actions::{Menu, actions};
use crate::command::{Command, Panel, Sink, shortcut_text};
use crate::view::View;

/// What the mouse does in a pane.
const MOUSE: [(&str, &str); 6] = [
    ("Left or middle drag, Alt+left drag", "Orbit"),
    ("Right drag, Shift+middle drag, Alt+middle drag", "Pan"),
    ("Wheel, Alt+right drag", "Zoom"),
    ("Click", "Select the bone under the pointer"),
    ("Drag in a field", "Change the number; Shift for fine steps"),
    ("Drop a file", "Open it"),
];

/// Draws the list of keys, if it is open.
pub fn shortcuts(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let mut open = view.session.is_open(Panel::Shortcuts);
    if !open {
        return;
    }
    Window::new("Keyboard and mouse")
        .open(&mut open)
        .default_width(460.0)
        .default_height(620.0)
        .show(ctx, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                Grid::new("shortcuts")
                    .num_columns(2)
                    .spacing([24.0, 4.0])
                    .show(ui, |ui| {
                        for menu in Menu::ALL {
                            ui.label(RichText::new(menu.title()).strong());
                            ui.end_row();
                            for row in actions().iter().filter(|row| row.menu == menu) {
                                let Some(shortcut) = &row.shortcut else {
                                    continue;
                                };
                                ui.label(row.text.as_ref()).on_hover_text(row.tooltip);
                                ui.monospace(shortcut_text(shortcut));
                                ui.end_row();
                            }
                        }
                        ui.label(RichText::new("Mouse").strong());
                        ui.end_row();
                        for (mouse, what) in MOUSE {
                            ui.label(what);
                            ui.label(mouse);
                            ui.end_row();
                        }
                    });
            });
        });
    if !open {
        sink.send(Command::Toggle(Panel::Shortcuts));
    }
}

/// Draws what this program is, if asked.
pub fn about(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let mut open = view.session.is_open(Panel::About);
    if !open {
        return;
    }
    Window::new("About Dualskin").open(&mut open).resizable(false).default_width(420.0).show(ctx, |ui| {
        ui.heading(format!("Dualskin {}", env!("CARGO_PKG_VERSION")));
        ui.label("Shows linear blend skinning and two-phase dual quaternion skinning side by side, on the same character in the same pose.");
        ui.add_space(4.0);
        ui.label("Kavan, Collins, Žára, O'Sullivan: Geometric Skinning with Approximate Dual Quaternion Blending, 2008.");
        ui.weak("Sends nothing anywhere.");
        if let Some(adapter) = view.graphics.adapter() {
            ui.add_space(4.0);
            ui.weak(format!("Draws with {adapter}"));
        }
    });
    if !open {
        sink.send(Command::Toggle(Panel::About));
    }
}
