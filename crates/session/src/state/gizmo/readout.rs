//! The present change as a short text.

use glam::Vec3;
use scene::names::plain;

use super::{Change, What};
use crate::settings::Units;
use crate::state::gizmo::tool::{Axis, Part};
use crate::text::angle_text::angle_text;

/// The change along one part, as `X 12.5°`, `X 400.0° (1 turn + 40.0°)`, `Y 0.12 m`, `×1.25`, `XY 0.30`.
#[must_use]
pub fn readout(change: &Change, part: Part, units: Units) -> String {
    match change.what {
        What::Move(by) if part == Part::Free => meters(by.length(), units),
        What::Move(by) => of_axes(part, by, |by| meters(by, units)),
        What::Turn(_, angle) => {
            let angle = angle_text(angle.to_degrees());
            match part {
                Part::Free => angle,
                part => format!("{} {angle}", part.first().name()),
            }
        }
        What::Scale(by) if part == Part::Free => factor(by.x),
        What::Scale(by) => of_axes(part, by, factor),
        What::Shear(by) => {
            let axis = part.first();
            let by = by.to_array().get(axis.index()).copied().unwrap_or(0.0);
            format!("{} {}", axis.shear_name(), plain(by, 2))
        }
    }
}

/// The change along all three axes, as `X 1.00  Y 2.00  Z 1.00`.
#[must_use]
pub fn readout_of_all(change: &Change, units: Units) -> String {
    let all = |by: Vec3, text: &dyn Fn(f32) -> String| of_axes(Part::Free, by, text);
    match change.what {
        What::Move(by) => all(by, &|by| meters(by, units)),
        What::Turn(_, angle) => angle_text(angle.to_degrees()),
        What::Scale(by) => all(by, &factor),
        What::Shear(by) => {
            let numbers = Axis::ALL.into_iter().zip(by.to_array());
            let shown = numbers.map(|(axis, by)| format!("{} {}", axis.shear_name(), plain(by, 2)));
            shown.collect::<Vec<String>>().join("  ")
        }
    }
}

fn of_axes(part: Part, by: Vec3, text: impl Fn(f32) -> String) -> String {
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
