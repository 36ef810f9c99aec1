//! Weights as text: packed bytes in base64, because they are many, must be restored bit for bit, and are not for
//! reading.
//!
//! Rows: for each vertex, in ascending order, the number of vertices skipped since the one before, the number of
//! influences, and for each influence the joint's slot and the weight. A map: the vertices skipped and the value. Vertices
//! alone: those skipped.
//! Counts and slots are varints (seven bits per byte, lowest first, the highest bit set on all bytes but the last),
//! weights and values four bytes, lowest first.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use glam::Vec3;
use rig::{JointSlot, JointWeight, RowList};

pub(super) mod rows {
    //! Serde for rows of weights by vertex.

    use rig::RowList;
    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::Serializer;

    pub(in crate::state::projects) fn serialize<S: Serializer>(
        rows: &RowList,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&super::pack_rows(rows))
    }

    pub(in crate::state::projects) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<RowList, D::Error> {
        let text = String::deserialize(deserializer)?;
        super::unpack_rows(&text).map_err(|why| D::Error::custom(super::damage_message(why)))
    }
}

pub(super) mod numbers {
    //! Serde for values of a map by vertex.

    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::Serializer;

    pub(in crate::state::projects) fn serialize<S: Serializer>(
        values: &[(u32, f32)],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&super::pack_numbers(values))
    }

    pub(in crate::state::projects) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<(u32, f32)>, D::Error> {
        let text = String::deserialize(deserializer)?;
        super::unpack_numbers(&text).map_err(|why| D::Error::custom(super::damage_message(why)))
    }
}

pub(super) mod places {
    //! Serde for positions.

    use glam::Vec3;
    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::Serializer;

    pub(in crate::state::projects) fn serialize<S: Serializer>(
        places: &[Vec3],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&super::pack_places(places))
    }

    pub(in crate::state::projects) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Vec3>, D::Error> {
        let text = String::deserialize(deserializer)?;
        super::unpack_places(&text).map_err(|why| D::Error::custom(super::damage_message(why)))
    }
}

pub(super) mod vertices {
    //! Serde for numbers of vertices in ascending order.

    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::Serializer;

    pub(in crate::state::projects) fn serialize<S: Serializer>(
        vertices: &[u32],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&super::pack_vertices(vertices))
    }

    pub(in crate::state::projects) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<u32>, D::Error> {
        let text = String::deserialize(deserializer)?;
        super::unpack_vertices(&text).map_err(|why| D::Error::custom(super::damage_message(why)))
    }
}

pub(super) mod triangles {
    //! Serde for triangles.

    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::Serializer;

    pub(in crate::state::projects) fn serialize<S: Serializer>(
        triangles: &[[u32; 3]],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&super::pack_triangles(triangles))
    }

    pub(in crate::state::projects) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<[u32; 3]>, D::Error> {
        let text = String::deserialize(deserializer)?;
        super::unpack_triangles(&text).map_err(|why| D::Error::custom(super::damage_message(why)))
    }
}

fn pack_places(places: &[Vec3]) -> String {
    let numbers = places.iter().flat_map(Vec3::to_array);
    let bytes: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
    STANDARD.encode(bytes)
}

fn unpack_places(text: &str) -> Result<Vec<Vec3>, &'static str> {
    let bytes = STANDARD.decode(text).map_err(|_not| "this is no base64")?;
    let mut rest = Bytes(&bytes);
    let mut places = Vec::with_capacity(bytes.len() / 12);
    while !rest.0.is_empty() {
        places.push(Vec3::new(rest.float()?, rest.float()?, rest.float()?));
    }
    Ok(places)
}

/// Corners as what they differ by from the one before: neighbors have numbers that are near.
fn pack_triangles(triangles: &[[u32; 3]]) -> String {
    let mut bytes = Vec::with_capacity(triangles.len() * 4);
    let mut before = 0_u32;
    for &corner in triangles.as_flattened() {
        let step = corner.wrapping_sub(before);
        // The sign goes to the lowest bit.
        let sign = if step >> 31 == 1 { u32::MAX } else { 0 };
        push_varint(&mut bytes, (step << 1) ^ sign);
        before = corner;
    }
    STANDARD.encode(bytes)
}

fn unpack_triangles(text: &str) -> Result<Vec<[u32; 3]>, &'static str> {
    let bytes = STANDARD.decode(text).map_err(|_not| "this is no base64")?;
    let (mut rest, mut before) = (Bytes(&bytes), 0_u32);
    let mut triangles = Vec::new();
    while !rest.0.is_empty() {
        let mut corners = [0; 3];
        for corner in &mut corners {
            let number = rest.number()?;
            let sign = if number & 1 == 1 { u32::MAX } else { 0 };
            before = before.wrapping_add((number >> 1) ^ sign);
            *corner = before;
        }
        triangles.push(corners);
    }
    Ok(triangles)
}

fn damage_message(why: &str) -> String {
    format!(
        "the packed weights are damaged ({why}); take the version before from the file that ends in .bak, or remove this line of weights"
    )
}

