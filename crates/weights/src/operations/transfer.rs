//! Weights of one mesh for another that lies in the same place.

pub(crate) mod confident;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use glam::Vec3;
use mesh::{Adjacency, Bvh, Nearest, PointIndex, vertex_normals};
use rig::JointSlot;

use crate::rows::draft::Draft;
use crate::rows::shares::settle_row;
use crate::{Edit, Row, Rows, Rules, Skip};

/// A part of the source counts for a part of the target if at least this share of the latter's points is nearest to it.
const SHARE: f64 = 0.25;
/// A point for which so many triangles are near, but of another part or turned away, takes from the nearest of all: to look through whole
/// meshes for every point takes minutes, and what lies behind thousands of triangles is not what the point lies on.
const MOST_REFUSED: usize = 8192;

/// How two meshes are held against each other.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct TransferOptions {
    /// Only triangles of the source whose normal is within this angle of the point's, in radians, are taken from, unless none is among the
    /// nearest 8,192; without it normals do not matter. It distinguishes the two faces of a lip, or neighboring fingers: half a right angle
    /// to a right angle is usual.
    pub normals_within: Option<f32>,
    /// A part of the target takes from those parts of the source only that a quarter of its points or more are nearest to; or from the one
    /// that most are nearest to. A point that has none of these among the nearest 8,192 triangles takes from the nearest of all.
    pub separate_parts: bool,
    /// Points farther from the source than this, in units of the meshes, are skipped; without it none is.
    pub reach: Option<f32>,
}

/// A mesh to take weights from. Its positions are in the space of the target.
#[derive(Clone, Copy)]
pub struct TransferSource<'a> {
    /// Its points and triangles.
    pub surface: &'a Adjacency,
    /// The weights of its points, by its own list of joints.
    pub rows: &'a dyn Rows,
    /// The names of its joints, in the order of its skin.
    pub joints: &'a [&'a str],
}

impl std::fmt::Debug for TransferSource<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TransferSource")
            .field("surface", self.surface)
            .field("joints", &self.joints.len())
            .finish_non_exhaustive()
    }
}

/// What some points of a target have taken.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TransferEdit {
    /// Their new rows, and what was left as it is and why.
    pub edit: Edit,
    /// The largest distance of a point that there were weights for from the place they are at, in units of the meshes; none if there were
    /// none.
    pub farthest: Option<f32>,
    /// Joints of the source that have weight at places that were taken from, and that the target lacks: by their places in the source's
    /// list.
    pub missing: BTreeSet<JointSlot>,
}

/// Where every point of a target finds its weights on a source.
#[derive(Debug)]
pub struct Transfer<'a> {
    source: TransferSource<'a>,
    tree: Bvh,
    /// The place in the target's list of each joint of the source.
    places: Vec<Option<JointSlot>>,
    /// For each part of the target the parts of the source it takes from; all without an entry.
    parts: BTreeMap<u32, Vec<u32>>,
    source_normals: Vec<Vec3>,
    target: &'a Adjacency,
    target_normals: Vec<Vec3>,
    options: TransferOptions,
}

impl<'a> Transfer<'a> {
    /// Prepares a transfer: `joints` are the names of the target's joints, in the order of its skin. Of joints with the same name
    /// the first counts.
    #[must_use]
    pub fn new(
        source: TransferSource<'a>,
        target: &'a Adjacency,
        joints: &[&str],
        options: TransferOptions,
    ) -> Self {
        let mut named: HashMap<&str, JointSlot> = HashMap::new();
        for (place, name) in JointSlot::all().zip(joints) {
            named.entry(name).or_insert(place);
        }
        let (positions, triangles) = (source.surface.positions(), source.surface.triangles());
        let mut transfer = Self {
            source,
            tree: Bvh::new(positions, triangles),
            places: source
                .joints
                .iter()
                .map(|name| named.get(name).copied())
                .collect(),
            parts: BTreeMap::new(),
            source_normals: triangles
                .iter()
                .map(|&corners| normal(positions, corners))
                .collect(),
            target,
            target_normals: vertex_normals(target.positions(), target.triangles()),
            options,
        };
        if options.separate_parts {
            transfer.parts = transfer.matched_parts();
        }
        transfer
    }

    /// The joints of the source that move any of it and that the target lacks, by their places in the source's list. What they
    /// have is given to a point's others.
    #[must_use]
    pub fn missing_joints(&self) -> Vec<JointSlot> {
        let rows = self.source.rows;
        let points = PointIndex::all().zip(self.source.surface.positions());
        let copies =
            points.flat_map(|(point, _)| (0..rows.copies(point)).map(move |copy| (point, copy)));
        let joints = copies.flat_map(|(point, copy)| rows.copy(point, copy).joints);
        let missing = joints.filter(|&&joint| self.place_of(joint).is_none());
        let missing: BTreeSet<JointSlot> = missing.copied().collect();
        missing.into_iter().collect()
    }

    /// The weights of points of the target: those of the nearest place of the source, between the three corners of its triangle
    /// in proportion to the barycentric coordinates b, `w_j = Σ_i b_i w_ij`.
    ///
    /// Joints are matched by name. `rows` are those of the target, whose locked joints keep their weights; the limit holds.
    /// Skipped are points for which there is nothing within reach, nothing bound, or no joint that the target has too.
    #[must_use]
    pub fn rows(&self, points: &[PointIndex], rows: &dyn Rows, rules: &Rules<'_>) -> Edit {
        self.rows_with_report(points, rows, rules).edit
    }

