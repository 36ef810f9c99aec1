//! Arrays and numbers that do not fit.

use std::ops::ControlFlow;

use bindings::{
    AutomaticBones, Character, Error, ErrorKind, Meshes, SkinOut, Skinner, automatic_weights,
};

const CORNERS: [f32; 12] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.2, 0.0, 1.0, 0.2, 0.0];
const TRIANGLES: [u32; 6] = [0, 1, 2, 2, 1, 3];
const HEADS: [f32; 6] = [0.0, 0.1, 0.1, 0.9, 0.1, 0.1];

fn weights(
    positions: &[f32],
    triangles: &[u32],
    bones: AutomaticBones<'_>,
) -> Result<Vec<f32>, Error> {
    let go_on = |_share: f32| ControlFlow::Continue(());
    let made = automatic_weights(positions, triangles, bones, 4, &go_on)?;
    Ok(made.dense(bones.heads.len() / 3))
}

#[test]
fn weights_sum_to_one_and_bad_arrays_are_refused() {
    let chain = AutomaticBones {
        heads: &HEADS,
        ..AutomaticBones::default()
    };
    let made = weights(&CORNERS, &TRIANGLES, chain).unwrap();
    assert_eq!(made.len(), 8);
    for row in made.chunks(2) {
        assert!((row[0] + row[1] - 1.0).abs() < 1e-6);
    }
    // A joint whose parent comes after it, and parents in a circle.
    let given = |parents| AutomaticBones { parents, ..chain };
    assert!(weights(&CORNERS, &TRIANGLES, given(&[1, -1])).is_ok());
    for parents in [&[1, 0][..], &[-1, 7], &[-1]] {
        let error = weights(&CORNERS, &TRIANGLES, given(parents)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadArray, "{error}");
    }
    let with_nan = [f32::NAN; 12];
    let wrong: [(&[f32], &[u32]); 4] = [
        (&with_nan, &TRIANGLES),
        (&CORNERS[..10], &TRIANGLES),
        (&CORNERS, &[0, 1, 9]),
        (&CORNERS, &[0, 1]),
    ];
    for (positions, triangles) in wrong {
        let error = weights(positions, triangles, chain).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadArray, "{error}");
    }
}

#[test]
fn nothing_is_written_where_something_does_not_fit() {
    let arm = Character::open("builtin:arm").unwrap();
    let mut skinner = Skinner::new(&arm, "linear".parse().unwrap());
    let mut positions = vec![7.0; 3 * arm.vertex_count()];
    let mut short = vec![7.0; 6];
    let out = SkinOut {
        positions: &mut positions,
        normals: &mut short,
    };
    let error = skinner
        .skin_into(&arm.pose(), Meshes::All, out)
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BadArray);
    let hand = Character::open("builtin:hand").unwrap();
    let out = SkinOut {
        positions: &mut positions,
        normals: &mut [],
    };
    let error = skinner
        .skin_into(&hand.pose(), Meshes::All, out)
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BadArray);
    assert!(positions.iter().all(|&number| number == 7.0));
    let error = skinner.skin(&arm.pose(), Meshes::One(99)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfRange);
}

#[test]
fn poses_take_finite_numbers_alone() {
    let arm = Character::open("builtin:arm").unwrap();
    let mut pose = arm.pose();
    let refused = [
        pose.rotate(1, "x", f32::NAN),
        pose.rotate(1, "w", 1.0),
        pose.rotate(9999, "x", 1.0),
        pose.set_rotation(1, [0.0; 4]),
        pose.translate(1, [f32::INFINITY, 0.0, 0.0]),
        pose.set_from_clip(99, 0.0),
        pose.set_morph_weight(99, 0.0),
    ];
    assert!(refused.iter().all(Result::is_err));
    assert_eq!(pose.rotation(1).unwrap(), [0.0, 0.0, 0.0, 1.0]);
}
