//! Soft contact: how open the surface of a character at rest lies, so that armpits, fingers and chins read as form.
//!
//! It is found once for a character, on threads of its own, and multiplied into the light; until it is there, nothing is
//! shaded. It lies on the skin: a pose takes it along.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use eframe::egui;
use mesh::Openness;

use crate::deform::DeformedPrimitive;
use crate::render::Bounds;
use crate::scene::{CombinedSurface, joined};
use crate::share_out::share_out;

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
    job: Option<Job>,
}

#[derive(Debug)]
struct Job {
    answer: Receiver<OfVertices>,
    /// Whether somebody still waits for it.
    wanted: Arc<AtomicBool>,
}

impl Drop for Job {
    fn drop(&mut self) {
        self.wanted.store(false, Ordering::Relaxed);
    }
}

impl Contact {
    /// Keeps to the character that is shown; what is found for it stays until its shape at rest becomes another. The window is
    /// drawn again when there is an answer.
    pub fn follow(
        &mut self,
        surface: &Arc<CombinedSurface>,
        at_rest: &Arc<Vec<DeformedPrimitive>>,
        ctx: &egui::Context,
    ) {
        if !self.is_of(at_rest) {
            self.at_rest = Some(Arc::clone(at_rest));
            if self.found.take().is_some() {
                self.revision += 1;
            }
            self.job = start(surface, at_rest, ctx);
        }
        let answer = self.job.as_ref().map(|job| job.answer.try_recv());
        match answer {
            None | Some(Err(TryRecvError::Empty)) => {}
            Some(Err(TryRecvError::Disconnected)) => self.job = None,
            Some(Ok(found)) => {
                (self.found, self.job) = (Some(Arc::new(found)), None);
                self.revision += 1;
            }
        }
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
        self.job.is_some()
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

/// On a thread; where none is to be had, nothing is shaded.
fn start(
    surface: &Arc<CombinedSurface>,
    at_rest: &Arc<Vec<DeformedPrimitive>>,
    ctx: &egui::Context,
) -> Option<Job> {
    let (surface, at_rest, ctx) = (Arc::clone(surface), Arc::clone(at_rest), ctx.clone());
    let wanted = Arc::new(AtomicBool::new(true));
    let (send, answer) = channel();
    let still_wanted = Arc::clone(&wanted);
    let look = move || {
        let found = openness(&surface, &at_rest, &|| still_wanted.load(Ordering::Relaxed));
        if let Some(found) = found {
            // Nobody may want to know any more.
            let _closed = send.send(found);
            ctx.request_repaint();
        }
    };
    let thread = thread::Builder::new().name("soft contact".to_owned());
    thread.spawn(look).ok()?;
    Some(Job { answer, wanted })
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
    let threads = thread::available_parallelism().map_or(1, |count| count.get().min(THREADS));
    share_out(batches, threads, |(first, batch): (usize, &mut [f32])| {
        if is_wanted() {
            for (place, value) in (first..).zip(batch) {
                *value = found.of_point(place);
            }
        }
    });
    if !is_wanted() {
        return None;
    }
    Some(surface.split(found.of_vertices(&found.smoothed(&points))))
}
