//! The placed primitives of a page: lists of the shaders, triangles, materials.

use character::{AlphaMode, Character, Primitive, Wrap};
use scene::placed::placed_primitives;
use serde_json::{Value, json};

use super::PageAsked;
use super::blob::Blob;
use super::poses::Groups;
use super::props;
use super::props::PropFile;

/// A primitive with what it looks like.
struct Shown<'a> {
    primitive: &'a Primitive,
    character: &'a Character,
    /// The first picture of the character's in the list of all.
    first_picture: usize,
}

/// In the order of [`placed_primitives`], then those of props.
pub(super) fn json(
    asked: &PageAsked<'_>,
    files: &[PropFile<'_>],
    groups: &Groups,
    blob: &mut Blob,
) -> Value {
    let own = placed_primitives(asked.character).map(|placed| Shown {
        primitive: placed.primitive,
        character: asked.character,
        first_picture: 0,
    });
    let of_props = props::parts(files).map(|part| Shown {
        primitive: part.primitive,
        character: part.file.character,
        first_picture: part.file.first_picture,
    });
    let shown = own.chain(of_props).zip(&groups.parts);
    let parts = shown.map(|(shown, part)| {
        let primitive = shown.primitive;
        let programs = groups.programs(part.group);
        json!({
            "vertices": part.data.vertex_count(),
            "rest": blob.push(part.data.rest()),
            "influences": blob.push(part.data.influences()),
            "group": part.group,
            "params": part.params,
            "programs": programs.collect::<Vec<_>>(),
            "triangles": triangles(primitive, blob),
            "wide": is_wide(primitive),
            "uv": tex_coords(&shown, blob),
            "material": material(&shown),
        })
    });
    Value::Array(parts.collect())
}

fn is_wide(primitive: &Primitive) -> bool {
    primitive.positions.len() > usize::from(u16::MAX)
}

fn triangles(primitive: &Primitive, blob: &mut Blob) -> Value {
    if is_wide(primitive) {
        return blob.push(primitive.triangles.as_flattened());
    }
    let corners = primitive.triangles.as_flattened().iter();
    // Half the bytes; the largest index of 16 bits is left out, at which WebGL begins a strip anew.
    let narrow: Vec<u16> = corners
        .map(|corner| u16::try_from(*corner).unwrap_or_default())
        .collect();
    blob.push(&narrow)
}

/// Only where a picture asks for them.
fn tex_coords(shown: &Shown<'_>, blob: &mut Blob) -> Value {
    let primitive = shown.primitive;
    let material = primitive.material;
    let material = material.and_then(|index| shown.character.materials.get(index));
    let has_picture = material.is_some_and(|it| it.base_color_texture.is_some());
    if !has_picture || primitive.tex_coords.is_empty() {
        return Value::Null;
    }
    let numbers: Vec<f32> = primitive
        .tex_coords
        .iter()
        .flat_map(|uv| uv.to_array())
        .collect();
    blob.push(&numbers)
}

/// As crate `render` sees it: the codes are those of mesh.wgsl.
fn material(shown: &Shown<'_>) -> Value {
    let primitive = shown.primitive;
    let flat = !primitive.normals_given;
    let found = primitive.material;
    let Some(found) = found.and_then(|index| shown.character.materials.get(index)) else {
        return json!({ "clay": true, "flat": flat, "color": [1, 1, 1, 1], "alpha": 0, "cutoff": 0, "picture": null });
    };
    json!({
        "clay": false,
        "flat": flat,
        "color": found.base_color.to_array(),
        "alpha": match found.alpha_mode {
            AlphaMode::Opaque => 0,
            AlphaMode::Mask => 1,
            AlphaMode::Blend => 2,
        },
        "cutoff": found.alpha_cutoff,
        "picture": found.base_color_texture.map(|picture| picture + shown.first_picture),
        "wrap": found.wrap.map(|wrap| match wrap {
            Wrap::Repeat => "REPEAT",
            Wrap::MirroredRepeat => "MIRRORED_REPEAT",
            Wrap::ClampToEdge => "CLAMP_TO_EDGE",
        }),
    })
}
