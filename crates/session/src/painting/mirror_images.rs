//! Which point of a surface is whose mirror image: found once, in the background where that takes long.

use std::collections::HashMap;
use std::sync::Arc;
use std::task::Poll;

use character::Character;
use weights::Symmetry;

use super::PaintMesh;
use super::paint_engine::symmetry_of;
use crate::jobs::{Fault, Spawner, Task};

/// A surface by its place, and whether mirror images are found by triangles.
type Key = (usize, bool);

/// What is known, and what is being found.
#[derive(Debug, Default)]
pub(super) struct MirrorImages {
    known: HashMap<Key, Arc<Symmetry>>,
    finding: Vec<(Key, Task<Symmetry>)>,
    fault: Fault,
}

impl MirrorImages {
    /// What is known of a surface.
    pub(super) fn of(&self, place: usize, by_topology: bool) -> Option<Arc<Symmetry>> {
        self.known.get(&(place, by_topology)).cloned()
    }

    /// Takes what was found, and finds what is not known yet: at once where there is little, else in the background.
    pub(super) fn find(
        &mut self,
        (meshes, character): (&[Arc<PaintMesh>], &Arc<Character>),
        (by_topology, at_once): (bool, bool),
        spawner: &Spawner,
    ) {
        self.take_results();
        for (place, mesh) in meshes.iter().enumerate() {
            let key = (place, by_topology);
            let mut finding = self.finding.iter();
            if self.known.contains_key(&key) || finding.any(|(other, _)| *other == key) {
                continue;
            }
            let task = (!at_once).then(|| start((mesh, character), by_topology, spawner));
            // Where no thread can be had, they are found at once.
            match task.filter(|task| task.refusal().is_none()) {
                Some(task) => self.finding.push((key, task)),
                None => {
                    let found = symmetry_of(mesh, character, by_topology);
                    self.known.insert(key, Arc::new(found.unwrap_or_default()));
                }
            }
        }
    }

    /// What has failed since the last call.
    pub(super) fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }

    fn take_results(&mut self) {
        let (known, fault) = (&mut self.known, &mut self.fault);
        self.finding.retain_mut(|(key, task)| {
            let Poll::Ready(outcome) = task.poll() else {
                return true;
            };
            // Without mirror images one side is painted; waiting for ever would be worse.
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
    spawner: &Spawner,
) -> Task<Symmetry> {
    let (mesh, character) = (Arc::clone(mesh), Arc::clone(character));
    Task::start(spawner, "mirror images", move |_| {
        symmetry_of(&mesh, &character, by_topology).unwrap_or_default()
    })
}
