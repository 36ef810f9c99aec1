//! The report on the character, and places where test poses change volumes.

use std::sync::Arc;

use scene::combined_surface::CombinedSurface;
use scene::mesh_facts::MeshFacts;
use session::commands::actions::{EditAction, ProblemAction, WindowAction};
use session::commands::command::{Intent, Panel};
use session::features::viewport::surface::MeshCounts;
use session::shown::at_rest;
use session::state::advice::{AdviceIntent, Target};
use session::state::opening::load::load;
use session::tasks::Spawner;

use super::driven::Driven;
use crate::support::tube::tube;

#[test]
fn what_is_counted_in_the_background_is_what_is_counted_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = tube(folder.path(), 600, 4);
    let spawner = Spawner::default();
    for (source, is_large) in [("builtin:arm", false), (file.to_str().unwrap(), true)] {
        let character = Arc::new(load(source).unwrap());
        let at_rest = Arc::new(at_rest(&character));
        let surface = Arc::new(CombinedSurface::of(&character));
        let mut counting = MeshCounts::default();
        let first = counting.facts(&character, &surface, &at_rest, &spawner);
        assert_eq!(
            first.is_none(),
            is_large,
            "{source}: whether one has to wait"
        );
        let start = std::time::Instant::now();
        let facts = loop {
            if let Some(facts) = counting.facts(&character, &surface, &at_rest, &spawner) {
                break facts;
            }
            assert!(start.elapsed().as_secs() < 60);
            std::thread::yield_now();
        };
        assert_eq!(*facts, MeshFacts::of(&character, &surface, &at_rest));
        let again = counting
            .facts(&character, &surface, &at_rest, &spawner)
            .unwrap();
        assert!(Arc::ptr_eq(&again, &facts), "counted once");
    }
}

#[test]
fn places_that_lose_volume_are_listed_visited_and_smoothed() {
    let mut editor = Driven::open("builtin:cylinder");
    editor.run(WindowAction::PoseMode);
    editor.run(ProblemAction::ToggleVolumeCheck);
    editor.wait_until("the volumes are measured", |editor| {
        editor.session().character.volume.list.is_some()
    });
    let list = editor.session().character.volume.list.clone().unwrap();
    let (joint, pose, _) = list.words(&list.places[0]);
    editor.run(ProblemAction::NextVolumePlace);
    assert_eq!(editor.step(), format!("Test pose {pose}"));
    // Smoothing is tried: it is kept if it helps, else it is told why nothing was changed.
    let kept = format!("Smooth at {joint}");
    let known = editor.notices().len();
    editor.run(ProblemAction::SmoothVolumePlace);
    editor.wait_until("smoothing was tried", |editor| {
        editor.step() == kept || editor.notices().len() > known
    });
    let told = editor.notices().join("\n");
    assert!(told.contains(&kept), "{told}");
    editor.run(ProblemAction::ToggleVolumeCheck);
    assert!(!editor.session().character.volume.wanted);
}

#[test]
fn advice_is_found_in_the_background_and_applied_in_one_step() {
    let mut editor = Driven::open("builtin:cylinder");
    editor.send(Intent::Advice(AdviceIntent::For(Target::Any)));
    editor.wait_until("advice is found", |editor| {
        editor.session().character.advice.found.is_some()
    });
    // What is found is still of now: opening the window asks for nothing more.
    editor.run(ProblemAction::ToggleAdvice);
    assert!(editor.session().is_open(Panel::Advice));
    assert_eq!(editor.session().character.advice.asked, 1);
    editor.send(Intent::Advice(AdviceIntent::Apply));
    assert_eq!(editor.step(), "Apply advice");
    let own = |editor: &Driven| editor.character().meshes[0].skinning;
    assert!(own(&editor).is_some());
    assert!(
        editor
            .session()
            .comparing
            .panes
            .iter()
            .any(|pane| pane.look.per_mesh)
    );
    // It is of an older document now: nothing is applied twice.
    let steps = editor.history().len();
    editor.send(Intent::Advice(AdviceIntent::Apply));
    assert_eq!(editor.history().len(), steps);
    assert!(editor.said().contains("changed since"), "{}", editor.said());
    editor.run(EditAction::Undo);
    assert_eq!(own(&editor), None);
    // A search that is stopped leaves what there was.
    editor.send(Intent::Advice(AdviceIntent::Begin));
    editor.send(Intent::Advice(AdviceIntent::Stop));
    editor.frames(3);
    assert!(editor.view().advice.progress().is_none());
    assert!(editor.session().character.advice.found.is_some());
}
