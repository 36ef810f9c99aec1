//! Which joint of the new file is which of the old one.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use character::OtherKeys;

use super::names::plain_name;
use super::shape::{CharacterShape, NodeShape};

/// Heads that are no farther apart than this share of the skeleton's size are at one place.
const SAME_PLACE: f32 = 0.01;
/// So far apart, as a share of that size, may heads be where nothing else can be meant.
const NEAR: f32 = 0.1;

/// What tells that two joints are the same, the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchedBy {
    /// The names of the joint and of all above it.
    Path,
    /// Its name.
    Name,
    /// Its name but for what exporters add.
    PlainName,
    /// The bone of a person that both are.
    Bone,
    /// Its place below the counterpart of its parent.
    Place,
}

/// A joint that both files have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointMatch {
    /// Its key in the old file.
    pub old: u32,
    /// Its key in the new one.
    pub new: u32,
    /// How it was found.
    pub by: MatchedBy,
}

/// The counterparts of joints by their keys. Joints that edits make are added while the edits are made.
#[derive(Clone, Debug, Default)]
pub struct KeyMap {
    of: BTreeMap<u32, u32>,
    parents: BTreeMap<u32, Option<u32>>,
    matches: Vec<JointMatch>,
    gone: Vec<u32>,
    added: Vec<u32>,
}

impl KeyMap {
    /// Matches the nodes of two files: by their paths; by names that stand in both as often; by names but for what exporters add; by the
    /// bones of a person that they are; by their places below the counterparts of their parents, unless nothing else tells and less than
    /// half of the joints have one. What one rule finds no later one changes, and no joint has two counterparts.
    #[must_use]
    pub fn between(old: &CharacterShape, new: &CharacterShape) -> Self {
        let mut matching = Matching::new(old, new);
        matching.match_names(MatchedBy::Path, |nodes, node| nodes.path(node));
        matching.match_names(MatchedBy::Name, |_, node| named(&node.name));
        matching.match_names(MatchedBy::PlainName, |_, node| {
            named(&node.name).map(|name| plain_name(&name))
        });
        matching.match_names(MatchedBy::Bone, |_, node| node.bone.clone());
        matching.match_places();
        matching.forget_chance();
        matching.finish()
    }

    /// All joints that both files have, in the order of the old one.
    #[must_use]
    pub fn matches(&self) -> &[JointMatch] {
        &self.matches
    }

    /// The keys of the joints that the new file lacks.
    #[must_use]
    pub fn gone(&self) -> &[u32] {
        &self.gone
    }

    /// The keys, in the new file, of the joints that the old one lacks.
    #[must_use]
    pub fn added(&self) -> &[u32] {
        &self.added
    }

    /// Whether every joint of both files has a counterpart with its own key.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.gone.is_empty() && self.added.is_empty() && self.of.iter().all(|(old, new)| old == new)
    }

    /// The joint from which the joint hangs, or hung in the old file.
    pub(super) fn parent(&self, key: u32) -> Option<u32> {
        self.parents.get(&key).copied().flatten()
    }

    /// The joint of the old file that a joint is.
    pub(super) fn old_of(&self, new: u32) -> Option<u32> {
        let mut all = self.of.iter();
        all.find(|(_, found)| **found == new).map(|(old, _)| *old)
    }

    /// Whether the old file has a joint, or an edit on it has made one.
    pub(super) fn is_known(&self, key: u32) -> bool {
        self.parents.contains_key(&key)
    }

    /// Says that a joint that an edit had made is none now; what it hung on is asked in its place.
    pub(super) fn add_gone(&mut self, old: u32, parent: Option<u32>) {
        self.parents.insert(old, parent);
    }

    /// Says which joint is the one that an edit has made.
    pub(super) fn add(&mut self, old: u32, new: u32, parent: Option<u32>) {
        self.of.insert(old, new);
        self.parents.insert(old, parent);
    }
}

