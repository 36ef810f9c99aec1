//! What the frames of a page hold: where methods differ most, how far, and what bounds the character.

use character::Character;
use glam::Vec3;
use render::Ground;
use rig::{InfluenceRow, Pose};
use scene::deform::DeformedPrimitive;
use scene::names::joint_name;
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::view::bounds::Bounds;
use serde_json::{Value, json};

use super::frames::Timeline;
use super::{Failure, PageAsked};
use crate::draw::extremes::Extremes;
use crate::draw::render::stands_on_ground;
use crate::draw::sheet::round_up;

/// The most vertices that are skinned to look for spots, frames and methods counted: seconds of one core.
const MOST_SKINNED: usize = 60_000_000;
/// The most spots of a method.
const MOST_SPOTS: usize = 8;
/// The most spots of one joint: all around a limb the same is seen.
const MOST_OF_JOINT: usize = 2;
/// Spots with a smaller share of the worst distance are left out.
const LEAST_SHARE: f32 = 0.15;
/// Of the character's size, how far spots are apart.
const SPACING: f32 = 0.06;
/// Of the character's size: smaller differences are rounding.
const ROUNDING: f32 = 1e-5;

/// What was found in the frames.
pub(super) struct FrameFindings {
    /// For each entry of the timeline the difference that has the last color, in scene units; 0 without any difference.
    pub(super) ranges: Vec<f32>,
    /// The places where a method differs most from the first, worst first.
    pub(super) spots: Value,
    /// For each entry of the timeline points that bound the character in it.
    pub(super) extremes: Vec<Vec<[f32; 3]>>,
    /// The floor, or null for a character that does not stand on it.
    pub(super) ground: Value,
}

/// The largest distance of a vertex from where the first method has it, over frames.
#[derive(Clone, Copy, Default)]
struct Farthest {
    distance: f32,
    frame: usize,
    position: Vec3,
}

/// Skins the frames, or every so many where they are many; `corners` bound props in each of them.
///
/// # Errors
///
/// A vertex beyond the range of numbers.
pub(super) fn scan_frames(
    asked: &PageAsked<'_>,
    timeline: &Timeline,
    poses: &[Pose],
    corners: &[Vec<Vec3>],
) -> Result<FrameFindings, Failure> {
    let placed: Vec<PlacedPrimitive<'_>> = placed_primitives(asked.character).collect();
    let n_vertices: usize = placed.iter().map(|it| it.primitive.positions.len()).sum();
    let n_others = asked.methods.len() - 1;
    let cost = n_vertices.saturating_mul(asked.methods.len() * poses.len());
    // Every so many frames of each clip, the first one always.
    let step = cost.div_ceil(MOST_SKINNED).max(1);
    let mut farthest = vec![vec![Farthest::default(); n_vertices]; n_others];
    let (mut extremes, mut largest) = (Vec::new(), Vec::new());
    let mut first_bounds = None;
    let mut first_points = Vec::new();
    for shown in &timeline.shown {
        let mut extreme = Extremes::default();
        let mut most = 0.0_f32;
        for frame in (shown.first..shown.first + shown.n_frames).step_by(step) {
            let Some(pose) = poses.get(frame) else { break };
            let skinned = skin_by_method(asked, pose)?;
            for point in skinned.iter().flat_map(|method| points(method)) {
                extreme.add(point);
            }
            for point in corners.get(frame).into_iter().flatten() {
                extreme.add(*point);
            }
            most = most.max(add_farthest(&mut farthest, &skinned, frame));
            if first_bounds.is_none() {
                first_points = skinned
                    .first()
                    .map(|it| points(it).collect())
                    .unwrap_or_default();
                first_bounds = Some(Bounds::from_points(first_points.iter().copied()));
            }
        }
        largest.push(most);
        extremes.push(extreme.points().iter().map(Vec3::to_array).collect());
    }
    let bounds = first_bounds.unwrap_or_default();
    let size = bounds.size().length();
    let of_method = |(other, farthest): (usize, &Vec<Farthest>)| {
        let joint = |vertex: usize| {
            let (part, within) = place(&placed, vertex);
            heaviest(asked.character, placed.get(part)?, within)
        };
        let worst = worst(farthest, size, joint);
        let entries = worst
            .into_iter()
            .map(|(vertex, spot)| spot_json(asked, timeline, &placed, (other + 1, vertex, spot)));
        entries.collect::<Vec<_>>()
    };
    Ok(FrameFindings {
        ranges: largest.into_iter().map(|most| range(most, size)).collect(),
        spots: sort_worst_first(farthest.iter().enumerate().flat_map(of_method).collect()),
        extremes,
        ground: ground(&bounds, &first_points),
    })
}

/// The worst first, whatever the method.
fn sort_worst_first(mut spots: Vec<Value>) -> Value {
    let distance = |spot: &Value| spot["distance"].as_f64().unwrap_or_default();
    spots.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
    Value::Array(spots)
}

fn range(most: f32, size: f32) -> f32 {
    match most > 0.0 {
        true => round_up(most.max(ROUNDING * size)),
        false => 0.0,
    }
}

