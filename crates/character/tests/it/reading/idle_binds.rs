//! Inverse bind matrices that are no numbers or have no inverse: bound at rest where the joint moves nothing, refused or told where a
//! vertex follows it.

use character::{Character, CharacterError, Fault, WarningKind, WeightEdit, open, open_bytes};
use glam::{Affine3A, Vec3};
use rig::JointSlot;
use serde_json::{Value, json};
use testkit::field;

use crate::support::codes;

/// What may stand in such a matrix, column by column.
const GARBAGE: [(&str, [f32; 16]); 8] = [
    ("no number", [f32::NAN; 16]),
    ("one that is none", with(5, f32::NAN)),
    ("infinite", with(12, f32::INFINITY)),
    ("huge", with(13, 1.2e18)),
    ("huge and finite", with(0, -3e38)),
    ("zeros", [0.0; 16]),
    ("flat", with(10, 0.0)),
    ("denormal", with(5, 1e-41)),
];

/// The identity with another number at one place.
const fn with(place: usize, number: f32) -> [f32; 16] {
    let mut matrix = [0.0; 16];
    matrix[0] = 1.0;
    matrix[5] = 1.0;
    matrix[10] = 1.0;
    matrix[15] = 1.0;
    matrix[place] = number;
    matrix
}

/// A triangle and a skin of three joints in a chain, a meter apart, whose joint at `broken` has a matrix; every vertex follows the joint
/// at `moving`.
fn chain(broken: usize, moving: u8, matrix: [f32; 16]) -> Vec<u8> {
    let mut bytes: Vec<u8> = Vec::new();
    let positions = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    bytes.extend(positions.iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend([[moving, 0, 0, 0]; 3].concat());
    let weights = [[1.0_f32, 0.0, 0.0, 0.0]; 3].concat();
    bytes.extend(weights.iter().flat_map(|number| number.to_le_bytes()));
    for joint in 0..3_u8 {
        let inverse = with(13, 0.5 - f32::from(joint));
        let own = if usize::from(joint) == broken {
            matrix
        } else {
            inverse
        };
        bytes.extend(own.iter().flat_map(|number| number.to_le_bytes()));
    }
    let escaped: String = bytes.iter().map(|byte| format!("%{byte:02X}")).collect();
    let view = |offset: usize, length: usize| json!({ "buffer": 0, "byteOffset": offset, "byteLength": length });
    let json = json!({
        "asset": { "version": "2.0" },
        "buffers": [{ "byteLength": bytes.len(), "uri": format!("data:,{escaped}") }],
        "bufferViews": [view(0, 36), view(36, 12), view(48, 48), view(96, 192)],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" },
            { "bufferView": 1, "componentType": 5121, "count": 3, "type": "VEC4" },
            { "bufferView": 2, "componentType": 5126, "count": 3, "type": "VEC4" },
            { "bufferView": 3, "componentType": 5126, "count": 3, "type": "MAT4" },
        ],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2 } }] }],
        "nodes": [
            { "name": "a", "children": [1] },
            { "name": "b", "translation": [0, 1, 0], "children": [2] },
            { "name": "c", "translation": [0, 1, 0] },
            { "mesh": 0, "skin": 0 },
        ],
        "skins": [{ "joints": [0, 1, 2], "inverseBindMatrices": 3 }],
        "scenes": [{ "nodes": [0, 3] }],
        "scene": 0,
    });
    json.to_string().into_bytes()
}

fn opened(broken: usize, moving: u8, matrix: [f32; 16]) -> Result<Character, CharacterError> {
    open_bytes("made.gltf", &chain(broken, moving, matrix))
}

/// `R_i X_i`: what the joint would do to a vertex at rest.
fn at_rest(character: &Character, place: usize) -> Affine3A {
    let bind = &character.rig.binds[0];
    let joint = bind.joints()[place];
    let rest = character
        .rig
        .skeleton
        .rest_model_from_joint(joint)
        .to_affine();
    rest * bind.joint_from_bind(place)
}

