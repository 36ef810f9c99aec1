//! Projects as text and back, and what is said of those that are wrong.

use std::path::Path;
use std::sync::Arc;

use character::{Character, SkeletonEdit, WeightEdit};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use rig::{ByMap, JointIndex, Rigid, ScaleInheritance, Stretch};
use scene::corrective_smooth::CorrectiveSmooth;
use scene::view::camera::Camera;
use session::commands::actions::{Action, SkeletonAction};
use session::commands::command::{Command, Intent};
use session::document::Document;
use session::document::channel::{Channel, JointField};
use session::files::builtin;
use session::state::opening::load::load;
use session::state::posing::command::PoseIntent;
use session::state::projects::{
    CameraPlace, ClipMoment, Fingerprint, PaintedShape, Project, Recovery, SourceName,
    StoredInheritance, absolute, hash_of, is_project, project_name_for, read, restore_project,
    source_from, work_of, write,
};
use whole_file::Files;

use crate::support::work::Work;

fn character(name: &str) -> Arc<Character> {
    Arc::new(builtin::find(name).unwrap().open().unwrap())
}

fn numbers() -> impl Strategy<Value = Vec3> {
    let number = prop_oneof![
        -2.0..2.0_f32,
        Just(0.0_f32),
        Just(1.0_f32),
        -1e9..1e9_f32,
        -1e-9..1e-9_f32
    ];
    [number.clone(), number.clone(), number].prop_map(Vec3::from_array)
}

fn rotations() -> impl Strategy<Value = Quat> {
    let any = [-1.0..1.0_f32, -1.0..1.0, -1.0..1.0, -1.0..1.0_f32];
    let any = any.prop_filter_map("no direction", |numbers| {
        let quat = Quat::from_array(numbers);
        (quat.length() > 0.1).then(|| quat.normalize())
    });
    let typed = [-180..180_i16, -180..180_i16, -180..180_i16].prop_map(|degrees| {
        let [x, y, z] = degrees.map(|angle| f32::from(angle).to_radians());
        Quat::from_euler(glam::EulerRot::ZYX, z, y, x).normalize()
    });
    prop_oneof![any, typed]
}

type Edit = (usize, Quat, Vec3, Vec3, Vec3, bool);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let edit = (
        0..200_usize,
        rotations(),
        numbers(),
        numbers(),
        numbers(),
        any::<bool>(),
    );
    proptest::collection::vec(edit, 0..12)
}

fn edited(character: &Arc<Character>, edits: &[Edit], weights: &[f32]) -> Document {
    let mut document = Document::new(Arc::clone(character));
    let pose = Arc::make_mut(&mut document.pose);
    let mut scale_inheritance = document.scale_inheritance.to_vec();
    for &(joint, rotation, translation, scale, shear, alone) in edits {
        let joint = joint % pose.len();
        pose.rigid[joint] = Rigid::new(rotation, translation);
        pose.stretch[joint] = Stretch { scale, shear };
        scale_inheritance[joint] = if alone {
            ScaleInheritance::Joint
        } else {
            ScaleInheritance::Children
        };
    }
    for (to, from) in pose.morph_weights.iter_mut().zip(weights) {
        *to = *from;
    }
    document.scale_inheritance = scale_inheritance.into();
    document
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// What was saved comes back bit by bit.
    #[test]
    fn the_work_comes_back(edits in edits(), weights in proptest::collection::vec(-2.0..2.0_f32, 8)) {
        for name in ["arm", "biped"] {
            let character = character(name);
            let document = edited(&character, &edits, &weights);
            let mut project = work_of(&document);
            project.source = SourceName::new(format!("builtin:{name}"), None);
            let text = write(&project).unwrap();
            let again = read(text.as_bytes()).unwrap();
            prop_assert_eq!(&again, &project, "{}", text);
            let back = restore_project(&character, &again);
            prop_assert_eq!(back.problems, Vec::<String>::new());
            prop_assert!(back.document.is_same_work(&document), "{}", text);
        }
    }

    #[test]
    fn cameras_come_back(yaw in -7.0..7.0_f32, pitch in -1.6..1.6_f32, distance in 1e-3..1e4_f32, target in numbers()) {
        let camera = Camera { target: target.clamp_length_max(1e8), yaw, pitch, distance, ..Camera::default() };
        let mut project = Project::default();
        project.sight.camera = Some(CameraPlace::of(&camera));
        project.sight.own_cameras = vec![None, Some(CameraPlace::of(&camera))];
        let again = read(write(&project).unwrap().as_bytes()).unwrap();
        prop_assert_eq!(again.sight.camera.unwrap().camera(&Camera::default()), camera);
        prop_assert_eq!(again.sight.own_cameras, project.sight.own_cameras);
    }

    /// Whatever is done to a text, it is read or refused; nothing stops the program.
    #[test]
    fn damaged_files_are_refused_with_a_place(at in 0..2000_usize, byte in any::<u8>(), cut in any::<bool>()) {
        let document = edited(&character("arm"), &[(1, Quat::IDENTITY, Vec3::X, Vec3::ONE, Vec3::ZERO, true)], &[]);
        let mut bytes = write(&work_of(&document)).unwrap().into_bytes();
        let at = at % bytes.len();
        if cut { bytes.truncate(at) } else { bytes[at] = byte }
        match read(&bytes) {
            Ok(project) => drop(restore_project(&document.character, &project)),
            Err(fault) => prop_assert!(fault.line >= 1 && fault.column >= 1),
        }
    }
}

