//! Methods that meshes have of their own: set, undone, kept in projects and exports, and shown by panes that are asked to.

use std::sync::Arc;

use character::{Character, MeshSkinning, SaveOptions, open_bytes, to_glb_with};
use glam::Quat;
use rig::{Method, SignRule};
use scene::deform::DeformedPrimitive;
use session::commands::actions::{Action, EditAction, MeshMethodAction, PaneLookAction};
use session::commands::command::Intent;
use session::document::Document;
use session::document::joint_mapping::{JointMapping, remap_document};
use session::features::actions::actions;
use session::features::projects::capture::capture_project;
use session::shown::ShownPanes;
use session::state::opening::load::load;
use session::state::projects::{read, restore_project, write};
use session::state::skin_over_time::strip::measure::Skins;

use crate::support::work::Work;

const AFFINE: MeshSkinning = MeshSkinning {
    method: Method::Affine,
    signs: Some(SignRule::Largest),
};

fn own(document: &Document) -> Option<MeshSkinning> {
    document.character.meshes[0].skinning
}

fn per_mesh(work: &Work) -> Vec<bool> {
    let panes = work.session.comparing.panes.iter();
    panes.map(|pane| pane.look.per_mesh).collect()
}

/// The arm, bent and twisted, with affine blending of its own.
fn bent() -> Work {
    let mut work = Work::on("builtin:arm");
    let elbow = work
        .document
        .character
        .rig
        .skeleton
        .find("forearm")
        .unwrap();
    Arc::make_mut(&mut work.document.pose).rigid[elbow.index()].rotation =
        Quat::from_rotation_y(1.5) * Quat::from_rotation_x(1.4);
    work.send(Intent::SetMeshSkinning(0, Some(AFFINE)).into());
    work
}

fn panes(work: &Work) -> Vec<Vec<DeformedPrimitive>> {
    let mut shown = ShownPanes::default();
    shown.refresh(&work.document, &work.session, false);
    shown.deformed_panes().to_vec()
}

#[test]
fn a_mesh_has_a_method_of_its_own_that_panes_show_where_they_are_asked_to() {
    let mut work = bent();
    assert_eq!(own(&work.document), Some(AFFINE));
    // The active pane shows it at once.
    assert_eq!(per_mesh(&work), [false, true]);
    let both = panes(&work);
    let pane = &mut work.session.comparing.panes[0].look;
    (pane.method, pane.signs) = (AFFINE.method, SignRule::Largest);
    assert_eq!(both[1], panes(&work)[0]);
    // A pane with a method for all meshes has no other.
    work.run(Action::PaneLook(PaneLookAction::PerMesh));
    let two_phase = panes(&work)[1].clone();
    assert!(two_phase != both[1]);
    work.run(Action::PaneLook(PaneLookAction::PerMesh));
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(own(&work.document), None);
    assert_eq!(panes(&work)[1], two_phase);
    work.run(Action::Edit(EditAction::Redo));
    assert_eq!(own(&work.document), Some(AFFINE));
}

#[test]
fn commands_go_through_the_methods_of_the_chosen_mesh() {
    let mut work = bent();
    let run = |work: &mut Work, action| {
        work.run(Action::MeshMethod(action));
        own(&work.document)
    };
    let next = run(&mut work, MeshMethodAction::NextMeshMethod).unwrap();
    assert_eq!(
        (next.signs, next.method == Method::Affine),
        (AFFINE.signs, false)
    );
    let without = run(&mut work, MeshMethodAction::MeshSignsOfPane);
    assert_eq!(
        without,
        Some(MeshSkinning {
            signs: None,
            ..next
        })
    );
    assert_eq!(run(&mut work, MeshMethodAction::MeshMethodOfPane), None);
    let told = &work.session.notices.all().last().unwrap().text;
    assert!(told.ends_with("As the pane"), "{told}");
}

