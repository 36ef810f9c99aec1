//! A posed character as PLY (Turk, *The PLY Polygon File Format*, 1994): one binary surface of all primitives.

use character::Character;
use glam::Vec2;
use scene::deform::{DeformedPrimitive, primitive_of};

/// The file, little-endian: vertices with `x y z nx ny nz s t`, and triangles as `vertex_indices`.
///
/// Vertices are in scene space and in the order of the file, primitive after primitive, so that one file a frame has the same topology.
/// `t` points up, one minus that of glTF; both are 0 where a primitive has no texture coordinates, and left out where none has.
pub(super) fn ply(character: &Character, deformed: &[DeformedPrimitive]) -> Vec<u8> {
    let parts: Vec<_> = deformed
        .iter()
        .filter_map(|found| Some((found, primitive_of(character, found)?.1)))
        .collect();
    let vertices: usize = parts.iter().map(|(found, _)| found.positions.len()).sum();
    let triangles: usize = parts.iter().map(|(_, own)| own.triangles.len()).sum();
    let has_uv = parts.iter().any(|(_, own)| !own.tex_coords.is_empty());
    let uv = if has_uv {
        "property float s\nproperty float t\n"
    } else {
        ""
    };
    let header = format!(
        "ply\nformat binary_little_endian 1.0\ncomment Written by Dualskin. Meters, Y up.\nelement vertex {vertices}\n\
         property float x\nproperty float y\nproperty float z\nproperty float nx\nproperty float ny\nproperty float nz\n{uv}\
         element face {triangles}\nproperty list uchar uint vertex_indices\nend_header\n"
    );
    let mut bytes = header.into_bytes();
    bytes.reserve(vertices * 32 + triangles * 13);
    for (found, own) in &parts {
        for (vertex, (place, normal)) in found.positions.iter().zip(&found.normals).enumerate() {
            push_floats(&mut bytes, &place.to_array());
            push_floats(&mut bytes, &normal.to_array());
            if has_uv {
                let uv = own
                    .tex_coords
                    .get(vertex)
                    .map(|uv| Vec2::new(uv.x, 1.0 - uv.y));
                push_floats(&mut bytes, &uv.unwrap_or_default().to_array());
            }
        }
    }
    let mut first = 0_u32;
    for (found, own) in &parts {
        for triangle in own.triangles.iter() {
            bytes.push(3);
            let corners = triangle.map(|corner| corner + first);
            bytes.extend(corners.iter().flat_map(|corner| corner.to_le_bytes()));
        }
        first += u32::try_from(found.positions.len()).unwrap_or(u32::MAX);
    }
    bytes
}

fn push_floats(bytes: &mut Vec<u8>, numbers: &[f32]) {
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}
