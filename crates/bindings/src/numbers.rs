//! The numbers that callers hand in, checked before anything is done with them.

use glam::Vec3;

use crate::{Error, ErrorKind};

/// Three numbers each, as vectors.
#[cfg(feature = "automatic")]
pub(crate) fn vectors<'a>(numbers: &'a [f32], place: &str) -> Result<&'a [Vec3], Error> {
    let Ok(vectors) = bytemuck::try_cast_slice(numbers) else {
        return Err(not_threes(place, numbers.len()));
    };
    finite(numbers, place)?;
    Ok(vectors)
}

/// Memory of the caller as vectors; `count` of them, or none where nothing is asked for.
pub(crate) fn vectors_mut<'a>(
    numbers: &'a mut [f32],
    count: usize,
    place: &str,
) -> Result<&'a mut [Vec3], Error> {
    let length = numbers.len();
    if length != 3 * count {
        return Err(Error::new(
            ErrorKind::BadArray,
            place,
            &format!("{length} numbers are given for {count} vertices"),
            &format!("give an array of {count} by 3"),
        ));
    }
    bytemuck::try_cast_slice_mut(numbers).map_err(|_cast| not_threes(place, length))
}

/// Three vertices each, none beyond the last.
#[cfg(feature = "automatic")]
pub(crate) fn triangles<'a>(
    numbers: &'a [u32],
    vertices: usize,
    place: &str,
) -> Result<&'a [[u32; 3]], Error> {
    let Ok(triangles) = bytemuck::try_cast_slice(numbers) else {
        return Err(not_threes(place, numbers.len()));
    };
    let beyond = numbers.iter().find(|&&it| it as usize >= vertices);
    beyond.map_or(Ok(triangles), |beyond| {
        Err(Error::new(
            ErrorKind::BadArray,
            place,
            &format!("a triangle names vertex {beyond}, and there are {vertices}"),
            "count vertices from 0",
        ))
    })
}

/// Refuses NaN and infinity.
pub(crate) fn finite(numbers: &[f32], place: &str) -> Result<(), Error> {
    let found = numbers.iter().position(|number| !number.is_finite());
    found.map_or(Ok(()), |at| {
        Err(Error::new(
            ErrorKind::BadArray,
            place,
            &format!("number {at} is not finite"),
            "take NaN and infinity out",
        ))
    })
}

fn not_threes(place: &str, length: usize) -> Error {
    Error::new(
        ErrorKind::BadArray,
        place,
        &format!("{length} numbers are no whole number of threes"),
        "give three for each row",
    )
}