#[test]
fn all_that_is_seen_is_kept() {
    let text = r#"(
        version: 1,
        source: (file: "builtin:arm"),
        sight: (
            camera: (target: (0, 1, 0.5), yaw: 35.5, pitch: -10, distance: 4.5, view_angle: 30),
            panes: [(method: "linear", twist: true, smooth: (iterations: 20, pins_border: false)), (method: "two-phase", signs: "largest", normals: facets, reach: joint)],
            active: 1, layout: wipe, wipe: 0.3, ghost: 0.7, pinned_range: 0.01,
            mode: weights, shading: world_normals, bones: (sticks: true, names: true),
            heatmap: true, grid: false, wireframe: true, rest: true,
            clip: (clip: 0, name: "bend", time: 0.5), speed: 2,
            hidden: ["hand"], locked: ["forearm"], limb_ends: {"hand": true}, selected: ["upper_arm"],
        ),
    )"#;
    let project = read(text.as_bytes()).unwrap();
    assert_eq!(project.sight.panes.len(), 2);
    let smooth = project.sight.panes[0].smooth.unwrap();
    let usual = CorrectiveSmooth::default();
    assert_eq!((smooth.iterations, smooth.factor), (20, usual.factor));
    assert_eq!(project.sight.panes[1].smooth, None);
    assert_eq!(
        [0, 1].map(|pane| project.sight.panes[pane].twist),
        [true, false]
    );
    assert_eq!(project.sight.limb_ends.get("hand"), Some(&true));
    let again = read(write(&project).unwrap().as_bytes()).unwrap();
    assert_eq!(again, project);
    // What playback did at the end of clips, as projects had it before clips said it themselves.
    let older = text.replace("speed: 2,", "looping: false, ping_pong: true, speed: 2,");
    assert_eq!(read(older.as_bytes()).unwrap().sight.speed, 2.0);
    let recovery = Recovery::now("arm".to_owned(), project);
    let text = recovery.to_text().unwrap();
    assert_eq!(Recovery::from_text(text.as_bytes()).unwrap(), recovery);
}

#[test]
fn edits_of_the_skeleton_come_back() {
    let character = character("arm");
    let skeleton = &character.rig.skeleton;
    let joint = skeleton.key(skeleton.find("forearm").unwrap());
    let named = SkeletonEdit::Rename {
        joint,
        name: "lower".to_owned(),
    };
    let longer = SkeletonEdit::Extrude {
        joint,
        by: [0.1, 0.0, 0.0],
    };
    let mut document = Document::new(Arc::clone(&character));
    for edit in [named, longer] {
        document = document.with_skeleton_edit(&edit).unwrap().0;
    }
    let last = document.pose.len() - 1;
    Arc::make_mut(&mut document.pose).rigid[last].translation = Vec3::X;
    let text = write(&work_of(&document)).unwrap();
    let project = read(text.as_bytes()).unwrap();
    let back = restore_project(&character, &project);
    assert_eq!(back.problems, Vec::<String>::new(), "{text}");
    assert!(back.document.is_same_work(&document), "{text}");
    assert!(!back.document.is_same_work(&Document::new(character)));
    assert_eq!(
        back.document.character.rig.skeleton,
        document.character.rig.skeleton
    );
}

