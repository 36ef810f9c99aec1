//! Parts that keep their shape: eyes, teeth, plates, cards of hair. All of such a part follows one joint.

use std::collections::BTreeMap;

use mesh::{Adjacency, PointIndex};
use rig::JointSlot;

use crate::Row;

use super::RigidParts;
use super::parts::Parts;

/// A small part has at most this share of the area of all.
const SMALL: f64 = 0.1;

/// A part belongs to one joint if that has this share of its weight.
const MOST: f64 = 0.6;

/// Whether a part keeps its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// The joint that all of it follows; none if it bends.
    pub(super) follows: Option<JointSlot>,
    /// Whether it bends and probably should not.
    pub(super) should_follow: bool,
}

/// What one joint's part is, or could be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lead {
    joint: JointSlot,
    /// Whether it is a small part that belongs to the joint, and bends.
    is_likely: bool,
}

/// Gives the parts that are asked for to one joint each: the one that has most of their weight, points counted by their area.
pub(super) fn settle(
    surface: &Adjacency,
    parts: &Parts,
    asked: RigidParts,
    rows: &mut [(PointIndex, Row)],
) -> Vec<Shape> {
    let areas = areas(surface);
    let area = |part: usize| -> f64 {
        let points = parts.points(part).iter();
        points.map(|point| areas[point.index()]).sum()
    };
    let total: f64 = areas.iter().sum();
    let mut settled = Vec::with_capacity(parts.len());
    for part in 0..parts.len() {
        let is_small = parts.len() > 1 && area(part) <= SMALL * total;
        let lead = lead(parts.points(part), &areas, rows, is_small);
        let is_taken = match asked {
            RigidParts::None => false,
            RigidParts::Small => lead.is_some_and(|lead| lead.is_likely),
            RigidParts::All => lead.is_some(),
        };
        let joint = lead.filter(|_| is_taken).map(|lead| lead.joint);
        if let Some(joint) = joint {
            let row = Row::from_weights([(joint, 1.0)]);
            for point in parts.points(part) {
                rows[point.index()].1 = row.clone();
            }
        }
        settled.push(Shape {
            follows: joint,
            should_follow: lead.is_some_and(|lead| lead.is_likely) && joint.is_none(),
        });
    }
    settled
}

/// The joint with most of a part's weight; none where nothing has weight.
fn lead(
    points: &[PointIndex],
    areas: &[f64],
    rows: &[(PointIndex, Row)],
    is_small: bool,
) -> Option<Lead> {
    let has_area = points.iter().any(|point| areas[point.index()] > 0.0);
    let mut sums: BTreeMap<JointSlot, f64> = BTreeMap::new();
    let mut bends = false;
    for point in points {
        let row = &rows[point.index()].1;
        let area = if has_area { areas[point.index()] } else { 1.0 };
        let mut joints = 0;
        for (joint, weight) in row.pairs() {
            *sums.entry(joint).or_default() += area * f64::from(weight);
            joints += 1;
        }
        bends |= joints > 1;
    }
    let total: f64 = sums.values().sum();
    // Of equals the first.
    let most = sums
        .iter()
        .rev()
        .max_by(|one, other| one.1.total_cmp(other.1));
    let (&joint, &sum) = most.filter(|(_, sum)| **sum > 0.0)?;
    let bends = bends || sums.len() > 1;
    Some(Lead {
        joint,
        is_likely: is_small && bends && sum >= MOST * total,
    })
}

/// A third of the area of the triangles around each point.
fn areas(surface: &Adjacency) -> Vec<f64> {
    let mut areas = vec![0.0; surface.point_count()];
    let place = |point: u32| surface.positions()[point as usize].as_dvec3();
    for &triangle in surface.triangles() {
        let [a, b, c] = triangle.map(place);
        let third = (b - a).cross(c - a).length() / 6.0;
        if third.is_finite() {
            for point in triangle {
                areas[point as usize] += third;
            }
        }
    }
    areas
}
