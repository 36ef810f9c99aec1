//! From where the vertices of a problem are seen.

use std::collections::BTreeSet;
use std::sync::Arc;

use character::Character;
use glam::Vec3;
use mesh::Bvh;
use rig::{Pose, ScaleReach};

use crate::deform::{DeformedPrimitive, deform};
use crate::placed::placed_primitives;
use crate::posed_character::Look;
use crate::render::{Bounds, Camera};
use crate::vertex_facts::VertexPlace;

/// Of the character's size, what is shown around the vertices.
const AROUND: f32 = 0.1;
/// Surfaces with fewer triangles are asked at once: a thread would cost a frame.
const SMALL: usize = 20_000;

/// Vertices that are asked for; as many directions are tried.
const ASKED: usize = 12;
/// Surfaces with more triangles would take too long to ask: there nothing is known to stand in the way.
const MOST_TRIANGLES: usize = 200_000;
/// Of the size of the surface: rays begin so far above it.
const ABOVE: f32 = 1e-4;
/// The direction that there is stays if it shows at least this share of what the best one shows.
const GOOD_ENOUGH: f32 = 0.7;

/// What is to be seen, with all that is to be known of it, so that a thread can find out from where.
#[derive(Clone, Debug)]
pub struct ProblemSight {
    /// The character.
    pub character: Arc<Character>,
    /// The pose that is shown.
    pub pose: Arc<Pose>,
    /// Whom scale reaches.
    pub reach: Vec<ScaleReach>,
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
        let triangles = placed_primitives(&self.character);
        let triangles = triangles.map(|placed| placed.primitive.triangles.len());
        triangles.sum::<usize>() < SMALL
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
        let posed = deform(character, &self.pose, &self.reach, self.look).ok()?;
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
        if let Some(direction) = better_direction(to_eye, (&places, size), (character, &posed)) {
            camera = camera.seen_along(direction);
        }
        Some(camera.framed(&bounds, aspect))
    }
}

/// A direction, towards the eye, from which most of some places of a surface are seen, each with its normal: nothing where
/// the one there is, `to_eye`, does well enough. Of length one.
fn better_direction(
    to_eye: Vec3,
    (places, size): (&[(Vec3, Vec3)], f32),
    (character, posed): (&Character, &[DeformedPrimitive]),
) -> Option<Vec3> {
    let surface = surface(character, posed);
    let step = places.len().div_ceil(ASKED).max(1);
    let asked: Vec<(Vec3, Vec3)> = places.iter().step_by(step).copied().collect();
    let is_seen = |&(place, normal): &(Vec3, Vec3), direction: Vec3| {
        let above = place + normal * (ABOVE * size);
        let is_free = |surface: &Bvh| surface.ray(above, direction).is_none();
        normal.dot(direction) > 0.0 && surface.as_ref().is_none_or(is_free)
    };
    let shown = |direction: Vec3| {
        let seen = asked.iter().filter(|place| is_seen(place, direction));
        f32::from(u8::try_from(seen.count()).unwrap_or(u8::MAX))
    };
    let mean: Vec3 = asked.iter().map(|&(_, normal)| normal).sum();
    let normals = asked.iter().map(|&(_, normal)| normal);
    let around = [
        Vec3::X,
        Vec3::Y,
        Vec3::Z,
        Vec3::NEG_X,
        Vec3::NEG_Y,
        Vec3::NEG_Z,
    ];
    let slanted = around.map(|axis| mean.normalize_or_zero() + axis);
    let tried = std::iter::once(mean)
        .chain(normals)
        .chain(slanted)
        .chain(around);
    let mut best = (shown(to_eye) / GOOD_ENOUGH, None);
    for direction in tried.filter_map(Vec3::try_normalize) {
        let seen = shown(direction);
        if seen > best.0 {
            best = (seen, Some(direction));
        }
    }
    best.1
}

/// All that is shown as one surface, unless it is too large.
fn surface(character: &Character, posed: &[DeformedPrimitive]) -> Option<Bvh> {
    let placed = || placed_primitives(character).zip(posed);
    let count: usize = placed()
        .map(|(placed, _)| placed.primitive.triangles.len())
        .sum();
    if count > MOST_TRIANGLES {
        return None;
    }
    let (mut positions, mut triangles) = (Vec::new(), Vec::with_capacity(count));
    for (placed, deformed) in placed() {
        let first = u32::try_from(positions.len()).ok()?;
        positions.extend_from_slice(&deformed.positions);
        let own = placed.primitive.triangles.iter();
        triangles.extend(own.map(|own| own.map(|vertex| vertex.saturating_add(first))));
    }
    Some(Bvh::new(&positions, &triangles))
}
