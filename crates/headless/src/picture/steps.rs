//! How far the pictures of a job are.

use session::state::pictures::dialog::PictureJob;

use super::canceled_failure;
use crate::Failure;

/// Steps of a job: one for each picture that is looked at or drawn.
pub(super) struct Steps<'a> {
    job: &'a PictureJob,
    begun: usize,
    of: usize,
}

impl<'a> Steps<'a> {
    pub(super) const fn new(job: &'a PictureJob) -> Self {
        Self {
            job,
            begun: 0,
            of: 1,
        }
    }

    /// How many there are.
    pub(super) fn are_of(&mut self, of: usize) {
        self.of = of.max(1);
    }

    /// An error if the job was canceled.
    pub(super) fn go_on(&self) -> Result<(), Failure> {
        match self.job.order.ticket.is_stopped() {
            true => Err(canceled_failure()),
            false => Ok(()),
        }
    }

    /// Tells how far the job is before the next step.
    #[expect(clippy::cast_precision_loss, reason = "for a progress bar")]
    pub(super) fn begin(&mut self) -> Result<(), Failure> {
        self.go_on()?;
        let share = self.begun as f32 / self.of as f32;
        self.job.order.ticket.set_progress(share);
        self.begun += 1;
        Ok(())
    }
}
