//! What most engines show, in a pane: switched off again, and of a mesh that takes longer than a frame.

use std::sync::{Arc, Mutex};

use character::{Character, WeightEdit};
use rig::{JointSlot, Method, SignRule};
use scene::posed_character::Look;
use scene::view::pane_shows::{Normals, PaneInheritance, PaneShows, PaneWeights};
use session::commands::actions::VersionAction;
use session::commands::command::{Command, Intent};
use session::features::projects::capture::capture_project;
use session::shown::ShownPanes;
use session::state::comparing::command::CompareIntent;
use session::state::opening::load::load;
use session::state::projects::StoredVersion;
use session::tasks::{Body, Spawner, Threads, Waker};

use super::{Fixture, SIX};
use crate::support::work::Work;

#[test]
fn what_a_pane_showed_before_an_engine_comes_back() {
    let mut fixture = Fixture::new();
    fixture.paint("First", "hand");
    fixture.paint("Second", "upper_arm");
    fixture.run(VersionAction::CompareBeforeChange);
    let panes = |fixture: &Fixture| fixture.work.session.comparing.panes.clone();
    let send = |fixture: &mut Fixture, intent| {
        fixture.work.send(Command::Intent(Intent::Compare(intent)));
    };
    let own = PaneShows {
        look: Look {
            signs: SignRule::Largest,
            ..Look::new(Method::DualQuaternion)
        },
        normals: Normals::Exact,
        scale_inheritance: PaneInheritance::Joint,
        weights: fixture.b(),
        left_out: 100,
    };
    send(&mut fixture, CompareIntent::SetPane(1, own));
    fixture.run(VersionAction::CompareEngine);
    assert_eq!(panes(&fixture)[1], PaneShows::of_engine());
    // A project that is saved meanwhile has what the panes show, and changes nothing here.
    let saved = capture_project(&fixture.work.document, &fixture.work.session);
    let stored = saved.sight.panes[1].weights;
    assert_eq!(stored, StoredVersion::FourInfluences);
    fixture.run(VersionAction::CompareEngine);
    assert_eq!(panes(&fixture)[1], own);
    let versions = &fixture.work.session.character.versions;
    assert!(versions.has(own.weights), "no other pane showed it");

    // Each pane has its own, which goes along with it.
    fixture.run(VersionAction::CompareEngine);
    fixture.work.session.comparing.add();
    let third = panes(&fixture)[2];
    fixture.run(VersionAction::CompareEngine);
    assert_eq!(panes(&fixture)[1..], [PaneShows::of_engine(); 2]);
    send(&mut fixture, CompareIntent::RemovePane(1));
    fixture.run(VersionAction::CompareEngine);
    assert_eq!(panes(&fixture)[1..], [third]);

    // What was chosen by hand since takes its place.
    fixture.run(VersionAction::CompareEngine);
    let engine = PaneShows::of_engine();
    let by_hand = PaneShows {
        normals: Normals::Facets,
        ..engine
    };
    send(&mut fixture, CompareIntent::SetPane(1, by_hand));
    send(&mut fixture, CompareIntent::SetPane(1, engine));
    fixture.run(VersionAction::CompareEngine);
    let shown = panes(&fixture);
    assert_eq!(shown[1], PaneShows::unlike(&shown[..1]));
}

/// Threads that begin when the test runs them.
fn waiting_threads() -> (Spawner, Arc<Mutex<Vec<Body>>>) {
    let waiting = Arc::<Mutex<Vec<Body>>>::default();
    let bodies = Arc::clone(&waiting);
    let threads = Threads::new(move |_, body| {
        bodies.lock().unwrap().push(body);
        Ok(())
    });
    (Spawner::new(threads, Waker::default()), waiting)
}

/// The arm twice over, each vertex with six joints: too many to be cut within a frame.
fn large() -> Character {
    let mut character = load("builtin:arm").unwrap();
    let primitives = &mut character.meshes[0].primitives;
    for primitive in &mut *primitives {
        let influences = primitive.influences.as_ref().unwrap();
        let row: Vec<_> = (0..6).map(JointSlot).zip(SIX).collect();
        let count = u32::try_from(influences.vertex_count()).unwrap();
        let rows = (0..count).map(|vertex| (vertex, &*row));
        primitive.influences = Some(influences.with_rows(rows).unwrap());
    }
    let again = primitives.clone();
    primitives.extend(again);
    character
}

