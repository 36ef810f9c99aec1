//! Layout of the window: menus and bars, the docked panels and panes, and what floats over them.

use eframe::egui;
use eframe::egui::{
    CentralPanel, Frame, Key, Margin, Modifiers, Panel, Popup, Rect, ScrollArea, Ui,
};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::mode::Mode;
use session::settings::window_layout::Tile;

use crate::dock::{Dock, DrawTiles, KeysAtWork};
use crate::panels;
use crate::panes::Panes;
use crate::viewport::{Pictures, auto_key_frame, chips, panes_ui, unpin_by_key};

/// Draws the window; returns width / height of a pane, if there is one.
pub(super) fn window(
    ui: &mut Ui,
    view: &View<'_>,
    dock: &mut Dock,
    panes: &mut Panes,
    sink: &mut Sink,
) -> Option<f32> {
    // Asked before a menu is drawn and closed by Escape, which must not close a window as well.
    let menu_open = Popup::is_any_open(ui.ctx());
    rows(ui, view, sink);
    let mut pictures = Pictures::none(ui.available_rect_before_wrap());
    let mut draws_keys = false;
    let mut tile = |ui: &mut Ui, tile: Tile, sink: &mut Sink| match tile {
        Tile::Joints => panels::skeleton::joint_tree::joint_tree(ui, view, sink),
        Tile::Panes => pictures = panes_ui(ui, view, panes, sink),
        Tile::Inspector => panels::inspector::inspector(ui, view, sink),
        Tile::Statistics => statistics(ui, view, sink),
        Tile::Timeline => draws_keys = panels::timeline::timeline(ui, view, sink),
        Tile::Poses => panels::poses::poses(ui, view, panes, sink),
        Tile::Clips => panels::clips::clips(ui, view, panes, sink),
        Tile::Problems => panels::weights::weight_problems::weight_problems(ui, view, sink),
    };
    let layout = &view.session.settings.layout;
    dock.show_keys(KeysAtWork {
        in_mode: view.session.mode == Mode::Animate,
        has_clip: panels::timeline::shows_clip(view),
        curves: view.session.character.sheet.curves,
    });
    let mut beside_tab = |ui: &mut Ui, tile: Tile, width: f32, sink: &mut Sink| {
        if tile == Tile::Timeline {
            panels::timeline::beside_tab(ui, width, view, sink);
        }
    };
    let tiles = DrawTiles {
        body: &mut tile,
        beside_tab: &mut beside_tab,
    };
    CentralPanel::no_frame()
        .frame(frame(ui, 0, 0))
        .show(ui, |ui| dock.ui(ui, layout, sink, tiles));
    panels::timeline::tell_drawn(draws_keys, view, sink);
    panels::judging::crowd::crowd(ui.ctx(), view, panes, sink);
    over_panes(ui.ctx(), &pictures, view, panes, sink);
    if !menu_open {
        close_by_escape(ui.ctx(), view, sink);
    }
    unpin_by_key(ui.ctx(), view, sink);
    drop_hint(ui.ctx(), pictures.area);
    pictures.aspect
}

/// The menu bar and the mode bar above, the status bar below, and over that what a figure is about.
fn rows(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let (bar, row) = (frame(ui, 8, 4), frame(ui, 10, 2));
    Panel::top("menu")
        .frame(bar)
        .resizable(false)
        .show(ui, |ui| panels::window::menu_bar::menu_bar(ui, view, sink));
    Panel::top("modes")
        .frame(bar)
        .resizable(false)
        .show(ui, |ui| panels::window::mode_bar::mode_bar(ui, view, sink));
    Panel::bottom("status")
        .frame(row)
        .exact_size(26.0)
        .resizable(false)
        .show(ui, |ui| panels::window::status_bar::status_bar(ui, view));
    panels::learn::figure_card::figure_card(ui, view, sink);
}

fn statistics(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let area = ScrollArea::vertical().auto_shrink(false);
    area.show(ui, |ui| {
        if view.is_empty() {
            panels::window::empty::will_show(ui, Tile::Statistics, view, sink);
        } else {
            panels::window::statistics::statistics(ui, view, sink);
        }
    });
}

