//! What was baked, in a pane beside the method: the file that would be written, clip by clip, and what it lacks.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use character::{Character, open, to_glb};
use glam::Quat;
use rig::{JointIndex, Method, Pose, ScaleInheritance, SignRule};
use scene::deform::{DeformedPrimitive, base_pose, deform};
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;
use scene::view::pane_shows::{PaneInheritance, PaneShows, PaneWeights};
use serde_json::json;
use session::commands::actions::{
    CompareAction, EditAction, FileAction, PoseAction, VersionAction,
};
use session::commands::command::{Command, Input, Intent, Outcome};
use session::document::Document;
use session::document::baked::Lack;
use session::document::channel::{Channel, JointField};
use session::features::projects::capture::capture_project;
use session::features::skin_over_time::worker::SkinOverTime;
use session::session::Request;
use session::shown::ShownPanes;
use session::state::bake::baking::Baked;
use session::state::bake::dialog::{BakeFileIntent, BakeIntent};
use session::state::comparing::command::CompareIntent;
use session::state::file_dialogs::dialog::{FileAsked, FileOutcome, JobOutput};
use session::state::file_dialogs::list::{FileDone, FileRequest};
use session::state::opening::load::load;
use session::state::posing::command::PoseIntent;
use session::state::projects::StoredVersion;
use session::state::skin_over_time::strip::{Lane, Measure};
use session::tasks::Spawner;
use testkit::glb::double_mesh;
use whole_file::Files;

use crate::background::jobs::until;
use crate::support::work::Work;

/// The cylinder with its first clip baked by three helpers, once for all tests.
static BAKED: OnceLock<Arc<Baked>> = OnceLock::new();

struct Fixture {
    work: Work,
    shown: ShownPanes,
    baked: Arc<Baked>,
}

impl Fixture {
    fn has_bake(&self) -> bool {
        let character = &self.work.session.character;
        character.versions.last_bake().is_some()
    }

    /// The bake has ended, and its dialog is open.
    fn new() -> Self {
        Self::of(Work::on("builtin:cylinder"), &BAKED)
    }

    /// What was done in `work` so far is baked, unless `once` has it.
    fn of(mut work: Work, once: &OnceLock<Arc<Baked>>) -> Self {
        work.run(FileAction::BakeCharacter.into());
        let mut asked = work.session.file_dialogs.bake.options.clone();
        assert_eq!(asked.look.method, Method::TWO_PHASE);
        asked.by_tolerance = false;
        asked.helpers = 3;
        asked.left_out = BTreeSet::from([work.document.character.clips[1].id()]);
        work.send(BakeFileIntent::Options(asked).into());
        work.send(Command::Intent(Intent::Bake(BakeIntent::Bake)));
        let Some(Request::File(request)) = work.session.requests.pop() else {
            panic!("a bake is asked for");
        };
        let FileRequest::Bake(job) = (*request).clone() else {
            panic!("a bake is asked for");
        };
        let baked = once.get_or_init(|| {
            let Command::Outcome(Outcome::File(done)) = request.run(&Files::default()) else {
                panic!("a bake was ordered");
            };
            let FileDone::Bake(FileOutcome { outcome, .. }) = *done else {
                panic!("a bake was ordered");
            };
            let Ok(JobOutput::Read(baked)) = outcome else {
                panic!("it is baked");
            };
            baked
        });
        let outcome = Ok(JobOutput::Read(Arc::clone(baked)));
        let done = FileDone::Bake(FileOutcome { job, outcome });
        work.send(Command::Outcome(Outcome::File(Box::new(done))));
        Self {
            work,
            shown: ShownPanes::default(),
            baked: Arc::clone(baked),
        }
    }

    /// The same, with the pane that shows it.
    fn shown() -> Self {
        let mut fixture = Self::new();
        fixture.bake(BakeIntent::Show);
        fixture
    }

    fn bake(&mut self, intent: BakeIntent) {
        self.work.send(Command::Intent(Intent::Bake(intent)));
    }

    fn refresh(&mut self) {
        let Work {
            document, session, ..
        } = &self.work;
        self.shown.refresh(document, session, false);
    }

    fn panes(&self) -> &[PaneShows] {
        &self.work.session.comparing.panes
    }

