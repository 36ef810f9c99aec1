//! Widgets that several panels share.

pub mod action_buttons;
pub mod amount_scale;
pub mod card;
pub mod card_lines;
pub mod context_menu;
pub mod corner_window;
pub mod icons;

use std::fmt;

use eframe::egui::containers::menu::menu_style;
use eframe::egui::{
    Align, Align2, Button, Color32, Context, CornerRadius, Event, Frame, Id, IntoAtoms, Key, Label,
    Layout, ModalResponse, Modifiers, Rect, Response, RichText, Sense, Stroke, StrokeKind,
    TextStyle, Ui, Vec2, Widget,
};
use rig::{JointIndex, Skeleton};
use scene::view::joint_colors::joint_color;
use session::commands::actions::{Action, EditAction, ViewAction, WindowAction};
use session::commands::command::Sink;
use session::features::actions::{ActionInfo, ActionState, action_state, info};
use session::features::view::View;

use crate::panels::widgets::icons::{Icon, paint};
use crate::theme::accent;

/// Width and height of a button with an icon.
const ICON_BUTTON: Vec2 = Vec2::new(30.0, 24.0);

/// The tooltip of an action: its description, its key and, if it is disabled, why.
#[must_use]
pub fn tooltip(info: &ActionInfo, view: &View<'_>) -> String {
    let step = if info.action == EditAction::Undo.into() {
        view.history.undo_name()
    } else if info.action == EditAction::Redo.into() {
        view.history.redo_name()
    } else {
        None
    };
    let what = step.map_or_else(
        || info.tooltip.to_owned(),
        |step| format!("{}: {step}", info.text),
    );
    let text = match view.key_text(info.action) {
        Some(keys) => format!("{what} ({keys})"),
        None => what,
    };
    match action_state(info, view).why_not {
        Some(why) => format!("{text}\nNot now: {why}"),
        None => text,
    }
}

/// Draws the lines of a menu that is no popup of a button: all of this width, keys at the right, no frame about each.
pub fn menu_lines<R>(ui: &mut Ui, width: f32, lines: impl FnOnce(&mut Ui) -> R) -> R {
    menu_style(ui.style_mut());
    ui.set_width(width);
    let layout = Layout::top_down_justified(Align::Min);
    ui.with_layout(layout, lines).inner
}

/// The tooltip of an action by its entry in the list of actions.
#[must_use]
pub fn tooltip_of(action: impl Into<Action>, view: &View<'_>) -> String {
    info(action)
        .map(|row| tooltip(row, view))
        .unwrap_or_default()
}

/// A button with an icon for an action; its accessible name is the action's.
pub fn action_button(
    ui: &mut Ui,
    icon: Icon,
    action: impl Into<Action>,
    view: &View<'_>,
    sink: &mut Sink,
) {
    let action = action.into();
    let Some(row) = info(action) else { return };
    let ActionState {
        text,
        enabled,
        checked,
        ..
    } = action_state(row, view);
    // In the row of the menus a line around a button would be the only one.
    let is_plain = matches!(
        action,
        Action::View(ViewAction::ToggleTheme) | Action::Window(WindowAction::ToggleNotices)
    );
    let button = match checked {
        Some(is_on) if !is_plain => toggle_button(ui, "", is_on),
        _ => Button::new("").into(),
    };
    let response = ui.add_enabled(enabled, button.min_size(ICON_BUTTON));
    paint_on(ui, &response, response.rect, icon);
    if with_tooltip(response, &tooltip(row, view))
        .accessible_name(text)
        .clicked()
    {
        sink.run(action);
    }
}

/// A button that switches something on and off.
///
/// A line frames it, in the accent color while it is on, so that it is told from a choice, which fills one of several
/// joined buttons, and from a button that does something. The line is painted over the button: a stroke of it would be a part
/// of its size, and all that lies below would move by a pixel when it is switched.
#[must_use = "You should put this widget in a ui with `ui.add(widget);`"]
pub struct ToggleButton<'a> {
    button: Button<'a>,
    /// None for a button that is no switch.
    is_on: Option<bool>,
}

impl fmt::Debug for ToggleButton<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = formatter.debug_struct("ToggleButton");
        fields.field("is_on", &self.is_on).finish_non_exhaustive()
    }
}

impl ToggleButton<'_> {
    /// As low as a line of text.
    pub fn small(self) -> Self {
        let button = self.button.small();
        Self { button, ..self }
    }

    /// At least of this width and height, in points.
    pub fn min_size(self, size: Vec2) -> Self {
        let button = self.button.min_size(size);
        Self { button, ..self }
    }
}

