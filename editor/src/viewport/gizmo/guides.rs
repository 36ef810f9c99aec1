//! Guides beside the gizmo while a tool is in progress: the line that a joint moves along, the angle that it has turned
//! by, and the line from the joint to the pointer.

use eframe::egui::{Color32, Mesh, Painter, Pos2, Shape, Stroke, Vec2};
use glam::{Quat, Vec3};
use session::features::view::View;
use session::state::gizmo::operation::Operation;
use session::state::gizmo::tool::{Axis, GizmoPart, Tool};
use session::state::gizmo::{CameraView, ChangeKind, GizmoChange, JointPlace, SIZE};

use super::handle_colors::color_of_axis;
use super::{MEANT, Tile, sight_of};

/// Half the length of a guide, in sizes of the gizmo.
const LONG: f32 = 40.0;
/// Corners of the rim of a sector.
const STEPS: u8 = 64;
/// Radius of a sector, in sizes of the gizmo.
const RADIUS: f32 = 0.92;

/// Draws the guides of an operation into a pane's picture.
pub(super) fn draw(painter: &Painter, tile: &Tile, operation: &Operation, view: &View<'_>) {
    let Some(place) = operation.place() else {
        return;
    };
    let scene = Scene {
        painter,
        corner: tile.picture.min,
        sight: sight_of(tile, view),
        place,
    };
    let axes = place.axes(operation.space);
    let along = |axis: Axis| axes * axis.unit();
    match (operation.tool, operation.part) {
        (Tool::Rotate, part) => scene.turn(part, operation),
        (Tool::Move | Tool::Scale, GizmoPart::Axis(axis)) => scene.guide(along(axis), axis),
        (Tool::Move | Tool::Scale, GizmoPart::Plane(across)) => {
            for axis in [across.next(), across.next().next()] {
                scene.guide(along(axis), axis);
            }
        }
        (Tool::Shear, GizmoPart::Axis(axis)) => {
            let diagonal = (along(axis) + along(axis.next())).normalize_or_zero();
            scene.guide(diagonal, axis);
        }
        _ => {}
    }
    if !operation.by_handle && operation.tool != Tool::Move && operation.tool != Tool::Shear {
        scene.lead(tile, operation);
    }
}

/// Triangles from one point to a line. As polygons, narrow ones would have feathered edges that run out of the picture.
fn fan(center: Pos2, rim: &[Pos2], fill: Color32) -> Shape {
    let mut mesh = Mesh::default();
    mesh.colored_vertex(center, fill);
    for (point, place) in rim.iter().zip(1_u32..) {
        mesh.colored_vertex(*point, fill);
        if place > 1 {
            mesh.add_triangle(0, place - 1, place);
        }
    }
    Shape::mesh(mesh)
}

struct Scene<'a> {
    painter: &'a Painter,
    corner: Pos2,
    sight: CameraView,
    place: &'a JointPlace,
}

impl Scene<'_> {
    fn at(&self, point: Vec3) -> Option<Pos2> {
        let pixel = self.sight.pixel(point)?;
        Some(self.corner + Vec2::new(pixel.x, pixel.y))
    }

    /// A long line through the joint's place before the move.
    fn guide(&self, direction: Vec3, axis: Axis) {
        let origin = self.place.origin;
        let Some(size) = self.sight.meters_per_pixel(origin) else {
            return;
        };
        let stroke = Stroke::new(1.5, color_of_axis(axis).gamma_multiply(0.8));
        for side in [1.0, -1.0] {
            // Halves that would reach behind the camera are shortened until they do not.
            let lengths = [1.0, 0.3, 0.1, 0.03].map(|share| share * LONG * SIZE * size * side);
            let mut ends = lengths
                .iter()
                .filter_map(|&length| self.at(origin + direction * length));
            if let Some((from, to)) = self.at(origin).zip(ends.next()) {
                self.painter.line_segment([from, to], stroke);
            }
        }
    }

    /// The sector of the circle that the joint has turned through.
    fn turn(&self, part: GizmoPart, operation: &Operation) {
        let Some(GizmoChange {
            space,
            what: ChangeKind::Turn(axis, angle),
        }) = operation.change
        else {
            return;
        };
        let origin = self.place.origin;
        let axis = self.place.axes(space) * axis;
        let (Some(size), Some(start)) = (
            self.sight.meters_per_pixel(origin),
            self.start(axis, operation),
        ) else {
            return;
        };
        // Without whole turns, by which the sector would cover itself.
        let shown = angle % std::f32::consts::TAU;
        let radius = RADIUS * SIZE * size;
        let rim = (0..=STEPS).filter_map(|step| {
            let turned = Quat::from_axis_angle(axis, shown * f32::from(step) / f32::from(STEPS));
            self.at(origin + turned * start * radius)
        });
        let rim: Vec<Pos2> = rim.collect();
        let Some(center) = self.at(origin) else {
            return;
        };
        let color = match part {
            GizmoPart::Free => Color32::from_gray(236),
            part => color_of_axis(part.first()),
        };
        let fill = color.gamma_multiply(0.22);
        self.painter.add(fan(center, &rim, fill));
        let stroke = Stroke::new(1.5, MEANT);
        for end in [rim.first(), rim.last()].into_iter().flatten() {
            self.painter.line_segment([center, *end], stroke);
        }
    }

    /// Where the pointer took hold of the circle, or else a default place on it.
    fn start(&self, axis: Vec3, operation: &Operation) -> Option<Vec3> {
        let origin = self.place.origin;
        let held = operation.began().and_then(|(sight, from)| {
            let ray = sight.ray(from);
            let sine = ray.direction.dot(axis);
            let distance = (origin - ray.origin).dot(axis) / sine;
            let point = ray.origin + ray.direction * distance - origin;
            // Below 12° to the ring the ray meets its plane far away, if at all.
            (sine.abs() > 0.2 && point.is_finite()).then_some(point)
        });
        let held = held.unwrap_or_else(|| axis.any_orthogonal_vector());
        (held - axis * held.dot(axis)).try_normalize()
    }

    /// The line from the joint to the pointer, for drags that are measured between the two.
    fn lead(&self, tile: &Tile, operation: &Operation) {
        let Some(last) = operation.last().filter(|last| last.pane == tile.pane) else {
            return;
        };
        if let Some(from) = self.at(self.place.origin) {
            let to = self.corner + Vec2::new(last.pixel.x, last.pixel.y);
            let stroke = Stroke::new(1.0, Color32::from_white_alpha(150));
            self.painter
                .extend(Shape::dashed_line(&[from, to], stroke, 6.0, 4.0));
        }
    }
}
