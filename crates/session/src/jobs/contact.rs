//! Soft contact: how open the surface of a character at rest lies, so that armpits, fingers and chins read as form.
//!
//! It is found once for a character, in the background, and multiplied into the light; until it is there, nothing is
//! shaded. It lies on the skin: a pose takes it along.

use std::sync::Arc;

use mesh::Openness;

use crate::jobs::{Fault, Latest, Spawner, Task};
use scene::deform::DeformedPrimitive;
use scene::parallel::for_each_parallel;
use scene::parallel::processors;
use scene::view::bounds::Bounds;

use scene::combined_surface::{CombinedSurface, joined};

/// Of the character's radius, how far away something still shades: an arm shades the side that it hangs at, a leg hardly
/// the other one.
const REACH: f32 = 0.3;
/// Points that are looked at before somebody asks whether all is still wanted.
const BATCH: usize = 256;
/// More threads than these are left to others.
const THREADS: usize = 4;

/// One number a vertex and one list a primitive: 1 lies free, 0 lies covered.
pub type OfVertices = Vec<Vec<f32>>;

/// How open the surface of the character that is shown lies.
#[derive(Debug, Default)]
pub struct Contact {
    at_rest: Option<Arc<Vec<DeformedPrimitive>>>,
    found: Option<Arc<OfVertices>>,
    /// Counts up with every other answer, be it none.
    revision: u64,
    /// Counts up with every other shape at rest.
    shape: u64,
    job: Latest<u64, Option<OfVertices>>,
    fault: Fault,
}

impl Contact {
    /// Keeps to the character that is shown; what is found for it stays until its shape at rest becomes another. The window is
    /// drawn again when there is an answer.
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
            Task::start(spawner, "soft contact", move |handle| {
                openness(&surface, &at_rest, &|| !handle.is_cancelled())
            })
        });
        match self.job.poll() {
            Some((_, Ok(Some(found)))) => {
                self.found = Some(Arc::new(found));
                self.revision += 1;
                self.fault.clear();
            }
            Some((_, Err(error))) => self.fault.set(format!(
                "Soft contact is not shaded, for {error}. Turn it off and on again to have it looked for once more."
            )),
            Some((_, Ok(None))) | None => {}
        }
    }

    /// It is not shown: what has failed is tried again when it is.
    pub fn rest(&mut self) {
        if self.fault.text().is_some() {
            self.fault.clear();
            self.job.forget();
        }
    }

    /// What has failed since the last call.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }

    /// What was found, once it was.
    #[must_use]
    pub const fn found(&self) -> Option<&Arc<OfVertices>> {
        self.found.as_ref()
    }

    /// Counts up whenever [`found`](Self::found) becomes another.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether it is being looked for.
    #[must_use]
    pub const fn is_working(&self) -> bool {
        self.job.is_busy()
    }

    /// Edits of the skeleton make other characters of the same shape.
    fn is_of(&mut self, at_rest: &Arc<Vec<DeformedPrimitive>>) -> bool {
        let known = self.at_rest.as_ref();
        if known.is_some_and(|known| Arc::ptr_eq(known, at_rest)) {
            return true;
        }
        let is_same = known.is_some_and(|known| known == at_rest);
        if is_same {
            self.at_rest = Some(Arc::clone(at_rest));
        }
        is_same
    }
}

/// How open all surfaces lie, each with regard to all; none once nobody wants it any more. The same character gives the same
/// bits.
#[must_use]
pub fn openness(
    surface: &CombinedSurface,
    at_rest: &[DeformedPrimitive],
    is_wanted: &(dyn Fn() -> bool + Sync),
) -> Option<OfVertices> {
    let positions = joined(at_rest);
    let reach = REACH * Bounds::from_points(positions.iter().copied()).radius();
    let found = Openness::new(&positions, surface.triangles(), reach);
    let mut points = vec![1.0; found.point_count()];
    let batches = (0..).step_by(BATCH).zip(points.chunks_mut(BATCH));
    for_each_parallel(
        batches,
        processors().min(THREADS),
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
    Some(surface.split(found.of_vertices(&found.smoothed(&points))))
}
