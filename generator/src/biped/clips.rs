//! The figure's clips: breathing, walking, and bending, twisting and scaling of its parts.

use std::f64::consts::TAU;

use glam::{DVec3, dvec3};

use super::super::person::gestures::{at_ease, close, there_and_back};
use super::super::person::walk;
use super::super::poses::{SIDES, Side, Sketch, Timing, motion};
use super::super::shape::{Motion, ease};
use super::super::skeleton::Skeleton;
use super::PLACES;

pub(super) fn motions(skeleton: &Skeleton) -> Vec<Motion> {
    let joints = &skeleton.joints;
    let looped = |keys, keys_per_second| Timing {
        keys,
        keys_per_second,
        looped: true,
    };
    let once = Timing {
        keys: 14 * 12,
        keys_per_second: 12,
        looped: false,
    };
    vec![
        motion("idle", joints, looped(4 * 12, 12), idle),
        motion("walk", joints, looped(33, 30), |time, sketch| {
            walk::pose(time / 1.1, sketch, joints, &PLACES);
        }),
        motion("range of motion", joints, once, range_of_motion),
    ]
}

fn idle(time: f64, sketch: &mut Sketch<'_>) {
    let breath = 0.5 - 0.5 * (TAU * time / 4.0).cos();
    let sway = (TAU * time / 4.0).sin();
    sketch.turn("spine", DVec3::X, -0.6 * breath);
    sketch.turn("chest", DVec3::X, -1.8 * breath);
    sketch.turn("neck", DVec3::X, 1.2 * breath);
    sketch.turn("head", DVec3::Y, 2.0 * sway);
    sketch.turn("head", DVec3::X, 1.0 * breath);
    sketch.scale("belly", DVec3::ONE + 0.05 * breath * dvec3(0.6, 1.0, 0.4));
    for side in SIDES {
        sketch.turn_limb(("clavicle", side), DVec3::Z, 2.2 * breath);
        at_ease(sketch, side, &PLACES, 12.0 + 2.0 * breath);
    }
}

fn range_of_motion(time: f64, sketch: &mut Sketch<'_>) {
    let elbows = 125.0 * there_and_back(time, 0.0, 2.0);
    let twist = ease(
        &[
            (2.0, 0.0),
            (2.7, 95.0),
            (3.1, 95.0),
            (4.0, -80.0),
            (4.3, -80.0),
            (4.8, 0.0),
        ],
        time,
    );
    let scaled = there_and_back(time, 12.0, 14.0);
    for side in SIDES {
        let raised = if side == Side::Left {
            95.0 * there_and_back(time, 12.0, 14.0)
        } else {
            0.0
        };
        sketch.turn_limb(
            ("upper_arm", side),
            DVec3::Z,
            35.0 * there_and_back(time, 2.0, 4.8),
        );
        sketch.turn_limb(("forearm", side), PLACES.elbow_axis(), elbows + raised);
        let axis = PLACES.wrist - PLACES.elbow;
        sketch.turn_limb(("forearm_twist", side), axis, 0.85 * twist);
        sketch.turn_limb(("hand", side), axis, 0.15 * twist);
        close(sketch, side, 80.0 * there_and_back(time, 9.0, 10.4));
        let knee = match side {
            Side::Left => there_and_back(time, 4.8, 6.0),
            Side::Right => there_and_back(time, 5.7, 6.9),
        };
        sketch.turn_limb(("thigh", side), DVec3::X, -85.0 * knee);
        sketch.turn_limb(("shin", side), DVec3::X, 105.0 * knee);
        sketch.turn_limb(("foot", side), DVec3::X, 25.0 * knee);
    }
    spine(time, sketch);
    let belly = there_and_back(time, 10.4, 12.0);
    sketch.scale("belly", DVec3::ONE + belly * dvec3(0.35, 0.75, 0.25));
    sketch.scale("upper_arm.L", DVec3::ONE + scaled * dvec3(0.45, 0.15, 0.45));
}

fn spine(time: f64, sketch: &mut Sketch<'_>) {
    let bow = ease(
        &[
            (6.9, 0.0),
            (7.4, 32.0),
            (7.6, 32.0),
            (8.0, -14.0),
            (8.3, 0.0),
        ],
        time,
    );
    let lean = ease(&[(8.1, 0.0), (8.5, 18.0), (8.9, -18.0), (9.2, 0.0)], time);
    let turn = ease(&[(9.0, 0.0), (9.6, 28.0), (10.0, -28.0), (10.4, 0.0)], time);
    for joint in ["spine", "chest"] {
        sketch.turn(joint, DVec3::Y, turn);
        sketch.turn(joint, DVec3::Z, lean);
        sketch.turn(joint, DVec3::X, bow);
    }
    sketch.turn("neck", DVec3::Y, 0.6 * turn);
    sketch.turn("head", DVec3::Y, 0.8 * turn);
    sketch.turn("head", DVec3::X, -0.5 * bow);
}
