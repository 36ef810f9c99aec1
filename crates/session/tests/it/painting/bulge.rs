//! The bulge map: painted and undone, kept in projects and versions, written to files and read back, and solved over poses.

use std::ops::ControlFlow;
use std::sync::Arc;

use character::{Character, WeightEdit};
use glam::Vec3;
use rig::{ByMap, MapKind, Method, Pose};
use scene::combined_surface::{CombinedSurface, join_positions};
use scene::deform::deform;
use scene::posed_character::Look;
use session::commands::actions::{Action, EditAction, WeightAction, WeightJobAction};
use session::commands::command::{Command, Intent};
use session::features::weight_operations::worker::BulgeTask;
use session::session::Request;
use session::state::volume::bulge_solver::{BulgeSolver, MapHarm, MapTrial, Worst};
use session::state::weight_operations::weight_request::{
    BulgePoses, BulgeRequest, RigCommand, RigDialog, WeightRequest,
};
use session::state::weight_table::weights_work::PaintLayer;

use crate::support::work::Work;

fn bulge_of(character: &Character) -> Vec<f32> {
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let numbers = primitives.filter_map(|primitive| Some(primitive.maps.bulge.as_ref()?.values()));
    numbers.flatten().collect()
}

fn solver(work: &Work, method: Method) -> BulgeSolver {
    let character = &work.document.character;
    let rest = character.file_pose();
    let poses = work.session.character.test_poses.poses.iter();
    let bent = poses.filter(|pose| pose.name.contains("end"));
    let applied = |pose: &session::state::presets::PresetFile| {
        pose.preset
            .apply_to(&character.rig.skeleton, &rest, 1.0, None)
    };
    BulgeSolver {
        of: Arc::clone(character),
        surface: Arc::new(CombinedSurface::of(character)),
        poses: bent
            .map(|pose| (pose.name.clone(), applied(pose)))
            .collect(),
        watched: Vec::new(),
        look: Look::new(method),
        scale_inheritance: Arc::clone(&work.document.scale_inheritance),
        tolerance: 0.02,
        selection: work.session.character.weights.vertices.clone(),
    }
}

fn posed(character: &Character, pose: &Pose, work: &Work, method: Method) -> Vec<Vec3> {
    let flags = &work.document.scale_inheritance;
    join_positions(&deform(character, pose, flags, Look::new(method)).unwrap())
}

#[test]
fn a_solved_map_draws_back_what_stands_out_and_touches_nothing_else() {
    let work = Work::on("builtin:cylinder");
    for method in [Method::DualQuaternion, Method::TWO_PHASE, Method::Affine] {
        let solver = solver(&work, method);
        assert!(!solver.poses.is_empty());
        let done = solver.run(&|_| ControlFlow::Continue(())).unwrap();
        let said = done.remark.unwrap();
        let solved = work.document.character.with_weights(&done.edits).unwrap();
        let numbers = bulge_of(&solved);
        assert!(numbers.iter().any(|&number| number > 0.0), "{said}");
        assert!(
            done.edits
                .iter()
                .all(|edit| edit.rows.is_empty() && edit.maps.blend.is_empty())
        );
        // What is said is measured: the share of volume before and after, the distance before and after.
        let percents: Vec<f64> = said
            .split(" %")
            .filter_map(|part| part.rsplit(' ').next()?.parse().ok())
            .collect();
        testkit::say(&format!("{method}: {said}"));
        let [all, left, before, after, ..] = percents[..] else {
            panic!("{said}")
        };
        assert!(all > 99.0 && left < 40.0, "{said}");
        assert!(before > 5.0 && after <= 2.1, "{said}");
        assert!(
            said.contains("volume ") && said.contains(" worse"),
            "{said}"
        );
        // At rest, and by linear blending, it is not seen.
        let rest = solved.file_pose();
        let none = posed(&work.document.character, &rest, &work, method);
        let with = posed(&solved, &rest, &work, method);
        assert!(none.iter().zip(&with).all(|(a, b)| a.distance(*b) < 1e-5));
        let bent = &solver.poses[0].1;
        let [none, with] = [&work.document.character, &Arc::new(solved)]
            .map(|of| posed(of, bent, &work, Method::Linear));
        assert_eq!(none, with);
    }
    let canceled = solver(&work, Method::Affine).run(&|_| ControlFlow::Break(()));
    assert!(canceled.is_none());
}

/// A solved map is measured before it takes the place of the present one: the same again changes nothing, a weaker one comes where more is
/// allowed, and in the place of one that draws back all.
#[test]
fn a_solved_map_is_kept_where_it_is_better_than_the_present_one() {
    let mut work = Work::on("builtin:cylinder");
    let solved = |work: &Work, tolerance: f32| {
        let solver = BulgeSolver {
            tolerance,
            ..solver(work, Method::DualQuaternion)
        };
        solver.run(&|_| ControlFlow::Continue(())).unwrap()
    };
    let sum = |work: &Work| bulge_of(&work.document.character).iter().sum::<f32>();
    let first = solved(&work, 0.02);
    assert_eq!(first.refused, None);
    work.document = work.document.with_weight_edits(&first.edits).unwrap();
    let tight = sum(&work);
    let again = solved(&work, 0.02);
    assert!(again.edits.is_empty() && again.refused.is_none());
    let loose = solved(&work, 0.1);
    assert_eq!(loose.refused, None);
    work.document = work.document.with_weight_edits(&loose.edits).unwrap();
    assert!(sum(&work) < tight, "{} of {tight}", sum(&work));
    let count = work.document.character.meshes[0].primitives[0]
        .positions
        .len();
    let all = (0..u32::try_from(count).unwrap()).map(|vertex| (vertex, 1.0));
    let all = WeightEdit {
        maps: ByMap::only(MapKind::Bulge, all.collect()),
        ..WeightEdit::default()
    };
    work.document = work.document.with_weight_edits(&[all]).unwrap();
    let full = sum(&work);
    let weaker = solved(&work, 0.02);
    assert_eq!(weaker.refused, None);
    work.document = work.document.with_weight_edits(&weaker.edits).unwrap();
    assert!(sum(&work) < full);
}

