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
    let is_socket = |child: &JointIndex| {
        let name = skeleton.name(*child).to_lowercase();
        SOCKETS.iter().any(|word| name.contains(word))
    };
    let found = skeleton.children(joint).find(is_socket);
    found.unwrap_or(joint)
}
