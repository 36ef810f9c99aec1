//! The welcome card: characters to begin with, recent files, and first steps.

use eframe::egui::{
    Align, Align2, Area, Button, Context, CornerRadius, Frame, Id, Image, Key, Label, Layout, Link,
    Margin, Modifiers, Order, Rect, RichText, Role, ScrollArea, Sense, Ui, UiBuilder, Vec2,
    WidgetInfo,
};
use session::commands::actions::{Action, FileAction, LearnAction, ToolAction};
use session::commands::command::{Intent, Panel, Sink};
use session::features::view::View;
use session::files::builtin;
use session::files::builtin::Builtin;
use session::settings::{SettingChange, short_name};
use session::state::gizmo::tool::Tool;

use crate::panels::projects::recovery_card::offered_work;
use crate::panels::projects::thumbnails::{fit_centered, thumbnail};
use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{section, small_icon_button, tooltip_of, with_tooltip};

/// Width of the card with its margins, in points; less in a narrow window.
const WIDTH: f32 = 732.0;
/// Largest height of the card, so that its border stays visible.
const HEIGHT: f32 = 620.0;
const MARGIN: Margin = Margin::same(20);
/// Size of a character's tile, where there is space.
const TILE: Vec2 = Vec2::new(108.0, 120.0);
/// Size of a tile where there is less space.
const SMALL_TILE: Vec2 = Vec2::new(84.0, 96.0);
/// A card lower than this has small tiles.
const LOW: f32 = 400.0;

/// The figure to begin with.
const WRAPPER: LearnAction = LearnAction::ShowFigure("k08-04");

/// First steps, after the one that names a key.
const BEGIN: [&str; 2] = [
    "Twist a joint by 180° and compare the panes: one collapses, the other does not.",
    "Drop a .glb, .gltf, .vrm, .fbx, .pmx or .bvh file on the window to look at your own character or motion.",
];

/// How to turn a joint, with the key that does so.
fn first_step(view: &View<'_>) -> String {
    let key = view.key_text(ToolAction::Operate(Tool::Rotate));
    let by_key = key.map_or_else(String::new, |key| {
        format!(" press {key} and move the pointer,")
    });
    format!("Click a bone, then drag a ring,{by_key} or drag its numbers in the inspector.")
}

/// Draws the card in the middle of the pictures, if it is open; not before the user has decided about recovered work.
pub fn welcome(ctx: &Context, pictures: Rect, view: &View<'_>, sink: &mut Sink) {
    let waits = view.session.takes_keys() || !offered_work(view).is_empty();
    if !view.session.is_open(Panel::Welcome) || waits {
        return;
    }
    let free_space = (ctx.content_rect().size() - Vec2::splat(24.0)).max(Vec2::splat(40.0));
    let size = Vec2::new(WIDTH, HEIGHT).min(free_space) - MARGIN.sum();
    let size = size.max(Vec2::splat(1.0));
    let offset = pictures.center() - ctx.content_rect().center();
    let card = Area::new(Id::unique("welcome"))
        .order(Order::Middle)
        .anchor(Align2::CENTER_CENTER, offset)
        .show(ctx, |ui| {
            Frame::popup(ui.style())
                .corner_radius(CornerRadius::same(10))
                .inner_margin(MARGIN)
                .show(ui, |ui| {
                    ui.set_width(size.x);
                    // egui offers only the height below the card's upper border; anchored in the middle, the card has
                    // more.
                    let area = ScrollArea::vertical()
                        .max_height(size.y)
                        .min_scrolled_height(size.y);
                    area.show(ui, |ui| content(ui, size.y < LOW, view, sink));
                });
        });
    let escaped = !eframe::egui::Popup::is_any_open(ctx)
        && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    // A release after a press that came before the card opened is no click beside it.
    let beside = card.response.clicked_elsewhere();
    if escaped || beside {
        sink.send(Intent::Toggle(Panel::Welcome));
    }
}

