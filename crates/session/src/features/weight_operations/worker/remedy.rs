//! What may help where a test pose changes the volume, tried as a job.

use weights::Report;

use super::JobFn;
use crate::document::Document;
use crate::session::Session;
use crate::state::volume::remedy::{RemedyOrder, RemedyTask};
use crate::state::weight_operations::weight_request::WeightResult;
use crate::state::weight_table::weights_work::WeightsWork;

/// The phase of the search.
const PHASE: &str = "trying and measuring";

/// The name of the step, and the work.
///
/// # Errors
///
/// One sentence: the list has changed meanwhile.
pub fn remedy_work(
    order: &RemedyOrder,
    document: &Document,
    session: &Session,
) -> Result<(String, Box<JobFn>), String> {
    let locks = WeightsWork {
        locked: session.character.weights.locked.clone(),
        ..WeightsWork::default()
    };
    let kept = (locks, session.settings.brush.limit, session.settings.units);
    let surface = session.surface.of(&document.character);
    let task = RemedyTask::new(order, document, surface, kept);
    let task =
        task.ok_or("The list of volumes has changed meanwhile: choose a line of it again.")?;
    let name = task.name();
    let title = name.clone();
    let work: Box<JobFn> = Box::new(move |watch| {
        let found = task.run(&|share| watch.progress((PHASE, share)))?;
        Some(found.map(|mended| WeightResult {
            name,
            after: mended.after,
            report: Report::default(),
            said: mended.said,
            is_fresh: false,
            is_compared: false,
            shows: mended.look,
        }))
    });
    Ok((title, work))
}
