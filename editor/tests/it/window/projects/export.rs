//! The character leaves the window as a file: asked for by menu, palette and keys, and opened again.

#![expect(
    clippy::disallowed_methods,
    reason = "files made to be replaced need no care"
)]

use std::fs;
use std::path::{Path, PathBuf};

use eframe::egui::{Event, Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use session::state::export::written::size_in_words;

use crate::window::support::paint::{CTRL, NONE, begin, place, stroke, total_of};
use crate::window::support::{
    Window, WindowState as _, click, fill, joint, notices, open, open_path,
    open_path_dropping_changes, press, run, said, type_into, wait_until, wait_until_loaded,
};
use rig::InfluenceRow;

const SHIFT: Modifiers = Modifiers::SHIFT;
const FIELD: &str = "Path to export to";

fn type_path(window: &mut Window, path: &Path) {
    fill(window, FIELD, &path.display().to_string());
}

fn wait_for_answer(window: &mut Window) {
    wait_until(window, "the file is done", |window| {
        let session = window.session();
        session.file_dialogs.export.busy.is_none() && session.requests.is_empty()
    });
    window.run_steps(3);
}

/// By its key, with a path.
fn export(window: &mut Window, path: &Path) {
    press(window, CTRL | SHIFT, Key::E);
    type_path(window, path);
    click(window, "Export");
    wait_for_answer(window);
}

fn is_asked(window: &Window) -> bool {
    window.session().file_dialogs.export.dialog.is_some()
}

fn fault(window: &Window) -> String {
    let dialog = window.session().file_dialogs.export.dialog.clone();
    dialog.and_then(|asked| asked.fault).unwrap_or_default()
}

/// Weights of every vertex by the names of joints, and the numbers of the blend map.
fn rows(window: &Window) -> Vec<(Vec<(String, f32)>, f32)> {
    let character = &window.document().character;
    let skeleton = &character.rig.skeleton;
    let mut all = Vec::new();
    for instance in &character.instances {
        let Some(bind) = instance.skin.map(|skin| &character.rig.binds[skin]) else {
            continue;
        };
        for primitive in &character.meshes[instance.mesh].primitives {
            let rows = primitive.influences.as_ref().unwrap().rows();
            for (vertex, InfluenceRow { joints, weights }) in rows.enumerate() {
                let named = joints.iter().zip(weights).map(|(joint, weight)| {
                    let joint = bind.joints()[usize::from(*joint)];
                    (skeleton.name(joint).to_owned(), *weight)
                });
                let mut row: Vec<_> = named.collect();
                row.sort_by(|one, other| one.0.cmp(&other.0));
                let map = primitive.maps.blend.as_ref();
                all.push((row, map.map_or(1.0, |map| map.value(vertex))));
            }
        }
    }
    all
}

#[test]
fn a_character_goes_out_by_the_menu_and_nothing_is_replaced_unasked() {
    let mut window = open("builtin:arm");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.glb");
    click(&mut window, "File");
    click(&mut window, "By path");
    click(&mut window, "Export glTF to path…");
    let offered = window.session().file_dialogs.export.dialog.clone();
    assert_eq!(offered.unwrap().path, "arm.glb");
    type_path(&mut window, &path);
    press(&mut window, NONE, Key::Enter);
    wait_for_answer(&mut window);
    assert!(!is_asked(&window));
    let size = size_in_words(fs::metadata(&path).unwrap().len());
    assert!(
        said(&window).contains(&format!("was written to {} ({size})", path.display())),
        "{}",
        said(&window)
    );
    let first = fs::read(&path).unwrap();
    assert!(first.starts_with(b"glTF"));
    // Again, under the same name, which is offered now: Enter alone does not replace it.
    fs::write(&path, b"mine").unwrap();
    run(&mut window, "export gltf to path…");
    press(&mut window, NONE, Key::Enter);
    wait_for_answer(&mut window);
    assert!(
        fault(&window).contains("is there already") && fault(&window).contains(".bak"),
        "{}",
        fault(&window)
    );
    press(&mut window, NONE, Key::Enter);
    wait_for_answer(&mut window);
    assert_eq!(fs::read(&path).unwrap(), b"mine");
    click(&mut window, "Replace");
    wait_for_answer(&mut window);
    assert!(!is_asked(&window));
    assert!(fs::read(&path).unwrap() == first);
    assert_eq!(
        fs::read(folder.path().join("own.glb.bak")).unwrap(),
        b"mine"
    );
    // Esc leaves all as it is.
    press(&mut window, CTRL | SHIFT, Key::E);
    assert!(is_asked(&window));
    press(&mut window, NONE, Key::Escape);
    assert!(!is_asked(&window));
    let names = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 2, "no other file is left");
}