/// A pose that was taken as rest is no pose any more: opened again, it must not come back as its opposite.
#[test]
fn a_pose_taken_as_rest_stays_rest() {
    let mut work = Work::on("builtin:arm");
    let joint = JointIndex(1);
    let turned = Quat::from_rotation_z(0.7);
    let intent = Intent::Pose(PoseIntent::SetRotation(joint, turned));
    work.send(Command::Intent(intent));
    work.run(Action::Skeleton(SkeletonAction::TakePoseAsRest));
    let document = &work.document;
    assert_eq!(document.journal.edits().len(), 1);
    let text = write(&work_of(document)).unwrap();
    let again = restore_project(&document.original, &read(text.as_bytes()).unwrap());
    assert_eq!(again.problems, Vec::<String>::new());
    assert!(again.document.is_same_work(document), "{text}");
}

/// Whatever is typed, dragged or scaled: a project holds no number that it would not take back.
#[test]
fn numbers_beyond_what_projects_hold_are_limited() {
    let mut work = Work::on("builtin:arm");
    for channel in Channel::ALL {
        let field = JointField {
            joint: JointIndex(1),
            channel,
            axis: 1,
        };
        let (value, dragging) = (-f32::MAX, false);
        let intent = Intent::Pose(PoseIntent::SetField {
            field,
            value,
            dragging,
        });
        work.send(Command::Intent(intent));
    }
    let text = write(&work_of(&work.document)).unwrap();
    let again = restore_project(&work.document.original, &read(text.as_bytes()).unwrap());
    assert_eq!(again.problems, Vec::<String>::new());
    assert!(again.document.is_same_work(&work.document), "{text}");
}

#[test]
fn the_text_is_made_for_people() {
    let character = character("arm");
    let joint = character.rig.skeleton.joints().nth(1).unwrap();
    let name = character.rig.skeleton.name(joint).to_owned();
    let mut document = Document::new(character);
    let pose = Arc::make_mut(&mut document.pose);
    let turned = session::text::euler::single::rotation(Vec3::new(0.0, 0.0, 45.0));
    pose.rigid[joint.index()].rotation = turned;
    pose.stretch[joint.index()].shear = Vec3::new(0.25, 0.0, 0.0);
    let text = write(&work_of(&document)).unwrap();
    assert!(text.starts_with("// A project of Dualskin"), "{text}");
    let line = format!("\"{name}\": (rotation: (0.0, 0.0, 45.0), shear: (0.25, 0.0, 0.0))");
    let spaceless = |text: &str| text.replace(' ', "");
    assert!(spaceless(&text).contains(&spaceless(&line)), "{text}");
}

