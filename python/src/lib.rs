//! The native half of the Python package `dualskin`: handles and slices of crate `bindings` for CPython and NumPy.
//!
//! What people call is in `dualskin/__init__.py`; here arrays are borrowed, the interpreter is let go of while numbers are computed, and
//! errors become exceptions.

mod arrays;
mod automatic;
mod bench;
mod character;
mod errors;
mod interrupt;
mod mesh;
mod pose;
mod skinner;

use pyo3::prelude::*;

/// Everything that the package has in Rust.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add(
        "DualskinError",
        module.py().get_type::<errors::DualskinError>(),
    )?;
    module.add_class::<character::NativeCharacter>()?;
    module.add_class::<mesh::NativeMesh>()?;
    module.add_class::<pose::NativePose>()?;
    module.add_class::<skinner::NativeSkinner>()?;
    module.add_function(wrap_pyfunction!(automatic::automatic_weights, module)?)?;
    module.add_function(wrap_pyfunction!(skinner::method_names, module)?)?;
    module.add_function(wrap_pyfunction!(bench::_seconds_of_crate, module)?)?;
    Ok(())
}
