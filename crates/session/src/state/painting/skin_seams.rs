//! Seams between meshes of different skins: points at one place that follow joints differently.
//!
//! Weights of two skins are numbers of two lists. What they do to a vertex can be compared where the skins have joints in common, and
//! bind all of these alike: then both meshes lie in one space, and a joint moves both in the same way.

use std::collections::{BTreeMap, HashMap};

use character::Character;
use glam::{Affine3A, Vec3};
use mesh::PointIndex;
use rig::{BindPose, InfluenceRow, JointIndex};
use weights::{Rows as _, Thresholds};

use super::paint_mesh::{MeshRows, PaintMesh};

/// Surfaces that are compared at one place; more than a few layers are no seam.
const MOST_AT_A_PLACE: usize = 8;
/// Of the largest number of a bind, 1 at least: binds that differ by less are alike.
const ALIKE: f32 = 1e-5;

/// A point that lies where points of earlier surfaces lie, and follows joints otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSeamPoint {
    /// The number of the surface that has the point.
    pub mesh: usize,
    /// The point among those of that surface.
    pub point: PointIndex,
    /// The numbers of the earlier surfaces that it comes apart from, rising; never empty.
    pub others: Vec<usize>,
}

/// Points that lie where a point of an earlier surface lies, and follow joints otherwise.
///
/// The seam between both opens in poses. Surfaces whose skins bind their common joints differently are not compared.
#[must_use]
pub fn seams_between_skins(character: &Character, meshes: &[PaintMesh]) -> Vec<OpenSeamPoint> {
    let mut open = Vec::new();
    if meshes.len() < 2 {
        return open;
    }
    let skins: Vec<Skin<'_>> = meshes
        .iter()
        .filter_map(|mesh| Skin::of(character, mesh))
        .collect();
    let mut compared = Compared {
        skins: &skins,
        in_one_space: HashMap::new(),
        threshold: Thresholds::default().seam,
    };
    let mut at_place: HashMap<[u32; 3], Vec<SurfacePoint>> = HashMap::new();
    for (number, mesh) in meshes.iter().enumerate() {
        for (point, &place) in mesh.all_points().zip(mesh.surface().positions()) {
            let here = (number, point);
            // Bit for bit: exporters that split a mesh copy its positions.
            let known = at_place.entry(bits(place)).or_default();
            let apart = known
                .iter()
                .filter(|&&before| compared.differ(before, here));
            let mut others: Vec<usize> = apart.map(|&(other, _)| other).collect();
            others.dedup();
            if !others.is_empty() {
                let mesh = number;
                open.push(OpenSeamPoint {
                    mesh,
                    point,
                    others,
                });
            }
            if known.len() < MOST_AT_A_PLACE {
                known.push(here);
            }
        }
    }
    open
}

/// The number of a surface, and a point of it.
type SurfacePoint = (usize, PointIndex);

/// Skins, and which of them have been compared.
struct Compared<'a> {
    skins: &'a [Skin<'a>],
    in_one_space: HashMap<[usize; 2], bool>,
    threshold: f32,
}

impl Compared<'_> {
    /// Whether two points of different surfaces follow joints differently, where that can be said.
    fn differ(&mut self, (one, point): SurfacePoint, (other, theirs): SurfacePoint) -> bool {
        let (Some(own), Some(of_other)) = (self.skins.get(one), self.skins.get(other)) else {
            return false;
        };
        // Kept by pairs of skins: binds are the same for all their points.
        let space = self.in_one_space.entry([one, other]);
        one != other
            && *space.or_insert_with(|| own.is_bound_as(of_other))
            && own.difference(point, of_other, theirs) > self.threshold
    }
}

/// Both zeros are one place.
fn bits(place: Vec3) -> [u32; 3] {
    (place + Vec3::ZERO).to_array().map(f32::to_bits)
}

/// A surface with its weights and its joints.
struct Skin<'a> {
    rows: MeshRows<'a>,
    bind: &'a BindPose,
}

impl<'a> Skin<'a> {
    fn of(character: &'a Character, mesh: &'a PaintMesh) -> Option<Self> {
        Some(Self {
            rows: mesh.rows(character),
            bind: character.rig.binds.get(mesh.skin)?,
        })
    }

    /// Whether the skins have a joint in common, and bind all that they have alike.
    fn is_bound_as(&self, other: &Self) -> bool {
        let places: BTreeMap<JointIndex, usize> = (0..)
            .zip(self.bind.joints())
            .map(|(place, &joint)| (joint, place))
            .collect();
        let common = (0..).zip(other.bind.joints());
        let mut common = common
            .filter_map(|(theirs, joint)| Some((*places.get(joint)?, theirs)))
            .peekable();
        common.peek().is_some()
            && common.all(|(own, theirs)| {
                are_alike(
                    self.bind.joint_from_bind(own),
                    other.bind.joint_from_bind(theirs),
                )
            })
    }

    /// Half the sum of the differences of weights between a point and another one; 1 where one of them is bound and the other is not.
    fn difference(&self, point: PointIndex, other: &Self, theirs: PointIndex) -> f32 {
        let (own, theirs) = (self.rows.slices(point), other.rows.slices(theirs));
        if own.joints.is_empty() != theirs.joints.is_empty() {
            return 1.0;
        }
        let mut weights: BTreeMap<JointIndex, f32> = BTreeMap::new();
        add(&mut weights, self.bind, own, 1.0);
        add(&mut weights, other.bind, theirs, -1.0);
        0.5 * weights.values().map(|weight| weight.abs()).sum::<f32>()
    }
}

fn are_alike(one: Affine3A, other: Affine3A) -> bool {
    let largest = |of: Affine3A| {
        let numbers = of.to_cols_array().map(f32::abs);
        numbers.into_iter().fold(1.0, f32::max)
    };
    one.abs_diff_eq(other, ALIKE * largest(one))
}

fn add(weights: &mut BTreeMap<JointIndex, f32>, bind: &BindPose, row: InfluenceRow<'_>, sign: f32) {
    for (&slot, &weight) in row.joints.iter().zip(row.weights) {
        if let Some(joint) = bind.joint_at(slot) {
            *weights.entry(joint).or_default() += sign * weight;
        }
    }
}
