//! The file as it came: what a later save writes back untouched.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use rig::{Clip, NodeConstraint, NodeConstraints, Rig};
use serde_json::Value;

use crate::json::tree::Tree;
use crate::json::tree::draft::Draft;
use crate::model::character::{Mesh, MeshInstance};
use crate::model::kept::SavedState;

/// Everything that the file held, whether the rest of the character mirrors it or not.
///
/// The JSON keeps unknown members, the order of members and 64-bit integers, so that a save changes only what was
/// edited. Data URIs stay inside the JSON. Of a file with compressed numbers all this is without compression: the numbers as they are
/// in the chunk, or in a data URI, and no word of the extensions. Cloning is cheap but for the JSON and the chunks of other types.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Source {
    /// The JSON part as it was read; null for a character that came from no file.
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
    pub kept: SavedState,
    /// What was read from all this.
    pub(crate) as_read: AsRead,
}

impl Source {
    /// A copy of the JSON part, null where there is none. It takes some twenty times the memory of the text, which the source itself
    /// does not.
    #[must_use]
    pub fn json(&self) -> Value {
        self.tree.root().to_value()
    }

    /// The JSON part, to be changed.
    pub(crate) fn draft(&self) -> Draft<'_> {
        Draft::from(self.tree.root())
    }
}

/// The parts of a character that can be edited, as they were read; what is large is shared with it.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct AsRead {
    pub(crate) rig: Arc<Rig>,
    pub(crate) meshes: Vec<Mesh>,
    pub(crate) instances: Vec<MeshInstance>,
    /// What joints follow, but for the next.
    pub(crate) constraints: Arc<NodeConstraints>,
    /// The constraints that say what a driven channel says.
    pub(crate) driven_constraints: Vec<NodeConstraint>,
    pub(crate) clips: Arc<[Clip]>,
    /// The same as their keys stand in the file, with what channels added to them; none where that is no other.
    pub(crate) clips_in_file: Option<Arc<[Clip]>>,
    /// The nodes above those of joints that stand for two nodes, by the joints' keys.
    pub(crate) above: BTreeMap<u32, usize>,
    /// Nodes that are marked as those above, and stand for joints of their own: a later save takes the mark off.
    pub(crate) parted: BTreeSet<usize>,
}

impl AsRead {
    /// Whether a constraint of the node of a joint was read, by the joint's key.
    pub(crate) fn constrains(&self, key: u32) -> bool {
        let skeleton = &self.rig.skeleton;
        let constraints = self.constraints.constraints().iter();
        let mut all = constraints.chain(&self.driven_constraints);
        all.any(|own| skeleton.key(own.destination) == key)
    }
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
    /// The content of the whole file, shared with buffers and pictures.
    pub bytes: Arc<[u8]>,
}
