//! Skinning into arrays of NumPy.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};

use bindings::{Error, Meshes, Method, Pose, SkinOut, Skinner};
use numpy::PyReadwriteArrayDyn;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::character::NativeCharacter;
use crate::errors::raised;
use crate::interrupt::detached;
use crate::pose::NativePose;

/// The names of all methods.
#[pyfunction]
pub(crate) fn method_names() -> Vec<&'static str> {
    Method::names()
}

/// A skinner behind a lock: of several threads with the same one each waits for the one before.
#[pyclass(frozen, name = "Skinner", module = "dualskin._native")]
pub(crate) struct NativeSkinner(Mutex<Skinner>);

#[pymethods]
impl NativeSkinner {
    #[new]
    fn new(character: &NativeCharacter, method: &str, threads: usize) -> PyResult<Self> {
        let method: Method = method.parse().map_err(raised)?;
        let skinner = Skinner::new(&character.0, method);
        let threads = NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN);
        let skinner = match threads.get() {
            1 => skinner,
            _ => skinner.with_threads(threads),
        };
        Ok(Self(Mutex::new(skinner)))
    }

    /// All poses into `out`, one after another, and their normals where there is an array for them. Arrays are contiguous.
    fn skin_into(
        &self,
        py: Python<'_>,
        poses: Vec<Py<NativePose>>,
        mesh: Option<usize>,
        mut out: PyReadwriteArrayDyn<'_, f32>,
        mut normals: Option<PyReadwriteArrayDyn<'_, f32>>,
    ) -> PyResult<()> {
        // As they are now: other threads may change them while these are skinned.
        let poses: Vec<Pose> = poses.iter().map(|pose| pose.get().lock().clone()).collect();
        let meshes = mesh.map_or(Meshes::All, Meshes::One);
        let not_contiguous =
            |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
        let positions = out.as_slice_mut().map_err(|error| not_contiguous(&error))?;
        let normals = match &mut normals {
            Some(array) => array
                .as_slice_mut()
                .map_err(|error| not_contiguous(&error))?,
            None => &mut [],
        };
        detached(py, |go_on| -> Result<(), Error> {
            let mut skinner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let out = SkinOut { positions, normals };
            skinner.skin_batch_into(&poses, meshes, out, go_on)
        })
    }
}
