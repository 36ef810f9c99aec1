//! An edited character in the file it came from: what differs from what was read is written, all else stays as it came.
//!
//! Nothing remembers edits: every part is compared with the same part as it was read ([`AsRead`]). So whatever way a character
//! came to be what it is, the file says that, and a part that was changed back is written back as it came.

mod clips;
mod meshes;
mod nodes;
mod scenes;
mod skins;
mod storage;

use std::collections::BTreeMap;

use rig::{JointIndex, Skeleton};
use serde_json::Value;

use super::packer::Packer;
use super::report::SaveReport;
use crate::character::Character;
use crate::source::AsRead;

/// The parts of the saved file.
pub(super) struct Written {
    pub(super) json: Value,
    /// The BIN chunk of a GLB.
    pub(super) binary: Option<Vec<u8>>,
    pub(super) report: SaveReport,
}

/// A file in the course of being written. Lists are taken out of the JSON, changed, and put back in their place.
struct Writing<'a> {
    character: &'a Character,
    read: &'a AsRead,
    nodes: Nodes,
    json: Value,
    packer: Packer,
    report: SaveReport,
}

/// Which nodes stand for which joints.
struct Nodes {
    of_joint: Vec<usize>,
    /// The nodes that were added above joints of sheared rest.
    above: BTreeMap<JointIndex, usize>,
    /// How many the file has so far.
    count: usize,
}

/// The character's file with what is other than it was read.
pub(super) fn written(character: &Character) -> Written {
    let source = &*character.source;
    let mut json = source.json.clone();
    let read = &source.as_read;
    let is_as_read = character.rig == read.rig
        && character.meshes == read.meshes
        && character.instances == read.instances
        && character.clips == read.clips;
    if is_as_read {
        let binary = source.binary.as_ref().map(|bytes| bytes.to_vec());
        let report = SaveReport::default();
        return Written {
            json,
            binary,
            report,
        };
    }
    let (storage, packer) = storage::Storage::take(source, &mut json);
    let nodes = Nodes::new(&character.rig.skeleton, items(&json, "nodes").len());
    let mut writing = Writing {
        character,
        read,
        nodes,
        json,
        packer,
        report: SaveReport::default(),
    };
    writing.write_nodes();
    let still = writing.write_meshes();
    writing.write_skins(&still);
    writing.write_clips();
    writing.write_scenes();
    let Writing {
        mut json,
        packer,
        report,
        ..
    } = writing;
    let binary = storage.put_back(packer, &mut json);
    Written {
        json,
        binary,
        report,
    }
}

impl Nodes {
    /// Keys of the file's joints are nodes; those of added joints come behind all nodes, without gaps.
    fn new(skeleton: &Skeleton, n_old: usize) -> Self {
        let key = |joint| usize::try_from(skeleton.key(joint)).unwrap_or(usize::MAX);
        let mut added: Vec<usize> = skeleton.joints().map(key).collect();
        added.retain(|&key| n_old <= key);
        added.sort_unstable();
        let place: BTreeMap<usize, usize> = added.iter().copied().zip(n_old..).collect();
        let node = |joint| {
            let key = key(joint);
            place.get(&key).copied().unwrap_or(key)
        };
        Self {
            of_joint: skeleton.joints().map(node).collect(),
            above: BTreeMap::new(),
            count: n_old + place.len(),
        }
    }

    fn of(&self, joint: JointIndex) -> usize {
        self.of_joint.get(joint.index()).copied().unwrap_or(0)
    }

    /// One more node.
    fn add(&mut self) -> usize {
        self.count += 1;
        self.count - 1
    }
}

impl Writing<'_> {
    /// A name that no node of the skeleton has.
    fn free_name(&self, name: &str) -> String {
        let skeleton = &self.character.rig.skeleton;
        let taken = |name: &str| skeleton.joints().any(|joint| skeleton.name(joint) == name);
        let numbered = (2..).map(|number: u32| format!("{name} {number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        names.find(|name| !taken(name)).unwrap_or_default()
    }

    /// The list of this name, to be [put back](Self::put); empty where there is none.
    fn take(&mut self, name: &str) -> Vec<Value> {
        take(&mut self.json, name)
    }

    fn put(&mut self, name: &str, list: Vec<Value>) {
        put(&mut self.json, name, list);
    }
}

/// The list's elements; none where there is no list.
fn items<'a>(object: &'a Value, name: &str) -> &'a [Value] {
    let list = object.get(name).and_then(Value::as_array);
    list.map_or(&[], |list| list)
}

fn take(object: &mut Value, name: &str) -> Vec<Value> {
    let list = object.get_mut(name).and_then(Value::as_array_mut);
    list.map(std::mem::take).unwrap_or_default()
}

/// Empty lists are not valid glTF.
fn put(object: &mut Value, name: &str, list: Vec<Value>) {
    if list.is_empty() {
        remove(object, name);
    } else {
        set(object, name, Value::from(list));
    }
}

fn put_indices(object: &mut Value, name: &str, list: Vec<usize>) {
    put(object, name, list.into_iter().map(Value::from).collect());
}

fn set(object: &mut Value, name: &str, value: impl Into<Value>) {
    if let Some(object) = object.as_object_mut() {
        object.insert(name.to_owned(), value.into());
    }
}

/// All other members keep their order.
fn remove(object: &mut Value, name: &str) {
    if let Some(object) = object.as_object_mut() {
        object.shift_remove(name);
    }
}

/// A member that is the index of something.
fn index(object: &Value, name: &str) -> Option<usize> {
    object.get(name).and_then(to_index)
}

fn to_index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|index| usize::try_from(index).ok())
}

/// A list of indices; empty where there is none.
fn indices(object: &Value, name: &str) -> Vec<usize> {
    items(object, name).iter().filter_map(to_index).collect()
}
