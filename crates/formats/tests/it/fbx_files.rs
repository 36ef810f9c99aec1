//! FBX: units, skins, blend shapes, motions and the ways of scale.

use character::{Character, open_bytes};
use formats::{Converted, Format, FormatError, convert};
use glam::Vec3;
use proptest::prelude::*;
use rig::{InfluenceRow, JointIndex, Method, Pose, ScaleInheritance, forward};

use crate::fbx_text::Strip;

fn opened(strip: &Strip) -> (Character, Vec<String>) {
    let text = strip.text();
    assert_eq!(Format::of(text.as_bytes()), Some(Format::Fbx));
    let Converted { glb, notes } = convert("strip.fbx", text.as_bytes(), Format::Fbx).unwrap();
    (open_bytes("strip", &glb).unwrap(), notes)
}

fn joint(character: &Character, name: &str) -> JointIndex {
    let skeleton = &character.rig.skeleton;
    skeleton
        .joints()
        .find(|&joint| skeleton.name(joint) == name)
        .unwrap()
}

/// Where a joint's head is at a time of the motion.
fn head(character: &Character, name: &str, time: f32) -> Vec3 {
    let skeleton = &character.rig.skeleton;
    let pose = character.clips[0].sample(skeleton, &Pose::rest(skeleton), time);
    let posed = forward(
        skeleton,
        pose.user_transforms(),
        &character.rig.scale_inheritance,
    )
    .unwrap();
    posed
        .model_from_posed_joint(joint(character, name))
        .translation
        .into()
}

#[test]
fn a_strip_is_read_with_skin_shape_and_color() {
    let (character, notes) = opened(&Strip::default());
    assert!(notes.is_empty(), "{notes:?}");
    let primitive = &character.meshes[0].primitives[0];
    assert_eq!(primitive.triangles.len(), 4);
    let highest = primitive
        .positions
        .iter()
        .map(|place| place.y)
        .fold(0.0, f32::max);
    assert!((highest - 2.0).abs() < 1e-6, "meters: {highest}");
    // Half of both bones in the middle, one of one at the ends.
    for (position, InfluenceRow { weights, .. }) in primitive
        .positions
        .iter()
        .zip(primitive.influences.as_ref().unwrap().rows())
    {
        let halves = (position.y - 1.0).abs() < 1e-3;
        assert_eq!(weights.len(), if halves { 2 } else { 1 }, "{position}");
    }
    let skin: Vec<&str> = character.rig.binds[0]
        .joints()
        .iter()
        .map(|&joint| character.rig.skeleton.name(joint))
        .collect();
    assert_eq!(
        skin,
        ["Lower", "Upper"],
        "the mesh's own node moves nothing"
    );
    let lowest = primitive
        .tex_coords
        .iter()
        .zip(primitive.positions.iter())
        .find(|(_, place)| place.y < 1e-6);
    assert!(
        (lowest.unwrap().0.y - 1.0).abs() < 1e-6,
        "coordinates from the top"
    );
    let target = &primitive.morph_targets[0];
    let most = target
        .positions
        .iter()
        .map(|offset| offset.z)
        .fold(0.0, f32::max);
    assert!((most - 0.2).abs() < 1e-6, "{most}");
    let color = character.materials[0].base_color;
    assert!(
        (color.truncate() - Vec3::new(1.0, 0.25, 0.0)).length() < 0.02,
        "{color}"
    );
}

#[test]
fn the_motion_turns_moves_and_shapes_as_its_curves_do() {
    let (character, _) = opened(&Strip::default());
    assert_eq!(character.clips[0].name(), Some("bend"));
    assert!((character.clips[0].duration() - 1.0).abs() < 1e-4);
    // The upper bone goes up by a tenth and bends by a right angle.
    assert!((head(&character, "Upper", 1.0) - Vec3::new(0.0, 1.1, 0.0)).length() < 1e-4);
    assert!((head(&character, "Hand", 1.0) - Vec3::new(-1.0, 1.1, 0.0)).length() < 1e-4);
    assert!(
        (head(&character, "Hand", 0.5) - Vec3::new(-0.5_f32.sqrt(), 1.05 + 0.5_f32.sqrt(), 0.0))
            .length()
            < 1e-3
    );
    let weights = &character.clips[0].morphs()[0].track;
    assert!(
        (weights.values().last().unwrap() - 1.0).abs() < 1e-5,
        "{weights:?}"
    );
}

#[test]
fn units_become_meters() {
    for (unit, meters) in [(1.0, 0.01), (100.0, 1.0), (2.54, 0.0254)] {
        let (character, _) = opened(&Strip {
            unit,
            ..Strip::default()
        });
        let expected = meters * 110.0;
        let found = head(&character, "Upper", 1.0).y;
        assert!(
            (found - expected).abs() < 1e-4 * expected,
            "{unit}: {found} {expected}"
        );
    }
}

#[test]
fn scale_is_inherited_as_the_file_says() {
    let scaled = |inherit| {
        opened(&Strip {
            inherit,
            scale: [1.0, 2.0],
            ..Strip::default()
        })
    };
    let (handed_on, _) = scaled(1);
    assert!((head(&handed_on, "Hand", 1.0) - Vec3::new(-2.0, 2.2, 0.0)).length() < 1e-3);
    // Maya's way: the head goes along with the parent's scale, what is behind it keeps its size.
    let (kept, notes) = scaled(2);
    assert!(notes.is_empty(), "{notes:?}");
    let lower = joint(&kept, "Lower");
    assert_eq!(
        kept.rig.scale_inheritance[lower.index()],
        ScaleInheritance::Joint
    );
    let upper = head(&kept, "Upper", 1.0);
    assert!(
        (upper - Vec3::new(0.0, 2.2, 0.0)).length() < 1e-3,
        "{upper}"
    );
    let hand = head(&kept, "Hand", 1.0);
    assert!((hand - Vec3::new(-1.0, 2.2, 0.0)).length() < 1e-3, "{hand}");
}

