//! Shapes of a tool's handles in a picture: lines and areas in pixels.

use std::f32::consts::TAU;

use glam::{Quat, Vec2, Vec3};

use super::ends::{ShearEnd, shear_ends};
use super::{CameraView, JointPlace};
use crate::state::gizmo::tool::{Axis, GizmoPart, Space, Tool};

/// Greatest length of an axis on the screen, in pixels, at any distance; [`CameraView::gizmo_size`] has it for a picture.
///
/// With heads and rings the gizmo is no wider than 90 pixels, so that it leaves the figure free.
pub const SIZE: f32 = 38.0;

/// The handles of a tool's gizmo in a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// The position of the joint.
    pub center: Vec2,
    /// The handles; of two that are equally near to a pointer, the first counts.
    pub handles: Vec<Handle>,
}

/// One handle of the gizmo.
#[derive(Clone, Debug, PartialEq)]
pub struct Handle {
    /// The part that it changes.
    pub part: GizmoPart,
    /// Lines that are drawn and can be hit.
    pub lines: Vec<Vec<Vec2>>,
    /// Lines on the far side, drawn faintly and not hit.
    pub behind: Vec<Vec<Vec2>>,
    /// Convex areas, drawn and hit.
    pub areas: Vec<Vec<Vec2>>,
    /// The position and text of its label, if it has one.
    pub name: Option<(Vec2, &'static str)>,
    /// Opacity, 0 … 1: an axis fades out as it turns towards the line of sight. At 0 it cannot be hit.
    pub strength: f32,
}

/// Lengths as shares of the gizmo's size.
const AXIS_FROM: f32 = 0.2;
const PLANE: [f32; 2] = [0.38, 0.66];
const RING: f32 = 0.92;
const VIEW_RING: f32 = 1.14;
const SHEAR: [f32; 2] = [0.2, 0.86];
/// Half lengths in pixels.
const HEAD: [f32; 2] = [6.5, 4.5];
const BOX: f32 = 4.5;
const DISC: f32 = 6.5;
/// From the tip of a shear's handle to the middle of its letters, in pixels.
const TO_NAME: f32 = 9.0;
const RING_STEPS: u8 = 96;

/// The gizmo of a tool at a joint; none without a tool, or behind the camera.
#[must_use]
pub fn layout(tool: Tool, place: &JointPlace, space: Space, sight: &CameraView) -> Option<Layout> {
    let pen = Pen {
        origin: place.origin,
        axes: place.axes(space),
        // As large in the picture at any distance.
        meters: sight.gizmo_size() * sight.meters_per_pixel(place.origin)?,
        center: sight.pixel(place.origin)?,
        sight,
    };
    let handles: Vec<Option<Handle>> = match tool {
        Tool::Select | Tool::Limb => return None,
        Tool::Move => [Some(pen.disc())]
            .into_iter()
            .chain(Axis::ALL.map(|axis| pen.plane(axis)))
            .chain(Axis::ALL.map(|axis| pen.arrow(axis)))
            .collect(),
        Tool::Rotate => Axis::ALL
            .map(|axis| pen.ring(axis))
            .into_iter()
            .chain([Some(pen.view_ring())])
            .collect(),
        Tool::Scale => [Some(pen.middle())]
            .into_iter()
            .chain(Axis::ALL.map(|axis| pen.plane(axis)))
            .chain(Axis::ALL.map(|axis| pen.rod(axis)))
            .collect(),
        Tool::Shear => {
            let ends = shear_ends(place, space, sight);
            let pairs = Axis::ALL.into_iter().zip(ends);
            pairs.map(|(axis, end)| pen.shear(axis, end)).collect()
        }
    };
    Some(Layout {
        center: pen.center,
        handles: handles.into_iter().flatten().collect(),
    })
}

struct Pen<'a> {
    origin: Vec3,
    axes: Quat,
    meters: f32,
    center: Vec2,
    sight: &'a CameraView,
}

