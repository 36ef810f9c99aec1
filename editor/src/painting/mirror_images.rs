//! Which point of a surface is whose mirror image: found once, on a thread where that takes long.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use character::Character;
use weights::Symmetry;

use super::PaintMesh;
use super::desk::symmetry_of;

/// A surface by its place, and whether mirror images are found by triangles.
type Key = (usize, bool);

/// What is known, and what is being found.
#[derive(Debug, Default)]
pub(super) struct MirrorImages {
    known: HashMap<Key, Arc<Symmetry>>,
    finding: Vec<(Key, Receiver<Symmetry>)>,
}

impl MirrorImages {
    /// What is known of a surface.
    pub(super) fn of(&self, place: usize, by_topology: bool) -> Option<Arc<Symmetry>> {
        self.known.get(&(place, by_topology)).cloned()
    }

    /// Takes what was found, and finds what is not known yet: at once where there is little, else aside. `wake` is called when
    /// something was found.
    pub(super) fn find(
        &mut self,
        (meshes, character): (&[Arc<PaintMesh>], &Arc<Character>),
        (by_topology, at_once): (bool, bool),
        wake: &(impl Fn() + Send + Clone + 'static),
    ) {
        self.take_results();
        for (place, mesh) in meshes.iter().enumerate() {
            let key = (place, by_topology);
            let mut finding = self.finding.iter();
            if self.known.contains_key(&key) || finding.any(|(other, _)| *other == key) {
                continue;
            }
            let started = if at_once {
                None
            } else {
                start(
                    (Arc::clone(mesh), Arc::clone(character)),
                    by_topology,
                    wake.clone(),
                )
            };
            match started {
                Some(answer) => self.finding.push((key, answer)),
                None => {
                    let found = symmetry_of(mesh, character, by_topology);
                    self.known.insert(key, Arc::new(found.unwrap_or_default()));
                }
            }
        }
    }

    fn take_results(&mut self) {
        let known = &mut self.known;
        self.finding.retain(|(key, answer)| {
            let found = match answer.try_recv() {
                Err(TryRecvError::Empty) => return true,
                // Without mirror images one side is painted; waiting for ever would be worse.
                found => found.unwrap_or_default(),
            };
            known.insert(*key, Arc::new(found));
            false
        });
    }
}

/// None where no thread can be had.
fn start(
    (mesh, character): (Arc<PaintMesh>, Arc<Character>),
    by_topology: bool,
    wake: impl Fn() + Send + 'static,
) -> Option<Receiver<Symmetry>> {
    let (send, receive) = channel();
    let work = move || {
        let found = symmetry_of(&mesh, &character, by_topology);
        // Nobody may want to know any more.
        let _closed = send.send(found.unwrap_or_default());
        wake();
    };
    let thread = thread::Builder::new().name("mirror images".to_owned());
    thread.spawn(work).ok().map(|_handle| receive)
}
