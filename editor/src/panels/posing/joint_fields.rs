//! Fields of a joint's channels: to drag, to type, to reset.

use character::HelperRow;
use eframe::egui::{Align, Button, Layout, Rect, RichText, TextStyle, Ui, Vec2};
use rig::JointIndex;
use scene::names::{decimal, joint_name};
use session::commands::actions::{Action, PoseAction};
use session::commands::command::{Input, Intent, Sink};
use session::document::axis_locks::AxisLocks;
use session::document::channel::{Channel, JointField};
use session::features::posing::pose_edit::{rest_value, shown_values, values as pose_values};
use session::features::view::View;
use session::settings::Units;
use session::state::posing::command::PoseIntent;
use session::text::angle_text::angle_text;
use session::text::number_text::Quantity;

use crate::panels::fields::number_field::{DEGREES, NumberField};
use crate::panels::fields::quaternion_field::quaternion_field;
use crate::panels::fields::refused::RefusedText;
use crate::panels::widgets::icons::{Icon, paint};
use crate::panels::widgets::{section, small_icon_button, tooltip_of, with_tooltip};
use crate::theme::{ROW, accent, axis_color};

/// Width of the padlock beside a number.
const LOCK: f32 = 14.0;

/// Numbers narrower than this have smaller text, and lengths no unit: their title says it.
const NARROW: f32 = 72.0;

/// Differences from rest below this are rounding; fields show the rest value.
const NOISE: f32 = 1e-5;

/// Draws the fields of all four channels; of a helper that follows every pose what it follows.
pub fn joint_fields(ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
    if let Some(row) = view.document.character.helper_row_of(joint) {
        return followed(ui, &row, view);
    }
    for channel in Channel::ALL {
        let typed = view.session.character.typed_angles.as_ref();
        let values = shown_values(&view.shown.posed, joint.index(), channel, typed).to_array();
        let width = (ui.available_width() - 2.0 * ui.spacing().item_spacing.x) / 3.0 - LOCK;
        title(ui, channel, (values, width), view, sink);
        ui.horizontal(|ui| {
            for (axis, value) in values.into_iter().enumerate() {
                let field = JointField {
                    joint,
                    channel,
                    axis,
                };
                ui.push_id((joint.index(), channel, axis), |ui| {
                    // The padlock stands close to its number.
                    let between = std::mem::take(&mut ui.spacing_mut().item_spacing.x);
                    // Less padding, so that lengths with their unit fit beside it.
                    ui.spacing_mut().button_padding.x = 1.0;
                    shrink_text(ui, width);
                    number(ui, field, (value, width), (view, sink));
                    lock(ui, field, view, sink);
                    ui.spacing_mut().item_spacing.x = between;
                });
            }
        });
        if channel == Channel::Rotation {
            quaternion_field(ui, joint, view, sink);
        }
    }
}

/// What a helper follows, in place of numbers that would move nothing.
fn followed(ui: &mut Ui, row: &HelperRow, view: &View<'_>) {
    ui.label("Follows every pose, as these joints move:");
    let skeleton = &view.document.character.rig.skeleton;
    for (joint, weight) in &row.joints {
        let name = joint_name(skeleton, *joint);
        ui.weak(format!("{name} {}", decimal(*weight, 3)));
    }
}

/// Makes the text of numbers smaller that are as narrow as in the smallest windows.
pub fn shrink_text(ui: &mut Ui, width: f32) {
    if width < NARROW {
        let style = ui.style_mut();
        style.drag_value_text_style = TextStyle::Small;
        style.override_text_style = Some(TextStyle::Small);
    }
}

