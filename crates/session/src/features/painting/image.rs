//! The mirror image of the brush on the posed surface, and the plane that mirrors it.

use character::Character;
use glam::{Affine3A, Vec3};
use mesh::PointIndex;
use rig::{JointIndex, Skeleton};
use scene::view::bounds::Bounds;
use weights::Plane;

use super::paint_engine::{PaintEngine, view_of};
use super::posed::place_on;
use crate::features::painting::paint_engine::BrushPlace;
use crate::settings::BrushSettings;
use crate::state::painting::brush_work::Sample;

/// As a share of the radius: brush and mirror image closer than this count as one.
const ONE: f32 = 0.02;

/// The plane that mirrors a surface, and what carries it in a pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PosedMirrorPlane {
    /// The plane in the model at rest.
    pub plane: Plane,
    /// The joint of the skin that no other of its joints moves: in a pose the plane is where this one carries it.
    pub joint: JointIndex,
}

impl PosedMirrorPlane {
    /// The corners of a rectangle in the plane, in their order around it: as high and as wide as a box at rest, and carried by
    /// `W B⁻¹` of the joint, with `W` among `frames`, those of a pose in the model, and `B` its rest frame.
    ///
    /// None where `frames` lacks the joint or a corner is not finite.
    #[must_use]
    pub fn corners(
        &self,
        skeleton: &Skeleton,
        rest: &Bounds,
        frames: &[Affine3A],
    ) -> Option<[Vec3; 4]> {
        let posed = frames.get(self.joint.index())?;
        let rest_frame = skeleton.rest_model_from_joint(self.joint);
        let posed_from_rest = *posed * rest_frame.inverse().to_affine();
        let (normal, center) = (self.plane.normal, rest.center());
        let middle = center - normal * self.plane.height(center);
        let upright = (Vec3::Y - normal * normal.y).try_normalize();
        let up = upright.unwrap_or_else(|| normal.any_orthonormal_vector());
        let along = normal.cross(up);
        let half = 0.5 * rest.size();
        // How far a box reaches from its middle along an axis of any direction: the sum of its half sizes by the parts of the
        // axis.
        let [up, along] = [up, along].map(|axis| axis * axis.abs().dot(half));
        let around = [up + along, up - along, -up - along, along - up];
        let corners = around.map(|corner| posed_from_rest.transform_point3(middle + corner));
        let is_finite = corners.iter().all(|corner| corner.is_finite());
        is_finite.then_some(corners)
    }
}

impl PaintEngine {
    /// The plane that mirrors the surface under the brush; none beside a surface, and while mirror images are not known or there
    /// are none.
    #[must_use]
    pub fn mirror_plane(
        &self,
        (character, joint): (&Character, Option<JointIndex>),
        sample: &Sample,
        brush: &BrushSettings,
    ) -> Option<PosedMirrorPlane> {
        let posed = self
            .posed_meshes()
            .filter(|posed| posed.pane == sample.pane)?;
        let hit = posed.ray(sample.camera.ray(sample.pixel, sample.viewport))?;
        let place = self.mesh_of(character, joint, self.hit_mesh(&hit))?;
        let bind = character.rig.binds.get(self.meshes().get(place)?.skin)?;
        let symmetry = self.known_symmetry(place, brush.topology)?;
        let has_images = symmetry.point_count() > 0;
        let plane = has_images.then(|| symmetry.plane())?;
        Some(PosedMirrorPlane {
            plane: plane.in_model(&character.rig.skeleton, bind)?,
            // Parents have lower indices than children, so that no joint of the skin is above this one.
            joint: bind.joints().iter().copied().min()?,
        })
    }

    /// The mirror image of the brush on the posed surface; none beside the surface, where a corner of the triangle has
    /// no partner, and while mirror images are not known.
    #[must_use]
    pub fn image_of(
        &self,
        (character, joint): (&Character, Option<JointIndex>),
        sample: &Sample,
        brush: &BrushSettings,
    ) -> Option<BrushPlace> {
        let posed = self
            .posed_meshes()
            .filter(|posed| posed.pane == sample.pane)?;
        let hit = posed.ray(sample.camera.ray(sample.pixel, sample.viewport))?;
        let place = self.mesh_of(character, joint, self.hit_mesh(&hit))?;
        let mesh = self.meshes().get(place)?;
        let at = place_on(&hit, mesh)?;
        let symmetry = self.known_symmetry(place, brush.topology)?;
        let positions = posed.posed_mesh(place, mesh).positions;
        let corner = |point: PointIndex| positions.get(symmetry.partner(point)?.index()).copied();
        let [Some(a), Some(b), Some(c)] = at.corners.map(corner) else {
            return None;
        };
        let Vec3 { x, y, z } = at.barycentric;
        let position = a * x + b * y + c * z;
        let radius = self.under(sample, brush).radius;
        let is_distant = position.is_finite() && position.distance(hit.position) > ONE * radius;
        is_distant.then(|| BrushPlace {
            position,
            // Mirroring reverses the winding of triangles.
            normal: (c - a).cross(b - a).normalize_or(Vec3::Z),
            is_on_surface: true,
            radius,
            pixels: radius * view_of(sample).pixels_per_unit(position),
        })
    }
}