impl OtherKeys for KeyMap {
    fn of(&self, key: u32) -> Option<u32> {
        self.of.get(&key).copied()
    }

    fn of_nearest_above(&self, key: u32) -> Option<u32> {
        let mut above = self.parent(key);
        // No more steps than joints, so that no ring is endless.
        for _ in 0..self.parents.len() {
            let parent = above?;
            if let Some(found) = self.of(parent) {
                return Some(found);
            }
            above = self.parent(parent);
        }
        None
    }
}

/// A name that tells something.
fn named(name: &str) -> Option<String> {
    (!name.trim().is_empty()).then(|| name.to_owned())
}

/// The nodes of one file.
struct Nodes<'a> {
    all: &'a [NodeShape],
    /// By key a hash of the names from the root down: names themselves would take the square of a deep chain.
    paths: BTreeMap<u32, u64>,
    /// By parent the nodes that hang on it.
    children: BTreeMap<Option<u32>, Vec<&'a NodeShape>>,
}

impl<'a> Nodes<'a> {
    fn new(shape: &'a CharacterShape) -> Self {
        let mut paths: BTreeMap<u32, u64> = BTreeMap::new();
        let mut children: BTreeMap<Option<u32>, Vec<&NodeShape>> = BTreeMap::new();
        for node in &shape.nodes {
            let above = node.parent.and_then(|parent| paths.get(&parent).copied());
            let mut hasher = DefaultHasher::new();
            (above, &node.name).hash(&mut hasher);
            paths.insert(node.key, hasher.finish());
            children.entry(node.parent).or_default().push(node);
        }
        Self {
            all: &shape.nodes,
            paths,
            children,
        }
    }

    fn path(&self, node: &NodeShape) -> Option<String> {
        Some(format!("{:016x}", self.paths.get(&node.key)?))
    }

    fn children(&self, of: Option<u32>) -> &[&'a NodeShape] {
        self.children.get(&of).map_or(&[], Vec::as_slice)
    }

    /// The extent of the heads.
    fn size(&self) -> f32 {
        let heads: Vec<_> = self.all.iter().map(|node| node.head).collect();
        mesh::bounds(&heads).map_or(0.0, mesh::Bounds::diagonal)
    }
}

/// Joints without a counterpart, by what they hang on.
type FreeByParent<'a> = HashMap<Option<u32>, Vec<&'a NodeShape>>;

/// Takes a joint out; those that are left stay in order.
fn take_free(free: &mut FreeByParent<'_>, parent: Option<u32>, key: u32) {
    if let Some(here) = free.get_mut(&parent) {
        here.retain(|node| node.key != key);
    }
}

struct Matching<'a> {
    old: Nodes<'a>,
    new: Nodes<'a>,
    /// By old key the new one.
    found: BTreeMap<u32, (u32, MatchedBy)>,
    taken: BTreeSet<u32>,
}

impl<'a> Matching<'a> {
    fn new(old: &'a CharacterShape, new: &'a CharacterShape) -> Self {
        Self {
            old: Nodes::new(old),
            new: Nodes::new(new),
            found: BTreeMap::new(),
            taken: BTreeSet::new(),
        }
    }

    fn is_free(&self, is_new: bool, key: u32) -> bool {
        if is_new {
            !self.taken.contains(&key)
        } else {
            !self.found.contains_key(&key)
        }
    }

    fn pair(&mut self, old: u32, new: u32, by: MatchedBy) {
        self.found.insert(old, (new, by));
        self.taken.insert(new);
    }

    /// Pairs what is free and called alike. Of a name that is in one file more often than in the other nothing is known.
    fn match_names(
        &mut self,
        by: MatchedBy,
        name: impl Fn(&Nodes<'_>, &NodeShape) -> Option<String>,
    ) {
        let keys = |nodes: &Nodes<'_>, is_new: bool| {
            let mut keys: BTreeMap<String, Vec<u32>> = BTreeMap::new();
            let free = nodes.all.iter();
            let free = free.filter(|node| self.is_free(is_new, node.key));
            for (name, key) in free.filter_map(|node| Some((name(nodes, node)?, node.key))) {
                keys.entry(name).or_default().push(key);
            }
            keys
        };
        let (old, new) = (keys(&self.old, false), keys(&self.new, true));
        for (name, old) in old {
            let new = new.get(&name).filter(|new| new.len() == old.len());
            for (&old, &new) in old.iter().zip(new.into_iter().flatten()) {
                self.pair(old, new, by);
            }
        }
    }

