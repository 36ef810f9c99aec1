//! The file's nodes as a forest: parents, the default scene, and what belongs to the skeleton.

use crate::bytes::reader::Reader;
use crate::fault::error::{Fault, FilePlace, ReadResult};
use crate::fault::warning::WarningKind;

/// All nodes of the file, checked to be a forest.
#[derive(Debug)]
pub(crate) struct Nodes {
    pub(crate) parents: Vec<Option<usize>>,
    /// Whether a node is part of the default scene.
    pub(crate) in_scene: Vec<bool>,
    /// The skeleton's nodes, parent before child, siblings in the order of the file.
    pub(crate) skeleton: Vec<usize>,
}

/// Reads the hierarchy. `joints` are the nodes that skins list, per skin.
pub(crate) fn read_nodes(reader: &Reader<'_>, joints: &[Vec<usize>]) -> ReadResult<Nodes> {
    let (parents, children) = read_children(reader)?;
    let roots = read_roots(reader, &parents)?;
    // With at most one parent for each node, what hangs on no root is in a ring, or below one.
    let order = parents_first(&roots, &parents, &children);
    if let Some(node) = find_missing(&order, parents.len()) {
        let place = FilePlace::Json(format!("/nodes/{node}"));
        return Err(Fault::Cycle { node }.at(place));
    }
    let in_scene = reach(&order, &parents, &roots);
    warn_of_joints_outside(reader, joints, &in_scene)?;
    let wanted = with_ancestors(&in_scene, joints, &parents);
    let skeleton = order
        .into_iter()
        .filter(|&node| is_set(&wanted, node))
        .collect();
    Ok(Nodes {
        parents,
        in_scene,
        skeleton,
    })
}

/// Whether the mark of a node is set.
pub(crate) fn is_set(marks: &[bool], node: usize) -> bool {
    marks.get(node).copied().unwrap_or(false)
}

type Forest = (Vec<Option<usize>>, Vec<Vec<usize>>);

/// What is kept of a node in the course of reading: parent, children, marks.
const PER_NODE: usize = 64;

fn read_children(reader: &Reader<'_>) -> ReadResult<Forest> {
    let root = &reader.root;
    let nodes = root.items("nodes")?;
    if let Some(at) = root.get("nodes") {
        reader.charge(&at, nodes.len(), PER_NODE)?;
    }
    let mut parents = vec![None; nodes.len()];
    let mut children = vec![Vec::new(); nodes.len()];
    for ((node, at), list) in nodes.enumerate().zip(&mut children) {
        at.object()?;
        for child_at in at.items("children")? {
            let (child, _) = child_at.lookup(root, "nodes", "node")?;
            if child == node {
                return Err(child_at.flaw(Fault::Cycle { node }));
            }
            let parent = parents.get_mut(child);
            if parent.and_then(|parent| parent.replace(node)).is_some() {
                return Err(child_at.flaw(Fault::TwoParents { node: child }));
            }
            list.push(child);
        }
    }
    Ok((parents, children))
}

/// The default scene's nodes: of `scene`, else of the first scene, else every node without a parent.
fn read_roots(reader: &Reader<'_>, parents: &[Option<usize>]) -> ReadResult<Vec<usize>> {
    let root = &reader.root;
    let scene = match root.get("scene") {
        Some(index) => Some(index.lookup(root, "scenes", "scene")?.1),
        None => root.items("scenes")?.next(),
    };
    let Some(scene) = scene else {
        return Ok(parentless(parents).collect());
    };
    let mut roots = Vec::new();
    let mut n_not_roots = 0;
    for at in scene.items("nodes")? {
        let (node, _) = at.lookup(root, "nodes", "node")?;
        n_not_roots += usize::from(parents.get(node).is_some_and(Option::is_some));
        roots.push(node);
    }
    reader.warn_of(WarningKind::SceneRootWithParent, &scene, n_not_roots);
    Ok(roots)
}

fn parentless(parents: &[Option<usize>]) -> impl Iterator<Item = usize> {
    parents
        .iter()
        .enumerate()
        .filter(|(_, parent)| parent.is_none())
        .map(|(node, _)| node)
}

/// Every node that hangs on a node without a parent, once, parent before child, the scene's trees first. Nodes of rings
/// are missing.
fn parents_first(
    roots: &[usize],
    parents: &[Option<usize>],
    children: &[Vec<usize>],
) -> Vec<usize> {
    // A root that has a parent comes with that, or it would come before its parent.
    let scene_roots = roots
        .iter()
        .copied()
        .filter(|&node| parents.get(node) == Some(&None));
    let mut seen = vec![false; parents.len()];
    let mut order = Vec::with_capacity(parents.len());
    let mut stack = Vec::new();
    for tree in scene_roots.chain(parentless(parents)) {
        stack.push(tree);
        while let Some(node) = stack.pop() {
            let Some(seen) = seen.get_mut(node).filter(|seen| !**seen) else {
                continue;
            };
            *seen = true;
            order.push(node);
            // Reversed, as the stack gives back last what is pushed first.
            stack.extend(children.get(node).into_iter().flatten().rev());
        }
    }
    order
}

fn find_missing(order: &[usize], n_nodes: usize) -> Option<usize> {
    if order.len() == n_nodes {
        return None;
    }
    let mut present = vec![false; n_nodes];
    order.iter().for_each(|&node| mark_node(&mut present, node));
    present.iter().position(|present| !present)
}

/// Marks `roots` and everything below them.
fn reach(order: &[usize], parents: &[Option<usize>], roots: &[usize]) -> Vec<bool> {
    let mut marks = vec![false; parents.len()];
    roots.iter().for_each(|&root| mark_node(&mut marks, root));
    for &node in order {
        let parent = parents.get(node).copied().flatten();
        if parent.is_some_and(|parent| is_set(&marks, parent)) {
            mark_node(&mut marks, node);
        }
    }
    marks
}

/// Marks the scene's nodes, the joints, and the ancestors of both. Each node is climbed over once.
fn with_ancestors(
    in_scene: &[bool],
    joints: &[Vec<usize>],
    parents: &[Option<usize>],
) -> Vec<bool> {
    let mut marks = vec![false; parents.len()];
    let scene = (0..parents.len()).filter(|&node| is_set(in_scene, node));
    for start in scene.chain(joints.iter().flatten().copied()) {
        let mut next = Some(start);
        // A marked node has marked ancestors.
        while let Some(node) = next.filter(|&node| !is_set(&marks, node)) {
            mark_node(&mut marks, node);
            next = parents.get(node).copied().flatten();
        }
    }
    marks
}

fn warn_of_joints_outside(
    reader: &Reader<'_>,
    joints: &[Vec<usize>],
    in_scene: &[bool],
) -> ReadResult<()> {
    for (skin, joints) in reader.root.items("skins")?.zip(joints) {
        let outside = joints.iter().filter(|&&node| !is_set(in_scene, node));
        reader.warn_of(WarningKind::JointsOutsideScene, &skin, outside.count());
    }
    Ok(())
}

fn mark_node(marks: &mut [bool], node: usize) {
    if let Some(mark) = marks.get_mut(node) {
        *mark = true;
    }
}
