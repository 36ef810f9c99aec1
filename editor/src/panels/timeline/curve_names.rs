//! Which curve is which: their shades, names at their ends, and the name and number under the pointer.

use eframe::egui::{Color32, FontId, Painter, Pos2, Rect, Response, Ui, Vec2};
use rig::{JointChannel, Target};
use session::state::timeline::curves::{Curve, Number};
use session::state::timeline::rows::{RowOf, row_name};

use super::curves::Scales;
use super::name_lines::{LINE, spread_lines};
use super::ruler::single;
use super::sheet::Sheet;
use crate::theme::axis_color;

/// How near the pointer must be to a curve, in points.
const REACH: f32 = 8.0;
/// Distance of a name from the edge.
const GAP: f32 = 4.0;
/// How much of what is behind a name is hidden.
const BEHIND: f32 = 0.75;
/// How much curves fade that the pointer is not on.
const FADED: f32 = 0.3;

/// The curve under the pointer. It says its name and its number there.
pub(super) fn find_pointed(
    response: Response,
    sheet: &Sheet<'_>,
    found: &[Curve],
    scales: &Scales,
) -> Option<usize> {
    let at = response.hover_pos()?;
    let time = single(sheet.axis.time_at(at.x));
    let near = found.iter().enumerate().filter_map(|(number, curve)| {
        let value = curve.at(time)?;
        let away = (scales.y_of(number, value) - at.y).abs();
        (away <= REACH).then_some((away, number, value))
    });
    let (_, number, value) = near.min_by(|one, other| one.0.total_cmp(&other.0))?;
    let curve = found.get(number)?;
    let text = format!(
        "{}: {}",
        name(sheet, curve.number),
        curve.number.text(value)
    );
    response.on_hover_text_at_pointer(text);
    Some(number)
}

/// The joint and the number of a curve.
fn name(sheet: &Sheet<'_>, number: Number) -> String {
    let character = &sheet.view.document.character;
    match number.target {
        Target::Joint(joint, _) => {
            let joint = row_name(character, RowOf::Joint(joint));
            format!("{joint}, {}", number.name(character))
        }
        Target::Morph(_) => number.name(character),
    }
}

/// A color for each curve: that of its axis, lighter from channel to channel, darker from joint to joint; all but the one
/// under the pointer are faded.
pub(super) fn colors(ui: &Ui, found: &[Curve], pointed: Option<usize>) -> Vec<Color32> {
    let visuals = ui.visuals();
    let mut joints = Vec::new();
    let shades = found.iter().enumerate().map(|(place, curve)| {
        let color = match curve.number.target {
            Target::Joint(joint, channel) => {
                if !joints.contains(&joint) {
                    joints.push(joint);
                }
                let rank = joints.iter().position(|other| *other == joint);
                let lighter = match channel {
                    JointChannel::Rotation => 0.0,
                    JointChannel::Translation => 0.3,
                    JointChannel::Scale => 0.5,
                    JointChannel::Shear => 0.7,
                };
                let darker = [0.0, 0.25, 0.45, 0.6];
                let darker = darker.get(rank.unwrap_or(0)).copied().unwrap_or(0.6);
                axis_color(curve.number.axis, visuals)
                    .lerp_to_gamma(visuals.strong_text_color(), lighter)
                    .lerp_to_gamma(visuals.extreme_bg_color, darker)
            }
            Target::Morph(_) => visuals.text_color(),
        };
        let is_faded = pointed.is_some_and(|pointed| pointed != place);
        if is_faded {
            color.gamma_multiply(FADED)
        } else {
            color
        }
    });
    shades.collect()
}

/// Writes each name over the end of its curve on what is in sight, one below the other where they would cover each other.
pub(super) fn write(
    painter: &Painter,
    area: Rect,
    sheet: &Sheet<'_>,
    found: &[Curve],
    scales: &Scales,
    colors: &[Color32],
) {
    let end = single(sheet.axis.range().end());
    let ends = found.iter().zip(colors).enumerate();
    let ends = ends.filter_map(|(place, (curve, color))| {
        let y = scales.y_of(place, curve.at(end)?);
        Some((y - LINE - 1.0, name(sheet, curve.number), *color))
    });
    let mut ends: Vec<(f32, String, Color32)> = ends.collect();
    ends.sort_by(|one, other| one.0.total_cmp(&other.0));
    let font = FontId::proportional(11.0);
    let behind = painter.ctx().global_style().visuals.extreme_bg_color;
    let mut tops: Vec<f32> = ends.iter().map(|(top, ..)| *top).collect();
    spread_lines(&mut tops, area.top()..=area.bottom() - LINE);
    let placed = tops.into_iter().zip(ends);
    for (top, (_, name, color)) in placed.filter(|(top, _)| *top >= area.top()) {
        let galley = painter.layout_no_wrap(name, font.clone(), color);
        let at = Pos2::new(area.right() - GAP - galley.size().x, top);
        let covered = Rect::from_min_size(at, galley.size()).expand2(Vec2::new(2.0, 0.0));
        painter.rect_filled(covered, 2.0, behind.gamma_multiply(BEHIND));
        painter.galley(at, galley, color);
    }
}
