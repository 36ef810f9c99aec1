//! What drives a joint: the joint whose angle it follows, what of it follows, and the curve.

use eframe::egui::{Button, Checkbox, ComboBox, Grid, Ui, Vec2};
use rig::{DrivenChannel, DrivenCombine, DrivenKey, DrivenTarget, DriverAngle, JointIndex};
use scene::names::{joint_name, morph_name};
use session::commands::actions::{Action, PosingAction};
use session::commands::command::{Input, Intent, Sink};
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::state::posing::driven::{
    DrivenIntent, DrivenPart, has_angles, measure_of, morph_channel, next_key, part_of,
    target_words, with_key, without_key,
};
use session::state::posing::joint_limits::{LimitPart, limit_axes};
use session::text::number_text::Quantity;

use super::constraint::constraint;
use super::partner::pairs;
use crate::panels::fields::number_field::{DEGREES, NumberField};
use crate::panels::fields::refused::RefusedText;
use crate::panels::widgets::{tooltip, with_tooltip};
use crate::theme::ROW;

/// Change of an angle per point of a drag, degrees; of another number, in its unit.
const SPEED: [f64; 2] = [0.005, 0.5];
/// Decimals of numbers that are no angles.
const DECIMALS: usize = 3;
/// Width of a number.
const WIDTH: f32 = 64.0;
/// Numbers beyond are out of range.
const MOST: f32 = 1e5;

/// Draws the section, folded where nothing drives the joint.
pub(super) fn driven(ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
    let channels = view.document.driven.channels().iter().enumerate();
    // A morph target has no page of its own: what drives it stands on that of its driver.
    let page = |channel: &DrivenChannel| channel.target.joint().unwrap_or(channel.driver.joint);
    let own = channels.filter(|(_, channel)| page(channel) == joint);
    let own: Vec<(usize, &DrivenChannel)> = own.collect();
    let is_free = own.is_empty() && view.document.character.constraints.of(joint).is_none();
    // Two sections, as with limits.
    let id = if is_free { "free" } else { "driven" };
    let _header = super::part_of_id(ui, "Driven", id, !is_free, |ui| {
        constraint(ui, joint, view, sink);
        if view.session.switches.mute_drivers && !own.is_empty() {
            ui.horizontal_wrapped(|ui| {
                ui.weak("Muted: panes show nothing of it.");
                let unmute = Action::Posing(PosingAction::ToggleMuteDrivers);
                button(ui, unmute, "Unmute", view, sink);
            });
        }
        for (number, (place, channel)) in own.iter().enumerate() {
            let shown = ShownChannel {
                place: *place,
                channel,
                number: number + 1,
            };
            ui.push_id(("driven", place), |ui| shown.draw(ui, joint, view, sink));
            ui.add_space(4.0);
        }
        ui.horizontal_wrapped(|ui| {
            for (id, text) in [
                (PosingAction::DriveBySelected, "By selected joint"),
                (PosingAction::ToggleDrivers, "On or off"),
                (PosingAction::RemoveDrivers, "Remove drivers"),
            ] {
                button(ui, Action::Posing(id), text, view, sink);
            }
            add_morph(ui, joint, view, sink);
        });
    });
}

fn button(ui: &mut Ui, action: Action, text: &str, view: &View<'_>, sink: &mut Sink) {
    let Some(row) = info(action) else { return };
    let state = action_state(row, view);
    let response = ui.add_enabled(state.enabled, Button::new(text).small());
    let response = with_tooltip(response, &tooltip(row, view));
    if response.accessible_name(&state.text).clicked() {
        sink.run(action);
    }
}

/// Has a morph target follow the joint.
fn add_morph(ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
    let character = &view.document.character;
    let count = view.document.pose.morph_weights.len();
    if count == 0 {
        return;
    }
    let mut chosen = None;
    let list = ComboBox::from_id_salt("morph of joint").selected_text("Drive morph target");
    let shown = list.show_ui(ui, |ui| {
        for weight in 0..count {
            ui.selectable_value(&mut chosen, Some(weight), morph_name(character, weight));
        }
    });
    shown.response.accessible_name("Drive morph target");
    let pairs = pairs(ui, view);
    let skeleton = &character.rig.skeleton;
    let channel = chosen.and_then(|weight| morph_channel(skeleton, &pairs, joint, weight));
    if let Some(channel) = channel {
        sink.send(Intent::Driven(DrivenIntent::Add(channel)));
    }
}

/// A channel of the joint that is shown.
struct ShownChannel<'a> {
    /// Its place in the document's list.
    place: usize,
    channel: &'a DrivenChannel,
    /// Its number among those of the joint, from 1.
    number: usize,
}

