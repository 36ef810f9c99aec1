//! All numbers of a joint as text, to paste elsewhere.

use std::fmt::Write as _;

use rig::JointIndex;
use scene::names::{inheritance_title, joint_name};
use session::document::channel::Channel;
use session::features::posing::pose_edit::values;
use session::features::view::View;

use super::factors::of_joint;

/// One line for each number or group of numbers, with all digits.
pub(super) fn text(joint: JointIndex, view: &View<'_>) -> String {
    let skeleton = &view.document.character.rig.skeleton;
    let facts = view.session.character.facts.joint(joint);
    let mut lines = vec![("joint", joint_name(skeleton, joint))];
    let parent = skeleton.parent(joint);
    let parent = parent.map_or_else(|| "none".to_owned(), |parent| joint_name(skeleton, parent));
    lines.push(("parent", parent));
    let pose = &view.shown.pose;
    let of = |channel: Channel| numbers(values(pose, joint.index(), channel).to_array());
    let rigid = pose.rigid.get(joint.index());
    lines.push(("rotation, degrees about x, y, z", of(Channel::Rotation)));
    if let Some(rigid) = rigid {
        lines.push((
            "rotation, quaternion x y z w",
            numbers(rigid.rotation.to_array()),
        ));
    }
    lines.push(("translation, meters", of(Channel::Translation)));
    lines.push(("scale", of(Channel::Scale)));
    lines.push(("shear xy yz zx", of(Channel::Shear)));
    let scale_inheritance = view
        .document
        .scale_inheritance
        .get(joint.index())
        .copied()
        .unwrap_or_default();
    let scale_inheritance = inheritance_title(scale_inheritance).to_lowercase();
    lines.push(("scale inheritance", scale_inheritance));
    if let Some(factors) = of_joint(joint, view) {
        lines.push((
            "rigid factor, quaternion x y z w",
            numbers(factors.rotation.to_array()),
        ));
        lines.push(("principal stretches", numbers(factors.principal)));
        lines.push(("volume factor", factors.volume.to_string()));
    }
    lines.push(("children", facts.children.to_string()));
    lines.push(("vertices", facts.vertices.to_string()));
    lines.push(("largest weight", facts.largest_weight.to_string()));
    lines
        .into_iter()
        .fold(String::new(), |mut text, (name, value)| {
            // Writing into a string cannot fail.
            let _written = writeln!(text, "{name}: {value}");
            text
        })
}

fn numbers<const N: usize>(numbers: [f32; N]) -> String {
    numbers.map(|number| number.to_string()).join(", ")
}
