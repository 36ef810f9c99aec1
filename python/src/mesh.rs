//! Meshes as arrays.

use bindings::Mesh;
use numpy::PyArray2;
use pyo3::prelude::*;

use crate::arrays::view;

/// A mesh as the scene shows it, at rest.
#[pyclass(frozen, name = "Mesh", module = "dualskin._native")]
pub(crate) struct NativeMesh(pub(crate) Mesh);

#[pymethods]
impl NativeMesh {
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    #[getter]
    fn first_vertex(&self) -> usize {
        self.0.first_vertex()
    }

    #[getter]
    fn vertex_count(&self) -> usize {
        self.0.vertex_count()
    }

    #[getter]
    fn is_skinned(&self) -> bool {
        self.0.is_skinned()
    }

    #[getter]
    fn positions<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        view(slf.as_any(), slf.get().0.positions(), 3)
    }

    #[getter]
    fn normals<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        view(slf.as_any(), slf.get().0.normals(), 3)
    }

    #[getter]
    fn tex_coords<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        view(slf.as_any(), slf.get().0.tex_coords(), 2)
    }

    #[getter]
    fn triangles<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        view(slf.as_any(), slf.get().0.triangles(), 3)
    }

    #[getter]
    fn joints<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let mesh = &slf.get().0;
        view(slf.as_any(), mesh.joints(), mesh.influences_per_vertex())
    }

    #[getter]
    fn weights<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let mesh = &slf.get().0;
        view(slf.as_any(), mesh.weights(), mesh.influences_per_vertex())
    }
}
