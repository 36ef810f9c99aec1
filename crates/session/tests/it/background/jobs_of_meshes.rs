//! What follows the shown meshes in the background, and each kind of its death.

use std::sync::Arc;

use character::Character;
use scene::combined_surface::CombinedSurface;
use scene::deform::DeformedPrimitive;
use session::features::viewport::contact::Contact;
use session::features::viewport::surface::MeshCounts;
use session::files::watch::FileWatch;
use session::shown::at_rest;
use session::state::opening::load::load;
use whole_file::Files;

use crate::background::jobs::until;
use crate::support::fates::{DEATHS, Fate, Fates};
use crate::support::tube::tube;

/// The surface of a character, and its vertices at rest.
fn surfaced(character: &Character) -> (Arc<CombinedSurface>, Arc<Vec<DeformedPrimitive>>) {
    let surface = Arc::new(CombinedSurface::of(character));
    (surface, Arc::new(at_rest(character)))
}

#[test]
fn after_ambient_occlusion_has_died_it_is_computed_when_it_is_shown_again() {
    let character = Arc::new(load("builtin:arm").unwrap());
    let (surface, at_rest) = surfaced(&character);
    for death in DEATHS {
        let fates = Fates::default();
        let spawner = fates.spawner();
        let mut contact = Contact::default();
        fates.set(death);
        let told: Vec<_> = (0..5)
            .filter_map(|_| {
                contact.follow(&surface, &at_rest, &spawner);
                contact.take_fault()
            })
            .collect();
        assert!(
            matches!(&told[..], [text] if text.contains("Ambient occlusion was not computed")),
            "{told:?}"
        );
        assert_eq!(fates.asked(), 1, "not by itself");
        fates.set(Fate::Runs);
        contact.rest();
        until("it is computed", || {
            contact.follow(&surface, &at_rest, &spawner);
            contact.newest().cloned()
        });
        assert_eq!(contact.take_fault(), None);
    }
}

#[test]
fn a_count_of_meshes_that_died_is_told_and_one_without_a_thread_is_done_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = tube(folder.path(), 420, 1);
    let character = Arc::new(load(file.to_str().unwrap()).unwrap());
    let (surface, at_rest) = surfaced(&character);
    let fates = Fates::default();
    let spawner = fates.spawner();
    let facts =
        |counting: &mut MeshCounts| counting.facts(&character, &surface, &at_rest, &spawner);
    let mut counting = MeshCounts::default();
    fates.set(Fate::Dies);
    assert!((0..3).all(|_| facts(&mut counting).is_none()));
    let told = counting.take_fault();
    assert!(
        told.as_ref()
            .is_some_and(|text| text.contains("Open the file again")),
        "{told:?}"
    );
    assert_eq!((fates.asked(), counting.take_fault()), (1, None));
    let mut counting = MeshCounts::default();
    fates.set(Fate::Refused);
    assert!(facts(&mut counting).is_some());
    assert_eq!(counting.take_fault(), None);
}

#[test]
fn a_watch_that_cannot_be_kept_is_told_once() {
    for death in DEATHS {
        let fates = Fates::default();
        fates.set(death);
        let mut watch = FileWatch::start(
            "/nowhere/a.glb",
            None,
            &[],
            &Files::default(),
            &fates.spawner(),
        )
        .unwrap();
        let told = watch.take_fault();
        assert!(
            told.as_ref()
                .is_some_and(|text| text.contains("are not noticed")),
            "{told:?}"
        );
        assert_eq!(watch.take_fault(), None);
        assert!(!watch.has_changed());
    }
}