fn content(ui: &mut Ui, is_low: bool, view: &View<'_>, sink: &mut Sink) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Welcome to Dualskin").size(20.0).strong());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let close = small_icon_button(ui, Icon::Close, true).on_hover_text("Close (Esc)");
            if close.accessible_name("Close welcome").clicked() {
                sink.send(Intent::Toggle(Panel::Welcome));
            }
        });
    });
    ui.weak("Two ways to skin a character, side by side.");
    ui.add_space(8.0);
    section(ui, "Begin with a character");
    // Tiles in a row, if each keeps a useful size.
    const IN_A_ROW: f32 = 7.0;
    let spaces = (IN_A_ROW - 1.0) * ui.spacing().item_spacing.x;
    let width = ((ui.available_width() - spaces) / IN_A_ROW).floor();
    let width = width.clamp(SMALL_TILE.x, TILE.x);
    let height = if is_low { SMALL_TILE.y } else { TILE.y };
    ui.horizontal_wrapped(|ui| {
        for builtin in &builtin::ALL {
            character(ui, builtin, Vec2::new(width, height), sink);
        }
    });
    ui.add_space(8.0);
    section(ui, "Recent files");
    recent(ui, view, sink);
    ui.horizontal(|ui| {
        let open = ui
            .button("Open…")
            .on_hover_text("Opens a .glb, .gltf, .vrm, .fbx, .pmx or .bvh file");
        if open.accessible_name("Open a file").clicked() {
            sink.run(FileAction::OpenDialog);
        }
        ui.weak("or drop a file on the window");
    });
    ui.add_space(8.0);
    section(ui, "How to begin");
    for (number, line) in (1..).zip(
        [first_step(view)]
            .into_iter()
            .chain(BEGIN.map(str::to_owned)),
    ) {
        ui.add(Label::new(format!("{number}.  {line}")).wrap());
    }
    learn(ui, view, sink);
    ui.add_space(8.0);
    let mut shown = view.session.settings.welcome;
    let response = ui
        .checkbox(&mut shown, "Show at start")
        .on_hover_text("Help opens this card at any time");
    if response.changed() {
        sink.send(Intent::Set(SettingChange::Welcome(shown)));
    }
}

/// The way to the figures of the papers.
fn learn(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let is_free = Action::from(WRAPPER).why_not(view).is_none();
    ui.horizontal(|ui| {
        ui.label("Learn:");
        let link = Link::new("see where linear blending fails");
        let link = ui.add_enabled(is_free, link);
        if with_tooltip(link, &tooltip_of(WRAPPER, view)).clicked() {
            sink.run(WRAPPER);
        }
    });
}

/// A picture with a name; its tooltip says what there is to see.
fn character(ui: &mut Ui, builtin: &Builtin, size: Vec2, sink: &mut Sink) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = format!("Begin with {}", builtin.title);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &name));
    let visuals = ui.style().interact(&response);
    let fill = if response.hovered() || response.has_focus() {
        visuals.bg_fill
    } else {
        ui.visuals().faint_bg_color
    };
    ui.painter().rect_filled(rect, 6.0, fill);
    let (picture, words) = rect.shrink(6.0).split_top_bottom_at_y(rect.bottom() - 40.0);
    if let Some(texture) = thumbnail(ui.ctx(), builtin.name) {
        let place = fit_centered(texture.size_vec2(), picture);
        let image = Image::new(&texture).corner_radius(CornerRadius::same(4));
        image.paint_at(ui, place);
    }
    let below = UiBuilder::new()
        .max_rect(words)
        .layout(Layout::top_down(Align::Min));
    let mut words = ui.new_child(below);
    words.spacing_mut().item_spacing.y = 0.0;
    let title = Label::new(RichText::new(builtin.title).strong()).sense(Sense::hover());
    if builtin.brief.is_empty() {
        words.add(title.wrap());
    } else {
        words.add(title.truncate());
        let brief = RichText::new(builtin.brief).small().weak();
        words.add(Label::new(brief).wrap().sense(Sense::hover()));
    }
    if response.on_hover_text(builtin.about).clicked() {
        sink.run(FileAction::OpenBuiltin(builtin.name));
    }
}

fn recent(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let files = view.session.settings.recent.all();
    if files.is_empty() {
        ui.weak("Files that you open are listed here.");
    }
    for (place, file) in files.iter().enumerate() {
        let is_missing = view.session.missing.contains(file);
        let tip = if is_missing {
            format!("{file}\nnot found")
        } else {
            file.clone()
        };
        ui.horizontal(|ui| {
            let button = Button::new(short_name(file)).frame(false);
            let response = ui.add_enabled(!is_missing, button);
            let response = response.on_hover_text(&tip).on_disabled_hover_text(&tip);
            if response
                .accessible_name(format!("Open recent {}", short_name(file)))
                .clicked()
            {
                sink.run(FileAction::OpenRecent(place));
            }
            let note = if is_missing { "not found" } else { file };
            ui.add(Label::new(RichText::new(note).small().weak()).truncate());
        });
    }
}