impl Pen<'_> {
    /// The pixel of a point given along the gizmo's axes, as a share of its size.
    fn at(&self, point: Vec3) -> Option<Vec2> {
        self.sight
            .pixel(self.origin + self.axes * point * self.meters)
    }

    fn all(&self, points: impl IntoIterator<Item = Vec3>) -> Option<Vec<Vec2>> {
        points.into_iter().map(|point| self.at(point)).collect()
    }

    /// The length in the picture of a unit along an axis, relative to an axis seen from the side.
    fn projected_length(&self, direction: Vec3) -> Option<f32> {
        Some(self.at(direction)?.distance(self.center) / self.sight.gizmo_size())
    }

    /// From the joint to the viewer, along the gizmo's axes.
    fn to_viewer(&self) -> Vec3 {
        let line = self.sight.camera.eye() - self.origin;
        let line = line
            .try_normalize()
            .unwrap_or_else(|| -self.sight.forward());
        self.axes.conjugate() * line
    }

    fn arrow(&self, axis: Axis) -> Option<Handle> {
        let mut handle = self.stem(axis)?;
        let (tip, along) = self.tip(axis.unit())?;
        let [length, width] = HEAD;
        let across = along.perp() * width;
        let (base, point) = (tip - along * length, tip + along * length);
        handle.areas = vec![vec![base - across, point, base + across]];
        Some(handle)
    }

    fn rod(&self, axis: Axis) -> Option<Handle> {
        let mut handle = self.stem(axis)?;
        let (tip, along) = self.tip(axis.unit())?;
        handle.areas = vec![square(tip, along * BOX)];
        Some(handle)
    }

    fn stem(&self, axis: Axis) -> Option<Handle> {
        let direction = axis.unit();
        let line = self.all([direction * AXIS_FROM, direction])?;
        // Within some 7° of the line of sight an axis is not drawn; from 17° on it is opaque.
        let strength = strength(self.projected_length(direction)?, 0.12, 0.3);
        Some(Handle {
            lines: vec![line],
            strength,
            ..Handle::of(GizmoPart::Axis(axis))
        })
    }

    /// The end of an axis, and its direction in the picture.
    fn tip(&self, direction: Vec3) -> Option<(Vec2, Vec2)> {
        let tip = self.at(direction)?;
        Some((tip, (tip - self.center).try_normalize().unwrap_or(Vec2::X)))
    }

    /// The square between two axes.
    fn plane(&self, across: Axis) -> Option<Handle> {
        let [a, b] = [across.next().unit(), across.next().next().unit()];
        let [near, far] = PLANE;
        let corners = [(near, near), (far, near), (far, far), (near, far)];
        let area = self.all(corners.map(|(x, y)| a * x + b * y))?;
        let facing = self.to_viewer().dot(across.unit()).abs();
        Some(Handle {
            lines: vec![close_loop(&area)],
            areas: vec![area],
            strength: strength(facing, 0.1, 0.3),
            ..Handle::of(GizmoPart::Plane(across))
        })
    }

    fn ring(&self, axis: Axis) -> Option<Handle> {
        let [a, b] = [axis.next().unit(), axis.next().next().unit()];
        let to_viewer = self.to_viewer();
        // Within 6° of flat on all of it is in front: rounding alone would say which half is not.
        let is_flat_on = to_viewer.dot(axis.unit()).abs() > 0.995;
        let mut runs = Vec::new();
        let mut run: (bool, Vec<Vec2>) = (true, Vec::new());
        for step in 0..=RING_STEPS {
            let (sin, cos) = (f32::from(step) / f32::from(RING_STEPS) * TAU).sin_cos();
            let point = (a * cos + b * sin) * RING;
            let in_front = is_flat_on || point.dot(to_viewer) > -0.01;
            let pixel = self.at(point)?;
            run.1.push(pixel);
            // The pixel where the sides change ends one run and begins the next, so that there is no gap.
            if in_front != run.0 {
                runs.push(std::mem::replace(&mut run, (in_front, vec![pixel])));
            }
        }
        runs.push(run);
        runs.retain(|(_, pixels)| pixels.len() > 1);
        let (lines, behind): (Vec<_>, Vec<_>) =
            runs.into_iter().partition(|(in_front, _)| *in_front);
        let pixels = |runs: Vec<(bool, Vec<Vec2>)>| runs.into_iter().map(|run| run.1).collect();
        Some(Handle {
            lines: pixels(lines),
            behind: pixels(behind),
            ..Handle::of(GizmoPart::Axis(axis))
        })
    }

    fn view_ring(&self) -> Handle {
        Handle {
            lines: vec![circle(self.center, VIEW_RING * self.sight.gizmo_size())],
            ..Handle::of(GizmoPart::Free)
        }
    }

    fn disc(&self) -> Handle {
        let line = circle(self.center, DISC);
        Handle {
            areas: vec![line.iter().skip(1).copied().collect()],
            lines: vec![line],
            ..Handle::of(GizmoPart::Free)
        }
    }

    fn middle(&self) -> Handle {
        let area = square(self.center, Vec2::new(1.25 * BOX, 0.0));
        Handle {
            lines: vec![close_loop(&area)],
            areas: vec![area],
            ..Handle::of(GizmoPart::Free)
        }
    }

    /// On a diagonal between two axes: pulling it shears.
    fn shear(&self, first: Axis, end: ShearEnd) -> Option<Handle> {
        let [a, b] = end.sides(first);
        let (along, across) = ((a + b).normalize(), (a - b).normalize());
        let [from, to] = SHEAR;
        let stem = self.all([along * from, along * to])?;
        let corner = |x: f32, y: f32| along * (to + x) + across * y;
        let kite = [
            corner(0.15, 0.0),
            corner(0.0, 0.075),
            corner(-0.15, 0.0),
            corner(0.0, -0.075),
        ];
        // The square that the shear turns into a rhombus.
        let side = to * std::f32::consts::FRAC_1_SQRT_2;
        let square = self.all([a * side, (a + b) * side, b * side])?;
        let (tip, outwards) = self.tip(along * (to + 0.15))?;
        let kite = self.all(kite)?;
        Some(Handle {
            lines: vec![stem, close_loop(&kite)],
            behind: vec![square],
            areas: vec![kite],
            name: Some((tip + outwards * TO_NAME, first.shear_name())),
            strength: strength(self.projected_length(along)?, 0.15, 0.35),
            part: GizmoPart::Axis(first),
        })
    }
}

impl Handle {
    const fn of(part: GizmoPart) -> Self {
        Self {
            part,
            lines: Vec::new(),
            behind: Vec::new(),
            areas: Vec::new(),
            name: None,
            strength: 1.0,
        }
    }
}

/// 0 up to `none`, 1 from `full` on, linear between.
fn strength(value: f32, none: f32, full: f32) -> f32 {
    ((value - none) / (full - none)).clamp(0.0, 1.0)
}

fn close_loop(corners: &[Vec2]) -> Vec<Vec2> {
    corners.iter().chain(corners.first()).copied().collect()
}

/// A square around a center; `half` runs from there to the middle of a side.
fn square(center: Vec2, half: Vec2) -> Vec<Vec2> {
    let across = half.perp();
    vec![
        center + half + across,
        center + half - across,
        center - half - across,
        center - half + across,
    ]
}

fn circle(center: Vec2, radius: f32) -> Vec<Vec2> {
    let angles = (0..=RING_STEPS).map(|step| f32::from(step) / f32::from(RING_STEPS) * TAU);
    angles
        .map(|angle| center + Vec2::from_angle(angle) * radius)
        .collect()
}
