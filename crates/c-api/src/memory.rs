//! What C hands in: texts, arrays, and places for results. The only file that follows addresses.
//!
//! Each function checks what can be checked (null, alignment, length) and names the parameter. That the memory is there, as long as is
//! said, and used by nobody else meanwhile, is the contract of its callers, which they hand on to C.

use std::ffi::{CStr, c_char};
use std::slice;

use crate::status::{Problem, Status};

fn null(place: &str) -> Problem {
    Problem::new(
        Status::NullPointer,
        place,
        "the pointer is null",
        "give the address of what the function is to read or write",
    )
}

/// An address that can hold a value.
pub(crate) fn check<T>(pointer: *const T, place: &str) -> Result<(), Problem> {
    if pointer.is_null() {
        return Err(null(place));
    }
    if !pointer.is_aligned() {
        let problem = format!("the pointer is no multiple of {}", align_of::<T>());
        let remedy = "give memory of the type that the header has";
        return Err(Problem::new(Status::BadArray, place, &problem, remedy));
    }
    Ok(())
}

/// No more than an address space can hold, which slices ask for.
fn check_length<T>(length: usize, place: &str) -> Result<(), Problem> {
    let most = isize::MAX.unsigned_abs() / size_of::<T>().max(1);
    if length <= most {
        return Ok(());
    }
    let problem = format!("a length of {length} is more than memory can have");
    Err(Problem::new(
        Status::BadArray,
        place,
        &problem,
        "give the number of elements",
    ))
}

/// A text that ends with zero.
///
/// # Safety
///
/// A pointer that is not null is to a text that ends with zero, which nobody changes as long as the result is used.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, place: &str) -> Result<&'a str, Problem> {
    check(pointer, place)?;
    // SAFETY: not null; the rest is the caller's promise.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|error| {
        let problem = format!("the text is not UTF-8: {error}");
        Problem::new(Status::NotUtf8, place, &problem, "give it in UTF-8")
    })
}

/// An array to read. Null is an empty one, where the length is zero.
///
/// # Safety
///
/// A pointer that is not null is to as many elements, which nobody changes as long as the result is used.
pub(crate) unsafe fn array<'a, T: Copy>(
    pointer: *const T,
    length: usize,
    place: &str,
) -> Result<&'a [T], Problem> {
    if length == 0 {
        return Ok(&[]);
    }
    check(pointer, place)?;
    check_length::<T>(length, place)?;
    // SAFETY: not null, aligned, not too long; the rest is the caller's promise.
    Ok(unsafe { slice::from_raw_parts(pointer, length) })
}

/// An array to write. Null is an empty one, where the length is zero.
///
/// # Safety
///
/// A pointer that is not null is to memory for as many elements, which nobody else looks at as long as the result is used. Whoever takes
/// the result writes the elements and reads none: they may have no values yet.
pub(crate) unsafe fn array_mut<'a, T: Copy>(
    pointer: *mut T,
    length: usize,
    place: &str,
) -> Result<&'a mut [T], Problem> {
    if length == 0 {
        return Ok(&mut []);
    }
    check(pointer, place)?;
    check_length::<T>(length, place)?;
    // SAFETY: not null, aligned, not too long; the rest is the caller's promise.
    Ok(unsafe { slice::from_raw_parts_mut(pointer, length) })
}

/// A checked place for one result, which is written without being read: it may have no value yet.
#[derive(Debug)]
pub(crate) struct Out<T> {
    pointer: *mut T,
}

impl<T: Copy> Out<T> {
    /// A place for a result.
    ///
    /// # Safety
    ///
    /// A pointer that is not null is to memory for one value, which nobody else looks at until the call has returned.
    pub(crate) unsafe fn new(pointer: *mut T, place: &str) -> Result<Self, Problem> {
        check(pointer, place)?;
        Ok(Self { pointer })
    }

    pub(crate) fn write(self, value: T) {
        // SAFETY: checked when it was made, by whose promise there is memory for a value.
        unsafe { self.pointer.write(value) }
    }
}

/// Writes numbers to memory that may have no values yet, if it is for exactly so many.
///
/// # Safety
///
/// A pointer that is not null is to memory for `length` numbers, which nobody else looks at until the call has returned.
pub(crate) unsafe fn write_array<T: Copy>(
    values: &[T],
    pointer: *mut T,
    length: usize,
    place: &str,
) -> Result<(), Problem> {
    if values.len() != length {
        let problem = format!(
            "there is memory for {length} numbers, and there are {}",
            values.len()
        );
        let remedy = "ask for the number before, and give memory for as many";
        return Err(Problem::new(Status::BadArray, place, &problem, remedy));
    }
    if length == 0 {
        return Ok(());
    }
    check(pointer, place)?;
    // SAFETY: not null and aligned; `values` is as long, and is memory of this library that C does not have.
    unsafe { pointer.copy_from_nonoverlapping(values.as_ptr(), length) };
    Ok(())
}

/// Writes a text with its zero at the end into `capacity` bytes, and how many bytes it needs into `needed`.
///
/// Where the text does not fit, or there is no memory, only `needed` is written, and that is no failure unless both are missing.
///
/// # Safety
///
/// A `buffer` that is not null is to memory for `capacity` bytes, a `needed` that is not null is to one number, and nobody else looks at
/// either until the call has returned.
pub(crate) unsafe fn write_text(
    text: &str,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> Result<(), Problem> {
    let text = text.replace('\0', "\u{fffd}");
    let bytes = text.as_bytes();
    let fits = !buffer.is_null() && bytes.len() < capacity;
    if needed.is_null() && !fits {
        return Err(match buffer.is_null() {
            true => null("needed"),
            false => Problem::new(
                Status::BadArray,
                "buffer",
                &format!(
                    "the text needs {} bytes, and there are {capacity}",
                    bytes.len() + 1
                ),
                "give more, or ask how many by `needed`",
            ),
        });
    }
    if !needed.is_null() {
        // SAFETY: checked right here; there is memory for one number by the caller's promise.
        unsafe { Out::new(needed, "needed")? }.write(bytes.len() + 1);
    }
    if fits {
        // SAFETY: not null, and one byte more than the text fits into it; bytes have no alignment.
        unsafe {
            buffer
                .cast::<u8>()
                .copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            buffer.add(bytes.len()).write(0);
        }
    }
    Ok(())
}
