//! Files that change on disk while they are shown.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use character::WeightEdit;
use rig::Method;
use scene::posed_character::Look;
use session::commands::actions::{AnimateAction, CompareAction, FileAction, LayerAction};
use session::commands::command::{Intent, Outcome};
use session::engine::World;
use testkit::folders::own_synthetic;

use super::{ARM, CYLINDER};
use crate::engine::driven::Driven;
use crate::support::export::Export;
use crate::support::held::HeldThreads;

/// An editor on a file in a folder of its own.
struct Fixture {
    editor: Driven,
    file: PathBuf,
    _folder: tempfile::TempDir,
}

impl Fixture {
    fn new(bytes: &[u8]) -> Self {
        Self::in_world(World::default(), bytes)
    }

    fn in_world(world: World, bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("hero.glb");
        write(&file, bytes);
        let editor = Driven::begin(world, file.to_str().unwrap());
        Self {
            editor,
            file,
            _folder: folder,
        }
    }

    fn wait_for_offer(&mut self) {
        self.editor.wait_until("the offer to reload", is_offered);
    }

    fn reload(&mut self) {
        self.editor.run(FileAction::Reload);
        self.editor.wait_until_opened();
    }

    fn stays_without_offer(&mut self) {
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(900) {
            self.editor.frames(1);
            assert!(!is_offered(&self.editor));
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Writes as a program does that empties the file first.
fn write(file: &Path, bytes: impl AsRef<[u8]>) {
    let mut file = fs::File::create(file).unwrap();
    file.write_all(bytes.as_ref()).unwrap();
}

fn is_offered(editor: &Driven) -> bool {
    editor.session().character.reload_offered
}

/// The same character with one more byte of padding after its end, which is worth a warning.
fn touched(bytes: &[u8]) -> Vec<u8> {
    [bytes, &[0]].concat()
}

#[test]
fn reloading_keeps_what_was_done_and_is_one_step() {
    let mut fixture = Fixture::new(ARM);
    fixture.editor.rotate("forearm", 0, 30.0);
    fixture.editor.run(CompareAction::SwapPanes);
    let before = fixture.editor.document().clone();
    let session = fixture.editor.session();
    let (camera, selected) = (session.camera, session.character.selection.active());
    let comparing = session.comparing.clone();
    assert_ne!(comparing.panes[0].look, Look::new(Method::Linear));
    let steps = fixture.editor.history().len();

    write(&fixture.file, touched(ARM));
    fixture.wait_for_offer();
    fixture.reload();

    let editor = &mut fixture.editor;
    assert!(!is_offered(editor));
    assert!(!Arc::ptr_eq(&before.character, editor.character()));
    assert_eq!(editor.character().warnings.len(), 1);
    assert_eq!(editor.document().pose, before.pose);
    assert!(editor.is_turned_by(30.0));
    let session = editor.session();
    assert_eq!(session.camera, camera);
    assert_eq!(session.character.selection.active(), selected);
    assert_eq!(session.comparing, comparing);
    assert_eq!(editor.history().len(), steps + 1);
    assert_eq!(editor.step(), "Reload file");

    editor.undo();
    assert!(editor.document().same_as(&before));
    editor.redo();
    assert_eq!(editor.character().warnings.len(), 1);
    fixture.stays_without_offer();
}

/// What is done while the file is read again is done on the new one too.
#[test]
fn work_goes_on_while_the_file_is_read_again() {
    let held = HeldThreads::default();
    let world = World {
        threads: held.threads("open file"),
        ..World::default()
    };
    let mut fixture = Fixture::in_world(world, ARM);
    let paint = |editor: &mut Driven, vertex: u32| {
        editor.send(Intent::EditWeights {
            name: "Paint".to_owned(),
            gesture: None,
            edits: vec![WeightEdit {
                rows: [(vertex, [(0, 0.5), (1, 0.5)])].into_iter().collect(),
                ..WeightEdit::default()
            }],
        });
    };
    fixture.editor.run(LayerAction::AddLayer);
    paint(&mut fixture.editor, 7);
    write(&fixture.file, touched(ARM));
    fixture.wait_for_offer();
    held.hold();
    fixture.editor.run(FileAction::Reload);
    paint(&mut fixture.editor, 9);
    fixture.editor.run(LayerAction::AddLayer);
    let before = fixture.editor.document().clone();
    held.release();
    fixture.editor.wait_until_opened();
    let document = fixture.editor.document();
    assert_eq!(fixture.editor.step(), "Reload file");
    assert_eq!(document.character.warnings.len(), 1, "the new file");
    assert!(document.is_same_work(&before));
    assert_eq!(document.character.meshes, before.character.meshes);
    assert_eq!(document.layers.active(), 2);
    assert!(!is_offered(&fixture.editor));
    fixture.editor.undo();
    assert!(fixture.editor.document().same_as(&before));
}

#[test]
fn reloading_keeps_clip_and_time() {
    let mut fixture = Fixture::new(ARM);
    fixture.editor.run(AnimateAction::LastFrame);
    let moment = fixture.editor.session().playback.moment;
    assert!(moment.is_some_and(|moment| moment.time > 0.0));
    write(&fixture.file, touched(ARM));
    fixture.wait_for_offer();
    fixture.reload();
    assert_eq!(fixture.editor.session().playback.moment, moment);
}

#[test]
fn another_skeleton_starts_from_rest_and_says_so() {
    let mut fixture = Fixture::new(ARM);
    fixture.editor.rotate("forearm", 0, 30.0);
    let before = fixture.editor.document().clone();
    write(&fixture.file, CYLINDER);
    fixture.wait_for_offer();
    fixture.reload();

    let editor = &mut fixture.editor;
    let document = editor.document();
    assert_eq!(*document.pose, document.character.file_pose());
    assert_eq!(editor.active(), None);
    let notice = editor.said();
    assert!(
        notice.contains("the skeleton has changed") && notice.contains("1 joint "),
        "{notice}"
    );
    assert_eq!(editor.step(), "Reload file");
    editor.undo();
    assert!(editor.document().same_as(&before));
    assert_eq!(
        editor.session().character.facts.joints.len(),
        before.character.rig.skeleton.len(),
        "what is counted belongs to what is shown"
    );
    editor.frames(3);
}

#[test]
fn keeping_ends_the_offer_until_the_next_change() {
    let mut fixture = Fixture::new(ARM);
    let before = fixture.editor.document().clone();
    write(&fixture.file, touched(ARM));
    fixture.wait_for_offer();
    fixture.editor.send(Outcome::OfferReload(false));
    fixture.stays_without_offer();
    assert!(fixture.editor.document().same_as(&before));
    write(&fixture.file, CYLINDER);
    fixture.wait_for_offer();
}

#[test]
fn a_broken_new_version_leaves_the_old_one() {
    let mut fixture = Fixture::new(ARM);
    let before = fixture.editor.document().clone();
    write(&fixture.file, &ARM[..ARM.len() / 2]);
    fixture.wait_for_offer();
    fixture.reload();
    assert!(fixture.editor.document().same_as(&before));
    assert!(fixture.editor.history().is_empty());
    let notice = fixture.editor.said();
    assert!(notice.contains("hero.glb"), "{notice}");
    fixture.stays_without_offer();
    // Repaired, it is offered again.
    write(&fixture.file, touched(ARM));
    fixture.wait_for_offer();
    fixture.reload();
    assert_eq!(fixture.editor.character().warnings.len(), 1);
}

/// Programs write in pieces: the offer waits until the last of them has rested.
#[test]
fn a_file_is_offered_when_it_is_whole() {
    const SHORT_OF_REST: Duration = Duration::from_millis(250);
    let mut fixture = Fixture::new(ARM);
    let new = touched(ARM);
    let mut file = fs::File::create(&fixture.file).unwrap();
    let mut rested = false;
    for piece in new.chunks(new.len() / 8) {
        let written = Instant::now();
        file.write_all(piece).unwrap();
        std::thread::sleep(Duration::from_millis(100));
        fixture.editor.frames(1);
        // A machine that stood still for so long, at this piece or one before, has let the file rest.
        rested |= written.elapsed() > SHORT_OF_REST;
        assert!(!is_offered(&fixture.editor) || rested);
    }
    fixture.wait_for_offer();
    fixture.reload();
    assert_eq!(fixture.editor.character().warnings.len(), 1);
}

#[test]
fn a_file_that_is_replaced_is_noticed() {
    let mut fixture = Fixture::new(ARM);
    // Twice: what is watched must not be left behind with the file that was replaced.
    for bytes in [touched(ARM), ARM.to_vec()] {
        let new = fixture.file.with_extension("new");
        write(&new, bytes);
        fs::rename(&new, &fixture.file).unwrap();
        fixture.wait_for_offer();
        fixture.reload();
    }
    // Some programs move the old file out of the way first.
    fs::rename(&fixture.file, fixture.file.with_extension("old")).unwrap();
    fixture.stays_without_offer();
    write(&fixture.file, CYLINDER);
    fixture.wait_for_offer();
}

#[test]
fn other_files_of_the_folder_do_not_matter() {
    let mut fixture = Fixture::new(ARM);
    write(&fixture.file.with_extension("txt"), "notes");
    let _bytes = fs::read(&fixture.file).unwrap();
    fixture.stays_without_offer();
}

#[test]
fn a_change_of_a_side_file_is_noticed() {
    let valid = own_synthetic().join("valid");
    let (main, bin) = ("15a_external_bin.gltf", "arm data #1.bin");
    let folder = tempfile::tempdir().unwrap();
    for name in [main, bin] {
        fs::copy(valid.join(name), folder.path().join(name)).unwrap();
    }
    let mut editor = Driven::open(folder.path().join(main).to_str().unwrap());
    assert_eq!(editor.character().source.side_files.len(), 1);
    // Side files are watched from the state in which the watch finds them.
    std::thread::sleep(Duration::from_millis(300));
    let bytes = fs::read(folder.path().join(bin)).unwrap();
    write(&folder.path().join(bin), touched(&bytes));
    editor.wait_until("the offer to reload", is_offered);
}

#[cfg(unix)]
#[test]
fn a_change_behind_a_link_is_noticed() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (link, file) = (here.path().join("link.glb"), there.path().join("file.glb"));
    write(&file, ARM);
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let mut editor = Driven::open(link.to_str().unwrap());
    write(&file, touched(ARM));
    editor.wait_until("the offer to reload", is_offered);
}

/// The first vertex follows the head, as somebody has painted it.
fn paint_head(editor: &mut Driven) {
    editor.send(Intent::EditWeights {
        name: "Paint".to_owned(),
        gesture: None,
        edits: vec![WeightEdit {
            rows: [(0, [(3, 1.0)])].into_iter().collect(),
            ..WeightEdit::default()
        }],
    });
}

/// Weights and pose go to the joints that have other names, in the open file and in a project; one message tells it.
#[test]
fn work_goes_on_in_a_new_export() {
    let mut fixture = Fixture::new(&Export::default().bytes());
    paint_head(&mut fixture.editor);
    fixture.editor.rotate("spine", 2, 30.0);
    let project = fixture.file.with_extension("dualskin");
    fixture.editor.save_to(&project);
    let before = fixture.editor.document().clone();
    let mut export = Export::default();
    export.rename("spine", "Torso");
    export.rename("head", "Head.001");
    write(&fixture.file, export.bytes());
    fixture.wait_for_offer();
    fixture.reload();

    let is_carried = |editor: &Driven| {
        let primitive = &editor.character().meshes[0].primitives[0];
        let row = primitive.influences.as_ref().unwrap().bound_row(0);
        assert_eq!((row.joints[0].0, row.weights), (3, &[1.0][..]));
        assert!((editor.angle_of("Torso") - 30.0).abs() < 0.01);
    };
    let editor = &mut fixture.editor;
    is_carried(editor);
    assert_eq!(editor.step(), "Reload file");
    let told = editor.said();
    assert!(told.contains("spine is Torso now"), "{told}");
    assert_eq!(editor.selected(), ["Torso"]);
    editor.undo();
    assert!(editor.document().same_as(&before));

    let other = Driven::open(project.to_str().unwrap());
    is_carried(&other);
    assert_eq!(other.count_told("spine is Torso now"), 1);
    assert_eq!(other.selected(), ["Torso"]);
}
