//! The file as it came: what a later save writes back untouched.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use rig::{Clip, Method, Rig};
use serde::ser::{Serialize, Serializer};
use serde_json::Value;

use crate::character::{Mesh, MeshInstance};
use crate::kept::Kept;
use crate::tree::{Members, Node, Tree};

/// Everything that the file held, whether the rest of the character mirrors it or not.
///
/// The JSON keeps unknown members, the order of members and 64-bit integers, so that a save changes only what was
/// edited. Data URIs stay inside the JSON. Cloning is cheap but for the JSON and the chunks of other types.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Source {
    /// The JSON part.
    pub(crate) tree: Tree,
    /// Whether the file was a GLB container.
    pub is_glb: bool,
    /// The BIN chunk of a GLB, padding included.
    pub binary: Option<Arc<[u8]>>,
    /// Chunks of other types, in the order of the file.
    pub other_chunks: Vec<Chunk>,
    /// Files beside the glTF file that its buffers and pictures name.
    pub side_files: Vec<SideFile>,
    /// The address of a hidden picture, shortened, that was left out because nobody has allowed it
    /// ([`HiddenFiles`](crate::HiddenFiles)).
    pub hidden_picture: Option<String>,
    /// What its `extras` keep of the work on it.
    pub kept: Kept,
    /// The methods that its `extras` ask for on single meshes, by their places. A save leaves them as they are.
    pub mesh_methods: BTreeMap<usize, Method>,
    /// What was read from all this.
    pub(crate) as_read: AsRead,
}

impl Source {
    /// A copy of the JSON part, null where there is none. It takes some ten times the memory of the text, which the source itself
    /// does not.
    #[must_use]
    pub fn json(&self) -> Value {
        self.tree.root().to_value()
    }

    /// The members that a save may change, as a copy; null stands in the place of all others, which [`Merged`] writes
    /// as they came.
    pub(crate) fn editable(&self) -> Value {
        self.editable_with(&[])
    }

    /// As [`editable`](Self::editable), with the file's own extras, which may be large.
    pub(crate) fn editable_with_extras(&self) -> Value {
        self.editable_with(&[EXTRAS])
    }

    fn editable_with(&self, more: &[&str]) -> Value {
        let members = self.tree.root().as_object().into_iter();
        let members = members.flat_map(Members::iter).map(|(name, value)| {
            let is_editable = EDITABLE.contains(&name) || more.contains(&name);
            let value = is_editable.then(|| value.to_value());
            (name.to_owned(), value.unwrap_or_default())
        });
        Value::Object(members.collect())
    }

    /// A copy of what a save compares with: meshes and skins, and what nodes say of other parts.
    pub(crate) fn compared(&self) -> Value {
        let root = self.tree.root();
        let whole = |name: &'static str| Some((name, root.get(name)?.to_value()));
        let nodes = root.items("nodes").iter().map(|node| {
            let named = |name: &&str| Some(((*name).to_owned(), node.get(name)?.to_value()));
            let members = ["children", "mesh", "skin"];
            Value::Object(members.iter().filter_map(named).collect())
        });
        let nodes = Some(("nodes", Value::Array(nodes.collect())));
        let members = [nodes, whole("meshes"), whole("skins")];
        let members = members.into_iter().flatten();
        Value::Object(
            members
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        )
    }
}

/// The members of the JSON that a save may change.
const EDITABLE: [&str; 10] = [
    "nodes",
    "meshes",
    "skins",
    "animations",
    "scenes",
    "scene",
    "accessors",
    "bufferViews",
    "buffers",
    "images",
];

/// What a save changes only where something of the whole file is kept there; null in what was edited means as it came.
const EXTRAS: &str = "extras";

/// The JSON to be written: what was edited of [`Source::editable`], and what was not as it came.
pub(crate) struct Merged<'a> {
    pub(crate) edited: &'a Value,
    pub(crate) source: &'a Source,
}

impl Serialize for Merged<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let root = self.source.tree.root();
        let members = self.edited.as_object().into_iter().flatten();
        serializer.collect_map(members.map(|(name, value)| {
            let is_edited = EDITABLE.contains(&&**name) || (name == EXTRAS && !value.is_null());
            let as_it_came = (!is_edited).then(|| root.get(name));
            let member = as_it_came
                .flatten()
                .map_or(Member::Edited(value), Member::AsItCame);
            (name, member)
        }))
    }
}

enum Member<'a> {
    Edited(&'a Value),
    AsItCame(Node<'a>),
}

impl Serialize for Member<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Edited(value) => value.serialize(serializer),
            Self::AsItCame(node) => node.serialize(serializer),
        }
    }
}

/// The parts of a character that can be edited, as they were read; what is large is shared with it.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct AsRead {
    pub(crate) rig: Arc<Rig>,
    pub(crate) meshes: Vec<Mesh>,
    pub(crate) instances: Vec<MeshInstance>,
    pub(crate) clips: Arc<[Clip]>,
}

/// A GLB chunk of a type that glTF 2.0 does not define.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The chunk's type, as stored.
    pub kind: u32,
    /// Its content without the eight bytes of header.
    pub bytes: Vec<u8>,
}

/// A file beside the glTF file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideFile {
    /// The address as the JSON spells it, percent-encoded.
    pub uri: String,
    /// Where it lies, links resolved.
    pub path: PathBuf,
    /// The whole file.
    pub bytes: Arc<[u8]>,
}
