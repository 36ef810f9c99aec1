//! The search: what is measured first, which set-ups are tried, and what comes of it.

use std::sync::Arc;

use rig::GoOn;

use super::bench::{Bench, Part};
use super::findings::Findings;
use super::{linear, methods};
use crate::document::baked::BakedFrom;
use crate::state::advice::{Advice, NoAdvice};

pub use super::bench::AdviceJob;

/// The parts of the work that the first looks take.
const RIGHT: Part = Part {
    from: 0.0,
    to: 0.05,
};
const FIRST: Part = Part {
    from: 0.05,
    to: 0.1,
};

/// Finds for each mesh the cheapest set-up that holds its range of motion within the limit, by what the target has. `go_on` is told the
/// share that is done.
///
/// Set-ups are tried from the cheapest on, and each is measured in the same poses: moments of all clips, the range of motion within the
/// limits of joints, and random poses to which nothing was fitted. Where none holds, the nearest is advised, and the advice says so. The
/// same document has the same advice.
///
/// # Errors
///
/// Canceled; or one sentence: nothing is bound, a limit that is none, poses that cannot be shown.
pub fn advise(job: &AdviceJob<'_>, go_on: &GoOn<'_>) -> Result<Advice, NoAdvice> {
    let bench = Bench::new(job, go_on)?;
    let right = bench.measure_reference(RIGHT)?;
    let before = bench.measure_as_it_is(FIRST)?;
    let mut found = Findings::default();
    let plan = match job.target.is_linear() {
        true => linear::search(&bench, &before, &mut found)?,
        false => methods::search(&bench, &before, &mut found)?,
    };
    Ok(Advice {
        of: BakedFrom::of(job.document, true),
        layers: Arc::clone(&job.document.layers),
        locked: job.work.locked.clone(),
        bones: job.bones.clone(),
        target: job.target,
        within: job.within,
        poses: [bench.motion.poses.len(), bench.motion.random],
        meshes: found.advice(&bench, &right),
        plan,
    })
}