fn pack_rows(rows: &RowList) -> String {
    let mut bytes = Vec::new();
    let mut next = 0;
    for (vertex, row) in rows.iter() {
        // Gaps in place of numbers: painted vertices lie together, so that most gaps take one byte.
        push_varint(&mut bytes, vertex.saturating_sub(next));
        push_varint(&mut bytes, u32::try_from(row.len()).unwrap_or(u32::MAX));
        for &JointWeight { joint, weight } in row {
            push_varint(&mut bytes, joint.into());
            bytes.extend(weight.to_le_bytes());
        }
        next = vertex.saturating_add(1);
    }
    STANDARD.encode(bytes)
}

fn unpack_rows(text: &str) -> Result<RowList, &'static str> {
    let bytes = STANDARD.decode(text).map_err(|_not| "this is no base64")?;
    let (mut rest, mut next) = (Bytes(&bytes), 0_u32);
    let mut rows = RowList::default();
    while !rest.0.is_empty() {
        let vertex = next.checked_add(rest.number()?).ok_or(TOO_LARGE)?;
        let count = rest.number()?;
        let pair = |_| {
            let joint = u16::try_from(rest.number()?).map_err(|_large| TOO_LARGE)?;
            Ok((JointSlot(joint), rest.float()?))
        };
        // A false count ends with the bytes: no memory is taken by it beforehand.
        let row: Result<Vec<(JointSlot, f32)>, &'static str> = (0..count).map(pair).collect();
        rows.push(vertex, row?);
        next = vertex.checked_add(1).ok_or(TOO_LARGE)?;
    }
    Ok(rows)
}

fn pack_numbers(values: &[(u32, f32)]) -> String {
    let mut bytes = Vec::new();
    let mut next = 0;
    for &(vertex, value) in values {
        push_varint(&mut bytes, vertex.saturating_sub(next));
        bytes.extend(value.to_le_bytes());
        next = vertex.saturating_add(1);
    }
    STANDARD.encode(bytes)
}

fn unpack_numbers(text: &str) -> Result<Vec<(u32, f32)>, &'static str> {
    let bytes = STANDARD.decode(text).map_err(|_not| "this is no base64")?;
    let (mut rest, mut next) = (Bytes(&bytes), 0_u32);
    let mut values = Vec::new();
    while !rest.0.is_empty() {
        let vertex = next.checked_add(rest.number()?).ok_or(TOO_LARGE)?;
        let value = rest.float()?;
        if !(0.0..=1.0).contains(&value) {
            return Err("a number of a map is not between 0 and 1");
        }
        values.push((vertex, value));
        next = vertex.checked_add(1).ok_or(TOO_LARGE)?;
    }
    Ok(values)
}

fn pack_vertices(vertices: &[u32]) -> String {
    let (mut bytes, mut next) = (Vec::with_capacity(vertices.len()), 0);
    for &vertex in vertices {
        push_varint(&mut bytes, vertex.saturating_sub(next));
        next = vertex.saturating_add(1);
    }
    STANDARD.encode(bytes)
}

fn unpack_vertices(text: &str) -> Result<Vec<u32>, &'static str> {
    let bytes = STANDARD.decode(text).map_err(|_not| "this is no base64")?;
    let (mut rest, mut next) = (Bytes(&bytes), 0_u32);
    let mut vertices = Vec::with_capacity(bytes.len());
    while !rest.0.is_empty() {
        let vertex = next.checked_add(rest.number()?).ok_or(TOO_LARGE)?;
        vertices.push(vertex);
        next = vertex.checked_add(1).ok_or(TOO_LARGE)?;
    }
    Ok(vertices)
}

pub(super) const TOO_LARGE: &str = "a number is too large";
const TOO_SHORT: &str = "they end too early";

pub(super) fn push_varint(bytes: &mut Vec<u8>, mut number: u32) {
    while number > 0x7f {
        bytes.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

/// The bytes that are not unpacked yet.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl Bytes<'_> {
    pub(super) fn number(&mut self) -> Result<u32, &'static str> {
        // Five bytes hold 35 bits: in u64 none is lost, and what is beyond u32 is refused.
        let mut number = 0_u64;
        for shift in [0, 7, 14, 21, 28] {
            let (&byte, rest) = self.0.split_first().ok_or(TOO_SHORT)?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(number).map_err(|_large| TOO_LARGE);
            }
        }
        Err(TOO_LARGE)
    }

    pub(super) fn byte(&mut self) -> Result<u8, &'static str> {
        let (&byte, rest) = self.0.split_first().ok_or(TOO_SHORT)?;
        self.0 = rest;
        Ok(byte)
    }

    pub(super) fn float(&mut self) -> Result<f32, &'static str> {
        let (bytes, rest) = self.0.split_first_chunk().ok_or(TOO_SHORT)?;
        self.0 = rest;
        Ok(f32::from_le_bytes(*bytes))
    }
}
