//! Chips over the panes that warn of states in which known data is not shown, or not changed.

use eframe::egui::{
    Area, Button, Color32, Context, FontId, Frame, Id, Label, Margin, Order, Rect, RichText,
    TextStyle, TextWrapMode, Ui, Vec2, Visuals,
};
use scene::names::clip_name;
use session::commands::actions::{Action, AnimateAction, MotionAction, PoseAction, WeightAction};
use session::commands::command::Sink;
use session::document::moment::Moment;
use session::features::view::View;
use session::mode::Mode;
use session::state::problems::problem_list::pluralize;

use crate::panels::widgets::tooltip_of;
use crate::theme;
use crate::viewport::pictures::Pictures;

/// In narrower pictures no row of text and buttons is tried: beside a figure there is no room for it.
const NARROW: f32 = 330.0;
/// Width of a text in several lines.
const WRAPPED: f32 = 150.0;
/// Width of a text over a column of buttons.
const COLUMN: f32 = 88.0;
/// Space around what is in a chip.
const MARGIN: Margin = Margin::symmetric(12, 4);
/// What a chip that was not measured yet may be larger than was computed.
const SPARE: f32 = 4.0;

/// How the text of a chip and its buttons stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChipLayout {
    /// Text and buttons side by side, in one line.
    Row,
    /// The text over the buttons.
    Stacked,
    /// The text in several lines, over the buttons.
    Wrapped,
    /// The text in several lines, and under it the buttons, one under the other.
    Column,
}

