//! The volume around each joint: what bending and twisting should keep.
//!
//! The zone of a joint is where the surface goes over from what the joint and those below it move to what others move. Its
//! volume is that of the cone from the joint to the zone's triangles, `⅙ Σ (a − c) · ((b − c) × (d − c))` with the joint's
//! place c. Whatever moves rigidly with either side keeps its cone, whatever the bend, so that a change is that of the zone:
//! a twist that collapses, a crease, a bulge.

use character::Character;
use glam::{DVec3, Vec3};
use rig::{InfluenceRow, JointIndex, Skeleton};

use crate::combined_surface::CombinedSurface;
use crate::placed::{PlacedPrimitive, placed_primitives};
use crate::vertex_facts::VertexPlace;

/// A vertex is in a joint's zone if more than this share moves with the joint, and more than this does not.
const LEAST_SHARE: f32 = 0.03;
/// Share at which a vertex counts as in the midst of the zone.
const MIDST: f32 = 0.25;
/// Joints above an influence that are looked at.
const MOST_ABOVE: usize = 64;
/// Zones of fewer triangles tell nothing.
const LEAST_TRIANGLES: usize = 12;
/// A zone that faces its joint less than this share of it has no volume to speak of.
const LEAST_FACING: f64 = 0.25;

/// Where the surface goes over from a joint to others.
#[derive(Clone, Debug, PartialEq)]
pub struct JointZone {
    /// The joint.
    pub joint: JointIndex,
    /// Its vertices, and how much each is in the midst, 0 to 1.
    pub vertices: Vec<(VertexPlace, f32)>,
    /// Vertices of the combined surface.
    triangles: Vec<[u32; 3]>,
}

impl JointZone {
    /// The volume of the cone from a place to the zone; `positions` are those of the combined surface. None where the zone
    /// does not face the place, so that the number says nothing.
    #[must_use]
    pub fn rest_volume(&self, positions: &[Vec3], center: Vec3) -> Option<f64> {
        let (mut volume, mut largest) = (0.0, 0.0);
        for [a, b, c] in self.corners(positions, center) {
            let area = (b - a).cross(c - a);
            volume += a.dot(area);
            largest += area.length() * a.length();
        }
        let faces = volume.abs() > LEAST_FACING * largest;
        (faces && volume.is_finite()).then_some(volume / 6.0)
    }

    /// The same, whichever way the zone faces.
    #[must_use]
    pub fn volume(&self, positions: &[Vec3], center: Vec3) -> f64 {
        let corners = self.corners(positions, center);
        corners.map(|[a, b, c]| a.dot(b.cross(c))).sum::<f64>() / 6.0
    }

    fn corners(&self, positions: &[Vec3], center: Vec3) -> impl Iterator<Item = [DVec3; 3]> {
        let center = center.as_dvec3();
        let corner = move |vertex: u32| {
            let position = positions.get(vertex as usize).copied();
            position.unwrap_or(Vec3::ZERO).as_dvec3() - center
        };
        self.triangles
            .iter()
            .map(move |triangle| triangle.map(corner))
    }
}

/// The zones of all joints that move vertices, in the order of the skeleton; those too small are left out.
#[must_use]
pub fn joint_zones(character: &Character, surface: &CombinedSurface) -> Vec<JointZone> {
    let skeleton = &character.rig.skeleton;
    let mut moves = vec![false; skeleton.len()];
    let mut zones: Vec<JointZone> = skeleton
        .joints()
        .map(|joint| JointZone {
            joint,
            vertices: Vec::new(),
            triangles: Vec::new(),
        })
        .collect();
    // Per vertex of the combined surface, the joints in whose zone it is.
    let mut joints_of: Vec<Vec<JointIndex>> = Vec::new();
    for (primitive, placed) in placed_primitives(character).enumerate() {
        let count = placed.primitive.positions.len();
        let first = joints_of.len();
        joints_of.resize_with(first + count, Vec::new);
        each_row(character, &placed, |vertex, row| {
            for &(joint, _) in row {
                moves[joint.index()] = true;
            }
            let place = VertexPlace { primitive, vertex };
            let inside = shares(skeleton, row).into_iter();
            let inside = inside.map(|(joint, share)| (joint, share.min(1.0 - share)));
            for (joint, inside) in inside.filter(|(_, inside)| *inside > LEAST_SHARE) {
                joints_of[first + vertex].push(joint);
                let midst = (inside / MIDST).min(1.0);
                zones[joint.index()].vertices.push((place, midst));
            }
        });
    }
    for &triangle in surface.triangles() {
        let mut joints: Vec<JointIndex> = triangle
            .iter()
            .filter_map(|&vertex| joints_of.get(vertex as usize))
            .flatten()
            .copied()
            .collect();
        joints.sort_unstable();
        joints.dedup();
        for joint in joints {
            zones[joint.index()].triangles.push(triangle);
        }
    }
    zones.retain(|zone| moves[zone.joint.index()] && zone.triangles.len() >= LEAST_TRIANGLES);
    zones
}

/// The joints of each vertex of a skinned primitive, with their weights.
fn each_row(
    character: &Character,
    placed: &PlacedPrimitive<'_>,
    mut each: impl FnMut(usize, &[(JointIndex, f32)]),
) {
    let skin = placed.instance.skin;
    let bind = skin.and_then(|skin| character.rig.binds.get(skin));
    let Some((bind, influences)) = bind.zip(placed.primitive.influences.as_ref()) else {
        return;
    };
    let mut row = Vec::new();
    for (
        vertex,
        InfluenceRow {
            joints: places,
            weights,
        },
    ) in influences.rows().enumerate()
    {
        row.clear();
        row.extend(
            places
                .iter()
                .zip(weights)
                .filter_map(|(place, weight)| Some((bind.joint_at(*place)?, *weight))),
        );
        each(vertex, &row);
    }
}

/// For each joint of a row, and each above one, the share of the row that moves with it.
fn shares(skeleton: &Skeleton, row: &[(JointIndex, f32)]) -> Vec<(JointIndex, f32)> {
    let mut shares: Vec<(JointIndex, f32)> = Vec::new();
    for &(joint, weight) in row {
        let above = std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
        for joint in above.take(MOST_ABOVE) {
            match shares.iter_mut().find(|(other, _)| *other == joint) {
                Some((_, share)) => *share += weight,
                None => shares.push((joint, weight)),
            }
        }
    }
    shares
}
