//! Edits of skeletons: what they make, what they refuse, and that they can be written down and made again.
use std::sync::Arc;

use character::{
    Authored, AuthoredJoint, AuthoredPrimitive, Character, MirrorPlane, PosedJoint, RestFrame,
    SkeletonEdit,
};
use glam::{Quat, Vec3};
use rig::{
    InfluenceRow, InfluencesBuilder, JointSlot, Pose, Rigid, ScaleInheritance, SkeletonBuilder, Trs,
};

fn biped() -> Character {
    let path = testkit::folders::workspace().join("assets/biped.glb");
    character::open(&path).unwrap()
}

fn key(character: &Character, name: &str) -> u32 {
    let skeleton = &character.rig.skeleton;
    skeleton.key(skeleton.find(name).unwrap_or_else(|| panic!("no {name}")))
}

/// Three joints, one above another, half a meter apart, and a vertex on each.
fn chain() -> Character {
    let joint = |name: &str, parent, y| AuthoredJoint {
        name: name.to_owned(),
        parent,
        local: Trs {
            translation: Vec3::Y * y,
            ..Trs::IDENTITY
        },
    };
    let mut influences = InfluencesBuilder::new(3);
    influences.vertex([(0, 1.0)]).unwrap();
    influences.vertex([(0, 0.25), (1, 0.75)]).unwrap();
    influences.vertex([(1, 0.5), (2, 0.5)]).unwrap();
    let authored = Authored {
        name: "chain".to_owned(),
        joints: vec![
            joint("low", None, 0.0),
            joint("arm.L", Some(0), 0.5),
            joint("tip7", Some(1), 0.5),
        ],
        primitives: vec![AuthoredPrimitive {
            positions: vec![Vec3::X, Vec3::Y, Vec3::Z],
            triangles: vec![[0, 1, 2]],
            influences: influences.build(),
            ..AuthoredPrimitive::default()
        }],
        ..Authored::default()
    };
    let bytes = character::write_glb(&authored).unwrap();
    character::open_bytes("chain.glb", &bytes).unwrap()
}

fn frame(position: [f32; 3]) -> RestFrame {
    RestFrame {
        position,
        rotation: Quat::IDENTITY.to_array(),
    }
}

fn every_kind(character: &Character) -> Vec<SkeletonEdit> {
    let key = |name| key(character, name);
    let new = character.next_joint_key();
    vec![
        SkeletonEdit::Add {
            parent: Some(key("low")),
            name: "tail".to_owned(),
            frame: frame([0.1, 0.2, 0.3]),
        },
        SkeletonEdit::Extrude {
            joint: new,
            by: [0.0, 0.0, 0.25],
        },
        SkeletonEdit::Insert {
            child: key("tip7"),
            fraction: 1.0 / 3.0,
        },
        SkeletonEdit::Rename {
            joint: new,
            name: "Schwanz \"ä\"".to_owned(),
        },
        SkeletonEdit::Mirror {
            joints: vec![key("arm.L")],
            sides: ".L/.R".to_owned(),
            plane: None,
            partners: Vec::new(),
        },
        SkeletonEdit::Reparent {
            joints: vec![new + 1],
            parent: None,
        },
        SkeletonEdit::SetRest {
            joint: key("arm.L"),
            frame: frame([0.0, 0.4, 0.1]),
            children_stay: true,
        },
        SkeletonEdit::TakeRest {
            pose: vec![PosedJoint {
                joint: key("arm.L"),
                translation: [0.0, 0.01, 0.0],
                rotation: Quat::from_rotation_x(0.3).to_array(),
                scale: [1.0, 1.2, 1.0],
                shear: [0.1, 0.0, 0.0],
            }],
            own_scale: vec![key("arm.L")],
        },
        SkeletonEdit::Dissolve { joint: key("tip7") },
    ]
}

#[test]
fn a_list_of_edits_can_be_written_down_and_made_again_bit_for_bit() {
    let character = chain();
    let edits = every_kind(&character);
    let made = character.apply_edits(&edits).unwrap();
    let text = ron::ser::to_string_pretty(&edits, ron::ser::PrettyConfig::default()).unwrap();
    assert!(
        text.contains("Extrude(") && text.contains("children_stay: true"),
        "{text}"
    );
    let read: Vec<SkeletonEdit> = ron::from_str(&text).unwrap();
    assert_eq!(read, edits);
    let again = character.apply_edits(&read).unwrap();
    assert_eq!(again, made);
    let names: Vec<&str> = made
        .rig
        .skeleton
        .joints()
        .map(|j| made.rig.skeleton.name(j))
        .collect();
    assert!(
        names.contains(&"Schwanz \"ä\"") && names.contains(&"tail_1") && names.contains(&"arm.R"),
        "{names:?}"
    );
    assert!(names.contains(&"arm_1.L"), "{names:?}");
}