#[test]
fn what_cannot_be_is_said_and_leaves_all_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("arm.glb");
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
    fs::copy(assets.join("arm.glb"), &source).unwrap();
    let mut window = open(source.to_str().unwrap());
    click(&mut window, "forearm");
    press(&mut window, NONE, Key::F2);
    window.event(Event::Text("elbow".to_owned()));
    window.step();
    press(&mut window, NONE, Key::Enter);
    let project = folder.path().join("arm.dualskin");
    run(&mut window, "Save project to path");
    type_into(&mut window, "Path to save under", project.to_str().unwrap());
    wait_until(&mut window, "it is saved", |window| {
        !window.session().project.saving && project.exists()
    });
    let before = fs::read(&source).unwrap();
    let mut cases: Vec<(PathBuf, &str)> = vec![
        (source.clone(), "is the file that this project is made of"),
        (folder.path().join("arm.obj"), "ends in .glb"),
        (project.clone(), "ends in .glb"),
        (folder.path().join("gone/arm.glb"), "does not exist"),
        (folder.path().join("x.glb"), "folder"),
    ];
    fs::create_dir(folder.path().join("x.glb")).unwrap();
    #[cfg(unix)]
    {
        let link = folder.path().join("link.glb");
        std::os::unix::fs::symlink(&source, &link).unwrap();
        cases.push((link, "is the file that this project is made of"));
    }
    for (path, word) in cases {
        export(&mut window, &path);
        let fault = fault(&window);
        assert!(fault.contains(word), "{word}: {fault}");
        assert!(fault.ends_with('.') && !fault.ends_with(".."), "{fault}");
        press(&mut window, NONE, Key::Escape);
        assert!(!is_asked(&window));
    }
    assert!(fs::read(&source).unwrap() == before);
    assert!(!folder.path().join("arm.glb.bak").exists());
    // What is baked has a name of its own, and needs no other mark.
    press(&mut window, CTRL | SHIFT, Key::B);
    let bake = window.session().file_dialogs.bake.dialog.clone().unwrap();
    assert!(bake.path.ends_with("arm-baked.glb"), "{}", bake.path);
    click(&mut window, "Close");
    // Beside the source all is well, and the window goes on with what it has open.
    press(&mut window, CTRL | SHIFT, Key::E);
    let offered = window.session().file_dialogs.export.dialog.clone();
    let offered = offered.unwrap().path;
    assert!(offered.ends_with("arm-edited.glb"), "{offered}");
    click(&mut window, "Export");
    wait_for_answer(&mut window);
    assert!(!is_asked(&window), "{}", fault(&window));
    assert!(fs::read(&source).unwrap() == before);
    let session = window.session();
    assert_eq!(session.character.file, source.to_str().unwrap());
    assert!(!session.has_changes(window.document()));
    assert!(!session.character.reload_offered);
    open_path(&mut window, &offered);
    wait_until_loaded(&mut window);
    assert!(
        window
            .document()
            .character
            .rig
            .skeleton
            .find("elbow")
            .is_some()
    );
}

