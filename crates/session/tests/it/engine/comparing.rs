//! Panes compared: worst spots, and ambient occlusion that is found once for each surface.

use std::sync::Arc;

use rig::Method;
use scene::view::pane_shows::PaneShows;
use session::commands::actions::{CompareAction, SkeletonAction, ViewAction, WindowAction};
use session::commands::command::{Input, Intent};
use session::engine::World;
use session::state::comparing::Comparing;
use session::state::comparing::command::CompareIntent;
use session::state::gizmo::operation::Event as ToolEvent;
use testkit::folders::own_synthetic;

use super::driven::Driven;

fn comparing(editor: &Driven) -> &Comparing {
    &editor.session().comparing
}

/// The arm with a bent and stretched elbow: linear blending and two-phase are far apart.
fn bent() -> Driven {
    let mut editor = Driven::open("builtin:arm");
    editor.rotate("forearm", 0, 100.0);
    editor
}

fn show(editor: &mut Driven, pane: usize, method: Method) {
    let before = comparing(editor).panes[pane];
    let shows = PaneShows {
        look: scene::posed_character::Look {
            method,
            ..before.look
        },
        ..before
    };
    editor.send(Intent::Compare(CompareIntent::SetPane(pane, shows)));
}

#[test]
fn worst_spots_are_visited_one_after_another() {
    let mut editor = bent();
    let mut distances = Vec::new();
    for visit in 0..3 {
        editor.run(CompareAction::NextSpot);
        let visited = comparing(&editor).visited.clone().unwrap();
        assert_eq!((visited.rank, visited.pane), (visit, 1));
        distances.push(visited.spot.amount);
        let camera = &editor.session().camera;
        assert!(camera.target.distance(visited.spot.position) < 1e-3 * camera.distance);
    }
    assert!(distances.is_sorted_by(|a, b| a >= b), "{distances:?}");
    let worst = editor
        .shown()
        .comparison_of(1)
        .unwrap()
        .difference
        .distance
        .max;
    assert_eq!(distances[0], worst);
    // The legend ends there too, and the colors do not change what is worst.
    assert_eq!(editor.shown().heat_range(None), worst);
    let rank = |editor: &Driven| comparing(editor).visited.as_ref().unwrap().rank;
    editor.run(CompareAction::PreviousSpot);
    assert_eq!(rank(&editor), 1);
    // Another pose has spots of its own, and begins with the worst.
    editor.rotate("forearm", 0, 60.0);
    editor.run(CompareAction::NextSpot);
    assert_eq!(rank(&editor), 0);
    // Where nothing differs there is nothing to visit.
    show(&mut editor, 1, Method::Linear);
    editor.try_run(CompareAction::NextSpot);
    assert_eq!(comparing(&editor).visited, None);
}

// ---- ambient occlusion ------------------------------------------------------------------------------------------------

#[test]
fn edits_of_the_skeleton_keep_ambient_occlusion_and_another_character_gets_its_own() {
    let mut editor = Driven::open("builtin:cylinder");
    editor.draws = true;
    editor.wait_until("it is known how open the surface lies", |editor| {
        editor.view().contact.newest().is_some()
    });
    let found = Arc::clone(editor.view().contact.newest().unwrap());
    editor.run(WindowAction::SkeletonMode);
    editor.select("upper");
    editor.run(SkeletonAction::ExtrudeJoint);
    editor.send(Input::Tool(ToolEvent::Confirm));
    assert_eq!(editor.document().journal.len(), 1);
    let kept = editor.view().contact.newest().unwrap();
    assert!(Arc::ptr_eq(&found, kept));
    editor.undo();
    let file = own_synthetic().join("valid/02_eight_influences.glb");
    editor.open_path(file.to_str().unwrap());
    editor.wait_until("the other is shaded", |editor| {
        let found_now = editor.view().contact.newest();
        found_now.is_some_and(|now| now.len() != found.len() || **now != *found)
    });
}

#[test]
fn ambient_occlusion_that_is_off_costs_no_work() {
    let folder = tempfile::tempdir().unwrap();
    let begin = || {
        let world = World {
            settings: Some(folder.path().to_owned()),
            ..World::default()
        };
        let mut editor = Driven::starting(world, Some("builtin:cylinder"));
        editor.draws = true;
        editor.wait_until_opened();
        editor
    };
    let mut editor = begin();
    editor.run(ViewAction::ToggleContact);
    let file = folder.path().join("settings.ron");
    editor.wait_until("it is kept", |_| {
        std::fs::read_to_string(&file).is_ok_and(|text| text.contains("contact: false"))
    });
    drop(editor);
    let mut editor = begin();
    editor.frames(3);
    assert!(!editor.view().contact.is_working());
    assert!(editor.view().contact.newest().is_none());
}