/// What cannot be understood, where it stands, and words of what is said.
#[test]
fn what_cannot_be_understood_is_refused_with_its_place() {
    let table: [(&str, (usize, usize), &str); 9] = [
        ("", (1, 1), ""),
        ("(version: 1,\n source: (file: \"x\"", (2, 0), ""),
        (
            "(version: 7, source: (file: \"x\"), new_field: 3)",
            (1, 11),
            "version 7",
        ),
        ("(version: 0, source: (file: \"x\"))", (1, 11), "version 0"),
        (
            "(\n version: 1,\n source: (file: \"x\"),\n poes: {},\n)",
            (4, 0),
            "poes",
        ),
        ("(\n version: 1,\n source: (file: 3),\n)", (3, 0), ""),
        (
            "(\n version: 1,\n source: (file: \"x\"),\n sight: (layout: sideways),\n)",
            (4, 0),
            "sideways",
        ),
        (
            "(\n version: 1,\n source: (file: \"x\"),\n pose: {\n \"a\": (), \"a\": () },\n)",
            (5, 0),
            "second time",
        ),
        (
            "(\n version: 1,\n source: (file: \"x\"),\n sight: (panes: [(method: \"magic\")]),\n)",
            (4, 0),
            "magic",
        ),
    ];
    for (text, (line, column), words) in table {
        let fault = read(text.as_bytes()).unwrap_err();
        assert_eq!(fault.line, line, "{text}: {fault}");
        assert!(column == 0 || fault.column == column, "{text}: {fault}");
        assert!(fault.what.contains(words), "{text}: {fault}");
    }
    let fault = read(b"(version: 1,\n \xff").unwrap_err();
    assert_eq!((fault.line, fault.column), (2, 2));
    let newer = read(b"(version: 1, source: (file: \"x\"), shiny: 1)").unwrap_err();
    assert!(newer.what.contains("newer Dualskin"), "{newer}");
}

#[test]
fn what_does_not_fit_is_reported_and_the_rest_is_done() {
    let character = character("arm");
    let names: Vec<String> = character
        .rig
        .skeleton
        .joints()
        .map(|joint| character.rig.skeleton.name(joint).to_owned())
        .collect();
    let (first, second) = (&names[0], &names[1]);
    let text = format!(
        r#"(version: 1, source: (file: "builtin:arm"), pose: {{
            "{first}": (translation: (NaN, 0, 0), scale: (2, 2, 2)),
            "{second}": (translation: (1e30, 0, 0), quaternion: (0, 0, 0, 0), shear: (0.5, 0, 0)),
            "tail": (scale: (3, 3, 3)),
        }}, morphs: {{ "{first}": [1, 2] }}, reach: {{ "wing": joint, "{second}": joint }},
        sight: (hidden: ["fin", "{second}"], clip: (clip: 99, name: "no such", time: 1)))"#
    );
    let project = read(text.as_bytes()).unwrap();
    let back = restore_project(&character, &project);
    let pose = &back.document.pose;
    assert_eq!(pose.stretch[0].scale, Vec3::splat(2.0));
    assert_eq!(pose.stretch[1].shear, Vec3::new(0.5, 0.0, 0.0));
    assert_eq!(pose.rigid[0], Rigid::IDENTITY);
    assert_eq!(pose.rigid[1], Rigid::IDENTITY);
    assert_eq!(back.document.scale_inheritance[1], ScaleInheritance::Joint);
    assert_eq!(back.hidden.len(), 1);
    let messages = back.problems.join("\n");
    for words in [
        "tail",
        "NaN",
        "1000000000000000000000000000000",
        "quaternion",
        "wing",
        "fin",
        "no such",
        "morph",
    ] {
        assert!(messages.contains(words), "{words}: {messages}");
    }
    assert_eq!(back.problems.len(), 8, "{messages}");
    assert_eq!(project.scale_inheritance[0].1, StoredInheritance::Joint);
    let clip = ClipMoment {
        clip: 0,
        name: None,
        time: f32::NAN,
    };
    assert!(
        read(
            write(&Project {
                sight: session::state::projects::Sight {
                    clip: Some(clip),
                    ..Default::default()
                },
                ..Project::default()
            })
            .unwrap()
            .as_bytes()
        )
        .is_ok()
    );
}

