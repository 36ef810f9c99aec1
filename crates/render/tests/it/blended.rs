//! Maps from the document to the panes: what a stroke, undo and redo change is seen, on the device as on the processor.

use std::path::Path;
use std::sync::Arc;

use character::{Character, WeightEdit};
use glam::Vec3;
use render::pane_skins::PaneSkins;
use rig::{ByMap, MapKind, Method};
use scene::deform::{DeformedPrimitive, deform_posed};
use scene::placed::placed_primitives;
use scene::posed_character::Look;
use scene::probe::probe;
use scene::vertex_facts::{VertexPlace, alone};
use scene::vertex_layout::with_vertex_layout;
use session::commands::actions::{Action, EditAction};
use session::commands::command::{Command, Input, Intent};
use session::document::Document;
use session::document::gesture::Gesture;
use session::document::history::History;
use session::features::apply;
use session::session::Session;
use session::shown::ShownPanes;
use session::state::opening::load::load;

use super::pictures::Studio;
use super::skins::check;

/// A document with its panes: linear, and affine, which looks at maps.
struct Fixture {
    document: Document,
    history: History,
    session: Session,
    shown: ShownPanes,
    skins: PaneSkins,
    studio: Studio,
}

impl Fixture {
    /// In the middle of the first clip.
    fn new(character: Character) -> Option<Self> {
        let studio = Studio::new()?;
        let mut session = Session::default();
        session.comparing.panes[0].look = Look::new(Method::Linear);
        session.comparing.panes[1].look = Look::new(Method::Affine);
        let mut document = Document::new(Arc::new(character));
        let character = &document.character;
        let clip = &character.clips[0];
        let base = character.file_pose();
        let time = 0.4 * clip.duration();
        document.pose = Arc::new(clip.sample(&character.rig.skeleton, &base, time));
        Some(Self {
            document,
            history: History::default(),
            session,
            shown: ShownPanes::default(),
            skins: PaneSkins::new(&studio.gpu.device),
            studio,
        })
    }

    fn send(&mut self, command: Command) {
        apply(
            command,
            &mut self.document,
            &mut self.history,
            &mut self.session,
        );
    }

    /// Numbers of the first primitive's blend map.
    fn paint(&mut self, gesture: u64, numbers: impl IntoIterator<Item = (u32, f32)>) {
        self.paint_map(MapKind::Blend, gesture, numbers);
    }

    fn paint_map(
        &mut self,
        kind: MapKind,
        gesture: u64,
        numbers: impl IntoIterator<Item = (u32, f32)>,
    ) {
        self.send(Command::Intent(Intent::EditWeights {
            name: "Paint blending".to_owned(),
            gesture: Some(Gesture::Weights(gesture)),
            edits: vec![WeightEdit {
                maps: ByMap::only(kind, numbers.into_iter().collect()),
                ..WeightEdit::default()
            }],
        }));
    }

    /// What the panes show, which has to be the same on the device and on the processor.
    fn panes(&mut self, label: &str) -> [Vec<Vec3>; 2] {
        self.shown.refresh(&self.document, &self.session, false);
        let shown = &self.shown;
        let posed: Vec<_> = shown.panes.iter().map(|pane| &pane.posed).collect();
        let machine = (&self.studio.gpu.device, &self.studio.gpu.queue);
        let character = &self.document.character;
        let panes = self
            .skins
            .skin(machine.0, machine.1, character, &posed)
            .unwrap();
        let all = panes
            .iter()
            .zip(shown.deformed_panes())
            .map(|(pane, expected)| {
                assert_eq!(pane.len(), expected.len());
                for (instances, expected) in pane.iter().zip(expected) {
                    let found = instances.read(machine.0, machine.1).unwrap();
                    check(label, (&found.positions, &found.normals), expected);
                }
                flat(expected)
            });
        let all: Vec<Vec<Vec3>> = all.collect();
        all.try_into().unwrap()
    }
}

fn flat(deformed: &[DeformedPrimitive]) -> Vec<Vec3> {
    let positions = deformed.iter().flat_map(|found| &found.positions);
    positions.copied().collect()
}

fn farthest(a: &[Vec3], b: &[Vec3]) -> f32 {
    let pairs = a.iter().zip(b);
    pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
}

