//! Finding a camera from which the vertices of a problem are visible.

use std::collections::BTreeSet;
use std::sync::Arc;

use character::Character;
use scene::combined_surface::CombinedSurface;
use scene::deform::deform_posed;
use scene::posed_character::PosedCharacter;
use scene::vertex_facts::VertexPlace;
use scene::view::bounds::Bounds;
use scene::view::camera::Camera;
use scene::view::sight::{SeenPlace, better_direction};

/// What is shown around the vertices, as a share of the character's size: so near that vertices can be told apart.
pub const NEAR: f32 = 0.1;
/// The same where the limb is to be seen that the vertices belong to.
pub const LIMB: f32 = 0.35;
/// Surfaces with fewer triangles are searched at once: a thread would cost a frame.
const SMALL: usize = 20_000;

/// A search for a camera, with a snapshot of its input, so that a thread can run it.
#[derive(Clone, Debug)]
pub struct ProblemSight {
    /// The character shown, with the weights of the pane.
    pub character: Arc<Character>,
    /// The character of the document.
    pub current: Arc<Character>,
    /// The character's placed primitives as one surface.
    pub surface: Arc<CombinedSurface>,
    /// The pose that is shown, with the pane's method.
    pub posed: PosedCharacter,
    /// The vertices to show.
    pub places: Vec<VertexPlace>,
    /// What is shown around them, as a share of the character's size.
    pub around: f32,
    /// The present camera, and the pane's width over its height.
    pub camera: (Camera, f32),
}

impl ProblemSight {
    /// Whether the search is fast enough to run without a thread.
    #[must_use]
    pub fn is_small(&self) -> bool {
        self.surface.triangles().len() < SMALL
    }

    /// Whether it is for these vertices.
    #[must_use]
    pub fn is_of(&self, vertices: &BTreeSet<VertexPlace>) -> bool {
        let own: BTreeSet<VertexPlace> = self.places.iter().copied().collect();
        own == *vertices
    }

    /// A camera from which most of the vertices are visible, close enough to distinguish them; none if none of them has
    /// a position.
    ///
    /// Takes some tenths of a second for a hundred thousand triangles.
    #[must_use]
    pub fn find_camera(&self) -> Option<Camera> {
        let mut posed = Vec::new();
        deform_posed(&self.character, &self.posed, &mut posed).ok()?;
        let all = posed.iter().flat_map(|primitive| &primitive.positions);
        let size = Bounds::from_points(all.copied()).radius();
        let found = |place: &VertexPlace| {
            let primitive = posed.get(place.primitive)?;
            let position = *primitive.positions.get(place.vertex)?;
            let normal = *primitive.normals.get(place.vertex)?;
            position
                .is_finite()
                .then_some(SeenPlace { position, normal })
        };
        let places: Vec<SeenPlace> = self.places.iter().filter_map(found).collect();
        let around = self.around * size;
        let corners = places.iter();
        let corners = corners.flat_map(|place| [place.position - around, place.position + around]);
        let bounds = Bounds::from_points(corners);
        if bounds.is_empty() {
            return None;
        }
        let (mut camera, aspect) = self.camera;
        let to_eye = (camera.eye() - bounds.center()).normalize_or_zero();
        if let Some(direction) = better_direction(to_eye, &places, size, &self.surface, &posed) {
            camera = camera.facing_normal(direction);
        }
        Some(camera.framed(&bounds, aspect))
    }
}
