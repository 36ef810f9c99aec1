//! Which curve is which: their shades, names at their ends, and the name and number under the pointer.

use std::collections::BTreeMap;

use eframe::egui::{Color32, FontId, Painter, Pos2, Rect, Response, Ui, Vec2, Visuals};
use rig::{JointChannel, Target};
use session::state::timeline::curves::{Curve, Number};
use session::state::timeline::rows::{RowOf, row_name};

use super::curves::Scales;
use super::ruler::single;
use super::sheet::Sheet;
use crate::theme::axis_color;

/// How near the pointer must be to a curve, in points.
const REACH: f32 = 8.0;
/// Height of a name, and its distance from the edge.
const LINE: f32 = 13.0;
const GAP: f32 = 4.0;
/// How much of what is behind a name is hidden.
const BEHIND: f32 = 0.75;
/// How much curves fade while others are chosen or pointed at.
const FADED: f32 = 0.4;
/// Numbers that are written at the playhead, at most.
const MOST_AT_PLAYHEAD: usize = 6;

/// The curve under the pointer. It says its name and its number there.
pub(super) fn find_pointed(
    response: Response,
    sheet: &Sheet<'_>,
    found: &[Curve],
    scales: &Scales,
) -> Option<usize> {
    let number = curve_at(response.hover_pos()?, sheet, found, scales)?;
    let curve = found.get(number)?;
    let value = curve.at(single(sheet.axis.time_at(response.hover_pos()?.x)))?;
    let text = format!(
        "{}: {}",
        full_name(sheet, curve.number),
        curve.number.text(value)
    );
    response.on_hover_text_at_pointer(text);
    Some(number)
}

/// The curve at a place, within reach; of two as near one that is chosen.
pub(super) fn curve_at(
    at: Pos2,
    sheet: &Sheet<'_>,
    found: &[Curve],
    scales: &Scales,
) -> Option<usize> {
    let switches = &sheet.view.session.character.sheet.switches;
    let time = single(sheet.axis.time_at(at.x));
    let near = found.iter().enumerate().filter_map(|(number, curve)| {
        let value = curve.at(time)?;
        let away = (scales.y_of(number, value) - at.y).abs();
        (away <= REACH).then_some((switches.is_faded(curve.number), away, number))
    });
    let nearest = near.min_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
    nearest.map(|(_, _, number)| number)
}

/// The joint and the number of a curve.
pub(super) fn full_name(sheet: &Sheet<'_>, number: Number) -> String {
    let character = &sheet.view.document.character;
    match number.target {
        Target::Joint(joint, _) => {
            let joint = row_name(character, RowOf::Joint(joint));
            format!("{joint}, {}", number.name(character))
        }
        Target::Morph(_) => number.name(character),
    }
}

/// A color for each number of some tracks: that of its axis, lighter from channel to channel, darker from joint to joint.
pub(super) fn shades(visuals: &Visuals, targets: &[Target]) -> BTreeMap<Number, Color32> {
    let mut joints = Vec::new();
    let numbers = targets.iter().flat_map(|target| Number::all_of(*target));
    let mut shade = |number: Number| match number.target {
        Target::Joint(joint, channel) => {
            if joints.last() != Some(&joint) {
                joints.push(joint);
            }
            let lighter = match channel {
                JointChannel::Rotation | JointChannel::Angle(_) => 0.0,
                JointChannel::Translation => 0.3,
                JointChannel::Scale => 0.5,
                JointChannel::Shear => 0.7,
            };
            let darker = [0.0, 0.25, 0.45, 0.6];
            let darker = darker.get(joints.len() - 1).copied().unwrap_or(0.6);
            axis_color(number.shown_axis(), visuals)
                .lerp_to_gamma(visuals.strong_text_color(), lighter)
                .lerp_to_gamma(visuals.extreme_bg_color, darker)
        }
        Target::Morph(_) => visuals.text_color(),
    };
    numbers.map(|number| (number, shade(number))).collect()
}