    /// Pairs the joints that hang, free, on counterparts and rest at one place there; and where one alone hangs there in both files, with
    /// as many joints below, those that rest near one another.
    fn match_places(&mut self) {
        let size = self.old.size().max(self.new.size());
        let [mut old_free, mut new_free] = [false, true].map(|is_new| self.free_by_parent(is_new));
        // Parents come first, so that what is paired here has its children paired too.
        let all = self.old.all;
        for node in all {
            if !self.is_free(false, node.key) {
                continue;
            }
            let parent = match node.parent {
                None => None,
                Some(parent) => match self.found.get(&parent) {
                    Some((parent, _)) => Some(*parent),
                    None => continue,
                },
            };
            let here = |free: &FreeByParent<'a>, of| free.get(&of).map_or(0, Vec::len);
            let counts = (here(&old_free, node.parent), here(&new_free, parent));
            let new = new_free.get(&parent).map_or(&[][..], Vec::as_slice);
            let distance = |other: &NodeShape| other.head.distance(node.head);
            let by_distance =
                |one: &&&NodeShape, other: &&&NodeShape| distance(one).total_cmp(&distance(other));
            let nearest = new.iter().min_by(by_distance).copied();
            let within = |share: f32| nearest.filter(|other| distance(other) <= share * size);
            let is_alone = counts == (1, 1) && parent.is_some();
            let is_alike = |other: &&NodeShape| {
                let below = self.old.children(Some(node.key)).len();
                is_alone && self.new.children(Some(other.key)).len() == below
            };
            let found = within(SAME_PLACE).or_else(|| within(NEAR).filter(is_alike));
            if let Some(other) = found {
                self.pair(node.key, other.key, MatchedBy::Place);
                let other = other.key;
                take_free(&mut old_free, node.parent, node.key);
                take_free(&mut new_free, parent, other);
            }
        }
    }

    /// Places alone, of less than half of the joints, tell nothing: any character has a joint at the origin.
    fn forget_chance(&mut self) {
        let is_place = |(_, by): &(u32, MatchedBy)| *by == MatchedBy::Place;
        if self.found.values().all(is_place) && 2 * self.found.len() < self.old.all.len() {
            self.found.clear();
            self.taken.clear();
        }
    }

    /// The free joints, by what they hang on.
    fn free_by_parent(&self, is_new: bool) -> FreeByParent<'a> {
        let nodes = if is_new { &self.new } else { &self.old };
        let mut free = FreeByParent::new();
        for node in nodes
            .all
            .iter()
            .filter(|node| self.is_free(is_new, node.key))
        {
            free.entry(node.parent).or_default().push(node);
        }
        free
    }

    fn finish(self) -> KeyMap {
        let old = self.old.all.iter();
        let matches = old.clone().filter_map(|node| {
            let &(new, by) = self.found.get(&node.key)?;
            Some(JointMatch {
                old: node.key,
                new,
                by,
            })
        });
        let gone = old
            .clone()
            .filter(|node| !self.found.contains_key(&node.key));
        let added = self.new.all.iter();
        let added = added.filter(|node| !self.taken.contains(&node.key));
        KeyMap {
            of: self
                .found
                .iter()
                .map(|(&old, &(new, _))| (old, new))
                .collect(),
            parents: old.clone().map(|node| (node.key, node.parent)).collect(),
            matches: matches.collect(),
            gone: gone.map(|node| node.key).collect(),
            added: added.map(|node| node.key).collect(),
        }
    }
}
