//! Chips over the panes that warn of states in which known data is not shown, or not changed.

use eframe::egui::{
    Align2, Area, Button, Color32, Context, Frame, Id, Label, Margin, Order, Rect, RichText, Ui,
    Vec2,
};
use scene::names::clip_name;
use session::commands::action_state::shows_maps;
use session::commands::actions::{Action, AnimateAction, PoseAction, WeightAction};
use session::commands::command::Sink;
use session::commands::view::View;
use session::mode::Mode;
use session::tools::playback::Moment;
use session::weighting::problem_list::counted;

use crate::panels::icons::Icon;
use crate::panels::widgets::{small_icon_button, tooltip_of};
use crate::theme::accent;

/// Distance of chips and cards from the lower edge of the pictures: above the panes' summaries and axes.
pub const LIFT: f32 = 148.0;
/// Height of a chip with the gap over it.
pub const HEIGHT: f32 = 40.0;

/// The place of chips and cards, from the lower left corner of the window: at the lower left of the pictures, where no
/// figure has its face.
#[must_use]
pub fn corner(ctx: &Context, pictures: Rect) -> Vec2 {
    let lower_left = pictures.left_bottom() - ctx.content_rect().left_bottom();
    lower_left + Vec2::new(10.0, -LIFT)
}

/// Draws the chips at the lower left of the pictures.
pub fn chips(ctx: &Context, pictures: Rect, view: &View<'_>, sink: &mut Sink) {
    if !are_shown(view) {
        return;
    }
    let unseen = is_map_unseen(view);
    let rest = view.session.switches.rest;
    let left = clip_left(view);
    Area::new(Id::unique("chips"))
        .order(Order::Middle)
        .anchor(Align2::LEFT_BOTTOM, corner(ctx, pictures))
        .show(ctx, |ui| {
            if rest {
                chip(
                    ui,
                    "Rest pose shown",
                    ("Show the pose", Action::Pose(PoseAction::ToggleRest)),
                    (view, sink),
                );
            } else if let Some(moment) = left {
                let clip = view.document.character.clip(moment.clip);
                let clip = clip.map(clip_name).unwrap_or_default();
                chip(
                    ui,
                    &format!("Your pose; clip “{clip}” is set aside"),
                    ("Back to clip", Action::Animate(AnimateAction::BackToClip)),
                    (view, sink),
                );
            }
            if let Some((text, actions)) = pending(view) {
                wide_chip(ui, &text, actions, (view, sink));
            }
            if unseen {
                chip(
                    ui,
                    "Linear blending does not follow maps",
                    (
                        "Show it in pane B",
                        Action::Weights(WeightAction::ShowAffineBlending),
                    ),
                    (view, sink),
                );
            }
        });
}

/// Whether any chip is shown.
#[must_use]
pub fn are_shown(view: &View<'_>) -> bool {
    view.session.switches.rest
        || clip_left(view).is_some()
        || pending(view).is_some()
        || is_map_unseen(view)
}

/// Width that the mask takes from the bar of modes and tools; 0 without a mask.
#[must_use]
pub fn mask_width(view: &View<'_>) -> f32 {
    if masked(view).is_some() { 180.0 } else { 0.0 }
}

/// Says, in the bar of modes and tools, that selected vertices are a mask; there it covers no figure.
pub fn mask(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let Some(n_vertices) = masked(view) else {
        return;
    };
    let accent = accent(ui.visuals());
    let action = Action::Weights(WeightAction::SelectNoVertices);
    let clear = small_icon_button(ui, Icon::Close, true)
        .on_hover_text(tooltip_of(action, view))
        .accessible_name("Clear mask");
    if clear.clicked() {
        sink.run(action);
    }
    let text = format!("Mask: {}", counted(n_vertices, "vertex", "vertices"));
    ui.add(Label::new(RichText::new(text).color(accent).strong()).truncate())
        .on_hover_text("Brushes and operations on weights change these vertices alone");
}

/// Number of the vertices that alone change; none if brushes and operations on weights change all.
fn masked(view: &View<'_>) -> Option<usize> {
    let n_vertices = view.session.character.weights.vertices.all().len();
    (n_vertices > 0 && view.session.mode == Mode::Weights).then_some(n_vertices)
}

/// Whether a map is painted while no pane uses it.
fn is_map_unseen(view: &View<'_>) -> bool {
    let paints_map = view.session.paints_numbers() && !view.session.paints_mask();
    paints_map && !view.is_empty() && !shows_maps(&view.session.comparing, &view.document.character)
}

fn clip_left(view: &View<'_>) -> Option<Moment> {
    let playback = &view.session.playback;
    playback.left.filter(|_| playback.moment.is_none())
}

/// Buttons of a chip, with what they do.
type Buttons = &'static [(&'static str, AnimateAction)];

/// What waits for keys, and what can be done about it: here, else elsewhere.
fn pending(view: &View<'_>) -> Option<(String, Buttons)> {
    let pending = &view.document.pending;
    let here = view
        .session
        .playback
        .moment
        .filter(|_| !view.session.switches.rest);
    if let Some(moment) = here.filter(|&moment| pending.at(moment).is_some()) {
        let unit = view.session.character.sheet.unit();
        let text = format!("Unkeyed at {}", unit.text(moment.time));
        const HERE: Buttons = &[
            ("Key", AnimateAction::KeyChanged),
            ("Keep", AnimateAction::KeepPending),
            ("Discard", AnimateAction::DiscardPending),
        ];
        return Some((text, HERE));
    }
    const ELSEWHERE: Buttons = &[
        ("Show", AnimateAction::NextPending),
        ("Key all", AnimateAction::KeyAllPending),
        ("Discard all", AnimateAction::DiscardAllPending),
    ];
    let n_poses = pending.all().len();
    let is_seen = view.session.mode == Mode::Animate && n_poses > 0;
    is_seen.then(|| (counted(n_poses, "unkeyed pose", "unkeyed poses"), ELSEWHERE))
}

fn chip(ui: &mut Ui, text: &str, button: (&str, Action), way: (&View<'_>, &mut Sink)) {
    chip_of(ui, text, &[button], way);
}

fn wide_chip(ui: &mut Ui, text: &str, buttons: Buttons, way: (&View<'_>, &mut Sink)) {
    let buttons = buttons
        .iter()
        .map(|&(text, action)| (text, Action::Animate(action)));
    chip_of(ui, text, &buttons.collect::<Vec<_>>(), way);
}

fn chip_of(
    ui: &mut Ui,
    text: &str,
    buttons: &[(&str, Action)],
    (view, sink): (&View<'_>, &mut Sink),
) {
    let accent = accent(ui.visuals());
    let foreground = if ui.visuals().dark_mode {
        Color32::from_gray(20)
    } else {
        Color32::WHITE
    };
    Frame::new()
        .fill(accent)
        .corner_radius(14.0)
        .inner_margin(Margin::symmetric(12, 4))
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label(RichText::new(text).color(foreground).strong());
                for &(button, action) in buttons {
                    let response = ui.add(
                        Button::new(RichText::new(button).color(accent).strong())
                            .fill(foreground)
                            .corner_radius(10.0),
                    );
                    let tip = tooltip_of(action, view);
                    if response.on_hover_text(tip).clicked() {
                        sink.run(action);
                    }
                }
            });
        });
}
