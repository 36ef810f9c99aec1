//! The script of `docs/pipeline.md`, run as it stands there.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use serde_json::Value;
use testkit::glb::edit_glb;

use super::support::folder_with;

/// The only script of the page.
fn script() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pipeline.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, rest) = page.split_once("```bash\n").unwrap();
    let (script, rest) = rest.split_once("```").unwrap();
    assert!(!rest.contains("```bash"), "one script");
    script.to_owned()
}

/// The bare figure in another size.
fn figure(scale: f32) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/biped_mesh.glb");
    edit_glb(&fs::read(path).unwrap(), |json| {
        for root in json["scenes"][0]["nodes"].as_array().unwrap().clone() {
            let node = usize::try_from(root.as_u64().unwrap()).unwrap();
            json["nodes"][node]["scale"] = [scale, scale, scale].into();
        }
    })
}

#[test]
fn the_script_rigs_judges_and_exports_a_folder() {
    let (folder, raw) = folder_with("raw meshes");
    fs::create_dir(&raw).unwrap();
    fs::write(raw.join("small.glb"), figure(0.6)).unwrap();
    fs::write(raw.join("large one.glb"), figure(1.2)).unwrap();
    fs::write(raw.join("broken.glb"), b"no glTF").unwrap();
    fs::write(folder.path().join("rig.sh"), script()).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_dualskin")).parent().unwrap();
    let path = format!("{}:{}", program.display(), env::var("PATH").unwrap());
    let run = || {
        let mut bash = Command::new("bash");
        bash.arg("rig.sh")
            .args(["raw meshes", "out", "builtin:biped"]);
        let done = bash
            .current_dir(folder.path())
            .env("PATH", &path)
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (
            done.status.success(),
            text(&done.stdout),
            text(&done.stderr),
        )
    };
    let (is_done, stdout, stderr) = run();
    assert!(is_done, "{stdout}{stderr}");
    assert_eq!(stdout, "2 of 3 exported\n", "{stderr}");
    assert!(stderr.contains("broken.glb"), "{stderr}");
    let out = folder.path().join("out");
    let bind: Value =
        serde_json::from_str(&fs::read_to_string(out.join("bind.json")).unwrap()).unwrap();
    assert_eq!((&bind["failed"], &bind["skipped"]), (&1.into(), &0.into()));
    assert_eq!(bind["files"][0]["kind"], "not-a-character");
    for name in ["small.glb", "large one.glb"] {
        let character = character::open(&out.join("export").join(name)).unwrap();
        assert!(
            character
                .clips
                .iter()
                .any(|clip| clip.name() == Some("walk")),
            "{name}"
        );
        assert!(character.rig.binds[0].joints().len() > 40, "{name}");
    }
    // Once more it goes on where it was.
    let (is_done, stdout, _) = run();
    assert!(is_done && stdout == "2 of 3 exported\n");
    let bind: Value =
        serde_json::from_str(&fs::read_to_string(out.join("bind.json")).unwrap()).unwrap();
    assert_eq!(bind["skipped"], 2);
    let kept = fs::read_dir(out.join("export")).unwrap().count();
    assert_eq!(kept, 2, "no .bak");
}
