//! Which handle is under the pointer.

use glam::Vec2;

use super::{Handle, Layout};
use crate::state::gizmo::tool::GizmoPart;

/// The largest distance of the pointer from a handle, in pixels.
pub const REACH: f32 = 7.0;

/// Tolerance of the inside test, in square pixels.
const ROUNDING: f32 = 1e-2;

/// The handle nearest to a pixel, within [`REACH`]; inside an area the distance is zero.
#[must_use]
pub fn hit(layout: &Layout, pointer: Vec2) -> Option<GizmoPart> {
    let mut nearest: Option<(f32, GizmoPart)> = None;
    for handle in layout.handles.iter().filter(|handle| handle.strength > 0.0) {
        let distance = distance(handle, pointer);
        if distance < REACH && nearest.is_none_or(|(least, _)| distance < least) {
            nearest = Some((distance, handle.part));
        }
    }
    nearest.map(|(_, part)| part)
}

fn distance(handle: &Handle, pointer: Vec2) -> f32 {
    if handle.areas.iter().any(|area| is_inside(area, pointer)) {
        return 0.0;
    }
    let drawn = handle.lines.iter().chain(&handle.areas);
    let pieces = drawn.flat_map(|line| line.iter().zip(line.iter().skip(1)));
    pieces
        .map(|(&from, &to)| distance_to_segment(pointer, from, to))
        .fold(f32::INFINITY, f32::min)
}

/// Whether a point lies on the same side of all edges of a convex area.
fn is_inside(area: &[Vec2], point: Vec2) -> bool {
    let ends = area.iter().cycle().skip(1);
    let sides = area.iter().zip(ends);
    let turns: Vec<f32> = sides
        .map(|(&from, &to)| (to - from).perp_dot(point - from))
        .collect();
    // Either way round: seen from behind, an area's corners run the other way.
    turns.iter().all(|&turn| turn >= -ROUNDING) || turns.iter().all(|&turn| turn <= ROUNDING)
}

fn distance_to_segment(point: Vec2, from: Vec2, to: Vec2) -> f32 {
    let along = to - from;
    // A segment without length is its end: nothing is divided by zero.
    let share = (point - from).dot(along) / along.length_squared().max(f32::MIN_POSITIVE);
    point.distance(from + along * share.clamp(0.0, 1.0))
}
