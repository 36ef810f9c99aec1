//! Weights taken from another mesh, without a window: where both stand, whatever units and nodes their files have.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use character::Character;
use rig::{InfluenceRow, JointSlot};
use session::settings::Units;
use session::state::opening::load::load;
use session::state::transfer::transfer_work::{JointMap, TransferHow};
use session::state::transfer::{
    Source, TransferRefused, TransferRequest, Transferred, Which, sight, transfer_weights,
};
use session::state::weight_files::BoundMesh;
use session::state::weight_table::weights_work::WeightsWork;
use testkit::glb::{edit_glb, under_scale};

use crate::support::clothes::{BODY, SHIRT, Tube, bent, glb, heights, write};

const BOTH: [&str; 2] = ["low", "high"];

fn opened(folder: &Path, name: &str, bytes: &[u8]) -> Arc<Character> {
    let path = write(folder, name, bytes);
    Arc::new(load(path.to_str().unwrap()).unwrap())
}

fn taken(
    from: &Source,
    to: &Arc<Character>,
    which: Which<'_>,
) -> Result<Transferred, TransferRefused> {
    let request = TransferRequest {
        onto: None,
        which,
        how: TransferHow::default(),
        joints: &JointMap::new(),
        locks: &WeightsWork::default(),
        limit: Some(4),
    };
    transfer_weights(from, to, &request, &|_, _| ControlFlow::Continue(())).unwrap()
}

/// Whether a shirt has the body's weights at every ring.
fn is_transferred(to: &Arc<Character>, mesh: usize, taken: &Transferred) {
    let after = to.with_weights(&taken.edits).unwrap();
    let influences = after.meshes[mesh].primitives[0]
        .influences
        .as_ref()
        .unwrap();
    for (ring, height) in heights(&SHIRT).into_iter().enumerate() {
        let InfluenceRow { joints, weights } = influences.row(12 * ring);
        for (joint, wanted) in bent(height) {
            let mut pairs = joints.iter().zip(weights);
            let found = pairs.find(|(other, _)| **other == JointSlot(joint));
            let found = found.map_or(0.0, |(_, weight)| *weight);
            assert!((found - wanted).abs() < 1e-4, "{height}: {found} {wanted}");
        }
    }
}

/// A file in centimeters that a node brings to the size of others gives what one in meters does; as it is, it fits nothing.
#[test]
fn centimeters_fit_meters_where_both_stand_at_one_place() {
    let folder = tempfile::tempdir().unwrap();
    let shirt = opened(folder.path(), "shirt.glb", &glb(&BOTH, &[SHIRT], 1.0));
    let large = glb(&BOTH, &[BODY], 100.0);
    let small = opened(folder.path(), "small.glb", &under_scale(&large, 0.01));
    let source = Source::new(&small, None, "small.glb").unwrap();
    let seen = sight(&source, &shirt, None).unwrap();
    assert_eq!((seen.joints, seen.gap), (2, None));
    assert_eq!(seen.place_in_words(Units::default()), None);
    let done = taken(&source, &shirt, Which::All).unwrap();
    assert!((done.farthest.unwrap() - 0.02).abs() < 1e-3, "{done:?}");
    is_transferred(&shirt, 0, &done);
    let large = opened(folder.path(), "large.glb", &large);
    let source = Source::new(&large, None, "large.glb").unwrap();
    let seen = sight(&source, &shirt, None).unwrap();
    let words = seen.place_in_words(Units::default()).unwrap();
    assert!(words.contains("same unit"), "{words}");
}