/// The color of each curve, faded while others are chosen, or pointed at with none chosen.
pub(super) fn colors(
    ui: &Ui,
    sheet: &Sheet<'_>,
    found: &[Curve],
    shades: &BTreeMap<Number, Color32>,
    pointed: Option<usize>,
) -> Vec<Color32> {
    let switches = &sheet.view.session.character.sheet.switches;
    let usual = ui.visuals().text_color();
    let shades = found.iter().enumerate().map(|(place, curve)| {
        let color = shades.get(&curve.number).copied().unwrap_or(usual);
        let is_other = pointed.is_some_and(|pointed| pointed != place);
        let is_faded = if switches.chosen.is_empty() {
            is_other
        } else {
            switches.is_faded(curve.number) && pointed != Some(place)
        };
        if is_faded {
            color.gamma_multiply(FADED)
        } else {
            color
        }
    });
    shades.collect()
}

/// Writes names at the right ends of their curves, and numbers where the playhead crosses them. What would cover another text is
/// left out: chosen curves come first, and the list has all names.
pub(super) fn write(
    painter: &Painter,
    area: Rect,
    sheet: &Sheet<'_>,
    found: &[Curve],
    scales: &Scales,
    colors: &[Color32],
) {
    let end = single(sheet.axis.range().end());
    let switches = &sheet.view.session.character.sheet.switches;
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|place| {
        let curve = found.get(*place);
        curve.is_some_and(|curve| switches.is_faded(curve.number))
    });
    let mut owners: Vec<RowOf> = found.iter().map(|curve| owner(curve.number)).collect();
    owners.dedup();
    let character = &sheet.view.document.character;
    let mut taken: Vec<Rect> = Vec::new();
    for &place in &order {
        let (Some(curve), Some(color)) = (found.get(place), colors.get(place)) else {
            continue;
        };
        let Some(value) = curve.at(end) else { continue };
        let text = if owners.len() > 1 {
            full_name(sheet, curve.number)
        } else {
            curve.number.name(character)
        };
        let y = scales.y_of(place, value);
        let label = Label {
            text,
            color: *color,
            corner: Pos2::new(area.right() - GAP, y - LINE - 1.0),
            is_at_right: true,
        };
        label.write(painter, area, &mut taken);
    }
    let x = sheet.axis.x_of(f64::from(sheet.now));
    if !area.x_range().contains(x) {
        return;
    }
    for &place in order.iter().take(MOST_AT_PLAYHEAD) {
        let (Some(curve), Some(color)) = (found.get(place), colors.get(place)) else {
            continue;
        };
        let is_named = found.len() <= MOST_AT_PLAYHEAD || switches.chosen.contains(&curve.number);
        let Some(value) = curve.at(sheet.now).filter(|_| is_named) else {
            continue;
        };
        let label = Label {
            text: curve.number.text(value),
            color: *color,
            corner: Pos2::new(x + GAP, scales.y_of(place, value) - LINE - 1.0),
            is_at_right: false,
        };
        label.write(painter, area, &mut taken);
    }
}

const fn owner(number: Number) -> RowOf {
    match number.target {
        Target::Joint(joint, _) => RowOf::Joint(joint),
        Target::Morph(_) => RowOf::Morphs,
    }
}

/// A text over the curves.
struct Label {
    text: String,
    color: Color32,
    corner: Pos2,
    /// Whether it ends at its corner; else it begins there.
    is_at_right: bool,
}

impl Label {
    /// Writes it, unless it would leave the area or cover another one.
    fn write(self, painter: &Painter, area: Rect, taken: &mut Vec<Rect>) {
        let font = FontId::proportional(11.0);
        let galley = painter.layout_no_wrap(self.text, font, self.color);
        let left = if self.is_at_right {
            self.corner.x - galley.size().x
        } else {
            self.corner.x
        };
        let top = self.corner.y.max(area.top());
        let at = Pos2::new(left, top);
        let covered = Rect::from_min_size(at, galley.size()).expand2(Vec2::new(2.0, 0.0));
        let is_free = !taken.iter().any(|other| other.intersects(covered));
        if !is_free || self.corner.y < area.top() - LINE || covered.bottom() > area.bottom() {
            return;
        }
        let behind = painter.ctx().global_style().visuals.extreme_bg_color;
        painter.rect_filled(covered, 2.0, behind.gamma_multiply(BEHIND));
        painter.galley(at, galley, self.color);
        taken.push(covered);
    }
}
