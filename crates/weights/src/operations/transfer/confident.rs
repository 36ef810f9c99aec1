//! Weights of a body for the clothes over it: taken where the match is sure, filled in smoothly where not.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec3;
use mesh::{Nearest, PointIndex, vertex_normals};
use rig::{GoOn, JointSlot};

use super::Transfer;
use crate::fill::{Filling, fill};
use crate::rows::draft::Draft;
use crate::rows::shares::settle_row;
use crate::{Edit, Row, Rows, Rules, Skip};

/// Points between two questions whether to go on.
const AT_ONCE: usize = 1024;
/// Of the largest distance: the inner side of thick cloth, which faces the body, is no farther from it.
const INNER: f32 = 0.25;

/// When the place that a point takes from is surely the one that it lies over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence {
    /// The largest distance, as a share of the diagonal of the source's box.
    pub within: f32,
    /// The largest angle between both surfaces' vertex normals, in radians.
    pub normals_within: f32,
}

impl Default for Confidence {
    /// 4 % and 30°: of the built-in dressed figure, what leaves the least of the clothes in the body over its range of motion.
    fn default() -> Self {
        Self {
            within: 0.04,
            normals_within: std::f32::consts::FRAC_PI_6,
        }
    }
}

/// What clothes have taken from a body.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ConfidentEdit {
    /// Their new rows, and what was left as it is and why.
    pub edit: Edit,
    /// Points that took what they lie over.
    pub sure: usize,
    /// Points that were filled in from those.
    pub filled: usize,
    /// The largest distance of one of the former from the place that it took from, in units of the meshes; none if there were none.
    pub farthest: Option<f32>,
    /// As in [`TransferEdit`](crate::TransferEdit).
    pub missing: BTreeSet<JointSlot>,
}

/// What was found for each point that is asked for.
#[derive(Default)]
struct Matches {
    /// With the distance to the place.
    rows: BTreeMap<PointIndex, (Row, f32)>,
    reasons: BTreeMap<PointIndex, Skip>,
    sure: BTreeSet<PointIndex>,
}

/// [`Confidence`] for one source.
struct Sureness {
    /// Of the source's points.
    normals: Vec<Vec3>,
    /// The largest distance, in units of the meshes.
    most: f32,
    least_cosine: f32,
}