#[test]
fn sources_are_named_from_the_project() {
    if !cfg!(unix) {
        return;
    }
    let named =
        |folder: &str, source: &str| source_from(Path::new(folder), source, &Files::default());
    assert_eq!(named("/a/b", "/a/b/c.glb"), "c.glb");
    assert_eq!(named("/a/b", "/a/models/c.glb"), "../models/c.glb");
    assert_eq!(named("/a/b/c/d/e", "/a/c.glb"), "/a/c.glb", "too far");
    assert_eq!(named("/a/b", "/z/c.glb"), "/z/c.glb", "another tree");
    assert_eq!(named("/a/b", "builtin:arm"), "builtin:arm");
    // From where the program was started, which is the folder of a bare name. The folders of this crate are there.
    for (folder, source, name) in [
        ("", "c.glb", "c.glb"),
        ("", "./c.glb", "c.glb"),
        (".", "c.glb", "c.glb"),
        ("", "src/c.glb", "src/c.glb"),
        ("src", "c.glb", "../c.glb"),
        ("./src", "./tests/c.glb", "../tests/c.glb"),
        ("src/../tests", "Cargo.toml", "../Cargo.toml"),
        ("src/..", "Cargo.toml", "Cargo.toml"),
        ("", "src/../Cargo.toml", "Cargo.toml"),
    ] {
        assert_eq!(named(folder, source), name, "{source} from “{folder}”");
    }
    assert_eq!(
        absolute(Path::new("/a/b"), "../models/c.glb"),
        "/a/models/c.glb"
    );
    assert_eq!(absolute(Path::new("/a/b"), "/z/c.glb"), "/z/c.glb");
    assert_eq!(absolute(Path::new("/a/b"), "builtin:arm"), "builtin:arm");
    assert!(is_project("x/y.dualskin") && is_project("Y.DUALSKIN") && !is_project("y.glb"));
    assert_eq!(project_name_for("/a/c.glb"), Path::new("/a/c.dualskin"));
    assert_eq!(project_name_for("builtin:arm"), Path::new("arm.dualskin"));
}

#[test]
fn another_content_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.glb");
    let source = path.to_str().unwrap();
    let mut bytes = vec![7_u8; (1 << 20) + 13];
    whole_file::write_whole(&path, &bytes).unwrap();
    let first = Fingerprint::of(source, &Files::default()).unwrap();
    assert_eq!(first.hash, hash_of(&bytes));
    let name = SourceName::new("x.glb".to_owned(), Some(first));
    assert!(!name.has_changed(Some(first)));
    bytes[(1 << 20) + 5] ^= 1;
    whole_file::write_whole(&path, &bytes).unwrap();
    assert!(name.has_changed(Fingerprint::of(source, &Files::default())));
    assert!(
        !name.has_changed(None),
        "what cannot be read is told otherwise"
    );
    assert_ne!(hash_of(b"a"), hash_of(b"a\0"), "the length counts");
    let signs = |x: f32, y: f32| hash_of(&[1.0, x, 2.0, y].map(f32::to_le_bytes).concat());
    assert_ne!(
        signs(3.0, 4.0),
        signs(-3.0, -4.0),
        "two changes do not cancel"
    );
    assert_eq!(Fingerprint::of("builtin:arm", &Files::default()), None);
    // Files hold it: it must stay as it is.
    assert_eq!(format!("{:016x}", hash_of(b"Dualskin")), "7ae845a6209fa918");
}

/// Weights as `work_of` takes them and `restored` puts them back.
fn painted(document: &Document, rows: &[(u32, &[(u16, f32)])]) -> Document {
    let mesh = document.character.instances.iter();
    let mesh = mesh
        .filter(|instance| instance.skin.is_some())
        .map(|instance| instance.mesh);
    let edit = WeightEdit {
        mesh: mesh.min().unwrap(),
        rows: rows
            .iter()
            .map(|(vertex, row)| (*vertex, row.iter().copied()))
            .collect(),
        maps: ByMap {
            blend: vec![(3, 0.25)],
            bulge: vec![(4, 0.5), (9, 1.0)],
        },
        ..WeightEdit::default()
    };
    document.with_weight_edits(&[edit]).unwrap()
}

