//! Versions of the weights in panes: what is the same does not differ, what was painted differs as much as skinning with
//! those weights says, and a version that does not fit is told.

use std::path::Path;
use std::sync::Arc;

use character::{Character, SkeletonEdit, WeightEdit, open_bytes, to_glb};
use rig::{InfluenceRow, JointSlot, RowList, ScaleInheritance};
use scene::deform::deform;
use scene::facts::Facts;
use scene::view::pane_shows::{PaneShows, PaneWeights};
use session::commands::actions::{CompareAction, EditAction, VersionAction};
use session::commands::command::{Command, Intent, Outcome};
use session::document::channel::{Channel, JointField};
use session::features::projects::capture::capture_project;
use session::session::Request;
use session::shown::ShownPanes;
use session::state::comparing::PaneLayout;
use session::state::comparing::command::CompareIntent;
use session::state::opening::load::load;
use session::state::posing::command::PoseIntent;
use session::state::projects::command::{OpenedProject, ProjectOutcome};
use session::state::projects::{OnDisk, StoredVersion, read, restore_project, write};
use session::state::versions::dialog::VersionFileIntent;
use session::state::weight_files::{BoundMesh, export_text};
use whole_file::Files;

use session::state::selection::selection_sets::SelectionSet;
use weights::WeightFormat;

use crate::support::work::Work;

mod engine;

struct Fixture {
    work: Work,
    shown: ShownPanes,
}

impl Fixture {
    /// The arm with a bent elbow.
    fn new() -> Self {
        let mut work = Work::on("builtin:arm");
        let skeleton = &work.document.character.rig.skeleton;
        let joint = skeleton.find("forearm").unwrap();
        let field = JointField {
            joint,
            channel: Channel::Rotation,
            axis: 2,
        };
        work.send(Command::Intent(Intent::Pose(PoseIntent::SetField {
            field,
            value: 80.0,
            dragging: false,
        })));
        let shown = ShownPanes::default();
        Self { work, shown }
    }

    fn run(&mut self, action: VersionAction) {
        self.work.run(action.into());
    }

    /// Gives every second vertex to one joint, as a step of this name.
    fn paint(&mut self, name: &str, joint: &str) {
        let character = &self.work.document.character;
        let joint = character.rig.skeleton.find(joint).unwrap();
        let place = character.rig.binds[0].slot_of(joint).unwrap();
        let count = character.meshes[0].primitives[0].positions.len();
        let mut rows = RowList::default();
        for vertex in (0..count).step_by(2) {
            rows.push(u32::try_from(vertex).unwrap(), [(place, 1.0)]);
        }
        self.work.send(Command::Intent(Intent::EditWeights {
            name: name.to_owned(),
            gesture: None,
            edits: vec![WeightEdit {
                rows,
                ..WeightEdit::default()
            }],
        }));
    }

    /// The largest difference of pane B, and whether both panes are what skinning with these weights gives.
    fn check(&mut self, weights: [&Arc<Character>; 2]) -> f32 {
        let Work {
            document, session, ..
        } = &self.work;
        self.shown.refresh(document, session, false);
        for (pane, character) in weights.into_iter().enumerate() {
            let look = session.comparing.panes[pane].look;
            let flags = &document.scale_inheritance;
            let expected = deform(character, &document.pose, flags, look).unwrap();
            assert!(self.shown.deformed_panes()[pane] == expected, "pane {pane}");
        }
        self.shown.comparison().panes[1].difference.distance.max
    }

    fn current(&self) -> Arc<Character> {
        Arc::clone(&self.work.document.character)
    }

    fn b(&self) -> PaneWeights {
        self.work.session.comparing.panes[1].weights
    }

    fn edit_skeleton(&mut self, edit: SkeletonEdit) {
        self.work.send(Command::Intent(Intent::EditSkeleton(edit)));
    }

    fn key(&self, joint: &str) -> u32 {
        let skeleton = &self.work.document.character.rig.skeleton;
        skeleton.key(skeleton.find(joint).unwrap())
    }
}