/// Floating windows and messages, from bottom to top.
fn over_panes(
    ctx: &egui::Context,
    shown: &Pictures,
    view: &View<'_>,
    panes: &mut Panes,
    sink: &mut Sink,
) {
    let pictures = shown.area;
    auto_key_frame(ctx, pictures, view);
    let chips = chips::chips(ctx, shown, view, sink);
    panels::window::empty::nothing_open(ctx, pictures, view, sink);
    crate::viewport::banner::banner(ctx, shown, chips, view, sink);
    panels::window::messages::message_list(ctx, pictures, view, sink);
    panels::skeleton::fitting::fitting(ctx, pictures, view, sink);
    panels::projects::welcome::welcome(ctx, pictures, view, sink);
    panels::window::preferences::preferences(ctx, view, sink);
    panels::posing::paste_amount::paste_amount(ctx, view, sink);
    panels::window::shortcuts::shortcuts(ctx, view, sink);
    panels::window::about::about(ctx, view, sink);
    panels::window::method_cards::method_cards(ctx, view, sink);
    panels::posing::motion_options::motion_options(ctx, view, sink);
    panels::timeline::layers::layers(ctx, view, sink);
    panels::timeline::mix_pad::mix_pad(ctx, view, sink);
    panels::reference::options::reference_options(ctx, view, sink);
    panels::props::list::props(ctx, view, sink);
    panels::judging::report::report(ctx, view, panes, sink);
    panels::judging::advice::advice(ctx, view, sink);
    panels::window::history::history(ctx, view, sink);
    let beside = panels::skeleton::fitting::beside_it(ctx, pictures, view);
    panels::window::messages::toasts(ctx, beside, view, sink);
    panels::posing::key_menu::key_menu(ctx, view, sink);
    panels::window::palette::palette(ctx, view, sink);
    panels::fields::path_dialog::path_dialog(ctx, view, sink);
    panels::posing::pose_dialog::pose_dialog(ctx, view, sink);
    panels::clips::folder_dialog::clip_folder_dialog(ctx, view, sink);
    panels::skeleton::joint_dialogs::joint_dialogs(ctx, view, sink);
    panels::timeline::reduce_dialog::reduce_dialog(ctx, view, sink);
    panels::timeline::clip_tool_dialog::clip_tool_dialog(ctx, view, sink);
    panels::timeline::sound_dialog::sound_dialog(ctx, view, sink);
    panels::reference::picture_dialog::picture_dialog(ctx, view, sink);
    panels::props::prop_dialog::prop_dialog(ctx, view, sink);
    panels::weights::rig_dialog::rig_dialog(ctx, view, sink);
    panels::weights::fit_dialog::fit_dialog(ctx, view, sink);
    panels::weights::transfer_dialog::transfer_dialog(ctx, view, sink);
    panels::motion_in::dialog::motion_dialog(ctx, view, sink);
    panels::motion_in::map_dialogs::map_dialogs(ctx, view, sink);
    panels::weights::weight_file_dialog::weight_file_dialog(ctx, view, sink);
    panels::comparing::version_dialog::version_dialog(ctx, view, sink);
    panels::export::dialogs(ctx, view, sink);
    panels::projects::project_dialogs::project_dialogs(ctx, view, sink);
}

/// Escape closes the window that was opened last, where nothing else needs the key.
fn close_by_escape(ctx: &egui::Context, view: &View<'_>, sink: &mut Sink) {
    let session = view.session;
    let skeleton = &session.character.skeleton;
    let is_needed = session.takes_keys()
        || session.picks_donor()
        || skeleton.placing
        || skeleton.renaming.is_some()
        || session.character.clip_renaming.is_some()
        || view.opening.is_some();
    let last = session.windows.open.last().filter(|_| !is_needed);
    if let Some(&panel) = last
        && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
    {
        sink.send(Intent::Toggle(panel));
    }
}

fn frame(ui: &Ui, x: i8, y: i8) -> Frame {
    Frame::new()
        .fill(ui.visuals().panel_fill)
        .inner_margin(Margin::symmetric(x, y))
}

/// Shown while a file is dragged over the window.
fn drop_hint(ctx: &egui::Context, area: Rect) {
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
