//! The bone map on a drawn person: a dot for each bone, in the color of how it was found.

use eframe::egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui, Vec2,
    WidgetInfo,
};
use retarget::{AnimalBone, MappedBy, MappedSlot, Slot};
use rig::HumanBone;
use session::commands::command::{Intent, Sink};
use session::state::motion_in::bring::slot_words;
use session::state::motion_in::chosen_maps::found_word;
use session::state::motion_in::dialog::MotionIntent;

use super::figure_shape::{Placing, is_small, line_start, paint_person, slot_place};
use super::joint_menu::{JointQuestion, joint_menu};
use super::map_side::{Pointed, SideView, found_color, is_guess};
use crate::theme::accent;

/// Radii of dots, and halves of the sides of the squares that take the pointer; small for fingers.
const DOT: f32 = 5.0;
const SMALL_DOT: f32 = 3.5;
const REACH: f32 = 9.0;
const SMALL_REACH: f32 = 6.5;

/// Draws the figure of one side; a click on a bone chooses it, and opens the joints to choose from.
pub(super) fn bone_figure(
    ui: &mut Ui,
    of: SideView<'_>,
    size: Vec2,
    pointed: &mut Pointed,
    sink: &mut Sink,
) {
    let (area, _) = ui.allocate_exact_size(size, Sense::hover());
    let painter = ui.painter().with_clip_rect(area);
    let back = ui.visuals().extreme_bg_color;
    painter.rect_filled(area, 4.0, back);
    let placing = Placing::within(area.shrink(4.0));
    let skin = back.lerp_to_gamma(ui.visuals().text_color(), 0.13);
    paint_person(&painter, placing, skin);
    name_sides(ui, &painter, placing);
    let slots = shown_slots(of);
    // Lines first, so that no dot is under them.
    for PlacedSlot { slot, at } in &slots {
        let from = line_start(slot).zip(of.mapped(slot));
        if let Some((from, mapped)) = from {
            let color = found_color(mapped.by, ui.visuals()).gamma_multiply(0.55);
            let ends = [from, *at].map(|at| placing.at(at));
            let width = if is_small(slot) { 1.5 } else { 2.5 };
            painter.line_segment(ends, Stroke::new(width, color));
        }
    }
    for placed in &slots {
        let (slot, at) = (&placed.slot, placing.at(placed.at));
        let response = dot(ui, of, slot, at);
        paint_dot_of(ui, &painter, of, slot, &response, pointed);
        let response = response.on_hover_ui(|ui| explain(ui, of, slot));
        if response.hovered() || response.has_focus() {
            pointed.now = Some(slot.clone());
        }
        if response.clicked() {
            pointed.choose(slot);
        }
        choose(&response, of, slot, sink);
    }
    caption(ui, &painter, area, of);
}

/// A slot with the place of its dot, in units of the drawing.
struct PlacedSlot {
    slot: Slot,
    at: Pos2,
}

/// The slots that are drawn, and where: all bones of a person, and the parts of an animal that are there.
fn shown_slots(of: SideView<'_>) -> Vec<PlacedSlot> {
    let bones = HumanBone::ALL.into_iter().map(Slot::Human);
    let parts = AnimalBone::ALL.into_iter().map(Slot::Animal);
    let parts = parts.filter(|slot| of.mapped(slot).is_some());
    let slots = bones.chain(parts);
    slots
        .filter_map(|slot| {
            let at = slot_place(&slot)?;
            Some(PlacedSlot { slot, at })
        })
        .collect()
}

/// Opens the joints to choose from over what was clicked, and sends what is chosen.
pub(super) fn choose(response: &Response, of: SideView<'_>, slot: &Slot, sink: &mut Sink) {
    let mapped = of.mapped(slot);
    let question = JointQuestion {
        name: &format!("{} of the {}", slot_words(slot), of.side.whose()),
        character: of.character,
        now: mapped.and_then(|mapped| mapped.joints.first().copied()),
        none: "– (no joint)",
    };
    if let Some(joint) = joint_menu(response, question) {
        sink.send(Intent::Motion(MotionIntent::Bone(
            of.side,
            slot.clone(),
            joint,
        )));
    }
}

/// The widget of a bone.
fn dot(ui: &Ui, of: SideView<'_>, slot: &Slot, at: Pos2) -> Response {
    let reach = if is_small(slot) { SMALL_REACH } else { REACH };
    let square = Rect::from_center_size(at, Vec2::splat(2.0 * reach));
    let id = ui.scope_id().with(("bone of the figure", of.side, slot));
    let response = ui.interact(square, id, Sense::click());
    let (words, whose) = (slot_words(slot), of.side.whose());
    let spoken = match of.mapped(slot) {
        Some(_) => {
            let (joints, found) = (of.joints(slot), of.found(slot));
            format!("Figure of the {whose}: {words} is {joints}, {found}")
        }
        None => format!("Figure of the {whose}: {words} is missing"),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &spoken));
    response
}

