//! The options of the brush.

mod gradient;

use eframe::egui::{
    Button, Color32, ComboBox, Grid, Pos2, Rect, Sense, Shape, Slider, Stroke, Ui, Vec2,
};
use session::commands::actions::{Action, BrushAction, WeightJobAction};
use session::commands::command::Sink;
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::settings::{BrushReach, BrushShape, BrushTool, LARGEST_PRUNED, Sharing};
use session::state::painting::brush_work::shape_of;

use crate::panels::painting::brush_bar::{radius, send_brush, strength};
use crate::panels::painting::layer_choice::{layer_choice, map_row};
use crate::panels::widgets::{toggle_button, tooltip, tooltip_of};

/// Width from which the choice whom weight is taken from has its button beside it.
const BESIDE: f32 = 165.0;

/// Draws the options in the order of decisions: size and strength, falloff and distance, and which joints give the
/// weight.
pub fn brush_options(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let brush = &view.session.settings.brush;
    ui.horizontal(|ui| {
        ui.label("Paint");
        layer_choice(ui, 0.0, view, sink);
    });
    let numbered = view.session.paints_numbers();
    if numbered && !view.session.paints_mask() {
        map_row(ui, view, sink);
    }
    let sculpts = view.session.sculpts().is_some();
    if brush.tool == BrushTool::Gradient && !sculpts {
        return gradient::gradient_options(ui, view, sink);
    }
    ui.add_enabled_ui(brush.tool != BrushTool::Select || sculpts, |ui| {
        numbers(ui, view, sink);
        falloff(ui, view, sink);
        Grid::new("brush choices").num_columns(2).show(ui, |ui| {
            ui.label("Distance");
            reaches(ui, view, sink);
            ui.end_row();
            ui.label("Take from");
            of_joints(ui, numbered, |ui| sharing(ui, view, sink));
            ui.end_row();
            ui.label("Limit");
            of_joints(ui, numbered, |ui| limit(ui, view, sink));
            ui.end_row();
            ui.label("Prune below");
            of_joints(ui, numbered, |ui| threshold(ui, view, sink));
            ui.end_row();
        });
        for action in [
            Action::Brush(BrushAction::ToggleRadiusInPixels),
            Action::Brush(BrushAction::ToggleBrushThrough),
            Action::Brush(BrushAction::ToggleBrushBuildsUp),
            Action::Brush(BrushAction::ToggleBrushGroup),
            Action::Brush(BrushAction::ToggleBrushMirror),
            Action::Brush(BrushAction::ToggleBrushTopology),
            Action::Brush(BrushAction::ToggleBrushPreview),
            Action::Brush(BrushAction::ToggleBrushGhost),
        ] {
            switch(ui, action, view, sink);
        }
    });
    ui.horizontal_wrapped(|ui| {
        for action in [
            Action::WeightJob(WeightJobAction::FloodWeights),
            Action::WeightJob(WeightJobAction::SmoothWeights),
            Action::WeightJob(WeightJobAction::PruneWeights),
            Action::WeightJob(WeightJobAction::LimitWeights),
        ] {
            button(ui, action, view, sink);
        }
    });
}

/// Draws content that does not apply to maps: disabled there, with the reason.
fn of_joints(ui: &mut Ui, numbered: bool, content: impl FnOnce(&mut Ui)) {
    let shown = ui.add_enabled_ui(!numbered, content);
    if numbered {
        let why = "Not now: maps and masks have no joints; they are one number a vertex";
        shown.response.on_hover_text(why);
    }
}

fn numbers(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let brush = &view.session.settings.brush;
    let width = (ui.available_width() - 150.0).clamp(60.0, 160.0);
    ui.horizontal(|ui| {
        ui.label("Radius");
        radius(ui, width, view, sink);
    });
    ui.horizontal(|ui| strength(ui, width, view, sink));
    let (name, mut value, most) = match brush.tool {
        BrushTool::Replace => ("Value", brush.value, 1.0),
        BrushTool::Scale => ("Factor", brush.factor, 4.0),
        _ => return,
    };
    ui.horizontal(|ui| {
        ui.label(name);
        ui.spacing_mut().slider_width = width;
        let slider = Slider::new(&mut value, 0.0..=most).fixed_decimals(2);
        if ui
            .add(slider)
            .accessible_name(format!("Brush {}", name.to_lowercase()))
            .changed()
        {
            let is_value = brush.tool == BrushTool::Replace;
            send_brush(view, sink, |brush| {
                let slot = if is_value {
                    &mut brush.value
                } else {
                    &mut brush.factor
                };
                *slot = value;
            });
        }
    });
}

/// The falloff, drawn as a curve; the heights of a custom one can be dragged.
fn falloff(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let brush = &view.session.settings.brush;
    ui.horizontal(|ui| {
        ui.label("Falloff");
        let list = ComboBox::from_id_salt("falloff")
            .width(110.0)
            .selected_text(brush.shape.name());
        let list = list.show_ui(ui, |ui| {
            for shape in BrushShape::ALL {
                if ui
                    .selectable_label(brush.shape == shape, shape.name())
                    .clicked()
                {
                    sink.run(BrushAction::UseBrushShape(shape));
                }
            }
        });
        let tip = "Falloff from the center of the brush to its edge";
        list.response.on_hover_text(tip).accessible_name("Falloff");
    });
    let size = Vec2::new(ui.available_width().min(240.0), 56.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    draw_shape(ui, rect, view);
    if brush.shape == BrushShape::Curve {
        curve(ui, rect, view, sink);
    }
}

fn draw_shape(ui: &Ui, rect: Rect, view: &View<'_>) {
    let shape = shape_of(&view.session.settings.brush);
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, ui.visuals().extreme_bg_color);
    let inner = rect.shrink(5.0);
    let at = |share: f32| {
        Pos2::new(
            inner.left() + share * inner.width(),
            inner.bottom() - shape.at(share) * inner.height(),
        )
    };
    // 60 steps over at most 240 points: the line looks round.
    let line: Vec<Pos2> = (0..=60_u8).map(|step| at(f32::from(step) / 60.0)).collect();
    let accent = crate::theme::accent(ui.visuals());
    painter.add(Shape::line(line, Stroke::new(2.0, accent)));
}

