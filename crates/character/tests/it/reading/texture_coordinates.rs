//! `KHR_texture_transform` on the base color's coordinates: offset, rotation, scale, another set.

use character::Character;
use glam::Vec2;
use serde_json::{Value, json};

use crate::support::{codes, open_json};

const STORED: [[f32; 2]; 3] = [[0.0, 0.0], [1.0, 0.0], [0.25, 0.75]];

/// Three vertices with [`STORED`] as `TEXCOORD_0` and doubled as `TEXCOORD_1`.
fn open(texture_info: Value) -> Character {
    let numbers = STORED.as_flattened().iter().copied();
    let numbers = numbers.clone().chain(numbers.map(|x| 2.0 * x));
    let bytes = numbers.flat_map(f32::to_le_bytes);
    let data: String = bytes.map(|byte| format!("%{byte:02X}")).collect();
    let coords = |view: usize| json!({ "componentType": 5126, "type": "VEC2", "count": 3, "bufferView": view });
    let mut info = texture_info;
    info["index"] = json!(0);
    open_json(&json!({
        "asset": { "version": "2.0" },
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{
            "material": 0,
            "attributes": { "POSITION": 0, "TEXCOORD_0": 1, "TEXCOORD_1": 2 },
        }] }],
        "materials": [{ "pbrMetallicRoughness": { "baseColorTexture": info } }],
        "textures": [{}],
        "accessors": [{ "componentType": 5126, "type": "VEC3", "count": 3 }, coords(0), coords(1)],
        "bufferViews": [
            { "buffer": 0, "byteLength": 24 },
            { "buffer": 0, "byteOffset": 24, "byteLength": 24 },
        ],
        "buffers": [{ "byteLength": 48, "uri": format!("data:application/octet-stream,{data}") }],
    }))
    .unwrap()
}

fn check(texture_info: &Value, expected: impl Fn(Vec2) -> Vec2) {
    let character = open(texture_info.clone());
    let found = &character.meshes[0].primitives[0].tex_coords;
    assert_eq!(found.len(), STORED.len());
    for (found, stored) in found.iter().zip(STORED) {
        let expected = expected(Vec2::from_array(stored));
        assert!(
            found.abs_diff_eq(expected, 1e-6),
            "{texture_info}: {found} for {expected}"
        );
    }
}

fn transform(transform: &Value) -> Value {
    json!({ "extensions": { "KHR_texture_transform": transform } })
}

#[test]
fn without_the_extension_nothing_changes() {
    check(&json!({}), |uv| uv);
    check(&json!({ "texCoord": 1 }), |uv| 2.0 * uv);
}

#[test]
fn offset_and_scale() {
    check(&transform(&json!({ "offset": [0.5, -1.0] })), |uv| {
        uv + Vec2::new(0.5, -1.0)
    });
    check(&transform(&json!({ "scale": [2.0, 0.5] })), |uv| {
        uv * Vec2::new(2.0, 0.5)
    });
}

/// "Rotate the UVs by this many radians counter-clockwise around the origin": with v downwards (1, 0) goes to (cos, −sin).
/// The extension's GLSL, read as printed, turns the other way; three.js and Bevy follow its words, as we do.
#[test]
fn a_quarter_turn_is_counter_clockwise() {
    let quarter = std::f32::consts::FRAC_PI_2;
    check(&transform(&json!({ "rotation": quarter })), |uv| {
        Vec2::new(uv.y, -uv.x)
    });
}

#[test]
fn scale_first_then_rotation_then_offset() {
    let info = transform(&json!({ "offset": [1.0, 2.0], "rotation": 0.5, "scale": [3.0, 4.0] }));
    check(&info, |uv| {
        let (sin, cos) = 0.5_f32.sin_cos();
        let scaled = uv * Vec2::new(3.0, 4.0);
        let turned = Vec2::new(
            cos * scaled.x + sin * scaled.y,
            cos * scaled.y - sin * scaled.x,
        );
        turned + Vec2::new(1.0, 2.0)
    });
}

#[test]
fn the_extension_may_name_another_set() {
    let mut info = transform(&json!({ "texCoord": 1, "offset": [0.0, 1.0] }));
    info["texCoord"] = json!(0);
    check(&info, |uv| 2.0 * uv + Vec2::Y);
}

#[test]
fn coordinates_that_are_not_finite_become_zero() {
    let character =
        open(json!({ "extensions": { "KHR_texture_transform": { "scale": [1e18, 1.0] } } }));
    let found = &character.meshes[0].primitives[0].tex_coords;
    assert!(found.iter().all(|uv| uv.is_finite()));
    // The texture of the test names no picture.
    assert_eq!(codes(&character), ["texture-unavailable"]);
}
