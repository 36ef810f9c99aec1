//! what a new prop is attached to.

use character::Character;
use rig::{HumanBone, JointIndex, Skeleton};

use crate::document::props::Holder;
use crate::state::motion_in::bring::bone_map;

/// Words in the names of nodes that are made to attach something to.
const SOCKETS: [&str; 5] = ["socket", "weapon", "attach", "mount", "prop"];

/// what a new prop is attached to.
///
/// That is the selected joint, or else a hand, the right one first, or else the root; or a child of it that is called a socket.
#[must_use]
pub fn first_holder(character: &Character, selected: Option<JointIndex>) -> Holder {
    let skeleton = &character.rig.skeleton;
    let joint = selected.or_else(|| hand(character));
    let joint = joint.or_else(|| skeleton.joints().next());
    let Some(joint) = joint.map(|joint| socket_of(skeleton, joint)) else {
        return Holder::World;
    };
    Holder::Joint(joint)
}

fn hand(character: &Character) -> Option<JointIndex> {
    let map = bone_map(character);
    let hands = [HumanBone::RightHand, HumanBone::LeftHand];
    hands.into_iter().find_map(|bone| map.joint(bone))
}

fn socket_of(skeleton: &Skeleton, joint: JointIndex) -> JointIndex {
    let mut children = skeleton.children(joint);
    let found = children.find(|child| is_socket(skeleton.name(*child)));
    found.unwrap_or(joint)
}

/// Nodes of a file that are made to attach something to, by their names.
#[must_use]
pub fn sockets(character: &Character) -> Vec<JointIndex> {
    let skeleton = &character.rig.skeleton;
    let joints = skeleton.joints();
    joints
        .filter(|joint| is_socket(skeleton.name(*joint)))
        .collect()
}

fn is_socket(name: &str) -> bool {
    let name = name.to_lowercase();
    SOCKETS.iter().any(|word| name.contains(word))
}