#[test]
fn a_stroke_over_the_map_is_seen_and_undo_takes_it_back() {
    let character = load("builtin:arm").unwrap();
    let Some(mut fixture) = Fixture::new(character) else {
        return;
    };
    let count = fixture.document.character.meshes[0].primitives[0]
        .positions
        .len();
    let count = u32::try_from(count).unwrap();
    let first = fixture.panes("before");
    assert!(farthest(&first[0], &first[1]) > 1e-3);

    // The first dab makes the map, the next ones change it; all are one step.
    fixture.paint(1, (0..count / 2).map(|vertex| (vertex, 0.0)));
    let second = fixture.panes("first dab");
    assert!(farthest(&second[1], &first[1]) > 1e-3);
    assert_eq!(second[0], first[0], "linear does not look at the map");
    fixture.paint(1, (0..count).step_by(3).map(|vertex| (vertex, 0.5)));
    let third = fixture.panes("second dab");
    assert!(farthest(&third[1], &second[1]) > 1e-3);
    fixture.send(Command::Input(Input::EndGesture));
    assert_eq!(fixture.history.len(), 1);

    // Everywhere at once: the primitive is linear.
    fixture.paint(2, (0..count).map(|vertex| (vertex, 0.0)));
    fixture.send(Command::Input(Input::EndGesture));
    let [linear, affine] = fixture.panes("all linear");
    let own = count as usize;
    assert!(farthest(&linear[..own], &affine[..own]) < 1e-6);
    assert_eq!(
        affine[own..],
        first[1][own..],
        "other primitives have no map"
    );

    fixture.send(Command::Intent(Intent::Run(Action::Edit(EditAction::Undo))));
    assert_eq!(fixture.panes("undone once"), third);
    fixture.send(Command::Intent(Intent::Run(Action::Edit(EditAction::Undo))));
    assert_eq!(fixture.panes("undone"), first);
    assert_eq!(
        fixture.document.character.meshes[0].primitives[0]
            .maps
            .blend,
        None
    );
    fixture.send(Command::Intent(Intent::Run(Action::Edit(EditAction::Redo))));
    assert_eq!(fixture.panes("redone"), third);
}

/// On both alike, the bones of the joints included; linear blending stays as it is.
#[test]
fn bulges_are_drawn_back_where_they_are_painted() {
    let character = load("builtin:arm").unwrap();
    let Some(mut fixture) = Fixture::new(character) else {
        return;
    };
    let positions = &fixture.document.character.meshes[0].primitives[0].positions;
    let count = u32::try_from(positions.len()).unwrap();
    for method in [Method::Affine, Method::DualQuaternion, Method::TWO_PHASE] {
        fixture.session.comparing.panes[1].look = Look::new(method);
        let first = fixture.panes("before");
        fixture.paint_map(MapKind::Bulge, 1, (0..count).map(|vertex| (vertex, 1.0)));
        fixture.send(Command::Input(Input::EndGesture));
        let second = fixture.panes("drawn back");
        assert_eq!(second[0], first[0], "linear does not look at the map");
        assert!(farthest(&second[1], &first[1]) > 1e-3, "{method}");
        fixture.send(Command::Intent(Intent::Run(Action::Edit(EditAction::Undo))));
        assert_eq!(fixture.panes("undone"), first);
    }
}

/// A map beside rows that change their lengths and outgrow their space, in memory of another order than the file's.
#[test]
fn weights_and_map_change_together() {
    let Some(mut fixture) = Fixture::new(with_vertex_layout(load("builtin:arm").unwrap())) else {
        return;
    };
    let influences = fixture.document.character.meshes[0].primitives[0]
        .influences
        .clone();
    let count = u32::try_from(influences.unwrap().vertex_count()).unwrap();
    fixture.paint(1, [(7, 0.25)]);
    fixture.panes("one number");
    let row = |vertex: u32| {
        (
            vertex,
            vec![(0_u16, 0.2_f32), (1, 0.3), (2, 0.1), (3, 0.2), (4, 0.2)],
        )
    };
    for (gesture, vertices) in [(2, 0..40), (3, 0..count)] {
        fixture.send(Command::Intent(Intent::EditWeights {
            name: "Paint".to_owned(),
            gesture: Some(Gesture::Weights(gesture)),
            edits: vec![WeightEdit {
                rows: vertices.clone().map(row).collect(),
                maps: ByMap::new(|_| vertices.clone().map(|vertex| (vertex, 0.75)).collect()),
                ..WeightEdit::default()
            }],
        }));
        fixture.panes("rows and numbers");
    }
}

/// A file's own map, where it is painted further; and characters thinned out take it along.
#[test]
fn the_map_of_a_file_is_seen() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/synthetic/valid");
    let file = folder.join("18_attributes.glb");
    let character = load(file.to_str().unwrap()).unwrap();
    let mut without = character.clone();
    without.meshes[0].primitives[0].maps.blend = None;
    let Some(mut bare) = Fixture::new(without) else {
        return;
    };
    let mut fixture = Fixture::new(character).unwrap();
    let ([_, plain], [linear, mapped]) = (bare.panes("without a map"), fixture.panes("with one"));
    assert!(farthest(&plain, &mapped) > 1e-3);
    assert!(farthest(&linear, &mapped) > 1e-3);
    // Thinned out or alone, vertices are where they are in the whole.
    let character = &fixture.document.character;
    let posed = &fixture.shown.panes[1].posed;
    let mut out = Vec::new();
    deform_posed(&probe(character), posed, &mut out).unwrap();
    assert_eq!(flat(&out), mapped, "so few vertices are all kept");
    let placed =
        placed_primitives(character).position(|placed| placed.primitive.maps.blend.is_some());
    for vertex in [0, 17, 71] {
        let place = VertexPlace {
            primitive: placed.unwrap(),
            vertex,
        };
        deform_posed(&alone(character, place), posed, &mut out).unwrap();
        assert_eq!(flat(&out), [mapped[vertex]]);
    }
    fixture.paint(1, [(0, 1.0), (40, 0.0)]);
    let [_, painted] = fixture.panes("painted further");
    assert!(farthest(&painted, &mapped) > 1e-4);
    fixture.send(Command::Intent(Intent::Run(Action::Edit(EditAction::Undo))));
    assert_eq!(fixture.panes("undone")[1], mapped);
}
