//! From where the vertices of a problem are seen.

use std::collections::BTreeSet;
use std::sync::Arc;

use character::Character;
use glam::Vec3;
use rig::{Pose, ScaleInheritance};

use scene::combined_surface::CombinedSurface;
use scene::deform::deform;
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;
use scene::view::bounds::Bounds;
use scene::view::camera::Camera;
use scene::view::sight::better_direction;

/// Of the character's size, what is shown around the vertices.
const AROUND: f32 = 0.1;
/// Surfaces with fewer triangles are asked at once: a thread would cost a frame.
const SMALL: usize = 20_000;

/// What is to be seen, with all that is to be known of it, so that a thread can find out from where.
#[derive(Clone, Debug)]
pub struct ProblemSight {
    /// The character.
    pub character: Arc<Character>,
    /// What the scene shows of it.
    pub surface: Arc<CombinedSurface>,
    /// The pose that is shown.
    pub pose: Arc<Pose>,
    /// Whom scale reaches.
    pub scale_inheritance: Vec<ScaleInheritance>,
    /// How it is skinned.
    pub look: Look,
    /// The vertices.
    pub places: Vec<VertexPlace>,
    /// From where one looks now, and the shape of the pane.
    pub camera: (Camera, f32),
}

impl ProblemSight {
    /// Whether it is found so soon that nobody waits.
    #[must_use]
    pub fn is_small(&self) -> bool {
        self.surface.triangles().len() < SMALL
    }

    /// Whether it is about these vertices.
    #[must_use]
    pub fn is_of(&self, vertices: &BTreeSet<VertexPlace>) -> bool {
        let own: BTreeSet<VertexPlace> = self.places.iter().copied().collect();
        own == *vertices
    }

    /// A camera from which most of the vertices are seen, near enough to tell them apart; nothing where none of them is anywhere.
    ///
    /// Takes some tenths of a second for a hundred thousand triangles.
    #[must_use]
    pub fn found(&self) -> Option<Camera> {
        let character = &*self.character;
        let posed = deform(character, &self.pose, &self.scale_inheritance, self.look).ok()?;
        let all = posed.iter().flat_map(|primitive| &primitive.positions);
        let size = Bounds::from_points(all.copied()).radius();
        let found = |place: &VertexPlace| {
            let primitive = posed.get(place.primitive)?;
            let position = *primitive.positions.get(place.vertex)?;
            let normal = *primitive.normals.get(place.vertex)?;
            position.is_finite().then_some((position, normal))
        };
        let places: Vec<(Vec3, Vec3)> = self.places.iter().filter_map(found).collect();
        let around = AROUND * size;
        let corners = places.iter();
        let corners = corners.flat_map(|&(place, _)| [place - around, place + around]);
        let bounds = Bounds::from_points(corners);
        if bounds.is_empty() {
            return None;
        }
        let (mut camera, aspect) = self.camera;
        let to_eye = (camera.eye() - bounds.center()).normalize_or_zero();
        if let Some(direction) = better_direction(to_eye, (&places, size), (&self.surface, &posed))
        {
            camera = camera.seen_along(direction);
        }
        Some(camera.framed(&bounds, aspect))
    }
}
