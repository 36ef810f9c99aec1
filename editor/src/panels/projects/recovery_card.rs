//! The offer to recover work that was not saved when the program or the computer stopped.

use std::time::SystemTime;

use eframe::egui::{
    Button, Color32, ColorImage, Context, Id, Image, Key, Label, Modifiers, Popup, Rect, RichText,
    Role, ScrollArea, Sense, TextureHandle, TextureOptions, Ui, UiBuilder, Vec2, WidgetInfo,
};
use session::commands::actions::FileAction;
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::settings::short_name;
use session::state::projects::Left;
use session::state::projects::command::ProjectIntent;
use text_files::shorten;

use crate::panels::projects::thumbnails::decode_png;
use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{paint_icon, tooltip_of};

/// Width and height of a picture.
const PICTURE: Vec2 = Vec2::splat(36.0);

/// Width of the card in points: it stands over the figure.
pub const WIDTH: f32 = 280.0;
/// Largest height of the list: nearly three works, so that one sees that it goes on.
const HEIGHT: f32 = 134.0;

/// The work that is offered, newest first; nothing once the user chose to decide later, and while a skeleton is fitted, whose dialog
/// stands there.
#[must_use]
pub fn offered_work<'a>(view: &View<'a>) -> &'a [Left] {
    let project = &view.session.project;
    if project.offers && view.session.fitting().is_none() {
        &project.left
    } else {
        &[]
    }
}

/// Escape puts the offer off, where nothing else needs the key.
pub fn dismiss_by_key(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let session = view.session;
    let is_needed = session.takes_keys()
        || session.painting.stroke.is_some()
        || session.limb.is_some()
        || view.opening.is_some()
        || !session.windows.open.is_empty()
        || Popup::is_any_open(ctx)
        || ctx.text_edit_focused();
    if !is_needed && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        sink.run(FileAction::RecoverLater);
    }
}

/// Draws the offer to recover one of these works.
pub fn recovery_card(ui: &mut Ui, left: &[Left], view: &View<'_>, sink: &mut Sink) {
    ui.horizontal(|ui| {
        let color = ui.visuals().warn_fg_color;
        paint_icon(ui, Icon::Warning, color);
        ui.add(Label::new(RichText::new("Recover unsaved work?").strong()));
        if left.len() > 1 {
            ui.weak(format!("{} of them", left.len()));
        }
    });
    ui.add_space(2.0);
    ScrollArea::vertical().max_height(HEIGHT).show(ui, |ui| {
        for (index, one) in left.iter().enumerate() {
            work(ui, index, one, view, sink);
        }
    });
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let choices = [
            ("Recover", FileAction::RecoverWork),
            ("Discard", FileAction::DiscardLeftWork),
            ("Later", FileAction::RecoverLater),
        ];
        for (name, action) in choices {
            let text = RichText::new(name);
            let text = if action == FileAction::RecoverWork {
                text.strong()
            } else {
                text
            };
            let response = ui.add(Button::new(text));
            if response.on_hover_text(tooltip_of(action, view)).clicked() {
                sink.run(action);
            }
        }
    });
}

/// One work: its picture, name, time and character; a click chooses it.
fn work(ui: &mut Ui, index: usize, left: &Left, view: &View<'_>, sink: &mut Sink) {
    let project = &view.session.project;
    let is_chosen = project.left.len() > 1 && project.next_left() == Some(left);
    let size = Vec2::new(ui.available_width(), PICTURE.y + 8.0);
    let (place, response) = ui.allocate_exact_size(size, Sense::click());
    let name = format!("Unsaved work {}: {}", index + 1, shorten(&left.name));
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_chosen, &name));
    let fill = match (is_chosen, response.hovered() || response.has_focus()) {
        (true, _) => ui.visuals().selection.bg_fill,
        (false, true) => ui.visuals().widgets.hovered.weak_bg_fill,
        (false, false) => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(place, 4.0, fill);
    let corner = place.min + Vec2::splat(4.0);
    if let Some(picture) = picture(ui.ctx(), left) {
        let at = Rect::from_min_size(corner, PICTURE);
        Image::from_texture((picture.id(), PICTURE)).paint_at(ui, at);
    }
    let begin = corner + Vec2::new(PICTURE.x + 10.0, 4.0);
    let text = UiBuilder::new().max_rect(Rect::from_min_max(begin, place.max));
    // A child that leaves the list where the row has put it.
    let mut lines = ui.new_child(text);
    let line = |text: RichText| Label::new(text).truncate().selectable(false);
    lines.add(line(RichText::new(shorten(&left.name)).strong()));
    let source = shorten(short_name(&left.source));
    lines.add(line(RichText::new(format!(
        "{} · {source}",
        ago(left.kept)
    ))));
    let response = response.on_hover_text(format!(
        "Character: {}\nKept in {}",
        shorten(&left.source),
        left.path.display()
    ));
    if response.clicked() {
        sink.send(Intent::Project(ProjectIntent::ChooseLeft(index)));
    }
}

/// The texture of a work's picture, decoded once for each window; none where there is no picture, or a damaged one.
fn picture(ctx: &Context, left: &Left) -> Option<TextureHandle> {
    let png = left.picture.as_ref()?;
    let memory = Id::unique(("picture of unsaved work", &left.path));
    if let Some(known) = ctx.data(|data| data.get_temp::<Option<TextureHandle>>(memory)) {
        return known;
    }
    let name = left.path.to_string_lossy();
    let upload = |picture: ColorImage| ctx.load_texture(name, picture, TextureOptions::LINEAR);
    let texture = decode_png(png).map(upload);
    ctx.data_mut(|data| data.insert_temp(memory, texture.clone()));
    texture
}

/// The time since then, in words.
fn ago(time: SystemTime) -> String {
    let seconds = time.elapsed().unwrap_or_default().as_secs();
    // A larger unit begins at two of it, so that each is told in the plural.
    match seconds {
        0..60 => "less than a minute ago".to_owned(),
        60..7200 => format!("{} min ago", seconds / 60),
        7200..172_800 => format!("{} hours ago", seconds / 3600),
        _ => format!("{} days ago", seconds / 86_400),
    }
}
