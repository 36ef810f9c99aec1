//! Triangles from lists, strips and fans, with and without indices.

use crate::bytes::reader::Reader;
use crate::fault::error::{Fault, ReadResult};
use crate::fault::warning::WarningKind;
use crate::json::value::At;

const STRIP: u64 = 5;
const FAN: u64 = 6;

/// The triangles of a primitive of `mode` 4, 5 or 6. Every index is checked against the number of vertices.
pub(crate) fn read_triangles(
    reader: &Reader<'_>,
    primitive: &At<'_>,
    mode: u64,
    n_vertices: usize,
) -> ReadResult<Vec<[u32; 3]>> {
    let too_many = || {
        primitive.flaw(Fault::TooMany {
            what: "vertices",
            found: n_vertices,
            limit: u32::MAX as usize,
        })
    };
    let end = u32::try_from(n_vertices).map_err(|_too_many| too_many())?;
    match primitive.get("indices") {
        None => assemble(reader, primitive, mode, 0..end),
        Some(at) => {
            let indices = reader.accessor(&at)?.integers::<1>(reader, "SCALAR")?;
            if let Some(&[index]) = indices.iter().find(|&&[index]| end <= index) {
                return Err(at.flaw(Fault::Index {
                    what: "vertex",
                    index: u64::from(index),
                    count: n_vertices,
                }));
            }
            assemble(
                reader,
                primitive,
                mode,
                indices.into_iter().map(|[index]| index),
            )
        }
    }
}

fn assemble(
    reader: &Reader<'_>,
    primitive: &At<'_>,
    mode: u64,
    indices: impl ExactSizeIterator<Item = u32>,
) -> ReadResult<Vec<[u32; 3]>> {
    let (n_triangles, n_left) = count_triangles(mode, indices.len());
    reader.charge(primitive, n_triangles, size_of::<[u32; 3]>())?;
    reader.warn_of(WarningKind::IncompleteTriangle, primitive, n_left);
    let mut triangles = Vec::with_capacity(n_triangles);
    // The last two indices that count; of a fan the center and the last one.
    let mut held = [0; 2];
    for (place, index) in indices.enumerate() {
        let [a, b] = held;
        match (mode, place) {
            (_, 0) => held = [index, 0],
            (_, 1) => held = [a, index],
            (STRIP, _) => {
                // glTF 2.0, section 3.7.2.1: every other triangle of a strip is turned round, to keep the winding.
                triangles.push(if place % 2 == 0 {
                    [a, b, index]
                } else {
                    [a, index, b]
                });
                held = [b, index];
            }
            (FAN, _) => {
                // In the order of the specification, which begins with the new edge; the winding is that of [a, b, index].
                triangles.push([b, index, a]);
                held = [a, index];
            }
            _ if place % 3 == 2 => triangles.push([a, b, index]),
            _ if place % 3 == 1 => held = [a, index],
            _ => held = [index, b],
        }
    }
    Ok(triangles)
}

/// How many triangles so many indices make, and how many indices are left over.
fn count_triangles(mode: u64, n_indices: usize) -> (usize, usize) {
    match (mode, n_indices) {
        (STRIP | FAN, 3..) => (n_indices - 2, 0),
        _ => (n_indices / 3, n_indices % 3),
    }
}
