//! Placeholders while nothing is open: what a panel will show, and how to begin.

use eframe::egui::{
    Align2, Area, Context, Frame, Id, Label, Margin, Order, Rect, RichText, Ui, Vec2,
};
use session::commands::actions::FileAction;
use session::commands::command::{Panel, Sink};
use session::features::view::View;
use session::files::builtin;
use session::notices::Severity;
use session::settings::window_layout::Tile;

/// Width of what is in the card, in points; less over narrow pictures.
const WIDTH: f32 = 420.0;

/// Says what a panel will show, with a way to open something.
pub fn will_show(ui: &mut Ui, tile: Tile, view: &View<'_>, sink: &mut Sink) {
    if view.opening.is_some() {
        ui.weak("Opening a file …");
        return;
    }
    let text = match tile {
        Tile::Inspector => {
            "Here stand the numbers of the joint that you select: its rotation, translation, scale and shear, and what comes \
             of them. Nothing is open yet."
        }
        Tile::Statistics => {
            "Here stand counts of the character, and how far the panes are apart. Nothing is open yet."
        }
        _ => "Clips of the character play here. Nothing is open yet.",
    };
    ui.horizontal_wrapped(|ui| {
        ui.weak(text);
        let link = ui.link("Open a file…");
        let name = format!("Open a file from {}", tile.title().to_lowercase());
        if link.accessible_name(name).clicked() {
            sink.run(FileAction::OpenDialog);
        }
    });
}

/// Draws a card over the empty panes: why nothing is open, and what can be opened.
pub fn nothing_open(ctx: &Context, pictures: Rect, view: &View<'_>, sink: &mut Sink) {
    let is_covered = view.session.is_open(Panel::Welcome) || view.session.takes_keys();
    if !view.is_empty() || view.opening.is_some() || is_covered || !pictures.is_positive() {
        return;
    }
    let offset = pictures.center() - ctx.content_rect().center();
    Area::new(Id::unique("nothing open"))
        .order(Order::Middle)
        .anchor(Align2::CENTER_CENTER, offset)
        .show(ctx, |ui| {
            let frame = Frame::popup(ui.style()).inner_margin(Margin::same(18));
            frame.show(ui, |ui| {
                ui.set_width(WIDTH.min(pictures.width() - 60.0).max(60.0));
                card(ui, view, sink);
            });
        });
}

fn card(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.label(RichText::new("Nothing is open").strong().size(18.0));
    let mut notices = view.session.notices.all().iter().rev();
    let why = notices.find(|notice| notice.severity == Severity::Error);
    // While the same text is shown as a toast, the card does not repeat it.
    if let Some(why) = why.filter(|why| why.opacity() == 0.0) {
        ui.add(Label::new(&why.text).wrap().selectable(true));
    }
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        let open = ui
            .button(RichText::new("Open another…").strong())
            .on_hover_text("Opens a .glb, .gltf, .vrm, .fbx, .pmx or .bvh file");
        if open.accessible_name("Open another file").clicked() {
            sink.run(FileAction::OpenDialog);
        }
        let path = ui.button("Type a path…");
        if path
            .on_hover_text("For desktops without a file dialog")
            .clicked()
        {
            sink.run(FileAction::OpenPath);
        }
    });
    ui.add_space(6.0);
    ui.weak("or begin with a character of ours:");
    ui.spacing_mut().item_spacing = Vec2::splat(6.0);
    ui.horizontal_wrapped(|ui| {
        for builtin in &builtin::ALL {
            let name = format!("Begin with {}", builtin.title);
            let button = ui.button(builtin.title).on_hover_text(builtin.about);
            if button.accessible_name(name).clicked() {
                sink.run(FileAction::OpenBuiltin(builtin.name));
            }
        }
    });
}