#[test]
fn a_joint_that_moves_nothing_is_bound_where_it_rests() {
    for (what, matrix) in GARBAGE {
        for (broken, moving) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
            let character =
                opened(broken, moving, matrix).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert!(
                codes(&character).contains(&"idle-bind"),
                "{what}: {:?}",
                codes(&character)
            );
            // The mesh was bound half a meter higher than the joints rest, and so is the joint now.
            let moved = at_rest(&character, broken);
            assert!(
                moved.abs_diff_eq(Affine3A::from_translation(0.5 * Vec3::Y), 1e-6),
                "{what}: {moved:?}"
            );
            let influences = character.meshes[0].primitives[0]
                .influences
                .as_ref()
                .unwrap();
            assert_eq!(
                influences.row(0).joints,
                [JointSlot::from(u16::from(moving))]
            );
            let saved = character::to_bytes(&character).unwrap();
            let (saved, came): (Value, Value) = (
                serde_json::from_slice(&saved).unwrap(),
                serde_json::from_slice(&chain(broken, moving, matrix)).unwrap(),
            );
            assert_eq!(saved, came, "what was not edited stays");
        }
    }
}

#[test]
fn the_first_weight_writes_where_its_joint_is_bound() {
    for (what, matrix) in GARBAGE {
        for (broken, moving) in [(0, 1), (1, 2), (2, 0)] {
            let character = opened(broken, moving, matrix).unwrap();
            let mut edit = WeightEdit::default();
            let joint = u16::try_from(broken).unwrap();
            edit.rows.push(1, [(joint, 1.0)]);
            let edited = character.with_weights(&[edit]).unwrap();
            let saved = character::to_bytes(&edited).unwrap();
            let again = open_bytes("saved.gltf", &saved)
                .unwrap_or_else(|error| panic!("{what} at {broken}: {error}"));
            let is_of_bind = |code: &&str| code.ends_with("-bind");
            let told = codes(&again).into_iter().find(is_of_bind);
            assert_eq!(told, None, "{what} at {broken}");
            let moved = at_rest(&again, broken);
            assert!(
                moved.abs_diff_eq(Affine3A::from_translation(0.5 * Vec3::Y), 1e-6),
                "{what}: {moved:?}"
            );
        }
    }
}

#[test]
fn a_joint_that_moves_vertices_is_refused_or_told() {
    for (what, matrix) in GARBAGE {
        for broken in 0..3_usize {
            let moving = u8::try_from(broken).unwrap();
            let has_range = matrix
                .iter()
                .all(|number| number.abs() <= character::LARGEST);
            match opened(broken, moving, matrix) {
                Err(error) => {
                    assert!(!has_range, "{what}: {error}");
                    let is_named = matches!(&error.fault, Fault::NotFinite { element } if *element == broken)
                        || matches!(&error.fault, Fault::TooFar { what } if what.contains(&format!("element {broken}")));
                    assert!(is_named, "{what}: {error}");
                }
                Ok(character) => {
                    assert!(has_range, "{what}");
                    let kinds: Vec<WarningKind> =
                        character.warnings.iter().map(|it| it.kind).collect();
                    assert!(
                        kinds.contains(&WarningKind::SingularBind),
                        "{what}: {kinds:?}"
                    );
                    assert!(!kinds.contains(&WarningKind::IdleBind));
                }
            }
        }
    }
}

/// Every case of the field with such a bind opens with a note.
#[test]
fn files_of_the_field_open() {
    let cases = field::cases("inspect FILE").into_iter();
    let cases: Vec<_> = cases
        .filter(|case| case.expected.contains("a number that is none"))
        .collect();
    assert!(!cases.is_empty());
    for case in cases {
        let character = open(&case.file).unwrap_or_else(|error| panic!("{}: {error}", case.id));
        assert_eq!(codes(&character), ["idle-bind"], "{}", case.id);
    }
}
