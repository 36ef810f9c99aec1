//! Which meshes of the new file hold the vertices of which of the old one.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use glam::Vec3;

use super::shape::{CharacterShape, MeshShape};

/// A mesh takes from another one if at least this share of its vertices are at places of that one.
const SHARE: f32 = 0.5;
/// Meshes with another name that have less in common with one that is gone do not take from it.
const LEAST: usize = 3;

/// A mesh that has another name in the new file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenamedMesh {
    /// Its place in the old file.
    pub old: usize,
    /// Its place in the new one.
    pub new: usize,
}

/// The counterparts of meshes by their places in the file.
#[derive(Clone, Debug, Default)]
pub struct MeshMap {
    /// By new mesh the old ones that its vertices come from, its counterpart first.
    sources: Vec<Vec<usize>>,
    /// By old mesh its counterpart.
    of: BTreeMap<usize, usize>,
    old: usize,
    renamed: Vec<RenamedMesh>,
}

impl MeshMap {
    /// Matches meshes by their names and those of their nodes, then by the places of vertices. A mesh that was parted, or joined with
    /// others, has vertices of several.
    #[must_use]
    pub fn between(old: &CharacterShape, new: &CharacterShape) -> Self {
        let mut matching = Matching {
            old: &old.meshes,
            new: &new.meshes,
            of: BTreeMap::new(),
            taken: BTreeSet::new(),
        };
        matching.match_keys(|place, mesh| Some((place, mesh.name.clone()?, mesh.node.clone()?)));
        matching.match_keys(|_, mesh| Some((0, mesh.name.clone()?, mesh.node.clone()?)));
        matching.match_keys(|_, mesh| Some((0, mesh.name.clone()?, String::new())));
        matching.match_keys(|_, mesh| Some((0, String::new(), mesh.node.clone()?)));
        let by_name: BTreeSet<usize> = matching.of.keys().copied().collect();
        let more = matching.match_places();
        let renamed = matching.of.iter().filter(|(old, _)| !by_name.contains(old));
        let renamed = renamed
            .map(|(&old, &new)| RenamedMesh { old, new })
            .collect();
        let mut sources: Vec<Vec<usize>> = vec![Vec::new(); new.meshes.len()];
        let counterparts = matching.of.iter().map(|(&old, &new)| (old, new));
        for (old, new) in counterparts.chain(more) {
            if let Some(sources) = sources.get_mut(new).filter(|own| !own.contains(&old)) {
                sources.push(old);
            }
        }
        Self {
            sources,
            of: matching.of,
            old: old.meshes.len(),
            renamed,
        }
    }

    /// The new mesh that is one of the old ones. Of meshes that edits have made, which come after those of the file, the one as far
    /// after.
    #[must_use]
    pub fn of(&self, old: usize) -> Option<usize> {
        match old.checked_sub(self.old) {
            Some(made) => Some(self.sources.len() + made),
            None => self.of.get(&old).copied(),
        }
    }

    /// The old meshes that the vertices of a new one come from.
    #[must_use]
    pub fn sources(&self, new: usize) -> &[usize] {
        self.sources.get(new).map_or(&[], Vec::as_slice)
    }

    /// The number of meshes in the old file.
    #[must_use]
    pub const fn old_count(&self) -> usize {
        self.old
    }

    /// Meshes with another name, found by the places of their vertices.
    #[must_use]
    pub fn renamed(&self) -> &[RenamedMesh] {
        &self.renamed
    }

    /// Whether a mesh of the new file has another name than its counterpart.
    #[must_use]
    pub fn is_renamed(&self, new: usize) -> bool {
        self.renamed.iter().any(|renamed| renamed.new == new)
    }

    /// Whether some mesh takes vertices of an old one.
    #[must_use]
    pub fn is_there(&self, old: usize) -> bool {
        old >= self.old || self.sources.iter().any(|sources| sources.contains(&old))
    }
}

struct Matching<'a> {
    old: &'a [MeshShape],
    new: &'a [MeshShape],
    of: BTreeMap<usize, usize>,
    taken: BTreeSet<usize>,
}

/// What meshes are called: the place where it counts, their name, their node's.
type MeshKey = (usize, String, String);

impl Matching<'_> {
    /// Pairs those of equal keys, in their order.
    fn match_keys(&mut self, key: impl Fn(usize, &MeshShape) -> Option<MeshKey>) {
        let mut free: BTreeMap<MeshKey, Vec<usize>> = BTreeMap::new();
        for (place, mesh) in self.new.iter().enumerate().rev() {
            if let Some(key) = key(place, mesh).filter(|_| !self.taken.contains(&place)) {
                free.entry(key).or_default().push(place);
            }
        }
        for (place, mesh) in self.old.iter().enumerate() {
            let key = key(place, mesh).filter(|_| !self.of.contains_key(&place));
            if let Some(new) = key.and_then(|key| free.get_mut(&key)?.pop()) {
                self.of.insert(place, new);
                self.taken.insert(new);
            }
        }
    }

    /// Pairs meshes whose vertices are at the same places, and gives what else takes vertices of which, as (old, new).
    fn match_places(&mut self) -> Vec<(usize, usize)> {
        let lost: Vec<usize> = (0..self.old.len())
            .filter(|place| !self.of.contains_key(place))
            .collect();
        let fresh: Vec<usize> = (0..self.new.len())
            .filter(|place| !self.taken.contains(place))
            .collect();
        if lost.is_empty() && fresh.is_empty() {
            return Vec::new();
        }
        let old: Vec<HashSet<[u32; 3]>> = self.old.iter().map(places_of).collect();
        let new: Vec<HashSet<[u32; 3]>> = self.new.iter().map(places_of).collect();
        let common = |old_mesh: usize, new_mesh: usize| {
            let (old, new) = (&old[old_mesh], &new[new_mesh]);
            let count = new.intersection(old).count();
            let least = old.len().min(new.len());
            (count >= LEAST && ratio(count, least) >= SHARE).then_some(count)
        };
        let mut more = Vec::new();
        // The pairs with most in common first.
        let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
        for &old in &lost {
            let with = (0..self.new.len()).filter_map(|new| Some((common(old, new)?, old, new)));
            pairs.extend(with);
        }
        for &new in &fresh {
            let from = (0..self.old.len()).filter(|old| !lost.contains(old));
            pairs.extend(from.filter_map(|old| Some((common(old, new)?, old, new))));
        }
        pairs.sort_unstable_by_key(|&(count, old, new)| (std::cmp::Reverse(count), old, new));
        for (_, old, new) in pairs {
            if self.of.contains_key(&old) || self.taken.contains(&new) {
                more.push((old, new));
            } else {
                self.of.insert(old, new);
                self.taken.insert(new);
            }
        }
        more
    }
}

fn ratio(part: usize, whole: usize) -> f32 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a share, which need not be exact"
    )]
    let [part, whole] = [part, whole].map(|count| count as f32);
    part / whole.max(1.0)
}

fn places_of(mesh: &MeshShape) -> HashSet<[u32; 3]> {
    let primitives = mesh.primitives.iter();
    let positions = primitives.flat_map(|primitive| primitive.positions.iter());
    positions.map(|&position| place_bits(position)).collect()
}

/// The bits of a position; zeros of either sign are alike.
pub(super) fn place_bits(position: Vec3) -> [u32; 3] {
    position.to_array().map(|number| (number + 0.0).to_bits())
}