#[test]
fn four_influences_of_a_large_mesh_are_found_in_the_background() {
    let mut work = Work::empty();
    work.open_as("builtin:arm", large());
    let (spawner, waiting) = waiting_threads();
    let shown = ShownPanes::with_spawner(spawner);
    let mut fixture = Fixture { work, shown };
    let count = || waiting.lock().unwrap().len();
    let refresh = |fixture: &mut Fixture| {
        let (document, session) = (&fixture.work.document, &fixture.work.session);
        fixture.shown.refresh(document, session, false);
        let [first, other] = [0, 1].map(|pane| fixture.shown.weights_number(pane));
        let finds = session.character.versions.finds_four_influences(document);
        (finds, first == other)
    };
    assert_eq!(refresh(&mut fixture), (false, true));
    fixture.run(VersionAction::CompareEngine);
    assert_eq!(refresh(&mut fixture), (true, true), "the current weights");
    assert_eq!(count(), 1);
    // An edit does not begin anew, and what was found is followed.
    fixture.spread(100..150, 3);
    assert_eq!(refresh(&mut fixture), (true, true));
    assert_eq!(count(), 1);
    let body = waiting.lock().unwrap().pop().unwrap();
    body();
    assert_eq!(refresh(&mut fixture), (false, false));
    assert_eq!(count(), 0);
    let cut = |fixture: &Fixture| {
        let versions = &fixture.work.session.character.versions;
        let cut = versions.weights(PaneWeights::FourInfluences, &fixture.work.document);
        cut.unwrap()
    };
    let found = cut(&fixture).unwrap();
    let primitives = found.meshes[0].primitives.iter();
    let mut most = primitives.map(|own| own.influences.as_ref().unwrap().max_per_vertex());
    assert!(most.all(|most| most == 4));

    // A worker that died is told once; chosen anew, it begins anew.
    fixture.run(VersionAction::CompareEngine);
    assert_eq!(refresh(&mut fixture), (false, true));
    fixture.run(VersionAction::CompareEngine);
    assert_eq!(refresh(&mut fixture), (true, true));
    waiting.lock().unwrap().clear();
    for is_told in [true, false] {
        assert_eq!(refresh(&mut fixture), (true, true));
        let fault = fixture.shown.take_fault();
        assert_eq!(fault.is_some(), is_told, "{fault:?}");
        assert_eq!(count(), 0);
    }
    fixture.run(VersionAction::CompareEngine);
    refresh(&mut fixture);
    fixture.run(VersionAction::CompareEngine);
    refresh(&mut fixture);
    assert_eq!(count(), 1);
    // What works in the background itself does not wait for others.
    let versions = &fixture.work.session.character.versions;
    versions.cut_now(&fixture.work.document);
    assert!(cut(&fixture).is_some());
}

/// Edits that are followed lead so far away that the way back in one step is not: what was found there once is found again.
#[test]
fn four_influences_of_earlier_weights_are_found_again() {
    let mut work = Work::empty();
    work.open_as("builtin:arm", large());
    let (spawner, waiting) = waiting_threads();
    let shown = ShownPanes::with_spawner(spawner);
    let mut fixture = Fixture { work, shown };
    let finds = |fixture: &mut Fixture| {
        let (document, session) = (&fixture.work.document, &fixture.work.session);
        fixture.shown.refresh(document, session, false);
        session.character.versions.finds_four_influences(document)
    };
    fixture.run(VersionAction::CompareEngine);
    assert!(finds(&mut fixture));
    let body = waiting.lock().unwrap().pop().unwrap();
    body();
    assert!(!finds(&mut fixture));
    let first = fixture.work.document.clone();
    let row: Vec<_> = (3..9).map(JointSlot).zip(SIX).collect();
    let primitives = first.character.meshes[0].primitives.iter();
    let counts = primitives.map(|own| own.influences.as_ref().unwrap().vertex_count());
    let counts: Vec<u32> = counts.map(|count| u32::try_from(count).unwrap()).collect();
    for quarter in 0..4_u32 {
        let edits = counts.iter().enumerate().map(|(primitive, &count)| {
            let vertices = quarter * count / 4..(quarter + 1) * count / 4;
            WeightEdit {
                primitive,
                rows: vertices.map(|vertex| (vertex, row.clone())).collect(),
                ..WeightEdit::default()
            }
        });
        fixture.work.send(Command::Intent(Intent::EditWeights {
            name: "Spread".to_owned(),
            gesture: None,
            edits: edits.collect(),
        }));
        assert!(!finds(&mut fixture), "{quarter}");
    }
    let edited = std::mem::replace(&mut fixture.work.document, first);
    assert!(finds(&mut fixture));
    assert_eq!(waiting.lock().unwrap().len(), 1);
    // Where the history leads back during the work, what is known of the weights there is not found once more.
    fixture.work.document = edited;
    let body = waiting.lock().unwrap().pop().unwrap();
    body();
    assert!(!finds(&mut fixture));
    assert!(waiting.lock().unwrap().is_empty());
}
