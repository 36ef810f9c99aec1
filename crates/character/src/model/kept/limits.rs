//! How far a joint may turn, in the `extras` of its node.

use glam::Vec3;
use rig::{JointLimits, LimitAxes};

use super::numbers;
use crate::json::tree::Node;
use crate::json::tree::draft::{Draft, object};

/// What a node says; none where something is missing, or is no limit.
pub(super) fn read(own: Node<'_>) -> Option<JointLimits> {
    let axis = |name: &str| Some(Vec3::from_array(numbers(own.items(name))?));
    let (twist, swing) = (axis("twist_axis")?, axis("swing_axis")?);
    let [minus, plus, other_minus, other_plus] = numbers(own.items("swing"))?;
    let limits = JointLimits {
        axes: LimitAxes::of_two(twist, swing),
        twist: numbers(own.items("twist"))?,
        swing: [[minus, plus], [other_minus, other_plus]],
    };
    limits.checked()
}

/// What a node says of limits.
pub(crate) fn value<'a>(limits: &JointLimits) -> Draft<'a> {
    let JointLimits { axes, twist, swing } = limits;
    let [first, second] = *swing;
    object([
        ("twist_axis", axes.twist.to_array().into()),
        ("swing_axis", axes.swing[0].to_array().into()),
        ("twist", (*twist).into()),
        ("swing", [first[0], first[1], second[0], second[1]].into()),
    ])
}