impl<'a> From<Button<'a>> for ToggleButton<'a> {
    fn from(button: Button<'a>) -> Self {
        let is_on = None;
        Self { button, is_on }
    }
}

impl Widget for ToggleButton<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let response = ui.add(self.button);
        if let Some(is_on) = self.is_on {
            frame_toggle(ui, &response, is_on);
        }
        response
    }
}

/// A switch with this content, as it looks while it is on or off.
pub fn toggle_button<'a>(ui: &Ui, content: impl IntoAtoms<'a>, is_on: bool) -> ToggleButton<'a> {
    ToggleButton {
        button: toggle_body(ui, content, is_on),
        is_on: Some(is_on),
    }
}

/// A [`ToggleButton`] without its line, for what takes a button alone; [`frame_toggle`] frames it.
pub fn toggle_body<'a>(ui: &Ui, content: impl IntoAtoms<'a>, is_on: bool) -> Button<'a> {
    let button = Button::new(content).selected(is_on).frame(true);
    if is_on {
        button.fill(accent(ui.visuals()).gamma_multiply(0.22))
    } else {
        button
    }
}

/// Draws the line of a [`ToggleButton`] just within the button of this response.
pub fn frame_toggle(ui: &Ui, response: &Response, is_on: bool) {
    let visuals = ui.visuals();
    let line = if is_on {
        Stroke::new(1.5, accent(visuals))
    } else {
        Stroke::new(1.0, visuals.weak_text_color().gamma_multiply(0.6))
    };
    let corners = ui.style().interact(response).corner_radius;
    let painter = ui.painter();
    painter.rect_stroke(response.rect, corners, line, StrokeKind::Inside);
}

/// Corners of one of several joined buttons, of which one is chosen: rounded at both ends of the row, none between.
#[must_use]
pub const fn joined_corners(is_first: bool, is_last: bool) -> CornerRadius {
    let left = if is_first { 4 } else { 0 };
    let right = if is_last { 4 } else { 0 };
    CornerRadius {
        nw: left,
        sw: left,
        ne: right,
        se: right,
    }
}

/// One of several joined buttons with icons.
pub fn icon_choice(ui: &mut Ui, icon: Icon, is_on: bool, corners: CornerRadius) -> Response {
    let button = Button::new("")
        .selected(is_on)
        .corner_radius(corners)
        .min_size(ICON_BUTTON);
    let response = ui.add(button);
    paint_on(ui, &response, response.rect, icon);
    response
}

/// Width of a button with an icon in a joined row, with the gap after it.
pub const ICON_STEP: f32 = ICON_BUTTON.x + 1.0;

/// Width of the buttons of undo and redo at the right end of the row of modes and tools, with the gap before each.
pub const UNDO_AND_REDO: f32 = 2.0 * (ICON_BUTTON.x + 8.0);

/// The name of what is chosen among icons. It is painted and no label: the icon's button has the name already.
pub fn name_of_choice(ui: &mut Ui, name: &str, width: f32) {
    let size = Vec2::new(width, ui.spacing().interact_size.y);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let font = TextStyle::Button.resolve(ui.style());
    let color = ui.visuals().strong_text_color();
    ui.painter_at(rect)
        .text(rect.left_center(), Align2::LEFT_CENTER, name, font, color);
}

/// A small button with an icon.
pub fn small_icon_button(ui: &mut Ui, icon: Icon, enabled: bool) -> Response {
    let response = ui.add_enabled(
        enabled,
        Button::new("")
            .frame(enabled)
            .small()
            .min_size(Vec2::new(24.0, 20.0)),
    );
    paint_on(ui, &response, response.rect, icon);
    response
}

/// An icon that is not a button.
pub fn paint_icon(ui: &mut Ui, icon: Icon, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::hover());
    paint(ui.painter(), rect, icon, color);
}

/// Draws an icon in the text color of a widget's current state.
pub fn paint_on(ui: &Ui, response: &Response, rect: Rect, icon: Icon) {
    let color = if response.enabled() {
        ui.style().interact(response).text_color()
    } else {
        ui.visuals().weak_text_color().gamma_multiply(0.45)
    };
    paint(ui.painter(), rect, icon, color);
}

/// Sets a tooltip that is shown whether the widget is enabled or not.
pub fn with_tooltip(response: Response, text: &str) -> Response {
    response.on_hover_text(text).on_disabled_hover_text(text)
}

/// The heading of a section in a panel.
pub fn section(ui: &mut Ui, title: &str) {
    ui.label(RichText::new(title).strong().size(14.0));
}

