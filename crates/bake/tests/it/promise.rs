//! What is promised for the built-in characters: 0.5 percent of their size at most and 0.08 on average, with few helpers, in the file.

use bake::{Goal, HelperKind};
use character::{KeptUnkeyed, SaveOptions, SavedState, open_bytes, to_glb_with};
use rig::{JointIndex, Method};

use crate::support::{bake, builtin, errors};

fn check(name: &str, method: Method, most_helpers: usize) {
    let character = builtin(name);
    let flags = &character.rig.scale_inheritance;
    let baked = bake(&character, flags, method, Goal::Tolerance(0.5)).unwrap();
    let report = &baked.report;
    let found = report.helpers.len();
    assert!(found <= most_helpers, "{name}: {found} helpers");
    assert!(report.baked.maximum <= 0.5, "{name}: {report:?}");
    let [most, rms] = errors(&character, flags, method, &baked);
    // Other times than the report's: a little above is possible, since only those were looked at.
    assert!(most <= 0.55, "{name}: {most} %");
    assert!(
        rms <= 0.08 && report.baked.rms <= 0.08,
        "{name}: {rms} % on average"
    );
    assert!(f64::from(report.linear.maximum) > most, "{name}");
    // Keys of a helper with a single vertex turn it too, and not only keep it in its place.
    let [now, before] = [report.baked, report.linear].map(|of| of.normal_maximum);
    assert!(
        now < before * 1.1,
        "{name}: {now}°, by linear blending {before}°"
    );
    for influences in baked
        .character
        .meshes
        .iter()
        .flat_map(|mesh| &mesh.primitives)
    {
        let rows = influences.influences.as_ref();
        assert!(rows.is_none_or(|rows| rows.max_per_vertex() <= 4));
    }
}

#[test]
fn the_arm_keeps_it() {
    check("arm", Method::TWO_PHASE, 10);
}

#[test]
fn the_cylinder_keeps_it_by_both_methods() {
    check("cylinder", Method::TWO_PHASE, 10);
    check("cylinder", Method::Affine, 10);
}

#[test]
fn the_creature_keeps_it() {
    check("creature", Method::Affine, 10);
}

#[test]
fn the_hand_keeps_it() {
    check("hand", Method::TWO_PHASE, 25);
}

#[test]
fn the_biped_keeps_it() {
    check("biped", Method::TWO_PHASE, 20);
}

/// Linear blending needs nothing, and the file shows it to rounding.
#[test]
fn linear_blending_is_its_own_bake() {
    let cylinder = builtin("cylinder");
    // What the file keeps of clips that wait for keys, and of a method, is not the baked file's.
    let kept = SavedState {
        unkeyed: vec![KeptUnkeyed {
            joint: cylinder.rig.skeleton.key(JointIndex(1)),
            rotation: Some([0.0, 1.0, 0.0, 0.0]),
            ..KeptUnkeyed::default()
        }],
        ..SavedState::default()
    };
    let options = SaveOptions {
        kept: Some(kept.clone()),
        ..SaveOptions::default()
    };
    let character = open_bytes("kept", &to_glb_with(&cylinder, &options).unwrap().0).unwrap();
    assert_eq!(character.source.kept, kept);
    let flags = &character.rig.scale_inheritance;
    let baked = bake(&character, flags, Method::Linear, Goal::Tolerance(0.5)).unwrap();
    assert_eq!(baked.report.helpers, []);
    assert_eq!(baked.character.source.kept, SavedState::default());
    let [most, _] = errors(&character, flags, Method::Linear, &baked);
    assert!(most < 1e-4, "{most}");
}

/// More helpers come nearer, never more than asked for, and those of rigid motions need one node.
#[test]
fn as_many_helpers_as_asked_for() {
    let character = builtin("cylinder");
    let flags = &character.rig.scale_inheritance;
    let mut before = f32::INFINITY;
    for count in [0, 2, 8] {
        let goal = Goal::Helpers(count);
        let baked = bake(&character, flags, Method::TWO_PHASE, goal).unwrap();
        let report = baked.report;
        assert!(report.helpers.len() <= count);
        assert!(report.baked.maximum < before, "{count}: {report:?}");
        assert!(report.helpers.iter().all(|it| it.kind == HelperKind::Rigid));
        before = report.baked.maximum;
    }
}
