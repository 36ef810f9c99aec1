//! Cards over the panes: the offer to recover unsaved work, what goes on, or an offer to reload a changed file.
//!
//! What goes on are pictures that are saved, a file that is opened, a job on all weights. The rest of the window stays usable.

use std::path::Path;
use std::time::Duration;

use eframe::egui::{
    Align, Area, Button, Context, Frame, Id, Key, Label, Layout, Margin, Modifiers, Order, Popup,
    ProgressBar, Rect, RichText, Ui, Vec2,
};
use session::commands::actions::{Action, FileAction, WeightJobAction};
use session::commands::command::{Outcome, Panel, Sink};
use session::features::opening::loading::OpeningProgress;
use session::features::view::View;
use session::features::weight_operations::worker::JobProgress;
use session::files::builtin;
use session::state::file_dialogs::dialog::AtWork;

use crate::panels::projects::recovery_card;
use crate::panels::projects::recovery_card::{dismiss_by_key, offered_work, recovery_card};
use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{paint_icon, tooltip_of};
use crate::panels::window::messages::place_of_list;
use crate::theme::accent;
use crate::viewport::Pictures;

/// Width of a card: what goes on needs no more, and wider ones hide the figure.
const WIDTH: f32 = 300.0;
/// Width of the offer to reload, which has two buttons in its line.
const OFFER: f32 = 380.0;
/// Height of a card before it was measured.
const USUAL_HEIGHT: f32 = 86.0;
/// Time between two looks at how far pictures are.
const LOOK: Duration = Duration::from_millis(100);

/// Draws the card, if there is something to show.
pub fn banner(
    ctx: &Context,
    pictures: &Pictures,
    chips: Option<Rect>,
    view: &View<'_>,
    sink: &mut Sink,
) {
    let opening = view.opening.filter(|opening| opening.is_slow);
    let picture = view.session.file_dialogs.picture.busy.as_ref();
    if opening.is_none() && view.working.is_some() {
        cancel_by_key(ctx, WeightJobAction::CancelWeights.into(), view, sink);
    } else if opening.is_none() && picture.is_some() {
        cancel_by_key(ctx, FileAction::CancelPicture.into(), view, sink);
    }
    let working = view.working.filter(|working| working.is_slow);
    let left = offered_work(view);
    let reloads = view.session.character.reload_offered;
    let is_second = opening.is_some() || working.is_some() || reloads;
    if !is_second && left.is_empty() && picture.is_none() {
        return;
    }
    if !left.is_empty() {
        dismiss_by_key(ctx, view, sink);
    }
    let most = (pictures.area.width() - 40.0).max(60.0);
    let width = WIDTH.min(most);
    let id = Id::unique("banner");
    let size = ctx.memory(|memory| memory.area_rect(id));
    let size = size.map_or(Vec2::new(width + 30.0, USUAL_HEIGHT), |rect| rect.size());
    let beside: Vec<Rect> = chips.into_iter().chain(place_of_list(ctx, view)).collect();
    let area = Area::new(id)
        .order(Order::Middle)
        .fixed_pos(pictures.corner(ctx, (id, size), &beside, view))
        .show(ctx, |ui| {
            if !left.is_empty() {
                card(ui, width.min(recovery_card::WIDTH), |ui| {
                    recovery_card(ui, left, view, sink);
                });
                ui.add_space(6.0);
            }
            if let Some(picture) = picture {
                card(ui, width, |ui| drawing(ui, picture, view, sink));
                ui.add_space(6.0);
            }
            if is_second {
                let offers = opening.is_none() && working.is_none();
                let width = if offers { OFFER.min(most) } else { width };
                card(ui, width, |ui| match (opening, working) {
                    (Some(opening), _) => reading(ui, opening, view, sink),
                    (None, Some(working)) => weighing(ui, working, view, sink),
                    (None, None) => offer(ui, view, sink),
                });
            }
        });
    // Lost work is above all that lies over the panes by itself; an open menu, and a window that somebody opened to read it, is below
    // nothing.
    if !left.is_empty() && !Popup::is_any_open(ctx) && !has_opened_window(view) {
        ctx.move_to_top(area.response.layer_id);
    }
}

/// Whether a window is open that the user asked for; the welcome card opens by itself, and waits.
fn has_opened_window(view: &View<'_>) -> bool {
    let mut open = view.session.windows.open.iter();
    open.any(|panel| *panel != Panel::Welcome)
}

fn card(ui: &mut Ui, width: f32, content: impl FnOnce(&mut Ui)) {
    let frame = Frame::popup(ui.style()).inner_margin(Margin::symmetric(14, 10));
    frame.show(ui, |ui| {
        ui.set_width(width);
        content(ui);
    });
}