fn curve(ui: &Ui, rect: Rect, view: &View<'_>, sink: &mut Sink) {
    // As in `draw_shape`, so that knobs stand on its line.
    let inner = rect.shrink(5.0);
    let heights = view.session.settings.brush.curve;
    for (place, height) in heights.into_iter().enumerate() {
        let share = [0.0, 0.25, 0.5, 0.75, 1.0]
            .get(place)
            .copied()
            .unwrap_or(1.0);
        let at = Pos2::new(
            inner.left() + share * inner.width(),
            inner.bottom() - height * inner.height(),
        );
        let knob = Rect::from_center_size(at, Vec2::splat(14.0));
        let response = ui.interact(knob, ui.scope_id().with(("curve", place)), Sense::drag());
        let response = response.on_hover_text("Drag up or down");
        let foreground = if response.hovered() || response.dragged() {
            ui.visuals().strong_text_color()
        } else {
            crate::theme::accent(ui.visuals())
        };
        ui.painter().circle(
            at,
            4.0,
            foreground,
            Stroke::new(1.0, Color32::from_black_alpha(120)),
        );
        if let Some(pointer) = response
            .interact_pointer_pos()
            .filter(|_| response.dragged())
        {
            let height = ((inner.bottom() - pointer.y) / inner.height()).clamp(0.0, 1.0);
            send_brush(view, sink, |brush| {
                if let Some(slot) = brush.curve.get_mut(place) {
                    *slot = height;
                }
            });
        }
    }
}

fn reaches(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 1.0;
        for reach in BrushReach::ALL {
            let is_on = view.session.settings.brush.reach == reach;
            let response = ui.selectable_label(is_on, reach.name());
            let response = response.on_hover_text(reach.tooltip());
            if response
                .accessible_name(format!("Distance: {}", reach.name()))
                .clicked()
            {
                sink.run(BrushAction::UseBrushReach(reach));
            }
        }
    });
}

fn sharing(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let choices = |ui: &mut Ui| sharing_choices(ui, view, sink);
    // Wrapped there, the button would reach into the row below.
    if ui.available_width() < BESIDE {
        ui.vertical(choices);
    } else {
        ui.horizontal_wrapped(choices);
    }
}

fn sharing_choices(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let brush = &view.session.settings.brush;
    let named = |sharing: Sharing| match sharing {
        Sharing::Picked if !brush.partner.is_empty() => brush.partner.clone(),
        other => other.name().to_owned(),
    };
    let list = ComboBox::from_id_salt("take from")
        .width(110.0)
        .selected_text(named(brush.sharing));
    let list = list.show_ui(ui, |ui| {
        for sharing in Sharing::ALL {
            let response = ui.selectable_label(brush.sharing == sharing, named(sharing));
            if response.on_hover_text(sharing.tooltip()).clicked() {
                sink.run(BrushAction::UseSharing(sharing));
            }
        }
    });
    let tip = brush.sharing.tooltip();
    list.response
        .on_hover_text(tip)
        .accessible_name("Take from");
    let button = toggle_button(ui, "Pick", view.session.picks_donor()).small();
    let pick = ui
        .add(button)
        .on_hover_text(tooltip_of(BrushAction::PickPartner, view));
    if pick.accessible_name("Pick joint to take from").clicked() {
        sink.run(BrushAction::PickPartner);
    }
}

fn limit(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let mut limit = view.session.settings.brush.limit;
    let slider = Slider::new(&mut limit, 0..=8).custom_formatter(|number, _| {
        if number < 1.0 {
            "none".to_owned()
        } else {
            format!("{number:.0}")
        }
    });
    ui.spacing_mut().slider_width = 80.0;
    let tip = "Most influences of a painted vertex; the smallest are dropped";
    let response = ui.add(slider).on_hover_text(tip);
    if response.accessible_name("Limit of joints").changed() {
        send_brush(view, sink, |brush| brush.limit = limit);
    }
}

fn threshold(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let mut prune = view.session.settings.brush.prune;
    let slider = Slider::new(&mut prune, 0.0..=LARGEST_PRUNED).fixed_decimals(3);
    ui.spacing_mut().slider_width = 80.0;
    let tip = "Prune weights takes away weights below this";
    let response = ui.add(slider).on_hover_text(tip);
    if response.accessible_name("Prune threshold").changed() {
        send_brush(view, sink, |brush| brush.prune = prune);
    }
}

fn switch(ui: &mut Ui, action: Action, view: &View<'_>, sink: &mut Sink) {
    let Some(row) = info(action) else { return };
    let state = action_state(row, view);
    let mut is_on = state.checked.unwrap_or_default();
    let response = ui
        .checkbox(&mut is_on, state.text)
        .on_hover_text(tooltip(row, view));
    if response.clicked() {
        sink.run(action);
    }
}

fn button(ui: &mut Ui, action: Action, view: &View<'_>, sink: &mut Sink) {
    let Some(row) = info(action) else { return };
    let state = action_state(row, view);
    let response = ui.add_enabled(state.enabled, Button::new(&*row.text));
    let tip = tooltip(row, view);
    if response
        .on_hover_text(&tip)
        .on_disabled_hover_text(&tip)
        .clicked()
    {
        sink.run(action);
    }
}
