//! The faces of a body that lie under clothes at rest.

use std::collections::BTreeSet;

use character::Character;
use glam::Vec3;
use mesh::Bvh;

use super::hidden::HiddenSurfaces;
use crate::pose::deform::DeformedPrimitive;
use crate::pose::placed::placed_primitives;

/// Of the size of the clothes: skin that stands out of them by no more is under them all the same.
const THROUGH: f32 = 5e-3;
/// Of the size of the clothes: cloth that is farther out covers nothing.
const REACH: f32 = 0.15;

/// Clothes over a body, at rest.
#[derive(Clone, Copy, Debug)]
pub struct CoveredAsked<'a> {
    /// The character with both.
    pub character: &'a Character,
    /// Its deformed base pose, by placed primitive.
    pub at_rest: &'a [DeformedPrimitive],
    /// The mesh of the body, by its place in the character's list.
    pub body: usize,
    /// Those of the clothes.
    pub clothes: &'a BTreeSet<usize>,
}

/// Hides the faces of a body that lie under clothes; how many are new.
///
/// A vertex is under clothes where the ray along its unit normal meets cloth that faces the same way, from 0.5 % of the size of the clothes
/// within the skin to 15 % out of it; the size is the diagonal of their box in the scene. A face is where all three of its corners are.
/// Cloth that was hidden `before` covers nothing; a body or clothes that are not there hide none.
pub fn hide_covered(
    asked: &CoveredAsked<'_>,
    before: &HiddenSurfaces,
    hidden: &mut HiddenSurfaces,
) -> usize {
    let cloth = Cloth::of(asked, before);
    let of_body = placed_primitives(asked.character).enumerate();
    let of_body = of_body.filter(|(_, placed)| placed.instance.mesh == asked.body);
    let mut added = 0;
    for (place, placed) in of_body {
        let Some(at) = asked.at_rest.get(place) else {
            continue;
        };
        let vertices = at.positions.iter().zip(&at.normals);
        let is_under: Vec<bool> = vertices
            .map(|(&position, &normal)| cloth.is_over(position, normal))
            .collect();
        let triangles = &placed.primitive.triangles;
        added += hidden.hide_faces(place, placed.primitive, |face| {
            let corners = triangles.get(face);
            let is_under = |&corner: &u32| is_under.get(corner as usize) == Some(&true);
            corners.is_some_and(|corners| corners.iter().all(is_under))
        });
    }
    added
}

/// The clothes that are shown, as one surface.
struct Cloth {
    tree: Bvh,
    triangles: Vec<[u32; 3]>,
    normals: Vec<Vec3>,
    size: f32,
}

impl Cloth {
    fn of(asked: &CoveredAsked<'_>, hidden: &HiddenSurfaces) -> Self {
        let (mut triangles, mut positions, mut normals) = (Vec::new(), Vec::new(), Vec::new());
        for (place, placed) in placed_primitives(asked.character).enumerate() {
            let is_meant =
                asked.clothes.contains(&placed.instance.mesh) && placed.instance.mesh != asked.body;
            let (true, Some(at)) = (is_meant, asked.at_rest.get(place)) else {
                continue;
            };
            let first = u32::try_from(positions.len()).unwrap_or(u32::MAX);
            positions.extend_from_slice(&at.positions);
            normals.extend_from_slice(&at.normals);
            let own = placed.primitive.triangles.iter().enumerate();
            let shown = own.filter(|(face, _)| !hidden.has_face(place, *face));
            triangles.extend(shown.map(|(_, of)| of.map(|corner| first.saturating_add(corner))));
        }
        let bounds = mesh::bounds(&positions);
        Self {
            tree: Bvh::new(&positions, &triangles),
            triangles,
            normals,
            size: bounds.map_or(0.0, |bounds| bounds.max.distance(bounds.min)),
        }
    }

    /// Whether a place of the body with this normal lies under it.
    fn is_over(&self, position: Vec3, normal: Vec3) -> bool {
        let (back, end) = (THROUGH * self.size, (THROUGH + REACH) * self.size);
        let origin = position - normal * back;
        let mut passed = 0.0;
        // A thick cloth faces the body first, and away from it with its outer side.
        while passed < end {
            let from = origin + normal * passed;
            let Some(hit) = self.tree.ray_within(from, normal, end - passed) else {
                return false;
            };
            if self.faces(hit.triangle, normal) {
                return true;
            }
            passed += hit.distance * (1.0 + 1e-5) + 1e-5 * self.size;
        }
        false
    }

    fn faces(&self, triangle: usize, direction: Vec3) -> bool {
        let corners = self.triangles.get(triangle).into_iter().flatten();
        let normals = corners.filter_map(|&corner| self.normals.get(corner as usize));
        normals.sum::<Vec3>().dot(direction) > 0.0
    }
}
