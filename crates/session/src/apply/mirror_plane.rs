//! The plane over which joints are mirrored.

use character::{Character, MirrorPlane, SkeletonEdit};
use glam::Vec3;
use mesh::Adjacency;
use rig::{JointIndex, JointPairs, NamePatterns};
use scene::placed::placed_primitives;
use weights::Plane;

use super::Context;
use crate::jobs::shown::at_rest;

/// Two joints show each other in the plane of the pairs if that is so to within this share of how far they are apart.
const SHOWN: f32 = 0.25;
/// Joints that are all together no farther beside the plane than this share of the farthest place do not tell the left.
const LEAST: f32 = 1e-3;

impl Context<'_> {
    /// The plane in which the character is symmetric at rest, in the model, its normal to the left. That of its joints if two of them
    /// show each other in it; else that of the meshes, found as where weights are mirrored; else x = 0.
    pub(super) fn mirror_plane(&self) -> Plane {
        let character = &*self.document.character;
        let pairs = self.pairs();
        if shows_any(character, &pairs) {
            let normal = pairs.left().unwrap_or_else(|| pairs.normal());
            let offset = pairs.offset() * normal.dot(pairs.normal()).signum();
            return Plane { normal, offset };
        }
        let patterns = self.session.settings.mirror.patterns();
        to_the_left(of_meshes(character), (character, patterns))
    }

    /// The edit that makes what these joints lack on the other side.
    pub(super) fn mirror_of(&self, joints: Vec<u32>) -> SkeletonEdit {
        self.mirror_over(joints, self.mirror_plane())
    }

    /// The same over a plane that is known already: to find one takes the whole surface.
    pub(super) fn mirror_over(&self, joints: Vec<u32>, plane: Plane) -> SkeletonEdit {
        let Plane { normal, offset } = plane;
        let is_usual = normal.abs() == Vec3::X && offset == 0.0;
        SkeletonEdit::Mirror {
            joints,
            sides: self.session.settings.mirror.patterns().to_string(),
            plane: (!is_usual).then(|| MirrorPlane {
                normal: normal.to_array(),
                offset,
            }),
        }
    }
}

/// Whether two joints are each other's images in the plane of the pairs: names alone say nothing of it.
fn shows_any(character: &Character, pairs: &JointPairs) -> bool {
    let skeleton = &character.rig.skeleton;
    let place = |joint: JointIndex| skeleton.rest_model_from_joint(joint).translation;
    let is_shown = |joint: JointIndex| {
        let Some(other) = pairs.partner(joint).filter(|&other| joint < other) else {
            return false;
        };
        let apart = place(joint).distance(place(other));
        let off = pairs.mirrored(place(joint)).distance(place(other));
        apart > 0.0 && off <= SHOWN * apart
    };
    skeleton.joints().any(is_shown)
}

/// The plane in which the meshes are symmetric at rest, all together; x = 0 where they are in none.
fn of_meshes(character: &Character) -> Plane {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for (placed, shown) in placed_primitives(character).zip(at_rest(character)) {
        let first = u32::try_from(positions.len()).unwrap_or(u32::MAX);
        let own = placed.primitive.triangles.iter();
        triangles.extend(own.map(|corners| corners.map(|corner| corner.saturating_add(first))));
        positions.extend(shown.positions);
    }
    if triangles.is_empty() {
        return Plane::X;
    }
    let surface = Adjacency::new(&positions, &triangles);
    Plane::of_symmetry(&surface, Plane::X, None)
}

/// The same plane with its normal to where the joints stand whose names say that they are on the left; as it is where none does.
fn to_the_left(plane: Plane, (character, patterns): (&Character, &NamePatterns)) -> Plane {
    let skeleton = &character.rig.skeleton;
    let place = |joint: JointIndex| skeleton.rest_model_from_joint(joint).translation;
    let sides = skeleton.joints().filter_map(|joint| {
        let is_left = patterns.is_left(skeleton.name(joint))?;
        let height = plane.height(place(joint));
        Some(if is_left { height } else { -height })
    });
    let sum: f32 = sides.sum();
    let far = skeleton
        .joints()
        .map(|joint| place(joint).abs().max_element());
    let least = LEAST * far.fold(0.0, f32::max);
    if sum < -least {
        Plane {
            normal: -plane.normal,
            offset: -plane.offset,
        }
    } else {
        plane
    }
}
