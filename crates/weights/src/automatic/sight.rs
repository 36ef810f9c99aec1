//! Which bones a point sees.

use glam::{DVec3, Vec3};
use mesh::{Bounds, Bvh, PointIndex, bounds};
use rig::JointSlot;
use smallvec::SmallVec;

use super::parts::Parts;
use super::sparse::narrow;
use super::threads::{LARGE, in_halves};
use super::watch::{Canceled, Phase, Watch};
use super::{AutomaticInput, Segment};

/// Bones farther away than the nearest one times this are not looked for: they would have a thousandth of its heat.
const HORIZON: f64 = 4.0 / 3.0;

/// Half of the power 24 in `h_j`, since `apart` is a square: how fast heat falls beside a nearer bone. The power was chosen on the
/// models of `docs/automatic-weights.md`.
const HALF_STEEPNESS: i32 = 12;

/// A hit this near to the point, as a share of the way, is the point's own surrounding.
const OWN: f64 = 1e-3;

/// The same as a share of the part's size, for points on a bone.
const OWN_OF_SIZE: f64 = 1e-5;

/// Distances below this share of the part's size are taken as it: a bone within the surface is not infinitely hot.
const CLOSEST: f64 = 1e-3;

/// Boxes of the tree that are looked into for all rays of a part at most, and for each point, where that is more: rays within sheets or
/// around hubs of thousands of triangles come by nearly all of them. From then on nothing is in the way of a bone.
const MOST_BOXES: usize = 1 << 24;
const BOXES_PER_POINT: usize = 512;

/// What a point sees.
#[derive(Clone, Debug, Default)]
pub(super) struct Sight {
    /// `Σ h_j`: how hot the point is; 0 if it sees no bone.
    pub(super) heat: f64,
    /// The joints of the bones in sight, each once, in rising order, with their shares `h_j / Σ h_j` of the heat.
    pub(super) joints: SmallVec<[(JointSlot, f64); 4]>,
}

impl Sight {
    /// As if the bones of a joint were not in sight.
    pub(super) fn forget(&mut self, joint: JointSlot) {
        self.joints.retain(|(other, _)| *other != joint);
        let left: f64 = self.joints.iter().map(|&(_, share)| share).sum();
        // Without any joint left nothing is divided, and the heat becomes zero.
        for (_, share) in &mut self.joints {
            *share /= left;
        }
        self.heat *= left;
    }
}

/// What every point of a part sees, in the order of its points. `normals` has one for each point of the surface.
pub(super) fn look(
    given: &AutomaticInput<'_>,
    parts: &Parts,
    normals: &[Vec3],
    part: usize,
    watch: &Watch<'_>,
) -> Result<Vec<Sight>, Canceled> {
    let points = parts.points(part);
    let scene = Scene::new(given, parts, normals, part);
    let total = given.surface.point_count();
    let before = parts.points_before(part);
    let large = points.len() * given.bones.len() >= LARGE;
    let lanes = if large { 2 } else { 1 };
    let of_range = |lane: usize, range: std::ops::Range<usize>| {
        let mut seen = Vec::with_capacity(range.len());
        // A budget for each lane, so that the outcome does not depend on which one is faster.
        let mut left = MOST_BOXES.max(BOXES_PER_POINT.saturating_mul(points.len())) / lanes;
        for (done, &point) in points[range].iter().enumerate() {
            if done.is_multiple_of(256) {
                watch.step(lane, (Phase::Sight, before + lanes * done, total))?;
            }
            seen.push(scene.sight(point, &mut left));
        }
        Ok(seen)
    };
    let [mut seen, rest] = in_halves(points.len(), large, of_range)?;
    seen.extend(rest);
    Ok(seen)
}

/// One part and the bones around it.
struct Scene<'a> {
    given: &'a AutomaticInput<'a>,
    segments: Vec<Segment>,
    tree: Bvh,
    normals: &'a [Vec3],
    size: f64,
}

/// A bone as seen from a point.
struct Candidate {
    joint: JointSlot,
    /// In the units of the mesh, without the factor of the normal.
    distance: f64,
    /// The square of the distance by which bones are compared: `d (2 − cos φ)`, with φ the angle between the normal and the way from
    /// the bone.
    apart: f64,
    nearest: DVec3,
}

impl<'a> Scene<'a> {
    fn new(given: &'a AutomaticInput<'a>, parts: &Parts, normals: &'a [Vec3], part: usize) -> Self {
        let positions = given.surface.positions();
        let triangles = parts.triangles(part);
        let places: Vec<Vec3> = parts
            .points(part)
            .iter()
            .map(|&point| positions[point.index()])
            .collect();
        let size = bounds(&places).map_or(0.0, |Bounds { min, max }| f64::from(min.distance(max)));
        Self {
            given,
            segments: given.bones.iter().map(Segment::of).collect(),
            tree: Bvh::new(positions, triangles),
            normals,
            size,
        }
    }

    /// Takes the boxes that it looks into away from `left`.
    fn sight(&self, point: PointIndex, left: &mut usize) -> Sight {
        let place = self.given.surface.positions()[point.index()];
        let normal = self.normals[point.index()].as_dvec3();
        let closest = (self.size * CLOSEST).powi(2);
        let mut least = f64::INFINITY;
        let mut candidates: SmallVec<[Candidate; 16]> = SmallVec::new();
        for (bone, segment) in self.given.bones.iter().zip(&self.segments) {
            let nearest = segment.nearest(place.as_dvec3());
            let outwards = place.as_dvec3() - nearest;
            let squared = outwards.length_squared();
            // No bone counts as nearer than it is; most are too far away to need a root.
            if squared + closest > least * HORIZON.powi(2) {
                continue;
            }
            let distance = squared.sqrt();
            // d (2 − cos φ), without dividing by d, which is zero on a bone.
            let ranked = 2.0 * distance - outwards.dot(normal);
            let apart = ranked.powi(2) + closest;
            least = least.min(apart);
            candidates.push(Candidate {
                joint: bone.joint,
                distance,
                apart,
                nearest,
            });
        }
        candidates.retain(|candidate| candidate.apart <= least * HORIZON.powi(2));
        candidates.sort_by(|a, b| a.apart.total_cmp(&b.apart));
        self.in_sight(place, least, &candidates, left)
    }

    /// Of candidates in the order of their distances, `least` being that of the nearest bone.
    fn in_sight(
        &self,
        place: Vec3,
        least: f64,
        candidates: &[Candidate],
        left: &mut usize,
    ) -> Sight {
        let mut sight = Sight::default();
        for candidate in candidates {
            // Candidates come nearest first: a joint counts once, by its nearest bone in sight, and its others cost no ray.
            let is_known = |&(joint, _): &(JointSlot, f64)| joint == candidate.joint;
            if !sight.joints.iter().any(is_known) && self.sees(place, candidate, left) {
                let heat = (least / candidate.apart).powi(HALF_STEEPNESS) / candidate.apart;
                sight.joints.push((candidate.joint, heat));
                sight.heat += heat;
            }
        }
        for (_, share) in &mut sight.joints {
            *share /= sight.heat;
        }
        sight.joints.sort_unstable_by_key(|&(joint, _)| joint);
        sight
    }

    /// Whether nothing of the part is on the way from the bone to the place.
    fn sees(&self, place: Vec3, candidate: &Candidate, left: &mut usize) -> bool {
        let own = candidate.distance * OWN + self.size * OWN_OF_SIZE;
        let origin = candidate.nearest.as_vec3();
        let most = narrow(candidate.distance - own);
        *left == 0 || !self.tree.is_hit(origin, place - origin, most, left)
    }
}
