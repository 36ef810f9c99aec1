//! What follows the angle of a joint, in the `extras` of that joint's node.

use glam::Vec3;
use rig::{DrivenCombine, DrivenKey, DrivenTarget, DriverMeasure, JointIndex};

use super::numbers;
use crate::json::tree::Node;
use crate::json::tree::draft::{Draft, NewMembers};

/// The most channels of a joint that are read.
const MOST_CHANNELS: usize = 256;
/// The most keys of a curve that are read.
const MOST_KEYS: usize = 1024;
/// The joint of a target says nothing where that is kept: [`KeptDriven::joint`] names it.
pub const NO_JOINT: JointIndex = JointIndex(0);

/// A number that follows the angle of a joint, as a file has it: neither its axes nor its keys are checked.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptDriven {
    /// The key of the joint that drives.
    pub driver: u32,
    /// Which angle of it.
    pub measure: DriverMeasure,
    /// The key of the joint that is driven, or that shows the mesh whose morph target is.
    pub joint: u32,
    /// What of it. Its joint says nothing, and the place of a morph target is that in the mesh.
    pub target: DrivenTarget,
    /// The curve from the angle, radians, to the value.
    pub keys: Vec<DrivenKey>,
    /// Whether the value is added, or replaces.
    pub combine: DrivenCombine,
    /// Whether it is switched off.
    pub muted: bool,
}

/// The channels that a node drives; those in which something is missing are left out.
pub(super) fn read_all(own: Node<'_>, driver: u32) -> Vec<KeptDriven> {
    let list = own.items("driven").iter().take(MOST_CHANNELS);
    list.filter_map(|own| read(own, driver)).collect()
}

fn read(own: Node<'_>, driver: u32) -> Option<KeptDriven> {
    let axis = |name: &str| Some(Vec3::from_array(numbers(own.items(name))?));
    let measure = match axis("twist") {
        Some(axis) => DriverMeasure::Twist { axis },
        None => DriverMeasure::Swing {
            axis: axis("swing")?,
            bone: axis("bone")?,
        },
    };
    let key = |pair: Node<'_>| {
        let part = |place| {
            let number = pair.as_array()?.get(place)?.as_f64()?;
            Some(crate::json::value::narrow(number))
        };
        Some(DrivenKey {
            angle: part(0)?,
            value: part(1)?,
        })
    };
    let keys = own.items("keys").iter().take(MOST_KEYS);
    let keys: Option<Vec<DrivenKey>> = keys.map(key).collect();
    let is_replacing = own.get("replaces").and_then(Node::as_bool) == Some(true);
    Some(KeptDriven {
        driver,
        measure,
        joint: u32::try_from(own.get("joint")?.as_u64()?).ok()?,
        target: target(own)?,
        keys: keys?,
        combine: match is_replacing {
            true => DrivenCombine::Replaces,
            false => DrivenCombine::Adds,
        },
        muted: own.get("muted").and_then(Node::as_bool) == Some(true),
    })
}

fn target(own: Node<'_>) -> Option<DrivenTarget> {
    let axis = |name: &str| Some(Vec3::from_array(numbers(own.items(name))?));
    let joint = NO_JOINT;
    if let Some(axis) = axis("rotation") {
        return Some(DrivenTarget::Rotation { joint, axis });
    }
    if let Some(axis) = axis("translation") {
        return Some(DrivenTarget::Translation { joint, axis });
    }
    if let Some(axis) = axis("scale") {
        return Some(DrivenTarget::Scale { joint, axis });
    }
    if let Some([a, b, c, d, e, f]) = numbers(own.items("shear")) {
        let axes = [[a, b, c], [d, e, f]].map(Vec3::from_array);
        return Some(DrivenTarget::Shear { joint, axes });
    }
    let place = usize::try_from(own.get("morph")?.as_u64()?).ok()?;
    Some(DrivenTarget::Morph(place))
}

/// What a node says of what it drives. `node_of` gives the number of the node of a joint's key; what drives one without is left out.
pub(crate) fn value<'a>(
    all: &[&KeptDriven],
    node_of: impl Fn(u32) -> Option<usize>,
) -> Option<Draft<'a>> {
    let value = |own: &&KeptDriven| {
        let mut members: NewMembers<'a> = vec![("joint", node_of(own.joint)?.into())];
        match own.measure {
            DriverMeasure::Twist { axis } => members.push(("twist", axis.to_array().into())),
            DriverMeasure::Swing { axis, bone } => {
                members.push(("swing", axis.to_array().into()));
                members.push(("bone", bone.to_array().into()));
            }
        }
        members.push(match own.target {
            DrivenTarget::Rotation { axis, .. } => ("rotation", axis.to_array().into()),
            DrivenTarget::Translation { axis, .. } => ("translation", axis.to_array().into()),
            DrivenTarget::Scale { axis, .. } => ("scale", axis.to_array().into()),
            DrivenTarget::Shear {
                axes: [one, other], ..
            } => {
                let both = [one.x, one.y, one.z, other.x, other.y, other.z];
                ("shear", both.into())
            }
            DrivenTarget::Morph(place) => ("morph", place.into()),
            // The caller's own, which no file has.
            DrivenTarget::Strength(_) => return None,
        });
        let keys = own.keys.iter();
        let pairs = keys.map(|key| Draft::from([key.angle, key.value]));
        members.push(("keys", pairs.collect()));
        if own.combine == DrivenCombine::Replaces {
            members.push(("replaces", true.into()));
        }
        if own.muted {
            members.push(("muted", true.into()));
        }
        Some(Draft::from(members))
    };
    let drafts: Vec<Draft<'a>> = all.iter().filter_map(value).collect();
    (!drafts.is_empty()).then(|| drafts.into_iter().collect())
}
