//! Characters of our own: what is written is what is read.

use character::{
    Authored, AuthoredClip, AuthoredJoint, AuthoredMaterial, AuthoredPrimitive, open_bytes,
    write_glb,
};
use glam::{Quat, Vec2, Vec3, Vec4};
use rig::{
    Channel, InfluencesBuilder, Interpolation, JointIndex, JointTrack, MAX_JOINTS, Track, Trs,
};

/// Two joints, two primitives (one with more than four influences a vertex), three tracks.
fn authored() -> Authored {
    let joint = |name: &str, parent, translation| AuthoredJoint {
        name: name.to_owned(),
        parent,
        local: Trs {
            translation,
            rotation: Quat::from_rotation_z(0.3),
            scale: Vec3::ONE,
        },
    };
    Authored {
        name: "pair".to_owned(),
        joints: vec![
            joint("root", None, Vec3::ZERO),
            joint("tip", Some(0), Vec3::new(0.0, 1.1, 0.0)),
        ],
        primitives: vec![
            primitive(3, Some(0)),
            AuthoredPrimitive {
                normals: Vec::new(),
                tex_coords: Vec::new(),
                ..primitive(4, None)
            },
        ],
        materials: vec![AuthoredMaterial {
            name: "skin".to_owned(),
            base_color: Vec4::new(0.8, 0.4, 0.1, 1.0),
            double_sided: true,
        }],
        clips: vec![clip()],
    }
}

/// A linear, a cubic and a step track.
fn clip() -> AuthoredClip {
    let track = |joint, channel| JointTrack {
        joint: JointIndex(joint),
        channel,
    };
    let rotations = vec![Quat::IDENTITY, Quat::from_xyzw(0.0, 0.0, 0.6, 0.8)];
    let cubic = vec![
        Vec3::ZERO,
        Vec3::X,
        Vec3::Y,
        Vec3::Z,
        Vec3::ONE,
        Vec3::NEG_X,
    ];
    let rotation = Track::new(vec![0.0, 1.25], rotations, Interpolation::Linear).unwrap();
    let translation = Track::new(vec![0.5, 0.75], cubic, Interpolation::CubicSpline).unwrap();
    let scale = Track::new(vec![0.1], vec![Vec3::splat(2.0)], Interpolation::Step).unwrap();
    AuthoredClip {
        name: "bend".to_owned(),
        tracks: vec![
            track(1, Channel::Rotation(rotation)),
            track(0, Channel::Translation(translation)),
            track(0, Channel::Scale(scale)),
        ],
    }
}

fn primitive(n_vertices: u16, material: Option<usize>) -> AuthoredPrimitive {
    let mut influences = InfluencesBuilder::new(2);
    for vertex in 0..n_vertices {
        influences
            .vertex([
                (1, f32::from(vertex) * 0.25),
                (0, 1.0 - f32::from(vertex) * 0.25),
            ])
            .unwrap();
    }
    let vertices = 0..n_vertices;
    AuthoredPrimitive {
        positions: vertices
            .clone()
            .map(|i| Vec3::new(f32::from(i), f32::from(i * i), 0.1))
            .collect(),
        normals: vec![Vec3::Z; usize::from(n_vertices)],
        tex_coords: vertices.map(|i| Vec2::splat(f32::from(i) * 0.3)).collect(),
        triangles: vec![[0, 1, 2]],
        influences: influences.build(),
        material,
    }
}

#[test]
fn round_trip() {
    let authored = authored();
    let character = open_bytes("pair.glb", &write_glb(&authored).unwrap()).unwrap();
    assert_eq!(character.warnings, []);
    let skeleton = &character.rig.skeleton;
    for (node, joint) in authored.joints.iter().enumerate() {
        let found = character.joint_of_node(node).unwrap();
        assert_eq!(skeleton.name(found), joint.name);
        assert_eq!(
            skeleton.local(found).to_trs().translation,
            joint.local.translation
        );
        assert!(
            skeleton
                .local(found)
                .to_trs()
                .rotation
                .abs_diff_eq(joint.local.rotation, 1e-7)
        );
    }
    for (written, read) in authored
        .primitives
        .iter()
        .zip(&character.meshes[0].primitives)
    {
        assert_eq!(read.positions[..], written.positions[..]);
        assert_eq!(read.tex_coords[..], written.tex_coords[..]);
        assert_eq!(read.triangles[..], written.triangles[..]);
        assert_eq!(read.influences.as_ref(), Some(&written.influences));
        assert_eq!(read.normals_given, !written.normals.is_empty());
        assert_eq!(read.material, written.material);
        assert!(written.normals.is_empty() || read.normals[..] == written.normals[..]);
    }
    let mut tracks = authored.clips[0].tracks.clone();
    tracks.sort_by_key(JointTrack::target);
    assert_eq!(character.clips[0].tracks(), tracks);
    assert_eq!(character.clips[0].duration(), 1.25);
    assert_eq!(character.clips[0].name(), Some("bend"));
    assert_eq!(
        character.materials[0].base_color,
        authored.materials[0].base_color
    );
    assert!(character.materials[0].double_sided);
    crate::skinning::assert_finite("pair", &character);
}

