//! Fewer joints a point: prune, truncate, fit.

use glam::{Affine3A, Quat, Vec3, vec3};
use mesh::PointIndex;
use proptest::prelude::*;
use rig::{JointSlot, JointWeight};
use weights::{FitError, PoseSet, Row, Rows as _, Rules, Skip, limit_influences, prune, refit};

use crate::support::models;
use crate::support::raw::Raw;

const TENTHS: [(u16, f32); 4] = [(0, 0.1), (1, 0.4), (2, 0.2), (3, 0.3)];

fn rules(limit: usize, locks: &[bool]) -> Rules<'_> {
    Rules {
        limit: Some(limit),
        locks,
        ..Rules::default()
    }
}

#[test]
fn the_largest_stay() {
    let rows = Raw::new(4, &[&TENTHS, &[(2, 1.0)], &[]]);
    let edit = limit_influences(&rows, &[0, 1, 2, 7].map(PointIndex), &rules(2, &[]));
    assert_eq!(edit.report.to_string(), "1 vertex changed");
    let row = edit.rows[0].1.clone();
    assert!(
        (row.weight(JointSlot(1)) - 4.0 / 7.0).abs() < 1e-6
            && (row.weight(JointSlot(3)) - 3.0 / 7.0).abs() < 1e-6
    );
    let equal = Raw::new(4, &[&[(3, 0.25), (1, 0.25), (0, 0.25), (2, 0.25)]]);
    let edit = limit_influences(&equal, &[PointIndex(0)], &rules(2, &[]));
    assert_eq!(
        edit.rows[0].1.as_slice(),
        [(3, 0.5), (1, 0.5)].map(JointWeight::from)
    );
    assert!(
        limit_influences(&rows, &[PointIndex(0)], &Rules::default())
            .rows
            .is_empty()
    );
    assert_eq!(
        limit_influences(&rows, &[PointIndex(0)], &rules(0, &[])).rows[0].1,
        Row::rigid(JointSlot(1))
    );
}

#[test]
fn locked_joints_stay_and_count() {
    let rows = Raw::new(4, &[&TENTHS]);
    let edit = limit_influences(&rows, &[PointIndex(0)], &rules(2, &[true]));
    assert_eq!(
        edit.rows[0].1.as_slice(),
        [(0, 0.1), (1, 0.9)].map(JointWeight::from)
    );
    let edit = limit_influences(&rows, &[PointIndex(0)], &rules(1, &[true]));
    assert_eq!(edit.report.skipped().next(), Some((Skip::LimitReached, 1)));
    let edit = limit_influences(&rows, &[PointIndex(0)], &rules(3, &[true; 4]));
    assert_eq!(edit.report.skipped().next(), Some((Skip::LimitReached, 1)));
}

#[test]
fn small_weights_are_pruned() {
    let rows = Raw::new(4, &[&TENTHS, &[(2, 1.0)], &[]]);
    let points = [0, 1, 2].map(PointIndex);
    let edit = prune(&rows, &points, 0.15, &Rules::default());
    assert_eq!(edit.rows.len(), 1);
    assert!((edit.rows[0].1.weight(JointSlot(1)) - 4.0 / 9.0).abs() < 1e-6);
    let all = prune(&rows, &points, 2.0, &Rules::default());
    assert_eq!(all.rows[0].1, Row::rigid(JointSlot(1)));
    assert!(
        prune(&rows, &points, 0.0, &Rules::default())
            .rows
            .is_empty()
    );
    assert!(
        prune(&rows, &points, f32::NAN, &Rules::default())
            .rows
            .len()
            <= 1
    );
    let locks = [true, false, false, false];
    let kept = prune(
        &rows,
        &points,
        0.25,
        &Rules {
            locks: &locks,
            ..Rules::default()
        },
    );
    assert_eq!(kept.rows[0].1.weight(JointSlot(0)), 0.1);
    let all_locked = Rules {
        locks: &[true; 4],
        ..Rules::default()
    };
    assert!(prune(&rows, &points, 0.15, &all_locked).rows.is_empty());
}

/// Two joints that move alike: truncation takes one of a pair and another, the fit knows that one does for both.
#[test]
fn the_fit_finds_joints_that_move_alike() {
    let rows = Raw::new(3, &[&[(0, 0.4), (1, 0.35), (2, 0.25)]]);
    let together = Affine3A::from_translation(Vec3::Y);
    let pose = [together, Affine3A::IDENTITY, together];
    let set = PoseSet {
        places: &[Vec3::ZERO],
        poses: &[&pose],
    };
    let fit = refit(
        &rows,
        &[PointIndex(0)],
        &set,
        set.poses.len(),
        &rules(2, &[]),
    );
    let row = &fit.edit.rows[0].1;
    assert!(
        (row.weight(JointSlot(0)) + row.weight(JointSlot(2)) - 0.65).abs() < 1e-6 && row.len() == 2,
        "{row:?}"
    );
    assert!(
        fit.refitted.rms() < 1e-7 && (fit.truncated.maximum() - (0.65 - 0.4 / 0.75)).abs() < 1e-6
    );
    let none = refit(
        &rows,
        &[PointIndex(0)],
        &PoseSet::default(),
        0,
        &rules(2, &[]),
    );
    assert_eq!(
        none.edit,
        limit_influences(&rows, &[PointIndex(0)], &rules(2, &[]))
    );
    assert_eq!(none.refitted, FitError::default());
}

