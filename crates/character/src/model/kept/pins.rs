//! Places that joints are held at, in the `extras` of their nodes.

use glam::Quat;

use super::{FARTHEST, is_unit, numbers};
use crate::json::tree::Node;
use crate::json::tree::draft::{Draft, NewMembers};

/// A place of a joint that is held while other joints are posed, always or over a range of a clip.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct KeptPin {
    /// The key of the joint that is held.
    pub joint: u32,
    /// What is held of it, in its posed frame; zero is its head.
    pub offset: [f32; 3],
    /// Where that is held, meters: in the model, or in the posed frame of [`to`](Self::to).
    pub place: [f32; 3],
    /// How the joint is turned there, likewise: a unit quaternion (x y z w).
    pub rotation: [f32; 4],
    /// The key of the joint that the place goes along with; none holds it in the model.
    pub to: Option<u32>,
    /// Whether the orientation is held too.
    pub holds_orientation: bool,
    /// When it is held; none without a clip.
    pub range: Option<KeptPinRange>,
}

/// The part of a clip in which a pin holds.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct KeptPinRange {
    /// The clip's place in the list.
    pub clip: usize,
    /// Seconds from the clip's beginning.
    pub from: f32,
    /// Seconds, not before `from`.
    pub to: f32,
    /// Seconds before and after it in which the clip passes over to the pin.
    pub fade: f32,
}

/// What a node says of a pin of its joint; none where something is missing, or is no place.
pub(super) fn read(own: Node<'_>, joint: u32) -> Option<KeptPin> {
    let rotation = numbers(own.items("rotation"))?;
    let to = match own.get("to") {
        None => None,
        Some(to) => Some(u32::try_from(to.as_u64()?).ok()?),
    };
    let range = match own.get("clip") {
        None => None,
        Some(_) => Some(read_range(own)?),
    };
    is_unit(Quat::from_array(rotation)).then_some(KeptPin {
        joint,
        offset: numbers(own.items("offset")).unwrap_or_default(),
        place: numbers(own.items("place"))?,
        rotation,
        to: to.filter(|to| *to != joint),
        holds_orientation: own.get("orientation").and_then(Node::as_bool) == Some(true),
        range,
    })
}

fn read_range(own: Node<'_>) -> Option<KeptPinRange> {
    let time = |name: &str| {
        let time = crate::json::value::narrow(own.get(name)?.as_f64()?);
        (0.0..=FARTHEST).contains(&time).then_some(time)
    };
    let range = KeptPinRange {
        clip: usize::try_from(own.get("clip")?.as_u64()?).ok()?,
        from: time("from")?,
        to: time("until")?,
        fade: time("fade").unwrap_or(0.0),
    };
    (range.from <= range.to).then_some(range)
}

/// What a node says of the pins of its joint. `node_of` gives the number of the node of a joint's key; a pin to a joint without one is left
/// out.
pub(crate) fn value<'a>(pins: &[&KeptPin], node_of: impl Fn(u32) -> Option<usize>) -> Draft<'a> {
    let value = |pin: &&KeptPin| {
        let mut members: NewMembers<'a> = Vec::new();
        if pin.offset != [0.0; 3] {
            members.push(("offset", pin.offset.into()));
        }
        members.push(("place", pin.place.into()));
        members.push(("rotation", pin.rotation.into()));
        if let Some(to) = pin.to {
            members.push(("to", node_of(to)?.into()));
        }
        if pin.holds_orientation {
            members.push(("orientation", true.into()));
        }
        if let Some(range) = pin.range {
            members.push(("clip", range.clip.into()));
            members.push(("from", range.from.into()));
            members.push(("until", range.to.into()));
            members.push(("fade", range.fade.into()));
        }
        Some(Draft::from(members))
    };
    pins.iter().filter_map(value).collect()
}
