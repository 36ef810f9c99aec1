//! Transfer of weights from another mesh, as a job.

use std::sync::Arc;

use super::JobFn;
use crate::document::Document;
use crate::session::Session;
use crate::settings::Units;
use crate::state::transfer::transfer_work::{TransferOrder, TransferVertices};
use crate::state::transfer::{Source, TransferRequest, Which, transfer_weights};
use crate::state::weight_operations::weight_request::{OnPhase, WeightResult};
use crate::state::weight_table::weights_work::WeightsWork;

/// The input of the job, taken as a snapshot.
#[derive(Debug)]
pub struct TransferTask {
    order: TransferOrder,
    document: Document,
    /// Locks, and the selected vertices: if there are any, only these take weights.
    work: WeightsWork,
    limit: Option<usize>,
    units: Units,
}

impl TransferTask {
    /// Takes a snapshot of everything that the job needs.
    #[must_use]
    pub fn new(order: TransferOrder, document: &Document, session: &Session) -> Self {
        let limit = usize::from(session.settings.brush.limit);
        Self {
            order,
            document: document.clone(),
            work: WeightsWork {
                locked: session.character.weights.locked.clone(),
                vertices: session.character.weights.vertices.clone(),
                ..WeightsWork::default()
            },
            limit: (limit > 0).then_some(limit),
            units: session.settings.units,
        }
    }

    /// The name to show while it runs, and of the step in the history.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        match self.order.choice.how.clothes {
            true => "Bind clothes with the body",
            false => "Transfer weights",
        }
    }

    /// Converts it to the work of a job.
    #[must_use]
    pub fn work(self) -> Box<JobFn> {
        Box::new(move |watch| {
            let outcome = self.run(&|phase, done| watch.progress((phase, done)))?;
            Some(outcome.map_err(|why| format!("{}: {why}", self.title())))
        })
    }

    fn run(&self, go_on: &OnPhase<'_>) -> Option<Result<WeightResult, String>> {
        let TransferOrder {
            choice,
            name,
            source,
        } = &self.order;
        let source = match Source::new(source, choice.source_mesh(), name) {
            Ok(source) => source,
            Err(refused) => return Some(Err(refused.to_string())),
        };
        let request = TransferRequest {
            onto: choice.onto,
            which: match choice.vertices {
                TransferVertices::All => Which::All,
                TransferVertices::Unbound => Which::Unbound,
                TransferVertices::Selected => Which::These(self.work.vertices.all()),
            },
            how: choice.how,
            joints: &choice.joints,
            locks: &self.work,
            limit: self.limit,
        };
        let character = Arc::clone(&self.document.character);
        let mut taken = match transfer_weights(&source, &character, &request, go_on)? {
            Ok(taken) => taken,
            Err(refused) => return Some(Err(refused.to_string())),
        };
        let after = match self.document.with_weight_edits(&taken.edits) {
            Ok(after) => after,
            Err(error) => return Some(Err(format!("the weights cannot be changed: {error}."))),
        };
        let (after, changes) = taken.notes().of(&self.document, after, &mut taken.report);
        let mut words = taken.words(&changes, self.units);
        if let Some(dressed) = &taken.dressed {
            let measured = dressed.poke_change([&self.document, &after], &|share| {
                go_on("looking for poke-through", share)
            })?;
            // What cannot be measured is bound all the same.
            if let Ok(change) = measured {
                words += &format!("; {}", change.words(self.units));
            }
        }
        let after = match &taken.dressed {
            Some(dressed) => dressed.remembered_by(after),
            None => after,
        };
        let title = self.title();
        Some(Ok(WeightResult {
            name: title.to_owned(),
            after,
            said: format!("{title} from {}: {words}.", source.name),
            report: taken.report,
            is_fresh: false,
            is_compared: false,
            shows: None,
        }))
    }
}
