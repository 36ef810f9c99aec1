//! Weights fitted to examples, by every method.

use std::f32::consts::PI;

use glam::{DVec3, Quat, Vec3, vec3};
use mesh::PointIndex;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use rig::{
    BindPose, InfluenceRow, JointIndex, JointSlot, JointWeight, LocalTransform, Method, Palette,
    PosedSkin, Rigid, ScaleInheritance, SignRule, Skeleton, SkeletonBuilder, Trs, UserTransform,
    forward,
};
use skin_cpu::{WeightedVertex, skinned_vertex, weight_slopes_vertex};
use weights::{
    FitJoints, Fitting, PosedPoint, Row, Rules, SkinnedPoints, Skip, Target, USUAL_RIDGE, fit,
    refit,
};

use crate::support::raw::Raw;

/// A method in some poses of a chain of joints.
struct Skinner {
    places: Vec<Vec3>,
    palettes: Vec<Palette>,
}

impl SkinnedPoints for Skinner {
    fn place(&self, at: PosedPoint, row: InfluenceRow<'_>) -> DVec3 {
        let position = self.places[at.point.index()];
        let vertex = WeightedVertex {
            position,
            row,
            blend: None,
        };
        skinned_vertex(&self.palettes[at.pose], vertex).as_dvec3()
    }

    fn slopes(
        &self,
        at: PosedPoint,
        row: InfluenceRow<'_>,
        joints: &[JointSlot],
        slopes: &mut [DVec3],
    ) -> DVec3 {
        let position = self.places[at.point.index()];
        let vertex = WeightedVertex {
            position,
            row,
            blend: None,
        };
        let mut narrow = vec![Vec3::ZERO; joints.len()];
        let place = weight_slopes_vertex(&self.palettes[at.pose], vertex, joints, &mut narrow);
        for (slope, narrow) in slopes.iter_mut().zip(narrow) {
            *slope = narrow.as_dvec3();
        }
        place.as_dvec3()
    }
}

impl Skinner {
    /// Joints one above the other, each turned in every pose.
    fn new(method: Method, turns: &[Vec<Quat>], places: &[Vec3]) -> Self {
        let n_joints = turns.first().map_or(1, Vec::len);
        let skeleton = chain(n_joints);
        let joints: Vec<JointIndex> = skeleton.joints().collect();
        let from_model: Vec<_> = joints
            .iter()
            .map(|&joint| skeleton.rest_model_from_joint(joint).inverse().to_affine())
            .collect();
        let (bind, _) = BindPose::new(&skeleton, &joints, &from_model).unwrap();
        let palette = |turns: &Vec<Quat>| {
            let user: Vec<UserTransform> = turns
                .iter()
                .map(|&turn| UserTransform {
                    rigid: Rigid::new(turn, Vec3::ZERO),
                    ..UserTransform::default()
                })
                .collect();
            let inherited = vec![ScaleInheritance::Children; turns.len()];
            let posed = forward(&skeleton, &user, &inherited).unwrap();
            Palette::new(
                method,
                SignRule::default(),
                &PosedSkin::new(&posed, &bind).unwrap(),
            )
        };
        Self {
            places: places.to_vec(),
            palettes: turns.iter().map(palette).collect(),
        }
    }

    fn all(&self, row: &Row) -> Vec<Vec<Vec3>> {
        let (joints, weights): (Vec<JointSlot>, Vec<f32>) = row.pairs().unzip();
        let place = |pose, point| {
            self.place(
                PosedPoint { pose, point },
                InfluenceRow {
                    joints: &joints,
                    weights: &weights,
                },
            )
            .as_vec3()
        };
        let points = 0..u32::try_from(self.places.len()).unwrap();
        (0..self.palettes.len())
            .map(|pose| {
                points
                    .clone()
                    .map(|point| place(pose, PointIndex(point)))
                    .collect()
            })
            .collect()
    }
}

fn chain(n_joints: usize) -> Skeleton {
    let mut builder = SkeletonBuilder::new();
    for key in 0..u32::try_from(n_joints).unwrap() {
        let local = Trs {
            translation: if key == 0 { Vec3::ZERO } else { Vec3::Y },
            rotation: Quat::IDENTITY,
            scale: Vec3::ONE,
        };
        builder = builder.joint(key, key.checked_sub(1), "", LocalTransform::Trs(local));
    }
    builder.build().unwrap()
}

