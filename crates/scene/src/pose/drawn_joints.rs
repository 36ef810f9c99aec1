//! Which nodes are drawn as joints.

use character::Character;
use glam::Vec3;
use rig::{JointIndex, Skeleton};

/// The least number of nodes of a skeleton that no skin uses: a camera or a light may come as a pair.
const LEAST: usize = 3;

/// Per joint, whether it is drawn: the joints that skins list, and skeletons that no skin uses yet; where there is no skin, every
/// node but those that only place meshes.
///
/// A skeleton without a skin is a whole tree of nodes, none of which a skin lists or shows a mesh. Other nodes beside skins
/// are helpers, parents and meshes. Nodes only place meshes if their whole tree rests in one point: the meshes of a figure that has no
/// skeleton yet, whose bones would be slivers between its feet.
#[must_use]
pub fn drawn_joints(character: &Character) -> Vec<bool> {
    let skeleton = &character.rig.skeleton;
    if character.rig.binds.is_empty() {
        return drawn_without_skin(character);
    }
    let mut is_drawn = vec![false; skeleton.len()];
    for joint in character.rig.binds.iter().flat_map(|bind| bind.joints()) {
        if let Some(is_drawn) = is_drawn.get_mut(joint.index()) {
            *is_drawn = true;
        }
    }
    // Skins list every node: there is no skeleton beside them.
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

fn drawn_without_skin(character: &Character) -> Vec<bool> {
    let skeleton = &character.rig.skeleton;
    let roots = roots(skeleton);
    let root_of = |joint: usize| roots.get(joint).copied().unwrap_or(joint);
    let mut has_mesh = vec![false; skeleton.len()];
    for instance in &character.instances {
        if let Some(has_mesh) = has_mesh.get_mut(root_of(instance.node.index())) {
            *has_mesh = true;
        }
    }
    let frames = skeleton
        .joints()
        .map(|joint| skeleton.rest_model_from_joint(joint));
    let places: Vec<Vec3> = frames.map(|frame| frame.translation).collect();
    let mut is_point = vec![true; skeleton.len()];
    for (joint, place) in places.iter().enumerate() {
        let root = root_of(joint);
        if let Some(is_point) = is_point.get_mut(root) {
            *is_point &= places.get(root) == Some(place);
        }
    }
    let is_drawn = |joint: usize| {
        let root = root_of(joint);
        let only_places = has_mesh.get(root) == Some(&true) && is_point.get(root) == Some(&true);
        !only_places
    };
    (0..skeleton.len()).map(is_drawn).collect()
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
