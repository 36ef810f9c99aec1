//! Projects whose character was exported anew, on the command line.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use character::{Character, SkeletonEdit, WeightEdit, open, to_glb};
use session::document::Document;
use session::state::projects::{Fingerprint, SourceName, work_of, write};
use whole_file::Files;

use super::support::{dualskin, folder_with, words};

/// The character after an edit in another program.
fn edited(character: &Character, name: &str, edit: impl Fn(u32) -> SkeletonEdit) -> Character {
    let skeleton = &character.rig.skeleton;
    let joint = skeleton.key(skeleton.find(name).unwrap());
    character.apply_edit(&edit(joint)).unwrap().character
}

fn save(character: &Character, file: &Path) {
    fs::write(file, to_glb(character).unwrap().0).unwrap();
}

/// The hand gets all of the first vertices that have weights.
fn painted(character: Character) -> Document {
    let rig = &character.rig;
    let hand = rig.binds[0].slot_of(rig.skeleton.find("hand").unwrap());
    let rows = (0..9).map(|vertex| (vertex, [(hand.unwrap().0, 1.0)]));
    let mesh = character.instances.iter().find(|own| own.skin.is_some());
    let edit = WeightEdit {
        mesh: mesh.unwrap().mesh,
        rows: rows.collect(),
        ..WeightEdit::default()
    };
    let document = Document::new(Arc::new(character));
    document.with_weight_edits(&[edit]).unwrap()
}

/// What the first vertices follow.
fn followed(character: &Character) -> String {
    let mesh = character.instances.iter().find(|own| own.skin.is_some());
    let primitive = &character.meshes[mesh.unwrap().mesh].primitives[0];
    let row = primitive.influences.as_ref().unwrap().bound_row(3);
    let (slot, weight) = row.pairs().next().unwrap();
    assert_eq!((row.pairs().len(), weight), (1, 1.0));
    let rig = &character.rig;
    let joint = rig.binds[0].joint_at(slot).unwrap();
    rig.skeleton.name(joint).to_owned()
}

#[test]
fn a_project_goes_on_and_says_what_came_over() {
    let (folder, out) = folder_with("out.glb");
    let (hero, project) = (
        folder.path().join("hero.glb"),
        folder.path().join("a.dualskin"),
    );
    let arm = session::state::opening::load::load("builtin:arm").unwrap();
    save(&arm, &hero);
    let mut work = work_of(&painted(open(&hero).unwrap()));
    let content = Fingerprint::of(hero.to_str().unwrap(), &Files::default());
    work.source = SourceName::new("hero.glb".to_owned(), content);
    fs::write(&project, write(&work).unwrap()).unwrap();
    let export = |options: &str| {
        let line = format!("export {} -o {}{options}", project.display(), out.display());
        let (status, stdout, stderr) = words(&dualskin(&line));
        assert_eq!(status, 0, "{stderr}");
        (stdout, stderr)
    };
    let (_, stderr) = export("");
    assert!(!stderr.contains("note:"), "{stderr}");
    assert_eq!(followed(&open(&out).unwrap()), "hand");
    // Renamed by the other program.
    let first = open(&hero).unwrap();
    let renamed = edited(&first, "hand", |joint| SkeletonEdit::Rename {
        joint,
        name: "Hand.001".to_owned(),
    });
    save(&renamed, &hero);
    let (stdout, stderr) = export(" --json");
    assert!(stderr.contains("hand is Hand.001 now"), "{stderr}");
    assert!(stdout.contains("hand is Hand.001 now"), "{stdout}");
    assert_eq!(followed(&open(&out).unwrap()), "Hand.001");
    // Gone: its weights go to what is above it.
    let shorter = edited(&first, "hand", |joint| SkeletonEdit::Dissolve { joint });
    save(&shorter, &hero);
    let (_, stderr) = export("");
    assert!(
        stderr.contains("those of hand to forearm_twist"),
        "{stderr}"
    );
    assert_eq!(followed(&open(&out).unwrap()), "forearm_twist");
}
