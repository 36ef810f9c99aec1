//! An edited character in the file it came from: what differs from what was read is written, all else stays as it came.
//!
//! Nothing remembers edits: every part is compared with the same part as it was read ([`AsRead`]). So whatever way a character
//! came to be what it is, the file says that, and a part that was changed back is written back as it came.
//!
//! Parts that share what is large compare at once. A list of edits in the writer would have to be told of every new
//! kind of edit, and would write what was changed back.

mod clip_keys;
mod clips;
mod constraints;
mod dropped;
mod ends;
mod forest;
mod keeping;
mod mesh_sources;
mod meshes;
mod methods;
mod named;
mod nodes;
mod numbering;
mod pairs;
mod parts;
mod pruned;
mod rigid;
mod scenes;
mod shear;
mod shear_error;
mod skins;
mod storage;
mod targets;
mod weight_tracks;

pub(super) use keeping::OF_NODE;
pub(super) use numbering::{Numbered, may_renumber};
pub(super) use pruned::prune_views;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::options::SaveOptions;
use super::packer::Packer;
use super::report::SaveReport;
use super::save::SaveError;
use crate::json::tree::draft::{Draft, List, View};
use crate::model::character::Character;
use crate::model::source::AsRead;
use glam::Mat3;
use rig::{JointIndex, Skeleton};

/// The parts of the saved file.
pub(super) struct FileParts<'a> {
    /// None where it is that of the source.
    pub(super) json: Option<Draft<'a>>,
    /// The BIN chunk of a GLB.
    pub(super) binary: Option<Vec<u8>>,
    /// The nodes of joints by the joints' keys, where props ask for them.
    pub(super) nodes: BTreeMap<u32, JointNode>,
    pub(super) report: SaveReport,
}

/// The node of a joint in the saved file.
#[derive(Clone, Copy, Debug)]
pub(super) struct JointNode {
    /// Its number.
    pub(super) number: usize,
    /// `P`, the stretch of its rest beside a rigid motion.
    pub(super) rest_stretch: Mat3,
}

/// A file in the course of being written. Lists are taken out of the JSON, changed, and put back in their place.
///
/// `'a` is how long the file lives as it was read, `'w` how long the work takes: the character may be made for it.
struct Writing<'a: 'w, 'w> {
    character: &'w Character,
    read: &'w AsRead,
    /// The JSON as it was read.
    original: View<'a>,
    nodes: JointNodes,
    mesh_sources: mesh_sources::MeshSources,
    /// Nodes whose joints are no more.
    dissolved: BTreeSet<usize>,
    /// Joints that stand for nodes of skinned meshes and nothing else: what moves them is seen nowhere.
    idle: BTreeSet<JointIndex>,
    /// Names that nodes have, once one has been asked for that none has.
    names: Option<BTreeSet<Cow<'w, str>>>,
    json: Draft<'a>,
    packer: Packer<'a>,
    report: SaveReport,
    options: &'w SaveOptions,
    /// What joints move, once it has been asked for.
    reach: Option<shear_error::JointBoxes>,
}

/// Which nodes stand for which joints.
struct JointNodes {
    of_joint: Vec<usize>,
    /// Joints by their keys.
    by_key: BTreeMap<u32, JointIndex>,
    /// The nodes above joints that shear.
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
pub(super) fn build_parts<'a>(
    character: &'a Character,
    options: &SaveOptions,
) -> Result<FileParts<'a>, SaveError> {
    let source = &*character.source;
    let read = &source.as_read;
    let kept = options.kept.as_ref();
    if asks_for_nothing(character, options) && parts::is_as_read(character, read) {
        parts::check_target(character, options, source.tree.root().into())?;
        let binary = source.binary.as_ref().map(|bytes| bytes.to_vec());
        let report = SaveReport::default();
        return Ok(FileParts {
            json: None,
            binary,
            nodes: nodes_of(character, options, |joint| as_read(character, joint)),
            report,
        });
    }
    parts::check(character, read)?;
    let (rigid, stretched) = rigid::with_rigid_rests(character);
    let character = rigid.as_ref().unwrap_or(character);
    let cut = ends::with_clips_cut(character);
    let (character, cut_at_end) = match &cut {
        Some((cut, names)) => (cut, names.clone()),
        None => (character, Vec::new()),
    };
    let mut json = source.draft();
    // First, as what an earlier save has added goes into the packer again: a file does not grow with every save.
    let (storage, packer) = storage::Storage::take(source, &mut json);
    let original = source.tree.root().into();
    let mut writing = Writing::new(character, original, json, options, packer);
    writing.report.stretched = stretched;
    writing.report.cut_at_end = cut_at_end;
    // Nodes first, as all else names them by number; dissolved ones leave at the very end, when all that names them is written.
    writing.write_nodes();
    let still = writing.write_meshes();
    writing.write_skins(&still);
    writing.write_clips();
    writing.write_scenes();
    writing.write_kept(kept);
    writing.write_constraints();
    writing.count_elsewhere();
    let n_nodes = character.rig.skeleton.len() + writing.nodes.n_added;
    parts::check_size(character, n_nodes, writing.json.view())?;
    parts::check_target(character, options, writing.json.view())?;
    let Writing {
        mut json,
        packer,
        report,
        dissolved,
        nodes,
        ..
    } = writing;
    let left = dropped::drop_nodes(&mut json, &dissolved, source);
    let renumbered = |node| left.as_ref().map_or(Some(node), |left| left.of(node));
    let binary = storage.put_back(packer, source, &mut json);
    Ok(FileParts {
        json: Some(json),
        binary,
        nodes: nodes_of(character, options, |joint| renumbered(nodes.of(joint))),
        report,
    })
}