impl ShownChannel<'_> {
    fn draw(&self, ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
        let grid = Grid::new("channel").num_columns(2);
        grid.spacing(Vec2::new(6.0, 4.0)).show(ui, |ui| {
            ui.label("Driver");
            self.driver(ui, joint, view, sink);
            ui.end_row();
            ui.label("Angle");
            self.angle(ui, view, sink);
            ui.end_row();
            ui.label("Drives");
            match self.channel.target.morph() {
                Some(now) => self.morph(ui, now, view, sink),
                None => self.target(ui, joint, sink),
            }
            ui.end_row();
        });
        self.switches(ui, sink);
        self.keys(ui, sink);
        ui.horizontal(|ui| {
            let add = ui.add(Button::new("Add key").small());
            let add = add.on_hover_text("Adds a key halfway between the last two, on the curve");
            if add.accessible_name(self.named("Add key")).clicked() {
                let end = self.channel.curve.keys().len();
                self.try_set(
                    with_key(self.channel, end, next_key(self.channel)),
                    false,
                    sink,
                );
            }
            let remove = ui.add(Button::new("Remove").small());
            let remove = remove.on_hover_text("This does not drive the joint any more");
            if remove
                .accessible_name(self.named("Remove driver"))
                .clicked()
            {
                sink.send(Intent::Driven(DrivenIntent::Remove(self.place)));
            }
        });
    }

    /// Whether it is on, and whether it takes the place of what is posed.
    fn switches(&self, ui: &mut Ui, sink: &mut Sink) {
        let mut is_on = !self.channel.muted;
        let check = Checkbox::new(&mut is_on, "On");
        let check = ui
            .add(check)
            .on_hover_text("Off, it is kept and drives nothing");
        if check.accessible_name(self.named("Driver on")).changed() {
            let channel = DrivenChannel {
                muted: !is_on,
                ..self.channel.clone()
            };
            self.set(channel, false, sink);
        }
        let mut replaces = self.channel.combine == DrivenCombine::Replaces;
        let check = Checkbox::new(&mut replaces, "In place of what is posed");
        let check = ui.add(check).on_hover_text(
            "On, nothing that is posed or keyed there counts; off, the value is added to it",
        );
        if check.changed() {
            let combine = match replaces {
                true => DrivenCombine::Replaces,
                false => DrivenCombine::Adds,
            };
            let channel = DrivenChannel {
                combine,
                ..self.channel.clone()
            };
            self.set(channel, false, sink);
        }
    }

    fn named(&self, what: &str) -> String {
        format!("{what} {}", self.number)
    }

    fn set(&self, channel: DrivenChannel, dragging: bool, sink: &mut Sink) {
        sink.send(Intent::Driven(DrivenIntent::Set {
            place: self.place,
            channel: Box::new(channel),
            dragging,
        }));
    }

    /// What is no curve changes nothing: the field shows what holds.
    fn try_set(&self, channel: Result<DrivenChannel, String>, dragging: bool, sink: &mut Sink) {
        if let Ok(channel) = channel {
            self.set(channel, dragging, sink);
        }
    }

    fn driver(&self, ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
        let skeleton = &view.document.character.rig.skeleton;
        let now = self.channel.driver.joint;
        let mut chosen = now;
        let list = ComboBox::from_id_salt("driver").selected_text(joint_name(skeleton, now));
        let shown = list.show_ui(ui, |ui| {
            for other in skeleton.joints().filter(|other| *other != joint) {
                ui.selectable_value(&mut chosen, other, joint_name(skeleton, other));
            }
        });
        shown.response.accessible_name(self.named("Driver"));
        if chosen != now {
            let part = self.part(ui, view).unwrap_or(LimitPart::Twist);
            let pairs = pairs(ui, view);
            let measure = measure_of(skeleton, &pairs, chosen, part);
            let channel = DrivenChannel {
                driver: DriverAngle {
                    joint: chosen,
                    measure,
                },
                ..self.channel.clone()
            };
            self.set(channel, false, sink);
        }
    }

    fn part(&self, ui: &Ui, view: &View<'_>) -> Option<LimitPart> {
        let skeleton = &view.document.character.rig.skeleton;
        let pairs = pairs(ui, view);
        part_of(skeleton, &pairs, &self.channel.driver)
    }

    fn angle(&self, ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
        let skeleton = &view.document.character.rig.skeleton;
        let pairs = pairs(ui, view);
        let driver = self.channel.driver;
        let axes = limit_axes(skeleton, &pairs, driver.joint);
        let now = part_of(skeleton, &pairs, &driver);
        let mut chosen = now;
        let text = now.map_or_else(|| "about its bone".to_owned(), |part| part.name(&axes));
        let list = ComboBox::from_id_salt("angle").selected_text(text);
        let shown = list.show_ui(ui, |ui| {
            for part in LimitPart::ALL {
                ui.selectable_value(&mut chosen, Some(part), part.name(&axes));
            }
        });
        shown
            .response
            .accessible_name(self.named("Angle of the driver"));
        if let Some(part) = chosen.filter(|_| chosen != now) {
            let measure = measure_of(skeleton, &pairs, driver.joint, part);
            let channel = DrivenChannel {
                driver: DriverAngle { measure, ..driver },
                ..self.channel.clone()
            };
            self.set(channel, false, sink);
        }
    }

    fn target(&self, ui: &mut Ui, joint: JointIndex, sink: &mut Sink) {
        let now = DrivenPart::find(&self.channel.target);
        let mut chosen = now;
        let list =
            ComboBox::from_id_salt("target").selected_text(target_words(&self.channel.target));
        let shown = list.show_ui(ui, |ui| {
            for part in DrivenPart::ALL {
                ui.selectable_value(&mut chosen, Some(part), part.name());
            }
        });
        shown.response.accessible_name(self.named("What is driven"));
        if let Some(part) = chosen.filter(|_| chosen != now) {
            let channel = DrivenChannel {
                target: part.of(joint),
                ..self.channel.clone()
            };
            self.set(channel, false, sink);
        }
    }

    fn morph(&self, ui: &mut Ui, now: usize, view: &View<'_>, sink: &mut Sink) {
        let character = &view.document.character;
        let mut chosen = now;
        let list = ComboBox::from_id_salt("target").selected_text(morph_name(character, now));
        let shown = list.show_ui(ui, |ui| {
            for weight in 0..view.document.pose.morph_weights.len() {
                ui.selectable_value(&mut chosen, weight, morph_name(character, weight));
            }
        });
        shown.response.accessible_name(self.named("What is driven"));
        if chosen != now {
            let channel = DrivenChannel {
                target: DrivenTarget::Morph(chosen),
                ..self.channel.clone()
            };
            self.set(channel, false, sink);
        }
    }

    fn keys(&self, ui: &mut Ui, sink: &mut Sink) {
        let keys = self.channel.curve.keys();
        let grid = Grid::new("keys").num_columns(4);
        grid.spacing(Vec2::new(6.0, 4.0)).show(ui, |ui| {
            for (at, key) in keys.iter().enumerate() {
                self.key(ui, at, *key, sink);
                if keys.len() > 1 {
                    let remove = ui.add(Button::new("×").small());
                    let name = format!("Remove key {} of driver {}", at + 1, self.number);
                    if remove.accessible_name(&name).clicked() {
                        self.try_set(without_key(self.channel, at), false, sink);
                    }
                }
                ui.end_row();
            }
        });
    }

    fn key(&self, ui: &mut Ui, at: usize, key: DrivenKey, sink: &mut Sink) {
        let angle = Number {
            name: format!("Angle of key {} of driver {}", at + 1, self.number),
            is_angle: true,
        };
        let value = Number {
            name: format!("Value of key {} of driver {}", at + 1, self.number),
            is_angle: has_angles(&self.channel.target),
        };
        if let Some((angle, dragging)) = angle.draw(ui, key.angle, sink) {
            let key = DrivenKey { angle, ..key };
            let channel = with_key(self.channel, at, key);
            // Past another key, a drag would go on with that one.
            let stays = |channel: &DrivenChannel| channel.curve.keys().get(at) == Some(&key);
            if !dragging || channel.as_ref().is_ok_and(stays) {
                self.try_set(channel, dragging, sink);
            }
        }
        ui.label("to");
        if let Some((value, dragging)) = value.draw(ui, key.value, sink) {
            let key = DrivenKey { value, ..key };
            self.try_set(with_key(self.channel, at, key), dragging, sink);
        }
    }
}

