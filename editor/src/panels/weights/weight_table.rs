//! The weights of selected vertices as a table: rows are vertices, columns are joints.
//!
//! `heads` and `rows` lay out the same columns, each by itself: widths must agree.

use eframe::egui::{
    Align2, Button, DragValue, FontId, Rect, RichText, ScrollArea, Sense, Ui, Vec2,
};
use rig::JointIndex;
use scene::names::{count, joint_name, weight_text};
use scene::vertex_facts::VertexPlace;
use scene::view::joint_colors::joint_color;
use session::commands::actions::{Action, WeightAction};
use session::commands::command::{Command, Intent, Sink};
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::features::weight_table::weight_rows::{WeightTable, list_rows};
use session::state::weight_table::command::WeightCommand;
use session::state::weight_table::weight_edits::RowRequest;
use session::text::number_text::{Quantity, evaluate};

use crate::panels::fields::number_field::NumberField;
use crate::panels::widgets::{toggle_button, tooltip, with_tooltip};

/// Weights that can be set by one click.
const QUICK: [f32; 7] = [0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0];
/// Height of a row, in points.
const ROW: f32 = 22.0;
/// Width of the column with the numbers of vertices.
const HEAD: f32 = 48.0;
/// Width of a joint's column.
const CELL: f32 = 62.0;
/// Gap between two numbers.
const GAP: f32 = 2.0;
/// Height from which the table is scrolled.
const MOST_HEIGHT: f32 = 260.0;

/// Draws the tools of the selection, and the table.
pub fn weight_table(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.spacing_mut().item_spacing = Vec2::new(4.0, 4.0);
    let select = [
        (
            Action::Weights(WeightAction::ToggleVertexTool),
            "Select vertices",
        ),
        (
            Action::Weights(WeightAction::SelectVerticesOfJoint),
            "Of joint",
        ),
        (Action::Weights(WeightAction::SelectNoVertices), "None"),
    ];
    let mask = [
        (Action::Weights(WeightAction::GrowMask), "Grow"),
        (Action::Weights(WeightAction::ShrinkMask), "Shrink"),
        (Action::Weights(WeightAction::SelectEdgeLoop), "Loop"),
        (
            Action::Weights(WeightAction::SelectConnectedVertices),
            "Part",
        ),
        (Action::Weights(WeightAction::InvertMask), "Invert"),
    ];
    let copy = [
        (Action::Weights(WeightAction::CopyVertexWeights), "Copy"),
        (Action::Weights(WeightAction::PasteVertexWeights), "Paste"),
    ];
    // Rows of their own, so that wrapping does not separate what belongs together.
    for buttons in [&select[..], &mask[..], &copy[..]] {
        ui.horizontal_wrapped(|ui| {
            for &(asked, text) in buttons {
                action(ui, asked, text, view, sink);
            }
        });
    }
    let table = list_rows(view);
    if table.rows.is_empty() {
        ui.weak(
            "No vertex is selected. Press Select vertices, then click the surface or draw a box.",
        );
        return;
    }
    if let Some(joint) = view.session.character.selection.active() {
        quick_values(ui, joint, &table, view, sink);
        amounts(ui, joint, &table, view, sink);
    }
    ScrollArea::horizontal()
        .id_salt("weight table")
        .show(ui, |ui| {
            heads(ui, &table, view);
            rows(ui, &table, view, sink);
        });
    if table.total > table.rows.len() {
        let text = format!(
            "{} of {} vertices are listed; all are changed",
            count(table.rows.len()),
            count(table.total)
        );
        ui.weak(text);
    }
}

/// A button for an action, with a short name.
fn action(ui: &mut Ui, action: Action, text: &str, view: &View<'_>, sink: &mut Sink) {
    let Some(row) = info(action) else { return };
    let state = action_state(row, view);
    let button = match state.checked {
        Some(is_on) => toggle_button(ui, text, is_on),
        None => Button::new(text).into(),
    };
    let response = ui.add_enabled(state.enabled, button);
    let response = with_tooltip(response, &tooltip(row, view));
    if response.accessible_name(&state.text).clicked() {
        sink.run(action);
    }
}

