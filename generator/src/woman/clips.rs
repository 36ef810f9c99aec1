//! The figure's clips: breathing, walking, bending and twisting of its parts, and half a turn of a shoulder.

use std::f64::consts::TAU;

use glam::DVec3;

use super::super::person::gestures::{at_ease, close, there_and_back};
use super::super::person::walk;
use super::super::poses::{SIDES, Side, Sketch, Timing, motion};
use super::super::shape::{Motion, ease};
use super::super::skeleton::Skeleton;
use super::PLACES;

/// Seconds of a step with each foot.
const STRIDE: f64 = 1.1;

pub(super) fn motions(skeleton: &Skeleton) -> Vec<Motion> {
    let joints = &skeleton.joints;
    let timing = |keys, keys_per_second, looped| Timing {
        keys,
        keys_per_second,
        looped,
    };
    vec![
        motion("idle", joints, timing(4 * 6, 6, true), idle),
        motion("walk", joints, timing(22, 20, true), |time, sketch| {
            walk::pose(time / STRIDE, sketch, joints, &PLACES);
            swing(time / STRIDE, sketch);
        }),
        motion(
            "range of motion",
            joints,
            timing(8 * 10, 10, false),
            range_of_motion,
        ),
        motion("shoulder", joints, timing(4 * 10, 10, false), shoulder),
    ]
}

fn idle(time: f64, sketch: &mut Sketch<'_>) {
    let breath = 0.5 - 0.5 * (TAU * time / 4.0).cos();
    let sway = (TAU * time / 4.0).sin();
    sketch.turn("spine_2", DVec3::X, -0.6 * breath);
    sketch.turn("chest", DVec3::X, -1.8 * breath);
    sketch.turn("neck", DVec3::X, 1.2 * breath);
    sketch.turn("head", DVec3::Y, 2.0 * sway);
    sketch.turn("hair_1", DVec3::Z, 1.5 * sway);
    sketch.turn("hair_2", DVec3::Z, 2.0 * sway);
    for side in SIDES {
        sketch.turn_limb(("clavicle", side), DVec3::Z, 2.2 * breath);
        at_ease(sketch, side, &PLACES, 12.0 + 2.0 * breath);
    }
}

/// Skirt and hair in the walk: the front of the skirt goes with a thigh that swings forwards, the back with one that
/// swings backwards, and the hair comes late.
fn swing(phase: f64, sketch: &mut Sketch<'_>) {
    let late = (TAU * (phase - 0.12)).cos();
    sketch.turn("hair_1", DVec3::Z, 3.0 * late);
    sketch.turn("hair_2", DVec3::Z, 5.0 * late);
    sketch.turn("hair_3", DVec3::Z, 4.0 * late);
    for side in SIDES {
        let own = if side == Side::Left {
            phase
        } else {
            phase + 0.5
        };
        let forwards = (TAU * own).cos();
        sketch.turn_limb(("skirt_front", side), DVec3::X, -14.0 * forwards.max(-0.4));
        sketch.turn_limb(("skirt_back", side), DVec3::X, 14.0 * (-forwards).max(-0.4));
    }
}

fn range_of_motion(time: f64, sketch: &mut Sketch<'_>) {
    let elbows = 125.0 * there_and_back(time, 0.0, 1.6);
    let twist = ease(
        &[
            (1.6, 0.0),
            (2.1, 90.0),
            (2.4, 90.0),
            (3.0, -75.0),
            (3.2, -75.0),
            (3.6, 0.0),
        ],
        time,
    );
    for side in SIDES {
        sketch.turn_limb(
            ("upper_arm", side),
            DVec3::Z,
            35.0 * there_and_back(time, 1.6, 3.6),
        );
        sketch.turn_limb(("forearm", side), PLACES.elbow_axis(), elbows);
        let axis = PLACES.wrist - PLACES.elbow;
        sketch.turn_limb(("forearm_twist", side), axis, 0.85 * twist);
        sketch.turn_limb(("hand", side), axis, 0.15 * twist);
        close(sketch, side, 75.0 * there_and_back(time, 6.4, 8.0));
        let knee = match side {
            Side::Left => there_and_back(time, 3.6, 4.8),
            Side::Right => there_and_back(time, 4.2, 5.4),
        };
        sketch.turn_limb(("thigh", side), DVec3::X, -60.0 * knee);
        sketch.turn_limb(("skirt_front", side), DVec3::X, -50.0 * knee);
        sketch.turn_limb(("shin", side), DVec3::X, 90.0 * knee);
        sketch.turn_limb(("foot", side), DVec3::X, 20.0 * knee);
    }
    let bow = ease(&[(5.2, 0.0), (5.6, 18.0), (6.0, -9.0), (6.2, 0.0)], time);
    let turn = ease(&[(6.0, 0.0), (6.5, 18.0), (7.1, -18.0), (7.6, 0.0)], time);
    for joint in ["spine", "spine_2", "chest"] {
        sketch.turn(joint, DVec3::Y, turn);
        sketch.turn(joint, DVec3::X, bow);
    }
    sketch.turn("head", DVec3::Y, turn);
    sketch.turn("jaw", DVec3::X, 14.0 * there_and_back(time, 6.4, 8.0));
}

/// The right upper arm by half a turn about itself.
fn shoulder(time: f64, sketch: &mut Sketch<'_>) {
    let turned = 180.0 * ease(&[(0.0, 0.0), (1.5, 1.0), (2.5, 1.0), (4.0, 0.0)], time);
    sketch.turn_own("upper_arm.R", DVec3::Y, turned);
}
