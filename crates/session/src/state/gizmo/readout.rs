//! The present change as a short text.

use glam::Vec3;
use scene::names::plain;

use super::{ChangeKind, GizmoChange};
use crate::settings::Units;
use crate::state::gizmo::tool::{Axis, GizmoPart};
use crate::text::angle_text::angle_text;

/// The change along one part, as `X 12.5°`, `X 400.0° (1 turn + 40.0°)`, `Y 0.12 m`, `×1.25`, `XY 0.30`.
#[must_use]
pub fn readout(change: &GizmoChange, part: GizmoPart, units: Units) -> String {
    match change.what {
        ChangeKind::Move(by) if part == GizmoPart::Free => meters(by.length(), units),
        ChangeKind::Move(by) => of_axes(part, by, |by| meters(by, units)),
        ChangeKind::Turn(_, angle) => {
            let angle = angle_text(angle.to_degrees());
            match part {
                GizmoPart::Free => angle,
                part => format!("{} {angle}", part.first().name()),
            }
        }
        ChangeKind::Scale(by) if part == GizmoPart::Free => factor(by.x),
        ChangeKind::Scale(by) => of_axes(part, by, factor),
        ChangeKind::Shear(by) => {
            let axis = part.first();
            let by = by.to_array().get(axis.index()).copied().unwrap_or(0.0);
            format!("{} {}", axis.shear_name(), plain(by, 2))
        }
    }
}

/// The change along all three axes, as `X 1.00  Y 2.00  Z 1.00`.
#[must_use]
pub fn readout_of_all(change: &GizmoChange, units: Units) -> String {
    let all = |by: Vec3, text: &dyn Fn(f32) -> String| of_axes(GizmoPart::Free, by, text);
    match change.what {
        ChangeKind::Move(by) => all(by, &|by| meters(by, units)),
        ChangeKind::Turn(_, angle) => angle_text(angle.to_degrees()),
        ChangeKind::Scale(by) => all(by, &factor),
        ChangeKind::Shear(by) => {
            let numbers = Axis::ALL.into_iter().zip(by.to_array());
            let shown = numbers.map(|(axis, by)| format!("{} {}", axis.shear_name(), plain(by, 2)));
            shown.collect::<Vec<String>>().join("  ")
        }
    }
}

fn of_axes(part: GizmoPart, by: Vec3, text: impl Fn(f32) -> String) -> String {
    let numbers = Axis::ALL.into_iter().zip(by.to_array()).zip(part.axes());
    let shown = numbers
        .filter(|(_, is_meant)| *is_meant)
        .map(|((axis, by), _)| format!("{} {}", axis.name(), text(by)));
    shown.collect::<Vec<String>>().join("  ")
}

/// A length in the user's unit, with a fixed number of decimals, so that the text does not jump.
fn meters(by: f32, units: Units) -> String {
    let (factor, sign) = units.per_meter().unwrap_or((1.0, "m"));
    let decimals = match sign {
        "m" => 3,
        _ => 2,
    };
    format!("{} {sign}", plain(by * factor, decimals))
}

fn factor(by: f32) -> String {
    format!("×{}", plain(by, 2))
}
