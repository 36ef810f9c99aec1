//! The GLB container.

use serde::Serialize;

use super::spelled::Spelled;
use crate::bytes::glb::{BIN, CHUNK_HEADER, HEADER, JSON, MAGIC};
use crate::model::source::Chunk;

/// Header and chunks, each padded to four bytes: JSON with spaces, all others with zeros (glTF 2.0, section 4.4).
///
/// Fails with the number of bytes when the container cannot count them.
pub(super) fn container(
    json: &Spelled<'_, impl Serialize>,
    binary: Option<&[u8]>,
    others: &[Chunk],
) -> Result<Vec<u8>, usize> {
    let binary = binary.map(|bytes| (BIN, bytes));
    let others = others.iter().map(|chunk| (chunk.kind, &chunk.bytes[..]));
    let chunks: Vec<(u32, &[u8])> = binary.into_iter().chain(others).collect();
    let padded = |length: usize| length.next_multiple_of(4);
    let of_chunk = |length: usize| CHUNK_HEADER + padded(length);
    let of_chunks = chunks.iter().map(|(_, bytes)| of_chunk(bytes.len()));
    let length = HEADER + of_chunk(json.length()) + of_chunks.sum::<usize>();
    // Each chunk is shorter than the whole, so it can be counted too.
    let word = |number: usize| {
        u32::try_from(number)
            .map(u32::to_le_bytes)
            .map_err(|_too_long| length)
    };
    // Of the exact length, so that nothing is copied while it grows.
    let mut glb = Vec::with_capacity(length);
    glb.extend(MAGIC);
    glb.extend(2_u32.to_le_bytes());
    glb.extend(word(length)?);
    glb.extend(word(padded(json.length()))?);
    glb.extend(JSON.to_le_bytes());
    json.write(&mut glb);
    glb.resize(padded(glb.len()), b' ');
    for (kind, bytes) in chunks {
        glb.extend(word(padded(bytes.len()))?);
        glb.extend(kind.to_le_bytes());
        glb.extend(bytes);
        glb.resize(padded(glb.len()), 0);
    }
    Ok(glb)
}