/// Less that stands out is better, as long as no volume gets worse by more; as little by a weaker map is, too.
#[test]
fn a_map_is_kept_where_its_figures_are_better() {
    let harm = |outweighs: bool| {
        Some(MapHarm {
            joint: "knee".to_owned(),
            pose: "Squat".to_owned(),
            changes: [-0.3, -0.5],
            outweighs,
        })
    };
    let standing = |volume: f64| Worst {
        volume: (volume, 0),
        beyond: volume,
    };
    let (more_harm, no_more) = ("from −30 % to −50 %", "draws back no more");
    for (beyond, numbers, harm, refused) in [
        ([0.2, 0.0], [0.0, 5.0], None, None),
        ([0.2, 0.0], [0.0, 5.0], harm(false), None),
        ([0.2, 0.0], [0.0, 5.0], harm(true), Some(more_harm)),
        ([0.0, 0.0], [5.0, 3.0], harm(true), None),
        ([0.0, 0.0], [3.0, 5.0], None, Some(no_more)),
        ([0.0, 0.2], [5.0, 3.0], None, Some("leaves no more")),
    ] {
        let is_harmed = harm.is_some();
        let trial = MapTrial {
            poses: 1,
            worst_pose: "Squat".to_owned(),
            worst: [1.0, 0.6, 0.1].map(standing),
            beyond,
            numbers,
            harm,
        };
        let why = trial.why_not();
        let told = why.as_deref().unwrap_or_default();
        assert_eq!(why.is_some(), refused.is_some(), "{beyond:?}: {told}");
        assert!(told.contains(refused.unwrap_or_default()), "{told}");
        let words = trial.words();
        assert!(words.contains("most in “Squat”: 60 % of what there is"));
        assert_eq!(words.contains("at knee in “Squat”"), is_harmed, "{words}");
    }
}

#[test]
fn the_dialog_asks_and_the_job_runs_over_each_kind_of_poses() {
    let mut work = Work::on("builtin:arm");
    work.run(Action::WeightJob(WeightJobAction::SolveBulge));
    assert_eq!(work.session.rigging.dialog, Some(RigDialog::Bulge));
    for over in BulgePoses::ALL {
        let request = BulgeRequest {
            over,
            ..BulgeRequest::default()
        };
        let task = BulgeTask::new(request, &work.document, &work.session);
        // No folder of poses is set.
        assert_eq!(task.is_err(), over == BulgePoses::Library, "{over:?}");
    }
    let request = BulgeRequest {
        over: BulgePoses::Clip,
        percent: 5,
    };
    work.send(Command::Intent(Intent::Rig(RigCommand::Bulge(request))));
    work.send(Command::Intent(Intent::Rig(RigCommand::Begin)));
    assert_eq!(work.session.rigging.dialog, None);
    let requested = work.session.requests.iter().any(
        |asked| matches!(asked, Request::Weights(WeightRequest::Bulge(asked)) if *asked == request),
    );
    assert!(requested);
}

#[test]
fn it_is_painted_cleared_undone_and_kept_in_files() {
    let mut work = Work::on("builtin:arm");
    work.run(Action::Weights(WeightAction::UsePaintLayer(
        PaintLayer::Bulge,
    )));
    assert_eq!(work.session.painted_map(), MapKind::Bulge);
    assert_eq!(work.session.painted_numbers(), "bulge map");
    let edit = WeightEdit {
        maps: ByMap::only(MapKind::Bulge, vec![(3, 0.5), (7, 1.0)]),
        ..WeightEdit::default()
    };
    work.send(Command::Intent(Intent::EditWeights {
        name: "Add to bulge map".to_owned(),
        gesture: None,
        edits: vec![edit],
    }));
    let painted = Arc::clone(&work.document.character);
    let map = painted.meshes[0].primitives[0].maps.bulge.as_ref().unwrap();
    assert_eq!((map.value(3), map.value(7), map.value(8)), (0.5, 1.0, 0.0));
    assert!(painted.meshes[0].primitives[0].maps.blend.is_none());
    // Saved as glTF and read again.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("painted.glb");
    character::save(&painted, &path).unwrap();
    let again = character::open(&path).unwrap();
    assert_eq!(bulge_of(&again), bulge_of(&painted));
    work.run(Action::Weights(WeightAction::ClearBulgeMap));
    assert_eq!(work.history.undo_name(), Some("Clear bulge map"));
    let said = &work.session.notices.all().last().unwrap().text;
    assert!(
        said.starts_with("Clear bulge map: ") && said.contains("by up to 1 and by "),
        "{said}"
    );
    assert!(bulge_of(&work.document.character).is_empty());
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(work.document.character.meshes, painted.meshes);
    work.run(Action::Edit(EditAction::Undo));
    assert!(bulge_of(&work.document.character).is_empty());
}
