//! Corrections in a pose, brought to rest.

use dq_math::SignRule::First;
use glam::{Affine3A, Mat3, Mat3A, Vec3};
use proptest::prelude::{ProptestConfig, proptest};
use proptest::prop_assert;
use rig::{Method, Palette, RigidBlend, ScaleInheritance, singular_values};
use skin_cpu::{REST_DELTA_THRESHOLD, WeightedVertex, rest_delta, skinned_vertex, vertex_map};
use testkit::golden::{self, Case};

use crate::arbitrary::{config, figure, rotation, vec3};
use crate::properties::{for_each_palette, mesh, size};
use crate::support::{influences, with_posed_skin};

#[test]
fn golden_corrective_inverse() {
    golden::run("corrective_inverse", &[], |case| {
        let input = case.input().get("skeleton").skeleton();
        let method = match case.input().get("method").str() {
            "lbs" => Method::Linear,
            other => {
                assert_eq!(other, "two_phase_local");
                Method::TWO_PHASE
            }
        };
        let stays = |_| ScaleInheritance::Joint;
        with_posed_skin(&input, &input.scale, stays, |skin| {
            check(case, &Palette::new(method, First, skin));
        });
    });
}

fn check(case: &Case<'_>, palette: &Palette) {
    let threshold = case.input().get("threshold").f32();
    let vertices = case.input().get("vertices").elements();
    let rows = vertices.iter().map(|vertex| {
        let joints = vertex.get("joints").usizes().into_iter();
        let joints = joints.map(|joint| u16::try_from(joint).unwrap());
        joints.zip(vertex.get("weights").f32s()).collect()
    });
    let influences = influences(palette.len(), rows);
    let places: Vec<Vec3> = vertices
        .iter()
        .map(|vertex| vertex.get("p").vec3())
        .collect();
    let maps: Vec<Affine3A> = (places.iter().enumerate())
        .map(|(vertex, &position)| {
            let row = influences.row(vertex);
            let vertex = WeightedVertex {
                position,
                row,
                blend: None,
            };
            vertex_map(palette, vertex)
        })
        .collect();
    let found: Vec<_> = (maps.iter().zip(&vertices))
        .map(|(map, vertex)| rest_delta(map.matrix3, vertex.get("delta").vec3(), threshold))
        .collect();
    let posed = maps.iter().zip(&places);
    let posed: Vec<Vec3> = posed
        .map(|(map, place)| map.transform_point3(*place))
        .collect();
    case.check("positions", &posed);
    let jacobians: Vec<Mat3A> = maps.iter().map(|map| map.matrix3).collect();
    case.check("jacobians", &jacobians);
    let of =
        |part: fn(&skin_cpu::RestDelta) -> Vec3| -> Vec<Vec3> { found.iter().map(part).collect() };
    case.check("rest_deltas", &of(|found| found.delta));
    case.check("remainders", &of(|found| found.remainder));
    let damping: Vec<f32> = found.iter().map(|found| found.damping).collect();
    case.check("mu", &damping);
}

#[test]
fn what_has_no_correction_is_left() {
    let not_finite = Mat3A::from_diagonal(Vec3::new(f32::NAN, 1.0, 1.0));
    let infinite = Mat3A::from_diagonal(Vec3::new(f32::INFINITY, 1.0, 1.0));
    for jacobian in [Mat3A::ZERO, not_finite, infinite] {
        let found = rest_delta(jacobian, Vec3::X, REST_DELTA_THRESHOLD);
        assert_eq!((found.delta, found.remainder), (Vec3::ZERO, Vec3::X));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..config() })]

    /// However flat a map is, a correction at rest is at most `1/(θ s1)` of that in the pose.
    #[test]
    fn corrections_are_bounded(turns in [rotation(), rotation()], share in 0.0_f32..0.03, asked in vec3(0.3)) {
        let [left, right] = turns.map(Mat3::from_quat);
        let jacobian = left * Mat3::from_diagonal(Vec3::new(2.0, 1.0, 2.0 * share)) * right;
        let found = rest_delta(jacobian.into(), asked, REST_DELTA_THRESHOLD);
        let most = asked.length() / (REST_DELTA_THRESHOLD * singular_values(jacobian).values.x);
        prop_assert!(found.delta.length() <= 1.001 * most, "{} > {most}", found.delta.length());
    }

    /// By every method: the corrected rest is skinned to the corrected place, but for the remainder that is told.
    #[test]
    fn the_corrected_vertex_goes_where_it_was_put(figure in figure(), asked in vec3(0.3)) {
        let mesh = mesh(&figure);
        for_each_palette(&figure, |method, palette| {
            if matches!(method, Method::TwoPhase(_, RigidBlend::DirectQuaternion)) {
                // Another head may be the nearest.
                return Ok(());
            }
            let size = size(&mesh, &palette);
            for (vertex, &position) in mesh.positions.iter().enumerate() {
                let row = mesh.influences.row(vertex);
                let at = |position| WeightedVertex { position, row, blend: None };
                let map = vertex_map(&palette, at(position));
                let now = skinned_vertex(&palette, at(position));
                let apart = map.transform_point3(position).distance(now);
                prop_assert!(apart < 1e-4 * size, "{}: {}", method, apart);
                let found = rest_delta(map.matrix3, asked, REST_DELTA_THRESHOLD);
                let corrected = skinned_vertex(&palette, at(position + found.delta));
                let apart = corrected.distance(now + asked - found.remainder);
                prop_assert!(apart < 1e-3 * size, "{}: {}", method, apart);
            }
            Ok(())
        })?;
    }
}