fn fitting<'a>(skinned: &'a Skinner, targets: &'a [Target<'a>]) -> Fitting<'a> {
    Fitting {
        skinned,
        targets,
        listed: None,
        joints: FitJoints::All,
        is_signed: false,
        ridge: USUAL_RIDGE,
    }
}

fn targets(places: &[Vec<Vec3>]) -> Vec<Target<'_>> {
    let target = |(pose, places)| Target {
        pose,
        places,
        share: 1.0,
    };
    places
        .iter()
        .map(Vec::as_slice)
        .enumerate()
        .map(target)
        .collect()
}

fn turn() -> impl Strategy<Value = Quat> {
    let angle = prop_oneof![
        1 => Just(0.0_f32),
        1 => Just(PI - 1e-3),
        1 => Just(-PI + 0.02),
        4 => -2.0_f32..2.0,
    ];
    let axis = prop::array::uniform3(-1.0_f32..1.0);
    (axis, angle).prop_map(|(axis, angle)| {
        Quat::from_axis_angle(
            Vec3::from_array(axis).try_normalize().unwrap_or(Vec3::Z),
            angle,
        )
    })
}

fn row(n_joints: u16) -> impl Strategy<Value = Row> {
    prop::collection::vec((0..n_joints, 0.05_f32..1.0), 1..4)
        .prop_map(|pairs| Row::new(pairs).unwrap())
}

fn scene(
    turn: impl Strategy<Value = Quat>,
) -> impl Strategy<Value = (Vec<Vec<Quat>>, Row, Row, Vec3)> {
    let poses = prop::collection::vec(prop::collection::vec(turn, 5), 1..9);
    let place = prop::array::uniform3(-1.0_f32..1.0);
    let place = place.prop_map(|[x, y, z]| vec3(x, 2.0 + 2.0 * y, z));
    (
        poses,
        row(5),
        prop_oneof![Just(Row::unbound()), row(5)],
        place,
    )
}

fn drawn<T>(strategy: &impl Strategy<Value = T>, times: usize, mut each: impl FnMut(T)) {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..times {
        each(strategy.new_tree(&mut runner).unwrap().current());
    }
}

/// Turns of any width: signs, and what a blend turns about, make hollows that no search sees out of all the time.
#[test]
fn known_weights_are_found_again() {
    for method in Method::ALL {
        let (mut count, mut missed) = (0, 0);
        drawn(&scene(turn()), 200, |(turns, known, start, place)| {
            let skinner = Skinner::new(method, &turns, &[place]);
            let places = skinner.all(&known);
            let targets = targets(&places);
            let rows = Raw::new(5, &[start.as_slice()]);
            let fit = fit(
                &rows,
                &[PointIndex(0)],
                &fitting(&skinner, &targets),
                &Rules::default(),
            );
            let found = fit.points[0];
            assert!(found.after.rms() <= found.before.rms(), "{method}");
            count += 1;
            missed += usize::from(found.after.maximum() > 2e-3);
        });
        testkit::say(&format!("{method}: {missed} of {count} not found"));
        assert!(missed * 10 <= count, "{method}: {missed} of {count}");
    }
}

/// Turns below a quarter, as most poses have them: found every time.
#[test]
fn known_weights_are_always_found_where_turns_are_not_wide() {
    let narrow = || turn().prop_map(|turn| Quat::IDENTITY.slerp(turn, 0.4));
    for method in Method::ALL {
        let mut missed = 0;
        drawn(&scene(narrow()), 150, |(turns, known, start, place)| {
            let skinner = Skinner::new(method, &turns, &[place]);
            let places = skinner.all(&known);
            let targets = targets(&places);
            let rows = Raw::new(5, &[start.as_slice()]);
            let fit = fit(
                &rows,
                &[PointIndex(0)],
                &fitting(&skinner, &targets),
                &Rules::default(),
            );
            missed += usize::from(fit.points[0].after.maximum() > 1e-3);
        });
        testkit::say(&format!("{method}: {missed} of narrow turns"));
        assert!(missed < 3, "{method}: {missed}");
    }
}