/// Whether the options leave a file as it came.
fn asks_for_nothing(character: &Character, options: &SaveOptions) -> bool {
    let source = &*character.source;
    let kept = options.kept.as_ref();
    kept.is_none_or(|kept| *kept == source.kept)
        && !options.rewrites_rows()
        && pairs::leaves_keys(options, source)
        && constraints::leaves_driven(character, options)
}

/// The node of a joint in a file that is written as it came.
fn as_read(character: &Character, joint: JointIndex) -> Option<usize> {
    usize::try_from(character.rig.skeleton.key(joint)).ok()
}

/// The nodes of joints, where props ask for them.
fn nodes_of(
    character: &Character,
    options: &SaveOptions,
    node: impl Fn(JointIndex) -> Option<usize>,
) -> BTreeMap<u32, JointNode> {
    if options.props.is_empty() {
        return BTreeMap::new();
    }
    let skeleton = &character.rig.skeleton;
    let of = |joint| {
        let node = JointNode {
            number: node(joint)?,
            rest_stretch: skeleton.rest_stretch(joint),
        };
        Some((skeleton.key(joint), node))
    };
    skeleton.joints().filter_map(of).collect()
}

impl JointNodes {
    /// Keys of the file's joints are nodes; those of added joints come behind all nodes, without gaps.
    fn new(skeleton: &Skeleton, n_old: usize, read_above: &BTreeMap<u32, usize>) -> Self {
        let key = |joint| usize::try_from(skeleton.key(joint)).unwrap_or(usize::MAX);
        let mut added: Vec<usize> = skeleton.joints().map(key).collect();
        added.retain(|&key| n_old <= key);
        // In the order of keys, which is that in which they were added, whatever the order of the skeleton is.
        added.sort_unstable();
        let place: BTreeMap<usize, usize> = added.iter().copied().zip(n_old..).collect();
        let node = |joint| {
            let key = key(joint);
            place.get(&key).copied().unwrap_or(key)
        };
        let by_key = by_key(skeleton);
        let above = read_above.iter();
        let above = above.filter_map(|(key, above)| Some((*by_key.get(key)?, *above)));
        let above: BTreeMap<JointIndex, usize> = above.collect();
        Self {
            of_joint: skeleton.joints().map(node).collect(),
            by_key,
            n_old,
            n_added: above.len(),
            above,
            count: n_old + place.len(),
        }
    }

    fn of(&self, joint: JointIndex) -> usize {
        self.of_joint.get(joint.index()).copied().unwrap_or(0)
    }

    /// Counts a node more that stands for no joint of ours. Its number, behind all others.
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

impl<'a, 'w> Writing<'a, 'w> {
    fn new(
        character: &'w Character,
        original: View<'a>,
        json: Draft<'a>,
        options: &'w SaveOptions,
        packer: Packer<'a>,
    ) -> Self {
        let read = &character.source.as_read;
        let (skeleton, old) = (&character.rig.skeleton, &read.rig.skeleton);
        let nodes = JointNodes::new(skeleton, json.items("nodes").len(), &read.above);
        let keys = old.joints().map(|joint| old.key(joint));
        let gone = keys.filter(|key| !nodes.by_key.contains_key(key));
        let gone = gone.flat_map(|key| {
            let node = usize::try_from(key).ok();
            [node, read.above.get(&key).copied()].into_iter().flatten()
        });
        let dissolved = gone.collect();
        Self {
            character,
            read,
            original,
            dissolved,
            idle: nodes::idle(character),
            mesh_sources: mesh_sources::MeshSources::new(character, read),
            names: None,
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
        let (character, original) = (self.character, self.original);
        let taken = self
            .names
            .get_or_insert_with(|| names(&character.rig.skeleton, original));
        let numbered = (2..).map(|number: u32| format!("{name} {number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let free = names.find(|name| !taken.contains(name.as_str()));
        let free = free.unwrap_or_else(|| name.to_owned());
        taken.insert(free.clone().into());
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
            number.is_some_and(|n| source.items(list).get(n) != self.json.items(list).get(n))
        };
        let nodes = source.items("nodes").iter().enumerate();
        let elsewhere = nodes.filter(|(number, node)| {
            let mesh = node.index("mesh");
            let shares = is_other("meshes", mesh) || is_other("skins", node.index("skin"));
            mesh.is_some() && !here.contains(number) && shares
        });
        self.report.elsewhere = elsewhere.count();
    }

    /// The list of this name, to be [put back](Self::put); empty where there is none.
    fn take(&mut self, name: &str) -> List<'a> {
        self.json.take(name)
    }

    fn put(&mut self, name: &'static str, list: List<'a>) {
        self.json.put(name, list);
    }
}

/// The names of nodes and of joints.
fn names<'w>(skeleton: &'w Skeleton, original: View<'w>) -> BTreeSet<Cow<'w, str>> {
    let nodes = original.items("nodes").iter();
    let nodes = nodes.filter_map(|node| node.get("name")?.as_str());
    let joints = skeleton.joints().map(|joint| skeleton.name(joint));
    nodes.chain(joints).map(Cow::Borrowed).collect()
}