    /// The vertices that the file has in a pose of its own joints, as every engine blends them.
    fn expected(&self, pose: &Pose) -> Vec<DeformedPrimitive> {
        let character = &self.baked.character;
        let flags = vec![ScaleInheritance::Children; character.rig.skeleton.len()];
        deform(character, pose, &flags, Look::new(Method::Linear)).unwrap()
    }

    fn at(&self, time: f32) -> Pose {
        let character = &self.baked.character;
        let base = base_pose(character);
        character.clips[0].sample(&character.rig.skeleton, &base, time)
    }

    fn lacks(&mut self) -> Option<Lack> {
        self.refresh();
        self.shown.panes[1].lacks
    }

    /// The largest distance of B from A, in percent of the size.
    fn difference(&self) -> f32 {
        let most = self.shown.comparison().panes[1].difference.distance.max;
        100.0 * most / self.baked.report.size
    }

    /// The last joint, which moves no vertex much.
    fn turn(&mut self) -> JointIndex {
        let skeleton = &self.work.document.character.rig.skeleton;
        let joint = skeleton.joints().last().unwrap();
        turn(&mut self.work, joint);
        joint
    }

    fn show_clip(&mut self, place: usize) {
        show_clip(&mut self.work, place);
    }
}

fn turn(work: &mut Work, joint: JointIndex) {
    let field = JointField {
        joint,
        channel: Channel::Rotation,
        axis: 0,
    };
    work.send(Command::Intent(Intent::Pose(PoseIntent::SetField {
        field,
        value: 70.0,
        dragging: false,
    })));
}

fn show_clip(work: &mut Work, place: usize) {
    let clip = work.document.character.clips[place].id();
    work.send(Command::Intent(Intent::ShowClip(Some(clip))));
}

#[test]
fn the_pane_shows_the_file_beside_the_method_at_the_worst_moment_and_every_other() {
    let mut fixture = Fixture::shown();
    let [a, b] = fixture.panes() else {
        panic!("two panes");
    };
    assert_eq!(
        (a.look.method, a.weights),
        (Method::TWO_PHASE, PaneWeights::Current)
    );
    assert_eq!(
        (b.look.method, b.weights),
        (Method::Linear, PaneWeights::Baked)
    );
    assert!(
        fixture.work.session.file_dialogs.bake.seen().is_none(),
        "out of the way"
    );
    assert!(!fixture.work.session.takes_keys());
    // What the report says of the worst vertex is what the panes show.
    fixture.refresh();
    let worst = fixture.baked.report.worst[0].error;
    let difference = fixture.difference();
    assert!(
        (difference - worst).abs() < 1e-3 * worst,
        "{difference} {worst}"
    );
    for time in [0.0, 0.21, 0.8] {
        fixture.work.send(Command::Intent(Intent::Seek(time)));
        fixture.refresh();
        let expected = fixture.expected(&fixture.at(time));
        assert!(fixture.shown.deformed_panes()[1] == expected, "{time}");
        assert_eq!(fixture.shown.panes[1].lacks, None);
        let linear = fixture.baked.report.linear.maximum;
        assert!(fixture.difference() < 0.6 * linear, "{time}");
    }
    // Helpers are drawn behind the joints, which tools find by their places.
    let [own, all] = [0, 1].map(|pane| fixture.shown.panes[pane].marks.len());
    assert_eq!(all, own + fixture.baked.report.helpers.len());
    let helpers = &fixture.shown.panes[1].marks[own..];
    assert!(helpers.iter().all(|mark| mark.is_point), "no bones to them");
    assert!(fixture.shown.frames(1) == fixture.shown.frames(0));
    // The worst spot is found between the two.
    fixture.work.run(CompareAction::NextSpot.into());
    let visited = fixture.work.session.comparing.visited.clone().unwrap();
    let most = fixture.shown.comparison().panes[1].difference.distance.max;
    assert!((visited.spot.amount - most).abs() <= 1e-5 * most);
    // A vertex is framed where the file has it.
    let worst = &fixture.baked.report.worst[0];
    let place = VertexPlace {
        primitive: worst.primitive,
        vertex: worst.vertex,
    };
    let there = fixture.shown.deformed_panes()[1][place.primitive].positions[place.vertex];
    fixture.work.send(Input::ActivatePane(1).into());
    fixture.work.send(Intent::FrameVertex(place).into());
    let target = fixture.work.session.active_camera().target;
    assert!(target.abs_diff_eq(there, 1e-4), "{target} {there}");
}

