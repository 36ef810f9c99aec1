//! A posed character as Wavefront OBJ: places, normals, texture coordinates and triangles, an object a primitive.

use std::fmt::Write as _;

use character::Character;
use scene::deform::{DeformedPrimitive, primitive_of};

use crate::terminal::printable::printable;

/// The text. Numbers count from 1 through the whole file, as the format has it; names are made printable, without spaces.
///
/// Vertices are in scene space and in the order of the file, so that one file a frame has the same topology. V of texture
/// coordinates points up, as the format has it: one minus that of glTF.
pub(crate) fn obj(character: &Character, deformed: &[DeformedPrimitive]) -> String {
    let mut out = String::from("# Written by Dualskin. Meters, Y up.\n");
    // Two counts: objects without texture coordinates have vertices all the same.
    let (mut first, mut first_uv) = (1, 1);
    for found in deformed {
        let Some((mesh, primitive)) = primitive_of(character, found) else {
            continue;
        };
        let name = character
            .meshes
            .get(mesh)
            .and_then(|mesh| mesh.name.as_deref());
        let name = name.map_or_else(|| format!("mesh_{mesh}"), in_one_word);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "o {name}_{}", found.primitive);
        for point in &found.positions {
            let _ = writeln!(out, "v {} {} {}", point.x, point.y, point.z);
        }
        for normal in &found.normals {
            let _ = writeln!(out, "vn {} {} {}", normal.x, normal.y, normal.z);
        }
        let has_uv = primitive.tex_coords.len() == found.positions.len();
        for uv in primitive.tex_coords.iter().filter(|_| has_uv) {
            let _ = writeln!(out, "vt {} {}", uv.x, 1.0 - uv.y);
        }
        for triangle in primitive.triangles.iter() {
            let corners = triangle.map(|corner| {
                let at = u64::from(corner) + first;
                match has_uv {
                    true => format!("{at}/{}/{at}", u64::from(corner) + first_uv),
                    false => format!("{at}//{at}"),
                }
            });
            let _ = writeln!(out, "f {}", corners.join(" "));
        }
        first += found.positions.len() as u64;
        first_uv += if has_uv {
            found.positions.len() as u64
        } else {
            0
        };
    }
    out
}

fn in_one_word(name: &str) -> String {
    let word = printable(name).replace(char::is_whitespace, "_");
    match word.as_str() {
        "" => "mesh".to_owned(),
        _ => word,
    }
}
