//! Sliders of morph targets, and of the expressions of an avatar.

use character::{Expression, ExpressionOverride};
use eframe::egui::{CollapsingHeader, Response, SliderClamping, Ui};
use scene::names::{decimal, morph_name};
use session::commands::command::{Input, Intent, Sink};
use session::features::view::View;
use session::state::posing::command::PoseIntent;
use session::text::number_text::Quantity;

use crate::panels::fields::number_field::steady_slider;
use crate::panels::fields::refused::RefusedText;

/// Most sliders that are shown of each.
const MOST: usize = 64;
/// Lists of expressions up to this long are open from the beginning.
const FEW_EXPRESSIONS: usize = 24;
/// Lists of morph targets up to this long.
const FEW_TARGETS: usize = 8;

/// Draws a row for each expression that sets morph targets; nothing where there is none.
pub fn expression_fields(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let all = view.document.character.expressions.iter().enumerate();
    let shown: Vec<(usize, &Expression)> = all.filter(|(_, it)| !it.shares.is_empty()).collect();
    if shown.is_empty() {
        return;
    }
    let title = format!("Expressions ({})", shown.len());
    let header = CollapsingHeader::new(title).default_open(shown.len() <= FEW_EXPRESSIONS);
    header.show(ui, |ui| {
        for &(place, expression) in shown.iter().take(MOST) {
            let value = expression.value(&view.shown.posed.morph_weights);
            let set = |value, dragging| PoseIntent::SetExpression {
                expression: place,
                value,
                dragging,
            };
            let tip = tip(expression);
            if expression.is_binary {
                let mut is_on = expression.snapped(value) > 0.0;
                let row = ui.checkbox(&mut is_on, &expression.name).on_hover_text(tip);
                if row.changed() {
                    sink.send(Intent::Pose(set(f32::from(u8::from(is_on)), false)));
                }
            } else {
                let row = weight_slider(ui, &expression.name, value, sink, set);
                row.on_hover_text(tip);
            }
        }
        more(ui, shown.len());
    });
}

/// What a row of an expression tells beside its name.
fn tip(expression: &Expression) -> String {
    let count = expression.shares.len();
    let mut lines = vec![match count {
        1 => "How much of this expression is shown; it sets 1 morph target".to_owned(),
        _ => format!("How much of this expression is shown; it sets {count} morph targets"),
    }];
    let overrides = expression.overrides;
    let held = [
        (overrides.blink, "blinking"),
        (overrides.look_at, "where the eyes look"),
        (overrides.mouth, "the mouth"),
    ];
    for (kind, what) in held {
        match kind {
            ExpressionOverride::None => {}
            ExpressionOverride::Block => {
                lines.push(format!(
                    "In avatar programs it stops {what} while it is shown"
                ));
            }
            ExpressionOverride::Blend => {
                lines.push(format!(
                    "In avatar programs it holds {what} back by as much"
                ));
            }
        }
    }
    if expression.n_materials > 0 {
        lines.push("It changes materials too, which is not shown here".to_owned());
    }
    lines.join("\n")
}

/// Draws a slider for each morph target.
pub fn morph_fields(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let weights = &view.shown.posed.morph_weights;
    let title = format!("Morph targets ({})", weights.len());
    let header = CollapsingHeader::new(title).default_open(weights.len() <= FEW_TARGETS);
    let driven = view.document.driven.driven_morphs();
    header.show(ui, |ui| {
        for (weight, &value) in weights.iter().enumerate().take(MOST) {
            let name = morph_name(&view.document.character, weight);
            if driven.contains(&weight) {
                let seen = view.shown.pose.morph_weights.get(weight).copied();
                let text = format!("{name}: {}", decimal(seen.unwrap_or(value), 3));
                let tip = "It follows a pose or an angle of a joint: see Corrective shapes, and Driven of that joint";
                ui.weak(text).on_hover_text(tip);
                continue;
            }
            let set = |value, dragging| PoseIntent::SetMorph {
                weight,
                value,
                dragging,
            };
            let row = weight_slider(ui, &name, value, sink, set);
            row.on_hover_text("How much of this morph target is added");
        }
        more(ui, weights.len());
    });
}

fn more(ui: &mut Ui, count: usize) {
    if count > MOST {
        ui.weak(format!("… and {} more", count - MOST));
    }
}

/// Width of the number of a slider, in points.
const NUMBER_WIDTH: f32 = 60.0;

/// A slider from nothing to all, with its name behind it.
fn weight_slider(
    ui: &mut Ui,
    name: &str,
    value: f32,
    sink: &mut Sink,
    set: impl Fn(f32, bool) -> PoseIntent,
) -> Response {
    let mut edited = value;
    let refused = RefusedText::default();
    let read = |text: &str| refused.read(text, Quantity::Number);
    let slider = steady_slider(&mut edited, 0.0..=1.0, 3, read)
        .clamping(SliderClamping::Never)
        .text(name);
    // Wide enough for a sign: names stand below each other.
    let add = |ui: &mut Ui| {
        ui.spacing_mut().interact_size.x = NUMBER_WIDTH;
        ui.add(slider).accessible_name(name)
    };
    let response = ui.scope(add).inner;
    refused.report(name, ui, sink);
    if response.changed() {
        sink.send(Intent::Pose(set(edited, response.dragged())));
    }
    if response.drag_stopped() {
        sink.send(Input::EndGesture);
    }
    response
}