#[test]
fn what_the_file_lacks_is_told_and_helpers_stand_still() {
    let mut fixture = Fixture::shown();
    assert_eq!(fixture.lacks(), None);
    fixture.show_clip(1);
    fixture.work.send(Command::Intent(Intent::Seek(0.4)));
    assert_eq!(fixture.lacks(), Some(Lack::Clip));
    fixture.work.send(Command::Intent(Intent::ShowClip(None)));
    assert_eq!(fixture.lacks(), None, "at rest it lacks nothing");
    let rest = fixture.expected(&base_pose(&fixture.baked.character));
    assert!(fixture.shown.deformed_panes()[1] == rest);
    // A joint of the document is that of the file by its name, and helpers stay where they are.
    let joint = fixture.turn();
    assert_eq!(fixture.lacks(), Some(Lack::Keys));
    let current = &fixture.work.document.character.rig.skeleton;
    let own = fixture
        .baked
        .character
        .rig
        .skeleton
        .find(current.name(joint))
        .unwrap();
    let mut pose = base_pose(&fixture.baked.character);
    pose.rigid[own.index()] = fixture.work.document.pose.rigid[joint.index()];
    assert!(pose.rigid[own.index()].rotation != Quat::IDENTITY);
    assert!(fixture.shown.deformed_panes()[1] == fixture.expected(&pose));
    fixture.work.run(PoseAction::ToggleRest.into());
    assert_eq!(fixture.lacks(), None);
}

#[test]
fn keys_that_only_the_file_has_are_told() {
    let mut work = Work::on("builtin:cylinder");
    show_clip(&mut work, 0);
    work.send(Command::Intent(Intent::Seek(0.5)));
    let mut joints = work.document.character.rig.skeleton.joints();
    let middle = joints.nth(1).unwrap();
    turn(&mut work, middle);
    assert_eq!(work.document.pending.all().len(), 1);
    let mut fixture = Fixture::of(work, &OnceLock::new());
    fixture.bake(BakeIntent::Show);
    let mut at = |time: f32| {
        fixture.work.send(Command::Intent(Intent::Seek(time)));
        (fixture.lacks(), fixture.difference())
    };
    // The clip goes by itself again beside the pose, and the file goes on to its key.
    let (lacks, between) = at(0.48);
    assert_eq!(lacks, Some(Lack::Waiting));
    let (lacks, there) = at(0.5);
    assert_eq!(lacks, None);
    assert!(there < 0.1 * between, "{there} {between}");
    // A clip that waits for nothing lacks what it lacked.
    fixture.show_clip(1);
    assert_eq!(fixture.lacks(), Some(Lack::Clip));
}

#[test]
fn an_edit_makes_it_old_and_undo_new_again() {
    let mut fixture = Fixture::shown();
    let is_old = |fixture: &Fixture| {
        let found = fixture.work.session.baked.as_ref();
        found.unwrap().is_old(&fixture.work.document)
    };
    assert!(!is_old(&fixture));
    // What is posed over a clip is in no key of the file.
    fixture.turn();
    assert!(is_old(&fixture) && !fixture.work.document.pending.is_empty());
    fixture.refresh();
    let time = fixture.work.session.playback.moment.unwrap().time;
    let expected = fixture.expected(&fixture.at(time));
    assert!(
        fixture.shown.deformed_panes()[1] == expected,
        "the file is as it was baked"
    );
    // It is not written any more.
    fixture.work.run(FileAction::BakeCharacter.into());
    assert!(
        fixture.work.session.file_dialogs.bake.seen().is_some(),
        "the dialog is back"
    );
    fixture.work.send(BakeFileIntent::Go.into());
    let mut asked = fixture.work.session.requests.iter();
    assert!(!asked.any(|request| matches!(request, Request::File(_))));
    let dialog = fixture
        .work
        .session
        .file_dialogs
        .bake
        .dialog
        .clone()
        .unwrap();
    assert!(dialog.fault.unwrap().contains("Bake again"));
    fixture.work.run(EditAction::Undo.into());
    assert!(!is_old(&fixture));
    // Another skeleton is another character.
    let joint = fixture
        .work
        .document
        .character
        .rig
        .skeleton
        .joints()
        .last()
        .unwrap();
    let key = fixture.work.document.character.rig.skeleton.key(joint);
    fixture.work.send(Command::Intent(Intent::EditSkeleton(
        character::SkeletonEdit::Rename {
            joint: key,
            name: "tip".to_owned(),
        },
    )));
    fixture.refresh();
    assert!(is_old(&fixture) && fixture.shown.panes[1].weights.is_none());
}

