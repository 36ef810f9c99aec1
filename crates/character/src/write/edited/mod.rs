//! An edited character in the file it came from: what differs from what was read is written, all else stays as it came.
//!
//! Nothing remembers edits: every part is compared with the same part as it was read ([`AsRead`]). So whatever way a character
//! came to be what it is, the file says that, and a part that was changed back is written back as it came.
//!
//! Parts that share what is large compare at once. A list of edits in the writer would have to be told of every new
//! kind of edit, and would write what was changed back.

mod clips;
mod dropped;
mod forest;
mod keeping;
mod meshes;
mod nodes;
mod numbering;
mod parts;
mod pruned;
mod rigid;
mod scenes;
mod shear;
mod shear_error;
mod skins;
mod storage;
mod weight_tracks;

pub(super) use numbering::{Numbered, may_renumber};
pub(super) use pruned::prune_views;

use std::collections::{BTreeMap, BTreeSet};

use rig::{JointIndex, Skeleton};
use serde_json::Value;

use super::options::SaveOptions;
use super::packer::Packer;
use super::report::SaveReport;
use super::save::SaveError;
use crate::character::Character;
use crate::source::AsRead;

/// The parts of the saved file.
pub(super) struct Written {
    /// None where it is that of the source.
    pub(super) json: Option<Value>,
    /// The BIN chunk of a GLB.
    pub(super) binary: Option<Vec<u8>>,
    pub(super) report: SaveReport,
}

/// A file in the course of being written. Lists are taken out of the JSON, changed, and put back in their place.
struct Writing<'a> {
    character: &'a Character,
    read: &'a AsRead,
    /// Meshes and skins as they were read, and what nodes said of them and of each other.
    original: &'a Value,
    nodes: Nodes,
    /// Nodes whose joints are no more.
    dissolved: BTreeSet<usize>,
    /// Joints that stand for nodes of skinned meshes and nothing else: what moves them is seen nowhere.
    idle: BTreeSet<JointIndex>,
    /// Names that nodes have.
    names: BTreeSet<String>,
    json: Value,
    packer: Packer,
    report: SaveReport,
    options: &'a SaveOptions,
    /// What joints move, once it has been asked for.
    reach: Option<shear_error::Reach>,
}

/// Which nodes stand for which joints.
struct Nodes {
    of_joint: Vec<usize>,
    /// Joints by their keys.
    by_key: BTreeMap<u32, JointIndex>,
    /// The nodes that were added above joints of sheared rest.
    above: BTreeMap<JointIndex, usize>,
    /// How many the file came with.
    n_old: usize,
    /// How many it has so far.
    count: usize,
    /// How many of them stand for no joint of ours, and will be one when the file is opened.
    n_added: usize,
}

/// The character's file with what is other than it was read.
///
/// Fails where a part of the character belongs to no part of the file, or the file would be larger than ours may be.
pub(super) fn written(character: &Character, options: &SaveOptions) -> Result<Written, SaveError> {
    let source = &*character.source;
    let read = &source.as_read;
    let kept = options.kept.as_ref();
    let keeps_the_same = kept.is_none_or(|kept| *kept == source.kept);
    if parts::is_as_read(character, read) && keeps_the_same && !options.rewrites_rows() {
        parts::check_target(character, options, &source.compared())?;
        let binary = source.binary.as_ref().map(|bytes| bytes.to_vec());
        let report = SaveReport::default();
        return Ok(Written {
            json: None,
            binary,
            report,
        });
    }
    parts::check(character, read)?;
    let (rigid, stretched) = rigid::with_rigid_rests(character);
    let character = rigid.as_ref().unwrap_or(character);
    let original = source.compared();
    let mut json = match kept.is_some_and(|kept| kept.skinning != source.kept.skinning) {
        true => source.editable_with_extras(),
        false => source.editable(),
    };
    let (storage, packer) = storage::Storage::take(source, &mut json);
    let mut writing = Writing::new((character, &original), (json, options), packer);
    writing.report.stretched = stretched;
    writing.write_nodes();
    let still = writing.write_meshes();
    writing.write_skins(&still);
    writing.write_clips();
    writing.write_scenes();
    writing.write_kept(kept);
    writing.count_elsewhere();
    let n_nodes = character.rig.skeleton.len() + writing.nodes.n_added;
    parts::check_size(character, n_nodes, &writing.json)?;
    parts::check_target(character, options, &writing.json)?;
    let Writing {
        mut json,
        packer,
        report,
        dissolved,
        ..
    } = writing;
    dropped::drop_nodes(&mut json, &dissolved, source);
    let binary = storage.put_back(packer, (source, &mut json));
    Ok(Written {
        json: Some(json),
        binary,
        report,
    })
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
            by_key: by_key(skeleton),
            above: BTreeMap::new(),
            n_old,
            n_added: 0,
            count: n_old + place.len(),
        }
    }

    fn of(&self, joint: JointIndex) -> usize {
        self.of_joint.get(joint.index()).copied().unwrap_or(0)
    }

    /// One more node.
    fn add(&mut self) -> usize {
        self.count += 1;
        self.n_added += 1;
        self.count - 1
    }
}

fn by_key(skeleton: &Skeleton) -> BTreeMap<u32, JointIndex> {
    let joints = skeleton.joints();
    joints.map(|joint| (skeleton.key(joint), joint)).collect()
}

impl<'a> Writing<'a> {
    fn new(
        (character, original): (&'a Character, &'a Value),
        (json, options): (Value, &'a SaveOptions),
        packer: Packer,
    ) -> Self {
        let read = &character.source.as_read;
        let (skeleton, old) = (&character.rig.skeleton, &read.rig.skeleton);
        let nodes = Nodes::new(skeleton, items(&json, "nodes").len());
        let keys = old.joints().map(|joint| old.key(joint));
        let dissolved = keys.filter(|key| !nodes.by_key.contains_key(key));
        let name = |node: &Value| node.get("name").and_then(Value::as_str).map(str::to_owned);
        let names = items(&json, "nodes").iter().filter_map(name);
        let joints = skeleton
            .joints()
            .map(|joint| skeleton.name(joint).to_owned());
        Self {
            character,
            read,
            original,
            dissolved: dissolved
                .filter_map(|key| usize::try_from(key).ok())
                .collect(),
            idle: nodes::idle(character),
            names: names.chain(joints).collect(),
            nodes,
            json,
            packer,
            report: SaveReport::default(),
            options,
            reach: None,
        }
    }

    /// A name that no node has.
    fn free_name(&mut self, name: &str) -> String {
        let numbered = (2..).map(|number: u32| format!("{name} {number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let free = names.find(|name| !self.names.contains(name));
        let free = free.unwrap_or_else(|| name.to_owned());
        self.names.insert(free.clone());
        free
    }

    /// Meshes at nodes that are not in the default scene, with a skin or a mesh that was edited: no edit has looked at them.
    fn count_elsewhere(&mut self) {
        let here: BTreeSet<usize> = self
            .character
            .instances
            .iter()
            .map(|of| of.file_node)
            .collect();
        let source = self.original;
        let is_other = |list: &str, number: Option<usize>| {
            number.is_some_and(|n| items(source, list).get(n) != items(&self.json, list).get(n))
        };
        let nodes = items(source, "nodes").iter().enumerate();
        let elsewhere = nodes.filter(|(number, node)| {
            let mesh = index(node, "mesh");
            let shares = is_other("meshes", mesh) || is_other("skins", index(node, "skin"));
            mesh.is_some() && !here.contains(number) && shares
        });
        self.report.elsewhere = elsewhere.count();
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
