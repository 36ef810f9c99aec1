//! Euler curves that rotations follow from, which glTF has no place for: `euler_curves` in the `extras` of an animation.
//!
//! A list with an object for each joint that has some: `node`, its number; `order`, the axes from the first turn to the last, as `XYZ`; `rest`, the
//! rotation at which all angles are 0 (x y z w); `x`, `y` and `z`, the keys of those axes that have some, in degrees, as
//! [`kept_keys`](crate::nodes::kept_keys) has them, with `kinds` where keys are marked: 0 none, 1 a breakdown, 2 an extreme.
//!
//! The rotation itself is in the file as quaternions, which other programs read. If these turn otherwise than the curves, somebody has changed
//! them since, and the curves are passed over.

use std::collections::{BTreeMap, BTreeSet};

use glam::Quat;
use rig::{
    Axis, Clip, EulerCurves, EulerOrder, JointChannel, JointIndex, KeyKind, Keys, Target, Track,
};

use crate::bytes::reader::Reader;
use crate::json::tree::Node;
use crate::json::tree::draft::{Draft, NewMembers};
use crate::json::value::narrow;
use crate::model::kept::own;
use crate::nodes::kept_keys::{number_keys_value, read_number_track};

/// The member of an animation.
pub(crate) const EULER_CURVES: &str = "euler_curves";

const AXES: [(&str, Axis); 3] = [("x", Axis::X), ("y", Axis::Y), ("z", Axis::Z)];
/// Keys of quaternions that are no farther off, by the chord between them, are those of the curves: 0.05°.
const SAME: f32 = 4.4e-4;

/// The curves of a joint by the number of its node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NodeCurves {
    node: usize,
    curves: EulerCurves,
}

/// The curves of a clip whose joints have these nodes.
pub(crate) fn node_curves(clip: &Clip, node_of: impl Fn(JointIndex) -> usize) -> Vec<NodeCurves> {
    let curves = clip.euler_curves();
    let curves = curves.map(|(joint, curves)| NodeCurves {
        node: node_of(joint),
        curves: curves.clone(),
    });
    curves.collect()
}

/// The list as the animation's extras hold it.
pub(crate) fn curves_value<'a>(curves: &[NodeCurves]) -> Draft<'a> {
    let value = |NodeCurves { node, curves }: &NodeCurves| {
        let mut members = NewMembers::new();
        members.push(("node", (*node).into()));
        members.push(("order", curves.order().name().into()));
        members.push(("rest", curves.rest().to_array().into()));
        for (name, axis) in AXES {
            if let Some(track) = curves.axis(axis) {
                members.push((name, axis_value(name, track)));
            }
        }
        Draft::from(members)
    };
    curves.iter().map(value).collect()
}

fn axis_value<'a>(name: &str, track: &Track<f32>) -> Draft<'a> {
    let mut value = number_keys_value(name, track);
    let kinds = (0..track.key_count()).map(|key| track.mode(key).kind);
    let places: Vec<usize> = kinds.map(place_of).collect();
    if places.iter().any(|place| *place != 0) {
        let kinds: Draft<'a> = places.into_iter().map(Draft::from).collect();
        value.set("kinds", kinds);
    }
    value
}

fn place_of(kind: KeyKind) -> usize {
    let mut kinds = KeyKind::ALL.into_iter();
    kinds.position(|known| known == kind).unwrap_or(0)
}

/// The clip with the curves that an animation's extras hold. What names no joint, what is no curve, and what turns otherwise than the clip
/// does is passed over.
pub(crate) fn with_curves(
    reader: &Reader<'_>,
    mut clip: Clip,
    animation: Node<'_>,
    joints: &BTreeMap<usize, JointIndex>,
) -> Clip {
    let Some(own) = own(animation) else {
        return clip;
    };
    // The first of a joint counts: a list that names one again and again is not baked as often.
    let mut known = BTreeSet::new();
    for entry in own.items(EULER_CURVES).iter() {
        let node = entry.get("node").and_then(Node::as_u64);
        let node = node.and_then(|node| usize::try_from(node).ok());
        let Some(&joint) = node.and_then(|node| joints.get(&node)) else {
            continue;
        };
        if !known.insert(joint) {
            continue;
        }
        let Some(curves) = read_curves(reader, entry) else {
            continue;
        };
        // A few keys of many turns are baked to thousands: no more than there is memory for.
        let keys = curves.baked().key_count();
        let charged = reader.charge(&reader.root, keys, 3 * size_of::<Quat>());
        if charged.is_err() {
            break;
        }
        if turns_so(&clip, joint, &curves) {
            clip = clip.with_euler(joint, Some(curves));
        }
    }
    clip
}

fn read_curves(reader: &Reader<'_>, entry: Node<'_>) -> Option<EulerCurves> {
    let order = EulerOrder::named(entry.get("order")?.as_str()?)?;
    let rest = entry.items("rest");
    let number = |place: usize| Some(narrow(rest.get(place)?.as_f64()?));
    let rest = Quat::from_xyzw(number(0)?, number(1)?, number(2)?, number(3)?);
    let mut axes = [None, None, None];
    for ((name, _), axis) in AXES.into_iter().zip(&mut axes) {
        if let Some(value) = entry.get(name) {
            *axis = Some(read_axis(reader, value)?);
        }
    }
    EulerCurves::new(order, rest, axes).ok()
}

fn read_axis(reader: &Reader<'_>, value: Node<'_>) -> Option<Track<f32>> {
    let track = read_number_track(reader, value)?;
    if value.get("kinds").is_none() {
        return Some(track);
    }
    let kinds = value.items("kinds").iter().map(|place| {
        let place = usize::try_from(place.as_u64()?).ok()?;
        KeyKind::ALL.get(place).copied()
    });
    let kinds: Vec<KeyKind> = kinds.collect::<Option<_>>()?;
    let times = track.times().to_vec();
    Some(track.with_kinds(|time| {
        let place = times.partition_point(|key| *key < time);
        kinds.get(place).copied().unwrap_or_default()
    }))
}

/// Whether a clip turns a joint as curves do: at the keys of both, and between them.
fn turns_so(clip: &Clip, joint: JointIndex, curves: &EulerCurves) -> bool {
    let read = match clip.keys(Target::Joint(joint, JointChannel::Rotation)) {
        Some(Keys::Rotation(read)) => read,
        Some(Keys::Vector(_) | Keys::Number(_)) | None => return false,
    };
    let baked = curves.baked();
    let mut times = [read, baked].into_iter().flat_map(|track| {
        let times = track.times();
        let between = times.windows(2).map(|pair| match pair {
            [from, to] => from + 0.5 * (to - from),
            _ => 0.0,
        });
        times.iter().copied().chain(between)
    });
    let [mut of_read, mut of_baked] = [0, 0];
    times.all(|time| {
        let own = read.sample_from(&mut of_read, time);
        let turned = baked.sample_from(&mut of_baked, time);
        let chord = (own - turned).length();
        chord.min((own + turned).length()) <= SAME
    })
}