#[test]
fn reference_models_are_fitted_better_than_truncated() {
    let Some(models) = models::all() else {
        return;
    };
    for model in models {
        let rows = weights::Welded::new(&model.surface, &model.influences);
        let points: Vec<PointIndex> = model.surface.all_points().collect();
        let poses = model.poses(8);
        let poses: Vec<&[Affine3A]> = poses.iter().map(Vec::as_slice).collect();
        let set = PoseSet {
            places: model.surface.positions(),
            poses: &poses,
        };
        let fit = refit(&rows, &points, &set, set.poses.len(), &rules(2, &[]));
        assert!(fit.refitted.rms() <= fit.truncated.rms(), "{}", model.name);
        println!(
            "{}: {} points, rms {:.6} against {:.6}, maximum {:.6} against {:.6}",
            model.name,
            fit.edit.rows.len(),
            fit.refitted.rms(),
            fit.truncated.rms(),
            fit.refitted.maximum(),
            fit.truncated.maximum(),
        );
    }
}

fn any_row() -> impl Strategy<Value = Row> {
    let weight = prop_oneof![Just(1e-7_f32), Just(1.0), Just(0.5), 0.0_f32..1.0];
    prop::collection::vec((0_u16..8, weight), 0..9).prop_map(|pairs| {
        Row::from_weights(
            pairs
                .into_iter()
                .map(|(joint, weight)| (joint, f64::from(weight))),
        )
    })
}

fn matrix() -> impl Strategy<Value = Affine3A> {
    let turn = prop_oneof![Just(0.0_f32), Just(std::f32::consts::PI), -3.0_f32..3.0];
    let shift = prop_oneof![Just([0.0_f32; 3]), prop::array::uniform3(-1.0_f32..1.0)];
    let scale =
        prop_oneof![4 => Just(1.0_f32), 1 => Just(0.0), 1 => Just(-1.0), 1 => Just(f32::NAN)];
    (turn, shift, scale).prop_map(|(turn, shift, scale)| {
        let turn = Quat::from_axis_angle(vec3(0.6, 0.0, 0.8), turn);
        Affine3A::from_scale_rotation_translation(Vec3::splat(scale), turn, Vec3::from_array(shift))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// The fit is never worse than truncation, at any point; locked joints keep their bits; the limit holds.
    #[test]
    fn the_fit_is_never_worse(
        rows in prop::collection::vec(any_row(), 4),
        limit in 0_usize..6,
        locks in prop::collection::vec(prop::bool::weighted(0.2), 8),
        poses in prop::collection::vec(prop::collection::vec(matrix(), 6..9), 0..4),
    ) {
        let slices: Vec<&[JointWeight]> = rows.iter().map(Row::as_slice).collect();
        let raw = Raw::new(8, &slices);
        let places = [Vec3::ZERO, vec3(1.0, 2.0, 3.0), vec3(-5.0, 0.0, 1e-3)];
        let poses: Vec<&[Affine3A]> = poses.iter().map(Vec::as_slice).collect();
        let set = PoseSet { places: &places, poses: &poses };
        for point in 0..4 {
            let rules = rules(limit, &locks);
            let fit = refit(&raw, &[PointIndex(point)], &set, set.poses.len(), &rules);
            let plain = limit_influences(&raw, &[PointIndex(point)], &rules);
            prop_assert!(fit.refitted.rms() <= fit.truncated.rms());
            prop_assert_eq!(fit.edit.report.skipped().collect::<Vec<_>>(), plain.report.skipped().collect::<Vec<_>>());
            prop_assert_eq!(fit.edit.rows.len(), plain.rows.len());
            for (point, row) in fit.edit.rows.iter().chain(&plain.rows) {
                prop_assert!(row.len() <= limit.max(1) && !row.is_unbound());
                let was = raw.row(*point);
                for joint in (0..8).filter(|&joint| locks[usize::from(joint)]) {
                    prop_assert_eq!(row.weight(JointSlot(joint)).to_bits(), was.weight(JointSlot(joint)).to_bits());
                }
            }
        }
    }

    /// With as many joints as move a point independently, the fit is exact.
    #[test]
    fn four_joints_hold_any_point(weights in prop::collection::vec(0.05_f32..1.0, 6), shifts in prop::collection::vec(prop::array::uniform3(-1.0_f32..1.0), 6)) {
        // One pose of six joints: four of them are enough for a place in space within their hull.
        let row: Vec<(u16, f32)> = (0..).zip(weights).collect();
        let row = Row::new(row).expect("above zero");
        let raw = Raw::new(6, &[row.as_slice()]);
        let pose: Vec<Affine3A> = shifts.iter().map(|&shift| Affine3A::from_translation(Vec3::from_array(shift))).collect();
        let set = PoseSet { places: &[Vec3::ZERO], poses: &[&pose] };
        let fit = refit(&raw, &[PointIndex(0)], &set, set.poses.len(), &rules(4, &[]));
        prop_assert!(fit.refitted.maximum() < 1e-5, "{:?}", fit);
    }
}
