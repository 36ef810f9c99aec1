//! Slices of handles as arrays of NumPy that nobody can write to, without a copy.

use numpy::ndarray::ArrayView2;
use numpy::{Element, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A slice that `owner` keeps where it is, as rows of `width` numbers.
///
/// `owner` must be what the slice was taken from: a frozen object whose lists never move. This is the one place with `unsafe`.
pub(crate) fn view<'py, T: Element>(
    owner: &Bound<'py, PyAny>,
    numbers: &[T],
    width: usize,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let rows = numbers.len() / width.max(1);
    let shown = ArrayView2::from_shape((rows, width), numbers)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    // SAFETY: the slice lies behind an `Arc` that `owner` holds and nothing changes; NumPy keeps `owner` as the base of the array.
    let array = unsafe { PyArray2::borrow_from_array(&shown, owner.clone()) };
    // Nobody makes it writable again: its base has no memory that could be written.
    array.call_method1("setflags", (false,))?;
    Ok(array)
}