#[test]
fn unknown_fields_are_refused() {
    let error =
        ron::from_str::<SkeletonEdit>("Rename(joint: 1, name: \"a\", more: 2)").unwrap_err();
    assert!(error.to_string().contains("more"), "{error}");
}

fn add(frame: RestFrame) -> SkeletonEdit {
    SkeletonEdit::Add {
        parent: None,
        name: String::new(),
        frame,
    }
}

fn assert_refused(character: &Character, refused: &[(SkeletonEdit, &str)]) {
    for (edit, word) in refused {
        let error = character.apply_edit(edit).unwrap_err().to_string();
        assert!(error.contains(word), "{edit:?}: {error}");
        let has_remedy = [";", ". ", ":"].iter().any(|mark| error.contains(mark));
        assert!(has_remedy && !error.contains('\n'), "{error}");
    }
}

#[test]
fn joints_that_are_not_there_or_in_the_way_are_refused_in_one_sentence() {
    let character = chain();
    let key = |name| key(&character, name);
    let reparent = |joints: &[u32], parent| SkeletonEdit::Reparent {
        joints: joints.to_vec(),
        parent,
    };
    let mirror = |name, sides: &str| SkeletonEdit::Mirror {
        joints: vec![key(name)],
        sides: sides.to_owned(),
        plane: None,
        partners: Vec::new(),
    };
    let insert = |child, fraction| SkeletonEdit::Insert { child, fraction };
    let unknown = SkeletonEdit::Add {
        parent: Some(999),
        name: String::new(),
        frame: frame([0.0; 3]),
    };
    let refused = [
        (SkeletonEdit::Dissolve { joint: 999 }, "key 999"),
        (unknown, "key 999"),
        (insert(key("low"), 0.5), "no child"),
        (insert(key("tip7"), f32::NAN), "fraction"),
        (reparent(&[key("low")], Some(key("tip7"))), "own ancestor"),
        (reparent(&[key("low")], Some(key("low"))), "own ancestor"),
        (reparent(&[], None), "no joint"),
        (mirror("low", ".L/.R"), "has no side"),
        (mirror("arm.L", "L"), "cannot be read"),
    ];
    assert_refused(&character, &refused);
}

#[test]
fn numbers_that_are_none_are_refused_in_one_sentence() {
    let character = chain();
    let low = key(&character, "low");
    let nan = frame([f32::NAN, 0.0, 0.0]);
    let flat = RestFrame {
        rotation: [0.0; 4],
        ..frame([0.0; 3])
    };
    let posed = |scale, rotation| SkeletonEdit::TakeRest {
        pose: vec![PosedJoint {
            joint: low,
            translation: [0.0; 3],
            rotation,
            scale,
            shear: [0.0; 3],
        }],
        own_scale: Vec::new(),
    };
    let unit = Quat::IDENTITY.to_array();
    let far = SkeletonEdit::Extrude {
        joint: low,
        by: [0.0, f32::INFINITY, 0.0],
    };
    let moved = SkeletonEdit::SetRest {
        joint: low,
        frame: nan,
        children_stay: false,
    };
    let refused = [
        (add(nan), "finite"),
        (add(frame([1e30, 0.0, 0.0])), "finite"),
        (add(flat), "rotation"),
        (far, "finite"),
        (moved, "finite"),
        (posed([0.0, 1.0, 1.0], unit), "flat"),
        (posed([f32::NAN, 1.0, 1.0], unit), "finite"),
        (posed([1.0; 3], [0.0; 4]), "rotation"),
    ];
    assert_refused(&character, &refused);
}

