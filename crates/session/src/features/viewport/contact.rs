//! Ambient occlusion of a character at rest, so that armpits, fingers and chins read as form.
//!
//! It is computed once per character, in the background, and multiplied into the light; until it is ready, nothing is
//! occluded. It is a value per vertex: a pose does not change it.

use std::sync::Arc;

use mesh::Openness;
use scene::combined_surface::{CombinedSurface, join_positions};
use scene::deform::DeformedPrimitive;
use scene::parallel::{for_each_parallel, processors};
use scene::view::bounds::Bounds;

use crate::tasks::{Fault, Latest, Spawner, Task};

/// The largest distance of an occluder, as a share of the character's radius: an arm occludes the side that it hangs
/// at, a leg hardly the other leg.
const REACH: f32 = 0.3;
/// Points between two checks for cancellation.
const BATCH: usize = 256;
/// The largest number of threads; more would take the processor from other work.
const THREADS: usize = 4;
/// Processors that are left to the window, which shows the character for the first time meanwhile.
const LEFT: usize = 1;

/// One list per primitive, one number per vertex: 1 is open, 0 is occluded.
pub type VertexValues = Vec<Vec<f32>>;

/// The openness of the shown character's surface, and the work that computes it.
#[derive(Debug, Default)]
pub struct Contact {
    at_rest: Option<Arc<Vec<DeformedPrimitive>>>,
    found: Option<Arc<VertexValues>>,
    /// Incremented with every new result, an empty one included.
    revision: u64,
    /// Incremented with every new shape at rest.
    shape: u64,
    job: Latest<u64, Option<VertexValues>>,
    fault: Fault,
}

impl Contact {
    /// Starts the computation for the shown character; the last result stays until the shape at rest changes. The
    /// window is repainted when a result is ready.
    pub fn follow(
        &mut self,
        surface: &Arc<CombinedSurface>,
        at_rest: &Arc<Vec<DeformedPrimitive>>,
        spawner: &Spawner,
    ) {
        if !self.is_of(at_rest) {
            self.at_rest = Some(Arc::clone(at_rest));
            self.shape += 1;
            if self.found.take().is_some() {
                self.revision += 1;
            }
        }
        self.job.restart(self.shape, || {
            let (surface, at_rest) = (Arc::clone(surface), Arc::clone(at_rest));
            Task::start(spawner, "ambient occlusion", move |handle| {
                openness(&surface, &at_rest, &|| !handle.is_canceled())
            })
        });
        match self.job.poll() {
            Some((_, Ok(Some(found)))) => {
                self.found = Some(Arc::new(found));
                self.revision += 1;
                self.fault.clear();
            }
            Some((_, Err(error))) => self.fault.set(format!(
                "Ambient occlusion was not computed, for {error}. Turn it off and on again to try once more."
            )),
            Some((_, Ok(None))) | None => {}
        }
    }

    /// To be called while contact is not shown: a computation that has failed is started again when it is shown.
    pub fn rest(&mut self) {
        if self.fault.text().is_some() {
            self.fault.clear();
            self.job.forget();
        }
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }

    /// The newest result; none until the first one is ready.
    #[must_use]
    pub const fn newest(&self) -> Option<&Arc<VertexValues>> {
        self.found.as_ref()
    }

    /// Incremented whenever [`newest`](Self::newest) changes.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether the computation is running.
    #[must_use]
    pub const fn is_working(&self) -> bool {
        self.job.is_busy()
    }

    /// Whether the shape at rest is unchanged: edits of the skeleton make new characters of the same shape.
    fn is_of(&mut self, at_rest: &Arc<Vec<DeformedPrimitive>>) -> bool {
        let known = self.at_rest.as_ref();
        if known.is_some_and(|known| Arc::ptr_eq(known, at_rest)) {
            return true;
        }
        // An edit of the skeleton gives a new list with the same vertices.
        let is_same = known.is_some_and(|known| known == at_rest);
        if is_same {
            self.at_rest = Some(Arc::clone(at_rest));
        }
        is_same
    }
}

/// The openness of all surfaces, each occluded by all of them; none if canceled. The same character always gives the
/// same bits.
#[must_use]
pub fn openness(
    surface: &CombinedSurface,
    at_rest: &[DeformedPrimitive],
    is_wanted: &(dyn Fn() -> bool + Sync),
) -> Option<VertexValues> {
    let positions = join_positions(at_rest);
    let reach = REACH * Bounds::from_points(positions.iter().copied()).radius();
    let found = Openness::new(&positions, surface.triangles(), reach);
    let mut points = vec![1.0; found.point_count()];
    // Each point is computed by itself and written to its own place, so that no number of threads changes a bit.
    let batches = (0..).step_by(BATCH).zip(points.chunks_mut(BATCH));
    for_each_parallel(
        batches,
        processors().saturating_sub(LEFT).clamp(1, THREADS),
        |(first, batch): (usize, &mut [f32])| {
            if is_wanted() {
                for (place, value) in (first..).zip(batch) {
                    *value = found.of_point(place);
                }
            }
        },
    );
    if !is_wanted() {
        return None;
    }
    Some(surface.split(found.of_vertices(&found.smooth_values(&points))))
}