fn title(
    ui: &mut Ui,
    channel: Channel,
    (values, width): ([f32; 3], f32),
    view: &View<'_>,
    sink: &mut Sink,
) {
    ui.horizontal(|ui| {
        section(ui, channel.name());
        match turns_note(channel, values) {
            Some(turns) => ui.weak(turns).on_hover_text(
                "Rotations blend as far as a whole turn either way; two turns are as none",
            ),
            None => {
                let unit = Format::of(channel, view.session.settings.units).apart(width);
                ui.weak(format!("{}{unit}", unit_note(channel)))
            }
        };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let is_moved = |value: &f32| (value - rest_value(channel)).abs() > NOISE;
            let others = view.session.character.selection.joints().iter();
            let moved = values.iter().any(is_moved)
                || others
                    .map(|joint| pose_values(&view.shown.posed, joint.index(), channel))
                    .any(|values| values.to_array().iter().any(is_moved));
            let response = small_icon_button(ui, Icon::Undo, moved);
            let tip = tooltip_of(reset_action(channel), view);
            let name = format!("Reset {}", channel.name().to_lowercase());
            if with_tooltip(response, &tip).accessible_name(name).clicked() {
                sink.send(Intent::Pose(PoseIntent::ResetChannel(channel)));
            }
        });
    });
}

