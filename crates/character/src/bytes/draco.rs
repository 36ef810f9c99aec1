//! Meshes that Draco compressed, decoded by the crate `draco-core`, as bytes of accessors.

use draco_core::{
    DataType, DecodeLimits, DecoderBuffer, Mesh, MeshDecoder, PointAttribute, PointIndex,
};

use crate::bytes::accessor::{Component, Shape};
use crate::json::value::narrow;

/// Bytes that a triangle takes while it is decoded, about: its corners, the opposite ones, and marks.
const BYTES_PER_FACE: u64 = 64;

/// A decoded mesh.
pub(super) struct DracoMesh(Mesh);

impl DracoMesh {
    /// Decodes a mesh whose numbers take at most so many bytes. The error is half a sentence.
    pub(super) fn decode(bytes: &[u8], most: u64) -> Result<Self, String> {
        let limits = DecodeLimits::default()
            .with_max_decoded_bytes(most)
            .with_max_points(most / 4)
            .with_max_faces(most / BYTES_PER_FACE);
        let mut buffer = DecoderBuffer::new(bytes).with_limits(limits);
        let mut mesh = Mesh::new();
        let decoded = MeshDecoder::new().decode(&mut buffer, &mut mesh);
        decoded.map_err(|error| error.to_string())?;
        Ok(Self(mesh))
    }

    /// Bytes that it takes: triangles, and all attributes with the numbers of their values.
    pub(super) fn bytes(&self) -> u128 {
        let ids = 0..self.0.num_attributes();
        let of = |id| {
            self.0.attribute(id).buffer().data().len() as u128 + 4 * self.0.num_points() as u128
        };
        12 * self.0.num_faces() as u128 + ids.map(of).sum::<u128>()
    }

    pub(super) fn n_vertices(&self) -> usize {
        self.0.num_points()
    }

    pub(super) fn n_indices(&self) -> usize {
        3 * self.0.num_faces()
    }

    /// The component of indices: the one that is asked for, or a larger one where that has no space for them.
    pub(super) fn index_component(&self, asked: Component) -> Component {
        // The largest number of each size is left out: some programs restart at it.
        let fits = match asked {
            Component::U8 => self.n_vertices() < usize::from(u8::MAX),
            Component::U16 => self.n_vertices() < usize::from(u16::MAX),
            _ => false,
        };
        if fits { asked } else { Component::U32 }
    }

    /// The indices of all triangles.
    pub(super) fn put_indices(&self, component: Component, out: &mut Vec<u8>) {
        for PointIndex(index) in self.0.faces().iter().flatten() {
            let bytes = index.to_le_bytes();
            out.extend(bytes.iter().take(component.size()));
        }
    }

    /// The elements of an attribute for all vertices, each at a multiple of four bytes; false where there is no such attribute.
    pub(super) fn put_attribute(
        &self,
        id: u32,
        component: Component,
        shape: Shape,
        out: &mut Vec<u8>,
    ) -> bool {
        let Some(attribute) = self.0.attribute_by_unique_id(id) else {
            return false;
        };
        let stride = stride(component, shape);
        for vertex in 0..self.n_vertices() {
            let end = out.len() + stride;
            let bytes = element(attribute, vertex);
            let size = attribute.data_type().byte_length();
            for place in 0..shape.width() {
                // What the mesh lacks is zero.
                let number = bytes
                    .get(place * size..)
                    .and_then(|bytes| number(attribute.data_type(), bytes));
                put_number(component, number.unwrap_or(0.0), out);
            }
            out.resize(end, 0);
        }
        true
    }
}

/// Bytes of an element in a view of its own.
pub(super) fn stride(component: Component, shape: Shape) -> usize {
    (component.size() * shape.width()).next_multiple_of(4)
}

/// The bytes of an attribute at a vertex.
fn element(attribute: &PointAttribute, vertex: usize) -> &[u8] {
    let vertex = u32::try_from(vertex).unwrap_or(u32::MAX);
    let value = attribute.mapped_index(PointIndex(vertex)).0 as usize;
    let stride = usize::try_from(attribute.byte_stride()).unwrap_or(0);
    let start = value.checked_mul(stride);
    let bytes = start.and_then(|start| {
        let end = start.checked_add(stride)?;
        attribute.buffer().data().get(start..end)
    });
    bytes.unwrap_or_default()
}

/// The number at the beginning of some bytes. All that glTF knows are exact in 64 bits.
fn number(kind: DataType, bytes: &[u8]) -> Option<f64> {
    Some(match kind {
        DataType::Int8 => i8::from_le_bytes(*bytes.first_chunk()?).into(),
        DataType::Uint8 | DataType::Bool => u8::from_le_bytes(*bytes.first_chunk()?).into(),
        DataType::Int16 => i16::from_le_bytes(*bytes.first_chunk()?).into(),
        DataType::Uint16 => u16::from_le_bytes(*bytes.first_chunk()?).into(),
        DataType::Int32 => i32::from_le_bytes(*bytes.first_chunk()?).into(),
        DataType::Uint32 => u32::from_le_bytes(*bytes.first_chunk()?).into(),
        DataType::Float32 => f32::from_le_bytes(*bytes.first_chunk()?).into(),
        DataType::Float64 => f64::from_le_bytes(*bytes.first_chunk()?),
        _ => return None,
    })
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "files have whole numbers here; others are held to what fits"
)]
fn put_number(component: Component, number: f64, out: &mut Vec<u8>) {
    match component {
        Component::I8 => out.extend((number as i8).to_le_bytes()),
        Component::U8 => out.extend((number as u8).to_le_bytes()),
        Component::I16 => out.extend((number as i16).to_le_bytes()),
        Component::U16 => out.extend((number as u16).to_le_bytes()),
        Component::U32 => out.extend((number as u32).to_le_bytes()),
        Component::F32 => out.extend(narrow(number).to_le_bytes()),
    }
}
