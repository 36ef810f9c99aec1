//! Where a prop is in the frame of what holds it, and from when on something else does.

use eframe::egui::{Grid, Response, Ui};
use session::commands::command::{Input, Intent, Sink};
use session::document::props::{LEAST_SCALE, Prop, PropPlace, moment_below};
use session::features::view::View;
use session::settings::Units;
use session::state::props::command::PropIntent;

use super::holding::held_words;
use crate::panels::fields::number_field::{DEGREES, NumberField};

pub(super) const AXES: [&str; 3] = ["X", "Y", "Z"];

/// What fields say of being dragged.
#[derive(Default)]
pub(super) struct Dragged {
    pub(super) is_dragged: bool,
    pub(super) has_stopped: bool,
}

impl Dragged {
    pub(super) fn note(&mut self, response: &Response) {
        self.is_dragged |= response.dragged();
        self.has_stopped |= response.drag_stopped();
    }
}

/// The fields of a prop's place.
pub(super) fn place(ui: &mut Ui, number: usize, prop: &Prop, view: &View<'_>, sink: &mut Sink) {
    let mut wanted = prop.place;
    let mut dragged = Dragged::default();
    Grid::new("place of the prop")
        .num_columns(4)
        .show(ui, |ui| {
            translation(ui, &mut wanted, &mut dragged, view);
            ui.end_row();
            rotation(ui, &mut wanted, &mut dragged);
            ui.end_row();
            ui.label("Scale");
            let field = NumberField::new(&mut wanted.scale, 3, |field| {
                field
                    .range(LEAST_SCALE..=LEAST_SCALE.recip())
                    .speed(0.005)
                    .update_while_editing(false)
            });
            let field = ui.add(field).accessible_name("Scale of the prop");
            dragged.note(&field);
            ui.end_row();
        });
    if wanted != prop.place {
        sink.send(Intent::Prop(PropIntent::Place {
            prop: number,
            place: wanted,
            dragging: dragged.is_dragged,
        }));
    }
    if dragged.has_stopped {
        sink.send(Input::EndGesture);
    }
}

fn translation(ui: &mut Ui, wanted: &mut PropPlace, dragged: &mut Dragged, view: &View<'_>) {
    let longest = wanted.translation.abs().max_element();
    let (per_meter, sign) = view.session.settings.units.of_field(longest);
    let decimals = Units::field_decimals(sign);
    ui.label(format!("Place ({sign})"));
    for (axis, meters) in AXES.iter().zip(wanted.translation.as_mut()) {
        let mut number = *meters * per_meter;
        let field = NumberField::new(&mut number, decimals, |field| {
            field.speed(0.002 * per_meter).update_while_editing(false)
        });
        let field = ui.add(field.length(per_meter));
        if field.changed() {
            *meters = number / per_meter;
        }
        dragged.note(&field.accessible_name(format!("Place of the prop {axis}")));
    }
}

fn rotation(ui: &mut Ui, wanted: &mut PropPlace, dragged: &mut Dragged) {
    ui.label("Rotation (°)");
    for (axis, degrees) in AXES.iter().zip(wanted.angles.as_mut()) {
        let field = NumberField::new(degrees, DEGREES, |field| {
            field.speed(0.5).update_while_editing(false)
        });
        let field = ui.add(field);
        dragged.note(&field.accessible_name(format!("Rotation of the prop {axis}")));
    }
}

/// From when on something else holds the prop in the shown clip.
pub(super) fn switches(ui: &mut Ui, number: usize, prop: &Prop, view: &View<'_>, sink: &mut Sink) {
    let Some(shown) = view.session.playback.moment else {
        return;
    };
    let moment = moment_below(&view.document.character, shown);
    let unit = view.session.character.sheet.unit();
    let mut switches = prop.switches_in(moment.clip).peekable();
    if switches.peek().is_none() {
        ui.weak("In this clip the same holds it all along. The buttons below change that from the shown time on.");
        return;
    }
    ui.label("In this clip");
    for switch in switches {
        ui.horizontal(|ui| {
            let when = unit.moment(switch.time);
            let holder = held_words(&switch.hold, view);
            let line = ui.selectable_label(false, format!("from {when}: {holder}"));
            if line.on_hover_text("Goes to that time").clicked() {
                sink.send(Intent::Seek(switch.time));
            }
            let remove = ui.button("Remove");
            if remove
                .accessible_name(format!("Remove hold from {when}"))
                .clicked()
            {
                sink.send(Intent::Prop(PropIntent::RemoveSwitch {
                    prop: number,
                    clip: switch.clip,
                    time: switch.time,
                }));
            }
        });
    }
}