/// Content of a progress card.
struct Progress<'a> {
    title: &'a str,
    tip: &'a str,
    label: &'a str,
    phase: &'a str,
    fraction: f32,
    cancel: Action,
}

fn reading(ui: &mut Ui, opening: OpeningProgress<'_>, view: &View<'_>, sink: &mut Sink) {
    let shown = Progress {
        title: &format!("Opening {}", short_name(opening.file)),
        tip: opening.file,
        label: "Progress of opening",
        phase: &format!("Reading {}", opening.progress.stage.name()),
        fraction: opening.progress.fraction,
        cancel: Action::File(FileAction::CancelOpening),
    };
    progress(ui, &shown, view, sink);
}

fn weighing(ui: &mut Ui, working: JobProgress<'_>, view: &View<'_>, sink: &mut Sink) {
    let mut letters = working.phase.chars();
    let first = letters.next().map(|letter| letter.to_uppercase());
    let phase: String = first.into_iter().flatten().chain(letters).collect();
    let shown = Progress {
        title: working.title,
        tip: working.tip,
        label: "Progress of weights",
        phase: &phase,
        fraction: working.fraction,
        cancel: Action::WeightJob(WeightJobAction::CancelWeights),
    };
    progress(ui, &shown, view, sink);
}

/// Pictures that are being saved.
fn drawing(ui: &mut Ui, busy: &AtWork, view: &View<'_>, sink: &mut Sink) {
    let file = busy.file.to_string_lossy();
    let shown = Progress {
        title: &format!("Saving {}", short_name(&file)),
        tip: &file,
        label: "Progress of the picture",
        phase: "Drawing",
        fraction: busy.ticket.progress(),
        cancel: Action::File(FileAction::CancelPicture),
    };
    progress(ui, &shown, view, sink);
    ui.ctx().request_repaint_after(LOOK);
}

fn progress(ui: &mut Ui, shown: &Progress<'_>, view: &View<'_>, sink: &mut Sink) {
    ui.add(Label::new(RichText::new(shown.title).strong()).truncate())
        .on_hover_text(shown.tip);
    let bar = ProgressBar::new(shown.fraction)
        .desired_height(8.0)
        .fill(accent(ui.visuals()));
    ui.scope(|ui| {
        // In the light theme the usual track is as white as the card.
        ui.visuals_mut().extreme_bg_color = ui.visuals().widgets.inactive.bg_fill;
        ui.add(bar).accessible_name(shown.label);
    });
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let cancel = ui.button("Cancel");
            if cancel
                .on_hover_text(tooltip_of(shown.cancel, view))
                .clicked()
            {
                sink.run(shown.cancel);
            }
            // The phase has what the button leaves: the longest ones are as wide as the card.
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let percent = (100.0 * shown.fraction).clamp(0.0, 100.0);
                let phase = RichText::new(format!("{}, {percent:.0} %", shown.phase)).weak();
                ui.add(Label::new(phase).truncate());
            });
        });
    });
}

/// Escape cancels what is at work, unless something else uses the key.
fn cancel_by_key(ctx: &Context, cancel: Action, view: &View<'_>, sink: &mut Sink) {
    let session = view.session;
    let is_wanted = session.takes_keys()
        || session.painting.stroke.is_some()
        || session.limb.is_some()
        || Popup::is_any_open(ctx)
        || ctx.text_edit_focused();
    if !is_wanted && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        sink.run(cancel);
    }
}

fn offer(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let file = &view.session.character.file;
    ui.horizontal(|ui| {
        let color = ui.visuals().warn_fg_color;
        paint_icon(ui, Icon::Reload, color);
        let text = format!("{} has changed on disk", short_name(file));
        let buttons = 140.0;
        ui.scope(|ui| {
            ui.set_max_width((ui.available_width() - buttons).max(40.0));
            ui.add(Label::new(RichText::new(text).strong()).truncate())
                .on_hover_text(file);
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let keep = ui
                .button("Keep")
                .on_hover_text("Leaves what is shown as it is, until the file changes again");
            if keep.clicked() {
                sink.send(Outcome::OfferReload(false));
            }
            let reload = ui.add(Button::new(RichText::new("Reload").strong()));
            if reload
                .on_hover_text(tooltip_of(FileAction::Reload, view))
                .clicked()
            {
                sink.run(FileAction::Reload);
            }
        });
    });
}

/// The file's name without its folder; names of built-in characters stay whole.
fn short_name(file: &str) -> &str {
    if file.starts_with(builtin::PREFIX) {
        return file;
    }
    let name = Path::new(file).file_name().and_then(|name| name.to_str());
    name.unwrap_or(file)
}
