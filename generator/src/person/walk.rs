//! Walking on the spot: each foot follows its path over the ground, and the leg follows the foot.

use std::f64::consts::TAU;

use glam::{DQuat, DVec3, dvec3};

use super::super::poses::{SIDES, Side, Sketch};
use super::super::shape::{Joint, ease};
use super::{Places, gestures};

/// Half the length of a step, in meters.
const REACH: f64 = 0.19;
/// Share of the cycle in which a foot is on the ground.
const STANDS: f64 = 0.60;

/// How far a figure goes in a cycle whose feet do not slide, in meters.
pub(crate) const STRIDE: f64 = 2.0 * REACH / STANDS;

/// The pose at a part of the cycle in 0 .. 1; the left heel strikes at 0.
pub(crate) fn pose(phase: f64, sketch: &mut Sketch<'_>, joints: &[Joint], places: &Places) {
    let left = (TAU * phase).cos();
    let over = (TAU * (phase - 0.30)).cos();
    let shift = dvec3(
        0.016 * over,
        -0.024 + 0.014 * (2.0 * TAU * (phase - 0.30)).cos(),
        0.0,
    );
    let hips = DQuat::from_rotation_y((-7.0 * left).to_radians())
        * DQuat::from_rotation_z((3.0 * over).to_radians())
        * DQuat::from_rotation_x(3.0_f64.to_radians());
    sketch.shift("hips", shift);
    sketch.turn_by("hips", hips);
    sketch.turn("spine", DVec3::Y, 6.0 * left);
    sketch.turn("spine", DVec3::Z, -2.0 * over);
    sketch.turn("chest", DVec3::Y, 7.0 * left);
    sketch.turn("chest", DVec3::Z, -1.5 * over);
    sketch.turn("neck", DVec3::Y, -3.0 * left);
    sketch.turn("head", DVec3::Y, -3.0 * left);
    sketch.turn("head", DVec3::X, -2.0);
    for side in SIDES {
        let own = if side == Side::Left {
            phase
        } else {
            (phase + 0.5) % 1.0
        };
        // The arm swings opposite to the foot of its side.
        let forward = -(TAU * own).cos();
        sketch.turn_limb(("clavicle", side), DVec3::Y, -3.0 * forward);
        sketch.turn_limb(("upper_arm", side), DVec3::X, -22.0 * forward);
        gestures::at_ease(sketch, side, places, 18.0 + 10.0 * forward);
        let root = joints.first().map_or(DVec3::ZERO, |joint| joint.head);
        let hips = Hips {
            turn: hips,
            root,
            shift,
        };
        leg(sketch, side, own, &hips, places);
    }
}

/// The hips at one moment: their turn, their place at rest, and how far they are from it.
struct Hips {
    turn: DQuat,
    root: DVec3,
    shift: DVec3,
}

/// Poses one leg so that its foot is in place; everything is computed for a left leg, with the hips mirrored for the
/// right one.
fn leg(sketch: &mut Sketch<'_>, side: Side, phase: f64, hips: &Hips, places: &Places) {
    let Hips { turn, root, shift } = *hips;
    let Places {
        hip: hip_at_rest,
        knee: knee_at_rest,
        ankle: ankle_at_rest,
        ..
    } = *places;
    let flip = |v: DVec3| {
        if side == Side::Left {
            v
        } else {
            dvec3(-v.x, v.y, v.z)
        }
    };
    let turned = |q: DQuat| match side {
        Side::Left => q,
        // A turn mirrored at x = 0 keeps its part about x and reverses the others.
        Side::Right => DQuat::from_xyzw(q.x, -q.y, -q.z, q.w),
    };
    let hips = turned(turn);
    let hip = root + flip(shift) + hips * (hip_at_rest - root);
    let (ankle, pitch) = foot(phase, places);
    let knee = knee(hip, ankle, places);
    // The shortest turn: no twist about the limb, so the knee points where it bends.
    let thigh = DQuat::from_rotation_arc(
        (knee_at_rest - hip_at_rest).normalize(),
        (knee - hip).normalize(),
    );
    let shin = DQuat::from_rotation_arc(
        (ankle_at_rest - knee_at_rest).normalize(),
        (ankle - knee).normalize(),
    );
    let foot = DQuat::from_rotation_x(pitch.to_radians());
    let toes = DQuat::from_rotation_x((-0.75 * pitch.max(0.0) * toe_bend(phase)).to_radians());
    let end = if side == Side::Left { "L" } else { "R" };
    let chain = [
        ("thigh", hips.inverse() * thigh),
        ("shin", thigh.inverse() * shin),
        ("foot", shin.inverse() * foot),
        ("toes", toes),
    ];
    for (stem, turn) in chain {
        sketch.turn_by(&format!("{stem}.{end}"), turned(turn));
    }
}

/// Share of the foot's pitch that the toes undo: all while they push off, none in the air.
fn toe_bend(phase: f64) -> f64 {
    ease(
        &[(0.30, 0.0), (0.40, 1.0), (STANDS, 1.0), (0.72, 0.0)],
        phase,
    )
}

/// Place of the ankle, and the degrees by which the toes point down.
fn foot(phase: f64, places: &Places) -> (DVec3, f64) {
    let pitch = ease(
        &[
            (0.0, -16.0),
            (0.10, 0.0),
            (0.34, 0.0),
            (STANDS, 42.0),
            (0.85, -16.0),
            (1.0, -16.0),
        ],
        phase,
    );
    let swing = ((phase - STANDS) / (1.0 - STANDS)).max(0.0);
    let along = if phase < STANDS {
        REACH * (1.0 - 2.0 * phase / STANDS)
    } else {
        swung(swing)
    };
    // 16 s² (1 − s)²: 1 at half way, with slope zero where the foot leaves the ground and comes back.
    let lift = 0.075 * 16.0 * (swing * (1.0 - swing)) * (swing * (1.0 - swing));
    let pivot = if pitch > 0.0 {
        places.ball
    } else {
        places.heel
    };
    let turned = pivot + DQuat::from_rotation_x(pitch.to_radians()) * (places.ankle - pivot);
    (turned + dvec3(0.0, lift, along), pitch)
}

/// From −reach to reach; leaves and arrives with the speed of the ground.
fn swung(s: f64) -> f64 {
    // How far the ground would carry the foot during the swing, against the walk: the slope of a Hermite curve at both ends.
    let ground = -2.0 * REACH * (1.0 - STANDS) / STANDS;
    let (a, b) = (-REACH, REACH);
    let (s2, s3) = (s * s, s * s * s);
    a * (2.0 * s3 - 3.0 * s2 + 1.0)
        + ground * (s3 - 2.0 * s2 + s)
        + b * (3.0 * s2 - 2.0 * s3)
        + ground * (s3 - s2)
}

/// Place of the knee between hip and ankle, with the leg bent forwards.
fn knee(hip: DVec3, ankle: DVec3, places: &Places) -> DVec3 {
    let (thigh, shin) = (
        places.hip.distance(places.knee),
        places.knee.distance(places.ankle),
    );
    // Never quite straight: a leg at full length would snap from frame to frame.
    let way = (ankle - hip).clamp_length_max(0.9995 * (thigh + shin));
    let far = way.length();
    // The law of cosines: where the height of the triangle of hip, knee and ankle stands.
    let along = (thigh * thigh - shin * shin + far * far) / (2.0 * far);
    let out = (thigh * thigh - along * along).max(0.0).sqrt();
    let forward = DVec3::Z.reject_from(way).normalize();
    hip + along * way / far + out * forward
}
