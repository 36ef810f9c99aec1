//! Clothes that follow the weights of the body below them, as a job.

use std::sync::Arc;

use scene::report::pluralize;
use weights::Report;

use super::JobFn;
use crate::document::Document;
use crate::session::Session;
use crate::state::transfer::transfer_work::{JointMap, TransferHow};
use crate::state::transfer::{Source, TransferRequest, Which, transfer_weights};
use crate::state::weight_files::BoundMesh;
use crate::state::weight_operations::weight_changes::OperationNotes;
use crate::state::weight_operations::weight_request::{OnPhase, WeightResult};
use crate::state::weight_table::weights_work::WeightsWork;

/// What is said where neither clothes nor body have a skin any more.
const NOTHING_BOUND: &str = "the clothes, or the body below them, have no skin any more; bind them first: “Bind mesh to skeleton” in the menu Skeleton.";

/// The input of the job, taken as a snapshot.
#[derive(Debug)]
pub struct ClothesTask {
    document: Document,
    /// The locks alone: selected vertices are those that are painted, not those that follow.
    locks: WeightsWork,
    limit: Option<usize>,
}

impl ClothesTask {
    /// The name to show while it runs, and of the step in the history.
    pub const TITLE: &'static str = "Update clothes";

    /// Takes a snapshot of everything that the job needs.
    #[must_use]
    pub fn new(document: &Document, session: &Session) -> Self {
        let limit = usize::from(session.settings.brush.limit);
        Self {
            document: document.clone(),
            locks: WeightsWork {
                locked: session.character.weights.locked.clone(),
                ..WeightsWork::default()
            },
            limit: (limit > 0).then_some(limit),
        }
    }

    /// Converts it to the work of a job.
    #[must_use]
    pub fn work(self) -> Box<JobFn> {
        Box::new(move |watch| {
            let outcome = self.run(&|phase, done| watch.progress((phase, done)))?;
            Some(outcome.map_err(|why| format!("{}: {why}", Self::TITLE)))
        })
    }

    fn run(&self, go_on: &OnPhase<'_>) -> Option<Result<WeightResult, String>> {
        let (mut after, mut report, mut meant) = (self.document.clone(), Report::default(), 0);
        let (worn, unbound) = self.worn_and_unbound();
        if worn.is_empty() {
            return Some(Err(NOTHING_BOUND.to_owned()));
        }
        for [cloth, body] in worn {
            // Each from what the one before has become.
            let character = Arc::clone(&after.character);
            let request = TransferRequest {
                onto: Some(cloth),
                which: Which::All,
                how: TransferHow {
                    clothes: true,
                    ..TransferHow::default()
                },
                joints: &JointMap::new(),
                locks: &self.locks,
                limit: self.limit,
            };
            let source = match Source::new(&character, Some(body), "the body") {
                Ok(source) => source,
                Err(refused) => return Some(Err(refused.to_string())),
            };
            let taken = match transfer_weights(&source, &character, &request, go_on)? {
                Ok(taken) => taken,
                Err(refused) => return Some(Err(refused.to_string())),
            };
            meant += taken.meant;
            report.add(&taken.report);
            after = match after.with_weight_edits(&taken.edits) {
                Ok(after) => after,
                Err(error) => return Some(Err(format!("the weights cannot be changed: {error}."))),
            };
        }
        let notes = OperationNotes::new(meant, "they follow the body already");
        let (after, changes) = notes.of(&self.document, after, &mut report);
        Some(Ok(WeightResult {
            name: Self::TITLE.to_owned(),
            after,
            said: format!("{}: {changes}{}.", Self::TITLE, left_out(unbound)),
            report,
            is_fresh: false,
            is_compared: false,
            shows: None,
        }))
    }

    /// Clothes with their bodies, and how many there are of which one has no skin any more.
    fn worn_and_unbound(&self) -> (Vec<[usize; 2]>, usize) {
        let bound = BoundMesh::all(&self.document.character);
        let is_bound = |mesh: &usize| bound.iter().any(|own| own.mesh == *mesh);
        let mut worn = self.document.worn_from_within();
        let count = worn.len();
        worn.retain(|pair| pair.iter().all(is_bound));
        let unbound = count - worn.len();
        (worn, unbound)
    }
}

/// What is said of clothes that were unbound, or whose body was.
fn left_out(count: usize) -> String {
    match count {
        0 => String::new(),
        _ => format!(
            "; left out: {} without a skin, or over a body without one",
            pluralize(count, "mesh")
        ),
    }
}
