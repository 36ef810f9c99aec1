//! A vertex in text and bars: its place, the joints that move it, and their weights.

use character::Character;
use eframe::egui::{
    Align2, Color32, FontId, Rect, Role, Sense, TextWrapMode, Ui, Vec2, WidgetInfo, WidgetText,
};
use glam::Vec3;
use rig::{JointIndex, MapKind, Skeleton};
use scene::names::{count, decimal, joint_name, weight_text};
use scene::placed::placed_primitives;
use scene::vertex_facts::{INFLUENCE_LIMIT, MovedBy, VertexFacts, VertexPlace};
use scene::vertex_maps::number_at;
use scene::view::joint_colors::joint_color;
use session::features::view::View;

use super::weight_changes::{MOST_IN_SHORT, split_listed};

/// Most bars that are shown; the rest are counted.
const MOST_BARS: usize = 8;
/// Height of a row, and side of the square in the color of a joint, in points.
const BAR_HEIGHT: f32 = 18.0;
const SWATCH: f32 = 9.0;
/// Width of a weight with three decimals.
const NUMBER_WIDTH: f32 = 50.0;

/// Draws a vertex: its number, its position and its weights in this character, which may be another version than the
/// current one.
pub fn vertex(
    ui: &mut Ui,
    place: VertexPlace,
    position: Option<Vec3>,
    (character, view): (&Character, &View<'_>),
) {
    let Some(facts) = VertexFacts::of(character, place) else {
        return;
    };
    ui.spacing_mut().item_spacing.y = 3.0;
    let title = format!("Vertex {} of {}", count(place.vertex), facts.mesh_text());
    let title = eframe::egui::RichText::new(title).strong();
    ui.add(eframe::egui::Label::new(title).truncate());
    if let Some(position) = position {
        ui.weak(view.session.settings.units.lengths(position.to_array()));
    }
    let skeleton = &character.rig.skeleton;
    for kind in MapKind::ALL {
        let number = number_at(character, place, kind);
        if number.is_some_and(|number| number != kind.default_value()) {
            map_number(ui, kind, number);
        }
    }
    match &facts.moved_by {
        MovedBy::Nothing | MovedBy::Node(_) => draw_unbound(ui, &facts, skeleton),
        MovedBy::Joints(joints) => {
            summary(ui, joints);
            bars(ui, joints, MOST_BARS, skeleton);
        }
    }
}

/// Draws a vertex briefly, for weights mode: its largest weights.
pub fn vertex_in_short(
    ui: &mut Ui,
    place: VertexPlace,
    (character, view): (&Character, &View<'_>),
) {
    let Some(facts) = VertexFacts::of(character, place) else {
        return;
    };
    ui.spacing_mut().item_spacing.y = 2.0;
    let title = format!("Vertex {}", count(place.vertex));
    ui.label(eframe::egui::RichText::new(title).strong());
    if view.session.paints_mask() {
        mask(ui, place, view);
    } else if view.session.paints_numbers() {
        let kind = view.session.painted_map();
        map_number(ui, kind, number_at(character, place, kind));
    }
    match &facts.moved_by {
        MovedBy::Joints(joints) => {
            summary(ui, joints);
            bars(ui, joints, MOST_IN_SHORT, &character.rig.skeleton);
        }
        MovedBy::Nothing | MovedBy::Node(_) => draw_unbound(ui, &facts, &character.rig.skeleton),
    }
}

/// A number of a map, and its meaning.
fn map_number(ui: &mut Ui, kind: MapKind, number: Option<f32>) {
    let Some(number) = number else { return };
    let (none, all) = match kind {
        MapKind::Blend => ("linear", "dual quaternion"),
        MapKind::Bulge => ("not drawn back", "drawn back"),
    };
    let text = match number {
        0.0 => none.to_owned(),
        1.0 => all.to_owned(),
        between => format!("{} % {all}", decimal(100.0 * between, 0)),
    };
    let name = map_title(kind);
    ui.label(format!("{name} {}: {text}", decimal(number, 3)));
}

/// The first word of a map's name.
pub const fn map_title(kind: MapKind) -> &'static str {
    match kind {
        MapKind::Blend => "Blend",
        MapKind::Bulge => "Bulge",
    }
}

/// The value of the active layer's mask.
fn mask(ui: &mut Ui, place: VertexPlace, view: &View<'_>) {
    let placed = placed_primitives(&view.document.character).nth(place.primitive);
    let layer = view.document.layers.active_layer();
    let Some((placed, layer)) = placed.zip(layer) else {
        return;
    };
    let mask = layer.mask((placed.instance.mesh, placed.primitive_index));
    // Without a mask a layer applies in full.
    let number = mask.map_or(1.0, |mask| mask.value(place.vertex));
    ui.label(format!("Mask {}", decimal(number, 3)));
}

/// The change of a map, or of a mask, by a stroke at the pointer.
pub fn number_change(ui: &mut Ui, what: &str, change: Option<(f32, f32)>) {
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.weak("this stroke");
    match change {
        Some((before, now)) if before != now => {
            let [before, now] = [before, now].map(|number| decimal(number, 3));
            ui.label(format!("{what} {now}, was {before}"));
        }
        _ => {
            ui.weak("changes nothing here");
        }
    }
}

/// The changes of weight by a stroke, joint by joint.
pub fn donors(ui: &mut Ui, donors: &[(JointIndex, f32)], view: &View<'_>) {
    let skeleton = &view.document.character.rig.skeleton;
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.weak("this stroke");
    if donors.is_empty() {
        ui.weak("changes nothing here");
    }
    let (listed, others) = split_listed(donors);
    for &(joint, change) in listed {
        let name = joint_name(skeleton, joint);
        let color = joint_color(skeleton, joint);
        bar(ui, &name, change.abs(), &signed_text(change), Some(color));
    }
    if let Some(change) = others {
        bar(ui, "others", change.abs(), &signed_text(change), None);
    }
}

fn signed_text(change: f32) -> String {
    let sign = if change < 0.0 { "\u{2212}" } else { "+" };
    format!("{sign}{}", decimal(change.abs(), 3))
}

fn draw_unbound(ui: &mut Ui, facts: &VertexFacts, skeleton: &Skeleton) {
    if let MovedBy::Node(node) = &facts.moved_by {
        let name = joint_name(skeleton, *node);
        ui.label(format!("No skin: it follows {name}"));
    } else {
        ui.colored_label(ui.visuals().warn_fg_color, "Unbound: no joint moves it");
    }
}

/// One line with the number of influences and the sum of their weights.
fn summary(ui: &mut Ui, joints: &[(JointIndex, f32)]) {
    let sum: f32 = joints.iter().map(|(_, weight)| weight).sum();
    let n = joints.len();
    let noun = if n == 1 { "influence" } else { "influences" };
    if n > INFLUENCE_LIMIT {
        let cut: f32 = joints
            .iter()
            .skip(INFLUENCE_LIMIT)
            .map(|(_, weight)| weight)
            .sum();
        let text = format!(
            "{n} {noun}: engines that keep {INFLUENCE_LIMIT} cut {} %",
            decimal(100.0 * cut, 1)
        );
        ui.colored_label(ui.visuals().warn_fg_color, text);
    } else {
        ui.weak(format!(
            "{n} {noun} of {INFLUENCE_LIMIT}, sum {}",
            decimal(sum, 3)
        ));
    }
}

fn bars(ui: &mut Ui, joints: &[(JointIndex, f32)], most: usize, skeleton: &Skeleton) {
    for &(joint, weight) in joints.iter().take(most) {
        let number = weight_text(weight, 3);
        let name = joint_name(skeleton, joint);
        bar(
            ui,
            &name,
            weight,
            &number,
            Some(joint_color(skeleton, joint)),
        );
    }
    if joints.len() > most {
        ui.weak(format!("… and {} more", joints.len() - most));
    }
}

/// Swatch, name, bar and number in a row, in the joint's color; in gray for several joints together.
fn bar(ui: &mut Ui, name: &str, weight: f32, number: &str, color: Option<[u8; 3]>) {
    let size = Vec2::new(ui.available_width(), BAR_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let spoken = format!("{name} {number}");
    response.widget_info(|| WidgetInfo::labeled(Role::Meter, true, &spoken));
    let visuals = ui.visuals();
    let color = color.map_or(visuals.weak_text_color(), |[r, g, b]| {
        Color32::from_rgb(r, g, b)
    });
    let swatch = Rect::from_center_size(
        rect.left_center() + Vec2::new(0.5 * SWATCH, 0.0),
        Vec2::splat(SWATCH),
    );
    ui.painter().rect_filled(swatch, 2.0, color);
    let name_width = 0.46 * rect.width();
    let track = Rect::from_min_max(
        rect.min + Vec2::new(SWATCH + 6.0 + name_width, 5.0),
        rect.max - Vec2::new(NUMBER_WIDTH, 5.0),
    );
    ui.painter()
        .rect_filled(track, 2.0, visuals.widgets.inactive.bg_fill);
    let filled = track.with_max_x(track.left() + weight.clamp(0.0, 1.0) * track.width());
    ui.painter().rect_filled(filled, 2.0, color);
    let font = FontId::proportional(13.0);
    let galley = WidgetText::from(name).into_galley(
        ui,
        Some(TextWrapMode::Truncate),
        name_width - 6.0,
        font.clone(),
    );
    let at = rect.left_center() + Vec2::new(SWATCH + 6.0, -0.5 * galley.size().y);
    ui.painter().galley(at, galley, visuals.text_color());
    ui.painter().text(
        rect.right_center(),
        Align2::RIGHT_CENTER,
        number,
        font,
        visuals.text_color(),
    );
    response.on_hover_text(spoken);
}
