//! Counts about a character's meshes, in the background where they are large, since the window asks while it is drawn.

use std::sync::Arc;

use character::Character;
use scene::combined_surface::CombinedSurface;
use scene::deform::DeformedPrimitive;
use scene::mesh_facts::MeshFacts;

use crate::tasks::{Fault, JobError, Spawner, Task};

/// Meshes with fewer vertices are counted at once, which takes less than a frame.
const SMALL: usize = 20_000;

/// The counts of one character's meshes.
#[derive(Debug, Default)]
pub struct MeshCounts {
    facts: Option<Arc<MeshFacts>>,
    job: Option<Task<MeshFacts>>,
    fault: Fault,
}

impl MeshCounts {
    /// The counts; none until they are ready, when the window is repainted.
    ///
    /// The first call starts the count. `at_rest` are the character's vertices at rest and must be the same in every
    /// call.
    pub fn facts(
        &mut self,
        character: &Arc<Character>,
        surface: &Arc<CombinedSurface>,
        at_rest: &Arc<Vec<DeformedPrimitive>>,
        spawner: &Spawner,
    ) -> Option<Arc<MeshFacts>> {
        if self.facts.is_some() || self.fault.text().is_some() {
            return self.facts.clone();
        }
        let n_vertices: usize = at_rest.iter().map(|found| found.positions.len()).sum();
        let facts = if n_vertices < SMALL {
            MeshFacts::of(character, surface, at_rest)
        } else {
            self.job
                .get_or_insert_with(|| start(character, surface, at_rest, spawner));
            match Task::take(&mut self.job)? {
                Ok(facts) => facts,
                Err(JobError::NoThread(_)) => MeshFacts::of(character, surface, at_rest),
                Err(error) => {
                    self.fault.set(format!(
                        "The meshes were not counted, for {error}. Open the file again to have them counted."
                    ));
                    return None;
                }
            }
        };
        self.facts = Some(Arc::new(facts));
        self.facts.clone()
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }
}

fn start(
    character: &Arc<Character>,
    surface: &Arc<CombinedSurface>,
    at_rest: &Arc<Vec<DeformedPrimitive>>,
    spawner: &Spawner,
) -> Task<MeshFacts> {
    let (character, at_rest) = (Arc::clone(character), Arc::clone(at_rest));
    let surface = Arc::clone(surface);
    Task::start(spawner, "count meshes", move |_| {
        MeshFacts::of(&character, &surface, &at_rest)
    })
}
