//! Counting a character's meshes: aside where they are large, for somebody asks while the window is drawn.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use character::Character;
use eframe::egui;

use crate::deform::DeformedPrimitive;
use crate::mesh_facts::MeshFacts;
use crate::scene::CombinedSurface;

/// Meshes with fewer vertices are counted at once: nobody would see that it was not.
const SMALL: usize = 20_000;

/// What is known of one character's meshes.
#[derive(Debug, Default)]
pub struct Counting {
    facts: Option<Arc<MeshFacts>>,
    job: Option<Receiver<MeshFacts>>,
}

impl Counting {
    /// The counts, or nothing while they are still being counted; the window is drawn again when they are.
    ///
    /// The first question begins it. `at_rest` are the character's vertices at rest; every question is about the same ones.
    pub fn facts(
        &mut self,
        character: &Arc<Character>,
        (surface, at_rest): (&Arc<CombinedSurface>, &Arc<Vec<DeformedPrimitive>>),
        ctx: &egui::Context,
    ) -> Option<Arc<MeshFacts>> {
        if self.facts.is_none() {
            match self.job.as_ref().map(Receiver::try_recv) {
                Some(Ok(facts)) => self.facts = Some(Arc::new(facts)),
                Some(Err(TryRecvError::Empty)) => return None,
                None if self.start(character, (surface, at_rest), ctx) => return None,
                // Small, or no thread is to be had, or it went without a word.
                _ => self.facts = Some(Arc::new(MeshFacts::of(character, surface, at_rest))),
            }
            self.job = None;
        }
        self.facts.clone()
    }

    /// Whether a thread counts now.
    fn start(
        &mut self,
        character: &Arc<Character>,
        (surface, at_rest): (&Arc<CombinedSurface>, &Arc<Vec<DeformedPrimitive>>),
        ctx: &egui::Context,
    ) -> bool {
        let n_vertices: usize = at_rest.iter().map(|found| found.positions.len()).sum();
        if n_vertices < SMALL {
            return false;
        }
        let (character, at_rest, ctx) = (Arc::clone(character), Arc::clone(at_rest), ctx.clone());
        let surface = Arc::clone(surface);
        let (send, receive) = channel();
        let count = move || {
            // Nobody may want to know any more.
            let _closed = send.send(MeshFacts::of(&character, &surface, &at_rest));
            ctx.request_repaint();
        };
        let thread = thread::Builder::new().name("count meshes".to_owned());
        self.job = thread.spawn(count).ok().map(|_handle| receive);
        self.job.is_some()
    }
}
