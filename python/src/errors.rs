//! Errors as exceptions.

use bindings::Error;
use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(
    dualskin,
    DualskinError,
    PyException,
    "Why a call has failed: one sentence, with the attributes kind, place and remedy."
);

/// An exception with the sentence and its parts.
pub(crate) fn raised(error: Error) -> PyErr {
    let raised = DualskinError::new_err(error.to_string());
    Python::attach(|py| {
        let value = raised.value(py);
        let parts = [
            ("kind", error.kind().name()),
            ("place", error.place()),
            ("remedy", error.remedy()),
        ];
        // An exception takes any attribute; one that it did not take would only be missing.
        for (name, part) in parts {
            let _ = value.setattr(name, part);
        }
    });
    raised
}