/// A number of a key.
struct Number {
    name: String,
    /// Whether it is kept in radians and shown in degrees.
    is_angle: bool,
}

impl Number {
    /// Its new value, and whether a drag goes on; none where it stays.
    fn draw(&self, ui: &mut Ui, now: f32, sink: &mut Sink) -> Option<(f32, bool)> {
        let mut shown = if self.is_angle { now.to_degrees() } else { now };
        let refused = RefusedText::default();
        let (decimals, quantity, suffix) = match self.is_angle {
            true => (DEGREES, Quantity::Degrees, "°"),
            false => (DECIMALS, Quantity::Number, ""),
        };
        let drag = NumberField::new(&mut shown, decimals, |drag| {
            drag.speed(SPEED[usize::from(self.is_angle)])
                .suffix(suffix)
                .range(-MOST..=MOST)
                .update_while_editing(false)
                .min_size(Vec2::new(WIDTH, ROW))
        });
        let drag = drag.with_reader(|text| refused.read(text, quantity));
        let response = ui.add_sized([WIDTH, ROW], drag);
        refused.report(&self.name, ui, sink);
        let response = response.accessible_name(&self.name);
        if response.drag_stopped() {
            sink.send(Input::EndGesture);
        }
        let value = if self.is_angle {
            shown.to_radians()
        } else {
            shown
        };
        response.changed().then(|| (value, response.dragged()))
    }
}
