//! What the crate takes alone, for `benches/skin.py`: no part of the package's interface.

use std::time::Instant;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use scene::asked_method::AskedMethod;
use scene::deformer::Deformer;

use crate::character::NativeCharacter;

/// The seconds of each of so many rounds of `Deformer::deform_into`, in memory that is kept.
#[pyfunction]
pub(crate) fn _seconds_of_crate(
    py: Python<'_>,
    character: &NativeCharacter,
    method: &str,
    rounds: usize,
) -> PyResult<Vec<f64>> {
    let model = character.0.model();
    let asked: AskedMethod = method
        .parse()
        .map_err(|error| PyValueError::new_err(format!("{error}")))?;
    let look = asked.look(model, Default::default());
    let pose = model.file_pose();
    py.detach(|| {
        let (mut deformer, mut out) = (Deformer::default(), Vec::new());
        let round = || -> PyResult<f64> {
            let start = Instant::now();
            deformer
                .deform_into(model, &pose, look, &mut out)
                .map_err(|error| PyValueError::new_err(error.to_string()))?;
            Ok(start.elapsed().as_secs_f64())
        };
        std::iter::repeat_with(round).take(rounds).collect()
    })
}
