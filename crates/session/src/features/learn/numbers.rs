//! The numbers of the figure that is shown, measured in the background.

use std::sync::Arc;

use figures::book;
use figures::error::FigureError;
use figures::item::Verdict;
use figures::number::Number;

use crate::session::Session;
use crate::state::learn::material::BuiltinMaterial;
use crate::tasks::{Fault, Latest, Spawner, Task};

/// The numbers of a figure, and what they say about its claim.
#[derive(Clone, Debug)]
pub struct FigureFound {
    /// The figure, as `k08-04`.
    pub figure: &'static str,
    /// The numbers.
    pub numbers: Vec<Number>,
    /// Whether the claim holds.
    pub verdict: Verdict,
}

/// The work that measures them.
#[derive(Debug, Default)]
pub struct FigureNumbers {
    /// Characters that are opened once for all figures.
    material: Arc<BuiltinMaterial>,
    job: Latest<&'static str, Result<Option<FigureFound>, FigureError>>,
    found: Option<FigureFound>,
    fault: Fault,
}

impl FigureNumbers {
    /// Measures the figure that is shown, once; what was found stays until another one is shown.
    pub fn follow(&mut self, session: &Session, spawner: &Spawner) {
        let Some(figure) = session.figure() else {
            return self.rest();
        };
        // Nothing stops a measurement: the one that is running comes to its end first.
        self.job.follow_up(figure, || {
            let material = Arc::clone(&self.material);
            Task::start(spawner, "measure figure", move |_| {
                measure(figure, &material)
            })
        });
        match self.job.poll() {
            Some((_, Ok(Ok(found)))) => self.found = found,
            Some((_, Ok(Err(error)))) => self.fault.set(error.to_string()),
            Some((_, Err(error))) => self.fault.set(format!(
                "The figure was not measured, for {error}. Show it again to try once more."
            )),
            None => {}
        }
    }

    /// While no figure is shown: a measurement that has failed is tried again when it is shown again.
    fn rest(&mut self) {
        if self.fault.text().is_some() {
            self.job.forget();
        }
        self.fault.clear();
    }

    /// What was found of this figure; none until it is measured.
    #[must_use]
    pub fn of(&self, figure: &str) -> Option<&FigureFound> {
        self.found.as_ref().filter(|found| found.figure == figure)
    }

    /// Whether it is being measured.
    #[must_use]
    pub const fn is_working(&self) -> bool {
        self.job.is_busy()
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }
}

fn measure(
    figure: &'static str,
    material: &BuiltinMaterial,
) -> Result<Option<FigureFound>, FigureError> {
    let Some(item) = book::find(figure) else {
        return Ok(None);
    };
    let numbers = (item.measure)(material)?;
    Ok(Some(FigureFound {
        figure,
        verdict: item.judge(&numbers),
        numbers,
    }))
}