#[test]
fn a_step_that_panes_showed_is_shown_again_after_it() {
    let mut fixture = Fixture::new();
    let current = (*fixture.work.document.character).clone();
    let other = Document::new(Arc::new(current));
    let versions = &mut fixture.work.session.character.versions;
    let step = versions.keep("before", &other, false);
    fixture.work.session.comparing.panes[1].weights = step;
    let before = fixture.panes().to_vec();
    fixture.bake(BakeIntent::Show);
    assert_ne!(fixture.panes(), before);
    fixture.work.run(VersionAction::CompareBaked.into());
    assert_eq!(fixture.panes(), before);
    assert!(fixture.work.session.character.versions.has(step));
    // What is forgotten meanwhile does not come back.
    fixture.bake(BakeIntent::Show);
    let PaneWeights::Kept(number) = step else {
        panic!("a version was kept");
    };
    fixture.work.send(Command::Intent(Intent::Compare(
        CompareIntent::ForgetWeights(number),
    )));
    fixture.work.run(VersionAction::CompareBaked.into());
    assert_eq!(fixture.panes()[1].weights, PaneWeights::Current);
}

#[test]
fn it_goes_with_its_dialog_and_panes_show_what_they_showed() {
    let mut fixture = Fixture::new();
    let before = fixture.panes().to_vec();
    let seen = |fixture: &Fixture| {
        let Work {
            document, session, ..
        } = &fixture.work;
        let sight = capture_project(document, session).sight;
        (sight.panes, sight.active, sight.layout)
    };
    let project = seen(&fixture);
    assert_eq!(project.0[1].weights, StoredVersion::Current);
    fixture.work.run(VersionAction::CompareBaked.into());
    let with = fixture.panes().to_vec();
    assert_eq!(with[1].weights, PaneWeights::Baked);
    fixture.work.run(VersionAction::CompareBaked.into());
    assert_eq!(fixture.panes(), before);
    fixture.work.run(VersionAction::CompareBaked.into());
    assert_eq!(fixture.panes(), with);
    // No project has it, nor what else the panes show for its sake.
    assert!(seen(&fixture) == project);
    fixture.work.send(BakeFileIntent::Cancel.into());
    assert_eq!(fixture.panes(), before);
    assert!(!fixture.has_bake());
    fixture.bake(BakeIntent::Show);
    assert_eq!(fixture.panes(), before, "there is nothing to show");

    // The version behind it has the method that it was baked from.
    let mut fixture = Fixture::shown();
    assert_eq!(fixture.panes()[1].look.method, Method::Linear);
    fixture.work.run(VersionAction::NextWeights.into());
    let behind = fixture.panes()[1];
    assert_ne!(behind.weights, PaneWeights::Baked);
    assert_eq!(behind.look.method, Method::TWO_PHASE);

    // Another method is one of the current weights; what panes showed is not put back over a choice.
    let mut fixture = Fixture::shown();
    let affine = PaneShows {
        look: Look::new(Method::Affine),
        ..fixture.panes()[1]
    };
    let reach = PaneShows {
        scale_inheritance: PaneInheritance::Joint,
        ..fixture.panes()[1]
    };
    for (shows, expected) in [(reach, PaneWeights::Baked), (affine, PaneWeights::Current)] {
        let intent = CompareIntent::SetPane(1, shows);
        fixture.work.send(Command::Intent(Intent::Compare(intent)));
        let shown = fixture.panes()[1];
        assert_eq!(
            (shown.weights, shown.scale_inheritance),
            (expected, PaneInheritance::AsSet)
        );
    }
    let chosen = fixture.panes().to_vec();
    fixture.work.open("builtin:cylinder");
    assert_eq!(fixture.panes(), chosen);
    assert!(!fixture.has_bake());
}