/// A table of names and values; long values wrap, and nothing is cut off.
pub fn rows(ui: &mut Ui, id: &str, rows: &[(&str, String, &str)]) {
    let names = (0.36 * ui.available_width()).clamp(60.0, 110.0);
    ui.push_id(id, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        for (name, value, tip) in rows {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().interact_size.y = 18.0;
                ui.scope(|ui| {
                    ui.set_width(names);
                    ui.add(Label::new(RichText::new(*name).weak()).truncate())
                        .on_hover_text(*tip);
                });
                ui.add(Label::new(value).wrap())
                    .on_hover_text(*tip)
                    .accessible_name(format!("{name}: {value}"));
            });
        }
    });
}

/// A small square in the color of a joint.
pub fn joint_swatch(ui: &mut Ui, skeleton: &Skeleton, joint: JointIndex) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(14.0), Sense::hover());
    let [r, g, b] = joint_color(skeleton, joint);
    ui.painter()
        .rect_filled(rect.shrink(1.0), 3.0, Color32::from_rgb(r, g, b));
}

/// The frame of a modal window.
pub fn modal_frame(ctx: &Context) -> Frame {
    Frame::popup(&ctx.global_style()).inner_margin(14.0)
}

/// Whether a modal window was canceled by Escape. A click beside it does not count: what was set in it would be lost.
pub fn is_canceled<T>(modal: &ModalResponse<T>) -> bool {
    !modal.backdrop_response.clicked() && modal.should_close()
}

/// Why what a dialog was asked for was not done: it can be selected, and no part of a long path is cut off.
pub fn fault_label(ui: &mut Ui, fault: &str) {
    let text = RichText::new(fault).color(ui.visuals().warn_fg_color);
    ui.add(Label::new(text).wrap().selectable(true));
}

/// Whether Enter is pressed for the main button of a dialog.
///
/// Also to end what is typed in a field, but not while another button has the keyboard, which it clicks, and not as a repetition of
/// the press that opened the dialog.
pub fn takes_enter(ui: &Ui) -> bool {
    if ui.memory(|memory| memory.focused().is_some()) {
        return false;
    }
    let is_enter = |event: &Event| {
        matches!(
            event,
            Event::Key {
                key: Key::Enter,
                pressed: true,
                repeat: false,
                modifiers: Modifiers::NONE,
                ..
            }
        )
    };
    ui.input_mut(|input| {
        let count = input.events.len();
        input.events.retain(|event| !is_enter(event));
        input.events.len() < count
    })
}

/// As [`takes_enter`], for dialogs of several numbers: Enter that ends what is typed in one of them is not for the button yet.
pub fn takes_free_enter(ui: &Ui) -> bool {
    let id = Id::unique("a field had the keyboard");
    // By frames: a frame whose layout changes is drawn in several passes, all of which see the key.
    let now = ui.ctx().cumulative_frame_nr();
    let last: Option<u64> = match ui.memory(|memory| memory.focused().is_some()) {
        true => {
            ui.data_mut(|data| data.insert_temp(id, now));
            Some(now)
        }
        false => ui.data(|data| data.get_temp(id)),
    };
    last.is_none_or(|last| last + 1 < now) && takes_enter(ui)
}

/// The main button of a dialog: its text is strong, and Enter presses it.
pub fn main_button(text: &str) -> Button<'_> {
    Button::new(RichText::new(text).strong())
}

/// The buttons of a dialog to go on and to cancel, and what keeps from going on; Enter goes on too, unless a button has the
/// keyboard. Returns what was chosen in this frame.
pub fn answers(ui: &mut Ui, yes: &str, why_not: Option<&str>) -> Option<bool> {
    ui.add_space(6.0);
    if let Some(why) = why_not {
        let text = RichText::new(why).color(ui.visuals().warn_fg_color);
        ui.add(Label::new(text).wrap());
    }
    let enter = takes_enter(ui);
    ui.horizontal(|ui| {
        let clicked = ui
            .add_enabled(why_not.is_none(), main_button(yes))
            .clicked();
        if ui.button("Cancel").clicked() {
            return Some(false);
        }
        (clicked || (enter && why_not.is_none())).then_some(true)
    })
    .inner
}

/// The items of a menu that run actions: each with its key, gray with the reason where it cannot be done now.
pub fn action_items<A: Copy + Into<Action>>(
    ui: &mut Ui,
    actions: &[A],
    view: &View<'_>,
    sink: &mut Sink,
) {
    for &action in actions {
        let action = action.into();
        let Some(row) = info(action) else { continue };
        let state = action_state(row, view);
        let keys = view.key_text(action).unwrap_or_default();
        let button = Button::new(state.text.as_str()).shortcut_text(keys);
        let response = with_tooltip(ui.add_enabled(state.enabled, button), &tooltip(row, view));
        if response.accessible_name(&*state.text).clicked() {
            sink.run(action);
            ui.close();
        }
    }
}
