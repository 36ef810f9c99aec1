//! The dragon's clips: looking about, and hovering.

use std::f64::consts::TAU;

use glam::{DVec3, dvec3};

use super::super::poses::{SIDES, Sketch, Timing, motion};
use super::super::shape::Motion;
use super::super::skeleton::Skeleton;

pub(super) fn motions(skeleton: &Skeleton) -> Vec<Motion> {
    let looped = |keys, keys_per_second| Timing {
        keys,
        keys_per_second,
        looped: true,
    };
    vec![
        motion(
            "look around",
            &skeleton.joints,
            looped(6 * 12, 12),
            |time, sketch| look(time / 6.0, sketch),
        ),
        motion("hover", &skeleton.joints, looped(24, 24), hover),
    ]
}

fn wave(phase: f64) -> f64 {
    (TAU * phase).sin()
}

/// A wave that runs down the tail: degrees at its root, growing towards the tip.
fn tail(sketch: &mut Sketch<'_>, axis: DVec3, phase: f64, degrees: f64) {
    for k in 1..=9 {
        let late = 0.075 * f64::from(k);
        sketch.turn(
            &format!("tail_{k}"),
            axis,
            degrees * (0.5 + 0.1 * f64::from(k)) * wave(phase - late),
        );
    }
}

fn look(phase: f64, sketch: &mut Sketch<'_>) {
    let turn = wave(phase) + 0.25 * wave(3.0 * phase);
    let breath = wave(2.0 * phase);
    for (joint, part) in [
        ("neck_1", 9.0),
        ("neck_2", 10.0),
        ("neck_3", 10.0),
        ("head", 12.0),
    ] {
        sketch.turn(joint, DVec3::Y, part * turn);
    }
    sketch.turn("head", DVec3::Z, 9.0 * wave(phase + 0.1));
    sketch.turn("jaw", DVec3::X, 7.0 + 7.0 * wave(3.0 * phase + 0.25));
    sketch.turn("chest", DVec3::X, 1.5 * breath);
    sketch.turn("neck_1", DVec3::X, -1.5 * breath);
    tail(sketch, DVec3::Y, phase * 2.0, 11.0);
    for side in SIDES {
        sketch.turn_limb(("ear", side), DVec3::Z, 12.0 * wave(4.0 * phase));
        sketch.turn_limb(("wing_arm", side), DVec3::Z, 5.0 * breath);
        sketch.turn_limb(("wing_forearm", side), DVec3::Z, 4.0 * breath);
    }
}

fn hover(phase: f64, sketch: &mut Sketch<'_>) {
    let beat = wave(phase);
    sketch.shift("hips", dvec3(0.0, 0.16 - 0.030 * wave(phase + 0.2), 0.0));
    sketch.turn("hips", DVec3::X, -22.0 + 3.0 * beat);
    for (joint, degrees) in [
        ("neck_1", 6.0),
        ("neck_2", 6.0),
        ("neck_3", 6.0),
        ("head", 6.0),
    ] {
        sketch.turn(joint, DVec3::X, degrees - 2.0 * beat);
    }
    tail(sketch, DVec3::X, phase, 6.0);
    for side in SIDES {
        // Down fast with the wing spread, up with the hand trailing.
        sketch.turn_limb(("wing_arm", side), DVec3::Z, 4.0 + 36.0 * beat);
        sketch.turn_limb(
            ("wing_forearm", side),
            DVec3::Z,
            -6.0 + 16.0 * wave(phase - 0.10),
        );
        sketch.turn_limb(
            ("wing_hand", side),
            DVec3::Z,
            -8.0 + 20.0 * wave(phase - 0.20),
        );
        for finger in 1..=3 {
            let name = |k: u32| format!("wing_finger_{finger}_{k}");
            sketch.turn_limb((&name(1), side), DVec3::Z, 7.0 * wave(phase - 0.25));
            sketch.turn_limb((&name(2), side), DVec3::Z, 10.0 * wave(phase - 0.30));
        }
        sketch.turn_limb(("thigh", side), DVec3::X, 30.0 + 5.0 * wave(phase - 0.2));
        sketch.turn_limb(("shin", side), DVec3::X, 20.0);
        sketch.turn_limb(("foot", side), DVec3::X, 30.0);
        sketch.turn_limb(
            ("upper_arm", side),
            DVec3::X,
            -10.0 + 5.0 * wave(phase - 0.2),
        );
        sketch.turn_limb(("forearm", side), DVec3::X, -25.0);
        sketch.turn_limb(("paw", side), DVec3::X, 40.0);
    }
}
