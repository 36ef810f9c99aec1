//! The reference files can be read whole, and hang together.

use glam::Vec3;
use testkit::{Report, reference};

/// The files hold eight significant digits, the sums run over up to some thousand vertices.
const SUM_TOLERANCE: f32 = 1e-5;

#[test]
fn reference_cylinder_hangs_together() {
    let cylinder = reference::cylinder();
    let vertices = cylinder.positions.len();
    assert_eq!(
        (vertices, cylinder.weights.len(), cylinder.quads.len()),
        (984, 984, 960)
    );
    assert_eq!(cylinder.parents, [None, Some(0), Some(1)]);
    let mut report = Report::new("reference cylinder");
    report.files = 1;
    for pose in &cylinder.poses {
        assert_eq!(
            (pose.lbs.len(), pose.dqs.len()),
            (vertices, vertices),
            "{}",
            pose.name
        );
        // Skinning by hand: pose · rest⁻¹ is the skinning matrix that is given.
        for ((skin, posed), rest) in pose.skin.iter().zip(&pose.pose).zip(&cylinder.rest) {
            assert!(
                skin.abs_diff_eq(*posed * rest.inverse(), 1e-5),
                "{}",
                pose.name
            );
            report.values += 1;
        }
        report.cases += 1;
    }
    report.finish();
}

#[test]
fn reference_threejs_hangs_together() {
    let Some(models) = reference::threejs() else {
        return;
    };
    let mut report = Report::new("reference three.js");
    for model in &models {
        report.files += 1;
        for sample in &model.samples {
            let primitive = model.primitive(sample.place);
            assert_eq!(
                sample.positions.len(),
                primitive.vertex_ids.len(),
                "{}",
                model.model
            );
            assert_eq!(sample.all.count, primitive.vertex_count, "{}", model.model);
            let inside = |p: &Vec3| p.cmpge(sample.all.min).all() && p.cmple(sample.all.max).all();
            assert!(sample.positions.iter().all(inside), "{}", model.model);
            assert!(
                model.poses.iter().any(|pose| pose.moment == sample.moment),
                "{}",
                model.model
            );
            report.cases += 1;
            report.values += sample.positions.len();
        }
    }
    report.finish();
}

#[test]
fn a_summary_notices_a_changed_order() {
    let positions = [
        Vec3::new(1.0, 2.0, 3.0),
        Vec3::new(-4.0, 0.5, 2.0),
        Vec3::new(0.0, -1.0, 7.0),
    ];
    let summary = reference::Summary::of(&positions);
    assert_eq!(
        (summary.count, summary.min, summary.max),
        (3, Vec3::new(-4.0, -1.0, 2.0), Vec3::new(1.0, 2.0, 7.0))
    );
    assert!(
        summary
            .sum
            .abs_diff_eq(Vec3::new(-3.0, 1.5, 12.0), SUM_TOLERANCE)
    );
    // (1·a + 2·b + 3·c) / 3
    assert!(
        summary
            .ramp_sum
            .abs_diff_eq(Vec3::new(-7.0, 0.0, 28.0) / 3.0, SUM_TOLERANCE)
    );
    let swapped = reference::Summary::of(&[positions[1], positions[0], positions[2]]);
    assert_eq!(swapped.min, summary.min);
    assert!(
        !swapped
            .ramp_sum
            .abs_diff_eq(summary.ramp_sum, SUM_TOLERANCE)
    );
}

#[test]
fn reference_blender_hangs_together() {
    let Some(models) = reference::blender() else {
        return;
    };
    let mut report = Report::new("reference Blender");
    for model in &models {
        report.files += 1;
        let name = &model.model;
        for primitive in &model.primitives {
            let n_rows = primitive.vertex_ids.len();
            let lengths = (primitive.rest_positions.len(), primitive.weights.len());
            assert_eq!(lengths, (n_rows, n_rows), "{name}");
            let joints = primitive.weights.iter().flatten().map(|&(joint, _)| joint);
            assert!(joints.max() < Some(model.rest.len()), "{name}");
        }
        for pose in &model.poses {
            assert_eq!(pose.pose.len(), model.rest.len(), "{name}");
            assert_eq!(pose.skin.len(), model.rest.len(), "{name}");
            for sample in model.samples_of(pose) {
                let primitive = model.primitive(sample.place);
                let n_rows = primitive.vertex_ids.len();
                assert_eq!((sample.lbs.len(), sample.dqs.len()), (n_rows, n_rows));
                assert_eq!(sample.all_lbs.count, primitive.vertex_count, "{name}");
                report.cases += 1;
                report.values += n_rows;
            }
        }
        assert_eq!(
            model.samples.len(),
            model.poses.len() * model.primitives.len()
        );
    }
    report.finish();
}
