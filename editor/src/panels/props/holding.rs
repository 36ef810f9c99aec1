//! What a prop takes of the frame of what holds it, and what it is aimed at, at the shown time.

use eframe::egui::{ComboBox, Grid, Ui};
use session::commands::command::{Input, Intent, Sink};
use session::document::props::{Aim, Hold, HoldWay, Holder, Prop, moment_below};
use session::features::view::View;
use session::settings::Units;
use session::state::props::command::{AimAt, AimAxis, PropIntent};

use super::list::{holder_name, holders};
use super::place::{AXES, Dragged};
use crate::panels::fields::number_field::NumberField;

/// What a prop takes, and how lists call it.
const WAYS: [(HoldWay, &str); 4] = [
    (HoldWay::Parent, "goes along"),
    (HoldWay::Position, "copies position"),
    (HoldWay::Rotation, "copies rotation"),
    (HoldWay::PositionAndRotation, "copies both"),
];

/// How a prop is held, in one line.
pub(super) fn held_words(hold: &Hold, view: &View<'_>) -> String {
    let holder = holder_name(hold.holder, view);
    let way = match hold.way {
        HoldWay::Parent => String::new(),
        other => format!(", {}", way_name(other)),
    };
    let aim = hold.aim.map_or_else(String::new, |aim| {
        format!(", aimed at {}", target_name(aim.at, view))
    });
    format!("{holder}{way}{aim}")
}

fn way_name(way: HoldWay) -> &'static str {
    let found = WAYS.into_iter().find(|(own, _)| *own == way);
    found.map_or("", |(_, name)| name)
}

fn target_name(at: Holder, view: &View<'_>) -> String {
    match at {
        Holder::World => "a point".to_owned(),
        other => holder_name(other, view),
    }
}

/// How the prop is held and aimed at the shown time, to be changed from then on.
pub(super) fn holding(ui: &mut Ui, number: usize, prop: &Prop, view: &View<'_>, sink: &mut Sink) {
    let moment = view.session.playback.moment;
    let moment = moment.filter(|_| !view.session.switches.rest);
    let moment = moment.map(|moment| moment_below(&view.document.character, moment));
    let hold = prop.held_at(moment);
    ui.label(match moment {
        Some(_) => "From the shown time on",
        None => "Where no clip says otherwise",
    });
    ui.horizontal(|ui| {
        ui.label(holder_name(hold.holder, view));
        ui.add_enabled_ui(hold.holder != Holder::World, |ui| {
            way(ui, number, &hold, sink);
        });
    });
    ui.horizontal(|ui| {
        ui.label("Aimed at");
        target(ui, number, hold.aim, view, sink);
        if let Some(aim) = hold.aim {
            axis(ui, number, &aim, sink);
        }
    });
    if let Some(aim) = hold.aim {
        point(ui, number, &aim, view, sink);
    }
}

fn way(ui: &mut Ui, number: usize, hold: &Hold, sink: &mut Sink) {
    let combo = ComboBox::from_id_salt("way of holding")
        .selected_text(format!("prop {}", way_name(hold.way)))
        .width(150.0)
        .show_ui(ui, |ui| {
            for (way, name) in WAYS {
                let line = ui.selectable_label(way == hold.way, format!("prop {name}"));
                if line.clicked() && way != hold.way {
                    sink.send(Intent::Prop(PropIntent::Hold(number, hold.holder, way)));
                }
            }
        });
    combo
        .response
        .on_hover_text("Going along it swings about what holds it; copying it does not")
        .accessible_name("Way of holding");
}

fn target(ui: &mut Ui, number: usize, aim: Option<Aim>, view: &View<'_>, sink: &mut Sink) {
    let text = aim.map_or_else(|| "nothing".to_owned(), |aim| target_name(aim.at, view));
    let combo = ComboBox::from_id_salt("aim of the prop")
        .selected_text(text)
        .width(120.0)
        .show_ui(ui, |ui| {
            if ui.selectable_label(aim.is_none(), "nothing").clicked() && aim.is_some() {
                sink.send(Intent::Prop(PropIntent::Aim(number, None)));
            }
            for at in holders(number, view) {
                let is_chosen = aim.is_some_and(|aim| aim.at == at);
                let line = ui.selectable_label(is_chosen, target_name(at, view));
                if line.clicked() && !is_chosen {
                    let axis = aim.map_or_else(AimAxis::default, |aim| AimAxis::of(aim.axis));
                    let asked = AimAt { at, axis };
                    sink.send(Intent::Prop(PropIntent::Aim(number, Some(asked))));
                }
            }
        });
    combo
        .response
        .on_hover_text("The prop turns about its own origin toward that")
        .accessible_name("Aim of the prop");
}

fn axis(ui: &mut Ui, number: usize, aim: &Aim, sink: &mut Sink) {
    let shown = AimAxis::of(aim.axis);
    let combo = ComboBox::from_id_salt("axis of the aim")
        .selected_text(shown.name())
        .width(100.0)
        .show_ui(ui, |ui| {
            for axis in AimAxis::ALL {
                let line = ui.selectable_label(axis == shown, axis.name());
                if line.clicked() && axis != shown {
                    let asked = AimAt { at: aim.at, axis };
                    sink.send(Intent::Prop(PropIntent::Aim(number, Some(asked))));
                }
            }
        });
    combo
        .response
        .on_hover_text("What of the prop points there; with an axis it turns at once")
        .accessible_name("Axis of the aim");
}

/// The point that the prop is aimed at, in the frame of what that belongs to.
fn point(ui: &mut Ui, number: usize, aim: &Aim, view: &View<'_>, sink: &mut Sink) {
    let mut wanted = aim.point;
    let mut dragged = Dragged::default();
    let longest = wanted.abs().max_element();
    let (per_meter, sign) = view.session.settings.units.of_field(longest);
    let decimals = Units::field_decimals(sign);
    Grid::new("point of the aim").num_columns(4).show(ui, |ui| {
        ui.label(format!("Point ({sign})"));
        for (axis, meters) in AXES.iter().zip(wanted.as_mut()) {
            let mut number = *meters * per_meter;
            let field = NumberField::new(&mut number, decimals, |field| {
                field.speed(0.002 * per_meter).update_while_editing(false)
            });
            let field = ui.add(field.length(per_meter));
            if field.changed() {
                *meters = number / per_meter;
            }
            dragged.note(&field.accessible_name(format!("Point of the aim {axis}")));
        }
    });
    if wanted != aim.point {
        sink.send(Intent::Prop(PropIntent::AimPoint {
            prop: number,
            point: wanted,
            dragging: dragged.is_dragged,
        }));
    }
    if dragged.has_stopped {
        sink.send(Input::EndGesture);
    }
}