/// A file that rests in another pose than it was bound in: what one skin moves is compared as it was bound, whatever its weights are.
#[test]
fn what_one_skin_moves_is_compared_as_it_was_bound() {
    let folder = tempfile::tempdir().unwrap();
    let posed = edit_glb(&glb(&BOTH, &[BODY, SHIRT], 1.0), |json| {
        let nodes = json["nodes"].as_array_mut().unwrap();
        let high = nodes.iter_mut().find(|node| node["name"] == "high");
        // A quarter turn about x.
        let half = std::f32::consts::FRAC_1_SQRT_2;
        high.unwrap()["rotation"] = serde_json::json!([half, 0.0, 0.0, half]);
    });
    let character = opened(folder.path(), "posed.glb", &posed);
    let source = Source::new(&character, Some(0), "").unwrap();
    assert_eq!(source.name, "body");
    let done = taken(&source, &character, Which::All).unwrap();
    assert!((done.farthest.unwrap() - 0.02).abs() < 1e-3, "{done:?}");
    is_transferred(&character, 1, &done);
    assert!(done.edits.iter().all(|edit| edit.mesh == 1));
    // Another file that rests like it fits it where both are seen.
    let posed_body = edit_glb(&glb(&BOTH, &[BODY], 1.0), |json| {
        let nodes = json["nodes"].as_array_mut().unwrap();
        let high = nodes.iter_mut().find(|node| node["name"] == "high");
        let half = std::f32::consts::FRAC_1_SQRT_2;
        high.unwrap()["rotation"] = serde_json::json!([half, 0.0, 0.0, half]);
    });
    let body = opened(folder.path(), "body.glb", &posed_body);
    let bent_shirt = Tube { row: bent, ..SHIRT };
    let posed_shirt = edit_glb(&glb(&BOTH, &[bent_shirt], 1.0), |json| {
        let nodes = json["nodes"].as_array_mut().unwrap();
        let high = nodes.iter_mut().find(|node| node["name"] == "high");
        let half = std::f32::consts::FRAC_1_SQRT_2;
        high.unwrap()["rotation"] = serde_json::json!([half, 0.0, 0.0, half]);
    });
    let shirt = opened(folder.path(), "shirt.glb", &posed_shirt);
    let source = Source::new(&body, None, "body.glb").unwrap();
    let done = taken(&source, &shirt, Which::All).unwrap();
    assert!(done.farthest.unwrap() < 0.06, "{done:?}");
}

/// Meshes of two skins with other lists of joints: by name, and what the smaller list lacks is told.
#[test]
fn skins_of_one_character_are_matched_by_name() {
    let path = format!(
        "{}/../../testdata/synthetic/valid/08_two_skins.glb",
        env!("CARGO_MANIFEST_DIR")
    );
    let character = Arc::new(load(&path).unwrap());
    let all = BoundMesh::all(&character);
    assert_eq!(all.len(), 2);
    let source = Source::new(&character, Some(0), "").unwrap();
    let seen = sight(&source, &character, None).unwrap();
    assert!(seen.missing.len() < seen.joints, "{seen:?}");
    let done = taken(&source, &character, Which::All).unwrap();
    assert!(done.report.changed > 0, "{done:?}");
    let after = character.with_weights(&done.edits).unwrap();
    for InfluenceRow { joints, weights } in after.meshes[1].primitives[0]
        .influences
        .as_ref()
        .unwrap()
        .rows()
    {
        let sum: f32 = weights.iter().sum();
        assert!(joints.is_empty() || (sum - 1.0).abs() < 1e-5);
    }
}

#[test]
fn joints_matched_by_hand_give_as_those_of_one_name() {
    let folder = tempfile::tempdir().unwrap();
    let shirt = opened(folder.path(), "shirt.glb", &glb(&BOTH, &[SHIRT], 1.0));
    let strange = opened(folder.path(), "x.glb", &glb(&["x", "y"], &[BODY], 1.0));
    let source = Source::new(&strange, None, "x.glb").unwrap();
    let seen = sight(&source, &shirt, None).unwrap();
    assert!(seen.why_no_joint().unwrap().contains("by hand"));
    let to = |joints: [Option<&str>; 2]| -> JointMap {
        let own = joints.map(|own| own.map(str::to_owned));
        ["x", "y"].map(str::to_owned).into_iter().zip(own).collect()
    };
    let by = |map: &JointMap| {
        let request = TransferRequest {
            onto: None,
            which: Which::All,
            how: TransferHow::default(),
            joints: map,
            locks: &WeightsWork::default(),
            limit: Some(4),
        };
        transfer_weights(&source, &shirt, &request, &|_, _| ControlFlow::Continue(())).unwrap()
    };
    let both = to([Some("low"), Some("high")]);
    assert_eq!(seen.with_joint_map(&both).missing, Vec::<String>::new());
    assert_eq!(seen.with_joint_map(&both).why_no_joint(), None);
    is_transferred(&shirt, 0, &by(&both).unwrap());
    // Both to one: it gets all.
    let one = by(&to([Some("high"), Some("high")])).unwrap();
    let after = shirt.with_weights(&one.edits).unwrap();
    let influences = after.meshes[0].primitives[0].influences.as_ref().unwrap();
    assert!(
        influences
            .rows()
            .all(|InfluenceRow { joints, weights }| joints == [JointSlot(1)] && weights == [1.0])
    );
    // One to none: it is missed.
    let none = to([None, Some("high")]);
    assert_eq!(seen.with_joint_map(&none).missing, ["x"]);
    assert_eq!(by(&none).unwrap().missing, ["x"]);
    let refused = by(&to([None, Some("nowhere")])).unwrap_err();
    assert!(
        matches!(refused, TransferRefused::NoJoints { .. }),
        "{refused}"
    );
}