/// Bit by bit, between edits of the skeleton, as text too.
#[test]
fn painted_weights_come_back() {
    let first = Document::new(character("arm"));
    let thirds: &[(u16, f32)] = &[(0, 1.0), (2, 1.0), (1, 1.0)];
    let one = painted(
        &first,
        &[(0, thirds), (7, &[]), (200, &[(1, 0.1), (0, 0.7)])],
    );
    let hand = one.character.rig.skeleton.find("hand").unwrap();
    let joint = one.character.rig.skeleton.key(hand);
    let by = [0.0, 0.1, 0.0];
    let edited = one
        .with_skeleton_edit(&SkeletonEdit::Extrude { joint, by })
        .unwrap()
        .0;
    let document = painted(&edited, &[(7, thirds), (9, &[(3, 1.0)])]);
    let project = work_of(&document);
    assert_eq!(
        project
            .weights
            .iter()
            .map(|painted| painted.after)
            .collect::<Vec<_>>(),
        [0, 1]
    );
    let text = write(&project).unwrap();
    let again = read(text.as_bytes()).unwrap();
    assert_eq!(again, project);
    let back = restore_project(&first.original, &again);
    assert_eq!(back.problems, Vec::<String>::new());
    assert!(back.document.is_same_work(&document));
    assert_eq!(back.document.character.meshes, document.character.meshes);
    let mut maps = document
        .character
        .meshes
        .iter()
        .flat_map(|mesh| &mesh.primitives);
    let bulge = maps.find_map(|primitive| primitive.maps.bulge.as_ref());
    assert_eq!(
        bulge.map(|map| (map.value(4), map.value(5))),
        Some((0.5, 0.0))
    );
    // Recovery keeps the same.
    let recovery = Recovery::now("arm".to_owned(), project.clone());
    let kept = Recovery::from_text(recovery.to_text().unwrap().as_bytes()).unwrap();
    assert_eq!(kept.project, project);
}

#[test]
fn painted_weights_that_do_not_fit_are_reported() {
    let document = painted(&Document::new(character("arm")), &[(5, &[(1, 1.0)])]);
    let project = work_of(&document);
    let check = |change: fn(&mut PaintedShape), expected: &str| {
        let mut project = project.clone();
        change(&mut project.weights[0]);
        let back = restore_project(&document.original, &project);
        assert_eq!(back.problems.len(), 1);
        assert!(back.problems[0].contains(expected), "{}", back.problems[0]);
        assert!(
            back.document
                .is_same_work(&Document::new(Arc::clone(&document.original)))
        );
    };
    check(|painted| painted.vertices += 1, "there are");
    check(|painted| painted.mesh = 99, "mesh 99");
    check(|painted| painted.joints[1] = 4000, "the joint of node 4000");
    check(
        |painted| painted.rows = [(5, [(1, f32::NAN)])].into_iter().collect(),
        "not a finite number",
    );
    check(
        |painted| painted.rows = [(4_000_000, [(1, 1.0)])].into_iter().collect(),
        "there is no vertex 4000000",
    );
}

#[test]
fn damaged_weights_are_refused_with_a_place() {
    for rows in ["%", "gA", "AAI=", "AAEA", "/////w8A"] {
        let text = format!(
            "(version: 1, source: (file: \"builtin:arm\"),\n weights: [(mesh: 0, primitive: 0, vertices: 1, joints: [0], rows: \"{rows}\")])"
        );
        let fault = read(text.as_bytes()).unwrap_err();
        assert_eq!(fault.line, 2, "{fault}");
        assert!(fault.what.contains("packed weights are damaged"), "{fault}");
    }
}

#[test]
fn a_project_that_a_save_has_kept_is_refused_with_how_to_open_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("work.dualskin");
    for _ in 0..2 {
        let text = b"(version: 1, source: (file: \"builtin:arm\"))";
        whole_file::write_with_backup(&path, text).unwrap();
    }
    let kept = whole_file::backup_of(&path);
    let fault = load(&kept.to_string_lossy()).err().unwrap();
    assert!(fault.to_string().contains("copy it"), "{fault}");
}

#[test]
fn characters_for_figures_open_by_name_and_are_in_no_menu() {
    for builtin in &builtin::FIGURES {
        let opened = load(&builtin.source()).unwrap();
        assert!(opened.warnings.is_empty(), "{:?}", opened.warnings);
        assert!(!builtin::ALL.iter().any(|own| own.name == builtin.name));
        let shown =
            Action::all().any(|action| action.id().ends_with(&builtin.name.replace('_', "-")));
        assert!(!shown, "{}", builtin.name);
        assert!(builtin::list().contains(&builtin.source()));
    }
}