/// A field in the channel's unit; the pose has 1/`factor` of its number.
fn number(
    ui: &mut Ui,
    field: JointField,
    (value, width): (f32, f32),
    (view, sink): (&View<'_>, &mut Sink),
) {
    let JointField {
        joint,
        channel,
        axis,
    } = field;
    let format = Format::of(channel, view.session.settings.units);
    let suffix = format.suffix_beside(width);
    let factor = format.factor;
    let rest = rest_value(channel);
    let value = if (value - rest).abs() <= NOISE {
        rest
    } else {
        value
    };
    let mut edited = factor * value;
    let axis_name = channel.axes().get(axis).copied().unwrap_or("");
    let prefix = RichText::new(format!("{axis_name} "))
        .color(axis_color(axis, ui.visuals()))
        .strong();
    let refused = RefusedText::default();
    let drag = NumberField::new(&mut edited, format.decimals, |drag| {
        drag.speed(format.speed)
            .prefix(prefix)
            .suffix(suffix)
            .update_while_editing(false)
            .min_size(Vec2::new(width, ROW))
    });
    let drag = drag.with_reader(|text| refused.read(text, format.quantity(channel)));
    let is_locked = locks_of(joint, view).has(channel, Some(axis));
    let add = |ui: &mut Ui| ui.add_sized([width, ROW], drag);
    let response = ui.add_enabled_ui(!is_locked, add).inner.on_hover_text(format!(
        "{} {axis_name}: drag to change (Shift for fine steps), click to type; sums and units are understood",
        channel.name()
    ));
    let response = response.on_disabled_hover_text("Locked; the padlock beside it unlocks it");
    refused.report(&format!("{} {axis_name}", channel.name()), ui, sink);
    let response = response.accessible_name(format!("{} {axis_name}", channel.name()));
    let dragging = response.dragged();
    if response.changed() {
        sink.send(Intent::Pose(PoseIntent::SetField {
            field,
            value: edited / factor,
            dragging,
        }));
    }
    if response.drag_stopped() {
        sink.send(Input::EndGesture);
    }
}

fn locks_of(joint: JointIndex, view: &View<'_>) -> AxisLocks {
    let locks = view.document.axis_locks.get(joint.index());
    locks.copied().unwrap_or_default()
}

/// The padlock of a number: locks or unlocks it in all selected joints.
fn lock(ui: &mut Ui, field: JointField, view: &View<'_>, sink: &mut Sink) {
    let JointField {
        joint,
        channel,
        axis,
    } = field;
    let is_locked = locks_of(joint, view).has(channel, Some(axis));
    let button = Button::new("").frame(false).min_size(Vec2::new(LOCK, ROW));
    let response = ui.add_sized([LOCK, ROW], button);
    let (icon, verb) = if is_locked {
        (Icon::Lock, "Unlock")
    } else {
        (Icon::OpenLock, "Lock")
    };
    let visuals = ui.visuals();
    let color = if is_locked {
        accent(visuals)
    } else if response.hovered() {
        visuals.text_color()
    } else {
        visuals.weak_text_color().gamma_multiply(0.6)
    };
    let place = Rect::from_center_size(response.rect.center(), Vec2::splat(15.0));
    paint(ui.painter(), place, icon, color);
    let axis_name = channel.axes().get(axis).copied().unwrap_or_default();
    let name = format!("{verb} {} {axis_name}", channel.name().to_lowercase());
    let tip = "Locked numbers do not change by gizmo, operators and fields; of all selected joints";
    if with_tooltip(response, tip).accessible_name(name).clicked() {
        sink.send(Intent::Pose(PoseIntent::SetLock {
            channel: Some(channel),
            axis: Some(axis),
            locked: !is_locked,
        }));
    }
}

/// How the numbers of a channel are shown, and how a drag changes them.
#[derive(Clone, Copy)]
struct Format {
    /// The displayed number divided by that of the pose.
    factor: f32,
    /// Change of the displayed number per point of a drag.
    speed: f64,
    decimals: usize,
    suffix: &'static str,
}

impl Format {
    /// Drags change numbers in steps that suit the unit.
    fn of(channel: Channel, units: Units) -> Self {
        let (factor, speed, suffix) = match (channel, units) {
            (Channel::Rotation, _) => (1.0, 0.5, "°"),
            // Poses hold meters, and so does a field of automatic unit: a unit that changed with every number could not
            // be typed into.
            (Channel::Translation, Units::Automatic | Units::Meters) => (1.0, 0.002, " m"),
            (Channel::Translation, Units::Centimeters) => (100.0, 0.2, " cm"),
            (Channel::Translation, Units::Millimeters) => (1000.0, 2.0, " mm"),
            (Channel::Translation, Units::Inches) => (1.0 / 0.0254, 0.05, " in"),
            (Channel::Scale, _) => (1.0, 0.005, "×"),
            (Channel::Shear, _) => (1.0, 0.005, ""),
        };
        let decimals = match channel {
            Channel::Rotation => DEGREES,
            Channel::Translation => Units::field_decimals(suffix.trim_start()),
            Channel::Scale | Channel::Shear => 3,
        };
        Self {
            factor,
            speed,
            decimals,
            suffix,
        }
    }

    /// What stands behind a number as wide as this: signs always, names of units where there is room.
    fn suffix_beside(self, width: f32) -> &'static str {
        let is_name = self.suffix.starts_with(' ');
        if is_name && width < NARROW {
            ""
        } else {
            self.suffix
        }
    }

    /// What a title says of the unit that numbers as wide as this leave out.
    fn apart(self, width: f32) -> String {
        if self.suffix_beside(width) == self.suffix {
            String::new()
        } else {
            format!(", in{}", self.suffix)
        }
    }

    /// The quantity that may be typed: a number without a unit is in the unit shown.
    fn quantity(self, channel: Channel) -> Quantity {
        match channel {
            Channel::Rotation => Quantity::Degrees,
            Channel::Translation => Quantity::Length {
                per_meter: f64::from(self.factor),
            },
            Channel::Scale | Channel::Shear => Quantity::Number,
        }
    }
}

/// What the angles beyond a whole turn are in turns; none where there is none.
fn turns_note(channel: Channel, values: [f32; 3]) -> Option<String> {
    // From 359.95 on one decimal reads as 360.0.
    let is_turned = |value: &f32| channel == Channel::Rotation && value.abs() >= 359.95;
    let angles = channel.axes().into_iter().zip(values);
    let beyond = angles.filter(|(_, value)| is_turned(value));
    let notes: Vec<String> = beyond
        .map(|(axis, value)| format!("{axis} {}", angle_text(value)))
        .collect();
    (!notes.is_empty()).then(|| notes.join(", "))
}

const fn unit_note(channel: Channel) -> &'static str {
    match channel {
        Channel::Rotation => "X, then Y, then Z",
        Channel::Translation => "from rest",
        Channel::Scale => "along the joint's axes",
        Channel::Shear => "symmetric",
    }
}

const fn reset_action(channel: Channel) -> Action {
    match channel {
        Channel::Rotation => Action::Pose(PoseAction::ResetRotation),
        Channel::Translation => Action::Pose(PoseAction::ResetTranslation),
        Channel::Scale => Action::Pose(PoseAction::ResetScale),
        Channel::Shear => Action::Pose(PoseAction::ResetShear),
    }
}
