//! Automatic weights of arrays.

use bindings::AutomaticBones;
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::interrupt::detached;

/// What comes back: joints, weights, and how many of them a vertex has.
type Rows<'py> = (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<f32>>, usize);

/// Rows of joints and weights. Arrays are contiguous; without tails bones follow from the parents.
#[pyfunction]
pub(crate) fn automatic_weights<'py>(
    py: Python<'py>,
    vertices: PyReadonlyArray2<'py, f32>,
    triangles: PyReadonlyArray2<'py, u32>,
    heads: PyReadonlyArray2<'py, f32>,
    tails: Option<PyReadonlyArray2<'py, f32>>,
    parents: PyReadonlyArray1<'py, i32>,
    most_joints: usize,
) -> PyResult<Rows<'py>> {
    fn not_contiguous(error: impl std::fmt::Display) -> PyErr {
        PyValueError::new_err(error.to_string())
    }
    let vertices = vertices.as_slice().map_err(not_contiguous)?;
    let triangles = triangles.as_slice().map_err(not_contiguous)?;
    let bones = AutomaticBones {
        heads: heads.as_slice().map_err(not_contiguous)?,
        tails: match &tails {
            Some(tails) => tails.as_slice().map_err(not_contiguous)?,
            None => &[],
        },
        parents: parents.as_slice().map_err(not_contiguous)?,
    };
    let made = detached(py, |go_on| {
        bindings::automatic_weights(vertices, triangles, bones, most_joints, go_on)
    })?;
    Ok((
        PyArray1::from_vec(py, made.joints),
        PyArray1::from_vec(py, made.weights),
        made.influences_per_vertex,
    ))
}