#[test]
fn before_and_after_differ_by_the_weights_alone() {
    let mut fixture = Fixture::new();
    fixture.work.session.comparing.layout = PaneLayout::One;
    let opened = fixture.current();
    fixture.run(VersionAction::CompareOpened);
    let comparing = &fixture.work.session.comparing;
    assert_eq!(comparing.layout, PaneLayout::Side, "both are seen");
    assert_eq!(comparing.panes[1].look, comparing.panes[0].look);
    assert_eq!(fixture.check([&opened, &opened]), 0.0, "nothing is painted");

    fixture.paint("Paint", "hand");
    let painted = fixture.current();
    let far = fixture.check([&painted, &opened]);
    assert!(far > 0.01, "{far}");
    let number = fixture.shown.weights_number(1);
    fixture.paint("Paint more", "upper_arm");
    let twice = fixture.current();
    fixture.check([&twice, &opened]);
    assert_eq!(
        fixture.shown.weights_number(1),
        number,
        "what shows the version need not be drawn anew"
    );
    assert_ne!(number, fixture.shown.weights_number(0));

    // The worst spot is that of these weights.
    fixture.work.run(CompareAction::NextSpot.into());
    let visited = fixture.work.session.comparing.visited.as_ref().unwrap();
    let worst = fixture.shown.comparison().panes[1].difference.distance.max;
    assert!((visited.spot.amount - worst).abs() < 1e-5);

    fixture.run(VersionAction::CompareOpened);
    assert_eq!(fixture.b(), PaneWeights::Current, "a switch");
    let panes = &fixture.work.session.comparing.panes;
    assert_ne!(panes[1].look, panes[0].look, "methods are compared again");
    fixture.check([&twice, &twice]);
}

/// Six weights of a row; the four largest sum to 0.87.
const SIX: [f32; 6] = [0.3, 0.05, 0.25, 0.2, 0.08, 0.12];

impl Fixture {
    /// Gives each of these vertices six joints, from this one on.
    fn spread(&mut self, vertices: impl Iterator<Item = u32>, first: u16) {
        let joints = (first..).map(JointSlot);
        let row = joints.zip(SIX).collect::<Vec<_>>();
        let rows = vertices.map(|vertex| (vertex, row.clone())).collect();
        self.work.send(Command::Intent(Intent::EditWeights {
            name: "Spread".to_owned(),
            gesture: None,
            edits: vec![WeightEdit {
                rows,
                ..WeightEdit::default()
            }],
        }));
    }

    /// The weights that pane B shows are those that an engine reads of the exported file.
    fn check_engine(&mut self) {
        let Work {
            document, session, ..
        } = &self.work;
        let versions = &session.character.versions;
        let cut = versions.weights(PaneWeights::FourInfluences, document);
        let cut = cut.unwrap().unwrap();
        let (bytes, _) = to_glb(&document.character).unwrap();
        let file = open_bytes("engine.glb", &bytes).unwrap();
        let rows = |of: &Character| {
            let influences = of.meshes[0].primitives[0].influences.clone().unwrap();
            let rows = influences.rows().map(as_engines_read);
            rows.collect::<Vec<_>>()
        };
        let own = &cut.meshes[0].primitives[0].influences;
        assert_eq!(own.as_ref().unwrap().max_per_vertex(), 4);
        for (own, read) in rows(&cut).into_iter().zip(rows(&file)) {
            assert_eq!(own.len(), read.len());
            for ((slot, weight), (of_file, expected)) in own.into_iter().zip(read) {
                assert_eq!(slot, of_file);
                assert!((weight - expected).abs() < 1e-6, "{weight} {expected}");
            }
        }

        // By linear blending, and scale goes on to children.
        let flags = vec![ScaleInheritance::Children; document.scale_inheritance.len()];
        let look = PaneShows::of_engine().look;
        let expected = deform(&cut, &document.pose, &flags, look).unwrap();
        self.shown.refresh(document, session, false);
        assert!(self.shown.deformed_panes()[1] == expected);
    }
}

/// What an engine of four influences makes of a row: the largest, divided by their sum, by falling weight.
fn as_engines_read(row: InfluenceRow<'_>) -> Vec<(JointSlot, f32)> {
    let mut pairs: Vec<(JointSlot, f32)> = row.pairs().collect();
    pairs.sort_by(|one, other| other.1.total_cmp(&one.1));
    pairs.truncate(4);
    let sum: f32 = pairs.iter().map(|(_, weight)| weight).sum();
    pairs
        .into_iter()
        .map(|(joint, weight)| (joint, weight / sum))
        .collect()
}

