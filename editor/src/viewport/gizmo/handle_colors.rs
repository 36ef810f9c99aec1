//! Colors of the gizmo's handles.

use eframe::egui::{Color32, Visuals};
use session::state::gizmo::tool::{Axis, GizmoPart};

use crate::theme::axis_color;

/// Axes have the colors of axes, and a plane that of the axis across it. A shear has that of the key that chooses it,
/// as its field has: XY is red, YZ green, ZX blue.
pub(super) fn color_of(part: GizmoPart) -> Color32 {
    match part {
        GizmoPart::Free => Color32::from_gray(236),
        GizmoPart::Axis(axis) | GizmoPart::Plane(axis) => color_of_axis(axis),
    }
}

/// The panes are of medium brightness in every theme; the dark theme's colors of axes suit them.
pub(super) fn color_of_axis(axis: Axis) -> Color32 {
    axis_color(axis.index(), &Visuals::dark())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shear_has_the_color_of_its_field_and_its_key() {
        for axis in Axis::ALL {
            let field = axis_color(axis.index(), &Visuals::dark());
            assert_eq!(color_of(GizmoPart::Axis(axis)), field);
        }
    }
}
