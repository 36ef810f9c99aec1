//! PMX files as characters.

use formats::{Format, convert, open_bytes};
use glam::Vec3;
use rig::{MapKind, Method};

use crate::pmx_bytes::{CENTER, PLACES, figure};

const METERS: f32 = 0.08;

#[test]
fn a_figure_faces_forward_in_meters_with_weights_of_every_kind() {
    let bytes = figure(0);
    let character = open_bytes("doll.pmx", &bytes, Format::Pmx).unwrap();
    let skeleton = &character.rig.skeleton;
    let names: Vec<&str> = skeleton
        .joints()
        .map(|joint| skeleton.name(joint))
        .collect();
    for name in ["lower", "頭"] {
        assert!(names.contains(&name), "{names:?}");
    }
    let mesh = &character.meshes[0];
    let primitive = &mesh.primitives[0];
    for (place, [x, y, z]) in primitive.positions.iter().zip(PLACES) {
        let due = Vec3::new(x, y, -z) * METERS;
        assert!(place.abs_diff_eq(due, 1e-6), "{place}");
    }
    assert!(primitive.normals.iter().all(|normal| *normal == Vec3::Z));
    assert_eq!(primitive.triangles[..], [[0, 2, 1], [2, 3, 1]]);
    let influences = primitive.influences.as_ref().unwrap();
    let weights = influences.rows().map(|row| row.weights.to_vec());
    let due: [&[f32]; 4] = [&[1.0], &[0.25, 0.75], &[0.5, 0.5], &[0.75, 0.25]];
    assert_eq!(weights.collect::<Vec<_>>(), due);
    let map = primitive.maps[MapKind::Blend].as_ref().unwrap();
    assert_eq!(map.values().collect::<Vec<f32>>(), [0.0, 0.0, 1.0, 1.0]);
    assert_eq!(mesh.skinning.unwrap().method, Method::TWO_PHASE);
    let told = character.warnings.iter();
    let told: Vec<&str> = told.map(|warning| warning.detail.as_str()).collect();
    for words in ["SDEF", "inverse kinematics", "skin.png"] {
        assert!(
            told.iter().any(|told| told.contains(words)),
            "{words}: {told:?}"
        );
    }
}

#[test]
fn centers_of_spherical_deform_are_kept() {
    let bytes = figure(0);
    let glb = convert("doll.pmx", &bytes, Format::Pmx).unwrap().glb;
    for name in ["_SDEF_C", "_SDEF_R0", "_SDEF_R1"] {
        let found = glb
            .windows(name.len())
            .any(|window| window == name.as_bytes());
        assert!(found, "{name}");
    }
    let [x, y, z] = CENTER.map(|number| number * METERS);
    let center = [x, y, -z].map(f32::to_le_bytes).concat();
    assert!(glb.windows(12).any(|window| window == center));
}

#[test]
fn triangles_without_a_material_are_told() {
    let mut bytes = figure(0);
    // An empty note, six corners, two bones.
    let end = [0, 0, 0, 0, 6, 0, 0, 0, 2, 0, 0, 0];
    let found = bytes.windows(end.len()).position(|window| window == end);
    bytes[found.unwrap() + 4] = 3;
    let notes = convert("doll.pmx", &bytes, Format::Pmx).unwrap().notes;
    let is_told = |note: &String| note.contains("1 triangles") && note.contains('2');
    assert!(notes.iter().any(is_told), "{notes:?}");
}

#[test]
fn what_is_cut_off_or_wrong_is_refused_in_words() {
    let bytes = figure(0);
    for length in 4..bytes.len() {
        let error = convert("doll.pmx", &bytes[..length], Format::Pmx).unwrap_err();
        let said = error.to_string();
        assert!(said.starts_with("doll.pmx: byte "), "{length}: {said}");
    }
    for (parent, words) in [(1, "above itself"), (2, "bone 1: bone 2 is named")] {
        let error = convert("doll.pmx", &figure(parent), Format::Pmx).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    }
    // Every byte otherwise: a character, or words.
    for place in 4..bytes.len() {
        for byte in [0, 0x7f, 0xff] {
            let mut other = bytes.clone();
            other[place] = byte;
            if let Err(error) = open_bytes("doll.pmx", &other, Format::Pmx) {
                assert!(error.to_string().starts_with("doll.pmx"), "{error}");
            }
        }
    }
}
