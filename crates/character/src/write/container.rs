//! The GLB container.

use crate::glb::{BIN, CHUNK_HEADER, HEADER, JSON, MAGIC};
use crate::source::Chunk;

/// Header and chunks, each padded to four bytes: JSON with spaces, all others with zeros (glTF 2.0, section 4.4).
///
/// Fails with the number of bytes when the container cannot count them.
pub(super) fn container(
    mut json: Vec<u8>,
    binary: Option<&[u8]>,
    others: &[Chunk],
) -> Result<Vec<u8>, usize> {
    json.resize(json.len().next_multiple_of(4), b' ');
    let binary = binary.map(|bytes| (BIN, bytes));
    let others = others.iter().map(|chunk| (chunk.kind, &chunk.bytes[..]));
    let chunks: Vec<(u32, &[u8])> = [(JSON, &json[..])]
        .into_iter()
        .chain(binary)
        .chain(others)
        .collect();
    let padded = |bytes: &[u8]| bytes.len().next_multiple_of(4);
    let length = HEADER
        + chunks
            .iter()
            .map(|(_, bytes)| CHUNK_HEADER + padded(bytes))
            .sum::<usize>();
    // Each chunk is shorter than the whole, so it can be counted too.
    let word = |number: usize| {
        u32::try_from(number)
            .map(u32::to_le_bytes)
            .map_err(|_too_long| length)
    };
    let mut glb = Vec::with_capacity(length);
    glb.extend(MAGIC);
    glb.extend(2_u32.to_le_bytes());
    glb.extend(word(length)?);
    for (kind, bytes) in chunks {
        glb.extend(word(padded(bytes))?);
        glb.extend(kind.to_le_bytes());
        glb.extend(bytes);
        glb.resize(glb.len().next_multiple_of(4), 0);
    }
    Ok(glb)
}