#[test]
fn an_engine_shows_four_influences_of_what_is_exported() {
    let mut fixture = Fixture::new();
    fixture.work.session.comparing.layout = PaneLayout::One;
    let before = fixture.work.session.comparing.panes.clone();
    fixture.run(VersionAction::CompareEngine);
    let comparing = &fixture.work.session.comparing;
    assert_eq!(comparing.layout, PaneLayout::Side, "both are seen");
    assert_eq!(comparing.panes, [before[0], PaneShows::of_engine()]);
    let of_now = |fixture: &Fixture| {
        let versions = &fixture.work.session.character.versions;
        versions.weights(PaneWeights::FourInfluences, &fixture.work.document)
    };
    let few = of_now(&fixture).unwrap();
    assert!(few.is_none(), "no vertex has more: nothing is cut");

    // All at once; then some more, which is followed; then back.
    let vertices = fixture.current().meshes[0].primitives[0].positions.len();
    let vertices = u32::try_from(vertices).unwrap();
    fixture.spread((0..vertices).step_by(2), 0);
    fixture.check_engine();
    let far = fixture.shown.comparison().panes[1].difference.distance.max;
    assert!(far > 1e-3, "{far}");
    let number = fixture.shown.weights_number(1);
    fixture.spread(100..150, 3);
    fixture.check_engine();
    assert_ne!(fixture.shown.weights_number(1), number, "drawn anew");
    let followed = of_now(&fixture).unwrap();
    assert!(Arc::ptr_eq(
        followed.as_ref().unwrap(),
        of_now(&fixture).unwrap().as_ref().unwrap()
    ));
    fixture.work.run(EditAction::Undo.into());
    fixture.check_engine();
    fixture.work.run(EditAction::Undo.into());
    assert!(of_now(&fixture).unwrap().is_none());

    fixture.run(VersionAction::CompareEngine);
    let panes = &fixture.work.session.comparing.panes;
    assert_eq!(*panes, before, "a switch");
}

#[test]
fn steps_of_the_history_are_compared_with_and_then_forgotten() {
    let mut fixture = Fixture::new();
    let opened = fixture.current();
    fixture.paint("First", "hand");
    let first = fixture.current();
    fixture.paint("Second", "upper_arm");
    let second = fixture.current();
    fixture.run(VersionAction::CompareBeforeChange);
    fixture.check([&second, &first]);
    let versions = &fixture.work.session.character.versions;
    assert_eq!(versions.name(fixture.b()), "before Second");

    // Step 1 is the pose, 2 and 3 are the strokes.
    let compare = |fixture: &mut Fixture, step| {
        let intent = CompareIntent::WeightsOfStep(step);
        fixture.work.send(Command::Intent(Intent::Compare(intent)));
    };
    compare(&mut fixture, 1);
    fixture.check([&second, &opened]);
    assert_eq!(fixture.work.session.character.versions.all_kept().len(), 1);
    fixture.work.run(EditAction::Undo.into());
    fixture.work.run(EditAction::Undo.into());
    assert_eq!(fixture.check([&opened, &opened]), 0.0);
    compare(&mut fixture, 3);
    fixture.check([&opened, &second]);
    compare(&mut fixture, 2);
    fixture.check([&opened, &first]);
    let before = fixture.b();
    compare(&mut fixture, 1);
    assert_eq!(fixture.b(), before, "the present state is no other version");
    compare(&mut fixture, 99);
    assert_eq!(fixture.b(), before);
}

#[test]
fn kept_weights_stay_until_they_are_forgotten() {
    let mut fixture = Fixture::new();
    fixture.paint("First", "hand");
    fixture.run(VersionAction::KeepWeights);
    fixture.run(VersionAction::KeepWeights);
    let first = fixture.current();
    fixture.paint("Second", "upper_arm");
    let second = fixture.current();
    fixture.run(VersionAction::KeepWeights);
    let versions = &fixture.work.session.character.versions;
    assert_eq!(
        versions.all_kept().len(),
        2,
        "the same weights are kept once"
    );
    let names: Vec<&str> = versions.all_kept().iter().map(|it| &*it.name).collect();
    assert_eq!(names, ["kept 1, after First", "kept 2, after Second"]);
    fixture.run(VersionAction::CompareKept);
    assert_eq!(fixture.check([&second, &second]), 0.0);
    let shown = |fixture: &Fixture| {
        let versions = &fixture.work.session.character.versions;
        versions.name(fixture.b()).to_owned()
    };
    let mut seen = Vec::new();
    for _ in 0..4 {
        fixture.run(VersionAction::NextWeights);
        seen.push(shown(&fixture));
    }
    assert_eq!(
        seen,
        [
            "current",
            "with four influences",
            "as opened",
            "kept 1, after First"
        ]
    );
    fixture.check([&second, &first]);
    fixture.run(VersionAction::ForgetWeights);
    assert_eq!(fixture.b(), PaneWeights::Current);
    assert_eq!(fixture.work.session.character.versions.all_kept().len(), 1);
    fixture.check([&second, &second]);

    fixture.run(VersionAction::CompareKept);
    fixture.work.open("builtin:arm");
    assert_eq!(
        fixture.b(),
        PaneWeights::Current,
        "those were of another one"
    );
    assert!(
        fixture
            .work
            .session
            .character
            .versions
            .all_kept()
            .is_empty()
    );
}

