//! Whether parts of a file may get other numbers: nothing may name them that we cannot change too.

use crate::fault::extensions::{SCALE_INHERITANCE, SKIN_METHOD};
use crate::json::tree::{Json, Members, Node};
use crate::model::source::Source;

/// Lists whose parts may get other numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::write) enum Numbered {
    Nodes,
    /// Accessors and buffer views.
    Numbers,
}

/// Extensions that name neither nodes nor accessors, buffer views or buffers, by how their names begin.
const HARMLESS: [&str; 11] = [
    // What these name is written anew with the numbers that it gets.
    SCALE_INHERITANCE,
    SKIN_METHOD,
    "KHR_materials_",
    "KHR_texture_",
    "EXT_texture_",
    "MSFT_texture_",
    "KHR_lights_punctual",
    "KHR_mesh_quantization",
    "KHR_node_visibility",
    "KHR_xmp",
    "ADOBE_materials_",
];
/// Those that name bytes, and no nodes.
const OF_BYTES: [&str; 5] = [
    "EXT_lights_ies",
    "KHR_draco_mesh_compression",
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
    "EXT_mesh_gpu_instancing",
];
/// Those that name nodes, and no bytes.
const OF_NODES: [&str; 3] = ["VRM", "VRMC_", "MSFT_lod"];

/// Whether the parts of a list may get other numbers: no extension of the file may name them by number, or by a path, in a way
/// that only it knows.
pub(in crate::write) fn may_renumber(source: &Source, what: Numbered) -> bool {
    let others: &[&str] = match what {
        Numbered::Nodes => &OF_BYTES,
        Numbered::Numbers => &OF_NODES,
    };
    let is_known = |name: &str| {
        let mut known = HARMLESS.iter().chain(others);
        known.any(|known| name.starts_with(known))
    };
    let names_numbers = |(name, value): (&str, Node<'_>)| !is_known(name) && names(value);
    !source.tree.root().any(&|node| {
        let extensions = node.get("extensions").and_then(Node::as_object);
        extensions
            .into_iter()
            .flat_map(Members::iter)
            .any(names_numbers)
    })
}

/// Whether there is an index or a JSON pointer in a value.
fn names(value: Node<'_>) -> bool {
    value.any(&|node| match node.json() {
        Json::Unsigned(_) => true,
        Json::Text(text) => text.starts_with('/'),
        Json::Null
        | Json::Bool(_)
        | Json::Signed(_)
        | Json::Float(_)
        | Json::Array(_)
        | Json::Object(_) => false,
    })
}
