//! Where everything stands in the window.

use eframe::egui::{self, CentralPanel, Frame, Margin, Panel, Ui};

use crate::command::Sink;
use crate::panels;
use crate::panes::Panes;
use crate::view::View;
use crate::viewport::panes_ui;

/// Draws the window; gives width / height of a pane, if it has any.
pub(super) fn window(
    ui: &mut Ui,
    view: &View<'_>,
    panes: &mut Panes,
    sink: &mut Sink,
) -> Option<f32> {
    let frame = |x: i8, y: i8| {
        Frame::new()
            .fill(ui.visuals().panel_fill)
            .inner_margin(Margin::symmetric(x, y))
    };
    let (bar, side, row) = (frame(8, 4), frame(10, 8), frame(10, 2));
    Panel::top("menu")
        .frame(bar)
        .resizable(false)
        .show(ui, |ui| panels::menu_bar::menu_bar(ui, view, sink));
    Panel::bottom("status")
        .frame(row)
        .exact_size(26.0)
        .resizable(false)
        .show(ui, |ui| panels::status_bar::status_bar(ui, view));
    Panel::bottom("timeline")
        .frame(row)
        .exact_size(40.0)
        .resizable(false)
        .show(ui, |ui| panels::timeline::timeline(ui, view, sink));
    Panel::left("joints")
        .frame(side)
        .default_size(250.0)
        .size_range(140.0..=520.0)
        .show(ui, |ui| {
            panels::joint_tree::joint_tree(ui, view, sink);
        });
    Panel::right("inspector")
        .frame(side)
        .default_size(310.0)
        .size_range(260.0..=520.0)
        .show(ui, |ui| {
            panels::inspector::inspector(ui, view, sink);
        });
    let center = CentralPanel::no_frame()
        .frame(frame_of_panes(ui))
        .show(ui, |ui| {
            let area = ui.max_rect();
            (panes_ui(ui, view, panes, sink), area)
        });
    let (aspect, area) = center.inner;
    let ctx = ui.ctx().clone();
    panels::chips::chips(&ctx, area, view, sink);
    panels::banner::banner(&ctx, area, view, sink);
    panels::messages::message_list(&ctx, area, view, sink);
    panels::about::shortcuts(&ctx, view, sink);
    panels::about::about(&ctx, view, sink);
    panels::messages::toasts(&ctx, area, view, sink);
    panels::palette::palette(&ctx, view, sink);
    panels::path_dialog::path_dialog(&ctx, view, sink);
    drop_hint(&ctx, area);
    aspect
}

fn frame_of_panes(ui: &Ui) -> Frame {
    Frame::new().fill(ui.visuals().panel_fill)
}

/// While a file hovers over the window.
fn drop_hint(ctx: &egui::Context, area: egui::Rect) {
    if ctx.input(|input| input.raw.hovered_files.is_empty()) {
        return;
    }
    let painter = ctx.layer_painter(egui::LayerId::new(
        egui::Order::Foreground,
        egui::Id::unique("drop hint"),
    ));
    painter.rect_filled(area, 0.0, egui::Color32::from_black_alpha(140));
    let font = egui::FontId::proportional(24.0);
    painter.text(
        area.center(),
        egui::Align2::CENTER_CENTER,
        "Drop to open",
        font,
        egui::Color32::WHITE,
    );
}
