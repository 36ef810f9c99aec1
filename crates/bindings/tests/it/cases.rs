//! `testdata/bindings/cases.json`: what the program skins, and failures, with the same calls as in every other language.

use bindings::{Character, Error, Meshes, Method, Pose, SkinOut, Skinned, Skinner};
use scene::deform::{DeformOptions, SkinnedNormals, deform_with};
use serde_json::Value;

fn table() -> Value {
    serde_json::from_str(include_str!("../../../../testdata/bindings/cases.json")).unwrap()
}

fn numbers<const N: usize>(value: &Value) -> [f32; N] {
    let list: Vec<f32> = serde_json::from_value(value.clone()).unwrap();
    list.try_into().unwrap()
}

fn number(value: &Value) -> f32 {
    serde_json::from_value(value.clone()).unwrap()
}

fn count(value: &Value) -> usize {
    serde_json::from_value(value.clone()).unwrap()
}

fn pose_of(character: &Character, case: &Value) -> Pose {
    let mut pose = character.pose();
    if case["clip"].is_u64() {
        let seconds = number(&case["seconds"]);
        pose.set_from_clip(count(&case["clip"]), seconds).unwrap();
    }
    for step in case["steps"].as_array().unwrap() {
        let joint = character.joint(step[1].as_str().unwrap()).unwrap();
        let done = match step[0].as_str().unwrap() {
            "rotate" => {
                let degrees = number(&step[3]);
                pose.rotate(joint, step[2].as_str().unwrap(), degrees)
            }
            "set_rotation" => pose.set_rotation(joint, numbers(&step[2])),
            "translate" => pose.translate(joint, numbers(&step[2])),
            "scale" => pose.scale(joint, numbers(&step[2])),
            "shear" => pose.shear(joint, numbers(&step[2])),
            other => panic!("unknown step {other}"),
        };
        done.unwrap();
    }
    pose
}

/// The same by the crates below, each primitive alone in memory of its own.
fn by_the_crates(character: &Character, method: Method, pose: &Pose) -> Skinned {
    let model = character.model();
    let asked: scene::asked_method::AskedMethod = method.to_string().parse().unwrap();
    // What a facade's pose holds shows by its joints; clips are sampled as they lie.
    let mut own = model.file_pose();
    for joint in model.rig.skeleton.joints() {
        own.rigid[joint.index()].rotation =
            glam::Quat::from_array(pose.rotation(joint.index()).unwrap());
    }
    let options = DeformOptions {
        normals: SkinnedNormals::Usual,
        threads: 1,
    };
    let look = asked.look(model, rig::SignRule::default());
    let deformed = deform_with(model, &own, &model.rig.scale_inheritance, look, options).unwrap();
    let flat = |of: fn(&scene::deform::DeformedPrimitive) -> &Vec<glam::Vec3>| -> Vec<f32> {
        let all = deformed.iter().flat_map(of);
        all.flat_map(|vector| vector.to_array()).collect()
    };
    Skinned {
        positions: flat(|it| &it.positions),
        normals: flat(|it| &it.normals),
    }
}

fn check_samples(case: &Value, skinned: &Skinned, tolerance: f32) {
    for sample in case["samples"].as_array().unwrap() {
        let at = 3 * count(&sample["vertex"]);
        let lists = [
            (&skinned.positions, "position"),
            (&skinned.normals, "normal"),
        ];
        for (list, name) in lists {
            let found: [f32; 3] = list[at..at + 3].try_into().unwrap();
            let wanted: [f32; 3] = numbers(&sample[name]);
            let off = glam::Vec3::from(found) - glam::Vec3::from(wanted);
            let (source, method) = (&case["source"], &case["method"]);
            assert!(
                off.abs().max_element() <= tolerance,
                "{source} {method} {name} {at}: {found:?} is not {wanted:?}"
            );
        }
    }
}

#[test]
fn vertices_are_those_of_the_program() {
    let table = table();
    for case in table["cases"].as_array().unwrap() {
        let character = Character::open(case["source"].as_str().unwrap()).unwrap();
        let method: Method = case["method"].as_str().unwrap().parse().unwrap();
        let pose = pose_of(&character, case);
        let mut skinner = Skinner::new(&character, method);
        let skinned = skinner.skin(&pose, Meshes::All).unwrap();
        assert_eq!(skinned.positions.len(), 3 * count(&case["vertices"]));
        check_samples(case, &skinned, number(&table["tolerance"]));
        let turns_alone = case["steps"].as_array().unwrap().len() == 1;
        if turns_alone {
            let wanted = by_the_crates(&character, method, &pose);
            assert!(skinned == wanted, "other bits than those of the crates");
        }
    }
}

#[test]
fn all_at_once_is_the_same_as_one_after_another() {
    let arm = Character::open("builtin:arm").unwrap();
    let mut pose = arm.pose();
    pose.rotate(arm.joint("hand").unwrap(), "y", 80.0).unwrap();
    let poses = [arm.pose(), pose];
    let mut skinner = Skinner::new(&arm, "two-phase".parse().unwrap());
    let mut all = vec![0.0; 2 * 3 * arm.vertex_count()];
    let out = SkinOut {
        positions: &mut all,
        normals: &mut [],
    };
    let go_on = |_share: f32| std::ops::ControlFlow::Continue(());
    skinner
        .skin_batch_into(&poses, Meshes::All, out, &go_on)
        .unwrap();
    let mut one_by_one = Vec::new();
    for pose in &poses {
        for mesh in 0..arm.meshes().len() {
            let skinned = skinner.skin(pose, Meshes::One(mesh)).unwrap();
            one_by_one.extend(skinned.positions);
        }
    }
    assert!(all == one_by_one);
}

#[test]
fn failures_have_their_kinds() {
    for case in table()["errors"].as_array().unwrap() {
        let text = |name: &str| case[name].as_str().unwrap_or_default();
        let arm = || Character::open("builtin:arm").unwrap();
        let failed: Result<(), Error> = match text("call") {
            "open" => Character::open(text("source")).map(drop),
            "open_bytes" => Character::open_bytes("bytes", text("bytes").as_bytes()).map(drop),
            "joint" => arm().joint(text("name")).map(drop),
            "mesh" => arm().mesh(text("name")).map(drop),
            "clip" => arm().clip(text("name")).map(drop),
            "method" => text("name").parse::<Method>().map(drop),
            other => panic!("unknown call {other}"),
        };
        let error = failed.unwrap_err();
        assert_eq!(error.kind().name(), text("kind"), "{error}");
        assert!(error.remedy().contains(text("remedy")), "{error}");
        assert!(!error.place().is_empty(), "{error}");
    }
}
