//! The volume around each joint: what bending and twisting should keep.
//!
//! The zone of a joint is where the surface goes over from what the joint and those below it move to what others move. Its
//! volume is that of the cone from the joint to the zone's triangles, `⅙ Σ (a − c) · ((b − c) × (d − c))` with the joint's
//! place c. Whatever moves rigidly with either side keeps its cone, whatever the bend, so that a change is that of the zone:
//! a twist that collapses, a crease, a bulge.
//!
//! Only the outer surface counts, as it is seen from outside at rest: of two walls, one inside the other, the inner one would take away
//! what the outer one has.

use std::collections::BTreeMap;

use character::Character;
use glam::{Affine3A, DVec3, Vec3};
use mesh::{VisibleSide, visible_sides};
use rig::{InfluenceRow, JointIndex, Skeleton};

use crate::pose::deform::{base_pose, deform};
use crate::pose::placed::{PlacedPrimitive, placed_primitives};
use crate::pose::posed_character::{Look, PosedCharacter};
use crate::surface::combined_surface::{CombinedSurface, join_positions};
use crate::surface::vertex_facts::VertexPlace;

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
    /// The joint that the zone is around, by its index in the skeleton.
    pub joint: JointIndex,
    /// Its vertices, and how much each is in the midst, 0 to 1.
    pub vertices: Vec<(VertexPlace, f32)>,
    /// Vertices of the combined surface, turned so that they face outwards.
    triangles: Vec<[u32; 3]>,
    /// Where the joint is bound: the instance and the skin of one of its vertices, the place in the skin's list, and the place in the
    /// space of the mesh.
    bound: Option<Bound>,
}

/// Where a joint is bound in a skin.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bound {
    instance: usize,
    skin: usize,
    slot: usize,
    at: Vec3,
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
        // Next to nothing is left of the sum where triangles are seen edge on, or face to and from the place alike.
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

/// Where a method has the joint of each zone in a pose: what it makes of the joint's place in the mesh, if only that joint moves it.
///
/// A method that leaves scale out has joints elsewhere than the skeleton has them. None of a zone whose joint no skin lists.
#[must_use]
pub fn zone_centers(zones: &[JointZone], posed: &PosedCharacter) -> Vec<Option<Vec3>> {
    // By skin and palette, not by instance: then they take no more memory than the palettes do, however many instances there are.
    let mut known: BTreeMap<[usize; 2], Vec<Affine3A>> = BTreeMap::new();
    let center = |zone: &JointZone| {
        let bound = zone.bound?;
        let palette = posed.palette_place(bound.skin, bound.instance)?;
        let maps = known
            .entry([bound.skin, palette])
            .or_insert_with(|| posed.joint_maps(bound.skin, bound.instance));
        Some(maps.get(bound.slot)?.transform_point3(bound.at))
    };
    zones.iter().map(center).collect()
}

/// The zones of all joints that move vertices, in the order of the skeleton, on the outer surface; those too small are left out.
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
            bound: None,
        })
        .collect();
    let mut inside_of = VertexZones::default();
    let mut shares = Shares::new(skeleton);
    for (primitive, placed) in placed_primitives(character).enumerate() {
        let first = inside_of.vertex_count();
        each_row(character, &placed, |vertex, row| {
            for &(joint, _) in row {
                moves[joint.index()] = true;
            }
            let place = VertexPlace { primitive, vertex };
            inside_of.begin(first + vertex);
            // What half follows the joint and half does not is in the very midst.
            let inside = shares.of(row);
            let inside = inside.map(|(joint, share)| (joint, share.min(1.0 - share)));
            for (joint, inside) in inside.filter(|(_, inside)| *inside > LEAST_SHARE) {
                inside_of.joints.push(joint);
                let midst = (inside / MIDST).min(1.0);
                let zone = &mut zones[joint.index()];
                zone.vertices.push((place, midst));
                zone.bound = zone
                    .bound
                    .or_else(|| find_binding(character, &placed, joint));
            }
        });
        inside_of.begin(first + placed.primitive.positions.len());
    }
    let triangles = surface.triangles();
    let is_in_any = |of: &[u32; 3]| of.iter().any(|&vertex| !inside_of.at(vertex).is_empty());
    let seen = outer(character, triangles, |place| {
        triangles.get(place).is_some_and(is_in_any)
    });
    let mut joints = Vec::new();
    for (&[a, b, c], seen) in triangles.iter().zip(seen) {
        let outwards = match seen {
            VisibleSide::Front => [a, b, c],
            VisibleSide::Back => [a, c, b],
            VisibleSide::Hidden => continue,
        };
        joints.clear();
        let of_vertices = outwards.iter().flat_map(|&vertex| inside_of.at(vertex));
        joints.extend(of_vertices.copied());
        joints.sort_unstable();
        joints.dedup();
        for joint in &joints {
            zones[joint.index()].triangles.push(outwards);
        }
    }
    zones.retain(|zone| moves[zone.joint.index()] && zone.triangles.len() >= LEAST_TRIANGLES);
    zones
}

