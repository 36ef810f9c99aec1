//! Motion files of the generator on characters: how near they come, where they go, and that left stays left.

use std::path::{Path, PathBuf};

use character::Character;
use glam::Vec3;
use retarget::{BoneMap, Report};
use rig::{Clip, GoOn, HumanBone, Pose, forward};
use serde_json::{Value, json};
use session::files::builtin;
use session::state::motion_in::bring::{BringOptions, BroughtClip, Mapped, bone_map, bring};
use session::state::opening::load::load;

/// The most that the end of a limb is from where the source's is, but for what it is at rest, in heights of the body.
const NEAR: f32 = 0.02;
/// The most that a foot slides, in strides.
const SLIDE: f32 = 0.01;
const GO_ON: &GoOn<'_> = &|_| std::ops::ControlFlow::Continue(());

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/motions")
}

/// The files of the generator, and what its manifest says of them.
fn motions() -> Vec<(Value, Character)> {
    let text = std::fs::read(folder().join("manifest.json")).unwrap();
    let manifest: Vec<Value> = serde_json::from_slice(&text).unwrap();
    let read = |entry: Value| {
        let path = folder().join(entry["file"].as_str().unwrap());
        let character = load(&path.to_string_lossy()).unwrap();
        (entry, character)
    };
    manifest.into_iter().map(read).collect()
}

fn built_in(name: &str) -> Character {
    builtin::find(name).unwrap().open().unwrap()
}

/// Characters with a whole body that stand upright: two that are built in, and those of the folder of models.
fn bodies() -> Vec<Character> {
    let mut all = vec![built_in("biped"), built_in("woman")];
    let models = std::env::var_os("DUALSKIN_MODELS").map(PathBuf::from);
    for entry in models
        .into_iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
    {
        let path = entry.unwrap().path();
        let is_model = path
            .extension()
            .is_some_and(|it| it == "glb" || it == "gltf");
        all.extend(is_model.then(|| load(&path.to_string_lossy()).unwrap()));
    }
    let whole = [
        HumanBone::Hips,
        HumanBone::Head,
        HumanBone::LeftHand,
        HumanBone::RightHand,
        HumanBone::LeftLowerLeg,
        HumanBone::RightLowerLeg,
    ];
    all.retain(|character| {
        let map = bone_map(character);
        let skeleton = &character.rig.skeleton;
        let at = |bone| Some(skeleton.rest_model_from_joint(map.joint(bone)?).translation);
        let trunk = at(HumanBone::Head).zip(at(HumanBone::Hips));
        // An animal with the names of a person carries its head ahead of its hips.
        let is_upright = trunk.is_some_and(|(head, hips)| {
            let way = head - hips;
            way.y > way.with_y(0.0).length()
        });
        is_upright && whole.iter().all(|&bone| map.joint(bone).is_some())
    });
    all
}

fn brought(source: &Character, target: &Character, options: BringOptions) -> BroughtClip {
    let maps = [source, target].map(bone_map);
    let [from, onto] =
        [(source, &maps[0]), (target, &maps[1])].map(|(character, map)| Mapped { character, map });
    bring(from, &[0], onto, options, GO_ON).unwrap().remove(0)
}

fn place(character: &Character, map: &BoneMap, bone: HumanBone, clip: &Clip, time: f32) -> Vec3 {
    let skeleton = &character.rig.skeleton;
    let pose = clip.sample(skeleton, &Pose::rest(skeleton), time);
    let posed = forward(
        skeleton,
        pose.user_transforms(),
        &character.rig.scale_inheritance,
    );
    let frame = posed
        .unwrap()
        .model_from_posed_frame(map.joint(bone).unwrap());
    frame.translation.into()
}

fn comes_near(what: &str, report: &Report) {
    assert_eq!(report.limbs.len(), 5, "{what}");
    for limb in &report.limbs {
        let is_near = limb.distance <= NEAR + limb.at_rest;
        assert!(is_near, "{what} {limb:?}");
    }
    assert_eq!(report.slides.len(), 2, "both feet stand: {what}");
    for slide in &report.slides {
        assert!(slide.of_stride <= SLIDE, "{what} {slide:?}");
    }
}

#[test]
fn ends_of_limbs_come_near_and_feet_stand() {
    for (entry, source) in motions() {
        for target in bodies() {
            for places_hands in [false, true] {
                let options = BringOptions {
                    places_hands,
                    ..BringOptions::default()
                };
                let report = brought(&source, &target, options).report.unwrap();
                comes_near(&format!("{entry} {}", target.name), &report);
            }
        }
    }
}

