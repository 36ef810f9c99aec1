//! Hidden files that a character names: the window asks before it reads them.
#![expect(
    clippy::disallowed_methods,
    reason = "files are laid out as an attacker would"
)]

use std::fs;

use egui_kittest::kittest::Queryable as _;
use session::state::projects::ProjectDialog;

use super::project::asked;
use crate::window::support::{
    Window, WindowState as _, click, open, open_path, wait_until, wait_until_loaded,
};

#[test]
fn a_hidden_file_is_asked_about_and_read_when_allowed() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(".ssh")).unwrap();
    fs::write(folder.path().join(".ssh/id_rsa"), b"secret").unwrap();
    let path = folder.path().join("bait.gltf");
    let bait = r#"{ "asset": { "version": "2.0" }, "buffers": [{ "byteLength": 6, "uri": ".ssh/id_rsa" }] }"#;
    fs::write(&path, bait).unwrap();
    let mut window = open("builtin:arm");
    let ask = |window: &mut Window| {
        open_path(window, path.to_str().unwrap());
        wait_until(window, "it is asked", |window| {
            matches!(asked(window), Some(ProjectDialog::HiddenFile { .. }))
        });
        window.run_steps(3);
    };
    ask(&mut window);
    assert!(window.query_by_label_contains(".ssh/id_rsa").is_some());
    click(&mut window, "Cancel");
    assert!(asked(&window).is_none());
    assert_eq!(window.document().character.name, "arm");
    ask(&mut window);
    click(&mut window, "Open with hidden files");
    wait_until_loaded(&mut window);
    let source = &window.document().character.source;
    assert_eq!(&*source.side_files[0].bytes, b"secret");
    // What was allowed is not asked again.
    open_path(&mut window, "builtin:arm");
    wait_until_loaded(&mut window);
    open_path(&mut window, path.to_str().unwrap());
    wait_until_loaded(&mut window);
    assert_eq!(window.document().character.name, "bait");
}

#[test]
fn a_hidden_picture_is_asked_about_too() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(".textures")).unwrap();
    let picture = folder.path().join(".textures/skin.png");
    image::RgbaImage::new(1, 1).save(picture).unwrap();
    let path = folder.path().join("shy.gltf");
    let shy = r#"{ "asset": { "version": "2.0" }, "images": [{ "uri": ".textures/skin.png" }],
        "textures": [{ "source": 0 }],
        "materials": [{ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }] }"#;
    fs::write(&path, shy).unwrap();
    let mut window = open("builtin:arm");
    let is_asked =
        |window: &Window| matches!(asked(window), Some(ProjectDialog::HiddenFile { .. }));
    for answer in ["Leave it out", "Open with hidden files"] {
        open_path(&mut window, path.to_str().unwrap());
        wait_until(&mut window, "it is asked", is_asked);
        window.run_steps(3);
        // It is open already, without the picture.
        let character = &window.document().character;
        assert_eq!((&*character.name, character.images.len()), ("shy", 0));
        click(&mut window, answer);
        wait_until_loaded(&mut window);
        assert!(asked(&window).is_none());
    }
    let character = &window.document().character;
    assert_eq!((&*character.name, character.images.len()), ("shy", 1));
}