#[test]
fn a_version_follows_the_skeleton_as_long_as_its_joints_are_there() {
    let mut fixture = Fixture::new();
    fixture.run(VersionAction::CompareOpened);
    fixture.paint("Paint", "hand");
    let opened = Arc::clone(&fixture.work.document.original);
    let child = fixture.key("forearm");
    fixture.edit_skeleton(SkeletonEdit::Insert {
        child,
        fraction: 0.5,
    });
    let versions = &fixture.work.session.character.versions;
    let fitted = versions.weights(PaneWeights::Opened, &fixture.work.document);
    let fitted = fitted.unwrap().unwrap();
    assert!(!Arc::ptr_eq(&fitted, &opened));
    let of_joint = |character: &Character, vertex: usize| {
        let InfluenceRow {
            joints: slots,
            weights,
        } = character.meshes[0].primitives[0]
            .influences
            .as_ref()
            .unwrap()
            .row(vertex);
        let joints = character.rig.binds[0].joints();
        let skeleton = &character.rig.skeleton;
        let name = |slot: &JointSlot| skeleton.name(joints[usize::from(*slot)]).to_owned();
        let named = slots.iter().map(name).zip(weights.iter().copied());
        named.collect::<Vec<(String, f32)>>()
    };
    let count = opened.meshes[0].primitives[0].positions.len();
    for vertex in 0..count {
        assert_eq!(of_joint(&fitted, vertex), of_joint(&opened, vertex));
    }
    let now = fixture.current();
    fixture.check([&now, &fitted]);

    // A renamed joint is the same joint.
    let joint = fixture.key("hand");
    fixture.edit_skeleton(SkeletonEdit::Rename {
        joint,
        name: "paw".to_owned(),
    });
    let versions = &fixture.work.session.character.versions;
    let renamed = versions.weights(PaneWeights::Opened, &fixture.work.document);
    assert!(renamed.is_ok());

    let joint = fixture.key("forearm");
    fixture.edit_skeleton(SkeletonEdit::Dissolve { joint });
    let versions = &fixture.work.session.character.versions;
    let why = versions.weights(PaneWeights::Opened, &fixture.work.document);
    let why = why.unwrap_err();
    assert!(why.contains("forearm"), "{why}");
    let now = fixture.current();
    assert_eq!(
        fixture.check([&now, &now]),
        0.0,
        "the current weights are shown"
    );
    // It is told when it is asked for again.
    fixture.run(VersionAction::CompareOpened);
    let told = fixture.work.session.notices.all().iter();
    assert!(
        told.into_iter()
            .any(|notice| notice.text.contains("forearm"))
    );
}

#[test]
fn what_is_kept_beside_the_document_is_work_that_is_not_saved() {
    let mut fixture = Fixture::new();
    let has_changes = |fixture: &Fixture| {
        let work = &fixture.work;
        work.session.has_changes(&work.document)
    };
    // As if the first character had been opened, and saved as it is.
    fixture.work.session.opened = 1;
    fixture.work.session.project.saved = Some(fixture.work.document.clone());
    assert!(!has_changes(&fixture));
    fixture.run(VersionAction::KeepWeights);
    assert!(has_changes(&fixture), "closing would lose them");
    fixture.work.session.project.saved_beside = fixture.work.session.character.beside();
    assert!(!has_changes(&fixture));
    let set = SelectionSet {
        name: "arm".to_owned(),
        joints: vec!["hand".to_owned()],
    };
    fixture.work.session.character.sets.put(set);
    assert!(has_changes(&fixture));
}