/// Buttons that set the active joint's weight of all vertices.
fn quick_values(
    ui: &mut Ui,
    joint: JointIndex,
    table: &WeightTable,
    view: &View<'_>,
    sink: &mut Sink,
) {
    let name = joint_name(&view.document.character.rig.skeleton, joint);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for value in QUICK {
            let text = format!("{value}");
            let response = ui.add(Button::new(&text).min_size(Vec2::new(32.0, 0.0)));
            let response =
                response.on_hover_text(format!("Gives {name} this weight at all of them"));
            if response.accessible_name(format!("Weight {text}")).clicked() {
                sink.send(change(table, RowRequest::Set(joint, value)));
            }
        }
    });
}

/// Buttons that add to, subtract from and multiply the weights of all vertices; sums and products have a number each.
fn amounts(ui: &mut Ui, joint: JointIndex, table: &WeightTable, _: &View<'_>, sink: &mut Sink) {
    ui.horizontal(|ui| {
        let amount = number(ui, "Amount", 0.1, 1.0, "How much is added or taken");
        let sums = [
            ("+", "Add to weights", RowRequest::Add(joint, amount)),
            (
                "\u{2212}",
                "Take from weights",
                RowRequest::Add(joint, -amount),
            ),
        ];
        for (sign, name, wanted) in sums {
            amount_button(ui, (sign, name), (change(table, wanted), sink));
        }
        ui.add_space(6.0);
        let factor = number(ui, "Factor", 1.1, 10.0, "How many times as much");
        let wanted = RowRequest::Scale(joint, factor);
        let names = ("×", "Multiply weights");
        amount_button(ui, names, (change(table, wanted), sink));
    });
}

/// A field for a number that is kept while the window exists; returns it.
fn number(ui: &mut Ui, name: &str, first: f32, most: f32, tip: &str) -> f32 {
    let memory = ui.scope_id().with(name);
    let mut number: f32 = ui.data(|data| data.get_temp(memory)).unwrap_or(first);
    let field = NumberField::new(&mut number, 3, |field| field.speed(0.01).range(0.0..=most));
    let response = ui.add(field).on_hover_text(tip);
    if response.accessible_name(name).changed() {
        ui.data_mut(|data| data.insert_temp(memory, number));
    }
    number
}

fn amount_button(ui: &mut Ui, (sign, name): (&str, &str), (command, sink): (Command, &mut Sink)) {
    let button = ui.add(Button::new(sign).min_size(Vec2::new(28.0, 0.0)));
    let tip = format!("{name} of the active joint at all selected vertices");
    if button.on_hover_text(tip).accessible_name(name).clicked() {
        sink.send(command);
    }
}

fn change(table: &WeightTable, wanted: RowRequest<'static>) -> Command {
    Command::Intent(Intent::Weights(WeightCommand::Change {
        places: table.changed.clone(),
        wanted,
        drag: None,
    }))
}

/// The names of the joints, that of the active one emphasized.
fn heads(ui: &mut Ui, table: &WeightTable, view: &View<'_>) {
    let skeleton = &view.document.character.rig.skeleton;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add_sized(
            [HEAD, ROW],
            eframe::egui::Label::new(RichText::new("vertex").weak()),
        );
        for &joint in &table.columns {
            let (rect, response) = ui.allocate_exact_size(Vec2::new(CELL, ROW), Sense::hover());
            let name = joint_name(skeleton, joint);
            let is_active = view.session.character.selection.active() == Some(joint);
            let color = if is_active {
                ui.visuals().strong_text_color()
            } else {
                ui.visuals().text_color()
            };
            let [r, g, b] = joint_color(skeleton, joint);
            let swatch = Rect::from_min_size(
                rect.left_bottom() + Vec2::new(2.0, -3.0),
                Vec2::new(CELL - 4.0, 2.0),
            );
            let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
            painter.rect_filled(swatch, 1.0, eframe::egui::Color32::from_rgb(r, g, b));
            let font = FontId::proportional(12.0);
            let fits = |text: &str| {
                let galley = painter.layout_no_wrap(text.to_owned(), font.clone(), color);
                galley.size().x <= CELL - 6.0
            };
            let short = short_head(&name, fits);
            painter.text(rect.center(), Align2::CENTER_CENTER, short, font, color);
            let is_locked = view.session.character.weights.is_locked(skeleton, joint);
            let locked = if is_locked { ", locked" } else { "" };
            response.on_hover_text(format!("{name}{locked}"));
        }
    });
}