fn skin_by_method(
    asked: &PageAsked<'_>,
    pose: &Pose,
) -> Result<Vec<Vec<DeformedPrimitive>>, Failure> {
    let mut posed = asked.posed.clone();
    posed.pose.clone_from(pose);
    let methods = asked.methods.iter();
    methods
        .map(|method| posed.deform(asked.character, *method, asked.threads))
        .collect()
}

fn points(skinned: &[DeformedPrimitive]) -> impl Iterator<Item = Vec3> {
    skinned.iter().flat_map(|it| it.positions.iter().copied())
}

/// Keeps what is farther than before; gives the largest distance of the frame.
fn add_farthest(
    farthest: &mut [Vec<Farthest>],
    skinned: &[Vec<DeformedPrimitive>],
    frame: usize,
) -> f32 {
    let mut most = 0.0_f32;
    let Some((reference, others)) = skinned.split_first() else {
        return most;
    };
    for (farthest, other) in farthest.iter_mut().zip(others) {
        let both = points(reference).zip(points(other));
        for (known, (from, to)) in farthest.iter_mut().zip(both) {
            let distance = from.distance(to);
            if !distance.is_finite() {
                continue;
            }
            most = most.max(distance);
            if distance > known.distance {
                *known = Farthest {
                    distance,
                    frame,
                    position: to,
                };
            }
        }
    }
    most
}

/// Greedy, as [`worst_spots`](scene::compare::worst_spots): the worst vertex, then the worst of those that are not near one already
/// taken, in their poses; few of each joint.
fn worst(
    farthest: &[Farthest],
    size: f32,
    joint: impl Fn(usize) -> Option<String>,
) -> Vec<(usize, Farthest)> {
    let mut all: Vec<(usize, Farthest)> = farthest.iter().copied().enumerate().collect();
    all.sort_by(|a, b| b.1.distance.total_cmp(&a.1.distance));
    let worst = all.first().map_or(0.0, |(_, spot)| spot.distance);
    let mut taken: Vec<(usize, Farthest)> = Vec::new();
    let mut joints = Vec::new();
    for (vertex, spot) in all {
        let is_small = spot.distance < LEAST_SHARE * worst || spot.distance <= ROUNDING * size;
        // Sorted, so that all behind a small one are small too.
        if taken.len() == MOST_SPOTS || is_small {
            break;
        }
        let is_near = |(_, other): &(usize, Farthest)| {
            other.position.distance(spot.position) <= SPACING * size
        };
        if taken.iter().any(is_near) {
            continue;
        }
        let joint = joint(vertex);
        if joints.iter().filter(|it| **it == joint).count() < MOST_OF_JOINT {
            joints.push(joint);
            taken.push((vertex, spot));
        }
    }
    taken
}

fn spot_json(
    asked: &PageAsked<'_>,
    timeline: &Timeline,
    placed: &[PlacedPrimitive<'_>],
    (method, vertex, spot): (usize, usize, Farthest),
) -> Value {
    let shown = timeline.shown.iter().enumerate();
    // Entries follow one another: the last that begins at or before the frame holds it.
    let found = shown.rev().find(|(_, shown)| shown.first <= spot.frame);
    let (entry, time) = found.map_or((0, 0.0), |(entry, shown)| {
        (entry, shown.time(spot.frame - shown.first))
    });
    let (part, within) = place(placed, vertex);
    json!({
        "method": method,
        "part": part,
        "vertex": within,
        "distance": spot.distance,
        "clip": entry,
        "time": time,
        "position": spot.position.to_array(),
        "joint": placed.get(part).and_then(|placed| heaviest(asked.character, placed, within)),
    })
}

/// The part and the vertex in it, of a vertex among all.
fn place(placed: &[PlacedPrimitive<'_>], vertex: usize) -> (usize, usize) {
    let mut rest = vertex;
    for (part, placed) in placed.iter().enumerate() {
        let n = placed.primitive.positions.len();
        if rest < n {
            return (part, rest);
        }
        rest -= n;
    }
    (0, 0)
}

/// The name of the joint that moves a vertex most.
fn heaviest(character: &Character, placed: &PlacedPrimitive<'_>, vertex: usize) -> Option<String> {
    let bind = character.rig.binds.get(placed.instance.skin?)?;
    let InfluenceRow { joints, weights } =
        placed.primitive.influences.as_ref()?.rows().nth(vertex)?;
    let (joint, _) = joints
        .iter()
        .zip(weights)
        .max_by(|a, b| a.1.total_cmp(b.1))?;
    let joint = bind.joint_at(*joint)?;
    Some(joint_name(&character.rig.skeleton, joint))
}

fn ground(bounds: &Bounds, points: &[Vec3]) -> Value {
    if !stands_on_ground(bounds) {
        return Value::Null;
    }
    let ground = Ground::under(bounds).with_shade(bounds, points.iter().copied());
    json!({
        "center": ground.center,
        "radius": ground.radius,
        "spacing": ground.spacing,
        "shade": ground.shade,
    })
}
