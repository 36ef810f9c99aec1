//! What the frames of joints tell of their bones: rigs are made with one axis along the bone.

use glam::Vec3;
use rig::{JointSlot, Rigid};

/// How long the bone of a joint without any below is, as a share of the one that ends at the joint.
pub(crate) const LEAF: f32 = 1.0;

/// Bones point along an axis of their joint if the cosine between is this at least: 20°.
const ALONG: f32 = 0.94;

/// Joints turned by less than this against each other, in radians, are not turned.
const SAME: f32 = 0.01;

/// Joints that point along one axis are a habit of the rig if they are this share of all.
const HABIT: f32 = 0.6;

/// The axis of its own along which most joints have their bone, whatever way: 0 is x. Of each bone its joint, and the way it goes.
/// None where no joint is turned against another: then their axes are the world's, and say nothing.
pub(crate) fn common_axis(
    bones: impl Iterator<Item = (JointSlot, Vec3)>,
    frames: &[Rigid],
) -> Option<usize> {
    let first = frames.first()?;
    let is_turned = |frame: &Rigid| frame.rotation.angle_between(first.rotation) > SAME;
    // All frames alike are those of the world, and say nothing of bones.
    if !frames.iter().any(is_turned) {
        return None;
    }
    let mut counts = [0_u16; 3];
    let mut all = 0_u16;
    for (joint, along) in bones.filter(|(_, along)| *along != Vec3::ZERO) {
        all = all.saturating_add(1);
        let along = in_frame(frames, joint, along);
        if let Some(axis) = (0..3).find(|&axis| along[axis].abs() >= ALONG) {
            counts[axis] += 1;
        }
    }
    let (axis, &most) = counts.iter().enumerate().max_by_key(|(_, count)| **count)?;
    // One bone alone is no habit.
    (most > 1 && f32::from(most) >= HABIT * f32::from(all)).then_some(axis)
}

/// The direction of this axis of a joint, the way that the bone which ends at it has it. None where that bone lies along another axis,
/// or across all of them and the joint is not turned against the one before it: then frames say nothing about it.
pub(crate) fn own_axis(
    axis: usize,
    frames: &[Rigid],
    (joint, parent): (JointSlot, Option<JointSlot>),
) -> Option<Vec3> {
    let frame = frames.get(usize::from(joint))?;
    let above =
        parent.and_then(|parent| frames.get(usize::from(parent)).map(|above| (parent, above)));
    let sign = match above {
        None => 1.0,
        Some((parent, above)) => {
            let along = in_frame(frames, parent, frame.translation - above.translation);
            let is_along = |axis: usize| along[axis].abs() >= ALONG;
            let is_turned = frame.rotation.angle_between(above.rotation) > SAME;
            if is_along(axis) {
                along[axis].signum()
            } else if is_turned && !(0..3).any(is_along) {
                1.0
            } else {
                return None;
            }
        }
    };
    Some(frame.rotation * (Vec3::AXES[axis] * sign))
}

/// A direction as seen from a joint, of length one.
fn in_frame(frames: &[Rigid], joint: JointSlot, along: Vec3) -> Vec3 {
    let rotation = frames.get(usize::from(joint)).map(|frame| frame.rotation);
    rotation.map_or(Vec3::ZERO, |rotation| {
        rotation.inverse() * along.normalize_or_zero()
    })
}

/// So many joints of a list without any hierarchy are compared, each with all, at most.
const MOST_FLAT: usize = 2_000;

/// Gives the joints of a list without any hierarchy parents: each joint is followed by the nearest one that lies along its axis, one
/// axis for all, which is the one along which most lie, and the way in which chains begin nearer to each other than they end. Nothing where
/// most joints have none along it, and in lists of more than [`MOST_FLAT`].
pub(crate) fn chain_flat_list(
    parents: &mut [Option<JointSlot>],
    is_there: &dyn Fn(JointSlot) -> bool,
    frames: &[Rigid],
) {
    let joints: Vec<JointSlot> = JointSlot::all()
        .take(frames.len())
        .filter(|&joint| is_there(joint))
        .collect();
    if !(3..=MOST_FLAT).contains(&joints.len()) || parents.iter().any(Option::is_some) {
        return;
    }
    let both = Vec3::AXES.into_iter().map(|axis| {
        let [one, other] = [axis, -axis].map(|way| followers(&joints, frames, way));
        let exactness = one.1 + other.1;
        let [starts, ends] = [&one.0, &other.0].map(|pairs| spread(&joints, frames, pairs));
        // Chains spread from where they begin, as fingers do from a hand.
        (if starts <= ends { one.0 } else { other.0 }, exactness)
    });
    let best = both.max_by(|one, other| one.1.total_cmp(&other.1));
    let Some((pairs, _)) = best else { return };
    #[expect(clippy::cast_precision_loss, reason = "at most 65,536")]
    let is_habit = pairs.len() as f32 >= HABIT * joints.len() as f32;
    if !is_habit {
        return;
    }
    for [before, after] in pairs {
        let is_circle = parents.get(usize::from(before)) == Some(&Some(after));
        if let Some(parent) = parents.get_mut(usize::from(after)).filter(|_| !is_circle) {
            parent.get_or_insert(before);
        }
    }
}

/// How far the joints that follow none are from each other: the square of their mean distance from their middle.
fn spread(joints: &[JointSlot], frames: &[Rigid], pairs: &[[JointSlot; 2]]) -> f32 {
    let first = joints
        .iter()
        .filter(|&joint| pairs.iter().all(|[_, after]| after != joint));
    let places: Vec<Vec3> = first
        .filter_map(|&joint| frames.get(usize::from(joint)))
        .map(|frame| frame.translation)
        .collect();
    #[expect(clippy::cast_precision_loss, reason = "at most 65,536")]
    let count = places.len().max(1) as f32;
    let middle = places.iter().sum::<Vec3>() / count;
    let squares = places.iter().map(|place| place.distance_squared(middle));
    squares.sum::<f32>() / count
}

/// Pairs of a joint and the nearest one along this axis of it, the nearest pairs first, and how exactly they lie along.
fn followers(joints: &[JointSlot], frames: &[Rigid], way: Vec3) -> (Vec<[JointSlot; 2]>, f32) {
    let mut pairs: Vec<([JointSlot; 2], f32)> = Vec::new();
    let mut exactness = 0.0;
    for &joint in joints {
        let Some(own) = frames.get(usize::from(joint)) else {
            continue;
        };
        let axis = own.rotation * way;
        let mut nearest: Option<(JointSlot, f32, f32)> = None;
        for &other in joints {
            let Some(after) = frames.get(usize::from(other)) else {
                continue;
            };
            let along = after.translation - own.translation;
            let (distance, exact) = (along.length(), along.normalize_or_zero().dot(axis));
            if exact >= ALONG && nearest.is_none_or(|(_, least, _)| distance < least) {
                nearest = Some((other, distance, exact));
            }
        }
        if let Some((other, distance, exact)) = nearest {
            pairs.push(([joint, other], distance));
            // From 0 at 20° beside the axis to 1 exactly along it.
            exactness += (exact - ALONG) / (1.0 - ALONG);
        }
    }
    pairs.sort_by(|one, other| one.1.total_cmp(&other.1));
    (pairs.into_iter().map(|(pair, _)| pair).collect(), exactness)
}