/// Which side of each triangle is seen from outside at rest.
fn outer(
    character: &Character,
    triangles: &[[u32; 3]],
    is_asked: impl Fn(usize) -> bool,
) -> Vec<VisibleSide> {
    let (pose, inheritance) = (base_pose(character), &character.rig.scale_inheritance);
    let at_rest = deform(character, &pose, inheritance, Look::default());
    let positions = join_positions(&at_rest.unwrap_or_default());
    visible_sides(&positions, triangles, is_asked)
}

/// Where a joint is bound by a placed primitive's skin; none if that does not list it.
fn find_binding(
    character: &Character,
    placed: &PlacedPrimitive<'_>,
    joint: JointIndex,
) -> Option<Bound> {
    let skin = placed.instance.skin?;
    let bind = character.rig.binds.get(skin)?;
    Some(Bound {
        instance: placed.instance_index,
        skin,
        slot: usize::from(bind.slot_of(joint)?),
        at: bind.model_from_joint(joint).translation,
    })
}

/// The joints of each vertex of a skinned primitive, with their weights.
pub(crate) fn each_row(
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

/// Per vertex of the combined surface, the joints in whose zone it is: in one list, for there may be millions of vertices.
#[derive(Default)]
struct VertexZones {
    /// Where the joints of each vertex that was begun start.
    starts: Vec<usize>,
    joints: Vec<JointIndex>,
}

impl VertexZones {
    /// How many vertices are done.
    fn vertex_count(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Goes on to a vertex, or one past the last; those between have no joints.
    fn begin(&mut self, vertex: usize) {
        let end = self.joints.len();
        self.starts.resize((vertex + 1).max(self.starts.len()), end);
    }

    fn at(&self, vertex: u32) -> &[JointIndex] {
        let vertex = vertex as usize;
        let ends = self.starts.get(vertex).zip(self.starts.get(vertex + 1));
        ends.and_then(|(&start, &end)| self.joints.get(start..end))
            .unwrap_or_default()
    }
}

/// For each joint of a row, and each above one, the share of the row that moves with it; its memory is used for row after row.
struct Shares<'a> {
    skeleton: &'a Skeleton,
    /// Of each joint its share; zero of those that are not listed.
    of_joint: Vec<f32>,
    is_listed: Vec<bool>,
    listed: Vec<JointIndex>,
}

impl<'a> Shares<'a> {
    fn new(skeleton: &'a Skeleton) -> Self {
        Self {
            skeleton,
            of_joint: vec![0.0; skeleton.len()],
            is_listed: vec![false; skeleton.len()],
            listed: Vec::new(),
        }
    }

    /// Joints in the order in which the row leads to them.
    fn of(&mut self, row: &[(JointIndex, f32)]) -> impl Iterator<Item = (JointIndex, f32)> {
        for joint in self.listed.drain(..) {
            (self.of_joint[joint.index()], self.is_listed[joint.index()]) = (0.0, false);
        }
        let skeleton = self.skeleton;
        for &(joint, weight) in row {
            let above = std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
            above
                .take(MOST_ABOVE)
                .for_each(|joint| self.add(joint, weight));
        }
        let share = |&joint: &JointIndex| (joint, self.of_joint[joint.index()]);
        self.listed.iter().map(share)
    }

    fn add(&mut self, joint: JointIndex, weight: f32) {
        self.of_joint[joint.index()] += weight;
        if !std::mem::replace(&mut self.is_listed[joint.index()], true) {
            self.listed.push(joint);
        }
    }
}