#[test]
fn what_was_painted_is_in_the_file() {
    let mut window = begin("builtin:arm", "forearm");
    let known = total_of(&window, "forearm");
    let from = place(&window, 0, "forearm");
    stroke(&mut window, from, Vec2::new(12.0, 6.0), NONE);
    assert!(total_of(&window, "forearm") > known);
    press(&mut window, Modifiers::ALT, Key::B);
    stroke(&mut window, from, Vec2::new(12.0, 6.0), CTRL);
    let painted = rows(&window);
    let mapped = painted.iter().filter(|(_, number)| *number < 1.0);
    assert!(mapped.count() > 0, "the blend map is painted");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("painted.glb");
    export(&mut window, &path);
    assert!(!is_asked(&window), "{}", fault(&window));
    let has_changes = window.session().has_changes(window.document());
    assert!(has_changes, "an export is no project");
    open_path_dropping_changes(&mut window, path.to_str().unwrap());
    wait_until_loaded(&mut window);
    let (file, opened) = (&window.session().character.file, rows(&window));
    assert_eq!(file, path.to_str().unwrap());
    assert_eq!(opened.len(), painted.len());
    for (vertex, (now, then)) in opened.iter().zip(&painted).enumerate() {
        assert!((now.1 - then.1).abs() < 1e-6, "blend map at {vertex}");
        let weight = |row: &[(String, f32)], name: &str| {
            let found = row.iter().find(|(joint, _)| joint == name);
            found.map_or(0.0, |(_, weight)| *weight)
        };
        for (name, _) in now.0.iter().chain(&then.0) {
            let distance = weight(&now.0, name) - weight(&then.0, name);
            assert!(distance.abs() < 1e-5, "{name} at {vertex}: {distance}");
        }
    }
}

#[test]
fn joints_and_a_skin_made_in_the_window_are_in_the_file() {
    let mut window = open("builtin:arm");
    press(&mut window, CTRL, Key::Num1);
    let count = window.document().character.rig.skeleton.len();
    click(&mut window, "forearm");
    run(&mut window, "Insert joint");
    let skeleton = &window.document().character.rig.skeleton;
    assert_eq!(skeleton.len(), count + 1, "{:?}", notices(&window));
    let added: Vec<String> = skeleton
        .joints()
        .map(|joint| skeleton.name(joint).to_owned())
        .collect();
    let frames = |window: &Window| -> Vec<glam::Vec3> {
        added
            .iter()
            .map(|name| window.shown().frames(0)[joint(window, name).index()])
            .map(|frame| frame.translation.into())
            .collect()
    };
    let before = frames(&window);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("more.glb");
    export(&mut window, &path);
    assert!(!is_asked(&window), "{}", fault(&window));
    open_path_dropping_changes(&mut window, path.to_str().unwrap());
    wait_until_loaded(&mut window);
    window.run_steps(3);
    let after = frames(&window);
    for (now, then) in after.iter().zip(&before) {
        assert!(now.distance(*then) < 1e-4, "{after:?} {before:?}");
    }
}

#[test]
fn it_is_gray_while_nothing_is_open() {
    let mut window = open("/nowhere/at/all.glb");
    click(&mut window, "File");
    for name in ["Export glTF…", "Export glTF to path…"] {
        if name.contains("path") {
            click(&mut window, "By path");
        }
        let row = window.get_by_label(name);
        assert!(row.accesskit_node().is_disabled(), "{name}");
    }
}

#[test]
fn options_are_chosen_in_the_dialog_and_kept() {
    let valid = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/synthetic/valid");
    let mut window = open(&format!("{valid}/12b_joints300.glb"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("few.glb");
    run(&mut window, "export gltf with options");
    assert!(is_asked(&window));
    type_path(&mut window, &path);
    click(&mut window, "Limit joints per skin");
    window.get_by_label("Joints per skin");
    click(&mut window, "Export");
    wait_for_answer(&mut window);
    let why = fault(&window);
    assert!(
        why.contains("300 joints") && why.contains("at most 256 may be"),
        "{why}"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    press(&mut window, NONE, Key::Escape);
    // The menu asks again, and the limit is still set.
    click(&mut window, "File");
    click(&mut window, "Export glTF with options…");
    type_path(&mut window, &path);
    window.get_by_label("Joints per skin");
    click(&mut window, "Limit influences per vertex");
    window.get_by_label("Influences per vertex");
    click(&mut window, "8-bit");
    click(&mut window, "16-bit joints");
    click(&mut window, "Leave out unused joints");
    click(&mut window, "Several files (.gltf)");
    click(&mut window, "Export");
    wait_for_answer(&mut window);
    assert!(!is_asked(&window), "{}", fault(&window));
    let text = said(&window);
    assert!(
        text.contains("few.gltf") && text.contains("Left out of skins: 53 joints"),
        "{text}"
    );
    let written = character::open(&folder.path().join("few.gltf")).unwrap();
    assert_eq!(written.rig.binds[0].len(), 247);
    assert!(folder.path().join("few.bin").exists() && !path.exists());
}
