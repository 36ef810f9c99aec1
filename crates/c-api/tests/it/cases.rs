//! `testdata/bindings/cases.json`, the table of all languages, by the functions that C calls.

use std::ffi::CString;

use bindings::{Character, Meshes, Skinner};
use dualskin_c::{
    ALL_MESHES, CharacterHandle, PoseHandle, SkinnerHandle, Status, Vertices,
    dualskin_character_free, dualskin_clip_seconds, dualskin_joint_find, dualskin_open,
    dualskin_pose_free, dualskin_pose_from_clip, dualskin_pose_new, dualskin_pose_rotate,
    dualskin_pose_scale, dualskin_pose_set_rotation, dualskin_pose_shear, dualskin_pose_translate,
    dualskin_skin, dualskin_skinner_free, dualskin_skinner_new,
};
use serde_json::Value;

fn text(value: &Value) -> CString {
    CString::new(value.as_str().unwrap()).unwrap()
}

fn number(value: &Value) -> f32 {
    serde_json::from_value(value.clone()).unwrap()
}

fn numbers(value: &Value) -> Vec<f32> {
    serde_json::from_value(value.clone()).unwrap()
}

fn place(value: &Value) -> usize {
    serde_json::from_value(value.clone()).unwrap()
}

/// The pose of a case by C, and the same by the facade.
fn posed(
    case: &Value,
    character: CharacterHandle,
    own: &Character,
) -> (PoseHandle, bindings::Pose) {
    let (mut pose, mut own_pose) = (PoseHandle { id: 0 }, own.pose());
    let made = unsafe { dualskin_pose_new(character, &raw mut pose) };
    assert_eq!(made, Status::Ok);
    if case["clip"].is_u64() {
        let (clip, seconds) = (place(&case["clip"]), number(&case["seconds"]));
        let mut length = 0.0;
        let asked = unsafe { dualskin_clip_seconds(character, clip, &raw mut length) };
        assert_eq!(asked, Status::Ok);
        assert!(length > 0.0);
        assert_eq!(dualskin_pose_from_clip(pose, clip, seconds), Status::Ok);
        own_pose.set_from_clip(clip, seconds).unwrap();
    }
    for step in case["steps"].as_array().unwrap() {
        let mut joint = 0;
        let name = text(&step[1]);
        let found = unsafe { dualskin_joint_find(character, name.as_ptr(), &raw mut joint) };
        assert_eq!(found, Status::Ok);
        let by = step[2]
            .as_array()
            .map_or_else(Vec::new, |_| numbers(&step[2]));
        let at = by.as_ptr();
        let three = || [by[0], by[1], by[2]];
        let done = match step[0].as_str().unwrap() {
            "rotate" => {
                let axis = step[2].as_str().unwrap();
                let degrees = number(&step[3]);
                own_pose.rotate(joint, axis, degrees).unwrap();
                let axis = u32::try_from("xyz".find(axis).unwrap()).unwrap();
                dualskin_pose_rotate(pose, joint, axis, degrees)
            }
            "set_rotation" => {
                own_pose
                    .set_rotation(joint, [by[0], by[1], by[2], by[3]])
                    .unwrap();
                unsafe { dualskin_pose_set_rotation(pose, joint, at) }
            }
            "translate" => {
                own_pose.translate(joint, three()).unwrap();
                unsafe { dualskin_pose_translate(pose, joint, at) }
            }
            "scale" => {
                own_pose.scale(joint, three()).unwrap();
                unsafe { dualskin_pose_scale(pose, joint, at) }
            }
            "shear" => {
                own_pose.shear(joint, three()).unwrap();
                unsafe { dualskin_pose_shear(pose, joint, at) }
            }
            other => panic!("unknown step {other}"),
        };
        assert_eq!(done, Status::Ok);
    }
    (pose, own_pose)
}

#[test]
fn every_case_is_bit_for_bit_that_of_the_facade() {
    let table = include_str!("../../../../testdata/bindings/cases.json");
    let table: Value = serde_json::from_str(table).unwrap();
    for case in table["cases"].as_array().unwrap() {
        let source = text(&case["source"]);
        let mut character = CharacterHandle { id: 0 };
        let opened = unsafe { dualskin_open(source.as_ptr(), &raw mut character) };
        assert_eq!(opened, Status::Ok);
        let own = Character::open(source.to_str().unwrap()).unwrap();
        let (pose, own_pose) = posed(case, character, &own);
        let method = text(&case["method"]);
        let mut expected = Skinner::new(&own, method.to_str().unwrap().parse().unwrap());
        let expected = expected.skin(&own_pose, Meshes::All).unwrap();
        let mut skinner = SkinnerHandle { id: 0 };
        let made = unsafe { dualskin_skinner_new(character, method.as_ptr(), 1, &raw mut skinner) };
        assert_eq!(made, Status::Ok);
        let mut positions = vec![0.0; expected.positions.len()];
        let mut normals = positions.clone();
        let [at, along] = [&mut positions, &mut normals].map(|of| Vertices {
            data: of.as_mut_ptr(),
            count: of.len() / 3,
            stride: 0,
        });
        let skinned = unsafe { dualskin_skin(skinner, pose, ALL_MESHES, at, along) };
        assert_eq!(skinned, Status::Ok);
        assert!(positions == expected.positions && normals == expected.normals);
        for freed in [
            dualskin_skinner_free(skinner),
            dualskin_pose_free(pose),
            dualskin_character_free(character),
        ] {
            assert_eq!(freed, Status::Ok);
        }
    }
}