/// The longest short form of a name that fits over a column; letters are left out in the middle, so that the side at
/// its end is readable.
fn short_head(name: &str, fits: impl Fn(&str) -> bool) -> String {
    if fits(name) {
        return name.to_owned();
    }
    let letters: Vec<char> = name.chars().collect();
    let shortened = |kept: usize| {
        let start = letters.iter().take(kept / 2);
        let end = letters.iter().skip(letters.len() - kept.div_ceil(2));
        start.chain(&['…']).chain(end).collect::<String>()
    };
    let mut lengths = (1..letters.len()).rev().map(shortened);
    lengths.find(|text| fits(text)).unwrap_or_default()
}

fn rows(ui: &mut Ui, table: &WeightTable, view: &View<'_>, sink: &mut Sink) {
    ui.spacing_mut().item_spacing = Vec2::ZERO;
    ScrollArea::vertical()
        .id_salt("rows of weights")
        .max_height(MOST_HEIGHT)
        .show_rows(ui, ROW, table.rows.len(), |ui, range| {
            for (place, weights) in table.rows.get(range).unwrap_or_default() {
                ui.horizontal(|ui| {
                    vertex_button(ui, *place, view, sink);
                    ui.spacing_mut().item_spacing.x = GAP;
                    for &joint in &table.columns {
                        let weight = weights.iter().find(|(other, _)| *other == joint);
                        let weight = weight.map_or(0.0, |&(_, weight)| weight);
                        cell(ui, (*place, joint, weight), view, sink);
                    }
                });
            }
        });
}

/// The number of a vertex; a click makes it the active one and frames it in the panes.
fn vertex_button(ui: &mut Ui, place: VertexPlace, view: &View<'_>, sink: &mut Sink) {
    let is_active = view.session.vertex_at_work() == Some(place);
    let mut text = RichText::new(count(place.vertex)).size(12.0);
    if is_active {
        text = text.strong();
        let row = Rect::from_min_size(ui.cursor().min, Vec2::new(HEAD - GAP, ROW));
        let fill = ui.visuals().selection.bg_fill;
        ui.painter().rect_filled(row, 3.0, fill);
    }
    let response = ui.add_sized([HEAD, ROW], Button::new(text).frame(false));
    let number = count(place.vertex);
    let (name, tip) = if is_active {
        let tip =
            "Copy takes the weights of this one. A click brings it to the middle of the panes";
        (format!("Frame vertex {number}, which is copied"), tip)
    } else {
        let tip =
            "A click makes it the one that is copied, and brings it to the middle of the panes";
        (format!("Frame vertex {number}"), tip)
    };
    let response = response.on_hover_text(tip);
    if response.accessible_name(name).clicked() {
        sink.send(Intent::FrameVertex(place));
    }
}

/// The number that was typed, if it is one.
fn parse_number(text: &str) -> Option<f64> {
    evaluate(text, Quantity::Number).ok()
}

/// A weight, to type or to drag.
fn cell(
    ui: &mut Ui,
    (place, joint, weight): (VertexPlace, JointIndex, f32),
    view: &View<'_>,
    sink: &mut Sink,
) {
    let skeleton = &view.document.character.rig.skeleton;
    let is_locked = view.session.character.weights.is_locked(skeleton, joint);
    let mut value = weight;
    let field = DragValue::new(&mut value)
        // A drag of 250 points goes from 0 to 1.
        .speed(0.004)
        .range(0.0..=1.0)
        .custom_formatter(|value, _| {
            #[expect(clippy::cast_possible_truncation, reason = "a weight, shown")]
            let weight = value as f32;
            if weight == 0.0 {
                "·".to_owned()
            } else {
                weight_text(weight, 3)
            }
        })
        .custom_parser(parse_number);
    let response = ui
        .add_enabled_ui(!is_locked, |ui| {
            ui.add_sized([CELL - GAP, ROW - GAP], field)
        })
        .inner;
    let name = format!(
        "Vertex {} {}",
        count(place.vertex),
        joint_name(skeleton, joint)
    );
    let drag = response.dragged().then(|| response.id.value());
    if response.accessible_name(name).changed() {
        sink.send(Intent::Weights(WeightCommand::Change {
            places: vec![place],
            wanted: RowRequest::Set(joint, value),
            drag,
        }));
    }
}
