//! Chips over the panes that warn of states in which known data is not shown, or not changed.

use eframe::egui::{
    Area, Button, Color32, Context, Frame, Id, Margin, Order, Rect, RichText, Ui, Vec2,
};
use scene::names::clip_name;
use session::commands::action_state::shows_maps;
use session::commands::actions::{Action, AnimateAction, PoseAction, WeightAction};
use session::commands::command::Sink;
use session::commands::view::View;
use session::mode::Mode;
use session::tools::playback::Moment;
use session::weighting::problem_list::counted;

use crate::panels::widgets::tooltip_of;
use crate::theme::accent;
use crate::viewport::pictures::Pictures;

/// Size of the chips before they were measured.
const USUAL: Vec2 = Vec2::new(310.0, 36.0);
/// Narrower pictures have the text of a chip over its buttons: beside a figure there is no room for a row.
const NARROW: f32 = 330.0;

fn id() -> Id {
    Id::unique("chips")
}

/// Draws the chips at an edge of the pictures, off the figures; returns where they are.
pub fn chips(ctx: &Context, pictures: &Pictures, view: &View<'_>, sink: &mut Sink) -> Option<Rect> {
    if !are_shown(view) {
        return None;
    }
    let unseen = is_map_unseen(view);
    let rest = view.session.switches.rest;
    let left = clip_left(view);
    let size = ctx.memory(|memory| memory.area_rect(id()));
    let size = size.map_or(USUAL, |rect| rect.size());
    let area = Area::new(id())
        .order(Order::Middle)
        .fixed_pos(pictures.corner(ctx, (id(), size), None, view))
        .show(ctx, |ui| {
            let mut chips = Chips {
                ui,
                is_narrow: pictures.narrowest() < NARROW,
                view,
                sink,
            };
            if rest {
                let back = ("Show the pose", Action::Pose(PoseAction::ToggleRest));
                chips.add("Rest pose shown", &[back]);
            } else if let Some(moment) = left {
                let clip = view.document.character.clip(moment.clip);
                let clip = clip.map(clip_name).unwrap_or_default();
                let back = ("Back to clip", Action::Animate(AnimateAction::BackToClip));
                chips.add(&format!("Your pose; clip “{clip}” is set aside"), &[back]);
            }
            if let Some((text, actions)) = pending(view) {
                let actions = actions.iter();
                let buttons = actions.map(|&(text, action)| (text, Action::Animate(action)));
                chips.add(&text, &buttons.collect::<Vec<_>>());
            }
            if unseen {
                let show = Action::Weights(WeightAction::ShowAffineBlending);
                chips.add(
                    "Linear blending does not follow maps",
                    &[("Show it in pane B", show)],
                );
            }
        });
    Some(area.response.rect)
}

/// Where the chips were in the last frame, if there are any.
#[must_use]
pub fn place(ctx: &Context, view: &View<'_>) -> Option<Rect> {
    let rect = are_shown(view).then(|| ctx.memory(|memory| memory.area_rect(id())));
    rect.flatten()
}

/// Whether any chip is shown.
#[must_use]
pub fn are_shown(view: &View<'_>) -> bool {
    view.session.switches.rest
        || clip_left(view).is_some()
        || pending(view).is_some()
        || is_map_unseen(view)
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

/// What chips are drawn into.
struct Chips<'a, 'v> {
    ui: &'a mut Ui,
    is_narrow: bool,
    view: &'a View<'v>,
    sink: &'a mut Sink,
}

impl Chips<'_, '_> {
    fn add(&mut self, text: &str, buttons: &[(&str, Action)]) {
        let Self {
            ui,
            is_narrow,
            view,
            sink,
        } = self;
        let frame = Frame::new()
            .fill(accent(ui.visuals()))
            .corner_radius(14.0)
            .inner_margin(Margin::symmetric(12, 4));
        let words = RichText::new(text).color(foreground(ui)).strong();
        frame.show(ui, |ui| {
            if *is_narrow {
                ui.label(words);
                ui.horizontal(|ui| answers(ui, buttons, view, sink));
            } else {
                ui.horizontal(|ui| {
                    ui.label(words);
                    answers(ui, buttons, view, sink);
                });
            }
        });
    }
}

/// Color of the text of a chip, and of the buttons on it.
fn foreground(ui: &Ui) -> Color32 {
    if ui.visuals().dark_mode {
        Color32::from_gray(20)
    } else {
        Color32::WHITE
    }
}

fn answers(ui: &mut Ui, buttons: &[(&str, Action)], view: &View<'_>, sink: &mut Sink) {
    let (accent, foreground) = (accent(ui.visuals()), foreground(ui));
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
}