#[test]
fn a_project_keeps_them_and_which_pane_shows_what() {
    let mut fixture = Fixture::new();
    fixture.paint("First", "hand");
    fixture.run(VersionAction::KeepWeights);
    let first = fixture.current();
    fixture.paint("Second", "upper_arm");
    fixture.run(VersionAction::CompareKept);
    fixture.work.session.comparing.panes[0].weights = PaneWeights::Source;
    fixture.work.session.comparing.add();
    fixture.work.session.comparing.panes[2].weights = PaneWeights::FourInfluences;
    let project = capture_project(&fixture.work.document, &fixture.work.session);
    let text = write(&project).unwrap();
    let project = read(text.as_bytes()).unwrap();
    assert_eq!(
        project.sight.panes[2].weights,
        StoredVersion::FourInfluences
    );

    let mut again = Fixture::new();
    again
        .work
        .send(Command::Outcome(Outcome::Project(ProjectOutcome::Opened(
            Box::new(OpenedProject {
                file: None,
                on_disk: OnDisk::Nothing,
                facts: Facts::default(),
                restored: restore_project(&Arc::new(load("builtin:arm").unwrap()), &project),
                project,
                source: "builtin:arm".to_owned(),
                content: None,
                moved: false,
                claim: None,
                elsewhere: None,
                unclaimed: None,
                recovered_from: None,
            }),
        ))));
    let versions = &again.work.session.character.versions;
    let kept = versions.last_kept().unwrap();
    assert_eq!(kept.name, "kept 1, after First");
    assert_eq!(again.b(), PaneWeights::Kept(kept.number));
    let third = again.work.session.comparing.panes[2];
    assert_eq!(third.weights, PaneWeights::FourInfluences);
    let weights = |character: &Character| character.meshes[0].primitives[0].influences.clone();
    assert!(
        weights(&kept.document.character) == weights(&first),
        "to the bit"
    );
    assert_eq!(versions.next_name(), "kept 2");
    let original = Arc::clone(&again.work.document.original);
    let far = again.check([&original, &first]);
    assert!(far > 0.0);
}

impl Fixture {
    /// Asks for the weights of a file, and waits until they are read.
    fn read(&mut self, file: &Path) {
        self.run(VersionAction::CompareFile);
        for intent in [
            VersionFileIntent::Chosen(file.to_owned()),
            VersionFileIntent::Go,
        ] {
            self.work.send(intent.into());
        }
        let requests = std::mem::take(&mut self.work.session.requests);
        let job = requests.into_iter().find_map(|request| match request {
            Request::File(job) => Some(job),
            _ => None,
        });
        self.work.send(job.unwrap().run(&Files::default()));
    }

    fn fault(&self) -> Option<String> {
        let dialog = self.work.session.file_dialogs.version.dialog.as_ref();
        dialog.and_then(|dialog| dialog.fault.clone())
    }
}

#[test]
fn weights_of_files_are_shown_or_refused_with_a_reason() {
    let mut fixture = Fixture::new();
    let opened = fixture.current();
    fixture.paint("Paint", "hand");
    let painted = fixture.current();
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let file = folder.path().join(name);
        std::fs::write(&file, bytes).unwrap();
        file
    };
    let model = write("before.glb", &to_glb(&opened).unwrap().0);
    let bound = BoundMesh::all(&painted).remove(0);
    let text = export_text(&painted, &bound, WeightFormat::Csv, true);
    let rows = write("after.csv", text.as_bytes());
    let steps = fixture.work.history.len();

    fixture.read(&model);
    assert_eq!(fixture.fault(), None);
    let versions = &fixture.work.session.character.versions;
    assert_eq!(versions.name(fixture.b()), "of before.glb");
    let far = fixture.check([&painted, &opened]);
    fixture.read(&rows);
    assert_eq!(fixture.fault(), None);
    let versions = &fixture.work.session.character.versions;
    assert_eq!(versions.name(fixture.b()), "of after.csv");
    let read = versions.weights(fixture.b(), &fixture.work.document);
    let near = fixture.check([&painted, &read.unwrap().unwrap()]);
    assert!(near < 1e-3 * far, "{near} of {far}: but for rounding");
    assert_eq!(fixture.work.history.len(), steps, "nothing is edited");
    assert!(Arc::ptr_eq(&fixture.current(), &painted));

    let before = fixture.b();
    let other = to_glb(&load("builtin:cylinder").unwrap()).unwrap().0;
    let refused = [
        (write("other.glb", &other), "other.glb"),
        (write("broken.csv", b"vertex"), "broken.csv"),
        (folder.path().join("none.glb"), "none.glb"),
    ];
    for (file, name) in refused {
        fixture.read(&file);
        let fault = fixture.fault().unwrap();
        assert!(fault.contains(name), "{fault}");
        assert_eq!(fixture.b(), before);
    }
}