    /// As [`rows`](Self::rows), with how far away the weights were, and which joints had to be left out.
    #[must_use]
    pub fn rows_with_report(
        &self,
        points: &[PointIndex],
        rows: &dyn Rows,
        rules: &Rules<'_>,
    ) -> TransferEdit {
        let mut draft = Draft::new(rows);
        let mut taken = TransferEdit::default();
        for &point in points {
            let nearest = self.within_reach(point);
            let row = nearest.and_then(|nearest| {
                let row = self.row(&nearest, &mut taken.missing)?;
                let farthest = taken.farthest.unwrap_or(0.0).max(nearest.distance);
                taken.farthest = Some(farthest);
                Ok(row)
            });
            match row {
                Ok(row) => draft.set_each(point, |own| settle_row(own, &row, rules)),
                Err(reason) => draft.skip(reason),
            }
        }
        taken.edit = draft.finish();
        taken
    }

    fn within_reach(&self, point: PointIndex) -> Result<Nearest, Skip> {
        let nearest = self.nearest(point, true).ok_or(Skip::NothingToTake)?;
        let reach = self.options.reach.unwrap_or(f32::INFINITY);
        if nearest.distance <= reach {
            Ok(nearest)
        } else {
            Err(Skip::OutOfReach)
        }
    }

    /// The weights of a place of the source, by the target's joints; joints that it lacks are noted.
    fn row(&self, nearest: &Nearest, missing: &mut BTreeSet<JointSlot>) -> Result<Row, Skip> {
        let corners = self.source.surface.triangles()[nearest.triangle];
        let mut pairs: Vec<(JointSlot, f64)> = Vec::new();
        let mut is_bound = false;
        for (corner, share) in corners.into_iter().zip(nearest.barycentric.to_array()) {
            let row = self.source.rows.row(PointIndex(corner));
            // A corner without a share neither binds the place nor misses a joint.
            if share <= 0.0 {
                continue;
            }
            is_bound |= !row.is_unbound();
            for (joint, weight) in row.pairs() {
                match self.place_of(joint) {
                    Some(place) => pairs.push((place, f64::from(weight) * f64::from(share))),
                    None => _ = missing.insert(joint),
                }
            }
        }
        let row = Row::from_weights(pairs);
        match (row.is_unbound(), is_bound) {
            (false, _) => Ok(row),
            (true, true) => Err(Skip::NoSuchJoint),
            (true, false) => Err(Skip::NothingToTake),
        }
    }

    /// The place that a point takes from; with less asked where nothing fits.
    fn nearest(&self, point: PointIndex, in_parts: bool) -> Option<Nearest> {
        let &place = self.target.positions().get(point.index())?;
        let part = self.target.parts().get(point.index());
        let parts = part
            .filter(|_| in_parts)
            .and_then(|part| self.parts.get(part));
        let has_part = |triangle: usize| {
            let corner = self.source.surface.triangles()[triangle][0];
            let part = self.source.surface.parts().get(corner as usize);
            parts.is_none_or(|parts| part.is_some_and(|part| parts.contains(part)))
        };
        let turned = self.options.normals_within.and_then(|angle| {
            let &normal = self.target_normals.get(point.index())?;
            let least = angle.cos();
            let is_alike = |triangle: usize| self.source_normals[triangle].dot(normal) >= least;
            self.nearest_few(place, |triangle| is_alike(triangle) && has_part(triangle))
        });
        turned
            .or_else(|| self.nearest_few(place, has_part))
            .or_else(|| self.tree.nearest(place))
    }

    /// The nearest of the triangles that are accepted; none where one is farther than [`MOST_REFUSED`] others.
    fn nearest_few(&self, place: Vec3, accept: impl Fn(usize) -> bool) -> Option<Nearest> {
        let refused = Cell::new(0_usize);
        // Once too many are refused, whatever comes is accepted, so that the search ends.
        let nearest = self.tree.nearest_of(place, |triangle| {
            refused.get() > MOST_REFUSED || accept(triangle) || {
                refused.set(refused.get() + 1);
                refused.get() > MOST_REFUSED
            }
        });
        nearest.filter(|_| refused.get() <= MOST_REFUSED)
    }

    /// Which parts of the source each part of the target lies on.
    fn matched_parts(&self) -> BTreeMap<u32, Vec<u32>> {
        let mut votes: BTreeMap<u32, BTreeMap<u32, f64>> = BTreeMap::new();
        for (point, &part) in PointIndex::all().zip(self.target.parts()) {
            let Some(nearest) = self.nearest(point, false) else {
                continue;
            };
            let corner = self.source.surface.triangles()[nearest.triangle][0];
            // Corners of a triangle are in one part.
            let theirs = self.source.surface.parts()[corner as usize];
            *votes.entry(part).or_default().entry(theirs).or_default() += 1.0;
        }
        let chosen = |votes: BTreeMap<u32, f64>| -> Vec<u32> {
            let total: f64 = votes.values().sum();
            let most = votes.values().copied().fold(0.0, f64::max);
            // Where no part reaches a quarter, the one with most counts.
            let least = most.min(SHARE * total);
            votes
                .into_iter()
                .filter(|&(_, count)| count >= least)
                .map(|(part, _)| part)
                .collect()
        };
        votes
            .into_iter()
            .map(|(part, votes)| (part, chosen(votes)))
            .collect()
    }

    fn place_of(&self, joint: JointSlot) -> Option<JointSlot> {
        self.places.get(usize::from(joint)).copied().flatten()
    }
}

/// Of length one, or zero for a triangle without area.
fn normal(positions: &[Vec3], corners: [u32; 3]) -> Vec3 {
    let [a, b, c] = corners.map(|corner| positions[corner as usize].as_dvec3());
    (b - a).cross(c - a).normalize_or_zero().as_vec3()
}
