//! Errors, warnings and notes: toasts in the corner of the pictures, and the list that keeps them.

use eframe::egui::{
    Align, Align2, Area, Button, Context, Frame, Id, Label, Layout, Margin, Order, Rect,
    ScrollArea, Sense, Stroke, TextStyle, Ui, Vec2, Window,
};
use scene::names::count;
use session::commands::actions::{Action, EditAction, ProblemAction, VersionAction};
use session::commands::command::{Input, Intent, Panel, Sink};
use session::features::view::View;
use session::notices::{Notice, Offer, Severity};

use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{paint_icon, section, small_icon_button, tooltip_of, with_tooltip};
use crate::theme::severity_color;

/// Most toasts at one time; older ones wait in the list.
const MOST_TOASTS: usize = 4;
/// Width of a toast at most: a message is one line wherever it can be.
const TOAST_WIDTH: f32 = 720.0;
/// Width and height of a toast at least, and the space within its edges.
const LEAST_TOAST_WIDTH: f32 = 140.0;
const LEAST_TOAST_HEIGHT: f32 = 32.0;
const TOAST_MARGIN: Margin = Margin::symmetric(10, 3);
/// What a toast needs beside its text: margins, the sign, the cross, gaps.
const BESIDE_TEXT: f32 = 112.0;
/// Width of a toast with a button at least.
const OFFER_WIDTH: f32 = 340.0;
/// Letters of a text that is measured; longer ones take all the width.
const MEASURED: usize = 200;
/// Gap between the toasts and the edges of the pictures.
const TOAST_EDGE: f32 = 4.0;
/// Largest height of a toast's text; a longer one scrolls.
const TOAST_HEIGHT: f32 = 160.0;
/// Share of the pictures' height that all toasts together may take, so that what lies at the top stays free.
const TOASTS_SHARE: f32 = 0.55;
/// Largest height of a message in the list; a longer one scrolls.
const MESSAGE_HEIGHT: f32 = 240.0;

/// Draws the toasts, newest at the bottom: low rows along the lower edge of the pictures, below the figures' feet and no wider than the
/// pictures, so that panels beside these stay free.
pub fn toasts(ctx: &Context, pictures: Rect, view: &View<'_>, sink: &mut Sink) {
    let standing: Vec<&Notice> = view.session.notices.toasts().collect();
    let newest = standing.len().saturating_sub(MOST_TOASTS);
    if standing.is_empty() {
        return;
    }
    let corner = pictures.right_bottom() - Vec2::splat(TOAST_EDGE);
    let offset = corner - ctx.content_rect().right_bottom();
    let width = TOAST_WIDTH
        .min(pictures.width() - 2.0 * TOAST_EDGE)
        .max(LEAST_TOAST_WIDTH);
    Area::new(Id::unique("toasts"))
        .order(Order::Foreground)
        .anchor(Align2::RIGHT_BOTTOM, offset)
        .show(ctx, |ui| {
            // One at least, or there would be no area.
            let n_shown = (standing.len() - newest) as f32;
            let height = TOASTS_SHARE * pictures.height() / n_shown - 24.0;
            let height = height.clamp(LEAST_TOAST_HEIGHT, TOAST_HEIGHT);
            ui.spacing_mut().item_spacing.y = 4.0;
            let shown = standing.get(newest..).unwrap_or_default();
            let widths = shown.iter().map(|notice| width_of(ui, notice).min(width));
            let widths: Vec<f32> = widths.collect();
            let widest = widths.iter().copied().fold(0.0, f32::max);
            for (notice, own) in shown.iter().zip(widths) {
                ui.horizontal_top(|ui| {
                    // All end at the right, and nothing else of the pictures is covered.
                    ui.add_space(widest - own);
                    toast(ui, notice, Vec2::new(own, height), view, sink);
                });
            }
        });
}

/// The width of a toast whose text is one line, and whose button has room.
fn width_of(ui: &Ui, notice: &Notice) -> f32 {
    if notice.text.len() > MEASURED {
        return f32::INFINITY;
    }
    let font = TextStyle::Body.resolve(ui.style());
    let color = ui.visuals().text_color();
    let text = notice.text.clone();
    let needed = ui.painter().layout_no_wrap(text, font, color).size().x + BESIDE_TEXT;
    let least = if notice.offer.is_some() {
        OFFER_WIDTH
    } else {
        LEAST_TOAST_WIDTH
    };
    needed.max(least)
}

/// Draws a toast of this width, with a text of at most this height.
fn toast(ui: &mut Ui, notice: &Notice, size: Vec2, view: &View<'_>, sink: &mut Sink) {
    let color = severity_color(notice.severity, ui.visuals());
    let frame = Frame::popup(ui.style())
        .stroke(Stroke::new(1.5, color))
        .inner_margin(TOAST_MARGIN);
    ui.scope(|ui| {
        ui.set_opacity(notice.opacity());
        frame.show(ui, |ui| {
            ui.vertical(|ui| {
                ui.set_width(size.x - TOAST_MARGIN.sum().x);
                message(ui, notice, size.y, |ui| {
                    let close = small_icon_button(ui, Icon::Close, true)
                        .on_hover_text("Close; the list keeps it");
                    if close.accessible_name("Close message").clicked() {
                        sink.send(Input::Dismiss(notice.id));
                    }
                });
                offer(ui, notice, view, sink);
            });
        });
    });
}

