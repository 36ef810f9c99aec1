//! The mirror image of each point of a surface: found once, in the background where that takes long.

use std::collections::HashMap;
use std::sync::Arc;
use std::task::Poll;

use character::Character;
use rig::{JointPairs, NamePatterns};
use weights::Symmetry;

use super::PaintMesh;
use super::mesh_sides::symmetry_of;
use crate::tasks::{Fault, Spawner, Task};

/// The index of a surface, and whether its mirror images are found by topology.
type Key = (usize, bool);

/// Mirror images that are known, and those being found.
#[derive(Debug, Default)]
pub(crate) struct MirrorImages {
    /// The marks of sides in names by which the left of these was told.
    patterns: Option<NamePatterns>,
    known: HashMap<Key, Arc<Symmetry>>,
    finding: Vec<(Key, Task<Symmetry>)>,
    fault: Fault,
}

impl MirrorImages {
    /// The mirror images of a surface, if they are known.
    pub(crate) fn of(&self, place: usize, by_topology: bool) -> Option<Arc<Symmetry>> {
        self.known.get(&(place, by_topology)).cloned()
    }

    /// Takes finished results and starts missing ones: small surfaces at once, others in the background.
    pub(crate) fn find(
        &mut self,
        (meshes, character): (&[Arc<PaintMesh>], &Arc<Character>),
        (by_topology, at_once): (bool, bool),
        patterns: &NamePatterns,
        spawner: &Spawner,
    ) {
        if self.patterns.as_ref() != Some(patterns) {
            self.patterns = Some(patterns.clone());
            self.known.clear();
            self.finding.clear();
        }
        self.take_results();
        let mut pairs: Option<Arc<JointPairs>> = None;
        for (place, mesh) in meshes.iter().enumerate() {
            let key = (place, by_topology);
            let mut finding = self.finding.iter();
            if self.known.contains_key(&key) || finding.any(|(other, _)| *other == key) {
                continue;
            }
            let pairs = pairs.get_or_insert_with(|| Arc::new(character.joint_pairs(patterns)));
            let names = (patterns, &*pairs);
            let task = (!at_once).then(|| start((mesh, character), by_topology, names, spawner));
            // Where no thread can be had, they are found at once.
            match task.filter(|task| task.refusal().is_none()) {
                Some(task) => self.finding.push((key, task)),
                None => {
                    let found = symmetry_of(mesh, character, (patterns, pairs), by_topology);
                    self.known.insert(key, Arc::new(found.unwrap_or_default()));
                }
            }
        }
    }

    /// The error since the last call, if any.
    pub(crate) fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }

    fn take_results(&mut self) {
        let (known, fault) = (&mut self.known, &mut self.fault);
        self.finding.retain_mut(|(key, task)| {
            let Poll::Ready(outcome) = task.poll() else {
                return true;
            };
            // An empty result: one side is painted, instead of waiting for ever for the other.
            let found = outcome.unwrap_or_else(|error| {
                fault.set(format!(
                    "Mirror images were not found, for {error}: one side is painted. Leave the mode of weights and come back to \
                     try again."
                ));
                Symmetry::default()
            });
            known.insert(*key, Arc::new(found));
            false
        });
    }
}

fn start(
    (mesh, character): (&Arc<PaintMesh>, &Arc<Character>),
    by_topology: bool,
    (patterns, pairs): (&NamePatterns, &Arc<JointPairs>),
    spawner: &Spawner,
) -> Task<Symmetry> {
    let (mesh, character) = (Arc::clone(mesh), Arc::clone(character));
    let (patterns, pairs) = (patterns.clone(), Arc::clone(pairs));
    Task::start(spawner, "mirror images", move |_| {
        let found = symmetry_of(&mesh, &character, (&patterns, &pairs), by_topology);
        found.unwrap_or_default()
    })
}
