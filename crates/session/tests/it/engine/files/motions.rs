//! Motions without a mesh: files of other formats, opened as copies.

use std::fs;
use std::path::Path;

use session::commands::actions::FileAction;
use session::state::export::dialog::ExportAsked;

use crate::engine::driven::Driven;

const WALK: &str = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nJOINT LeftFoot\n{\n\
    OFFSET 0 -90 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 0 12\n}\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.5\n\
    0 95 0 0 0 0 0 0 0\n0 95 30 0 0 0 0 20 0\n0 95 60 0 0 0 0 0 0\n";

fn write(path: &Path, text: &str) {
    whole_file::write_whole(path, text.as_bytes()).unwrap();
}

#[test]
fn a_capture_is_opened_as_a_copy_with_its_motion_shown_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("walk.bvh");
    write(&path, WALK);
    let mut editor = Driven::open(&path.to_string_lossy());
    assert_eq!(editor.skeleton().len(), 3);
    let moment = editor.session().playback.moment.unwrap();
    assert_eq!(
        editor.character().clip(moment.clip).unwrap().name(),
        Some("walk")
    );
    assert!(!editor.is_dirty(), "{}", editor.step());
    let said = editor.said();
    assert!(
        said.contains("copy of the file (BVH)") && said.contains("centimeters"),
        "{said}"
    );
    editor.run(FileAction::ExportCharacterToPath);
    editor.go::<ExportAsked>();
    let said = editor.said();
    assert!(said.contains("walk.glb"), "{said}");
    let written = fs::read(folder.path().join("walk.glb")).unwrap();
    let again = character::open_bytes("walk", &written).unwrap();
    assert_eq!(
        again.clips[0].tracks(),
        editor.character().clips[0].tracks()
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), WALK);
}

#[test]
fn a_broken_capture_says_its_line_and_keeps_what_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.bvh");
    write(&path, &WALK.replace("OFFSET 0 -90 0", "OFFSET 0 down 0"));
    let mut editor = Driven::open("builtin:cylinder");
    let joints = editor.skeleton().len();
    editor.open_path(&path.to_string_lossy());
    let said = editor.said();
    assert!(
        said.contains("broken.bvh") && said.contains("line 8"),
        "{said}"
    );
    assert_eq!(editor.skeleton().len(), joints);
}
