//! Positions of vertices at rest, for comparing source and target.

use character::Character;
use glam::{Affine3A, Vec3};
use mesh::bounds;
use rig::Palette;
use scene::deform::{base_pose, deform_posed, morph, posed_character};
use scene::placed::placed_primitives;
use scene::posed_character::{Look, Mover};

use super::TransferRefused;

/// Joints move a mesh as one body if they bring each corner of its box to places this close together, as a share of its
/// size.
const AS_ONE: f32 = 1e-3;

/// The positions of each placed primitive's vertices in the model at rest, by linear blending.
///
/// Where all joints of a skin move the mesh as one body at rest, as is usual unless the rest pose differs from the bind
/// pose, its weights do not matter, and vertices without weights move along. The same is done for skin `together`,
/// whose meshes are compared with each other: they are placed as they were bound, whatever the rest pose is.
pub(super) fn places_at_rest(
    character: &Character,
    together: Option<usize>,
) -> Result<Vec<Vec<Vec3>>, TransferRefused> {
    let unposable = |error: String| TransferRefused::Unposable(error);
    let (pose, scale_inheritance) = (base_pose(character), &character.rig.scale_inheritance);
    let posed = posed_character(character, &pose, scale_inheritance, Look::default())
        .map_err(|error| unposable(error.to_string()))?;
    let mut skinned = Vec::new();
    deform_posed(character, &posed, &mut skinned).map_err(|error| unposable(error.to_string()))?;
    let all = placed_primitives(character).zip(skinned);
    let places = all.map(|(placed, skinned)| {
        let Mover::Skin(Palette::Linear(palette), _) = posed.mover(&placed) else {
            return skinned.positions;
        };
        let morphed = morph(placed.primitive, posed.morph_weights(placed.instance));
        let positions =
            morphed.map_or_else(|| placed.primitive.positions.to_vec(), |it| it.positions);
        let matrices = &palette.posed_from_bind;
        let first = matrices.first().filter(|first| {
            let is_together = together.is_some() && placed.instance.skin == together;
            is_together || moves_as_one(first, matrices, &positions)
        });
        first.map_or(skinned.positions, |first| {
            let moved = positions.iter().map(|place| first.transform_point3(*place));
            moved.collect()
        })
    });
    Ok(places.collect())
}

fn moves_as_one(first: &Affine3A, all: &[Affine3A], positions: &[Vec3]) -> bool {
    let Some(bounds) = bounds(positions) else {
        return true;
    };
    // The distance of two affine maps is convex: within the box it is nowhere larger than at its corners.
    let corners = [0_u8, 1, 2, 3, 4, 5, 6, 7].map(|corner| {
        let pick = |bit: u8| corner & (1 << bit) != 0;
        Vec3::select(
            glam::BVec3::new(pick(0), pick(1), pick(2)),
            bounds.max,
            bounds.min,
        )
    });
    let there = corners.map(|corner| first.transform_point3(corner));
    let near = AS_ONE * there[0].distance(there[7]);
    all.iter().all(|matrix| {
        let pairs = corners.iter().zip(&there);
        pairs
            .map(|(corner, there)| matrix.transform_point3(*corner).distance(*there))
            .all(|gap| gap <= near)
    })
}