/// The menu shows what the chosen mesh has.
#[test]
fn the_method_and_the_signs_of_the_chosen_mesh_are_checked() {
    let mut work = bent();
    let checked = |work: &Work| -> Vec<Action> {
        let all = actions().iter();
        let of_mesh = all.filter(|info| matches!(info.action, Action::MeshMethod(_)));
        let checked = of_mesh.filter(|info| {
            let checked = info.action.switch_state(&work.document, &work.session);
            checked == Some(true)
        });
        checked.map(|info| info.action).collect()
    };
    let signs = |signs| Action::MeshMethod(MeshMethodAction::MeshSigns(signs));
    let method = |of: Method| Action::MeshMethod(MeshMethodAction::MeshMethod(of.name()));
    let as_pane = [
        MeshMethodAction::MeshMethodOfPane,
        MeshMethodAction::MeshSignsOfPane,
    ];
    let as_pane = as_pane.map(Action::MeshMethod);
    let own = [method(Method::Affine), signs(SignRule::Largest)];
    assert_eq!(checked(&work), own);
    work.run(as_pane[1]);
    assert_eq!(checked(&work), [as_pane[1], own[0]]);
    work.run(as_pane[0]);
    assert_eq!(checked(&work), as_pane);
    assert_eq!(checked(&Work::empty()), []);
}

#[test]
fn projects_keep_them_and_a_file_read_again_gets_them() {
    let mut work = bent();
    let original = Arc::clone(&work.document.original);
    let again = |work: &Work| {
        let text = write(&capture_project(&work.document, &work.session)).unwrap();
        read(text.as_bytes()).unwrap()
    };
    let project = again(&work);
    let back = restore_project(&original, &project);
    assert_eq!(
        (own(&back.document), back.problems.len()),
        (Some(AFFINE), 0)
    );
    assert!(project.sight.panes[1].per_mesh && !project.sight.panes[0].per_mesh);
    assert!(!work.document.is_same_work(&Document::new(original)));
    let file = Document::new(Arc::new(load("builtin:arm").unwrap()));
    let mapping = JointMapping::of_documents(&work.document, &file);
    let (after, _) = remap_document(&work.document, file, &mapping, Some);
    assert_eq!(own(&after), Some(AFFINE));
    work.run(Action::MeshMethod(MeshMethodAction::MeshMethodOfPane));
    assert!(again(&work).mesh_methods.is_empty());
}

#[test]
fn exports_give_them_back_exactly() {
    let mut work = bent();
    let glb = |document: &Document| {
        let (bytes, _) = to_glb_with(&document.character, &SaveOptions::default()).unwrap();
        Document::new(Arc::new(open_bytes("arm", &bytes).unwrap()))
    };
    let saved = glb(&work.document);
    assert_eq!(own(&saved), Some(AFFINE));
    let extras = &saved.character.source.json()["meshes"][0]["extras"]["dualskin"];
    assert_eq!(
        extras,
        &serde_json::json!({ "method": "affine", "signs": "largest" })
    );
    work.document = saved;
    let none = work.document.with_mesh_skinning(0, None);
    let without = glb(&none);
    assert!(own(&without).is_none());
    assert!(without.character.source.json()["meshes"][0]["extras"].is_null());
    // What a project says of a method of the file's own is that it is gone.
    work.document = none;
    let project = capture_project(&work.document, &work.session);
    let back = restore_project(&work.document.original, &project);
    assert!(own(&back.document).is_none());
}

/// The lanes of the timeline are measured anew: skins of another number are others.
/// What an export says of the meshes is told where it is opened, since panes begin without.
#[test]
fn a_file_with_methods_of_its_meshes_says_so() {
    let told = |character: Character| {
        let mut work = Work::empty();
        work.open_as("arm.glb", character);
        let notices = work.session.notices.all();
        notices
            .iter()
            .any(|notice| notice.text.contains("Per mesh"))
    };
    let plain = load("builtin:arm").unwrap();
    let document = Document::new(Arc::new(plain.clone()));
    let own = document.with_mesh_skinning(0, Some(AFFINE));
    assert!(told((*own.character).clone()) && !told(plain));
}

#[test]
fn another_method_is_another_skin() {
    let document = Document::new(Arc::new(load("builtin:arm").unwrap()));
    let other = document.with_mesh_skinning(0, Some(AFFINE));
    let mut skins = Skins::default();
    let number = skins.number(&document.character);
    assert_ne!(skins.number(&other.character), number);
    let back = other.with_mesh_skinning(0, None);
    assert!(!Arc::ptr_eq(&back.character, &document.character));
    assert_eq!(skins.number(&back.character), number);
}
