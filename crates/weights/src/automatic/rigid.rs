//! Parts that keep their shape: eyes, teeth, plates, cards of hair. All of such a part follows one joint.

use std::collections::BTreeMap;

use glam::Vec3;
use mesh::{Adjacency, PointIndex};
use rig::JointSlot;

use crate::{Bone, Row};

use super::parts::Parts;
use super::{AutomaticInput, RigidParts};

/// A small part has at most this share of the area of all.
const SMALL: f64 = 0.1;

/// A part belongs to one joint if that has this share of its weight.
const MOST: f64 = 0.6;

/// A joint rests in the middle of a part that is within this share of its extent there, along each axis.
const MIDDLE: f32 = 0.25;
/// Of a part's extent: a joint that is nearer than this to the end of a bone is the one that the bone leads to.
const SAME_PLACE: f32 = 1e-3;

/// Whether a part keeps its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rigidity {
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

/// Gives the parts that are asked for to one joint each: the one that has most of their weight, points counted by their area, or a small
/// part's own.
pub(super) fn settle(
    &AutomaticInput {
        surface,
        bones,
        options,
    }: &AutomaticInput<'_>,
    parts: &Parts,
    rows: &mut [(PointIndex, Row)],
) -> Vec<Rigidity> {
    let asked = options.rigid;
    let areas = areas(surface);
    let area = |part: usize| -> f64 {
        let points = parts.points(part).iter();
        points.map(|point| areas[point.index()]).sum()
    };
    let total: f64 = areas.iter().sum();
    let mut settled = Vec::with_capacity(parts.len());
    for part in 0..parts.len() {
        // Without triangles all areas are zero, and a lone part would be small beside itself.
        let is_small = parts.len() > 1 && area(part) <= SMALL * total;
        let own = is_small.then(|| own_joint(surface, parts.points(part), bones));
        let lead = lead(parts.points(part), &areas, rows, (is_small, own.flatten()));
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
        settled.push(Rigidity {
            follows: joint,
            should_follow: lead.is_some_and(|lead| lead.is_likely) && joint.is_none(),
        });
    }
    settled
}

/// The joint that rests in the middle of a part, as that of an eye: at the end of a chain, and without another one in the part's box.
fn own_joint(surface: &Adjacency, points: &[PointIndex], bones: &[Bone]) -> Option<JointSlot> {
    let places = points
        .iter()
        .map(|point| surface.positions()[point.index()]);
    let around = mesh::bounds(&places.collect::<Vec<Vec3>>())?;
    let extent = around.max - around.min;
    let is_inside = |place: Vec3| place.cmpge(around.min).all() && place.cmple(around.max).all();
    let mut inside = bones.iter().filter(|bone| is_inside(bone.head));
    let own = inside.next()?;
    let is_alone = inside.all(|bone| bone.joint == own.joint);
    let from_middle = (own.head - 0.5 * (around.min + around.max)).abs();
    let is_in_the_middle = from_middle.cmple(MIDDLE * extent).all();
    let near = SAME_PLACE * extent.length();
    let leads_on = |bone: &Bone| {
        let mut others = bones.iter().filter(|other| other.joint != bone.joint);
        others.any(|other| other.head.distance(bone.tail) <= near)
    };
    let mut of_joint = bones.iter().filter(|bone| bone.joint == own.joint);
    let is_own = is_alone && is_in_the_middle && !of_joint.any(leads_on);
    is_own.then_some(own.joint)
}

/// The joint with most of a part's weight, or its own; none where nothing has weight.
fn lead(
    points: &[PointIndex],
    areas: &[f64],
    rows: &[(PointIndex, Row)],
    (is_small, own): (bool, Option<JointSlot>),
) -> Option<Lead> {
    let has_area = points.iter().any(|point| areas[point.index()] > 0.0);
    let mut sums: BTreeMap<JointSlot, f64> = BTreeMap::new();
    let mut bends = false;
    for point in points {
        let row = &rows[point.index()].1;
        // Loose points count alike.
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
    let belongs = own.is_some() || sum >= MOST * total;
    Some(Lead {
        joint: own.unwrap_or(joint),
        is_likely: is_small && bends && belongs,
    })
}

/// A third of the area of the triangles around each point.
fn areas(surface: &Adjacency) -> Vec<f64> {
    let mut areas = vec![0.0; surface.point_count()];
    let place = |point: u32| surface.positions()[point as usize].as_dvec3();
    for &triangle in surface.triangles() {
        let [a, b, c] = triangle.map(place);
        // The length of the cross product is twice the area.
        let third = (b - a).cross(c - a).length() / 6.0;
        if third.is_finite() {
            for point in triangle {
                areas[point as usize] += third;
            }
        }
    }
    areas
}