impl Transfer<'_> {
    /// The weights of a body for points of the clothes over it; none if `go_on`, which gets the share that is done, breaks off.
    ///
    /// A match is sure by [`Confidence`]; cloth that faces the body counts too where it is within a quarter of the distance. Sure points take
    /// weights as in [`rows`](Self::rows). Into the others what is known around them is led on harmonically along the cloth: the weights of
    /// the sure ones, and of points that are not asked for. A connected part without either takes all as `rows` does.
    ///
    /// Locks and the limit hold. Skipped is what is out of reach; and what `rows` skips besides, where nothing can be led in.
    ///
    /// Reference: R. Abdrashitov et al., "Robust Skin Weights Transfer via Weight Inpainting", SIGGRAPH Asia 2023 Technical Communications;
    /// here the Laplacian is that of the first order, which makes no weight above those around it.
    #[must_use]
    pub fn confident_rows(
        &self,
        points: &[PointIndex],
        rows: &dyn Rows,
        rules: &Rules<'_>,
        confidence: &Confidence,
        go_on: &GoOn<'_>,
    ) -> Option<ConfidentEdit> {
        let mut all = ConfidentEdit::default();
        let mut matches = self.matches(points, confidence, &mut all.missing, go_on)?;
        self.trust_lone_parts(points, &mut matches);
        let mut draft = Draft::new(rows);
        let mut open = Vec::new();
        for &point in points {
            if matches.reasons.get(&point) == Some(&Skip::OutOfReach) {
                draft.skip(Skip::OutOfReach);
                continue;
            }
            match matches.rows.get(&point) {
                Some((row, distance)) if matches.sure.contains(&point) => {
                    draft.set_each(point, |own| settle_row(own, row, rules));
                    all.sure += 1;
                    all.farthest = Some(all.farthest.unwrap_or(0.0).max(*distance));
                }
                None if matches.sure.contains(&point) => {
                    let reason = matches.reasons.get(&point).copied();
                    draft.skip(reason.unwrap_or(Skip::NothingToTake));
                }
                _ => open.push(point),
            }
        }
        let filling = Filling {
            surface: self.target,
            automatic: None,
            bones: &[],
            joints: None,
            is_far: &[],
        };
        let filled = fill(&mut draft, &open, &filling, rules);
        all.filled = filled.bordered + filled.anew;
        all.edit = draft.finish();
        Some(all)
    }

    fn matches(
        &self,
        points: &[PointIndex],
        confidence: &Confidence,
        missing: &mut BTreeSet<JointSlot>,
        go_on: &GoOn<'_>,
    ) -> Option<Matches> {
        let source = self.source.surface;
        let bounds = mesh::bounds(source.positions());
        let size = bounds.map_or(0.0, |bounds| bounds.max.distance(bounds.min));
        let sureness = Sureness {
            normals: vertex_normals(source.positions(), source.triangles()),
            most: confidence.within * size,
            least_cosine: confidence.normals_within.cos(),
        };
        let mut found = Matches::default();
        for (chunk, at_once) in points.chunks(AT_ONCE).enumerate() {
            go_on(share(chunk * AT_ONCE, points.len())).continue_value()?;
            for &point in at_once {
                self.find_match(point, &sureness, missing, &mut found);
            }
        }
        Some(found)
    }

    fn find_match(
        &self,
        point: PointIndex,
        sureness: &Sureness,
        missing: &mut BTreeSet<JointSlot>,
        found: &mut Matches,
    ) {
        let nearest = self.within_reach(point);
        let row = nearest.and_then(|nearest| Ok((self.row(&nearest, missing)?, nearest)));
        match row {
            Ok((row, nearest)) => {
                if self.is_sure(point, &nearest, sureness) {
                    found.sure.insert(point);
                }
                found.rows.insert(point, (row, nearest.distance));
            }
            Err(reason) => drop(found.reasons.insert(point, reason)),
        }
    }

    /// Between the corners of a triangle of the source.
    fn normal_of(&self, nearest: &Nearest, normals: &[Vec3]) -> Vec3 {
        let corners = self.source.surface.triangles()[nearest.triangle];
        let shares = nearest.barycentric.to_array();
        let sum: Vec3 = (corners.into_iter().zip(shares))
            .map(|(corner, share)| share * normals[corner as usize])
            .sum();
        sum.normalize_or_zero()
    }

    fn is_sure(&self, point: PointIndex, nearest: &Nearest, sureness: &Sureness) -> bool {
        let own = self.target_normals.get(point.index()).copied();
        let normal = self.normal_of(nearest, &sureness.normals);
        let cosine = own.unwrap_or(Vec3::ZERO).dot(normal);
        let Sureness {
            most, least_cosine, ..
        } = *sureness;
        let is_outer = nearest.distance <= most && cosine >= least_cosine;
        is_outer || (nearest.distance <= INNER * most && -cosine >= least_cosine)
    }

    /// Of parts from which nothing could be led on, every match has to do.
    fn trust_lone_parts(&self, points: &[PointIndex], matches: &mut Matches) {
        let part_of = |point: PointIndex| self.target.parts().get(point.index()).copied();
        let asked: BTreeSet<PointIndex> = points.iter().copied().collect();
        let known = self.target.all_points();
        let known = known.filter(|point| matches.sure.contains(point) || !asked.contains(point));
        let parts: BTreeSet<u32> = known.filter_map(part_of).collect();
        let lone = points.iter().copied();
        let lone = lone.filter(|&point| part_of(point).is_none_or(|part| !parts.contains(&part)));
        matches.sure.extend(lone);
    }
}

#[expect(clippy::cast_precision_loss, reason = "how full a bar is drawn")]
fn share(done: usize, of: usize) -> f32 {
    done as f32 / of.max(1) as f32
}