#[test]
fn dual_quaternion_skins_get_the_method_of_two_phases() {
    let method = |skinning| {
        opened(&Strip {
            skinning,
            ..Strip::default()
        })
        .0
        .meshes[0]
            .skinning
            .map(|of| of.method)
    };
    assert_eq!(method("Linear"), None);
    assert_eq!(method("DualQuaternion"), Some(Method::TWO_PHASE));
    assert_eq!(method("Blend"), Some(Method::TWO_PHASE));
    let (blended, _) = opened(&Strip {
        skinning: "Blend",
        ..Strip::default()
    });
    assert!(blended.meshes[0].primitives[0].maps.blend.is_some());
}

#[test]
fn what_is_no_file_of_it_is_refused_in_a_sentence() {
    let refused = |bytes: &[u8]| convert("x.fbx", bytes, Format::Fbx).unwrap_err();
    for bytes in [
        &b""[..],
        b"; FBX\n",
        b"Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0",
        b"Kaydara FBX Binary  \0\x1a\0\xff\xff\xff\xff\xff\xff\xff\xff",
    ] {
        let error = refused(bytes);
        assert!(matches!(error, FormatError::Content { .. }), "{error}");
        let said = error.to_string();
        assert!(said.starts_with("x.fbx: ") && said.len() < 300, "{said}");
    }
    let empty = refused(
        b"; FBX 7.4.0 project file\nFBXHeaderExtension: { FBXVersion: 7400 }\nObjects: { }\n",
    );
    assert!(empty.to_string().contains("nodes"), "{empty}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is cut out of a good file or changed in it: an error, or a character that opens.
    #[test]
    fn broken_files_do_no_harm(at in any::<prop::sample::Index>(), length in 0_usize..40, put in prop_oneof![Just(String::new()), "[{}A-Za-z0-9 .,\n:*\"-]{0,12}", Just("1e39".to_owned()), Just("-1".to_owned()), Just("*999999999 {".to_owned())]) {
        let text = Strip::default().text();
        let at = at.index(text.len());
        let end = (at + length).min(text.len());
        let broken = format!("{}{put}{}", &text[..at], &text[end..]);
        if let Ok(converted) = convert("broken.fbx", broken.as_bytes(), Format::Fbx) {
            let _ = open_bytes("broken", &converted.glb);
        }
    }
}

#[test]
fn a_motion_is_the_part_of_the_curves_that_its_stack_names() {
    for range in [[0.5_f32, 1.0], [-0.5, 0.5], [0.25, 0.75]] {
        let (character, _) = opened(&Strip {
            range: range.map(f64::from),
            ..Strip::default()
        });
        let clip = &character.clips[0];
        let [begin, end] = range;
        assert!(
            (clip.duration() - (end - begin)).abs() < 1e-4,
            "{range:?}: {}",
            clip.duration()
        );
        for part in [0.0, 0.5, 1.0_f32] {
            let time = part * (end - begin);
            // Curves hold before their first key.
            let up = 1.0 + 0.1 * (begin + time).clamp(0.0, 1.0);
            let found = head(&character, "Upper", time).y;
            assert!((found - up).abs() < 1e-4, "{range:?} {time}: {found} {up}");
        }
        let weights = &clip.morphs()[0].track;
        let first = weights.values()[0];
        assert!(
            (first - begin.clamp(0.0, 1.0)).abs() < 1e-4,
            "{range:?}: {first}"
        );
    }
}

#[test]
fn geometry_that_is_turned_in_its_node_turns_shapes_with_it() {
    let (character, _) = opened(&Strip {
        geometric: 90.0,
        skinning: "Linear",
        ..Strip::default()
    });
    // Where skinning takes it at rest.
    let bind = &character.rig.binds[0];
    let joint = bind.joints()[0];
    let at_rest = character.rig.skeleton.rest_model_from_joint(joint).rotation;
    let offsets = &character.meshes[0].primitives[0].morph_targets[0].positions;
    let largest = offsets
        .iter()
        .copied()
        .max_by(|a, b| a.length().total_cmp(&b.length()))
        .unwrap();
    // The shape moves along z, which the turn makes x.
    let turned = at_rest * bind.joint_from_bind(0).transform_vector3(largest);
    assert!(
        (turned - Vec3::new(0.2, 0.0, 0.0)).length() < 1e-5,
        "{turned}"
    );
}

#[test]
fn scale_that_stays_the_same_counts_for_keyed_children_too() {
    let (kept, _) = opened(&Strip {
        inherit: 2,
        scale: [2.0, 2.0],
        ..Strip::default()
    });
    let upper = head(&kept, "Upper", 1.0);
    assert!(
        (upper - Vec3::new(0.0, 2.2, 0.0)).length() < 1e-3,
        "{upper}"
    );
}

/// The file that is compared with three.js' `FBXLoader`, by hand and as binary.
#[test]
fn text_and_binary_are_one_character() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/fbx");
    let [text, binary] = ["strip.fbx", "strip_binary.fbx"].map(|name| {
        let bytes = whole_file::read_regular(&folder.join(name), 1 << 20).unwrap();
        convert("strip.fbx", &bytes, Format::Fbx).unwrap()
    });
    assert_eq!(text, binary);
    let character = open_bytes("strip", &text.glb).unwrap();
    let clip = &character.clips[0];
    assert_eq!((clip.name(), clip.morphs().len()), (Some("bend"), 1));
    // Thirty degrees before its own thirty back.
    assert!(head(&character, "Upper", 0.0).abs_diff_eq(2.0 * Vec3::Y, 1e-5));
}