#[test]
fn the_last_joint_stays_and_the_skeleton_can_be_full() {
    let one = SkeletonBuilder::new().joint(4, None, "only", Trs::IDENTITY.into_local());
    let mut character = Character::default();
    let rig = Arc::make_mut(&mut character.rig);
    rig.skeleton = one.build().unwrap();
    rig.scale_inheritance = vec![ScaleInheritance::Children];
    let error = character
        .apply_edit(&SkeletonEdit::Dissolve { joint: 4 })
        .unwrap_err();
    assert!(error.to_string().contains("last joint"), "{error}");

    let mut many = SkeletonBuilder::new().joint(0, None, "", Trs::IDENTITY.into_local());
    for key in 1..65_535 {
        many = many.joint(key, Some(0), "", Trs::IDENTITY.into_local());
    }
    Arc::make_mut(&mut character.rig).skeleton = many.build().unwrap();
    let add = SkeletonEdit::Add {
        parent: None,
        name: "more".to_owned(),
        frame: frame([0.0; 3]),
    };
    let error = character.apply_edit(&add).unwrap_err();
    assert!(error.to_string().contains("65535"), "{error}");

    let empty = Character::default();
    let edited = empty.apply_edit(&add).unwrap().character;
    assert_eq!(edited.rig.skeleton.len(), 1);
    assert_eq!(edited.rig.skeleton.name(rig::JointIndex(0)), "more");
    let error = empty
        .apply_edit(&SkeletonEdit::Dissolve { joint: 0 })
        .unwrap_err();
    assert!(
        error.to_string().contains("no joint with the key"),
        "{error}"
    );
}

#[test]
fn weights_of_a_dissolved_joint_go_to_its_parent_and_the_report_says_so() {
    let character = chain();
    let edited = character
        .apply_edit(&SkeletonEdit::Dissolve {
            joint: key(&character, "arm.L"),
        })
        .unwrap();
    let now = &edited.character;
    assert_eq!(
        edited.report.sentences(),
        ["The weights of arm.L went to low in 2 vertices."]
    );
    let bind = &now.rig.binds[0];
    assert_eq!(bind.len(), 2);
    let influences = now.meshes[0].primitives[0].influences.as_ref().unwrap();
    let names = |vertex| {
        let InfluenceRow { joints, weights } = influences.row(vertex);
        let name = |&place: &JointSlot| {
            now.rig
                .skeleton
                .name(bind.joints()[usize::from(place)])
                .to_owned()
        };
        joints
            .iter()
            .map(name)
            .zip(weights.iter().copied())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(1), [("low".to_owned(), 1.0)]);
    assert_eq!(
        names(2),
        [("low".to_owned(), 0.5), ("tip7".to_owned(), 0.5)]
    );
    let root = character
        .apply_edit(&SkeletonEdit::Dissolve {
            joint: key(&character, "low"),
        })
        .unwrap();
    assert_eq!(
        root.report.sentences(),
        ["The weights of low went to arm.L in 2 vertices."]
    );
}

#[test]
fn tracks_of_a_dissolved_joint_are_dropped_and_counted() {
    let character = biped();
    let moved = character.clips[0].tracks()[0].joint;
    let joint = character.rig.skeleton.key(moved);
    let edited = character
        .apply_edit(&SkeletonEdit::Dissolve { joint })
        .unwrap();
    assert!(!edited.report.tracks.is_empty());
    assert_eq!(edited.moved[moved.index()], None);
    assert!(
        edited
            .report
            .sentences()
            .iter()
            .any(|sentence| sentence.starts_with("Dropped: "))
    );
}

#[test]
fn a_new_joint_can_be_painted_and_moves_vertices_as_its_parent_until_it_moves() {
    let character = chain();
    let edit = SkeletonEdit::Extrude {
        joint: key(&character, "tip7"),
        by: [0.0, 0.5, 0.0],
    };
    let edited = character.apply_edit(&edit).unwrap();
    let (now, joint) = (&edited.character, edited.added[0]);
    assert_eq!(now.rig.skeleton.name(joint), "tip8");
    let bind = &now.rig.binds[0];
    assert_eq!(bind.slot_of(joint), Some(JointSlot(3)));
    let influences = now.meshes[0].primitives[0].influences.as_ref().unwrap();
    assert_eq!(influences.joint_count(), 4);
    assert!(
        influences
            .rows()
            .all(|InfluenceRow { joints, .. }| !joints.contains(&JointSlot(3)))
    );
}

