//! Ctrl+C while the interpreter is let go of.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bindings::Error;
use pyo3::prelude::*;

use crate::errors::raised;

/// How long somebody who stops waits at most, where work asks often enough.
const PATIENCE: Duration = Duration::from_millis(50);

/// Asks the interpreter now and then whether a signal has come.
struct Interrupt {
    last: Mutex<Instant>,
    found: Mutex<Option<PyErr>>,
}

impl Interrupt {
    fn go_on(&self) -> ControlFlow<()> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() < PATIENCE {
            return ControlFlow::Continue(());
        }
        *last = Instant::now();
        drop(last);
        match Python::attach(|py| py.check_signals()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(signal) => {
                let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
                *found = Some(signal);
                ControlFlow::Break(())
            }
        }
    }
}

/// Does work without the interpreter, which other threads have meanwhile; a signal ends it with the exception that its handler raises.
pub(crate) fn detached<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&bindings::GoOn<'_>) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let interrupt = Interrupt {
        last: Mutex::new(Instant::now()),
        found: Mutex::new(None),
    };
    let done = py.detach(|| work(&|_share| interrupt.go_on()));
    let found = interrupt.found.into_inner();
    if let Some(signal) = found.unwrap_or_else(PoisonError::into_inner) {
        return Err(signal);
    }
    done.map_err(raised)
}
