//! Vectors by vertex as text: packed bytes in base64, since they are many, and are to come back bit for bit.
//!
//! For each vertex its number and three numbers of its vector, four bytes each, lowest first.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use glam::Vec3;
use serde::de::{Deserialize as _, Deserializer, Error as _};
use serde::ser::Serializer;

/// Bytes of a vertex with its vector.
const ENTRY: usize = 16;

pub(super) fn serialize<S: Serializer>(
    vectors: &[(u32, Vec3)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut bytes = Vec::with_capacity(ENTRY * vectors.len());
    for (vertex, vector) in vectors {
        bytes.extend(vertex.to_le_bytes());
        bytes.extend(vector.to_array().into_iter().flat_map(f32::to_le_bytes));
    }
    serializer.serialize_str(&STANDARD.encode(bytes))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<(u32, Vec3)>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let damaged = "a packed list is damaged; take it from an older copy of the file";
    let bytes = STANDARD
        .decode(text)
        .map_err(|_error| D::Error::custom(damaged))?;
    let (entries, rest) = bytes.as_chunks::<ENTRY>();
    let entry = |entry: &[u8; ENTRY]| {
        let (words, _) = entry.as_chunks::<4>();
        match words {
            [vertex, x, y, z] => Some((
                u32::from_le_bytes(*vertex),
                Vec3::from_array([*x, *y, *z].map(f32::from_le_bytes)),
            )),
            _ => None,
        }
    };
    let vectors: Vec<(u32, Vec3)> = entries.iter().filter_map(entry).collect();
    let is_rising = vectors.is_sorted_by(|one, next| one.0 < next.0);
    match rest.is_empty() && is_rising {
        true => Ok(vectors),
        false => Err(D::Error::custom(damaged)),
    }
}
