//! Finds from where the vertices of a problem are seen, on a thread of its own.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use eframe::egui;

use crate::problem_list::ProblemOutcome;
use crate::problem_sight::ProblemSight;
use crate::render::Camera;

/// The one that looks.
#[derive(Debug, Default)]
pub(super) struct Looker {
    job: Option<(Arc<ProblemSight>, Receiver<Option<Camera>>)>,
}

impl Looker {
    /// Begins what is wished for, and gives what has come of it; what is wished for no more is given up.
    pub(super) fn follow(
        &mut self,
        wish: Option<&Arc<ProblemSight>>,
        ctx: &egui::Context,
    ) -> Option<ProblemOutcome> {
        let is_of =
            |job: &(Arc<ProblemSight>, _)| wish.is_some_and(|wish| Arc::ptr_eq(wish, &job.0));
        self.job = self.job.take().filter(is_of);
        let wish = wish?;
        let Some((_, answer)) = &self.job else {
            return self.start(wish, ctx);
        };
        let camera = match answer.try_recv() {
            Err(TryRecvError::Empty) => return None,
            // One that has stopped has found nothing.
            found => found.ok().flatten(),
        };
        self.job = None;
        Some(ProblemOutcome::Seen(Arc::clone(wish), camera))
    }

    /// Where no thread can be had, looks at once.
    fn start(&mut self, wish: &Arc<ProblemSight>, ctx: &egui::Context) -> Option<ProblemOutcome> {
        let (send, answer) = channel();
        let (sight, wake) = (Arc::clone(wish), ctx.clone());
        let work = move || {
            // Nobody may want to know any more.
            let _closed = send.send(sight.found());
            drop(send);
            wake.request_repaint();
        };
        let thread = thread::Builder::new().name("sight of a problem".to_owned());
        if thread.spawn(work).is_err() {
            return Some(ProblemOutcome::Seen(Arc::clone(wish), wish.found()));
        }
        self.job = Some((Arc::clone(wish), answer));
        None
    }
}