#[test]
fn the_missing_side_is_made_under_the_partners_of_parents() {
    let mut character = chain();
    let rename = SkeletonEdit::Rename {
        joint: key(&character, "tip7"),
        name: "hand.L".to_owned(),
    };
    character = character.apply_edit(&rename).unwrap().character;
    let both = vec![
        key(&character, "hand.L"),
        key(&character, "arm.L"),
        key(&character, "low"),
    ];
    let set = SkeletonEdit::SetRest {
        joint: key(&character, "arm.L"),
        frame: RestFrame::new(Rigid::new(
            Quat::from_rotation_z(0.5),
            Vec3::new(0.3, 0.5, 0.0),
        )),
        children_stay: false,
    };
    character = character.apply_edit(&set).unwrap().character;
    let mirror = SkeletonEdit::Mirror {
        joints: both,
        sides: ".L/.R".to_owned(),
        plane: None,
        partners: Vec::new(),
    };
    let edited = character.apply_edit(&mirror).unwrap();
    let skeleton = &edited.character.rig.skeleton;
    let (arm, hand) = (
        skeleton.find("arm.R").unwrap(),
        skeleton.find("hand.R").unwrap(),
    );
    assert_eq!(skeleton.parent(hand), Some(arm));
    assert_eq!(skeleton.parent(arm), skeleton.find("low"));
    for (left, right) in [("arm.L", "arm.R"), ("hand.L", "hand.R")] {
        let [left, right] =
            [left, right].map(|name| skeleton.rest_model_from_joint(skeleton.find(name).unwrap()));
        let image = left.translation * Vec3::new(-1.0, 1.0, 1.0);
        assert!(
            image.abs_diff_eq(right.translation, 1e-6),
            "{image} {}",
            right.translation
        );
        let up = left.rotation * Vec3::Y * Vec3::new(-1.0, 1.0, 1.0);
        assert!(up.abs_diff_eq(right.rotation * Vec3::Y, 1e-6));
    }
    assert_eq!(edited.report.passed_over.len(), 1);
    let again = edited
        .character
        .apply_edit(&mirror)
        .unwrap_err()
        .to_string();
    assert!(again.contains("arm.R already"), "{again}");
}

/// As projects have it that were saved before there were planes.
#[test]
fn a_mirror_without_a_plane_is_read_and_written_as_ever() {
    let edit = SkeletonEdit::Mirror {
        joints: vec![7],
        sides: ".L/.R".to_owned(),
        plane: None,
        partners: Vec::new(),
    };
    let text = "Mirror(joints: [7], sides: \".L/.R\")";
    let close = |text: &str| text.replace([' ', ','], "");
    assert_eq!(close(&ron::to_string(&edit).unwrap()), close(text));
    assert_eq!(ron::from_str::<SkeletonEdit>(text).unwrap(), edit);
}

/// Over any plane the axes y and z of the partner are the images of the joint's, and an edit without a plane is one over x = 0.
#[test]
fn joints_are_mirrored_over_any_plane() {
    let character = chain();
    let arm = key(&character, "arm.L");
    let turn = Quat::from_rotation_z(0.5) * Quat::from_rotation_x(0.3);
    let set = SkeletonEdit::SetRest {
        joint: arm,
        frame: RestFrame::new(Rigid::new(turn, Vec3::new(0.3, 0.5, -0.4))),
        children_stay: false,
    };
    let character = character.apply_edit(&set).unwrap().character;
    let mirror = |plane| SkeletonEdit::Mirror {
        joints: vec![arm],
        sides: ".L/.R".to_owned(),
        plane,
        partners: Vec::new(),
    };
    let over = |plane| {
        let edited = character.apply_edit(&mirror(plane))?;
        let skeleton = &edited.character.rig.skeleton;
        let joints = ["arm.L", "arm.R"].map(|name| skeleton.find(name).unwrap());
        let frames = joints.map(|joint| skeleton.rest_model_from_joint(joint));
        Ok::<[Rigid; 2], character::EditError>(frames)
    };
    let slanted = Vec3::new(0.6, 0.0, 0.8);
    let planes = [
        (Vec3::X, 0.0),
        (Vec3::X, 0.2),
        (Vec3::Z, 0.1),
        (Vec3::NEG_Y, -1.0),
        (slanted, 0.3),
    ];
    for (normal, offset) in planes {
        let plane = MirrorPlane {
            normal: normal.to_array(),
            offset,
        };
        let text = ron::to_string(&mirror(Some(plane))).unwrap();
        let read: SkeletonEdit = ron::from_str(&text).unwrap();
        assert_eq!(read, mirror(Some(plane)), "{text}");
        let [left, right] = over(Some(plane)).unwrap();
        let image = |way: Vec3| way - normal * (2.0 * normal.dot(way));
        let place = image(left.translation) + normal * (2.0 * offset);
        assert!(
            place.abs_diff_eq(right.translation, 1e-5),
            "{normal} {offset}"
        );
        for axis in [Vec3::Y, Vec3::Z] {
            let seen = image(left.rotation * axis);
            assert!(seen.abs_diff_eq(right.rotation * axis, 1e-5), "{normal}");
        }
    }
    let usual = MirrorPlane {
        normal: [1.0, 0.0, 0.0],
        offset: 0.0,
    };
    assert_eq!(over(None).unwrap(), over(Some(usual)).unwrap());
    for (normal, offset) in [([0.0; 3], 0.0), ([1.0, 0.0, 0.0], f32::NAN)] {
        let refused = over(Some(MirrorPlane { normal, offset }));
        assert!(refused.unwrap_err().to_string().contains("plane"));
    }
}

