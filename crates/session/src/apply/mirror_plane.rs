//! The plane over which joints are mirrored.

use character::{Character, MirrorPlane, SkeletonEdit};
use glam::Vec3;
use mesh::Adjacency;
use rig::{JointIndex, JointPairs, PairPlane};
use scene::deform::DeformedPrimitive;
use scene::placed::placed_primitives;
use weights::Plane;

use super::Context;
use crate::jobs::shown::at_rest;

/// Two joints show each other in the plane of the pairs if that is so to within this share of how far they are apart.
const SHOWN: f32 = 0.25;
/// Vertices, and half as many triangles, up to which a surface is looked at with its edges and triangles.
const MOST_WITH_EDGES: usize = 20_000;

impl Context<'_> {
    /// The plane in which the character is symmetric at rest, in the model, its normal to the left. That of its joints if two of them
    /// show each other in it; else that of the meshes, found as where weights are mirrored; else x = 0. In a scene of several figures the
    /// joints are those of the figure of this one, without one those of the figure with the most.
    ///
    /// The window waits for it. That of the joints costs what pairing them costs, as for every mirrored pose, whatever the meshes are. For
    /// that of the meshes all vertices are skinned once, as for the box around the character. Up to 20,000 of them make a surface with
    /// edges and a tree, more are only compared with the images of some 2,000: [`Plane::of_points`].
    pub(super) fn mirror_plane(&self, joint: Option<JointIndex>) -> Plane {
        self.plane_by(&self.document.character, joint, &self.pairs())
    }

    fn plane_by(
        &self,
        character: &Character,
        joint: Option<JointIndex>,
        pairs: &JointPairs,
    ) -> Plane {
        let own = joint.map_or_else(|| pairs.plane(), |joint| pairs.plane_of(joint));
        let (plane, left) = match shows_any(character, &own, (joint, pairs)) {
            true => {
                let (normal, offset) = (own.normal, own.offset);
                (Plane { normal, offset }, own.left)
            }
            false => {
                let plane = of_meshes(character);
                let patterns = self.session.settings.mirror.patterns();
                let left = character.left_of(pairs, patterns, plane.normal, plane.offset);
                (plane, left)
            }
        };
        match left.is_some_and(|left| left.dot(plane.normal) < 0.0) {
            true => Plane {
                normal: -plane.normal,
                offset: -plane.offset,
            },
            false => plane,
        }
    }

    /// These joints by the figures that they are of, as keys, each with the plane of its figure. Without any joint one plane of none.
    pub(super) fn by_figure(&self, joints: &[JointIndex]) -> Vec<(Plane, Vec<u32>)> {
        let character = &*self.document.character;
        let pairs = self.pairs();
        let mut figures: Vec<Vec<JointIndex>> = vec![Vec::new()];
        for &joint in joints {
            let is_own = |figure: &Vec<JointIndex>| {
                let first = figure.first();
                first.is_none_or(|&first| pairs.is_one_figure([first, joint]))
            };
            match figures.iter_mut().find(|figure| is_own(figure)) {
                Some(figure) => figure.push(joint),
                None => figures.push(vec![joint]),
            }
        }
        let skeleton = &character.rig.skeleton;
        let figures = figures.into_iter().map(|figure| {
            let plane = self.plane_by(character, figure.first().copied(), &pairs);
            let keys = figure.iter().map(|&joint| skeleton.key(joint)).collect();
            (plane, keys)
        });
        figures.collect()
    }

    /// The edit that makes what these joints lack on the other side of a plane, in a character that may not be the document's yet.
    pub(super) fn mirror_over(
        &self,
        character: &Character,
        joints: Vec<u32>,
        plane: Plane,
    ) -> SkeletonEdit {
        let Plane { normal, offset } = plane;
        let is_usual = normal.abs() == Vec3::X && offset == 0.0;
        let patterns = self.session.settings.mirror.patterns();
        let pairs = character.joint_pairs(patterns);
        SkeletonEdit::Mirror {
            partners: character.partners_beyond_names(&joints, &pairs, patterns),
            joints,
            sides: patterns.to_string(),
            plane: (!is_usual).then(|| MirrorPlane {
                normal: normal.to_array(),
                offset,
            }),
        }
    }
}

/// Whether two joints, of the figure of this one where there is one, are each other's images in a plane: names alone say nothing of it.
fn shows_any(
    character: &Character,
    plane: &PairPlane,
    (of, pairs): (Option<JointIndex>, &JointPairs),
) -> bool {
    let skeleton = &character.rig.skeleton;
    let place = |joint: JointIndex| skeleton.rest_model_from_joint(joint).translation;
    let is_shown = |joint: JointIndex| {
        let is_meant = of.is_none_or(|of| pairs.is_one_figure([of, joint]));
        let other = pairs.partner(joint);
        let Some(other) = other.filter(|&other| is_meant && joint < other) else {
            return false;
        };
        let apart = place(joint).distance(place(other));
        let off = plane.mirrored(place(joint)).distance(place(other));
        apart > 0.0 && off <= SHOWN * apart
    };
    skeleton.joints().any(is_shown)
}

/// The plane in which the meshes are symmetric at rest, all together; x = 0 where they are in none.
fn of_meshes(character: &Character) -> Plane {
    let shown = at_rest(character);
    let vertices: usize = shown.iter().map(|one| one.positions.len()).sum();
    let placed = placed_primitives(character);
    let triangles: usize = placed.map(|one| one.primitive.triangles.len()).sum();
    if vertices.max(triangles / 2) > MOST_WITH_EDGES {
        let positions = shown.into_iter().flat_map(|one| one.positions);
        return Plane::of_points(&positions.collect::<Vec<Vec3>>(), Plane::X);
    }
    of_surface(character, shown)
}

fn of_surface(character: &Character, shown: Vec<DeformedPrimitive>) -> Plane {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for (placed, shown) in placed_primitives(character).zip(shown) {
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
