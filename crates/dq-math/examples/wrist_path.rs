//! A robot's wrist moves along the screw between two poses: `cargo run -p dualskin-dq-math --example wrist_path`.
//!
//! Rotation and translation interpolated separately would carry the tool off its arc. The screw is the one motion that turns
//! and slides about a single axis at constant speed: a straight cut stays straight, a turn about a bolt stays about the bolt.

#![expect(clippy::print_stdout, reason = "printing is its purpose")]

use std::f32::consts::FRAC_PI_2;

use dq_math::{DualQuat, Screw, sclerp};
use glam::{Quat, Vec3};

/// Where the wrist starts, and where it ends: a quarter turn about a bolt at x = 0.5, 10 cm further down.
fn ends() -> [DualQuat; 2] {
    let bolt = Vec3::new(0.5, 0.0, 0.0);
    let start = DualQuat::from_rotation_translation(Quat::IDENTITY, Vec3::new(0.8, 0.0, 0.3));
    let turn =
        DualQuat::from_rotation_translation(Quat::from_rotation_z(FRAC_PI_2), Vec3::NEG_Z * 0.1);
    let about_bolt = DualQuat::from_translation(bolt) * turn * DualQuat::from_translation(-bolt);
    [start, about_bolt * start]
}

fn main() {
    let [start, end] = ends();
    let screw = Screw::from_dual_quat(end * start.inverse());
    println!(
        "turn {:.1}° about {} through {}, slide {:.3} m",
        screw.angle.to_degrees(),
        screw.axis,
        screw.axis_point(),
        screw.translation
    );
    for step in 0..=8_u8 {
        let wrist = sclerp(start, end, f32::from(step) / 8.0);
        println!(
            "{step}: at {:.4}, turned {:.4}",
            wrist.translation(),
            wrist.rotation()
        );
    }
}

#[test]
fn the_wrist_keeps_its_distance_from_the_bolt() {
    let [start, end] = ends();
    for step in 0..=100_u8 {
        let part = f32::from(step) / 100.0;
        let at = sclerp(start, end, part).translation();
        assert!(
            (at.truncate().distance(glam::Vec2::X * 0.5) - 0.3).abs() < 1e-6,
            "{at}"
        );
        assert!((at.z - (0.3 - 0.1 * part)).abs() < 1e-6, "{at}");
    }
}