/// On the figure that walks in them, captures are its own walk again, however they were written.
#[test]
fn the_biped_walks_its_own_way() {
    let biped = built_in("biped");
    let map = bone_map(&biped);
    for (entry, source) in motions() {
        let number = |name: &str| -> f32 { serde_json::from_value(entry[name].clone()).unwrap() };
        let options = BringOptions {
            places_hands: number("arms") != 1.0,
            ..BringOptions::default()
        };
        let BroughtClip { clip, report, .. } = brought(&source, &biped, options);
        assert!(
            (clip.duration() - number("seconds")).abs() < 1e-3,
            "{entry}"
        );
        let hips = |time: f32| place(&biped, &map, HumanBone::Hips, &clip, time);
        let way = hips(clip.duration()) - hips(0.0);
        let wanted = Vec3::Z * number("meters") / number("legs");
        assert!(
            way.distance(wanted) < 0.01 * wanted.length(),
            "{entry}: {way} {wanted}"
        );
        for limb in report.unwrap().limbs {
            let is_head = limb.bone == HumanBone::Head && number("legs") != 1.0;
            assert!(limb.distance <= NEAR || is_head, "{entry} {limb:?}");
        }
    }
}

/// The biped as an avatar of VRM 0.x: it looks along −Z, since a node above it turns it.
fn backward_biped(folder: &Path) -> Character {
    let bytes = include_bytes!("../../../../../../assets/biped.glb");
    let length = usize::try_from(u32::from_le_bytes(bytes[12..16].try_into().unwrap())).unwrap();
    let (json, binary) = (&bytes[20..20 + length], &bytes[20 + length..]);
    let mut json: Value = serde_json::from_slice(json).unwrap();
    let nodes = json["nodes"].as_array_mut().unwrap();
    let named = |name: &str| nodes.iter().position(|node| node["name"] == name).unwrap();
    let bones = [
        ("hips", "hips"),
        ("head", "head"),
        ("leftUpperLeg", "thigh.L"),
        ("rightUpperLeg", "thigh.R"),
        ("leftFoot", "foot.L"),
        ("rightFoot", "foot.R"),
    ];
    let bones = bones.map(|(bone, name)| json!({ "bone": bone, "node": named(name) }));
    let (hips, above) = (named("hips"), nodes.len());
    nodes.push(json!({ "name": "turned", "rotation": [0.0, 1.0, 0.0, 0.0], "children": [hips] }));
    let scene = json["scenes"][0]["nodes"].as_array_mut().unwrap();
    scene.retain(|node| *node != json!(hips));
    scene.push(json!(above));
    json["extensions"] = json!({ "VRM": { "humanoid": { "humanBones": bones } } });
    json["extensionsUsed"] = json!(["VRM"]);
    json.as_object_mut().unwrap().remove("animations");
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let word = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
    let size = 20 + text.len() + binary.len();
    let head = [*b"glTF", word(2), word(size), word(text.len())].concat();
    let whole = [&head[..], b"JSON", &text, binary].concat();
    let path = folder.join("backward.vrm");
    whole_file::write_whole(&path, &whole).unwrap();
    load(&path.to_string_lossy()).unwrap()
}

/// It walks along −Z, with the same foot ahead as the figure that looks along +Z.
#[test]
fn an_avatar_that_looks_the_other_way_walks_forward() {
    let folder = tempfile::tempdir().unwrap();
    let target = backward_biped(folder.path());
    let map = bone_map(&target);
    for (entry, source) in motions() {
        let BroughtClip { clip, report, .. } = brought(&source, &target, BringOptions::default());
        let report = report.unwrap();
        assert!(
            (report.facing.abs() - std::f32::consts::PI).abs() < 1e-6,
            "{entry}"
        );
        for limb in &report.limbs {
            assert!(limb.distance <= NEAR + limb.at_rest, "{entry} {limb:?}");
        }
        let hips = |time: f32| place(&target, &map, HumanBone::Hips, &clip, time);
        assert!((hips(clip.duration()) - hips(0.0)).z < -1.0, "{entry}");
        // The left heel strikes at the beginning: that foot is ahead, and on the left of who looks along −Z.
        let [left, right] = [HumanBone::LeftFoot, HumanBone::RightFoot]
            .map(|bone| place(&target, &map, bone, &clip, 0.0));
        assert!(left.z < right.z - 0.2, "{entry}: {left} {right}");
        assert!(left.x < 0.0 && 0.0 < right.x, "{entry}: {left} {right}");
    }
}
