//! The mirror image of the brush on the posed surface.

use character::Character;
use glam::Vec3;
use mesh::PointIndex;
use rig::JointIndex;

use super::Under;
use super::paint_engine::{PaintEngine, view_of};
use super::posed::place_on;
use crate::files::settings::BrushSettings;
use crate::tools::brush_work::Sample;

/// As a share of the radius: brush and mirror image closer than this count as one.
const ONE: f32 = 0.02;

impl PaintEngine {
    /// The mirror image of the brush on the posed surface; none beside the surface, where a corner of the triangle has
    /// no partner, and while mirror images are not known.
    #[must_use]
    pub fn image_of(
        &self,
        (character, joint): (&Character, Option<JointIndex>),
        sample: &Sample,
        brush: &BrushSettings,
    ) -> Option<Under> {
        let posed = self.posed().filter(|posed| posed.pane == sample.pane)?;
        let hit = posed.ray(sample.camera.ray(sample.pixel, sample.viewport))?;
        let place = self.mesh_of(character, joint, self.hit_mesh(&hit))?;
        let mesh = self.meshes().get(place)?;
        let at = place_on(&hit, mesh)?;
        let symmetry = self.known_symmetry(place, brush.topology)?;
        let positions = posed.posed(place, mesh).positions;
        let corner = |point: PointIndex| positions.get(symmetry.partner(point)?.index()).copied();
        let [Some(a), Some(b), Some(c)] = at.corners.map(corner) else {
            return None;
        };
        let Vec3 { x, y, z } = at.barycentric;
        let position = a * x + b * y + c * z;
        let radius = self.under(sample, brush).radius;
        let is_distant = position.is_finite() && position.distance(hit.position) > ONE * radius;
        is_distant.then(|| Under {
            position,
            // Mirroring reverses the winding of triangles.
            normal: (c - a).cross(b - a).normalize_or(Vec3::Z),
            is_on_surface: true,
            radius,
            pixels: radius * view_of(sample).pixels_per_unit(position),
        })
    }
}