#[test]
fn the_skin_over_time_has_the_differences_of_the_file() {
    let mut fixture = Fixture::shown();
    let (mut skin, spawner) = (SkinOverTime::default(), Spawner::default());
    until("the strip", || {
        let Work {
            document, session, ..
        } = &fixture.work;
        fixture.shown.refresh(document, session, false);
        skin.follow(document, (session, &fixture.shown), false, &spawner);
        skin.strip().is_complete().then_some(())
    });
    let lane = Lane {
        pane: 1,
        measure: Measure::Deviation,
    };
    let strip = skin.strip();
    let frame = strip.worst(lane).unwrap();
    let time = strip.times()[frame];
    fixture.work.send(Command::Intent(Intent::Seek(time)));
    fixture.refresh();
    let found = lane.value(strip.at(frame, 1).unwrap()).unwrap();
    let most = fixture.shown.comparison().panes[1].difference.distance.max;
    assert!((found - most).abs() < 1e-6, "{found} {most}");
    let worst = fixture.baked.report.worst[0].error;
    assert!(100.0 * found / fixture.baked.report.size <= 1.05 * worst);
}

/// Does what the bake has asked for, and takes what came of it.
fn work_off(work: &mut Work) {
    let Some(Request::File(order)) = work.session.requests.pop() else {
        panic!("a job is asked for");
    };
    let outcome = order.run(&Files::default());
    work.send(outcome);
}

/// The dialog bakes and writes two meshes in one place, each by its own method; the file, blended linearly, shows both.
#[test]
fn each_mesh_of_the_written_file_follows_its_own_method() {
    let folder = tempfile::tempdir().unwrap();
    let [path, out] = ["two.glb", "baked.glb"].map(|name| folder.path().join(name));
    let (cylinder, _) = to_glb(&load("builtin:cylinder").unwrap()).unwrap();
    let kept = [
        json!({ "method": "linear" }),
        json!({ "method": "two-phase", "signs": "largest" }),
    ];
    #[expect(
        clippy::disallowed_methods,
        reason = "a temporary file that nobody misses"
    )]
    std::fs::write(&path, double_mesh(&cylinder, kept)).unwrap();
    let mut work = Work::on(path.to_str().unwrap());
    work.run(FileAction::BakeCharacter.into());
    let mut asked = work.session.file_dialogs.bake.options.clone();
    (asked.look.method, asked.look.per_mesh) = (Method::Affine, true);
    asked.left_out = BTreeSet::from([work.document.character.clips[1].id()]);
    work.send(BakeFileIntent::Options(asked).into());
    work.send(BakeFileIntent::Type(FileAsked::offering(&out)).into());
    work.send(Command::Intent(Intent::Bake(BakeIntent::Bake)));
    work_off(&mut work);
    let report = work.session.baked.as_ref().unwrap().baked.report.clone();
    assert!(report.baked.maximum <= 0.5, "{}", report.baked.maximum);
    work.send(BakeFileIntent::Go.into());
    work_off(&mut work);

    let baked = open(&out).unwrap();
    let source = &*work.document.character;
    let skin = |of: &Character, look: Look, time| {
        let pose = of.clips[0].sample(&of.rig.skeleton, &base_pose(of), time);
        let flags = vec![ScaleInheritance::Children; of.rig.skeleton.len()];
        deform(of, &pose, &flags, look).unwrap()
    };
    let linear = Look::new(Method::Linear);
    let two_phase = Look {
        signs: SignRule::Largest,
        ..Look::new(Method::TWO_PHASE)
    };
    let count = source.meshes[0].primitives.len();
    let most = |mesh: usize, look: Look| {
        let at = |step: u8| {
            let time = source.clips[0].duration() * (f32::from(step) + 0.29) / 17.0;
            let (wanted, shown) = (skin(source, look, time), skin(&baked, linear, time));
            let primitives = wanted.into_iter().zip(shown).skip(mesh * count).take(count);
            let far = primitives.flat_map(|(one, other)| {
                let pairs = one.positions.into_iter().zip(other.positions);
                pairs.map(|(from, to)| from.distance(to))
            });
            far.fold(0.0, f32::max)
        };
        100.0 / report.size * (0..17).map(at).fold(0.0, f32::max)
    };
    let own = [most(0, linear), most(1, two_phase)];
    assert!(own.iter().all(|most| *most <= 0.5), "{own:?}");
    // By the other's method each would be far off.
    let others = [most(0, two_phase), most(1, linear)];
    assert!(others.iter().all(|most| *most > 5.0), "{others:?}");
}