/// Draws the button of a message that offers to do something, with its key.
fn offer(ui: &mut Ui, notice: &Notice, view: &View<'_>, sink: &mut Sink) {
    let (action, text): (Action, _) = match notice.offer {
        Some(Offer::TestPoses) if !view.session.character.volume.wanted => (
            ProblemAction::ToggleVolumeCheck.into(),
            "Check volume in test poses",
        ),
        Some(Offer::Undo) if is_last_step(notice, view) => (EditAction::Undo.into(), "Undo"),
        Some(Offer::Compare) => (
            VersionAction::CompareBeforeChange.into(),
            "Compare with weights before",
        ),
        _ => return,
    };
    let key = view.key_text(action).unwrap_or_default();
    let button = Button::new(text).shortcut_text(key);
    let response = with_tooltip(ui.add(button), &tooltip_of(action, view));
    if response.accessible_name(text).clicked() {
        sink.run(action);
        sink.send(Input::Dismiss(notice.id));
    }
}

/// Whether the step that a message tells of is the one that undo takes back.
fn is_last_step(notice: &Notice, view: &View<'_>) -> bool {
    notice.operation.is_some() && view.history.undo_name() == notice.operation.as_deref()
}

/// Draws a message with a text of at most this height, and what stands at its right end.
fn message(ui: &mut Ui, notice: &Notice, height: f32, end: impl FnOnce(&mut Ui)) {
    ui.horizontal_top(|ui| {
        let color = severity_color(notice.severity, ui.visuals());
        paint_icon(ui, sign(notice.severity), color);
        let width = (ui.available_width() - 28.0).max(60.0);
        ui.vertical(|ui| {
            ui.set_width(width);
            let scroll = ScrollArea::vertical().id_salt(("message", notice.id));
            scroll.max_height(height).show(ui, |ui| {
                ui.set_width(width - 10.0);
                ui.add(
                    Label::new(&notice.text)
                        .wrap()
                        .selectable(true)
                        .sense(Sense::hover()),
                );
            });
            if notice.times > 1 {
                ui.weak(format!("{} times", count(notice.times)));
            }
        });
        ui.with_layout(Layout::right_to_left(Align::Min), end);
    });
}

const fn sign(severity: Severity) -> Icon {
    match severity {
        Severity::Note => Icon::Note,
        Severity::Warning => Icon::Warning,
        Severity::Error => Icon::Error,
    }
}

fn list_id() -> Id {
    Id::unique("list of messages")
}

/// Where the list of messages was in the last frame, if it is open.
#[must_use]
pub fn place_of_list(ctx: &Context, view: &View<'_>) -> Option<Rect> {
    let is_open = view.session.is_open(Panel::Notices);
    let rect = is_open.then(|| ctx.memory(|memory| memory.area_rect(list_id())));
    rect.flatten()
}

/// Draws the list of messages, if it is open: over the panes until the user moves it.
pub fn message_list(ctx: &Context, pictures: Rect, view: &View<'_>, sink: &mut Sink) {
    let mut open = view.session.is_open(Panel::Notices);
    if !open {
        return;
    }
    Window::new("Messages")
        .id(list_id())
        .open(&mut open)
        .default_pos(pictures.left_top() + Vec2::new(12.0, 8.0))
        .default_width(520.0)
        .default_height(320.0)
        .show(ctx, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                problems(ui, view);
                session_messages(ui, view, sink);
            });
        });
    if !open {
        sink.send(Intent::Toggle(Panel::Notices));
    }
}

/// Everything that was repaired or left out when the shown file was read, however long ago.
fn problems(ui: &mut Ui, view: &View<'_>) {
    let character = &view.document.character;
    if character.warnings.is_empty() {
        return;
    }
    let count = count(character.warnings.len());
    section(ui, &format!("Problems of {} ({count})", character.name));
    let color = severity_color(Severity::Warning, ui.visuals());
    for warning in &character.warnings {
        ui.horizontal_top(|ui| {
            paint_icon(ui, Icon::Warning, color);
            ui.add(Label::new(warning.to_string()).wrap().selectable(true));
        });
    }
    ui.add_space(10.0);
}

/// The messages of the session, newest first.
fn session_messages(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let notices = view.session.notices.all();
    if notices.is_empty() {
        ui.weak("Nothing to report.");
        return;
    }
    ui.horizontal(|ui| {
        section(ui, "Messages of this session");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let clear = ui.button("Clear").on_hover_text("Empties this list");
            if clear.accessible_name("Clear messages").clicked() {
                sink.send(Intent::ClearNotices);
            }
        });
    });
    ui.separator();
    for notice in notices.iter().rev() {
        message(ui, notice, MESSAGE_HEIGHT, |_| {});
        ui.separator();
    }
}