/// A text with buttons.
struct Chip {
    text: String,
    /// Their words, and what they do.
    buttons: Vec<(&'static str, Action)>,
    /// Whether it is about poses that are not keyed, and has their color.
    is_pending: bool,
}

impl Chip {
    const fn color(&self, visuals: &Visuals) -> Color32 {
        match self.is_pending {
            true => theme::pending(visuals),
            false => theme::accent(visuals),
        }
    }
}

fn id() -> Id {
    Id::unique("chips")
}

/// Draws the chips off the figures, at an edge of the pictures or between the figures, and narrower where only that is free; returns where
/// they are.
pub fn chips(ctx: &Context, pictures: &Pictures, view: &View<'_>, sink: &mut Sink) -> Option<Rect> {
    let chips = shown_chips(view);
    if chips.is_empty() {
        return None;
    }
    let forms: &[ChipLayout] = if pictures.narrowest() < NARROW {
        &[ChipLayout::Stacked, ChipLayout::Wrapped, ChipLayout::Column]
    } else {
        &[
            ChipLayout::Row,
            ChipLayout::Stacked,
            ChipLayout::Wrapped,
            ChipLayout::Column,
        ]
    };
    let memory = id().with("form");
    let before: Option<ChipLayout> = ctx.data(|data| data.get_temp(memory));
    let measured = ctx.memory(|memory| memory.area_rect(id()));
    // Exact where the form was drawn in the last frame; else a bound.
    let size = |form: &ChipLayout| match measured.filter(|_| before == Some(*form)) {
        Some(rect) => rect.size(),
        None => computed_size(ctx, &chips, *form),
    };
    let sizes: Vec<Vec2> = forms.iter().map(size).collect();
    let (index, corner) = pictures.spot(ctx, id(), sizes.as_slice(), &[], view);
    let form = forms.get(index).copied().unwrap_or(ChipLayout::Stacked);
    ctx.data_mut(|data| data.insert_temp(memory, form));
    let area = Area::new(id())
        .order(Order::Middle)
        .fixed_pos(corner)
        .show(ctx, |ui| {
            for chip in &chips {
                draw(ui, chip, form, view, sink);
            }
        });
    Some(area.response.rect)
}

/// The chips that are shown now.
fn shown_chips(view: &View<'_>) -> Vec<Chip> {
    let mut chips = Vec::new();
    let mut add = |text: String, buttons: Vec<(&'static str, Action)>, is_pending: bool| {
        chips.push(Chip {
            text,
            buttons,
            is_pending,
        });
    };
    if view.session.switches.rest {
        let back = ("Show the pose", Action::Pose(PoseAction::ToggleRest));
        add("Rest pose shown".to_owned(), vec![back], false);
    } else if let Some(moment) = clip_left(view) {
        let clip = view.document.character.clip(moment.clip);
        let clip = clip.map(clip_name).unwrap_or_default();
        let back = ("Back to clip", Action::Animate(AnimateAction::BackToClip));
        let text = format!("Your pose; clip “{clip}” is set aside");
        add(text, vec![back], false);
    }
    if let Some((text, actions)) = pending(view) {
        let actions = actions.iter();
        let buttons = actions.map(|&(text, action)| (text, Action::Animate(action)));
        add(text, buttons.collect(), true);
    }
    if is_stepped(view) {
        let off = (
            "Show in-betweens",
            Action::Motion(MotionAction::ToggleStepped),
        );
        add("Stepped preview".to_owned(), vec![off], false);
    }
    if is_map_unseen(view) {
        let show = Action::Weights(WeightAction::ShowAffineBlending);
        let text = "Linear blending does not follow maps".to_owned();
        add(text, vec![("Show it in pane B", show)], false);
    }
    chips
}

/// How large the chips are at most in a form in which they were not drawn yet.
fn computed_size(ctx: &Context, chips: &[Chip], form: ChipLayout) -> Vec2 {
    let style = ctx.global_style();
    let (gap, padding) = (style.spacing.item_spacing, style.spacing.button_padding);
    let [body, button] = [TextStyle::Body, TextStyle::Button].map(|text| text.resolve(&style));
    let laid = |text: &str, font: &FontId, width: f32| {
        let (text, font) = (text.to_owned(), font.clone());
        ctx.fonts_mut(|fonts| fonts.layout(text, font, Color32::PLACEHOLDER, width).size())
    };
    let mut size = Vec2::ZERO;
    for chip in chips {
        let width = match form {
            ChipLayout::Row | ChipLayout::Stacked => f32::INFINITY,
            ChipLayout::Wrapped => WRAPPED,
            ChipLayout::Column => COLUMN,
        };
        let words = laid(&chip.text, &body, width);
        let least = style.spacing.interact_size.y;
        let (mut row, mut column) = (Vec2::new(0.0, least), Vec2::ZERO);
        for (text, _) in &chip.buttons {
            let own = laid(text, &button, f32::INFINITY) + 2.0 * padding;
            row = Vec2::new(row.x + own.x + gap.x, row.y.max(own.y));
            let below = column.y + gap.y + own.y.max(least);
            column = Vec2::new(column.x.max(own.x), below);
        }
        let inner = match form {
            ChipLayout::Row => Vec2::new(words.x + row.x, words.y.max(row.y)),
            ChipLayout::Stacked | ChipLayout::Wrapped => {
                Vec2::new(words.x.max(row.x), words.y + gap.y + row.y)
            }
            ChipLayout::Column => Vec2::new(words.x.max(column.x), words.y + column.y),
        };
        let outer = inner + MARGIN.sum();
        size = Vec2::new(size.x.max(outer.x), size.y + outer.y + gap.y);
    }
    size + Vec2::splat(SPARE)
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
        || is_stepped(view)
        || is_map_unseen(view)
}

/// Whether a clip is shown held from key to key.
fn is_stepped(view: &View<'_>) -> bool {
    let session = view.session;
    session.motion.stepped && session.playback.moment.is_some() && !session.switches.rest
}

/// Whether a map is painted while no pane uses it.
fn is_map_unseen(view: &View<'_>) -> bool {
    let paints_map = view.session.paints_numbers() && !view.session.paints_mask();
    paints_map && !view.is_empty() && !view.session.comparing.shows_maps(&view.document.character)
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
    is_seen.then(|| {
        (
            pluralize(n_poses, "unkeyed pose", "unkeyed poses"),
            ELSEWHERE,
        )
    })
}

fn draw(ui: &mut Ui, chip: &Chip, form: ChipLayout, view: &View<'_>, sink: &mut Sink) {
    let frame = Frame::new()
        .fill(chip.color(ui.visuals()))
        .corner_radius(14.0)
        .inner_margin(MARGIN);
    let words = RichText::new(&chip.text).color(foreground(ui)).strong();
    frame.show(ui, |ui| match form {
        ChipLayout::Row => {
            ui.horizontal(|ui| {
                ui.label(words);
                answers(ui, chip, view, sink);
            });
        }
        ChipLayout::Stacked => {
            ui.add(Label::new(words).extend());
            ui.horizontal(|ui| answers(ui, chip, view, sink));
        }
        ChipLayout::Wrapped => {
            ui.set_max_width(WRAPPED);
            ui.add(Label::new(words).wrap());
            ui.horizontal(|ui| answers(ui, chip, view, sink));
        }
        ChipLayout::Column => {
            ui.set_max_width(COLUMN);
            ui.add(Label::new(words).wrap());
            answers(ui, chip, view, sink);
        }
    });
}

/// Color of the text of a chip, and of the buttons on it.
fn foreground(ui: &Ui) -> Color32 {
    if ui.visuals().dark_mode {
        Color32::from_gray(20)
    } else {
        Color32::WHITE
    }
}

/// The buttons of a chip.
fn answers(ui: &mut Ui, chip: &Chip, view: &View<'_>, sink: &mut Sink) {
    let color = chip.color(ui.visuals());
    let foreground = foreground(ui);
    for &(button, action) in &chip.buttons {
        let response = ui.add(
            Button::new(RichText::new(button).color(color).strong())
                .fill(foreground)
                .wrap_mode(TextWrapMode::Extend)
                .corner_radius(10.0),
        );
        let tip = tooltip_of(action, view);
        if response.on_hover_text(tip).clicked() {
            sink.run(action);
        }
    }
}