/// Two joints nearly half a turn apart, from either end.
#[test]
fn weights_of_half_a_turn_are_found_by_every_method() {
    for method in Method::ALL {
        for angle in [PI - 1e-2, PI - 1e-3, -PI + 1e-2] {
            let turns = [vec![Quat::IDENTITY, Quat::from_rotation_y(angle)]];
            let skinner = Skinner::new(method, &turns, &[vec3(0.7, 1.5, 0.2)]);
            let known = Row::new([(0, 0.35), (1, 0.65)]).unwrap();
            let places = skinner.all(&known);
            let targets = targets(&places);
            for start in [
                Row::rigid(JointSlot(0)),
                Row::rigid(JointSlot(1)),
                Row::unbound(),
            ] {
                let rows = Raw::new(2, &[start.as_slice()]);
                let fit = fit(
                    &rows,
                    &[PointIndex(0)],
                    &fitting(&skinner, &targets),
                    &Rules::default(),
                );
                let found = &fit.edit.rows[0].1;
                let off = fit.points[0].after.maximum();
                assert!(off < 1e-4, "{method}, {angle}: {off}, {found:?}");
                assert!(
                    (found.weight(JointSlot(1)) - 0.65).abs() < 1e-3,
                    "{method}: {found:?}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the targets: sum one, none below zero unless asked for, the limit, locked bits, never worse.
    #[test]
    fn fitted_rows_keep_the_rules(
        (turns, _, start, place) in scene(turn()),
        limit in 1_usize..5,
        locks in prop::collection::vec(prop::bool::weighted(0.25), 5),
        wanted in prop::collection::vec(prop::array::uniform3(prop_oneof![4 => -4.0_f32..4.0, 1 => Just(f32::NAN)]), 9),
        is_signed in any::<bool>(),
    ) {
        let places: Vec<Vec<Vec3>> = wanted.iter().take(turns.len()).map(|&at| vec![Vec3::from_array(at)]).collect();
        let targets = targets(&places);
        let rows = Raw::new(5, &[start.as_slice()]);
        let rules = Rules { limit: Some(limit), locks: &locks, ..Rules::default() };
        for method in Method::ALL {
            let skinner = Skinner::new(method, &turns, &[place]);
            let how = Fitting { is_signed, ..fitting(&skinner, &targets) };
            let fit = fit(&rows, &[PointIndex(0)], &how, &rules);
            for (_, row) in &fit.edit.rows {
                let sum: f64 = row.pairs().map(|(_, weight)| f64::from(weight)).sum();
                prop_assert!((sum - 1.0).abs() < 1e-5, "{method}: {row:?}");
                prop_assert!(row.pairs().all(|(_, weight)| weight.is_finite() && (is_signed || weight > 0.0)));
                prop_assert!(row.len() <= limit, "{method}: {row:?}");
                for joint in (0..5).filter(|&joint| locks[usize::from(joint)]) {
                    prop_assert_eq!(row.weight(JointSlot(joint)).to_bits(), start.weight(JointSlot(joint)).to_bits());
                }
            }
            if start.len() <= limit && let Some(point) = fit.points.first() {
                prop_assert!(point.after.rms() <= point.before.rms(), "{method}");
            }
        }
    }

    /// By any method no point is farther off than with its largest weights alone.
    #[test]
    fn refitting_is_never_worse_by_any_method((turns, _, _, place) in scene(turn()), weights in prop::collection::vec(0.05_f32..1.0, 5), limit in 1_usize..4) {
        let row = Row::new((0..).zip(weights)).unwrap();
        let rows = Raw::new(5, &[row.as_slice()]);
        let rules = Rules { limit: Some(limit), ..Rules::default() };
        for method in Method::ALL {
            let skinner = Skinner::new(method, &turns, &[place]);
            let fit = refit(&rows, &[PointIndex(0)], &skinner, turns.len(), &rules);
            prop_assert!(fit.refitted.rms() <= fit.truncated.rms(), "{method}");
            prop_assert!(fit.edit.rows[0].1.len() <= limit);
        }
    }
}

/// With a locked weight the other one is what is left of one, which may be another by a rounding, and worse by it.
#[test]
fn a_row_is_not_given_up_for_a_rounding() {
    let mut turned = vec![Quat::IDENTITY; 5];
    turned[3] = Quat::from_xyzw(-0.0, 0.848_953_1, 0.528_373_4, 0.009_999_78);
    let turns = [vec![Quat::IDENTITY; 5], vec![Quat::IDENTITY; 5], turned];
    let start = Row::new([(0, 0.922_970_6), (3, 0.077_029_385)]).unwrap();
    let wanted = [vec![Vec3::ZERO], vec![Vec3::ZERO], vec![Vec3::ZERO]];
    let skinner = Skinner::new(Method::Linear, &turns, &[vec3(0.0, 2.0, -0.744_473_2)]);
    let rows = Raw::new(5, &[start.as_slice()]);
    let rules = Rules {
        limit: Some(2),
        locks: &[true, false, false, false, false],
        ..Rules::default()
    };
    let targets = targets(&wanted);
    let fit = fit(
        &rows,
        &[PointIndex(0)],
        &fitting(&skinner, &targets),
        &rules,
    );
    let point = fit.points[0];
    assert!(point.after.rms() <= point.before.rms(), "{point:?}");
}

/// Joints that move alike, poses at rest, no joints, a place off the mesh: nothing breaks, and what needs no change keeps its bits.
#[test]
fn degenerate_input_keeps_what_there_is() {
    let still = [vec![Quat::IDENTITY; 3], vec![Quat::IDENTITY; 3]];
    let start = Row::new([(0, 0.25), (2, 0.75)]).unwrap();
    for method in Method::ALL {
        let skinner = Skinner::new(method, &still, &[vec3(0.5, 1.0, 0.0)]);
        let off = [vec![Vec3::ONE], vec![Vec3::ZERO]];
        let aims = targets(&off);
        let rows = Raw::new(3, &[start.as_slice()]);
        let fixed = fit(
            &rows,
            &[PointIndex(0)],
            &fitting(&skinner, &aims),
            &Rules::default(),
        );
        assert!(
            fixed.edit.rows.iter().all(|(_, row)| row.len() < 4),
            "{method}"
        );
        let none = fit(
            &rows,
            &[0, 7].map(PointIndex),
            &fitting(&skinner, &[]),
            &Rules::default(),
        );
        assert_eq!(none.edit.report.skipped().next(), Some((Skip::NoTarget, 2)));
        let known = skinner.all(&start);
        let there = fit(
            &rows,
            &[PointIndex(0)],
            &fitting(&skinner, &targets(&known)),
            &Rules::default(),
        );
        assert!(there.edit.rows.is_empty(), "{method}");
        let empty = Raw::unbound(0, 1);
        let unbound = fit(
            &empty,
            &[PointIndex(0)],
            &fitting(&skinner, &aims),
            &Rules::default(),
        );
        assert_eq!(
            unbound.edit.report.skipped().next(),
            Some((Skip::Unbound, 1))
        );
    }
}

/// Beyond the hull of where joints go, signed weights reach what others cannot.
#[test]
fn signed_weights_reach_beyond_the_joints() {
    let turns = [vec![Quat::IDENTITY, Quat::from_rotation_z(0.5)]];
    let skinner = Skinner::new(Method::Linear, &turns, &[vec3(0.0, 2.0, 0.0)]);
    let [rest, turned] = [0, 1].map(|joint| skinner.all(&Row::rigid(JointSlot(joint)))[0][0]);
    let beyond = [vec![turned + (turned - rest) * 0.5]];
    let targets = targets(&beyond);
    let rows = Raw::new(2, &[&[(0, 0.5), (1, 0.5)]]);
    let how = fitting(&skinner, &targets);
    let plain = fit(&rows, &[PointIndex(0)], &how, &Rules::default());
    assert_eq!(
        plain.edit.rows[0].1.as_slice(),
        [(1, 1.0)].map(JointWeight::from)
    );
    let how = Fitting {
        is_signed: true,
        ..how
    };
    let signed = fit(&rows, &[PointIndex(0)], &how, &Rules::default());
    assert!((signed.edit.rows[0].1.weight(JointSlot(0)) + 0.5).abs() < 1e-4);
    assert!(signed.errors()[1].maximum() < 1e-5);
}
