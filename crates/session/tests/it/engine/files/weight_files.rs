//! Files of weights: read into the character as one step, opened as characters are, and refused in words.

use std::fs;
use std::path::{Path, PathBuf};

use session::commands::actions::{WeightAction, WindowAction};
use session::commands::command::Intent;
use session::state::weight_files::import_weights::WeightImportAsked;
use session::state::weight_files::{BoundMesh, Matching, export_text};
use weights::WeightFormat;

use crate::engine::driven::Driven;

fn text_of(editor: &Driven) -> String {
    let character = editor.character();
    let bound = BoundMesh::all(character).remove(0);
    export_text(character, &bound, WeightFormat::Csv, true)
}

fn fault(editor: &Driven) -> String {
    editor.file_fault::<WeightImportAsked>()
}

fn import(editor: &mut Driven, path: &Path) {
    editor.run(WeightAction::ImportWeights);
    editor.type_path::<WeightImportAsked>(path);
    editor.go::<WeightImportAsked>();
}

/// Opens a file as characters are opened, which is what a file dropped on the window asks for.
fn open_file(editor: &mut Driven, path: &Path) {
    editor.send(Intent::Open(path.display().to_string()));
    editor.wait_for_file::<WeightImportAsked>();
}

fn folder_with(name: &str, text: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    (folder, path)
}

/// The table with the first vertex given to one joint alone.
fn edited(text: &str, joint: &str) -> String {
    let lines = text.lines().map(|line| match line.strip_prefix("0,") {
        Some(row) => {
            let place: Vec<&str> = row.split(',').take(3).collect();
            format!("0,{},{joint},1", place.join(","))
        }
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The number of vertices that a table names.
fn vertex_count(text: &str) -> &str {
    let mut counts = text
        .lines()
        .filter_map(|line| line.strip_prefix("vertices,"));
    counts.next().unwrap()
}

#[test]
fn an_import_is_one_step_and_undo_restores_every_bit() {
    let mut editor = Driven::open("builtin:arm");
    let before = text_of(&editor);
    let (_folder, path) = folder_with("edited.csv", edited(&before, "forearm").as_bytes());
    let steps = editor.history().len();
    import(&mut editor, &path);
    assert_eq!(fault(&editor), "");
    let after = text_of(&editor);
    assert!(after != before);
    assert!(
        after
            .lines()
            .any(|line| line.starts_with("0,") && line.ends_with(",forearm,1"))
    );
    assert_eq!(editor.history().len(), steps + 1);
    assert_eq!(editor.step(), "Import weights");
    let said = editor.said();
    assert!(
        said.starts_with("Import weights of edited.csv into ") && said.contains("changed"),
        "{said}"
    );
    editor.undo();
    assert!(text_of(&editor) == before, "to the bit");
    editor.redo();
    assert!(text_of(&editor) == after, "to the bit");
    // The same again changes nothing, and is no step.
    import(&mut editor, &path);
    assert_eq!(editor.history().len(), steps + 1);
    let said = editor.said();
    let nothing = "0 vertices changed: they have the weights of the file already.";
    assert!(said.contains(nothing), "{said}");
}

#[test]
fn locked_joints_keep_their_weights() {
    let mut editor = Driven::open("builtin:arm");
    let before = text_of(&editor);
    let (_folder, path) = folder_with("edited.csv", edited(&before, "forearm").as_bytes());
    editor.run(WindowAction::WeightsMode);
    editor.select("forearm");
    editor.run(WeightAction::LockJoints);
    let (joint, known) = (editor.joint("forearm"), editor.weights());
    import(&mut editor, &path);
    for (row, known) in editor.weights().iter().zip(&known) {
        assert_eq!(row.get(&joint), known.get(&joint), "to the bit");
    }
    let said = editor.said();
    assert!(said.contains("edited.csv"), "{said}");
}

#[test]
fn a_table_that_is_opened_is_taken_and_a_pose_is_distinguished() {
    let mut editor = Driven::open("builtin:arm");
    let before = text_of(&editor);
    let (_folder, path) = folder_with("edited.csv", edited(&before, "forearm").as_bytes());
    let file = editor.session().character.file.clone();
    open_file(&mut editor, &path);
    assert!(text_of(&editor) != before);
    assert_eq!(
        editor.session().character.file,
        file,
        "no other file is opened"
    );
    let pose = b"(version: 1, joints: {\"forearm\": (rotation: (0, 0, 90))})";
    let (_other, path) = folder_with("bend.ron", pose);
    open_file(&mut editor, &path);
    assert!(
        fault(&editor).contains("bend.ron is a pose"),
        "{}",
        fault(&editor)
    );
    editor.close_dialog::<WeightImportAsked>();
    assert!(!editor.asks_for_file::<WeightImportAsked>());
}

#[test]
fn another_number_of_vertices_is_offered_a_match_by_place() {
    let mut editor = Driven::open("builtin:arm");
    let text = text_of(&editor);
    let count: usize = vertex_count(&text).parse().unwrap();
    let fewer: Vec<String> = edited(&text, "forearm")
        .lines()
        .filter(|line| !line.starts_with(&format!("{},", count - 1)))
        .map(|line| match line.strip_prefix("vertices,") {
            Some(_) => format!("vertices,{}", count - 1),
            None => line.to_owned(),
        })
        .collect();
    let (_folder, path) = folder_with("less.csv", fewer.join("\n").as_bytes());
    import(&mut editor, &path);
    let said = fault(&editor);
    assert!(
        said.contains("match it by place") && said.contains("line "),
        "{said}"
    );
    assert!(text_of(&editor) == text);
    let asked = editor.file_work::<WeightImportAsked>().options;
    assert_eq!(
        asked.matching,
        Matching::USUAL_PLACE,
        "it is chosen already"
    );
    editor.go::<WeightImportAsked>();
    assert_eq!(fault(&editor), "");
    assert!(text_of(&editor) != text);
}

#[test]
fn hostile_files_change_nothing_and_are_reported_with_their_place() {
    let mut editor = Driven::open("builtin:arm");
    let before = text_of(&editor);
    let count = vertex_count(&before).to_owned();
    let table = |row: &str| {
        format!("version,1\nvertices,{count}\nvertex,joint,weight\n{row}\n").into_bytes()
    };
    let many = "a".repeat(1 << 20).into_bytes();
    let cases: [(&str, Vec<u8>, &str); 9] = [
        ("a.csv", Vec::new(), "line 1"),
        ("a.csv", b"\xff\xfe\x00\x01".to_vec(), "UTF-8"),
        ("a.csv", many, "line 1"),
        ("a.csv", table("0,forearm,inf"), "line 4"),
        ("a.csv", table("0,forearm,-0.5"), "0 or more"),
        ("a.csv", table("0,forearm,0"), "all weights"),
        ("a.csv", table("0,nobody,1"), "no joint `nobody`"),
        ("a.csv", table("4294967295,forearm,1"), "no vertex"),
        (
            "a.ron",
            b"(version: 1, vertices: 3, weights: {0: [(".to_vec(),
            "line 1",
        ),
    ];
    for (name, bytes, word) in cases {
        let (_folder, path) = folder_with(name, &bytes);
        import(&mut editor, &path);
        let said = fault(&editor);
        assert!(said.contains(word) && said.contains(name), "{word}: {said}");
        assert!(text_of(&editor) == before);
        editor.close_dialog::<WeightImportAsked>();
    }
    import(&mut editor, Path::new("/nowhere/at/all.csv"));
    assert!(
        fault(&editor).contains("cannot be read"),
        "{}",
        fault(&editor)
    );
    assert!(editor.history().is_empty());
}