#[test]
fn what_cannot_be_taken_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let shirt = opened(folder.path(), "shirt.glb", &glb(&BOTH, &[SHIRT], 1.0));
    let own = Source::new(&shirt, Some(0), "").unwrap();
    let same = taken(&own, &shirt, Which::All).unwrap_err();
    assert!(matches!(same, TransferRefused::SameMesh { .. }), "{same}");
    let missing = Source::new(&shirt, Some(7), "shirt.glb").unwrap_err();
    assert!(
        matches!(missing, TransferRefused::NoSkin { .. }),
        "{missing}"
    );
    let strange = opened(folder.path(), "x.glb", &glb(&["x", "y"], &[BODY], 1.0));
    let source = Source::new(&strange, None, "x.glb").unwrap();
    let none = taken(&source, &shirt, Which::All).unwrap_err();
    assert!(matches!(none, TransferRefused::NoJoints { .. }), "{none}");
    let bare = Arc::new(load("builtin:biped_mesh").unwrap());
    let none = taken(&own, &bare, Which::All).unwrap_err();
    assert_eq!(none, TransferRefused::NothingBound);
    let body = opened(folder.path(), "body.glb", &glb(&BOTH, &[BODY], 1.0));
    let source = Source::new(&body, None, "body.glb").unwrap();
    let none = taken(&source, &shirt, Which::Unbound).unwrap_err();
    assert!(matches!(none, TransferRefused::NoVertices(_)), "{none}");
    // Told to stop, nothing comes.
    let request = TransferRequest {
        onto: None,
        which: Which::All,
        how: TransferHow::default(),
        joints: &JointMap::new(),
        locks: &WeightsWork::default(),
        limit: None,
    };
    let stopped = transfer_weights(&source, &shirt, &request, &|_, _| ControlFlow::Break(()));
    assert!(stopped.is_none());
}

#[test]
fn names_of_several_joints_are_told_apart_from_missing_ones() {
    let folder = tempfile::tempdir().unwrap();
    let shirt = opened(folder.path(), "shirt.glb", &glb(&BOTH, &[SHIRT], 1.0));
    // A name that is there twice is told by a path, which is none of the other's.
    let twice = opened(folder.path(), "y.glb", &glb(&["low"; 2], &[BODY], 1.0));
    let twice = Source::new(&twice, None, "y.glb").unwrap();
    let none = taken(&twice, &shirt, Which::All).unwrap_err();
    assert!(
        matches!(&none, TransferRefused::AmbiguousJoints { example, .. } if example == "low"),
        "{none}"
    );
    // The dialog says the same before anything is taken, and of a part of the joints too.
    let seen = sight(&twice, &shirt, None).unwrap();
    let why = seen.why_no_joint().unwrap();
    assert_eq!(why, none.to_string().replace(" in the window", ""));
    let three = glb(&["low", "high", "high"], &[SHIRT], 1.0);
    let three = opened(folder.path(), "z.glb", &three);
    let body = opened(folder.path(), "body.glb", &glb(&BOTH, &[BODY], 1.0));
    let body = Source::new(&body, None, "body.glb").unwrap();
    let seen = sight(&body, &three, None).unwrap();
    let words = seen.joints_in_words();
    assert_eq!(
        (&seen.missing[..], seen.why_no_joint()),
        (&["high".to_owned()][..], None)
    );
    assert!(
        words.contains("several joints") && words.contains("high; rename"),
        "{words}"
    );
    assert!(!words.contains("Not here"), "{words}");
    let part = taken(&body, &three, Which::All).unwrap();
    assert_eq!(
        (&part.missing[..], &part.ambiguous[..]),
        (&[][..], &["high".to_owned()][..])
    );
    let words = part.words("", Units::default());
    assert!(
        words.contains("several joints") && !words.contains("not here"),
        "{words}"
    );
    // Left out by hand it is no longer a matter of its name.
    let by_hand: JointMap = [("high".to_owned(), None)].into_iter().collect();
    assert!(
        seen.with_joint_map(&by_hand)
            .joints_in_words()
            .contains("Not here: high.")
    );
}