#[test]
fn a_mesh_s_node_is_not_dissolved() {
    let character = chain();
    let node = character.instances[0].node;
    let edit = SkeletonEdit::Dissolve {
        joint: character.rig.skeleton.key(node),
    };
    let error = character.apply_edit(&edit).unwrap_err().to_string();
    assert!(error.contains("mesh"), "{error}");
}

#[test]
fn morph_targets_go_along_when_a_pose_is_taken_as_rest() {
    let character = chain();
    let mut pose = Pose::rest(&character.rig.skeleton);
    let joint = character.rig.skeleton.find("low").unwrap();
    pose.rigid[joint.index()].rotation = Quat::from_rotation_z(core::f32::consts::FRAC_PI_2);
    let mut character = character;
    character.meshes[0].primitives[0].morph_targets = vec![character::MorphTarget {
        positions: [Vec3::X; 3].into(),
        ..character::MorphTarget::default()
    }];
    let edit =
        SkeletonEdit::take_rest(&character, &pose, &character.rig.scale_inheritance).unwrap();
    let edited = character.apply_edit(&edit).unwrap().character;
    let primitive = &edited.meshes[0].primitives[0];
    assert!(primitive.positions[0].abs_diff_eq(Vec3::Y, 1e-6));
    for displacement in primitive.morph_targets[0].positions.iter() {
        assert!(displacement.abs_diff_eq(Vec3::Y, 1e-6), "{displacement}");
    }
}

trait IntoLocal {
    fn into_local(self) -> rig::LocalTransform;
}

impl IntoLocal for Trs {
    fn into_local(self) -> rig::LocalTransform {
        rig::LocalTransform::Trs(self)
    }
}

/// A snapshot is a clone, and there may be hundreds.
#[test]
fn a_clone_shares_what_is_large() {
    let character = chain();
    let clone = character.clone();
    let [before, after] = [&character, &clone].map(|of| &of.meshes[0].primitives[0]);
    assert!(Arc::ptr_eq(&before.positions, &after.positions));
    assert!(Arc::ptr_eq(&before.normals, &after.normals));
    assert!(Arc::ptr_eq(&before.triangles, &after.triangles));
    assert!(Arc::ptr_eq(&character.clips, &clone.clips));
    assert!(Arc::ptr_eq(&character.rig, &clone.rig));
    assert!(Arc::ptr_eq(&character.source, &clone.source));
    let rows = before.influences.as_ref().zip(after.influences.as_ref());
    assert_eq!(
        rows.map(|(before, after)| before.bytes_beside(after)),
        Some(0)
    );
}

#[test]
fn several_rests_are_set_at_once_and_what_is_not_named_follows_or_stays() {
    let character = biped();
    let skeleton = &character.rig.skeleton;
    let rest = |character: &Character, name: &str| {
        let skeleton = &character.rig.skeleton;
        skeleton.rest_model_from_joint(skeleton.find(name).unwrap())
    };
    let up = |name: &str| {
        let frame = rest(&character, name);
        let moved = Rigid::new(frame.rotation, frame.translation + Vec3::Y);
        let joint = skeleton.find(name).unwrap();
        (skeleton.key(joint), RestFrame::new(moved))
    };
    for children_stay in [false, true] {
        let edit = SkeletonEdit::SetRests {
            joints: vec![up("upper_arm.L"), up("hand.L"), up("upper_arm.R")],
            children_stay,
        };
        let edited = character.apply_edit(&edit).unwrap().character;
        let by = |name: &str| rest(&edited, name).translation - rest(&character, name).translation;
        for name in ["upper_arm.L", "hand.L", "upper_arm.R"] {
            assert!(by(name).abs_diff_eq(Vec3::Y, 1e-5), "{name}");
        }
        let expected = if children_stay { Vec3::ZERO } else { Vec3::Y };
        for name in ["forearm.L", "forearm.R"] {
            assert!(by(name).abs_diff_eq(expected, 1e-5), "{name}");
        }
    }
    let none = SkeletonEdit::SetRests {
        joints: Vec::new(),
        children_stay: false,
    };
    assert!(character.apply_edit(&none).is_err());
}
