//! Which nodes are drawn as joints.

use character::Character;
use rig::{JointIndex, Skeleton};

/// The least number of nodes of a skeleton that no skin uses: a camera or a light may come as a pair.
const LEAST: usize = 3;

/// Per joint, whether it is drawn: the joints that skins list, and skeletons that no skin uses yet; every node where there is no
/// skin.
///
/// A skeleton without a skin is a whole tree of nodes, none of which a skin lists or shows a mesh. Other nodes beside skins
/// are helpers, parents and meshes.
#[must_use]
pub fn drawn_joints(character: &Character) -> Vec<bool> {
    let skeleton = &character.rig.skeleton;
    let mut is_drawn = vec![character.rig.binds.is_empty(); skeleton.len()];
    for joint in character.rig.binds.iter().flat_map(|bind| bind.joints()) {
        if let Some(is_drawn) = is_drawn.get_mut(joint.index()) {
            *is_drawn = true;
        }
    }
    if is_drawn.iter().all(|is_drawn| *is_drawn) {
        return is_drawn;
    }
    let roots = roots(skeleton);
    let root_of = |joint: usize| roots.get(joint).copied().unwrap_or(joint);
    let mut is_used = vec![false; skeleton.len()];
    let mut size = vec![0_usize; skeleton.len()];
    let meshes = character.instances.iter();
    let meshes = meshes.map(|instance| instance.node.index());
    let listed = (0..skeleton.len()).filter(|&joint| is_drawn.get(joint) == Some(&true));
    for joint in listed.chain(meshes) {
        if let Some(is_used) = is_used.get_mut(root_of(joint)) {
            *is_used = true;
        }
    }
    for joint in 0..skeleton.len() {
        if let Some(size) = size.get_mut(root_of(joint)) {
            *size += 1;
        }
    }
    for (joint, is_drawn) in is_drawn.iter_mut().enumerate() {
        let root = root_of(joint);
        let is_free = is_used.get(root) == Some(&false);
        *is_drawn |= is_free && size.get(root).is_some_and(|&size| size >= LEAST);
    }
    is_drawn
}

/// The root above each joint. Parents come before their children.
fn roots(skeleton: &Skeleton) -> Vec<usize> {
    let mut roots: Vec<usize> = Vec::with_capacity(skeleton.len());
    for joint in skeleton.joints() {
        let parent = skeleton.parent(joint).map(JointIndex::index);
        let root = parent.and_then(|parent| roots.get(parent).copied());
        roots.push(root.unwrap_or(joint.index()));
    }
    roots
}
