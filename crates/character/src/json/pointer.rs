//! What `KHR_animation_pointer` names: a channel whose target is a JSON pointer instead of a node and a path.
//!
//! A pointer at the transform or the morph weights of a node, `/nodes/N/translation`, `rotation`, `scale` or `weights`, says what a
//! plain channel says, and is read as one. All other pointers name what is not animated here.

use crate::json::tree::Node;
use crate::json::tree::draft::View;

/// The path of a channel whose target is a pointer.
const PATH: &str = "pointer";
const EXTENSION: &str = "KHR_animation_pointer";

/// What of a node channels move.
const OF_NODES: [&str; 4] = ["translation", "rotation", "scale", "weights"];

/// What the target of a channel names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PointerTarget<'a> {
    /// This of a node, as a plain channel could.
    Node {
        /// The node's index in the file's list; there may be no such node.
        node: usize,
        /// The path that a plain channel would have.
        path: &'static str,
    },
    /// Something else: the pointer as it stands in the file.
    Other(&'a str),
}

/// What the pointer of a channel's target names; none where the target has no pointer.
pub(crate) fn pointer_target(target: Node<'_>) -> Option<PointerTarget<'_>> {
    let is_pointer = target.get("path").and_then(Node::as_str) == Some(PATH);
    let extension = target.get("extensions")?.get(EXTENSION)?;
    let pointer = extension.get("pointer").and_then(Node::as_str);
    is_pointer.then(|| parse_pointer(pointer.unwrap_or_default()))
}

/// The node that a channel moves and what of it, by a plain target or by a pointer.
pub(crate) fn node_and_path(channel: View<'_>) -> Option<(usize, &str)> {
    let target = channel.get("target")?;
    let path = target.get("path")?.as_str()?;
    let extension = target
        .get("extensions")
        .and_then(|extensions| extensions.get(EXTENSION));
    let Some(extension) = extension.filter(|_| path == PATH) else {
        return Some((target.index("node")?, path));
    };
    match parse_pointer(extension.get("pointer")?.as_str()?) {
        PointerTarget::Node { node, path } => Some((node, path)),
        PointerTarget::Other(_) => None,
    }
}

/// `/nodes/N/PATH`, N without leading zeros, as RFC 6901 has indices.
fn parse_pointer(pointer: &str) -> PointerTarget<'_> {
    let of_node = || {
        let (number, path) = pointer.strip_prefix("/nodes/")?.split_once('/')?;
        let is_index = number.bytes().all(|digit| digit.is_ascii_digit())
            && (number == "0" || !number.starts_with('0'));
        let node = number.parse().ok().filter(|_| is_index)?;
        let path = OF_NODES.into_iter().find(|known| *known == path)?;
        Some(PointerTarget::Node { node, path })
    };
    of_node().unwrap_or(PointerTarget::Other(pointer))
}