#[test]
fn bind_is_rest() {
    let character = open_bytes("pair.glb", &write_glb(&authored()).unwrap()).unwrap();
    let user = character.file_pose().user_transforms();
    let posed = rig::forward(
        &character.rig.skeleton,
        &user,
        &character.rig.scale_inheritance,
    )
    .unwrap();
    for matrix in rig::PosedSkin::new(&posed, &character.rig.binds[0])
        .unwrap()
        .posed_from_bind()
    {
        assert!(
            matrix.abs_diff_eq(glam::Affine3A::IDENTITY, 1e-6),
            "{matrix}"
        );
    }
}

#[test]
fn more_than_four_influences() {
    let joint = |parent| AuthoredJoint {
        parent,
        ..AuthoredJoint::default()
    };
    let mut influences = InfluencesBuilder::new(300);
    for _ in 0..3 {
        influences
            .vertex((0..6).map(|i| (i * 50 + 49, if i < 4 { 0.125 } else { 0.25 })))
            .unwrap();
    }
    let joints = (0..300).map(|i: usize| joint(i.checked_sub(1))).collect();
    let influences = influences.build();
    let primitives = vec![AuthoredPrimitive {
        influences: influences.clone(),
        ..primitive(3, None)
    }];
    let authored = Authored {
        joints,
        primitives,
        ..Authored::default()
    };
    let character = open_bytes("many.glb", &write_glb(&authored).unwrap()).unwrap();
    assert_eq!(
        character.meshes[0].primitives[0].influences,
        Some(influences)
    );
}

#[test]
fn same_input_same_bytes() {
    assert_eq!(
        write_glb(&authored()).unwrap(),
        write_glb(&authored()).unwrap()
    );
}

#[test]
fn bad_input_is_refused() {
    type Change = fn(&mut Authored);
    let faults: [(Change, &str); 12] = [
        (|a| a.joints.clear(), "primitive 0 names joint 1 of 0"),
        (
            |a| {
                a.primitives.clear();
                a.joints.clear();
            },
            "the character has no primitives and no joints",
        ),
        (
            |a| a.primitives[0].triangles.clear(),
            "the character has no triangles",
        ),
        (
            |a| a.joints[0].parent = Some(1),
            "joint 0 has the parent 1, which is not before it",
        ),
        (
            |a| a.primitives[0].material = Some(1),
            "primitive 0 names material 1 of 1",
        ),
        (
            |a| a.primitives[0].triangles[0][1] = 3,
            "primitive 0 names vertex 3 of 3",
        ),
        (
            |a| a.clips[0].tracks[0].joint = JointIndex(2),
            "clip 0 names joint 2 of 2",
        ),
        (|a| a.clips[0].tracks.clear(), "clip 0 has no tracks"),
        (
            |a| a.primitives[0].normals.truncate(1),
            "primitive 0 has 1 normals for 3 positions",
        ),
        (
            |a| a.primitives[0].positions[0].x = f32::NAN,
            "primitive 0 has a number that is not finite",
        ),
        (
            |a| a.materials[0].base_color.x = f32::INFINITY,
            "material 0 has a number that is not finite",
        ),
        // The node of the mesh is a joint, too, when the file is opened.
        (
            |a| a.joints.resize(MAX_JOINTS, AuthoredJoint::default()),
            "the character has 65535 joints; at most 65534 are possible",
        ),
    ];
    for (change, sentence) in faults {
        let mut authored = authored();
        change(&mut authored);
        assert_eq!(write_glb(&authored).unwrap_err().to_string(), sentence);
    }
}