/// Draws the dot of a bone, with a ring around it where it is pointed at or chosen.
fn paint_dot_of(
    ui: &Ui,
    painter: &Painter,
    of: SideView<'_>,
    slot: &Slot,
    response: &Response,
    pointed: &Pointed,
) {
    let at = response.rect.center();
    let radius = if is_small(slot) { SMALL_DOT } else { DOT };
    paint_dot(ui, painter, at, radius, of.mapped(slot));
    let is_pointed = response.hovered() || pointed.last.as_ref() == Some(slot);
    let color = match is_pointed || response.has_focus() {
        true => ui.visuals().strong_text_color(),
        false if pointed.chosen.as_ref() == Some(slot) => accent(ui.visuals()),
        false => return,
    };
    painter.circle_stroke(at, radius + 3.0, Stroke::new(1.5, color));
}

/// The tooltip of a bone: its joints, and how they were found.
fn explain(ui: &mut Ui, of: SideView<'_>, slot: &Slot) {
    ui.strong(slot_words(slot));
    if of.mapped(slot).is_some() {
        ui.label(of.joints(slot));
    }
    ui.weak(of.found(slot));
    ui.weak("Click to choose a joint");
}

/// A filled dot of a shape of its own for each way to find a bone, and a ring for a missing one.
fn paint_dot(ui: &Ui, painter: &Painter, at: Pos2, radius: f32, mapped: Option<&MappedSlot>) {
    let visuals = ui.visuals();
    let Some(mapped) = mapped else {
        let ring = Stroke::new(1.2, visuals.weak_text_color());
        painter.circle(at, radius - 0.5, visuals.extreme_bg_color, ring);
        return;
    };
    paint_found(
        painter,
        at,
        radius,
        mapped.by,
        found_color(mapped.by, visuals),
    );
    if is_guess(mapped) && mapped.by != MappedBy::Shape {
        let color = found_color(MappedBy::Shape, visuals);
        painter.circle_stroke(at, radius + 1.0, Stroke::new(1.2, color));
    }
}

fn paint_found(painter: &Painter, at: Pos2, radius: f32, by: MappedBy, color: Color32) {
    match by {
        MappedBy::Name => {
            painter.circle_filled(at, radius, color);
        }
        MappedBy::Humanoid => {
            let square = Rect::from_center_size(at, Vec2::splat(1.75 * radius));
            painter.rect_filled(square, 1.0, color);
        }
        MappedBy::Shape => {
            let far = 1.25 * radius;
            let ways = [[far, 0.0], [0.0, far], [-far, 0.0], [0.0, -far]];
            let corners = ways.map(|way| at + Vec2::from(way)).to_vec();
            painter.add(Shape::convex_polygon(corners, color, Stroke::NONE));
        }
        MappedBy::Hand => {
            painter.circle_stroke(at, radius - 0.5, Stroke::new(1.8, color));
            painter.circle_filled(at, 0.5 * radius, color);
        }
    }
}

/// Left and right, on the palms.
fn name_sides(ui: &Ui, painter: &Painter, placing: Placing) {
    let color = ui.visuals().weak_text_color();
    for (x, name) in [(262.0, "L"), (38.0, "R")] {
        let at = placing.at(Pos2::new(x, 256.0));
        painter.text(
            at,
            Align2::CENTER_CENTER,
            name,
            FontId::proportional(11.0),
            color,
        );
    }
}

/// Whose figure it is, and how many bones it has.
fn caption(ui: &Ui, painter: &Painter, area: Rect, of: SideView<'_>) {
    let count = of.map.slots().count();
    let noun = if count == 1 { "bone" } else { "bones" };
    let color = ui.visuals().weak_text_color();
    let at = area.left_top() + Vec2::new(7.0, 5.0);
    let font = FontId::proportional(11.5);
    painter.text(at, Align2::LEFT_TOP, format!("{count} {noun}"), font, color);
}

/// What the colors and shapes mean.
pub(super) fn legend(ui: &mut Ui) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (by, tip) in [
            (MappedBy::Name, "By the joint's name"),
            (MappedBy::Humanoid, "By the humanoid map of the file"),
            (MappedBy::Shape, "By the shape of the skeleton: a guess"),
            (MappedBy::Hand, "Chosen by you"),
        ] {
            let (area, _) = ui.allocate_exact_size(Vec2::splat(12.0), Sense::hover());
            let color = found_color(by, ui.visuals());
            paint_found(ui.painter(), area.center(), 4.5, by, color);
            ui.weak(found_word(by)).on_hover_text(tip);
            ui.add_space(6.0);
        }
        let (area, _) = ui.allocate_exact_size(Vec2::splat(12.0), Sense::hover());
        paint_dot(ui, ui.painter(), area.center(), 4.5, None);
        ui.weak("missing");
    });
}
